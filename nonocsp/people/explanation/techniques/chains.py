"""Failed-literal reasoning over several lines: assume a colour, see what follows, line by line.

An assumption that leads to a contradiction is wrong. What follows from every colour that a cell can
have is right, whichever it has. All assumptions are followed side by side, round by round, up to
the first round that gives a result; of the chains of that round the easiest is taken.

From its end a chain is followed back, and only what is needed is kept: each line's own minimal
reason, the reasons of those reasons, and so on, down to known cells and the assumption, as in
conflict analysis (J. Marques-Silva and K. Sakallah, "GRASP", 1999).

The kernel measures chains in the same way (`nonocsp.core.kernel.failed_literals`), faster; this is
the definition, and writes out the chain that is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ....core import Line, mask_of, members
from ....core.solver.propagation import Propagation, Tightening
from ..checking import known_of, learn
from ..facts import Branch, Conclusion, Link
from ..phrasing import inferred, listed, sentence
from ..position import Position
from ..reasons import Exclusions
from ..steps import Step
from .technique import Level, Technique

#: A candidate that is excluded: the number of a cell, and a colour it cannot have.
Excluded = tuple[int, int]


class ImplicationChain:
    """What follows from an assumption, round by round.

    The rounds are those of `Propagation`, and of the kernel.

    Args:
        position: where the assumption is made.
        cell: the cell that it is about; None assumes nothing, and all lines are tightened.
        mask: the colours that the cell is assumed to have.
    """

    def __init__(self, position: Position, cell: int | None = None, mask: int = -1) -> None:
        self.position = position
        self.cell, self.mask = cell, mask
        self._changed: dict[int, int] = {}  # of many chains that wait, all cells would be too much
        self.tightenings: list[Tightening] = []
        self.is_contradiction = False
        lines: Iterable[Line] | None = None
        if cell is not None:
            self._changed[cell] = position.masks[cell] & mask
            lines = (line for line, _ in position.puzzle.lines_through(cell))
        self._propagation = Propagation(
            position.puzzle, [], lines, domains=position.domains, meter=position.meter
        )

    @property
    def masks(self) -> list[int]:
        """The candidates of all cells now, in a new list."""
        masks = list(self.position.masks)
        for cell, mask in self._changed.items():
            masks[cell] = mask
        return masks

    def advance(self) -> bool:
        """One more round; False when nothing is left to do."""
        masks = self._propagation.masks = self.masks
        found = list(self._propagation.round())
        self._propagation.masks = []
        for tightening in found:
            cells = self.position.puzzle.cells(tightening.line)
            for i in tightening.changes:
                self._changed[cells[i]] = masks[cells[i]]
        self.tightenings += found
        self.is_contradiction = any(step.after is None for step in self.tightenings[-1:])
        return not self._propagation.is_done

    def run(self) -> ImplicationChain:
        while self.advance():
            pass
        return self

    def links(self, wanted: Iterable[Excluded] = ()) -> tuple[tuple[Link, ...], set[Excluded]]:
        """The links to some conclusions, or to the contradiction if none are given.

        Returns them with the premises: candidates excluded from the start that they depend on.
        """
        position, start = self.position, self.position.masks
        needed = {one for one in wanted if not self._is_assumed(one)}
        wants_contradiction = not needed and self.is_contradiction
        links: list[Link] = []
        premises: set[Excluded] = set()
        for tightening in reversed(self.tightenings):
            cells = position.puzzle.cells(tightening.line)
            exclusions: dict[int, int] = {}
            for i, mask in tightening.changes.items():
                kept = mask_of(colour for colour in members(mask) if (cells[i], colour) in needed)
                if kept:
                    exclusions[i] = kept
            if not exclusions and not (wants_contradiction and tightening.after is None):
                continue
            because = self._reason(tightening, exclusions)
            for i in because:
                for colour in members(position.full & ~tightening.before[i]):
                    excluded = cells[i], colour
                    if not self._is_assumed(excluded):
                        was_open = start[cells[i]] >> colour & 1
                        (needed if was_open else premises).add(excluded)
            links.append(self._link(tightening, because, exclusions))
        return tuple(reversed(links)), premises

    def _is_assumed(self, excluded: Excluded) -> bool:
        return excluded[0] == self.cell and not self.mask >> excluded[1] & 1

    def _reason(self, tightening: Tightening, exclusions: Exclusions) -> tuple[int, ...]:
        """Why a line excludes something; cells known from the start are preferred."""
        position, before = self.position, tightening.before
        start = position.candidates(tightening.line)
        order = sorted(range(len(before)), key=lambda i: (before[i] != start[i], i))
        known = [i for i in order if before[i] != position.full]
        because = position.domains[tightening.line].reason(before, exclusions, known)
        assert because is not None  # the line was tightened to this
        return because

    def _link(self, tightening: Tightening, because: Sequence[int], exclusions: Exclusions) -> Link:
        line, before, position = tightening.line, tightening.before, self.position
        cells, phrasing = position.puzzle.cells(line), position.phrasing
        facts = tuple(position.fact(cells[i], before[i]) for i in because)
        forced = position.forced(line, exclusions, because, before) if exclusions else {}
        conclusions = position.conclusions(line, forced, before)
        known, follows = phrasing.known(line, facts), phrasing.follows(line, conclusions)
        return Link(line, facts, conclusions, inferred(phrasing, line, known, follows))


@dataclass(frozen=True)
class _ChainTechnique(Technique):
    """A technique that follows assumptions."""

    link_cost: float
    """What every line of the chain adds to the cost."""
    level: ClassVar[Level] = "chain"

    def price(self, links: int, premises: int) -> float:
        """The cost of a step with this many links and premises."""
        return round(self.cost + self.link_cost * links + premises / 10, 1)

    def _made(
        self,
        position: Position,
        conclusion: Conclusion,
        text: str,
        branches: Sequence[Branch],
        premises: set[Excluded],
    ) -> Step:
        """The step. Its reasons are those of the premises that the links do not give: of a cell one
        may exclude more than was needed of it."""
        puzzle, links = position.puzzle, [link for branch in branches for link in branch.links]
        lines = tuple(dict.fromkeys(link.line for link in links))
        taken = {cell for cell, _ in premises if cell in known_of(puzzle, [branches[0].assumed])}
        for branch in branches:
            known = known_of(puzzle, [branch.assumed])
            for link in branch.links:
                facts = known_of(puzzle, link.because).items()
                taken |= {cell for cell, mask in facts if known.get(cell, position.full) & ~mask}
                learn(puzzle, known, link.cells)
        because = tuple(map(position.fact, sorted(taken)))
        cost = self.price(len(links), len(premises))
        return Step(self.name, lines, (conclusion,), because, sentence(text), cost, tuple(branches))


@dataclass(frozen=True)
class Contradiction(_ChainTechnique):
    """An assumption that leads to a contradiction."""

    most_rounds: int | None = None
    """How far to follow an assumption; None is to the end."""

    def step(self, position: Position) -> Step | None:
        failed_literals = position.failed_literals
        if failed_literals is None:
            steps = (self.refute(position, chain) for chain in refuted(position, self.most_rounds))
            return min(steps, key=lambda step: step.cost, default=None)
        found = failed_literals.refuted(position.masks, position.meter, self.most_rounds)
        if not found:
            return None
        easiest = min(found, key=lambda one: self.price(one.links, one.premises))
        chain = ImplicationChain(position, easiest.cell, 1 << easiest.colour).run()
        return self.refute(position, chain)

    def refute(self, position: Position, chain: ImplicationChain) -> Step:
        """The step that concludes that the assumption of a chain that ends in a contradiction is
        wrong."""
        assert chain.cell is not None
        links, premises = chain.links()
        phrasing, mask = position.phrasing, position.masks[chain.cell] & chain.mask
        assumed = position.fact(chain.cell, chain.mask)
        conclusion = position.conclusion(chain.cell, mask)
        last = links[-1].line
        via = dict.fromkeys(link.line for link in links if link.line != last)
        through = f", by way of {phrasing.lines(via)}," if via else ""
        text = (
            f"{phrasing.cell(assumed.row, assumed.column)}: if it were "
            f"{phrasing.colour(assumed.colours)}{through} {last} could not be completed, "
            f"so it is {phrasing.after(conclusion)}."
        )
        return self._made(position, conclusion, text, [Branch(assumed, links)], premises)


@dataclass(frozen=True)
class EitherWay(_ChainTechnique):
    """What follows from every colour that a cell can have."""

    def step(self, position: Position) -> Step | None:
        failed_literals = position.failed_literals
        if failed_literals is None:
            steps = (
                self._step(position, chains, cell)
                for chains in agreeing(position, position.open_cells)
                for cell in common(position, chains)
            )
            return min(steps, key=lambda step: step.cost, default=None)
        found = failed_literals.shared(position.masks, position.meter)
        if not found:
            return None
        easiest = min(found, key=lambda one: self.price(one.links, one.premises))
        (chains,) = agreeing(position, [easiest.about])
        return self._step(position, chains, easiest.cell)

    def _step(self, position: Position, chains: Sequence[ImplicationChain], cell: int) -> Step:
        phrasing, about = position.phrasing, chains[0].cell
        assert about is not None
        excluded = common(position, chains)[cell]
        # That the cell has one of these colours is a premise too, where some are excluded.
        missing = position.full & ~position.masks[about]
        premises = {(about, colour) for colour in members(missing)}
        branches: list[Branch] = []
        place, agreed = position.puzzle.board.place(cell), position.full
        for chain in chains:
            links, more = chain.links((cell, colour) for colour in members(excluded))
            premises |= more
            ends = [one for link in links for one in link.cells if (one.row, one.column) == place]
            agreed &= mask_of(colour for one in ends for colour in one.excluded)
            branches.append(Branch(position.fact(about, chain.mask), links))
        lines = dict.fromkeys(link.line for branch in branches for link in branch.links)
        conclusion = position.conclusion(cell, agreed)
        assumed = branches[0].assumed
        ways = listed([phrasing.colour(branch.assumed.colours) for branch in branches], "or")
        text = (
            f"whether {phrasing.cell(assumed.row, assumed.column)} is {ways}, by way of "
            f"{phrasing.lines(lines)}, {phrasing.cell(conclusion.row, conclusion.column)} is "
            f"{phrasing.after(conclusion)}."
        )
        return self._made(position, conclusion, text, branches, premises)


def refuted(position: Position, most_rounds: int | None) -> list[ImplicationChain]:
    """The assumptions that are refuted after the fewest rounds, at most ``most_rounds``."""
    going = [
        ImplicationChain(position, cell, 1 << colour)
        for cell in position.open_cells
        for colour in members(position.masks[cell])
    ]
    position.meter.stats.probes += len(going)
    found: list[ImplicationChain] = []
    rounds = 0
    while going and not found and (most_rounds is None or rounds < most_rounds):
        rounds += 1
        going = [chain for chain in going if chain.advance() or chain.is_contradiction]
        found = [chain for chain in going if chain.is_contradiction]
    return found


def agreeing(position: Position, cells: Iterable[int]) -> list[list[ImplicationChain]]:
    """For the cells whose colours have a common conclusion after the fewest rounds, the chains of
    their colours. A cell that cannot have one of its colours is left out."""
    going = [
        [ImplicationChain(position, cell, 1 << colour) for colour in members(position.masks[cell])]
        for cell in cells
    ]
    position.meter.stats.probes += sum(map(len, going))
    found: list[list[ImplicationChain]] = []
    while going and not found:
        moved = [(chains, [chain.advance() for chain in chains]) for chains in going]
        moved = [pair for pair in moved if not any(chain.is_contradiction for chain in pair[0])]
        found = [chains for chains, _ in moved if common(position, chains)]
        going = [chains for chains, are_going in moved if any(are_going)]
    return found


def common(position: Position, chains: Sequence[ImplicationChain]) -> dict[int, int]:
    """For cells, the colours that they can have so far and have on none of some chains."""
    found = {}
    for cell, masks in enumerate(zip(*(chain.masks for chain in chains), strict=True)):
        excluded = position.masks[cell]
        for mask in masks:
            excluded &= ~mask
        if excluded:
            found[cell] = excluded
    return found
