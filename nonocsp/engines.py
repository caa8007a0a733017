"""The table of engines: every way there is to search a puzzle, by name.

An engine yields solutions and growing counts; the front door in `solver` does the rest (limits on
solutions, verdicts, statistics), so that every engine answers every question.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from .errors import OptionError
from .grid import Grid, Picture
from .limits import Meter
from .options import Options
from .puzzle import Puzzle


class Engine(Protocol):
    """What the front door asks of an engine.

    Both methods stop by raising `LimitReached` when the meter or their own memory says so.
    """

    name: str
    """The word that chooses it."""
    summary: str
    """One sentence for the command line and the documentation."""

    def pictures(
        self, puzzle: Puzzle, grid: Grid | None, options: Options, meter: Meter
    ) -> Iterator[Picture]:
        """Every solution that agrees with the grid, each once, lazily, in a fixed order."""
        ...

    def counts(
        self, puzzle: Puzzle, grid: Grid | None, options: Options, meter: Meter
    ) -> Iterator[int]:
        """Growing lower bounds on the number of solutions; the last one is exact."""
        ...


class Textbook:
    """Pure Python, explicit placements: the definition."""

    name = "textbook"
    summary = "backtracking over explicit placements in Python: the definition, for small puzzles"

    # The module is imported when it is first asked, before the clock runs: it brings networkx,
    # whose import takes longer than a small puzzle.

    def pictures(
        self, puzzle: Puzzle, grid: Grid | None, options: Options, meter: Meter
    ) -> Iterator[Picture]:
        from .csp import nonogram

        return nonogram.pictures(puzzle, grid, options, meter)

    def counts(
        self, puzzle: Puzzle, grid: Grid | None, options: Options, meter: Meter
    ) -> Iterator[int]:
        from .csp import nonogram

        return nonogram.count_pictures(puzzle, grid, options, meter)


ENGINES: dict[str, Engine] = {engine.name: engine for engine in (Textbook(),)}
DEFAULT_ENGINE = "textbook"


def engine_named(name: str | None) -> Engine:
    """The engine of a name; None is the default.

    Raises:
        OptionError: there is no engine of that name.
    """
    engine = ENGINES.get(DEFAULT_ENGINE if name is None else name)
    if engine is None:
        raise OptionError(f"there is no engine {name!r}; the engines are {', '.join(ENGINES)}")
    return engine
