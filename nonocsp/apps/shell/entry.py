"""The puzzle that is being typed in: width, height, then a clue for every line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...core import (
    STANDARD,
    BlockLike,
    Board,
    Colour,
    EntryError,
    Line,
    Puzzle,
    counted,
    rectangle,
)
from ...core.model.typed_clue import mark_of
from ...files.formats import TEXTS
from ...files.loose.typed import typed_clue

#: Longest side of a puzzle that is typed in.
MOST_CELLS = 999

Typed = list[BlockLike] | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle as far as it is typed. A value, so that ``undo`` returns to an older one."""

    width: int = 0
    height: int = 0
    clues: tuple[Typed, ...] = ()
    """Rows from the top, then columns from the left; on other boards direction by direction."""
    other: Board | None = None
    """The board, if it has no rows and columns."""
    palette: tuple[Colour, ...] = ()
    """The colours of a loaded puzzle, blank first."""
    about: tuple[tuple[str, Any], ...] = ()
    """Title, author and other texts of a loaded puzzle, and the look of its blank cells."""

    @classmethod
    def of(cls, puzzle: Puzzle) -> Entry:
        """The entry of a loaded puzzle."""
        names = [colour.name for colour in puzzle.colours]
        clues: list[Typed] = [
            clue if clue is None else [(b.entry, names[b.colour], b.joint) for b in clue]
            for clue in puzzle.clues
        ]
        about = (*((key, getattr(puzzle, key)) for key in TEXTS), ("blank", puzzle.colours[0]))
        board = puzzle.board
        height, width = board.table or (0, 0)
        other = None if height else board
        return cls(width, height, tuple(clues), other, puzzle.colours, about)

    @property
    def board(self) -> Board | None:
        """The cells and lines, once their number is known."""
        return rectangle(self.height, self.width) if self.height else self.other

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines, as far as their number is known."""
        return self.board.lines if self.board else ()

    @property
    def next_line(self) -> Line | None:
        """The line whose clue comes next; None when all are there, or the size is not."""
        return next(iter(self.lines[len(self.clues) :]), None)

    @property
    def is_complete(self) -> bool:
        return self.board is not None and self.next_line is None

    @property
    def is_begun(self) -> bool:
        """Something of the size is known."""
        return bool(self.width or self.other)

    @property
    def prompt(self) -> str:
        """What is to be typed next."""
        if not self.is_begun:
            return "width, or a file name: "
        if self.board is None:
            return "height: "
        line = self.next_line
        return "> " if line is None else f"{line}: "

    def with_next(self, text: str) -> Entry:
        """The entry after the next line of text. Raises `EntryError`."""
        if not self.is_begun:
            return replace(self, width=typed_size(text, "width"))
        if self.board is None:
            return replace(self, height=typed_size(text, "height"))
        line = self.next_line
        assert line is not None
        return replace(self, clues=(*self.clues, self._typed(line, text)))

    def with_clue(self, line: Line, text: str) -> Entry:
        """The entry with the clue of a line replaced. Raises `EntryError`."""
        at = self.place_of(line)
        clues = (*self.clues[:at], self._typed(line, text), *self.clues[at + 1 :])
        return replace(self, clues=clues)

    def place_of(self, line: Line) -> int:
        """The place of a line that has been entered among the clues. Raises `EntryError`."""
        if self.board is not None and line not in self.lines:
            raise EntryError(str(self.board.missing(line)))
        if line not in self.lines[: len(self.clues)]:
            raise EntryError(f"{line} has not been entered yet")
        return self.lines.index(line)

    def _typed(self, line: Line, text: str) -> Typed:
        length = len(self.board.cells(line)) if self.board else None
        return typed_clue(text, line, length, self.palette)

    def puzzle(self) -> Puzzle:
        """The puzzle. Raises `EntryError` while it is incomplete."""
        if self.board is None or not self.is_complete:
            raise EntryError("the puzzle is not complete yet")
        used = {block[1] for clue in self.clues for block in clue or () if isinstance(block, tuple)}
        colours: list[Colour] | None = None
        if self.palette:
            known = {colour.name for colour in self.palette}
            colours = [*self.palette[1:]]
            colours += [STANDARD[name] for name in STANDARD if name in used - known]
        return Puzzle.on(self.board, self.clues, colours, **dict(self.about))

    def __str__(self) -> str:
        size = f"{counted(self.width, 'column')}, {counted(self.height, 'row')}"
        shown = [str(self.other or size)]
        for line, clue in zip(self.lines, self.clues, strict=False):
            shown.append(f"{line}: {_clue_text(clue)}")
        return "\n".join(shown)


def typed_size(text: str, what: str) -> int:
    """A width or a height. Raises `EntryError` unless it is an integer from 1 to `MOST_CELLS`."""
    word = text.strip()
    if not (word.isascii() and word.isdigit() and len(word) < 9 and 1 <= int(word) <= MOST_CELLS):
        raise EntryError(f"the {what} is an integer from 1 to {MOST_CELLS}, not {word!r}")
    return int(word)


def _clue_text(clue: Typed) -> str:
    if clue is None:
        return "*"
    blocks = [block for block in clue if isinstance(block, tuple)]
    words = []
    for length, colour, *joint in blocks:
        name = "" if colour == "black" else str(colour).replace(" ", "-")
        words.append("*" if length == "*" else f"{mark_of(*joint)}{length}{name}")
    return " ".join(words) or "0"
