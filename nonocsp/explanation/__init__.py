"""Solving as a person does: steps with reasons, hints, difficulty, and what is wrong with a puzzle.

>>> from nonocsp import Puzzle
>>> print(hint(Puzzle([[3], [1]], [[1], [2], [1]])).what)
Row 1: the 3 takes all of it, so columns 1-3 are black.

One room, one idea a file. `reasons` is the primitive that carries the others: the fewest known
cells of a line that force a conclusion. `view` is where the blocks of a line can be, `techniques`
what a technique is, `patterns` those of one line, `whole_lines` what lines tell without a pattern,
`trails` following an assumption and back, `chains` reasoning over several lines, `split` the last
resort, `catalogue` all of them in order, `walk` the explanation they make together, `position`
where it stands, `steps` what it consists of and `words` the English for it. `hints`, `rating`,
`diagnosis` with `changes`, and `implications` are what is made of these; `pages` shows it.
"""

from .catalogue import TECHNIQUES
from .diagnosis import Change, Diagnosis, diagnose
from .explanation import Explanation, Outcome, explain
from .hint import Hint, hint
from .implications import Literal, contradictions, equivalences, implication_graph
from .pages import boards, page
from .rating import Rating, rate
from .steps import Branch, Conclusion, Fact, Link, Step
from .techniques import LineTechnique, Technique
from .verify import verify

__all__ = [
    "TECHNIQUES",
    "Branch",
    "Change",
    "Conclusion",
    "Diagnosis",
    "Explanation",
    "Fact",
    "Hint",
    "LineTechnique",
    "Link",
    "Literal",
    "Outcome",
    "Rating",
    "Step",
    "Technique",
    "boards",
    "contradictions",
    "diagnose",
    "equivalences",
    "explain",
    "hint",
    "implication_graph",
    "page",
    "rate",
    "verify",
]
