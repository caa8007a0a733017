"""The fewest cells to change in a picture so that its puzzle becomes unique.

A local search finds some change that does; cells whose change turns out not to be needed are
changed back. Then fewer are sought, one more at a time, through every set of cells that could do:
each has a cell in some line of every fault (why, is told in `canvas`), so that one fault after
another is met by each cell of its lines in turn. Where that search comes to its end, the number
is proven to be least.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..common.errors import OptionError
from ..common.limits import LimitReached, Limits, Meter, Stats
from ..model.grid import Picture
from ..model.puzzle import Puzzle
from .canvas import GOALS, Canvas, Fault, Goal
from .mending import lines_of, mend
from .rng import Draw

#: Questions about pictures that a repair may ask by default.
CHECKS = 20_000

#: Local searches, each with a chance of its own, before fewer cells are sought systematically.
ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Repair:
    """The answer of `repair`."""

    before: Picture
    """The picture as it was."""
    after: Picture | None
    """The picture whose puzzle meets the goal; None if none was found."""
    goal: Goal
    """What was asked of the puzzle."""
    at_least: int
    """Cells that have to change, proven."""
    checks: int
    """Questions asked about pictures on the way."""
    stats: Stats
    """Counted work of the searches among them."""
    stopped_by: str | None = None
    """What ended it before the proof: ``"checks"`` or a field of `Limits`; or None."""

    @property
    def flipped(self) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) that differ, in row-major order."""
        return () if self.after is None else self.before.differences(self.after)

    @property
    def is_fewest(self) -> bool:
        """It is proven that no fewer cells would do."""
        return self.after is not None and self.at_least == len(self.flipped)

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle of the picture as it is now."""
        if self.after is None:
            return None
        return Puzzle.from_picture(self.after, blank=self.after.colours[0])


class _CheckedEnough(LimitReached):
    def __init__(self) -> None:
        super().__init__("checks")


def repair(
    picture: Picture,
    *,
    goal: Goal = "unique",
    checks: int = CHECKS,
    limits: Limits | None = None,
    engine: str | None = None,
) -> Repair:
    """The fewest cells to change so that a picture's puzzle becomes unique.

    Args:
        picture: the picture; cells may get the colours that it has, or blank.
        goal: ``"unique"``, or ``"lines"``: solved by tightening one line after another.
        checks: questions about pictures that may be asked for proving that a change is small, and
            for making it smaller; a first change is sought however many it takes.
        limits: bounds on seconds, nodes and memory; the best found until then is the answer.
        engine: who is asked; makes no difference to the answer.

    Cost: without the proof, some hundred questions for each fault; with it, about
    ``(lines of a fault * cells of a line * colours) ** cells to change``. A question takes a
    millisecond at 50 x 50.

    Raises:
        OptionError: there is no such goal, or a number that is not positive.

    >>> fixed = repair(Picture(["#_", "_#"]))
    >>> print(fixed.after, fixed.flipped, fixed.is_fewest)
    ##
    _# ((0, 1),) True
    """
    if goal not in GOALS:
        raise OptionError(f"a goal is one of {', '.join(GOALS)}, not {goal!r}")
    if isinstance(checks, bool) or not isinstance(checks, int) or checks < 1:
        raise OptionError(f"the number of checks is at least 1, not {checks!r}")
    stats = Stats()
    meter = Meter(Limits() if limits is None else limits, stats)
    search = _Search(picture, goal, checks, meter, engine)
    stopped_by = None
    meter.start()
    try:
        search.run()
    except LimitReached as reached:
        stopped_by = reached.limit
    finally:
        meter.stop()
    after = None
    if search.best is not None:
        after = Picture.from_cells(search.best, picture.shape[1], picture.colours)
    return Repair(picture, after, goal, search.at_least, search.canvas.checks, stats, stopped_by)


class _Search:
    """Looking for fewer and fewer changes, with the best so far at hand."""

    def __init__(
        self, picture: Picture, goal: Goal, checks: int, meter: Meter, engine: str | None
    ) -> None:
        colours = max(1, *picture.cells)
        self.original = picture.cells
        self.canvas = Canvas(picture, colours, meter, engine)
        self.goal: Goal = goal
        self.checks = checks
        self.best: bytes | None = None
        self.at_least = 0
        self._seen: set[frozenset[tuple[int, int]]] = set()

    @property
    def size(self) -> int:
        """Cells that the best so far changes."""
        assert self.best is not None
        return sum(a != b for a, b in zip(self.original, self.best, strict=True))

    def run(self) -> None:
        if self.canvas.meets(self.goal):
            self.best = self.original
            return
        self.at_least = 1
        for seed in range(ROUNDS):
            self._local(seed)
            if self.size == self.at_least:
                return
        while self.at_least < self.size:
            self._seen.clear()
            self._restore()
            if self._deepen(self.at_least, {}):
                self.best = self.canvas.cells
                return
            self.at_least += 1

    def _local(self, seed: int) -> None:
        """Mend, then take back what is not needed."""
        self._restore()
        draw = Draw(seed)
        if not mend(self.canvas, self.goal, draw):
            # All cells of one colour are the picture that always is unique.
            self.canvas.paint([(cell, 0) for cell in range(len(self.original))])
        self._keep()
        while self._taken_back(draw):
            pass

    def _taken_back(self, draw: Draw) -> bool:
        """Take back what is not needed; whether anything was. A cell may become so by another."""
        changed = [c for c, old in enumerate(self.original) if self.canvas[c] != old]
        draw.shuffle(changed)
        before = self.canvas.cells
        for cell in changed:
            self._spend()
            colour = self.canvas[cell]
            self.canvas.paint([(cell, self.original[cell])])
            if self.canvas.meets(self.goal):
                self._keep()
            else:
                self.canvas.paint([(cell, colour)])
        return self.canvas.cells != before

    def _keep(self) -> None:
        cells = self.canvas.cells
        changed = sum(a != b for a, b in zip(self.original, cells, strict=True))
        if self.best is None or changed < self.size:
            self.best = cells

    def _restore(self) -> None:
        now = self.canvas.cells
        pairs = enumerate(self.original)
        self.canvas.paint([(cell, old) for cell, old in pairs if now[cell] != old])

    def _spend(self) -> None:
        if self.best is not None and self.canvas.checks >= self.checks:
            raise _CheckedEnough

    def _deepen(self, left: int, changed: dict[int, int]) -> bool:
        """Whether painting exactly ``left`` more cells can meet the goal; painted if so."""
        self._spend()
        if not left:
            return self.canvas.meets(self.goal)
        # A cell lies in two lines, so it meets at most two faults that share none.
        faults = self.canvas.faults(self.goal, 2 * left + 1)
        if not faults:
            return True
        if len(faults) > 2 * left:
            return False
        for cell in self._candidates(faults, left):
            if cell in changed:
                continue
            old = self.canvas[cell]
            for colour in range(self.canvas.colours + 1):
                key = frozenset({**changed, cell: colour}.items())
                if colour == old or key in self._seen:
                    continue
                self._seen.add(key)
                self.canvas.paint([(cell, colour)])
                if self._deepen(left - 1, {**changed, cell: colour}):
                    return True
            self.canvas.paint([(cell, old)])
        return False

    def _candidates(self, faults: list[Fault], left: int) -> list[int]:
        """Cells of which every mending change has one: those that the fault itself has first.

        The last cell to be changed has to meet every fault.
        """
        fewest = min(faults, key=lambda fault: len(fault.rows) + len(fault.columns))
        cells = lines_of(self.canvas, fewest)
        if left == 1:
            for fault in faults:
                cells = [
                    cell
                    for cell in cells
                    if cell // self.canvas.columns in fault.rows
                    or cell % self.canvas.columns in fault.columns
                ]
        own = set(fewest.cells)
        return sorted(cells, key=lambda cell: (cell not in own, cell))
