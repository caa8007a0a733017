"""A MiniZinc model with its data: an array of cells, and a regular constraint for every line.

The cells are an array ``x`` with values from 1 (blank) to the number of colours with blank, since
MiniZinc's regular constraint counts letters and states from 1 and uses 0 for "no transition".
Solutions of puzzle and model correspond one to one and are printed as pictures in the characters of
the colours; ``minizinc -a`` prints them all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from ..line.definition import Automaton
from ..model.line import Line
from ..model.puzzle import Puzzle


def to_minizinc(puzzle: Puzzle) -> str:
    """The model and its data in one text. Cost: a number for every state and colour of every line.

    >>> print(to_minizinc(Puzzle([[1]], [None])))
    % nonogram of 1 rows and 1 columns, stated by nonocsp
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
    rows, columns = puzzle.shape
    chars = ", ".join(json.dumps(colour.char, ensure_ascii=False) for colour in puzzle.colours)
    lines = [
        f"% nonogram of {rows} rows and {columns} columns, stated by nonocsp",
        'include "regular.mzn";',
        f"int: rows = {rows};",
        f"int: columns = {columns};",
        f"int: colours = {len(puzzle.colours)}; % blank among them",
        f"array[1..colours] of string: character = [{chars}];",
        "array[1..rows, 1..columns] of var 1..colours: x;",
        *(text for line in puzzle.lines for text in _constraint(puzzle, line)),
        "solve satisfy;",
        'output [character[fix(x[i, j])] ++ if j == columns then "\\n" else "" endif',
        "  | i in 1..rows, j in 1..columns];",
        "",
    ]
    return "\n".join(lines)


def _constraint(puzzle: Puzzle, line: Line) -> Iterator[str]:
    clue = puzzle.clue(line)
    if clue is None:
        return
    automaton = Automaton(clue)
    states = len(automaton.steps)
    letters = range(len(puzzle.colours))
    table = "|".join(
        ", ".join(str(ways.get(colour, -1) + 1) for colour in letters) for ways in automaton.steps
    )
    at = line.index + 1
    cells = f"x[{at}, j] | j in 1..columns" if line.is_row else f"x[i, {at}] | i in 1..rows"
    accepting = ", ".join(str(state + 1) for state in sorted(automaton.accepting))
    yield f"% {line}"
    yield f"constraint regular([{cells}], {states}, colours,"
    yield f"  [|{table}|], 1, {{{accepting}}});"
