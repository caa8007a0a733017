"""Reading and writing puzzles: one small module a format, and the registry that chooses among them.

A format is a pair of pure functions on text (`parse` and `dump` in its module). Files, standard
input, compression, encodings and the guessing of formats are dealt with here and nowhere else.
Readers are liberal and say in a warning what they assumed; writers are canonical and refuse to
write what their format cannot carry.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
import warnings
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import FormatError
from ..files import replacing
from ..puzzle import Puzzle
from . import ctu, json, nin, non, picture, two_line
from .base import ESSENTIAL, Feature, Format, Parsed

#: Formats in the order in which they are tried on a text: the more telling signs first.
FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT for module in (json, non, ctu, nin, two_line, picture)
}

#: Longest text that is read, in bytes: far above any puzzle, far below what would exhaust memory.
MAX_BYTES = 1 << 24

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f]")


class FormatWarning(UserWarning):
    """A file was read, with an assumption or something left out that is worth knowing."""


class Guess(NamedTuple):
    """The format that a text seems to be in, and why."""

    format: Format
    reason: str


def format_named(name: str) -> Format:
    """The format of a name.

    Raises:
        FormatError: there is none.
    """
    if name not in FORMATS:
        raise FormatError(f"there is no format {name!r}; the formats are {', '.join(FORMATS)}")
    return FORMATS[name]


def guess(text: str, name: str | None = None) -> Guess:
    """The format of a text, by its content and then by the suffix of its file's name.

    Raises:
        FormatError: it looks like none of the known formats.

    >>> guess("4;1;3\\n1;1,1").reason
    "two lines of numbers with ';' between the clues"
    """
    for known in FORMATS.values():
        if (reason := known.sniff(text)) is not None:
            return Guess(known, reason)
    by_suffix = _by_suffix(name)
    if by_suffix is not None:
        return Guess(by_suffix, f"the name ends in {_suffix(name)}")
    problem = f"no known format; tell which of {', '.join(FORMATS)} it is"
    raise FormatError(problem, line=1, text=text.lstrip().split("\n", 1)[0])


def parse(text: str, format: str | None = None, *, name: str | None = None) -> Parsed:
    """All puzzles of a text, with warnings.

    Args:
        text: what a file holds.
        format: the name of its format; None guesses.
        name: the file's name, for guessing and for messages.

    Raises:
        FormatError: the text is not what its format promises, with its line.

    >>> parse("2,1\\nR,1\\n\\nR,1\\n").puzzles[0].shape
    (2, 1)
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    try:
        if not text.strip():
            raise FormatError("the file is empty" if name else "the text is empty")
        if control := _CONTROL.search(text):
            line = text.count("\n", 0, control.start()) + 1
            raise FormatError("expected text, but this is a binary file", line=line)
        chosen = format_named(format) if format else guess(text, name).format
        parsed = chosen.parse(text)
    except FormatError as error:
        error.file = error.file or name
        raise
    parsed.format = chosen.name
    return parsed


def load(path: str | os.PathLike[str], format: str | None = None) -> Parsed:
    """All puzzles of a file, with warnings; ``-`` is standard input, gzip is unpacked.

    Raises:
        FormatError: the file cannot be read, or is not what its format promises.
    """
    name = "standard input" if path == "-" else os.fspath(path)
    text, assumption = _text(_bytes(path, name), name)
    parsed = parse(text, format, name=name)
    if assumption:
        parsed.warnings.insert(0, assumption)
    return parsed


def read_all(path: str | os.PathLike[str], format: str | None = None) -> Iterator[Puzzle]:
    """The puzzles of a file that may hold several. Arguments and errors as for `read`."""
    parsed = load(path, format)
    for message in parsed.warnings:
        warnings.warn(f"{path}: {message}", FormatWarning, stacklevel=2)
    yield from parsed.puzzles


def read(path: str | os.PathLike[str], format: str | None = None) -> Puzzle:
    """The puzzle in a file: the first one, with a `FormatWarning` if there are several.

    Args:
        path: a file's name, or ``-`` for standard input. Files compressed by gzip are unpacked.
        format: the name of the format (see `FORMATS`); None guesses by content, then by name.

    Raises:
        FormatError: the file cannot be read or is malformed; the message tells file, line, what is
            wrong and what was expected.
    """
    first, *others = read_all(path, format)
    if others:
        message = f"{path}: holds {len(others) + 1} puzzles, this is the first; see read_all"
        warnings.warn(message, FormatWarning, stacklevel=2)
    return first


