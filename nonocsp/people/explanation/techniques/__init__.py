"""Solving techniques of a careful person, simplest first.

Each file has one family: `patterns` conclusions from one line, `counting` sums over lines
(`balance`), `chains` assumptions followed line by line, `case_split` search.
`technique` defines what a technique is, and how to write one of your own.
"""

from __future__ import annotations

from .case_split import CaseSplit
from .chains import Contradiction, EitherWay
from .counting import Counting
from .patterns import PATTERNS, LineContradiction, SharedColours
from .technique import Finding, LineTechnique, LineView, Technique

__all__ = [
    "CHAIN",
    "LINE_CONTRADICTION",
    "LINE_TECHNIQUES",
    "TECHNIQUES",
    "Finding",
    "LineTechnique",
    "LineView",
    "Technique",
]

LINE_CONTRADICTION = LineContradiction(
    "contradiction", "A line has no placement left: there is no solution.", 1
)

LINE_TECHNIQUES: tuple[Technique, ...] = (
    LINE_CONTRADICTION,
    SharedColours(
        "shared colours", "A cell keeps only colours that the clue of each of its lines has.", 1
    ),
    *PATTERNS,
)

CHAIN = Contradiction("chain", "A colour in a cell leads, line by line, to a contradiction.", 18, 3)

#: What a careful person tries, the simplest first. A solver is a list of techniques, and any other
#: list is another solver.
TECHNIQUES: tuple[Technique, ...] = (
    *LINE_TECHNIQUES,
    Contradiction(
        "two lines",
        "A colour in a cell forces one in a line that leaves a crossing line no placement.",
        12,
        2,
        2,
    ),
    Counting(
        "counting", "Some lines need all the cells that crossing lines can give them.", 25, 0.5
    ),
    CHAIN,
    EitherWay(
        "either way", "Every colour that a cell can have leads to the same conclusion.", 18, 3
    ),
    CaseSplit("case split", "A search proves that no solution has a colour in a cell.", 100),
)
