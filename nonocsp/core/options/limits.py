"""Limits on a question (`Limits`) and the work counted for it (`Stats`).

What each limit means is said here once: command line, HTTP and reference read it, and JavaScript
repeats it. Seconds depend on the machine; every other number here is counted work, the same for the
same puzzle, options and version.
"""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

from ..base.arguments import BOUNDS
from ..base.display import Displayable
from ..base.errors import NonocspError, OptionError, quoted
from ..base.progress import is_watched, report
from ..base.suggest import named
from ..base.whole import whole_option
from .stops import Stop, current, joined, set_stops

#: Placements that the textbook engine may list by default: about 150 MB for lines of 30 cells.
DEFAULT_PLACEMENTS = 1_000_000

#: Bytes that the kernel may hold by default: far above any real puzzle, within most machines.
DEFAULT_MEMORY = 4 << 30

#: The least limit on them: a smaller number is meant in MiB.
LEAST_MEMORY = 1 << 10


#: Threads of one search, at most.
MOST_THREADS = 256


def available_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return min(MOST_THREADS, len(os.sched_getaffinity(0)))
    return min(MOST_THREADS, os.cpu_count() or 1)


#: What the answer is then, in every face.
LIMIT_REACHED = (
    "Reaching a limit ends the work. Results found so far stay, open questions are answered "
    "unknown, never wrongly, and stopped_by names the limit."
)


def _limit(default: Any, help: str, **more: Any) -> Any:
    """A limit, with what it bounds and who looks at it, in the words of every face."""
    return dataclasses.field(default=default, metadata={"help": help}, **more)


