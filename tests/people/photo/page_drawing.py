"""Where everything of a nonogram stands on its page, and how each part is drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from PIL import ImageColor, ImageDraw, ImageFont

import nonocsp as nc

from .page_layouts import Layout, font

RGB = tuple[int, ...]


@dataclass(frozen=True)
class Number:
    """A number of a clue on the page: its text, its centre and the colour of its block."""

    text: str
    x: float
    y: float
    colour: int
    row: int | None
    column: int | None


class Sheet:
    """Where everything of a puzzle stands on its page, in pixels."""

    def __init__(
        self, puzzle: nc.Puzzle, look: Layout, face: str, draw: random.Random, scale: int
    ) -> None:
        self.puzzle, self.look, self.face, self.draw = puzzle, look, face, draw
        self.cell = draw.randint(*look.cell) * scale
        self.thin, self.thick, self.border = (max(1, round(w * self.cell)) for w in look.lines)
        self.font = self._fitting_font()
        rows, columns = puzzle.shape
        deepest = (
            max(len(clue or ()) for clue in lines) for lines in (puzzle.rows, puzzle.columns)
        )
        self.wide, self.deep = (max(1, most) for most in deepest)
        across, down = self.pitch
        margin = round(self.cell * draw.uniform(0.3, 1.5))
        top = left = bottom = margin
        if look.around:
            top, bottom = (margin + self.cell * draw.randint(2, 5) for _ in "tb")
            left = margin + self.cell * draw.randint(0, 4)
        self.outer = left, top
        spare = 0.4 if look.clue_lines == "rules" else 0
        self.left = round(left + (self.wide + spare) * across)
        self.top = round(top + (self.deep + spare) * down)
        self.right, self.bottom = self.left + columns * self.cell, self.top + rows * self.cell
        self.size = self.right + left, self.bottom + bottom

    def _fitting_font(self) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        """The largest digits of the wanted height whose widest number fits into a cell."""
        wanted = self.draw.uniform(*self.look.digits) * self.cell
        widest = max(
            (len(str(block.length)) for c in self.puzzle.clues for block in c or ()), default=1
        )
        size = max(6, round(wanted * 1.6))
        while size > 6:
            left, top, right, bottom = font(self.face, size).getbbox("0" * widest)
            widest_share = 0.88 if self.look.clue_lines == "rules" else 0.96
            if bottom - top <= wanted and right - left <= self.cell * widest_share:
                break
            size -= 1
        return font(self.face, size)

    @cached_property
    def pitch(self) -> tuple[float, float]:
        """From one number of a row to the next, and from one of a column to the next."""
        if self.look.clue_lines == "rules":
            return self.cell * 1.08, self.cell * 0.86
        if self.look.clue_lines != "none":
            return self.cell, self.cell
        left, top, right, bottom = self.font.getbbox("00")
        high = bottom - top
        widest = max(
            (len(str(block.length)) for c in self.puzzle.rows for block in c or ()), default=1
        )
        across = (right - left) * widest / 2 + high * self.draw.uniform(0.5, 0.9)
        return across, high * self.draw.uniform(1.35, 1.7)

    @cached_property
    def solution(self) -> list[list[int]]:
        picture = nc.solve(self.puzzle).picture
        return picture.tolist() if picture else []

    def numbers(self) -> Iterator[Number]:
        across, down = self.pitch
        for row, clue in enumerate(self.puzzle.rows):
            y = self.top + (row + 0.5) * self.cell
            for back, (text, colour) in enumerate(self._texts(clue)):
                yield Number(text, self.left - (back + 0.5) * across, y, colour, row, None)
        for column, clue in enumerate(self.puzzle.columns):
            x = self.left + (column + 0.5) * self.cell
            for back, (text, colour) in enumerate(self._texts(clue)):
                yield Number(text, x, self.top - (back + 0.5) * down, colour, None, column)

    def _texts(self, clue: tuple[nc.Block, ...] | None) -> list[tuple[str, int]]:
        """The numbers of a clue with their colours, the last first."""
        texts = [(str(block.length), block.colour) for block in reversed(clue or ())]
        return texts or [("0", 1)] * self.look.zeros

    def box(self, row: int, column: int) -> tuple[int, int, int, int]:
        """A cell of the block; negative rows and columns are those of the clues."""
        x, y = self.left + column * self.cell, self.top + row * self.cell
        return x, y, x + self.cell, y + self.cell


def draw_ground(pen: ImageDraw.ImageDraw, sheet: Sheet) -> None:
    look, (left, top) = sheet.look, sheet.outer
    if look.shadow:
        edge = sheet.cell // 2
        pen.rectangle((left + edge, top + edge, sheet.right + edge, sheet.bottom + edge), "#181818")
        pen.rectangle((left, top, sheet.right, sheet.bottom), look.paper)
    pen.rectangle((sheet.left, sheet.top, sheet.right, sheet.bottom), look.block)
    if look.bands and look.clue_lines == "none":
        rows, columns = sheet.puzzle.shape
        for row in range(rows):
            _, y, _, below = sheet.box(row, 0)
            pen.rectangle((left, y, sheet.left, below - 1), look.bands[row % len(look.bands)])
        for column in range(columns):
            x, _, beside, _ = sheet.box(0, column)
            pen.rectangle((x, top, beside - 1, sheet.top), look.bands[column % len(look.bands)])


def draw_lines(pen: ImageDraw.ImageDraw, sheet: Sheet) -> None:
    look, (left, top) = sheet.look, sheet.outer
    lined, ruled = look.clue_lines == "all", look.clue_lines in ("all", "rules")
    if look.clue_lines == "numbers":
        half = sheet.cell / 2
        for number in sheet.numbers():
            x, y = number.x, number.y
            box = (x - half, y - half, x + half, y + half)
            pen.rectangle(box, look.bands[0], look.line, sheet.thin)
    start_x, start_y = (left, top) if ruled else (sheet.left, sheet.top)
    rows, columns = sheet.puzzle.shape
    for row in range(-sheet.deep if lined else 0, rows + 1):
        width = _width(sheet, row, rows)
        y, x = sheet.top + row * sheet.cell, sheet.left if row < 0 else start_x
        pen.line((x, y, sheet.right, y), look.line, width)
    for column in range(-sheet.wide if lined else 0, columns + 1):
        width = _width(sheet, column, columns)
        x, y = sheet.left + column * sheet.cell, sheet.top if column < 0 else start_y
        pen.line((x, y, x, sheet.bottom), look.line, width)
    if ruled:
        pen.rectangle((left, top, sheet.right, sheet.bottom), None, look.line, sheet.border)


def _width(sheet: Sheet, at: int, last: int) -> int:
    if at in (0, last):
        return sheet.border
    return sheet.thick if at > 0 and at % 5 == 0 else sheet.thin


def draw_numbers(pen: ImageDraw.ImageDraw, sheet: Sheet) -> None:
    look, draw = sheet.look, sheet.draw
    struck: set[tuple[int | None, int | None]] = set()
    if look.played:
        rows, columns = sheet.puzzle.shape
        struck = {(row, None) for row in range(rows) if draw.random() < 0.3}
        struck |= {(None, column) for column in range(columns) if draw.random() < 0.3}
    _, top, _, bottom = sheet.font.getbbox("0", anchor="ls")
    shift = sheet.cell * 0.04  # printed a little off the middle
    low, aside = draw.uniform(-shift, shift) - (top + bottom) / 2, draw.uniform(-shift, shift)
    for number in sheet.numbers():
        ink: str | RGB = look.ink
        if look.colour:
            colour = ImageColor.getrgb(sheet.puzzle.colours[number.colour].rgb)
            ink = _readable(colour) if look.colour == "digits" else _contrary(colour)
            if look.colour == "squares":
                across, down = sheet.pitch
                half = min(sheet.cell, across, down) / 2 - sheet.thin
                x, y = number.x, number.y
                pen.rectangle((x - half, y - half, x + half, y + half), colour)
        pen.text((number.x + aside, number.y + low), number.text, ink, sheet.font, anchor="ms")
        if (number.row, number.column) in struck:
            draw_strike(pen, sheet, number)


def draw_strike(pen: ImageDraw.ImageDraw, sheet: Sheet, number: Number) -> None:
    """A line by pencil or pen through a number."""
    half, draw = sheet.cell * 0.4, sheet.draw
    rise = half * draw.uniform(0.2, 1)
    ends = [number.x - half, number.y + rise, number.x + half, number.y - rise]
    ends = [end + draw.gauss(0, sheet.cell * 0.06) for end in ends]
    colour = draw.choice(("#707070", "#2040a0", "#b03030"))
    pen.line(ends, colour, max(1, round(sheet.cell * 0.06)))


def draw_corner(pen: ImageDraw.ImageDraw, sheet: Sheet) -> None:
    """A small picture in the clue corner: the solution in grey, a solid, or a grey box."""
    (left, top), draw = sheet.outer, sheet.draw
    pen.rectangle((left, top, sheet.left, sheet.top), sheet.look.paper)
    edge = sheet.cell * 0.2
    wide, high = sheet.left - left - 2 * edge, sheet.top - top - 2 * edge
    kind = draw.choice(("preview", "solid", "box"))
    if kind == "box":
        pen.rectangle((left, top, sheet.left, sheet.top), "#d6d6d6")
    elif kind == "solid":
        points = [(draw.uniform(0, 1), draw.uniform(0, 1)) for _ in range(4)]
        corners = [(left + edge + x * wide, top + edge + y * high) for x, y in points]
        pen.polygon(corners[:3], "#8a8a8a")
        pen.polygon(corners[1:], "#3c3c3c")
    else:
        rows, columns = sheet.puzzle.shape
        dot = min(wide / columns, high / rows)
        for row, cells in enumerate(sheet.solution):
            for column, cell in enumerate(cells):
                x, y = left + edge + column * dot, top + edge + row * dot
                if cell:
                    pen.rectangle((x, y, x + dot, y + dot), "#707070")


def draw_progress(pen: ImageDraw.ImageDraw, sheet: Sheet) -> None:
    """Cells that a player has filled, crossed or dotted, by hand or by an app."""
    draw, inset = sheet.draw, sheet.cell * sheet.draw.uniform(0.04, 0.15)
    ink = draw.choice(("#202020", "#505058", "#2a3f8f"))
    mark = draw.choice(("cross", "dot", "nothing"))
    share = draw.uniform(0.1, 0.6)
    done = [draw.random() < share for _ in sheet.solution]
    for row, cells in enumerate(sheet.solution):
        for column, cell in enumerate(cells):
            if not done[row] and draw.random() > share / 3:
                continue
            left, top, right, bottom = sheet.box(row, column)
            box = (left + inset, top + inset, right - inset, bottom - inset)
            if cell:
                pen.rectangle(box, ink)
            elif mark == "cross":
                draw_cross(pen, sheet, row, column)
            elif mark == "dot":
                x, y, radius = (left + right) / 2, (top + bottom) / 2, sheet.cell * 0.1
                pen.ellipse((x - radius, y - radius, x + radius, y + radius), ink)


def draw_cross(pen: ImageDraw.ImageDraw, sheet: Sheet, row: int, column: int) -> None:
    left, top, right, bottom = sheet.box(row, column)
    inset, width = sheet.cell * 0.25, max(1, sheet.cell // 16)
    first, last, high, low = left + inset, right - inset, top + inset, bottom - inset
    pen.line((first, high, last, low), "#606060", width)
    pen.line((first, low, last, high), "#606060", width)


TEXT = "every row and column hides a picture in the grid of numbers; fill the cells of "


def draw_surroundings(pen: ImageDraw.ImageDraw, sheet: Sheet) -> None:
    """A title, text and drawings around the puzzle, or the bar and buttons of an app."""
    look, draw, (width, height) = sheet.look, sheet.draw, sheet.size
    rows, columns = sheet.puzzle.shape
    title = (
        f"{draw.choice(('No.', 'Puzzle', 'Nonogram'))} {draw.randint(1, 99)}: {columns} x {rows}"
    )
    size = max(8, sheet.cell)
    below = sheet.bottom + sheet.cell
    if look.around == "app":
        pen.rectangle((0, 0, width, sheet.outer[1] * 0.6), "#4a78c8")
        pen.text(
            (size, sheet.outer[1] * 0.3), title, "#ffffff", font(sheet.face, size), anchor="lm"
        )
        for x in range(size, width - 3 * size, 4 * size):
            pen.rounded_rectangle(
                (x, below, x + 3 * size, below + 1.2 * size), size // 3, "#88a4cc"
            )
        return
    if look.around == "banner":
        draw_banner(pen, sheet)
        pen.text((width / 2, below), title, look.ink, font("sans", size * 2 // 3), anchor="mm")
        return
    pen.text((sheet.outer[0], sheet.cell // 3), title, look.ink, font("serif", size * 5 // 4))
    small = font("serif", max(7, size // 2))
    for y in range(below + size // 2, height - size // 2, max(8, size * 2 // 3)):
        pen.text((sheet.outer[0], y), (TEXT * 6)[draw.randrange(80) :], look.ink, small)
    for _ in range(draw.randint(0, 4)):
        x_middle, y_middle = (
            draw.uniform(0, width),
            draw.choice((0, height)) + draw.uniform(-size, size),
        )
        radius = draw.uniform(0.5, 2) * size
        box = (x_middle - radius, y_middle - radius, x_middle + radius, y_middle + radius)
        pen.ellipse(box, "#c8c4b8", "#807c70")


def draw_banner(pen: ImageDraw.ImageDraw, sheet: Sheet) -> None:
    """The name of the site above the puzzle: a small grid with filled cells and clues."""
    draw, high = sheet.draw, sheet.outer[1] // 12
    if high < 3:
        return
    top, wide = sheet.outer[1] // 6, min(34, (sheet.right - sheet.left) // high)
    left = (sheet.size[0] - wide * high) // 2
    for row in range(8):
        for column in range(wide):
            x, y = left + column * high, top + row * high
            filled = row > 2 and column > 3 and draw.random() < 0.5
            if row > 2 or column > 3:
                pen.rectangle((x, y, x + high, y + high), "#101010" if filled else None, "#101010")


def _luminance(colour: RGB) -> float:
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def _readable(colour: RGB) -> RGB:
    """A colour as digits on white have it: pale ones are darker."""
    factor = min(1.0, 170 / max(1.0, _luminance(colour)))
    return tuple(round(part * factor) for part in colour)


def _contrary(colour: RGB) -> str:
    return "#000000" if _luminance(colour) > 130 else "#ffffff"
