"""The puzzle that is being typed in: width, height, then a clue for every line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...formats import TEXTS
from ...model.clue import BlockLike
from ...model.colours import STANDARD, Colour
from ...model.line import Line
from ...model.puzzle import Puzzle
from ...model.typed_clue import EntryError, typed_clue

#: Longest side of a puzzle that is typed in.
MOST_CELLS = 999

Typed = list[BlockLike] | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle as far as it is typed. A value, so that ``undo`` returns to an older one."""

    width: int = 0
    height: int = 0
    clues: tuple[Typed, ...] = ()
    """Rows from the top, then columns from the left."""
    palette: tuple[Colour, ...] = ()
    """The colours of a loaded puzzle, blank first."""
    about: tuple[tuple[str, Any], ...] = ()
    """Title, author and other texts of a loaded puzzle, and the look of its blank cells."""

    @classmethod
    def of(cls, puzzle: Puzzle) -> Entry:
        """The entry of a loaded puzzle."""
        names = [colour.name for colour in puzzle.colours]
        clues: list[Typed] = [
            clue if clue is None else [(b.length, names[b.colour], b.joint) for b in clue]
            for clue in puzzle.clues
        ]
        about = (*((key, getattr(puzzle, key)) for key in TEXTS), ("blank", puzzle.colours[0]))
        height, width = puzzle.shape
        return cls(width, height, tuple(clues), puzzle.colours, about)

    @property
    def lines(self) -> list[Line]:
        """The lines, as far as their number is known."""
        rows = [Line("row", index) for index in range(self.height)]
        return rows + [Line("column", index) for index in range(self.width if self.height else 0)]

    @property
    def next_line(self) -> Line | None:
        """The line whose clue comes next; None when all are there, or the size is not."""
        return next(iter(self.lines[len(self.clues) :]), None)

    @property
    def is_complete(self) -> bool:
        return bool(self.height) and self.next_line is None

    @property
    def prompt(self) -> str:
        """What is to be typed next."""
        if not self.width:
            return "width, or a file name: "
        if not self.height:
            return "height: "
        line = self.next_line
        return "> " if line is None else f"{line}: "

    def with_next(self, text: str) -> Entry:
        """The entry after the next line of text. Raises `EntryError`."""
        if not self.width:
            return replace(self, width=typed_size(text, "width"))
        if not self.height:
            return replace(self, height=typed_size(text, "height"))
        line = self.next_line
        assert line is not None
        return replace(self, clues=(*self.clues, self._typed(line, text)))

    def with_clue(self, line: Line, text: str) -> Entry:
        """The entry with the clue of a line replaced. Raises `EntryError`."""
        if line not in self.lines:
            most = self.height if line.is_row else self.width
            raise EntryError(f"{line.axis}s are numbered from 1 to {most}, not '{line.index + 1}'")
        at = self.lines.index(line)
        if at >= len(self.clues):
            raise EntryError(f"{line} has not been entered yet")
        clues = (*self.clues[:at], self._typed(line, text), *self.clues[at + 1 :])
        return replace(self, clues=clues)

    def _typed(self, line: Line, text: str) -> Typed:
        return typed_clue(text, line, self.width if line.is_row else self.height, self.palette)

    def puzzle(self) -> Puzzle:
        """The puzzle. Raises `EntryError` while it is incomplete."""
        if not self.is_complete:
            raise EntryError("the puzzle is not complete yet")
        used = {block[1] for clue in self.clues for block in clue or () if isinstance(block, tuple)}
        colours: list[Colour] | None = None
        if self.palette:
            known = {colour.name for colour in self.palette}
            colours = [*self.palette[1:]]
            colours += [STANDARD[name] for name in STANDARD if name in used - known]
        rows, columns = self.clues[: self.height], self.clues[self.height :]
        return Puzzle(rows, columns, colours, **dict(self.about))

    def __str__(self) -> str:
        shown = [f"{self.width} columns, {self.height} rows"]
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
    words = [
        f"{'?' if length is None else length}{'' if colour == 'black' else colour}"
        for length, colour, *_ in blocks
    ]
    return " ".join(words) or "0"
