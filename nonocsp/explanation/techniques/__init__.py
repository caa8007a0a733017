"""Solving techniques of a careful person, simplest first.

Each file has one family: `fills` and `blanks` the patterns of one line, `whole_lines` conclusions
from one line without a pattern, `counting` sums over lines (`balance`), `chains` assumptions
followed line by line, `case_split` search.
`technique` defines what a technique is.
"""

from __future__ import annotations

from .blanks import (
    blank_line,
    complete_line,
    finished_block,
    small_gap,
    split,
    unreachable,
    unreachable_colour,
)
from .case_split import CaseSplit
from .chains import Contradiction, EitherWay
from .counting import Counting
from .fills import edge, full_line, glue, join, narrowed_overlap, overlap, whichever_block
from .technique import Finding, LineTechnique, LineView, Technique, line_technique
from .whole_lines import LineContradiction, LineReasoning, SharedColours

__all__ = [
    "CHAIN",
    "LINE_CONTRADICTION",
    "LINE_TECHNIQUES",
    "TECHNIQUES",
    "Finding",
    "LineTechnique",
    "LineView",
    "Technique",
    "line_technique",
]

LINE_CONTRADICTION = LineContradiction(
    "contradiction", "A line has no placement left: there is no solution.", 1
)

LINE_TECHNIQUES: tuple[Technique, ...] = (
    LINE_CONTRADICTION,
    SharedColours("shared colours", "A cell has only colours that are in both its clues.", 1),
    blank_line,
    full_line,
    complete_line,
    overlap,
    finished_block,
    edge,
    join,
    small_gap,
    unreachable,
    narrowed_overlap,
    glue,
    split,
    unreachable_colour,
    whichever_block,
    LineReasoning(
        "line reasoning", "Of all ways to lay the blocks of a line, none has the colour.", 8
    ),
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
