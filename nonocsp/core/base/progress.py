"""Reports on work that is under way.

Work that may take long reports what it knows: counted work, bounds, what it tries. The reports go
to the function that watches in this context, and nowhere if none does, so that they need no
parameter on the way. Nested work (the searches of a generator) reports to the same function.

>>> seen = []
>>> with watching(seen.append):
...     report(tried=1)
>>> report(tried=2)
>>> seen
[{'tried': 1}]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from .errors import brief

if TYPE_CHECKING:
    from logging import Logger

#: Receives a report: counters of `nonocsp.core.options.Stats`, or other numbers and words by
#: name. The thread that works calls it, so it must be quick. What it raises ends the work.
Watcher = Callable[[dict[str, Any]], object]

_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watching(watcher: Watcher | None) -> Iterator[None]:
    """Send the reports of the block to a function, or with None to no one."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


#: Levels of the module `logging`, which only a program that wants a log imports.
DEBUG, INFO = 10, 20

#: Seconds between two lines about one question in the log.
_PAUSE = 1.0

#: The question that is asked, and the time from which its progress may be logged again.
asking: ContextVar[tuple[str, list[float]] | None] = ContextVar("asking", default=None)

_elsewhere = "progress", [0.0]
_logger: Logger | None = None


def logger(level: int) -> Logger | None:
    """The logger ``nonocsp``, if the program logs this level of it."""
    global _logger
    if _logger is None:
        logging = sys.modules.get("logging")
        # Another thread may be importing it: this is its last name.
        if logging is None or not hasattr(logging, "captureWarnings"):
            return None
        _logger = logging.getLogger("nonocsp")
    return _logger if _logger.isEnabledFor(level) else None


def report(**known: Any) -> None:
    """Send a report, if anyone watches, and log it."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(known)
    log = logger(DEBUG)
    if log is not None:
        name, next_time = asking.get() or _elsewhere
        if (now := time.monotonic()) >= next_time[0]:
            next_time[0] = now + _PAUSE
            text = ", ".join(f"{key} {_short(value)}" for key, value in known.items())
            log.debug("%s: %s", name, text, extra={"question": name})


def is_watched() -> bool:
    """Whether a report would reach anyone: for those that cost something to make."""
    return _watcher.get() is not None or logger(DEBUG) is not None


def _short(value: Any) -> str:
    if isinstance(value, int):  # bounds on a number of solutions may have thousands of digits
        return brief(value)
    return f"{value:.3f}" if isinstance(value, float) else str(value)
