"""The one primitive of the room: the fewest known cells of a line that force a conclusion.

A conclusion is a set of colours that some cells of the line cannot have. `Domain.reason` finds
cells of which none can be spared; `Domain.smallest_reason` as few as there can be. The kernel asks
and answers the same for one cell and colour (`nonocsp.line.LineDomain.explain`), as does the
definition (`nonocsp.line.explain`); people want one reason for all cells that a step concludes,
and cells rather than single colours that cells lack.

The lines themselves are tightened by the kernel, and by definition where that is missing or not
wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..common.mus import Budget, smallest_mus
from ..kernel.door import takes
from ..line.domain import line_domain
from ..model.clue import Clue, Line
from ..model.puzzle import Puzzle
from ..solver.engines import engine_named

#: For cells of a line, bits of the colours that they cannot have.
Exclusions = Mapping[int, int]


def nearest_first(length: int, targets: Iterable[int]) -> list[int]:
    """The cells of a line, those next to one of the targets first.

    >>> nearest_first(5, [1])
    [1, 0, 2, 3, 4]
    """
    distance = [length] * length
    for cell in targets:
        distance[cell] = 0
    for cell in range(1, length):
        distance[cell] = min(distance[cell], distance[cell - 1] + 1)
    for cell in reversed(range(length - 1)):
        distance[cell] = min(distance[cell], distance[cell + 1] + 1)
    return sorted(range(length), key=lambda cell: (distance[cell], cell))


class Domain:
    """The domain of one line, to be asked what follows and why.

    Args:
        clue: the blocks, or None for an absent clue.
        length: cells of the line.
        colours: number of block colours.
        by_definition: tighten as `nonocsp.line` does, not with the kernel.

    >>> from nonocsp import Block
    >>> domain = Domain((Block(2), Block(1)), 6)
    >>> domain.reason([3, 3, 3, 1, 3, 3], {1: 0b01})
    (3,)
    """

    def __init__(
        self, clue: Clue | None, length: int, colours: int = 1, *, by_definition: bool = False
    ) -> None:
        self.clue, self.length, self.colours = clue, length, colours
        self.full = (2 << colours) - 1
        self._line = line_domain(clue, length, colours, by_definition=by_definition)

    def tighten(self, masks: Sequence[int]) -> tuple[int, ...] | None:
        """The candidates that some placement supports; None if there is no placement."""
        return self._line.tighten(masks)

    def placement(self, masks: Sequence[int]) -> bytes | None:
        """One placement that agrees with the candidates, if there is one."""
        return next(iter(self._line.placements(masks, 1)), None)

    def forces(self, masks: Sequence[int], exclusions: Exclusions) -> bool:
        """Whether the candidates leave no placement with an excluded colour; without exclusions,
        no placement at all."""
        tight = self.tighten(masks)
        return tight is None or (
            bool(exclusions) and not any(tight[cell] & mask for cell, mask in exclusions.items())
        )

    def reason(
        self, masks: Sequence[int], exclusions: Exclusions, first: Sequence[int] = ()
    ) -> tuple[int, ...] | None:
        """Known cells that force some exclusions, or without any that there is no placement.

        Args:
            masks: what is known.
            exclusions: colours that cells cannot have. What is known of a cell does not count for
                its own conclusion.
            first: cells that are rather kept than others, in this order; after these the nearest
                to the conclusion.

        Returns the indices of the cells, ascending, none of which can be spared; None if what is
        known does not force it. Cost: a tightening for each cell that is known.
        """
        order = dict.fromkeys((*first, *nearest_first(self.length, exclusions or [0])))
        known = [cell for cell in order if masks[cell] != self.full]
        return self._line.reason(masks, exclusions, known)

    def smallest_reason(
        self, masks: Sequence[int], exclusions: Exclusions, *, tries: int = 20_000
    ) -> tuple[int, ...] | None:
        """As `reason`, with as few cells as there can be.

        Raises:
            OutOfBudget: more sets than ``tries`` would have to be tried.

        >>> from nonocsp import Block
        >>> domain = Domain((Block(3),), 10)
        >>> domain.smallest_reason([1, 3, 3, 1, 3, 3, 1, 3, 3, 3], {4: 0b10})
        (3, 6)
        """
        if not self.forces(self._known(masks, range(self.length), exclusions), exclusions):
            return None

        def counterexample(some: Sequence[int]) -> frozenset[int] | None:
            known = self._known(masks, some, exclusions)
            placement = None
            if not exclusions:
                placement = self.placement(known)
            for cell, excluded in exclusions.items():
                if placement is None and known[cell] & excluded:
                    allowed = [*known[:cell], known[cell] & excluded, *known[cell + 1 :]]
                    placement = self.placement(allowed)
            if placement is None:
                return None
            return frozenset(
                cell
                for cell, colour in enumerate(placement)
                if not masks[cell] >> colour & 1 and not exclusions.get(cell, 0) >> colour & 1
            )

        return tuple(smallest_mus(counterexample, Budget(tries)))

    def _known(
        self, masks: Sequence[int], cells: Sequence[int], exclusions: Exclusions
    ) -> list[int]:
        """What some of the cells tell, short of what is to be concluded of them."""
        known = [self.full] * self.length
        for cell in cells:
            known[cell] = masks[cell] | exclusions.get(cell, 0)
        return known


class Domains:
    """The domains of all lines of a puzzle; lines with the same clue and length share one."""

    def __init__(self, puzzle: Puzzle, engine: str | None = None) -> None:
        # The engine is looked up although it is not asked: a name that there is not is refused.
        self.by_definition = engine_named(engine).name == "textbook" or not takes(max(puzzle.shape))
        self._puzzle = puzzle
        self._domains: dict[tuple[Clue | None, int], Domain] = {}

    def __getitem__(self, line: Line) -> Domain:
        key = self._puzzle.clue(line), self._puzzle.length(line)
        found = self._domains.get(key)
        if found is None:
            colours = self._puzzle.block_colours
            found = Domain(*key, colours, by_definition=self.by_definition)
            self._domains[key] = found
        return found
