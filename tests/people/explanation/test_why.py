"""The reasons for one cell: the steps on which it depends, and no others."""

from __future__ import annotations

import pytest
from hypothesis import given
from strategies import ANY, cases, examples

import nonocsp as nc
from nonocsp import Puzzle
from nonocsp.core.base.errors import OptionError
from nonocsp.core.model.bits import full, has_several, mask_of
from nonocsp.many.questions.registry import QUESTIONS
from nonocsp.people.explanation import Outcome, explain


def replay(puzzle, start, steps):
    """The candidates after some steps, each checked from its reasons, which must be known."""
    number, unknown = puzzle.board.number, full(puzzle.block_colours)
    masks = list(start.masks)
    for step in steps:
        for fact in step.because:
            known = masks[number(fact.row, fact.column)]
            assert known & ~mask_of(fact.colours) == 0, f"not known: {fact} of {step}"
        assert step.holds(puzzle)
        for one in step.cells:
            masks[number(one.row, one.column)] &= unknown & ~mask_of(one.excluded)
    return masks


@pytest.mark.parametrize("file", ["tulip.ctu", "cat.json", "n-dom-6.nin", "heart.txt"])
def test_the_steps_for_a_cell_decide_it_alone(file):
    puzzle = nc.read(f"input/{file}")
    steps = explain(puzzle).run()
    rows, columns = puzzle.shape
    fewer = 0
    for cell in range(0, rows * columns, 5):
        chain = steps.why(divmod(cell, columns))
        left = replay(puzzle, steps.start, chain.values())[cell]
        assert left == steps.grid.masks[cell]
        assert list(chain) == sorted(chain)
        assert all(steps.steps[number] is step for number, step in chain.items())
        # Each of the steps is used by the cell or by a later one.
        used = {number for step in chain.values() for number in step.uses}
        for number, step in chain.items():
            about = {(one.row, one.column) for one in step.cells}
            assert number in used or divmod(cell, columns) in about
        fewer += len(chain) < len(steps.steps)
    assert fewer


@examples(40)
@given(cases(ANY))
def test_any_cell_of_any_puzzle(case):
    puzzle, grid = case
    steps = explain(puzzle, grid).run()
    for cell in range(puzzle.board.size):
        chain = steps.why(puzzle.board.place(cell))
        left = replay(puzzle, steps.start, chain.values())[cell]
        if steps.outcome is not Outcome.CONTRADICTION:
            assert left == steps.grid.masks[cell]
    if steps.outcome is Outcome.CONTRADICTION:
        chain = steps.why()
        assert chain[len(steps.steps) - 1].is_contradiction
        replay(puzzle, steps.start, chain.values())
    else:
        assert steps.why() == {}


def test_only_as_many_steps_are_computed_as_the_cell_needs():
    puzzle = nc.read("input/heart.txt")
    first = next(explain(puzzle))
    row, column, _ = first.decided[0]
    steps = explain(puzzle)
    assert list(steps.why((row, column))) == [0]
    assert len(steps.found) == 1 and steps.outcome is Outcome.OPEN


def test_given_cells_need_no_reason():
    puzzle = Puzzle([[3], [1]], [[1], [2], [1]])
    steps = explain(puzzle, nc.Grid.from_text("###\n???"))
    assert steps.why((0, 1)) == {}
    assert list(steps.why((1, 1))) == [0]


def test_cells_that_are_not_there_are_refused():
    with pytest.raises(OptionError, match="rows are 0 to 1, columns 0 to 2"):
        explain(Puzzle([[3], [1]], [[1], [2], [1]])).why((2, 0))


def test_the_question():
    puzzle = Puzzle([[3], [1]], [[1], [2], [1]])
    why = QUESTIONS["why"]
    answer = why.ask(puzzle, row=1, column=0).result
    assert answer["colours"] == [0]
    assert [step["sentence"] for step in answer["steps"]] == [
        "Column 2: the 2 takes all of it, so row 2 is black.",
        "Row 2: the 1 is there, so columns 1 and 3 are blank.",
    ]
    assert answer["numbers"] == [1, 2]
    impossible = why.ask(Puzzle([[1], [1]], [[2], [1]])).result
    assert impossible["colours"] is None and impossible["outcome"] == "contradiction"
    assert impossible["steps"][-1]["cells"] == []
    with pytest.raises(OptionError, match="a row and a column"):
        why.ask(puzzle, row=1)


def test_ambiguous_cells_stay_open():
    steps = explain(Puzzle([[1], [1]], [[1], [1]]))
    assert steps.why((0, 0)) == {}
    assert has_several(steps.grid.masks[0])
