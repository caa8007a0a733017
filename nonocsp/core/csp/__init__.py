"""The textbook solver: backtracking with propagation over a binary constraint network.

`network` holds variables, values and binary constraints; `state` the domains during search, which
are `explicit` (bit sets of listed values) or `implicit` (placements as candidates of cells). The
techniques are in folders, one file each: `propagation` removes values without support, `orderings`
choose a variable, `values` order its values, and `search` visits the tree. `solving` splits a
problem into components and yields every solution; `nonogram` states a puzzle, one variable a line,
and `problems` the classical ones. Only `nonogram` and `implicit` depend on the model of puzzles:
`TextbookSolver` runs the same search on any `constraint.Problem` of python-constraint.

Source of domains and supports as bit sets: C. Lecoutre and J. Vion, "Enforcing arc consistency
using bitwise operations" (2008). Every technique names its own source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .network import Network
from .nonogram import line_network
from .solving import assignments, count_assignments

if TYPE_CHECKING:
    from .python_constraint_solver import TextbookSolver

__all__ = ["Network", "TextbookSolver", "assignments", "count_assignments", "line_network"]


def __getattr__(name: str) -> object:
    # python-constraint is imported only when its solver is used.
    if name == "TextbookSolver":
        from .python_constraint_solver import TextbookSolver

        return TextbookSolver
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
