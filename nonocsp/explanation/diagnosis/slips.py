"""Slips of typing and copying, their kinds, and the sentences about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ...common.errors import excerpt
from ...common.plain import Plain
from ...model.clue import Clue
from ...model.line import Line
from ...model.puzzle import Puzzle
from ...reading.clue_errors import CLUE_KINDS, NEIGHBOUR, Kind
from ...solver.solving import Verdict
from ..phrasing import Phrasing, listed, sentence
from .list_errors import LIST_KINDS

#: All kinds of slips, by name.
KINDS = {
    **CLUE_KINDS,
    **LIST_KINDS,
    "neighbour again": NEIGHBOUR,
    "another clue": Kind(12, "a different clue"),
    "rows and columns exchanged": Kind(3, "rows and columns exchanged"),
}


@dataclass(frozen=True, slots=True)
class Slip(Plain):
    """One slip of typing or copying."""

    kind: str
    """Which: a name of `KINDS`."""
    lines: tuple[Line, ...]
    """The given lines that it is about; for a line left out the line after it. For a slip in all
    rows or columns the first of them."""
    before: tuple[Clue | None, ...] = ()
    """Their clues as given, except for a slip in all lines."""
    after: tuple[Clue | None, ...] = ()
    """The clues that were meant in their place."""

    def to_dict(self) -> dict[str, Any]:
        """The slip as JSON values; a block is its length, colour and joint, if any."""
        clues = {"before": self.before, "after": self.after}
        return Plain.to_dict(self) | {
            name: [
                None
                if clue is None
                else [[b.entry, b.colour, *filter(None, [b.joint])] for b in clue]
                for clue in some
            ]
            for name, some in clues.items()
        }


@dataclass(frozen=True, slots=True)
class Change(Plain):
    """The correction of slips, one or several, that makes a puzzle solvable."""

    slips: tuple[Slip, ...]
    verdict: Verdict
    """How many solutions the corrected puzzle has; UNKNOWN where a limit was reached."""
    cost: float
    """How improbable the slips are, in bits. Only differences have a meaning."""
    sentence: str
    puzzle: Puzzle = field(compare=False, repr=False)
    """The corrected puzzle."""

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<Change: {self.sentence}>"


def sentence_of(slips: Sequence[Slip], puzzle: Puzzle) -> str:
    """A sentence about slips in a puzzle.

    >>> from nonocsp import Block, Puzzle
    >>> slip = Slip("lost space", (Line("row", 2),), ((Block(12),),), ((Block(1), Block(2)),))
    >>> sentence_of([slip], Puzzle([[1]], [[1]]))
    'Row 3: 12 was probably 1 2 (a lost space)'
    """
    phrasing = Phrasing(puzzle)
    return sentence("; and ".join(_words(slip, phrasing) for slip in slips))


def _words(slip: Slip, phrasing: Phrasing) -> str:
    line, axis, noun = slip.lines[0], slip.lines[0].axis, slip.lines[0].noun
    of = f" of direction {axis}" if noun == "line" else ""
    before, after = (
        [excerpt(phrasing.blocks(clue), 80) for clue in clues]
        for clues in (slip.before, slip.after)
    )
    names = phrasing.lines(slip.lines)
    match slip.kind:
        case "line doubled":
            return f"{line} is probably {Line(axis, line.index - 1)} a second time"
        case "line too many":
            return f"{line} ({before[0]}) is probably one too many"
        case "lines swapped":
            return f"{names} were probably swapped"
        case "order reversed":
            return f"the {noun}s{of} are probably in reverse order"
        case "clues reversed":
            return f"the clue of every {noun}{of} is probably in reverse order"
        case "line break lost":
            return (
                f"{line}: {before[0]} was probably two {noun}s, {listed(after)} (a lost line break)"
            )
        case "line break added":
            return f"{names} were probably one {noun}, {after[0]} (an extra line break)"
        case "line missing":
            place = f"before {line}"
            if line.index >= len(phrasing.puzzle.board.lengths(axis)):
                place = f"after {Line(axis, line.index - 1)}"
            blank = "a blank line" if not after[0] else after[0]
            return f"a {noun} is probably missing {place}: {blank}"
        case "rows and columns exchanged":
            return "rows and columns were probably exchanged"
    if not slip.after[0]:
        after = ["blank"]
    return f"{line}: {before[0]} was probably {after[0]} ({KINDS[slip.kind].words})"
