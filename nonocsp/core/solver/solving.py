"""The questions about one puzzle: a solution, all solutions, their number, uniqueness.

Every function takes the same keywords: ``grid`` (known cells), ``limits``, ``engine``
and ``options``. No solution is a result; a limit that is reached makes the answer unknown and
keeps what was found.
"""

from __future__ import annotations

import enum
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Unpack

from ..base.display import Displayable
from ..base.errors import counted
from ..base.plain import Plain
from ..base.suggest import SENTENCES
from ..model.grid import Picture
from ..model.puzzle import Puzzle
from ..model.query import Asked, Query
from ..options.limits import LimitReached, Meter, Stats
from ..options.stops import Flag, Stops
from .bounds import Bounds, Count, Status
from .checked import engine_of
from .engines import query_of
from .logged import log_end, logged, question


class Verdict(enum.StrEnum):
    """Whether a puzzle has no solution, one, or several. Equal to its word, as in ``"unique"``."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"

    @property
    def status(self) -> Status:
        """What it says about the existence of a solution."""
        if self is Verdict.UNKNOWN:
            return Status.UNKNOWN
        return Status.UNSATISFIABLE if self is Verdict.NONE else Status.SATISFIABLE

    def __bool__(self) -> bool:
        raise TypeError(
            "a Verdict is neither true nor false; call is_unique, or compare it, as in "
            "verdict(puzzle) is Verdict.UNIQUE"
        )


@dataclass(frozen=True, slots=True)
class Result(Displayable, Plain):
    """The answer of `solve`: true with a picture, false if it is proven that there is none.

    If a limit left that open, its truth value raises `LimitReached`.
    """

    status: Status
    picture: Picture | None
    """The solution; None if there is none or none was found."""
    stats: Stats
    stopped_by: str | None = None
    """The limit that stopped the search ("seconds", "nodes", …), or None."""
    detail: str = ""
    """More about that limit, for people; may be empty."""
    engine: str = ""
    """The name of the engine that answered."""
    engine_reason: str = ""
    """Why it is not the default engine, where none was named; may be empty."""
    puzzle: Puzzle | None = field(default=None, compare=False)
    """The puzzle that was solved."""

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The solution, or none."""
        return (self.picture,) if self.picture else ()

    def __repr__(self) -> str:
        stopped = f", stopped by {self.stopped_by}" if self.stopped_by else ""
        picture = f", {self.picture!r}" if self.picture else ""
        engine = f", by {self.engine}: {self.engine_reason}" if self.engine_reason else ""
        return f"<Result: {self.status.value}{picture}{stopped}{engine}>"

    if not TYPE_CHECKING:

        def __getitem__(self, index: object) -> Any:
            # Iteration asks for it; `__iter__` would say that there is one.
            raise TypeError(SENTENCES["Result for a list"])

    def __bool__(self) -> bool:
        if self.status is Status.UNKNOWN:
            raise LimitReached(self.stopped_by or "", self.detail)
        return self.picture is not None


