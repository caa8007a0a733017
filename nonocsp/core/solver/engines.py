"""The table of search engines, by name.

An engine yields solutions and counts them; `nonocsp.core.solver.solving` does the rest (limits on
solutions, verdicts, statistics), so that every engine answers every question.
"""

from __future__ import annotations

import os
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import OptionError, PluginError, quoted
from ..base.suggest import unknown
from ..kernel import interface as kernel
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle, check_fit
from ..model.query import Query
from ..options import plugins
from ..options.limits import Limits, Meter, Stats
from ..options.options import Options, meant_choice
from ..options.readers import check_readers, unread
from .bounds import Bounds, placements_product

if TYPE_CHECKING:
    from .diagram import Diagram


_NO_LIMITS = Limits()
_RECOMMENDED = Options()


def query_of(
    puzzle: Puzzle,
    grid: Grid | None = None,
    limits: Limits | None = None,
    engine: str | None = None,
    options: Options | None = None,
) -> Query:
    """A caller's question with a new meter, validated before any work starts.

    Raises:
        PuzzleError: the grid does not fit the puzzle.
        OptionError: an option that a named engine does not read, or that no engine reads together
            with the others.
    """
    limits = _NO_LIMITS if limits is None else limits
    options = _RECOMMENDED if options is None else options
    check_fit(puzzle, grid)
    engine, reason = choose_engine(engine, options)
    meter = Meter(limits, Stats())
    return Query(puzzle, grid, options, meter, engine, engine_reason=reason)


Progress = Callable[[Bounds], None]
"""Called with proven bounds on the number of solutions. It may raise to end the work."""


class Engine(ABC):
    """What `nonocsp.solve` and the other questions ask of an engine, built in or a plugin.

    An engine has at least ``name``, ``summary`` and `pictures`; `count` then enumerates, and
    `diagram` compiles by definition, which is feasible for small puzzles. The methods raise
    `LimitReached` when a limit of the meter is reached. The limit on solutions is the caller's: it
    takes no more pictures, or raises in ``progress``.
    """

    name: str
    """The name that selects it."""
    summary: str
    """One sentence for the command line and the documentation."""
    options_read: Container[str] = ()
    """The names of the options that an engine of a plugin reads; all others are refused."""

    @abstractmethod
    def pictures(self, query: Query) -> Iterator[Picture]:
        """Every solution that agrees with the grid, each once, lazily, in a fixed order."""

    def count(self, query: Query, progress: Progress) -> int:
        """The exact number of solutions that agree with the grid.

        ``progress`` is called with bounds as they are proven.
        """
        found = 0
        for _ in self.pictures(query):
            found += 1
            progress(Bounds(found))
        return found

    def diagram(self, query: Query, progress: Progress) -> Diagram:
        """All solutions that agree with the grid as a diagram; ``progress`` as for `count`."""
        from .diagram import compile_puzzle

        return compile_puzzle(query)


class Textbook(Engine):
    """In Python, one technique a file; without lists the kernel tightens lines, if installed."""

    name = "textbook"
    summary = "backtracking over placements in Python: the definition, to read and to extend"

    # Imported when first used: importing networkx takes longer than solving a small puzzle.

    def pictures(self, query: Query) -> Iterator[Picture]:
        from ..csp import nonogram

        return nonogram.pictures(query)

    def count(self, query: Query, progress: Progress) -> int:
        from ..csp import nonogram

        progress(Bounds(0, placements_product(query.puzzle, query.grid)))
        found = 0
        for found in nonogram.count_pictures(query):
            progress(Bounds(found))
        return found


class Kernel(Engine):
    """C++, implicit placements: the default."""

    name = "kernel"
    summary = "compiled search with nogood learning: the default, for puzzles of any size"

    def pictures(self, query: Query) -> Iterator[Picture]:
        kernel.ensure_available()
        heuristic = None
        if query.options.decision != "vsids":
            from ..kernel.decision import functions_of

            heuristic = functions_of(query.options.decision, query.puzzle)
        return kernel.pictures(query, heuristic=heuristic)

    def count(self, query: Query, progress: Progress) -> int:
        if query.options.strategy == "textbook":
            return super().count(query, progress)
        from . import kernel_diagram

        _check_compiles(query.options)
        return kernel_diagram.count(query, progress)

    def diagram(self, query: Query, progress: Progress) -> Diagram:
        if query.options.strategy == "textbook":
            return super().diagram(query, progress)
        from . import kernel_diagram

        _check_compiles(query.options)
        return kernel_diagram.diagram(query, progress)


