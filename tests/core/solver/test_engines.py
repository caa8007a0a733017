"""What every engine must do. A new engine inherits the whole suite by being in the table."""

from __future__ import annotations

import dataclasses
import math
import random
from itertools import islice

import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import ANY, cases, examples, puzzles, wild_puzzles

import nonocsp as nc
from nonocsp import Grid, Limits, Picture, Puzzle, Status, Verdict
from nonocsp.core.base.errors import OptionError, PuzzleError
from nonocsp.core.options import plugins
from nonocsp.core.solver.engines import ENGINES, Kernel


class RandomDecisions(Kernel):
    """The kernel with a decision heuristic in Python, which answers anything."""

    name, summary = "kernel with random decisions", "a heuristic in Python"

    def pictures(self, query):
        options = dataclasses.replace(query.options, decision="random", probing=False)
        return super().pictures(query._replace(options=options))


class AtRandom:
    def __init__(self, puzzle):
        self.draw = random.Random(puzzle.fingerprint())

    def __call__(self, view):
        cell = self.draw.choice(view.open_cells)
        decision = cell, self.draw.choice(view.candidates(cell))
        return self.draw.choice([decision, cell, self.draw.choice(view.open_lines), None])


plugins.register("decision", "random", AtRandom)
plugins.register("engine", RandomDecisions.name, RandomDecisions())

pytestmark = pytest.mark.parametrize("engine", [*ENGINES, RandomDecisions.name])

SWITCH = Puzzle([[1], [1]], [[1], [1]])
HOPELESS = Puzzle([[2], []], [[2], []])  # the sums agree, and there is no solution all the same


def cells(found):
    return [picture.cells for picture in found]


@examples(120)
@given(case=cases(ANY))
def test_solutions_are_those_of_brute_force_each_once(engine, case):
    puzzle, grid = case
    expected = oracle.pictures(puzzle, grid)
    found = nc.solutions(puzzle, grid=grid, engine=engine)
    every = cells(found)
    assert len(every) == len(set(every)) and set(every) == expected
    assert found.is_complete
    assert found.status is (Status.SATISFIABLE if expected else Status.UNSATISFIABLE)
    assert nc.count(puzzle, grid=grid, engine=engine) == len(expected)
    verdict = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(len(expected), 2)]
    assert nc.verdict(puzzle, grid=grid, engine=engine) is verdict


@examples(40)
@given(made=puzzles(8, 8, 3, vague=False))
def test_larger_pictures_are_among_their_solutions_which_all_satisfy_the_clues(engine, made):
    picture, puzzle = made
    found = nc.solutions(puzzle, engine=engine, limit=500)
    drawn = list(found)
    assert all(puzzle.is_solved_by(each) for each in drawn)
    assert len(set(drawn)) == len(drawn)
    assert picture in drawn or found.stopped_by == "solutions"


@pytest.mark.parametrize("n", range(1, 7))
def test_clues_of_all_ones_have_as_many_solutions_as_there_are_permutations(engine, n):
    puzzle = Puzzle([[1]] * n, [[1]] * n)
    found = cells(nc.solutions(puzzle, engine=engine))
    assert len(found) == len(set(found)) == math.factorial(n)
    assert nc.count(puzzle, engine=engine).at_least == math.factorial(n)


def test_the_four_by_four_of_twice_one_has_two_solutions(engine):
    puzzle = Puzzle([[1, 1]] * 4, [[1, 1]] * 4)
    assert nc.count(puzzle, engine=engine).at_least == 2


def test_absent_clues_leave_every_picture(engine):
    assert nc.count(Puzzle([None] * 3, [None] * 3), engine=engine).at_least == 2**9
    assert nc.count(Puzzle([None] * 2, [None] * 2, ["a", "b"]), engine=engine).at_least == 3**4


@pytest.mark.parametrize(
    ("rows", "columns", "picture"),
    [
        ([[]], [[]], ["_"]),
        ([[1]], [[1]], ["#"]),
        ([[2, 1]], [[1], [1], [], [1]], ["##_#"]),
        ([[], []], [[], [], []], ["___", "___"]),
        ([[3], [3]], [[2], [2], [2]], ["###", "###"]),
        ([["?"]], [["?"], ["?"]], ["##"]),
        ([[(1, "red"), (1, "blue")], []], [[(1, "red")], [(1, "blue")]], [[1, 2], [0, 0]]),
    ],
    ids=["blank-cell", "filled-cell", "one-row", "all-blank", "all-filled", "unknown", "empty-row"],
)
def test_degenerate_puzzles_work(engine, rows, columns, picture):
    puzzle = Puzzle(rows, columns)
    assert list(nc.solutions(puzzle, engine=engine)) == [Picture(picture)]
    assert nc.verdict(puzzle, engine=engine) is Verdict.UNIQUE


@pytest.mark.parametrize(
    "puzzle",
    [HOPELESS, Puzzle([[1]], [[]]), Puzzle([[5]], [[1]]), Puzzle([[10**9]], [None])],
    ids=["sums-agree", "sums-differ", "too-long", "huge"],
)
def test_no_solution_is_a_result(engine, puzzle):
    result = nc.solve(puzzle, engine=engine)
    assert (result.status, result.picture, result.stopped_by) == (Status.UNSATISFIABLE, None, None)
    assert nc.verdict(puzzle, engine=engine) is Verdict.NONE
    assert nc.count(puzzle, engine=engine).is_exact
    assert nc.count(puzzle, engine=engine).at_least == 0


