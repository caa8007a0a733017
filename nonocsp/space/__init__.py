"""The whole solution set of a puzzle as an object: count it, index it, sample it, understand it.

>>> from nonocsp import Puzzle
>>> space = solution_space(Puzzle([[1]] * 5, [[1]] * 5))
>>> space.count, len(space.sample(3, seed=1)), space.marginals()[0, 0, 1]
(120, 3, Fraction(1, 5))

One room, one idea a file: `solutions` is the object, `shares` what fraction of the solutions has a
colour in a cell, `ambiguity` what the search alone can tell of that, `pinning` which cells to give
away so that one solution is left, `files` saving and loading, `exports` the diagram for others.
"""

from .backbone import backbone
from .disambiguation import Disambiguation
from .marginals import Marginals
from .space import Component, SolutionRange, SolutionSpace, solution_space

__all__ = [
    "Component",
    "Disambiguation",
    "Marginals",
    "SolutionRange",
    "SolutionSpace",
    "backbone",
    "solution_space",
]