class Solutions(Iterator[Picture]):
    """The solutions of a puzzle, found lazily.

    An iterator that can be closed early and used as a context manager. Its fields are valid at any
    time. Threads can share it: each solution goes to one of them, and they wait for each other.
    """

    def __init__(self, query: Query, interruption: Flag | None = None) -> None:
        self._interruption = interruption or Flag()
        self._meter = query.meter
        self.stats = query.meter.stats
        """Counted work so far."""
        self.stopped_by: str | None = None
        """The limit that ended the search, or None."""
        self.detail = ""
        """More about that limit, for people; may be empty."""
        self.is_complete = False
        """Every solution has been produced."""
        self._most = query.meter.limits.solutions
        engine = engine_of(query)
        self.engine = engine.name
        """The name of the engine."""
        self.engine_reason = query.engine_reason
        """Why it is not the default engine, where none was named; may be empty."""
        self._search = engine.pictures(query)
        self._closed = False
        # Reentrant: what receives progress may close it, and must not wait for itself.
        self._turn = threading.RLock()

    def __repr__(self) -> str:
        found = counted(self.stats.solutions)
        left = f"stopped by {self.stopped_by}" if self.stopped_by else "more may follow"
        return f"<Solutions: {found}, {'all' if self.is_complete else left}>"

    @property
    def status(self) -> Status:
        """What is known so far about the existence of a solution."""
        if self.stats.solutions:
            return Status.SATISFIABLE
        return Status.UNSATISFIABLE if self.is_complete else Status.UNKNOWN

    def __next__(self) -> Picture:
        with self._turn:
            try:
                return self._found()
            finally:
                if self._closed:  # also where another thread has closed it meanwhile
                    self.close()

    def _found(self) -> Picture:
        if self._closed:
            raise StopIteration
        if self._most is not None and self.stats.solutions >= self._most:
            self.stopped_by, self._closed = "solutions", True
            raise StopIteration
        try:
            with self._meter:
                if self._interruption.is_set():
                    raise LimitReached("stop")
                picture = next(self._search)
        except StopIteration:
            self.is_complete = self._closed = True
            raise
        except LimitReached as reached:
            self.stopped_by, self.detail = reached.limit, reached.detail
            self._closed = True
            raise StopIteration from None
        except BaseException as error:
            # The search is over and has proven nothing more.
            self.stopped_by = "interrupt" if isinstance(error, KeyboardInterrupt) else "error"
            self._closed = True
            raise
        self.stats.solutions += 1
        return picture

    def interrupt(self) -> None:
        """End the search, from any thread, as a stop in `Limits` does: within some 50 milliseconds
        the iterator ends, and ``stopped_by`` is ``"stop"``."""
        self._interruption.set()

    def close(self) -> None:
        """End the search and free what it holds; further solutions are not produced.

        It may be called while the search runs, by another thread or by a progress function.
        """
        self._closed = True
        self.interrupt()
        if self._turn.acquire(blocking=False):
            try:
                close = getattr(self._search, "close", None)
                if close is not None:
                    with suppress(ValueError):  # a generator that runs: `__next__` closes it
                        close()
                if "_log_end" in self.__dict__:  # a call would cost more
                    log_end(self)
            finally:
                self._turn.release()

    def __reduce__(self) -> str:
        raise TypeError("solutions that are being searched cannot be pickled or copied; a list can")

    def __enter__(self) -> Solutions:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


@logged
def solutions(puzzle: Puzzle, *, limit: int | None = None, **asked: Unpack[Asked]) -> Solutions:
    """Every solution of a puzzle, lazily, each once, in an order that the options determine.

    Args:
        puzzle: what to solve.
        limit: stop after this many solutions; short for ``limits.solutions``.
        grid: known cells; only solutions that agree with it are produced.
        limits: bounds on the work; when one is reached the iterator ends, with ``stopped_by`` set.
        engine: the name of an engine; None is the default, or the textbook engine where that alone
            reads the options. See ``engine`` and ``engine_reason`` of the answer.
        options: the techniques; None is the recommended mix.

    Raises:
        PuzzleError: the grid does not fit the puzzle.
        OptionError: no such engine, or an option that it does not read.

    >>> from nonocsp import Puzzle
    >>> for picture in solutions(Puzzle([[1], [1]], [[1], [1]]), engine="textbook"):
    ...     print(picture, end="\\n\\n")
    _#
    #_
    <BLANKLINE>
    #_
    _#
    <BLANKLINE>
    """
    query = query_of(puzzle, **asked)
    interruption, limits = Flag(), query.meter.limits
    if limit is not None:
        limits = limits.replace(solutions=limit)
    stop = interruption if limits.stop is None else Stops((limits.stop, interruption))
    return Solutions(query._replace(meter=Meter(limits.replace(stop=stop), Stats())), interruption)


@question()
def solve(puzzle: Puzzle, **asked: Unpack[Asked]) -> Result:
    """One solution of a puzzle, or the proof that there is none. Arguments as for `solutions`.

    >>> from nonocsp import Puzzle
    >>> result = solve(Puzzle([[2], [1]], [[1], [2]]))
    >>> result.status.value, result.picture.rows
    ('satisfiable', ((1, 1), (0, 1)))
    """
    with Solutions(query_of(puzzle, **asked)) as found:
        picture = next(found, None)
        return Result(
            found.status,
            picture,
            found.stats,
            found.stopped_by,
            found.detail,
            found.engine,
            found.engine_reason,
            puzzle,
        )


