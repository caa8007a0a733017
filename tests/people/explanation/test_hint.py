"""Hints: the next step, or the mistake, and nothing that is not so."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations

import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import ANY, examples, grids, small_puzzles, wild_puzzles
from true_steps import Claims

import nonocsp as nc
from nonocsp import Grid, Limits, Puzzle
from nonocsp.core.options.limits import LimitReached
from nonocsp.people.explanation import explain, hint


def known_cells(grid):
    full = (2 << grid.block_colours) - 1
    return [cell for cell, mask in enumerate(grid.masks) if mask != full]


def only(grid, cells):
    full = (2 << grid.block_colours) - 1
    masks = [mask if cell in cells else full for cell, mask in enumerate(grid.masks)]
    return Grid(masks, block_colours=grid.block_colours, board=grid.board)


def cells_of(facts, board):
    return sorted(board.number(fact.row, fact.column) for fact in facts)


def decided_in_words(puzzle, answer):
    """The cells of a hint whose colour its last step says, or a sentence after it."""
    step, said = answer.step, set()
    claims = Claims(puzzle)
    if step.technique == "shared colours":  # the sentence is about all cells
        alone = [c for c in step.cells if len(c.excluded) == puzzle.block_colours]
        said = {(puzzle.board.number(c.row, c.column), 1 << c.colour) for c in alone}
    elif len(step.lines) == 1:
        said = {*claims.in_line(step.lines, str(step))}
    else:
        said = {*claims.anywhere(step.lines, str(step))}
    for text in answer.sentences[len(answer.steps) :]:
        (line,) = (n for n in puzzle.lines if text.lower().startswith(f"{n}:".lower()))
        more = {*claims.in_line([line], text)}
        assert more and not more & said
        said |= more
    return [one for one in answer.cells if (puzzle.board.number(*one[:2]), 1 << one[2]) in said]


@examples(60)
@given(data=st.data())
def test_without_a_mistake_the_hint_is_the_first_step_that_decides_a_cell(data):
    picture, puzzle = data.draw(small_puzzles(ANY))
    grid = data.draw(grids(picture, puzzle.block_colours))
    answer = hint(puzzle, grid)
    # The steps of a hint stand alone: only in an explanation do they name those that they use.
    steps = [replace(step, uses=()) for step in explain(puzzle, grid).run().steps]
    deciding = [step for step in steps if any(cell.colour is not None for cell in step.cells)]
    if deciding:
        assert answer.kind == "step"
        # A search on the way may have come upon other solutions first.
        if all(step.technique != "case split" for step in (*steps, *answer.steps)):
            assert answer.step == deciding[0]
            assert set(answer.steps) <= set(steps[: steps.index(deciding[0]) + 1])
        assert answer.sentences[: len(answer.steps)] == tuple(map(str, answer.steps))
        assert {*answer.cells} == {*decided_in_words(puzzle, answer)}
        assert all(step.holds(puzzle) for step in answer.steps)
    else:
        assert answer.kind == ("solved" if grid.is_decided else "ambiguous")
    assert json.loads(json.dumps(answer.to_dict()))["kind"] == answer.kind


@examples(60)
@given(data=st.data())
def test_the_steps_of_a_hint_decide_its_cells_by_themselves(data):
    """From the cells that the hint names as its reasons, and nothing else in the player's grid."""
    picture, puzzle = data.draw(small_puzzles(ANY))
    board = puzzle.board
    shown = data.draw(st.sets(st.integers(0, len(picture.cells) - 1)))
    grid = Grid.unknown(puzzle).given({board.place(at): picture.cells[at] for at in shown})
    answer = hint(puzzle, grid)
    if answer.kind != "step":
        return
    used = only(grid, [board.number(row, column) for row, column in answer.because])
    pictures = oracle.pictures(puzzle, used)
    for row, column, colour in answer.cells:
        assert {cells[board.number(row, column)] for cells in pictures} == {colour}


