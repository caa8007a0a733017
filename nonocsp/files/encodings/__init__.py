"""Encodings of puzzles for other systems, one module each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import lazy_room

__all__ = [
    "cnf",
    "constraint_graph",
    "cp_sat",
    "cpmpy",
    "linear",
    "minizinc",
    "python_constraint",
    "xcsp3",
]

if TYPE_CHECKING:
    from . import cnf, constraint_graph, cp_sat, cpmpy, linear, minizinc, python_constraint, xcsp3
else:
    __getattr__, __dir__ = lazy_room(__name__, {name: name for name in __all__})
