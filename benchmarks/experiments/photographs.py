"""Experiment: how much of photographed puzzles is read, stage by stage.

    python -m benchmarks.experiments.photographs --pages 500 -o pages.jsonl
    python -m benchmarks.experiments.photographs --real FOLDER

The pages are drawn and photographed by `tests/people/photo/drawn_pages.py`, so that their puzzles
are known; layouts and difficulties take turns. A folder of real pictures has a `truth.jsonl`, whose
lines say `picture`, `rows` and `columns`. Each page is read in a new process, which is ended when
it takes much longer than its limit. With `-o`, pages that the file has already are not read again;
a changed library needs a new file.

Of the table, `size`, `as read`, `right`, `sure`, `sure, wrong` and `not found` are shares of the
pages; `lines` is the share of lines with as many numbers as there are, `numbers` that of numbers in
their place (longest common subsequence of each line); where the size is wrong neither counts any.
`as read` is right before the solver's correction, `right` after it. Colours are compared up to
their order.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import nonocsp as nc
from nonocsp.apps.machine import commit, machine
from nonocsp.people.photo.photographs import PhotoReading
from tests.people.photo.drawn_pages import LAYOUTS, make_page

#: Seconds after the limit at which the reading of a page is ended.
PATIENCE = 60.0

Clues = Sequence[Sequence[tuple[int, int]]]


@dataclass(frozen=True)
class Job:
    """A page to read: one to draw from its seed, or a picture with its clues."""

    layout: str
    difficulty: int
    seed: int = 0
    picture: str = ""
    truth: tuple[Any, Any] = ((), ())

    @property
    def name(self) -> str:
        return Path(self.picture).name or f"{self.layout} {self.difficulty} {self.seed}"


@dataclass(frozen=True)
class Record:
    """What was right of one page."""

    page: str
    layout: str
    difficulty: int
    face: str = ""
    size: bool = False
    lines: int = 0
    lines_right: int = 0
    numbers: int = 0
    numbers_right: int = 0
    as_read: bool = False
    right: bool = False
    sure: bool = False
    found: bool = False
    changes: int = 0
    doubtful: int = 0
    seconds: float = 0.0
    end: str = ""  # how it ended, if not with an answer


def jobs(chosen: argparse.Namespace) -> Iterator[Job]:
    if chosen.real:
        for text in (Path(chosen.real) / "truth.jsonl").read_text("utf-8").splitlines():
            if text.strip():
                entry = json.loads(text)
                picture = str(Path(chosen.real) / entry["picture"])
                yield Job("real", 0, 0, picture, (entry["rows"], entry["columns"]))
        return
    layouts = chosen.layout or list(LAYOUTS)
    difficulties = chosen.difficulty or [0, 1, 2, 3]
    for seed in range(chosen.seed, chosen.seed + chosen.pages):
        turn, place = divmod(seed, len(layouts))
        yield Job(layouts[place], difficulties[turn % len(difficulties)], seed)


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


def common(one: Sequence[int], other: Sequence[int]) -> int:
    """The length of the longest common subsequence."""
    best = [0] * (len(other) + 1)
    for number in one:
        before = best[:]
        for at, its in enumerate(other):
            best[at + 1] = before[at] + 1 if number == its else max(before[at + 1], best[at])
    return best[-1]


def compared(nothing: Record, truth: tuple[Clues, Clues], answer: PhotoReading) -> Record:
    """The record of an answer, from the one of nothing read."""
    shape = len(truth[0]), len(truth[1])
    size = answer.shape == shape
    seen = clues(answer.as_read.rows), clues(answer.as_read.columns)
    pairs = list(zip([*truth[0], *truth[1]], [*seen[0], *seen[1]], strict=True)) if size else []
    puzzle = answer.puzzle
    solved = ([], []) if puzzle is None else (clues(puzzle.rows), clues(puzzle.columns))
    return replace(
        nothing,
        size=size,
        lines_right=sum(len(true) == len(its) for true, its in pairs),
        numbers_right=sum(common(lengths(true), lengths(its)) for true, its in pairs),
        as_read=canonical(*seen) == canonical(*truth),
        right=canonical(*solved) == canonical(*truth),
        sure=answer.is_sure,
        found=puzzle is not None,
        changes=len(answer.changes),
        doubtful=len(answer.doubtful),
    )


def lengths(line: Sequence[tuple[int, int]]) -> list[int]:
    return [length for length, _ in line]


def read(job: Job, seconds: float, answers: Connection) -> None:
    """Read one page, in a process of its own; sends a record of nothing read, then the true one."""
    with tempfile.TemporaryDirectory() as folder:
        path, face, truth = job.picture, "", (clues(job.truth[0]), clues(job.truth[1]))
        if not path:
            page = make_page(job.seed, job.layout, job.difficulty)
            path = f"{folder}/page.png"
            page.image.save(path, compress_level=1)
            truth, face = (clues(page.puzzle.rows), clues(page.puzzle.columns)), page.face
        every = [*truth[0], *truth[1]]
        nothing = Record(job.name, job.layout, job.difficulty, face, lines=len(every))
        nothing = replace(nothing, numbers=sum(map(len, every)))
        answers.send(nothing)
        begun = time.perf_counter()
        try:
            answer = nc.read_photo(path, limits=nc.Limits(seconds=seconds))
        except nc.NonocspError as error:
            spent = round(time.perf_counter() - begun, 3)
            answers.send(replace(nothing, seconds=spent, end=str(error)))
            return
        spent = round(time.perf_counter() - begun, 3)
        answers.send(replace(compared(nothing, truth, answer), seconds=spent))


def measured(job: Job, seconds: float) -> Record:
    """The record of a page. One whose process crashed or was ended counts as nothing read."""
    mine, other = multiprocessing.Pipe()
    process = multiprocessing.Process(target=read, args=(job, seconds, other))
    process.start()
    other.close()
    record: Record = mine.recv()
    begun = time.perf_counter()
    end = "killed"
    try:
        if mine.poll(seconds + PATIENCE):
            record, end = mine.recv(), ""
    except EOFError:
        end = "crashed"
    process.kill()
    process.join()
    return (
        replace(record, seconds=round(time.perf_counter() - begun, 3), end=end) if end else record
    )


def table(records: Sequence[Record]) -> Iterator[str]:
    """A row for each layout, each difficulty, each typeface and all pages."""
    columns = "size | lines | numbers | as read | right | sure | sure, wrong | not found | s | most"
    yield f"| | pages | {columns} |\n|:--|{'--:|' * 11}"
    for field in ("layout", "difficulty", "face"):
        for value in sorted({getattr(one, field) for one in records}):
            yield row(f"{field} {value}", [one for one in records if getattr(one, field) == value])
    yield row("all", records)


def crossed(records: Sequence[Record]) -> Iterator[str]:
    """Puzzles that are right, of all, by layout and difficulty."""
    difficulties = sorted({one.difficulty for one in records})
    yield f"| right of all | {' | '.join(map(str, difficulties))} |"
    yield f"|:--|{'--:|' * len(difficulties)}"
    for layout in dict.fromkeys(one.layout for one in records):
        here = [one for one in records if one.layout == layout]
        cells = ([one.right for one in here if one.difficulty == d] for d in difficulties)
        yield f"| {layout} | {' | '.join(f'{sum(cell)} of {len(cell)}' for cell in cells)} |"


def row(name: str, records: Sequence[Record]) -> str:
    def share(part: int, whole: int) -> str:
        return f"{100 * part / whole:.1f}" if whole else "-"

    pages = len(records)
    cells = [
        share(sum(one.size for one in records), pages),
        share(sum(one.lines_right for one in records), sum(one.lines for one in records)),
        share(sum(one.numbers_right for one in records), sum(one.numbers for one in records)),
        share(sum(one.as_read for one in records), pages),
        share(sum(one.right for one in records), pages),
        share(sum(one.sure for one in records), pages),
        share(sum(one.sure and not one.right for one in records), pages),
        share(sum(not one.found for one in records), pages),
        f"{statistics.median(one.seconds for one in records):.2f}",
        f"{max(one.seconds for one in records):.2f}",
    ]
    return f"| {name} | {pages} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=136)
    parser.add_argument("--seed", type=int, default=0, help="of the first page")
    parser.add_argument("--layout", action="append", choices=list(LAYOUTS))
    parser.add_argument("--difficulty", action="append", type=int, choices=range(4))
    parser.add_argument("--real", metavar="FOLDER", help="pictures with a truth.jsonl instead")
    parser.add_argument("--seconds", type=float, default=20.0, help="limit for each page")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="a JSON line a page")
    chosen = parser.parse_args()
    print("; ".join(map(str, (machine() | commit()).values())) + "\n", flush=True)
    known: dict[str, Record] = {}
    if chosen.output and chosen.output.exists():
        lines = chosen.output.read_text("utf-8").splitlines()
        known = {one.page: one for one in (Record(**json.loads(line)) for line in lines)}
    records = []
    for job in jobs(chosen):
        record = known.get(job.name) or measured(job, chosen.seconds)
        if chosen.output and job.name not in known:
            with chosen.output.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(record)) + "\n")
        records.append(record)
    print("\n".join((*table(records), "", *crossed(records))))
    worst = [one for one in records if not one.right or one.end]
    print(f"\nNot right, the first 40 of {len(worst)}:")
    for one in worst[:40]:
        print(f"- {one.page}: {one.end or f'{one.numbers_right} of {one.numbers} numbers'}")


if __name__ == "__main__":
    main()
