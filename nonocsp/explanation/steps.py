"""The steps of an explanation and the hint: plain data, each with its sentences.

Rows, columns and colours are numbers from 0, as everywhere; sentences count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from ..common.display import Displayable
from ..common.errors import excerpt
from ..common.limits import Stats
from ..common.plain import Plain, plain
from ..model.grid import Grid
from ..model.line import Line
from ..model.puzzle import Puzzle


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
    """What follows; empty where the line has no placement left."""
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

    Only cells that are both on a line of ``demand`` and on one of ``supply`` are counted.
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


@dataclass(frozen=True, slots=True)
class Step(Plain):
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
    sentence: str
    cost: float
    """How hard the step is, on the scale of `rate`."""
    branches: tuple[Branch, ...] = ()
    """The assumptions of a chain, each with its links."""
    count: Count | None = None
    """The sums of a step that counts."""
    uses: tuple[int, ...] = ()
    """In an explanation, the numbers of the earlier steps that it builds on, from 0, ascending."""

    @property
    def is_contradiction(self) -> bool:
        """The step shows that there is no solution."""
        return not self.cells

    @property
    def decided(self) -> tuple[tuple[int, int, int | None], ...]:
        """The cells that have one colour left, as row, column and colour."""
        return tuple((c.row, c.column, c.colour) for c in self.cells if c.colour is not None)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of its chains."""
        return tuple(link for branch in self.branches for link in branch.links)

    @property
    def focus(self) -> tuple[Line, ...]:
        """The lines to look at; none where the step is about the whole puzzle."""
        return self.lines if self.links or self.count or len(self.lines) == 1 else ()

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<Step ({self.technique}): {excerpt(self.sentence, 80)}>"


@dataclass(frozen=True, slots=True)
class Inference(Plain):
    """One line, or one earlier step, in a step of an argument: what it adds."""

    line: Line | None
    """The line; None where it is an earlier step."""
    step: int | None
    """The number of the earlier step, from 1; None where it is a line."""
    because: tuple[Fact | Start, ...]
    """What it takes: assumed, known or concluded before. Of a line the set is minimal."""
    cells: tuple[Conclusion, ...]
    """What follows about cells and is used later."""
    starts: tuple[Start, ...]
    """What follows about blocks and is used later. Without either, it is a contradiction."""
    sentence: str

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class ArgumentStep(Plain):
    """One step of an argument; ``str`` is its sentence, which the links explain."""

    number: int
    """Its number, from 1."""
    kind: Literal["lines", "nogood", "weights", "solution", "end"]
    """What follows line by line; something that cannot be; weights for counting; a solution; the
    last step."""
    assumed: tuple[Fact | Start, ...]
    """What is assumed, and cannot all be."""
    links: tuple[Inference, ...]
    """From the assumptions to a contradiction."""
    cells: tuple[Conclusion, ...]
    """What is known after the step that was not known before, line by line."""
    because: tuple[Fact, ...]
    """Cells that are known before the step and used in it."""
    uses: tuple[int, ...]
    """The numbers of the earlier steps that it names, from 1."""
    sentence: str

    @property
    def technique(self) -> str:
        """The kind."""
        return self.kind

    @property
    def focus(self) -> tuple[Line, ...]:
        """The lines of the links."""
        return tuple(dict.fromkeys(link.line for link in self.links if link.line is not None))

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class Hint(Displayable, Plain):
    """A hint in two stages: where to look, and what follows there."""

    kind: Literal["step", "mistake", "solved", "ambiguous", "no solution"]
    """A step; a mistake in the grid; every cell is decided; nothing more can be filled in, since
    there are several solutions; the puzzle itself has no solution."""
    where: str
    """The first stage: where to look, and no more."""
    sentences: tuple[str, ...]
    """The second stage: what follows and why, each sentence building on those before it."""
    steps: tuple[Step, ...] = ()
    """The steps behind the sentences; the last one decides a cell. For a mistake, the
    contradiction to which the wrong cells lead, where following lines shows one."""
    wrong: tuple[Fact, ...] = ()
    """The cells to blame for a mistake: each one that no solution has, or, where there are none
    of these, as few as possible that no solution has together."""
    stats: Stats = field(default_factory=Stats, compare=False, repr=False)
    """Counted work."""
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)
    """The puzzle it is about."""
    grid: Grid | None = field(default=None, compare=False, repr=False)
    """What was known of it."""

    def __repr__(self) -> str:
        return f"<Hint ({self.kind}): {self.where}>"

    @property
    def what(self) -> str:
        """The second stage in one text."""
        if len(self.sentences) < 3:
            return " So: ".join(self.sentences)
        return " ".join(f"({number}) {text}" for number, text in enumerate(self.sentences, start=1))

    @property
    def step(self) -> Step | None:
        """The last of the steps, or None."""
        return self.steps[-1] if self.steps else None

    @property
    def is_mistake(self) -> bool:
        return self.kind == "mistake"

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines to look at, in the order of the reasoning."""
        return tuple(dict.fromkeys(line for step in self.steps for line in step.focus))

    @property
    def cells(self) -> tuple[tuple[int, int, int | None], ...]:
        """The cells that the last step decides, as row, column and colour; for a mistake the wrong
        cells, with None."""
        if self.wrong:
            return tuple((fact.row, fact.column, None) for fact in self.wrong)
        return self.steps[-1].decided if self.steps else ()

    @property
    def because(self) -> tuple[tuple[int, int], ...]:
        """Row and column of the cells in the player's grid from which the steps follow."""
        used = {(fact.row, fact.column) for step in self.steps for fact in step.because}
        derived = {(cell.row, cell.column) for step in self.steps[:-1] for cell in step.cells}
        return tuple(sorted(used - derived))

    def __str__(self) -> str:
        return self.what

    def to_dict(self) -> dict[str, Any]:
        """The hint as JSON values."""
        views = {name: plain(getattr(self, name)) for name in ("what", "lines", "cells", "because")}
        return Plain.to_dict(self) | views
