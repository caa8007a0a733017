"""Facts about the kernel that are the same wherever it runs.

`tests/apps/page/test_kernel.py` compares them. It uses nothing but the package, so that it also
runs under Pyodide.
"""

from __future__ import annotations

import random
import tempfile
import warnings
from pathlib import Path

import nonocsp as nc
from nonocsp import Block, Limits, Options, Puzzle
from nonocsp.core.base.progress import watching
from nonocsp.core.kernel.failed_literals import FailedLiterals
from nonocsp.core.kernel.interface import compiled as _kernel, propagated
from nonocsp.core.line.domain import KernelLineDomain
from nonocsp.core.options.limits import Meter, Stats
from nonocsp.people.explanation import explain
from nonocsp.people.explanation.techniques import LINE_TECHNIQUES

INPUT = Path(__file__).parents[2] / "input"


def puzzles():
    """Small and middling puzzles, drawn at random and from the library, by name."""
    for seed in range(12):
        rng = random.Random(seed)
        rows, columns, colours = rng.randint(3, 16), rng.randint(3, 16), rng.randint(1, 3)
        density = rng.choice([0.3, 0.5, 0.6])
        cells = [
            [rng.randint(1, colours) if rng.random() < density else 0 for _ in range(columns)]
            for _ in range(rows)
        ]
        yield f"random {seed}", Puzzle.from_picture(cells)
    yield "vague", Puzzle([["?"], None, [1, "?"]], [None, [1], ["?"], [2]])
    yield "none", Puzzle([[2], [2]], [[1], [1]])
    for path in [*sorted(INPUT.glob("*.non"))[:25], *sorted(INPUT.glob("boards/*"))]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield path.stem, nc.read(path)


def work(stats):
    """Counted work without bytes, which depend on the size of pointers."""
    return {
        name: number
        for name, number in stats.counted().items()
        if name not in ("peak_memory", "diagram_bytes")
    }


def of_puzzle(puzzle):
    limits = Limits(nodes=3000)
    with nc.solutions(puzzle, limit=5, limits=limits, engine="kernel") as found:
        pictures = [picture.cells.hex() for picture in found]
    with nc.solutions(puzzle, limit=2, limits=limits, engine="kernel") as two:
        verdict = [picture.cells.hex() for picture in two]
    left = propagated(puzzle)
    counted = nc.count(puzzle, limits=limits, engine="kernel")
    space = nc.solution_space(puzzle, limits=limits)
    facts = {
        "pictures": pictures,
        "two": verdict,
        "work": [work(found.stats), work(two.stats), work(counted.stats)],
        "stopped": [found.stopped_by, two.stopped_by, counted.stopped_by],
        "left": left and list(left.masks),
        "count": [counted.at_least, counted.is_exact],
    }
    if space.is_exact and space.count:
        with tempfile.TemporaryDirectory() as folder:
            nc.write_space(space, Path(folder, "space.nsp"))
            again = nc.read_space(Path(folder, "space.nsp"))
            facts["saved"] = Path(folder, "space.nsp").read_bytes().hex()[:4000]
        last = again[space.count - 1]
        facts["last"] = [last.cells.hex(), again.index(last)]
        facts["marginals"] = str(space.marginals().floats)
    if left is not None:
        meter = Meter(Limits(), Stats())
        literals = FailedLiterals(puzzle)
        refuted = literals.refuted(left.masks, meter)
        facts["literals"] = [refuted, literals.shared(left.masks, meter), work(meter.stats)]
    return facts


def of_steps():
    """Steps of single lines, in words."""
    for name, puzzle in [*puzzles()][::4]:
        yield name, [str(step) for step in explain(puzzle, techniques=LINE_TECHNIQUES)]


