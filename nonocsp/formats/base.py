"""What a format is, and the small tools that all formats read with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from ..common.errors import FormatError, PuzzleError
from ..model.clue import Clue, minimal_length, shared_block
from ..model.grid import Grid
from ..model.puzzle import Puzzle

#: What a puzzle, or a file of puzzles, may have that not every format can carry.
Feature: TypeAlias = Literal[
    "colours",
    "looks",
    "unknown_lengths",
    "absent_clues",
    "title",
    "author",
    "copyright",
    "licence",
    "source",
    "description",
    "goals",
    "further_goals",
    "saved",
    "further_saved",
    "candidates",
]

#: What each feature means, in words that fit behind "has no" and "lost:".
FEATURES: dict[Feature, str] = {
    "colours": "colours",
    "looks": "look of the colours",
    "unknown_lengths": "unknown lengths",
    "absent_clues": "absent clues",
    "title": "title",
    "author": "author",
    "copyright": "copyright",
    "licence": "licence",
    "source": "source",
    "description": "description",
    "goals": "goal",
    "further_goals": "goals after the first",
    "saved": "saved state",
    "further_saved": "saved states after the first",
    "candidates": "candidates of undecided cells",
}

#: The features without which it would be another puzzle: a writer that lacks them refuses.
ESSENTIAL: frozenset[Feature] = frozenset({"colours", "unknown_lengths", "absent_clues"})

#: The texts about a puzzle, each the name of an attribute of `Puzzle`.
TEXTS: tuple[Feature, ...] = ("title", "author", "copyright", "licence", "source", "description")


@dataclass(slots=True)
class Parsed:
    """What a text turned out to hold."""

    puzzles: list[Puzzle]
    warnings: list[str] = field(default_factory=list)
    """Assumptions made and things left out, one sentence each."""
    format: str = ""
    """The name of the format it was read as."""


#: What a format is made of: text for most, bytes for a few.
Content = TypeVar("Content", str, bytes)


@dataclass(frozen=True, slots=True)
class Format(Generic[Content]):
    """One file format: pure functions on its content, and what the registry needs to know of them.

    Formats of bytes have ``binary=True``; the functions of all others take and give text, with
    newlines as ends of lines and without a byte order mark.
    """

    name: str
    summary: str
    suffixes: tuple[str, ...]
    sniff: Callable[[Content], str | None]
    """Why a content looks like this format, or None if it does not. Quick, and never raises."""
    parse: Callable[[Content], Parsed] | None
    """Raises `FormatError` without a file name, which the registry adds. None: it is not read."""
    dump: Callable[[Puzzle], Content] | None = None
    """One puzzle. None: the format is not written."""
    carries: frozenset[Feature] = frozenset()
    """The features that ``dump`` can write."""
    dump_all: Callable[[Sequence[Puzzle]], Content] | None = None
    """Several puzzles in one file. None: a file holds one."""
    needs_goal: bool = False
    """What is written is a picture, so that only a puzzle with a goal can be."""
    binary: bool = False


def never(content: str | bytes) -> None:
    """The ``sniff`` of a format that content alone does not give away."""


#: Cells of the longest line that is read, and so the most rows, columns or blocks.
MAX_CELLS = 99_999

#: Cells of the largest picture that is read.
MAX_AREA = 1 << 20

#: Most puzzles of one file that are read.
MAX_PUZZLES = 100_000


class SourceClue(NamedTuple):
    """A clue with the number of the text line it stands in, from 1; None where it is not known."""

    clue: Clue | None
    line: int | None


_SEPARATORS = re.compile(r"[,\s]+")


def block_length(word: str, line: int | None, column: int | None = None) -> int | None:
    """The length that a word states, None for ``?``.

    Raises:
        FormatError: the word is neither ``?`` nor a whole number of at least 1 and 9 digits at
        most.
    """
    if word == "?":
        return None
    # str.isdigit accepts the digits of every script; a clue is written in these ten.
    if not (word.isascii() and word.isdigit()):
        problem = "expected the length of a block, a whole number"
        raise FormatError(problem, line=line, column=column, text=word)
    digits = word.lstrip("0")
    if not digits or len(digits) > 9:
        problem = "a block's length is at least 1" if not digits else "the number is too large"
        raise FormatError(problem, line=line, column=column, text=word)
    return int(digits)


def number_clue(text: str, line: int | None) -> Clue:
    """A clue written as numbers between commas or blanks; ``0`` or nothing is a blank line."""
    if len(text) > 20 * MAX_CELLS:
        raise FormatError("the clue is longer than that of any line", line=line)
    words = [word for word in _SEPARATORS.split(text.strip()) if word]
    if len(words) > MAX_CELLS:
        raise FormatError(f"the clue has {len(words)} blocks, more than any line holds", line=line)
    if words in ([], ["0"]):
        return ()
    return tuple([shared_block(block_length(word, line)) for word in words])


def dimension(word: str, what: str, line: int) -> int:
    """A number of rows or columns, bounded so that a wrong one cannot exhaust the memory."""
    if not (word.isascii() and word.isdigit()) or len(word) > 9 or not 1 <= int(word) <= MAX_CELLS:
        problem = f"expected the number of {what}, 1 to {MAX_CELLS}"
        raise FormatError(problem, line=line, text=word)
    return int(word)


def check_area(rows: int, columns: int, line: int | None = None) -> None:
    """Bound a picture whose size is only stated, so that a few words cannot exhaust the memory.

    Raises:
        FormatError: it has more than `MAX_AREA` cells.
    """
    if rows * columns > MAX_AREA:
        problem = f"a picture has at most {MAX_AREA} cells, not {rows} times {columns}"
        raise FormatError(problem, line=line)


def build(rows: Sequence[SourceClue], columns: Sequence[SourceClue], **arguments: Any) -> Puzzle:
    """The puzzle of clues that were read, every fault told with its text line.

    Raises:
        FormatError: there are no rows or columns, a clue is longer than its line, or the puzzle is
            malformed in another way.
    """
    for what, clues, length in (("row", rows, len(columns)), ("column", columns, len(rows))):
        if not clues:
            raise FormatError(f"expected the clue of at least one {what}")
        for index, source in enumerate(clues):
            if source.clue and (needed := minimal_length(source.clue)) > length:
                problem = (
                    f"{what} {index + 1}: the clue needs {needed} cells, the {what} has {length}"
                )
                raise FormatError(problem, line=source.line)
    try:
        return Puzzle([c.clue for c in rows], [c.clue for c in columns], **arguments)
    except PuzzleError as error:
        raise FormatError(str(error)) from None


def agree(rows: Sequence[SourceClue], columns: Sequence[SourceClue]) -> bool:
    """Every clue without colours fits into its line, and both sides have as many cells.

    Where lengths are unknown only the first can be told. This is how a reader finds out which of
    two orders a text is in.
    """
    known: list[int] = []
    for clues, length in ((rows, len(columns)), (columns, len(rows))):
        present = [source.clue for source in clues if source.clue is not None]
        if any(minimal_length(clue) > length for clue in present):
            return False
        lengths = [block.length or 0 for clue in present for block in clue]
        known.append(-1 if 0 in lengths or len(present) < len(clues) else sum(lengths))
    return -1 in known or known[0] == known[1]


def numbered(text: str) -> list[tuple[int, str]]:
    """The lines of a text with their numbers from 1, blank lines at the end left out."""
    return list(enumerate(text.rstrip("\n\t ").split("\n"), start=1))


def every_line(text: str) -> list[tuple[int, str]]:
    """The lines of a text with their numbers from 1, where blank ones at the end may count."""
    return list(enumerate(text.removesuffix("\n").split("\n"), start=1))


def exactly(lines: Sequence[tuple[int, str]], wanted: int, what: str) -> Sequence[tuple[int, str]]:
    """The wanted number of lines; blank ones may be missing or surplus at the end only.

    Raises:
        FormatError: there are more or fewer, with the first surplus line or the end of the text.
    """
    if len(lines) > wanted:
        number, text = lines[wanted]
        raise FormatError(f"expected {what}, and no more", line=number, text=text)
    if len(lines) < wanted:
        last = lines[-1][0] if lines else None
        raise FormatError(f"expected {what}, but there are {len(lines)} lines", line=last)
    return lines


def one_line(text: str) -> str:
    """A text about a puzzle on one line, for formats that have no way to write line ends."""
    return " ".join(re.sub(r"[\x00-\x1f]", " ", text).split())


def joined(clue: Clue, separator: str, empty: str = "0") -> str:
    """A clue without colours as text."""
    return separator.join(map(str, clue)) or empty


def known_cells(grid: Grid, chars: Sequence[str], unknown: str = "?") -> list[str]:
    """The cells of a saved state, one character each: that of the colour where it is known."""
    look = {1 << number: char for number, char in enumerate(chars)}
    return [look.get(mask, unknown) for mask in grid.masks]


def lines_of(words: Iterable[str]) -> str:
    """Text of the given lines, each ended by a newline."""
    return "".join(f"{word}\n" for word in words)


def clues(puzzle: Puzzle) -> tuple[list[Clue], list[Clue]]:
    """The clues of rows and of columns, for formats that have no absent clues."""
    return [clue or () for clue in puzzle.rows], [clue or () for clue in puzzle.columns]
