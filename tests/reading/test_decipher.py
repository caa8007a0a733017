"""Readings of clues in doubt, against all pictures of small boards."""

from __future__ import annotations

import math
import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonocsp as nc
from nonocsp import Block, Puzzle, Verdict
from nonocsp.model.clue import Clue, clue_of, minimal_length
from nonocsp.reading import Doubtful, DoubtfulClue, decipher
from nonocsp.reading.clue_errors import CLUE_KINDS, NEIGHBOUR, alternatives
from nonocsp.reading.deciphering import MARGIN, SEVERAL, Deciphered
from nonocsp.reading.doubtful import Arc, blocks_of
from nonocsp.reading.misreadings import EVERY_SLIP, misread, mistyped


@st.composite
def clues_in_doubt(draw: st.DrawFn, cells: int, colours: int) -> DoubtfulClue:
    """A graph of a few nodes whose arcs lead anywhere forward."""
    nodes = draw(st.integers(2, 4))
    arcs = [Arc(node, node + 1, *_block(draw, cells, colours)) for node in range(nodes - 1)]
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, nodes - 2))
        end = draw(st.integers(start + 1, nodes - 1))
        arcs.append(Arc(start, end, *_block(draw, cells, colours)))
    return DoubtfulClue(nodes, tuple(sorted(arcs)))


def _block(draw: st.DrawFn, cells: int, colours: int) -> tuple[int, int, float]:
    length = draw(st.integers(0, cells))
    colour = draw(st.integers(1, colours)) if length else 0
    return length, colour, draw(st.sampled_from((0.0, 0.05, 0.5, 1.0, 2.5, 4.0, 31.0)))


@st.composite
def boards_in_doubt(draw: st.DrawFn) -> Doubtful:
    colours = draw(st.integers(1, 2))
    rows, columns = draw(
        st.sampled_from(((2, 2), (2, 3), (3, 3)) if colours == 1 else ((2, 3), (2, 2)))
    )
    clues = [clues_in_doubt(columns, colours)] * rows, [clues_in_doubt(rows, colours)] * columns
    drawn = [[draw(clue) for clue in side] for side in clues]
    return Doubtful.of(*drawn, ("black", "red")[:colours])


def by_definition(doubtful: Doubtful) -> dict[tuple[Clue, ...], tuple[float, int]]:
    """Every reading that has a solution, with its cost and its number of solutions."""
    found: dict[tuple[Clue, ...], tuple[float, int]] = {}
    board = doubtful.board
    for cells in product(range(len(doubtful.colours)), repeat=board.size):
        clues = tuple(clue_of([cells[c] for c in board.cells(line)]) for line in board.lines)
        costs = [d.cost(clue) for d, clue in zip(doubtful.clues, clues, strict=True)]
        if None not in costs:
            number = found.get(clues, (0.0, 0))[1]
            found[clues] = (sum(map(float, costs)), number + 1)  # type: ignore[arg-type]
    return found


def rank(cost: float, number: int) -> float:
    return cost + (SEVERAL if number > 1 else 0)


def check(doubtful: Doubtful, found: Deciphered) -> None:
    every = by_definition(doubtful)
    best = min((rank(*each) for each in every.values()), default=None)
    for reading in found.readings:
        cost, number = every[reading.puzzle.clues]  # type: ignore[index]
        assert reading.cost == pytest.approx(cost)
        assert reading.verdict is (Verdict.UNIQUE if number == 1 else Verdict.MULTIPLE)
    if not found.readings:
        assert not found.is_complete or not every
    elif found.is_complete:
        ranks = [rank(*every[each.puzzle.clues]) for each in found.readings]  # type: ignore[index]
        assert ranks == pytest.approx(sorted(ranks))
        assert ranks[0] == pytest.approx(best)
        near = {clues for clues, each in every.items() if rank(*each) < ranks[0] + MARGIN - 1e-9}
        listed = {each.puzzle.clues for each in found.readings}
        assert near <= listed
        others = (cost for clues, (cost, _) in every.items() if clues not in listed)
        assert found.bound <= min(others, default=1e9) + 1e-9


@settings(deadline=None, max_examples=150)
@given(boards_in_doubt())
def test_readings_are_those_of_all_pictures(doubtful: Doubtful) -> None:
    check(doubtful, decipher(doubtful, most=1000))


@settings(deadline=None, max_examples=100)
@given(boards_in_doubt(), st.sampled_from([0.5, 2.0, 6.0]))
def test_a_tight_bound_on_costs_leaves_nothing_out(doubtful: Doubtful, above: float) -> None:
    """What costs less is all found, and nothing else is, where the bound says that it is proven."""
    found = decipher(doubtful, most=1000, margin=above, several=0, most_above=above)
    every = by_definition(doubtful)
    most = above + sum(sum(arc.cost for arc in clue.cheapest_path) for clue in doubtful.clues)
    below = {clues for clues, (cost, _) in every.items() if cost < most - 1e-9}
    listed = {reading.puzzle.clues for reading in found.readings}
    assert listed <= below
    if found.bound >= most - 1e-9 or found.is_complete:
        assert listed == below
    if len(doubtful.board.cells(doubtful.lines[0])) == 2:  # few pictures: no bound is reached
        assert listed == below


