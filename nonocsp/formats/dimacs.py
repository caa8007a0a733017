"""Clauses for SAT solvers and model counters (DIMACS CNF). Written only.

    c nonogram of 1 rows and 1 columns, stated by nonocsp
    c 1 row 1 column 1 colour 1
    c t pmc
    p cnf 1 1
    c p show 1 0
    1 0

The variables of the cells come first, in row-major order, for each cell one for each block colour;
a comment tells what every variable says. The models are the solutions, one for one, and the line
``c p show`` has the cells as the projection set. The model is that of `nonocsp.encodings.cnf`.
"""

from __future__ import annotations

from ..encodings.cnf import cnf
from ..model.puzzle import Puzzle
from .base import ESSENTIAL, Format, never


def dump(puzzle: Puzzle) -> str:
    return cnf(puzzle).to_dimacs()


FORMAT = Format(
    name="dimacs",
    summary="clauses for SAT solvers and model counters",
    suffixes=(".cnf", ".dimacs"),
    sniff=never,
    parse=None,
    dump=dump,
    carries=ESSENTIAL,
)
