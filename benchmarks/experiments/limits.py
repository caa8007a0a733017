"""How far the questions exceed their limits, on puzzles that take longer.

Every question is asked about every puzzle, each time in a new process. Of a limit on seconds: what
passes between the limit and the answer, by the clock and by the CPU, which does not depend on what
else the machine does. Of one on memory: by how much the process grew, as a share of the limit
(Linux). Questions that end before their limit count as kept.
"""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

import nonocsp as nc
from benchmarks.suite import generated
from benchmarks.suite.cases import Case
from benchmarks.suite.experiments.experiment import Cell, Experiment, Row, grouped
from benchmarks.suite.records import Record
from benchmarks.suite.spec import names, several
from benchmarks.suite.stopwatch import forget_peak, peak_memory
from nonocsp.many.questions.cube_splitter import cubes
from nonocsp.many.questions.registry import QUESTIONS
from nonocsp.many.work.pool import Pool, WorkerLost
from nonocsp.people.generation.families import n_dom, permutation

#: Seconds after the limit at which a question is ended.
PATIENCE = 30.0

SMALL = nc.Puzzle.from_picture(["##_", "_#_", "_##"])
SEVERAL = nc.Puzzle([[1], [1], [1]], [[1], [1], [1]])

Ask = Callable[[nc.Puzzle, nc.Limits], Any]


def puzzles() -> dict[str, Callable[[], nc.Puzzle]]:
    """From 20x20 to 500x500, most of them slow for most questions; by name how each is made."""
    found: dict[str, Callable[[], nc.Puzzle]] = {
        "permutation of 40": lambda: permutation(40),
        "n-dom 40": lambda: n_dom(40),
        "500x500 by lines": lambda: _first(generated.line_solvable, {"size": 500}),
    }
    for side, density, colours in (
        (20, 0.3, 1),
        (30, 0.2, 1),
        (50, 0.5, 1),
        (50, 0.4, 3),
        (100, 0.4, 1),
        (200, 0.3, 1),
        (200, 0.5, 4),
        (500, 0.2, 1),
        (500, 0.5, 1),
    ):
        kind: Any = {"size": side, "density": density, "colours": colours, "count": 1}
        name = f"{side}x{side} at {density}" + f" in {colours} colours" * (colours > 1)
        made = partial(_first, generated.random_pictures, kind)
        found[name] = made
        if side == 50 and colours > 1:
            found[f"{name}, vague"] = partial(_first, generated.vague_pictures, kind)
        if (side, density) in ((100, 0.4), (500, 0.5)):
            found[f"{name}, rows exchanged"] = lambda made=made: exchanged(made())  # type: ignore[misc]
    return found


def _first(family: Callable[..., Iterator[Case]], kind: Any) -> nc.Puzzle:
    return next(family(**kind)).puzzle


def exchanged(puzzle: nc.Puzzle) -> nc.Puzzle:
    """With two neighbouring rows exchanged: most likely without a solution."""
    rows = list(puzzle.rows)
    at = len(rows) // 3
    rows[at : at + 2] = rows[at + 1], rows[at]
    return puzzle.replace(rows=rows, goals=())


def _generate(puzzle: nc.Puzzle, limits: nc.Limits, **order: Any) -> object:
    rows, columns = puzzle.shape
    filled = sum(block.length or 0 for clue in puzzle.rows for block in clue or ())
    density = round(filled / rows / columns, 2)
    colours = puzzle.block_colours
    how = {"density": density, "colours": colours, "seed": 1, "limits": limits, **order}
    return nc.generate(rows, columns, **how)


def _from_image(puzzle: nc.Puzzle, limits: nc.Limits) -> object:
    from PIL import Image

    side = 1000
    image = Image.frombytes("L", (side, side), random.Random(1).randbytes(side * side))
    rows, columns = puzzle.shape
    return nc.generation.from_image(image, rows=rows, columns=columns, limits=limits)


def _of(question: str, **options: Any) -> Ask:
    return lambda puzzle, limits: QUESTIONS[question].ask(puzzle, limits=limits, **options)


