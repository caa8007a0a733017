"""The table of engines: every way there is to search a puzzle, by name.

An engine yields solutions and growing counts; the front door in `solver` does the rest (limits on
solutions, verdicts, statistics), so that every engine answers every question.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from typing import Protocol

from . import kernel
from .diagram import Diagram, compile_puzzle
from .errors import OptionError
from .grid import Grid, Picture
from .kernel.spaces import compile_space, loaded
from .limits import LimitReached, Meter, Stats
from .options import Options
from .puzzle import Puzzle

#: Nodes that searching and compiling get in their first turns.
_FIRST_BUDGET = 5_000


class Engine(Protocol):
    """What the front door asks of an engine.

    Both methods stop by raising `LimitReached` when the meter or their own memory says so.
    """

    name: str
    """The word that chooses it."""
    summary: str
    """One sentence for the command line and the documentation."""

    def pictures(
        self,
        puzzle: Puzzle,
        grid: Grid | None,
        options: Options,
        meter: Meter,
        *,
        two_suffice: bool,
    ) -> Iterator[Picture]:
        """Every solution that agrees with the grid, each once, lazily, in a fixed order.

        ``two_suffice`` promises that no more than two will be asked for: an engine may use a
        faster way then, with an order of its own.
        """
        ...

    def counts(
        self, puzzle: Puzzle, grid: Grid | None, options: Options, meter: Meter
    ) -> Iterator[int]:
        """Growing lower bounds on the number of solutions; the last one is exact."""
        ...

    def diagram(
        self,
        puzzle: Puzzle,
        grid: Grid | None,
        options: Options,
        meter: Meter,
        progress: Callable[[int], None],
    ) -> Diagram:
        """All solutions that agree with the grid as a diagram.

        ``progress`` is called with lower bounds on their number as they are proven.
        """
        ...


class Textbook:
    """Pure Python, explicit placements: the definition."""

    name = "textbook"
    summary = "backtracking over explicit placements in Python: the definition, for small puzzles"

    # The module is imported when it is first asked, before the clock runs: it brings networkx,
    # whose import takes longer than a small puzzle.

    def pictures(
        self,
        puzzle: Puzzle,
        grid: Grid | None,
        options: Options,
        meter: Meter,
        *,
        two_suffice: bool,
    ) -> Iterator[Picture]:
        from .csp import nonogram

        return nonogram.pictures(puzzle, grid, options, meter)

    def counts(
        self, puzzle: Puzzle, grid: Grid | None, options: Options, meter: Meter
    ) -> Iterator[int]:
        from .csp import nonogram

        return nonogram.count_pictures(puzzle, grid, options, meter)

    def diagram(
        self,
        puzzle: Puzzle,
        grid: Grid | None,
        options: Options,
        meter: Meter,
        progress: Callable[[int], None],
    ) -> Diagram:
        return compile_puzzle(puzzle, grid, meter)


class Kernel:
    """C++, implicit placements: the default."""

    name = "kernel"
    summary = (
        "compiled search that learns from contradictions: the default, for puzzles of any size"
    )

    def pictures(
        self,
        puzzle: Puzzle,
        grid: Grid | None,
        options: Options,
        meter: Meter,
        *,
        two_suffice: bool,
    ) -> Iterator[Picture]:
        kernel.require()
        return kernel.pictures(puzzle, grid, options, meter, two_suffice=two_suffice)

    def counts(
        self, puzzle: Puzzle, grid: Grid | None, options: Options, meter: Meter
    ) -> Iterator[int]:
        bounds: list[int] = []
        try:
            bounds.append(self.diagram(puzzle, grid, options, meter, bounds.append).count)
        except (LimitReached, KeyboardInterrupt):
            yield from bounds
            raise
        yield from bounds

    def diagram(
        self,
        puzzle: Puzzle,
        grid: Grid | None,
        options: Options,
        meter: Meter,
        progress: Callable[[int], None],
    ) -> Diagram:
        kernel.require()
        return kernel_diagram(puzzle, grid, options, meter, progress)


def kernel_diagram(
    puzzle: Puzzle,
    grid: Grid | None,
    options: Options,
    meter: Meter,
    progress: Callable[[int], None],
) -> Diagram:
    """Compile in the kernel, and let its search for solutions help.

    Whether there are two solutions at all, the search with all its guesses knows best; how many
    there are only compiling tells. Until one of them has an answer, they take turns with budgets
    that grow fourfold.
    """
    budget = _FIRST_BUDGET
    at_least = 0
    while True:
        found, is_complete = _two_pictures(puzzle, grid, options, meter, budget)
        if len(found) > at_least:
            at_least = len(found)
            progress(at_least)
        if is_complete:
            return loaded(len(puzzle.colours), found[0].cells if found else b"", [], b"")
        settled = len(found) == 2

        def better(bound: int) -> None:
            nonlocal at_least
            if bound > at_least:
                at_least = bound
                progress(bound)

        left = meter.left()
        allowed = left.nodes if settled else min(budget, left.nodes or budget)
        turn = Meter(left.but(nodes=allowed), Stats())
        try:
            return compile_space(
                puzzle, grid, options, turn, is_satisfiable=bool(found), progress=better
            )
        except LimitReached as reached:
            if settled or reached.limit != "nodes":
                raise
        finally:
            meter.stats.add(turn.stats)
        meter.left()  # the end, if the nodes were those of the caller
        budget *= 4


def _two_pictures(
    puzzle: Puzzle, grid: Grid | None, options: Options, meter: Meter, budget: int
) -> tuple[list[Picture], bool]:
    """Up to two solutions found with so many nodes, and whether there are no others."""
    left = meter.left()
    turn = Meter(left.but(nodes=min(budget, left.nodes or budget)), Stats())
    search = kernel.pictures(puzzle, grid, options, turn, two_suffice=True)
    found: list[Picture] = []
    try:
        for picture in search:
            found.append(picture)
            if len(found) == 2:
                return found, False
    except LimitReached as reached:
        if reached.limit != "nodes":
            raise
        return found, False
    finally:
        meter.stats.add(turn.stats)
    return found, True


ENGINES: dict[str, Engine] = {engine.name: engine for engine in (Kernel(), Textbook())}

#: The environment variable that chooses the engine where the caller does not.
VARIABLE = "NONOCSP_ENGINE"


def engine_named(name: str | None) -> Engine:
    """The engine of a name; None is the default.

    The default is what the environment variable ``NONOCSP_ENGINE`` says, else the kernel. Where the
    kernel is not installed it is the textbook engine, with a warning.

    Raises:
        OptionError: there is no engine of that name.
    """
    if name is None:
        name = os.environ.get(VARIABLE) or "kernel"
        if name == "kernel" and kernel.REASON:
            message = f"{kernel.REASON}; the textbook engine is used, which is slow"
            warnings.warn(message, EngineWarning, stacklevel=4)
            name = "textbook"
    engine = ENGINES.get(name)
    if engine is None:
        raise OptionError(f"there is no engine {name!r}; the engines are {', '.join(ENGINES)}")
    return engine


class EngineWarning(UserWarning):
    """Another engine is used than one would expect."""
