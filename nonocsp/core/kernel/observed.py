"""The events of the kernel's search with learning.

The compiled search calls back at every decision, conflict, restart and solution. What happened
between two calls is read off the trail of the search: the decisions, and the facts that followed
from each, in order, with the line that forced them. The search does the same work without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ..model.grid import Picture
from ..model.query import Query
from ..options.events import (
    Backjump,
    Backtrack,
    Decide,
    Event,
    Fact,
    Fail,
    Nogood,
    Propagate,
    Restart,
    Solution,
)
from . import interface

#: Cell, colour, whether it has it, level, and the line that forced it or -1.
_Entry: TypeAlias = tuple[int, int, bool, int, int]


class Observation:
    """A search that reports its events.

    Lucky phases are attempts that end in `Restart`. Of probing, the assumptions that fail are
    reported; bounds are seen by the facts that they find.

    Args:
        query: the question; its strategy is learning, and its decisions the kernel's own.
        listen: called with each event.
        settle: called when propagation has ended: before a decision, and at a conflict or solution.
            It gets a function, to be called until the next event, that gives the candidates of all
            cells and the number of placements of every line.
    """

    def __init__(
        self,
        query: Query,
        listen: Callable[[Event], object],
        settle: Callable[[Callable[[], tuple[list[int], list[int]]]], object],
    ) -> None:
        self._query, self._listen, self._settle = query, listen, settle
        self._trail: list[_Entry] = []

    def pictures(self) -> Iterator[Picture]:
        """Every solution, each once. Raises `LimitReached`."""
        functions = self._look, self._conflict, lambda: self._listen(Restart()), self._leaf
        yield from interface.pictures(self._query, heuristic=functions)

    def _leaf(self, view: interface.compiled.SearchView, is_solution: bool, line: int) -> None:
        self._look(view)
        self._listen(Solution() if is_solution else Fail(None if line < 0 else line))

    def _conflict(
        self, level: int, back: int, _: int, nogood: tuple[Fact, ...], size: int, lbd: int
    ) -> None:
        if size:
            self._listen(Nogood(nogood, size, lbd))
            if back < level - 1:
                self._listen(Backjump(tuple(sorted({cell for cell, _, _ in nogood}))))

    def _look(self, view: interface.compiled.SearchView) -> None:
        """Report what was taken back since the last look, and what is new."""
        trail, known = view.trail(), self._trail
        pairs = enumerate(zip(trail, known, strict=False))
        most = min(len(trail), len(known))
        same = next((index for index, (new, old) in pairs if new != old), most)
        for is_decision, facts in reversed(_steps(known, same)):
            if is_decision:
                self._listen(Backtrack(facts[0][0]))
        for is_decision, facts in _steps(trail, same):
            found = tuple(fact[:3] for fact in facts)
            line = facts[0][4]
            if is_decision:
                self._listen(Decide(*found[0], by=view.technique() or None))
            else:
                self._listen(Propagate(line if line >= 0 else None, found))
        self._trail = trail

        def look() -> tuple[list[int], list[int]]:
            lines = range(len(self._query.puzzle.lines))
            sizes = [int.from_bytes(view.domain_size(line), "little") for line in lines]
            return interface.unpack(view.masks(), self._query.puzzle.block_colours), sizes

        self._settle(look)


def _steps(trail: list[_Entry], start: int) -> list[tuple[bool, list[_Entry]]]:
    """Decisions, and facts in a row that one line forced, from a place of a trail on."""
    steps: list[tuple[bool, list[_Entry]]] = []
    level, line = trail[start - 1][3] if start else 0, None
    for entry in trail[start:]:
        if entry[3] > level:
            level, line = entry[3], None
            steps.append((True, [entry]))
        elif entry[4] == line:
            steps[-1][1].append(entry)
        else:
            line = entry[4]
            steps.append((False, [entry]))
    return steps