def of_lines():
    rng = random.Random(7)
    for length in (1, 8, 40, 64, 65, 200, 700):
        for colours in (1, 3):
            cells = [rng.choice([0, 0, *range(1, colours + 1)]) for _ in range(length)]
            puzzle = Puzzle.from_picture([cells])
            line = KernelLineDomain(puzzle.rows[0], length, puzzle.block_colours)
            full = (2 << puzzle.block_colours) - 1
            masks = [full if rng.random() < 0.6 else 1 << cell for cell in cells]
            yield [
                line.tighten(masks),
                str(line.count(masks)),
                line.feasible(masks),
                [found.hex() for found in line.placements(masks, 3)],
                [line.explain(masks, cell, int(not cells[cell])) for cell in range(min(length, 6))],
                line.reason(masks, {0: full & ~(1 << cells[0])}, list(range(length))),
            ]


def of_limits():
    wide = Puzzle([[1]] * 30, [[1]] * 30)
    hard = Puzzle.from_picture(
        [[int(rng.random() < 0.4) for _ in range(40)] for rng in map(random.Random, range(40))]
    )
    for limits in (Limits(nodes=10), Limits(memory=1 << 10), Limits(seconds=1e-6)):
        result = nc.solve(hard, limits=limits, engine="kernel")
        counted = nc.count(wide, limits=limits, engine="kernel")
        yield [result.status, result.stopped_by, counted.stopped_by, counted.is_exact]
    seen = []

    class Enough(Exception):
        pass

    def watch(known):
        if "nodes" in known:
            seen.append(known["nodes"])
        if len(seen) == 3:
            raise Enough

    try:
        with watching(watch):
            nc.solve(hard, options=Options(strategy="textbook"), engine="kernel")
    except Enough:
        yield seen == sorted(set(seen)) and seen[0] > 0


def wrong_calls():
    """Calls that do not fit and raise an error."""
    puzzle = _kernel.Puzzle(1, 1, 1, bytes(8), b"", b"")
    options = _kernel.Options({})
    space = nc.solution_space(Puzzle([[1]] * 3, [[1]] * 3))._diagram._space
    return (
        lambda: _kernel.Puzzle(0, 1, 1, bytes(4), b"", b""),
        lambda: _kernel.Puzzle(1, 1, 300, bytes(8), b"", b""),
        lambda: _kernel.Puzzle(1, 1, 1, b"\1\0\0", b"", b""),
        lambda: _kernel.Puzzle("1", 1, 1, b"", b"", b""),
        lambda: _kernel.Puzzle(2**40, 1, 1, b"", b"", b""),
        lambda: _kernel.Line(10**9, 1, bytes(4), b"", b""),
        lambda: _kernel.Options({"magic": True}),
        lambda: _kernel.Options({"probing": 2}),
        lambda: _kernel.Options({"guide_rounds": 0}),
        lambda: _kernel.Search(puzzle, bytes(9), options, 1.0, 1, 1, 1),
        lambda: _kernel.Search(1, None, options, 1.0, 1, 1, 1),
        lambda: _kernel.Search(puzzle, None, options, 1.0, -1, 1, 1),
        lambda: _kernel.SolutionEnumerator(space, b"\6"),
        lambda: space.node_count(10**6),
        lambda: space.index(b"\0"),
        lambda: _kernel.loaded(2, b"\7", [], b""),
        lambda: KernelLineDomain((Block(1),), 3).explain([3, 3, 3], 3, 0),
    )


def of_errors():
    for call in wrong_calls():
        try:
            call()
        except Exception as error:
            # The words of nanobind and embind about types differ.
            yield [type(error).__name__, "" if isinstance(error, TypeError) else str(error)]


def facts():
    """All facts, as JSON values."""
    return {
        "options": _kernel.Options({"seed": 2**63 - 1}).as_dict(),
        "puzzles": {name: of_puzzle(puzzle) for name, puzzle in puzzles()},
        "steps": dict(of_steps()),
        "lines": list(of_lines()),
        "limits": list(of_limits()),
        "errors": list(of_errors()),
    }
