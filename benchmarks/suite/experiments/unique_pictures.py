"""The share of pictures that their clues determine, and that single lines determine.

A picture is *unique* if it is the only solution of its clues, and *simple* if tightening one line
at a time decides every cell. Up to 25 cells both are counted by definition: all pictures of a size
are grouped by their clues, and each lone one is tightened by a table of all lines. Pictures with
the same clues have the same clue of the first row, so each such clue is a cell of the work; those
of 5 x 5 need less than a gigabyte. Of larger sizes pictures are drawn at random, tightened by the
same table, and those that this leaves open are solved.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from nonocsp import is_unique

from ..records import Record
from ..spec import SpecError
from .experiment import Cell, Experiment, Row, grouped
from .unique_rectangles import PUBLISHED

#: The number that https://pixelogic.app/every-5x5-nonogram gives as solvable without guessing.
SIMPLE = {(5, 5): 24976511}

#: Pictures drawn for one cell.
DRAWN = 20_000

#: The most cells of a picture that is counted, and that is drawn.
COUNTED, NUMBERED = 25, 36


def cells(
    sizes: str = "3x4+4x4+4x5", sample: str = "6x6", draws: int = 60_000, solve: bool = False
) -> Iterator[Cell]:
    from .census import Census

    for size in sizes.split("+"):
        rows, columns = _shape(size, COUNTED)
        for first in Census(rows, columns).first_clues():
            yield {"size": size, "first": list(first), "solve": solve}
    _shape(sample, NUMBERED)
    for number in range(draws // DRAWN):
        yield {"size": sample, "draws": DRAWN, "seed": number + 1}


def _shape(size: str, most: int) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)x(\d+)", size)
    if not found or not 1 <= int(found[1]) * int(found[2]) <= most:
        raise SpecError(f"expected a size like 4x5 of at most {most} cells, not {size!r}")
    return int(found[1]), int(found[2])


def measure(
    size: str, first: Sequence[int] = (), solve: bool = False, draws: int = 0, seed: int = 0
) -> dict[str, Any]:
    """The unique and the simple pictures of a size, with a clue of the first row or drawn."""
    from .census import Census

    census = Census(*_shape(size, NUMBERED))
    if draws:
        pictures = census.drawn(draws, seed)
        are_simple = census.are_simple(pictures)
        left = pictures[~are_simple].tolist()
        simple = draws - len(left)
        return {"unique": simple + _solved(census, left), "simple": simple}
    standing, sharing = census.grouped(tuple(first))
    lone = standing[sharing == 1]
    figures = {"unique": len(lone), "simple": int(census.are_simple(lone).sum())}
    if solve:
        figures["by solving"] = _solved(census, standing.tolist())
    return figures


def _solved(census: Any, pictures: Sequence[int]) -> int:
    """The unique ones of some pictures, found by solving."""
    return sum(is_unique(census.puzzle(each)) for each in pictures)


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each size that was counted, and for the one that was drawn."""
    groups = grouped(records, lambda cell: (cell["size"], "draws" in cell))
    for (size, is_drawn), found in groups.items():
        shape = _shape(size, NUMBERED)
        sums = {
            name: sum(record["figures"].get(name, 0) for record in found)
            for name in ("unique", "simple", "by solving")
        }
        row: Row = {"size": size, "pictures": 2 ** math.prod(shape)}
        row |= _estimates(row, sums, found) if is_drawn else _numbers(row, sums, found, shape)
        side = min(shape), max(shape)
        yield row | {"published unique": PUBLISHED.get(side), "published simple": SIMPLE.get(side)}


def _numbers(
    row: Row, sums: dict[str, int], found: Sequence[Record], shape: tuple[int, int]
) -> dict[str, Any]:
    """What was counted, unless some parts are missing."""
    from .census import Census

    parts = len(Census(*shape).first_clues())
    if len(found) < parts:
        return {"counted": f"{len(found)} of {parts} parts"}
    solved = sums["by solving"]
    checked = {"counted": "all, twice", "by solving": solved} if solved else {"counted": "all"}
    shares = {f"{name} share": sums[name] / row["pictures"] for name in ("unique", "simple")}
    return {"unique": sums["unique"], "simple": sums["simple"], **shares, **checked}


def _estimates(row: Row, sums: dict[str, int], found: Sequence[Record]) -> dict[str, Any]:
    """What the drawn pictures say of all, with bounds."""
    draws = sum(record["cell"]["draws"] for record in found)
    result: dict[str, Any] = {"counted": f"{draws:,} drawn"}
    for name in ("unique", "simple"):
        low, high = interval(sums[name], draws)
        result[f"{name} share"] = f"{low:.2%} to {high:.2%}"
        result[name] = f"{low * row['pictures']:.4e} to {high * row['pictures']:.4e}"
    return result


def interval(hits: int, draws: int) -> tuple[float, float]:
    """The bounds of Wilson (1927) on a share, 95 %.

    >>> [round(bound, 3) for bound in interval(50, 100)]
    [0.404, 0.596]
    """
    from ..engine_times import stats

    bounds = stats.binomtest(hits, draws).proportion_ci(method="wilson")
    return float(bounds.low), float(bounds.high)


def notes(rows: Sequence[Row]) -> Iterator[str]:
    yield "Published: unique by the OEIS; simple by pixelogic.app, which says solvable by logic."
    yield "Of pictures drawn at random: Wilson's 95 % intervals."


def faults(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        for name, other in (
            ("unique", "published unique"),
            ("simple", "published simple"),
            ("unique", "by solving"),
        ):
            ours, theirs = row.get(name), row.get(other)
            if isinstance(ours, int) and theirs not in (None, ours):
                yield f"{row['size']} has {ours:,} {name} pictures, {other} are {theirs:,}"


EXPERIMENT = Experiment(
    name="unique-pictures",
    title="How many pictures are determined by their clues",
    source="K. J. Batenburg, W. A. Kosters, On the difficulty of nonograms (2012), for what is "
    "counted; OEIS A242876 and A384764; https://pixelogic.app/every-5x5-nonogram (2025)",
    shows="the pictures of a size that are the only solution of their clues, and those that "
    "single lines decide",
    takes="5 s; in full 4 minutes; needs numpy",
    cells=cells,
    full={"sizes": "3x4+4x4+5x5", "draws": 4_000_000},
    measure=measure,
    columns={
        "size": "",
        "counted": "",
        "pictures": ",",
        "unique": ",",
        "published unique": ",",
        "unique share": ".2%",
        "simple": ",",
        "published simple": ",",
        "simple share": ".2%",
    },
    rows=rows,
    notes=notes,
    faults=faults,
)
