"""The files of the TAAI and TCGA tournaments: square puzzles, each begun by ``$`` and its number.

    $1
    1	1
    1
    1
    1	1

    2

Below the number stand the clues of the columns and then those of the rows, equally many, with tabs
between the lengths. An empty line is a line without blocks, so empty lines count, also at the end.
The puzzles of the tournaments have 25 rows and 25 columns; here the number of rows is half the
number of lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....core import Puzzle, counted
from ..clues import build, clue_texts, number_clues
from ..format import Format, Parsed, sign
from ..text_lines import Lines, every_line, fault, lines_of

_HEAD = re.compile(r"\$\d+[ \t]*\Z", re.ASCII)


def parse(text: str) -> Parsed:
    parts: dict[int, Lines] = {}
    part: Lines | None = None
    for number, line in every_line(text):
        if _HEAD.match(line):
            part = parts[number] = []
        elif part is not None:
            part.append((number, line))
        elif line.strip():
            raise fault("expected '$' and the number of a puzzle", number, line)
    if not parts:
        raise fault("expected '$' and the number of a puzzle")
    return Parsed([_puzzle(head, lines) for head, lines in parts.items()])


def _puzzle(head: int, lines: Lines) -> Puzzle:
    if len(lines) % 2 and not lines[-1][1].strip():
        lines.pop()  # a line left empty between puzzles
    if not lines or len(lines) % 2:
        found = counted(len(lines), "line")
        raise fault(f"expected equally many lines of columns and of rows, found {found}", head)
    clues = number_clues(lines)
    half = len(clues) // 2
    return build(clues[half:], clues[:half])


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    out = []
    for number, puzzle in enumerate(puzzles, start=1):
        rows, columns = clue_texts(puzzle, "\t", "")
        if len(rows) != len(columns):
            raise fault("this format has square puzzles only")
        out += [f"${number}", *columns, *rows]
    return lines_of(out)


FORMAT = Format(
    name="tournament",
    summary="tournament files: $1, columns, rows, with tabs and empty lines",
    sniff=sign(r"(?a)\A\s*\$\d+[ \t]*\n", "the first line is '$' and a number"),
    parse=parse,
    dump=lambda puzzle: dump_all([puzzle]),
    dump_all=dump_all,
)
