"""Arrays, tables and series as lists of Python values, without importing their libraries.

Those of NumPy, pandas, polars, torch and the standard library are known by their methods. Values
are taken by value, never from the raw buffer: strides, byte order and item size do not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set as AbstractSet
from typing import Any, Protocol, TypeAlias

from ..base.errors import PuzzleError, quoted


class Array(Protocol):
    """An array or a series."""

    def tolist(self) -> Any: ...


class Table(Protocol):
    """A data frame."""

    def to_numpy(self) -> Any: ...


#: Rows of cells: colour numbers, or text of ``#`` and ``_``.
Rows: TypeAlias = Iterable[Iterable[int] | str | Array] | Array | Table

#: NumPy's kinds of types that can hold whole numbers or text: bool, int, unsigned, object, str.
_KINDS = "biuOU"


def listed(value: Any, what: str) -> list[Any] | tuple[Any, ...]:
    """The items of an ordered collection, or along the first axis of an array or a table.

    Args:
        value: the collection.
        what: what its items are, for the message.

    Raises:
        PuzzleError: it is a text, has no order or no items, or is an array of other numbers.

    >>> listed(range(3), "cells")
    [0, 1, 2]
    """
    if type(value) is list or type(value) is tuple:
        return value
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    items = value.tolist() if hasattr(value, "tolist") else value
    if items != []:  # an empty array is one of floats, unless its maker thought of the type
        kind = getattr(getattr(value, "dtype", None), "kind", "O")
        if kind not in _KINDS:
            raise PuzzleError(
                f"{what} must be whole numbers, not {value.dtype}; convert them first"
            )
    if isinstance(items, (str, Mapping, AbstractSet)) or not isinstance(items, Iterable):
        raise PuzzleError(f"expected a sequence of {what}, not {quoted(items)}")
    return items if isinstance(items, list) else list(items)
