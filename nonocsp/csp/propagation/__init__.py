"""Propagators: what an assignment removes from other domains. One file each.

All work by `State.revise`, on explicit and on implicit domains. To add one, write a file, enter it
here, add its name to `kernel/params.def` and run `make params`. A plugin needs none of this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, cast

from ...common import plugins
from ...common.options import Propagation
from ..state import State
from .ac3 import ac3
from .backward_checking import none
from .forward_checking import forward_checking

#: Propagates from the variables that changed; False when some domain became empty. It may remove
#: values (by `State.revise` and `State.replace`, nothing else) that are in no solution of the
#: assignments made, and must not remove others.
Propagator: TypeAlias = Callable[[State, Iterable[int]], bool]

PROPAGATORS: dict[Propagation, Propagator] = {
    "none": none,
    "forward_checking": forward_checking,
    "ac3": ac3,
}

#: Those after which variables with one value left each agree, so that these need no assignment.
DECIDING = frozenset({"ac3"})

#: Those that remove single values, which the candidates of cells cannot express.
NEED_EXPLICIT: frozenset[str] = frozenset()


def propagator(name: str) -> Propagator:
    """The propagator of a name, from the table above or from outside the package.

    One from outside need not test new assignments against old ones: that is done before it is
    called, so that whatever it leaves undone costs time but never gives a wrong solution.
    """
    known: Propagator | None = PROPAGATORS.get(cast(Propagation, name))
    if known is not None:
        return known
    foreign = cast(Propagator, plugins.load("propagation", name))

    def tested(state: State, changed: Iterable[int]) -> bool:
        changed = tuple(changed)
        return none(state, changed) and foreign(state, changed) and all(state.domains)

    return tested
