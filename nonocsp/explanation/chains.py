"""Reasoning over several lines: assume a colour, see what follows, line by line.

An assumption that leads to a contradiction is wrong. What follows from every colour that a cell can
have is right, whichever it has. All assumptions are followed side by side, as far as the first that
tell something; of the chains of these the easiest is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from .phrasing import listed, sentence
from .position import Position, colours
from .steps import Branch, Conclusion, Fact, Step
from .trails import Lack, Trail, open_cells


@dataclass(frozen=True)
class Contradiction:
    """An assumption that leads to a contradiction.

    Args:
        name, summary: for people.
        cost, link_cost: how hard it is, and how much every line adds.
        most_rounds: how far to follow an assumption; None is to the end.
    """

    name: str
    summary: str
    cost: float
    link_cost: float
    most_rounds: int | None = None
    level: Literal["chain"] = field(default="chain", init=False)

    def step(self, position: Position) -> Step | None:
        assumptions = position.assumptions
        if assumptions is None:
            steps = (self.refute(position, trail) for trail in refuted(position, self.most_rounds))
            return min(steps, key=lambda step: step.cost, default=None)
        found = assumptions.refuted(position.masks, position.meter, self.most_rounds)
        if not found:
            return None
        easiest = min(found, key=lambda one: self.price(one.links, one.leaned))
        return self.refute(position, Trail(position, easiest.cell, 1 << easiest.colour).run())

    def price(self, links: int, leaned: int) -> float:
        """The cost of a step whose chain has so many links and leans on so many candidates that
        are known to be missing."""
        return round(self.cost + self.link_cost * links + leaned / 10, 1)

    def refute(self, position: Position, trail: Trail) -> Step:
        """The step that concludes that the assumption of a trail, which ended in a contradiction,
        is wrong."""
        links, leaned = trail.chain()
        words = position.words
        row, column = divmod(trail.cell, position.puzzle.shape[1])
        assumed = Fact(row, column, colours(trail.mask))
        excluded = position.masks[trail.cell] & trail.mask
        cell = Conclusion(
            row, column, colours(excluded), colours(position.masks[trail.cell] & ~excluded)
        )
        lines = tuple(dict.fromkeys(link.line for link in links))
        last = links[-1].line
        via = [line for line in lines if line != last]
        through = f", by way of {words.lines(via)}," if via else ""
        text = sentence(
            f"{words.cell(row, column)}: if it were {words.colour(assumed.colours)}{through} "
            f"{last} could not be completed, so it is {words.after(cell)}."
        )
        cost = self.price(len(links), len(leaned))
        because = facts_of(position, leaned)
        branch = Branch(assumed, links)
        return Step(self.name, lines, (cell,), because, text, cost, (branch,))


@dataclass(frozen=True)
class EitherWay:
    """What follows from every colour that a cell can have."""

    name: str
    summary: str
    cost: float
    link_cost: float
    level: Literal["chain"] = field(default="chain", init=False)

    def step(self, position: Position) -> Step | None:
        assumptions = position.assumptions
        if assumptions is None:
            steps = (
                self._step(position, trails, cell)
                for trails in agreeing(position, open_cells(position))
                for cell in common(position, trails)
            )
            return min(steps, key=lambda step: step.cost, default=None)
        found = assumptions.shared(position.masks, position.meter)
        if not found:
            return None
        easiest = min(found, key=lambda one: self.price(one.links, one.leaned))
        (trails,) = agreeing(position, [easiest.about])
        return self._step(position, trails, easiest.cell)

    def price(self, links: int, leaned: int) -> float:
        """As that of a contradiction."""
        return round(self.cost + self.link_cost * links + leaned / 10, 1)

    def _step(self, position: Position, trails: Sequence[Trail], cell: int) -> Step:
        words, columns = position.words, position.puzzle.shape[1]
        excluded = common(position, trails)[cell]
        branches, leaned = [], set()
        for trail in trails:
            links, more = trail.chain((cell, colour) for colour in colours(excluded))
            leaned |= more
            assumed = Fact(*divmod(trail.cell, columns), colours(trail.mask))
            branches.append(Branch(assumed, links))
        every = [link for branch in branches for link in branch.links]
        lines = tuple(dict.fromkeys(link.line for link in every))
        left = colours(position.masks[cell] & ~excluded)
        follows = Conclusion(*divmod(cell, columns), colours(excluded), left)
        assumed_cell = words.cell(*divmod(trails[0].cell, columns))
        ways = listed([words.colour(branch.assumed.colours) for branch in branches], "or")
        text = sentence(
            f"whether {assumed_cell} is {ways}, by way of {words.lines(lines)}, "
            f"{words.cell(follows.row, follows.column)} is {words.after(follows)}."
        )
        # That the cell has one of these colours is a reason too, where some are excluded.
        known = position.full & ~position.masks[trails[0].cell]
        leaned |= {(trails[0].cell, colour) for colour in colours(known)}
        cost = self.price(len(every), len(leaned))
        because = facts_of(position, leaned)
        return Step(self.name, lines, (follows,), because, text, cost, tuple(branches))


def refuted(position: Position, most_rounds: int | None) -> list[Trail]:
    """The assumptions that are refuted after the fewest rounds, and after at most so many."""
    going = [
        Trail(position, cell, 1 << colour)
        for cell in open_cells(position)
        for colour in colours(position.masks[cell])
    ]
    position.meter.stats.probes += len(going)
    found: list[Trail] = []
    rounds = 0
    while going and not found and (most_rounds is None or rounds < most_rounds):
        rounds += 1
        going = [trail for trail in going if trail.advance() or trail.is_contradiction]
        found = [trail for trail in going if trail.is_contradiction]
    return found


def agreeing(position: Position, cells: Iterable[int]) -> list[list[Trail]]:
    """For the cells that tell something whatever colour they have, after the fewest rounds, the
    trails of their colours. A cell that cannot have one of its colours tells nothing here."""
    going = [
        [Trail(position, cell, 1 << colour) for colour in colours(position.masks[cell])]
        for cell in cells
    ]
    position.meter.stats.probes += sum(map(len, going))
    found: list[list[Trail]] = []
    while going and not found:
        moved = [(trails, [trail.advance() for trail in trails]) for trails in going]
        moved = [pair for pair in moved if not any(trail.is_contradiction for trail in pair[0])]
        found = [trails for trails, _ in moved if common(position, trails)]
        going = [trails for trails, are_going in moved if any(are_going)]
    return found


def common(position: Position, trails: Sequence[Trail]) -> dict[int, int]:
    """For cells, bits of the colours that they have on none of some trails and can have so far."""
    found = {}
    for cell, masks in enumerate(zip(*(trail.masks for trail in trails), strict=True)):
        left = 0
        for mask in masks:
            left |= mask
        if position.masks[cell] & ~left:
            found[cell] = position.masks[cell] & ~left
    return found


def facts_of(position: Position, lacks: Iterable[Lack]) -> tuple[Fact, ...]:
    """The known cells that some missing candidates speak of."""
    columns = position.puzzle.shape[1]
    return tuple(
        Fact(*divmod(cell, columns), colours(position.masks[cell]))
        for cell in sorted({cell for cell, _ in lacks})
    )
