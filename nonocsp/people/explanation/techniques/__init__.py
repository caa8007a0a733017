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
    SharedColours("shared colours", "A cell has only colours that are in both its clues.", 1),
    *PATTERNS,
)

CHAIN = Contradiction("chain", "A colour in a cell leads, line by line, to a contradiction.", 18, 3)

#: What a careful person tries, the simplest first. A solver is a list of techniques, and any other
#: list is another solver.
TECHNIQUES: tuple[Technique, ...] = (
    *LINE_TECHNIQUES,
    Contradiction(
        "two lines", "A colour in a cell makes one line break the line that crosses it.", 12, 2, 2
    ),
    Counting("counting", "Some lines need all the cells that lines across them have.", 25, 0.5),
    CHAIN,
    EitherWay("either way", "Whichever colour a cell has, another cell has to be the same.", 18, 3),
    CaseSplit("case split", "Trying a colour out to the end shows that it is wrong.", 100),
)
