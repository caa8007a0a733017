"""What counts of all pictures of a size share: arrays of numpy, and clues as lengths of blocks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from nonocsp.core.base.errors import NonocspError
from nonocsp.core.base.optional import missing
from nonocsp.core.model.clue import clue_of

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:
    raise NonocspError(missing("counting pictures needs numpy", "numpy")) from None

__all__ = ["Booleans", "Integers", "NDArray", "lengths", "np"]

Integers: TypeAlias = NDArray[np.int64]
Booleans: TypeAlias = NDArray[np.bool_]


def lengths(cells: Iterable[int]) -> tuple[int, ...]:
    """The clue of a line, in one colour.

    >>> lengths([1, 1, 0, 1])
    (2, 1)
    """
    return tuple(block.length or 0 for block in clue_of(cells))
