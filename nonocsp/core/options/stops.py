"""Ending work from outside: who asks whether to stop, and how often.

`nonocsp.Limits` carries what its caller will set. While a question is at work,
its stop holds for all that it does, whatever limits it hands on; so it lies in a context variable,
like the watcher of `nonocsp.core.base.progress`. The engines look at it every few milliseconds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol
from weakref import ref


class Stop(Protocol):
    """What ends work: `threading.Event`, or anything else with this method.

    It is called in the thread that works, about every 20 milliseconds. What it raises ends the work
    too, and reaches the caller.
    """

    def is_set(self) -> bool:
        """Whether to stop."""


class Flag:
    """The least that can be a stop; an event without its lock."""

    __slots__ = ("_is_set",)

    def __init__(self) -> None:
        self._is_set = False

    def set(self) -> None:
        self._is_set = True

    def is_set(self) -> bool:
        return self._is_set


#: Seconds between two looks, at least; and the share of the time that looking may take.
_PAUSE, _SHARE = 0.01, 0.1


class Stops:
    """Several stops as one that stays set, and is asked no more often than it can afford."""

    def __init__(self, members: tuple[Stop, ...]) -> None:
        self.members = members
        self._is_set = False
        self._next = 0.0

    def is_set(self) -> bool:
        """Whether one of them is set."""
        if not self._is_set and (begun := time.monotonic()) >= self._next:
            self._is_set = any(stop.is_set() for stop in self.members)
            ended = time.monotonic()
            self._next = ended + max(_PAUSE, (ended - begun) / _SHARE)
        return self._is_set


#: Weak, so that an interrupt between the two halves of `stopping` leaves nothing that stays set.
_current: ContextVar[ref[Stops] | None] = ContextVar("stops", default=None)


def current() -> Stops | None:
    """The stops of the work around this."""
    held = _current.get()
    return None if held is None else held()


def joined(stop: Stop | None) -> Stops | None:
    """The stops of the work around this, and one more."""
    outer = current()
    members = () if outer is None else outer.members
    if stop is None or any(each is stop for each in members):
        return outer
    return Stops((*members, stop))


@contextmanager
def stopping(stop: Stop | None) -> Iterator[None]:
    """End the questions of the block when ``stop`` is set: a limit of that name is reached.

    >>> from nonocsp import Puzzle, count
    >>> event = Flag()
    >>> event.set()
    >>> with stopping(event):
    ...     count(Puzzle([[1]] * 5, [[1]] * 5)).stopped_by
    'stop'
    """
    outer, own = current(), joined(stop)
    set_stops(own)
    try:
        yield
    finally:
        set_stops(outer)


def set_stops(stops: Stops | None) -> None:
    """Half of `stopping`; the caller keeps the stops."""
    _current.set(None if stops is None else ref(stops))


def is_stopped() -> bool:
    """Whether the work of this thread is to end."""
    stops = current()
    return stops is not None and stops.is_set()
