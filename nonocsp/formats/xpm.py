"""XPM, pictures as the text of a C program.

    /* XPM */
    static char *picture[] = {
    "3 2 2 1",
    "_ c #ffffff",
    "# c #000000",
    "#_#",
    "___",
    };

Colours are names of X11 or hexadecimal digits, and ``None`` is transparent and so blank. What else
becomes blank, and what a scaled picture is taken for, is told with the format png. The names and
characters of the colours are written as comments.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

from ..common.errors import FormatError
from ..model.puzzle import Puzzle
from .base import Format, Parsed
from .colour_names import rgb_of
from .raster import TRANSPARENT, Raster, check_size, indexed, puzzle_of, statement

#: What a look may be for: colour, greys, black and white; a symbolic name says nothing of it.
_KEYS = ("c", "g", "g4", "m")

_OPENING = re.compile(r'/\*|"')


def sniff(text: str) -> str | None:
    return "a comment XPM" if re.match(r"\s*/\*\s*XPM\s*\*/", text) else None


def parse(text: str) -> Parsed:
    comments: list[str] = []
    strings = _strings(text, comments)
    line, said = _next(strings, 1)
    words = (said or "").split()
    if len(words) < 4 or not all(re.fullmatch(r"[0-9]{1,6}", word) for word in words[:4]):
        raise FormatError("expected width, height, colours and characters", line=line, text=said)
    width, height, number, per = (int(word) for word in words[:4])
    check_size(width, height)
    if not 1 <= per <= 8:
        raise FormatError(f"expected 1 to 8 characters for a pixel, not {per}", line=line)
    looks: dict[str, str] = {}
    for _ in range(number):
        line, said = _next(strings, line)
        if said is None or len(said) <= per:
            raise FormatError(f"expected {number} colours", line=line, text=said)
        looks[said[:per]] = _look(said[per:], line)
    known: dict[object, int] = {}
    pixels = bytearray()
    for _ in range(height):
        line, said = _next(strings, line)
        if said is None or len(said) != width * per:
            found = "no more rows" if said is None else f"{len(said)}"
            problem = f"expected {width * per} characters in every row, {found}"
            raise FormatError(problem, line=line)
        codes = [said[at : at + per] for at in range(0, len(said), per)]
        missing = next((code for code in codes if code not in looks), None)
        if missing is not None:
            raise FormatError("no colour has these characters", line=line, text=missing)
        pixels += indexed(map(looks.__getitem__, codes), known)
    parsed = Parsed([])
    raster = Raster(width, bytes(pixels), list(map(str, known)), "\n".join(comments))
    parsed.puzzles.append(puzzle_of(raster, parsed.warnings))
    return parsed


def _next(strings: Iterator[tuple[int, str]], line: int) -> tuple[int, str | None]:
    """The next string with its line, or None behind the last one."""
    return next(strings, (line, None))


def _strings(text: str, comments: list[str]) -> Iterator[tuple[int, str]]:
    """The strings of the program with their lines; comments are put aside."""
    at = line = counted = 0
    while found := _OPENING.search(text, at):
        at = found.end()
        line += text.count("\n", counted, at)
        counted = at
        mark = "*/" if found[0] == "/*" else '"'
        end = text.find(mark, at)
        if end < 0:
            raise FormatError(f"expected {mark} behind what begins here", line=line + 1)
        said, at = text[at:end], end + len(mark)
        if mark == '"':
            yield line + 1, said
        else:
            comments.append(said)


def _look(said: str, line: int) -> str:
    words = said.split()
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
        raise FormatError(
            "expected the name of a colour or hexadecimal digits", line=line, text=said
        )
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
    """The characters of the colours where all of them can stand in a program; else two for each."""
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
    sniff=sniff,
    parse=parse,
    dump=dump,
    needs_goal=True,
    carries=frozenset({"colours", "looks", "goals"}),
)
