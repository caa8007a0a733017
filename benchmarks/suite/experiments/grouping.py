"""All clue sets of a size and the number of solutions of each, by grouping all pictures.

A picture is an upper and a lower half. To the upper halves that share their row clues all lower
halves are joined; the clues of the lower rows and of the columns make a number for each picture,
these are sorted, and the lengths of runs are numbers of solutions. The groups are independent.

A puzzle that is mirrored, turned or transposed has as many solutions, so a part of them is enough.
*Left to right*: one of two upper halves that are mirror images is taken. *Upside down*, if both
halves have one height: a lower half counts twice if its clues, read from below, come after those of
the upper half, and once if they are the same. *Transposed*, in a square: a picture counts twice if
the weights of its columns' clues sum to less than those of its rows', and once if they sum to the
same. The weights are random, equal for a clue and its mirror image.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from nonocsp import Puzzle

from .counting import Integers, NDArray, lengths, np

#: Pictures that are sorted together, about: as many as a cache holds.
BATCH = 1 << 18

#: Bits of the number of a clue set in a batch; above them are the weights.
KEY = 32

#: Weights of clues are less than this.
WEIGHTS = 1 << 12


class Tally(NamedTuple):
    """Clue sets by their number of solutions."""

    clue_sets: Counter[int]
    most: Puzzle
    """One of those with the most solutions."""


class ClueSets:
    """The clue sets of a size.

    Args:
        rows, columns: with at most 36 cells.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self._above = rows // 2
        self._across, self._down = _Clues(columns), _Clues(rows)
        self._column_sets = len(self._down.all) ** columns
        middle = columns // 2
        self._pieces = [(each, self._table(*each)) for each in ((0, middle), (middle, columns))]
        #: The clues of the rows of an upper half; of two mirror images the lesser one.
        self.halves = [
            half
            for half in product(range(len(self._across.all)), repeat=self._above)
            if half <= self._mirrored(half)
        ]
        # Lower halves, their rows from below, in the order of their clues.
        lower = _lists(rows - self._above, 1 << columns)
        order = np.argsort(self._number(self._across.codes[lower]), kind="stable")
        self._lower = lower[order]
        clues = self._across.codes[self._lower]
        self._lower_clues = self._number(clues)
        mirrored = self._number(np.array(self._across.mirrored)[clues])
        self._lower_least = np.minimum(self._lower_clues, mirrored)
        self._lower_weights = self._across.weights[clues].sum(axis=1)

    def tally(self, halves: list[tuple[int, ...]]) -> Tally:
        """The clue sets with some of the upper halves and their images."""
        counts: Counter[int] = Counter()
        longest, most = 0, None
        for half in halves:
            for times, lower, keys in self._keys(half):
                keys.sort()
                begins = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
                runs = np.diff(begins, append=len(keys))
                for run, number in enumerate(np.bincount(runs).tolist()):
                    counts[run] += times * number
                if (top := int(runs.max())) > longest:
                    key = int(keys[begins[runs.argmax()]])
                    longest, most = top, self._puzzle(half, lower, key)
        assert most is not None
        return Tally(+counts, most)

    def _keys(self, half: tuple[int, ...]) -> Iterator[tuple[int, Integers, NDArray[np.uint32]]]:
        """The pictures with an upper half of these clues, all those of a clue set together.

        Yields how often each clue set counts, the clues of some lower halves, and for each picture
        a number: that of its columns' clues, after the index of the clues of its lower half.
        """
        own = int(self._number(np.array(half, dtype=np.int64)))
        times = 2 if half < self._mirrored(half) else 1
        groups = [(times, np.arange(len(self._lower)))]
        if self.rows == 2 * self._above:
            groups = [
                (times, np.flatnonzero(self._lower_least == own)),
                (2 * times, np.flatnonzero(self._lower_least > own)),
            ]
        lines = list(product(*(self._across.lines[clue] for clue in half)))
        upper = np.array(lines, dtype=np.int64)
        for times, group in groups:
            for chosen in self._batches(group, BATCH // len(upper)):
                lower, index = np.unique(self._lower_clues[chosen], return_inverse=True)
                keys = index * self._column_sets + sum(
                    table[self._cells(upper, *piece)[:, np.newaxis], self._cells(cells, *piece)]
                    for cells in [self._lower[chosen]]
                    for piece, table in self._pieces
                )
                if self.rows != self.columns:
                    yield times, lower, keys.astype(np.uint32).ravel()
                    continue
                rows = self._across.weights[list(half)].sum() + self._lower_weights[chosen]
                columns = keys >> KEY
                for factor, some in ((2, columns < rows), (1, columns == rows)):
                    if some.any():
                        yield factor * times, lower, keys[some].astype(np.uint32)

    def _batches(self, lower: Integers, size: int) -> Iterator[Integers]:
        """Lower halves in order, about `size` at a time, those with the same clues together."""
        begins = np.flatnonzero(np.diff(self._lower_clues[lower], prepend=-1, append=-1))
        first = 0
        while first < len(begins) - 1:
            fitting = np.searchsorted(begins, begins[first] + size) - first
            last = first + min(max(int(fitting), 1), (1 << KEY) // self._column_sets)
            last = min(last, len(begins) - 1)
            yield lower[begins[first] : begins[last]]
            first = last

    def _cells(self, halves: Integers, first: int, end: int) -> Integers:
        """The cells of some columns of halves as one number."""
        width = end - first
        return _positional(halves >> self.columns - end & (1 << width) - 1, 1 << width)

    def _number(self, clues: Integers) -> Integers:
        """The clues of some rows, along the last axis, as one number; it orders like them."""
        return _positional(clues, len(self._across.all))

    def _mirrored(self, half: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(int(self._across.mirrored[clue]) for clue in half)

    def _table(self, first: int, end: int) -> Integers:
        """For some columns, by the cells of an upper and of a lower half there, what they add to a
        number: that of their clues, and above it the sum of their weights."""
        width = end - first
        upper = _lists(self._above, 1 << width)
        lower = _lists(self.rows - self._above, 1 << width)
        total = np.zeros((len(upper), len(lower)), dtype=np.int64)
        for column in range(first, end):
            # The lower half begins with the lowest row.
            cells = [half >> (end - 1 - column) & 1 for half in (upper, lower[:, ::-1])]
            above, below = (_positional(each, 2) for each in cells)
            lines = above[:, np.newaxis] << lower.shape[1] | below
            codes = self._down.codes[lines]
            total += codes * len(self._down.all) ** (self.columns - 1 - column)
            total += self._down.weights[codes] << KEY
        return total

    def _puzzle(self, half: tuple[int, ...], lower: Integers, key: int) -> Puzzle:
        index, columns = divmod(key, self._column_sets)
        below = _digits(int(lower[index]), len(self._across.all), self.rows - self._above)
        rows = [*half, *reversed(below)]
        across = [self._across.all[clue] for clue in rows]
        down = _digits(columns, len(self._down.all), self.columns)
        return Puzzle(across, [self._down.all[clue] for clue in down])


class _Clues:
    """The clues of lines of a length; a line is a number whose highest bit is its first cell."""

    def __init__(self, length: int) -> None:
        lines = _lists(length, 2)
        clues = [lengths(cells) for cells in lines.tolist()]
        self.all: list[tuple[int, ...]] = sorted(set(clues))
        number = {clue: i for i, clue in enumerate(self.all)}
        self.codes = np.array([number[clue] for clue in clues])
        self.lines = [np.flatnonzero(self.codes == i).tolist() for i in range(len(self.all))]
        self.mirrored = [number[clue[::-1]] for clue in self.all]
        # Random, and on every machine the same.
        weights = [
            random.Random(repr(min(clue, clue[::-1]))).randrange(WEIGHTS) for clue in self.all
        ]
        self.weights = np.array(weights)


def _lists(length: int, values: int) -> Integers:
    """All lists of numbers below a bound, in order."""
    return np.array(list(product(range(values), repeat=length)), dtype=np.int64)


def _positional(digits: Integers, base: int) -> Integers:
    """Numbers from their digits, along the last axis, the highest first."""
    powers = base ** np.arange(digits.shape[-1], dtype=np.int64)[::-1]
    return np.asarray(digits @ powers)


def _digits(number: int, base: int, count: int) -> list[int]:
    """The inverse for one number."""
    digits = []
    for _ in range(count):
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits[::-1]
