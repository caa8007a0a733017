"""Parsing JSON, with the text line of a value that is wrong.

The parser of the standard library reports no places, and one in Python that does is fifty times as
slow. So a reader reports a fault at the path to the value, and only then is the line looked up.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from ....core import FormatError
from ..text_lines import DocumentError, Path, fault

Read = TypeVar("Read")

_BLANKS = re.compile(r"[ \t\n\r]*")


def document(text: str) -> Any:
    """A text as JSON.

    Raises:
        FormatError: it is not JSON, nested too deeply, or has a number that is too large.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        problem = f"expected JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise FormatError(problem, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise fault("the document is nested too deeply") from None
    except ValueError:  # a number of more digits than Python converts
        found = re.search(rf"[0-9]{{{sys.get_int_max_str_digits() + 1}}}", text)
        line = text.count("\n", 0, found.start()) + 1 if found else None
        raise fault("a number is too large", line) from None


def located(text: str, read: Callable[[Any], Read], value: Any, first: int = 1) -> Read:
    """What ``read`` makes of the value of a document; its faults are reported with their lines.

    Args:
        text: the document, which is JSON.
        read: the reader, which raises `DocumentError` with the path to a wrong value.
        value: the value of the document.
        first: the number of the first line of the text.

    >>> def read(value: Any) -> None:
    ...     raise fault("too long", ("rows", 1))
    >>> located('{"rows": [[1],\\n[9]]}', read, None)
    Traceback (most recent call last):
    nonocsp.FormatError: line 2: too long
    """
    try:
        return read(value)
    except DocumentError as error:
        line = _line(text, error.path) + first
        raise fault(error.problem, line, error.text) from None


def _line(text: str, path: Path) -> int:
    """The text line, from 0, of the value at a path, or of the last one on it that there is."""
    decode = json.JSONDecoder().raw_decode
    at = _after_blanks(text, 0)
    for step in path:
        inside: dict[str | int, int] = {}
        opened, cursor = text[at], _after_blanks(text, at + 1)
        while opened in "{[" and text[cursor] not in "}]":
            key: str | int = len(inside)
            if opened == "{":
                key, cursor = decode(text, cursor)
                cursor = _after_blanks(text, _after_blanks(text, cursor) + 1)  # past the colon
            inside[key] = cursor  # of members with one name the last counts
            cursor = _after_blanks(text, decode(text, cursor)[1])
            if text[cursor] == ",":
                cursor = _after_blanks(text, cursor + 1)
        if step not in inside:
            break
        at = inside[step]
    return text.count("\n", 0, at)


def _after_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at
