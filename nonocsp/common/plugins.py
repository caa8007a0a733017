"""Techniques and engines from outside the package.

Each kind of thing that can be added has a group of entry points; a distribution that is installed
offers its own there, by name, and the name is then valid wherever those of the package are: in
`Options`, on the command line, in the benchmark suite. `register` does the same for one process.

=============== ========================== ====================================================
kind            group of entry points      what is offered
=============== ========================== ====================================================
``propagation`` ``nonocsp.propagators``    a function of a state and the variables that changed;
                                           see `nonocsp.csp.propagators.Propagator`
``ordering``    ``nonocsp.orderings``      a function that picks a variable; see
                                           `nonocsp.csp.ordering.VariableOrder`
``values``      ``nonocsp.value_orders``   a function that orders values; see
                                           `nonocsp.csp.ordering.ValueOrder`
``engine``      ``nonocsp.engines``        an object with the methods of
                                           `nonocsp.solver.engines.Engine`
=============== ========================== ====================================================

Names of the package cannot be taken. Looking for entry points costs some milliseconds and happens
only when a name is asked for that the package does not have.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from .errors import OptionError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: The group of entry points of every kind.
GROUPS = {
    "propagation": "nonocsp.propagators",
    "ordering": "nonocsp.orderings",
    "values": "nonocsp.value_orders",
    "engine": "nonocsp.engines",
}

_registered: dict[tuple[str, str], Any] = {}


def register(kind: str, name: str, offered: Any) -> None:
    """Offer something under a name, in this process; a later one replaces an earlier.

    Args:
        kind: one of `GROUPS`.
        name: the word that chooses it.
        offered: what is offered; see the table above.

    Raises:
        OptionError: there is no such kind.
    """
    if kind not in GROUPS:
        raise OptionError(f"there is no kind {kind!r}; the kinds are {', '.join(GROUPS)}")
    _registered[kind, name] = offered


def names(kind: str) -> list[str]:
    """The names that are offered from outside the package, in alphabetical order."""
    here = {name for known, name in _registered if known == kind}
    return sorted({*here, *_points(GROUPS[kind])})


def is_offered(kind: str, name: object) -> bool:
    """Whether something of that kind and name is offered from outside the package."""
    return kind in GROUPS and isinstance(name, str) and name in names(kind)


def load(kind: str, name: str) -> Any:
    """What is offered under a name.

    Raises:
        OptionError: nothing is, or what is offered cannot be loaded; with the reason.
    """
    if (kind, name) in _registered:
        return _registered[kind, name]
    point = _points(GROUPS[kind]).get(name)
    if point is None:
        raise OptionError(f"nobody offers the {kind} {name!r}")
    try:
        return point.load()
    except Exception as error:  # whatever it is, it is not ours, and no reason for a traceback
        raise OptionError(f"the {kind} {name!r} cannot be loaded: {error}") from None


@cache
def _points(group: str) -> dict[str, EntryPoint]:
    # Imported only here: it takes as long as the rest of the package.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=group)}
