"""Counting: some lines need cells, and the lines that cross them have no more than these.

The lines that are tried are every second, third or fourth row, or column, with all that cross them.
Where that leads to a conclusion, much of it is beside the point: the sum falls apart into parts
that share no cell, and in a part lines are left out one by one as long as everything still follows.
What is left is often a pigeonhole argument of a few lines. Chains do not replace it: a proof of it
by cases grows exponentially with the lines (A. Haken, "The intractability of resolution", 1985).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import groupby, permutations
from typing import ClassVar

from ....core import Axis, Line, Puzzle, has_star
from ....core.line.optimum import SumRange, Weights
from ..checking import known_of, proven_by_sums
from ..crossings import crossings
from ..facts import Conclusion, Term
from ..phrasing import listed, sentence
from ..position import Position
from ..steps import Step
from .balance import Balance, LineSums
from .technique import Level, Technique

#: Tried are the lines of an axis whose numbers have a remainder modulo some number: pairs of these.
_PATTERNS = tuple((modulus, rest) for modulus in (1, 2, 3, 4) for rest in range(modulus))

#: The balances that look shortest; the easiest of these is taken.
_COMPARED = 4


@dataclass(frozen=True)
class Counting(Technique):
    """Some lines need all the cells, or nearly all, that the lines that cross them have."""

    line_cost: float
    """What every line of the sum adds to the cost."""
    level: ClassVar[Level] = "count"

    def step(self, position: Position) -> Step | None:
        if position.failed_line() is not None:
            return None
        parts = [part for balance in useful_balances(position) for part in balance.parts()]
        parts.sort(key=lambda part: (part.slack >= 0, part.size))
        steps = [self._step(part.minimised()) for part in parts[:_COMPARED]]

        def key(step: Step) -> tuple[bool, float, int]:
            return not step.is_contradiction, step.cost, -len(step.cells)

        return min(steps, key=key, default=None)

    def _step(self, balance: Balance) -> Step:
        position, because = balance.position, balance.reasons()
        known = known_of(position.puzzle, because)
        left = proven_by_sums(position.puzzle, position.domains, balance.count, known) or {}
        cells = tuple(
            position.conclusion(cell, position.full & ~left[cell])
            for cell in sorted({cell for cell, _ in balance.conclusions})
        )
        cost = round(self.cost + self.line_cost * len(balance.signs) + len(because) / 10, 1)
        text = Wording(balance).text(cells)
        return Step(
            self.name, tuple(balance.signs), cells, because, text, cost, count=balance.count
        )


def useful_balances(position: Position) -> Iterator[Balance]:
    """The sums over the lines of the patterns from which something follows."""
    puzzle, sums = position.puzzle, LineSums(position)
    counted = _counted(puzzle.block_colours)

    def ranges(line: Line, across: Axis) -> list[SumRange]:
        weights = _weights(_crossing(puzzle, line, across), puzzle.block_colours)
        found = position.domains[line].sum_ranges(position.candidates(line), weights)
        assert found is not None  # the line has a placement
        return found

    for axis, other in permutations(puzzle.board.axes, 2):
        along, across = ([n for n in puzzle.lines if n.axis == each] for each in (axis, other))
        found = {
            line: position.cache.of(line, f"sums {there}", partial(ranges, across=there))
            for lines, there in ((along, other), (across, axis))
            for line in lines
        }
        for number, colours in enumerate(counted):
            first = number * len(_PATTERNS)
            # All cells are counted of the lines of a pattern, for which the first pattern stands.
            whole = [found[line][first] for line in along]
            parts = zip(*(found[n][first : first + len(_PATTERNS)] for n in across), strict=True)
            for (modulus, rest), part in zip(_PATTERNS, parts, strict=True):
                lines = along[rest::modulus]
                for demand, supply in ((part, whole[rest::modulus]), (whole[rest::modulus], part)):
                    slack = sum(one.greatest for one in supply) - sum(one.least for one in demand)
                    if any(one.rise > slack for one in demand) or any(
                        one.fall > slack for one in supply
                    ):
                        sides = (across, lines) if demand is part else (lines, across)
                        yield Balance(sums, colours, *sides, crossings(puzzle, *sides))


def _crossing(puzzle: Puzzle, line: Line, axis: Axis) -> tuple[int, ...]:
    """The indices of the lines of another direction that cross a line, cell by cell."""
    through = puzzle.board.lines_through
    return tuple(
        other.index
        for cell in puzzle.cells(line)
        for other, _ in through(cell)
        if other.axis == axis
    )


@lru_cache
def _counted(block_colours: int) -> tuple[tuple[int, ...], ...]:
    """The sets of colours that are counted: all of them, and each by itself."""
    every = tuple(range(1, block_colours + 1))
    return tuple(dict.fromkeys((every, *((colour,) for colour in every))))


@lru_cache
def _weights(crossing: tuple[int, ...], block_colours: int) -> tuple[Weights, ...]:
    """For each set of colours and each pattern, the weights of the cells of a line.

    Args:
        crossing: the indices of the lines that cross it.
        block_colours: their number.
    """
    return tuple(
        tuple(
            tuple(
                int(colour in colours and index % modulus == rest)
                for colour in range(block_colours + 1)
            )
            for index in crossing
        )
        for colours in _counted(block_colours)
        for modulus, rest in _PATTERNS
    )


class Wording:
    """A balance in words."""

    def __init__(self, balance: Balance) -> None:
        self.balance, self.count = balance, balance.count
        self.phrasing = balance.position.phrasing
        self.other_axis, self.axis = (side[0].axis for side in (balance.demand, balance.supply))
        colours = balance.colours
        self.colour = self.phrasing.names[colours[0]] if len(colours) == 1 else "filled"

    def text(self, cells: Sequence[Conclusion]) -> str:
        """The sentences; ``cells`` is what follows."""
        if self.count.slack < 0:
            return f"{sentence(self._demand())}, but {self._supply()}. So there is no solution."
        demand, supply = self._demand(), self._supply()
        is_long = " together" in demand + supply
        both = f"{demand}. {sentence(supply)}" if is_long else f"{demand}, and {supply}"
        follows = self.phrasing.region(cells)
        return f"{sentence(both)}{self._left()}. So {follows}."

    def _demand(self) -> str:
        """``"columns 3 and 5 each need a black cell in rows 2 and 4"``."""
        where = self.phrasing.lines(self.balance.supply)
        needing = [term for term in self.count.demand if term.cells] or self.count.demand
        if len({term.cells for term in needing}) == 1:
            return f"{self._lines(needing)} {self._needs(needing)} in {where}"
        if self._is_whole(needing):
            needed = f"{_total(needing)} {self.colour} cells"
            return f"{self._lines(needing)} need {needed} together in {where}"
        first, *others = _by_number(needing)
        parts = [f"{self._lines(first)} {self._needs(first)}"]
        parts += [self._share(terms, "at least") for terms in others]
        return f"in {where}, {listed(parts)}, {_total(needing)} together"

    def _supply(self) -> str:
        """``"these rows have only 2"``."""
        supply = self.count.supply
        are_several = len(supply) > 1
        noun = Line(self.axis, 0).noun
        these = f"these {noun}s" if are_several else f"this {noun}"
        if self._is_whole(supply):
            return f"{these} {'have' if are_several else 'has'} only {_total(supply)}"
        if not are_several:
            return f"{these} can have at most {_total(supply)} there"
        first, *others = _by_number(supply)
        each = "each " if len(first) > 1 else ""
        most = f"can {each}have at most {first[0].cells} there"
        if not others:
            return f"{these} {most}, {_total(supply)} together"
        parts = [f"{self._lines(first)} {most}"]
        parts += [self._share(terms, "at most") for terms in others]
        return f"{listed(parts)}, {_total(supply)} together"

    def _needs(self, terms: Sequence[Term]) -> str:
        """``"each need 2 black cells"``."""
        number = terms[0].cells
        cells = f"at least {number} {self.colour} cells" if number > 1 else f"a {self.colour} cell"
        return f"each need {cells}" if len(terms) > 1 else f"needs {cells}"

    def _share(self, terms: Sequence[Term], word: str) -> str:
        """``"rows 2 and 4 at least 1 each"``."""
        number, each = terms[0].cells, " each" if len(terms) > 1 else ""
        return f"{self._lines(terms)} {f'{word} {number}{each}' if number else 'none'}"

    def _is_whole(self, terms: Sequence[Term]) -> bool:
        """Every line is counted with all the cells of its clue."""
        for term in terms:
            clue = self.phrasing.puzzle.clue(term.line)
            lengths = [b.length for b in clue or () if b.colour in self.count.colours]
            if (
                clue is None
                or has_star(clue)
                or None in lengths
                or term.cells != sum(filter(None, lengths))
            ):
                return False
        return True

    def _left(self) -> str:
        """What is left when all demands are met."""
        balance, slack = self.balance, self.count.slack
        if slack:
            for line in balance.demand:
                if balance.conclusions == balance.excluded(line):
                    most = balance.terms[line] + slack
                    return f", which leaves at most {most} for {line}"
            return f", {slack} to spare: too few for any other colour of these cells"
        satisfied = [term for term in self.count.demand if term.cells]
        fit = ": one for each" if _total(satisfied) == len(satisfied) > 1 else ": just enough"
        rest = [line for line in balance.demand if not balance.terms[line]]
        if rest and balance.conclusions == set().union(*map(balance.excluded, rest)):
            return f"{fit} and none for {self.phrasing.lines(rest)}"
        return (
            f"{fit} and none for any other {Line(self.other_axis, 0).noun}"
            if self._is_whole(self.count.supply)
            else fit
        )

    def _lines(self, terms: Sequence[Term]) -> str:
        return self.phrasing.lines(term.line for term in terms)


def _by_number(terms: Sequence[Term]) -> list[list[Term]]:
    """Terms with the same number together, the greatest first."""
    order = sorted(terms, key=lambda term: -term.cells)
    return [list(group) for _, group in groupby(order, lambda term: term.cells)]


def _total(terms: Sequence[Term]) -> int:
    return sum(term.cells for term in terms)
