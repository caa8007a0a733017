"""The balance of a count: a sum over lines, what follows from it, and the least that it takes.

See `nonocsp.people.explanation.crossings` for the idea.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

from ....core import Line, mask_of, members
from ....core.line.optimum import Extremes, sum_range
from ....core.options.mus import minimal_unsatisfiable_subset
from ..crossings import indicator
from ..facts import Count, Fact, Term
from ..position import Position

#: A colour that a cell cannot have: the number of the cell, and the colour.
Excluded = tuple[int, int]

#: For every cell and colour of a line, the extremes of its sum.
Marginals = tuple[tuple[Extremes, ...], ...]


class LineSum:
    """The sums of the placements of a line, of which there is one at least.

    Args:
        marginals: for every cell and colour, the extremes of the sum.
        masks: the candidates of the cells.
    """

    def __init__(self, marginals: Marginals, masks: Sequence[int]) -> None:
        found = sum_range(marginals)
        assert found is not None  # the line has a placement
        self.range = found
        self._marginals, self._masks = marginals, masks

    def term(self, sign: int) -> int:
        """The demand of the line, or its supply with a negative sign."""
        return self.range.least if sign > 0 else self.range.greatest

    def moving(self, sign: int, by: int) -> Iterator[tuple[int, int]]:
        """The candidates, as index and colour, that change the term by more than this."""
        least, greatest, rise, fall = self.range
        if (rise if sign > 0 else fall) <= by:
            return
        for index, (mask, cell) in enumerate(zip(self._masks, self._marginals, strict=True)):
            for colour in members(mask):
                pair = cell[colour]
                if pair is None or by < (pair[0] - least if sign > 0 else greatest - pair[1]):
                    yield index, colour


class LineSums:
    """The sums of the lines of a position, each computed once."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._found: dict[tuple[object, ...], LineSum] = {}

    def of(
        self,
        line: Line,
        masks: tuple[int, ...],
        cells: Collection[int],
        colours: tuple[int, ...],
    ) -> LineSum:
        """The sums of a line with these candidates, of the cells in ``cells`` that have some of
        the colours."""
        puzzle = self.position.puzzle
        inside = tuple([cell in cells for cell in puzzle.cells(line)])
        key = puzzle.clue(line), masks, inside, colours
        if key not in self._found:
            self.position.meter.tick()
            weights = indicator(puzzle, line, cells, colours)
            marginals = self.position.domains[line].min_marginals(masks, weights)
            self._found[key] = LineSum(marginals, masks)
        return self._found[key]


class Balance:
    """A sum over lines, and what follows from it.

    Args:
        sums: of the lines of the position.
        colours: the colours that are counted.
        demand, supply: the lines of the two axes.
        cells: where they cross.
    """

    def __init__(
        self,
        sums: LineSums,
        colours: tuple[int, ...],
        demand: Iterable[Line],
        supply: Iterable[Line],
        cells: frozenset[int],
    ) -> None:
        self.sums, self.position, self.colours = sums, sums.position, colours
        self.demand, self.supply, self.cells = tuple(demand), tuple(supply), cells
        self.signs = dict.fromkeys(self.demand, 1) | dict.fromkeys(self.supply, -1)
        """The lines, each with the sign of its term when demand counts as positive."""

    def sum(self, line: Line, masks: tuple[int, ...] | None = None) -> LineSum:
        """The sums of a line with these candidates; None is all that is known of it."""
        masks = self.position.candidates(line) if masks is None else masks
        return self.sums.of(line, masks, self.cells, self.colours)

    @cached_property
    def terms(self) -> dict[Line, int]:
        """The demand or the supply of each line."""
        return {line: self.sum(line).term(sign) for line, sign in self.signs.items()}

    @cached_property
    def slack(self) -> int:
        return -sum(sign * self.terms[line] for line, sign in self.signs.items())

    @cached_property
    def size(self) -> int:
        """An estimate of the lines that are needed: those that add anything."""
        return sum(map(bool, self.terms.values()))

    def excluded(self, line: Line) -> set[Excluded]:
        """The candidates that would change the sum of a line too much."""
        cells, moving = self.position.puzzle.cells(line), self.sum(line).moving
        return {(cells[i], colour) for i, colour in moving(self.signs[line], self.slack)}

    @cached_property
    def conclusions(self) -> set[Excluded]:
        """What follows; nothing but a contradiction where the slack is negative."""
        if self.slack < 0:
            return set()
        return set().union(*map(self.excluded, self.signs))

    @property
    def is_useful(self) -> bool:
        return self.slack < 0 or bool(self.conclusions)

    def parts(self) -> Iterator[Balance]:
        """The parts of the sum that share no cell that can be counted, if something follows."""
        position, counted = self.position, mask_of(self.colours)
        shared = {cell for cell in self.cells if position.masks[cell] & counted}
        waiting = set(self.signs)
        for line in self.signs:
            if line not in waiting:
                continue
            waiting.remove(line)
            part = [line]
            for member in part:
                for cell in shared.intersection(position.puzzle.cells(member)):
                    crossing = {n for n, _ in position.puzzle.lines_through(cell)} & waiting
                    waiting -= crossing
                    part += crossing
            found = self._without(set(self.signs).difference(part))
            if found.is_useful:
                yield found

    def _without(self, lines: Collection[Line]) -> Balance:
        """The sum without some of the lines."""
        demand, supply = (
            [n for n in side if n not in lines] for side in (self.demand, self.supply)
        )
        cells = self.cells.difference(*map(self.position.puzzle.cells, lines))
        return Balance(self.sums, self.colours, demand, supply, cells)

    def minimised(self) -> Balance:
        """The sum over as few of its lines as possible, from which all of it still follows."""
        found = self
        for line in sorted(self.signs, key=lambda line: self.terms[line]):
            self.position.meter.check_clock()
            fewer = found._without([line])
            if found.conclusions <= fewer.conclusions if found.slack >= 0 else fewer.slack < 0:
                found = fewer
        return found

    def reasons(self) -> tuple[Fact, ...]:
        """Known cells that force the terms and the conclusions."""
        position = self.position
        needed: set[int] = set()
        explained: set[Excluded] = set()
        for line, sign in self.signs.items():
            own = self.excluded(line) - explained
            explained |= own
            needed.update(self._reasons(line, sign, own, needed))
        return tuple(position.fact(cell) for cell in sorted(needed))

    def _reasons(
        self, line: Line, sign: int, own: set[Excluded], given: Collection[int]
    ) -> list[int]:
        """Known cells of a line that force its term and conclusions, beside some that are given."""
        position, term = self.position, self.terms[line]
        masks, cells = position.candidates(line), position.puzzle.cells(line)
        wanted = {(cells.index(cell), colour) for cell, colour in own}

        def suffices(some: Sequence[int]) -> bool:
            pairs = zip(masks, cells, strict=True)
            known = [mask if at in given or at in some else position.full for mask, at in pairs]
            found = self.sum(line, tuple(known))
            return found.term(sign) == term and wanted.issubset(found.moving(sign, self.slack))

        known = [at for at, mask in zip(cells, masks, strict=True) if mask != position.full]
        return minimal_unsatisfiable_subset([at for at in known if at not in given], suffices)

    @property
    def count(self) -> Count:
        sides = ([Term(n, self.terms[n]) for n in side] for side in (self.demand, self.supply))
        return Count(self.colours, *map(tuple, sides))
