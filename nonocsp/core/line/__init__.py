"""One line: its placements, their number, tightening and explanations.

`definition` is the reference in Python; `domain` has `LineDomain`, the one interface to a line,
which the kernel implements too; `optimum` has the extremes of weighted sums; `crossing` combines
the marginals of rows and columns.
"""

from .definition import Automaton, colour_counts, count, explain, placements, tighten
from .domain import KernelLineDomain, LineDomain, LineDomains, line_domain
from .optimum import min_marginals, optimum

__all__ = [
    "Automaton",
    "KernelLineDomain",
    "LineDomain",
    "LineDomains",
    "colour_counts",
    "count",
    "explain",
    "line_domain",
    "min_marginals",
    "optimum",
    "placements",
    "tighten",
]
