r"""Petr Olšák's ``.g``: clues below lines that begin with a colon, colours declared before them.

    remarks about the puzzle
    #d
      0:   white
      1:*  black
      r:%  #FF0000  scarlet
    :rows
    1 2r

    :columns
    1
    1r
    1r
    :end

Everything before the first line that begins with ``#`` or ``:`` is remarks. ``#d`` begins the
colours: the character used behind lengths, a colon, the character for terminals, the colour as a
word of X11 or ``#RRGGBB``, and a remark. ``0`` is the background, ``1`` the colour of lengths
without a character. A line ``:`` begins the rows, the next one the columns, the third one ends
them. An empty line is a line without blocks, so empty lines count. A line ``::::`` begins the
state of a game: a line for every row, its cells behind a colon and one more character, ``?`` or
``.`` for unknown ones, ``-`` or blank for background, ``#`` or ``*`` for black, else a colour's
character for terminals. Such states are written below the clues, where Olšák's program does not
look.

The remarks are kept as the description. A colour is called by its word, or by its remark where the
word is a number. Behind a length its character may be in the other case where that has no
colour of its own. Words of X11 are known where CSS has them too, with the values of CSS; others
get some colour, with a warning.

A colour with ``/`` or ``\`` between two words is a cell of two triangles, the words from left to
right: ``t:/ black/orange`` is black above orange. If its remark begins with two of ``<`` and ``>``,
it is glue, for rows by the first sign and for columns by the second: ``<`` stands in front of a
number and ``>`` behind it (behind the colour, where there is one). The number counts the glue too,
no blank is between a block and its glue, and none is needed beside glue. One character may be
declared twice, as glue for either end. So ``/3\`` is a triangle, a cell of the default colour, and
a triangle. Such clues are read as blocks with joints (`nonocsp.core.model.clue.Joint`).

A line ``#t`` above the colours says that the board is a triddler. Then six lines ``:`` begin the
lines of cells that start at each side of the outline, counter-clockwise from the upper left; the
numbers of those from the two sides at the bottom are written from the bottom up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ....core import (
    BLACK,
    BLANK,
    Axis,
    Clue,
    FormatError,
    Grid,
    Puzzle,
    PuzzleError,
    clues_by_axis,
    counted,
    full,
    mirrored,
)
from ....core.model.three_directions import Triddler
from ..clues import SourceClue, build, check_area, check_board, known_cells, writable_chars
from ..css_colours import rgb_of
from ..format import Format, Parsed
from ..text_lines import Lines, every_line, fault, lines_of, one_line
from .olsak_clues import TRIANGLE, Palette, clue_in, clue_out, glue_of, has_joints

#: The characters of a state that need no declaration: all candidates (None), blank, colour 1.
_KNOWN = {"?": None, ".": None, " ": 0, "-": 0, "*": 1, "#": 1}


def sniff(text: str) -> str | None:
    if not text[:1].isdigit() and len(re.findall(r"(?m)^:", text)) > 1:
        return "lines that begin with ':'"
    return None


@dataclass(slots=True)
class _Reader:
    """The lines of every part of a file."""

    remarks: list[str] = field(default_factory=list)
    colours: Lines | None = None
    """The lines that declare colours, None if there are none."""
    is_triddler: bool = False
    sides: list[Lines] = field(default_factory=list)
    """The lines of each group of clues."""
    starts: list[int] = field(default_factory=list)
    """The numbers of the lines that begin them."""
    states: list[Lines] = field(default_factory=list)


def parse(text: str) -> Parsed:
    reader = _read(text)
    if not reader.sides and not reader.states:
        raise fault("expected a line that begins with ':' and the clues of rows below it")
    palette = Palette(reader.colours)
    if not reader.sides:
        return _only_state(reader, palette)
    if len(reader.sides) < 2:
        raise fault("expected a second line that begins with ':' and the clues of columns")
    if reader.is_triddler:
        return Parsed([_triddler(reader, palette)], palette.warnings)
    rows, columns = (
        [SourceClue(clue_in(line, number, palette, axis), number) for number, line in side]
        for axis, side in enumerate(reader.sides)
    )
    colours = palette.colours[1:] or [BLACK]
    about = {"blank": palette.colours[0], "description": _description(reader)}
    puzzle = build(rows, columns, colours=colours, **about)
    saved = [_state(state, *puzzle.shape, palette) for state in reader.states]
    return Parsed([puzzle.replace(saved=saved) if saved else puzzle], palette.warnings)


def _triddler(reader: _Reader, palette: Palette) -> Puzzle:
    if len(reader.sides) < 6:
        number = len(reader.sides)
        raise fault(f"expected the clues of six sides, not of {number}", reader.starts[-1])
    if reader.states:
        raise fault("the state of a game on a triddler is not supported", reader.states[0][0][0])
    try:
        board = Triddler(*map(len, reader.sides))
    except PuzzleError as error:
        raise fault(str(error), reader.starts[0]) from None
    check_board(board)
    sides = [[clue_in(line, number, palette) for number, line in side] for side in reader.sides]
    try:
        return Puzzle.on(
            board,
            _by_direction(sides),
            palette.colours[1:] or [BLACK],
            blank=palette.colours[0],
            description=_description(reader),
        )
    except PuzzleError as error:
        raise fault(str(error)) from None


def _by_direction(sides: Sequence[Sequence[Clue | None]]) -> dict[Axis, list[Clue | None]]:
    """The clues of each direction of a triddler, from those of its six sides."""
    a, b, c, d, e, f = sides
    return {
        "A": [*a, *b],
        "B": [*e, *f][::-1],
        "C": [clue and clue[::-1] for clue in (*c, *d)],
    }


def _by_side(puzzle: Puzzle) -> list[Sequence[Clue | None]]:
    """The clues of the six sides of a triddler: the inverse of `_by_direction`."""
    rows, slashes, backslashes = clues_by_axis(puzzle.board, puzzle.clues).values()
    upwards = [clue and mirrored(clue) for clue in backslashes]
    a, _, c, _, e, _ = puzzle.board.to_dict()["sides"]
    towards_left = slashes[::-1]
    return [rows[:a], rows[a:], upwards[:c], upwards[c:], towards_left[:e], towards_left[e:]]


def _description(reader: _Reader) -> str | None:
    return "\n".join(reader.remarks).strip("\n") or None


def _read(text: str) -> _Reader:
    reader = _Reader()
    into: Lines | None = None
    for number, line in every_line(text):
        if line.startswith("::::"):
            into = []
            reader.states.append(into)
        elif line.startswith(":"):
            into = [] if len(reader.sides) < (6 if reader.is_triddler else 2) else None
            if into is not None:
                reader.sides.append(into)
                reader.starts.append(number)
        elif into is not None and into is not reader.colours:
            into.append((number, line))
        elif line[:2] in ("#t", "#T"):
            reader.is_triddler = True
        elif line[:2] in ("#d", "#D"):
            into = reader.colours = []
        elif into is not None:
            into.append((number, line))
        elif not reader.sides and not reader.states and not line.startswith("#"):
            reader.remarks.append(line.strip())
    return reader


def _state(lines: Lines, rows: int, columns: int, palette: Palette) -> Grid:
    """The state of a game, whose lines beyond the rows are left out."""
    everything = full(len(palette.colours) - 1)
    if len(lines) < rows:
        at = lines[0][0] - 1 if lines else None
        raise fault(f"expected {counted(rows, 'line')} of a state, not {len(lines)}", at)
    check_area(rows, columns)
    masks = []
    for number, line in lines[:rows]:
        _, colon, rest = line.partition(":")
        cells = rest[1:].rstrip("\n")
        if not colon or len(cells.rstrip()) > columns:
            wanted = f"{counted(columns, 'cell')} of a state"
            raise fault(f"expected a colon, a character and {wanted}", number, line)
        for char in cells[:columns].ljust(columns):
            colour = palette.shown.get(char, _KNOWN.get(char, -1))
            if colour == -1 or (colour or 0) >= len(palette.colours):
                raise fault("expected the character of a colour, '?' or '-'", number, char)
            masks.append(everything if colour is None else 1 << colour)
    return Grid(masks, columns, len(palette.colours) - 1)


def _only_state(reader: _Reader, palette: Palette) -> Parsed:
    """The puzzle of a file that holds a state alone: its clues are absent."""
    lines = [pair for pair in reader.states[0] if ":" in pair[1]]
    if not lines:
        raise fault("expected lines of a state")
    columns = max(1, max(len(line.partition(":")[2]) for _, line in lines) - 1)
    state = _state(lines, len(lines), columns, palette)
    puzzle = build(
        [SourceClue(None, 1)] * len(lines),
        [SourceClue(None, 1)] * columns,
        colours=palette.colours[1:],
        blank=palette.colours[0],
    )
    warning = "there are no clues, so that only the state of a game was read"
    return Parsed([puzzle.replace(saved=[state])], [*palette.warnings, warning])


def dump(puzzle: Puzzle) -> str:
    text = _dumped(puzzle)
    if has_joints(puzzle) and parse(text).puzzles != [puzzle]:
        raise FormatError("the format 'olsak' has no such joints: glue is one triangle at an end")
    return text


def _dumped(puzzle: Puzzle) -> str:
    # A blank keeps a remark from looking like what follows the remarks, or like a file .mk.
    remarks = (puzzle.description or "").strip().splitlines()
    out = [f" {line.strip()}" if re.match(r"\s*[#:\d]", line) else line.strip() for line in remarks]
    is_triddler = puzzle.board.kind == "triddler"
    if is_triddler:
        out.append("#triddler")
    blank, *colours = puzzle.colours
    chars = [colour.char for colour in colours]
    suffixes = writable_chars(chars, lambda c: c == BLACK.char or (c.isascii() and c.isalpha()))
    suffixes = [suffix.replace(BLACK.char, "") for suffix in suffixes]  # black needs no suffix
    glue = {} if is_triddler else glue_of(puzzle)
    if blank != BLANK or colours != [BLACK]:
        out.append("#d")
        inchars = ("0", *(suffix or "1" for suffix in suffixes))
        for inchar, colour in zip(inchars, puzzle.colours, strict=True):
            shown = {"0": " ", "1": "#"}.get(inchar, inchar)
            # These signs in front of a remark would mean glue.
            name, word = one_line(colour.name).lstrip("<>"), colour.rgb
            if colour.triangle:
                look = TRIANGLE.match(name)
                is_word = look and look[2] == colour.triangle.diagonal
                halves = look and (rgb_of(look[1]), rgb_of(look[3]))
                is_word = is_word and halves == (colour.triangle.left, colour.triangle.right)
                word = name if is_word else str(colour.triangle)
                number = puzzle.colours.index(colour)
                signs = "".join(glue.get((axis, number), "") for axis in (0, 1))
                name = f"{signs} {'' if is_word else name}".strip()
            out.append(f"  {inchar}:{shown}  {word}  {name}".rstrip())
    if is_triddler:
        groups = dict(zip("ABCDEF", _by_side(puzzle), strict=True))
    else:
        groups = {"rows": puzzle.rows, "columns": puzzle.columns}
    for axis, (name, clues) in enumerate(groups.items()):
        out.append(f":{name}")
        out += [clue_out(clue or (), axis, suffixes, glue) for clue in clues]
    out.append(":end")
    chars = ["-", *(suffix or "#" for suffix in suffixes)]
    for grid in puzzle.saved:
        out += [":::: state", *(f" : {row}" for row in known_cells(grid, chars))]
    return lines_of(out)


FORMAT = Format(
    name="olsak",
    summary="Olšák's .g: clues below lines that begin with ':', colours below '#d'",
    suffixes=(".g",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries=frozenset(
        {
            *("colours", "looks", "triangles", "joints", "triddler"),
            *("description", "saved", "further_saved"),
        }
    ),
)
