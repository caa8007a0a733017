"""The state of an explanation: what is known, and what follows from each line, kept up to date.

Every step is checked when it is applied, so that a technique cannot claim what does not follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ...core import (
    Grid,
    Line,
    LineDomains,
    NonocspError,
    Picture,
    Query,
    engine_named,
    full,
    has_several,
    is_single,
    mask_of,
    members,
)
from ...core.kernel.failed_literals import FailedLiterals
from ...core.kernel.known_line import KnownLine
from .block_positions import BlockPositions
from .checking import adds_up, follows, known_of
from .facts import Conclusion, Fact
from .line_cache import LineCache
from .phrasing import Phrasing
from .reasons import Exclusions, minimal_reason
from .steps import Step


@lru_cache(maxsize=1 << 12)
def _colours(mask: int) -> tuple[int, ...]:
    """The colours of a mask; few masks occur, but often."""
    return tuple(members(mask))


@lru_cache(maxsize=1 << 14)
def _fact(row: int, column: int, mask: int) -> Fact:
    """Most facts are reasons of several steps, and occur in other puzzles, too."""
    return Fact(row, column, _colours(mask))


class Position:
    """A puzzle, what is known of its cells, and what has been derived from that.

    Args:
        query: the puzzle, what is known, and the meter that counts the work; engine and options are
            for the techniques that search. With the engine ``"textbook"`` lines are tightened by
            definition.

    Raises:
        OptionError: no such engine.

    Cells of a line are given by their indices along the line, cells of the puzzle by their numbers.
    """

    def __init__(self, query: Query) -> None:
        self.query = query
        self.puzzle = puzzle = query.puzzle
        self.meter = query.meter
        self.masks = list((query.grid or Grid.unknown(puzzle)).masks)
        self.full = full(puzzle.block_colours)
        """The candidates of a cell of which nothing is known."""
        by_definition = engine_named(query.engine).name == "textbook"
        self.domains = LineDomains(puzzle, by_definition=by_definition)
        self.phrasing = Phrasing(puzzle)
        self.pictures: list[Picture] = []
        """Solutions found on the way; each agrees with all that is known."""
        self.order = {line: number for number, line in enumerate(puzzle.lines)}
        """The numbers of the lines: of equally easy steps the first line's is taken."""
        self.cache = LineCache(puzzle.lines, query.meter)
        self._initial: dict[Line, BlockPositions] = {}
        self._known: dict[Line, KnownLine] = {}
        self._failed_literals: FailedLiterals | None = None

    @property
    def grid(self) -> Grid:
        """What is known."""
        return Grid.of_masks(self.puzzle, self.masks)

    @property
    def is_decided(self) -> bool:
        return all(is_single(mask) for mask in self.masks)

    @property
    def open_cells(self) -> Iterator[int]:
        """The cells with several candidates."""
        return (cell for cell, mask in enumerate(self.masks) if has_several(mask))

    def candidates(self, line: Line) -> tuple[int, ...]:
        """The candidates of the cells of a line."""
        return tuple(self.puzzle.board.along(line, self.masks))

    def only(
        self, line: Line, cells: Iterable[int], masks: Sequence[int] | None = None
    ) -> list[int]:
        """The candidates of a line of which only some cells are known."""
        kept = set(cells)
        every = enumerate(self.candidates(line) if masks is None else masks)
        return [mask if cell in kept else self.full for cell, mask in every]

    # What follows from a line.

    def new_exclusions(self, line: Line) -> dict[int, int] | None:
        """Candidates that no placement of a line supports; None if the line has no placement."""
        return self.cache.of(line, "exclusions", self._new_exclusions)

    def _new_exclusions(self, line: Line) -> dict[int, int] | None:
        self.meter.stats.tightenings += 1
        self.meter.check_clock()  # by definition a long line takes a tenth of a second
        if not self.domains.by_definition:
            return self._in_kernel(line)
        masks = self.candidates(line)
        tight = self.domains[line].tighten(masks)
        if tight is None:
            return None
        pairs = enumerate(zip(masks, tight, strict=True))
        return {cell: mask & ~left for cell, (mask, left) in pairs if mask != left}

    def blocks(self, line: Line) -> BlockPositions:
        """Where the blocks of a line that has a clue can be."""

        def work(line: Line) -> BlockPositions:
            return self.blocks_given(line, self.candidates(line))

        return self.cache.of(line, "blocks", work)

    def initial_blocks(self, line: Line) -> BlockPositions:
        """Where they can be if nothing is known."""
        if line not in self._initial:
            unknown = [self.full] * self.puzzle.length(line)
            self._initial[line] = self.blocks_given(line, unknown)
        return self._initial[line]

    def blocks_given(self, line: Line, masks: Sequence[int]) -> BlockPositions:
        """Where they can be if this is known of its cells."""
        return BlockPositions(self.puzzle.clue(line) or (), masks, self.puzzle.block_colours)

    def known_line(self, line: Line) -> KnownLine:
        """The line in the kernel, which knows the same of it."""

        if self.domains.by_definition:
            self.cache.of(line, "kernel", self._in_kernel)
        else:
            self.new_exclusions(line)
        return self._known[line]

    def _in_kernel(self, line: Line) -> dict[int, int] | None:
        """Pass what is known of a line to the kernel; returns the new exclusions."""
        known = self._known.get(line)
        if known is None:
            known = self._known[line] = KnownLine(self.puzzle, self.order[line])
        return known.know(self.candidates(line))

    def failed_line(self) -> Line | None:
        """The first line that has no placement."""
        failed = self.cache.gather(
            "failed", lambda n: n if self.new_exclusions(n) is None else None
        )
        return min(failed, key=self.order.__getitem__, default=None)

    @property
    def failed_literals(self) -> FailedLiterals | None:
        """The kernel's search for failed literals. None where it cannot be used: lines are
        tightened by definition, or some line is not yet as tight as it can be."""
        loose = self.cache.gather("loose", lambda n: n if self.new_exclusions(n) != {} else None)
        if self.domains.by_definition or loose:
            return None
        if self._failed_literals is None:
            self._failed_literals = FailedLiterals(self.puzzle)
        return self._failed_literals

    # Facts and reasons.

    def reason(
        self, line: Line, exclusions: Exclusions, first: Sequence[int] = ()
    ) -> tuple[int, ...] | None:
        """Cells of a line that force some exclusions, see `minimal_reason`."""
        masks = self.candidates(line)
        return minimal_reason(self.domains[line], masks, exclusions, self.full, first)

    def fact(self, cell: int, mask: int | None = None) -> Fact:
        """What is known of a cell, or another mask for it."""
        return _fact(*self.puzzle.board.place(cell), self.masks[cell] if mask is None else mask)

    def facts(self, line: Line, cells: Iterable[int]) -> tuple[Fact, ...]:
        """What is known of some cells of a line."""
        numbers = self.puzzle.cells(line)
        return tuple(self.fact(numbers[cell]) for cell in cells)

    def forced(
        self,
        line: Line,
        news: Exclusions,
        because: Iterable[int],
        masks: Sequence[int] | None = None,
    ) -> dict[int, int]:
        """All that follows from some known cells of a line about the cells of some exclusions that
        do, whether it was known before or not; ``masks`` is what is known of the line."""
        tight = self.domains[line].tighten(self.only(line, because, masks))
        assert tight is not None  # the line has a placement
        return {cell: self.full & ~tight[cell] for cell in news}

    def conclusion(self, cell: int, excluded: int, mask: int | None = None) -> Conclusion:
        """That a cell, of which this is known, cannot have the colours of a mask."""
        mask = self.masks[cell] if mask is None else mask
        row, column = self.puzzle.board.place(cell)
        return Conclusion(row, column, _colours(excluded), _colours(mask & ~excluded))

    def conclusions(
        self, line: Line, exclusions: Exclusions, masks: Sequence[int] | None = None
    ) -> tuple[Conclusion, ...]:
        """Excluded colours of cells of a line, of which this is known, as conclusions."""
        cells = self.puzzle.cells(line)
        masks = self.candidates(line) if masks is None else masks
        pairs = sorted(exclusions.items())
        return tuple(self.conclusion(cells[i], mask, masks[i]) for i, mask in pairs)

    def apply(self, step: Step) -> None:
        """Add what a step concludes.

        Raises:
            NonocspError: the step claims that its lines force it, and they do not.
        """
        self._check(step)
        touched: dict[Line, None] = {}
        for conclusion in step.cells:
            cell = self.puzzle.board.number(conclusion.row, conclusion.column)
            self.masks[cell] &= ~mask_of(conclusion.excluded)
            touched |= dict.fromkeys(line for line, _ in self.puzzle.lines_through(cell))
        for line in touched:
            self.cache.changed(line)

    def _check(self, step: Step) -> None:
        """Chains are right by construction; everything else must follow from its reasons."""
        if step.branches or step.is_about_all(self.puzzle):
            return
        known = known_of(self.puzzle, step.because)
        for cell, mask in known.items():
            if self.masks[cell] & ~mask:
                where = self.phrasing.cell(*self.puzzle.board.place(cell))
                raise NonocspError(f"{step.technique}: a reason is not known: {where}")
        if step.count is not None:
            is_right = adds_up(self.puzzle, self.domains, step.count, known, step.cells)
        else:
            is_right = follows(self.puzzle, self.domains, step.lines, known, step.cells)
        if not is_right:
            raise NonocspError(f"{step.technique}: this does not follow from its reasons: {step}")
