"""Faults of a puzzle that can be seen without solving it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ..common.errors import counted
from .clue import Clue, minimal_length
from .colours import Colour
from .line import Line


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of a puzzle that is well formed.

    Attributes:
        kind: ``"too_long"`` (a clue needs more cells than its line has), ``"sums_differ"``
            (rows and columns do not agree on the number of cells of a colour) or
            ``"unused_colour"``.
        message: one sentence for people.
        line: the line at fault, or None.
        needed: cells that the clue, or the rows, need; or None.
        available: cells that the line has, or the columns need; or None.
        fatal: the fault alone leaves no solution.
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
    rows: Sequence[Clue | None], columns: Sequence[Clue | None], colours: Sequence[Colour]
) -> Iterator[Problem]:
    """Every fault of the puzzle with these clues and this palette, blank first."""
    for is_row, clues, length in ((True, rows, len(columns)), (False, columns, len(rows))):
        for index, clue in enumerate(clues):
            if clue is not None and (needed := minimal_length(clue)) > length:
                line = Line("row" if is_row else "column", index)
                message = f"{line}: the clue needs {counted(needed, 'cell')}, the line has {length}"
                yield Problem("too_long", message, line, needed, length)
    for number, colour in enumerate(colours[1:], start=1):
        in_rows, rows_open = cells_needed(rows, number)
        in_columns, columns_open = cells_needed(columns, number)
        if sums_differ((in_rows, rows_open), (in_columns, columns_open)):
            needed_by_rows = counted(in_rows, f"{colour.name} cell")
            message = f"the rows need {needed_by_rows}, the columns {in_columns}"
            yield Problem("sums_differ", message, None, in_rows, in_columns)
        elif not (in_rows or in_columns or rows_open or columns_open) and number > 1:
            yield Problem("unused_colour", f"{colour.name}: no clue uses this colour")


def sums_differ(rows: tuple[int, bool], columns: tuple[int, bool]) -> bool:
    """Whether two answers of `cells_needed` contradict each other: a sum that may be larger does so
    only when it is larger already."""
    return (rows[0] > columns[0] and not columns[1]) or (columns[0] > rows[0] and not rows[1])


def cells_needed(clues: Sequence[Clue | None], colour: int) -> tuple[int, bool]:
    """The least number of cells of a colour in these clues, and whether there may be more."""
    blocks = [block for clue in clues for block in clue or () if block.colour == colour]
    is_open = None in clues or any(block.length is None for block in blocks)
    return sum(block.length or 1 for block in blocks), is_open
