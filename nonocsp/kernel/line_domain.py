"""The domain of one line, bit-parallel, in the kernel."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress

from ..model.clue import Clue
from .door import LARGEST, clue_arrays, ensure_available, pack, unpack

with suppress(ImportError):  # `ensure_available` says what is missing
    import _nonocsp_kernel as _kernel


class KernelLineDomain:
    """The placements of one line; what each function promises is said at `LineDomain`.

    Args:
        clue: the blocks, or None for an absent clue.
        length: cells of the line, 1 to 10,239.
        block_colours: number of block colours.

    Raises:
        EngineError: the kernel is missing.
        ValueError: a length, mask, cell or colour that the line does not have.

    >>> from nonocsp import Block
    >>> line = KernelLineDomain((Block(3),), 4)
    >>> line.tighten([3, 3, 3, 3]), line.count([3, 3, 3, 3])
    ((3, 2, 2, 3), 2)
    >>> line.explain([3, 3, 3, 1], cell=0, colour=0)
    ((3, 1),)
    """

    def __init__(self, clue: Clue | None, length: int, block_colours: int = 1) -> None:
        ensure_available()
        self.length, self.block_colours = length, block_colours
        self._line = _kernel.Line(length, block_colours, *clue_arrays([clue]))

    def tighten(self, candidates: Sequence[int]) -> tuple[int, ...] | None:
        left = self._line.tighten(self._packed(candidates))
        return None if left is None else tuple(unpack(left, self.block_colours))

    def feasible(self, candidates: Sequence[int]) -> bool:
        return self._line.feasible(self._packed(candidates))

    def count(self, candidates: Sequence[int]) -> int:
        return int.from_bytes(self._line.count(self._packed(candidates)), "little")

    def placements(self, candidates: Sequence[int], limit: int) -> list[bytes]:
        if limit < 0:
            raise ValueError(f"a limit is 0 or more, not {limit}")
        return self._line.placements(self._packed(candidates), min(limit, LARGEST))

    def explain(
        self, candidates: Sequence[int], cell: int, colour: int
    ) -> tuple[tuple[int, int], ...] | None:
        explanation = self._line.explain(self._packed(candidates), cell, colour)
        return None if explanation is None else tuple(explanation)

    def reason(
        self, candidates: Sequence[int], exclusions: Mapping[int, int], order: Sequence[int]
    ) -> tuple[int, ...] | None:
        excluded = None
        if exclusions:
            masks = [0] * self.length
            for cell, mask in exclusions.items():
                masks[cell] = mask
            excluded = self._packed(masks)
        cells = array("i", order).tobytes()
        reason = self._line.reason(self._packed(candidates), excluded, cells)
        return None if reason is None else tuple(sorted(reason))

    def seconds_to_tighten(self, candidates: Sequence[int], repeats: int = 10_000) -> float:
        """Mean seconds of one tightening inside the kernel, without the call from Python."""
        return self._line.seconds_to_tighten(self._packed(candidates), repeats)

    def _packed(self, candidates: Sequence[int]) -> bytes:
        if len(candidates) != self.length:
            raise ValueError(f"{self.length} masks are expected, not {len(candidates)}")
        if not 0 <= min(candidates) <= max(candidates) < 2 << self.block_colours:
            raise ValueError(f"a mask has a colour outside 0 to {self.block_colours}")
        return pack(candidates, self.block_colours)
