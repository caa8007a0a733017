"""Propagation: lines are tightened until nothing changes, the arc consistency of the model.

AC-3 with lines as variables: a first-in first-out worklist holds the lines in which a cell has
changed since they were last tightened. The fixpoint does not depend on the order. `Propagation`
goes round by round and `tightenings` step by step, for callers that watch, count or record;
`propagated` gives the fixpoint alone and uses the kernel where it can.

Source: A. Mackworth, "Consistency in networks of relations" (1977).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..kernel import interface as kernel
from ..line.domain import LineDomains
from ..model.grid import Grid
from ..model.line import Line
from ..model.puzzle import Puzzle
from ..options.limits import Limits, Meter, Stats


class Tightening(NamedTuple):
    """One line that was tightened and lost candidates, or has no placement left."""

    line: Line
    before: tuple[int, ...]
    """The candidates of its cells before."""
    after: tuple[int, ...] | None
    """The candidates that some placement supports; None if there is no placement."""
    round: int
    """From 1: one more than the round of the change that put the line on the worklist."""

    @property
    def changes(self) -> dict[int, int]:
        """For every cell of the line that changed, by its index in the line, the colours lost."""
        pairs = enumerate(zip(self.before, self.after or self.before, strict=True))
        return {index: old & ~new for index, (old, new) in pairs if old != new}


class Propagation:
    """Propagation in progress, round by round.

    A round tightens every line on the worklist, in order. When a cell changes, its lines that are
    still to come in this round keep their places, and the others wait for the next round.

    Args:
        puzzle: whose lines.
        masks: the candidates of all cells in row-major order, changed in place.
        lines: the first worklist, in order; None is every line.
        domains: line domains to use; None is the kernel's where possible.
        meter: its limits, looked at for every line, and its ``stats.tightenings``.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        masks: list[int],
        lines: Iterable[Line] | None = None,
        *,
        domains: LineDomains | None = None,
        meter: Meter | None = None,
    ) -> None:
        self.masks = masks
        self.rounds = 0
        """Rounds begun so far."""
        self.is_done = False
        """The fixpoint was reached, or some line has no placement."""
        self._puzzle, self._meter = puzzle, meter
        self._domains = domains or LineDomains(puzzle)
        self._next = dict.fromkeys(puzzle.lines if lines is None else lines)

    def round(self) -> Iterator[Tightening]:
        """The tightenings of one more round, lazily; ends early at a line without placement.

        Raises:
            LimitReached: a limit of the meter was reached.
        """
        self.rounds += 1
        waiting, self._next = self._next, {}
        while waiting:
            line = next(iter(waiting))
            del waiting[line]
            before = tuple(self._puzzle.board.along(line, self.masks))
            # A line without a clue has every placement, unless a cell has no candidate.
            if self._puzzle.clue(line) is None and all(before):
                continue
            if self._meter is not None:
                self._meter.check_clock()
                self._meter.stats.tightenings += 1
            cells = self._puzzle.cells(line)
            after = self._domains[line].tighten(before)
            if after is None:
                self.is_done = True
                yield Tightening(line, before, None, self.rounds)
                return
            if after == before:
                continue
            tightening = Tightening(line, before, after, self.rounds)
            for index in tightening.changes:
                self.masks[cells[index]] = after[index]
                for other, _ in self._puzzle.lines_through(cells[index]):
                    # A tightened line is at its own fixpoint.
                    if other != line and other not in waiting:
                        self._next[other] = None
            yield tightening
        self.is_done = not self._next


def tightenings(
    puzzle: Puzzle,
    masks: list[int],
    lines: Iterable[Line] | None = None,
    *,
    domains: LineDomains | None = None,
    meter: Meter | None = None,
) -> Iterator[Tightening]:
    """All tightenings of a `Propagation`, with the same arguments.

    ``masks`` are changed just before a tightening is yielded. Only lines that lose candidates are
    yielded, and last the line that has no placement, if any.
    Cost: at most one tightening for each line and each cell of it that changes.

    Raises:
        LimitReached: a limit of the meter was reached.

    >>> masks = [3] * 4
    >>> for step in tightenings(Puzzle([[2], [1]], [[1], [2]]), masks):
    ...     print(step.round, step.line, step.changes)
    1 row 1 {0: 1, 1: 1}
    1 column 1 {1: 2}
    1 column 2 {1: 1}
    """
    propagation = Propagation(puzzle, masks, lines, domains=domains, meter=meter)
    while not propagation.is_done:
        yield from propagation.round()


def propagated(
    puzzle: Puzzle,
    grid: Grid | None = None,
    limits: Limits | None = None,
    *,
    by_definition: bool = False,
) -> Grid | None:
    """The fixpoint of tightening every line; None if some line has no placement.

    The kernel does it where it is installed and takes lines of that length.

    Args:
        puzzle: what to propagate.
        grid: what is known; None is nothing.
        limits: bounds on time and memory.
        by_definition: never use the kernel.

    Raises:
        LimitReached: time or memory did not suffice.

    >>> print(propagated(Puzzle([[3], [1]], [["?"], [1], [1], [1]])))
    ?##?
    ?__?
    """
    domains = LineDomains(puzzle, by_definition=by_definition)
    if not domains.by_definition:
        return kernel.propagated(puzzle, grid, limits)
    masks = list((grid or Grid.unknown(puzzle)).masks)
    meter = Meter(limits or Limits(), Stats())
    for step in tightenings(puzzle, masks, domains=domains, meter=meter):
        if step.after is None:
            return None
    return Grid.of_masks(puzzle, masks)
