"""The puzzle of a picture that changes cell by cell, as the compiled module takes it.

Whoever looks for a better picture asks thousands of questions about pictures that differ in a cell
or two. Making each a `Puzzle` takes several times as long as the kernel needs for the answer; so
the clues are kept here in the form in which they go through the door, one piece a line, and a
change makes anew only the pieces of its row and its column.
"""

from __future__ import annotations

from array import array
from contextlib import suppress
from itertools import groupby

from ..common.limits import LimitReached, Limits, Stats
from ..common.options import Options
from .door import bounds, note, packed, require, settings, unpacked

with suppress(ImportError):  # `require` says what is missing
    import _nonocsp_kernel as _kernel

_OPTIONS = Options()


class Drawing:
    """A picture that can be painted, and the questions about its puzzle.

    Args:
        cells: the picture's cells in row-major order.
        columns: number of columns.
        colours: number of block colours.

    Raises:
        EngineError: the kernel is missing, or a line is longer than it takes.

    >>> drawing = Drawing(b"\\x01\\x00\\x00\\x01", 2, 1)
    >>> drawing.paint(1, 1)
    >>> drawing.propagated(Limits())
    [2, 2, 1, 2]
    """

    def __init__(self, cells: bytes, columns: int, colours: int) -> None:
        require()
        self.cells = bytearray(cells)
        self.columns, self.colours = columns, colours
        self.rows = len(cells) // columns
        self._pieces = [_piece(cells[r * columns : (r + 1) * columns]) for r in range(self.rows)]
        self._pieces += [_piece(cells[c::columns]) for c in range(columns)]

    def paint(self, cell: int, colour: int) -> None:
        """Give a cell a colour. Cost: linear in its row and its column."""
        row, column = divmod(cell, self.columns)
        self.cells[cell] = colour
        start = row * self.columns
        self._pieces[row] = _piece(self.cells[start : start + self.columns])
        self._pieces[self.rows + column] = _piece(self.cells[column :: self.columns])

    def propagated(self, limits: Limits) -> list[int]:
        """The candidates that tightening every line leaves of the puzzle, as masks.

        Raises:
            LimitReached: time or memory did not suffice.
        """
        seconds, _, memory = bounds(limits)
        left = _kernel.propagated(self._compiled(), None, seconds, memory)
        if isinstance(left, str):
            raise LimitReached(left)
        assert left is not None, "the picture solves its own puzzle"
        return unpacked(left, self.colours)

    def solutions(self, known: list[int], limits: Limits, stats: Stats) -> int:
        """How many solutions agree with candidates: 0, 1, or 2 for several.

        Raises:
            LimitReached: a limit was reached.
        """
        givens = packed(known, self.colours)
        search = _kernel.Search(self._compiled(), givens, settings(_OPTIONS), True, *bounds(limits))
        answers = [search.next()]
        if answers[0] is not None:
            answers.append(search.next())
        counted = Stats()
        note(search.stats(), counted)
        stats.add(counted)
        for answer in answers:
            if isinstance(answer, str):
                raise LimitReached(answer)
        return len(answers) - (answers[-1] is None)

    def _compiled(self) -> _kernel.Puzzle:
        sizes, lengths, colours = zip(*self._pieces, strict=True)
        return _kernel.Puzzle(
            self.rows,
            self.columns,
            self.colours,
            array("i", sizes).tobytes(),
            b"".join(lengths),
            b"".join(colours),
        )


def _piece(cells: bytes | bytearray) -> tuple[int, bytes, bytes]:
    """The clue of a line: number of blocks, their lengths, their colours."""
    runs = [(len(list(run)), colour) for colour, run in groupby(cells) if colour]
    return len(runs), array("i", [n for n, _ in runs]).tobytes(), bytes([c for _, c in runs])
