"""Larger puzzles, of 20 to 40 cells a side, against foreign solvers with encodings of their own.

    python tests/tools/foreign.py --count 500
    python tests/tools/foreign.py --seed 7 --first 12 --count 1    # one case again

The kernel, CaDiCaL and CP-SAT say whether a puzzle has no solution, one or several. Their answers
must agree where they have one in time, every picture must satisfy the definition (`oracle`), and
that of a unique puzzle must be the same. The encodings share nothing with the package, and differ
in kind from its own and from `oracle_sat`:

- SAT: a variable for each block and start. A block leaves the next one a start, a start colours the
  cells that it covers, and a coloured cell is covered by some start.
- CP-SAT: a line is a path from its begin to its end, by steps of one blank or one block, and a unit
  of flow takes it; a cell has the colour of the step that passes it.

Unknown lengths and joints are left to the hunt. The exit code is 1 if anything disagrees.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter, defaultdict
from itertools import combinations, count, pairwise

import oracle
from hunt_cases import with_typo
from ortools.sat.python import cp_model
from pysat.solvers import Cadical153

import nonocsp as nc
from nonocsp.core.model.colours import BLANK, STANDARD
from nonocsp.people.generation.families import n_dom

#: Seconds for each solver and puzzle, after which it has no answer.
SECONDS = 20.0


def starts(clue, length):
    """For each block of a clue the places where it may start in an empty line."""
    sizes = [block.length for block in clue]
    gaps = [one.colour == other.colour for one, other in pairwise(clue)]
    return [
        range(sum(sizes[:j]) + sum(gaps[:j]), length - sum(sizes[j:]) - sum(gaps[j:]) + 1)
        for j in range(len(clue))
    ]


def steps(clue, length):
    """The steps of paths through a line: blocks before it, place, size, colour, where it leads."""
    ways = starts(clue, length)
    firsts = [0, *(way.start + block.length for way, block in zip(ways, clue, strict=True))]
    for j, way in enumerate([*ways, range(length + 1)]):
        last = way.stop - 1
        gap = j > 0 and j < len(clue) and clue[j - 1].colour == clue[j].colour
        for at in range(firsts[j] + gap, last):
            yield j, at, 1, 0, (j, at + 1)
        if j < len(clue):
            block = clue[j]
            after = j + 1 < len(clue) and clue[j + 1].colour == block.colour
            for at in way:
                yield j, at, block.length, block.colour, (j + 1, at + block.length + after)


def given_lines(puzzle):
    """Each line that has a clue: its clue and the numbers of its cells."""
    lines = ((puzzle.clue(line), puzzle.cells(line)) for line in puzzle.lines)
    return [(clue, cells) for clue, cells in lines if clue is not None]


def by_sat(puzzle):
    """Up to two solutions, as cells in order, by CaDiCaL."""
    numbers = count(1)
    colours = range(1, puzzle.block_colours + 1)
    cells = [[0, *(next(numbers) for _ in colours)] for _ in range(puzzle.board.size)]
    clauses = [[-one, -other] for cell in cells for one, other in combinations(cell[1:], 2)]
    for clue, places in given_lines(puzzle):
        own = [{at: next(numbers) for at in way} for way in starts(clue, len(places))]
        covers = {(cell, colour): [] for cell in places for colour in colours}
        for block, variables in zip(clue, own, strict=True):
            clauses.append([*variables.values()])
            clauses += ([-a, -b] for a, b in combinations(variables.values(), 2))
            for at, variable in variables.items():
                for cell in places[at : at + block.length]:
                    clauses.append([-variable, cells[cell][block.colour]])
                    covers[cell, block.colour].append(variable)
        clauses += ([-cells[cell][colour], *some] for (cell, colour), some in covers.items())
        for (one, first), (other, second) in pairwise(zip(clue, own, strict=True)):
            for at, variable in first.items():
                least = at + one.length + (one.colour == other.colour)
                clauses.append([-variable, *(v for later, v in second.items() if later >= least)])
    found: list[bytes] = []
    with Cadical153(bootstrap_with=clauses) as solver:
        while len(found) < 2 and solver.solve():
            has = {variable for variable in solver.get_model() if variable > 0}
            found.append(bytes(sum(c for c in colours if cell[c] in has) for cell in cells))
            flat = (variable for cell in cells for variable in cell[1:])
            solver.add_clause([-v if v in has else v for v in flat])
    return found


def by_cp_sat(puzzle):
    """Up to two solutions, as cells in order, by CP-SAT; None without an answer in time."""
    model = cp_model.CpModel()
    colours = range(puzzle.block_colours + 1)
    cells = [[model.new_bool_var("") for _ in colours] for _ in range(puzzle.board.size)]
    for cell in cells:
        model.add_exactly_one(cell)
    for clue, places in given_lines(puzzle):
        length, passes = len(places), {(cell, colour): [] for cell in places for colour in colours}
        enters, leaves = defaultdict(list), defaultdict(list)
        for block, at, size, colour, to in steps(clue, length):
            step = model.new_bool_var("")
            leaves[block, at].append(step)
            enters[to].append(step)
            for cell in places[at : at + size]:
                passes[cell, colour].append(step)
            for cell in places[at + size : to[1]]:  # the blank between blocks of one colour
                passes[cell, 0].append(step)
        source, sink = (0, 0), (len(clue), length)
        for node in {*enters, *leaves, source, sink}:
            model.add(sum(leaves[node]) + (node == sink) == sum(enters[node]) + (node == source))
        for (cell, colour), some in passes.items():
            model.add(sum(some) == cells[cell][colour])
    found: list[bytes] = []
    end = time.monotonic() + SECONDS
    while len(found) < 2:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = max(0.01, end - time.monotonic())
        status = solver.solve(model)
        if status == cp_model.UNKNOWN:
            return None
        if status == cp_model.INFEASIBLE:
            break
        has = [next(c for c in colours if solver.value(cell[c])) for cell in cells]
        found.append(bytes(has))
        model.add_bool_or([cell[c].negated() for cell, c in zip(cells, has, strict=True)])
    return found


def by_kernel(puzzle):
    """Up to two solutions, as cells in order; None without an answer in time."""
    found = nc.solutions(puzzle, limit=2, limits=nc.Limits(seconds=3 * SECONDS))
    pictures = [picture.cells for picture in found]
    return pictures if found.is_complete or len(pictures) == 2 else None


def in_time(solver, puzzle):
    """What a solver without a limit on time answers; None without an answer in time."""
    fork = multiprocessing.get_context("fork")
    own, theirs = fork.Pipe(duplex=False)
    process = fork.Process(target=lambda: theirs.send(solver(puzzle)), daemon=True)
    process.start()
    theirs.close()
    try:
        return own.recv() if own.poll(SECONDS) else None
    finally:
        process.kill()
        process.join()


SOLVERS = {
    "nonocsp": by_kernel,
    "CaDiCaL": lambda puzzle: in_time(by_sat, puzzle),
    "CP-SAT": by_cp_sat,
}


def drawn(seed):
    """A kind and a puzzle that foreign solvers can do."""
    draw = random.Random(seed)
    kind = draw.choice(("random", "random", "coloured", "smooth", "board", "board", "domino"))
    if kind == "domino":
        puzzle = n_dom(draw.randint(10, 13))
        if draw.random() < 0.5:
            return "domino, turned", puzzle.replace(columns=puzzle.columns[::-1])
    else:
        colours = draw.choice((2, 3, 4)) if kind == "coloured" else 1
        if kind == "board":
            make = draw.choice((nc.Triddler, nc.Hexagon))
            a, b, c, d = (draw.randint(7, 12) for _ in range(4))
            board = make(a, b, c, d, a + b - d, c + d - a)
            colours = draw.choice((1, 2, 3))
        else:
            board = nc.Rectangle(draw.randint(20, 40), draw.randint(20, 40))
        puzzle = _picture(draw, board, colours, kind == "smooth")
    change = draw.choice(("", "", "typo", "absent"))
    if change == "typo":
        puzzle = with_typo(draw, puzzle)
    elif change == "absent":
        clues = [None if draw.random() < 0.03 else clue for clue in puzzle.clues]
        puzzle = nc.Puzzle.on(puzzle.board, clues, puzzle.colours[1:])
    return f"{kind}{', ' * bool(change)}{change}", puzzle


def _picture(draw, board, colours, smooth):
    """The puzzle of a random picture, denser where it is larger."""
    density = 0.5 + 0.15 * min(1, board.size / 1_600) + draw.uniform(0, 0.05)
    cells = [draw.randint(1, colours) * (draw.random() < density) for _ in range(board.size)]
    if smooth:  # each cell as most around it
        _, width = board.sizes
        for _ in range(2):
            padded = [0] * (width + 1) + cells + [0] * (width + 1)
            near = [-width - 1, -width, -width + 1, -1, 0, 1, width - 1, width, width + 1]
            cells = [
                int(sum(padded[at + d + width + 1] for d in near) > 4) for at in range(len(cells))
            ]
    palette = [*STANDARD.values()][:colours]
    picture = nc.Picture.from_cells(bytes(cells), board, (BLANK, *palette))
    return nc.Puzzle.from_picture(picture, palette, goals=())


def compare(puzzle, tally):
    """Ask all solvers; what is wrong with their answers, empty if nothing is."""
    answers = {}
    for name, solver in SOLVERS.items():
        begun = time.monotonic()
        found = solver(puzzle)
        tally["seconds", name] += time.monotonic() - begun
        if found is None:
            tally["no answer", name] += 1
            continue
        answers[name] = found
        if any(not oracle.solves(puzzle, cells) for cells in found):
            return f"{name}: a picture is no solution"
        if len(found) != len(set(found)):
            return f"{name}: the same picture twice"
    if len({len(found) for found in answers.values()}) > 1:
        return f"solutions up to two: { {name: len(found) for name, found in answers.items()} }"
    if len({found[0] for found in answers.values() if len(found) == 1}) > 1:
        return "different pictures of a unique puzzle"
    for found in answers.values():
        tally["verdict", ("none", "unique", "multiple")[len(found)]] += 1
        break
    tally["compared", f"{len(answers)} solvers"] += 1
    return ""


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--count", type=int, default=500, help="puzzles; default 500")
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--seed", default=str(int(time.time())), help="default: from the clock")
    chosen = parser.parse_args(arguments)
    tally, wrong = Counter(), 0
    for number in range(chosen.first, chosen.first + chosen.count):
        kind, puzzle = drawn(f"{chosen.seed} {number}")
        fault = compare(puzzle, tally)
        tally["kind", kind] += 1
        if fault:
            wrong += 1
            print(f"case {number} of seed {chosen.seed}, {kind}: {fault}", flush=True)
    print(f"{chosen.count} puzzles, {wrong} disagreements; seed {chosen.seed}\n")
    print("| | | |\n|:--|:--|--:|")
    for (title, name), value in sorted(tally.items()):
        print(f"| {title} | {name} | {value if isinstance(value, int) else round(value)} |")
    return 1 if wrong or tally["compared", "1 solvers"] else 0


if __name__ == "__main__":
    sys.exit(main())
