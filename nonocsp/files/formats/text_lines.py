"""Lines of text with their numbers, and faults with their places.

A place is the number of a text line or, in a document of JSON, the path to a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import TypeAlias

from ...core import FormatError, counted

#: The path to a value from the root of a document: names of members and indices.
Path: TypeAlias = tuple[str | int, ...]

#: The number of a text line from 1, a path in a document, or None where neither is known.
Place: TypeAlias = int | Path | None

#: Lines of a text with their numbers from 1.
Lines: TypeAlias = list[tuple[int, str]]


class DocumentError(FormatError):
    """A fault at a path in a document; its line is looked up when it leaves the reader."""

    path: Path = ()


def fault(
    problem: str, at: Place = None, text: str | None = None, *, column: int | None = None
) -> FormatError:
    """The error for a problem at a place, with the offending text."""
    if isinstance(at, tuple):
        error = DocumentError(problem, text=text)
        error.path = at
        return error
    return FormatError(problem, line=at, column=column, text=text)


def check_width(row: Sized, width: int, like: str, at: Place) -> None:
    """Check the number of cells of a row of a picture against another row.

    Raises:
        FormatError: the row has more or fewer cells than ``like``.
    """
    if len(row) != width:
        raise fault(f"expected {counted(width, 'cell')} as in {like}, not {len(row)}", at)


def numbered(text: str) -> Lines:
    """The lines of a text, without blank lines at the end."""
    return list(enumerate(text.rstrip("\n\t ").split("\n"), start=1))


def every_line(text: str) -> Lines:
    """The lines of a text in which blank lines at the end may count."""
    return list(enumerate(text.removesuffix("\n").split("\n"), start=1))


def filled(lines: Iterable[tuple[int, str]]) -> Lines:
    """The lines that are not blank."""
    return [(number, line) for number, line in lines if line.strip()]


def exactly(lines: Lines, wanted: int, what: str) -> Lines:
    """The lines, of which there must be ``wanted``.

    Raises:
        FormatError: there are more or fewer, with the first surplus line or the last line.
    """
    if len(lines) > wanted:
        number, text = lines[wanted]
        raise fault(f"expected {what}, and no more", number, text)
    if len(lines) < wanted:
        last = lines[-1][0] if lines else None
        raise fault(f"expected {what}, but found {counted(len(lines), 'line')}", last)
    return lines


def one_line(text: str) -> str:
    """A text about a puzzle on one line, for formats that have no way to write line ends."""
    return " ".join(text.split())


def lines_of(lines: Iterable[str]) -> str:
    """Text of the given lines, each ended by a newline."""
    return "".join(f"{line}\n" for line in lines)
