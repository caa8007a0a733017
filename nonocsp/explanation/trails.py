"""Following an assumption line by line, and the chain of reasons back from what it leads to.

`Trail` follows an assumption and remembers which line excluded what, and when. From a contradiction
(or any conclusion) it is walked backwards, and only what is needed is kept: each line's own minimal
reason, the reasons of those reasons, and so on, down to known cells and the assumption. What is
left is a chain that a person can follow, as conflict analysis does it in solvers that learn
(J. Marques-Silva and K. Sakallah, "GRASP", 1999).

The kernel follows assumptions in the same way (`nonocsp.kernel.assumptions`), to tell how long the
chains are; here they are written out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..model.clue import Line
from .phrasing import sentence
from .position import Position, bits, colours, conclusions, place
from .steps import Fact, Link
from .whole_lines import no_way

#: A missing candidate: the index of a cell, row-major, and a colour it cannot have.
Lack = tuple[int, int]


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
                    other = Line("column" if line.is_row else "row", i)
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


def open_cells(position: Position) -> Iterator[int]:
    """The cells with several candidates."""
    return (cell for cell, mask in enumerate(position.masks) if mask & (mask - 1))
