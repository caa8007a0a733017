"""Boards as text: plain, with block characters, with the colours of a terminal.

Plain text has the characters that `Grid.text` writes and the picture format reads: a colour's own,
``?`` for a cell that is open. Without clues it is one character a cell. With a width to keep, what
is too wide loses its clues, then stands in half-blocks (two cells one above the other in one
character) where block characters may be used, and is cut into bands of columns at last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ..model.bits import highest, is_single
from ..model.clue import Line
from .board import Board
from .colour_vision import ink_on, rgb_of
from .inks import Inks, heat_ink, inks
from .layout import clues_of
from .terminal import Ansi

#: Characters of lines: between cells of a row, of a column, and where they cross.
_ASCII, _BLOCKS = ("|", "-", "+"), ("│", "─", "┼")
_RESET = "\x1b[0m"
_FULL = "█"
_SHADES = f" ░▒▓{_FULL}"


@dataclass(frozen=True, slots=True)
class _Glyph:
    """How one cell looks in text."""

    char: str
    ground: str
    """Its colour, ``"#rrggbb"``."""
    ink: str
    """The colour of what is written on it."""
    block: str
    """The character that fills it where there are no colours."""
    sign: str = ""
    """A pair of characters to write on it, where there is room."""


def text_of(board: Board, ansi: Ansi, blocks: bool, width: int | None) -> str:
    """The text of a board, its lines parted by newlines, without one at the end."""
    glyphs = _glyphs(board)
    ways: list[list[str]] = []
    if board.has_clues:
        ways.append(_with_clues(board, glyphs, ansi, blocks))
    if ansi or blocks:
        if not (blocks and not ansi and _is_plain_enough(board)):
            ways.append(_wide(glyphs, ansi, blocks))
        if blocks and (ansi or _is_plain_enough(board)):
            ways.append(_halves(glyphs, ansi))
    else:
        ways.append(["".join(glyph.char for glyph in row) for row in glyphs])
    for lines in ways:
        if width is None or max(map(visible, lines)) <= width:
            return "\n".join(lines)
    return "\n".join(_bands(board, ansi, blocks, width or 1))


def visible(line: str) -> int:
    """The columns that a line takes in a terminal, escape codes left out."""
    shown, inside = 0, False
    for char in line:
        if char == "\x1b":
            inside = True
        elif inside:
            inside = char != "m"
        else:
            shown += 1
    return shown


def _glyphs(board: Board) -> list[list[_Glyph]]:
    """How every cell looks."""
    rows, columns = board.shape
    table, palette = inks(board), board.palette
    dark = board.theme == "dark"
    dots = board.shows_blanks
    marks = dict.fromkeys(board.because, "()") | dict.fromkeys(board.concluded, "[]")

    def glyph(row: int, column: int) -> _Glyph:
        sign = marks.get((row, column), "")
        cell = row * board.shape[1] + column
        if board.heat is not None:
            return _warm(board, table, board.heat[row][column], sign, dark)
        mask = (1 << len(palette)) - 1 if board.cells is None else board.cells.masks[cell]
        if board.other is not None:
            mask |= board.other.masks[cell]
        if is_single(mask):
            number = highest(mask)
            ground = table.colour(f"colour {number}", dark=dark)
            ink = table.colour(f"on {number}", dark=dark)
            char = palette[number].char
            written = char * 2 if number and board.shows_chars else ""
            dot = "· " if number == 0 and dots else ""
            block = " " if number == 0 else _FULL if len(palette) == 2 else char
            return _Glyph(char, ground, ink, block, sign or written or dot)
        ground = table.colour(
            "ambiguous" if (row, column) in board.ambiguous else "open", dark=dark
        )
        ink = table.colour("clue" if mask else "wrong", dark=dark)
        if not mask:
            return _Glyph("!", ground, ink, "!", sign or "!!")
        # Where it is the point of the map, a cell with all candidates is marked as well.
        told = board.cells is not None and (board.ambiguous or mask + 1 != 1 << len(palette))
        return _Glyph("?", ground, ink, "░", sign or ("??" if told else ""))

    return [[glyph(row, column) for column in range(columns)] for row in range(rows)]


def _warm(board: Board, table: Inks, value: float, sign: str, dark: bool) -> _Glyph:
    """A cell of a heat map: tenths, and the characters of the two colours where it is certain."""
    palette = board.palette
    hot = palette[board.heat_colour].char
    cold = palette[0].char if board.heat_colour else "?"
    char = hot if value == 1 else cold if value == 0 else str(int(value * 10))
    ground = table.colour(heat_ink(value), dark=dark)
    shade = _SHADES[round(value * (len(_SHADES) - 1))]
    return _Glyph(char, ground, ink_on(ground), shade, sign)


def _is_plain_enough(board: Board) -> bool:
    """Whether black halves of characters can tell what there is: two colours, all decided."""
    return (
        len(board.palette) == 2
        and board.cells is not None
        and board.cells.is_decided
        and board.other is None
        and board.heat is None
    )


def _wide(glyphs: list[list[_Glyph]], ansi: Ansi, blocks: bool, size: int = 2) -> list[str]:
    """Every cell in so many columns of text."""
    return ["".join(_cell(glyph, ansi, blocks, size) for glyph in row) for row in glyphs]


def _cell(glyph: _Glyph, ansi: Ansi, blocks: bool, size: int) -> str:
    if ansi:
        return _painted(glyph.sign.center(size)[:size], glyph.ground, glyph.ink, ansi)
    if blocks:
        return (glyph.sign or glyph.block * size)[:size].ljust(size)
    return glyph.char.rjust(size - 1) + " "


def _halves(glyphs: list[list[_Glyph]], ansi: Ansi) -> list[str]:
    """Two rows in each line of text, a column for each cell."""
    lines = []
    for above, below in zip_longest(glyphs[::2], glyphs[1::2]):
        line = ""
        for column, upper in enumerate(above):
            lower = below[column] if below else None
            if ansi:
                line += _half(upper.ground, lower.ground if lower else None, ansi)
            else:
                pair = upper.block == _FULL, lower is not None and lower.block == _FULL
                line += {(True, True): "█", (True, False): "▀", (False, True): "▄"}.get(pair, " ")
        lines.append(line)
    return lines


def _half(upper: str, lower: str | None, ansi: Ansi) -> str:
    ground = "" if lower is None else _code(lower, 48, ansi)
    return f"{_code(upper, 38, ansi)}{ground}▀{_RESET}"


def _with_clues(board: Board, glyphs: list[list[_Glyph]], ansi: Ansi, blocks: bool) -> list[str]:
    """The grid with its clues, and a line every five cells."""
    # Without colours a clue needs the characters of its colours.
    written = board if ansi else board.replace(chars=True)
    rows, columns = (clues_of(written, axis) for axis in ("row", "column"))
    between, across, crossing = _BLOCKS if blocks else _ASCII
    size = max(2, 1 + max(len(label) for clue in columns for label in clue))
    slot = max(len(label) for clue in rows for label in clue) + 1
    left = slot * max(map(len, rows))
    depth = max(map(len, columns))
    paint = _ClueColours(board, ansi)
    pointed = board.lines
    lines = []
    for level in range(depth):
        cells = []
        for column, clue in enumerate(columns):
            place = level - depth + len(clue)
            line = Line("column", column)
            label = clue[place] if place >= 0 else ""
            cells.append(
                paint.label(label.rjust(size - 1), line, place) + " " if label else " " * size
            )
        lines.append(" " * left + between + _grouped(cells, between))
    if any(not line.is_row for line in pointed):
        arrows = [
            ("v " if Line("column", c) in pointed else "").rjust(size) for c in range(len(columns))
        ]
        lines.append(" " * left + between + _grouped(arrows, between))
    rule = across * left + crossing + _grouped([across * size] * len(columns), crossing)
    for row, clue in enumerate(rows):
        if row % 5 == 0:
            lines.append(rule)
        line = Line("row", row)
        labels = "".join(
            paint.label(label.rjust(slot - 1), line, place) + " "
            for place, label in enumerate(clue)
        )
        start = " " * (left - slot * len(clue)) + labels
        if line in pointed:
            start = f"{start[:-1]}>"
        cells = [_cell(glyph, ansi, blocks, size) for glyph in glyphs[row]]
        lines.append(start + between + _grouped(cells, between))
    lines.append(rule)
    # Colours end in a code; blanks at the end say nothing.
    return [line.rstrip(" ") for line in lines]


def _grouped(cells: Sequence[str], between: str) -> str:
    """Cells with a mark after every five."""
    groups = ["".join(cells[at : at + 5]) for at in range(0, len(cells), 5)]
    return between.join(groups)


class _ClueColours:
    """Writes labels on their colours, where a terminal has any."""

    def __init__(self, board: Board, ansi: Ansi) -> None:
        self._board, self._ansi = board, ansi
        self._inks = inks(board)

    def label(self, label: str, line: Line, place: int) -> str:
        assert self._board.puzzle is not None
        clue = self._board.puzzle.clue(line)
        if not self._ansi or not clue or len(self._board.palette) == 2:
            return label
        number = clue[place].colour
        bare = label.lstrip(" ")
        ground, ink = self._inks.day[f"colour {number}"], self._inks.day[f"on {number}"]
        return " " * (len(label) - len(bare)) + _painted(bare, ground, ink, self._ansi)


def _painted(text: str, ground: str, ink: str, ansi: Ansi) -> str:
    return f"{_code(ground, 48, ansi)}{_code(ink, 38, ansi)}{text}{_RESET}"


def _code(colour: str, layer: int, ansi: Ansi) -> str:
    """The escape code of a colour: of the letters (38) or of the ground behind them (48)."""
    red, green, blue = rgb_of(colour)
    if ansi == "truecolor":
        return f"\x1b[{layer};2;{red};{green};{blue}m"
    return f"\x1b[{layer};5;{nearest_of_256(red, green, blue)}m"


def nearest_of_256(red: int, green: int, blue: int) -> int:
    """The number of the nearest colour among the 240 that all terminals with 256 agree on.

    >>> nearest_of_256(255, 0, 0), nearest_of_256(128, 128, 128)
    (196, 244)
    """
    levels = (0, 95, 135, 175, 215, 255)

    def step(value: int) -> int:
        return min(range(6), key=lambda index: abs(levels[index] - value))

    r, g, b = step(red), step(green), step(blue)
    grey = min(23, max(0, round(((red + green + blue) / 3 - 8) / 10)))
    shade = 8 + 10 * grey

    def far(a: int, b: int, c: int) -> int:
        return (a - red) ** 2 + (b - green) ** 2 + (c - blue) ** 2

    if far(shade, shade, shade) < far(levels[r], levels[g], levels[b]):
        return 232 + grey
    return 16 + 36 * r + 6 * g + b


def _bands(board: Board, ansi: Ansi, blocks: bool, width: int) -> Iterator[str]:
    """The grid without clues in bands of columns that fit the width, each with a heading."""
    glyphs = _glyphs(board)
    total = board.shape[1]
    for start in range(0, total, width):
        stop = min(start + width, total)
        yield f"columns {start + 1}-{stop}:"
        band = [row[start:stop] for row in glyphs]
        if blocks and (ansi or _is_plain_enough(board)):
            yield from _halves(band, ansi)
        else:
            yield from ("".join(glyph.char for glyph in row) for row in band)
