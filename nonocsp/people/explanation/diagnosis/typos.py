"""Mistakes of typing and copying, their kinds, and the sentences about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ....core import Clue, Line, Plain, Puzzle, Verdict, excerpt
from ...reading.clue_errors import CLUE_KINDS, NEIGHBOUR, Kind
from ..phrasing import Phrasing, listed, ordinal, sentence
from .list_errors import LIST_KINDS

#: All kinds of typos, by name.
KINDS = {
    **CLUE_KINDS,
    **LIST_KINDS,
    "neighbour again": NEIGHBOUR,
    "another clue": Kind(12, "a different clue"),
    "rows and columns exchanged": Kind(3, "rows and columns exchanged"),
}


@dataclass(frozen=True, slots=True)
class Origin(Plain):
    """Where a line comes from, if other typos changed the list."""

    lines: tuple[Line, ...]
    """The given line; two that were one; none for a line left out."""
    part: int = 0
    """The number of the part, from 1, if the given line was two; else 0."""


@dataclass(frozen=True, slots=True)
class Typo(Plain):
    """One mistake of typing or copying."""

    kind: str
    """Its kind, a key of `KINDS`."""
    lines: tuple[Line, ...]
    """The given lines that it is about; for a line left out, the one after it, or one past the
    last. For a typo in all rows or columns, the first of them."""
    before: tuple[Clue | None, ...] = ()
    """Their clues as given, changed by the typos before this one; none for a typo in all lines."""
    after: tuple[Clue | None, ...] = ()
    """The clues that were meant in their place."""
    origins: tuple[Origin, ...] = ()
    """The origin of each of these lines, if earlier typos changed it. For a line twice, also that
    of the first; for a line left out, that of the line after it, or else before it."""

    def to_dict(self) -> dict[str, Any]:
        """The typo as JSON values; a block is its length, colour and joint, if any."""
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
    """The correction of typos, one or several, that makes a puzzle solvable."""

    typos: tuple[Typo, ...]
    verdict: Verdict
    """How many solutions the corrected puzzle has; UNKNOWN where a limit was reached."""
    cost: float
    """How improbable the typos are, in bits. Only differences have a meaning."""
    sentence: str
    puzzle: Puzzle = field(compare=False, repr=False)
    """The corrected puzzle."""

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<Change: {self.sentence}>"


def sentence_of(typos: Sequence[Typo], puzzle: Puzzle) -> str:
    """A sentence about typos in a puzzle.

    >>> from nonocsp import Block, Puzzle
    >>> typo = Typo("lost space", (Line("row", 2),), ((Block(12),),), ((Block(1), Block(2)),))
    >>> sentence_of([typo], Puzzle([[1]], [[1]]))
    'Row 3: 12 was probably 1 2 (a lost space)'
    """
    phrasing = Phrasing(puzzle)
    return sentence("; and ".join(_words(typo, phrasing) for typo in typos))


def _words(typo: Typo, phrasing: Phrasing) -> str:
    line, axis, noun = typo.lines[0], typo.lines[0].axis, typo.lines[0].noun
    names = [_name(origin, noun, phrasing) for origin in typo.origins] or [*map(str, typo.lines)]
    of = f" of direction {axis}" if noun == "line" else ""
    before, after = (
        [excerpt(phrasing.blocks(clue), 80) for clue in clues]
        for clues in (typo.before, typo.after)
    )
    several = phrasing.lines(typo.lines)
    if any(origin.part or len(origin.lines) != 1 for origin in typo.origins):
        several = listed(names)
    match typo.kind:
        case "line doubled":
            return f"{names[0]} is probably {names[1]} a second time"
        case "line too many":
            return f"{names[0]} ({before[0]}) is probably one too many"
        case "lines swapped":
            return f"{several} were probably swapped"
        case "order reversed":
            return f"the {noun}s{of} are probably in reverse order"
        case "clues reversed":
            return f"the clue of every {noun}{of} is probably in reverse order"
        case "line break lost":
            parts = listed(after)
            return f"{names[0]}: {before[0]} was probably two {noun}s, {parts} (a lost line break)"
        case "line break added":
            return f"{several} were probably one {noun}, {after[0]} (an extra line break)"
        case "line missing":
            is_last = line.index >= len(phrasing.puzzle.board.lengths(axis))
            blank = "a blank line" if not after[0] else after[0]
            where = "after" if is_last else "before"
            return f"a {noun} is probably missing {where} {names[0]}: {blank}"
        case "rows and columns exchanged":
            return "rows and columns were probably exchanged"
    if not typo.after[0]:
        after = ["blank"]
    return f"{names[0]}: {before[0]} was probably {after[0]} ({KINDS[typo.kind].words})"


def _name(origin: Origin, noun: str, phrasing: Phrasing) -> str:
    """``"row 3"``, ``"the second part of row 3"``, ``"rows 3-4 together"``."""
    if not origin.lines:
        return f"the {noun} left out"
    name = phrasing.lines(origin.lines)
    if origin.part:
        return f"the {ordinal(origin.part)} part of {name}"
    return f"{name} together" if len(origin.lines) > 1 else name