@logged
def verdict(puzzle: Puzzle, **asked: Unpack[Asked]) -> Verdict:
    """Whether a puzzle has no solution, one, or several. Arguments as for `solutions`.

    >>> from nonocsp import Puzzle
    >>> verdict(Puzzle([[1], [1]], [[1], [1]]))
    <Verdict.MULTIPLE: 'multiple'>
    """
    return _two_solutions(puzzle, asked)[0]


@logged
def is_unique(puzzle: Puzzle, **asked: Unpack[Asked]) -> bool:
    """Whether a puzzle has exactly one solution. Arguments as for `solutions`.

    Raises:
        LimitReached: a limit was reached before the answer was known; `verdict` answers UNKNOWN.

    >>> from nonocsp import Puzzle
    >>> is_unique(Puzzle([[1], [1]], [[1], [1]]))
    False
    """
    answer, found = _two_solutions(puzzle, asked)
    if answer is Verdict.UNKNOWN:
        raise LimitReached(found.stopped_by or "", found.detail)
    return answer is Verdict.UNIQUE


def _two_solutions(puzzle: Puzzle, asked: Asked) -> tuple[Verdict, Solutions]:
    """The verdict, and the search for two solutions that gave it."""
    query = query_of(puzzle, **asked)
    meter = Meter(query.meter.limits.replace(solutions=2), Stats())
    with Solutions(query._replace(meter=meter)) as found:
        return verdict_of(len(list(found)), found.is_complete), found


def verdict_of(found: int, is_complete: bool) -> Verdict:
    """The verdict of a search that found this number of different solutions."""
    if found > 1:
        return Verdict.MULTIPLE
    if not is_complete:
        return Verdict.UNKNOWN
    return Verdict.UNIQUE if found else Verdict.NONE


@question()
def count(
    puzzle: Puzzle,
    *,
    progress: Callable[[Bounds], None] | None = None,
    **asked: Unpack[Asked],
) -> Count:
    """The number of solutions of a puzzle: exact, or proven bounds when a limit is reached.

    A limit on solutions stops the count as soon as more are proven to exist; the lower bound is
    then greater than the limit. A count that is already exact is given in any case.

    Args:
        puzzle, grid, limits, engine, options: as for `solutions`.
        progress: called with both bounds when one of them improves, and last with the exact number.
            The kernel looks for better bounds every few milliseconds. What it raises ends the work.

    >>> from nonocsp import Puzzle
    >>> count(Puzzle([[1]] * 5, [[1]] * 5)).at_least
    120
    """
    query = query_of(puzzle, **asked)
    meter, most = query.meter, query.meter.limits.solutions
    counter, reason = engine_of(query), query.engine_reason
    bounds = Bounds()

    def improve(better: Bounds) -> None:
        nonlocal bounds
        better &= bounds
        if better != bounds:
            bounds = better
            if progress is not None:
                progress(bounds)
        if bounds.is_exact:
            raise _KnownError
        if most is not None and bounds.at_least > most:
            raise LimitReached("solutions")

    try:
        with meter:
            exact = counter.count(query, improve)
    except _KnownError:
        exact = bounds.at_least
    except LimitReached as reached:
        return Count(*bounds, meter.stats, reached.limit, reached.detail, counter.name, reason)
    if progress is not None and not bounds.is_exact:
        progress(Bounds(exact, exact))
    return Count(exact, exact, meter.stats, engine=counter.name, engine_reason=reason)


class _KnownError(Exception):
    """The bounds have met: there is no need to count further."""


def first_solutions(
    query: Query, number: int, *, nodes: int | None = None
) -> tuple[list[Picture], bool]:
    """The first solutions, and whether these are all.

    Args:
        query: what to solve; the limits of its meter bound the search, and it counts the nodes.
        number: solutions to find at most.
        nodes: search nodes for this question, after which it stays open.

    Raises:
        LimitReached: a limit of the meter was reached first.
    """
    left = query.meter.left()
    most = nodes if left.nodes is None else min(left.nodes, nodes or left.nodes)
    limits = left.replace(nodes=most, solutions=number)
    with Solutions(query._replace(meter=Meter(limits, Stats()))) as search:
        found = list(search)
    query.meter.stats.nodes += search.stats.nodes
    stopped_by = search.stopped_by
    if stopped_by not in (None, "solutions") and (stopped_by != "nodes" or nodes is None):
        raise LimitReached(stopped_by or "", search.detail)
    return found, search.is_complete
