"""Where a solver stands: what is known, what every line says next, and one way to make a step.

Steps are made here, so that whatever a technique claims is checked against the line, and gets a
reason of which nothing can be spared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from ..common.errors import NonocspError
from ..common.limits import Meter
from ..common.options import Options
from ..kernel.assumptions import Assumptions
from ..model.bits import is_single
from ..model.clue import Line
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from .block_positions import LineView
from .phrasing import Words
from .reasons import Domains, Exclusions
from .steps import Conclusion, Fact, Step

Thing = TypeVar("Thing")


class Position:
    """A puzzle, what is known of its cells, and what has been worked out from that.

    Args:
        puzzle: the puzzle.
        grid: what is known.
        meter: counts the work and stops it.
        engine, options: who searches, where a technique has to search.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        grid: Grid,
        meter: Meter,
        engine: str | None = None,
        options: Options | None = None,
    ) -> None:
        self.puzzle, self.meter = puzzle, meter
        self.engine, self.options = engine, options
        self.masks = list(grid.masks)
        self.full = (1 << len(puzzle.colours)) - 1
        """The candidates of a cell of which nothing is known."""
        self.domains = Domains(puzzle, engine)
        self.words = Words(puzzle)
        self.pictures: list[Picture] = []
        """Solutions that were met on the way; each agrees with all that is known."""
        self.order = {line: number for number, line in enumerate(puzzle.lines)}
        """The numbers of the lines: where two tell the same, the first does."""
        self._at_first: dict[Line, LineView] = {}
        self._news_from = list(puzzle.lines)
        """The lines of which something is new, one after another; at first it is all of them."""
        self._changed: dict[Line, int] = dict.fromkeys(puzzle.lines, 0)
        self._kept: dict[object, tuple[int, dict[Line, Any]]] = {}
        self._memory: dict[tuple[str, Line], tuple[int, Any]] = {}
        self._assumptions: Assumptions | None = None

    @property
    def grid(self) -> Grid:
        """What is known."""
        return Grid(self.masks, self.puzzle.shape[1], self.puzzle.block_colours)

    @property
    def is_decided(self) -> bool:
        return all(is_single(mask) for mask in self.masks)

    def cells(self, line: Line) -> range:
        """The cells of a line, as indices in row-major order."""
        rows, columns = self.puzzle.shape
        if line.is_row:
            return range(line.index * columns, (line.index + 1) * columns)
        return range(line.index, rows * columns, columns)

    def of(self, line: Line) -> tuple[int, ...]:
        """The candidates of the cells of a line."""
        cells = self.cells(line)
        return tuple(self.masks[cells.start : cells.stop : cells.step])

    def remember(self, name: str, line: Line, work: Any) -> Any:
        """What ``work()`` gives for a line, worked out again only when its cells have changed."""
        key, now = (name, line), self._changed[line]
        found = self._memory.get(key)
        if found is None or found[0] != now:
            self.meter.tick()
            found = now, work()
            self._memory[key] = found
        return found[1]

    def news(self, line: Line) -> dict[int, int] | None:
        """Colours that a line alone excludes from its cells and that are not known to be excluded;
        None if the line has no placement."""
        news: dict[int, int] | None = self.remember("news", line, lambda: self._news(line))
        return news

    def kept(self, who: object, work: Callable[[Line], Thing | None]) -> dict[Line, Thing]:
        """What ``work(line)`` gives for the lines of which it gives something, worked out again
        only for those whose cells have changed since ``who`` asked."""
        seen, found = self._kept.get(who, (0, {}))
        for line in dict.fromkeys(self._news_from[seen:]):
            self.meter.tick()
            found.pop(line, None)
            one = work(line)
            if one is not None:
                found[line] = one
        self._kept[who] = len(self._news_from), found
        return found

    def broken_line(self) -> Line | None:
        """The first line that has no placement."""
        broken = self.kept("broken", lambda line: line if self.news(line) is None else None)
        return min(broken, key=self.order.__getitem__, default=None)

    @property
    def assumptions(self) -> Assumptions | None:
        """The kernel's search among assumptions; None where it must not be asked: lines are
        tightened by definition, or some line by itself still tells something."""
        unrest = self.kept("unrest", lambda line: line if self.news(line) != {} else None)
        if self.domains.by_definition or unrest:
            return None
        if self._assumptions is None:
            self._assumptions = Assumptions(self.puzzle)
        return self._assumptions

    def _news(self, line: Line) -> dict[int, int] | None:
        self.meter.stats.tightenings += 1
        masks = self.of(line)
        tight = self.domains[line].tighten(masks)
        if tight is None:
            return None
        pairs = enumerate(zip(masks, tight, strict=True))
        return {cell: mask & ~left for cell, (mask, left) in pairs if mask != left}

    def view(self, line: Line) -> LineView:
        """Where the blocks of a line, which has a clue, can be."""
        clue = self.puzzle.clue(line) or ()
        found: LineView = self.remember("view", line, lambda: LineView(clue, self.of(line)))
        return found

    def view_at_first(self, line: Line) -> LineView:
        """Where they could be if nothing were known."""
        found = self._at_first.get(line)
        if found is None:
            clue, length = self.puzzle.clue(line) or (), self.puzzle.length(line)
            found = self._at_first[line] = LineView(clue, [self.full] * length)
        return found

    def only(self, line: Line, cells: Iterable[int]) -> list[int]:
        """The candidates of a line of which only some cells are known."""
        masks, kept = self.of(line), set(cells)
        return [mask if cell in kept else self.full for cell, mask in enumerate(masks)]

    def facts(self, line: Line, cells: Iterable[int]) -> tuple[Fact, ...]:
        """What is known of some cells of a line."""
        masks = self.of(line)
        return tuple(Fact(*place(line, cell), colours(masks[cell])) for cell in cells)

    def fact(self, cell: int) -> Fact:
        """What is known of a cell."""
        return Fact(*divmod(cell, self.puzzle.shape[1]), colours(self.masks[cell]))

    def conclusions(self, line: Line, exclusions: Exclusions) -> tuple[Conclusion, ...]:
        """Excluded colours of cells of a line as conclusions."""
        return conclusions(line, self.of(line), exclusions)

    def apply(self, step: Step) -> None:
        """Know what a step concludes.

        Raises:
            NonocspError: the step says that its line alone forces it, and it does not.
        """
        self._check(step)
        columns = self.puzzle.shape[1]
        touched: dict[Line, None] = {}
        for cell in step.cells:
            self.masks[cell.row * columns + cell.column] &= ~bits(cell.excluded)
            touched[Line("row", cell.row)] = touched[Line("column", cell.column)] = None
        for line in touched:
            self._changed[line] += 1
            self._news_from.append(line)

    def _check(self, step: Step) -> None:
        """What lines are said to force, each alone, must follow from the reasons given, whoever
        says it."""
        if step.branches or (len(step.lines) == len(self.puzzle.lines) and not step.cells):
            return
        proven: set[tuple[int, int, int]] = set()
        for line in step.lines:
            masks, domain = self.of(line), self.domains[line]
            known = [self.full] * len(masks)
            for fact in step.because:
                if (line.index == fact.row) if line.is_row else (line.index == fact.column):
                    index = along(line, fact.row, fact.column)
                    known[index] = bits(fact.colours)
                    if masks[index] & ~known[index]:
                        where = self.words.cell(fact.row, fact.column)
                        raise NonocspError(f"{step.technique}: {where} is not known to be so")
            tight = domain.tighten(known)
            if tight is None:
                return
            for index, mask in enumerate(tight):
                row, column = place(line, index)
                proven |= {(row, column, c) for c in colours(self.full & ~mask)}
        claimed = {(c.row, c.column, colour) for c in step.cells for colour in c.excluded}
        if not step.cells or claimed - proven:
            raise NonocspError(f"{step.technique}: this does not follow from its reasons: {step}")


def place(line: Line, index: int) -> tuple[int, int]:
    """Row and column of a cell of a line."""
    return (line.index, index) if line.is_row else (index, line.index)


def along(line: Line, row: int, column: int) -> int:
    """The index in a line of a cell of it."""
    return column if line.is_row else row


def colours(mask: int) -> tuple[int, ...]:
    """The colours of a mask, ascending.

    >>> colours(0b101)
    (0, 2)
    """
    return tuple(colour for colour in range(mask.bit_length()) if mask >> colour & 1)


def bits(numbers: Iterable[int]) -> int:
    """The mask of some colours.

    >>> bits((0, 2))
    5
    """
    return sum(1 << number for number in set(numbers))


def conclusions(
    line: Line, masks: Sequence[int], exclusions: Mapping[int, int]
) -> tuple[Conclusion, ...]:
    """Excluded colours of cells of a line, which has these candidates, as conclusions."""
    return tuple(
        Conclusion(*place(line, cell), colours(mask), colours(masks[cell] & ~mask))
        for cell, mask in sorted(exclusions.items())
    )