@named
@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one question. None means no bound; for threads, one for each core.

    >>> Limits(seconds=10, nodes=1_000_000).seconds
    10
    >>> Limits(seconds=-1)
    Traceback (most recent call last):
        ...
    nonocsp.OptionError: limit seconds must be positive, not -1
    """

    seconds: float | None = _limit(
        None,
        "wall-clock seconds for the whole question; the clock is checked between steps of the "
        "work, in the kernel every few milliseconds",
    )
    nodes: int | None = _limit(
        None,
        "nodes of the search tree (assignments or decisions tried), checked before each",
    )
    solutions: int | None = _limit(
        None,
        "solutions after which a search ends, and beyond which a count may end; checked at each "
        "solution and each better bound",
    )
    memory: int | None = _limit(
        DEFAULT_MEMORY,
        "estimated size of the kernel's arrays, not of the process, in bytes (on the command line "
        "in MiB); checked when they grow, in the textbook engine before it stores crossings",
    )
    placements: int | None = _limit(
        DEFAULT_PLACEMENTS,
        "placements that the textbook engine lists, all lines together; counted before or while "
        "it lists them",
    )
    threads: int | None = _limit(
        1,
        "most threads of the kernel; they share the other limits and never end a question: "
        "verdicts and counts stay the same, but the first picture and the counted work depend on "
        "timing",
    )
    stop: Stop | None = _limit(
        None,
        "an event that ends the question once it is set: a `threading.Event` or anything with its "
        "method ``is_set``, which is called about every 20 milliseconds; an exception that it "
        "raises reaches the caller, and pickled limits have no event",
        compare=False,
        repr=False,
    )

    def __post_init__(self) -> None:
        can_be_set = callable(getattr(self.stop, "is_set", None))
        if self.stop is not None and (isinstance(self.stop, type) or not can_be_set):
            problem = "limit stop must have a method is_set, as threading.Event has"
            raise OptionError(f"{problem}, not {quoted(self.stop)}")
        for name in (each.name for each in dataclasses.fields(self) if each.name != "stop"):
            given = getattr(self, name)
            if given is None:
                continue
            if isinstance(given, bool) or not isinstance(given, Real):
                raise OptionError(f"limit {name} must be a number, not {quoted(given)}")
            value: Any = given
            if not value > 0 and not (name == "solutions" and value == 0):
                raise OptionError(f"limit {name} must be positive, not {value}")
            if name == "seconds":
                least, most = BOUNDS["seconds"]
                if not least <= value <= most:
                    expected = f"from {least} to {most}; None means no limit"
                    raise OptionError(f"limit seconds is {expected}, not {value}")
                value = value if isinstance(value, (int, float)) else float(value)
            else:
                most = MOST_THREADS if name == "threads" else None
                value = whole_option(f"limit {name}", value, 0, most)
                if name == "memory" and value < LEAST_MEMORY:
                    expected = f"bytes, at least {LEAST_MEMORY}; one MiB is 1 << 20"
                    raise OptionError(f"limit memory is a number of {expected}; not {value}")
            object.__setattr__(self, name, value)

    @property
    def thread_count(self) -> int:
        """The number of threads: at least 1."""
        return available_cores() if self.threads is None else self.threads

    def __reduce__(self) -> tuple[Any, ...]:
        values = (getattr(self, each.name) for each in dataclasses.fields(self))
        return Limits, (*values,)[:-1]  # the last is the stop

    def __copy__(self) -> Limits:
        return self

    def __deepcopy__(self, memo: object) -> Limits:
        return self

    def replace(self, **changes: Any) -> Limits:
        """A copy with the given fields changed."""
        return dataclasses.replace(self, **changes)


#: What each limit bounds and who looks at it, by its name.
LIMIT_MEANINGS = {each.name: each.metadata["help"] for each in dataclasses.fields(Limits)}

#: Counters that are not summed.
_MAXIMA = ("peak_memory", "threads")


@dataclass(slots=True)
class Stats(Displayable):
    """Work done on one question; zero where an engine has no such work.

    >>> Stats(nodes=3).to_dict()
    {'nodes': 3}
    """

    # params.def: stats
    nodes: int = 0
    """Nodes of the search tree: assignments or decisions tried."""
    backtracks: int = 0
    """Nodes taken back because they led to a contradiction at once."""
    revisions: int = 0
    """Revisions of one arc: a line against one crossing line."""
    checks: int = 0
    """Constraint checks: pairs of values compared in revisions of explicit domains."""
    removed: int = 0
    """Placements removed from explicit domains by propagation."""
    placements: int = 0
    """Placements listed explicitly to build the domains."""
    components: int = 0
    """Independent parts of the undecided lines before the search."""
    conflicts: int = 0
    """Contradictions in a learning search."""
    propagations: int = 0
    """Literals assigned: a colour excluded from a cell, or fixed in it."""
    tightenings: int = 0
    """Lines tightened."""
    probes: int = 0
    """Literals assumed in probing."""
    probe_facts: int = 0
    """Literals fixed for good by probing."""
    bounds: int = 0
    """Lines weighed for bounds."""
    bound_facts: int = 0
    """Candidates excluded by bounds."""
    explanations: int = 0
    """Explanations computed."""
    explanation_literals: int = 0
    """Literals of all explanations together; see `explanation_length`."""
    learned: int = 0
    """Nogoods learned."""
    learned_literals: int = 0
    """Literals of all learned nogoods together."""
    restarts: int = 0
    """Restarts of the search."""
    threads: int = 0
    """Threads that searched together, where several did."""
    threads_out: int = 0
    """Threads that ran out of memory or could not start; others may have gone on."""
    shared: int = 0
    """Nogoods and facts that threads took over from one another."""
    guide_rounds: int = 0
    """Rounds of belief propagation."""
    residuals: int = 0
    """Residual problems compiled for a solution space, each once."""
    residuals_met_again: int = 0
    """Residual problems found in the cache."""
    diagram_bytes: int = 0
    """Bytes of the compiled diagram."""
    solutions: int = 0
    """Solutions found."""
    peak_memory: int = 0
    """Peak bytes of the engine's own data (an estimate)."""
    seconds: float = 0.0
    """Wall-clock seconds inside the engine."""
    seconds_propagate: float = 0.0
    """Seconds of the first propagation, before any search."""
    seconds_probe: float = 0.0
    """Seconds of probing."""
    seconds_guide: float = 0.0
    """Seconds of computing line marginals."""
    seconds_search: float = 0.0
    """Seconds of search with learning."""
    # params.def: end

    def __repr__(self) -> str:
        return f"Stats({', '.join(f'{n}={round(v, 6)!r}' for n, v in self.to_dict().items())})"

    @property
    def explanation_length(self) -> float:
        """Mean number of literals in an explanation; 0 without explanations."""
        return self.explanation_literals / self.explanations if self.explanations else 0.0

    def update(self, counted: Mapping[str, int | float]) -> None:
        """Set the fields that a mapping names."""
        for name, value in counted.items():
            setattr(self, name, value)

    def add(self, other: Stats) -> None:
        """Add the work of another search; peak memory and threads are the maximum."""
        for field in dataclasses.fields(self):
            ours, theirs = getattr(self, field.name), getattr(other, field.name)
            both = max(ours, theirs) if field.name in _MAXIMA else ours + theirs
            setattr(self, field.name, both)

    def counted(self) -> dict[str, int | float]:
        """The fields that do not depend on the machine: `to_dict` without seconds."""
        return {name: value for name, value in self.to_dict().items() if "seconds" not in name}

    def to_dict(self) -> dict[str, int | float]:
        """The fields that are not zero, by name, in the order of declaration."""
        every = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {name: value for name, value in every.items() if value}


