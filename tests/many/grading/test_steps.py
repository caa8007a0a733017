"""A step is graded as by trying everything, and its reason holds."""

from __future__ import annotations

import threading

import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import ANY, examples, grids, small_puzzles

from nonocsp import Grid, LimitReached, Limits, OptionError, Puzzle, PuzzleError, grade_step
from nonocsp.many.grading import StepVerdict

VERDICTS = {
    (True, False): StepVerdict.FOLLOWS,
    (False, True): StepVerdict.CONTRADICTS,
    (True, True): StepVerdict.GUESS,
    (False, False): StepVerdict.NO_SOLUTION,
}


def by_definition(puzzle, grid, cell, colour):
    """The verdict by all solutions."""
    has = {cells[cell] == colour for cells in oracle.pictures(puzzle, grid)}
    return VERDICTS[True in has, False in has]


@examples(150)
@given(data=st.data())
def test_steps_are_graded_by_all_solutions(data):
    picture, puzzle = data.draw(small_puzzles(ANY))
    right = data.draw(grids(picture, puzzle.block_colours))
    cell = data.draw(st.integers(0, puzzle.board.size - 1))
    colour = data.draw(st.integers(0, puzzle.block_colours))
    masks = list(right.masks)
    for wrong in data.draw(st.lists(st.integers(0, len(masks) - 1), max_size=1)):
        masks[wrong] = data.draw(st.integers(1, (2 << puzzle.block_colours) - 1))
    grid = Grid.of_masks(puzzle, masks)
    place = puzzle.board.place(cell)
    found = grade_step(puzzle, grid, place, colour)
    assert found.verdict is by_definition(puzzle, grid, cell, colour)
    assert bool(found) == (found.verdict is StepVerdict.FOLLOWS)
    assert (found.step is not None) == (found.by == "line")
    if found.step is None:
        return
    assert found.step.holds(puzzle) and len(found.step.lines) == 1
    for fact in found.step.because:  # each reason is in the grid
        known = grid.candidates(fact.row, fact.column)
        assert set(known) <= set(fact.colours)
    if found.verdict is not StepVerdict.NO_SOLUTION:
        (conclusion,) = [c for c in found.step.cells if (c.row, c.column) == place]
        is_left = colour in conclusion.left
        assert is_left == (found.verdict is StepVerdict.FOLLOWS)
        assert not is_left or conclusion.left == (colour,)
        # What does not follow from the step alone is said of the grid.
        is_whole = len(conclusion.excluded) == puzzle.block_colours
        assert found.reason.endswith("in the grid already.") == (is_left and not is_whole)


def test_the_means():
    puzzle = Puzzle([[1], [1], [1]], [[1], [2]])
    found = grade_step(puzzle, None, (1, 1), 1)
    assert str(found) == "follows: Column 2: the 2 must cover row 2 wherever it starts."
    assert found.by == "line"
    grid = Grid.unknown(puzzle).given({(1, 1): 1})
    assert {grade_step(puzzle, grid, (1, 1), colour).by for colour in (0, 1)} == {"grid"}
    ambiguous = Puzzle([[1], [1]], [[1], [1]])
    assert grade_step(ambiguous, None, (0, 0), 1).verdict is StepVerdict.GUESS
    wrong = grade_step(ambiguous, Grid.from_text("##\n??"), (1, 1), 1)
    assert (wrong.verdict, wrong.by) == (StepVerdict.NO_SOLUTION, "line")


def test_what_only_search_shows():
    """Every line allows both colours of the open cells, but there is one solution."""
    picture = [[0, 0, 0, 1], [1, 0, 1, 0], [0, 1, 1, 1], [0, 1, 0, 0]]
    puzzle = Puzzle.from_picture(picture)
    grid = Grid.from_text("?__?\n????\n?##?\n????")
    for row, column in ((r, c) for r in range(4) for c in range(4)):
        found = grade_step(puzzle, grid, (row, column), 1)
        verdicts = (StepVerdict.CONTRADICTS, StepVerdict.FOLLOWS)
        assert found.verdict is verdicts[picture[row][column]]
        is_known = len(grid.candidates(row, column)) == 1
        assert (found.by, found.step) == ("grid" if is_known else "backbone", None)
    text = "follows: Row 1, column 4 is black in every solution that agrees with the grid."
    assert str(grade_step(puzzle, grid, (0, 3), 1)) == text


def test_what_only_several_patterns_show_is_one_step():
    """One pattern excludes one colour of the cell, another one the other."""
    clue = [(2, "red"), (1, "black"), (1, "red")]
    puzzle = Puzzle([clue], [None] * 6, ["black", "red"])
    grid = Grid.of_masks(puzzle, [5, 6, 7, 5, 5, 5])
    found = grade_step(puzzle, grid, (0, 2), 1)
    text = "follows: Row 1: since columns 4-5 are not black, column 3 is black."
    assert (str(found), found.by) == (text, "line") and found.step.holds(puzzle)


def test_a_limit_makes_the_grade_unknown():
    stop = threading.Event()
    stop.set()
    puzzle = Puzzle([[1]] * 30, [[1]] * 30)
    found = grade_step(puzzle, None, (0, 0), 1, limits=Limits(stop=stop))
    assert (found.verdict, found.by, found.stopped_by) == (StepVerdict.UNKNOWN, "", "stop")
    with pytest.raises(LimitReached):
        bool(found)


def test_cells_and_colours_that_do_not_exist():
    puzzle = Puzzle([[1]], [[1]])
    for cell, colour in (((1, 0), 1), ((0, 0), 2)):
        with pytest.raises(PuzzleError):
            grade_step(puzzle, None, cell, colour)
    for cell in (5, (0,), (0.5, 0), ("a", 0), (0, -1)):
        with pytest.raises(OptionError, match="cell"):
            grade_step(puzzle, None, cell, 1)
    with pytest.raises(OptionError, match="colour"):
        grade_step(puzzle, None, (0, 0), "black")
