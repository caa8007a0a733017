"""The solution space of a puzzle as an object: count, index, sample, analyse, save, export.

>>> from nonocsp import Puzzle
>>> space = solution_space(Puzzle([[1]] * 5, [[1]] * 5))
>>> space.count, len(space.sample(3, seed=1)), space.marginals()[0, 0, 1]
(120, 3, Fraction(1, 5))

`space` is the object and `sequence` its part as a sequence; `marginals` the fraction of solutions
with a colour in a cell; `backbone` the common cells by search alone; `disambiguation` the givens
that leave one solution; `estimation` what can be estimated where nothing can be counted; `export`
the diagram for other tools.
"""

from . import export
from .backbone import backbone
from .disambiguation import Disambiguation
from .estimation import Estimate, Run, Sample, estimate
from .marginals import Marginals
from .sequence import SolutionRange
from .space import Component, SolutionSpace, solution_space

__all__ = [
    "Component",
    "Disambiguation",
    "Estimate",
    "Marginals",
    "Run",
    "Sample",
    "SolutionRange",
    "SolutionSpace",
    "backbone",
    "estimate",
    "export",
    "solution_space",
]
