"""What a search with plugins proves is verified by the built-in engine (option ``checked``).

Each picture must be a solution, and a new one. When the search has ended, the built-in engine must
find no further solution; a number that an engine counts must be its number. So every verdict and
every count that is given is right, or there is an error that names the plugin. For a propagator the
search is repeated with the solution that was lost, which shows the first wrong step.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from ..base.errors import PluginError, counted, quoted
from ..kernel import interface as kernel
from ..model.grid import Picture
from ..model.query import Query
from ..options.limits import LimitReached, Meter, Stats
from ..options.options import Options
from ..options.readers import plugins_of
from .bounds import Bounds
from .engines import ENGINES, Engine, Progress, engine_named

if TYPE_CHECKING:
    from .diagram import Diagram

#: What the plugins of each option are called.
_KINDS = {
    "propagation": "propagator",
    "ordering": "ordering",
    "values": "value order",
    "decision": "decision heuristic",
}

#: Pictures of a diagram that are looked at.
_LOOKED_AT = 100


def engine_of(query: Query) -> Engine:
    """The engine of a question; with plugins, and unless the options say otherwise, a checked one.

    Raises:
        OptionError: unknown engine.
    """
    engine = engine_named(query.engine)
    if query.options.checked and (engine.name not in ENGINES or plugins_of(query.options)):
        return Checked(engine)
    return engine


class Checked(Engine):
    """An engine with plugins, or of one, whose answers are verified."""

    summary = "verified by the built-in engine"

    def __init__(self, engine: Engine) -> None:
        self.name = engine.name
        self._engine = engine

    def pictures(self, query: Query) -> Iterator[Picture]:
        known: set[bytes] = set()
        for picture in self._engine.pictures(query):
            self._check_picture(query, picture, len(known) + 1)
            if picture.cells in known:
                raise PluginError(f"{self._called(query)}: solution {len(known) + 1} came twice")
            known.add(picture.cells)
            yield picture
        with _verifying(query) as again:
            found = _built_in().pictures(again)
            lost = next((each for each in found if each.cells not in known), None)
        if lost is not None:
            self._refuse_lost(query, lost, len(known))

    def count(self, query: Query, progress: Progress) -> int:
        if type(self._engine).count is Engine.count:
            return super().count(query, progress)
        if self.name in ENGINES:
            found = self._engine.count(query, progress)
        else:
            found = self._count_of_plugin(query, progress)
        expected = _count(query)
        if type(found) is not int or found != expected:
            if self.name == "textbook":  # this finds the first wrong step
                with suppress(LimitReached), _verifying(query) as again:
                    deque(self.pictures(query._replace(meter=again.meter)), 0)
            problem = f"counted {quoted(found)}, but there are {counted(expected)}"
            raise PluginError(f"{self._called(query)} {problem}")
        return found

    def _count_of_plugin(self, query: Query, progress: Progress) -> int:
        """The number that an engine counts; its bounds are passed on if they turn out to hold."""
        claimed, most = Bounds(), query.meter.limits.solutions

        def note(bounds: Bounds) -> None:
            nonlocal claimed
            claimed &= bounds
            if most is not None and claimed.at_least > most:
                raise LimitReached("solutions")

        try:
            return self._engine.count(query, note)
        except LimitReached:
            number = _count(query)
            if claimed & Bounds(number, number) != Bounds(number, number):
                problem = f"claimed bounds that {counted(number)} do not keep"
                raise PluginError(f"{self._called(query)} {problem}") from None
            progress(claimed)
            raise

    def diagram(self, query: Query, progress: Progress) -> Diagram:
        found = self._engine.diagram(query, progress)
        if self.name not in ENGINES and type(self._engine).diagram is not Engine.diagram:
            expected = _count(query)
            if found.count != expected:
                problem = f"compiled {counted(found.count)}, but there are {expected}"
                raise PluginError(f"{self._called(query)} {problem}")
            board, colours = query.puzzle.board, query.puzzle.colours
            for number, cells in enumerate(found.pictures(0, min(found.count, _LOOKED_AT)), 1):
                self._check_picture(query, Picture.from_cells(cells, board, colours), number)
        return found

    def _called(self, query: Query) -> str:
        """The plugins in words."""
        names = [f"the {_KINDS[kind]} {name!r}" for kind, name in plugins_of(query.options).items()]
        if self.name not in ENGINES:
            names.insert(0, f"the engine {self.name!r}")
        return " with ".join(names)

    def _check_picture(self, query: Query, picture: object, number: int) -> None:
        called, puzzle, grid = self._called(query), query.puzzle, query.grid
        if not isinstance(picture, Picture) or picture.board != puzzle.board:
            raise PluginError(f"{called}: solution {number} is {quoted(picture)}, no picture of it")
        agrees = grid is None or all(
            mask >> colour & 1 for mask, colour in zip(grid.masks, picture.cells, strict=True)
        )
        if not agrees or not puzzle.is_solved_by(picture):
            raise PluginError(f"{called}: solution {number} does not solve the puzzle")

    def _refuse_lost(self, query: Query, lost: Picture, number: int) -> None:
        """Name the plugin that lost a solution, and the first wrong step where there is one."""
        if self.name == "textbook" and "propagation" in plugins_of(query.options):
            from ..csp import nonogram

            with _verifying(query) as again:
                nonogram.search_with_witness(query._replace(meter=again.meter), lost)
        rows = "/".join(str(lost).split("\n"))
        problem = f"the search ended after {counted(number)} and lost {rows}"
        raise PluginError(f"{self._called(query)}: {problem}")


def _again(query: Query) -> Query:
    """The same question for the built-in engine, in the time that is left, with its own meter."""
    meter = Meter(query.meter.rest().replace(nodes=None, solutions=None), Stats())
    return query._replace(options=Options(), meter=meter, engine=_built_in().name)


@contextmanager
def _verifying(query: Query) -> Iterator[Query]:
    """The question for the built-in engine; a limit says what could not be done."""
    again = _again(query)
    try:
        with again.meter:
            yield again
    except LimitReached as reached:
        detail = "the answer of the plugins could not be verified"
        raise LimitReached(reached.limit, detail) from None


def _count(query: Query) -> int:
    """The number of solutions by the built-in engine. Raises `LimitReached`."""
    with _verifying(query) as again:
        return _built_in().count(again, _ignore)


def _built_in() -> Engine:
    return ENGINES["textbook" if kernel.UNAVAILABLE else "kernel"]


def _ignore(bounds: Bounds) -> None:
    pass
