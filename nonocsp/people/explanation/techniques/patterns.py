"""Techniques of one line: patterns that a person sees, and all that follows from a line.

The kernel finds the step (`nonocsp.core.kernel.known_line`); here it gets its sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....core import Line
from ....core.kernel.known_line import LineStep, Words
from ..phrasing import PHRASES, joined, sentence
from ..position import Position
from ..steps import Step
from .technique import Technique, line_step


class LinePattern(Technique):
    """A conclusion from one line; a tenth is added to its cost for every known cell it takes."""

    def step(self, position: Position) -> Step | None:
        own = _NUMBERS[self.name]
        first, least = position.cache.whole("patterns", lambda: _first_patterns(position))
        if least > own:
            return None
        steps = {
            line: step
            for line, (number, shown) in first.items()
            if number <= own
            and (step := shown if shown and number == own else self._step(position, line))
        }
        if not steps:
            return None

        def key(line: Line) -> tuple[int, int, int]:
            step = steps[line]
            return len(step.because), -len(step.exclusions), position.order[line]

        line = min(steps, key=key)  # as `easiest` chooses
        return _worded(position, self, line, steps[line])

    def in_line(self, position: Position, line: Line) -> Step | None:
        """The first step of this kind in one line."""
        found = self._step(position, line)
        return None if found is None else _worded(position, self, line, found)

    def _step(self, position: Position, line: Line) -> LineStep | None:
        step = position.cache.of(
            line, self.name, lambda line: position.known_line(line).step(self.name, position.meter)
        )
        return step if step is not None and step.technique == self.name else None


_First = tuple[int, LineStep | None]


def _first_patterns(position: Position) -> tuple[dict[Line, _First], int]:
    """See `_first`, for all lines, and the least number of a pattern.

    So one question to the kernel about a line answers for all patterns.
    """
    first = position.cache.gather("patterns", lambda line: _first(position, line))
    return first, min((number for number, _ in first.values()), default=len(PATTERNS))


def _first(position: Position, line: Line) -> _First | None:
    """The number of the first pattern that shows something in a line, and what; where none does,
    of the last, which is not looked for. None if nothing follows from the line."""
    if not position.new_exclusions(line):
        return None
    step = position.known_line(line).step(PATTERNS[0].name, position.meter)
    return (len(PATTERNS) - 1, None) if step is None else (_NUMBERS[step.technique], step)


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
        found = position.known_line(line).step(self.name, position.meter, first)
        assert found is not None  # nothing fits
        return _worded(position, self, line, found)


class SharedColours(Technique):
    """A cell has only colours that both of its lines have blocks of: one step for all lines."""

    def step(self, position: Position) -> Step | None:
        if position.puzzle.has_one_colour:
            return None
        foreign = position.cache.gather(self, lambda line: self._foreign(position, line))
        if not foreign:
            return None
        board = position.puzzle.board
        excluded: dict[int, int] = {}
        for line, found in foreign.items():
            cells = position.puzzle.cells(line)
            for index, mask in found.exclusions.items():
                excluded[cells[index]] = excluded.get(cells[index], 0) | mask
        conclusions = tuple(position.conclusion(*pair) for pair in sorted(excluded.items()))
        key = "shared colours" if board.table else "shared colours, board"
        text = sentence(f"{PHRASES[key]}.")
        lines = tuple(sorted(foreign, key=position.order.__getitem__))
        words = (Words(key, -1, (), (), 0, 0),)
        return Step(self.name, lines, conclusions, (), text, self.cost, words=words)

    def _foreign(self, position: Position, line: Line) -> LineStep | None:
        return position.known_line(line).step(self.name, position.meter)


def _worded(position: Position, technique: Technique, line: Line, found: LineStep) -> Step:
    facts, words = position.facts(line, found.because), found.words

    def text(follows: str) -> str:
        return joined(position.phrasing, line, words, facts, follows)

    return line_step(position, technique, line, found.exclusions, found.because, text, words)


#: The conclusions from one line, the simplest first.
PATTERNS: tuple[LinePattern, ...] = (
    LinePattern("blank line", "The clue has no blocks, so the line is blank.", 1),
    LinePattern("full line", "The blocks and the gaps between them fill the line.", 1),
    LinePattern("complete line", "All blocks are placed, so the rest is blank.", 1.2),
    LinePattern("overlap", "A block covers some cells in its first position and in its last.", 2),
    LinePattern(
        "finished block", "A run is as long as every block that it can be, so it ends there.", 2
    ),
    LinePattern(
        "edge", "A block that begins at the border or beside a blank is filled in from there.", 2.2
    ),
    LinePattern("join", "Two runs belong to one block, so the cells between them do too.", 2.5),
    LinePattern("small gap", "A gap is too small for any block that could be there.", 3),
    LinePattern("unreachable", "No block can reach a cell.", 3),
    LinePattern("narrowed overlap", "An overlap where known cells leave the block less room.", 3.5),
    LinePattern(
        "glue",
        "A block has too little room on one side of a cell, so it extends to the other.",
        3.5,
    ),
    LinePattern("split", "A cell would join two runs into one longer than any block here.", 4),
    LinePattern("unreachable colour", "No block of a colour can reach a cell.", 5),
    LinePattern(
        "whichever block",
        "All blocks that can cover a cell also cover another cell, or end at the same one.",
        5,
    ),
    LinePattern(
        "line reasoning", "No placement of the line has the colour in the cell; no pattern fits.", 8
    ),
)

_NUMBERS = {pattern.name: number for number, pattern in enumerate(PATTERNS)}
