"""What a propagator says about itself, so that a search calls it at the right moments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ...base.arguments import checked

_Technique = TypeVar("_Technique", bound=Callable[..., Any])


@checked
def propagator_traits(
    *, decides: bool = False, needs_lists: bool = False
) -> Callable[[_Technique], _Technique]:
    """Decorator of a propagator, a function or a class. By default neither trait holds.

    Args:
        decides: whenever it returns True, every value left agrees with the variables that have one
            value left. The search then also calls it before the first assignment, with all
            variables, and assigns only those with several values left. Otherwise it is called after
            assignments only, and every variable is assigned.
        needs_lists: it removes single values, which only explicit domains can.
    """

    def declare(technique: _Technique) -> _Technique:
        technique.decides, technique.needs_lists = decides, needs_lists  # type: ignore[attr-defined]
        return technique

    return declare
