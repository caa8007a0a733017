"""Whole numbers of any library as int: Python's own, NumPy's scalars, whatever has __index__."""

from __future__ import annotations

from operator import index
from typing import Any

from .errors import OptionError, quoted


def whole(value: Any) -> int:
    """A whole number as an int; bools are none.

    Raises:
        TypeError: it is not a whole number.
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        raise TypeError("a bool is not a number")
    return int(index(value))


def whole_option(what: str, value: Any, least: int, most: int | None = None) -> int:
    """A whole number within bounds.

    Raises:
        OptionError: it is none, or outside.

    >>> whole_option("the number of rows", 0, 1, 9)
    Traceback (most recent call last):
        ...
    nonocsp.OptionError: the number of rows is a whole number from 1 to 9, not 0
    """
    try:
        number = whole(value)
    except TypeError:
        pass
    else:
        if least <= number and (most is None or number <= most):
            return number
    bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
    raise OptionError(f"{what} is a whole number {bounds}, not {quoted(value)}")
