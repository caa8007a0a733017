"""A line: a row or a column, an ordered list of cells."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ..common.errors import OptionError, PuzzleError, counted, quoted
from ..common.whole import whole_option

Axis: TypeAlias = Literal["row", "column"]


class _Fields(NamedTuple):
    axis: Axis
    index: int  # type: ignore[assignment]  # shadows tuple.index


class Line(_Fields):
    """The name of a line: ``str`` counts from 1 as people do, ``index`` from 0.

    Raises:
        OptionError: the axis is neither ``"row"`` nor ``"column"``, or the index is negative.

    >>> str(Line("column", 2))
    'column 3'
    """

    __slots__ = ()

    def __new__(cls, axis: Axis, index: int) -> Line:
        if axis not in ("row", "column"):
            raise OptionError(f"the axis of a line is 'row' or 'column', not {quoted(axis)}")
        if type(index) is not int or index < 0:
            index = whole_option("the index of a line", index, 0)
        return super().__new__(cls, axis, index)

    @property
    def is_row(self) -> bool:
        """Whether it is a row."""
        return self.axis == "row"

    def cells(self, shape: tuple[int, int]) -> range:
        """Its cells in a puzzle of that shape, in order, by their numbers in row-major order.

        Everything in Python that needs the cells of a line gets them from here.

        Raises:
            PuzzleError: there is no such line.

        >>> list(Line("column", 2).cells((2, 5)))
        [2, 7]
        """
        rows, columns = shape
        if self.index >= shape[not self.is_row]:
            raise self.missing(shape)
        if self.is_row:
            return range(self.index * columns, (self.index + 1) * columns)
        return range(self.index, rows * columns, columns)

    def missing(self, shape: tuple[int, int]) -> PuzzleError:
        """The error that a puzzle of that shape has no such line.

        >>> print(Line("row", 5).missing((5, 7)))
        there is no row 6: the puzzle has 5 rows
        """
        number = shape[not self.is_row]
        return PuzzleError(f"there is no {self}: the puzzle has {counted(number, self.axis)}")

    def __str__(self) -> str:
        return f"{self.axis} {self.index + 1}"
