"""A line: the name of an ordered list of cells."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, get_args

from ..base.errors import OptionError, quoted
from ..base.whole import whole_option

#: The directions of lines: those of rectangles, then those of boards with three directions.
Axis: TypeAlias = Literal["row", "column", "A", "B", "C"]
_AXES: tuple[Axis, ...] = get_args(Axis)


class _Fields(NamedTuple):
    axis: Axis
    index: int  # type: ignore[assignment]  # shadows tuple.index


class Line(_Fields):
    """The name of a line: ``str`` counts from 1 as people do, ``index`` from 0.

    The board knows its cells: see `Puzzle.cells`.

    Raises:
        OptionError: the axis is none of ``"row"``, ``"column"``, ``"A"``, ``"B"`` and ``"C"``, or
            the index is negative.

    >>> str(Line("column", 2)), str(Line("B", 0))
    ('column 3', 'direction B, line 1')
    """

    __slots__ = ()

    def __new__(cls, axis: Axis, index: int) -> Line:
        if axis not in _AXES:
            names = "'row', 'column', 'A', 'B' or 'C'"
            raise OptionError(f"the axis of a line is {names}, not {quoted(axis)}")
        if type(index) is not int or index < 0:
            index = whole_option("the index of a line", index, 0)
        return super().__new__(cls, axis, index)

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a rectangle."""
        return self.axis == "row"

    @property
    def noun(self) -> str:
        """The noun for lines of its direction: row, column or line."""
        return self.axis if self.axis in ("row", "column") else "line"

    def __str__(self) -> str:
        if self.noun == "line":
            return f"direction {self.axis}, line {self.index + 1}"
        return f"{self.axis} {self.index + 1}"
