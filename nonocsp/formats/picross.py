"""The format of the program picross-solver: puzzles with a line in brackets for every clue.

    # a remark
    GRID Note
    ROWS
    [ 2 ]
    [ ]
    COLUMNS
    [ 1 ]
    [ 1 ]

A file holds any number of puzzles, each begun by ``GRID`` and its title, which may be missing. A
line without blocks is ``[ ]`` or ``[ 0 ]``. Remarks begin with ``#``.
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
    joined,
    lines_of,
    number_clue,
    numbered,
    one_line,
)

_GRID = re.compile(r"[ \t]*GRID(?:[ \t]+(.*))?\Z")
_CLUE = re.compile(r"\[([^\[\]]*)\]\Z")


def sniff(text: str) -> str | None:
    if re.search(r"(?m)^[ \t]*GRID\b.*\n(?:[ \t]*(?:#.*)?\n)*[ \t]*(?:ROWS|COLUMNS)[ \t]*$", text):
        return "a line GRID, then ROWS or COLUMNS"
    return None


def parse(text: str) -> Parsed:
    parsed = Parsed([])
    sides: dict[str, list[SourceClue]] = {}
    title, begun, side = "", 0, ""

    def finish() -> None:
        for what in ("ROWS", "COLUMNS"):
            if begun and not sides.get(what):
                problem = f"expected a section {what} in the puzzle that begins here"
                raise FormatError(problem, line=begun)
        if begun:
            parsed.puzzles.append(build(sides["ROWS"], sides["COLUMNS"], title=title or None))

    for number, line in numbered(text):
        word = line.strip()
        if not word or word.startswith("#"):
            continue
        if grid := _GRID.match(line):
            finish()
            title, begun, side = (grid[1] or "").strip(), number, ""
            sides = {}
        elif begun and word in ("ROWS", "COLUMNS"):
            if word in sides:
                raise FormatError(f"expected {word} only once in a puzzle", line=number)
            side, sides[word] = word, []
        elif side and (clue := _CLUE.match(word)):
            sides[side].append(SourceClue(number_clue(clue[1], number), number))
        else:
            wanted = "a clue such as [ 1 2 ]" if side else "ROWS or COLUMNS" if begun else "GRID"
            raise FormatError(f"expected {wanted}", line=number, text=word)
    finish()
    if not parsed.puzzles:
        raise FormatError("expected a line GRID")
    return parsed


def dump(puzzle: Puzzle) -> str:
    rows, columns = ([f"[ {joined(clue, ' ')} ]" for clue in side] for side in clues(puzzle))
    title = one_line(puzzle.title or "")
    return lines_of([f"GRID {title}".rstrip(), "ROWS", *rows, "COLUMNS", *columns])


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    return "\n".join(map(dump, puzzles))


FORMAT = Format(
    name="picross",
    summary="picross-solver's: GRID, ROWS, COLUMNS and clues in brackets",
    suffixes=(),
    sniff=sniff,
    parse=parse,
    dump=dump,
    dump_all=dump_all,
    carries=frozenset({"title"}),
)
