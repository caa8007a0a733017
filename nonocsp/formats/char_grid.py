"""The character grids of number-loom: a picture drawn in squares of any kind. Read only.

    ⬜🟥🟥
    🟥⬜⬛

Every character is a colour. The background is that of a space, ``.``, ``_``, ``w``, ``W``,
``·``, ``░``, ``□``, ``☐``, ``0`` or ``⬜``, of those that occur the last in this list, or else
the character that comes first and is not a black square. Black is ``#``, ``B``, ``b``, ``.``,
``▓``, ``■``, ``█``, ``1`` or ``⬛``; coloured squares and the letters r, g, y, c, m are the
colours that they look like, and other characters colours of our own choice. Spaces between all
cells of a picture with another background say nothing. Corners of cells (``◢◣◤◥``) are refused.
Pictures of ``#``, ``.`` and letters alone are the format picture.
"""

from __future__ import annotations

from ..common.errors import FormatError
from ..model.colours import BLACK, BLANK, MAX_COLOURS, Colour, free_char, named_colour
from ..model.grid import Picture
from ..model.puzzle import Puzzle
from .base import Format, Parsed, check_area
from .spacing import joined_cells

#: What cannot be told from a clue or a word, so that seeing one tells this format.
_TELLING = set("▓░⬜⬛■█□☐·🟥🟦🟩🟨🟧🟪🟫◢◣◤◥")
_TRIANGLES = set("◢◣◤◥")
_BACKGROUND = " ._wW·░□☐0⬜"
_BLACK = set("#Bb.▓■█1⬛")
_SQUARES = set("▓■█⬛")

#: Backgrounds that make spaces what stands between the cells, if they can be that.
_BACKGROUND_SHOWN = set(_BACKGROUND) - {" "}

#: What further characters look like.
_LOOKS = {
    "🟥": ("red", "#ff0000"),
    "🟦": ("blue", "#0000ff"),
    "🟩": ("green", "#00a000"),
    "🟨": ("yellow", "#ffe000"),
    "🟧": ("orange", "#ff8000"),
    "🟪": ("purple", "#8000c0"),
    "🟫": ("brown", "#804000"),
    "r": ("red", "#ff0000"),
    "g": ("green", "#00a000"),
    "y": ("yellow", "#ffe000"),
    "c": ("cyan", "#00c0c0"),
    "m": ("magenta", "#e000e0"),
}


def _lines(text: str) -> list[str]:
    """The rows; emoji may carry a mark behind them that says how they are to be drawn."""
    return text.replace("\ufe0f", "").strip("\n").split("\n")


def sniff(text: str) -> str | None:
    lines = _lines(text[:100_000])
    if not _TELLING.intersection(lines[0]):
        return None
    return "squares that are drawn as characters"


def parse(text: str) -> Parsed:
    lines = _lines(text)
    while lines and not lines[-1].strip():
        lines.pop()
    if _BACKGROUND_SHOWN.intersection("".join(lines)):
        lines = joined_cells(lines) or lines
    width = max(map(len, lines), default=0)
    if not lines:
        raise FormatError("expected rows of characters")
    check_area(len(lines), width)
    chars = dict.fromkeys("".join(lines))
    found = [char for char in _BACKGROUND if char in chars]
    light = (char for char in chars if char not in _SQUARES)
    background = found[-1] if found else next(light, next(iter(chars), " "))
    for number, line in enumerate(lines, start=1):
        if triangle := _TRIANGLES.intersection(line):
            column = min(line.index(char) for char in triangle) + 1
            problem = "corners of cells are not read"
            raise FormatError(problem, line=number, column=column, text=line[column - 1])
        # Spaces at the end of a line are easily lost.
        if len(line) != width and background != " ":
            problem = f"expected {width} cells as in the longest row, not {len(line)}"
            raise FormatError(problem, line=number)
    numbers = {background: 0}
    colours: list[Colour] = [BLANK]
    for char in chars:
        if char in numbers:
            continue
        if len(colours) > MAX_COLOURS or not char.isprintable():
            raise FormatError(f"expected printable characters, {MAX_COLOURS} of them at most")
        numbers[char] = len(colours)
        colours.append(_colour(char, colours))
    cells = [[numbers[char] for char in line.ljust(width, background)] for line in lines]
    return Parsed(
        [Puzzle.from_picture(Picture(cells, colours=tuple(colours)), colours[1:] or None)]
    )


def _colour(char: str, colours: list[Colour]) -> Colour:
    names = {colour.name for colour in colours}
    taken = {colour.char for colour in colours}
    if char in _BLACK and BLACK.name not in names:
        return BLACK
    name, rgb = _LOOKS.get(char, (char, ""))
    if char == " " or name in names:
        name = f"colour {len(colours)}"
    if not rgb:
        rgb = named_colour(name, len(colours)).rgb
    usable = not char.isspace() and ord(char) < 0x2500 and char not in taken
    return Colour(name, rgb, char if usable else free_char(name, taken))


FORMAT = Format(
    name="char-grid",
    summary="the character grids of number-loom: squares and emoji",
    suffixes=(),
    sniff=sniff,
    parse=parse,
)
