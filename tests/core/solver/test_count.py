"""What `count` promises: bounds as they are proven, and a limit on solutions that saves work."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import oracle
import pytest
from hypothesis import given, strategies as st
from interruption import interrupted
from strategies import ANY, random_puzzle, small_puzzles

import nonocsp as nc
from benchmarks.suite.generated import doms
from nonocsp import Limits, Puzzle
from nonocsp.core.solver import kernel_diagram
from nonocsp.core.solver.bounds import Bounds
from nonocsp.core.solver.engines import ENGINES
from nonocsp.people.generation.families import permutation

#: For each engine a puzzle that it cannot count in seconds.
BIG = {"kernel": random_puzzle(18, 0.33, 4), "textbook": permutation(9)}
ENOUGH = Limits(nodes=20_000)


def assert_closing(bounds):
    """Each is better than the one before, in one bound at least and worse in none."""
    for before, after in pairwise([Bounds(), *bounds]):
        assert after == before & after != before
        assert after.at_most is None or after.at_least <= after.at_most


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("puzzle", "solutions"),
    [
        (permutation(6), math.factorial(6)),
        (Puzzle([[1, 1]] * 4, [[1, 1]] * 4), 2),
        (Puzzle([None] * 2, [None] * 3), 2**6),
        (Puzzle([[2], []], [[2], []]), 0),
    ],
    ids=["permutations", "two", "absent", "none"],
)
def test_bounds_rise_to_the_exact_number(engine, puzzle, solutions):
    bounds = []
    counted = nc.count(puzzle, engine=engine, progress=bounds.append)
    assert (counted.at_least, counted.is_exact) == (solutions, True)
    assert_closing(bounds)
    assert bounds[-1] == (solutions, solutions)


def test_bounds_of_the_kernel_are_true_on_the_way():
    puzzle = random_puzzle(15, 0.33, 5)
    bounds = []
    counted = nc.count(puzzle, progress=bounds.append)
    assert_closing(bounds)
    assert len(bounds) > 2
    assert bounds[-1] == (7647, 7647)
    assert counted == 7647


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_on_solutions_saves_work(engine):
    limited = nc.count(BIG[engine], engine=engine, limits=ENOUGH.replace(solutions=100))
    assert not limited.is_exact
    assert limited.stopped_by == "solutions"
    assert limited.at_least > 100
    assert 10 * limited.stats.nodes < ENOUGH.nodes
    without = nc.count(BIG[engine], engine=engine, limits=ENOUGH)
    assert without.stopped_by == "nodes"
    assert without.at_least > limited.at_least
    assert without.stats.nodes > 10 * limited.stats.nodes


@pytest.mark.parametrize("engine", ENGINES)
@given(drawn=small_puzzles(ANY), limit=st.integers(0, 6))
def test_a_limit_on_solutions_loses_nothing_that_is_known(engine, drawn, limit):
    solutions = len(oracle.pictures(drawn[1]))
    counted = nc.count(drawn[1], engine=engine, limits=Limits(solutions=limit))
    if counted.is_exact:
        assert (counted.at_least, counted.stopped_by) == (solutions, None)
    else:
        assert limit < counted.at_least <= solutions
        assert counted.stopped_by == "solutions"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_that_is_met_exactly_stops_nothing(engine):
    counted = nc.count(permutation(4), engine=engine, limits=Limits(solutions=24))
    assert (counted.at_least, counted.is_exact, counted.stopped_by) == (24, True, None)


@pytest.mark.parametrize("engine", ENGINES)
def test_progress_arrives_during_the_work_and_may_end_it(engine):
    class EnoughError(Exception):
        pass

    def progress(bounds):
        if bounds.at_least > 10:
            raise EnoughError

    with pytest.raises(EnoughError):
        nc.count(BIG[engine], engine=engine, progress=progress)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_interrupt_keeps_the_best_bound(engine):
    bounds = []
    nc.count(permutation(3), engine=engine)  # imports take their time
    interrupted(0.3, lambda: nc.count(BIG[engine], engine=engine, progress=bounds.append))
    assert_closing(bounds)
    assert bounds


@pytest.mark.parametrize("puzzle", [random_puzzle(15, 0.33, 5), next(doms(9, 9)).puzzle])
def test_the_work_does_not_depend_on_how_often_bounds_are_looked_at(puzzle, monkeypatch):
    usual = nc.solution_space(puzzle)
    monkeypatch.setattr(kernel_diagram, "_LONGEST_TURN", 1)
    often = nc.solution_space(puzzle)
    assert often.stats.counted() == usual.stats.counted()
    assert list(often) == list(usual)


@pytest.mark.parametrize("compilation", ["portfolio", "search", "frontier"])
def test_nodes_of_all_members_count(compilation):
    options = nc.Options(compilation=compilation)
    for nodes in (1, 100, 10_000):
        counted = nc.count(BIG["kernel"], limits=Limits(nodes=nodes), options=options)
        assert counted.stopped_by == "nodes"
        # A frontier looks at its limits every 1024 states.
        assert counted.stats.nodes <= nodes + 1024


@pytest.mark.parametrize("size", [3, 30])
def test_a_count_without_memory_names_that_limit(size):
    puzzle = Puzzle([[1]] * size, [[1]] * size)
    assert nc.count(puzzle, limits=Limits(memory=1 << 10)).stopped_by == "memory"


#: Prints by how many bytes the process grows in a count that may hold 64 MiB.
GROWTH = """
import nonocsp as nc
from benchmarks.suite.generated import vague_pictures
from pathlib import Path
def bytes_of(what):
    return 1024 * int(Path("/proc/self/status").read_text().split(what + ":")[1].split()[0])
(case,) = vague_pictures(50, 0.4, 3, count=1)
nc.count(nc.Puzzle([[1]] * 3, [[1]] * 3))  # imports what it needs
before = bytes_of("VmRSS")
limits, options = nc.Limits(memory=64 << 20, nodes=20_000), nc.Options(compilation="frontier")
assert nc.count(case.puzzle, limits=limits, options=options).stopped_by
print(bytes_of("VmHWM") - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_tables_of_lines_with_many_states_are_within_the_memory(python):
    # They would take 0.4 GB.
    _, out, _ = python("-c", GROWTH)
    assert int(out) < 1.1 * (64 << 20)


def test_lines_of_too_many_states_have_no_frontier():
    puzzle = Puzzle([[None]] * 160, [[None] * 40] * 2)
    options, limits = nc.Options(compilation="search"), Limits(nodes=3_000)
    counted = nc.count(puzzle, options=options, limits=limits)
    assert 2 <= counted.at_least < counted.at_most


@pytest.mark.slow
def test_bounds_that_cannot_improve_leave_the_work_to_search():
    # Few states and many solutions: the narrowest restricted frontier drops nothing.
    puzzle = Puzzle([[None]] * 160, [[None] * 20] * 2)
    options, limits = nc.Options(compilation="search"), Limits(nodes=100_000)
    counted = nc.count(puzzle, options=options, limits=limits)
    assert counted.stopped_by == "nodes"
    assert 10**60 < counted.at_least <= counted.at_most
