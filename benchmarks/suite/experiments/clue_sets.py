"""How many clue sets there are, and the most solutions that one of them has.

All pictures of a size are grouped by their clues, see `grouping`. A clue set here is one that some
picture has. The entropy is the mean over all pictures of ln N / n², N being the number of pictures
with the same clues: what the clues leave open of a picture, in nats a cell.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from nonocsp import Puzzle

from ..records import Record
from ..spec import SpecError
from .experiment import Cell, Experiment, Row, grouped
from .unique_rectangles import PUBLISHED


def cells(first: int = 1, last: int = 5) -> Iterator[Cell]:
    if not 1 <= first <= last <= 6:
        raise SpecError(f"expected sizes from 1 to 6, not {first} to {last}")
    for size in range(first, last + 1):
        parts = max(1, 2 ** (size * size - 30))
        for part in range(parts):
            yield {"size": size, "part": part, "parts": parts}


def measure(size: int, part: int, parts: int) -> dict[str, Any]:
    """The clue sets of a part of the pictures by their number of solutions, and a richest one."""
    from .grouping import ClueSets

    sets = ClueSets(size, size)
    counts, most = sets.tally(sets.halves[part::parts])
    found = {str(number): counts[number] for number in sorted(counts)}
    return {"clue sets": found, "most": clues_of(most)}


def clues_of(puzzle: Puzzle) -> str:
    """The clues of a puzzle in a sentence."""
    rows, columns = (
        " / ".join(" ".join(map(str, clue or ())) or "0" for clue in side)
        for side in (puzzle.rows, puzzle.columns)
    )
    return f"rows {rows}, columns {columns}"


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each size; the numbers are missing while parts are."""
    for size, found in grouped(records, itemgetter("size")).items():
        parts = found[0]["cell"]["parts"]
        row: Row = {"size": f"{size}x{size}", "counted": "all", "pictures": 2 ** (size * size)}
        yield row | (
            {"counted": f"{len(found)} of {parts} parts"}
            if len(found) < parts
            else _all(size, found)
        )


def _all(size: int, found: Sequence[Record]) -> dict[str, Any]:
    counts: Counter[int] = Counter()
    for record in found:
        counts.update({int(n): sets for n, sets in record["figures"]["clue sets"].items()})
    most = max(counts)
    entropy = math.fsum(n * sets * math.log(n) for n, sets in counts.items())
    return {
        "clue sets": counts.total(),
        "unique": counts[1],
        "published unique": PUBLISHED[size, size],
        "most solutions": most,
        "n!": math.factorial(size),
        "with as many": counts[most],
        "entropy": entropy / 2 ** (size * size) / size**2,
        "of all": sum(n * sets for n, sets in counts.items()),
        "by solutions": dict(sorted(counts.items())),
        "richest": next(
            record["figures"]["most"]
            for record in found
            if str(most) in record["figures"]["clue sets"]
        ),
    }


def notes(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if "richest" in row:
            yield f"{row['size']}: {row['most solutions']} solutions of {row['richest']}."


def faults(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        for ours, known in (("unique", "published unique"), ("of all", "pictures")):
            if ours in row and row[ours] != row[known]:
                yield f"{row['size']}: {ours} {row[ours]:,}, {known} {row[known]:,}"


EXPERIMENT = Experiment(
    name="clue-sets",
    title="How many clue sets there are, and the most solutions of one",
    source="OEIS A242876 for the unique pictures; no figures of others are known to us",
    shows="the numbers of clue sets, of those with one solution, and the most solutions of one",
    takes="2 s; in full 12 minutes; needs numpy",
    cells=cells,
    full={"last": 6},
    measure=measure,
    columns={
        "size": "",
        "counted": "",
        "pictures": ",",
        "clue sets": ",",
        "unique": ",",
        "published unique": ",",
        "most solutions": ",",
        "n!": ",",
        "with as many": ",",
        "entropy": ".4f",
    },
    rows=rows,
    notes=notes,
    faults=faults,
)
