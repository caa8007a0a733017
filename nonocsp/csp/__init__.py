"""The textbook solver: backtracking with propagation over a binary constraint network.

`network` holds variables, explicit domains and binary constraints; `propagators` remove values
without support; `ordering` chooses variables and values; `search` backtracks and yields every
solution; `nonogram` states a puzzle as such a network, one variable a line. Only `nonogram` depends
on the model of puzzles: `TextbookSolver` runs the same search on any `constraint.Problem` of
python-constraint.

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
    from .python_constraint_solver import TextbookSolver

__all__ = ["Network", "TextbookSolver", "assignments", "count_assignments", "line_network"]


def __getattr__(name: str) -> object:
    # python-constraint is imported only when its solver is used.
    if name == "TextbookSolver":
        from .python_constraint_solver import TextbookSolver

        return TextbookSolver
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
