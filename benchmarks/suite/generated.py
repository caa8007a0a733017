"""Generated puzzle sets, by a rule and a seed: the same everywhere, and free of other rights.

Every family is a function from its parameters, which all have defaults, to cases. The draws are
those of ``random.Random(seed).random()``, the one sequence that Python promises to keep for ever;
the families with a known number of solutions are those of `nonocsp.people.generation.families`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator

from nonocsp import Block, Puzzle
from nonocsp.core.kernel import interface as kernel
from nonocsp.core.model.bits import has_several
from nonocsp.core.model.clue import clue_of
from nonocsp.people.generation.families import (
    checkerboard,
    confetti,
    n_dom,
    permutation,
    rectangles,
)

from .cases import Case


def random_pictures(
    size: int = 20,
    rows: int = 0,
    columns: int = 0,
    density: float = 0.5,
    colours: int = 1,
    count: int = 20,
    seed: int = 1,
) -> Iterator[Case]:
    """Pictures whose cells are filled at random: size (or rows, columns), density, colours."""
    shape = rows or size, columns or size
    for number in range(seed, seed + count):
        puzzle = Puzzle.from_picture(
            random_cells(*shape, density, colours, number), _names(colours)
        )
        yield Case("", f"random-{shape[0]}x{shape[1]}-{density:g}-{colours}-{number}", puzzle)


def random_cells(
    rows: int, columns: int, density: float, colours: int, seed: int
) -> list[list[int]]:
    """The cells of one random picture."""
    draw = random.Random(seed).random
    return [
        [1 + int(draw() * colours) if draw() < density else 0 for _ in range(columns)]
        for _ in range(rows)
    ]


def vague_pictures(
    size: int = 10,
    density: float = 0.5,
    colours: int = 1,
    absent: float = 0.2,
    unknown: float = 0.2,
    count: int = 20,
    seed: int = 1,
) -> Iterator[Case]:
    """Random pictures of which a share of the clues is absent and of the lengths unknown."""
    for case in random_pictures(size, 0, 0, density, colours, count, seed):
        # Numbers of its own, so that the pictures are those of the set random.
        draw = random.Random(f"vague {case.id}").random
        rows, columns = (
            [
                None
                if draw() < absent
                else [Block(None if draw() < unknown else b.length, b.colour) for b in clue or ()]
                for clue in clues
            ]
            for clues in (case.puzzle.rows, case.puzzle.columns)
        )
        puzzle = case.puzzle.replace(rows=rows, columns=columns)
        yield Case("", f"vague-{absent:g}-{unknown:g}-{case.id}", puzzle)


def disturbed_pictures(
    size: int = 10, density: float = 0.5, count: int = 20, seed: int = 1
) -> Iterator[Case]:
    """Random pictures with a cell moved between two blocks of a row's clue: most have no solution.

    The sums of the rows and columns still agree, and every line has a placement.
    """
    for case in random_pictures(size, density=density, count=count, seed=seed):
        draw = random.Random(f"disturbed {case.id}").random
        rows = list(case.puzzle.rows)
        long = [
            (row, block)
            for row, clue in enumerate(rows)
            for block, one in enumerate(clue or ())
            if len(clue or ()) > 1 and (one.length or 0) > 1
        ]
        if not long:
            continue  # nothing can be moved
        row, source = long[int(draw() * len(long))]
        lengths = [block.length or 0 for block in rows[row] or ()]
        target = (source + 1 + int(draw() * (len(lengths) - 1))) % len(lengths)
        lengths[source] -= 1
        lengths[target] += 1
        rows[row] = tuple(map(Block, lengths))
        yield Case("", f"disturbed-{case.id}", case.puzzle.replace(rows=rows))


def transition(
    size: int = 20, step: float = 0.1, count: int = 10, colours: int = 1, seed: int = 1
) -> Iterator[Case]:
    """Random pictures of one size from sparse to dense."""
    for number in range(1, round(1 / step)):
        yield from random_pictures(size, 0, 0, round(number * step, 6), colours, count, seed)


def growing(
    first: int = 10, last: int = 40, step: int = 5, density: float = 0.5, count: int = 10
) -> Iterator[Case]:
    """Random pictures of growing size."""
    for size in range(first, last + 1, step):
        yield from random_pictures(size, density=density, count=count)


def enumeration(count: int = 3) -> Iterator[Case]:
    """Puzzles with from two to some ten thousand solutions, for the protocol ``all``."""
    yield from permutations(3, 7)
    yield from checkerboards(2, 8)
    yield from confetti_of(2, 2, 4)
    yield from confetti_of(3, 2, 3)
    for size, density in ((8, 0.3), (10, 0.5), (12, 0.5), (15, 0.5), (20, 0.6), (30, 0.6)):
        yield from random_pictures(size, density=density, count=count)
    yield from random_pictures(10, density=0.5, colours=3, count=count)


def large(count: int = 2) -> Iterator[Case]:
    """Boards of 100 to 512 cells a side that tightening lines alone decides."""
    for size in (100, 200, 512):
        yield from line_solvable(size, count)


def permutations(first: int = 2, last: int = 7) -> Iterator[Case]:
    """One cell in every row and column: n! solutions."""
    for n in range(first, last + 1):
        verdict = "multiple" if n > 1 else "unique"
        yield Case("", f"permutation-{n}", permutation(n), verdict, math.factorial(n))


def doms(first: int = 3, last: int = 10) -> Iterator[Case]:
    """The n-dom family, 2n + 1 cells a side: unique, hard to prove from clauses alone."""
    for n in range(first, last + 1):
        yield Case("", f"n-dom-{n}", n_dom(n), "unique", 1)


def turned_doms(first: int = 3, last: int = 8) -> Iterator[Case]:
    """n-dom with its columns from right to left: no solution, though sums agree and lines fit."""
    for n in range(first, last + 1):
        puzzle = n_dom(n)
        yield Case("", f"n-dom-{n}-turned", puzzle.replace(columns=puzzle.columns[::-1]), "none", 0)


def checkerboards(first: int = 2, last: int = 12) -> Iterator[Case]:
    """Checkerboards: 2 solutions of even size, 1 of odd size."""
    for n in range(first, last + 1):
        verdict, solutions = ("unique", 1) if n % 2 else ("multiple", 2)
        yield Case("", f"checkerboard-{n}", checkerboard(n), verdict, solutions)


def rectangle_pictures(size: int = 20, count: int = 10, seed: int = 1) -> Iterator[Case]:
    """Rectangles dropped at random until little is left."""
    for number in range(seed, seed + count):
        puzzle = rectangles(size, size, number).replace(title="", goals=())
        yield Case("", f"rectangles-{size}-{number}", puzzle)


def automata(
    size: int = 20, rule: int = 110, density: float = 0.5, count: int = 10, seed: int = 1
) -> Iterator[Case]:
    """Pictures by rule 0 to 255 of Wolfram: each row follows from the one above, the first drawn.

    The cells left and right of the picture are blank.
    """
    for number in range(seed, seed + count):
        draw = random.Random(number).random
        row = [int(draw() < density) for _ in range(size)]
        cells = []
        for _ in range(size):
            cells.append(row)
            wide = [0, *row, 0]
            row = [rule >> (4 * wide[i] + 2 * wide[i + 1] + wide[i + 2]) & 1 for i in range(size)]
        yield Case("", f"rule-{rule}-{size}-{number}", Puzzle.from_picture(cells, ["black"]))


def switch_pictures(
    size: int = 20, density: float = 0.7, switches: int = 4, count: int = 10, seed: int = 1
) -> Iterator[Case]:
    """Random pictures with switches, see `experiments.switches`, at random places: several
    solutions, 2 ** switches of them or more.

    Each switch is two filled cells that touch at a corner, with blanks beside them.
    """
    for number in range(seed, seed + count):
        cells = random_cells(size, size, density, 1, number)
        draw = random.Random(f"switches {number}").random
        taken: set[tuple[int, int]] = set()
        for _ in range(switches):
            for _ in range(1000):  # places drawn; the last is left out if none is free
                top, left = int(draw() * (size - 1)), int(draw() * (size - 1))
                around = {
                    (r, c) for r in range(top - 1, top + 3) for c in range(left - 1, left + 3)
                }
                if not around & taken:
                    break
            else:
                continue
            taken |= around
            for row, column in around - {
                (r, c) for r in (top - 1, top + 2) for c in (left - 1, left + 2)
            }:
                if 0 <= row < size and 0 <= column < size:
                    cells[row][column] = 0
            cells[top][left] = cells[top + 1][left + 1] = 1
        puzzle = Puzzle.from_picture(cells, ["black"])
        yield Case("", f"switches-{switches}-{size}-{number}", puzzle, "multiple")


def confetti_of(colours: int = 3, first: int = 2, last: int = 4) -> Iterator[Case]:
    """A permutation of n for every colour, side by side: n! ** colours solutions."""
    for n in range(first, last + 1):
        solutions = math.factorial(n) ** colours
        yield Case("", f"confetti-{colours}-{n}", confetti(colours, n), "multiple", solutions)


def line_solvable(size: int = 512, count: int = 1, seed: int = 1, waves: int = 6) -> Iterator[Case]:
    """Large pictures that tightening lines alone decides: waves, with what stays open filled.

    A picture is where a sum of seeded waves is positive. While tightening its lines leaves cells
    open, all open cells are filled and new clues taken. This terminates: in a line of an exactly
    tightened fixpoint whose open cells were all filled, counting would have settled them, so every
    round fills a cell that was blank. The fixpoint is unique, so no implementation changes the set.
    """
    for number in range(seed, seed + count):
        cells = _waves(size, random.Random(number).random, waves)
        while True:
            puzzle = Puzzle.from_picture(cells, ["black"])
            left = kernel.propagated(puzzle)
            assert left is not None  # there is a solution
            if left.is_decided:
                break
            for cell, mask in enumerate(left.masks):
                if has_several(mask):
                    cells[cell // size][cell % size] = 1
        yield Case("", f"waves-{size}-{number}", puzzle, "unique", 1)


def lines(
    length: int = 30, density: float = 0.5, known: float = 0.3, count: int = 20, seed: int = 1
) -> Iterator[Case]:
    """Single lines for the protocol ``tighten``: a random clue, some cells of one placement known.

    The default, half of 30 cells filled, gives 7 to 8 blocks on average.
    """
    for number in range(seed, seed + count):
        draw = random.Random(number).random
        cells = [int(draw() < density) for _ in range(length)]
        candidates = tuple(1 << cell if draw() < known else 3 for cell in cells)
        puzzle = Puzzle([clue_of(cells)], [None] * length, ["black"])
        yield Case("", f"line-{length}-{number}", puzzle, candidates=candidates)


def counting() -> Iterator[Case]:
    """Puzzles to count: sparse and dense, large, vague, in colours, from 1 to 10^20 solutions."""
    for tenths in range(1, 10):
        yield from random_pictures(10, density=tenths / 10, count=2)
    for density in (0.4, 0.5, 0.6):
        yield from random_pictures(15, density=density, count=3)
    yield from random_pictures(20, count=4)
    yield from random_pictures(30, count=4)
    for n in (4, 6, 8, 10, 12):
        yield from permutations(n, n)
    for size, absent in ((6, 0.5), (8, 0.3), (10, 0.2), (15, 0.1)):
        yield from vague_pictures(size, absent=absent, unknown=0, count=2)
    for size, unknown in ((6, 1), (8, 0.5), (10, 0.3), (15, 0.1)):
        yield from vague_pictures(size, absent=0, unknown=unknown, count=2)
    for colours, density in ((2, 0.3), (2, 0.6), (4, 0.5)):
        yield from random_pictures(10, density=density, colours=colours, count=2)
    yield from random_pictures(15, density=0.5, colours=3, count=2)


def tiny() -> Iterator[Case]:
    """A few seconds' worth of the main families, to see that the suite works."""
    yield from permutations(2, 4)
    yield from doms(2, 4)
    yield from checkerboards(3, 5)
    yield from confetti_of(2, 2, 3)
    yield from random_pictures(6, count=4)
    yield from random_pictures(5, colours=3, density=0.6, count=4)
    yield from line_solvable(16)


