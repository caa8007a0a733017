"""The files of the TAAI and TCGA tournaments: square puzzles, each begun by ``$`` and its number.

    $1
    1	1
    1
    1
    1	1

    2

Below the number come the clues of the columns and then those of the rows, as many each, with tabs
between the lengths. An empty line is a line without blocks, so that empty lines count, also those
at the end. The puzzles of the tournaments have 25 rows and 25 columns; here they may have any
number, which is half the number of their lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..common.errors import FormatError
from ..model.puzzle import Puzzle
from .base import (
    Format,
    Parsed,
    SourceClue,
    build,
    clues,
    every_line,
    joined,
    lines_of,
    number_clue,
)

_HEAD = re.compile(r"\$\d+[ \t]*\Z", re.ASCII)


def sniff(text: str) -> str | None:
    if re.match(r"\s*\$\d+[ \t]*\n", text, re.ASCII):
        return "the first line is '$' and a number"
    return None


def parse(text: str) -> Parsed:
    heads: list[int] = []
    parts: list[list[tuple[int, str]]] = []
    for number, line in every_line(text):
        if _HEAD.match(line):
            heads.append(number)
            parts.append([])
        elif parts:
            parts[-1].append((number, line))
        elif line.strip():
            raise FormatError("expected '$' and the number of a puzzle", line=number, text=line)
    if not parts:
        raise FormatError("expected '$' and the number of a puzzle")
    return Parsed([_puzzle(head, lines) for head, lines in zip(heads, parts, strict=True)])


def _puzzle(head: int, lines: list[tuple[int, str]]) -> Puzzle:
    if len(lines) % 2 and not lines[-1][1].strip():
        lines.pop()  # a line left empty between puzzles
    if not lines or len(lines) % 2:
        problem = f"expected as many lines of columns as of rows, not {len(lines)} together"
        raise FormatError(problem, line=head)
    sources = [SourceClue(number_clue(line, number), number) for number, line in lines]
    half = len(lines) // 2
    return build(sources[half:], sources[:half])


def dump(puzzle: Puzzle) -> str:
    return dump_all([puzzle])


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    out = []
    for number, puzzle in enumerate(puzzles, start=1):
        if len(puzzle.rows) != len(puzzle.columns):
            raise FormatError("this format has square puzzles only")
        rows, columns = clues(puzzle)
        out += [f"${number}", *(joined(clue, "\t", "") for clue in (*columns, *rows))]
    return lines_of(out)


FORMAT = Format(
    name="tournament",
    summary="tournament files: $1, columns, rows, with tabs and empty lines",
    suffixes=(),
    sniff=sniff,
    parse=parse,
    dump=dump,
    dump_all=dump_all,
)
