"""Puzzles and options for the tests of proofs, and a checker of DRUP."""

from __future__ import annotations

import strategies

import nonocsp as nc
from nonocsp import Options, Picture, Puzzle

TWO = Puzzle([[1], [1]], [[1], [1]])
ONE = Puzzle([[2], [1]], [[2], [1]])
COLOURED = Puzzle([[(1, "red"), (1, "blue")], []], [[(1, "red")], [(1, "blue")]])
UNKNOWN = Puzzle([["?"], ["?"]], [[1], [1]])
ABSENT = Puzzle([None, [1]], [[1], [1]])

#: Options with which every technique is at work in small puzzles.
EAGER = Options(
    probing=False,
    guidance=False,
    lucky=False,
    reduce_first=10,
    positions_after=0,
    restart_unit=2,
    bounds_wait=0,
)


def random_puzzle(draw):
    side, density = draw.randint(7, 12), draw.choice((0.3, 0.4))
    puzzle = strategies.random_puzzle(side, density, draw).replace(goals=())
    rows = list(puzzle.rows)
    if draw.random() < 0.7:
        draw.shuffle(rows)
    return puzzle.replace(rows=rows)


def in_two_colours(puzzle):
    """The puzzle of the same picture with broad diagonals in two colours."""
    picture = nc.solve(puzzle).picture
    width = picture.shape[1]
    cells = [
        cell and 1 + (at // width + at % width) // 2 % 2 for at, cell in enumerate(picture.cells)
    ]
    return Puzzle.from_picture(
        Picture([cells[at : at + width] for at in range(0, len(cells), width)]), ["black", "red"]
    )


def whole(puzzle, lines):
    return ["nonocsp proof 1", f"puzzle {puzzle.fingerprint()}", *lines]


def is_confirmed(clauses, steps):
    import dratify

    formula = dratify.parse_dimacs("\n".join(clauses) + "\n")
    return dratify.check_proof(formula, "\n".join(steps) + "\n").ok
