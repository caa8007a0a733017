"""How much of photographed puzzles is read, stage by stage.

The pages are drawn and photographed by `tests/people/photo/drawn_pages.py`, so their puzzles are
known; layouts and difficulties take turns. A folder of real pictures has a `truth.jsonl`, whose
lines say `picture`, `rows` and `columns`. Each page is read in a new process, which is ended when
it takes much longer than its limit.

Of the table, `size`, `as read`, `right`, `sure`, `sure, wrong` and `not found` are shares of the
pages; `lines` is the share of lines with as many numbers as there are, `numbers` that of numbers in
their place (longest common subsequence of each line); where the size is wrong neither counts any.
`as read` is right before the solver's correction, `right` after it. Colours are compared up to
their order.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

import nonocsp as nc
from benchmarks.suite.experiments.experiment import Cell, Experiment, Row
from benchmarks.suite.records import Record
from benchmarks.suite.spec import names
from nonocsp.many.work.pool import Pool, WorkerLost
from tests.people.photo.drawn_pages import make_page
from tests.people.photo.page_layouts import LAYOUTS

#: Seconds after the limit at which the reading of a page is ended.
PATIENCE = 60.0

Clues = Sequence[Sequence[tuple[int, int]]]

#: Shares of the pages, by the column of the table.
SHARES = ("size", "as read", "right", "sure", "sure, wrong", "not found")


def cells(
    pages: int = 4,
    seed: int = 0,
    layouts: str = "",
    difficulties: str = "",
    real: str = "",
    seconds: float = 20.0,
) -> Iterator[Cell]:
    """``real``: the folder of real pictures, which are read instead of drawn ones."""
    lines = (Path(real) / "truth.jsonl").read_text("utf-8").splitlines() if real else []
    for entry in map(json.loads, filter(str.strip, lines)):
        truth = {"rows": entry["rows"], "columns": entry["columns"], "seconds": seconds}
        yield {"layout": "real", "difficulty": 0, "file": f"{real}/{entry['picture']}", **truth}
    if real:
        return
    every = names(layouts, LAYOUTS, "layout")
    grades = names(difficulties, map(str, range(4)), "difficulty")
    for number in range(seed, seed + pages):
        turn, place = divmod(number, len(every))
        how = {"layout": every[place], "difficulty": int(grades[turn % len(grades)])}
        yield {**how, "seed": number, "seconds": seconds}


def clues(lines: Iterable[Iterable[Any] | None]) -> Clues:
    """Lengths with colours, whatever the blocks are: numbers, pairs or `Block`."""

    def pair(block: Any) -> tuple[int, int]:
        if isinstance(block, nc.Block):
            return block.length or 0, block.colour
        return (block[0], block[1]) if isinstance(block, (tuple, list)) else (block, 1)

    return [[pair(block) for block in line or () if pair(block)[0]] for line in lines]


def canonical(rows: Clues, columns: Clues) -> list[list[tuple[int, int]]]:
    """All clues with the colours numbered in the order of their first use."""
    order: dict[int, int] = {}
    return [
        [(length, order.setdefault(colour, len(order))) for length, colour in line]
        for line in (*rows, *columns)
    ]


def common(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> int:
    """The length of the longest common subsequence of the lengths."""
    best = [0] * (len(other) + 1)
    for number, _ in one:
        before = best[:]
        for at, (its, _) in enumerate(other):
            best[at + 1] = before[at] + 1 if number == its else max(before[at + 1], best[at])
    return best[-1]


def measure(
    layout: str,
    difficulty: int,
    seconds: float,
    seed: int = 0,
    file: str = "",
    rows: Any = (),
    columns: Any = (),
) -> dict[str, Any]:
    """Read one page. One whose process crashed or was ended counts as nothing read."""
    with tempfile.TemporaryDirectory() as folder, Pool(1) as pool:
        face = ""
        if not file:
            page = make_page(seed, layout, difficulty)
            file, face = f"{folder}/page.png", page.face
            page.image.save(file, compress_level=1)
            rows, columns = page.puzzle.rows, page.puzzle.columns
        truth = clues(rows), clues(columns)
        begun = time.perf_counter()
        try:
            read = pool.call(_read, file, seconds, truth, seconds=seconds + PATIENCE).result()
        except WorkerLost as lost:
            read = {"end": "killed" if lost.is_late else "crashed"}
    read.setdefault("seconds", time.perf_counter() - begun)
    every = [*truth[0], *truth[1]]
    return {"face": face, "lines": len(every), "numbers": sum(map(len, every)), **read}


def _read(file: str, seconds: float, truth: tuple[Clues, Clues]) -> dict[str, Any]:
    """Read a picture, in a process of its own, and compare."""
    begun = time.perf_counter()
    try:
        answer = nc.read_photo(file, limits=nc.Limits(seconds=seconds))
    except nc.NonocspError as error:
        return {"end": str(error), "seconds": time.perf_counter() - begun}
    spent = time.perf_counter() - begun
    is_size = answer.shape == (len(truth[0]), len(truth[1]))
    seen = clues(answer.as_read.rows), clues(answer.as_read.columns)
    pairs = [*zip([*truth[0], *truth[1]], [*seen[0], *seen[1]], strict=True)] if is_size else []
    puzzle = answer.puzzle
    solved = ([], []) if puzzle is None else (clues(puzzle.rows), clues(puzzle.columns))
    is_right = canonical(*solved) == canonical(*truth)
    return {
        "seconds": spent,
        "size": is_size,
        "lines right": sum(len(true) == len(its) for true, its in pairs),
        "numbers right": sum(common(true, its) for true, its in pairs),
        "as read": canonical(*seen) == canonical(*truth),
        "right": is_right,
        "sure": answer.is_sure,
        "sure, wrong": answer.is_sure and not is_right,
        "not found": puzzle is None,
    }


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each layout, each difficulty, each typeface, and all pages."""
    pages = [{**record["cell"], "not found": True, **record["figures"]} for record in records]
    for field in ("layout", "difficulty", "face"):
        for value in sorted({page[field] for page in pages}):
            yield _row(f"{field} {value}", [page for page in pages if page[field] == value])
    yield _row("all", pages)


