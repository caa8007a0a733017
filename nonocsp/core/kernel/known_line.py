"""One line, what is known of its cells, and the steps of a person that follow from them.

The kernel finds them, so that every language that calls it gets the same. Their words are keys of
`phrases.json` (see `nonocsp.people.explanation.phrasing`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..base.plain import Plain
from ..model.bits import mask_of
from ..model.puzzle import Puzzle
from ..options.limits import Meter
from . import interface
from .interface import kernel_limits, kernel_puzzle, pack, unless_limited, unpack


@dataclass(frozen=True, slots=True)
class Words(Plain):
    """A phrase by its key, and the values of its placeholders."""

    key: str
    block: int
    cells: tuple[int, ...]
    others: tuple[int, ...]
    count: int
    most: int


class LineStep(NamedTuple):
    """What follows from a line by a technique; cells are indices along the line."""

    technique: str
    """Its name."""
    exclusions: dict[int, int]
    """For cells, the mask of the colours that they cannot have; none in a contradiction."""
    because: list[int]
    """Known cells that force it, none of which can be left out, ascending."""
    phrases: Sequence[tuple[str, int, Sequence[int], Sequence[int], int, int]]
    """The fields of its words."""

    @property
    def words(self) -> tuple[Words, ...]:
        """The sentence, without the name of the line."""
        return tuple(
            [
                Words(key, block, tuple(cells), tuple(others), count, most)
                for key, block, cells, others, count, most in self.phrases
            ]
        )


class KnownLine:
    """A line of a puzzle, for one thread at a time.

    Raises:
        EngineError: the kernel is missing, or a line is longer than it supports.

    >>> from nonocsp.core.options import Limits, Stats
    >>> line = KnownLine(Puzzle([[3]], [[1], [1], [1], []]), 0)
    >>> line.know([3, 3, 3, 1])
    {0: 1, 1: 1, 2: 1}
    >>> step = line.step("full line", Meter(Limits(), Stats()))
    """

    def __init__(self, puzzle: Puzzle, number: int) -> None:
        self._colours = puzzle.block_colours
        self._line = interface.compiled.KnownLine(kernel_puzzle(puzzle), number)

    def know(self, masks: Sequence[int]) -> dict[int, int] | None:
        """Replace what is known; ``masks`` are the candidates of the cells.

        Returns:
            For cells the mask of the candidates that no placement supports; None if there is no
            placement.
        """
        excluded = self._line.know(pack(masks, self._colours))
        if excluded is None:
            return None
        masks = unpack(excluded, self._colours)
        return {cell: mask for cell, mask in enumerate(masks) if mask}

    def step(self, technique: str, meter: Meter, first: Sequence[int] = ()) -> LineStep | None:
        """The first step by a technique of lines; where a pattern shows nothing, by the first of
        the patterns after it that does.

        Args:
            technique: its name.
            meter: bounds the work.
            first: for a contradiction, cells to prefer as reasons.

        Raises:
            LimitReached: the limit on time was reached.
        """
        seconds = kernel_limits(meter.rest())[0]
        found = unless_limited(self._line.step(technique, array("i", first).tobytes(), seconds))
        if found is None:
            return None
        name, excluded, because, words = found
        exclusions = {cell: mask_of(colours) for cell, colours in excluded}
        return LineStep(name, exclusions, list(because), words)
