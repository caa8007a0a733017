"""Experiment: the number of pictures of a size that are the only solution of their clues.

    python -m benchmarks.experiments.unique_pictures 5 5 --jobs 2

It is counted twice. By definition: all pictures of the size, grouped by their clues. By solving:
every clue set of some picture, one for each orbit under the symmetries of the rectangle. The two
must agree with each other and with OEIS A242876 (squares) and A384764 (rectangles). 5 x 5 takes
33,554,432 pictures, minutes, and about 3 GB.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

import nonocsp as nc

from ..machine import commit, machine

#: A242876 for squares, A384764 for rectangles.
PUBLISHED = {
    (1, 1): 2,
    (2, 2): 14,
    (3, 3): 384,
    (4, 4): 52362,
    (5, 5): 25309575,
    (3, 4): 3152,
    (3, 5): 24230,
    (4, 5): 814632,
}

Keys = NDArray[np.int64]


def clue(line: int, length: int) -> tuple[int, ...]:
    """The clue of a line whose cells are the bits of a number, the first the lowest."""
    cells = [line >> i & 1 for i in range(length)]
    return tuple(len(list(run)) for filled, run in groupby(cells) if filled)


class Census:
    """All pictures of a size; a picture is a number, cell (r, c) its bit r * columns + c."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.clues = sorted({clue(line, n) for n in (rows, columns) for line in range(1 << n)})
        number = {one: i for i, one in enumerate(self.clues)}
        self.row_codes = np.array([number[clue(x, columns)] for x in range(1 << columns)])
        self.column_codes = np.array([number[clue(x, rows)] for x in range(1 << rows)])

    def keys(self, pictures: Keys) -> Keys:
        """One number for all clues of each picture."""
        keys = np.zeros(len(pictures), dtype=np.int64)
        for row in range(self.rows):
            line = pictures >> (row * self.columns) & ((1 << self.columns) - 1)
            keys = keys * len(self.clues) + self.row_codes[line]
        for column in range(self.columns):
            line = np.zeros(len(pictures), dtype=np.int64)
            for row in range(self.rows):
                line |= (pictures >> (row * self.columns + column) & 1) << row
            keys = keys * len(self.clues) + self.column_codes[line]
        return keys

    def moved(self, pictures: Keys, source: list[int]) -> Keys:
        """Pictures whose cell i is cell source[i] of the given ones."""
        result = np.zeros(len(pictures), dtype=np.int64)
        for cell, other in enumerate(source):
            result |= (pictures >> other & 1) << cell
        return result

    def symmetries(self) -> Iterator[list[int]]:
        """Mirrorings; and for squares transposing."""
        cells = [(r, c) for r in range(self.rows) for c in range(self.columns)]
        for transpose in (False, True) if self.rows == self.columns else (False,):
            for down in (False, True):
                for across in (False, True):
                    moved = [
                        (
                            self.rows - 1 - r if down else r,
                            self.columns - 1 - c if across else c,
                        )
                        for r, c in cells
                    ]
                    yield [
                        (c * self.columns + r) if transpose else (r * self.columns + c)
                        for r, c in moved
                    ]

    def groups(self) -> tuple[int, Keys, Keys, Keys]:
        """The number of unique pictures by definition; then for each orbit of clue sets a picture,
        the number of clue sets, and the number of pictures that share them."""
        pictures = np.arange(1 << (self.rows * self.columns), dtype=np.int64)
        _, first, sharing = np.unique(self.keys(pictures), return_index=True, return_counts=True)
        standing = pictures[first]
        least = self.keys(standing)
        for source in self.symmetries():
            np.minimum(least, self.keys(self.moved(standing, source)), out=least)
        _, chosen, size = np.unique(least, return_index=True, return_counts=True)
        return int((sharing == 1).sum()), standing[chosen], size, sharing[chosen]

    def puzzle(self, picture: int) -> nc.Puzzle:
        width = (1 << self.columns) - 1
        lines = [picture >> (r * self.columns) & width for r in range(self.rows)]
        across = [
            sum((lines[r] >> c & 1) << r for r in range(self.rows)) for c in range(self.columns)
        ]
        return nc.Puzzle(
            [clue(x, self.columns) for x in lines], [clue(x, self.rows) for x in across]
        )


def solved(task: tuple[int, int, list[int], list[int], list[int]]) -> int:
    """The number of clue sets with one solution in some of the orbits, by solving."""
    rows, columns, pictures, sizes, sharing = task
    census = Census(rows, columns)
    unique = 0
    for picture, size, together in zip(pictures, sizes, sharing, strict=True):
        verdict = nc.verdict(census.puzzle(picture))
        if (verdict is nc.Verdict.UNIQUE) != (together == 1):
            raise SystemExit(f"{verdict} for picture {picture}, which {together} pictures share")
        unique += size * (verdict is nc.Verdict.UNIQUE)
    return unique


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", type=int)
    parser.add_argument("columns", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.rows < 1 or chosen.columns < 1 or chosen.rows * chosen.columns > 25:
        parser.error("expected a size of 1 to 25 cells")
    begun = time.perf_counter()
    lone, pictures, sizes, sharing = Census(chosen.rows, chosen.columns).groups()
    about = machine()
    print(
        f"{chosen.rows} x {chosen.columns}; {about['cpu']}, {about['python']}, {commit()['commit']}"
    )
    print(f"by definition: {lone} in {time.perf_counter() - begun:.1f} s", flush=True)
    begun = time.perf_counter()
    tasks = []
    for at in range(0, len(pictures), 20_000):
        share = slice(at, at + 20_000)
        tasks.append(
            (
                chosen.rows,
                chosen.columns,
                pictures[share].tolist(),
                sizes[share].tolist(),
                sharing[share].tolist(),
            )
        )
    with ProcessPoolExecutor(chosen.jobs) as pool:
        unique = sum(pool.map(solved, tasks))
    seconds = time.perf_counter() - begun
    print(f"by solving {len(pictures)} puzzles: {unique} in {seconds:.1f} s")
    published = PUBLISHED.get((min(chosen.rows, chosen.columns), max(chosen.rows, chosen.columns)))
    if lone != unique or published not in (None, unique):
        raise SystemExit(f"these do not agree; published is {published}")
    print("these agree" + (", and so does what is published" if published else ""))


if __name__ == "__main__":
    main()
