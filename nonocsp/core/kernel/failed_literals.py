"""Failed-literal probing that measures its implication chains.

To choose the shortest chain, thousands of assumptions are followed line by line, most of them in
vain. The compiled module does that and returns only the length of each chain; to write one out,
follow that one assumption again (`nonocsp.people.explanation.techniques.chains` is the definition).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..model.puzzle import Puzzle
from ..options.limits import Meter
from . import interface
from .interface import kernel_limits, kernel_puzzle, pack, unless_limited

#: More rounds than any assumption can be followed for.
_ALL_ROUNDS = 2**30


class Refuted(NamedTuple):
    """A colour of a cell that leads to a contradiction."""

    cell: int
    colour: int
    links: int
    """Lines of the chain."""
    premises: int
    """Candidates, missing from the start, that the chain uses."""


class Shared(NamedTuple):
    """A cell that loses a candidate for each colour that another cell can have."""

    about: int
    """The cell that is assumed to have each of its colours."""
    cell: int
    links: int
    """Lines of the chains for all of these colours."""
    premises: int
    """Candidates, missing from the start, that the chains use."""


class FailedLiterals:
    """All assumptions about the open cells of one puzzle.

    Cells are numbers in row-major order. From call to call candidates may only be
    removed, and every line must be tight. An assumption is followed again only if a line of its
    chain has changed.

    Raises:
        EngineError: the kernel is missing, or a line is longer than it supports.

    >>> from nonocsp.core.options import Limits, Stats
    >>> meter, puzzle = Meter(Limits(), Stats()), Puzzle([[1], [1], [1]], [[1], [1], [1]])
    >>> FailedLiterals(puzzle).refuted([3] * 9, meter)
    []
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._colours = puzzle.block_colours
        self._failed_literals = interface.compiled.FailedLiterals(kernel_puzzle(puzzle))

    def refuted(
        self, masks: Sequence[int], meter: Meter, most_rounds: int | None = None
    ) -> list[Refuted]:
        """The assumptions that are refuted after the fewest rounds, by cell and colour.

        Args:
            masks: the candidates of every cell.
            meter: counts the work.
            most_rounds: rounds of propagation at most; None is to the end.

        Raises:
            LimitReached: the limit on time or memory was reached.
        """
        rounds = _ALL_ROUNDS if most_rounds is None else most_rounds
        seconds, _, memory, _ = kernel_limits(meter.left())
        known = pack(masks, self._colours)
        found = self._failed_literals.refuted(known, rounds, seconds, memory)
        return [Refuted(*one) for one in _counted(found, meter)]

    def shared(self, masks: Sequence[int], meter: Meter) -> list[Shared]:
        """What follows from every colour of a cell after the fewest rounds, by cell.

        Raises:
            LimitReached: the limit on time or memory was reached.
        """
        seconds, _, memory, _ = kernel_limits(meter.left())
        found = self._failed_literals.shared(pack(masks, self._colours), seconds, memory)
        return [Shared(*one) for one in _counted(found, meter)]


def _counted(
    answer: tuple[list[tuple[int, int, int, int]] | str, int, int], meter: Meter
) -> list[tuple[int, int, int, int]]:
    found, probes, tightenings = answer
    meter.stats.probes += probes
    meter.stats.tightenings += tightenings
    return unless_limited(found)
