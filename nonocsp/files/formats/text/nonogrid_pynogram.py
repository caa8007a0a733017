'''Clues in the notation of nonogrid, in TOML (``nonogrid``) or INI (``pynogram``).

``nonogrid``: clues in strings of several lines, colours as definitions.

    [colors]
    defs = [
        "b = (blue) *",
    ]

    [clues]
    columns = """
        2
        1 1b
    """
    rows = """
        2
        1b
        1
    """

``pynogram``: the same without quotes. A line with ``=`` begins a value, and any other continues it,
with any indentation.

    [colors]
    b = (blue) *

    [clues]
    columns =
        2
        1 1b
    rows =
        2
        1b
        1

Clues are separated by newlines and commas, blocks by blanks; ``#`` and ``;`` begin a comment.
Quotes around a clue are ignored, so that clues copied from a program are read. A line without
blocks is ``0``; nothing in quotes or between two commas is one as well. An empty line is one only
if the clues fit in no other way; a warning says what it was taken for. ``5b`` is a block of the
colour b, and ``5`` a black one. A length of ``?`` is unknown (an extension of ours). A colour is
``name = (look) character``, its look a name of CSS, three numbers, or hexadecimal digits.
'''

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ....core import BLACK, MAX_COLOURS, Colour, Puzzle, shared_block
from ..clues import MAX_CELLS, SourceClue, agree, block_length, build, cell_char, writable_chars
from ..css_colours import rgb_of
from ..format import Format, Parsed
from ..text_lines import Lines, fault, lines_of, numbered

#: A name that may stand behind a length, and so the name of a colour in these files.
_NAME = r"[^\W\d_][^\W_]*"
_COLOUR = re.compile(rf"\s*({_NAME})\s*=\s*\(([^()]*)\)\s*(\S?)\s*\Z")
_BLOCK = re.compile(rf"([0-9]+|\?)({_NAME})?\Z")

#: Where the value of a key begins in TOML, and the place in an error of its parser.
_KEY = r"^[ \t]*(?:clues[ \t]*\.[ \t]*)?{key}[ \t]*=[ \t]*(?:\"\"\"|'''|\[)?(\n)?"
_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)\Z", re.DOTALL)

_SECTION = re.compile(r"(?m)^[ \t]*\[clues\]")
_STRING = re.compile(
    r"(?m)^[ \t]*(?:rows|columns)[ \t]*=[ \t]*(?:\"\"\"|'''|\[|\"[^\"\n]*\"[ \t]*$)"
)
_VALUE = re.compile(r"(?m)^(?:rows|columns)[ \t]*=")


def _sniff_toml(text: str) -> str | None:
    found = _SECTION.search(text) and _STRING.search(text)
    return "a section [clues] with strings" if found else None


def _sniff_ini(text: str) -> str | None:
    found = re.search(r"(?m)^\[clues\]", text) and _VALUE.search(text)
    return "a section [clues]" if found else None


def _parse_toml(text: str) -> Parsed:
    document = _loaded(text)
    clues = document.get("clues")
    if not isinstance(clues, dict):
        raise fault("expected a section [clues]")
    sides = []
    for side in ("rows", "columns"):
        lines = clues.get(side)
        if isinstance(lines, str):
            lines = lines.split("\n")
            if not lines[-1].strip():
                lines.pop()  # the line of the closing quotes
        elif isinstance(lines, list):
            lines = [line or "0" for line in lines]  # nothing in quotes
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise fault(f"expected a text of several lines as {side}", _line_of(text, side))
        sides.append(list(enumerate(lines, start=_line_of(text, side))))
    colours = document.get("colors")
    defined = colours.get("defs", []) if isinstance(colours, dict) else []
    if not isinstance(defined, list) or not all(isinstance(each, str) for each in defined):
        raise fault("expected a list of texts as defs", _line_of(text, "defs"))
    palette = _colours(enumerate(defined, start=_line_of(text, "defs")))
    return _puzzle(sides[0], sides[1], palette)


def _loaded(text: str) -> dict[str, Any]:
    import tomllib  # here, as this module is loaded whenever a format is guessed

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise fault("the document is nested too deeply") from None
    except ValueError as error:  # also of numbers with more digits than Python converts
        found = _PLACE.match(str(error))
        what = found[1] if found else str(error)
        problem = " ".join(f"expected TOML: {what[:1].lower()}{what[1:]}".split())[:200]
        line, column = (int(n) for n in found.groups()[1:]) if found and found[2] else (None, None)
        raise fault(problem, line, column=column) from None


