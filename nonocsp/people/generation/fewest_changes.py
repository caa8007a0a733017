"""Repair: the fewest cells to change in a picture so that its puzzle becomes unique.

Upper bounds by local search: some change that repairs the picture, from which unnecessary cells are
taken back. Then iterative deepening: every set of 1, 2, … cells that can repair it. Each has a cell
on some line of every fault (proof in `draft`), so the search branches on the cells of the lines of
one fault at a time. Where it completes, the number is proven minimal.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core import (
    Displayable,
    LimitReached,
    Limits,
    Meter,
    Picture,
    Plain,
    Puzzle,
    Stats,
    counted,
    logged,
    report,
)
from .draft import Draft, Fault, Goal
from .local_search import reach
from .rng import Rng

#: Questions about pictures that a repair may ask by default.
CHECKS = 20_000

#: Local searches, each with its own seed, before the systematic search.
ROUNDS = 4

#: Questions that the search for other repairs than the first may take.
FOR_OTHERS = 1_000


@dataclass(frozen=True, slots=True)
class Repair(Displayable, Plain):
    """The answer of `repair`."""

    before: Picture
    """The given picture."""
    after: Picture | None
    """The picture whose puzzle meets the goal; None if none was found."""
    goal: Goal
    """The goal that the puzzle must meet."""
    at_least: int
    """A proven lower bound on the cells that have to change."""
    checks: int
    """Questions asked about pictures."""
    stats: Stats
    """Counted work of the searches among them."""
    stopped_by: str | None = None
    """What stopped it before the proof: ``"checks"`` or a field of `Limits`; or None."""
    others: tuple[Picture, ...] = ()
    """Other pictures whose puzzles meet the goal, those with the fewest changes first."""

    def __repr__(self) -> str:
        if self.after is None:
            return f"<Repair: none found, stopped by {self.stopped_by}>"
        fewest = "the fewest possible" if self.is_fewest else f"at least {self.at_least} needed"
        return f"<Repair: {counted(len(self.flipped), 'cell')} changed, {fewest}>"

    @property
    def flipped(self) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) that differ, in row-major order."""
        return () if self.after is None else self.before.differences(self.after)

    @property
    def is_fewest(self) -> bool:
        """The number of changed cells is proven minimal."""
        return self.after is not None and self.at_least == len(self.flipped)

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle of the repaired picture."""
        if self.after is None:
            return None
        return Puzzle.from_picture(self.after, blank=self.after.colours[0])


@logged
def repair(
    picture: Picture,
    *,
    goal: Goal = "unique",
    checks: int = CHECKS,
    number: int = 1,
    limits: Limits | None = None,
    engine: str | None = None,
) -> Repair:
    """The fewest cells to change so that a picture's puzzle becomes unique.

    Args:
        picture: the picture; cells may get the colours that it has, or blank.
        goal: ``"unique"``, or ``"lines"``: solved by tightening one line after another.
        checks: questions about pictures for making the change smaller and for the proof; the first
            change may take more.
        number: repairs to look for, to choose from; there may be fewer.
        limits: bounds on seconds, nodes and memory; the best change found so far is the answer.
        engine: the engine that answers; the result is the same with any.

    Cost: without the proof, some hundred questions for each place to repair; with it, about
    ``(lines of a place * cells of a line * colours) ** cells to change``. A question takes a
    millisecond at 50 x 50.

    Raises:
        OptionError: an unknown goal, or a number of checks that is not positive.

    >>> fixed = repair(Picture(["#_", "_#"]))
    >>> print(fixed.after, fixed.flipped, fixed.is_fewest)
    ##
    _# ((0, 1),) True
    """
    stats = Stats()
    meter = Meter(Limits() if limits is None else limits, stats)
    search = _Search(picture, goal, checks, number, meter, engine)
    stopped_by = None
    try:
        with meter:
            search.run()
    except LimitReached as reached:
        stopped_by = reached.limit
    if search.is_proven:
        stopped_by = None  # the search for others, at most

    def repaired(cells: bytes) -> Picture:
        return Picture.from_cells(cells, picture.board, picture.colours)

    after = None if search.best is None else repaired(search.best)
    others = tuple(map(repaired, search.others()))
    checks = search.draft.checks
    return Repair(picture, after, goal, search.at_least, checks, stats, stopped_by, others)


class _Search:
    """The search for fewer and fewer changes, and the best so far."""

    def __init__(
        self,
        picture: Picture,
        goal: Goal,
        checks: int,
        number: int,
        meter: Meter,
        engine: str | None,
    ) -> None:
        colours = max(1, *picture.cells)
        self.original = picture.cells
        self.draft = Draft(picture, colours, meter, engine)
        self.goal: Goal = goal
        self.checks = checks
        self.number = number
        self.best: bytes | None = None
        self.at_least = 0
        self._found: set[bytes] = set()
        self._seen: set[frozenset[tuple[int, int]]] = set()

    @property
    def size(self) -> int:
        """The number of cells that the best picture so far changes."""
        assert self.best is not None
        return self._changes(self.best)

    @property
    def is_proven(self) -> bool:
        """Whether no fewer changes than those of the best picture suffice."""
        return self.best is not None and self.size == self.at_least

    def others(self) -> list[bytes]:
        """The further repairs that were found."""
        found = sorted(self._found - {self.best}, key=lambda cells: (self._changes(cells), cells))
        return found[: self.number - 1]

    def _changes(self, cells: bytes) -> int:
        return sum(a != b for a, b in zip(self.original, cells, strict=True))

    def run(self) -> None:
        if self.draft.meets(self.goal):
            self.best = self.original
            return
        self.at_least = 1
        for seed in range(ROUNDS):
            self._local(Rng(seed))
            if self.is_proven:
                break
        while not self.is_proven:
            if self._level() or self.is_proven:
                return
            self.at_least += 1
        if self.number > 1:
            self.checks = min(self.checks, self.draft.checks + FOR_OTHERS)
            self._level()

    def _level(self) -> bool:
        """Try all changes of ``at_least`` cells, until enough of them meet the goal."""
        self._seen.clear()
        self._restore()
        return self._deepen(self.at_least, {})

    def _local(self, rng: Rng) -> None:
        """Local search, then take back unnecessary changes."""
        self._restore()
        if not reach(self.draft, self.goal, rng):
            # The blank picture is always unique.
            self.draft.paint([(cell, 0) for cell in range(len(self.original))])
        self._keep()
        while self._take_back(rng):
            pass
        self._found.add(self.draft.cells)

    def _take_back(self, rng: Rng) -> bool:
        """Take back unnecessary changes; whether there were any, which may free others."""
        changed = [c for c, old in enumerate(self.original) if self.draft[c] != old]
        rng.shuffle(changed)
        before = self.draft.cells
        for cell in changed:
            self._spend()
            colour = self.draft[cell]
            self.draft.paint([(cell, self.original[cell])])
            if self.draft.meets(self.goal):
                self._keep()
            else:
                self.draft.paint([(cell, colour)])
        return self.draft.cells != before

    def _keep(self) -> None:
        cells = self.draft.cells
        if self.best is None or self._changes(cells) < self.size:
            self.best = cells

    def _restore(self) -> None:
        now = self.draft.cells
        pairs = enumerate(self.original)
        self.draft.paint([(cell, old) for cell, old in pairs if now[cell] != old])

    def _spend(self) -> None:
        report(checks=self.draft.checks)
        if self.best is not None and self.draft.checks >= self.checks:
            raise LimitReached("checks")

    def _deepen(self, left: int, changed: dict[int, int]) -> bool:
        """Whether painting exactly ``left`` more cells meets the goal in enough ways."""
        self._spend()
        if not left:
            if self.draft.meets(self.goal):
                self._keep()
                self._found.add(self.draft.cells)
            fewest = sum(self._changes(cells) == self.at_least for cells in self._found)
            return fewest >= self.number
        # A cell lies on two lines, so it touches at most two faults that share no line.
        faults = self.draft.faults(self.goal, 2 * left + 1)
        if not faults:
            return True
        if len(faults) > 2 * left:
            return False
        for cell in self._candidates(faults, left):
            if cell in changed:
                continue
            old = self.draft[cell]
            for colour in range(self.draft.colours + 1):
                key = frozenset({**changed, cell: colour}.items())
                if colour == old or key in self._seen:
                    continue
                self._seen.add(key)
                self.draft.paint([(cell, colour)])
                if self._deepen(left - 1, {**changed, cell: colour}):
                    return True
            self.draft.paint([(cell, old)])
        return False

    def _candidates(self, faults: list[Fault], left: int) -> list[int]:
        """Cells, one of which every repair changes: those of the fault itself first.

        The last cell to be changed has to touch every fault.
        """
        fewest = min(faults, key=lambda fault: len(fault.lines))
        cells = self.draft.cells_on(fewest.lines)
        if left == 1:
            cells.intersection_update(*(self.draft.cells_on(fault.lines) for fault in faults))
        own = set(fewest.cells)
        return sorted(cells, key=lambda cell: (cell not in own, cell))
