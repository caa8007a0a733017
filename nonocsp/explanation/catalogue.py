"""The techniques, from the plainest to the last resort."""

from __future__ import annotations

from .case_split import CaseSplit
from .chains import Contradiction, EitherWay
from .patterns import (
    blank_line,
    complete_line,
    edge,
    finished_block,
    full_line,
    glue,
    join,
    narrowed_overlap,
    overlap,
    small_gap,
    split,
    unreachable,
    unreachable_colour,
    whichever_block,
)
from .techniques import LineTechnique, Technique
from .whole_lines import LineContradiction, LineReasoning, SharedColours

LINE_TECHNIQUES: tuple[Technique, ...] = (
    LineContradiction("contradiction", "A line has no placement left: there is no solution.", 1),
    SharedColours("shared colours", "A cell has only colours that are in both its clues.", 1),
    LineTechnique("blank line", "A clue without blocks: the line is blank.", 1, blank_line),
    LineTechnique("full line", "The blocks and their gaps take the whole line.", 1, full_line),
    LineTechnique("complete line", "All blocks are there: the rest is blank.", 1.2, complete_line),
    LineTechnique(
        "overlap", "A block covers some cells in its first and in its last place.", 2, overlap
    ),
    LineTechnique(
        "finished block",
        "A block has its length: the cells beside it are not part of it.",
        2,
        finished_block,
    ),
    LineTechnique("edge", "A block that touches a wall or a blank goes on from there.", 2.2, edge),
    LineTechnique("join", "Two runs belong to one block: so does what is between.", 2.5, join),
    LineTechnique(
        "small gap", "A gap is too small for every block that could be there.", 3, small_gap
    ),
    LineTechnique("unreachable", "No block reaches a cell.", 3, unreachable),
    LineTechnique(
        "narrowed overlap",
        "As overlap, where known cells leave a block less room.",
        3.5,
        narrowed_overlap,
    ),
    LineTechnique("glue", "A block has a cell and too little room on one side of it.", 3.5, glue),
    LineTechnique("split", "A cell would join two runs to more than any block has.", 4, split),
    LineTechnique(
        "unreachable colour", "No block of a colour reaches a cell.", 5, unreachable_colour
    ),
    LineTechnique(
        "whichever block",
        "All blocks that can cover a cell cover another one too, or end at the same cell.",
        5,
        whichever_block,
    ),
    LineReasoning(
        "line reasoning", "Of all ways to lay the blocks of a line, none has the colour.", 8
    ),
)

CHAIN = Contradiction("chain", "A colour in a cell leads, line by line, to a contradiction.", 18, 3)

#: What a careful person tries, the plainest first. A solver is a list of techniques; any other list
#: is another solver.
TECHNIQUES: tuple[Technique, ...] = (
    *LINE_TECHNIQUES,
    Contradiction(
        "two lines", "A colour in a cell makes one line break the line that crosses it.", 12, 2, 2
    ),
    CHAIN,
    EitherWay("either way", "Whichever colour a cell has, another cell has to be the same.", 18, 3),
    CaseSplit("case split", "Trying a colour out to the end shows that it is wrong.", 100),
)
