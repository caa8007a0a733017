"""The textbook solver: backtracking with propagation over a binary constraint network.

`network` holds variables, values and binary constraints; `state` the domains during search, which
are `explicit` (bit sets of listed values) or `implicit` (placements as candidates of cells). The
techniques are in folders, one file each: `propagation` removes values without support, `orderings`
choose a variable, `values` order its values, and `search` visits the tree. `solving` splits a
problem into components and yields every solution; `nonogram` states a puzzle, one variable a line,
`problems` the classical ones, and `exercises` checks what students write. Only `nonogram` and
`implicit` depend on the model of puzzles: `TextbookSolver` runs the same search on any
`constraint.Problem` of python-constraint.

Source of domains and supports as bit sets: C. Lecoutre and J. Vion, "Enforcing arc consistency
using bitwise operations" (2008). Every technique names its own source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base import lazy_room

if TYPE_CHECKING:
    from . import exercises, filters, orderings, problems, propagation, search, values
    from .explicit import ExplicitState
    from .implicit import ImplicitState
    from .network import Network
    from .nonogram import line_network
    from .python_constraint_solver import TextbookSolver
    from .solving import assignments, count_assignments
    from .state import State
else:
    __getattr__, __dir__ = lazy_room(
        __name__,
        {
            "exercises": "exercises",
            "explicit": "ExplicitState",
            "filters": "filters",
            "implicit": "ImplicitState",
            "network": "Network",
            "nonogram": "line_network",
            "orderings": "orderings",
            "problems": "problems",
            "propagation": "propagation",
            "python_constraint_solver": "TextbookSolver",
            "search": "search",
            "solving": "assignments count_assignments",
            "state": "State",
            "values": "values",
        },
    )

__all__ = [
    "ExplicitState",
    "ImplicitState",
    "Network",
    "State",
    "TextbookSolver",
    "assignments",
    "count_assignments",
    "exercises",
    "filters",
    "line_network",
    "orderings",
    "problems",
    "propagation",
    "search",
    "values",
]
