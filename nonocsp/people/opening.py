"""Opening puzzles: one meaning of a file for every command, every endpoint and every call.

A content is in one of the `nonocsp.files.formats`, or a text of one with numbers in doubt
(`nonocsp.people.reading`), or a picture in pixels. Pixels are the cells of a puzzle if a format is
named or the file says so, as those that this package writes do. Other pictures are looked at: if
clues stand beside a grid, it is a page (`read_photo`); if not, and there are few colours and few
cells, pixels are cells. What was assumed is said.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..core import FormatError, Limits, NonocspError, Puzzle, checked
from ..core.base.suggest import SENTENCES
from ..files.formats import FormatWarning, Parsed, parse_pixels
from ..files.formats.source import Source, holds_puzzle, photograph, read_bytes

if TYPE_CHECKING:
    from .photo.photographs import PhotoReading
    from .reading.deciphering import Deciphered

__all__ = ["UnsureWarning", "load", "opened", "read", "read_all", "shown_title"]

#: Seconds for finding the readings that have a solution, unless the caller has a limit.
SECONDS = 60.0

#: The name of standard input in messages.
STANDARD_INPUT = "standard input"

#: Of a picture whose pixels are plainly cells: most cells to a side, and most colours.
MOST_CELLS, MOST_COLOURS = 400, 16


class UnsureWarning(FormatWarning):
    """A reading of numbers in doubt was taken, and another may be as good: no answer about its
    puzzle is proven."""


@checked
def opened(
    content: str | bytes,
    format: str | None = None,
    *,
    name: str | None = None,
    seconds: float | None = None,
) -> Parsed:
    """All puzzles of a content, with warnings and with notes on how it was understood.

    Args:
        content: what a file holds: text, or bytes.
        format: the name of its format; None guesses.
        name: the file's name, for guessing and for messages.
        seconds: a limit on the search that reads numbers in doubt; None is 60.

    Raises:
        FormatError: the content is malformed, or a picture without cells or clues.

    >>> opened("3|1\\n2\\n\\n2\\n1\\n").notes
    ['row 1: 3 was read, 1 fits']
    """
    limits = Limits(seconds=SECONDS if seconds is None else seconds)
    data = content if isinstance(content, bytes) else content.encode(errors="surrogatepass")
    cells: Parsed | None = None
    problem = ""
    try:
        cells = parse_pixels(content, format, name=name)
        if format or not cells.may_be_page:
            return cells
    except FormatError as error:
        # Asked only now: where a format has a meaning for the sign of doubt, that is meant.
        if found := _with_doubt(data, format, name, limits):
            return found
        from ..files.formats.images.png import kind_of

        is_pixels = kind_of(data) is not None
        if format or not (is_pixels or photograph(data)):
            raise
        problem = error.problem if is_pixels else ""
    return _looked_at(data, cells, problem, name, limits)


def _with_doubt(data: bytes, format: str | None, name: str | None, limits: Limits) -> Parsed | None:
    """The puzzle of a text with numbers in doubt; None for other contents."""
    from .reading.alternatives import has_alternatives, read_doubtful
    from .reading.deciphering import decipher

    text = Source.of(data).text
    if text is None or not has_alternatives(text):
        return None
    found = decipher(read_doubtful(text, format, name=name), limits=limits)
    return _taken(found, found, "text", "with numbers in doubt", name)


def _looked_at(
    data: bytes, cells: Parsed | None, problem: str, name: str | None, limits: Limits
) -> Parsed:
    """The puzzle of a picture: that of its clues if it has some, else of its pixels.

    Args:
        cells: what its pixels are, if they are cells; None if they cannot be.
        problem: why they cannot.
    """
    from .photo.photographs import read_photo

    advice = f"; format {cells.format!r} takes its pixels for cells" if cells else ""
    try:
        found = read_photo(data, limits=limits)
    except NonocspError as error:
        if cells is None or not all(map(_is_plain, cells.puzzles)):
            why = error.problem if isinstance(error, FormatError) else str(error)
            problems = dict.fromkeys([problem, why] if problem else [why])
            raise FormatError("; ".join(problems) + advice, file=name) from None
        # Without the kernel or Pillow the pixels cannot be searched for clues.
        unseen = "" if isinstance(error, FormatError) else f"; it may show clues: {error}"
        cells.notes.append(f"taken for a picture of cells{unseen}")
        return cells
    reason = "clues stand beside a grid"
    return _taken(found, found.deciphered, "photograph", reason, name, advice)


def _is_plain(puzzle: Puzzle) -> bool:
    few = len(set(puzzle.goals[0].cells)) <= MOST_COLOURS
    return few and max(puzzle.shape) <= MOST_CELLS


def _taken(
    found: Deciphered | PhotoReading,
    proof: Deciphered,
    format: str,
    reason: str,
    name: str | None,
    advice: str = "",
) -> Parsed:
    notes = str(found).splitlines()
    if found.puzzle is None:
        if proof.is_complete:
            notes[-1] += ": the numbers as they were read fit no picture"
        raise FormatError("; ".join(notes) + advice, file=name)
    return Parsed([found.puzzle], [], format, reason, notes=notes, is_sure=found.is_sure)


@checked
def load(
    path: str | os.PathLike[str], format: str | None = None, *, seconds: float | None = None
) -> Parsed:
    """All puzzles of a file, with warnings; ``-`` is standard input, gzip is unpacked.

    Raises:
        FormatError: the file cannot be read, or is not what its format promises.
    """
    name = STANDARD_INPUT if path == "-" else os.fsdecode(path)
    data = read_bytes(path, name, SENTENCES["text for a path"])
    return opened(data, format, name=name, seconds=seconds)


@checked
def read_all(path: str | os.PathLike[str], format: str | None = None) -> Iterator[Puzzle]:
    """The puzzles of a file that may hold several. Arguments and errors as for `read`.

    A file with a puzzle a line is read line by line, so its size does not matter.
    """
    from ..files.formats.by_line import lines_of_file

    for parsed in lines_of_file(path, format, opened) or [load(path, format)]:
        if isinstance(parsed, FormatError):
            raise parsed
        _warn(parsed, path, 3)
        yield from parsed.puzzles


@checked
def read(path: str | os.PathLike[str], format: str | None = None) -> Puzzle:
    """The puzzle in a file: the first one, with a `FormatWarning` if there are several.

    Args:
        path: a file's name, or ``-`` for standard input. Files compressed by gzip are unpacked.
        format: the name of the format (see `formats`); None guesses by content, then by name.

    Raises:
        FormatError: the file cannot be read or is malformed; the message names file, line, what is
            wrong and what was expected.
    """
    parsed = load(path, format)
    _warn(parsed, path, 4)
    first, *others = parsed.puzzles
    if others:
        message = f"{path}: holds {len(others) + 1} puzzles, this is the first; see read_all"
        warnings.warn(message, FormatWarning, stacklevel=3)
    return first


@checked
def shown_title(puzzle: Puzzle, path: str | os.PathLike[str]) -> str:
    """The title of a puzzle, or else the name of its file, where something has to be shown.

    Reading a file leaves the title itself as it is: it would be written, too, and need not come
    back. Standard input, an address and a code are no names.

    Args:
        puzzle: the puzzle.
        path: its file, with ``#`` and its number in a file of several.

    >>> shown_title(Puzzle([[1]], [[1]]), "puzzles/little-owl.non.gz")
    'little-owl'
    >>> shown_title(Puzzle([[1]], [[1]]), "puzzles/cats.json#3")
    'cats 3'
    """
    return puzzle.title or file_stem(os.fsdecode(path))


def file_stem(path: str) -> str:
    """The name of a file without folder and suffix, with the number of a puzzle in it; empty for
    standard input, an address and a code."""
    file, _, number = path.rpartition("#")
    if not (file and number.isdecimal()):
        file, number = path, ""
    if file in ("-", STANDARD_INPUT) or holds_puzzle(path) or holds_puzzle(file):
        return ""
    stem = os.path.splitext(os.path.basename(file).removesuffix(".gz"))[0]
    return f"{stem} {number}" if number else stem


def _warn(parsed: Parsed, path: str | os.PathLike[str], level: int) -> None:
    for problem in parsed.said:
        kind = FormatWarning if parsed.is_sure else UnsureWarning
        warnings.warn(f"{path}: {problem}", kind, stacklevel=level)
