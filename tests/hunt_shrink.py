"""Small reproductions: a case made simpler step by step while the same check still fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from hunt_cases import Case, Truth

from nonocsp import Grid, Limits, Options, Picture, Puzzle
from nonocsp.model.bits import full


def shrunk(case: Case, fails: Callable[[Case], bool], seconds: float) -> Case:
    """The simplest case found within some seconds for which ``fails`` holds too."""
    deadline = time.monotonic() + seconds
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for each in simpler(case):
            if time.monotonic() > deadline:
                return case
            if fails(each):
                case, is_smaller = each, True
                break
    return case


def simpler(case: Case) -> Iterator[Case]:
    """Cases that are a little simpler, the boldest first."""
    if case.options != Options():
        yield replace(case, options=Options())
    if case.limits != Limits():
        yield replace(case, limits=Limits())
    if case.grid is not None:
        yield replace(case, grid=None)
    yield from _without_lines(case)
    yield from _with_fewer_blocks(case)
    changed = {
        name: value
        for name, value in case.options.to_dict().items()
        if value != Options.table()[name].default
    }
    for name in changed:
        kept = {other: value for other, value in changed.items() if other != name}
        yield replace(case, options=Options.from_mapping(kept))
    if case.grid is not None:
        every = full(case.grid.block_colours)
        for cell, mask in enumerate(case.grid.masks):
            if mask != every:
                masks = [*case.grid.masks[:cell], every, *case.grid.masks[cell + 1 :]]
                yield replace(case, grid=Grid.of_masks(case.puzzle, masks))


def _without_lines(case: Case) -> Iterator[Case]:
    """Without half of the rows or columns, or one of them: of a solution if there is one, so that
    there still is one, then of the clues."""
    puzzle = case.puzzle
    solution = next(iter(Truth(puzzle, case.grid).pictures), None)
    for is_row, size in zip((True, False), puzzle.shape, strict=True):
        parts = [range(size // 2), range(size // 2, size), *(range(n, n + 1) for n in range(size))]
        for part in parts:
            if len(part) < size and part:
                if solution is not None:
                    cells = _without(solution, puzzle, is_row, part)
                    picture = Picture(cells, colours=puzzle.colours)
                    smaller = Puzzle.from_picture(picture, puzzle.colours[1:], goals=())
                    yield replace(case, puzzle=smaller, grid=None)
                axis = "rows" if is_row else "columns"
                clues = [c for n, c in enumerate(getattr(puzzle, axis)) if n not in part]
                grid = case.grid
                if grid is not None:
                    masks = _without(grid.masks, puzzle, is_row, part)
                    grid = Grid(masks, None, puzzle.block_colours)
                yield replace(case, puzzle=puzzle.replace(**{axis: clues}), grid=grid)


def _without(cells, puzzle, is_row, part):
    """The rows of a board without some lines."""
    rows, columns = (range(size) for size in puzzle.shape)
    return [
        [cells[r * len(columns) + c] for c in columns if is_row or c not in part]
        for r in rows
        if not (is_row and r in part)
    ]


def _with_fewer_blocks(case: Case) -> Iterator[Case]:
    for axis in ("rows", "columns"):
        clues = getattr(case.puzzle, axis)
        for at, clue in enumerate(clues):
            for change in _simpler_clues(clue or ()):
                changed = [*clues[:at], change, *clues[at + 1 :]]
                yield replace(case, puzzle=case.puzzle.replace(**{axis: changed}))


def _simpler_clues(clue):
    for at, block in enumerate(clue):
        yield (*clue[:at], *clue[at + 1 :])
        if (block.length or 0) > 1:
            yield (*clue[:at], replace(block, length=block.length - 1), *clue[at + 1 :])
