"""The steps of an explanation and the hint: plain data, each with its sentences.

Rows, columns and colours are numbers from 0, as everywhere; sentences count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from ...core import (
    Displayable,
    Grid,
    Limits,
    Line,
    LineDomains,
    Plain,
    Puzzle,
    Stats,
    Status,
    checked,
    excerpt,
)
from ...core.kernel.known_line import Words
from .checking import adds_up, covers_a_cell, excludes, follows, has_no_solution, known_of, replay
from .facts import Branch, Conclusion, Count, Fact, Link, Start


@dataclass(frozen=True, slots=True)
class Step(Displayable, Plain):
    """One step of an explanation; ``str`` is its sentence."""

    technique: str
    """The name of the technique, see `TECHNIQUES`."""
    lines: tuple[Line, ...]
    """The lines that the step is about, in the order of the reasoning."""
    cells: tuple[Conclusion, ...]
    """The conclusions; empty if the step shows that there is no solution."""
    because: tuple[Fact, ...]
    """Known cells that force it together with the clues of the lines. The set is minimal for one
    line, and in a chain for each link."""
    sentence: str
    cost: float
    """How hard the step is, on the scale of `rate`."""
    branches: tuple[Branch, ...] = ()
    """The assumptions of a chain, each with its links."""
    count: Count | None = None
    """The sums of a step that counts."""
    uses: tuple[int, ...] = ()
    """In an explanation, the numbers of the earlier steps that it builds on, from 0, ascending."""
    words: tuple[Words, ...] = ()
    """The phrases of the sentence, if the technique looks at one line; cells are its indices."""

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

    @checked
    def holds(self, puzzle: Puzzle, *, limits: Limits | None = None) -> bool:
        """Whether the conclusions of the step follow from its ``because`` and the clues of its
        lines, for a step of any origin.

        Args:
            puzzle: the puzzle of the step.
            limits: bounds on the search that a case split takes.

        Raises:
            LimitReached: a case split could not be checked within the limits.

        >>> from nonocsp.people.explanation import explain
        >>> puzzle = Puzzle([[3], [1]], [[1], [2], [1]])
        >>> all(step.holds(puzzle) for step in explain(puzzle))
        True
        """
        known = known_of(puzzle, self.because)
        domains = LineDomains(puzzle, by_definition=True)
        if self.count is not None:
            return adds_up(puzzle, domains, self.count, known, self.cells)
        if self.is_about_all(puzzle):
            return has_no_solution(puzzle, known, limits)
        if not self.branches:
            return follows(puzzle, domains, self.lines, known, self.cells)
        if not self.links:
            assumptions = [known_of(puzzle, [branch.assumed], known) for branch in self.branches]
            return self._is_denial and all(
                has_no_solution(puzzle, assumed, limits) for assumed in assumptions
            )
        ends = [replay(puzzle, domains, known, branch) for branch in self.branches]
        if len(ends) == 1:
            return ends[0] == {} and self._is_denial
        return covers_a_cell(puzzle, known, self.branches) and all(
            end is not None and excludes(puzzle, end, self.cells) for end in ends
        )

    @checked
    def is_about_all(self, puzzle: Puzzle) -> bool:
        """It concludes from all lines, without chains or sums, that there is no solution."""
        is_plain = not self.branches and self.count is None
        return is_plain and not self.cells and set(self.lines) == set(puzzle.lines)

    @property
    def _is_denial(self) -> bool:
        """It concludes only that its one assumption is wrong."""
        assumed = self.branches[0].assumed
        return len(self.branches) == 1 and all(
            (cell.row, cell.column) == (assumed.row, assumed.column)
            and set(cell.excluded) <= set(assumed.colours)
            for cell in self.cells
        )

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<Step ({self.technique}): {excerpt(self.sentence, 80)}>"


Kind = Literal["lines", "nogood", "weights", "solution", "end"]


@dataclass(frozen=True, slots=True)
class Inference(Plain):
    """What one line, or one earlier step, adds to a step of an argument."""

    line: Line | None
    """The line; None where it is an earlier step."""
    step: int | None
    """The number of the earlier step, from 1; None where it is a line."""
    because: tuple[Fact | Start, ...]
    """The facts that it uses: assumed, known or concluded before. For a line the set is minimal."""
    cells: tuple[Conclusion, ...]
    """Conclusions about cells that are used later."""
    starts: tuple[Start, ...]
    """Conclusions about blocks that are used later. With neither, it is a contradiction."""
    sentence: str

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class ArgumentStep(Plain):
    """One step of an argument; ``str`` is its sentence, which the links explain."""

    number: int
    """Its number, from 1."""
    kind: Kind
    """Conclusions line by line; assumptions that contradict each other; weights for counting; a
    solution; the last step."""
    assumed: tuple[Fact | Start, ...]
    """The assumptions, which contradict each other."""
    links: tuple[Inference, ...]
    """The inferences that lead from the assumptions to a contradiction."""
    cells: tuple[Conclusion, ...]
    """The cells that follow from it line by line and were not known before."""
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
    """A hint in two stages: where to look, and what follows."""

    shown: ClassVar = ("kind", "where", "what", "lines", "cells", "because")

    kind: Literal["step", "mistake", "solved", "ambiguous", "no solution"]
    """A step; a mistake in the grid; every cell is decided; no step is left, since there are
    several solutions or the techniques find none; the puzzle itself has no solution."""
    where: str
    """The first stage: where to look, and no more."""
    sentences: tuple[str, ...]
    """The second stage: what follows and why, each sentence building on those before it; last, the
    cells that the last step decides only with what was known of them."""
    steps: tuple[Step, ...] = ()
    """The steps behind the sentences; the last one decides a cell. For a mistake, the
    contradiction to which the wrong cells lead, where following lines shows one."""
    wrong: tuple[Fact, ...] = ()
    """The cells to blame for a mistake: all that no solution has or, if there are none, as few as
    possible that no solution has together."""
    named: int = 0
    """How many of them, from the first on, the sentence of a mistake is about: one, or those that
    cannot be right together."""
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

    @property
    def status(self) -> Status:
        """Whether a solution agrees with all that is known; with a mistake, none does."""
        has_none = self.kind in ("mistake", "no solution")
        return Status.UNSATISFIABLE if has_none else Status.SATISFIABLE
