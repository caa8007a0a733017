"""Propagators: what an assignment removes from other domains. One file each.

Those that work by `State.revise` run on explicit and on implicit domains. To add one, write a file,
enter it here, add its name to `kernel/params.def` and run `make params`. A plugin needs none of
this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, cast

from ...options import plugins
from ...options.options import Propagation
from ..state import State, made
from .ac3 import ac3
from .ac3bit import ac3bit
from .ac2001 import AC2001
from .backward_checking import none
from .bounds import bounds
from .forward_checking import forward_checking
from .guarded import GuardedPropagator
from .singleton import rsac, sac
from .traits import propagator_traits

__all__ = ["PROPAGATORS", "Propagator", "needs_lists", "propagator", "propagator_traits"]

#: Propagates from the variables that changed; False when there is no solution, above all when some
#: domain became empty. It may remove values (by `State.revise`, `State.remove` and `State.replace`,
#: nothing else) that are in no solution of the assignments made, and must not remove others.
#: `propagator_traits` declares more about it.
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


def propagator(name: str, *, checked: bool) -> Propagator:
    """The propagator of a name, from the table above or from outside the package.

    One from outside is called through a guard, which with ``checked`` verifies every removal.
    """
    known = PROPAGATORS.get(cast(Propagation, name))
    if known is not None:
        return cast(Propagator, made(known))
    return GuardedPropagator(name, made(plugins.load("propagation", name)), checked=checked)


def needs_lists(name: str) -> bool:
    """Whether a propagator removes single values, which implicit domains cannot."""
    known = PROPAGATORS.get(cast(Propagation, name))
    return bool(getattr(known or plugins.load("propagation", name), "needs_lists", False))
