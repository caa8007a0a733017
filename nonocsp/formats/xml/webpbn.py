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
description. Texts of a set hold for those of its puzzles that have none. Triddlers, whose cells are
triangles, are left out with a warning, or refused where nothing else is there. A document type is
skipped and never fetched, and none is written, since other programs warn of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ...common.errors import FormatError, PuzzleError
from ...model.bits import full, members
from ...model.clue import Block, Clue, clue_of
from ...model.colours import BLANK, MAX_COLOURS, Colour, free_char, named_colour
from ...model.grid import Grid, Picture
from ...model.puzzle import Puzzle
from ..clues import MAX_CELLS, SourceClue, block_length, build, writable_chars
from ..format import FEATURES, Format, Parsed
from ..text_lines import check_width, fault
from .elements import Element, escaped, root_of, root_sign

#: The texts that a puzzle takes from its set where it has none.
_OF_SETS = ("source", "title", "author", "copyright")

#: Characters with a meaning of their own in an image.
_SPECIAL = set("|?[]/\\")

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
        if kind == "grid":
            parsed.puzzles.append(_puzzle(element, of_set, parsed.warnings))
            continue
        problem = f"a puzzle of the type {kind[:40]!r} is not read"
        if kind == "triddler":
            problem = "a triddler, whose cells are triangles, is not read"
        if len(elements) == 1:
            raise element.error(problem)
        parsed.warnings.append(f"line {element.line}: {problem}")
    if not parsed.puzzles:
        raise root.error("expected a puzzle of the type grid")
    return parsed


@dataclass(slots=True)
class _Palette:
    """The colours of a puzzle, as its file names them."""

    colours: list[Colour]
    """Blank first."""
    numbers: dict[str, int]
    """By name in the file."""
    chars: dict[str, int]
    """By character in images."""
    default: str
    """The colour of a count that names none."""
    blocks: dict[tuple[str, str], Block] = field(default_factory=dict)
    """The blocks that were read, by length and colour as the file has them."""


def _puzzle(element: Element, of_set: dict[str, str | None], warnings: list[str]) -> Puzzle:
    palette = _palette(element, warnings)
    images: dict[bool, list[tuple[int, Grid]]] = {False: [], True: []}
    """Line and cells of the goals, and of the saved states."""
    for solution in element.children("solution"):
        is_saved = solution.attributes.get("type", "goal").lower() == "saved"
        images[is_saved] += [
            (image.line, _image(image, palette)) for image in solution.children("image")
        ]
    goals: list[tuple[int, Picture]] = []
    for line, grid in images[False]:
        try:
            goals.append((line, grid.picture(tuple(palette.colours))))
        except PuzzleError:
            warnings.append(f"line {line}: a goal was left out: its cells are not all known")
    first = goals[0][1] if goals else None
    puzzle = build(
        _side(element, "rows", palette, first),
        _side(element, "columns", palette, first),
        **_about(element, of_set),
        colours=palette.colours[1:],
        blank=palette.colours[0],
    )
    for what, found in (("goal", goals), ("saved state", images[True])):
        for line, drawn in found:
            if drawn.shape != puzzle.shape:
                warnings.append(f"line {line}: a {what} was left out: it has another shape")
    return puzzle.replace(
        goals=[goal for _, goal in goals if goal.shape == puzzle.shape],
        saved=[grid for _, grid in images[True] if grid.shape == puzzle.shape],
    )


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


def _image(element: Element, palette: _Palette) -> Grid:
    """The candidates of every cell."""
    pieces = "".join(piece for piece in element.content if isinstance(piece, str)).split("|")
    if len(pieces) < 3 or len(pieces) % 2 == 0:
        raise element.error("expected rows between bars, as in |X.X|")
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
            check_width(row, len((rows or [row])[0]), "the first row", line)
            rows.append(row)
        line += piece.count("\n")
    return Grid([mask for row in rows for mask in row], len(rows[0]), len(palette.colours) - 1)


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
    yield f'<puzzle type="grid" backgroundcolor="{names[0]}" defaultcolor="{names[1]}">'
    for key in (*_OF_SETS, "description"):
        if text := getattr(puzzle, key):
            yield f"<{key}>{escaped(text)}</{key}>"
    for name, colour in zip(names, colours, strict=True):
        yield f'<color name="{name}" char="{escaped(colour.char)}">{colour.rgb[1:]}</color>'
    for side in ("columns", "rows"):
        yield f'<clues type="{side}">'
        for clue in getattr(puzzle, side):
            counts = (
                f"<count>{block.length or 0}</count>"
                if puzzle.has_one_colour
                else f'<count color="{names[block.colour]}">{block.length or 0}</count>'
                for block in clue
            )
            yield f"<line>{''.join(counts)}</line>"
        yield "</clues>"
    known = {1 << number: colour.char for number, colour in enumerate(colours)}
    known[full(puzzle.block_colours)] = "?"
    images = [("goal", Grid.of(goal, puzzle.block_colours)) for goal in puzzle.goals]
    for kind, grid in (*images, *(("saved", grid) for grid in puzzle.saved)):
        yield f'<solution type="{kind}"><image>'
        for row in grid:
            cells = (
                known.get(mask) or f"[{''.join(colours[n].char for n in members(mask))}]"
                for mask in row
            )
            yield f"|{escaped(''.join(cells))}|"
        yield "</image></solution>"
    yield "</puzzle>"


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
    carries=frozenset(FEATURES) - {"absent_clues", "licence"},
)
