"""Linear constraints over zeros and ones, in the LP format of CPLEX. Written only.

    Minimize
     obj: 0 x_1_1
    Subject To
     c1: x_1_1 = 1
    Binary
     x_1_1
    End

``x_1_1`` is 1 if the cell in row 1 and column 1 is filled; with several colours, ``x_1_1_2`` is 1
if the cell has colour 2. The model is that of `nonocsp.encodings.linear`.
"""

from __future__ import annotations

from ..encodings.linear import to_lp
from ..model.puzzle import Puzzle
from .base import ESSENTIAL, Format, never


def dump(puzzle: Puzzle) -> str:
    return to_lp(puzzle)


FORMAT = Format(
    name="lp",
    summary="linear constraints for MIP solvers",
    suffixes=(".lp",),
    sniff=never,
    parse=None,
    dump=dump,
    carries=ESSENTIAL,
)
