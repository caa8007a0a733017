"""XPM, pictures as the text of a C program.

    /* XPM */
    static char *picture[] = {
    "3 2 2 1",
    "_ c #ffffff",
    "# c #000000",
    "#_#",
    "___",
    };

Colours are names of X11 or hexadecimal digits, and ``None`` is transparent and so blank. The page
of the format png describes what else becomes blank, and how a scaled picture is read. The names and
characters of the colours are written as comments.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

from ....core import Puzzle, counted
from ..css_colours import rgb_of
from ..format import Format, Parsed, sign
from ..text_lines import fault
from .raster import TRANSPARENT, Raster, check_size, indexed, puzzle_of, statement

#: The kinds of a look: colour, greys, black and white; a symbolic name, s, is ignored.
_KEYS = ("c", "g", "g4", "m")

_OPENING = re.compile(r'/\*|"')


def parse(text: str) -> Parsed:
    comments: list[str] = []
    strings = _strings(text, comments)
    line, header = _next(strings, 1)
    words = (header or "").split()
    if len(words) < 4 or not all(re.fullmatch(r"[0-9]{1,6}", word) for word in words[:4]):
        raise fault("expected width, height, colours and characters", line, header)
    width, height, number, per = (int(word) for word in words[:4])
    check_size(width, height)
    if not 1 <= per <= 8:
        raise fault(f"expected 1 to 8 characters for a pixel, not {per}", line)
    looks: dict[str, str] = {}
    for _ in range(number):
        line, colour = _next(strings, line)
        if colour is None or len(colour) <= per:
            raise fault(f"expected {counted(number, 'colour')}", line, colour)
        looks[colour[:per]] = _look(colour[per:], line)
    known: dict[object, int] = {}
    pixels = bytearray()
    for _ in range(height):
        line, row = _next(strings, line)
        if row is None or len(row) != width * per:
            wanted = f"expected {counted(height, 'row')} of {counted(width * per, 'character')}"
            raise fault(f"{wanted}, found {'no more' if row is None else len(row)}", line)
        codes = [row[at : at + per] for at in range(0, len(row), per)]
        missing = next((code for code in codes if code not in looks), None)
        if missing is not None:
            raise fault("no colour has these characters", line, missing)
        pixels += indexed(map(looks.__getitem__, codes), known)
    parsed = Parsed([])
    raster = Raster(width, bytes(pixels), list(map(str, known)), "\n".join(comments))
    parsed.puzzles.append(puzzle_of(raster, parsed))
    return parsed


def _next(strings: Iterator[tuple[int, str]], line: int) -> tuple[int, str | None]:
    """The next string with its line, or None behind the last one."""
    return next(strings, (line, None))


def _strings(text: str, comments: list[str]) -> Iterator[tuple[int, str]]:
    """The strings of the program with their lines; comments are collected."""
    at = line = counted = 0
    while found := _OPENING.search(text, at):
        at = found.end()
        line += text.count("\n", counted, at)
        counted = at
        mark = "*/" if found[0] == "/*" else '"'
        end = text.find(mark, at)
        if end < 0:
            raise fault(f"expected {mark} behind what begins here", line + 1)
        inside, at = text[at:end], end + len(mark)
        if mark == '"':
            yield line + 1, inside
        else:
            comments.append(inside)


def _look(text: str, line: int) -> str:
    words = text.split()
    found: dict[str, str] = {}
    key = ""
    for place, word in enumerate(words):
        if word in (*_KEYS, "s") and place < len(words) - 1 and found.get(key, "x"):
            key = word
            found[key] = ""
        elif key:
            found[key] = f"{found[key]} {word}".strip()
    colour = next((found[key] for key in _KEYS if key in found), "")
    if colour.lower() == "none":
        return TRANSPARENT
    rgb = rgb_of(colour)
    if rgb is None:
        raise fault("expected the name of a colour or hexadecimal digits", line, text)
    return rgb


def dump(puzzle: Puzzle) -> str:
    height, width = puzzle.shape
    codes = _codes(puzzle)
    out = ["/* XPM */"]
    out += [f"/* {line.replace('*/', '* /')} */" for line in statement(puzzle)]
    out += ["static char *picture[] = {", f'"{width} {height} {len(codes)} {len(codes[0])}",']
    out += [f'"{code} c {colour.rgb}",' for code, colour in zip(codes, puzzle.colours, strict=True)]
    out += [f'"{"".join(codes[cell] for cell in row)}",' for row in puzzle.goals[0].rows]
    return "\n".join([*out, "};", ""])


def _codes(puzzle: Puzzle) -> list[str]:
    """The characters of the colours where a program can hold all of them; else two for each."""
    usable = set(string.ascii_letters + string.digits + string.punctuation) - set('"\\?*/')
    chars = [colour.char for colour in puzzle.colours]
    if usable.issuperset(chars):
        return chars
    letters = string.ascii_letters
    return [letters[number // 26] + letters[number % 26] for number in range(len(chars))]


FORMAT = Format(
    name="xpm",
    summary="XPM pictures of few colours: the clues are those of the picture",
    suffixes=(".xpm",),
    sniff=sign(r"\A\s*/\*\s*XPM\s*\*/", "a comment XPM"),
    parse=parse,
    dump=dump,
    needs_goal=True,
    carries=frozenset({"colours", "looks", "goals"}),
)