def _line_of(text: str, key: str) -> int:
    """The line where the value of a key begins, which the parser of TOML does not report."""
    found = re.search(_KEY.format(key=key), text, re.MULTILINE)
    return text.count("\n", 0, found.end()) + 1 if found else 1


def _parse_ini(text: str) -> Parsed:
    sides: dict[str, Lines] = {}
    defined: Lines = []
    heading = ""
    value: Lines | None = None
    for number, line in numbered(text):
        bare = _without_comment(line)
        if not bare:
            if value is not None and not line.strip():
                value.append((number, ""))
            continue
        if found := re.fullmatch(r"\[\s*(\w+)\s*\]", bare):
            heading, value = found[1].lower(), None
        elif heading == "colors":
            defined.append((number, bare))
        elif found := re.match(r"(\w+)\s*=(.*)", bare):
            key, value = found[1].lower(), [(number, found[2])] if found[2].strip() else []
            if heading == "clues":
                if key in sides:
                    raise fault(f"expected {key} only once", number)
                sides[key] = value
        elif value is not None:
            value.append((number, bare))
        else:
            raise fault("expected [clues] or a key with '='", number, bare)
    for side in ("rows", "columns"):
        if side not in sides:
            raise fault(f"expected {side} in a section [clues]")
        while sides[side] and not sides[side][-1][1]:
            sides[side].pop()  # an empty line above what follows
    return _puzzle(sides["rows"], sides["columns"], _colours(defined))


def _without_comment(line: str) -> str:
    return re.split("[#;]", line, maxsplit=1)[0].strip()


def _colours(definitions: Iterable[tuple[int, str]]) -> list[Colour]:
    colours: list[Colour] = []
    for number, definition in definitions:
        found = _COLOUR.match(definition)
        if found is None:
            raise fault("expected a colour, as in 'b = (blue) *'", number, definition)
        name, look, char = found.groups()
        if (rgb := _rgb(look)) is None:
            problem = "expected the name of a colour, three numbers to 255 or hexadecimal digits"
            raise fault(problem, number, look)
        if name in (colour.name for colour in colours):
            raise fault("the colour is defined twice", number, name)
        if len(colours) == MAX_COLOURS:
            raise fault(f"expected at most {MAX_COLOURS} colours", number)
        taken = {"_", *(colour.char for colour in colours)}
        colours.append(Colour(name, rgb, cell_char(char, name, taken)))
    return colours


def _rgb(look: str) -> str | None:
    triple = [part.strip() for part in look.split(",")]
    if len(triple) == 3 and all(re.fullmatch(r"[0-9]{1,3}", part) for part in triple):
        parts = [int(part) for part in triple]
        return "#" + bytes(parts).hex() if max(parts) < 256 else None
    return rgb_of(look)


def _puzzle(rows: Lines, columns: Lines, palette: list[Colour]) -> Parsed:
    """The puzzle of the lines of its two sections; black joins the palette when it is used."""
    numbers = {colour.name: number for number, colour in enumerate(palette, start=1)}
    # A name in another case is that colour's unless two names differ in nothing but case.
    cases = Counter(colour.name.lower() for colour in palette)
    folded = {name.lower(): n for name, n in numbers.items() if cases[name.lower()] == 1}
    default = next((n for n, c in enumerate(palette, start=1) if c.rgb == BLACK.rgb), None)
    sides = []
    for lines in (rows, columns):
        side: list[SourceClue] = []
        given = _clue_lines(lines)
        if len(given) > MAX_CELLS:
            given = [line for line in given if line[1]]
        for number, text in given:
            if len(side) == MAX_CELLS:
                raise fault(f"expected at most {MAX_CELLS} clues", number)
            blocks = []
            for word in text.split():
                if word == "0":
                    continue
                found = _BLOCK.match(word)
                if found is None:
                    problem = "expected a length, and a colour where there are several"
                    raise fault(problem, number, word)
                length, name = found.groups()
                if name is None and default is None:
                    taken = {"_", *(colour.char for colour in palette)}
                    char = cell_char(BLACK.char, BLACK.name, taken)
                    palette.append(Colour(BLACK.name, BLACK.rgb, char))
                    default = len(palette)
                colour = default if name is None else numbers.get(name) or folded.get(name.lower())
                if colour is None:
                    raise fault("the colour is not defined", number, word)
                blocks.append(shared_block(block_length(length, number), colour))
            # An empty line may be a line without blocks, or nothing.
            side.append(SourceClue(tuple(blocks) if text else None, number))
        sides.append(side)
    both, warnings = _with_blank_lines(sides)
    return Parsed([build(*both, colours=palette or None)], warnings)