class LimitReached(NonocspError):
    """A limit ended the work before there was an answer.

    Engines raise it to unwind, and functions with a status catch it and answer UNKNOWN. It is
    raised by what cannot answer that: `nonocsp.is_unique`, the truth value of a result, the
    integer of a count that is not exact, the methods of a solution space that was not compiled to
    the end.

    Attributes:
        limit: the name of the field of `Limits` that was reached.
        detail: one sentence for the user, or an empty string.
    """

    __module__ = "nonocsp"

    def __init__(self, limit: str, detail: str = "") -> None:
        super().__init__(limit, detail)
        self.limit = limit
        self.detail = detail

    def __str__(self) -> str:
        reached = f"the limit on {self.limit} was reached" if self.limit else "a limit was reached"
        if self.limit == "stop":
            reached = "the caller stopped it"
        return f"{reached}: {self.detail}" if self.detail else reached


class Meter:
    """Counts work into a `Stats` and stops the search when it reaches a limit.

    The clock runs only in a ``with`` block, which adds its time to ``stats.seconds``: a lazy search
    is not charged for the time its consumer takes. Reading it costs more than a node of a small
    puzzle, so `tick` reads it on every 64th call only.
    """

    def __init__(self, limits: Limits, stats: Stats) -> None:
        self.limits = limits
        self.stats = stats
        self._ticks = 0
        self._started = time.monotonic()
        self._around, self._stops = current(), joined(limits.stop)

    def __reduce__(self) -> tuple[Any, ...]:
        return Meter, (self.limits, self.stats)

    def __enter__(self) -> Meter:
        self._started = time.monotonic()
        if (around := current()) is not self._around:  # another thread or question goes on
            self._around, self._stops = around, joined(self.limits.stop)
        if self._stops is not None:
            if self._stops.is_set():
                raise LimitReached("stop")
            set_stops(self._stops)
        return self

    def __exit__(self, *exception: object) -> None:
        self.stats.seconds += time.monotonic() - self._started
        if self._stops is not None:
            set_stops(self._around)

    def left(self) -> Limits:
        """The limits less the seconds and nodes already counted. Raises `LimitReached`."""
        self.check_clock()
        limits = self.rest()
        if limits.nodes is not None:
            if self.stats.nodes >= limits.nodes:
                raise LimitReached("nodes")
            limits = limits.replace(nodes=limits.nodes - self.stats.nodes)
        return limits

    def rest(self) -> Limits:
        """As `left`, without nodes; when the time is up, as good as none."""
        limits = self.limits
        if limits.seconds is None:
            return limits
        spent = self.stats.seconds + time.monotonic() - self._started
        return limits.replace(seconds=max(1e-9, limits.seconds - spent))

    def node(self) -> None:
        """Count one node. Raises `LimitReached`."""
        if self.limits.nodes is not None and self.stats.nodes >= self.limits.nodes:
            raise LimitReached("nodes")
        self.stats.nodes += 1
        self.tick()

    def tick(self) -> None:
        """Check the clock now and then. Raises `LimitReached`."""
        self._ticks += 1
        if self._ticks & 63 == 0:
            self.check_clock()
            if self._ticks & 1023 == 0 and is_watched():
                report(**self.stats.to_dict())

    def check_clock(self) -> None:
        """Raises `LimitReached` if the time is up, or the caller has set the stop."""
        if self._stops is not None and self._stops.is_set():
            raise LimitReached("stop")
        limit = self.limits.seconds
        if limit is not None and self.stats.seconds + time.monotonic() - self._started >= limit:
            raise LimitReached("seconds")
