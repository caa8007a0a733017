"""The pages of a drawing that is cut: an overview, and each part with its clues."""

from __future__ import annotations

from dataclasses import replace

from .drawing import Drawing
from .items import Box
from .labels import DIGIT_HEIGHT
from .pdf_canvas import BOLD, FAINT, FONT, HEADING, MARGIN, MARK, SMALL, Heading, PdfCanvas
from .polygon_layout import PolygonLayout
from .scene import Scene
from .square_layout import SquareLayout
from .tiling import Cut, Tile

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


def draw_tiles(
    canvas: PdfCanvas, drawing: Drawing, heading: Heading, page: tuple[float, float], cut: Cut
) -> None:
    """The overview of a drawing, and a page for each of its parts."""
    canvas.reportlab.setPageSize(page)
    pages = _Pages(canvas, drawing, heading, page, cut)
    pages.overview()
    canvas.end_page()
    for tile in cut.tiles:
        canvas.reportlab.setPageSize(page)
        pages.part(tile)
        canvas.end_page()


class _Pages:
    """Draws the pages of one drawing, which is stored once."""

    def __init__(
        self,
        canvas: PdfCanvas,
        drawing: Drawing,
        heading: Heading,
        page: tuple[float, float],
        cut: Cut,
    ) -> None:
        self._canvas, self._drawing, self._heads, self._cut = canvas, drawing, heading, cut
        self._top, self._room = page[1], room_of(page)
        self._scene = Scene.of(drawing)
        self._form = canvas.form(self._scene)

    def overview(self) -> None:
        """The whole drawing, with the parts and their marks."""
        room, layout = self._room, self._scene.layout
        text, _, credit = self._heads
        above = self._heads._replace(text=f"{text} ({credit})" if credit else text, credits="")
        above.write(self._canvas, MARGIN, self._top - MARGIN, room.width)
        size = f"{self._drawing.board} on {len(list(self._cut.tiles))} pages"
        below = room.y + SMALL + 6
        self._canvas.write(MARGIN, self._top - room.y - SMALL, size, SMALL, room.width)
        y = self._top - below
        scale = min(room.width / layout.width, (y - MARGIN) / layout.height)
        with self._canvas.scaled(MARGIN, y, scale):
            self._canvas.reportlab.doForm(self._form)
        for tile in self._cut.tiles:
            cells = [*layout.part(tile.rows, tile.columns)]
            with self._canvas.scaled(MARGIN, y, scale):
                self._canvas.reportlab.setStrokeColor(MARK)
                self._canvas.reportlab.setLineWidth(1.2 / scale)
                sides = [(x, -v, u, -w) for (x, v), (u, w) in layout.edge(cells)]
                self._canvas.reportlab.lines(sides)
            points = [layout.centre(cell) for cell in cells]
            middle, down = (sum(each) / len(cells) for each in zip(*points, strict=True))
            side = layout.cell * scale
            high, wide = 0.7 * len(tile.rows), len(tile.columns) / (0.8 * len(tile.mark))
            size_of_mark = max(5.0, min(24.0, side * min(high, wide, len(cells) ** 0.5 / 4)))
            self._mark(MARGIN + middle * scale, y - down * scale, tile.mark, size_of_mark)

    def part(self, tile: Tile) -> None:
        """A part of the drawing: its cells, and the clues of its lines."""
        layout, board = self._scene.layout, self._drawing.board
        down = self._top - MARGIN - HEADING - 5
        if isinstance(layout, SquareLayout):
            lines = f"rows {tile.rows[0] + 1} to {tile.rows[-1] + 1}"
            lines += f", columns {tile.columns[0] + 1} to {tile.columns[-1] + 1}"
            self._heading(f"{tile.mark}: {lines}", self._heads.text)
            with self._canvas.scaled(MARGIN, down, self._cut.scale):
                self._windows(layout, tile)
            return
        cells = [*layout.part(tile.rows, tile.columns)]
        along = zip(*map(board.lines_through, cells), strict=True)
        rows, slashes, _ = ([line.index + 1 for line, _ in lines] for lines in along)
        lines = f"lines {min(rows)} to {max(rows)} of direction {board.axes[0]}"
        lines += f", {min(slashes)} to {max(slashes)} of {board.axes[1]}"
        self._heading(f"Part {tile.mark}: {lines}", self._heads.text)
        with self._canvas.scaled(MARGIN, down, self._cut.scale):
            self._canvas.paint(replace(self._scene, layout=PolygonLayout(self._drawing, cells)))

    def _heading(self, *texts: str) -> None:
        text = ". ".join(filter(None, texts))
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

    # A rectangle: its cells and the clues of both sides are seen through windows.

    def _windows(self, layout: SquareLayout, tile: Tile) -> None:
        scale, edge = self._cut.scale, layout.thick
        cells = layout.line([*layout.part(tile.rows, tile.columns)])
        # Where the grid of this page begins, and how far the layout is shifted for that, in pixels.
        left, above = layout.left, layout.top
        right, down = left - cells.x, above - cells.y
        grid = Box(left - edge, above - edge, cells.width + 2 * edge, cells.height + 2 * edge)
        row_clues = Box(0, above, left - edge, cells.height)
        column_clues = Box(left, 0, cells.width, above - edge)
        self._canvas.window(self._form, grid, right, down)
        self._canvas.window(self._form, row_clues, 0, down)
        self._canvas.window(self._form, column_clues, right, 0)
        self._numbers(layout, tile, _NUMBER / scale)
        if left > 4 * HEADING / scale and above > 4 * HEADING / scale:
            self._map(layout, tile)

    def _numbers(self, layout: SquareLayout, tile: Tile, size: float) -> None:
        """The numbers of every fifth line and of the last, at the edges without clues."""
        canvas = self._canvas.reportlab
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

    def _map(self, layout: SquareLayout, tile: Tile) -> None:
        """The place of this part among all, in the corner between the clues."""
        canvas, scale = self._canvas.reportlab, self._cut.scale
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
