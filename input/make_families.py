"""Print a puzzle of a parametric family.

    python input/make_families.py permutation 8
    python input/make_families.py random 15 20 --density 0.4 --seed 7 --format non
    python input/make_families.py random 12 12 --colours 3 --format ctu
    python input/make_families.py rectangles 512 512

The docstring of each family states the number of solutions.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence

from nonocsp import NonocspError, Picture, Puzzle
from nonocsp.formats import dumps, formats

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
    """A known hard family, 2n + 1 cells a side: 1 solution, harder with n to find and to prove."""
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
    # In one colour nothing more is drawn for a filled cell.
    colour = (lambda: 1 + int(draw() * colours)) if colours > 1 else (lambda: 1)
    cells = [[colour() if draw() < density else 0 for _ in range(columns)] for _ in range(rows)]
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


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = vars(_parser().parse_args(arguments))
    make, format = chosen.pop("make"), chosen.pop("format")
    try:
        text = dumps(make(**chosen), format)
    except (NonocspError, ValueError) as error:
        print(f"make_families: error: {error}", file=sys.stderr)
        return 2
    # As bytes: the titles hold a multiplication sign, which not every terminal's encoding has.
    sys.stdout.buffer.write(text.encode())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Print a puzzle of a family that follows a rule.")
    families = parser.add_subparsers(required=True, metavar="FAMILY")

    def family(
        name: str, make: Callable[..., Puzzle], *sizes: str, format: str = "two-line"
    ) -> argparse.ArgumentParser:
        about = make.__doc__ or ""
        command = families.add_parser(name, help=about.partition("\n")[0], description=about)
        command.set_defaults(make=make)
        for size in sizes:
            command.add_argument(size, type=_natural, metavar=size.upper())
        written = [known.name for known in formats().values() if known.dump and not known.binary]
        command.add_argument("--format", choices=written, default=format, help=f"default: {format}")
        return command

    family("permutation", permutation, "n")
    family("checkerboard", checkerboard, "n")
    family("n-dom", n_dom, "n")
    family("confetti", confetti, "colours", "n", format="ctu")
    command = family("random", random_picture, "rows", "columns")
    command.add_argument("--density", type=_share, default=0.5, help="0 to 1; default: 0.5")
    command.add_argument("--seed", type=int, default=0, help="default: 0")
    command.add_argument("--colours", type=_natural, default=1, help="default: 1")
    command = family("rectangles", rectangles, "rows", "columns")
    command.add_argument("--seed", type=int, default=0, help="default: 0")
    return parser


def _natural(word: str) -> int:
    if not (word.isascii() and word.isdigit() and 1 <= int(word) <= 9999):
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 to 9999, not {word!r}")
    return int(word)


def _share(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, not {word!r}")
    return value


if __name__ == "__main__":
    sys.exit(main())
