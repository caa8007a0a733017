"""What each technique of the kernel saves.

Each puzzle is solved with all techniques and, in turn in the same process, without one of them.
A ratio is the work without the technique by the work with it, so above 1 is what the technique
saves: of the sums, and in geometric mean with the 95 % bounds of a bootstrap. Counted work depends
on no other load. ``mirrors`` asks about several of the eight reflections of a puzzle, because many
searches change more with the order of the lines than with the technique. A search that reaches
``nodes`` counts with the work that it has done by then, which is too little.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from itertools import product
from operator import itemgetter
from typing import Any

from benchmarks.suite.engines import GROUPS, engine_named
from benchmarks.suite.experiments.experiment import Cell, Experiment, Row, grouped
from benchmarks.suite.experiments.timing import cells_of_sets, puzzle_of
from benchmarks.suite.paired import bounds
from benchmarks.suite.records import Record
from nonocsp import Limits, Options, Puzzle, count, solutions
from nonocsp.core.base.suggest import look_up

#: What is compared, and how much is added so that a ratio can be taken.
MEASURES = {"CPU": 1e-9, "conflicts": 1, "tightenings": 1}
PREFIX = "kernel-no-"

#: By the question: the solutions to find, or the exact number of them.
QUESTIONS = {"first": 1, "verdict": 2, "count": 0}


def cells(
    sets: str = "random:size=25/count=4+n-dom:first=8/last=8",
    off: str = "",
    question: str = "verdict",
    mirrors: int = 1,
    nodes: int = 200_000,
    seconds: float = 120.0,
    data: str | None = None,
) -> Iterator[Cell]:
    """``off``: techniques, or options like probing=off; each technique if it is empty."""
    techniques = off.split("+") if off else [n.removeprefix(PREFIX) for n in GROUPS["techniques"]]
    wanted = look_up(QUESTIONS, "question", question)
    puzzles = enumerate(cells_of_sets(sets, data, wanted=wanted, nodes=nodes, seconds=seconds))
    for (number, puzzle), mirror in product(puzzles, range(mirrors)):
        for technique in techniques:
            if technique != "kernel":
                yield {**puzzle, "off": technique, "mirror": mirror, "turn": number % 2}


def measure(
    content: str,
    off: str,
    mirror: int,
    turn: int,
    wanted: int,
    nodes: int,
    seconds: float,
    **_: Any,
) -> dict[str, Any]:
    """The work with all techniques and without one; ``turn`` is which of the two comes first."""
    name = f"kernel:{off}" if "=" in off else f"{PREFIX}{off}"
    both = [Options(), Options.from_dict(engine_named(name).options)]
    puzzle, limits = mirrored(puzzle_of(content), mirror), Limits(seconds=seconds, nodes=nodes)
    found = {at: work(puzzle, both[at], wanted, limits) for at in (turn, 1 - turn)}
    return {"with": found[0], "without": found[1]}


def work(puzzle: Puzzle, options: Options, wanted: int, limits: Limits) -> dict[str, Any]:
    """The counted work, the CPU seconds, and whether the question was answered."""
    puzzle = puzzle.replace()  # without what the kernel keeps of it
    begun = time.process_time()
    if wanted:
        with solutions(puzzle, limit=wanted, limits=limits, options=options) as search:
            is_done = len(list(search)) == wanted or search.is_complete
        stats = search.stats
    else:
        known = count(puzzle, limits=limits, options=options)
        is_done, stats = known.is_exact, known.stats
    spent = time.process_time() - begun
    return {"CPU": spent, "done": is_done, **{n: getattr(stats, n) for n in [*MEASURES][1:]}}


def mirrored(puzzle: Puzzle, mirror: int) -> Puzzle:
    """One of the eight reflections."""
    puzzle = puzzle.replace(goals=(), saved=())
    if mirror & 1:
        puzzle = puzzle.transpose().mirror().transpose()
    if mirror & 2:
        puzzle = puzzle.mirror()
    return puzzle.transpose() if mirror & 4 else puzzle


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each set and technique."""
    for (name, off), found in grouped(records, itemgetter("set", "off")).items():
        pairs = [(record["figures"]["with"], record["figures"]["without"]) for record in found]
        changed = sum(any(a[n] != b[n] for n in [*MEASURES][1:]) for a, b in pairs)
        row: Row = {"set": name, "without": off, "pairs": len(pairs), "changed": changed}
        row["not within"], row["without it"] = (
            sum(not one["done"] for one in side) for side in zip(*pairs, strict=True)
        )
        for measure, least in MEASURES.items():
            logs = [math.log((b[measure] + least) / (a[measure] + least)) for a, b in pairs]
            low, high = map(math.exp, bounds(logs))
            on, without = (sum(one[measure] for one in side) for side in zip(*pairs, strict=True))
            row[f"{measure}, sums"] = (without + least) / (on + least)
            row[measure] = math.exp(sum(logs) / len(logs))
            row[f"{measure}, 95 %"] = f"{low:.2f} to {high:.2f}"
        yield row


def notes(rows: Sequence[Row]) -> Iterator[str]:
    yield "Ratios are the work without the technique by the work with it: above 1 it saves work."


EXPERIMENT = Experiment(
    name="techniques",
    title="What each technique of the kernel saves",
    shows="the ratio of the work without a technique to the work with it, by set",
    takes="2 s; in full 10 s",
    cells=cells,
    full={"mirrors": 8},
    measure=measure,
    columns={
        "set": "",
        "without": "",
        **dict.fromkeys(("pairs", "changed", "not within", "without it"), ","),
        **{
            f"{measure}{column}": ".2f"
            for measure in MEASURES
            for column in (", sums", "", ", 95 %")
        },
    },
    rows=rows,
    notes=notes,
)