@settings(deadline=None, max_examples=50)
@given(boards_in_doubt())
def test_paths_read_the_blocks_that_they_have(doubtful: Doubtful) -> None:
    for clue in doubtful.clues:
        cheapest = clue.cheapest_path
        assert clue.path(blocks_of(cheapest)) is not None
        cost = clue.cost(clue.cheapest)
        assert cost == pytest.approx(sum(arc.cost for arc in cheapest))
        assert clue.cost([Block(99)]) is None


@settings(deadline=None, max_examples=50)
@given(boards_in_doubt())
def test_clues_are_unpacked_as_they_were_packed(doubtful: Doubtful) -> None:
    back = Doubtful.unpacked(doubtful.board, doubtful.colours, *doubtful.packed())
    assert back == doubtful


@pytest.mark.parametrize("seed", range(12))
def test_misread_numbers_are_put_right(seed: int) -> None:
    """One wrong number of a puzzle of 15 x 15 is found, or another is said to be as likely."""
    puzzle = nc.generate(15, 15, seed=seed, unique=True).puzzle
    line = seed % 15
    blocks = list(puzzle.rows[line] or ())
    place = seed % len(blocks)
    wrong = (*blocks[:place], Block((blocks[place].length or 0) % 9 + 1), *blocks[place + 1 :])
    read = Puzzle([*puzzle.rows[:line], wrong, *puzzle.rows[line + 1 :]], puzzle.columns)
    found = decipher(misread(read), limits=nc.Limits(seconds=20))
    listed = [each.puzzle for each in found.readings]
    assert puzzle in listed or (found.readings and found.readings[0].cost < 7)
    assert not found.is_sure or found.puzzle == puzzle


def test_many_near_readings_are_ruled_out_together() -> None:
    """Every fifth number has a rival; one by one all sets of them would take much longer."""
    puzzle = nc.generate(20, 20, seed=3, unique=True).puzzle
    numbers = iter(range(1000))

    def readings(clue: Clue) -> DoubtfulClue:
        either = []
        for block in clue:
            length = block.length or 0
            rivals = {length + 1: 0.4} if next(numbers) % 5 == 0 else {}
            either.append({length: 0.0, **rivals})
        return DoubtfulClue.of_numbers(either)

    clues = tuple(readings(clue or ()) for clue in puzzle.clues)
    found = decipher(Doubtful(puzzle.board, clues, puzzle.colours), work=10**7)
    assert found.is_complete
    assert [reading.puzzle for reading in found.readings][:1] == [puzzle]


def test_four_slips_of_typing_are_undone() -> None:
    anchor = nc.read("input/anchor.txt").replace(goals=())
    clues = list(anchor.clues)
    for number in range(1, 20, 5):
        first, *rest = clues[number] or ()
        clues[number] = (Block(int(f"{first}7")), *rest)
    rows = len(anchor.rows)
    found = decipher(mistyped(Puzzle(clues[:rows], clues[rows:])), work=10**9)
    assert anchor in [reading.puzzle for reading in found.readings]


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.builds(Block, st.integers(1, 12), st.integers(1, 2)), max_size=3).map(tuple),
)
def test_slips_in_the_graph_cost_what_their_kind_does(clue: Clue) -> None:
    """Each clue that one slip may have been meant as is a reading, at its kind's cost or less."""
    if minimal_length(clue) > 14:
        return
    graph = mistyped(Puzzle([clue], [None] * 14, ["black", "red"])).clues[0]
    assert graph.cost(clue) == 0
    assert graph.cheapest == clue
    for kind, meant in alternatives(clue, 14, 2):
        cost = graph.cost(meant)
        assert cost is not None
        assert cost > 0
        if kind != "block missing":  # longer ones are more improbable
            assert cost <= (CLUE_KINDS[kind].cost + EVERY_SLIP) * math.log(2) + 1e-9


def test_the_clue_of_a_neighbour_may_stand_for_any() -> None:
    graphs = mistyped(Puzzle([[2, 1], [2, 1], [1]], [[1]] * 9)).clues
    for clue in ((), (Block(9),), tuple([Block(1)] * 5), (Block(3), Block(4))):
        costs = [graph.cost(clue) for graph in graphs[:3]]
        assert costs[0] == costs[1] is not None
        assert costs[0] <= (NEIGHBOUR.cost + EVERY_SLIP) * math.log(2) + 1e-9
    assert graphs[2].cost([Block(3), Block(4)]) > 2 * EVERY_SLIP * math.log(2)
    assert [graph.cost(graph.cheapest) for graph in graphs] == [0] * len(graphs)


