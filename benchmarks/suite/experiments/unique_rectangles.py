"""How many pictures of each rectangle are the only solution of their clues.

The method is that of `rivals`, which looks at far fewer sets than there are pictures. What lies
beyond a first number of sets is a cell of the work for each share of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from ..records import Record
from ..spec import SpecError
from .experiment import Cell, Experiment, Row, grouped

if TYPE_CHECKING:
    from .rivals import Level, Rivals

#: OEIS A384764, the shorter side first; the columns of 2 are A383345.
PUBLISHED = {
    (1, 1): 2,
    (2, 2): 14,
    (2, 3): 52,
    (2, 4): 210,
    (2, 5): 816,
    (2, 6): 3206,
    (2, 7): 12536,
    (2, 8): 48962,
    (2, 9): 191226,
    (2, 10): 746456,
    (2, 11): 2913544,
    (2, 12): 11371040,
    (2, 13): 44376798,
    (2, 14): 173181564,
    (2, 15): 675834086,
    (2, 16): 2637392942,
    (2, 17): 10292179494,
    (2, 18): 40164144690,
    (3, 3): 384,
    (3, 4): 3152,
    (3, 5): 24230,
    (3, 6): 189898,
    (3, 7): 1473674,
    (4, 4): 52362,
    (4, 5): 814632,
    (4, 6): 12819322,
    (5, 5): 25309575,
    (5, 6): 794378773,
    (6, 6): 49745060669,
}

#: A rectangle of at most this many cells is one portion of the work; each cell more doubles them.
WHOLE = 36


def cells(most: int = 30, least: int = 4) -> Iterator[Cell]:
    sizes = [
        (rows, columns)
        for rows in range(2, 8)
        for columns in range(rows, most // rows + 1)
        if least <= rows * columns
    ]
    if not sizes:
        raise SpecError(f"there is no rectangle of {least} to {most} cells")
    for rows, columns in sorted(sizes, key=lambda size: (size[0] * size[1], size)):
        parts = 2 ** max(0, rows * columns - WHOLE)
        for part in range(parts):
            yield {"rows": rows, "columns": columns, "part": part, "parts": parts}


def measure(rows: int, columns: int, part: int, parts: int) -> dict[str, Any]:
    """The number of unique pictures of a part of those of a size."""
    rivals, at, level = _begun(rows, columns)
    return {"unique": rivals.unique(at, level.part(slice(part, None, parts)))}


@lru_cache(maxsize=1)
def _begun(rows: int, columns: int) -> tuple[Rivals, int, Level]:
    """The first columns, which all parts of a rectangle share."""
    from .rivals import BATCH, Rivals

    rivals = Rivals(rows, columns)
    at, level = 0, rivals.first
    while at < columns - 2 and len(level.lags) < BATCH:
        at, level = at + 1, rivals.advanced(at, level)
    return rivals, at, level


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each size; the number is missing while parts are."""
    for (height, width), found in grouped(records, itemgetter("rows", "columns")).items():
        pictures, parts = 2 ** (height * width), found[0]["cell"]["parts"]
        row: Row = {"size": f"{height}x{width}", "pictures": pictures}
        row |= {"counted": "all", "published": PUBLISHED.get((height, width))}
        if len(found) < parts:
            yield row | {"counted": f"{len(found)} of {parts} parts"}
            continue
        unique = sum(record["figures"]["unique"] for record in found)
        seconds = sum(record["cpu_seconds"] for record in found)
        yield row | {"unique": unique, "share": unique / pictures, "CPU seconds": seconds}


def notes(rows: Sequence[Row]) -> Iterator[str]:
    known = [row for row in rows if row["published"] is not None and "unique" in row]
    yield (
        f"{len(known)} of these numbers are published, and equal to ours where nothing else is "
        "said."
    )


def faults(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row["published"] is not None and row.get("unique") not in (None, row["published"]):
            yield f"{row['size']} has {row['unique']:,} unique pictures, not {row['published']:,}"


EXPERIMENT = Experiment(
    name="unique-rectangles",
    title="How many pictures of a rectangle are the only solution of their clues",
    source="OEIS A384764, and A383345 for two rows",
    shows="the exact numbers of unique pictures of rectangles, those that are known and new ones",
    takes="5 s; in full ten minutes; needs numpy",
    cells=cells,
    full={"most": 36},
    measure=measure,
    columns={
        "size": "",
        "counted": "",
        "pictures": ",",
        "unique": ",",
        "published": ",",
        "share": ".3%",
        "CPU seconds": ",.1f",
    },
    rows=rows,
    notes=notes,
    faults=faults,
)
