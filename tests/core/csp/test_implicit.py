"""Implicit domains: the tree of explicit ones, revision for revision, on lines of any length."""

from __future__ import annotations

import random
from itertools import product

import implicit_search
import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import (
    ANY,
    cases,
    examples,
    puzzles,
    random_puzzle,
    small_puzzles,
)

import nonocsp as nc
from nonocsp import CustomBoard, Limits, Options, Picture, Puzzle
from nonocsp.core.base.errors import OptionError
from nonocsp.core.csp.implicit import ImplicitState
from nonocsp.core.csp.orderings import VARIABLE_ORDERS
from nonocsp.core.csp.propagation import PROPAGATORS, needs_lists
from nonocsp.core.csp.search import SEARCHES
from nonocsp.core.csp.solving import solve
from nonocsp.core.csp.values import VALUE_ORDERS
from nonocsp.core.kernel import interface as kernel
from nonocsp.core.line import count
from nonocsp.core.options.limits import Meter, Stats

#: The values of every option that implicit domains can serve.
CHOICES = {
    "propagation": [name for name in PROPAGATORS if not needs_lists(name)],
    "search": list(SEARCHES),
    "ordering": list(VARIABLE_ORDERS),
    "values": list(VALUE_ORDERS),
    "components": [False, True],
    "last_conflict": [False, True],
    "seed": [0, 1],
}
EVERY = [dict(zip(CHOICES, values, strict=True)) for values in product(*CHOICES.values())]
SAME = ("nodes", "backtracks", "revisions", "components", "restarts", "solutions", "stopped_by")


def work(puzzle, domains, techniques, grid=None, limit=None):
    options, limits = Options(domains=domains, **techniques), Limits(nodes=2_000)
    found = nc.solutions(
        puzzle, grid=grid, options=options, engine="textbook", limits=limits, limit=limit
    )
    pictures = [picture.cells for picture in found]
    counted = {name: getattr(found.stats, name) for name in SAME[:-1]}
    return pictures, counted | {"stopped_by": found.stopped_by}


def both(puzzle, techniques, grid=None, limit=None):
    """The work with explicit domains, which is the same with implicit ones."""
    explicit = work(puzzle, "explicit", techniques, grid, limit)
    assert work(puzzle, "implicit", techniques, grid, limit) == explicit, techniques
    return explicit


def compiled(puzzle, ordering, limit):
    """The tree of the kernel that searches by lines."""
    options = Options(strategy="textbook", ordering=ordering)
    found = nc.solutions(puzzle, options=options, engine="kernel", limit=limit)
    return [picture.cells for picture in found], found.stats.nodes, found.stats.backtracks


@examples(400)
@given(case=cases(ANY), techniques=st.sampled_from(EVERY))
def test_implicit_domains_give_the_same_work_and_the_same_order(techniques, case):
    puzzle, grid = case
    pictures, counted = both(puzzle, techniques, grid, 50)
    if counted["stopped_by"] is None:
        assert set(pictures) == oracle.pictures(puzzle, grid)


