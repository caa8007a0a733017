"""Where the cells of a board lie, and what people call them: what drawings and players ask.

Solving needs nothing of this. Lengths are in units of a cell: of the side of a square or a
triangle, or of the width of a hexagon.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple, TypeAlias

from ..base.errors import PuzzleError
from .line import Axis, Line

Point: TypeAlias = tuple[float, float]


class Outwards(NamedTuple):
    """The way from a board to the clue of a line, of length 1."""

    right: float
    down: float
    is_before: bool
    """The clue stands before the first cell of the line; otherwise after the last."""


class Geometry(ABC):
    """The part of a `Board` that is seen."""

    name: ClassVar[str]
    """What a board of this kind is called."""
    noun: ClassVar[str] = "cell"
    """What a cell is called."""
    lattice: Point = (1.0, 1.0)
    """The units of `outline`, in units of a cell. Drawings round each to whole pixels."""

    row: ClassVar[int] = 1
    """Units of `lattice` from a row to the next."""
    is_regular: ClassVar[bool] = True
    """All cells are alike and all lines of a direction are parallel, numbered side by side."""

    @abstractmethod
    def outline(self, cell: int) -> Sequence[Point]:
        """The corners of a cell, clockwise, in units of `lattice`."""

    @abstractmethod
    def outwards(self, line: Line) -> Outwards | None:
        """Where the clue of a line stands; None where there is no room beside the board."""

    @abstractmethod
    def places(self) -> Sequence[tuple[int, int]] | None:
        """Where cells begin on a grid of characters: a row, and columns of half a cell.

        None where cells of this shape do not lie on such a grid.
        """

    @abstractmethod
    def squares(self) -> tuple[int, int, Sequence[int]]:
        """A rectangle of squares in which cells lie as their centres do.

        Its rows and columns, and for every cell the number of its square, row by row.
        """

    @abstractmethod
    def text(self, rows: Iterable[str | Sequence[str]], wide: int = 1) -> str:
        """Rows of text, one mark a cell, as lines in which cells stand where they lie.

        Args:
            rows: the marks of each row of a picture.
            wide: the columns that a mark takes, for gaps between squares.
        """

    @abstractmethod
    def counting(self, axis: Axis) -> str:
        """A sentence: how lines of a direction and their cells are counted. Empty for rows and
        columns."""

    def points_up(self, cell: int) -> bool | None:
        """Whether a triangle has its side below and its corner on top; None for other shapes."""
        return None

    def centre(self, cell: int) -> Point:
        """The middle of the corners of a cell, in units of a cell."""
        points = self.outline(cell)
        x, y = (unit * sum(p[at] for p in points) for at, unit in enumerate(self.lattice))
        return x / len(points), y / len(points)

    @property
    def table(self) -> tuple[int, int] | None:
        """The number of rows and of columns of a rectangle; None for other boards."""
        return None

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns. Raises `PuzzleError` if there are none."""
        if (table := self.table) is None:
            raise PuzzleError(f"a {self.name} has no rows and columns: this needs a rectangle")
        return table

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The board as an object of JSON, which `nonocsp.core.model.board_of_dict` reads."""