FAMILIES: dict[str, Callable[..., Iterator[Case]]] = {
    "tiny": tiny,
    "counting": counting,
    "random": random_pictures,
    "vague": vague_pictures,
    "disturbed": disturbed_pictures,
    "transition": transition,
    "growing": growing,
    "enumeration": enumeration,
    "large": large,
    "permutation": permutations,
    "n-dom": doms,
    "n-dom-turned": turned_doms,
    "checkerboard": checkerboards,
    "confetti": confetti_of,
    "line-solvable": line_solvable,
    "rectangles": rectangle_pictures,
    "automaton": automata,
    "switches": switch_pictures,
    "lines": lines,
}


def _names(colours: int) -> list[str]:
    return ["black", *(f"colour {number}" for number in range(2, colours + 1))]


def _waves(size: int, draw: Callable[[], float], waves: int) -> list[list[int]]:
    """A square picture, filled where a sum of waves of a few periods a side is positive."""
    drawn = [(12 * draw() - 6, 12 * draw() - 6, math.tau * draw()) for _ in range(waves)]
    turn = math.tau / size
    return [
        [
            # Rounded, so that the last bit of a machine's cosine decides nothing.
            int(round(sum(math.cos(turn * (a * r + b * c) + p) for a, b, p in drawn), 9) > 0)
            for c in range(size)
        ]
        for r in range(size)
    ]
