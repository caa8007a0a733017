"""Decision heuristics in Python: any of them is right, and what they see is true."""

from __future__ import annotations

import random
import signal
import time

import pytest
from hypothesis import given, strategies as st
from strategies import ANY, boards, examples, grids, puzzles, small_puzzles

import nonocsp as nc
from nonocsp import Limits, Line, Options, Puzzle, Status
from nonocsp.core.base.errors import OptionError, PluginError
from nonocsp.core.kernel.decision import by_line
from nonocsp.core.line import definition
from nonocsp.core.options import plugins

#: Pictures whose search takes conflicts and restarts.
HARD = nc.read("input/n-dom-6.nin")
PERMUTATION = Puzzle([[1]] * 5, [[1]] * 5)


def using(heuristic, **options):
    plugins.register("decision", "mine", heuristic)
    return Options(decision="mine", **options)


def at_random(seed):
    """A heuristic that gives every kind of answer."""
    draw = random.Random(seed)

    def heuristic(view):
        cell = draw.choice(view.open_cells)
        line = draw.choice(view.open_lines)
        return draw.choice([(cell, draw.choice(view.candidates(cell))), cell, line, None])

    return heuristic


@given(made=small_puzzles(ANY), data=st.data())
def test_random_decisions_find_the_same_solutions(made, data):
    picture, puzzle = made
    grid = data.draw(st.one_of(st.none(), grids(picture, puzzle.block_colours)))
    seed = data.draw(st.integers(0, 99))
    options = using(at_random(seed), probing=data.draw(st.booleans()), guidance=False)
    found = list(nc.solutions(puzzle, grid=grid, options=options))
    assert len(found) == len(set(found))
    assert set(found) == set(nc.solutions(puzzle, grid=grid))


@examples(30)
@given(made=puzzles(8, 8, 3) | puzzles(max_colours=2, board=boards()), seed=st.integers(0, 99))
def test_a_view_agrees_with_the_definition_of_lines(made, seed):
    _, puzzle = made
    decide = at_random(seed)

    def heuristic(view):
        grid = view.grid
        for line in view.puzzle.lines:
            expected = definition.count(
                puzzle.clue(line), puzzle.length(line), puzzle.block_colours, grid.line(line)
            )
            assert view.domain_size(line) == expected > 0
            is_open = any(cell in view.open_cells for cell in puzzle.cells(line))
            assert bool(view.open_cells_of(line)) == is_open == (line in view.open_lines)
        for cell in range(puzzle.board.size):
            assert tuple(view.candidates(cell)) == grid.candidates(*puzzle.board.place(cell))
            assert (cell in view.open_cells) == (len(view.candidates(cell)) > 1)
            assert view.activity(cell) >= 0
        return decide(view)

    options = using(heuristic, probing=False)
    for picture in nc.solutions(puzzle, options=options, limit=10):
        assert puzzle.is_solved_by(picture)


def test_the_worst_decisions_give_the_right_verdict():
    solution = nc.solve(HARD).picture.cells

    def adversary(view):
        """Always the wrong colour for the unique solution, as long as there is one."""
        for cell in view.open_cells:
            for colour in view.candidates(cell):
                if colour != solution[cell]:
                    return cell, colour
        return None

    found = nc.solutions(HARD, options=using(adversary))
    assert [picture.cells for picture in found] == [solution]
    assert found.is_complete
    assert nc.solve(HARD, options=Options(decision="mine")).stats.conflicts > 0


def test_a_class_sees_conflicts_and_restarts():
    made = []

    class Observer:
        def __init__(self, puzzle):
            self.puzzle, self.conflicts, self.restarts = puzzle, [], 0
            made.append(self)

        def __call__(self, view):
            assert view.level >= 0 <= view.trail <= view.nodes * 10**6
            assert view.restarts == self.restarts
            assert view.conflicts >= len(self.conflicts)
            return view.open_cells[0], 1

        def on_conflict(self, conflict):
            self.conflicts.append(conflict)

        def on_restart(self):
            self.restarts += 1

    options = using(Observer, probing=False, guidance=False, positions=False, restart_unit=1)
    for _ in range(2):
        result = nc.solve(HARD, options=options)
    first, second = made
    assert first.conflicts == second.conflicts != []
    assert first.restarts == result.stats.restarts > 0
    assert len(first.conflicts) <= result.stats.conflicts <= len(first.conflicts) + 1
    learned = [conflict for conflict in first.conflicts if conflict.nogood]
    assert sum(conflict.size for conflict in learned) == result.stats.learned_literals
    for conflict in learned:
        assert conflict.size == len(conflict.nogood) >= conflict.lbd >= 1
        assert conflict.level > conflict.back and conflict.trail >= conflict.level
        # No solution has all its facts.
        facts = conflict.nogood
        assert not all((result.picture.cells[cell] == colour) == has for cell, colour, has in facts)


