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
word is a number. Behind a length its character may be in the other case where that is no colour of
its own. Of the words of X11 those are known that CSS has too, with the values of CSS; others get
some colour, with a warning. Triangles, with glue or without, are recognised and refused.

A line ``#t`` above the colours says that the board is a triddler. Then six lines ``:`` begin the
lines of cells that start at each side of the outline, counter-clockwise from the upper left; the
numbers of those from the two sides at the bottom are written from the bottom up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...common.errors import PuzzleError, counted, excerpt
from ...model.bits import full
from ...model.board import Triddler
from ...model.clue import Clue, shared_block
from ...model.colours import (
    BLACK,
    BLANK,
    MAX_COLOURS,
    Colour,
    checked_palette,
    named_colour,
)
from ...model.grid import Grid
from ...model.line import Axis
from ...model.problems import clues_by_axis
from ...model.puzzle import Puzzle
from ..clues import (
    SourceClue,
    block_length,
    build,
    cell_char,
    check_area,
    known_cells,
    writable_chars,
)
from ..css_colours import rgb_of
from ..format import Format, Parsed
from ..text_lines import Lines, every_line, fault, lines_of, one_line

_COLOUR = re.compile(r"[ \t]*(\S):(.?)[ \t]*(\S*)[ \t]*(.*)")
_WORD = re.compile(r"([0-9]+|\?)(\D?)\Z")

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
    states: list[Lines] = field(default_factory=list)


def parse(text: str) -> Parsed:
    reader = _read(text)
    if not reader.sides and not reader.states:
        raise fault("expected a line that begins with ':' and the clues of rows below it")
    palette = _Palette(reader.colours)
    if not reader.sides:
        return _only_state(reader, palette)
    if len(reader.sides) < 2:
        raise fault("expected a second line that begins with ':' and the clues of columns")
    if reader.is_triddler:
        return Parsed([_triddler(reader, palette)], palette.warnings)
    rows, columns = (
        [SourceClue(_clue(line, number, palette), number) for number, line in side]
        for side in reader.sides
    )
    colours = palette.colours[1:] or [BLACK]
    about = {"blank": palette.colours[0], "description": _description(reader)}
    puzzle = build(rows, columns, colours=colours, **about)
    saved = [_state(state, *puzzle.shape, palette) for state in reader.states]
    return Parsed([puzzle.replace(saved=saved) if saved else puzzle], palette.warnings)


def _triddler(reader: _Reader, palette: _Palette) -> Puzzle:
    if len(reader.sides) < 6:
        raise fault(f"expected the clues of six sides, not of {len(reader.sides)}")
    if reader.states:
        raise fault("the state of a game on a triddler is not supported", reader.states[0][0][0])
    try:
        board = Triddler(*map(len, reader.sides))
    except PuzzleError as error:
        raise fault(str(error)) from None
    check_area(board.height, 2 * board.longest)
    sides = [[_clue(line, number, palette) for number, line in side] for side in reader.sides]
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
    upwards = [clue and clue[::-1] for clue in backslashes]
    a, _, c, _, e, _ = puzzle.board.sizes
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


