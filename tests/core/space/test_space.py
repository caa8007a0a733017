"""Solution spaces: facts about all solutions, against enumeration and brute force."""

from __future__ import annotations

import math
import pickle
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product

import oracle
import pytest
import strategies as own
from chance import check_uniform
from hypothesis import HealthCheck, given, strategies as st
from strategies import examples, random_puzzle

import nonocsp as nc
from nonocsp import Grid, Picture, Puzzle, Status
from nonocsp.core.options.limits import LimitReached, Limits, Meter, Stats
from nonocsp.core.solver.engines import ENGINES
from nonocsp.core.space import backbone

ONES = {n: Puzzle([[1]] * n, [[1]] * n) for n in range(1, 21)}
HARD = Puzzle([[1, 1]] * 30, [[1, 1]] * 30)


def permutations(n):
    return nc.solution_space(ONES[n])


FRONTIER = nc.Options(compilation="frontier")


@given(own.cases(own.ANY))
@examples(200, suppress_health_check=[HealthCheck.too_slow])
def test_small_spaces_are_what_brute_force_finds(case):
    """All diagrams against brute force, and every answer of each against the list."""
    puzzle, grid = case
    expected = oracle.pictures(puzzle, grid)
    for engine, options in [*((engine, None) for engine in ENGINES), ("kernel", FRONTIER)]:
        space = nc.solution_space(puzzle, grid=grid, engine=engine, options=options)
        listed = list(space)
        assert space.is_exact
        assert space.count == len(listed) == len(expected)
        assert {picture.cells for picture in listed} == set(expected)
        assert [space.index(picture) for picture in listed] == list(range(len(listed)))
        assert [space[i] for i in range(len(listed))] == listed
        assert space.status is (Status.SATISFIABLE if listed else Status.UNSATISFIABLE)
        found = space.backbone()
        for cell in range(len(found.masks)):
            assert found.masks[cell] == sum(1 << c for c in {p.cells[cell] for p in listed})
        product = math.prod(part.count for part in space.components)
        assert product == (space.count if listed else 1)
        if listed:
            marginals = space.marginals()
            for place in map(puzzle.board.place, range(puzzle.board.size)):
                for colour in range(len(puzzle.colours)):
                    share = sum(picture[place] == colour for picture in listed)
                    assert marginals[*place, colour] == Fraction(share, len(listed))
            chosen = space.disambiguate(listed[-1]).cells
            alike = [p for p in listed if all(p[cell] == listed[-1][cell] for cell in chosen)]
            assert alike == listed[-1:]


@given(own.puzzles(7, 7, 2))
@examples(50, suppress_health_check=[HealthCheck.too_slow])
def test_the_count_is_that_of_enumeration(drawn):
    puzzle = drawn[1]
    space = nc.solution_space(puzzle)
    listed = list(nc.solutions(puzzle, limit=10_001))
    if len(listed) <= 10_000:
        assert space.count == len(listed)
        assert set(space) == set(listed)
    else:
        assert space.count > 10_000
        assert all(picture in space for picture in listed[:100])


@given(own.puzzles(6, 6, 3) | own.puzzles(max_colours=2, board=own.boards()))
@examples(60, suppress_health_check=[HealthCheck.too_slow])
def test_two_backbones_by_diagram_and_by_search(drawn):
    space = nc.solution_space(drawn[1])
    assert space.backbone() == backbone(drawn[1])
    places = map(space.puzzle.board.place, range(space.puzzle.board.size))
    assert space.ambiguous() == tuple(
        place for place in places if len(space.backbone().candidates(*place)) > 1
    )


