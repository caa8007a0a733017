"""Features of a puzzle, for choosing algorithms and predicting times.

They are what can be measured without search: the shape and the clues, the sizes of the domains,
what tightening single lines decides, and how much the placements that are left disagree.

Sources: J. R. Rice, "The algorithm selection problem" (1976), for the use of features; E. Nudelman,
K. Leyton-Brown, H. H. Hoos, A. Devkar and Y. Shoham, "Understanding random SAT: beyond the
clauses-to-variables ratio" (CP 2004), for choosing them by what they cost; B. Bischl et al.,
"ASlib: a benchmark library for algorithm selection" (AIJ 237, 2016), for the format in which
`nonocsp bench scenario` writes them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from itertools import combinations
from typing import Any

from ..base.display import Displayable
from ..base.plain import Plain
from ..line.domain import LineDomains
from ..model.bits import full, has_several, members
from ..model.clue import minimal_length
from ..model.line import Line
from ..model.problems import clues_by_axis
from ..model.puzzle import Puzzle
from ..options.limits import Limits, Meter, Stats
from .bounds import Status
from .logged import question
from .propagation import Propagation

#: Open cells whose marginals are computed; of more, this many at equal distances.
MOST_CELLS = 500


def _feature(meaning: str) -> Any:
    return field(metadata={"help": meaning})


@dataclass(frozen=True, slots=True, kw_only=True)
class Features(Displayable, Plain):
    """The features of a puzzle, all numbers; `MEANINGS` documents each.

    Shares are between 0 and 1, entropies and sizes of domains in bits. A mean or extreme over
    nothing (no blocks, no open cells) is 0.
    """

    rows: int = _feature("rows, or lines of direction A")
    columns: int = _feature("columns, or lines of direction B")
    cells: int = _feature("cells")
    colours: int = _feature("block colours")
    blocks: int = _feature("blocks of all clues")
    density: float = _feature("share of the cells that the known block lengths fill")
    absent: float = _feature("share of the lines without a clue")
    unknown: float = _feature("share of the blocks without a length")
    blocks_mean: float = _feature("blocks of a line, mean")
    blocks_max: int = _feature("blocks of a line, maximum")
    length_mean: float = _feature("length of a block, mean")
    length_entropy: float = _feature("entropy of the lengths of the blocks")
    clue_entropy: float = _feature("entropy of the clues of the lines: 0 if all are the same")
    slack_mean: float = _feature("share of a line that its clue leaves free at least, mean")
    slack_min: float = _feature("the same, minimum")
    slack_max: float = _feature("the same, maximum")
    domain_sum: float = _feature("log2 of the number of placements, sum over the lines")
    domain_mean: float = _feature("the same, mean")
    domain_max: float = _feature("the same, maximum")
    contradiction: int = _feature("1 if tightening leaves a line without placement, else 0")
    rounds: int = _feature("rounds of tightening all lines until nothing changes")
    tightenings: int = _feature("lines tightened on the way")
    decided_first: float = _feature("share of the cells that the first round decides")
    decided: float = _feature("share of the cells that tightening decides")
    left_sum: float = _feature("domain_sum after tightening")
    left_max: float = _feature("domain_max after tightening")
    left_lines: int = _feature("lines with open cells after tightening")
    marginal_entropy: float = _feature(
        "entropy of an open cell's colour, row and column as independent, mean"
    )
    marginal_entropy_min: float = _feature("the same, minimum")
    marginal_distance: float = _feature(
        "distance between the marginals of an open cell in its row and column (0 to 1), mean"
    )

    @property
    def status(self) -> Status:
        """What they prove about the existence of a solution."""
        return Status.UNSATISFIABLE if self.contradiction else Status.UNKNOWN

    def __str__(self) -> str:
        return "\n".join(f"{name:22}{value:.6g}" for name, value in self.to_dict().items())


#: What each feature is.
MEANINGS: dict[str, str] = {each.name: each.metadata["help"] for each in fields(Features)}


@question()
def features(puzzle: Puzzle, *, limits: Limits | None = None) -> Features:
    """The features of a puzzle.

    Cost: propagation, three exact counts of placements for each line, and two or more for each
    open cell, of which at most `MOST_CELLS` are looked at: with the kernel a few milliseconds for
    10 x 10, some 20 for 30 x 30, and a second for 512 x 512. No search.

    Args:
        puzzle: the puzzle.
        limits: of which ``seconds`` bounds the work.

    Raises:
        LimitReached: the time is up.

    >>> found = features(Puzzle([[1]] * 4, [[1]] * 4))
    >>> found.density, found.domain_sum, found.decided, found.marginal_distance
    (0.25, 16.0, 0.0, 0.0)
    >>> features(Puzzle([[3], [1]], [[1], [2], [1]])).decided
    1.0
    """
    meter = Meter(limits or Limits(), Stats())
    domains = LineDomains(puzzle)
    masks = [full(puzzle.block_colours)] * puzzle.board.size
    before = _domain_sizes(puzzle, domains, masks, meter)
    propagation = Propagation(puzzle, masks, domains=domains, meter=meter)
    contradiction, first = False, 0.0
    while not propagation.is_done and not contradiction:
        contradiction = any(step.after is None for step in propagation.round())
        if propagation.rounds == 1:
            first = _decided(masks)
    left = [] if contradiction else _domain_sizes(puzzle, domains, masks, meter)
    entropies, distances = (
        ([], []) if contradiction else _disagreement(puzzle, domains, masks, meter)
    )
    return Features(
        **_of_clues(puzzle),
        domain_sum=sum(before),
        domain_mean=_mean(before),
        domain_max=max(before, default=0.0),
        contradiction=int(contradiction),
        rounds=propagation.rounds,
        tightenings=meter.stats.tightenings,
        decided_first=first,
        decided=_decided(masks),
        left_sum=sum(left),
        left_max=max(left, default=0.0),
        left_lines=sum(_is_open(masks, puzzle.cells(line)) for line in puzzle.lines),
        marginal_entropy=_mean(entropies),
        marginal_entropy_min=min(entropies, default=0.0),
        marginal_distance=_mean(distances),
    )


def _of_clues(puzzle: Puzzle) -> dict[str, Any]:
    """The features that need no more than the clues."""
    board, clues = puzzle.board, puzzle.clues
    given = [
        (clue, puzzle.length(line))
        for clue, line in zip(clues, puzzle.lines, strict=True)
        if clue is not None
    ]
    blocks = [block for clue, _ in given for block in clue]
    lengths = [block.length for block in blocks if block.length is not None]
    filled = [
        sum(block.length or 0 for clue in axis if clue is not None for block in clue)
        for axis in clues_by_axis(board, clues).values()
    ]
    slack = [max(0.0, 1 - minimal_length(clue) / length) for clue, length in given]
    return {
        "rows": board.height,
        "columns": len(board.lengths(board.axes[1])),
        "cells": board.size,
        "colours": puzzle.block_colours,
        "blocks": len(blocks),
        "density": max(filled) / board.size,
        "absent": clues.count(None) / len(clues),
        "unknown": 1 - len(lengths) / len(blocks) if blocks else 0.0,
        "blocks_mean": _mean([len(clue) for clue, _ in given]),
        "blocks_max": max((len(clue) for clue, _ in given), default=0),
        "length_mean": _mean(lengths),
        "length_entropy": _entropy(Counter(lengths).values()),
        "clue_entropy": _entropy(Counter(clues).values()),
        "slack_mean": _mean(slack),
        "slack_min": min(slack, default=0.0),
        "slack_max": max(slack, default=0.0),
    }


def _domain_sizes(
    puzzle: Puzzle, domains: LineDomains, masks: Sequence[int], meter: Meter
) -> list[float]:
    """The binary logarithms of the numbers of placements; 0 where there is none."""
    sizes = []
    for line in puzzle.lines:
        meter.check_clock()
        number = domains[line].count(_of_line(puzzle, masks, line))
        sizes.append(math.log2(number) if number else 0.0)
    return sizes


def _disagreement(
    puzzle: Puzzle, domains: LineDomains, masks: Sequence[int], meter: Meter
) -> tuple[list[float], list[float]]:
    """For open cells: the entropy of the colour if its lines were independent, and the total
    variation distance between their distributions, on average over pairs of lines."""
    open_cells = [cell for cell, mask in enumerate(masks) if has_several(mask)]
    step = max(1, math.ceil(len(open_cells) / MOST_CELLS))
    entropies, distances = [], []
    for cell in open_cells[::step]:
        meter.check_clock()
        lines = [
            _marginals(domains, line, list(_of_line(puzzle, masks, line)), index)
            for line, index in puzzle.lines_through(cell)
        ]
        colours = [*members(masks[cell])]
        entropies.append(_entropy([math.prod(one[c] for one in lines) for c in colours]))
        pairs = combinations(lines, 2)
        distances.append(_mean([sum(abs(a[c] - b[c]) for c in colours) / 2 for a, b in pairs]))
    return entropies, distances


def _marginals(
    domains: LineDomains, line: Line, candidates: list[int], index: int
) -> dict[int, float]:
    """The share of the line's placements that give each colour to a cell."""
    numbers = {}
    for colour in members(candidates[index]):
        restricted = [*candidates[:index], 1 << colour, *candidates[index + 1 :]]
        numbers[colour] = domains[line].count(restricted)
    return {colour: number / sum(numbers.values()) for colour, number in numbers.items()}


def _of_line(puzzle: Puzzle, masks: Sequence[int], line: Line) -> Sequence[int]:
    return puzzle.board.along(line, masks)


def _is_open(masks: Sequence[int], cells: Iterable[int]) -> bool:
    return any(has_several(masks[cell]) for cell in cells)


def _decided(masks: Sequence[int]) -> float:
    return sum(not has_several(mask) for mask in masks) / len(masks)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


def _entropy(weights: Iterable[float]) -> float:
    """The entropy in bits of weights that need not sum to 1."""
    kept = [weight for weight in weights if weight > 0]
    total = sum(kept)
    return abs(sum(weight / total * math.log2(total / weight) for weight in kept))
