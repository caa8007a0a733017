"""Paired comparison of two engines on the same puzzles: is the difference more than chance?

A puzzle counts once, by the logarithm of the ratio of its times: the mean over the seeds, where an
unsolved run counts as twice the limit, as in PAR-2. The ratio is the geometric mean, with the
middle 95 % of a bootstrap. The test is Wilcoxon's (1945): the signed ranks of these logarithms,
without those that are 0, as likely positive as negative if nothing but chance separates the two.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .compare import bounds
from .engine_times import EngineTimes

#: Up to this number of differences the distribution is computed exactly, ties included; beyond it
#: the normal distribution is close.
EXACT = 60

#: The level of the test, and the fewest differences whose p can be below it: 2 / 2^6 < 0.05.
LEVEL, FEWEST = 0.05, 6


@dataclass(frozen=True, slots=True)
class Paired:
    """One engine against another."""

    engine: str
    base: str
    faster: int
    """Puzzles on which the engine took less time."""
    slower: int
    puzzles: int
    ratio: float
    """The geometric mean of the ratios of the times, engine to base."""
    bounds: tuple[float, float]
    """95 % bounds of that mean, by bootstrap."""
    p: float
    """Of the signed-rank test, on both sides."""

    def sentence(self) -> str:
        """What ratio and test say, in plain words."""
        low, high = self.bounds
        found = (
            f"{self.engine} takes {self.ratio:.2f} times the time of {self.base} "
            f"(95 %: {low:.2f} to {high:.2f}; faster on {self.faster} of {self.puzzles} puzzles, "
            f"slower on {self.slower}; {p_text(self.p)})"
        )
        if self.faster + self.slower < FEWEST:
            return f"{found}: too few puzzles differ for a test, at least {FEWEST} must."
        is_apart = low > 1 or high < 1
        if self.p < LEVEL and is_apart:
            return f"{found}: more than chance explains."
        if self.p < LEVEL or is_apart:
            return f"{found}: test and bounds disagree; measure more puzzles."
        return f"{found}: chance may explain it, which does not show that they are equal."


def paired(engine: str, base: str, times: Mapping[str, EngineTimes]) -> Paired | None:
    """The comparison of two engines; None if they have no puzzle in common."""
    own, other = times[engine].penalised, times[base].penalised
    logs = [math.log(max(own[p], 1e-9) / max(other[p], 1e-9)) for p in own if p in other]
    if not logs:
        return None
    low, high = bounds(logs)
    return Paired(
        engine,
        base,
        faster=sum(log < 0 for log in logs),
        slower=sum(log > 0 for log in logs),
        puzzles=len(logs),
        ratio=math.exp(sum(logs) / len(logs)),
        bounds=(math.exp(low), math.exp(high)),
        p=signed_rank(logs),
    )


def against(base: str, times: Mapping[str, EngineTimes]) -> list[Paired]:
    """All other engines against one, with the p of several tests together."""
    return holm([found for name in times if name != base and (found := paired(name, base, times))])


def holm(found: Sequence[Paired]) -> list[Paired]:
    """Comparisons with Holm's correction (1979): the more tests, the larger each p."""
    corrected, least = list(found), 0.0
    for rank, number in enumerate(sorted(range(len(found)), key=lambda n: found[n].p)):
        least = max(least, min(1.0, found[number].p * (len(found) - rank)))
        corrected[number] = replace(found[number], p=least)
    return corrected


def signed_rank(differences: Sequence[float]) -> float:
    """The p of Wilcoxon's signed-rank test on both sides; 1 if nothing differs.

    >>> signed_rank([1, 2, 3, 4, 5, 6, -0.5])
    0.03125
    """
    sizes = Counter(abs(difference) for difference in differences if difference)
    ranks, before = {}, 0  # twice the mean rank of equal sizes, a whole number
    for size in sorted(sizes):
        ranks[size] = 2 * before + sizes[size] + 1
        before += sizes[size]
    signed = sum(ranks[difference] for difference in differences if difference > 0)
    every = [ranks[size] for size in sizes.elements()]
    total = sum(every)
    tail = min(signed, total - signed)
    if len(every) > EXACT:
        deviation = math.sqrt(sum(rank * rank for rank in every))
        return math.erfc((total - 2 * tail) / deviation / math.sqrt(2))
    ways = [1] + [0] * tail  # by sum: the sets of ranks with a positive sign
    for rank in every:
        for at in range(tail, rank - 1, -1):
            ways[at] += ways[at - rank]
    return float(min(1.0, 2 * sum(ways) / 2 ** len(every)))


def p_text(p: float) -> str:
    """A p for people."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"
