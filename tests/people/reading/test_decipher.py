"""Readings of clues in doubt, against all pictures of small boards."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies as st
from strategies import examples

import nonocsp as nc
from nonocsp import Block, Puzzle, Verdict
from nonocsp.core.model.board import rectangle
from nonocsp.core.model.clue import Clue, clue_of, minimal_length
from nonocsp.people.reading import Doubtful, DoubtfulClue, decipher
from nonocsp.people.reading.clue_errors import CLUE_KINDS, NEIGHBOUR, alternatives
from nonocsp.people.reading.deciphering import MARGIN, MOST_ABOVE, SEVERAL, Deciphered
from nonocsp.people.reading.doubtful import Arc, blocks_of
from nonocsp.people.reading.misreadings import EVERY_TYPO, misread, mistyped

#: Those at the end are for one colour.
BOARDS = rectangle(2, 2), rectangle(2, 3), nc.Hexagon(2, 1, 2, 1, 2, 1), rectangle(3, 3)

#: Counted work, or no limit.
WORK = st.sampled_from((None, None, 0, 1000, 100_000))


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
    return length, colour, draw(st.sampled_from((0.0, 0.05, 0.5, 1.0, 2.5, 4.0, 30.0, 31.0)))


@st.composite
def boards_in_doubt(draw: st.DrawFn) -> Doubtful:
    colours = draw(st.integers(1, 2))
    board = draw(st.sampled_from(BOARDS[: 5 - colours]))
    clues = [draw(clues_in_doubt(len(board.cells(line)), colours)) for line in board.lines]
    palette = Puzzle([[]], [[]], ("black", "red")[:colours]).colours
    return Doubtful(board, tuple(clues), palette)


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


def check(
    doubtful: Doubtful,
    found: Deciphered,
    *,
    most: int = 5,
    margin: float = MARGIN,
    several: float = SEVERAL,
    most_above: float = MOST_ABOVE,
    work: int | None = None,
) -> None:
    """What is said of the readings is true of all of them, listed or not."""
    every = by_definition(doubtful)
    ranks = {clues: cost + several * (number > 1) for clues, (cost, number) in every.items()}
    listed = [reading.puzzle.clues for reading in found.readings]
    assert len(set(listed)) == len(listed) <= most
    for reading, clues in zip(found.readings, listed, strict=True):
        cost, number = every[clues]  # type: ignore[index]
        assert reading.cost == pytest.approx(cost)
        assert reading.verdict is (Verdict.UNIQUE if number == 1 else Verdict.MULTIPLE)
    shown = [ranks[clues] for clues in listed]  # type: ignore[index]
    assert shown == pytest.approx(sorted(shown))
    assert all(each <= shown[0] + margin + 1e-9 for each in shown)
    others = [cost for clues, (cost, _) in every.items() if clues not in listed]
    assert found.bound <= min(others, default=math.inf) + 1e-9
    best = min(ranks.values(), default=0.0)
    near = {clues for clues, each in ranks.items() if each <= best + margin + 1e-9}
    if found.is_complete:
        assert near == set(listed)
    assert found.is_sure == (found.is_complete and [every[c][1] for c in near] == [1])
    # Nothing is left out, and there are few pictures.
    most_cost = sum(arc.cost for clue in doubtful.clues for arc in clue.arcs)
    if work is None and most_cost < min(most_above, 30) and doubtful.board.size < 9:
        assert found.is_complete == (len(near) <= most)


@examples(150)
@given(boards_in_doubt())
def test_readings_are_those_of_all_pictures(doubtful: Doubtful) -> None:
    check(doubtful, decipher(doubtful, most=1000), most=1000)


def as_pages(doubtful: Doubtful) -> dict[Any, float]:
    """The rank of every reading that has a solution, up to the names of its colours."""
    ranks: dict[Any, float] = {}
    for clues, (cost, number) in by_definition(doubtful).items():
        key = on_page(doubtful.board, clues)
        ranks[key] = min(ranks.get(key, math.inf), cost + SEVERAL * (number > 1))
    return ranks


def on_page(board: Any, clues: Iterable[Clue]) -> Any:
    order: dict[int, int] = {}
    blocks = tuple(
        tuple((b.length, order.setdefault(b.colour, len(order))) for b in clue or ())
        for clue in clues
    )
    return tuple(len(board.cells(line)) for line in board.lines), blocks


@examples(100)
@given(st.lists(boards_in_doubt(), min_size=2, max_size=3))
def test_the_best_readings_of_several_hypotheses(hypotheses: list[Doubtful]) -> None:
    found = decipher(*hypotheses, most=1000)
    ranks: dict[Any, float] = {}
    for each in map(as_pages, hypotheses):
        ranks |= {key: min(rank, ranks.get(key, math.inf)) for key, rank in each.items()}
    listed = []
    for reading in found.readings:
        board, clues = hypotheses[reading.hypothesis].board, reading.puzzle.clues
        assert reading.cost == pytest.approx(
            by_definition(hypotheses[reading.hypothesis])[clues][0]  # type: ignore[index]
        )
        listed.append(on_page(board, clues))
    best = min(ranks.values(), default=0.0)
    near = {key for key, rank in ranks.items() if rank <= best + MARGIN + 1e-9}
    if found.is_complete:
        assert near == set(listed)
        if found.readings:
            several = SEVERAL * (found.readings[0].verdict is Verdict.MULTIPLE)
            assert found.readings[0].cost + several == pytest.approx(best)
    others = [rank for key, rank in ranks.items() if key not in listed]
    assert found.bound <= min(others, default=math.inf) + 1e-9
    assert not found.is_sure or len(near) == 1


#: Costs as they may be asked for: none, twentieths of a nat, what no reading costs.
ASKED = st.one_of(
    st.sampled_from([0.0, 0.05, 2.5, 30.0, MOST_ABOVE]), st.integers(0, 200).map(lambda n: n / 20)
)


@examples(300)
@given(boards_in_doubt(), st.one_of(st.integers(1, 4), st.just(2**80)), ASKED, ASKED, ASKED, WORK)
def test_what_is_said_of_readings_is_true_of_all(
    doubtful: Doubtful, most: int, margin: float, several: float, above: float, work: int | None
) -> None:
    asked: dict[str, Any] = {"most": most, "work": work, "margin": margin}
    asked |= {"several": several, "most_above": above}
    check(doubtful, decipher(doubtful, **asked), **asked)


def test_a_list_that_was_cut_off_is_not_complete() -> None:
    """1 or 2, equally good."""
    one, either, none = ({1: 0.0}, {1: 0.0, 2: 0.0}, {0: 0.0, 1: 0.0})
    rows = [DoubtfulClue.of_numbers([either])]
    columns = [DoubtfulClue.of_numbers([numbers]) for numbers in (one, none)]
    both = decipher(Doubtful.of(rows, columns), margin=0)
    assert both.is_complete and len(both.readings) == 2
    first = decipher(Doubtful.of(rows, columns), margin=0, most=1)
    assert not first.is_complete and not first.is_sure
    assert first.bound == 0
    assert str(first).endswith("not sure: other readings may be as good")


@pytest.mark.parametrize(
    "name, value",
    [
        ("margin", 100.5),
        ("several", math.inf),
        ("most_above", 100.5),
        ("most", 1.0),
        ("most", True),
    ],
)
def test_costs_are_checked(name: str, value: Any) -> None:
    with pytest.raises(nc.OptionError, match=name):
        decipher(HARD, **{name: value})


@pytest.mark.parametrize("value", [1.0, True])
def test_numbers_of_readings_are_checked(value: Any) -> None:
    with pytest.raises(nc.OptionError, match="most"):
        decipher(HARD, most=value)


def test_a_high_cost_of_each_typo_is_a_low_rate() -> None:
    puzzle = Puzzle([[1]], [[1]])
    assert decipher(mistyped(puzzle, 500)).is_sure == decipher(misread(puzzle, 1e-9)).is_sure


@examples(50)
@given(boards_in_doubt())
def test_paths_read_the_blocks_that_they_have(doubtful: Doubtful) -> None:
    for clue in doubtful.clues:
        cheapest = clue.cheapest_path
        assert clue.path(blocks_of(cheapest)) is not None
        cost = clue.cost(clue.cheapest)
        assert cost == pytest.approx(sum(arc.cost for arc in cheapest))
        assert clue.cost([Block(99)]) is None


@examples(50)
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


def test_four_typos_of_typing_are_undone() -> None:
    anchor = nc.read("input/anchor.txt").replace(goals=())
    clues = list(anchor.clues)
    for number in range(1, 20, 5):
        first, *rest = clues[number] or ()
        clues[number] = (Block(int(f"{first}7")), *rest)
    rows = len(anchor.rows)
    found = decipher(mistyped(Puzzle(clues[:rows], clues[rows:])), work=10**9)
    assert anchor in [reading.puzzle for reading in found.readings]


@examples(40)
@given(
    st.lists(st.builds(Block, st.integers(1, 12), st.integers(1, 2)), max_size=3).map(tuple),
)
def test_typos_in_the_graph_cost_what_their_kind_does(clue: Clue) -> None:
    """Each clue that one typo may have been meant as is a reading, at its kind's cost or less."""
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
            assert cost <= (CLUE_KINDS[kind].cost + EVERY_TYPO) * math.log(2) + 1e-9


