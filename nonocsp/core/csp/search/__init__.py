"""Searches: in which order the tree is visited, and what is skipped. One file each.

A node is one assignment tried. Under arc consistency a variable with one value left needs no
assignment; under propagators that do not decide them (`propagator_traits`) every variable is
assigned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...options.options import Options
from ..state import State
from .backjumping import backjumping
from .branching import Branching
from .chronological import chronological
from .limited_discrepancy import limited_discrepancy
from .restarts import restarts

SEARCHES: dict[str, Callable[[Branching], Iterator[tuple[Any, ...]]]] = {
    "chronological": chronological,
    "backjumping": backjumping,
    "limited_discrepancy": limited_discrepancy,
    "restarts": restarts,
}


def search(state: State, options: Options) -> Iterator[tuple[Any, ...]]:
    """Every solution of one component, as the values of its variables, each once.

    Whatever heuristics learn is forgotten before, so that the same search can be repeated.
    """
    state.weights = [1] * len(state.weights)
    state.last_conflict = None
    return SEARCHES[options.search](Branching(state, options))
