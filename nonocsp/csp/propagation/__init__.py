"""Propagators: what an assignment removes from other domains. One file each.

Those that work by `State.revise` run on explicit and on implicit domains. To add one, write a file,
enter it here, add its name to `kernel/params.def` and run `make params`. A plugin needs none of
this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, cast

from ...common import plugins
from ...common.options import Propagation
from ..state import State, made
from .ac3 import ac3
from .ac3bit import ac3bit
from .ac2001 import AC2001
from .backward_checking import none
from .bounds import bounds
from .forward_checking import forward_checking
from .singleton import rsac, sac

#: Propagates from the variables that changed; False when some domain became empty. It may remove
#: values (by `State.revise` and `State.replace`, nothing else) that are in no solution of the
#: assignments made, and must not remove others.
Propagator: TypeAlias = Callable[[State, Iterable[int]], bool]

#: Functions, or classes of which every search makes one object.
PROPAGATORS: dict[Propagation, Propagator | Callable[[], Propagator]] = {
    "none": none,
    "forward_checking": forward_checking,
    "ac3": ac3,
    "ac2001": AC2001,
    "ac3bit": ac3bit,
    "bounds": bounds,
    "sac": sac,
    "rsac": rsac,
}

#: Those after which variables with one value left each agree, so that these need no assignment.
DECIDING = frozenset({"ac3", "ac2001", "ac3bit", "bounds", "sac", "rsac"})

#: Those that remove single values, which the candidates of cells cannot express.
NEED_EXPLICIT = frozenset({"ac2001", "ac3bit", "bounds", "sac", "rsac"})


def propagator(name: str) -> Propagator:
    """The propagator of a name, from the table above or from outside the package.

    One from outside need not test new assignments against old ones: that is done before it is
    called, so that whatever it leaves undone costs time but never gives a wrong solution.
    """
    known = PROPAGATORS.get(cast(Propagation, name))
    if known is not None:
        return cast(Propagator, made(known))
    foreign = cast(Propagator, made(plugins.load("propagation", name)))

    def tested(state: State, changed: Iterable[int]) -> bool:
        changed = tuple(changed)
        return none(state, changed) and foreign(state, changed) and all(state.domains)

    return tested