def test_the_same_clues_are_read_the_same_way_on_other_boards() -> None:
    """Three directions: a hexagon of seven cells, one number of which is in doubt."""
    board = nc.Hexagon(2, 2, 2, 2, 2, 2)
    clues = []
    cells = [1, 0, 1, 1, 1, 0, 0]
    for line in board.lines:
        clue = clue_of([cells[c] for c in board.cells(line)])
        clues.append(DoubtfulClue.of_numbers([{b.length or 0: 0.0} for b in clue]))
    first = DoubtfulClue.of_numbers([{2: 0.0, 1: 1.0}, {1: 1.0, 0: 0.0}])
    doubtful = Doubtful(board, (first, *clues[1:]), Puzzle([[]], [[]]).colours)
    check(doubtful, decipher(doubtful, most=100))


def test_a_limit_keeps_what_is_known() -> None:
    puzzle = nc.generate(30, 30, seed=1, unique=True).puzzle
    found = decipher(misread(puzzle), limits=nc.Limits(seconds=1e-6))
    assert found.stopped_by == "seconds"
    assert not found.is_sure
    assert "seconds" in str(found)


#: Its ambiguous picture needs search, also that which learns.
HARD = misread(nc.Puzzle([[1, 1]] * 9, [[1, 1]] * 9))


@pytest.mark.parametrize("nodes", [1, 7, 100])
def test_a_limit_on_nodes_bounds_all_searches(nodes: int) -> None:
    assert decipher(HARD, limits=nc.Limits(seconds=60)).stats.nodes > 100
    found = decipher(HARD, limits=nc.Limits(nodes=nodes))
    assert found.stopped_by == "nodes"
    assert found.stats.nodes <= nodes
    assert not found.is_sure


def test_a_limit_on_memory_ends_the_search() -> None:
    """So many wrong numbers that crossing lines are asked."""
    puzzle = nc.generate(30, 30, seed=1, unique=True).puzzle
    wrong = [
        (Block((row[0].length or 0) % 9 + 1), *row[1:])
        for row in (r or () for r in puzzle.rows[:6])
    ]
    doubtful = misread(Puzzle([*wrong, *puzzle.rows[6:]], puzzle.columns))
    needed = decipher(doubtful, work=10**9).stats.peak_memory
    for memory in (1000, needed // 2):
        found = decipher(doubtful, work=10**9, limits=nc.Limits(memory=memory))
        assert found.stopped_by == "memory"
        assert not found.is_sure
    enough = decipher(doubtful, work=10**9, limits=nc.Limits(memory=4 * needed))
    assert enough.stopped_by != "memory"


@pytest.mark.parametrize("doubtful", [HARD, misread(nc.generate(30, 30, seed=1).puzzle)])
def test_the_memory_of_all_searches_is_counted(doubtful: Doubtful) -> None:
    """What was needed is enough, a byte less is not."""
    found = decipher(doubtful, work=10**9)
    needed = found.stats.peak_memory
    assert found.puzzle is not None
    assert needed > nc.solve(found.puzzle).stats.peak_memory
    for memory, stopped_by in ((needed, None), (needed - 1, "memory")):
        limits = nc.Limits(memory=memory)
        assert decipher(doubtful, work=10**9, limits=limits).stopped_by == stopped_by


def test_threads_are_at_most_and_solutions_are_no_limit() -> None:
    one, two = (decipher(HARD, limits=nc.Limits(nodes=50, threads=n)) for n in (1, 2))
    assert one == two
    assert one.stats.counted() == two.stats.counted()
    with pytest.raises(nc.OptionError, match="solutions"):
        decipher(HARD, limits=nc.Limits(solutions=1))


def test_clues_without_a_reading_are_said() -> None:
    one = DoubtfulClue.of_numbers([{1: 0.0}])
    with pytest.raises(nc.PuzzleError, match="without a reading"):
        decipher(Doubtful.of([DoubtfulClue(3, (Arc(0, 1, 1, 1, 0.0),))], [one]))
    with pytest.raises(nc.PuzzleError, match="cost"):
        decipher(Doubtful.of([DoubtfulClue.of_numbers([{1: -1.0}])], [one]))
    with pytest.raises(nc.PuzzleError, match="colour"):
        decipher(Doubtful.of([DoubtfulClue.of_numbers([{(1, 2): 0.0}])], [one]))


def test_crossing_lines_correct_many_numbers_of_several_colours():
    """Every tenth number looks like another, and the right one is three nats dearer."""
    puzzle = nc.generate(20, 20, colours=["black", "red", "green"], seed=2).puzzle
    assert puzzle is not None
    draw = random.Random(2)

    def in_doubt(clue: Clue | None) -> DoubtfulClue:
        numbers = []
        for length, colour in ((block.length, block.colour) for block in clue or ()):
            one, other = draw.sample([n for n in range(1, 11) if n != length], 2)
            seen = one if draw.random() < 0.1 else length
            numbers.append({(n, colour): 3.0 * (n != seen) for n in (length, one, other)})
        return DoubtfulClue.of_numbers(numbers)

    clues = [in_doubt(clue) for clue in puzzle.clues]
    found = decipher(Doubtful(puzzle.board, tuple(clues), puzzle.colours), work=500_000_000)
    assert found.puzzle == puzzle
