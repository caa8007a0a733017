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

from ....core import Puzzle
from ..clues import SourceClue, build, clue_texts, number_clues
from ..format import Format, Parsed, one_by_one, sign
from ..text_lines import fault, filled, lines_of, numbered, one_line

_GRID = re.compile(r"[ \t]*GRID(?:[ \t]+(.*))?\Z")
_CLUE = re.compile(r"\[([^\[\]]*)\]\Z")


def parse(text: str) -> Parsed:
    parsed = Parsed([])
    grid: tuple[int, str, dict[str, list[SourceClue]]] | None = None
    side: list[SourceClue] | None = None
    for number, line in filled(numbered(text)):
        word = line.strip()
        if word.startswith("#"):
            continue
        if head := _GRID.match(line):
            if grid:
                parsed.puzzles.append(_puzzle(*grid))
            grid, side = (number, (head[1] or "").strip(), {}), None
        elif grid and word in ("ROWS", "COLUMNS"):
            if word in grid[2]:
                raise fault(f"expected {word} only once in a puzzle", number)
            side = grid[2][word] = []
        elif side is not None and (clue := _CLUE.match(word)):
            side += number_clues([(number, clue[1])])
        else:
            heading = "ROWS or COLUMNS" if grid else "GRID"
            wanted = heading if side is None else "a clue such as [ 1 2 ]"
            raise fault(f"expected {wanted}", number, word)
    if grid is None:
        raise fault("expected a line GRID")
    parsed.puzzles.append(_puzzle(*grid))
    return parsed


def _puzzle(line: int, title: str, sides: dict[str, list[SourceClue]]) -> Puzzle:
    for what in ("ROWS", "COLUMNS"):
        if not sides.get(what):
            raise fault(f"expected a section {what} in the puzzle that begins here", line)
    return build(sides["ROWS"], sides["COLUMNS"], title=title or None)


def dump(puzzle: Puzzle) -> str:
    rows, columns = ([f"[ {clue} ]" for clue in side] for side in clue_texts(puzzle))
    head = f"GRID {one_line(puzzle.title or '')}".rstrip()
    return lines_of([head, "ROWS", *rows, "COLUMNS", *columns])


FORMAT = Format(
    name="picross",
    summary="picross-solver's: GRID, ROWS, COLUMNS and clues in brackets",
    sniff=sign(
        r"(?m)^[ \t]*GRID\b.*\n(?:[ \t]*(?:#.*)?\n)*[ \t]*(?:ROWS|COLUMNS)[ \t]*$",
        "a line GRID, then ROWS or COLUMNS",
    ),
    parse=parse,
    dump=dump,
    dump_all=one_by_one(dump, "\n"),
    carries=frozenset({"title"}),
)
