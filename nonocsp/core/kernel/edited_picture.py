"""The puzzle of a picture that is edited cell by cell.

Local search over pictures asks thousands of questions about pictures that differ in a cell or two.
Making a `Puzzle` for each takes several times as long as the kernel needs for the answer. So the
clues are kept here line by line, as the compiled module takes them, and an edit renews only those
of the cell's lines.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import groupby

from ..model.board import Board
from ..options.limits import Limits, Stats
from ..options.options import Options
from . import interface
from .interface import kernel_limits, kernel_options, line_cells, pack, unless_limited, unpack

_OPTIONS = Options()

#: The clue of a line without one.
_ABSENT = (-1, b"", b"")


class EditedPicture:
    """A picture that can be painted, and the questions about its puzzle.

    Args:
        cells: the picture's cells in order.
        board: the picture's board.
        colours: number of block colours.

    Raises:
        EngineError: the kernel is missing, or a line is longer than it supports.

    >>> from nonocsp import Rectangle
    >>> picture = EditedPicture(b"\\x01\\x00\\x00\\x01", Rectangle(2, 2), 1)
    >>> picture.paint(1, 1)
    >>> picture.propagated(Limits())
    [2, 2, 1, 2]
    """

    def __init__(self, cells: bytes, board: Board, colours: int) -> None:
        self.cells = bytearray(cells)
        self.board, self.colours = board, colours
        self._line_cells = line_cells(board)
        self._clues = [
            _clue(board.along(line, cells)) if board.has_clue(line) else _ABSENT
            for line in board.lines
        ]

    def paint(self, cell: int, colour: int) -> None:
        """Give a cell a colour. Cost: linear in its lines."""
        self.cells[cell] = colour
        for line, _ in self.board.lines_through(cell):
            if self.board.has_clue(line):
                self._clues[self.board.index(line)] = _clue(self.board.along(line, self.cells))

    def propagated(self, limits: Limits) -> list[int]:
        """The candidates left when every line of the puzzle has been tightened, as masks.

        Raises:
            LimitReached: the limit on time or memory was reached.
        """
        seconds, _, memory, _ = kernel_limits(limits)
        left = unless_limited(interface.compiled.propagated(self._puzzle(), None, seconds, memory))
        assert left is not None, "the picture solves its own puzzle"
        return unpack(left, self.colours)

    def solutions(self, known: list[int], limits: Limits, stats: Stats) -> int:
        """The number of solutions that agree with candidates: 0, 1, or 2 for several.

        Raises:
            LimitReached: a limit was reached.
        """
        search = interface.compiled.Search(
            self._puzzle(),
            pack(known, self.colours),
            kernel_options(_OPTIONS),
            *kernel_limits(limits),
        )
        answers = [search.next()]
        if answers[0] is not None:
            answers.append(search.next())
        counted = Stats()
        counted.update(search.stats())
        stats.add(counted)
        return sum(unless_limited(answer) is not None for answer in answers)

    def _puzzle(self) -> interface.compiled.Puzzle:
        sizes, lengths, colours = zip(*self._clues, strict=True)
        return interface.compiled.Puzzle(
            self.board.height,
            len(self.board.lines) - self.board.height,
            self.colours,
            array("i", sizes).tobytes(),
            b"".join(lengths),
            b"".join(colours),
            b"",
            self._line_cells,
        )


def _clue(cells: Sequence[int]) -> tuple[int, bytes, bytes]:
    """The clue of a line: number of blocks, their lengths, their colours."""
    runs = [(len(list(run)), colour) for colour, run in groupby(cells) if colour]
    return len(runs), array("i", [n for n, _ in runs]).tobytes(), bytes([c for _, c in runs])
