"""A MiniZinc model with its data in one file, for ``minizinc file``. Written only.

    array[1..rows, 1..columns] of var 1..colours: x;
    % row 1
    constraint regular([x[1, j] | j in 1..columns], 3, colours,
      [|1, 2|3, 0|3, 0|], 1, {2, 3});
    solve satisfy;

Its output is the picture; ``minizinc -a`` prints all solutions. The model is that of
`nonocsp.encodings.minizinc`. Data for the models of others is the format dzn.
"""

from __future__ import annotations

from ..encodings.minizinc import to_minizinc
from ..model.puzzle import Puzzle
from .base import ESSENTIAL, Format, never


def dump(puzzle: Puzzle) -> str:
    return to_minizinc(puzzle)


FORMAT = Format(
    name="minizinc",
    summary="a MiniZinc model with its data",
    suffixes=(".mzn",),
    sniff=never,
    parse=None,
    dump=dump,
    carries=ESSENTIAL,
)
