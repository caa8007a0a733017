"""The domain of one line, by definition in Python and bit-parallel in the kernel.

`line_domain` and `LineDomains` choose the implementation. The definition has no bound on the
length.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from ..base.arguments import checked, checked_on_failure
from ..base.whole import whole
from ..kernel import interface
from ..kernel.interface import LARGEST, pack, supports, unpack
from ..model.bits import full
from ..model.clue import Clue
from ..model.line import Line
from ..model.puzzle import Puzzle
from ..options.mus import minimal_unsatisfiable_subset
from . import definition
from .optimum import Extremes, SumRange, Weights, min_marginals, sum_range


@checked
class LineDomain:
    """The placements of one line, restricted by the candidates of its cells; by definition.

    Candidates are one mask a cell: bit ``c`` is set if colour ``c`` is possible.

    Args:
        clue: the blocks, or None for an absent clue.
        length: the number of cells.
        block_colours: number of block colours.
    """

    def __init__(self, clue: Clue | None, length: int, block_colours: int = 1) -> None:
        self.clue, self.length, self.block_colours = clue, length, block_colours

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.clue, self.length, self.block_colours)

    @checked
    def tighten(self, candidates: Sequence[int]) -> tuple[int, ...] | None:
        """The candidates that some placement supports; None if there is no placement."""
        return definition.tighten(self.clue, candidates, self.block_colours)

    @checked
    def feasible(self, candidates: Sequence[int]) -> bool:
        """Whether any placement agrees with the candidates."""
        return bool(self.placements(candidates, 1))

    @checked
    def count(self, candidates: Sequence[int]) -> int:
        """The exact number of placements that agree with the candidates."""
        return definition.count(self.clue, self.length, self.block_colours, candidates)

    @checked
    def min_marginals(
        self, candidates: Sequence[int], weights: Weights
    ) -> tuple[tuple[Extremes, ...], ...]:
        """For every cell and colour, the least and the greatest sum of weights; see `optimum`."""
        return min_marginals(self.clue, candidates, weights, self.block_colours)

    @checked
    def sum_ranges(
        self, candidates: Sequence[int], every: Sequence[Weights]
    ) -> list[SumRange] | None:
        """The ranges of the sums with each of some weights; None if there is no placement."""
        found = [sum_range(self.min_marginals(candidates, weights)) for weights in every]
        return None if None in found else [each for each in found if each is not None]

    @checked
    def placements(self, candidates: Sequence[int], limit: int) -> list[bytes]:
        """The first placements that agree with the candidates, in lexicographic order."""
        every = definition.placements(self.clue, self.length, self.block_colours, candidates)
        return list(islice(every, limit))

    @checked
    def explain(
        self, candidates: Sequence[int], cell: int, colour: int
    ) -> tuple[tuple[int, int], ...] | None:
        """A minimal set of missing candidates (cell, colour) that forces a colour out of a cell.

        With ``cell=-1`` it leaves the line without any placement. None if nothing is forced.
        """
        return definition.explain(self.clue, candidates, cell, colour, self.block_colours)

    @checked
    def reason(
        self, candidates: Sequence[int], exclusions: Mapping[int, int], order: Sequence[int]
    ) -> tuple[int, ...] | None:
        """A minimal set of cells whose candidates force some exclusions, ascending.

        Args:
            candidates: what is known. An excluded colour's own cell does not support it.
            exclusions: for cells, the mask of the colours to exclude; empty asks for a set that
                leaves no placement.
            order: the cells that may be used, preferred ones first.

        None if the exclusions are not forced. Cost: a tightening for each cell in ``order``.
        """
        definition.check_line(None, self.length, self.block_colours, candidates)
        definition.check_cells("exclusions", exclusions, self.length)
        definition.check_cells("order", order, self.length)
        unknown = [full(self.block_colours)] * self.length

        def suffices(cells: Sequence[int]) -> bool:
            known = unknown.copy()
            for cell in cells:
                known[cell] = candidates[cell] | exclusions.get(cell, 0)
            tight = self.tighten(known)
            return tight is None or (
                bool(exclusions) and not any(tight[cell] & out for cell, out in exclusions.items())
            )

        if not suffices(order):
            return None
        return tuple(sorted(minimal_unsatisfiable_subset(order, suffices)))


#: Weights that share a pass of the kernel, and the largest sum that it adds up.
_LANES, _LARGEST_SUM = 16, 5_333


@lru_cache(maxsize=1_000)
def _lanes(every: tuple[Weights, ...]) -> bytes | None:
    """Weights for the kernel, cells x colours x lanes, each followed by its negative; None where
    sums can be too large for it."""
    if any(_largest_sum(weights) > _LARGEST_SUM for weights in every):
        return None
    rest = [0] * (_LANES - 2 * len(every))
    packed = array("h")
    for cell in zip(*every, strict=True):
        for colour in zip(*cell, strict=True):
            packed.extend([signed for weight in colour for signed in (weight, -weight)] + rest)
    return packed.tobytes()


def _largest_sum(weights: Weights) -> int:
    return sum(abs(weight) for cell in weights for weight in cell)


class KernelLineDomain(LineDomain):
    """A `LineDomain` of the kernel, bit-parallel, for lines of 1 to 10,239 cells.

    Raises:
        EngineError: the kernel is missing.
        ValueError: a length out of this range.

    >>> from nonocsp import Block
    >>> line = KernelLineDomain((Block(3),), 4)
    >>> line.tighten([3, 3, 3, 3]), line.count([3, 3, 3, 3])
    ((3, 2, 2, 3), 2)
    >>> line.explain([3, 3, 3, 1], cell=0, colour=0)
    ((3, 1),)
    """

    def __init__(self, clue: Clue | None, length: int, block_colours: int = 1) -> None:
        super().__init__(clue, length, block_colours)
        self._line = interface.compiled_line(clue, length, block_colours)
        self._weights: Sequence[Weights] = ()
        """The weights of the last ranges, and the same for the kernel."""
        self._lanes: list[bytes | None] = []

    @checked_on_failure
    def tighten(self, candidates: Sequence[int]) -> tuple[int, ...] | None:
        left = self._line.tighten(self._packed(candidates))
        return None if left is None else tuple(unpack(left, self.block_colours))

    @checked_on_failure
    def feasible(self, candidates: Sequence[int]) -> bool:
        return self._line.feasible(self._packed(candidates))

    @checked_on_failure
    def count(self, candidates: Sequence[int]) -> int:
        return int.from_bytes(self._line.count(self._packed(candidates)), "little")

    @checked_on_failure
    def min_marginals(
        self, candidates: Sequence[int], weights: Weights
    ) -> tuple[tuple[Extremes, ...], ...]:
        if _largest_sum(weights) > _LARGEST_SUM:
            return super().min_marginals(candidates, weights)
        flat = array("i", [weight for cell in weights for weight in cell]).tobytes()
        found = array("i", self._line.min_marginals(self._packed(candidates), flat))
        extremes = [
            (least, greatest) if least <= greatest else None
            for least, greatest in zip(found[2::2], found[3::2], strict=True)
        ]
        colours = self.block_colours + 1
        return tuple(tuple(extremes[at : at + colours]) for at in range(0, len(extremes), colours))

    @checked_on_failure
    def sum_ranges(
        self, candidates: Sequence[int], every: Sequence[Weights]
    ) -> list[SumRange] | None:
        if every is not self._weights:
            half = _LANES // 2
            plain = [tuple(map(tuple, weights)) for weights in every]
            parts = (tuple(plain[at : at + half]) for at in range(0, len(plain), half))
            self._weights, self._lanes = every, [_lanes(part) for part in parts]
        known, ranges = self._packed(candidates), []
        for packed in self._lanes:
            if packed is None:
                return super().sum_ranges(candidates, every)
            found = array("h", self._line.least_sums(known, packed))
            if found[0] > _LARGEST_SUM:
                return None
            for lane in range(0, _LANES, 2):
                low, high = found[lane], -found[lane + 1]
                rise, fall = found[lane + _LANES] - low, found[lane + 1 + _LANES] + high
                ranges.append(SumRange(low, high, rise, fall))
        return ranges[: len(every)]

    @checked_on_failure
    def placements(self, candidates: Sequence[int], limit: int) -> list[bytes]:
        return self._line.placements(self._packed(candidates), min(whole(limit), LARGEST))

    @checked_on_failure
    def explain(
        self, candidates: Sequence[int], cell: int, colour: int
    ) -> tuple[tuple[int, int], ...] | None:
        definition.check_cell(cell, colour, self.length, self.block_colours)
        explanation = self._line.explain(self._packed(candidates), cell, colour)
        return None if explanation is None else tuple(explanation)

    @checked_on_failure
    def reason(
        self, candidates: Sequence[int], exclusions: Mapping[int, int], order: Sequence[int]
    ) -> tuple[int, ...] | None:
        definition.check_cells("exclusions", exclusions, self.length)
        excluded = None
        if len(exclusions):
            masks = [0] * self.length
            for cell, mask in exclusions.items():
                masks[cell] = mask
            excluded = self._packed(masks)
        cells = array("i", order).tobytes()
        try:
            reason = self._line.reason(self._packed(candidates), excluded, cells)
        except ValueError:
            definition.check_cells("order", order, self.length)
            raise
        return None if reason is None else tuple(sorted(reason))

    def seconds_to_tighten(self, candidates: Sequence[int], repeats: int = 10_000) -> float:
        """Mean seconds of one tightening inside the kernel, without the call from Python."""
        return self._line.seconds_to_tighten(self._packed(candidates), repeats)

    def _packed(self, candidates: Sequence[int]) -> bytes:
        definition.check_line(None, self.length, self.block_colours, candidates)
        return pack(candidates, self.block_colours)


@checked
def line_domain(
    clue: Clue | None, length: int, block_colours: int = 1, *, by_definition: bool = False
) -> LineDomain:
    """The domain of one line: the kernel's if it is installed and takes lines of that length.

    Args:
        clue: the blocks, or None for an absent clue.
        length: cells of the line.
        block_colours: number of block colours.
        by_definition: never use the kernel.

    >>> from nonocsp import Block
    >>> line_domain((Block(3),), 4).tighten([3, 3, 3, 3])
    (3, 2, 2, 3)
    """
    definition.check_line(clue, length, block_colours, None)
    if by_definition or not supports(length):
        return LineDomain(clue, length, block_colours)
    return KernelLineDomain(clue, length, block_colours)


@checked
class LineDomains:
    """The domains of the lines of a puzzle, each made when first used.

    Lines with the same clue and length share one. If a line is too long for the kernel, all are by
    definition.

    >>> domains = LineDomains(Puzzle([[2]], [[1], [1], []]))
    >>> domains[Line("row", 0)].tighten([3, 3, 3])
    (3, 2, 3)
    """

    def __init__(self, puzzle: Puzzle, *, by_definition: bool = False) -> None:
        self.by_definition = by_definition or not supports(puzzle.board.longest)
        self._puzzle = puzzle
        self._of: dict[Line, LineDomain] = {}
        self._shared: dict[tuple[Clue | None, int], LineDomain] = {}

    def __getitem__(self, line: Line) -> LineDomain:
        domain = self._of.get(line)
        if domain is None:
            key = self._puzzle.clue(line), self._puzzle.length(line)
            domain = self._shared.get(key)
            if domain is None:
                kind = LineDomain if self.by_definition else KernelLineDomain
                domain = self._shared[key] = kind(*key, self._puzzle.block_colours)
            self._of[line] = domain
        return domain