@pytest.mark.parametrize("colours", [1, 2])
@pytest.mark.parametrize("seed", range(8))
def test_fronts_and_searching_find_the_same_solutions(colours, seed):
    # Wide enough that fronts look ahead, within rows too.
    puzzle = random_puzzle(11, 0.3 if colours == 1 else 0.45, seed, colours)
    by_search, by_frontier = (
        nc.solution_space(puzzle, options=nc.Options(compilation=compilation))
        for compilation in ("search", "frontier")
    )
    assert nc.count(puzzle, options=FRONTIER) == by_frontier.count == by_search.count
    assert by_frontier.backbone() == by_search.backbone()
    assert by_frontier.marginals().counts == by_search.marginals().counts
    for index in (0, by_frontier.count // 2, by_frontier.count - 1):
        assert by_frontier.index(by_frontier[index]) == index
        assert by_frontier[index] in by_search


@given(st.data())
@examples(60, suppress_health_check=[HealthCheck.too_slow])
def test_fronts_read_whatever_clues_and_known_cells_say(data):
    picture, puzzle = data.draw(own.puzzles(7, 7, 2))
    grid = data.draw(st.none() | own.grids(picture, puzzle.block_colours))
    by_search = nc.solution_space(puzzle, grid=grid, options=nc.Options(compilation="search"))
    by_frontier = nc.solution_space(puzzle, grid=grid, options=FRONTIER)
    counted = nc.count(puzzle, grid=grid, options=FRONTIER)
    assert counted == by_frontier.count == by_search.count
    assert by_frontier.backbone() == by_search.backbone()


@pytest.mark.parametrize("limits", [Limits(nodes=20_000), Limits(memory=300_000)])
def test_fronts_keep_to_limits(limits):
    space = nc.solution_space(HARD, limits=limits, options=FRONTIER)
    assert not space.is_exact
    assert space.stopped_by in ("nodes", "memory")
    assert space.at_least <= space.at_most


@pytest.mark.parametrize(("colours", "size"), [(1, 9), (2, 8), (3, 9), (7, 6)])
@pytest.mark.parametrize("seed", range(6))
def test_learning_or_not_the_space_has_the_solutions_of_enumeration(colours, size, seed):
    puzzle = random_puzzle(size, 0.27 + 0.03 * seed, seed, colours)
    expected = set(nc.solutions(puzzle, limit=200_000))
    space = nc.solution_space(puzzle)
    plain = nc.solution_space(puzzle, options=nc.Options(learning=False))
    assert space.count == plain.count == len(expected)
    assert set(space) == expected


@pytest.mark.parametrize("n", ONES)
def test_permutations_are_counted_at_any_size(n):
    space = permutations(n)
    assert space.count == math.factorial(n)
    # Equal residuals are one, wherever they lie: one for each (rows left, columns still open).
    assert space.stats.residuals <= n * n


@pytest.mark.parametrize("n", [1, 2, 5, 20])
def test_nothing_said_leaves_every_picture(n):
    space = nc.solution_space(Puzzle([None] * n, [None] * n))
    assert space.count == 2 ** (n * n)
    assert space.factors() == ("2" if n == 1 else f"2^{n * n}" + f" = {2 ** (n * n)}")
    assert len(space.components) == n * n


@pytest.mark.parametrize(("shape", "unique"), [((3, 4), 3152), ((3, 5), 24230), ((4, 3), 3152)])
def test_uniquely_solvable_rectangles(shape, unique):
    # OEIS A384764.
    rows, columns = shape
    lines = [oracle.lines(None, columns, 1)] * rows
    sizes = Counter()
    for picture in product(*lines):
        across = tuple(map(tuple, map(oracle.runs, picture)))
        down = tuple(map(tuple, map(oracle.runs, zip(*picture, strict=True))))
        sizes[across, down] += 1
    assert sum(size == 1 for size in sizes.values()) == unique
    draw = random.Random(1)
    for (across, down), size in draw.sample(sorted(sizes.items()), 150):
        assert nc.solution_space(Puzzle(across, down)).count == size


@pytest.mark.parametrize("seed", range(3))
def test_ranks_of_huge_spaces(seed):
    draw = random.Random(seed)
    spaces = [
        permutations(20),
        nc.solution_space(Puzzle([None] * 9 + [[3, 1]], [None] * 10)),
        nc.solution_space(Puzzle([[1], [2], ["?", 1], [1, "?"]] * 3, [None] * 12)),
        nc.solution_space(random_puzzle(10, 0.25, seed)),
    ]
    for space in spaces:
        for _ in range(15):
            index = draw.randrange(space.count)
            picture = space[index]
            assert space.puzzle.is_solved_by(picture)
            assert space.index(picture) == index
            after = [p for p, _ in zip(space.pictures(index), range(3), strict=False)]
            assert after == [space[i] for i in range(index, min(index + 3, space.count))]


def test_what_is_no_solution_has_no_index():
    space = permutations(4)
    blank = Picture(["____"] * 4)
    assert blank not in space
    assert "####" not in space
    assert Picture(["#"]) not in space
    assert blank not in space[1:3]
    with pytest.raises(ValueError, match="does not solve"):
        space.index(blank)
    for index in (24, -25, 10**40):
        with pytest.raises(IndexError):
            space[index]


def test_slices_are_lazy_and_behave_as_those_of_a_list():
    space = permutations(5)
    listed = list(space)
    for start, stop, step in [(0, 9, 1), (3, None, 7), (None, None, -11), (-5, -1, 2), (90, 10, 3)]:
        part = space[start:stop:step]
        assert list(part) == listed[start:stop:step]
        assert [part.index(picture) for picture in part] == list(range(len(part)))
        assert list(part[1:3]) == listed[start:stop:step][1:3]
    assert len(permutations(20)[10**15 : 10**15 + 5]) == 5
    assert list(reversed(listed)) == list(space[::-1])
    with pytest.raises(OverflowError):
        len(nc.solution_space(Puzzle([None] * 9, [None] * 9)))


@pytest.mark.parametrize("parts", [1, 2, 7, 120, 121])
def test_a_partition_enumerated_piecewise_is_the_whole(parts):
    space = permutations(5)
    pieces = space.partition(parts)
    assert len(pieces) == parts
    assert max(map(len, pieces)) - min(map(len, pieces)) <= 1
    assert [picture for piece in pieces for picture in piece] == list(space)


def test_a_partition_of_more_solutions_than_len_can_say():
    space = nc.solution_space(Puzzle([None] * 20, [None] * 20))
    pieces = space.partition(3)
    assert pieces[0].indices.start == 0
    assert pieces[-1].indices.stop == space.count
    assert all(a.indices.stop == b.indices.start for a, b in pairwise(pieces))
    assert next(iter(pieces[1])) == space[pieces[1].indices.start]
    with pytest.raises(nc.NonocspError, match="parts must be a whole number from 1"):
        space.partition(0)


def test_samples_are_uniform():
    # Chi-square with 23 degrees of freedom: above 49.7 with odds of 1 in 1000; the seed is fixed.
    space = permutations(4)
    drawn = Counter(space.sample(24_000, seed=7))
    assert len(drawn) == 24
    assert sum((number - 1000) ** 2 / 1000 for number in drawn.values()) < 49.7
    assert space.sample(5, seed=3) == space.sample(5, seed=3) != space.sample(5, seed=4)


def test_samples_of_a_space_with_parts_are_uniform():
    # Two switches beside a larger part; 2 * 2 * 6 solutions in all.
    clues = [[1, 1]] * 2 + [[]] + [[1, 1]] * 2 + [[1]]
    puzzle = Puzzle(clues, clues)
    space = nc.solution_space(puzzle)
    check_uniform(space.sample(500 * space.count, seed=1), list(space), 500)


def test_arrays_hold_the_pictures():
    space = permutations(5)
    listed = list(space)
    array = space.array(10, 100)
    assert array.shape == (90, 5, 5)
    assert array.tolist() == [[list(row) for row in picture.rows] for picture in listed[10:100]]
    packed = space.array(10, 100, packed=True)
    assert packed.shape == (90, 4)
    for one, picture in zip(packed.tolist(), listed[10:100], strict=True):
        bits = "".join(f"{byte:08b}" for byte in one)
        assert bits == "".join(map(str, picture.cells)) + "0" * 7
    assert len(space.array(7, 7)) == 0
    textbook = nc.solution_space(ONES[5], engine="textbook")
    assert sorted(textbook.array(packed=True).tolist()) == sorted(space.array(packed=True).tolist())
    with pytest.raises(nc.NonocspError, match="black-and-white"):
        nc.solution_space(random_puzzle(3, 0.5, 1, colours=2)).array(packed=True)


@given(own.puzzles(5, 5, 2))
@examples(60, suppress_health_check=[HealthCheck.too_slow])
def test_given_cells_leave_one_solution_and_none_can_be_spared(drawn):
    picture, puzzle = drawn
    space = nc.solution_space(puzzle)
    pinned = space.disambiguate(picture)
    assert pinned.picture == picture
    unknown = Grid.unknown(puzzle)
    assert list(nc.solutions(puzzle, grid=unknown.given(pinned.givens()))) == [picture]
    for cell in pinned.cells:
        fewer = {at: colour for at, colour in pinned.givens().items() if at != cell}
        assert len(list(nc.solutions(puzzle, grid=unknown.given(fewer), limit=2))) == 2
    if pinned.is_smallest and space.count <= 64 and pinned.cells:
        # No smaller set does it: tried, all of them, over the ambiguous cells.
        cells = space.ambiguous()
        if math.comb(len(cells), len(pinned.cells) - 1) < 3000:
            for fewer in combinations(cells, len(pinned.cells) - 1):
                assert any(
                    p != picture and all(p[cell] == picture[cell] for cell in fewer) for p in space
                )


@pytest.mark.parametrize("limits", [Limits(seconds=1e-6), Limits(nodes=1)])
def test_disambiguation_without_time_still_does_it(limits):
    puzzle = ONES[9]
    space = nc.solution_space(puzzle)
    pinned = space.disambiguate(limits=limits)
    assert not pinned.is_smallest
    grid = Grid([3] * 81, 9).given(pinned.givens())
    assert list(nc.solutions(puzzle, grid=grid)) == [space[0]]
    # In a permutation all but one of the rows have to be given.
    assert permutations(5).disambiguate().at_least == 4


def test_components_show_what_is_ambiguous():
    confetti = nc.solution_space(Puzzle([[1, 1]] * 2 + [[1, 1]] * 2, [[2], [], [2], [2], [], [2]]))
    assert confetti.count == math.prod(part.count for part in confetti.components)
    space = nc.solution_space(Puzzle([[1, 1]] * 2, [[1]] * 2 + [[]] + [[1]] * 2))
    assert [part.count for part in space.components] == [2, 2]
    assert space.components[0].cells == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert space.factors() == "2^2 = 4"


@pytest.mark.parametrize(
    "limits", [Limits(nodes=30), Limits(seconds=0.3), Limits(memory=2 << 20, nodes=10**6)]
)
def test_a_limit_leaves_bounds_and_no_wrong_count(limits):
    seen = []
    space = nc.solution_space(HARD, limits=limits, progress=seen.append)
    assert not space.is_exact
    assert space.stopped_by in ("nodes", "seconds", "memory")
    assert space.at_least == max([0, *(bounds.at_least for bounds in seen)])
    assert space.at_least <= space.at_most
    assert all(after == before & after for before, after in pairwise(seen))
    with pytest.raises(LimitReached):
        space.count  # noqa: B018
    with pytest.raises(LimitReached):
        next(iter(space))
    assert "between" in repr(space)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("nodes", [1, 10, 50, 250])
def test_lower_bounds_are_true(seed, nodes):
    puzzle = random_puzzle(9, 0.25, seed)
    count = nc.solution_space(puzzle).count
    stopped = nc.solution_space(puzzle, limits=Limits(nodes=nodes))
    assert stopped.at_least <= count <= stopped.at_most


def test_the_definition_stops_before_it_lists_too_much():
    space = nc.solution_space(ONES[12], engine="textbook", limits=Limits(placements=1000))
    assert space.stopped_by == "placements"
    space = nc.solution_space(HARD, engine="textbook", limits=Limits(seconds=0.2))
    assert space.stopped_by in ("seconds", "placements")


def test_questions_that_make_no_sense_are_refused():
    none = nc.solution_space(Puzzle([[2]], [[1], []]))
    assert not none
    assert none.factors() == "0"
    assert none.backbone().is_contradictory
    for ask in (none.marginals, lambda: none.sample(1), lambda: permutations(3).sample(-1)):
        with pytest.raises(nc.NonocspError):
            ask()
    with pytest.raises(nc.NonocspError):
        nc.solution_space("no puzzle")
    with pytest.raises(nc.NonocspError):
        nc.solution_space(ONES[3], grid=Grid([3] * 4, 2))


def test_the_work_is_counted_and_reproducible():
    first, second = (nc.solution_space(random_puzzle(10, 0.3, 5)) for _ in range(2))
    assert first.stats.counted() == second.stats.counted()
    assert list(first) == list(second)
    assert first.stats.residuals > 0
    assert first.stats.diagram_bytes == first.diagram.size > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_the_diagram_is_decomposable_and_deterministic(engine):
    # One in which a cell's colour often leaves a part that cannot be filled.
    space = nc.solution_space(random_puzzle(7, 0.35, 27), engine=engine)
    diagram = space.diagram
    sizes = {}
    for node in diagram.nodes:
        total = 0
        colours = []
        for edge in diagram.edges(node):
            decided = [cell for cell, _ in edge.facts]
            below = [cell for child in edge.children for cell in child.cells]
            cells = sorted(decided + below)
            assert cells == list(range(len(cells)))  # all of them, and each once
            assert sizes.setdefault(node, len(cells)) == len(cells)
            assert decided[0] == 0
            colours.append(edge.facts[0][1])
            assert all(sizes[child.node] == len(child.cells) for child in edge.children)
            total += math.prod(diagram.node_count(child.node) for child in edge.children)
        assert colours == sorted(set(colours))
        assert total == diagram.node_count(node)


def test_meter_is_respected_by_marginals():
    space = nc.solution_space(ONES[12])
    with pytest.raises(LimitReached):
        space.marginals(limits=Limits(seconds=1e-9))
    assert space.marginals()[0, 0, 1] == Fraction(1, 12)
    with pytest.raises(LimitReached):
        nc.solution_space(ONES[20]).diagram.colour_counts(Meter(Limits(memory=100_000), Stats()))


@pytest.mark.parametrize("seed", range(4))
def test_puzzles_that_need_a_race_are_counted_however_they_are_held(seed):
    # Large enough that all four sweeps may start.
    puzzle = random_puzzle(12, 0.3, seed + 20)
    spaces = [nc.solution_space(p) for p in (puzzle, puzzle.transpose(), puzzle.mirror())]
    assert len({space.count for space in spaces}) == 1
    for space in spaces:
        for component in space.components:
            assert list(component.cells) == sorted(component.cells)
        for index in (0, space.count // 3, space.count - 1):
            assert space.index(space[index]) == index
            assert space.puzzle.is_solved_by(space[index])


def test_what_is_shared_a_lot_has_marginals_too():
    # 24! pictures in 276 nodes that lie in some 2^24 places.
    space = nc.solution_space(Puzzle([[1]] * 24, [[1]] * 24))
    assert space.marginals(limits=Limits(seconds=60))[3, 4, 1] == Fraction(1, 24)
    assert [part.count for part in space.components] == [math.factorial(24)]


@pytest.mark.parametrize("seed", range(4))
def test_marginals_from_above_and_from_below_agree(seed):
    # With little memory the kernel does not hold the numbers of all nodes at once.
    puzzle = random_puzzle(10, 0.27, seed)
    space = nc.solution_space(puzzle)
    cells = sum(
        len(edge.facts) + sum(len(child.cells) for child in edge.children)
        for node in space.diagram.nodes
        for edge in space.diagram.edges(node)[:1]
    )
    below = space.marginals()
    above = nc.solution_space(puzzle).marginals(limits=Limits(memory=max(50_000, 40 * cells)))
    assert above.counts == below.counts


def test_ranges_find_their_pictures_as_lists_do():
    space = permutations(4)
    assert space[:].index(space[22], -4) == list(space).index(space[22], 20) == 22
    with pytest.raises(ValueError, match="not among these"):
        space[5:].index(space[2])


def test_spaces_and_ranges_can_be_pickled():
    space = permutations(6)
    piece = space.partition(7)[3]
    again = pickle.loads(pickle.dumps(piece))
    assert list(again) == list(piece)
    assert again.space.marginals().counts == space.marginals().counts


def test_many_free_cells_are_counted():
    space = nc.solution_space(Puzzle([None] * 250, [None] * 250))
    assert space.count == 2**62500
    assert space.index(space[space.count // 3]) == space.count // 3
