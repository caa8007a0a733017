from __future__ import annotations

from itertools import product

import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import ANY, examples, puzzles, small_puzzles, wild_puzzles

import nonocsp as nc
from nonocsp import Limits, Options, Puzzle
from nonocsp.core.csp import Network, assignments, line_network
from nonocsp.core.model.line import Line
from nonocsp.core.options.limits import LimitReached, Meter, Stats
from nonocsp.files.encodings import python_constraint

EVERY_OPTION = [
    Options(propagation=p, ordering=o, values=v, components=c)
    for p, o, v, c in product(
        ("none", "forward_checking", "ac3"),
        ("mrv", "mrv_degree", "in_order"),
        ("lexicographic", "least_constraining"),
        (False, True),
    )
]


@examples(25)
@given(made=puzzles(3, 3, 2))
@pytest.mark.parametrize("options", EVERY_OPTION, ids=lambda o: o.to_json())
def test_every_combination_of_techniques_finds_the_same_solutions(options, made):
    _, puzzle = made
    found = [p.cells for p in nc.solutions(puzzle, options=options, engine="textbook")]
    assert len(found) == len(set(found))
    assert set(found) == oracle.pictures(puzzle)


@examples(50)
@given(puzzle=st.one_of(wild_puzzles(board=ANY), small_puzzles(ANY).map(lambda made: made[1])))
def test_python_constraint_finds_the_same_solutions(puzzle):
    stated = python_constraint.problem(puzzle)
    theirs = {python_constraint.picture(puzzle, each) for each in stated.getSolutions()}
    assert theirs == set(nc.solutions(puzzle, engine="textbook"))


@examples(15)
@given(made=puzzles(8, 8, 3, vague=False))
def test_techniques_agree_on_larger_coloured_pictures(made):
    picture, puzzle = made
    limits = Limits(nodes=1500)
    sets = []
    for options in EVERY_OPTION:
        if options.propagation == "none":
            continue  # hopeless at this size
        found = nc.solutions(puzzle, options=options, engine="textbook", limits=limits)
        drawn = set(found)
        assert all(puzzle.is_solved_by(each) for each in drawn)
        if found.is_complete:
            assert picture in drawn
            sets.append(drawn)
    assert all(each == sets[0] for each in sets)
    if sets and len(sets[0]) < 50 and max(puzzle.shape) < 7:
        stated = python_constraint.problem(puzzle)
        theirs = {python_constraint.picture(puzzle, each) for each in stated.getSolutions()}
        assert theirs == sets[0]


def test_solutions_with_lexicographic_values_in_order_are_sorted():
    options = Options(ordering="in_order", components=False)
    puzzle = Puzzle([[1], ["?"], None, [1]], [[1]] * 2 + [None])
    found = [p.cells for p in nc.solutions(puzzle, options=options, engine="textbook")]
    assert found == sorted(found)
    assert len(found) > 5


def test_stronger_propagation_never_visits_more_nodes_in_the_same_order():
    puzzle = Puzzle([[1, 1], [2], [1], [1, 1], [2]], [[1, 1], [1, 1], [1, 1], [2], [1]])
    nodes = []
    for propagation in ("none", "forward_checking", "ac3"):
        options = Options(propagation=propagation, ordering="in_order", components=False)
        found = nc.solutions(puzzle, options=options, engine="textbook")
        list(found)
        nodes.append(found.stats.nodes)
    assert nodes == sorted(nodes, reverse=True)


@pytest.mark.slow
def test_a_hundred_lines_are_no_deeper_a_problem_than_ten():
    puzzle = Puzzle([[]] * 600, [[]] * 100)
    options = Options(propagation="none", ordering="in_order", components=False)
    result = nc.solve(puzzle, options=options, engine="textbook")
    assert result.stats.nodes == 700
    assert puzzle.is_solved_by(result.picture)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle([[1] * 12] * 2, [None] * 60),
        Puzzle([None] * 10_000, [None] * 10_000),
        Puzzle([["?"] * 20] * 2, [None] * 100),
    ],
    ids=["blocks", "absent", "unknown"],
)
def test_domains_that_would_not_fit_are_refused_before_they_are_listed(puzzle):
    options = Options(domains="explicit")
    result = nc.solve(puzzle, engine="textbook", options=options)
    assert result.status is nc.Status.UNKNOWN
    assert result.stopped_by == "placements"
    assert "the lines up to row 1 have " in result.detail
    assert result.stats.placements == 0


def test_a_count_that_would_not_fit_is_unknown():
    options, limits = Options(domains="explicit"), Limits(placements=1)
    puzzle = Puzzle([[1]] * 3, [[1]] * 3)
    counted = nc.count(puzzle, engine="textbook", options=options, limits=limits)
    assert (counted.is_exact, counted.at_least, counted.stopped_by) == (False, 0, "placements")


def test_givens_can_make_domains_fit_that_would_not():
    puzzle = Puzzle([[1] * 8], [[]] + [None] * 29)
    limits, options = Limits(placements=100), Options(domains="explicit")
    refused = nc.solve(puzzle, limits=limits, engine="textbook", options=options)
    assert refused.stopped_by == "placements"
    known = {(0, c): int(c % 2 == 1 and c < 16) for c in range(28)}
    grid = nc.Grid([3] * 30, 30).given(known)
    solved = nc.solve(puzzle, limits=limits, grid=grid, engine="textbook", options=options)
    assert solved.picture is not None


def test_a_network_of_lines_names_its_variables_by_line():
    network = line_network(Puzzle([[1]], [[1], []]))
    assert network.names == [Line("row", 0), Line("column", 0), Line("column", 1)]
    assert list(network.values[0]) == [b"\0\1", b"\1\0"]
    assert len(network.arcs) == 4


def test_two_constraints_on_the_same_pair_both_propagate():
    network = Network()
    network.add_variable("x", range(6))
    network.add_variable("y", range(6))
    network.constrain("x", "y", lambda x, y: x < y)
    network.constrain("x", "y", lambda x, y: (x + y) % 5 == 0)
    expected = [(x, y) for x in range(6) for y in range(6) if x < y and (x + y) % 5 == 0]
    assert sorted((s["x"], s["y"]) for s in assignments(network)) == expected


def test_a_variable_cannot_be_added_twice():
    network = Network()
    network.add_variable("x", [1])
    with pytest.raises(ValueError, match="'x' already"):
        network.add_variable("x", [1])


def test_a_variable_without_values_leaves_no_solution():
    network = Network()
    network.add_variable("x", [])
    assert list(assignments(network)) == []


def test_components_save_the_work_of_repeating_a_failure():
    # Two independent 2x2 switches and, last in the order, a component without solution.
    network = Network()
    for name in "abcdefgh":
        network.add_variable(name, [0, 1, 2])
    network.all_different("ab")
    network.all_different("cd")
    network.all_different("efgh")  # four variables, three values
    work = {}
    for components in (False, True):
        stats = Stats()
        options = Options(ordering="in_order", components=components)
        assert list(assignments(network, options, Meter(Limits(), stats))) == []
        work[components] = stats.nodes
    assert work[True] < work[False] / 10


def test_limits_unwind_the_search_with_their_name():
    network = Network()
    for name in "abc":
        network.add_variable(name, range(4))
    network.all_different("abc")
    with pytest.raises(LimitReached) as caught:
        list(assignments(network, Options(), Meter(Limits(nodes=3), Stats())))
    assert caught.value.limit == "nodes"