def test_the_clue_of_a_neighbour_may_stand_for_any() -> None:
    graphs = mistyped(Puzzle([[2, 1], [2, 1], [1]], [[1]] * 9)).clues
    for clue in ((), (Block(9),), tuple([Block(1)] * 5), (Block(3), Block(4))):
        costs = [graph.cost(clue) for graph in graphs[:3]]
        assert costs[0] == costs[1] is not None
        assert costs[0] <= (NEIGHBOUR.cost + EVERY_TYPO) * math.log(2) + 1e-9
    assert graphs[2].cost([Block(3), Block(4)]) > 2 * EVERY_TYPO * math.log(2)
    assert [graph.cost(graph.cheapest) for graph in graphs] == [0] * len(graphs)


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


@pytest.mark.slow
def test_a_limit_on_memory_ends_the_search() -> None:
    """So many wrong numbers that crossing lines are asked."""
    puzzle = nc.generate(30, 30, seed=1, unique=True).puzzle
    wrong = [
        (Block((row[0].length or 0) % 9 + 1), *row[1:])
        for row in (r or () for r in puzzle.rows[:6])
    ]
    doubtful = misread(Puzzle([*wrong, *puzzle.rows[6:]], puzzle.columns))
    needed = decipher(doubtful, work=10**9).stats.peak_memory
    for memory in (1024, needed // 2):
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


def test_changes_name_colours_where_nothing_else_differs() -> None:
    red, blue = (
        DoubtfulClue.of_numbers([{(1, 1): 0.0, (1, 2): 1.0}]),
        DoubtfulClue.of_numbers([{(1, 2): 0.0}]),
    )
    found = decipher(Doubtful.of([red], [blue], ("red", "dark blue")))
    assert str(found) == "row 1: 1red was read, 1dark-blue fits"
    other = DoubtfulClue.of_numbers([{(2, 1): 0.0, (1, 2): 1.0}])
    found = decipher(Doubtful.of([other], [blue], ("red", "dark blue")))
    assert str(found) == "row 1: 2 was read, 1 fits"


def test_clues_without_a_reading_are_said() -> None:
    one = DoubtfulClue.of_numbers([{1: 0.0}])
    with pytest.raises(nc.PuzzleError, match="without a reading"):
        decipher(Doubtful.of([DoubtfulClue(3, (Arc(0, 1, 1, 1, 0.0),))], [one]))
    with pytest.raises(nc.PuzzleError, match="cost"):
        decipher(Doubtful.of([DoubtfulClue.of_numbers([{1: -1.0}])], [one]))
    wrong: list[Any] = [
        (2**31, 1, 0.0),
        (1.5, 1, 0.0),
        (None, 1, 0.0),
        (1, 1, "1"),
        (1, 1, math.nan),
    ]
    for each in [*((2, (Arc(0, 1, *values),)) for values in wrong), (2**40, ())]:
        with pytest.raises(nc.PuzzleError, match="expected"):
            decipher(Doubtful.of([DoubtfulClue(*each)], [one]))
    with pytest.raises(nc.OptionError, match="nodes must be a whole number"):
        DoubtfulClue(None, ())  # type: ignore[arg-type]
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


def test_of_readings_that_cost_the_same_the_first_is_what_was_read():
    for numbers in ((7, 2, 1), (1, 2, 7)):
        clue = DoubtfulClue.of_numbers([{**dict.fromkeys(numbers, 0.5), 3: 1}, {4: 0}])
        assert clue.cheapest == (Block(numbers[0]), Block(4))
