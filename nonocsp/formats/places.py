"""Where a value stands in the text of a JSON document, looked up only when one is wrong.

The parser of the standard library tells no places, and one in Python that does is fifty times as
slow. So a document is read without them; only if a fault is found it is read again, and now the
places are looked up of which the reader asks. The second reading comes to the same fault.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable
from typing import TypeAlias, TypeVar

from ..common.errors import FormatError, PuzzleError

#: The way to a value from the root: names of members and indices.
Path: TypeAlias = tuple[str | int, ...]

#: The text line, from 1, of the value at the end of a way, or of the last one on it that there is;
#: None while nobody needs to know.
Where: TypeAlias = Callable[[Path], int | None]

Read = TypeVar("Read")

_BLANKS = re.compile(r"[ \t\n\r]*")


def with_places(text: str, read: Callable[[Where], Read], first: int = 1) -> Read:
    """What ``read`` makes of a document, whose faults it can tell with their lines.

    Args:
        text: the document, which is JSON.
        read: reads the values of the document; asks its argument for lines.
        first: the number of the first line of the text.

    >>> def check(where: Where) -> None:
    ...     raise FormatError("too long", line=where(("rows", 1)))
    >>> with_places('{"rows": [[1],\\n[9]]}', check)
    Traceback (most recent call last):
    nonocsp.common.errors.FormatError: line 2: too long
    """
    try:
        return read(lambda path: None)
    except (FormatError, PuzzleError):
        return read(Places(text, first).line)


class Places:
    """The places of the values of a document. Cost: linear in the containers that are asked for."""

    def __init__(self, text: str, first: int = 1) -> None:
        self._text = text
        self._first = first
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._known: dict[Path, dict[str | int, int]] = {}

    def line(self, path: Path) -> int:
        """The line where the value at the end of a way begins."""
        at = self._after_blanks(0)
        for depth, step in enumerate(path):
            inside = self._inside(path[:depth], at)
            if step not in inside:
                break
            at = inside[step]
        return bisect_right(self._ends, at) + self._first

    def _inside(self, path: Path, at: int) -> dict[str | int, int]:
        """The places of the values in a container, which stands at ``at``."""
        if path not in self._known:
            self._known[path] = self._members(at)
        return self._known[path]

    def _members(self, at: int) -> dict[str | int, int]:
        text, decode = self._text, json.JSONDecoder().raw_decode
        found: dict[str | int, int] = {}
        opened = text[at]
        if opened not in "{[":
            return found
        at = self._after_blanks(at + 1)
        while text[at] not in "}]":
            key: str | int = len(found)
            if opened == "{":
                key, at = decode(text, at)
                at = self._after_blanks(self._after_blanks(at) + 1)  # past the colon
            found[key] = at
            at = self._after_blanks(decode(text, at)[1])
            if text[at] == ",":
                at = self._after_blanks(at + 1)
        return found

    def _after_blanks(self, at: int) -> int:
        found = _BLANKS.match(self._text, at)
        return found.end() if found else at
