"""What the steps of explanations are made of: facts about cells and blocks, chains and sums.

Rows, columns and colours are numbers from 0, as everywhere; sentences count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Line, Plain


@dataclass(frozen=True, slots=True, order=True)
class Fact(Plain):
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


@dataclass(frozen=True, slots=True, order=True)
class Conclusion(Plain):
    """What a step concludes about a cell, and what is known of the cell then."""

    row: int
    column: int
    excluded: tuple[int, ...]
    """The numbers of the colours that the cell cannot have. They follow from the reasons alone, and
    the sentence names them; some may have been excluded before."""
    left: tuple[int, ...]
    """The colours that remain, given what was known of the cell before."""

    @property
    def colour(self) -> int | None:
        """The only colour left, or None if there are several."""
        return self.left[0] if len(self.left) == 1 else None


@dataclass(frozen=True, slots=True, order=True)
class Start(Plain):
    """What is known of a block: it begins in one of these cells."""

    line: Line
    block: int
    """Its number in the clue."""
    first: int
    """The first and the last of the cells, as indices along the line."""
    last: int


@dataclass(frozen=True, slots=True)
class Link(Plain):
    """One line in a chain of reasoning: some cells of the line force others."""

    line: Line
    because: tuple[Fact, ...]
    """A minimal set of cells that forces the conclusion: assumed, known or concluded before."""
    cells: tuple[Conclusion, ...]
    """The conclusions; empty if the line has no placement left."""
    sentence: str

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<Link: {self.sentence}>"


@dataclass(frozen=True, slots=True)
class Branch(Plain):
    """An assumption and what follows from it."""

    assumed: Fact
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Term(Plain):
    """What one line adds to a sum."""

    line: Line
    cells: int
    """A number of cells."""


@dataclass(frozen=True, slots=True)
class Count(Plain):
    """A sum over lines of the cells of some colours, at the crossings of rows and columns.

    It counts the cells that are on a line of ``demand`` and on a line of ``supply``.
    """

    colours: tuple[int, ...]
    """The colours that are counted."""
    demand: tuple[Term, ...]
    """Lines of one axis, each with cells that it has at least."""
    supply: tuple[Term, ...]
    """Lines of the other axis, each with cells that it has at most."""

    @property
    def slack(self) -> int:
        """How much the supply exceeds the demand; negative if there is no solution."""
        supply, demand = (sum(term.cells for term in side) for side in (self.supply, self.demand))
        return supply - demand
