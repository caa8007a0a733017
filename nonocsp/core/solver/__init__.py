"""From a puzzle to its solutions: one, all, their number; the engines that find them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base import lazy_room

if TYPE_CHECKING:
    from . import diagram, propagation
    from .bounds import Count
    from .engines import VARIABLE, EngineWarning, choose_engine, engine_named, query_of
    from .features import Features
    from .propagation import propagated
    from .solving import Result, Solutions
else:
    __getattr__, __dir__ = lazy_room(
        __name__,
        {
            "bounds": "Count",
            "diagram": "diagram",
            "engines": "VARIABLE EngineWarning choose_engine engine_named query_of",
            "features": "Features",
            "propagation": "propagated propagation",
            "solving": "Result Solutions",
        },
    )

__all__ = [
    "VARIABLE",
    "Count",
    "EngineWarning",
    "Features",
    "Result",
    "Solutions",
    "choose_engine",
    "diagram",
    "engine_named",
    "propagated",
    "propagation",
    "query_of",
]
