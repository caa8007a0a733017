"""Reasoning over several lines: assume a colour, see what follows, line by line.

`Trail` follows an assumption and remembers which line excluded what, and when. From a contradiction
(or any conclusion) it is walked backwards, and only what is needed is kept: each line's own minimal
reason, the reasons of those reasons, and so on, down to known cells and the assumption. What is
left is a chain that a person can follow, as conflict analysis does it in solvers that learn
(J. Marques-Silva and K. Sakallah, "GRASP", 1999).

An assumption that leads to a contradiction is wrong. What follows from every colour that a cell can
have is right, whichever it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from .. import kernel
from ..grid import Grid
from ..puzzle import Line
from .position import Position, bits, colours, conclusions, place
from .steps import Branch, Conclusion, Fact, Link, Step
from .techniques import no_way
from .words import listed, sentence

#: A missing candidate: the index of a cell, row-major, and a colour it cannot have.
Lack = tuple[int, int]

#: Assumptions whose chains are written out and compared, and conclusions of those both ways.
_COMPARED = 40


@dataclass
class Move:
    """One line that was tightened on a trail."""

    line: Line
    before: tuple[int, ...]
    excluded: dict[int, int]
    """For cells of the line, bits of what it excluded; empty when nothing was left of it."""


class Trail:
    """What follows from an assumption, round by round.

    In each round every line in which something has changed is tightened once.

    Args:
        position: where the assumption is made.
        cell: the cell that it is about, as an index in row-major order; -1 assumes nothing, and all
            lines are tightened.
        mask: bits of the colours that the cell is assumed to have.
    """

    def __init__(self, position: Position, cell: int = -1, mask: int = -1) -> None:
        self.position = position
        self.cell, self.mask = cell, mask
        self.masks = list(position.masks)
        self.moves: list[Move] = []
        self.is_contradiction = False
        self._open = [
            line for line in position.puzzle.lines if position.puzzle.clue(line) is not None
        ]
        if cell >= 0:
            self.masks[cell] &= mask
            row, column = divmod(cell, position.puzzle.shape[1])
            self._open = [Line("row", row), Line("column", column)]

    def advance(self) -> bool:
        """One more round; False when nothing is left to do."""
        puzzle, position = self.position.puzzle, self.position
        changed: dict[Line, None] = {}
        for line in self._open:
            position.meter.tick()
            position.meter.stats.tightenings += 1
            cells = position.cells(line)
            before = tuple(self.masks[cells.start : cells.stop : cells.step])
            tight = position.domains[line].tighten(before)
            if tight is None:
                self.moves.append(Move(line, before, {}))
                self.is_contradiction = True
                return False
            excluded = {
                i: mask & ~left
                for i, (mask, left) in enumerate(zip(before, tight, strict=True))
                if mask != left
            }
            if excluded:
                self.moves.append(Move(line, before, excluded))
                for i in excluded:
                    self.masks[cells[i]] = tight[i]
                    other = Line("column" if line.axis == "row" else "row", i)
                    changed[other] = None
        self._open = [line for line in changed if puzzle.clue(line) is not None]
        return bool(self._open)

    def run(self) -> Trail:
        while self.advance():
            pass
        return self

    def chain(self, wanted: Iterable[Lack] = ()) -> tuple[tuple[Link, ...], set[Lack]]:
        """The links to some conclusions of the trail, or to its contradiction if none is named.

        Returns them with the known candidates missing from the start that they lean on.
        """
        position = self.position
        start = position.masks
        needed = {lack for lack in wanted if not self.is_assumed(lack)}
        wants_contradiction = not needed and self.is_contradiction
        links: list[Link] = []
        leaned: set[Lack] = set()
        for move in reversed(self.moves):
            cells = position.cells(move.line)
            exclusions: dict[int, int] = {}
            if not move.excluded:
                if not wants_contradiction:
                    continue
            else:
                for i, mask in move.excluded.items():
                    kept = bits(c for c in colours(mask) if (cells[i], c) in needed)
                    if kept:
                        exclusions[i] = kept
                if not exclusions:
                    continue
            because = self._reason(move, cells, exclusions)
            for i in because:
                for colour in colours(position.full & ~move.before[i]):
                    lack = cells[i], colour
                    if self.is_assumed(lack):
                        continue
                    if start[cells[i]] >> colour & 1:
                        needed.add(lack)
                    else:
                        leaned.add(lack)
            links.append(self._link(move, because, exclusions))
        return tuple(reversed(links)), leaned

    def is_assumed(self, lack: Lack) -> bool:
        return lack[0] == self.cell and not self.mask >> lack[1] & 1

    def _reason(self, move: Move, cells: range, exclusions: dict[int, int]) -> tuple[int, ...]:
        """Why a line excludes something; cells known from the start are rather named."""
        start = self.position.masks
        order = sorted(range(len(cells)), key=lambda i: (move.before[i] != start[cells[i]], i))
        because = self.position.domains[move.line].reason(move.before, exclusions, order)
        assert because is not None  # the line was tightened to this
        return because

    def _link(self, move: Move, because: tuple[int, ...], exclusions: dict[int, int]) -> Link:
        words, line = self.position.words, move.line
        facts = tuple(Fact(*place(line, i), colours(move.before[i])) for i in because)
        follow = conclusions(line, move.before, exclusions)
        known = words.known(line, facts)
        if not follow:
            said = no_way(known, words.clue(line)) if facts else f"{words.clue(line)} does not fit"
        else:
            said = f"since {known}, " * bool(facts) + words.follows(line, follow)
        return Link(line, facts, follow, sentence(f"{line}: {said}."))


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
        trails = refuted(position)
        rounds = 0
        found: list[Trail] = []
        open_trails = trails
        while open_trails and not found and (self.most_rounds is None or rounds < self.most_rounds):
            rounds += 1
            going = []
            for trail in open_trails:
                if trail.advance():
                    going.append(trail)
                elif trail.is_contradiction:
                    found.append(trail)
            open_trails = going
        steps = (self.refute(position, trail) for trail in found[:_COMPARED])
        return min(steps, key=lambda step: step.cost, default=None)

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
        cost = round(self.cost + self.link_cost * len(links) + len(leaned) / 10, 1)
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
        best: Step | None = None
        compared = 0
        for cell in open_cells(position):
            if compared >= _COMPARED:
                break
            trails = [Trail(position, cell, 1 << c).run() for c in colours(position.masks[cell])]
            if any(trail.is_contradiction for trail in trails):
                continue
            common = [
                (at, mask & ~bits_of(trails, at))
                for at, mask in enumerate(position.masks)
                if at != cell and mask & ~bits_of(trails, at)
            ]
            for at, excluded in common:
                compared += 1
                step = self._step(position, trails, at, excluded)
                if best is None or step.cost < best.cost:
                    best = step
        return best

    def _step(self, position: Position, trails: Sequence[Trail], cell: int, excluded: int) -> Step:
        words, columns = position.words, position.puzzle.shape[1]
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
        cost = round(self.cost + self.link_cost * len(every) + len(leaned) / 10, 1)
        # That the cell has one of these colours is a reason too, where some are excluded.
        known = position.full & ~position.masks[trails[0].cell]
        leaned |= {(trails[0].cell, colour) for colour in colours(known)}
        because = facts_of(position, leaned)
        return Step(self.name, lines, (follows,), because, text, cost, tuple(branches))


def refuted(position: Position) -> list[Trail]:
    """The assumptions that tightening lines refutes, as trails that have not yet begun."""
    found = []
    for cell in open_cells(position):
        for colour in colours(position.masks[cell]):
            if not _survives(position, cell, colour):
                found.append(Trail(position, cell, 1 << colour))
    return found


def open_cells(position: Position) -> Iterator[int]:
    return (cell for cell, mask in enumerate(position.masks) if mask & (mask - 1))


def _survives(position: Position, cell: int, colour: int) -> bool:
    position.meter.look_at_clock()
    position.meter.stats.probes += 1
    row, column = divmod(cell, position.puzzle.shape[1])
    if any(picture[row, column] == colour for picture in position.pictures):
        return True
    if position.domains.by_definition:
        return not Trail(position, cell, 1 << colour).run().is_contradiction
    masks = list(position.masks)
    masks[cell] = 1 << colour
    grid = Grid(masks, position.puzzle.shape[1], len(position.puzzle.colours) - 1)
    return kernel.propagated(position.puzzle, grid) is not None


def bits_of(trails: Sequence[Trail], cell: int) -> int:
    """What a cell can be on at least one of some trails."""
    mask = 0
    for trail in trails:
        mask |= trail.masks[cell]
    return mask


def facts_of(position: Position, lacks: Iterable[Lack]) -> tuple[Fact, ...]:
    """The known cells that some missing candidates speak of."""
    columns = position.puzzle.shape[1]
    return tuple(
        Fact(*divmod(cell, columns), colours(position.masks[cell]))
        for cell in sorted({cell for cell, _ in lacks})
    )
