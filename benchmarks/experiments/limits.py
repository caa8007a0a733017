"""Experiment: how far the questions exceed their limits, on puzzles that take longer.

    python -m benchmarks.experiments.limits --seconds 0.1 1 5
    python -m benchmarks.experiments.limits --memory 64 256 --seconds 20

Every question is asked about every puzzle, each time in a new process. Of seconds the table has
what passes between the limit and the answer, by the clock of the wall and by that of the processor,
which does not depend on what else the machine does. Of memory it has by how much the process grew,
as a share of the limit. Questions that end before their limit count as kept.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import random
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import nonocsp as nc
from benchmarks.suite import generated
from nonocsp.many.questions.cube_splitter import cubes
from nonocsp.many.questions.registry import QUESTIONS
from nonocsp.people.generation.families import n_dom, permutation

from .printing import about, head, row

#: Seconds after the limit at which a question is ended.
PATIENCE = 30.0

SMALL = nc.Puzzle.from_picture(["##_", "_#_", "_##"])
SEVERAL = nc.Puzzle([[1], [1], [1]], [[1], [1], [1]])

Ask = Callable[[nc.Puzzle, nc.Limits], Any]


def puzzles() -> Iterator[tuple[str, nc.Puzzle]]:
    """From 20x20 to 500x500, most of them slow for most questions."""
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
        kind = {"size": side, "density": density, "colours": colours, "count": 1}
        name = f"{side}x{side} at {density}" + f" in {colours} colours" * (colours > 1)
        (case,) = generated.random_pictures(**kind)
        yield name, case.puzzle
        if side == 50 and colours > 1:
            (case,) = generated.vague_pictures(**kind)
            yield f"{name}, vague", case.puzzle
        if (side in (100, 500) and density == 0.4) or (density == 0.5 and side == 500):
            yield f"{name}, slip", slip(case.puzzle)
    yield "permutation of 40", permutation(40)
    yield "n-dom 40", n_dom(40)
    (case,) = generated.line_solvable(500)
    yield "500x500 by lines", case.puzzle


def slip(puzzle: nc.Puzzle) -> nc.Puzzle:
    """With two neighbouring rows exchanged: most likely without a solution."""
    rows = list(puzzle.rows)
    at = len(rows) // 3
    rows[at : at + 2] = rows[at + 1], rows[at]
    return puzzle.replace(rows=rows, goals=())


def _space(puzzle: nc.Puzzle, limits: nc.Limits) -> nc.space.SolutionSpace:
    return nc.solution_space(puzzle, limits=limits)


def _generate(puzzle: nc.Puzzle, limits: nc.Limits, **order: Any) -> object:
    rows, columns = puzzle.shape
    filled = sum(block.length or 0 for clue in puzzle.rows for block in clue or ())
    density = round(filled / rows / columns, 2)
    colours = puzzle.block_colours
    how = {"density": density, "colours": colours, "seed": 1, "limits": limits, **order}
    return nc.generate(rows, columns, **how)


def _from_image(puzzle: nc.Puzzle, limits: nc.Limits) -> object:
    from PIL import Image

    draw = random.Random(1)
    side = 1000
    image = Image.frombytes("L", (side, side), draw.randbytes(side * side))
    rows, columns = puzzle.shape
    return nc.generation.from_image(image, rows=rows, columns=columns, limits=limits)


#: The questions of the table, and those that only Python has.
ASKED: dict[str, Ask] = {
    name: lambda puzzle, limits, question=question: question.ask(puzzle, limits=limits)  # type: ignore[misc]
    for name, question in QUESTIONS.items()
} | {
    "check, differ": lambda p, limits: QUESTIONS["check"].ask(
        p, limits=limits, differ=True, components=True
    ),
    "estimate, width": lambda p, limits: nc.estimate(p, limits=limits, width=100_000),
    "explain, textbook": lambda p, limits: QUESTIONS["explain"].ask(
        p, limits=limits, engine="textbook"
    ),
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
    "generate, easy": lambda p, limits: _generate(p, limits, difficulty="easy"),
    "generate, ambiguous": lambda p, limits: _generate(p, limits, unique=False),
    "from image": _from_image,
    "disambiguate, all": lambda p, limits: _space(p, limits).disambiguate(limits=limits),
    "solve, 2 threads": lambda p, limits: nc.solve(p, limits=limits.replace(threads=2)),
    "count, 2 threads": lambda p, limits: nc.count(p, limits=limits.replace(threads=2)),
}


def asked(name: str, puzzle: nc.Puzzle, limits: nc.Limits, answers: Connection) -> None:
    """Ask one question, in a process of its own; sends seconds past the limit and bytes grown."""
    seconds = limits.seconds or 1e6
    over: list[float] = []

    def note() -> None:
        over.append(time.process_time())

    clock = threading.Timer(seconds, note)
    clock.daemon = True
    before = _resident("VmRSS")
    clock.start()
    begun = time.monotonic()
    try:
        ASKED[name](puzzle, limits)
        end = ""
    except nc.NonocspError as error:
        end = type(error).__name__
    passed = time.monotonic() - begun
    used = time.process_time() - over[0] if over else 0.0
    answers.send((passed - seconds, used, _resident("VmHWM") - before, end))


def _resident(what: str) -> int:
    """Bytes of memory of this process, now or at most."""
    text = Path("/proc/self/status").read_text()
    return 1024 * int(text.split(f"{what}:")[1].split()[0])


def measured(name: str, puzzle: nc.Puzzle, limits: nc.Limits) -> tuple[float, float, int, str]:
    mine, other = multiprocessing.Pipe()
    process = multiprocessing.Process(target=asked, args=(name, puzzle, limits, other))
    process.start()
    other.close()
    found = PATIENCE, PATIENCE, 0, "killed"
    try:
        if mine.poll((limits.seconds or 0) + PATIENCE):
            found = mine.recv()
    except EOFError:
        found = PATIENCE, PATIENCE, 0, "crashed"
    process.kill()
    process.join()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, nargs="*", default=[0.1, 1.0, 5.0])
    parser.add_argument("--memory", type=int, nargs="*", default=[], help="MiB, instead of seconds")
    parser.add_argument("--question", action="append", help="only this one; may be repeated")
    parser.add_argument("--puzzle", help="only puzzles whose name has this")
    chosen = parser.parse_args()
    every = [one for one in puzzles() if not chosen.puzzle or chosen.puzzle in one[0]]
    about()
    for ask in ASKED.values():  # imports what it needs
        for puzzle in (SMALL, SEVERAL):
            with contextlib.suppress(nc.NonocspError):
                ask(puzzle, nc.Limits(seconds=5))
    if chosen.memory:
        limits = [nc.Limits(seconds=chosen.seconds[-1], memory=m << 20) for m in chosen.memory]
        head("question", "MiB", "grown, share of the limit", "puzzle")
    else:
        limits = [nc.Limits(seconds=seconds) for seconds in chosen.seconds]
        head("question", "limit", "past it: clock", "processor", "puzzle")
    for name in chosen.question or ASKED:
        for limit in limits:
            found = [(measured(name, puzzle, limit), what) for what, puzzle in every]
            memory = (limit.memory or 0) >> 20
            if chosen.memory:
                (_, _, grown, _), what = max(found, key=lambda one: one[0][2])
                row(name, memory, f"{grown / (memory << 20):.2f}", what)
            else:
                (_, used, _, end), what = max(found, key=lambda one: one[0][1])
                latest = max(late for (late, *_), _ in found)
                times = f"{max(0.0, latest):.3f} s", f"{used:.3f} s"
                row(name, f"{limit.seconds:g} s", *times, f"{what} {end}".strip())


if __name__ == "__main__":
    main()
