"""Parametric families of puzzles, by a rule and a seed; each docstring states the solutions."""

from __future__ import annotations

import random

from ...core import Picture, Puzzle

#: Colours of `confetti` and `random`, in the order of the rainbow.
RAINBOW = ("red", "orange", "yellow", "green", "cyan", "blue", "purple")


def permutation(n: int) -> Puzzle:
    """One cell in every row and column: n! solutions, the permutation matrices."""
    return Puzzle([[1]] * n, [[1]] * n, title=f"Permutation {n}")


def checkerboard(n: int) -> Puzzle:
    """The checkerboard with a filled corner: 2 solutions if n is even, 1 if n is odd."""
    cells = [[(row + column + 1) % 2 for column in range(n)] for row in range(n)]
    return Puzzle.from_picture(cells, ["black"], title=f"Checkerboard {n}")


def n_dom(n: int) -> Puzzle:
    """A pigeonhole argument, 2n + 1 cells a side: 1 solution, hard to prove from clauses alone."""
    rows = [[3], *[[1], [3, 1]] * (n - 1), [1], [1]]
    columns = [[1], *[[1], [1, 3]] * (n - 1), [1], [3]]
    return Puzzle(rows, columns, title=f"{n}-Dom")


def confetti(colours: int, n: int) -> Puzzle:
    """A permutation of n for every colour, none of them sharing a line: n! ** colours solutions."""
    if not 1 <= colours <= len(RAINBOW):
        raise ValueError(f"there are 1 to {len(RAINBOW)} colours of confetti, not {colours}")
    names = RAINBOW[:colours]
    clues = [[(1, name)] for name in names for _ in range(n)]
    return Puzzle(clues, clues, names, title=f"Confetti {colours}×{n}")


def random_picture(
    rows: int, columns: int, density: float = 0.5, seed: int = 0, colours: int = 1
) -> Puzzle:
    """The clues of a picture whose cells are filled at random: at least 1 solution."""
    if not 1 <= colours <= len(RAINBOW):
        raise ValueError(f"there are 1 to {len(RAINBOW)} colours of pictures, not {colours}")
    # random.Random(seed).random() is the one sequence that Python promises to keep for ever.
    draw = random.Random(seed).random

    def cell() -> int:
        if draw() >= density:
            return 0
        # In one colour nothing more is drawn for a filled cell.
        return 1 + int(draw() * colours) if colours > 1 else 1

    cells = [[cell() for _ in range(columns)] for _ in range(rows)]
    title = f"Random {rows}×{columns}, density {density:g}, seed {seed}"
    if colours > 1:
        title += f", {colours} colours"
    names = RAINBOW[:colours] if colours > 1 else ("black",)
    return Puzzle.from_picture(Picture(cells), names, title=title)


def rectangles(rows: int, columns: int, seed: int = 0) -> Puzzle:
    """Rectangles dropped at random until little is left: at least 1 solution, quickly found.

    Their sides are 2 to 8 cells, and there are as many as a tenth of the cells. However large the
    picture, tightening lines leaves few cells open; ``rectangles 512 512`` is even unique.
    """
    draw = random.Random(seed).random
    cells = [bytearray(columns) for _ in range(rows)]
    for _ in range(rows * columns // 10):
        top, left = int(draw() * rows), int(draw() * columns)
        height, width = 2 + int(draw() * 7), 2 + int(draw() * 7)
        right = min(left + width, columns)
        for row in cells[top : top + height]:
            row[left:right] = b"\1" * (right - left)
    title = f"Rectangles {rows}×{columns}, seed {seed}"
    return Puzzle.from_picture(Picture(cells), ["black"], title=title)
