"""What lines tell without any pattern: all that follows, that nothing fits, their colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..model.clue import Line
from .phrasing import sentence
from .position import Position, bits, colours
from .steps import Conclusion, Step
from .techniques import Draft, easiest

#: Conclusions of which the one with the shortest reason is taken.
_COMPARED = 40


@dataclass(frozen=True)
class LineReasoning:
    """Whatever a line alone tells: the colours that no placement has in a cell."""

    name: str
    summary: str
    cost: float
    level: Literal["line"] = field(default="line", init=False)

    def step(self, position: Position) -> Step | None:
        return easiest(position, self, lambda line: self._draft(position, line))

    def _draft(self, position: Position, line: Line) -> Draft:
        """The conclusion with the shortest reason, and whatever else has the same reason."""
        news, masks = position.news(line) or {}, position.of(line)
        domain = position.domains[line]
        reasons = []
        for cell, mask in list(news.items())[:_COMPARED]:
            position.meter.look_at_clock()
            reasons.append(domain.reason(masks, {cell: mask}))
        because = min((reason for reason in reasons if reason is not None), key=len)
        tight = domain.tighten(position.only(line, because))
        assert tight is not None  # the line has a placement
        also = {cell: mask & ~tight[cell] for cell, mask in news.items() if mask & ~tight[cell]}
        words = position.words
        known = f"since {words.known(line, position.facts(line, because))}, " if because else ""
        ways = f"in every way to lay {words.clue(line)}"
        if len(position.puzzle.clue(line) or ()) == 1:
            ways = f"wherever {words.block(line, 0)} is"
        return Draft(line, also, because, lambda f: f"{known}{f} {ways}", self.cost)


@dataclass(frozen=True)
class SharedColours:
    """A cell has only colours that both of its lines have blocks of: said once, for all lines."""

    name: str
    summary: str
    cost: float
    level: Literal["line"] = field(default="line", init=False)

    def step(self, position: Position) -> Step | None:
        puzzle = position.puzzle
        if puzzle.has_one_colour:
            return None
        foreign = position.kept(self, lambda line: _foreign(position, line))
        if not foreign:
            return None
        excluded: dict[int, int] = {}
        for cells in foreign.values():
            for cell, mask in cells.items():
                excluded[cell] = excluded.get(cell, 0) | mask
        columns = puzzle.shape[1]
        follow = tuple(
            Conclusion(*divmod(cell, columns), colours(mask), colours(position.masks[cell] & ~mask))
            for cell, mask in sorted(excluded.items())
        )
        text = "A cell has only colours that are in the clues of both its row and its column."
        lines = tuple(sorted(foreign, key=position.order.__getitem__))
        return Step(self.name, lines, follow, (), text, self.cost)


@dataclass(frozen=True)
class LineContradiction:
    """A line that has no placement left: there is no solution."""

    name: str
    summary: str
    cost: float
    level: Literal["line"] = field(default="line", init=False)

    def step(self, position: Position) -> Step | None:
        line = position.broken_line()
        if line is None:
            return None
        because = position.domains[line].reason(position.of(line), {})
        assert because is not None  # nothing fits
        text = cannot(position, line, because)
        cost = round(self.cost + len(because) / 10, 1)
        return Step(self.name, (line,), (), position.facts(line, because), text, cost)


def _foreign(position: Position, line: Line) -> dict[int, int] | None:
    """For cells of a line, by their numbers in the grid, the colours that no block of it has."""
    clue = position.puzzle.clue(line)
    if not clue:
        return None
    missing = position.full & ~1 & ~bits(block.colour for block in clue)
    masks = position.masks
    return {
        cell: masks[cell] & missing for cell in position.cells(line) if masks[cell] & missing
    } or None


def cannot(position: Position, line: Line, because: Sequence[int]) -> str:
    """Why a line cannot be completed, as a sentence."""
    clue = position.words.clue(line)
    if not because:
        return sentence(f"{line}: {clue} does not fit into {position.puzzle.length(line)} cells.")
    known = position.words.known(line, position.facts(line, because))
    return sentence(f"{line}: {no_way(known, clue)}.")


def no_way(known: str, clue: str) -> str:
    """That what is known leaves a line without a placement."""
    if clue == "empty":
        return f"{known}, but it has no blocks"
    return f"since {known}, there is no way to lay {clue}"