def _row(name: str, pages: Sequence[dict[str, Any]]) -> Row:
    row: Row = {"": name, "pages": len(pages)}
    row |= {share: fmean(page.get(share, False) for page in pages) for share in SHARES}
    for what in ("lines", "numbers"):
        right = sum(page.get(f"{what} right", 0) for page in pages)
        row[what] = right / max(1, sum(page[what] for page in pages))
    times = [page["seconds"] for page in pages]
    worst = [page for page in pages if not page.get("right")]
    return row | {"s": median(times), "most": max(times), "worst": worst}


def notes(rows: Sequence[Row]) -> Iterator[str]:
    worst = rows[-1]["worst"]
    yield f"Not right are {len(worst)} pages; the first 40:"
    for page in worst[:40]:
        name = page.get("file") or f"{page['layout']} {page['difficulty']} {page['seed']}"
        read = f"{page.get('numbers right', 0)} of {page['numbers']} numbers"
        yield f"- {name}: {page.get('end') or read}"


EXPERIMENT = Experiment(
    name="photographs",
    title="How much of photographed puzzles is read",
    shows="the shares of pages, lines and numbers that are read right, by layout and difficulty",
    takes="4 s; in full an hour",
    cells=cells,
    full={"pages": 500},
    measure=measure,
    columns={
        "": "",
        "pages": ",",
        **dict.fromkeys(("size", "lines", "numbers", *SHARES[1:]), ".1%"),
        "s": ".2f",
        "most": ".2f",
    },
    rows=rows,
    notes=notes,
)
