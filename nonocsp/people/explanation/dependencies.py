"""Which steps of an explanation build on which: the proof as a graph, and backward slices of it.

A step uses the steps that excluded what its reasons exclude. What a conclusion depends on is the
closure of that: the trimming of a proof (E. Goldberg and Y. Novikov, 2003), or a program slice
(M. Weiser, 1981).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...core import Grid
from .facts import Fact
from .steps import Step


class Dependencies:
    """Which step excluded each candidate that a grid has."""

    def __init__(self, start: Grid) -> None:
        self._start = start
        self._source: dict[tuple[int, int], dict[int, int]] = {}
        """For row and column the excluded colours, each with the number of the step."""

    def add(self, number: int, step: Step) -> Step:
        """Add the next step; returns it with the numbers of the steps that it uses."""
        uses = self.sources(step.because)
        for one in step.cells:
            for colour in {*one.excluded}.intersection(self._start.candidates(one.row, one.column)):
                self._source.setdefault((one.row, one.column), {}).setdefault(colour, number)
        return replace(step, uses=uses)

    def sources(self, facts: Iterable[Fact]) -> tuple[int, ...]:
        """The steps that excluded what some facts exclude; none for what was known before."""
        found = {
            number
            for fact in facts
            for colour, number in self._source.get((fact.row, fact.column), {}).items()
            if colour not in fact.colours
        }
        return tuple(sorted(found))


def closure(steps: Sequence[Step], numbers: Iterable[int]) -> dict[int, Step]:
    """Some steps and all on which they depend, by number, ascending."""
    found: set[int] = set()
    waiting = list(numbers)
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += steps[number].uses
    return {number: steps[number] for number in sorted(found)}
