"""Layout: the sizes and places on a drawing, shared by all outputs.

All lengths are whole pixels (a PDF scales them), so that lines are crisp. There are two: a
rectangle has boxes (`SquareLayout`), other boards have the polygons of their cells
(`PolygonLayout`). A scene asks either for the items that differ.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from ...core import Board, Line
from ...core.model.geometry import Point
from .drawing import Drawing
from .items import Box, Item, Label
from .labels import labels


class Layout(ABC):
    """Sizes and places of a drawing."""

    cell: int
    """The side of a cell."""
    inner: int
    """The side of `box`."""
    margin: int
    """The least paper around everything."""
    thick: int
    """The weight of the outline; rules within it have weight 1."""
    font: float
    """The size of the font of clues."""
    width: int
    height: int
    cells: Sequence[int]
    """The cells that are drawn, in order."""
    has_letters = False
    """Its directions have letters for names."""
    reaches = False
    """Chips of attached blocks touch, as labels of a clue stand one after the other."""

    def __init__(self, drawing: Drawing) -> None:
        self.board: Board = drawing.board
        self.texts: dict[Line, list[str]] = {}
        """The labels of the lines whose clues are drawn."""
        if drawing.has_clues and drawing.puzzle is not None:
            clue = drawing.puzzle.clue
            self.texts = {line: labels(drawing, clue(line)) for line in self.board.clued}

    @property
    def pixels(self) -> int:
        return self.width * self.height

    @abstractmethod
    def box(self, row: int, column: int) -> Box:
        """A square inside a cell, or all of a square cell, up to the middle of its rules."""

    def polygon(self, cell: int) -> list[Point] | None:
        """The corners of a cell that is not filled by `box`."""
        return None

    @abstractmethod
    def label(self, line: Line, place: int, of: int) -> tuple[Point, Box]:
        """The middle of the label at index ``place`` of a clue of ``of`` labels, and its chip."""

    def with_next(self, lines: Iterable[Line]) -> list[Line]:
        """Some lines, and those whose labels share their room."""
        return list(lines)

    def names(self, line: Line, is_marked: bool) -> Iterator[tuple[Label, list[Item]]]:
        """The name of a line beside its clue, and what belongs to it."""
        return iter(())

    @abstractmethod
    def strips(self, role: str, lines: Sequence[Line]) -> Iterator[Item]:
        """The places of the clues of lines."""

    @abstractmethod
    def guides(self, lines: Iterable[Line]) -> Iterator[Item]:
        """Rules that lead from clues to the cells of their lines."""

    @abstractmethod
    def ground(self) -> Iterator[Item]:
        """What lies over the strips and under the cells."""

    @abstractmethod
    def rules(self) -> Iterator[Item]:
        """The rules between cells, and the outline."""

    @abstractmethod
    def line_frame(self, cells: Sequence[int]) -> Item:
        """A frame around the cells of a line."""

    @abstractmethod
    def because(self, cells: Sequence[int], weight: int) -> Iterator[Item]:
        """The marks of reasons."""

    @abstractmethod
    def concluded(self, cells: Sequence[int], weight: int) -> Iterator[Item]:
        """The marks of conclusions."""

    @abstractmethod
    def divisions(
        self, scale: float, width: float, height: float
    ) -> Iterator[tuple[tuple[range, ...], tuple[range, ...]]]:
        """Ways to cut the lines of the first two directions so that parts fit a page, in points."""

    @abstractmethod
    def around(self, rows: int, others: int) -> tuple[float, float]:
        """The largest size of a part, in pixels, by its lines of the first two directions."""

    @abstractmethod
    def part(self, rows: range, others: range) -> Iterator[int]:
        """The cells of a part: those on some lines of the first direction and of the second."""

    def has_cells(self, rows: range, others: range) -> bool:
        """Whether a part has any cells."""
        return next(self.part(rows, others), None) is not None

    @abstractmethod
    def edge(self, cells: Sequence[int]) -> Iterable[tuple[Point, Point]]:
        """The sides on the outline of a part."""

    @abstractmethod
    def centre(self, cell: int) -> Point:
        """The middle of a cell."""
