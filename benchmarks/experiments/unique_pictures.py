"""Experiment: the share of pictures that their clues determine, and that single lines determine.

    python -m benchmarks.experiments.unique_pictures 5 5
    python -m benchmarks.experiments.unique_pictures 6 6 --sample 4000000

A picture is *unique* if it is the only solution of its clues, and *simple* if tightening one line
at a time decides every cell (Batenburg and Kosters, ICGA Journal 35(4), 2012). Up to 25 cells both
are counted by definition: all pictures of the size are grouped by their clues, and each lone one
is tightened by a table of all lines. 5 x 5 takes 33,554,432 pictures, minutes, and about 3 GB.
``--solve`` counts the unique ones again by solving every clue set of some picture, one for each
orbit under the symmetries of the rectangle. Published: OEIS A242876 (squares) and A384764
(rectangles). ``--sample N`` draws N pictures instead, tightens them by the same table and solves
those that this leaves open; its bounds are Wilson's 95 % interval.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

import nonocsp as nc
from nonocsp.apps.bench.machine import commit, machine

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
    (6, 6): 49745060669,
}

#: Pictures that are tightened together.
CHUNK = 1 << 17

Keys = NDArray[np.int64]


def clue(line: int, length: int) -> tuple[int, ...]:
    """The clue of a line whose cells are the bits of a number, the first the lowest."""
    cells = [line >> i & 1 for i in range(length)]
    return tuple(len(list(run)) for filled, run in groupby(cells) if filled)


def tightening(length: int) -> Keys:
    """The table of all lines: (line << length | known cells) -> the cells that are then decided.

    A line stands for its clue, its own cells being one placement: a known cell has its colour, and
    a cell is decided if all placements of the clue that agree on the known cells agree on it.
    """
    table = np.zeros(1 << 2 * length, dtype=np.int64)
    by_clue: dict[tuple[int, ...], list[int]] = {}
    for line in range(1 << length):
        by_clue.setdefault(clue(line, length), []).append(line)
    for line in range(1 << length):
        placements = by_clue[clue(line, length)]
        for known in range(1 << length):
            differing = 0
            for other in placements:
                if (other ^ line) & known == 0:
                    differing |= other ^ line
            table[line << length | known] = ~differing & (1 << length) - 1
    return table


def gathered(numbers: Keys, cells: list[int]) -> Keys:
    """The bits of some cells as a number, the first the lowest."""
    result = np.zeros(len(numbers), dtype=np.int64)
    for bit, cell in enumerate(cells):
        result |= (numbers >> cell & 1) << bit
    return result


def spread(numbers: Keys, cells: list[int]) -> Keys:
    """The inverse of `gathered`: bits to cells."""
    result = np.zeros(len(numbers), dtype=np.int64)
    for bit, cell in enumerate(cells):
        result |= (numbers >> bit & 1) << cell
    return result


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

    def lines(self) -> Iterator[tuple[int, list[int]]]:
        """The length of every line and its cells: rows from above, then columns from the left."""
        for row in range(self.rows):
            yield self.columns, [row * self.columns + c for c in range(self.columns)]
        for column in range(self.columns):
            yield self.rows, [r * self.columns + column for r in range(self.rows)]

    def are_simple(self, pictures: Keys) -> NDArray[np.bool_]:
        """Whether tightening one line at a time decides every cell, for each picture."""
        tables = {length: tightening(length) for length in {self.rows, self.columns}}
        parts = [
            self._simple(pictures[at : at + CHUNK], tables) for at in range(0, len(pictures), CHUNK)
        ]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.bool_)

    def _simple(self, pictures: Keys, tables: dict[int, Keys]) -> NDArray[np.bool_]:
        every = (1 << self.rows * self.columns) - 1
        clues = [gathered(pictures, cells) for _, cells in self.lines()]
        known = np.zeros(len(pictures), dtype=np.int64)
        open_ = np.arange(len(pictures))  # the pictures that the last round changed
        while len(open_):
            before = now = known[open_]
            for number, (length, cells) in enumerate(self.lines()):
                at = clues[number][open_] << length | gathered(now, cells)
                now = now | spread(tables[length][at], cells)
            known[open_] = now
            open_ = open_[(now != before) & (now != every)]
        result: NDArray[np.bool_] = known == every
        return result

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

    def grouped(self) -> tuple[Keys, Keys]:
        """One picture of every clue set, and the number of pictures that share its clues."""
        pictures = np.arange(1 << (self.rows * self.columns), dtype=np.int64)
        _, first, sharing = np.unique(self.keys(pictures), return_index=True, return_counts=True)
        return pictures[first], sharing

    def orbits(self, standing: Keys, sharing: Keys) -> tuple[Keys, Keys, Keys]:
        """For each orbit of clue sets a picture, the number of clue sets, and the number of
        pictures that share them."""
        least = self.keys(standing)
        for source in self.symmetries():
            np.minimum(least, self.keys(self.moved(standing, source)), out=least)
        _, chosen, size = np.unique(least, return_index=True, return_counts=True)
        return standing[chosen], size, sharing[chosen]

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


def by_solving(census: Census, standing: Keys, sharing: Keys, jobs: int) -> int:
    """The number of clue sets with one solution, by solving one of every orbit."""
    pictures, sizes, together = census.orbits(standing, sharing)
    tasks = []
    for at in range(0, len(pictures), 20_000):
        share = slice(at, at + 20_000)
        lists = (each[share].tolist() for each in (pictures, sizes, together))
        tasks.append((census.rows, census.columns, *lists))
    with ProcessPoolExecutor(jobs) as pool:
        return sum(pool.map(solved, tasks))


def interval(hits: int, draws: int) -> tuple[float, float]:
    """The bounds of Wilson (1927) on a share, 95 %.

    >>> [round(bound, 3) for bound in interval(50, 100)]
    [0.404, 0.596]
    """
    z, share = 1.96, hits / draws
    middle = share + z * z / (2 * draws)
    half = z * math.sqrt(share * (1 - share) / draws + z * z / (4 * draws * draws))
    return (middle - half) / (1 + z * z / draws), (middle + half) / (1 + z * z / draws)


def sample(census: Census, draws: int, seed: int) -> tuple[int, int]:
    """The numbers of unique and of simple pictures among some drawn at random."""
    cells = census.rows * census.columns
    pictures = np.random.default_rng(seed).integers(0, 1 << cells, draws, dtype=np.int64)
    simple = census.are_simple(pictures)
    unique = int(simple.sum())
    for picture in pictures[~simple].tolist():
        unique += nc.is_unique(census.puzzle(picture)) is nc.Verdict.UNIQUE
    return unique, int(simple.sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", type=int)
    parser.add_argument("columns", type=int)
    parser.add_argument("--solve", action="store_true", help="count the unique ones by solving too")
    parser.add_argument("--sample", type=int, metavar="N", help="draw N pictures instead of all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes of --solve")
    chosen = parser.parse_args()
    cells = chosen.rows * chosen.columns
    if min(chosen.rows, chosen.columns) < 1 or cells > (36 if chosen.sample else 25):
        parser.error("expected a size of 1 to 25 cells, or to 36 with --sample")
    about = machine()
    print(
        f"{chosen.rows} x {chosen.columns}; {about['cpu']}, {about['python']}, {commit()['commit']}"
    )
    census = Census(chosen.rows, chosen.columns)
    published = PUBLISHED.get((min(chosen.rows, chosen.columns), max(chosen.rows, chosen.columns)))
    begun = time.perf_counter()
    if chosen.sample:
        counted = dict(
            zip(("unique", "simple"), sample(census, chosen.sample, chosen.seed), strict=True)
        )
        for name, hits in counted.items():
            low, high = interval(hits, chosen.sample)
            print(f"{name}: {hits} of {chosen.sample}, {low:.5%} to {high:.5%} of all pictures, ")
            print(f"  {low * 2**cells:.5g} to {high * 2**cells:.5g} of {2**cells}")
        print(f"in {time.perf_counter() - begun:.1f} s")
        if published:
            print(f"published: {published} unique, {published / 2**cells:.5%}")
        return
    standing, sharing = census.grouped()
    lone = standing[sharing == 1]
    print(f"unique by definition: {len(lone)} in {time.perf_counter() - begun:.1f} s", flush=True)
    if published not in (None, len(lone)):
        raise SystemExit(f"published is {published}")
    begun = time.perf_counter()
    simple = int(census.are_simple(lone).sum())
    print(f"simple: {simple} in {time.perf_counter() - begun:.1f} s", flush=True)
    if chosen.solve:
        begun = time.perf_counter()
        unique = by_solving(census, standing, sharing, chosen.jobs)
        print(f"unique by solving: {unique} in {time.perf_counter() - begun:.1f} s")
        if unique != len(lone):
            raise SystemExit("these do not agree")


if __name__ == "__main__":
    main()
