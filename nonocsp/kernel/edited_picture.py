"""The puzzle of a picture that is edited cell by cell.

Local search over pictures asks thousands of questions about pictures that differ in a cell or two.
Making a `Puzzle` for each takes several times as long as the kernel needs for the answer. So the
clues are kept here line by line, as the compiled module takes them, and an edit renews only those
of its row and its column.
"""

from __future__ import annotations

from array import array
from contextlib import suppress
from itertools import groupby

from ..common.limits import Limits, Stats
from ..common.options import Options
from .interface import ensure_available, kernel_limits, kernel_options, pack, unless_limited, unpack

with suppress(ImportError):  # `ensure_available` reports what is missing
    import _nonocsp_kernel as _kernel

_OPTIONS = Options()


class EditedPicture:
    """A picture that can be painted, and the questions about its puzzle.

    Args:
        cells: the picture's cells in row-major order.
        columns: number of columns.
        colours: number of block colours.

    Raises:
        EngineError: the kernel is missing, or a line is longer than it supports.

    >>> picture = EditedPicture(b"\\x01\\x00\\x00\\x01", 2, 1)
    >>> picture.paint(1, 1)
    >>> picture.propagated(Limits())
    [2, 2, 1, 2]
    """

    def __init__(self, cells: bytes, columns: int, colours: int) -> None:
        ensure_available()
        self.cells = bytearray(cells)
        self.columns, self.colours = columns, colours
        self.rows = len(cells) // columns
        self._clues = [_clue(cells[r * columns : (r + 1) * columns]) for r in range(self.rows)]
        self._clues += [_clue(cells[c::columns]) for c in range(columns)]

    def paint(self, cell: int, colour: int) -> None:
        """Give a cell a colour. Cost: linear in its row and its column."""
        row, column = divmod(cell, self.columns)
        self.cells[cell] = colour
        start = row * self.columns
        self._clues[row] = _clue(self.cells[start : start + self.columns])
        self._clues[self.rows + column] = _clue(self.cells[column :: self.columns])

    def propagated(self, limits: Limits) -> list[int]:
        """The candidates left when every line of the puzzle has been tightened, as masks.

        Raises:
            LimitReached: the limit on time or memory was reached.
        """
        seconds, _, memory, _ = kernel_limits(limits)
        left = unless_limited(_kernel.propagated(self._puzzle(), None, seconds, memory))
        assert left is not None, "the picture solves its own puzzle"
        return unpack(left, self.colours)

    def solutions(self, known: list[int], limits: Limits, stats: Stats) -> int:
        """The number of solutions that agree with candidates: 0, 1, or 2 for several.

        Raises:
            LimitReached: a limit was reached.
        """
        search = _kernel.Search(
            self._puzzle(),
            pack(known, self.colours),
            kernel_options(_OPTIONS),
            True,
            *kernel_limits(limits),
        )
        answers = [search.next()]
        if answers[0] is not None:
            answers.append(search.next())
        counted = Stats()
        counted.update(search.stats())
        stats.add(counted)
        return sum(unless_limited(answer) is not None for answer in answers)

    def _puzzle(self) -> _kernel.Puzzle:
        sizes, lengths, colours = zip(*self._clues, strict=True)
        return _kernel.Puzzle(
            self.rows,
            self.columns,
            self.colours,
            array("i", sizes).tobytes(),
            b"".join(lengths),
            b"".join(colours),
            b"",
        )


def _clue(cells: bytes | bytearray) -> tuple[int, bytes, bytes]:
    """The clue of a line: number of blocks, their lengths, their colours."""
    runs = [(len(list(run)), colour) for colour, run in groupby(cells) if colour]
    return len(runs), array("i", [n for n, _ in runs]).tobytes(), bytes([c for _, c in runs])
