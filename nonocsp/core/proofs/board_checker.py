# mypy: ignore-errors
"""A checker of proofs on any board: board_checker.py [--given] PUZZLE.json PROOF

It does what `checker.py` beside it does, for lines in up to three directions. The puzzle is an
object ``{"board": {"kind": "hexagon", "sides": [...]}, "clues": {"A": [[1, 2], ...], ...}}``, or
its board is ``{"kind": "custom", "cells": [...], "lines": {"A": [["a", "b"], ...], ...}}``."""

import sys
from itertools import accumulate, pairwise, product

try:
    from . import checker
except ImportError:  # run as a program
    import checker


def read_puzzle(value):
    """The puzzle of a decoded JSON object; one with rows and columns, too."""
    if "clues" not in value:
        return checker.read_puzzle(value)
    given, sides = value["board"], value["clues"]
    rest = []  # directions whose last line has the cells that lie on no other, and no clue
    if given["kind"] == "custom":
        board, rest = custom(given["cells"], given["lines"])
    else:
        board = given["kind"], *given["sides"]
    axes, cells = directions(*board)
    sides = {axis: sides.get(axis, []) + [None] * (axis in rest) for axis in {**axes, **sides}}
    if {axis: len(side) for axis, side in sides.items()} != {x: len(axes[x]) for x in axes}:
        raise ValueError("expected a clue for every line")
    lines = [clue for axis in axes for clue in sides[axis]]
    puzzle = checker.read_puzzle({"colours": value.get("colours"), "rows": lines, "cols": []})
    return puzzle._replace(board=board, axes=axes, cells=cells)


def custom(cells, lines):
    """A board as `directions` takes it, of any cells and lines, which have its cells by name or by
    number from 0; and the directions of which some cells lie on no line."""
    names = [cell["name"] if isinstance(cell, dict) else n for n, cell in enumerate(cells)]
    if type(lines) is not dict or "".join(lines) not in ("A", "AB", "ABC"):
        raise ValueError("expected lines by direction, A to C, as nonocsp convert writes them")
    first = [name for line in lines["A"] for name in line]
    number = {name: n for n, name in enumerate([*first, *(n for n in names if n not in first)])}
    found = [[[number[name] for name in line] for line in lines.get(axis, [])] for axis in "ABC"]
    for side in found:
        met = [cell for line in side for cell in line]
        if len(set(met)) < len(met) or len(number) > len(names):
            raise ValueError("a cell is on two lines of a direction, or there is no such cell")
    found = found[: max(2, len(lines))]
    rest = [a for a, side in zip("ABC", found, strict=False) if sum(map(len, side)) < len(names)]
    return ("custom", *found), rest


def directions(kind, *board):
    """By letter, the lines of a direction; and the cells of every line, numbered line by line in A,
    which runs from left to right. B like a slash and C like a backslash run from the top. The board
    is its kind and its six sides, counter-clockwise from the upper left; or the lines of each
    direction, to which those cells are added that lie on no other."""
    if kind == "custom":
        size = 1 + max(cell for side in board for line in side for cell in line)
        lines = []
        for side in board:
            rest = sorted(set(range(size)).difference(*side))
            lines.append([*map(list, side), *([rest] if rest else [])])
        return named(lines)
    a, b, c, d, e, f = board
    shared, sums = {"triddler": (0, (-1, 0)), "hexagon": (1, (0,))}[kind]
    if (a + b, b + c) != (d + e, e + f) or min(board) < shared:
        raise ValueError("the sides of the board do not close")
    counts = [a + b - shared, b + c - shared, c + d - shared]
    found = [[[] for _ in range(count)] for count in counts]
    places = product(*map(range, counts))  # of cells, the numbers of their lines
    places = (place for place in places if place[0] - place[1] + place[2] - a + shared in sums)
    for cell, place in enumerate(places):
        for lines, number in zip(found, place, strict=True):
            lines[number].append((cell, place))
    for line in found[1]:  # from the top, and in a row to the left
        line.sort(key=lambda each: (each[1][0], -each[1][2]))
    return named([[[cell for cell, _ in line] for line in lines] for lines in found])


def named(directions):
    """By letter, the lines of a direction; and the cells of all lines."""
    first = [0, *accumulate(map(len, directions))]
    axes = {axis: range(*pair) for axis, pair in zip("ABC", pairwise(first), strict=False)}
    return axes, [line for lines in directions for line in lines]


if __name__ == "__main__":
    sys.exit(checker.main(sys.argv[1:], read=read_puzzle))