@examples(30)
@given(made=puzzles(6, 6, 3), seed=st.integers(0, 9))
def test_no_later_solution_has_a_learned_nogood(made, seed):
    """One that was given before may have it: no search gives it again."""
    _, puzzle = made
    nogoods = []

    class Observer:
        def __init__(self, puzzle):
            self.decide = at_random(seed)

        def __call__(self, view):
            return self.decide(view)

        def on_conflict(self, conflict):
            nogoods.append(conflict.nogood)

    for picture in nc.solutions(puzzle, options=using(Observer, probing=False), limit=200):
        for facts in filter(None, nogoods):
            assert any((picture.cells[cell] == colour) != has for cell, colour, has in facts)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda view: "a", "answered 'a'; expected (cell, colour), a cell, a Line or None"),
        (lambda view: (1, 2, 3), "expected (cell, colour), a cell, a Line or None"),
        (lambda view: (0, 1.0), "answered (0, 1.0); expected (cell, colour)"),
        (lambda view: 25, "answered cell 25; expected one from 0 to 24"),
        (lambda view: -1, "answered cell -1; expected one from 0 to 24"),
        (lambda view: (7, 2), "colour 2 for cell 7 (row 2, column 3); expected one of 0, 1"),
        (lambda view: (7, -1), "colour -1 for cell 7"),
        (lambda view: (0, 1) if not view.level else 0, "cell 0 (row 1, column 1), which is dec"),
        (lambda view: Line("row", 5), "answered row 6; expected a line with open cells"),
        (lambda view: Line("row", 0) if view.level else (0, 1), "answered row 1; expected a line"),
    ],
)
def test_a_wrong_answer_is_refused_in_one_line(answer, message):
    with pytest.raises(PluginError) as caught:
        nc.solve(PERMUTATION, options=using(answer))
    assert message in str(caught.value)
    assert str(caught.value).startswith("the decision heuristic 'mine' answered ")
    assert "\n" not in str(caught.value)


def test_what_is_no_function_is_refused():
    with pytest.raises(OptionError, match="the decision 'mine' is a int, not a function"):
        using(3)
    with pytest.raises(OptionError, match=r"must be one of vsids, or a plugin .*, not 'other'"):
        Options(decision="other")


def test_an_exception_reaches_the_caller():
    calls = []

    def fails(view):
        calls.append(view)
        if len(calls) == 2:
            raise ZeroDivisionError("here")

    found = nc.solutions(PERMUTATION, options=using(fails))
    with pytest.raises(ZeroDivisionError, match="here"):
        list(found)

    class Fails:
        def __init__(self, puzzle):
            pass

        def __call__(self, view):
            return view.open_cells[0], 1

        def on_conflict(self, conflict):
            raise KeyError(conflict.level)

    with pytest.raises(KeyError):
        nc.solve(HARD, options=using(Fails, probing=False, guidance=False))


def test_ctrl_c_reaches_the_caller():
    # A library that was used before may have left the signal to the system.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupted(view):
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        list(nc.solutions(PERMUTATION, options=using(interrupted)))


def test_a_view_ends_with_the_call():
    kept = []
    list(nc.solutions(PERMUTATION, options=using(kept.append)))
    for use in (lambda view: view.open_cells, lambda view: view.candidates(0), lambda v: v.level):
        with pytest.raises(RuntimeError, match="valid only while its heuristic is called"):
            use(kept[0])


@examples(30)
@given(made=small_puzzles(ANY))
def test_an_ordering_of_lines_is_a_heuristic(made):
    _, puzzle = made
    sizes = []

    def dom_deg(state, variables):
        def key(variable):
            degree = len(state.neighbours(variable) & set(variables))
            sizes.append(state.size(variable))
            assert state.is_single(variable) == (sizes[-1] == 1)
            return sizes[-1] / max(1, degree)

        return min(variables, key=key)

    options = using(by_line(dom_deg), probing=False)
    assert set(nc.solutions(puzzle, options=options)) == set(nc.solutions(puzzle))
    plugins.register("ordering", "mine", dom_deg)
    found = nc.solutions(puzzle, engine="textbook", options=Options(ordering="mine"), limit=5)
    assert all(map(puzzle.is_solved_by, found))


def test_limits_hold():
    options = using(lambda view: view.open_cells[-1])
    result = nc.solve(HARD, options=options, limits=Limits(nodes=3))
    assert (result.status, result.stopped_by) == (Status.UNKNOWN, "nodes")

    def slow(view):
        time.sleep(0.02)

    result = nc.solve(HARD, options=using(slow, probing=False), limits=Limits(seconds=0.1))
    assert (result.status, result.stopped_by) == (Status.UNKNOWN, "seconds")
    assert result.stats.nodes < 10


def test_every_decision_is_asked_for():
    asked = []
    options = using(asked.append)
    result = nc.solve(nc.read("input/permutation-5.txt"), options=options)
    assert len(asked) == result.stats.nodes > 0
