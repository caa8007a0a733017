# mypy: ignore-errors
"""A checker of proofs on triddlers and hexagons: board_checker.py [--given] PUZZLE.json PROOF

It does what `checker.py` beside it does, for lines in three directions. The puzzle is an object
``{"board": {"kind": "hexagon", "sides": [...]}, "clues": {"A": [[1, 2], ...], ...}}``."""

import sys
from itertools import accumulate, product

try:
    from . import checker
except ImportError:  # run as a program
    import checker


def read_puzzle(value):
    """The puzzle of a decoded JSON object; one with rows and columns, too."""
    if "clues" not in value:
        return checker.read_puzzle(value)
    board = value["board"]["kind"], *value["board"]["sides"]
    axes, cells = directions(board)
    sides = value["clues"]
    if {axis: len(side) for axis, side in sides.items()} != {x: len(axes[x]) for x in axes}:
        raise ValueError("expected a clue for every line")
    lines = [clue for axis in axes for clue in sides[axis]]
    puzzle = checker.read_puzzle({**value, "rows": lines, "cols": []})
    return puzzle._replace(board=board, axes=axes, cells=cells)


def directions(board):
    """By letter, the lines of a direction; and the cells of every line, numbered line by line in A,
    which runs from left to right. B like a slash and C like a backslash run from the top. The board
    is its kind and its six sides, counter-clockwise from the upper left."""
    kind, a, b, c, d, e, f = board
    shared, sums = {"triddler": (0, (-1, 0)), "hexagon": (1, (0,))}[kind]
    if (a + b, b + c) != (d + e, e + f) or min(board[1:]) < shared:
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
    first = [0, *accumulate(counts)]
    axes = {axis: range(first[i], first[i + 1]) for i, axis in enumerate("ABC")}
    return axes, [[cell for cell, _ in line] for lines in found for line in lines]


if __name__ == "__main__":
    sys.exit(checker.main(sys.argv[1:], read=read_puzzle))