class _Palette:
    """The declared colours, by the characters used for them."""

    def __init__(self, lines: Lines | None) -> None:
        self.colours = [BLANK]
        self.suffixes: dict[str, int] = {}
        """The number of a colour by the character behind lengths; nothing for the default."""
        self.shown: dict[str, int] = {}
        """The number of a colour by its character for terminals."""
        self.warnings: list[str] = []
        for number, line in lines or ():
            if line.strip():
                self._declare(line, number)
        if len(self.colours) == 1:
            self.suffixes[""] = 1
            self.colours.append(BLACK)

    def _declare(self, line: str, number: int) -> None:
        found = _COLOUR.match(line)
        if found is None:
            raise fault("expected a colour, such as 'r:%  red'", number, line)
        inchar, outchar, word, remark = found.groups()
        if re.search(r"[^/\\][/\\]", word):
            glue = re.match(r"[<>]{2}", remark)
            what = "triangles glued to blocks (a trianogram)" if glue else "triangles"
            raise fault(f"{what} are not supported", number, line.strip())
        if inchar == "6":
            return  # the surroundings of a triddler
        if (inchar.isdigit() and inchar not in "01") or inchar == ",":
            problem = "expected a character for the colour, neither a digit nor a comma"
            raise fault(problem, number, inchar)
        default = "white" if inchar == "0" else "black" if inchar == "1" else ""
        colour = self._look(inchar, outchar, word or default, remark.strip(), number)
        if inchar == "0":
            is_plain = colour.rgb == BLANK.rgb and colour.name in (BLANK.name, "white")
            self.colours[0] = BLANK if is_plain else colour
            return
        suffix = "" if inchar == "1" else inchar
        if suffix in self.suffixes:
            raise fault("the colour is declared twice", number, inchar)
        if len(self.colours) > MAX_COLOURS:
            raise fault(f"expected at most {MAX_COLOURS} colours", number)
        self.suffixes[suffix] = len(self.colours)
        self.shown.setdefault(outchar, len(self.colours))
        self.colours.append(colour)

    def _look(self, inchar: str, outchar: str, word: str, remark: str, number: int) -> Colour:
        # The background that was assumed is no obstacle to one that is declared.
        others = self.colours[1:] if inchar == "0" else self.colours
        names = {colour.name for colour in others}
        taken = {colour.char for colour in self.colours}
        rgb = rgb_of(word)
        name = remark if word.startswith("#") and remark else word
        if rgb is None:
            self.warnings.append(
                f"line {number}: the colour {excerpt(word)!r} is not known, so another was taken"
            )
            rgb = named_colour(word or inchar, number).rgb
        if not name or name in names:
            name = inchar if inchar not in names else f"{name or inchar} {number}"
        if inchar == "0":
            return Colour(name, rgb, BLANK.char)
        char = cell_char(BLACK.char if inchar == "1" else inchar, name, taken)
        try:
            colour = Colour(name, rgb, char)
            checked_palette([*self.colours, colour])
        except PuzzleError as error:
            raise fault(str(error), number) from None
        return colour


def _clue(text: str, line: int, palette: _Palette) -> Clue:
    words = text.replace(",", " ").split()
    if words == ["0"]:
        return ()
    blocks = []
    for word in words:
        found = _WORD.match(word)
        suffix = found[2] if found else word[-1]
        if suffix not in palette.suffixes and suffix.swapcase() in palette.suffixes:
            suffix = suffix.swapcase()
        if found is None or (suffix and suffix not in palette.suffixes):
            problem = "expected a length and the character of a declared colour"
            raise fault(problem, line, word)
        if not suffix and "" not in palette.suffixes:
            problem = "expected a colour behind the length, as no colour '1' is declared"
            raise fault(problem, line, word)
        blocks.append(shared_block(block_length(found[1], line), palette.suffixes[suffix]))
    return tuple(blocks)


def _state(lines: Lines, rows: int, columns: int, palette: _Palette) -> Grid:
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


def _only_state(reader: _Reader, palette: _Palette) -> Parsed:
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
    # A blank keeps a remark from looking like what follows the remarks, or like a file .mk.
    remarks = (puzzle.description or "").strip().splitlines()
    out = [f" {line.strip()}" if re.match(r"\s*[#:\d]", line) else line.strip() for line in remarks]
    is_triddler = isinstance(puzzle.board, Triddler)
    if is_triddler:
        out.append("#triddler")
    blank, *colours = puzzle.colours
    chars = [colour.char for colour in colours]
    suffixes = writable_chars(chars, lambda c: c == BLACK.char or (c.isascii() and c.isalpha()))
    suffixes = [suffix.replace(BLACK.char, "") for suffix in suffixes]  # black needs no suffix
    if blank != BLANK or colours != [BLACK]:
        out.append("#d")
        inchars = ("0", *(suffix or "1" for suffix in suffixes))
        for inchar, colour in zip(inchars, puzzle.colours, strict=True):
            shown = {"0": " ", "1": "#"}.get(inchar, inchar)
            # These signs in front of a remark would mean glue.
            name = one_line(colour.name).lstrip("<>")
            out.append(f"  {inchar}:{shown}  {colour.rgb}  {name}".rstrip())
    if is_triddler:
        groups = dict(zip("ABCDEF", _by_side(puzzle), strict=True))
    else:
        groups = {"rows": puzzle.rows, "columns": puzzle.columns}
    for name, clues in groups.items():
        out.append(f":{name}")
        for clue in clues:
            blocks = [f"{block}{suffixes[block.colour - 1]}" for block in clue or ()]
            out.append(" ".join(blocks))
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
    carries=frozenset({"colours", "looks", "triddler", "description", "saved", "further_saved"}),
)
