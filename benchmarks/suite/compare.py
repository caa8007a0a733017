"""Comparison of two files of records: answers, counted work, and times beyond the noise.

For every engine and puzzle solved in both files, the ratio of the least times. A puzzle is called
slower or faster if its ratio lies apart from those of the engine's other puzzles: their median and
median absolute deviation are location and scale of Student's t with 5 degrees of freedom, as times
have long tails; a twentieth of those named are false discoveries (Benjamini and Hochberg, 1995).

Two runs of one version differ as a whole, too: other processes slow the machine for a while. So an
engine with the same code on the same machine in both files is never called slower, and what it
seems to have lost is allowed to the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .agreement import Agreement, agreement
from .engine_times import gather, np, pd, stats
from .export import Table
from .paired import Ratio, ratio
from .records import Record
from .seconds import seconds_text

#: Smaller ratios are noise: clocks and caches are not more stable.
STEADY = 1.05

#: The share of false discoveries, and the degrees of freedom.
SHARE, FREEDOM = 0.05, 5


def compare(
    before: Sequence[Record],
    after: Sequence[Record],
    clock: str = "cpu",
    agreed: Agreement | None = None,
) -> str:
    """What two files of records agree in, and the changes of times, as Markdown.

    Args:
        before, after: the records of both.
        clock: ``wall`` or ``cpu`` seconds.
        agreed: what they agree in, where it is known.
    """
    times = _times(before, after, clock)
    both = times.dropna()
    parts = ["# Before and after", str(agreed or agreement(before, after))]
    if not len(both):
        return "\n\n".join([*parts, "Both files have no solved puzzle in common."])
    rows = [
        [engine, str(mean.puzzles), f"{mean.mean:.3f}", f"{mean.low:.3f} to {mean.high:.3f}"]
        for engine, mean in _means(both).items()
    ]
    head = ["engine", "puzzles", "after / before, geometric mean", "95 % bounds"]
    parts.append(str(Table(head, rows)))
    if same := _same(before, after):
        parts.append(
            f"The same code in both, so times differ by the machine: {', '.join(sorted(same))}."
        )
    both = both.assign(ratio=both["after"] / both["before"])
    apart = both[_are_apart(np.log(both["ratio"]))]
    apart = apart.sort_values("ratio", key=lambda ratio: -abs(np.log(ratio)))
    for title, which in (("Slower", apart["ratio"] > 1), ("Faster", apart["ratio"] < 1)):
        if which.any():
            head = ["engine", "puzzle", "before", "after", "ratio"]
            rows = [
                [*names, seconds_text(old), seconds_text(new), f"{change:.2f}"]
                for names, old, new, change in apart[which][:30].itertuples()
            ]
            parts += [
                f"## {title} beyond the noise: {which.sum()}",
                str(Table(head, rows, words=2)),
            ]
    for title, lost in (
        ("No longer solved, or not asked", times["after"].isna()),
        ("Newly solved", times["before"].isna()),
    ):
        if lost.any():
            names = sorted(" ".join(name) for name in times[lost].index)
            parts += [f"## {title}: {len(names)}", "\n".join(f"- {name}" for name in names[:30])]
    return "\n\n".join(parts)


def regressed(before: Sequence[Record], after: Sequence[Record], clock: str = "cpu") -> bool:
    """Whether the code of some engine is slower: the lower bound of its mean ratio exceeds 1.05
    times what engines of the same code lost."""
    means, same = _means(_times(before, after, clock).dropna()), _same(before, after)
    allowed = STEADY * max([1.0, *(mean.mean for engine, mean in means.items() if engine in same)])
    return any(mean.low > allowed for engine, mean in means.items() if engine not in same)


def _times(before: Sequence[Record], after: Sequence[Record], clock: str) -> pd.DataFrame:
    """The seconds before and after, by engine and puzzle with its seed."""
    plain = []
    for side, found in (("before", before), ("after", after)):
        for record in found:
            seed = "" if (number := record.get("seed")) is None else f", seed {number}"
            same = {"seed": side, "code": "", "machine": {"cpu": ""}}
            plain.append(record | same | {"puzzle": f"{record['puzzle']}{seed}"})
    seconds = gather(plain, clock)["seconds"].unstack("seed")
    return seconds.reindex(columns=["before", "after"]).dropna(how="all")


def _means(both: pd.DataFrame) -> dict[str, Ratio]:
    return {
        engine: ratio(own["after"], own["before"])
        for engine, own in both.groupby("engine", sort=False)
    }


def _are_apart(logs: pd.Series) -> pd.Series:
    """Which logarithms of ratios lie apart from the others of their engine."""
    away = abs(logs - logs.groupby("engine").transform("median"))
    scale = away.groupby("engine").transform("median") * 1.4826  # of a normal distribution: 1
    p = 2 * stats.t.sf(away / scale.clip(lower=np.log(STEADY) / 2), FREEDOM)
    p = pd.Series(p, logs.index).groupby("engine").transform(stats.false_discovery_control)
    return p < SHARE


def _same(before: Sequence[Record], after: Sequence[Record]) -> set[Any]:
    """The engines with one code, on one machine, in both files."""
    sides: list[dict[str, list[Any]]] = [{}, {}]
    for side, found in zip((before, after), sides, strict=True):
        for record in side:
            origin = [record[name] for name in ("code", "versions", "machine")]
            if origin not in found.setdefault(record["engine"], []):
                found[record["engine"]].append(origin)
    one, other = sides
    return {engine for engine in one if len(one[engine]) == 1 and one[engine] == other.get(engine)}