#: All questions, and those that only Python has.
ASKED: dict[str, Ask] = {name: _of(name) for name in QUESTIONS} | {
    "check, differ": _of("check", differ=True, components=True),
    "explain, textbook": _of("explain", engine="textbook"),
    "estimate, width": lambda p, limits: nc.estimate(p, limits=limits, width=100_000),
    "solve, textbook": lambda p, limits: nc.solve(p, limits=limits, engine="textbook"),
    "solve, explicit": lambda p, limits: nc.solve(
        p,
        limits=limits.replace(placements=None),
        engine="textbook",
        options=nc.Options(domains="explicit"),
    ),
    "count, textbook": lambda p, limits: nc.count(p, limits=limits, engine="textbook"),
    "backbone": lambda p, limits: nc.backbone(p, limits=limits),
    "prove": lambda p, limits: nc.prove(p, limits=limits),
    "cubes": lambda p, limits: cubes(p, 50, limits=limits),
    "generate": _generate,
    "generate, shallow": lambda p, limits: _generate(p, limits, depth="shallow"),
    "generate, ambiguous": lambda p, limits: _generate(p, limits, unique=False),
    "from image": _from_image,
    "disambiguate, all": lambda p, limits: nc.solution_space(p, limits=limits).disambiguate(
        limits=limits
    ),
    "solve, 2 threads": lambda p, limits: nc.solve(p, limits=limits.replace(threads=2)),
    "count, 2 threads": lambda p, limits: nc.count(p, limits=limits.replace(threads=2)),
}


def cells(
    seconds: str = "0.2",
    memory: int = 0,
    questions: str = "solve+count+check",
    puzzle: str = "at 0.4",
) -> Iterator[Cell]:
    """``questions``: all if it is empty; ``puzzle``: what the names of the puzzles have in them;
    ``memory``: MiB, to be kept within the seconds."""
    for name in names(questions, ASKED, "question"):
        for limit in several(seconds, float):
            for one in puzzles():
                if puzzle in one:
                    yield {"question": name, "seconds": limit, "memory": memory, "puzzle": one}


def measure(question: str, seconds: float, memory: int, puzzle: str) -> dict[str, Any]:
    """Ask one question in a process of its own."""
    with Pool(1) as pool:
        try:
            call = pool.call(_asked, question, seconds, memory, puzzle, seconds=seconds + PATIENCE)
            found: dict[str, Any] = call.result()
        except WorkerLost as lost:
            end = "killed" if lost.is_late else "crashed"
            return {"clock": PATIENCE, "CPU": PATIENCE, "grown": 0, "end": end}
    return found


def _asked(question: str, seconds: float, memory: int, puzzle: str) -> dict[str, Any]:
    """Seconds past the limit, and bytes that the process has grown by."""
    ask, given = ASKED[question], puzzles()[puzzle]()
    for each in (SMALL, SEVERAL):  # imports what it needs
        with contextlib.suppress(nc.NonocspError):
            ask(each, nc.Limits(seconds=5))
    over: list[float] = []
    clock = threading.Timer(seconds, lambda: over.append(time.process_time()))
    clock.daemon = True
    forget_peak()
    before, end = peak_memory(), ""
    clock.start()
    begun = time.monotonic()
    try:
        ask(given, nc.Limits(seconds=seconds, memory=memory << 20 or None))
    except nc.NonocspError as error:
        end = type(error).__name__
    late = time.monotonic() - begun - seconds
    used = time.process_time() - over[0] if over else 0.0
    return {"clock": late, "CPU": used, "grown": peak_memory() - before, "end": end}


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """The worst puzzle for each question and limit."""
    for (question, seconds, memory), found in grouped(
        records, itemgetter("question", "seconds", "memory")
    ).items():
        worst = max(found, key=lambda each: each["figures"]["grown" if memory else "CPU"])
        figures = worst["figures"]
        row: Row = {"question": question, "puzzle": worst["cell"]["puzzle"], "end": figures["end"]}
        row |= {"limit s": seconds, "past it, CPU s": figures["CPU"]}
        row["clock s"] = max(0.0, *(each["figures"]["clock"] for each in found))
        if memory:
            row |= {"MiB": memory, "grown, share": figures["grown"] / (memory << 20)}
        yield row


def faults(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row["end"] in ("killed", "crashed"):
            yield f"{row['question']} of {row['puzzle']} was {row['end']}"


EXPERIMENT = Experiment(
    name="limits",
    title="How far questions exceed their limits",
    shows="seconds and memory past the limit, of the worst puzzle for each question",
    takes="15 s; in full two hours",
    cells=cells,
    full={"seconds": "0.1+1+5", "questions": "", "puzzle": ""},
    measure=measure,
    columns={
        "question": "",
        "puzzle": "",
        "end": "",
        "limit s": "g",
        "past it, CPU s": ".3f",
        "clock s": ".3f",
        "MiB": ",",
        "grown, share": ".2f",
    },
    rows=rows,
    faults=faults,
)
