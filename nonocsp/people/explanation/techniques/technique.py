"""What a technique is, and how a pattern in one line becomes a step with a reason.

A technique finds a pattern in what is known of a line. What it concludes gets a minimal reason, and
the pattern must also show in that reason alone: only then does the step bear the technique's name.
So a step never depends on cells that it does not name, and its sentence is true of those it names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

from ....core import Clue, Line, full, has_star
from ....core.kernel.known_line import Words
from ..block_positions import BlockPositions
from ..phrasing import PHRASES, Phrasing, sentence, since
from ..position import Position
from ..reasons import Exclusions
from ..steps import Step

Level = Literal["line", "chain", "count", "search"]


@dataclass(frozen=True)
class Technique(ABC):
    """A way to find the next step. A solver is a list of techniques."""

    name: str
    summary: str
    """One sentence for the documentation."""
    cost: float
    """How hard it is at least, on the scale of `rate`."""
    level: ClassVar[Level] = "line"
    """The kind of reasoning: one line at a time, assumptions, sums over many lines, or search."""

    @abstractmethod
    def step(self, position: Position) -> Step | None:
        """The easiest step of this kind, if there is one."""


@dataclass(frozen=True)
class Finding:
    """A pattern that was found in a line. Cells are indices along the line."""

    key: tuple[int, ...]
    """Distinguishes the findings of a technique in one line."""
    exclusions: Exclusions
    """What follows: for cells of the line, the mask of the colours that they cannot have."""
    why: str
    """The sentence without the name of the line and without the conclusion, which is added."""
    uses: Sequence[int] = ()
    """Cells that the pattern looks at: preferred as reasons."""
    states_conclusion: bool = False
    """``why`` includes the conclusion, so nothing is added."""
    needs_reasons: bool = False
    """``why`` does not say from which cells it follows, so they are named before it."""

    def text(self, known: str, conclusion: str) -> str:
        so = "" if self.states_conclusion else PHRASES["so"].format(follows=conclusion)
        return since(known) + self.why + so


@dataclass(frozen=True)
class LineView:
    """A line as a technique sees it. Cells are indices along the line."""

    line: Line
    clue: Clue
    blocks: BlockPositions
    """Where the blocks can be."""
    initial: BlockPositions
    """Where the blocks can be if nothing is known."""
    phrasing: Phrasing
    is_reason: bool
    """Nothing is known but the reasons of a step."""
    wanted: Exclusions
    """The exclusions that are not known yet: other findings are useless."""

    @property
    def length(self) -> int:
        return self.blocks.length

    @property
    def full(self) -> int:
        """The candidates of an unknown cell."""
        return full(self.phrasing.puzzle.block_colours)

    @property
    def colours(self) -> list[int]:
        """The colours of the clue."""
        return sorted({block.colour for block in self.clue})

    def is_useful(self, exclusions: Exclusions) -> bool:
        """Whether a finding with these exclusions would be new; checked before it is phrased."""
        return any(mask & self.wanted.get(cell, 0) for cell, mask in exclusions.items())

    def filled(self, number: int, cells: Sequence[int]) -> dict[int, int]:
        """The exclusions that give some cells the colour of a block."""
        return dict.fromkeys(cells, self.full & ~(1 << self.clue[number].colour))

    def cells(self, cells: Sequence[int]) -> str:
        """Some cells in words."""
        return self.phrasing.along(self.line, cells)

    def block(self, number: int) -> str:
        """A block in words."""
        return self.phrasing.block(self.line, number)


Find = Callable[[LineView], Iterator[Finding]]


@dataclass(frozen=True)
class LineTechnique(Technique):
    """A pattern in one line; a tenth is added to its cost for every known cell that it takes."""

    find: Find
    """Yields the findings of the pattern in a line that has a clue without stars."""

    def step(self, position: Position) -> Step | None:
        return easiest(position, self, lambda line: next(self.steps(position, line), None))

    def steps(self, position: Position, line: Line) -> Iterator[Step]:
        """Every step of this kind in a line."""
        clue, new = position.puzzle.clue(line) or (), position.new_exclusions(line) or {}
        if has_star(clue):
            return
        initial, phrasing = position.initial_blocks(line), position.phrasing
        view = LineView(line, clue, position.blocks(line), initial, phrasing, False, new)
        for finding in self.find(view):
            common = ((cell, mask & new.get(cell, 0)) for cell, mask in finding.exclusions.items())
            exclusions = {cell: mask for cell, mask in common if mask}
            if not exclusions:
                continue
            because = position.reason(line, exclusions, finding.uses)
            if because is None:
                continue
            blocks = position.blocks_given(line, position.only(line, because))
            reason = LineView(line, clue, blocks, initial, phrasing, True, exclusions)
            for again in self.find(reason):
                if again.key == finding.key and _covers(again.exclusions, exclusions):
                    facts = position.facts(line, because) if again.needs_reasons else ()
                    text = partial(again.text, phrasing.known(line, facts))
                    follows = position.forced(line, exclusions, because)
                    yield line_step(position, self, line, follows, because, text)
                    break


def line_step(
    position: Position,
    technique: Technique,
    line: Line,
    exclusions: Exclusions,
    because: Sequence[int],
    text: Callable[[str], str],
    words: tuple[Words, ...] = (),
) -> Step:
    """A step about one line; ``exclusions`` is all that follows, ``text`` the sentence, given the
    conclusion in words, ``words`` its phrases."""
    cells = position.conclusions(line, exclusions)
    whole = sentence(f"{line}: {text(position.phrasing.follows(line, cells))}.")
    cost = round(technique.cost + len(because) / 10, 1)
    facts = position.facts(line, because)
    return Step(technique.name, (line,), cells, facts, whole, cost, words=words)


def easiest(
    position: Position, technique: Technique, work: Callable[[Line], Step | None]
) -> Step | None:
    """The easiest of the steps that ``work`` finds in the lines; of equal ones that with the most
    conclusions, then that of the first line."""
    steps = position.cache.gather(
        technique, lambda line: work(line) if position.new_exclusions(line) else None
    )

    def key(line: Line) -> tuple[float, int, int]:
        return steps[line].cost, -len(steps[line].cells), position.order[line]

    return steps[min(steps, key=key)] if steps else None


def _covers(more: Exclusions, fewer: Exclusions) -> bool:
    return all(mask & ~more.get(cell, 0) == 0 for cell, mask in fewer.items())