@given(puzzle=wild_puzzles(), masks=st.lists(st.integers(0, 7), min_size=9, max_size=9))
def test_contradictory_givens_are_no_solution(engine, puzzle, masks):
    rows, columns = puzzle.shape
    grid = Grid(masks[: rows * columns], columns, 2)
    found = set(cells(nc.solutions(puzzle, grid=grid, engine=engine)))
    assert found == oracle.pictures(puzzle, grid)


def test_a_grid_that_does_not_fit_is_refused(engine):
    for grid in (Grid([3] * 6, 3), Grid([7] * 4, 2, 2)):
        with pytest.raises(PuzzleError, match="does not fit"):
            nc.solve(SWITCH, grid=grid, engine=engine)


def test_solutions_come_lazily(engine):
    puzzle = Puzzle([[1]] * 9, [[1]] * 9)
    with nc.solutions(puzzle, engine=engine) as found:
        assert len(list(islice(found, 5))) == 5
        assert found.stats.solutions == 5
        assert found.status is Status.SATISFIABLE
        assert not found.is_complete
    assert list(found) == []


def test_a_limit_on_solutions_ends_the_iterator_and_says_so(engine):
    found = nc.solutions(SWITCH, limit=1, engine=engine)
    assert len(list(found)) == 1
    assert (found.stopped_by, found.is_complete) == ("solutions", False)
    assert len(list(nc.solutions(SWITCH, limits=Limits(solutions=0), engine=engine))) == 0


def test_a_limit_on_nodes_makes_the_answer_unknown(engine):
    puzzle = Puzzle([[1]] * 8, [[1]] * 8)
    found = nc.solutions(puzzle, limits=Limits(nodes=20), engine=engine)
    some = list(found)
    assert found.stopped_by == "nodes"
    assert found.stats.nodes <= 20
    assert all(puzzle.is_solved_by(picture) for picture in some)
    n_dom = nc.read("input/n-dom-6.nin")  # unique, and no engine proves it in 20 nodes
    assert nc.verdict(n_dom, limits=Limits(nodes=20), engine=engine) is Verdict.UNKNOWN
    assert nc.verdict(n_dom, engine=engine) is Verdict.UNIQUE


def test_a_count_within_a_limit_on_nodes_is_a_bound_that_grows_with_it(engine):
    puzzle = Puzzle([[1]] * 8, [[1]] * 8)
    counts = [nc.count(puzzle, limits=Limits(nodes=n), engine=engine) for n in (1, 20, 80)]
    bounds = [count.at_least for count in counts]
    assert [count.stopped_by for count in counts] == ["nodes"] * 3
    assert 0 == bounds[0] <= bounds[1] <= bounds[2] < math.factorial(8)
    assert 1 < bounds[2] <= 80  # no more solutions are proven than nodes were visited
    assert not any(count.is_exact for count in counts)


def test_an_error_proves_nothing(engine, monkeypatch):
    found = nc.solutions(SWITCH, engine=engine)

    class Broken:
        def __next__(self):
            raise RuntimeError("the machine is on fire")

    monkeypatch.setattr(found, "_search", Broken())
    with pytest.raises(RuntimeError):
        next(found)
    assert list(found) == []
    assert (found.is_complete, found.status) == (False, Status.UNKNOWN)


def test_limits_of_any_size_are_taken(engine):
    limits = Limits(seconds=10**9, nodes=2**70, memory=2**70, placements=2**70)
    assert nc.count(SWITCH, limits=limits, engine=engine).at_least == 2


def test_what_is_no_question_is_refused_in_one_line(engine):
    for arguments in ({"puzzle": None}, {"limits": 5}, {"options": {}}, {"grid": [[1]]}):
        question = {"puzzle": SWITCH, **arguments}
        with pytest.raises(OptionError, match=f"^{next(iter(arguments))} must be an? "):
            nc.solve(question.pop("puzzle"), engine=engine, **question)


def test_a_limit_on_seconds_makes_the_answer_unknown(engine):
    puzzle = Puzzle([[1]] * 14, [[1]] * 14)
    found = nc.solutions(puzzle, limits=Limits(seconds=0.05), engine=engine)
    some = sum(1 for _ in found)
    assert found.stopped_by == "seconds"
    assert some == found.stats.solutions


def test_the_same_question_has_the_same_answer_order_and_work(engine):
    puzzle = Puzzle([[1]] * 5, [[1]] * 5)
    first, second = (nc.solutions(puzzle, engine=engine) for _ in range(2))
    assert cells(first) == cells(second)
    assert first.stats.counted() == second.stats.counted()
    assert first.stats.seconds > 0


def test_independent_parts_are_multiplied_not_multiplied_out(engine):
    # Ten switches along the diagonal: 2**10 solutions from ten parts of two.
    n = 10
    rows = [[1]] * (2 * n)
    grid = Grid([3 if i // 2 == j // 2 else 1 for i in range(2 * n) for j in range(2 * n)], 2 * n)
    puzzle = Puzzle(rows, rows)
    assert nc.count(puzzle, grid=grid, engine=engine).at_least == 2**n
    assert len(set(cells(nc.solutions(puzzle, grid=grid, engine=engine)))) == 2**n


def test_an_unknown_engine_is_refused(engine):
    with pytest.raises(OptionError, match=f"unknown engine 'x{engine}'"):
        nc.solve(SWITCH, engine=f"x{engine}")
