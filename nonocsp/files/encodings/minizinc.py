"""A MiniZinc model with its data: an array of cells, and a regular constraint for every line.

The cells are an array ``x`` with values from 1 (blank) to the number of colours with blank, since
MiniZinc's regular constraint counts letters and states from 1 and uses 0 for "no transition".
Solutions of puzzle and model correspond one to one and are printed as pictures in the characters of
the colours; ``minizinc -a`` prints them all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import accumulate

from ...core import Line, Puzzle, checked
from ...core.line.definition import Automaton

__all__ = ["to_minizinc"]


@checked
def to_minizinc(puzzle: Puzzle) -> str:
    """The model and its data in one text. Cost: a number for every state and colour of every line.

    >>> print(to_minizinc(Puzzle([[1]], [None])))
    % nonogram of 1 row and 1 column, stated by nonocsp
    include "regular.mzn";
    int: rows = 1;
    int: columns = 1;
    int: colours = 2; % blank among them
    array[1..colours] of string: character = ["_", "#"];
    array[1..rows, 1..columns] of var 1..colours: x;
    % row 1
    constraint regular([x[1, j] | j in 1..columns], 3, colours,
      [|1, 2|3, 0|3, 0|], 1, {2, 3});
    solve satisfy;
    output [character[fix(x[i, j])] ++ if j == columns then "\\n" else "" endif
      | i in 1..rows, j in 1..columns];
    <BLANKLINE>
    """
    chars = ", ".join(json.dumps(colour.char, ensure_ascii=False) for colour in puzzle.colours)
    sizes, array, output = _rectangle(puzzle) if puzzle.board.table else _rows(puzzle)
    lines = [
        f"% nonogram of {puzzle.board}, stated by nonocsp",
        'include "regular.mzn";',
        *sizes,
        f"int: colours = {len(puzzle.colours)}; % blank among them",
        f"array[1..colours] of string: character = [{chars}];",
        f"array[{array}] of var 1..colours: x;",
        *(text for line in puzzle.lines for text in _constraint(puzzle, line)),
        "solve satisfy;",
        *output,
        "",
    ]
    return "\n".join(lines)


_Parts = tuple[list[str], str, list[str]]
"""The declarations of the sizes, the indices of the array of cells, and the output."""


def _rectangle(puzzle: Puzzle) -> _Parts:
    rows, columns = puzzle.shape
    output = [
        'output [character[fix(x[i, j])] ++ if j == columns then "\\n" else "" endif',
        "  | i in 1..rows, j in 1..columns];",
    ]
    return [f"int: rows = {rows};", f"int: columns = {columns};"], "1..rows, 1..columns", output


def _rows(puzzle: Puzzle) -> _Parts:
    """For other boards: the cells one after the other, and the ends of rows."""
    lengths = puzzle.board.lengths(puzzle.board.axes[0])
    ends = ", ".join(map(str, accumulate(lengths)))
    sizes = [f"int: cells = {puzzle.board.size};", f"set of int: ends = {{{ends}}};"]
    output = [
        'output [character[fix(x[i])] ++ if i in ends then "\\n" else "" endif',
        "  | i in 1..cells];",
    ]
    return sizes, "1..cells", output


def _constraint(puzzle: Puzzle, line: Line) -> Iterator[str]:
    clue = puzzle.clue(line)
    if clue is None:
        return
    automaton = Automaton(clue, puzzle.block_colours, puzzle.length(line))
    states = len(automaton.steps)
    letters = range(len(puzzle.colours))
    table = "|".join(
        ", ".join(str(ways.get(colour, -1) + 1) for colour in letters) for ways in automaton.steps
    )
    at = line.index + 1
    if not puzzle.board.table:
        cells = ", ".join(f"x[{cell + 1}]" for cell in puzzle.cells(line))
    else:
        cells = f"x[{at}, j] | j in 1..columns" if line.is_row else f"x[i, {at}] | i in 1..rows"
    accepting = ", ".join(str(state + 1) for state in sorted(automaton.accepting))
    yield f"% {line}"
    yield f"constraint regular([{cells}], {states}, colours,"
    yield f"  [|{table}|], 1, {{{accepting}}});"