@pytest.mark.slow
@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("propagation", CHOICES["propagation"])
def test_every_combination_of_techniques_does_the_same_work(propagation, search):
    chance, puzzles_, restarts = random.Random(search + propagation), [], 0
    for size in (3, 4, 5):
        puzzles_.append(Puzzle([[1]] * size, [[1]] * size))
        for _ in range(4):
            rows, columns = (
                [[1] * chance.randint(0, size // 2) for _ in range(size)] for _ in range(2)
            )
            puzzles_.append(Puzzle(rows, columns))
            puzzles_.append(random_puzzle((size, size + 1), chance.choice((0.3, 0.5)), chance))
    for number, techniques in enumerate(EVERY):
        if (techniques["propagation"], techniques["search"]) == (propagation, search):
            puzzle = puzzles_[number % len(puzzles_)]
            restarts += both(puzzle, techniques, None, 100)[1]["restarts"]
    assert (restarts > 0) == (search == "restarts" and propagation != "ac3")


@examples(20)
@given(made=puzzles(7, 7, 3, vague=False))
def test_the_work_is_the_same_on_larger_puzzles(made):
    _, puzzle = made
    for techniques in ({}, {"ordering": "mrv_degree", "propagation": "forward_checking"}):
        both(puzzle, techniques, None, 20)


@examples(25)
@given(made=small_puzzles(ANY))
def test_lines_by_definition_and_by_the_kernel_are_the_same_domains(made):
    _, puzzle = made
    results = []
    for by_definition in (True, False):
        stats = Stats()
        state = ImplicitState(puzzle, None, Meter(Limits(), stats), by_definition=by_definition)
        results.append(([*map(tuple, solve(state, Options()))], stats.counted()))
    assert results[0] == results[1]


@pytest.mark.parametrize("ordering", ["mrv", "mrv_degree", "in_order"])
@examples(20)
@given(data=st.data())
def test_an_independent_search_visits_the_same_tree(ordering, data):
    _, puzzle = data.draw(puzzles(6, 6, 2))
    techniques = {"ordering": ordering, "components": False}
    found, counted = work(puzzle, "implicit", techniques, limit=30)
    expected = implicit_search.tree(puzzle, ordering, 30)
    assert (found, counted["nodes"], counted["backtracks"]) == expected
    assert kernel.UNAVAILABLE or compiled(puzzle, ordering, 30) == expected


STRONG = [
    Options(propagation=name, domains=domains, components=False)
    for name in PROPAGATORS
    for domains in ("explicit", "implicit")
    if domains == "explicit" or not needs_lists(name)
]


@pytest.mark.parametrize("options", STRONG, ids=lambda options: options.to_json())
@examples(10)
@given(data=st.data())
def test_cells_on_no_line_of_a_direction_are_in_no_domain(options, data):
    # 40 cells, of which 36 or more lie on no line of direction B: 2^36 placements, were they one.
    boxes = [[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for y in range(10) for x in range(4)]
    column = data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=4, unique=True))
    lines = {
        "A": [[4 * y + x for x in range(4)] for y in range(10)],
        "B": [[4 * y for y in column]],
    }
    if data.draw(st.booleans()):  # direction A is the one that lacks cells
        lines = {"A": lines["B"], "B": lines["A"]}
    board = CustomBoard(boxes, lines)
    cells = data.draw(st.lists(st.integers(0, 1), min_size=40, max_size=40))
    puzzle = Puzzle.from_picture(Picture.from_cells(bytes(cells), board))
    assert not all(map(board.has_clue, board.lines))
    limits = Limits(placements=1_000)
    found = nc.solutions(puzzle, engine="textbook", options=options, limits=limits, limit=20)
    pictures = list(found)
    assert found.stopped_by in (None, "solutions") and all(map(puzzle.is_solved_by, pictures))
    assert len(set(pictures)) == min(20, nc.count(puzzle).at_least)
    same = Options(strategy="textbook", propagation=options.propagation)
    if options.propagation in ("none", "forward_checking", "ac3") and not kernel.UNAVAILABLE:
        theirs = nc.solutions(puzzle, options=same, engine="kernel", limit=20)
        assert list(theirs) == pictures and theirs.stats.nodes == found.stats.nodes


@pytest.mark.parametrize("ordering", ["mrv", "mrv_degree"])
@pytest.mark.parametrize(("size", "density", "limit"), [((3, 40), 0.35, 8), ((4, 60), 0.4, 3)])
def test_domains_too_large_to_list_are_searched_by_the_same_tree(ordering, size, density, limit):
    puzzle = random_puzzle(size, density, sum(size))
    assert max(count(clue, size[1]) for clue in puzzle.rows) > 10**6
    techniques = {"ordering": ordering, "components": False}
    found, counted = work(puzzle, "auto", techniques, limit=limit)
    expected = implicit_search.tree(puzzle, ordering, limit)
    assert len(found) == limit and counted["nodes"] > limit
    assert (found, counted["nodes"], counted["backtracks"]) == expected
    assert kernel.UNAVAILABLE or compiled(puzzle, ordering, limit) == expected


def test_puzzles_of_60_by_60_are_solved_and_their_domains_are_not_listed():
    puzzle = random_puzzle(60, 0.65, 1)
    result = nc.solve(puzzle, engine="textbook", options=Options(ordering="mrv_degree"))
    assert puzzle.is_solved_by(result.picture)
    assert result.stats.placements == 0


def test_placements_are_listed_where_the_propagation_needs_them_or_they_are_asked_for():
    puzzle = Puzzle([[1]] * 3, [[1]] * 3)
    for listed, options in (
        (0, Options()),
        (0, Options(values="promise", search="restarts", propagation="none")),
        (18, Options(domains="explicit")),
        (18, Options(propagation="ac2001")),
    ):
        counted = nc.count(puzzle, engine="textbook", options=options)
        assert (counted.at_least, counted.stats.placements) == (6, listed)


def test_a_value_ordering_lists_no_more_placements_than_the_limit():
    puzzle = Puzzle([[1] * 10], [None] * 40)
    options = Options(values="least_constraining", ordering="in_order")
    result = nc.solve(puzzle, engine="textbook", options=options)
    assert (result.picture, result.stopped_by) == (None, "placements")
    assert "one has more than 1000000" in result.detail


def test_crossings_that_would_not_fit_in_memory_are_refused():
    puzzle = Puzzle([None] * 10_000, [None] * 10_000)
    result = nc.solve(puzzle, engine="textbook")
    assert (result.status, result.stopped_by) == (nc.Status.UNKNOWN, "memory")


@pytest.mark.parametrize("propagation", list(filter(needs_lists, PROPAGATORS)))
def test_propagators_of_single_values_refuse_implicit_domains(propagation):
    puzzle = Puzzle([[1] * 10], [None] * 40)
    options = Options(propagation=propagation)
    assert nc.solve(puzzle, engine="textbook", options=options).stopped_by == "placements"
    with pytest.raises(OptionError, match="needs domains='explicit'"):
        nc.solve(
            puzzle,
            engine="textbook",
            options=Options(domains="implicit", propagation=propagation),
        )
