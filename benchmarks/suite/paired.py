"""Paired comparison of two engines on the same puzzles: is the difference more than chance?

A puzzle counts once, by the logarithm of the ratio of its times: the mean over the seeds, where an
unsolved run counts as twice the limit, as in PAR-2. The ratio is the geometric mean, with the
middle 95 % of a bootstrap (Efron, 1979). The test is Wilcoxon's (1945): the signed ranks of these
logarithms, without those that are 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .engine_times import np, pd, stats

#: The level of the test, and the fewest differences whose p can be below it: 2 / 2^6 < 0.05.
LEVEL, FEWEST = 0.05, 6

#: Up to this number of differences the distribution is computed exactly; beyond it the normal
#: distribution is close.
EXACT = 60


class Ratio(NamedTuple):
    """A geometric mean of ratios, with 95 % bounds by a seeded bootstrap over the puzzles."""

    mean: float
    low: float
    high: float
    puzzles: int

    def __str__(self) -> str:
        return f"{self.mean:.3g} ({self.puzzles})" if self.puzzles else ""


def ratio(own: pd.Series, base: pd.Series) -> Ratio:
    """The mean ratio of two figures over the puzzles for which both are known; of none, 1."""
    logs = np.log(own / base).dropna()
    low, high = np.exp(bounds(logs))
    return Ratio(float(np.exp(logs.mean())) if len(logs) else 1.0, low, high, len(logs))


def bounds(logs: Sequence[float]) -> tuple[float, float]:
    """95 % bounds of a mean; one value has none."""
    if len(logs) < 2:
        return -np.inf, np.inf
    how = {"n_resamples": 2000, "batch": 100, "method": "percentile", "rng": 1}
    found = stats.bootstrap((logs,), np.mean, **how).confidence_interval
    return float(found.low), float(found.high)


@dataclass(frozen=True, slots=True)
class Paired:
    """One engine against another."""

    engine: str
    base: str
    faster: int
    """Puzzles on which the engine took less time."""
    slower: int
    ratio: Ratio
    """Of the times, engine to base."""
    p: float
    """Of the signed-rank test on both sides, with Holm's correction (1979) for several tests."""

    def sentence(self) -> str:
        """What ratio and test say, in plain words."""
        mean, low, high, puzzles = self.ratio
        p = "p < 0.001" if self.p < 0.001 else f"p = {self.p:.2g}"
        found = (
            f"{self.engine} takes {mean:.2f} times the time of {self.base} "
            f"(95 %: {low:.2f} to {high:.2f}; faster on {self.faster} of {puzzles} puzzles, "
            f"slower on {self.slower}; unsolved as twice the limit; {p})"
        )
        if self.faster + self.slower < FEWEST:
            return f"{found}: too few puzzles differ for a test, at least {FEWEST} must."
        is_apart = low > 1 or high < 1
        if self.p < LEVEL and is_apart:
            return f"{found}: more than chance explains."
        if self.p < LEVEL or is_apart:
            return f"{found}: test and bounds disagree; measure more puzzles."
        return f"{found}: chance may explain it, which does not show that they are equal."


def against(base: str, times: pd.DataFrame) -> list[Paired]:
    """All other engines against one."""
    return paired([(name, base) for name in times.index.unique("engine") if name != base], times)


def paired(pairs: Iterable[tuple[str, str]], times: pd.DataFrame) -> list[Paired]:
    """The comparisons of pairs of engines that have puzzles in common."""
    known, par = [], times["par"]
    for engine, base in pairs:
        differences = (np.log(par[engine]) - np.log(par[base])).dropna()
        if len(differences):
            known.append((engine, base, differences))
    ps = pd.Series([signed_rank(differences) for *_, differences in known]).sort_values()
    ps = (ps * np.arange(len(ps), 0, -1)).cummax().clip(upper=1.0)
    return [
        Paired(
            engine,
            base,
            int((differences < 0).sum()),
            int((differences > 0).sum()),
            ratio(par[engine], par[base]),
            float(ps[number]),
        )
        for number, (engine, base, differences) in enumerate(known)
    ]


def signed_rank(differences: Sequence[float]) -> float:
    """The p of Wilcoxon's signed-rank test on both sides; 1 if nothing differs.

    >>> signed_rank([1, 2, 3, 4, 5, 6, -0.5])
    0.03125
    """
    apart = [each for each in differences if each]
    method = "exact" if len(apart) <= EXACT else "asymptotic"
    return float(stats.wilcoxon(apart, method=method).pvalue) if apart else 1.0
