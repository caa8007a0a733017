"""The smallest ambiguities of pictures, in two rows and two columns, and their expected number.

A *switch* exchanges the colours of two cells in each of two rows and two columns. In all four lines
the cells between the two are of one colour, and those beside them are blank or beyond the border.
So a block moves by one cell, or a block of one cell moves across blanks, and all clues stay.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]


def switches(cells: Sequence[Sequence[int]]) -> Iterator[tuple[Pair, Pair]]:
    """The switches of a picture, each by its rows and its columns.

    >>> list(switches([[0, 1, 0], [1, 0, 0]]))
    [((0, 1), (0, 1))]
    """
    across = defaultdict(list)
    for row, line in enumerate(cells):
        for columns in _exchanges(line):
            across[columns].append(row)
    down = {
        (column, rows)
        for column, line in enumerate(zip(*cells, strict=True))
        for rows in _exchanges(line)
    }
    for columns, found in across.items():
        for rows in combinations(found, 2):
            if all((column, rows) in down for column in columns):
                first, other = (cells[row][columns[0]] for row in rows)
                if first != other:
                    yield rows, columns


def _exchanges(line: Sequence[int]) -> Iterator[Pair]:
    """The pairs of cells of a line whose colours a switch may exchange."""
    for first in range(len(line)):
        if first and line[first - 1]:
            continue
        for last in range(first + 1, len(line)):
            if line[last] != line[first] and not any(line[last + 1 : last + 2]):
                yield first, last
            if line[last] != line[first + 1]:
                break


def expected(size: int, density: float) -> float:
    """The expected number of switches of a random picture n x n. Cost: O(n).

    >>> expected(2, 0.5) == 2 / 16
    True
    """
    filled, blank = density, 1 - density
    lines = 0.0  # for two rows that exchange cells of the same columns, the sum over all columns
    for between in range(size - 1):
        places = size - 1 - between
        # Both rows have a blank before the two cells and one after, except beyond a border.
        one, two = (0, 1) if places == 1 else (2, 0)
        beside = (places - one - two) * blank**4 + one * blank**2 + two
        one_colour = filled**between + blank**between if between else 1.0
        lines += one_colour**2 * beside
    # The four cells themselves are filled at one diagonal or at the other.
    return 2 * filled**2 * blank**2 * lines**2


def half(size: int) -> float | None:
    """The greatest density at which ln 2 switches are expected; None if there is none."""
    low = max((tenths / 10 for tenths in range(10)), key=lambda density: expected(size, density))
    if expected(size, low) < math.log(2):
        return None
    high = 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if expected(size, middle) > math.log(2) else (low, middle)
    return low
