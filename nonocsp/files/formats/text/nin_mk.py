"""Numbers in lines with the size on the first line: ``nin`` and ``mk``.

``nin``: ``WIDTH HEIGHT`` (``WIDTHxHEIGHT`` is read as well), the rows, the columns.

    3 2
    1 1
    0
    1
    0
    1

``mk``, of Olšák's solver and of webpbn's export: ``HEIGHT WIDTH``, the rows, a line ``#``, the
columns. Further lines that begin with ``#`` are taken as remarks.

    2 3
    1 1
    0
    #
    1
    0
    1

A line without blocks is ``0`` or empty. Programs differ in whether they skip empty lines; they are
skipped where the other lines already make up the count.

Only the line ``#`` distinguishes the two formats. Without it, the order of the format is tried
first. Clues that fit only the other order are read in that one, and clues that fit both are read in
the first, with a warning in both cases. An empty line between the sides shows which is which.
"""

from __future__ import annotations

import re

from ....core import Puzzle, counted
from ..clues import agree, build, check_size, clue_texts, dimension, number_clues, two_sides
from ..format import Format, Parsed
from ..text_lines import Lines, every_line, fault, filled, lines_of

_SIZE = re.compile(r"\s*(\d+)(?:[ \t]+|[ \t]*[xX×][ \t]*)(\d+)\s*\Z", re.ASCII)

#: Pairs of zeros and ones in all lines, which no puzzle of one cell has, nor any of none.
_PAIRS = re.compile(r"\s*[01][ \t]+[01]\s*(?:\n[ \t]*[01][ \t]+[01]\s*)+\Z")


def _sniff_nin(text: str) -> str | None:
    # Far more or fewer lines than the size states are clues without a size.
    is_board = text.lstrip("\n")[:1].isspace()  # clues above others, as on paper
    if _surplus(text) == 0 and not is_board and not _PAIRS.match(text[:100_000]):
        return "the first line is WIDTH HEIGHT and as many lines of numbers follow"
    return None


def _near_nin(text: str) -> str | None:
    return "the first line may be WIDTH HEIGHT" if abs(_surplus(text) or 9) < 3 else None


def _surplus(text: str) -> int | None:
    """How many lines more than it states follow a size; None if there is no size or no numbers."""
    first, _, rest = text.lstrip("\n").partition("\n")
    size = _SIZE.match(first) if len(first) < 40 else None
    if size is None or not all(map(int, size.groups())) or re.search(r"[^\d\s,?]", rest):
        return None
    lines = every_line(rest)
    total = int(size[1]) + int(size[2])
    # Empty lines may be clues or not.
    return min(len(lines) - total, 0) or max(len(filled(lines)) - total, 0)


def _sniff_mk(text: str) -> str | None:
    if re.match(r"\s*\d+[ \t]+\d+[ \t]*\n", text) and re.search(r"(?m)^[ \t]*#", text):
        rest = re.sub(r"(?m)^[ \t]*#.*$", "", text)
        if not re.search(r"[^\d\s,?]", rest):
            return "the first line is HEIGHT WIDTH and a later one begins with '#'"
    return None


def _sized(text: str, *names: str) -> tuple[list[int], Lines]:
    """The two numbers of the first line, which count ``names``, and the other lines."""
    body = text.lstrip("\n")
    at = len(text) - len(body) + 1
    first, *lines = body.removesuffix("\n").split("\n")
    size = _SIZE.match(first)
    if size is None:
        words = {"columns": "WIDTH", "rows": "HEIGHT"}
        raise fault(f"expected {' '.join(words[name] for name in names)}", at, first)
    numbers = [dimension(word, name, at) for word, name in zip(size.groups(), names, strict=True)]
    return numbers, list(enumerate(lines, start=at + 1))


def _parse_nin(text: str) -> Parsed:
    (width, height), lines = _sized(text, "columns", "rows")
    return _in_either_order(lines, height, width)


def _parse_mk(text: str) -> Parsed:
    (height, width), lines = _sized(text, "rows", "columns")
    marks = [place for place, (_, line) in enumerate(lines) if line.strip() == "#"]
    if not marks:
        return _in_either_order(_without_remarks(lines), height, width)
    # Remarks may look like the mark: the right one has the right number of clues before it.
    parts = [(_without_remarks(lines[:at]), _without_remarks(lines[at + 1 :])) for at in marks[:9]]
    warnings: list[str] = []
    for above, below in parts:
        rows, columns = _of_number(above, height), _of_number(below, width)
        if rows is not None and columns is not None:
            break
    else:
        rows, columns = map(filled, parts[0])
        given = len(rows), len(columns)
        check_size((height, width), given, warnings, lines[marks[0]][0])
    return Parsed([build(number_clues(rows), number_clues(columns))], warnings)


def _without_remarks(lines: Lines) -> Lines:
    return [(number, line) for number, line in lines if not line.lstrip().startswith("#")]


def _of_number(lines: Lines, wanted: int) -> Lines | None:
    """The lines of one side, without the empty ones if these are too many; None if it fails."""
    if len(filled(lines)) == wanted:
        return filled(lines)
    if len(filled(lines)) < wanted <= len(lines) and not filled(lines[wanted:]):
        return lines[:wanted]
    return None


def _in_either_order(lines: Lines, height: int, width: int) -> Parsed:
    """The puzzle of lines of rows and then columns, whose numbers may have been swapped."""
    warnings: list[str] = []
    sides = two_sides(lines, (height, width), warnings)
    rows, columns = map(number_clues, sides)
    clues = [*rows, *columns]
    # An empty line between the sides shows which is which.
    is_parted = sides[1][0][0] > sides[0][-1][0] + 1
    if width != height and not is_parted and agree(clues[:width], clues[width:]):
        standard, other = counted(height, "row"), counted(width, "row")
        if agree(rows, columns):
            warnings.append(f"read as {standard}; the clues would fit {other} as well")
        else:
            warnings.append(f"read as {other}, as the clues do not fit {standard}")
            rows, columns = clues[:width], clues[width:]
    return Parsed([build(rows, columns)], warnings)


def _dump_nin(puzzle: Puzzle) -> str:
    rows, columns = clue_texts(puzzle)
    text = lines_of([f"{len(columns)} {len(rows)}", *rows, *columns])
    # Clues without a solution may fit the other order by chance.
    if len(rows) != len(columns) and _parse_nin(text).puzzles != [puzzle]:
        raise fault("in this format the clues would be read with rows and columns exchanged")
    return text


def _dump_mk(puzzle: Puzzle) -> str:
    rows, columns = clue_texts(puzzle)
    return lines_of([f"{len(rows)} {len(columns)}", *rows, "#", *columns])


FORMATS = (
    Format(
        name="nin",
        summary="numbers in lines: WIDTH HEIGHT, rows, columns",
        suffixes=(".nin",),
        sniff=_sniff_nin,
        near=_near_nin,
        parse=_parse_nin,
        dump=_dump_nin,
        carries=frozenset({"unknown_lengths"}),
    ),
    Format(
        name="mk",
        summary="numbers in lines: HEIGHT WIDTH, rows, '#', columns",
        suffixes=(".mk",),
        sniff=_sniff_mk,
        parse=_parse_mk,
        dump=_dump_mk,
    ),
)
