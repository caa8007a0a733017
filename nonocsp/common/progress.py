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

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

#: Receives a report: counters of `nonocsp.common.limits.Stats`, or other numbers and words by name.
#: The thread that works calls it, so it must be quick. What it raises ends the work.
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


def report(**known: Any) -> None:
    """Send a report, if anyone watches."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(known)


def is_watched() -> bool:
    """Whether a report would reach anyone: for those that cost something to make."""
    return _watcher.get() is not None