def _check_compiles(options: Options) -> None:
    """Counts and solution spaces are compiled without decisions of a plugin."""
    kernel.ensure_available()
    if options.decision != "vsids":
        raise OptionError(
            "the engine kernel does not read the option decision where it counts or compiles a "
            "solution space; a search takes it"
        )


ENGINES: dict[str, Engine] = {engine.name: engine for engine in (Kernel(), Textbook())}

#: The environment variable that chooses the engine where the caller does not.
VARIABLE = "NONOCSP_ENGINE"


class Choice(NamedTuple):
    """The engine of a question."""

    engine: str | None = None
    """Its name; None is the default."""
    reason: str = ""
    """Why it is not the default, where the caller named none: what that does not read."""


#: What was chosen last: the name or None, the engine, the options; comparing options is slow.
_latest: tuple[str | None, str, Options, Choice] | None = None


def choose_engine(engine: str | None, options: Options | None = None) -> Choice:
    """The engine that reads every option which differs from its default.

    Without a name it is the default one, or the textbook engine where that alone reads the options.
    The variable ``NONOCSP_ENGINE`` counts as a name. An unknown engine is left to `engine_named`.

    Raises:
        OptionError: a named engine does not read one of them, or no engine reads all; the message
            says what does.

    >>> choose_engine(None, Options(search="backjumping"))
    Choice(engine='textbook', reason='the default engine kernel does not read search')
    """
    global _latest
    if options is None or options is _RECOMMENDED:
        return Choice(engine)
    named, known = engine or os.environ.get(VARIABLE), _latest
    name = named or default_engine()
    if known is None or known[:2] != (named, name) or known[2] is not options:
        choice = Choice(named or None)
        if not named and name == "kernel":
            choice = _choice_for(options)
        elif name in ENGINES:
            check_readers(options, name)
        elif plugins.exists("engine", name):
            check_readers(options, name, getattr(engine_named(name), "options_read", ()))
        known = _latest = named, name, options, choice
    return known[3]


def _choice_for(options: Options) -> Choice:
    """The kernel, or the textbook engine where that alone reads the options."""
    missed = unread(options, "kernel")
    if not missed:
        return Choice()
    others = unread(options, "textbook")
    for name in others.keys() & missed.keys():
        raise OptionError(missed[name])
    if others:
        ours, theirs = " and ".join(missed), " and ".join(others)
        raise OptionError(
            f"no engine reads {ours} and {theirs} together: the engine textbook takes {ours}, "
            f"the engine kernel {theirs}"
        )
    return Choice("textbook", f"the default engine kernel does not read {' and '.join(missed)}")


def check_kernel(engine: str | None, what: str) -> None:
    """Check that a chosen engine is the kernel, the only one that answers some questions.

    Raises:
        OptionError: it is another one; ``what`` it lacks.
    """
    if engine not in (None, "kernel"):
        raise OptionError(f"the engine {engine} {what}; the engine kernel does")


def default_engine() -> str:
    """The name of the default engine."""
    name = os.environ.get(VARIABLE) or "kernel"
    return "textbook" if name == "kernel" and kernel.UNAVAILABLE else name


def engine_named(name: str | None) -> Engine:
    """The engine of a name; None is the default.

    The default is the environment variable ``NONOCSP_ENGINE``, else the kernel, or with a warning
    the textbook engine if the kernel is not installed.

    Raises:
        OptionError: unknown engine.
    """
    if name is None:
        name = default_engine()
        if name == "textbook" and kernel.UNAVAILABLE and os.environ.get(VARIABLE) != name:
            message = f"{kernel.UNAVAILABLE}; the textbook engine is used, which is slow"
            warnings.warn(message, EngineWarning, stacklevel=5)
    if name in ENGINES:
        return ENGINES[name]
    if not plugins.exists("engine", name):
        chosen = meant_choice(name)
        advice = f"{chosen} is an option" if chosen else ""
        raise OptionError(unknown("engine", name, [*ENGINES, *plugins.names("engine")], advice))
    engine: Engine = plugins.load("engine", name)
    if isinstance(engine, type) or not isinstance(engine, Engine):
        what = f"the class {engine.__name__}" if isinstance(engine, type) else quoted(engine)
        raise PluginError(f"the engine {name!r} is {what}; expected an object of a class of Engine")
    if engine.name != name:
        raise PluginError(f"the engine {name!r} has the name {engine.name!r}")
    return engine


class EngineWarning(UserWarning):
    """The default engine is not available; another one is used."""
