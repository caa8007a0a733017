"""The domain of one line: one interface, implemented by the kernel and by the definition.

`line_domain` chooses the implementation, and is the only place that does. The kernel's is used
where it is installed and takes lines of that length; the definition in Python has no bound on the
length and is also what the textbook engine asks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Protocol

from ..common.mus import minimal_unsatisfiable_subset
from ..kernel.door import supports
from ..kernel.line_domain import KernelLineDomain
from ..model.bits import full
from ..model.clue import Clue
from ..model.line import Line
from ..model.puzzle import Puzzle
from . import definition


class LineDomain(Protocol):
    """The placements of one line, restricted by the candidates of its cells.

    Candidates are one mask a cell: bit ``c`` says that colour ``c`` is possible.
    """

    length: int
    """The number of cells."""

    def tighten(self, candidates: Sequence[int]) -> tuple[int, ...] | None:
        """The candidates that some placement supports; None if there is no placement."""
        ...

    def feasible(self, candidates: Sequence[int]) -> bool:
        """Whether any placement agrees with the candidates."""
        ...

    def count(self, candidates: Sequence[int]) -> int:
        """The exact number of placements that agree with the candidates."""
        ...

    def placements(self, candidates: Sequence[int], limit: int) -> list[bytes]:
        """The first placements that agree with the candidates, in lexicographic order."""
        ...

    def explain(
        self, candidates: Sequence[int], cell: int, colour: int
    ) -> tuple[tuple[int, int], ...] | None:
        """A minimal set of missing candidates (cell, colour) that forces a colour out of a cell.

        With ``cell=-1`` it leaves the line without any placement. None if nothing is forced.
        """
        ...

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
        ...


class DefinedLineDomain:
    """A `LineDomain` by the definitions of `nonocsp.line.definition`, in Python."""

    def __init__(self, clue: Clue | None, length: int, block_colours: int = 1) -> None:
        self.clue, self.length, self.block_colours = clue, length, block_colours

    def tighten(self, candidates: Sequence[int]) -> tuple[int, ...] | None:
        return definition.tighten(self.clue, candidates, self.block_colours)

    def feasible(self, candidates: Sequence[int]) -> bool:
        return bool(self.placements(candidates, 1))

    def count(self, candidates: Sequence[int]) -> int:
        return definition.count(self.clue, self.length, self.block_colours, candidates)

    def placements(self, candidates: Sequence[int], limit: int) -> list[bytes]:
        every = definition.placements(self.clue, self.length, self.block_colours, candidates)
        return list(islice(every, limit))

    def explain(
        self, candidates: Sequence[int], cell: int, colour: int
    ) -> tuple[tuple[int, int], ...] | None:
        return definition.explain(self.clue, candidates, cell, colour, self.block_colours)

    def reason(
        self, candidates: Sequence[int], exclusions: Mapping[int, int], order: Sequence[int]
    ) -> tuple[int, ...] | None:
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
    if by_definition or not supports(length):
        return DefinedLineDomain(clue, length, block_colours)
    return KernelLineDomain(clue, length, block_colours)


class LineDomains:
    """The domains of the lines of a puzzle, each made when first used.

    Lines with the same clue and length share one. If a line is too long for the kernel, all are by
    definition.

    >>> domains = LineDomains(Puzzle([[2]], [[1], [1], []]))
    >>> domains[Line("row", 0)].tighten([3, 3, 3])
    (3, 2, 3)
    """

    def __init__(self, puzzle: Puzzle, *, by_definition: bool = False) -> None:
        self.by_definition = by_definition or not supports(max(puzzle.shape))
        self._puzzle = puzzle
        self._domains: dict[tuple[Clue | None, int], LineDomain] = {}

    def __getitem__(self, line: Line) -> LineDomain:
        key = self._puzzle.clue(line), self._puzzle.length(line)
        domain = self._domains.get(key)
        if domain is None:
            domain = self._domains[key] = line_domain(
                *key, self._puzzle.block_colours, by_definition=self.by_definition
            )
        return domain
