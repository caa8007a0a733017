"""Drawings as text: plain, with block characters, with the colours of a terminal.

Plain text has the characters that `Grid.text` writes and the picture format reads: a colour's own,
``?`` for an undecided cell; without clues, one character for each cell. A drawing wider than the
given width loses its clues, then is written in half-blocks (two cells above each other in one
character) where block characters are allowed, and at last in bands of columns. One without clues
that is higher than the terminal is written in half-blocks, too. Triangles and hexagons are written
where they lie, at any width, above a list of the clues; coloured triangles share the characters of
their slanted sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any

from ...core import Colour, Line, OptionError, checked, full, highest, is_single, quoted
from .colour_vision import ink_on
from .drawing import Drawable, Drawing
from .labels import clues_of, labels
from .terminal import INK, PAPER, Ansi, halves, painted, visible
from .theme import heat_role, ink_and_paper, theme_colours

#: Rules between cells of a row, of a column, and their crossings.
_ASCII, _BLOCKS = ("|", "-", "+"), ("│", "─", "┼")
_FULL = "█"

#: A cell and a blank one on boards that are not rectangles, pointing up and down.
_SIGNS = {"triangle": ("▲▼", "△▽"), "hexagon": ("⬢⬢", "⬡⬡")}
_SHADES = f" ░▒▓{_FULL}"


@dataclass(frozen=True, slots=True)
class _Glyph:
    """One cell as text."""

    char: str
    ground: str
    """Its colour, ``"#rrggbb"``."""
    ink: str
    """The colour of a sign on it."""
    block: str
    """The character that fills it where there are no colours."""
    sign: str = ""
    """Two characters to write on it, where there is room."""


@checked
def text(
    what: Drawable,
    *,
    ansi: Ansi = None,
    blocks: bool = False,
    width: int | None = None,
    height: int | None = None,
    **look: Any,
) -> str:
    """A drawing as text, without a newline at the end.

    Plain text without clues is what the picture format reads.

    Args:
        what: anything that `Drawing.of` accepts.
        ansi: write escape codes of colours: ``"truecolor"``, ``"256"`` or None.
        blocks: use the block characters of Unicode.
        width: most columns. A wider drawing is written without clues, then two rows in a line if
            ``blocks``, then in bands.
        height: most lines, if that is possible: a higher one without clues is written two rows in a
            line if ``blocks``.
        look: fields of the drawing. The theme ``"auto"`` draws black and white in the terminal's
            own colours.

    Raises:
        OptionError, PuzzleError: as `Drawing`.

    >>> from nonocsp import Picture
    >>> print(text(Picture(["##_", "_#_"])))
    ##_
    _#_
    """
    if ansi not in (None, "256", "truecolor"):
        raise OptionError(f"ansi is '256', 'truecolor' or None, not {quoted(ansi)}")
    for name, most in (("width", width), ("height", height)):
        if most is not None and most < 1:
            raise OptionError(f"a {name} is 1 or more, not {most}")
    drawing = Drawing.of(what, **look)
    glyphs = _glyphs(drawing, ansi)
    if not drawing.board.table:
        return _on_board(drawing, glyphs, ansi, blocks)
    in_halves = blocks and (bool(ansi) or _is_black_and_white(drawing))
    is_high = height is not None and len(glyphs) > height and in_halves
    layouts: list[list[str]] = []
    if drawing.has_clues:
        layouts.append(_with_clues(drawing, glyphs, ansi, blocks))
    if (ansi or blocks) and not is_high:
        layouts.append(_wide(glyphs, ansi, blocks))
    if in_halves:
        layouts.append(_halves(glyphs, ansi))
    if not (ansi or blocks):
        layouts.append(_plain(glyphs))
    for lines in layouts:
        if width is None or max(map(visible, lines)) <= width:
            return "\n".join(lines)
    return "\n".join(_bands(glyphs, ansi, in_halves, width or 1))


def _glyphs(drawing: Drawing, ansi: Ansi) -> list[list[_Glyph]]:
    """All cells, by rows."""
    board = drawing.board
    colours = theme_colours(drawing).current
    if drawing.theme == "auto" and ansi:
        colours = {**colours, **ink_and_paper(drawing, INK, PAPER)}
    signs = dict.fromkeys(drawing.because, "()") | dict.fromkeys(drawing.concluded, "[]")
    masks = [full(len(drawing.palette) - 1)] * board.size
    if drawing.cells is not None:
        masks = list(drawing.cells.masks)
    if drawing.other is not None:
        masks = [mask | other for mask, other in zip(masks, drawing.other.masks, strict=True)]

    def glyph(cell: tuple[int, int]) -> _Glyph:
        sign = signs.get(cell, "")
        if drawing.heat is not None:
            return _warm(drawing, colours, drawing.heat[cell[0]][cell[1]], sign)
        mask = masks[board.number(*cell)]
        if is_single(mask):
            return _decided(drawing, colours, highest(mask), sign)
        ground, ink = colours["open"], colours["clue"]
        if cell in drawing.ambiguous:
            ground, ink = colours["ambiguous"], ink_on(colours["ambiguous"])
        if not mask:
            return _Glyph("!", ground, colours["wrong"], "!", sign or "!!")
        # On a map of ambiguous cells, a cell with all candidates is marked as well.
        is_known = mask != full(len(drawing.palette) - 1)
        marked = drawing.cells is not None and (drawing.ambiguous or is_known)
        return _Glyph("?", ground, ink, "░", sign or ("??" if marked else ""))

    lengths = enumerate(board.lengths(board.axes[0]))
    return [[glyph((row, column)) for column in range(length)] for row, length in lengths]


def _decided(drawing: Drawing, colours: Mapping[str, str], number: int, sign: str) -> _Glyph:
    char = drawing.palette[number].char
    written = char * 2 if number and drawing.shows_chars else ""
    dot = "· " if number == 0 and drawing.shows_blanks else ""
    block = " " if number == 0 else _FULL if len(drawing.palette) == 2 else char
    ground, ink = colours[f"colour {number}"], colours[f"on {number}"]
    if look := triangle_look(drawing.palette[number], drawing.palette[0].rgb):
        symbol, ground, ink = look
        halves = symbol + _FULL if symbol in "◢◥" else _FULL + symbol
        return _Glyph(char, ground, ink, symbol, sign or written or halves)
    return _Glyph(char, ground, ink, block, sign or written or dot)


def triangle_look(colour: Colour, blank: str) -> tuple[str, str, str] | None:
    """The character of a cell of two triangles, its ground and its ink: ◢, ◣, ◤ or ◥ on blank if
    one half is. None for a colour of whole cells."""
    triangle = colour.triangle
    if triangle is None:
        return None
    ground = blank if blank in (triangle.left, triangle.right) else triangle.left
    ink = triangle.left if ground == triangle.right else triangle.right
    return triangle.symbol(ground) or "", ground, ink


def _warm(drawing: Drawing, colours: Mapping[str, str], value: float, sign: str) -> _Glyph:
    """A cell of a heat map: tenths, and the characters of the two colours where it is certain."""
    hot = drawing.palette[drawing.heat_colour].char
    cold = drawing.palette[0].char if drawing.heat_colour else "?"
    char = hot if value == 1 else cold if value == 0 else str(int(value * 10))
    ground = colours[heat_role(value)]
    shade = _SHADES[round(value * (len(_SHADES) - 1))]
    return _Glyph(char, ground, ink_on(ground), shade, sign)


def _is_black_and_white(drawing: Drawing) -> bool:
    """Whether black half-blocks can show the drawing: two colours, all cells decided."""
    return (
        len(drawing.palette) == 2
        and drawing.cells is not None
        and drawing.cells.is_decided
        and drawing.other is None
        and drawing.heat is None
    )


def _on_board(
    drawing: Drawing, glyphs: Sequence[Sequence[_Glyph]], ansi: Ansi, blocks: bool
) -> str:
    """Rows of triangles or hexagons where they lie, and below them the clues by direction."""
    board = drawing.board
    up = board.points_up if board.noun == "triangle" else None
    full, blank = _SIGNS.get(board.noun, ("██", "··"))
    signs = {_FULL: full, " ": blank}

    def mark(glyph: _Glyph, cell: int) -> str:
        # In the terminal's own colours a blank cell could not be told from the ground beside it.
        is_own = glyph.ground in (INK, PAPER) and blocks and not glyph.sign
        if ansi and not is_own:
            return _cell(glyph, ansi, blocks, 2 if up is None else 1)
        both = signs.get(glyph.block, glyph.char * 2) if blocks else glyph.char * 2
        return both[up is not None and not up(cell)]

    starts = [board.number(row, 0) for row in range(board.height)]
    every = [glyph for row in glyphs for glyph in row]
    if up and ansi and blocks and all(g.ground != PAPER and not g.sign for g in every):
        ups = map(bool, map(up, starts))
        shown = [[*_slanted(row, ansi, is_up)] for row, is_up in zip(glyphs, ups, strict=True)]
    else:
        shown = [
            [mark(glyph, cell) for cell, glyph in enumerate(row, start=start)]
            for start, row in zip(starts, glyphs, strict=True)
        ]
    lines = [board.text(shown)]
    if drawing.has_clues and drawing.puzzle is not None:
        look = drawing if ansi else drawing.replace(chars=True)
        paint = _ClueColours(look, ansi)
        for line in board.clued:
            texts = enumerate(labels(look, drawing.puzzle.clue(line)))
            lines.append(f"{line}: {' '.join(paint.label(text, line, at) for at, text in texts)}")
    return "\n".join(lines)


def _slanted(glyphs: Sequence[_Glyph], ansi: Ansi, is_up: bool) -> Iterator[str]:
    """A row of triangles: each character is a side that two neighbours share, half of each."""
    grounds = [PAPER, *(glyph.ground for glyph in glyphs), PAPER]
    for at, (left, right) in enumerate(pairwise(grounds)):
        is_slash = is_up == (at % 2 == 0)
        if left == right:
            yield painted(" ", left, right, ansi)
        elif right == PAPER:  # which is no colour of letters
            yield painted("◤" if is_slash else "◣", right, left, ansi)
        else:
            yield painted("◢" if is_slash else "◥", left, right, ansi)


def _plain(glyphs: Sequence[Sequence[_Glyph]]) -> list[str]:
    """One character for each cell."""
    return ["".join(glyph.char for glyph in row) for row in glyphs]


def _wide(glyphs: Sequence[Sequence[_Glyph]], ansi: Ansi, blocks: bool) -> list[str]:
    """Two characters for each cell."""
    return ["".join(_cell(glyph, ansi, blocks, 2) for glyph in row) for row in glyphs]


def _cell(glyph: _Glyph, ansi: Ansi, blocks: bool, size: int) -> str:
    # In the terminal's own colours black is a block character, which it may not have.
    if ansi and (blocks or (glyph.ground != INK and glyph.sign.isascii())):
        return painted(glyph.sign.center(size)[:size], glyph.ground, glyph.ink, ansi)
    if blocks:
        return (glyph.sign or glyph.block * size)[:size].ljust(size)
    return glyph.char.rjust(size - 1) + " "


def _halves(glyphs: Sequence[Sequence[_Glyph]], ansi: Ansi) -> list[str]:
    """Two rows in each line of text, one character for each column."""
    pairs = zip_longest(glyphs[::2], glyphs[1::2], fillvalue=())
    return [
        "".join(_half(upper, lower, ansi) for upper, lower in zip_longest(above, below))
        for above, below in pairs
    ]


def _half(upper: _Glyph, lower: _Glyph | None, ansi: Ansi) -> str:
    def colour(glyph: _Glyph) -> str:
        return glyph.ground if ansi else INK if glyph.block == _FULL else PAPER

    return halves(colour(upper), PAPER if lower is None else colour(lower), ansi)


def _bands(
    glyphs: Sequence[Sequence[_Glyph]], ansi: Ansi, halves: bool, width: int
) -> Iterator[str]:
    """The grid without clues in bands of columns that fit the width, each with a heading."""
    total = len(glyphs[0])
    for start in range(0, total, width):
        stop = min(start + width, total)
        yield f"columns {start + 1}-{stop}:"
        band = [row[start:stop] for row in glyphs]
        yield from _halves(band, ansi) if halves else _plain(band)


def _with_clues(
    drawing: Drawing, glyphs: Sequence[Sequence[_Glyph]], ansi: Ansi, blocks: bool
) -> list[str]:
    """The grid with its clues, and a rule every five cells."""
    # Without colours a clue needs the characters of its colours.
    rows, columns = clues_of(drawing if ansi else drawing.replace(chars=True))
    between, across, crossing = _BLOCKS if blocks else _ASCII
    size = max(2, 1 + max(len(label) for clue in columns for label in clue))
    slot = max(len(label) for clue in rows for label in clue) + 1
    left = slot * max(map(len, rows))
    depth = max(map(len, columns))
    paint = _ClueColours(drawing, ansi)
    lines = []
    for level in range(depth):
        cells = []
        for column, clue in enumerate(columns):
            place = level - depth + len(clue)
            label = clue[place].rjust(size - 1) if place >= 0 else ""
            line = Line("column", column)
            cells.append(paint.label(label, line, place) + " " if label else " " * size)
        lines.append(" " * left + between + _grouped(cells, between))
    if any(not line.is_row for line in drawing.lines):
        arrows = [
            ("v " if Line("column", column) in drawing.lines else "").rjust(size)
            for column in range(len(columns))
        ]
        lines.append(" " * left + between + _grouped(arrows, between))
    rule = across * left + crossing + _grouped([across * size] * len(columns), crossing)
    for row, clue in enumerate(rows):
        if row % 5 == 0:
            lines.append(rule)
        line = Line("row", row)
        texts = (paint.label(text.rjust(slot - 1), line, at) + " " for at, text in enumerate(clue))
        start = " " * (left - slot * len(clue)) + "".join(texts)
        if line in drawing.lines:
            start = f"{start[:-1]}>"
        cells = [_cell(glyph, ansi, blocks, size) for glyph in glyphs[row]]
        lines.append(start + between + _grouped(cells, between))
    lines.append(rule)
    return [line.rstrip(" ") for line in lines]


def _grouped(cells: Sequence[str], between: str) -> str:
    """Cells with a rule after every five."""
    groups = ["".join(cells[at : at + 5]) for at in range(0, len(cells), 5)]
    return between.join(groups)


class _ClueColours:
    """Writes labels on their colours, if there are several and the terminal has any."""

    def __init__(self, drawing: Drawing, ansi: Ansi) -> None:
        self._puzzle = drawing.puzzle if len(drawing.palette) > 2 else None
        self._ansi = ansi
        self._colours = theme_colours(drawing).light

    def label(self, label: str, line: Line, place: int) -> str:
        clue = self._puzzle.clue(line) if self._puzzle and self._ansi else None
        if not clue:
            return label
        number = clue[place].colour
        bare = label.lstrip(" ")
        ground, ink = self._colours[f"colour {number}"], self._colours[f"on {number}"]
        return " " * (len(label) - len(bare)) + painted(bare, ground, ink, self._ansi)
