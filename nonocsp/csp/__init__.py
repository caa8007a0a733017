"""The textbook: a binary constraint network, solved as the textbooks say.

`network` holds variables, explicit domains and binary constraints; `propagation` removes values
that have no support; `ordering` chooses what to assign next; `search` backtracks over it all and
yields every solution; `nonogram` states a puzzle as such a network, one variable a line. Nothing
here but `nonogram` knows what a nonogram is: the same solver serves any `constraint.Problem` of
python-constraint through `TextbookSolver`.

Sources: A. Mackworth, "Consistency in networks of relations" (1977) for AC-3; R. Haralick and
G. Elliott, "Increasing tree search efficiency for constraint satisfaction problems" (1980) for
forward checking and the most constrained variable; D. Sabin and E. Freuder, "Contradicting
conventional wisdom in constraint satisfaction" (1994) for keeping arc consistency during search;
C. Lecoutre and J. Vion, "Enforcing arc consistency using bitwise operations" (2008) for domains and
supports as bit sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .network import Network
from .nonogram import line_network
from .search import assignments, count_assignments

if TYPE_CHECKING:
    from .textbook_solver import TextbookSolver

__all__ = ["Network", "TextbookSolver", "assignments", "count_assignments", "line_network"]


def __getattr__(name: str) -> object:
    # python-constraint is imported only by those who ask for its solver.
    if name == "TextbookSolver":
        from .textbook_solver import TextbookSolver

        return TextbookSolver
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
