"""Marginals: the share of the solutions in which a cell has a colour."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..base.display import Displayable
from ..base.errors import brief
from ..model.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np


class Marginals(Displayable):
    """The exact fraction of solutions in which each cell has each colour.

    Args:
        counts: in how many solutions the cell has the colour: rows x columns x colours, blank
            first.
        total: the number of solutions, at least 1.
        puzzle: the puzzle, for drawings.

    >>> marginals = Marginals((((1, 2), (3, 0)),), 3)
    >>> marginals[0, 0, 1], marginals.floats[0][1]
    (Fraction(2, 3), (1.0, 0.0))
    """

    __slots__ = ("counts", "puzzle", "total")

    def __init__(
        self,
        counts: tuple[tuple[tuple[int, ...], ...], ...],
        total: int,
        puzzle: Puzzle | None = None,
    ) -> None:
        self.counts = counts
        """In how many solutions: rows x columns x colours."""
        self.total = total
        """The number of solutions."""
        self.puzzle = puzzle
        """The puzzle, for drawings; or None."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Marginals):
            return NotImplemented
        return (self.total, self.counts) == (other.total, other.counts)

    def __hash__(self) -> int:
        return hash((self.total, self.counts))

    @property
    def shape(self) -> tuple[int, int, int]:
        """Rows, columns of the longest row, colours (blank included)."""
        return len(self.counts), max(map(len, self.counts)), len(self.counts[0][0])

    def __getitem__(self, cell_and_colour: tuple[int, int, int]) -> Fraction:
        row, column, colour = cell_and_colour
        if min(cell_and_colour) < 0:
            raise IndexError(f"no cell and colour {cell_and_colour} in marginals of {self.shape}")
        return Fraction(self.counts[row][column][colour], self.total)

    @property
    def fractions(self) -> tuple[tuple[tuple[Fraction, ...], ...], ...]:
        """Exact fractions: rows x columns x colours."""
        return tuple(
            tuple(tuple(Fraction(count, self.total) for count in cell) for cell in row)
            for row in self.counts
        )

    @property
    def floats(self) -> tuple[tuple[tuple[float, ...], ...], ...]:
        """The fractions as floating-point numbers: rows x columns x colours."""

        @cache  # many cells are alike: they are decided
        def shares(cell: tuple[int, ...]) -> tuple[float, ...]:
            return tuple(count / self.total for count in cell)

        return tuple(tuple(map(shares, row)) for row in self.counts)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        """For numpy: the fractions as an array of rows x columns x colours, on other boards than
        rectangles of cells x colours."""
        import numpy as np

        is_ragged = len({*map(len, self.counts)}) > 1
        cells = [*chain.from_iterable(self.floats)] if is_ragged else self.floats
        return np.array(cells, float if dtype is None else dtype)

    def __repr__(self) -> str:
        return f"<Marginals of {brief(self.total)} solutions, shape {self.shape}>"

    def records(self) -> Iterator[dict[str, Any]]:
        """Every cell and colour with its share of the solutions, as `to_frame` takes them."""
        for row, cells in enumerate(self.counts):
            for column, counts in enumerate(cells):
                for colour, count in enumerate(counts):
                    share = count / self.total
                    yield {"row": row, "column": column, "colour": colour, "share": share}

    def to_dict(self) -> dict[str, Any]:
        """The marginals as JSON values, exact: counts and their total."""
        return {"total": self.total, "counts": [[list(cell) for cell in r] for r in self.counts]}
