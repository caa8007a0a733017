"""How many pictures of small triangles and hexagons do their clues determine? Counted two ways.

    python -m benchmarks.experiments.board_pictures

Grouped: the clues of every picture are written as a number, and pictures that share theirs are
found by sorting; no solver takes part. Solved: the kernel is asked about the puzzle of every
picture, or where there are many, of some drawn at random. Both have to agree; the program ends with
an error where they do not.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

import nonocsp as nc
from nonocsp.core.model.board import Board
from nonocsp.core.model.clue import clue_of

#: Up to this number the kernel is asked about every picture, beyond it about a tenth of the number.
MOST_SOLVED = 100_000

BOARDS: list[tuple[str, Board]] = [
    *((f"triangle of side {n}", nc.Triddler(n, 0, n, 0, n, 0)) for n in range(1, 6)),
    *((f"triangles, hexagon of side {n}", nc.Triddler(*[n] * 6)) for n in (1, 2)),
    *((f"hexagons, hexagon of side {n}", nc.Hexagon(*[n] * 6)) for n in (1, 2, 3)),
]


def determined(board: Board) -> npt.NDArray[np.bool_]:
    """For every black-and-white picture, by its cells as bits, whether no other has its clues."""
    pictures = np.arange(1 << board.size, dtype=np.uint64)
    keys = np.zeros(len(pictures), np.uint64)
    radix = 1
    for line in board.lines:
        cells = board.cells(line)
        clues = [
            clue_of([bits >> i & 1 for i in range(len(cells))]) for bits in range(1 << len(cells))
        ]
        numbers = {clue: number for number, clue in enumerate(dict.fromkeys(clues))}
        table = np.array([numbers[clue] for clue in clues], np.uint64)
        along = np.zeros(len(pictures), np.uint64)
        for index, cell in enumerate(cells):
            along |= (pictures >> np.uint64(cell) & np.uint64(1)) << np.uint64(index)
        keys += table[along] * np.uint64(radix)
        radix *= len(numbers)
    if radix > 1 << 64:
        raise ValueError(f"the clues of a {board} do not fit into 64 bits")
    order = np.argsort(keys)
    same = keys[order][1:] == keys[order][:-1]
    shares = np.zeros(len(pictures), bool)
    shares[order[1:]] |= same
    shares[order[:-1]] |= same
    return ~shares


def is_determined(board: Board, picture: int) -> bool:
    """The same of one picture, by search."""
    cells = bytes(picture >> cell & 1 for cell in range(board.size))
    return nc.is_unique(nc.Puzzle.from_picture(nc.Picture.from_cells(cells, board)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="BOARD", help="only these boards")
    names = parser.parse_args().names
    rng = random.Random(1)
    print("| board | cells | pictures | determined | share | solved |")
    print("|---|---|---|---|---|---|")
    for name, board in BOARDS:
        if names and name not in names:
            continue
        grouped = determined(board)
        total = len(grouped)
        asked: Sequence[int] = range(total)
        if total > MOST_SOLVED:
            asked = rng.sample(asked, MOST_SOLVED // 10)
        for picture in asked:
            if is_determined(board, picture) != grouped[picture]:
                print(f"{name}: picture {picture}: the two ways differ", file=sys.stderr)
                return 1
        found = int(grouped.sum())
        share = f"{found / total:.4f}"
        print(f"| {name} | {board.size} | {total} | {found} | {share} | {len(asked)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
