"""Propagation: lines are tightened until nothing changes, the arc consistency of the model.

AC-3 with lines as variables: a first-in first-out worklist holds the lines in which a cell has
changed since they were last tightened. The fixpoint does not depend on the order. `tightenings`
yields every step, for callers that watch, count or record; `propagated` gives the fixpoint alone
and uses the kernel where it can.

Source: A. Mackworth, "Consistency in networks of relations" (1977).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..common.limits import Limits, Meter, Stats
from ..kernel import door as kernel
from ..line.domain import LineDomains
from ..model.clue import Line
from ..model.grid import Grid
from ..model.puzzle import Puzzle


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


def tightenings(
    puzzle: Puzzle,
    masks: list[int],
    lines: Iterable[Line] | None = None,
    *,
    domains: LineDomains | None = None,
    meter: Meter | None = None,
) -> Iterator[Tightening]:
    """Propagate, one tightening at a time; ends at the fixpoint or at the first failing line.

    Args:
        puzzle: whose lines.
        masks: the candidates of all cells in row-major order. They are changed in place, just
            before the tightening is yielded.
        lines: the first worklist, in order; None is every line.
        domains: line domains to use; None is the kernel's where possible.
        meter: its limits, looked at for every line, and its ``stats.tightenings``.

    Only lines that lose candidates are yielded, and last the line that has no placement, if any.
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
    domains = domains or LineDomains(puzzle)
    waiting = deque((line, 1) for line in (puzzle.lines if lines is None else lines))
    listed = {line for line, _ in waiting}
    while waiting:
        line, number = waiting.popleft()
        listed.discard(line)
        if meter is not None:
            meter.look_at_clock()
            meter.stats.tightenings += 1
        cells = puzzle.cells(line)
        before = tuple(masks[cells.start : cells.stop : cells.step])
        after = domains[line].tighten(before)
        if after == before:
            continue
        step = Tightening(line, before, after, number)
        for index in step.changes:
            masks[cells[index]] = after[index]  # type: ignore[index]  # changes are empty for None
            for other, _ in puzzle.lines_through(cells[index]):
                # A tightened line is at its own fixpoint.
                if other != line and other not in listed:
                    waiting.append((other, number + 1))
                    listed.add(other)
        yield step
        if after is None:
            return


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
