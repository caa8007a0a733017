"""Techniques of one line without a pattern: all that follows, no placement, shared colours."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.bits import mask_of
from ...model.clue import has_star
from ...model.line import Line
from ..phrasing import PHRASES, Phrasing, sentence, since
from ..position import Position
from ..steps import Step
from .technique import Technique, easiest, line_step

#: The first conclusions of a line; of these the one with the shortest reason is taken.
_COMPARED = 40


class LineReasoning(Technique):
    """All that follows from one line: the colours that no placement has in a cell."""

    def step(self, position: Position) -> Step | None:
        return easiest(position, self, lambda line: self._step(position, line))

    def _step(self, position: Position, line: Line) -> Step:
        """The conclusion with the shortest reason, and all others that follow from that reason."""
        new = position.new_exclusions(line) or {}
        reasons = []
        for cell, mask in list(new.items())[:_COMPARED]:
            position.meter.check_clock()
            reasons.append(position.reason(line, {cell: mask}))
        because = min((reason for reason in reasons if reason is not None), key=len)
        tight = position.domains[line].tighten(position.only(line, because))
        assert tight is not None  # the line has a placement
        also = {cell: mask & ~tight[cell] for cell, mask in new.items() if mask & ~tight[cell]}
        phrasing = position.phrasing
        is_one = len(position.puzzle.clue(line) or ()) == 1
        key = "line reasoning, one" if is_one else "line reasoning"

        def text(follows: str) -> str:
            known = since(phrasing.known(line, position.facts(line, because)))
            return known + phrasing.phrase(line, key, block=0, follows=follows)

        return line_step(position, self, line, also, because, text)


class SharedColours(Technique):
    """A cell has only colours that both of its lines have blocks of: one step for all lines."""

    def step(self, position: Position) -> Step | None:
        if position.puzzle.has_one_colour:
            return None
        foreign = position.cache.gather(self, lambda line: _foreign(position, line))
        if not foreign:
            return None
        board = position.puzzle.board
        excluded: dict[int, int] = {}
        for cells in foreign.values():
            for cell, mask in cells.items():
                excluded[cell] = excluded.get(cell, 0) | mask
        conclusions = tuple(position.conclusion(*pair) for pair in sorted(excluded.items()))
        key = "shared colours" if board.table else "shared colours, board"
        text = sentence(f"{PHRASES[key]}.")
        lines = tuple(sorted(foreign, key=position.order.__getitem__))
        return Step(self.name, lines, conclusions, (), text, self.cost)


def _foreign(position: Position, line: Line) -> dict[int, int] | None:
    """For cells of a line, by their numbers, the colours that no block of the line has."""
    clue, masks = position.puzzle.clue(line), position.masks
    if has_star(clue):
        return None
    missing = position.full & ~1 & ~mask_of(block.colour for block in clue or ())
    cells = position.puzzle.cells(line) if clue else ()
    return {cell: masks[cell] & missing for cell in cells if masks[cell] & missing} or None


class LineContradiction(Technique):
    """A line that has no placement left: there is no solution."""

    def step(self, position: Position) -> Step | None:
        line = position.failed_line()
        return None if line is None else self.refute(position, line)

    def refute(self, position: Position, line: Line, first: Sequence[int] = ()) -> Step:
        """The step that shows that a line has no placement.

        Args:
            position: where it has none.
            line: the line.
            first: cells of the line to prefer as reasons.
        """
        because = position.reason(line, {}, first)
        assert because is not None  # nothing fits
        facts, phrasing = position.facts(line, because), position.phrasing
        if because:
            known = phrasing.known(line, facts)
            # A cell without colours is the whole reason, whatever the clue.
            why = no_way(phrasing, line, known) if facts[0].colours else known
        else:
            why = phrasing.phrase(line, "contradiction", count=position.puzzle.length(line))
        cost = round(self.cost + len(because) / 10, 1)
        return Step(self.name, (line,), (), facts, sentence(f"{line}: {why}."), cost)


def inferred(phrasing: Phrasing, line: Line, known: str, follows: str) -> str:
    """The sentence for what follows from some of what is known of a line; without anything that
    follows, that it has no placement."""
    if follows:
        text = since(known) + follows
    elif known:
        text = no_way(phrasing, line, known)
    else:
        text = f"{phrasing.clue(line)} does not fit"
    return sentence(f"{line}: {text}.")


def no_way(phrasing: Phrasing, line: Line, known: str) -> str:
    """The words for a line that has no placement because of what is known."""
    if phrasing.puzzle.clue(line) == ():
        return phrasing.phrase(line, "contradiction, blank", known=known)
    return since(known) + phrasing.phrase(line, "contradiction, known")
