"""Solving as a person does: steps with reasons, hints, depth, and diagnosis of faulty puzzles.

>>> from nonocsp import Puzzle
>>> print(hint(Puzzle([[3], [1]], [[1], [2], [1]])).what)
Row 1: the 3 takes all of it, so columns 1-3 are black.

`explanation` runs a list of `techniques` on a `position` and yields `steps`; `hint` (with
`mistakes`) and `rating` are built on it. `reasons` finds the few known cells of a line that force a
conclusion, `block_positions` where each block of a line can be, `crossings` the cells that a sum
counts, `dependencies` which steps build on which, `phrasing` the English. A step `holds` if what it
concludes follows; `drawings` draws steps. `diagnosis` finds what is wrong with a puzzle or a
player's grid; `arguments` says why there is one solution or none, from a proof.
"""

from .arguments.argument import Argument, argument
from .block_positions import BlockPositions
from .diagnosis.diagnosing import Diagnosis, diagnose
from .diagnosis.typos import Change, Origin, Typo
from .explanation import Explanation, Outcome, explain
from .facts import Branch, Conclusion, Count, Fact, Link, Start, Term
from .hint import hint
from .pictures import drawings, page
from .rating import Rating, rate
from .reasons import minimal_reason, smallest_reason
from .steps import ArgumentStep, Hint, Inference, Step
from .techniques import TECHNIQUES, Finding, LineTechnique, LineView, Technique

__all__ = [
    "TECHNIQUES",
    "Argument",
    "ArgumentStep",
    "BlockPositions",
    "Branch",
    "Change",
    "Conclusion",
    "Count",
    "Diagnosis",
    "Explanation",
    "Fact",
    "Finding",
    "Hint",
    "Inference",
    "LineTechnique",
    "LineView",
    "Link",
    "Origin",
    "Outcome",
    "Rating",
    "Typo",
    "Start",
    "Step",
    "Technique",
    "Term",
    "argument",
    "diagnose",
    "drawings",
    "explain",
    "hint",
    "minimal_reason",
    "page",
    "rate",
    "smallest_reason",
]
