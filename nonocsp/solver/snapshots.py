"""A search observed: its counted work and what it assumes, at more and more distant nodes.

The search is that of the engine and its options, node by node. Only the kernel's lucky phases and
dives, which decide by themselves, are left out. Looking costs time, which is not counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..common.limits import LimitReached, Limits, Meter
from ..common.options import Options
from ..common.plain import Plain
from ..common.progress import watching
from ..kernel import interface as kernel
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..model.query import Query
from .checked import Checked, engine_of
from .engines import engine_named, query_of
from .solving import Result, Status

#: Snapshots are taken at every node up to this one, then ever less often: each time the number of
#: nodes has grown by a share of 1 / _DENSE.
_DENSE = 40

#: Seconds between reports of work that makes no nodes.
_EVERY = 0.25


@dataclass(frozen=True, slots=True)
class Snapshot(Plain):
    """A moment of a search."""

    stats: dict[str, int | float]
    """Counted work so far, see `Stats`."""
    cells: tuple[str, ...] | None
    """What holds under the current assumptions, as rows of the characters of colours with ``?`` for
    an open cell; None where nothing has changed since the last node."""


Note = Callable[[Snapshot], object]


def observe(
    puzzle: Puzzle,
    note: Note,
    grid: Grid | None = None,
    *,
    limits: Limits | None = None,
    engine: str | None = None,
    options: Options | None = None,
) -> Result:
    """Search for one solution, with snapshots on the way.

    Args:
        puzzle, grid, limits, engine, options: as for `nonocsp.solve`. Engines of plugins give the
            work only at the end.
        note: called with each snapshot, some hundreds in a long search.

    >>> taken = []
    >>> observe(Puzzle([[1], [1]], [[1], [1]]), taken.append, engine="textbook")
    <Result: satisfiable, <Picture of 2 rows and 2 columns>>
    >>> [(snapshot.stats["nodes"], snapshot.cells) for snapshot in taken]
    [(1, ('??', '??'))]
    """
    query = query_of(puzzle, grid, limits, engine, options)
    meter = _Observer(query, note)
    query = query._replace(meter=meter)
    name, picture, reached = engine_named(engine).name, None, None
    try:
        with meter, watching(meter.report):
            if isinstance(engine_of(query), Checked):
                search = engine_of(query).pictures(query, two_suffice=False)
            elif name == "textbook":
                search = _textbook(query, meter)
            elif name == "kernel" and _is_own(query.options):
                search = _kernel(query, meter)
            else:
                search = engine_of(query).pictures(query, two_suffice=False)
            picture = next(search, None)
    except LimitReached as limit:
        reached = limit
    meter.stats.seconds = max(0.0, meter.stats.seconds - meter.looking)
    meter.stats.solutions = int(picture is not None)
    status = Status.UNSATISFIABLE if picture is None else Status.SATISFIABLE
    if reached is not None:
        return Result(
            Status.UNKNOWN, None, meter.stats, reached.limit, reached.detail, puzzle=puzzle
        )
    return Result(status, picture, meter.stats, puzzle=puzzle)


class _Observer(Meter):
    """A meter that takes snapshots.

    Args:
        query: the question, whose limits hold.
        note: receives the snapshots.
    """

    def __init__(self, query: Query, note: Note) -> None:
        super().__init__(query.meter.limits, query.meter.stats)
        self.looking = 0.0
        """Seconds spent on snapshots."""
        self.look: Callable[[], list[int]] | None = None
        """The candidates of all cells now, as masks."""
        self._puzzle, self._note = query.puzzle, note
        self._reported: dict[str, Any] = {}
        self._next_node, self._next_time = 1, time.monotonic() + _EVERY

    def node(self) -> None:
        super().node()
        if self.look is not None:
            self.reached(self.stats.nodes, {})

    def reached(self, nodes: int, counted: dict[str, int | float]) -> None:
        """Take a snapshot if this node is due for one."""
        if nodes < self._next_node:
            return
        self._next_node = nodes + max(1, nodes // _DENSE)
        begun = time.monotonic()
        assert self.look is not None
        full = (1 << self._puzzle.block_colours + 1) - 1
        # Lines that contradict each other leave a cell without candidates for a moment.
        masks = [mask or full for mask in self.look()]
        grid = Grid.of_masks(self._puzzle, masks)
        self._take(counted, tuple(grid.row_texts(self._puzzle.colours)))
        self.looking += time.monotonic() - begun

    def report(self, counted: dict[str, Any]) -> None:
        """Remember what was counted; pass it on where there are no nodes for long."""
        self._reported = counted
        if time.monotonic() >= self._next_time:
            self._take({}, None)

    def _take(self, counted: dict[str, int | float], cells: tuple[str, ...] | None) -> None:
        self._next_time = time.monotonic() + _EVERY
        stats = {**self._reported, **self.stats.to_dict(), **counted}
        spent = self.stats.seconds + time.monotonic() - self._started - self.looking
        self._note(Snapshot(stats | {"seconds": spent}, cells))


def _textbook(query: Query, meter: _Observer) -> Iterator[Picture]:
    """The search by lines; what it assumes is read off the domains."""
    from ..csp.nonogram import candidates, pictures_of, state_of

    state = state_of(query)
    meter.look = candidates(state, query.puzzle)
    yield from pictures_of(state, query.puzzle, query.options)


def _is_own(options: Options) -> bool:
    """Whether a decision heuristic can look on: there is a place for one, which is free."""
    return options.strategy == "learning" and options.decision == "vsids"


def _kernel(query: Query, meter: _Observer) -> Iterator[Picture]:
    """The search with learning; a heuristic that leaves every decision to the kernel looks on."""
    kernel.ensure_available()
    colours = query.puzzle.block_colours

    def decide(view: Any) -> None:
        _, _, nodes, conflicts, restarts = view.state()
        meter.look = lambda: kernel.unpack(view.masks(), colours)
        counted = {"nodes": nodes, "conflicts": conflicts, "restarts": restarts}
        meter.reached(nodes, {name: number for name, number in counted.items() if number})

    return kernel.pictures(query, heuristic=(decide, None, None, None))
