"""The share of random pictures that are the only solution of their clues, by density and size.

A picture stays unique as long as no part of it is ambiguous, and the least ambiguous parts, see
`switches`, occur at a constant rate at any density. So the share tends to 0 at every fixed density
as pictures grow, and the density at which half are unique tends to 1: there is no threshold. If
switches were the only ambiguities, and independent, the share would be exp(-E), E being their
expected number, and 1 - half ~ (2 ln 2)^(1/8) n^(-1/4).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import stdev
from typing import Any

from nonocsp import Limits, Puzzle, verdict

from ..generated import random_cells
from ..records import Record
from . import switches
from .experiment import Cell, Experiment, Row

SIZES = (5, 7, 10, 14, 20, 28, 40, 60, 85, 120)

DENSITIES = (0.2, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8)

#: Pictures of one cell.
SHARE = 50

#: Limit on counted work for one verdict.
NODES = 100_000

#: What a picture with a switch counts as, beside the verdicts.
SWITCH = "switch"

#: Samples of the bootstrap.
SAMPLES = 200


def cells(least: int = 5, most: int = 20, pictures: int = 100, seed: int = 1) -> Iterator[Cell]:
    for size in (size for size in SIZES if least <= size <= most):
        for density in DENSITIES:
            for number in range(seed, seed + pictures, SHARE):
                count = min(SHARE, seed + pictures - number)
                yield {"size": size, "density": density, "pictures": count, "seed": number}


def measure(size: int, density: float, pictures: int, seed: int) -> dict[str, Any]:
    """How many of some random pictures have a switch, and the verdicts of the others."""
    found: Counter[str] = Counter()
    for number in range(seed, seed + pictures):
        picture = random_cells(size, size, density, 1, number)
        if any(switches.switches(picture)):
            found[SWITCH] += 1
        else:
            puzzle = Puzzle.from_picture(picture)
            found[verdict(puzzle, limits=Limits(nodes=NODES)).value] += 1
    return dict(found)


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each size; pictures of which the verdict is not known count as not unique."""
    groups: dict[int, dict[float, Counter[str]]] = {}
    for record in records:
        cell = record["cell"]
        group = groups.setdefault(cell["size"], {})
        group.setdefault(cell["density"], Counter()).update(record["figures"])
    for size, group in groups.items():
        unique = {at: (found["unique"], found.total()) for at, found in group.items()}
        free = {at: (of - group[at][SWITCH], of) for at, (_, of) in unique.items()}
        again = [half for half in _resampled(unique, size) if half is not None]
        yield {
            "size": f"{size}x{size}",
            "n": size,
            "pictures": max(of for _, of in unique.values()),
            "unknown": sum(found["unknown"] for found in group.values()),
            **{f"{at:g}": hits / of for at, (hits, of) in unique.items()},
            "half": _half(unique),
            "±": stdev(again) if len(again) > 1 else None,
            "half without switch": _half(free),
            "half expected": switches.half(size),
            "per switch": _per_switch(unique, size),
        }


def _half(group: dict[float, tuple[int, int]]) -> float | None:
    """The greatest density at which half of the pictures are unique.

    Between two densities ln(-ln share), the logarithm of the number of ambiguities, is linear.
    """
    known = sorted((density, _ambiguities(*hits)) for density, hits in group.items())
    for (low, more), (high, less) in reversed(list(pairwise(known))):
        if less <= LEVEL < more:
            return low + (high - low) * (more - LEVEL) / (more - less)
    return None


def _per_switch(group: dict[float, tuple[int, int]], size: int) -> float | None:
    """-ln share for each switch expected, where the share is neither near 0 nor near 1."""
    shares = {density: unique / of for density, (unique, of) in group.items()}
    between = {density: share for density, share in shares.items() if 0.05 <= share <= 0.95}
    if not between:
        return None
    expected = sum(switches.expected(size, density) for density in between)
    return -sum(map(math.log, between.values())) / expected


LEVEL = math.log(math.log(2))


def _ambiguities(unique: int, pictures: int) -> float:
    return math.log(-math.log((unique + 0.5) / (pictures + 1)))


def _resampled(group: dict[float, tuple[int, int]], seed: int) -> Iterator[float | None]:
    """The same from pictures drawn anew with the shares found (parametric bootstrap)."""
    draw = random.Random(seed).random
    for _ in range(SAMPLES):
        yield _half(
            {
                density: (sum(draw() * of < unique for _ in range(of)), of)
                for density, (unique, of) in group.items()
            }
        )


def notes(rows: Sequence[Row]) -> Iterator[str]:
    if unknown := sum(row["unknown"] for row in rows):
        yield f"{unknown} verdicts are not known; these pictures count as not unique."
    yield (
        "`half` is the density at which half of the pictures are unique, ± its standard deviation "
        "(bootstrap); `half without switch` is where half have no switch, `half expected` where "
        "ln 2 switches E are expected. `per switch` is -ln share / E, shares of 5 % to 95 %."
    )
    known = [(row["n"], row["half"], row["±"]) for row in rows if row.get("±")]
    if len(known) > 2:
        exponent, error, misfit = power_law(known, 1.0)
        yield (
            f"1 - half ~ n^-x: x = {exponent:.3f} ± {error:.3f}, chi² {misfit:.1f} with "
            f"{len(known) - 2} degrees of freedom; for n to infinity the switches give 1/4."
        )
    if len(known) > 3:
        misfits = {
            limit: power_law(known, limit)[2]
            for limit in (each / 100 for each in range(60, 101))
            if limit > max(half for _, half, _ in known)
        }
        least = min(misfits.values())
        fitting = [limit for limit, misfit in misfits.items() if misfit <= least + 4]
        yield (
            f"With another limit than 1, limit - half ~ n^-x, limits from {fitting[0]:g} to "
            f"{fitting[-1]:g} fit (chi² within 4 of the least, {least:.1f})."
        )


def power_law(
    known: Sequence[tuple[int, float, float]], limit: float
) -> tuple[float, float, float]:
    """The weighted least squares of limit - half ~ n^-x.

    Args:
        known: n, half and its standard error.
        limit: greater than each half.

    Returns:
        x, its standard error, and chi².
    """
    from ..engine_times import np

    n, half, error = np.array(known).T
    x, y, weight = -np.log(n), np.log(limit - half), (limit - half) / error
    line, covariance = np.polyfit(x, y, 1, w=weight, cov="unscaled")
    misfit = ((y - np.polyval(line, x)) * weight) ** 2
    return float(line[0]), float(covariance[0, 0] ** 0.5), float(misfit.sum())


EXPERIMENT = Experiment(
    name="unique-share",
    title="How many random pictures are the only solution of their clues",
    source="no published figures are known to us",
    shows="the share of unique pictures n x n by density, and the density at which half are unique",
    takes="10 s; in full a minute",
    cells=cells,
    full={"most": 60, "pictures": 500},
    measure=measure,
    columns={
        "size": "",
        "pictures": ",",
        **{f"{density:g}": ".1%" for density in DENSITIES},
        "half": ".4f",
        "±": ".4f",
        "half without switch": ".4f",
        "half expected": ".4f",
        "per switch": ".2f",
    },
    rows=rows,
    notes=notes,
)
