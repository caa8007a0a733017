"""Propagation: the fixpoint of tightening, step by step and at once."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from strategies import boards, examples, grids, puzzles

from nonocsp import Grid, Limits, Puzzle
from nonocsp.core.line import LineDomains, tighten
from nonocsp.core.model.line import Line
from nonocsp.core.options.limits import LimitReached, Meter, Stats
from nonocsp.core.solver.propagation import propagated, tightenings


@examples(60)
@given(st.data(), st.booleans())
def test_every_step_is_sound_and_the_last_leaves_nothing_to_tighten(data, by_definition):
    picture, puzzle = data.draw(puzzles(6, 6, 2) | puzzles(max_colours=2, board=boards()))
    grid = data.draw(grids(picture, puzzle.block_colours))
    masks = list(grid.masks)
    domains = LineDomains(puzzle, by_definition=by_definition)
    for step in tightenings(puzzle, masks, domains=domains):
        assert step.changes
        assert step.after == tighten(puzzle.clue(step.line), step.before, puzzle.block_colours)
        assert step.after == Grid.of_masks(puzzle, masks).line(step.line)
        assert all(mask >> cell & 1 for mask, cell in zip(masks, picture.cells, strict=True))
    fixpoint = Grid.of_masks(puzzle, masks)
    for line in puzzle.lines:
        known = fixpoint.line(line)
        assert tighten(puzzle.clue(line), known, puzzle.block_colours) == known
    assert propagated(puzzle, grid) == propagated(puzzle, grid, by_definition=True) == fixpoint


@given(puzzles(4, 4, 1), st.data())
def test_only_lines_of_the_worklist_and_lines_that_cross_a_change_are_tightened(made, data):
    puzzle = made[1]
    grid = propagated(puzzle)
    masks = list(grid.masks)
    cell = data.draw(st.integers(0, len(masks) - 1))
    masks[cell] &= -masks[cell]
    meter = Meter(Limits(), Stats())
    lines = [line for line, _ in puzzle.lines_through(cell)]
    steps = list(tightenings(puzzle, masks, lines, meter=meter))
    assert len(steps) <= meter.stats.tightenings
    assert [step.round for step in steps] == sorted(step.round for step in steps)
    reached = set(lines)
    for step in steps:
        assert step.line in reached
        for index in step.changes:
            reached.update(line for line, _ in puzzle.lines_through(puzzle.cells(step.line)[index]))


def test_the_last_step_is_the_line_that_fails():
    puzzle = Puzzle([[2]], [[1], []])
    steps = list(tightenings(puzzle, [3, 3]))
    assert steps[-1].line == Line("column", 1) and steps[-1].after is None
    assert steps[-1].changes == {}
    assert propagated(puzzle) is propagated(puzzle, by_definition=True) is None


def test_a_limit_stops_it():
    with pytest.raises(LimitReached):
        propagated(Puzzle([[1]] * 9, [[1]] * 9), limits=Limits(seconds=1e-9), by_definition=True)


@pytest.mark.parametrize("by_definition", [True, False])
def test_a_cell_without_candidates_is_a_contradiction_though_its_lines_have_no_clue(by_definition):
    puzzle, grid = Puzzle([None], [None, None]), Grid([0, 3], 2)
    assert propagated(puzzle, grid, by_definition=by_definition) is None