@examples(120)
@given(data=st.data())
def test_a_mistake_is_named_as_brute_force_names_it(data):
    _, puzzle = data.draw(small_puzzles(ANY))
    colours = puzzle.block_colours
    board = puzzle.board
    cells = st.sampled_from([*(1 << c for c in range(colours + 1)), (2 << colours) - 1])
    masks = data.draw(st.lists(cells, min_size=board.size, max_size=board.size))
    grid = Grid(masks, block_colours=colours, board=board)
    answer = hint(puzzle, grid)
    known = known_cells(grid)
    if oracle.pictures(puzzle, grid):
        assert answer.kind != "mistake" and not answer.wrong
        return
    assert answer.kind == "mistake"
    alone = [cell for cell in known if not oracle.pictures(puzzle, only(grid, [cell]))]
    wrong = cells_of(answer.wrong, board)
    assert answer.named == (1 if alone else len(wrong))
    if alone:
        assert wrong == alone
    else:
        assert not oracle.pictures(puzzle, only(grid, wrong))
        for fewer in combinations(known, len(wrong) - 1):
            assert oracle.pictures(puzzle, only(grid, fewer))
    if answer.step is not None:
        assert answer.step.holds(puzzle)


@examples(30)
@given(puzzle=wild_puzzles(board=ANY))
def test_a_puzzle_without_solution_is_not_the_players_fault(puzzle):
    answer = hint(puzzle)
    assert (answer.kind == "no solution") == (not oracle.pictures(puzzle))


def test_the_two_stages():
    puzzle = nc.read("input/anchor.txt")
    answer = hint(puzzle)
    assert answer.where == "Look at column 6."
    assert answer.what.startswith("Column 6: 1 10 takes all 12 cells")


def test_a_wrong_cell_is_told_with_the_line_that_it_breaks():
    puzzle = Puzzle([[3], [1]], [[1], [2], [1]])
    answer = hint(puzzle, Grid.from_text("###\n#?_"))
    assert answer.where == "Something is wrong. Look at column 1."
    assert answer.what == (
        "Row 2, column 1 cannot be black. "
        "Column 1: since rows 1-2 are black, there is no way to lay 1."
    )
    assert [(fact.row, fact.column, fact.colour) for fact in answer.wrong] == [(1, 0, 1)]


def test_a_wrong_cell_may_need_a_chain():
    puzzle = nc.read("input/tulip.ctu")
    solution = nc.solve(puzzle).picture
    grid = explain(puzzle).grid
    before = None
    for step in (steps := explain(puzzle)):
        if step.branches:
            before = grid
            break
        grid = steps.grid
    assumed = step.branches[0].assumed
    wrong = before.given({(assumed.row, assumed.column): assumed.colours[0]})
    assert solution[assumed.row, assumed.column] not in assumed.colours
    answer = hint(puzzle, wrong)
    assert answer.kind == "mistake"
    assert answer.step.branches and answer.step.holds(puzzle)
    assert (answer.wrong[0].row, answer.wrong[0].column) == (assumed.row, assumed.column)


def test_cells_that_are_wrong_only_together():
    """Each is in one of the two solutions, and none has both."""
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    answer = hint(puzzle, Grid.from_text("#?\n#?"))
    assert answer.what == (
        "These cells cannot be right together: row 1, column 1 is black; row 2, column 1 is black. "
        "Column 1: since rows 1-2 are black, there is no way to lay 1."
    )
    assert len(answer.wrong) == answer.named == 2


def test_a_limit_is_no_answer():
    puzzle = nc.read("input/n-dom-6.nin")
    with pytest.raises(LimitReached):
        hint(puzzle, limits=Limits(nodes=1))


def test_a_cell_without_candidates_is_a_mistake():
    answer = hint(Puzzle([[1]], [[1], []]), Grid([0, 3], 2, 1))
    assert answer.kind == "mistake"
