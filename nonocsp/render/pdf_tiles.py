"""The pages of a drawing that is cut: an overview, and each part with its clues."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from .drawing import Drawing, credits_of
from .items import Box
from .labels import DIGIT_HEIGHT
from .pdf_canvas import BOLD, FAINT, FONT, MARK, PdfCanvas
from .polygon_layout import PolygonLayout
from .scene import Scene
from .square_layout import SquareLayout
from .theme import theme_colours
from .tiling import Cut, Tile

MARGIN = 36.0
HEADING, SMALL = 13.0, 8.0

#: The font size of the numbers beside a part of a drawing.
_NUMBER = 6.0


def room_of(page: tuple[float, float]) -> Box:
    """The place for a part of a drawing on a page, below its heading and left of the numbers."""
    above, beside = HEADING + 5, 3 * _NUMBER
    return Box(
        MARGIN,
        MARGIN + above,
        page[0] - 2 * MARGIN - beside,
        page[1] - 2 * MARGIN - above - 2 * _NUMBER,
    )


def draw_tiles(canvas: PdfCanvas, drawing: Drawing, page: tuple[float, float], cut: Cut) -> None:
    """The overview of a drawing, and a page for each of its parts."""
    kind = _TilePages if drawing.board.table else _BoardPages
    pages = kind(canvas, drawing, page, cut)
    canvas.reportlab.setPageSize(page)
    pages.overview()
    canvas.reportlab.showPage()
    for tile in cut.tiles:
        canvas.reportlab.setPageSize(page)
        pages.part(tile)
        canvas.reportlab.showPage()


class _Pages:
    """Draws the pages of one drawing."""

    def __init__(
        self, canvas: PdfCanvas, drawing: Drawing, page: tuple[float, float], cut: Cut
    ) -> None:
        self._canvas, self._drawing, self._cut = canvas, drawing, cut
        self._top, self._room = page[1], room_of(page)
        self._title = (drawing.puzzle.title or "") if drawing.puzzle else ""

    @abstractmethod
    def part(self, tile: Tile) -> None:
        """A part of the drawing: its cells, and the clues of its lines."""

    @abstractmethod
    def _whole(self, width: float, height: float, y: float) -> None:
        """The drawing in some room below ``y``, with the parts and their marks."""

    def overview(self) -> None:
        """The whole drawing, with the parts and their marks."""
        room, credit = self._room, credits_of(self._drawing)
        self._heading((f"{self._title} ({credit})" if credit else self._title) or "Nonogram")
        size = f"{self._drawing.board} on {len(list(self._cut.tiles))} pages"
        below = room.y + SMALL + 6
        self._canvas.write(MARGIN, self._top - room.y - SMALL, size, SMALL, room.width)
        self._whole(room.width, self._top - MARGIN - below, self._top - below)

    def _heading(self, text: str) -> None:
        self._canvas.write(MARGIN, self._top - MARGIN - HEADING, text, HEADING, self._room.width)

    def _mark(self, x: float, y: float, mark: str, size: float) -> None:
        """The mark of a part on the overview, around a point."""
        canvas = self._canvas.reportlab
        canvas.setStrokeColor(MARK)
        canvas.setLineWidth(1.2)
        width = canvas.stringWidth(mark, BOLD, size) + size / 2
        canvas.setFillColor("#ffffff")
        canvas.roundRect(
            x - width / 2, y - 0.65 * size, width, 1.3 * size, size / 4, stroke=1, fill=1
        )
        canvas.setFillColor(MARK)
        canvas.setFont(BOLD, size)
        canvas.drawCentredString(x, y - size * DIGIT_HEIGHT / 2, mark)


class _BoardPages(_Pages):
    """Draws the pages of a drawing on triangles or hexagons."""

    @cached_property
    def _layout(self) -> PolygonLayout:
        return PolygonLayout(self._drawing)

    @cached_property
    def _scene(self) -> Scene:
        return Scene(self._drawing, self._layout, theme_colours(self._drawing))

    def _whole(self, width: float, height: float, y: float) -> None:
        layout = self._layout
        scale = min(width / layout.width, height / layout.height)
        with self._canvas.scaled(MARGIN, y, scale):
            self._canvas.paint(self._scene)
        for tile in self._cut.tiles:
            cells = [*layout.part(tile.rows, tile.columns)]
            with self._canvas.scaled(MARGIN, y, scale):
                self._outline(cells, 1.2 / scale)
            points = [layout.centre(cell) for cell in cells]
            middle, down = (sum(each) / len(cells) for each in zip(*points, strict=True))
            size = max(5.0, min(24.0, len(cells) ** 0.5 * layout.cell * scale / 4))
            self._mark(MARGIN + middle * scale, y - down * scale, tile.mark, size)

    def _outline(self, cells: Iterable[int], weight: float) -> None:
        self._canvas.reportlab.setStrokeColor(MARK)
        self._canvas.reportlab.setLineWidth(weight)
        self._canvas.reportlab.lines(
            [(x, -y, u, -v) for (x, y), (u, v) in self._layout.edge(cells)]
        )

    def part(self, tile: Tile) -> None:
        board, cells = self._drawing.board, [*self._layout.part(tile.rows, tile.columns)]
        along = zip(*map(board.lines_through, cells), strict=True)
        rows, slashes, _ = ([line.index + 1 for line, _ in lines] for lines in along)
        lines = f"lines {min(rows)} to {max(rows)} of direction {board.axes[0]}"
        lines += f", {min(slashes)} to {max(slashes)} of {board.axes[1]}"
        self._heading(f"Part {tile.mark}: {lines}. {self._title}")
        layout = PolygonLayout(self._drawing, cells)
        with self._canvas.scaled(MARGIN, self._top - MARGIN - HEADING - 5, self._cut.scale):
            self._canvas.paint(replace(self._scene, layout=layout))


class _TilePages(_Pages):
    """Draws the pages of a rectangle, which is stored once and shown through windows."""

    def __init__(
        self, canvas: PdfCanvas, drawing: Drawing, page: tuple[float, float], cut: Cut
    ) -> None:
        super().__init__(canvas, drawing, page, cut)
        scene = Scene.of(drawing)
        assert isinstance(scene.layout, SquareLayout)
        self._layout, self._form = scene.layout, canvas.form(scene)

    def _whole(self, width: float, height: float, y: float) -> None:
        layout = self._layout
        scale = min(width / layout.width, height / layout.height)
        with self._canvas.scaled(MARGIN, y, scale):
            self._canvas.reportlab.doForm(self._form)
        for tile in self._cut.tiles:
            box = _grid_of(layout, tile)
            corner = MARGIN + box.x * scale, y - box.y * scale
            self._outline(Box(*corner, box.width * scale, box.height * scale), tile.mark)

    def part(self, tile: Tile) -> None:
        rows, columns = tile.rows, tile.columns
        lines = f"rows {rows[0] + 1} to {rows[-1] + 1}"
        lines += f", columns {columns[0] + 1} to {columns[-1] + 1}"
        self._heading(f"{tile.mark}: {lines}. {self._title}")
        layout, scale, edge = self._layout, self._cut.scale, self._layout.thick
        cells = _grid_of(layout, tile)
        # Where the grid of this page begins, and how far the layout is shifted for that, in pixels.
        left, above = layout.left, layout.top
        right, down = left - cells.x, above - cells.y
        grid = Box(left - edge, above - edge, cells.width + 2 * edge, cells.height + 2 * edge)
        row_clues = Box(0, above, left - edge, cells.height)
        column_clues = Box(left, 0, cells.width, above - edge)
        with self._canvas.scaled(MARGIN, self._top - MARGIN - HEADING - 5, scale):
            self._canvas.window(self._form, grid, right, down)
            self._canvas.window(self._form, row_clues, 0, down)
            self._canvas.window(self._form, column_clues, right, 0)
            self._numbers(tile, _NUMBER / scale)
            if left > 4 * HEADING / scale and above > 4 * HEADING / scale:
                self._map(tile)

    def _outline(self, box: Box, mark: str) -> None:
        """A part on the overview; ``box.y`` is its upper edge, in points from below."""
        canvas = self._canvas.reportlab
        canvas.setStrokeColor(MARK)
        canvas.setLineWidth(1.2)
        canvas.rect(box.x, box.y - box.height, box.width, box.height, stroke=1, fill=0)
        size = max(5.0, min(24.0, box.width / (0.8 * len(mark)), box.height * 0.7))
        self._mark(box.x + box.width / 2, box.y - box.height / 2, mark, size)

    def _numbers(self, tile: Tile, size: float) -> None:
        """The numbers of every fifth line and of the last, at the edges without clues."""
        canvas, layout = self._canvas.reportlab, self._layout
        canvas.setFillColor(FAINT)
        canvas.setFont(FONT, size)
        right = layout.left + len(tile.columns) * layout.cell + 2 * layout.thick
        below = layout.top + len(tile.rows) * layout.cell + 2 * layout.thick
        for at, row in enumerate(tile.rows):
            if (row + 1) % 5 == 0 or row == tile.rows[-1]:
                y = layout.top + (at + 0.5) * layout.cell + size * DIGIT_HEIGHT / 2
                canvas.drawString(right, -y, str(row + 1))
        for at, column in enumerate(tile.columns):
            if (column + 1) % 5 == 0 or column == tile.columns[-1]:
                x = layout.left + (at + 0.5) * layout.cell
                canvas.drawCentredString(x, -(below + size * DIGIT_HEIGHT), str(column + 1))

    def _map(self, tile: Tile) -> None:
        """The place of this part among all, in the corner between the clues."""
        canvas, layout, scale = self._canvas.reportlab, self._layout, self._cut.scale
        side = min(layout.left, layout.top, 70 / scale) * 0.8
        unit = side / max(layout.rows, layout.columns)
        canvas.setStrokeColor(FAINT)
        canvas.setFillColor(FAINT)
        canvas.setLineWidth(0.5 / scale)
        for other in self._cut.tiles:
            canvas.rect(
                other.columns[0] * unit,
                -(other.rows[-1] + 1) * unit,
                len(other.columns) * unit,
                len(other.rows) * unit,
                stroke=1,
                fill=int(other.mark == tile.mark),
            )


def _grid_of(layout: SquareLayout, tile: Tile) -> Box:
    """The cells of a part, in the pixels of the layout."""
    first = layout.box(tile.rows[0], tile.columns[0])
    return first.joined(layout.box(tile.rows[-1], tile.columns[-1]))