def features(puzzle: Puzzle) -> set[Feature]:
    """What a puzzle has that not every format can carry."""
    lines = (*puzzle.rows, *puzzle.columns)
    about = (puzzle.title, puzzle.author, puzzle.copyright, puzzle.licence, puzzle.source)
    present: dict[Feature, bool] = {
        "colours": not puzzle.has_one_colour,
        "unknown_lengths": any(b.length is None for clue in lines for b in clue or ()),
        "absent_clues": None in lines,
        "metadata": any(about),
        "goals": bool(puzzle.goals),
    }
    return {feature for feature, there in present.items() if there}


def losses(puzzle: Puzzle, format: str) -> set[Feature]:
    """What writing a puzzle in a format would lose."""
    return features(puzzle) - format_named(format).carries


def dumps(puzzle: Puzzle, format: str) -> str:
    """A puzzle as text in a format.

    Raises:
        FormatError: the format is read-only, or cannot carry something without which it would be
            another puzzle. Metadata and goals that it cannot carry are left out.

    >>> dumps(Puzzle([[1], []], [[1]]), "two-line")
    '1;0\\n1\\n'
    """
    chosen = format_named(format)
    if chosen.dump is None:
        raise FormatError(f"the format {format!r} can only be read")
    lost = sorted(losses(puzzle, format) & ESSENTIAL)
    if lost:
        words = " and ".join(lost).replace("_", " ")
        raise FormatError(f"the format {format!r} has no {words}, and this puzzle needs them")
    return chosen.dump(puzzle)


def write(puzzle: Puzzle, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Write a puzzle to a file, whole or not at all.

    Args:
        puzzle: what to write.
        path: a file's name.
        format: the name of the format; None goes by the suffix of ``path``.

    Raises:
        FormatError: no format has that suffix, or the format cannot carry the puzzle. Nothing is
            written then.
    """
    if format is None:
        by_suffix = _by_suffix(os.fspath(path))
        if by_suffix is None:
            problem = f"no format has the suffix {_suffix(os.fspath(path))!r}; tell which it is"
            raise FormatError(problem, file=os.fspath(path))
        format = by_suffix.name
    text = dumps(puzzle, format)
    try:
        with replacing(path) as file:
            file.write(text)
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", file=os.fspath(path)) from None


def _suffix(name: str | None) -> str:
    path = Path(name or "")
    return Path(path.stem).suffix if path.suffix == ".gz" else path.suffix


def _by_suffix(name: str | None) -> Format | None:
    suffix = _suffix(name).lower()
    return next((f for f in FORMATS.values() if suffix and suffix in f.suffixes), None)


def _bytes(path: str | os.PathLike[str], name: str) -> bytes:
    try:
        if path == "-":
            if sys.stdin is None:
                raise FormatError("it is closed", file=name)
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
        if data[:2] == b"\x1f\x8b":
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as unpacked:
                data = unpacked.read(MAX_BYTES + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise FormatError("the compressed data is damaged", file=name) from None
    except FormatError:
        raise
    except ValueError as error:  # a NUL character in the name
        raise FormatError(f"cannot be opened: {error}", file=name) from None
    except OSError as error:
        raise FormatError(f"cannot be opened: {error.strerror}", file=name) from None
    if len(data) > MAX_BYTES:
        raise FormatError(f"the file is larger than {MAX_BYTES >> 20} MiB", file=name)
    return data


def _text(data: bytes, name: str) -> tuple[str, str | None]:
    """The text in a file, and the assumption that was made to read it."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16"), None
        except UnicodeDecodeError:
            raise FormatError("expected text, but this is a binary file", file=name) from None
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        if b"\0" in data:
            raise FormatError("expected text, but this is a binary file", file=name) from None
        line = data.count(b"\n", 0, error.start) + 1
        return data.decode("latin-1"), f"line {line}: not UTF-8, so it was read as Latin-1"


__all__ = [
    "FORMATS",
    "Feature",
    "Format",
    "FormatWarning",
    "Guess",
    "Parsed",
    "dumps",
    "features",
    "format_named",
    "guess",
    "load",
    "losses",
    "parse",
    "read",
    "read_all",
    "write",
]
