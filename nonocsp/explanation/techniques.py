"""What a technique is, and how one that looks for a pattern in a line makes its steps.

A technique finds a pattern in what is known of a line. What it concludes gets a minimal reason, and
the pattern must show in that reason alone: only then is the step called by the technique's name.
So a step never leans on cells that it does not name, and its sentence is true of those it names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from ..model.clue import Clue, Line
from .block_positions import LineView
from .phrasing import Words, sentence
from .position import Position
from .reasons import Exclusions
from .steps import Step


class Technique(Protocol):
    """What a solver is a list of. Any object with these will do."""

    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> str:
        """One sentence for the documentation."""
        ...

    @property
    def cost(self) -> float:
        """How hard it is at least, on the scale of `rate`."""
        ...

    @property
    def level(self) -> Literal["line", "chain", "search"]:
        """What it takes: one line at a time, assumptions, or search."""
        ...

    def step(self, position: Position) -> Step | None:
        """The easiest step of this kind, if there is one."""
        ...


@dataclass(frozen=True)
class Finding:
    """A pattern that was found in a line."""

    key: tuple[int, ...]
    """Tells the findings of a technique in one line apart."""
    exclusions: Exclusions
    """What follows: for cells of the line, bits of the colours that they cannot have."""
    say: Callable[[str], str]
    """The sentence, without the line's name, given what follows in words."""
    uses: Sequence[int] = ()
    """Cells that the pattern looks at."""


@dataclass(frozen=True)
class Sight:
    """A line as a technique looks at it."""

    line: Line
    clue: Clue
    view: LineView
    at_first: LineView
    """The line with nothing known."""
    words: Words
    is_reason: bool
    """Nothing is known but the reasons of a step."""
    wanted: Exclusions
    """What is not known yet: findings of anything else are of no use."""

    @property
    def full(self) -> int:
        return (1 << len(self.words.names)) - 1

    def wants(self, exclusions: Exclusions) -> bool:
        """Whether a finding of this would be of any use: to ask first spares its words."""
        return any(mask & self.wanted.get(cell, 0) for cell, mask in exclusions.items())

    def cells(self, cells: Sequence[int]) -> str:
        return self.words.along(self.line, cells)

    def block(self, number: int) -> str:
        return self.words.block(self.line, number)


Find = Callable[[Sight], Iterator[Finding]]


@dataclass(frozen=True)
class LineTechnique:
    """A pattern in one line.

    Args:
        name, summary: for people.
        cost: how hard it is to see; a tenth is added for every known cell that it takes.
        find: yields what the pattern shows in a line that has a clue.
    """

    name: str
    summary: str
    cost: float
    find: Find
    level: Literal["line"] = field(default="line", init=False)

    def step(self, position: Position) -> Step | None:
        return easiest(position, self, lambda line: next(self.drafts(position, line), None))

    def drafts(self, position: Position, line: Line) -> Iterator[Draft]:
        """Every step of this kind in a line."""
        puzzle, news = position.puzzle, position.news(line) or {}
        clue = puzzle.clue(line) or ()
        at_first = position.view_at_first(line)
        sight = Sight(line, clue, position.view(line), at_first, position.words, False, news)
        masks, domain = position.of(line), position.domains[line]
        for finding in self.find(sight):
            exclusions = {
                cell: mask & news[cell]
                for cell, mask in finding.exclusions.items()
                if mask & news.get(cell, 0)
            }
            if not exclusions:
                continue
            because = domain.reason(masks, exclusions, finding.uses)
            if because is None:
                continue
            view = LineView(clue, position.only(line, because))
            reason = Sight(line, clue, view, at_first, position.words, True, exclusions)
            for again in self.find(reason):
                if again.key == finding.key and _covers(again.exclusions, exclusions):
                    yield Draft(line, exclusions, because, again.say, self.cost)
                    break


@dataclass(frozen=True)
class Draft:
    """A step of one line that has not been written out: most are never taken."""

    line: Line
    exclusions: Exclusions
    because: Sequence[int]
    say: Callable[[str], str]
    cost: float

    @property
    def ease(self) -> tuple[float, int]:
        """Steps are compared by this: the least comes first."""
        return self.cost + len(self.because) / 10, -len(self.exclusions)

    def written(self, position: Position, name: str) -> Step:
        cells = position.conclusions(self.line, self.exclusions)
        text = sentence(f"{self.line}: {self.say(position.words.follows(self.line, cells))}.")
        facts = position.facts(self.line, self.because)
        return Step(name, (self.line,), cells, facts, text, round(self.ease[0], 1))


def easiest(
    position: Position, technique: Technique, draft: Callable[[Line], Draft | None]
) -> Step | None:
    """The easiest step among the drafts of all lines, the first of equal ones."""
    drafts = position.kept(technique, lambda line: draft(line) if position.news(line) else None)
    best = min(drafts, key=lambda line: (drafts[line].ease, position.order[line]), default=None)
    return None if best is None else drafts[best].written(position, technique.name)


def _covers(more: Exclusions, fewer: Exclusions) -> bool:
    return all(mask & ~more.get(cell, 0) == 0 for cell, mask in fewer.items())
