"""Experiment: do cutting planes prove what clauses do not?

    python -m benchmarks.experiments.pseudo_boolean --check 20
    (ulimit -t 60; python -m benchmarks.experiments.pseudo_boolean --n-dom 20 --solver exact)
    python -m benchmarks.experiments.pseudo_boolean FILE.jsonl --only webpbn-25820 --given 12

Every solver is asked for a picture other than a known one. Models: ``clauses``, those of
`nonocsp.files.encodings.cnf`; ``sums``, these and the sum of every line;
``starts``, where a cell is the sum of the starts of blocks that cover it. ``--check`` compares the
answers on random puzzles with nonocsp's. Exact is on PyPI, clasp and sat4j in Debian.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from tempfile import NamedTemporaryFile

import nonocsp as nc
from benchmarks.suite.generated import disturbed_pictures, random_pictures
from benchmarks.suite.stopwatch import cpu_seconds
from nonocsp.files.encodings.cnf import bounds_of, cnf
from nonocsp.people.generation.families import n_dom

Sum = Counter[int]  # the factors of variables
Row = tuple[Sum, bool, int]  # whether the sum equals the right side; else it is at least that


def rows_of(puzzle: nc.Puzzle, starts: bool) -> Iterator[Row]:
    """Sums of lines, and equations of cells; one colour, lengths known. The cells come first."""
    free = puzzle.board.size + 1
    for line in puzzle.lines:
        clue, length = puzzle.clue(line) or (), puzzle.length(line)
        cells = [cell + 1 for cell in puzzle.cells(line)]
        yield Sum(cells), True, sum(block.length or 0 for block in clue)
        if not starts:
            continue
        covers = [Sum([cell]) for cell in cells]
        before: list[int] = []
        for block, bounds in zip(clue, bounds_of(line, clue, length, 0), strict=True):
            own = [free + at for at in range(len(bounds.variables) + 1)]
            free += len(own)
            yield Sum(own), True, 1
            for at in range(1, len(own) if before else 0):  # the block before has started earlier
                terms = Sum(before[:at])
                terms.subtract(own[:at])
                yield terms, False, 0
            for place, start in enumerate(own, start=bounds.first):
                for cover in covers[place : place + (block.length or 0)]:
                    cover[start] = -1
            before = own
        yield from ((cover, True, 0) for cover in covers)


def state(puzzle: nc.Puzzle, model: str, given: int, file: str) -> list[Row]:
    """Another picture than nonocsp's, the given number of first rows the same; also as OPB."""
    known = nc.solve(puzzle).picture
    first = known.cells[: given * puzzle.shape[1]] if known else b""
    clauses: list[tuple[int, ...]] = [
        (at if colour else -at,) for at, colour in enumerate(first, start=1)
    ]
    clauses += [cnf(puzzle).excluding(known)] if known else []
    clauses += cnf(puzzle).clauses if model != "starts" else ()
    rows = list(rows_of(puzzle, model == "starts")) if model != "clauses" else []
    for clause in clauses:
        signs = Sum({abs(literal): 1 if literal > 0 else -1 for literal in clause})
        rows.append((signs, False, 1 - sum(literal < 0 for literal in clause)))
    text = [f"* #variable= {max(max(terms) for terms, _, _ in rows)} #constraint= {len(rows)}"]
    for terms, equal, right in rows:
        left = " ".join(f"{factor:+} x{variable}" for variable, factor in terms.items())
        text.append(f"{left} {'=' if equal else '>='} {right} ;")
    Path(file).write_text("\n".join([*text, ""]))
    return rows


Answer = tuple[bool, int]  # whether there is another picture; conflicts
Solver = Callable[[list[Row], str], Answer]


def program(*command: str) -> Solver:
    def run(rows: list[Row], file: str) -> Answer:
        text = subprocess.run([*command, file], capture_output=True, text=True).stdout
        status = re.findall(r"^s (OPTIMUM|SAT|UNSAT)", text, re.MULTILINE)
        conflicts = re.findall(r"^c [Cc]onflicts\s*: (\d+)", text, re.MULTILINE)
        return status[0] != "UNSAT", int(conflicts[-1])

    return run


def exact(rows: list[Row], file: str) -> Answer:
    solver = import_module("exact").Exact([])
    for variable in sorted({variable for terms, _, _ in rows for variable in terms}):
        solver.addVariable(str(variable))
    for terms, equal, right in rows:
        factors = [(factor, str(variable)) for variable, factor in terms.items()]
        solver.addConstraint(factors, True, right, equal, right)
    return solver.runFull(False) != "UNSAT", int(dict(solver.getStats())["conflicts"])


JARS = ":".join(f"/usr/share/java/org.ow2.sat4j.{name}-2.3.5.jar" for name in ("core", "pb"))
SAT4J = "java", "-XX:+UseSerialGC", "-Xmx4g", "-cp", JARS, "org.sat4j.pb.LanceurPseudo2007"
SOLVERS = {"exact": exact, "clasp": program("clasp", "--stats")}
SOLVERS |= {f"sat4j-{name}": program(*SAT4J, name) for name in ("Resolution", "CuttingPlanes")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="JSON lines with id, rows, columns")
    parser.add_argument("--only", nargs="*", help="ids of puzzles of the files")
    parser.add_argument("--n-dom", type=int, nargs="*", default=[], help="sizes of n-dom")
    parser.add_argument("--check", type=int, default=0, help="random 8x8, and as many disturbed")
    parser.add_argument("--given", type=int, default=0, help="known rows from the top")
    parser.add_argument("--model", nargs="*", default=["clauses", "sums", "starts"])
    parser.add_argument("--solver", nargs="*", default=[*SOLVERS], choices=SOLVERS)
    chosen = parser.parse_args()
    puzzles = {f"n-dom-{size}": n_dom(size) for size in chosen.n_dom}
    for generate in (random_pictures, disturbed_pictures):
        puzzles |= {case.id: case.puzzle for case in generate(size=8, count=chosen.check)}
    lines = (line for name in chosen.files for line in Path(name).read_text().splitlines())
    for entry in map(json.loads, lines):
        if entry["id"] in (chosen.only or [entry["id"]]):
            puzzles[entry["id"]] = nc.Puzzle(entry["rows"], entry["columns"])
    for (name, puzzle), model, solver in product(puzzles.items(), chosen.model, chosen.solver):
        print(f"| {name} | {solver} | {model} |", end=" ", flush=True)
        with NamedTemporaryFile(suffix=".opb") as file:
            rows = state(puzzle, model, chosen.given, file.name)
            begun = cpu_seconds()
            another, conflicts = SOLVERS[solver](rows, file.name)
        print(f"{'another' if another else 'none'} | {conflicts:,} | {cpu_seconds() - begun:.2f} |")
        if chosen.check:
            assert another is (nc.verdict(puzzle) is nc.Verdict.MULTIPLE)


if __name__ == "__main__":
    main()
