"""The character grids of number-loom: a picture drawn in squares of any kind. Read only.

    ⬜🟥🟥
    🟥⬜⬛

Every character is a colour. The background is the last of a space, ``.``, ``_``, ``w``, ``W``,
``·``, ``░``, ``□``, ``☐``, ``◻``, ``0`` and ``⬜`` that occurs, or else the first character that is
not a black square. Black is ``#``, ``B``, ``b``, ``.``, ``▓``, ``■``, ``█``, ``◼``, ``1`` or
``⬛``; coloured squares and the letters r, g, y, c, m are the colours that they look like, and
other characters colours of our own choice. Spaces between all cells of a picture with another
background are ignored. ``◢◣◤◥`` are black triangles glued to the blocks that they end (`glue`): a
trianogram. Pictures of only ``#``, ``.`` and
letters are the format picture.
"""

from __future__ import annotations

from ....core import BLACK, BLANK, MAX_COLOURS, Colour, Picture, Puzzle, free_char
from ....core.model.colours import Triangle, named_colour
from ..clues import check_area
from ..format import Format, Parsed
from ..glue import ENDS, glued_clue
from ..text_lines import check_width, fault
from .spaced_cells import joined_cells

#: The characters that occur in no other format.
_SIGNS = set("▓░⬜⬛■█□☐◼◻·🟥🟦🟩🟨🟧🟪🟫◢◣◤◥")
_BACKGROUND = " ._wW·░□☐◻0⬜"
_BLACK = set("#Bb.▓■█◼1⬛")
_SQUARES = set("▓■█◼⬛")

#: The names and looks of further characters.
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
    """The rows, without the variation selector that may follow an emoji."""
    return text.replace("\ufe0f", "").strip("\n").split("\n")


def sniff(text: str) -> str | None:
    found = _SIGNS.intersection(text[:100_000])
    return "squares that are drawn as characters" if found else None


def parse(text: str) -> Parsed:
    lines = _lines(text)
    while lines and not lines[-1].strip():
        lines.pop()
    if set(_BACKGROUND.strip()).intersection("".join(lines)):
        lines = joined_cells(lines) or lines  # spaces are not the background
    width = max(map(len, lines), default=0)
    if not lines:
        raise fault("expected rows of characters")
    check_area(len(lines), width)
    chars = dict.fromkeys("".join(lines))
    found = [char for char in _BACKGROUND if char in chars]
    light = (char for char in chars if char not in _SQUARES)
    background = found[-1] if found else next(light, next(iter(chars), " "))
    for number, line in enumerate(lines, start=1):
        # Spaces at the end of a line are easily lost.
        if background != " ":
            check_width(line, width, "the longest row", number)
    numbers = {background: 0}
    colours: list[Colour] = [BLANK]
    for char in chars:
        if char in numbers:
            continue
        if len(colours) > MAX_COLOURS or not char.isprintable():
            raise fault(f"expected printable characters, at most {MAX_COLOURS} different ones")
        numbers[char] = len(colours)
        colours.append(_colour(char, colours))
    cells = [[numbers[char] for char in line.ljust(width, background)] for line in lines]
    picture = Picture(cells, colours=tuple(colours))
    ends = [{numbers[c]: ENDS[c][axis] for c in ENDS.keys() & chars.keys()} for axis in (0, 1)]
    if not any(ends):
        return Parsed([Puzzle.from_picture(picture, colours[1:] or None)])
    rows = [glued_clue(row, ends[0]) for row in picture.rows]
    columns = [glued_clue(column, ends[1]) for column in picture.columns]
    return Parsed([Puzzle(rows, columns, colours[1:], goals=[picture])])


def _colour(char: str, colours: list[Colour]) -> Colour:
    names = {colour.name for colour in colours}
    taken = {colour.char for colour in colours}
    if char in _BLACK and BLACK.name not in names:
        return BLACK
    if char in ENDS:
        halves = (BLANK.rgb, BLACK.rgb) if char in "◢◥" else (BLACK.rgb, BLANK.rgb)
        triangle = Triangle(*halves, "/" if char in "◢◤" else "\\")
        return Colour(char, triangle.mixed, free_char("abcd"["◢◣◤◥".index(char)], taken), triangle)
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
    sniff=sniff,
    parse=parse,
)
