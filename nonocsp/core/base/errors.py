"""The exceptions of the library, with their evidence as fields.

Only misuse and malformed input raise. "No solution", "several solutions" and "a limit was reached"
are results, never exceptions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import NoneType


class NonocspError(Exception):
    """Base class of all errors that this package raises."""

    __module__ = "nonocsp"


class PuzzleError(NonocspError, ValueError):
    """A malformed puzzle, grid or picture: no rows, a negative length, an undeclared colour.

    Attributes:
        line: the line at fault in words ("row 3"), or None when the fault is not in one line.
    """

    __module__ = "nonocsp"

    def __init__(self, message: str, *, line: str | None = None) -> None:
        super().__init__(f"{line}: {message}" if line else message)
        self.line = line


class CellError(PuzzleError, IndexError):
    """A cell that the board has not."""


class FormatError(NonocspError, ValueError):
    """Input that violates its format; the message is one line.

    Attributes:
        problem: what is wrong, with what was expected.
        file: the file's name as the caller gave it, or None for a text without one.
        line: the number of the text line at fault, from 1, or None.
        column: the position in that line, from 1, or None.
        text: a short excerpt of the offending text, or None.
    """

    __module__ = "nonocsp"

    def __init__(
        self,
        problem: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
    ) -> None:
        self.problem = problem
        self.file = file
        self.line = line
        self.column = column
        self.text = excerpt(str(text)) if text is not None else None
        super().__init__(problem)

    def __str__(self) -> str:
        name = str(self.file or "")
        place = [quoted(name) if "\n" in name else name] if name else []
        if self.line is not None:
            place.append(f"line {self.line}")
        if self.column is not None:
            place.append(f"column {self.column}")
        where = ", ".join(place)
        message = f"{where}: {self.problem}" if where else str(self.problem)
        return f"{message} (found {self.text!r})" if self.text is not None else message


class OptionError(NonocspError, ValueError):
    """An unknown option, limit or engine, or an invalid value of one."""

    __module__ = "nonocsp"


class PluginError(OptionError):
    """A plugin that cannot be loaded, or a wrong answer of one."""

    __module__ = "nonocsp.core.plugins"


class EngineError(NonocspError, RuntimeError):
    """An engine that was requested by name and cannot run here, with the reason."""

    __module__ = "nonocsp.core.plugins"


def excerpt(text: str, width: int = 40) -> str:
    """The beginning of ``text``, short enough for a message of one line.

    >>> excerpt("a" * 100, 8)
    'aaaaaaa…'
    """
    return text if len(text) <= width else text[: width - 1] + "…"


def quoted(value: object) -> str:
    """An invalid value as it appears in a message of one line.

    >>> quoted("a" * 100), quoted([1, 2])
    ("'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'", '[1, 2]')
    """
    return (
        repr(excerpt(value)) if isinstance(value, str) else excerpt(" ".join(repr(value).split()))
    )


def check_type(name: str, value: object, *kinds: type) -> None:
    """Check the type of an argument.

    Raises:
        OptionError: it is of none of these types.

    >>> check_type("limits", 3, OptionError)
    Traceback (most recent call last):
    nonocsp.OptionError: limits must be an OptionError, not int
    """
    if not isinstance(value, kinds):
        names = ["None" if kind is NoneType else kind.__name__ for kind in kinds]
        article = "an" if names[0][0] in "AEIOUaeiou" else "a"
        expected = f"{article} {' or '.join(names)}"
        raise OptionError(f"{name} must be {expected}, not {type(value).__name__}")


def check_choice(name: str, value: object, choices: Iterable[object]) -> None:
    """Check an argument that has few values.

    Raises:
        OptionError: it is none of these values.

    >>> check_choice("goal", "best", ["unique", "lines"])
    Traceback (most recent call last):
    nonocsp.OptionError: goal must be one of unique, lines, not 'best'
    """
    known = list(choices)
    if value not in known:
        raise OptionError(
            f"{name} must be one of {', '.join(map(str, known))}, not {quoted(value)}"
        )


def decimal(number: int) -> str:
    """All digits, without the limit of Python on the conversion of large integers."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return str(number)
    finally:
        sys.set_int_max_str_digits(limit)


def brief(number: int, *, up: bool = False) -> str:
    """A number of any size in a few characters; rounded down, or up.

    >>> brief(720), brief(10**50), brief(10**50 + 1, up=True)
    ('720', '1.000e50', '1.001e50')
    """
    digits = decimal(number)
    if len(digits) <= 15:
        return digits
    if up and digits[4:].strip("0"):
        digits = decimal(int(digits[:4]) + 1) + "0" * (len(digits) - 4)
    return f"{digits[0]}.{digits[1:4]}e{len(digits) - 1}"


def counted(number: int, noun: str = "solution") -> str:
    """A number with its noun, of which the plural has an s.

    >>> counted(1, "row"), counted(2, "row")
    ('1 row', '2 rows')
    """
    return f"{decimal(number)} {noun}" + "s" * (number != 1)
