"""How a search is asked for and how it ends: options, plugins, limits, stops, events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base import lazy_room

if TYPE_CHECKING:
    from . import events, mus
    from .events import log_line, read_log
    from .limits import LimitReached, Limits, Stats
    from .options import Options
else:
    __getattr__, __dir__ = lazy_room(
        __name__,
        {
            "events": "events log_line read_log",
            "limits": "LimitReached Limits Stats",
            "mus": "mus",
            "options": "Options",
        },
    )

__all__ = ["LimitReached", "Limits", "Options", "Stats", "events", "log_line", "mus", "read_log"]
