"""Faults of a puzzle that can be seen without solving it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from ..base.errors import counted
from .board import Board
from .clue import Clue, has_star, minimal_length
from .colours import Colour
from .line import Axis, Line


class Problem(NamedTuple):
    """A problem of a puzzle that is well formed.

    Attributes:
        kind: ``"too_long"`` (a clue needs more cells than its line has), ``"sums_differ"``
            (rows and columns, or two other directions, do not agree on the number of cells of a
            colour) or
            ``"unused_colour"``.
        message: one sentence for people.
        line: the line with the problem, or None.
        needed: cells that the clue, or the first direction, needs; or None.
        available: cells that the line has, or the other direction needs; or None.
        fatal: whether the problem alone leaves no solution.
    """

    kind: Literal["too_long", "sums_differ", "unused_colour"]
    message: str
    line: Line | None = None
    needed: int | None = None
    available: int | None = None

    @property
    def fatal(self) -> bool:
        return self.kind != "unused_colour"

    def __str__(self) -> str:
        return self.message


def problems(
    board: Board, clues: Sequence[Clue | None], colours: Sequence[Colour]
) -> Iterator[Problem]:
    """Every fault of the puzzle with these clues and this palette, blank first."""
    for line, clue in zip(board.lines, clues, strict=True):
        length = len(board.cells(line))
        if clue is not None and (needed := minimal_length(clue)) > length:
            message = f"{line}: the clue needs {counted(needed, 'cell')}, the line has {length}"
            yield Problem("too_long", message, line, needed, length)
    first, *others = clues_by_axis(board, clues).items()
    for number, colour in enumerate(colours[1:], start=1):
        here = cells_needed(first[1], number)
        is_used = any(here)
        for axis, along in others:
            there = cells_needed(along, number)
            is_used |= any(there)
            if sums_differ(here, there):
                needed_here = cells_of(here[0], colour.name)
                these, those = plural(first[0]), plural(axis)
                message = f"{these} need {needed_here}, {those} {there[0]}"
                yield Problem("sums_differ", message, None, here[0], there[0])
                is_used = True
        if not is_used and number > 1:
            yield Problem("unused_colour", f"{colour.name}: no clue uses this colour")


def clues_by_axis(
    board: Board, clues: Sequence[Clue | None]
) -> dict[Axis, tuple[Clue | None, ...]]:
    """The clues of each direction."""
    at = iter(clues)
    return {axis: tuple(islice(at, len(board.lengths(axis)))) for axis in board.axes}


def given_by_axis(
    board: Board, clues: Sequence[Clue | None]
) -> dict[Axis, tuple[Clue | None, ...]]:
    """As `clues_by_axis`, without the lines that take no clue and directions of no others."""
    found: dict[Axis, list[Clue | None]] = {}
    for line, clue in zip(board.lines, clues, strict=True):
        if board.has_clue(line):
            found.setdefault(line.axis, []).append(clue)
    return {axis: tuple(own) for axis, own in found.items()}


def cells_of(number: int, colour: str) -> str:
    """A number of cells of a colour; the name is an adjective only if it is a word.

    >>> cells_of(5, "black"), cells_of(1, "x")
    ('5 black cells', "1 cell of the colour 'x'")
    """
    if len(colour) > 2:
        return counted(number, f"{colour} cell")
    return f"{counted(number, 'cell')} of the colour {colour!r}"


def plural(axis: Axis) -> str:
    """What all lines of a direction are called."""
    noun = Line(axis, 0).noun
    return f"the {noun}s" if noun != "line" else f"the lines of direction {axis}"


def sums_differ(rows: tuple[int, bool], columns: tuple[int, bool]) -> bool:
    """Whether two answers of `cells_needed` contradict each other: a sum that may be larger does so
    only when it is larger already."""
    return (rows[0] > columns[0] and not columns[1]) or (columns[0] > rows[0] and not rows[1])


def cells_needed(clues: Sequence[Clue | None], colour: int) -> tuple[int, bool]:
    """The least number of cells of a colour in these clues, and whether there may be more."""
    blocks = [block for clue in clues for block in clue or () if block.colour == colour]
    is_open = (
        None in clues or any(map(has_star, clues)) or any(block.length is None for block in blocks)
    )
    return sum(block.length or 1 for block in blocks), is_open