def _with_blank_lines(sides: list[list[SourceClue]]) -> tuple[list[list[SourceClue]], list[str]]:
    """Both sides without their empty lines, or with those that are needed for the clues to fit."""
    found = bare = [[source for source in side if source.clue is not None] for side in sides]
    if sides != bare and not agree(*bare):
        whole = [[source._replace(clue=source.clue or ()) for source in side] for side in sides]
        within = []
        for side, filled in zip(sides, whole, strict=True):
            places = [place for place, source in enumerate(side) if source.clue is not None]
            within.append(filled[places[0] : places[-1] + 1] if places else [])
        # Both sides are likely to have the same habit, and those at the ends none.
        tried = (within, whole, [bare[0], within[1]], [within[0], bare[1]])
        found = next((each for each in tried if agree(*each)), bare)
    warnings = []
    for what, side, taken in zip(("rows", "columns"), sides, found, strict=True):
        empty = [source.at for source in side if source.clue is None]
        used = {source.at for source in taken} if len(taken) > len(side) - len(empty) else set()
        if empty:
            at = next((at for at in empty if at in used), empty[0])
            how = "taken as a line without blocks" if used else "skipped; 0 has no blocks"
            warnings.append(f"line {at}: an empty line among the {what} was {how}")
    return found, warnings


def _clue_lines(lines: Lines) -> Lines:
    """The texts of the clues of a section with their line numbers; nothing of an empty line."""
    found: Lines = []
    is_one_line = sum(bool(line.strip()) for _, line in lines) == 1
    for number, line in lines:
        text = _without_comment(line)
        # A comma at the end of a line separates nothing where newlines do.
        clues = [clue.strip() for clue in (text if is_one_line else text.strip(", \t")).split(",")]
        if clues != [""]:
            found += [(number, clue.strip("'\"").strip() or "0") for clue in clues[:-1]]
            found.append((number, clues[-1] and (clues[-1].strip("'\"").strip() or "0")))
        elif not line.strip():
            found.append((number, ""))
    return found


def _written(puzzle: Puzzle) -> tuple[list[str], dict[str, str]]:
    """The definitions of the colours, and the clues of both sides, one a line, indented.

    There are no definitions where black is the only colour. A colour is called by its name if all
    names may stand behind a length.
    """
    colours = puzzle.colours[1:]
    names = [colour.name for colour in colours]
    if not all(re.fullmatch(_NAME, name) for name in names):
        names = [f"c{number}" for number in range(1, len(names) + 1)]
    # A character must not begin a comment or a text.
    chars = writable_chars([c.char for c in colours], lambda char: char not in "#;'\"\\()=")
    defined = [
        f"{name} = ({colour.rgb[1:].upper()}) {char}"
        for name, colour, char in zip(names, colours, chars, strict=True)
    ]
    if colours == (BLACK,):
        defined, names = [], [""]
    sides = {}
    for side in ("columns", "rows"):
        clues = (
            " ".join(f"{block}{names[block.colour - 1]}" for block in clue or ()) or "0"
            for clue in getattr(puzzle, side)
        )
        sides[side] = lines_of(f"    {clue}" for clue in clues)
    return defined, sides


def _dump_toml(puzzle: Puzzle) -> str:
    defined, sides = _written(puzzle)
    # The characters and names of colours hold neither quotes nor backslashes.
    head = ["[colors]", "defs = [", *(f'    "{each}",' for each in defined), "]", ""]
    clues = (f'{side} = """\n{text}"""' for side, text in sides.items())
    return "\n".join([*(head if defined else ()), "[clues]", *clues, ""])


def _dump_ini(puzzle: Puzzle) -> str:
    defined, sides = _written(puzzle)
    head = ["[colors]", *defined, ""] if defined else []
    clues = (f"{side} =\n{text}" for side, text in sides.items())
    return "\n".join([*head, "[clues]", *clues])


FORMATS = (
    Format(
        name="nonogrid",
        summary="the TOML of nonogrid: sections of clues and colours",
        suffixes=(".toml",),
        sniff=_sniff_toml,
        parse=_parse_toml,
        dump=_dump_toml,
        carries=frozenset({"colours", "unknown_lengths"}),
    ),
    Format(
        name="pynogram",
        summary="the INI of pynogram: sections of clues and colours",
        suffixes=(".cfg", ".ini"),
        sniff=_sniff_ini,
        parse=_parse_ini,
        dump=_dump_ini,
        carries=frozenset({"colours", "unknown_lengths"}),
    ),
)
