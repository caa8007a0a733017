"""A line: a row or a column, an ordered list of cells."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Axis: TypeAlias = Literal["row", "column"]


class Line(NamedTuple):
    """The name of a line: ``str`` counts from 1 as people do, ``index`` from 0.

    >>> str(Line("column", 2))
    'column 3'
    """

    axis: Axis
    index: int  # type: ignore[assignment]  # shadows tuple.index

    @property
    def is_row(self) -> bool:
        """Whether it is a row."""
        return self.axis == "row"

    def cells(self, shape: tuple[int, int]) -> range:
        """Its cells in a puzzle of that shape, in order, by their numbers in row-major order.

        Everything in Python that needs the cells of a line gets them from here.

        >>> list(Line("column", 2).cells((2, 5)))
        [2, 7]
        """
        rows, columns = shape
        if self.is_row:
            return range(self.index * columns, (self.index + 1) * columns)
        return range(self.index, rows * columns, columns)

    def __str__(self) -> str:
        return f"{self.axis} {self.index + 1}"
