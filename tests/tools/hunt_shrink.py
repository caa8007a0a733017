"""Small reproductions: a case made simpler step by step while the same check still fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from operator import add

from hunt_cases import Case, Truth

from nonocsp import CustomBoard, Grid, Limits, Options, Picture, Puzzle
from nonocsp.core.base.errors import PuzzleError
from nonocsp.core.model.bits import full
from nonocsp.core.model.board import Rectangle
from nonocsp.core.model.line import Line


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
    if case.interrupted:
        yield replace(case, interrupted=False)
    if case.pickled:
        yield replace(case, pickled=False)
    if case.grid is not None:
        yield replace(case, grid=None)
    yield from _without_lines(case)
    yield from _with_fewer_colours(case)
    yield from _with_fewer_blocks(case)
    changed = case.options.changed()
    for name in changed:
        kept = {other: value for other, value in changed.items() if other != name}
        yield replace(case, options=Options(**kept))
    if case.grid is not None:
        every = full(case.grid.block_colours)
        for cell, mask in enumerate(case.grid.masks):
            if mask != every:
                masks = [*case.grid.masks[:cell], every, *case.grid.masks[cell + 1 :]]
                yield replace(case, grid=Grid.of_masks(case.puzzle, masks))


def _without_lines(case: Case) -> Iterator[Case]:
    """On a part of the board: of a solution if there is one, so that there still is one, then of
    the clues."""
    puzzle = case.puzzle
    solution = next(iter(Truth(puzzle, case.grid).pictures), None)
    for board, cells, clues in _parts(puzzle):
        if solution is not None:
            picture = Picture.from_cells([solution[at] for at in cells], board, puzzle.colours)
            smaller = Puzzle.from_picture(picture, puzzle.colours[1:], goals=())
            yield replace(case, puzzle=smaller, grid=None)
        smaller = Puzzle.on(board, clues, puzzle.colours[1:])
        grid = case.grid and Grid.of_masks(smaller, [case.grid.masks[at] for at in cells])
        yield replace(case, puzzle=smaller, grid=grid)


def _parts(puzzle: Puzzle):
    """Smaller boards, each with the cells that it keeps in its order, and their lines' clues."""
    board = puzzle.board
    if isinstance(board, Rectangle):
        yield from _parts_of_rectangle(puzzle)
        return
    if isinstance(board, CustomBoard):
        return
    numbers = {triple: cell for cell, triple in enumerate(board.triples)}
    for less in product(range(3), repeat=4):
        a, b, c, d = (side - by for side, by in zip(board.sizes, less, strict=False))
        try:
            smaller = type(board)(a, b, c, d, a + b - d, c + d - a)
        except PuzzleError:
            continue
        for shift in product(range(3), repeat=3) if smaller.size < board.size else ():
            moved = [tuple(map(add, triple, shift)) for triple in smaller.triples]
            if all(triple in numbers for triple in moved):
                by = dict(zip(board.axes, shift, strict=True))
                lines = [Line(line.axis, line.index + by[line.axis]) for line in smaller.lines]
                yield smaller, [numbers[each] for each in moved], [*map(puzzle.clue, lines)]


def _parts_of_rectangle(puzzle: Puzzle):
    """Without half of the rows or columns, or one of them."""
    for axis, size in zip(puzzle.board.axes, puzzle.shape, strict=True):
        parts = [range(size // 2), range(size // 2, size), *(range(n, n + 1) for n in range(size))]
        for part in parts:
            if 0 < len(part) < size:
                without = {Line(axis, at) for at in part}
                kept = [line for line in puzzle.lines if line not in without]
                rows = sum(line.is_row for line in kept)
                gone = {cell for line in without for cell in puzzle.cells(line)}
                cells = [cell for cell in range(puzzle.board.size) if cell not in gone]
                yield Rectangle(rows, len(kept) - rows), cells, [*map(puzzle.clue, kept)]


def _with_fewer_colours(case: Case) -> Iterator[Case]:
    """The last colour becomes the first."""
    puzzle = case.puzzle
    if puzzle.block_colours > 1:
        last = puzzle.block_colours
        clues = [
            clue and [replace(b, colour=1) if b.colour == last else b for b in clue]
            for clue in puzzle.clues
        ]
        with suppress(PuzzleError):  # a block is attached only to one of another colour
            fewer = Puzzle.on(puzzle.board, clues, puzzle.colours[1:-1])
            yield replace(case, puzzle=fewer, grid=None)


def _with_fewer_blocks(case: Case) -> Iterator[Case]:
    puzzle, clues = case.puzzle, case.puzzle.clues
    for at, clue in enumerate(clues):
        for change in _simpler_clues(clue or ()):
            changed = [*clues[:at], change, *clues[at + 1 :]]
            with suppress(PuzzleError):  # nor without the one before it
                fewer = Puzzle.on(puzzle.board, changed, puzzle.colours[1:])
                yield replace(case, puzzle=fewer)


def _simpler_clues(clue):
    for at, block in enumerate(clue):
        yield (*clue[:at], *clue[at + 1 :])
        if (block.length or 0) > 1:
            yield (*clue[:at], replace(block, length=block.length - 1), *clue[at + 1 :])
