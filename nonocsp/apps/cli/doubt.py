"""Files whose clues are in doubt: text with alternatives, photographs and screenshots.

The commands take the reading that has a solution, and say on stderr which it is.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ...common.errors import FormatError
from ...common.limits import Limits
from ...formats.source import Source, photograph
from ...model.puzzle import Puzzle
from .messages import say

#: Seconds for finding the readings that have a solution, unless the command line has a limit.
_SECONDS = 20.0

#: No pixel picture that is a puzzle has more cells to a side.
_MOST_CELLS = 150


def is_image(data: bytes) -> bool:
    """Whether a content is an image file."""
    from ...formats.images.png import kind_of

    return (kind_of(data) or photograph(data)) is not None


def is_page(puzzles: Sequence[Puzzle]) -> bool:
    """Whether what was read as a pixel picture is rather a page with a puzzle on it."""
    return any(max(puzzle.shape) > _MOST_CELLS for puzzle in puzzles)


def puzzle_of_text(
    data: bytes, format: str | None, name: str, seconds: float | None
) -> Puzzle | None:
    """The puzzle of a text with alternatives; None for other texts.

    Raises:
        FormatError: the text is malformed, or no reading has a solution.
    """
    from ...reading.alternatives import has_alternatives, read_doubtful
    from ...reading.deciphering import decipher

    text = Source.of(data).text
    if text is None or not has_alternatives(text):
        return None
    doubtful = read_doubtful(text, format, name=name)
    found = decipher(doubtful, limits=Limits(seconds=seconds or _SECONDS))
    return _taken(found.puzzle, str(found), found.is_sure, name)


def puzzle_of_photo(file: str, seconds: float | None) -> Puzzle:
    """The puzzle of the file of a photograph or a screenshot.

    Raises:
        FormatError: it has no grid with clues, or no reading has a solution.
    """
    from ...photo.photographs import read_photo

    found = read_photo(file, limits=Limits(seconds=seconds or _SECONDS))
    return _taken(found.puzzle, str(found), found.is_sure, file)


def _taken(puzzle: Puzzle | None, text: str, is_sure: bool, name: str) -> Puzzle:
    if puzzle is None:
        lines = "; ".join(text.splitlines())
        raise FormatError(f"{lines}: the numbers as they were read fit no picture", file=name)
    for line in text.splitlines():
        say(f"{name}: {line}")
    if not is_sure and sys.stdin.isatty() and sys.stderr.isatty():
        sys.stderr.write("Go on with this reading? [Y/n] ")
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() in ("n", "no"):
            raise FormatError("the reading was refused", file=name)
    return puzzle
