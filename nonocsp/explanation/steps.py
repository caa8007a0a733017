"""The steps of an explanation: plain data, each with a sentence.

Rows, columns and colours are numbers from 0, as everywhere; sentences count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..model.line import Line


@dataclass(frozen=True, slots=True, order=True)
class Fact:
    """What is known of a cell: it has one of these colours.

    >>> Fact(0, 2, (1,)).colour, Fact(0, 2, (0, 2)).colour
    (1, None)
    """

    row: int
    column: int
    colours: tuple[int, ...]
    """The numbers of the colours that are left, ascending."""

    @property
    def colour(self) -> int | None:
        """The only colour left, or None if there are several."""
        return self.colours[0] if len(self.colours) == 1 else None

    def as_dict(self) -> dict[str, Any]:
        return {"row": self.row, "column": self.column, "colours": list(self.colours)}


@dataclass(frozen=True, slots=True, order=True)
class Conclusion:
    """What a step adds to the knowledge of a cell: it has none of the excluded colours."""

    row: int
    column: int
    excluded: tuple[int, ...]
    """The numbers of the colours that the cell cannot have: this is what follows."""
    left: tuple[int, ...]
    """The colours that remain, given what was known of the cell before."""

    @property
    def colour(self) -> int | None:
        """The only colour left, or None if there are several."""
        return self.left[0] if len(self.left) == 1 else None

    def as_dict(self) -> dict[str, Any]:
        left, excluded = list(self.left), list(self.excluded)
        return {"row": self.row, "column": self.column, "excluded": excluded, "left": left}


@dataclass(frozen=True, slots=True)
class Link:
    """One line in a chain of reasoning: some cells of the line force others."""

    line: Line
    because: tuple[Fact, ...]
    """A minimal set of cells that forces the conclusion: assumed, known or concluded before."""
    cells: tuple[Conclusion, ...]
    """What follows; empty where the line has no placement left."""
    text: str

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, Any]:
        return {
            "line": self.line._asdict(),
            "because": [fact.as_dict() for fact in self.because],
            "cells": [cell.as_dict() for cell in self.cells],
            "sentence": self.text,
        }


@dataclass(frozen=True, slots=True)
class Branch:
    """An assumption and what follows from it."""

    assumed: Fact
    links: tuple[Link, ...]

    def as_dict(self) -> dict[str, Any]:
        return {"assumed": self.assumed.as_dict(), "links": [link.as_dict() for link in self.links]}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation; ``str`` is its sentence."""

    technique: str
    """The name of the technique, see `TECHNIQUES`."""
    lines: tuple[Line, ...]
    """The lines that the step is about, in the order of the reasoning."""
    cells: tuple[Conclusion, ...]
    """What follows. Empty when the step shows that there is no solution."""
    because: tuple[Fact, ...]
    """Known cells that force it together with the clues of the lines. The set is minimal for one
    line; in a chain it is minimal for each link."""
    text: str
    cost: float
    """How hard the step is, on the scale of `rate`."""
    branches: tuple[Branch, ...] = ()
    """The assumptions of a chain, each with its links."""

    @property
    def is_contradiction(self) -> bool:
        """The step shows that there is no solution."""
        return not self.cells

    @property
    def focus(self) -> tuple[Line, ...]:
        """The lines to look at; none where the step is about the whole puzzle."""
        is_chain = any(branch.links for branch in self.branches)
        return self.lines if is_chain or len(self.lines) == 1 else ()

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, Any]:
        """The step as JSON values."""
        return {
            "technique": self.technique,
            "lines": [line._asdict() for line in self.lines],
            "cells": [cell.as_dict() for cell in self.cells],
            "because": [fact.as_dict() for fact in self.because],
            "sentence": self.text,
            "cost": self.cost,
            "branches": [branch.as_dict() for branch in self.branches],
        }
