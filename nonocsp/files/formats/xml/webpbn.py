"""The XML of webpbn: colours, blocks of unknown length, several goals, saved states, sets.

    <?xml version="1.0" encoding="UTF-8"?>
    <puzzleset>
    <puzzle type="grid" backgroundcolor="white" defaultcolor="black">
    <title>Note</title>
    <color name="white" char=".">ffffff</color>
    <color name="black" char="X">000000</color>
    <clues type="columns">
    <line><count>2</count></line>
    <line><count>1</count></line>
    </clues>
    <clues type="rows">
    <line><count>2</count></line>
    <line><count>1</count></line>
    </clues>
    <solution type="goal"><image>
    |XX|
    |X.|
    </image></solution>
    </puzzle>
    </puzzleset>

``backgroundcolor`` (white) names the colour of blank cells, ``defaultcolor`` (black) that of a
count without a colour; number-loom once wrote white for both, so a default that is the background
is taken as black. ``<count>0</count>`` is a block of unknown length. Clues that are missing are
those of the first goal. A goal is wrapped in bars row by row, one character a cell; in a saved
state ``?`` is any colour and ``[ab]`` one of several. An id is kept in the source, a note in the
description. Texts of a set hold for those of its puzzles that have none. A puzzle of the type
``triddler`` has six sets of clues instead, one for each side of the outline at which its lines
begin or end: ``topleft`` and ``bottomleft`` of rows, ``top`` and ``topright`` of lines like a
slash, ``bottom`` and ``bottomright`` of those like a backslash, each from the top or the left; its
images have slashes instead of bars, as the rows lean. Puzzles of other types are left out with a
warning, or refused where nothing else is there. A document type is skipped and never fetched, and
none is written, since other programs warn of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ....core import (
    BLANK,
    MAX_COLOURS,
    Axis,
    Block,
    Board,
    Clue,
    Colour,
    FormatError,
    Grid,
    Picture,
    Puzzle,
    PuzzleError,
    clue_of,
    clues_by_axis,
    free_char,
    full,
    is_single,
    members,
    named_colour,
    quoted,
)
from ....core.model.three_directions import Triddler
from ..clues import MAX_CELLS, SourceClue, block_length, build, check_board, writable_chars
from ..format import BOARD_KINDS, FEATURES, Format, Parsed
from ..text_lines import check_width, fault
from .elements import Element, escaped, root_of, root_sign

#: The texts that a puzzle takes from its set where it has none.
_OF_SETS = ("source", "title", "author", "copyright")

#: Characters with a meaning of their own in an image.
_SPECIAL = set("|?[]/\\")

#: The sets of clues of a triddler: the lines that begin or end at one side of its outline, in the
#: order of the lines of each direction.
_OF_AXIS: dict[Axis, tuple[str, str]] = {
    "A": ("topleft", "bottomleft"),
    "B": ("top", "topright"),
    "C": ("bottom", "bottomright"),
}

_WHITE, _BLACK = Colour("white", "#ffffff", "."), Colour("black", "#000000", "X")


def parse(text: str) -> Parsed:
    root = root_of(text)
    if root.name not in ("puzzleset", "puzzle"):
        raise root.error("expected the element puzzleset", text=root.name)
    elements = root.children("puzzle") if root.name == "puzzleset" else [root]
    if not elements:
        raise root.error("expected the element puzzle in the puzzleset")
    of_set = {key: root.child_text(key) for key in _OF_SETS if root.name == "puzzleset"}
    parsed = Parsed([])
    for element in elements:
        kind = element.attributes.get("type", "grid").lower()
        if kind in ("grid", "triddler"):
            parsed.puzzles.append(_puzzle(element, of_set, parsed.warnings))
            continue
        problem = f"a puzzle of the type {kind[:40]!r} is not read: expected grid or triddler"
        if len(elements) == 1:
            raise element.error(problem)
        parsed.warnings.append(f"line {element.line}: {problem}")
    if not parsed.puzzles:
        raise root.error("expected a puzzle of the type grid or triddler")
    return parsed


@dataclass(slots=True)
class _Palette:
    """The colours of a puzzle, as its file names them."""

    colours: list[Colour]
    """Blank first."""
    numbers: dict[str, int]
    """The colours by their names in the file."""
    chars: dict[str, int]
    """The colours by their characters in images."""
    default: str
    """The colour of a count that names none."""
    blocks: dict[tuple[str, str], Block] = field(default_factory=dict)
    """The blocks that were read, by length and colour as the file has them."""


def _puzzle(element: Element, of_set: dict[str, str | None], warnings: list[str]) -> Puzzle:
    palette = _palette(element, warnings)
    is_triddler = element.attributes.get("type", "grid").lower() == "triddler"
    images: dict[bool, list[tuple[int, list[list[int]]]]] = {False: [], True: []}
    """Line and candidates of the goals, and of the saved states."""
    for solution in element.children("solution"):
        is_saved = solution.attributes.get("type", "goal").lower() == "saved"
        images[is_saved] += [
            (image.line, _image(image, palette, is_triddler))
            for image in solution.children("image")
        ]
    about = {"colours": palette.colours[1:], "blank": palette.colours[0], **_about(element, of_set)}
    if is_triddler:
        puzzle = _triddler(element, palette, **about)
    else:
        first = _first_goal(images[False], palette)
        rows, columns = (_side(element, side, palette, first) for side in ("rows", "columns"))
        puzzle = build(rows, columns, **about)
    decided = []
    for line, cells in images[False]:
        if all(is_single(mask) for row in cells for mask in row):
            decided.append((line, cells))
        else:
            warnings.append(f"line {line}: a goal was left out: its cells are not all known")
    fitting = _fitting(decided, "goal", puzzle, warnings)
    goals = [grid.picture(puzzle.colours) for _, grid in fitting]
    saved = [grid for _, grid in _fitting(images[True], "saved state", puzzle, warnings)]
    return puzzle.replace(goals=goals, saved=saved)


def _first_goal(images: list[tuple[int, list[list[int]]]], palette: _Palette) -> Picture | None:
    for _, rows in images:
        grid = Grid(rows, block_colours=len(palette.colours) - 1)
        if grid.is_decided:
            return grid.picture()
    return None


def _fitting(
    images: list[tuple[int, list[list[int]]]], what: str, puzzle: Puzzle, warnings: list[str]
) -> Iterator[tuple[int, Grid]]:
    """The images that have the shape of a puzzle."""
    for line, rows in images:
        try:
            yield line, Grid(rows, block_colours=puzzle.block_colours, board=puzzle.board)
        except PuzzleError:
            warnings.append(f"line {line}: a {what} was left out: it has another shape")


def _triddler(element: Element, palette: _Palette, **about: Any) -> Puzzle:
    known = [side for sides in _OF_AXIS.values() for side in sides]
    sets: dict[str, list[Clue | None]] = {}
    for one in element.children("clues"):
        if (side := one.attributes.get("type", "").lower()) not in known:
            raise one.error(f"a triddler has no side {quoted(side)}: expected {', '.join(known)}")
        sets[side] = [_clue(line, palette) for line in one.children("line")]
    groups = {axis: [sets.get(side, []) for side in sides] for axis, sides in _OF_AXIS.items()}
    (a, b), (f, e), (c, d) = ([len(side) for side in sides] for sides in groups.values())
    try:
        board = Triddler(a, b, c, d, e, f)
        check_board(board)
        clues = {axis: [*s, *t] for axis, (s, t) in groups.items()}
        return Puzzle.on(board, clues, **about)
    except PuzzleError as error:
        raise element.error(str(error)) from None


def _about(element: Element, of_set: dict[str, str | None]) -> dict[str, str]:
    about = {
        key: text
        for key in (*_OF_SETS, "description")
        if (text := element.child_text(key) or of_set.get(key))
    }
    if number := element.child_text("id"):
        about["source"] = " ".join(filter(None, (about.get("source"), number)))
    if notes := [note.text for note in element.children("note") if note.text]:
        about["description"] = "\n".join(filter(None, (about.get("description"), *notes)))
    return about


def _palette(element: Element, warnings: list[str]) -> _Palette:
    background = element.attributes.get("backgroundcolor", _WHITE.name)
    default = element.attributes.get("defaultcolor", _BLACK.name)
    if default == background:
        default = _BLACK.name
    declared = {colour.attributes.get("name", ""): colour for colour in element.children("color")}
    used = {background}
    for clues in element.children("clues"):
        for line in clues.children("line"):
            used.update(count.attributes.get("color", default) for count in line.children("count"))
    # White and black need no declaration where they are used.
    names = [
        background,
        *(name for name in declared if name != background),
        *(c.name for c in (_WHITE, _BLACK) if c.name in used - {background, *declared}),
    ]
    if background not in (*declared, _WHITE.name, _BLACK.name):
        raise element.error("the background colour is not declared", text=background)
    if len(names) == 1:
        names.append(_BLACK.name if background != _BLACK.name else _WHITE.name)
    if len(names) > MAX_COLOURS + 1:
        raise element.error(f"expected at most {MAX_COLOURS} colours, not {len(names) - 1}")
    palette = _Palette([], {name: number for number, name in enumerate(names)}, {}, default)
    chars = {name: colour.attributes.get("char", "") for name, colour in declared.items()}
    chars |= {c.name: c.char for c in (_WHITE, _BLACK) if not chars.get(c.name)}
    for number, name in enumerate(names):
        char = chars[name]
        if len(char) == 1:
            palette.chars.setdefault(char, number)
        taken = {colour.char for colour in palette.colours}
        if len(char) != 1 or not char.isprintable() or char.isspace() or char in taken:
            char = free_char(name, taken.union(chars.values()))
        colour = _colour(name, number, declared.get(name), char, warnings)
        is_white = number == 0 and (colour.name, colour.rgb) == (_WHITE.name, _WHITE.rgb)
        palette.colours.append(BLANK if is_white else colour)
    return palette


def _colour(
    name: str, number: int, declared: Element | None, char: str, warnings: list[str]
) -> Colour:
    if declared is None:
        known = {c.name: c for c in (_WHITE, _BLACK)}[name]
        return Colour(name, known.rgb, char)
    if not name:
        raise declared.error("expected a name for the colour")
    digits = declared.text.removeprefix("#")
    if not re.fullmatch(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}", digits):
        warnings.append(f"line {declared.line}: a colour of our own choice for {name[:40]!r}")
        digits = named_colour(name, number).rgb[1:]
    return Colour(name, f"#{digits}", char)


def _side(element: Element, side: str, palette: _Palette, goal: Picture | None) -> list[SourceClue]:
    """The clues of all rows or all columns, or those of the goal where they are missing."""
    for clues in element.children("clues"):
        if clues.attributes.get("type", "").lower() == side:
            lines = clues.children("line")
            if not lines:
                raise clues.error(f"expected the clue of at least one of the {side}")
            if len(lines) > MAX_CELLS:
                raise clues.error(f"expected at most {MAX_CELLS} {side}, not {len(lines)}")
            return [SourceClue(_clue(line, palette), line.line) for line in lines]
    if goal is None:
        raise element.error(f"expected the clues of the {side}, or a goal")
    return [SourceClue(clue_of(cells), element.line) for cells in getattr(goal, side)]


def _clue(line: Element, palette: _Palette) -> Clue:
    blocks = []
    for count in line.children("count"):
        stated = count.text, count.attributes.get("color", palette.default)
        block = palette.blocks.get(stated)
        if block is None:
            block = palette.blocks[stated] = _block(count, *stated, palette)
        blocks.append(block)
    return tuple(blocks)


def _block(count: Element, word: str, name: str, palette: _Palette) -> Block:
    number = palette.numbers.get(name)
    if number is None:
        raise count.error("the colour is not declared", text=name)
    if number == 0:
        raise count.error("a block cannot have the colour of the background", text=name)
    try:
        length = block_length(word, count.line) if word.strip("0") or not word else None
    except FormatError as error:
        raise count.error(error.problem, text=error.text) from None
    return Block(length, number)


def _image(element: Element, palette: _Palette, is_triddler: bool) -> list[list[int]]:
    """The candidates of every cell, row by row."""
    text = "".join(piece for piece in element.content if isinstance(piece, str))
    pieces = re.split(r"[/\\]" if is_triddler else r"\|", text)
    if len(pieces) < 3 or len(pieces) % 2 == 0:
        bars = "slashes, as in /X.X\\" if is_triddler else "bars, as in |X.X|"
        raise element.error(f"expected rows between {bars}")
    line = element.line
    plain = {char: 1 << number for char, number in palette.chars.items() if char not in _SPECIAL}
    rows: list[list[int]] = []
    for index, piece in enumerate(pieces):
        if index % 2 == 0:
            if piece.strip():
                raise fault("expected a bar before a row", line, piece.strip())
        else:
            try:
                row = [plain[char] for char in piece]
            except KeyError:
                row = list(_masks(piece, palette, line))
            if not row:
                raise fault("expected a cell between the bars", line)
            if not is_triddler:
                check_width(row, len((rows or [row])[0]), "the first row", line)
            rows.append(row)
        line += piece.count("\n")
    return rows


def _masks(row: str, palette: _Palette, line: int) -> Iterator[int]:
    chosen: int | None = None  # the colours in brackets that were read
    for char in row:
        if char.isspace() and char not in palette.chars:
            continue
        if char == "[" and chosen is None:
            chosen = 0
        elif char == "]" and chosen is not None:
            yield chosen
            chosen = None
        else:
            if char == "?":
                mask = full(len(palette.colours) - 1)
            elif char in palette.chars:
                mask = 1 << palette.chars[char]
            else:
                raise fault("no colour has this character", line, char)
            if chosen is None:
                yield mask
            else:
                chosen |= mask
    if chosen is not None:
        raise fault("expected ']' behind the colours of a cell", line)


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<puzzleset>"]
    for puzzle in puzzles:
        lines += _written(puzzle)
    return "\n".join([*lines, "</puzzleset>", ""])


def _written(puzzle: Puzzle) -> Iterator[str]:
    colours = _looks(puzzle)
    names = [escaped(colour.name).replace("\n", "&#10;") for colour in colours]
    kind = "grid" if puzzle.board.table else "triddler"
    yield f'<puzzle type="{kind}" backgroundcolor="{names[0]}" defaultcolor="{names[1]}">'
    for key in (*_OF_SETS, "description"):
        if text := getattr(puzzle, key):
            yield f"<{key}>{escaped(text)}</{key}>"
    for name, colour in zip(names, colours, strict=True):
        yield f'<color name="{name}" char="{escaped(colour.char)}">{colour.rgb[1:]}</color>'
    for side, clues in _sides(puzzle):
        yield f'<clues type="{side}">'
        for clue in clues:
            counts = (
                f"<count>{block.length or 0}</count>"
                if puzzle.has_one_colour
                else f'<count color="{names[block.colour]}">{block.length or 0}</count>'
                for block in clue or ()
            )
            yield f"<line>{''.join(counts)}</line>"
        yield "</clues>"
    known = {1 << number: colour.char for number, colour in enumerate(colours)}
    known[full(puzzle.block_colours)] = "?"
    images = [("goal", Grid.of(goal, puzzle.block_colours)) for goal in puzzle.goals]
    for kind, grid in (*images, *(("saved", grid) for grid in puzzle.saved)):
        yield f'<solution type="{kind}"><image>'
        for row, (left, right) in zip(grid, _bars(puzzle.board), strict=True):
            cells = (
                known.get(mask) or f"[{''.join(colours[n].char for n in members(mask))}]"
                for mask in row
            )
            yield f"{left}{escaped(''.join(cells))}{right}"
        yield "</image></solution>"
    yield "</puzzle>"


def _sides(puzzle: Puzzle) -> Iterator[tuple[str, Sequence[Clue | None]]]:
    """The name and the clues of each set."""
    if puzzle.board.table:
        yield from (("columns", puzzle.columns), ("rows", puzzle.rows))
        return
    a, _, c, _, _, f = puzzle.board.to_dict()["sides"]
    by_axis = clues_by_axis(puzzle.board, puzzle.clues)
    for axis, first in zip(puzzle.board.axes, (a, f, c), strict=True):
        one, other = _OF_AXIS[axis]
        yield from ((one, by_axis[axis][:first]), (other, by_axis[axis][first:]))


def _bars(board: Board) -> Iterator[tuple[str, str]]:
    """What stands at the left and at the right of each row of an image."""
    for line in board.lines[: board.height]:
        cells = board.cells(line)
        left, right = board.points_up(cells[0]), board.points_up(cells[-1])
        if left is None:
            yield "|", "|"
        else:
            yield "/" if left else "\\", "\\" if right else "/"


def _looks(puzzle: Puzzle) -> list[Colour]:
    """The palette with the names and characters that it has in the file."""
    blank, *others = puzzle.colours
    if blank == BLANK and not any(colour.name == _WHITE.name for colour in others):
        blank = Colour(_WHITE.name, blank.rgb, blank.char)
    taken = {colour.char for colour in (blank, *others)}
    if blank.char == BLANK.char and "." not in taken:
        blank = Colour(blank.name, blank.rgb, ".")
    palette = (blank, *others)
    chars = writable_chars([colour.char for colour in palette], lambda char: char not in _SPECIAL)
    return [Colour(c.name, c.rgb, char) for c, char in zip(palette, chars, strict=True)]


FORMAT = Format(
    name="webpbn",
    summary="the XML of webpbn: sets, colours, unknown lengths, goals, saved states",
    suffixes=(".xml", ".pbn"),
    sniff=root_sign("XML with a puzzleset or a puzzle", "puzzleset", "puzzle"),
    parse=parse,
    dump=lambda puzzle: dump_all([puzzle]),
    dump_all=dump_all,
    carries=frozenset(FEATURES)
    - {"absent_clues", "stars", "joints", "triangles", *BOARD_KINDS, "licence"}
    | {"triddler"},
)
