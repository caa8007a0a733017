"""How many pictures m x n are determined by their clues, without looking at each of them.

Technique: the subset construction (Rabin and Scott 1959) on pairs of pictures, by columns. Let P be
a picture and Q another one with its clues. Of the columns so far it matters only how far, in each
row, Q's blocks are ahead of P's or behind: its *lag*. Each column of Q has the clue of P's column.
So the left part of P is summed up by the set of the lags that a Q may have, and pictures with equal
sets have equally many unique completions. If some Q other than P has no lag in any row, P is not
unique, whatever follows.

The sets are counted column by column, a set and its mirror image as one. The last two columns are
not entered: each combination of lags refutes some of the pairs of columns, as bits, and the pairs
that no lag of a set refutes are its unique completions.

There are far fewer sets than pictures: 176,160 for the 1,048,576 left parts 5 x 4 of 5 x 6. It is
fastest if the columns are not longer than the rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from .counting import Booleans, Integers, NDArray, lengths, np

#: About this many lags: sets that go on together, and become one where they are equal.
BATCH = 1 << 20

#: About this many lags are worked on at a time: this bounds the memory.
CHUNK = 1 << 17

#: In place of a next lag where there is none.
NEVER = -1 << 62

#: Columns at the end that are answered by bits.
LAST = 2


class Lag(NamedTuple):
    """Blocks of one picture that the other does not have yet, and the length of the open block."""

    own: tuple[int, ...] = ()
    open: int = 0
    other: tuple[int, ...] = ()
    other_open: int = 0

    def then(self, cell: int, other_cell: int) -> Lag | None:
        """The lag after one more cell of both; None if their clues must differ."""
        own, length = _longer(self.own, self.open, cell)
        other, other_length = _longer(self.other, self.other_open, other_cell)
        while own and other:
            if own[0] != other[0]:
                return None
            own, other = own[1:], other[1:]
        # An open block that has to become a known one, or the other open one: what is left matters.
        if other:
            if length > other[0]:
                return None
            shared = max(length - 1, 0)
            length, other = length - shared, (other[0] - shared, *other[1:])
        elif own:
            if other_length > own[0]:
                return None
            shared = max(other_length - 1, 0)
            other_length, own = other_length - shared, (own[0] - shared, *own[1:])
        elif length and other_length:
            shared = min(length, other_length) - 1
            length, other_length = length - shared, other_length - shared
        return Lag(own, length, other, other_length)

    @property
    def ends(self) -> bool:
        """Both pictures have the same clue if the line ends here."""
        own = self.own + (self.open,) * bool(self.open)
        return own == self.other + (self.other_open,) * bool(self.other_open)


#: No lag: both have a blank, or both are in a block of one length.
NONE = (Lag(), Lag((), 1, (), 1))


def _longer(blocks: tuple[int, ...], length: int, cell: int) -> tuple[tuple[int, ...], int]:
    if cell:
        return blocks, length + 1
    return (*blocks, length) if length else blocks, 0


class Level(NamedTuple):
    """Sets of lags, one after the other."""

    lags: Integers
    """The lags of all rows as one number each."""
    sizes: Integers
    """The number of lags of each set; P itself is one of them."""
    pictures: Integers
    """The number of left parts of pictures with each set."""

    def part(self, chosen: slice | Integers | Booleans) -> Level:
        """Some of the sets."""
        taken = np.zeros(len(self.sizes), dtype=np.bool_)
        taken[chosen] = True
        return Level(
            self.lags[np.repeat(taken, self.sizes)], self.sizes[taken], self.pictures[taken]
        )

    def batches(self, size: int) -> Iterator[Level]:
        """The sets in order, with about `size` lags at a time."""
        ends = np.cumsum(self.sizes)
        first = 0
        while first < len(ends):
            most = ends[first] - self.sizes[first] + size
            last = max(first + 1, int(np.searchsorted(ends, most, side="right")))
            yield self.part(slice(first, last))
            first = last


class Rivals:
    """The sets of lags of all pictures of a size.

    Args:
        rows, columns: of which rows should not be more.

    Raises:
        ValueError: the pictures are too large; what takes less than months is not.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        clues = [lengths(column >> row & 1 for row in range(rows)) for column in range(1 << rows)]
        by_clue = defaultdict(list)
        for column, clue in enumerate(clues):
            by_clue[clue].append(column)
        #: The columns with the clue of each column.
        self._rivals = [by_clue[clue] for clue in clues]
        useful = _useful(columns)
        numbers = [
            {lag: i for i, lag in enumerate([*NONE, *sorted(level - set(NONE))])}
            for level in useful
        ]
        self._bits = max(map(len, numbers)).bit_length()
        if rows * self._bits + CHUNK.bit_length() > NEVER.bit_length():
            raise ValueError(f"{rows} x {columns} is too large: its lags need too many bits")
        self._none = sum(1 << row * self._bits for row in range(rows))
        #: No column: one set, of P's own lag.
        self.first = Level(*(np.array([number], dtype=np.int64) for number in (0, 1, 1)))
        #: For each column, each pair of cells and each row, from a lag to the next, in the bits of
        #: the row; negative if there is none.
        self._tables = [
            [self._table(numbers[at], numbers[at + 1], *cells) for cells in np.ndindex(2, 2)]
            for at in range(columns)
        ]

    def _table(
        self, now: dict[Lag, int], then: dict[Lag, int], cell: int, other: int
    ) -> list[Integers]:
        after = [lag.then(cell, other) for lag in now]
        following = [None if lag is None else then.get(lag) for lag in after]
        return [
            np.array([NEVER if i is None else i << row * self._bits for i in following])
            for row in range(self.rows)
        ]

    def unique(self, at: int, level: Level) -> int:
        """The number of unique pictures whose first columns are those of a level."""
        if self.columns - at <= LAST:
            return sum(self._completed(at, batch) for batch in level.batches(CHUNK))
        return sum(self.unique(at + 1, self.advanced(at, batch)) for batch in level.batches(BATCH))

    def advanced(self, at: int, level: Level) -> Level:
        """The sets of lags after one more column, those of pictures that may still be unique."""
        columns = range(1 << self.rows)
        return self._merged(
            [
                self._merged([self._after(at, batch, column) for column in columns])
                for batch in level.batches(CHUNK)
            ]
        )

    def _after(self, at: int, level: Level, column: int) -> Level:
        """The sets of lags after one column of P, which are ordered."""
        owners = np.repeat(np.arange(len(level.sizes)), level.sizes)
        bits = self.rows * self._bits
        is_refuted = np.zeros(len(level.sizes), dtype=np.bool_)
        found = []
        for index, lags, has_none in self._steps(at, level.lags, column):
            is_refuted[owners[index[has_none]]] = True
            found.append(owners[index] << bits | lags)
        keys = _distinct(np.concatenate(found))
        keys = keys[~is_refuted[keys >> bits]]
        sizes = np.bincount(keys >> bits, minlength=len(level.sizes))[~is_refuted]
        return Level(keys & ((1 << bits) - 1), sizes, level.pictures[~is_refuted])

    def _steps(
        self, at: int, lags: Integers, column: int
    ) -> Iterator[tuple[Integers, Integers, Booleans]]:
        """After one column of P and each of Q: the indices of the lags that have a next one, the
        next ones, and whether Q, without a lag, is another picture."""
        mask = (1 << self._bits) - 1
        rows = [lags >> row * self._bits & mask for row in range(self.rows)]
        for other in self._rivals[column]:
            following = np.zeros(len(lags), dtype=np.int64)
            for row, now in enumerate(rows):
                cells = (column >> row & 1) << 1 | other >> row & 1
                following |= self._tables[at][cells][row][now]
            index = np.flatnonzero(following >= 0)
            following = following[index]
            has_none = self._is_none(following)
            if other == column:
                has_none &= ~self._is_none(lags[index])
            yield index, following, has_none

    def _is_none(self, lags: Integers) -> Booleans:
        result: Booleans = lags & ~self._none == 0
        return result

    def _merged(self, levels: list[Level]) -> Level:
        """Equal sets, and those that are mirror images, as one."""
        lags, sizes, pictures = (np.concatenate(each) for each in zip(*levels, strict=True))
        if not len(sizes):
            return Level(lags, sizes, pictures)
        hashes = [self._hashes(lags, sizes, salt) for salt in (1, 2)]
        _, first, group = np.unique(hashes[0], return_index=True, return_inverse=True)
        if (hashes[1] != hashes[1][first][group]).any():
            raise ArithmeticError("two different sets of lags have the same hash")
        order = np.argsort(first)
        merged = np.zeros(len(first), dtype=np.int64)
        np.add.at(merged, group, pictures)
        kept = Level(lags, sizes, pictures).part(first)
        return kept._replace(pictures=merged[order])

    def _hashes(self, lags: Integers, sizes: Integers, salt: int) -> NDArray[np.uint64]:
        """A hash of each set, which its mirror image shares."""
        mask = (1 << self._bits) - 1
        mirrored = np.zeros_like(lags)
        for row in range(self.rows):
            mirrored |= (lags >> row * self._bits & mask) << (self.rows - 1 - row) * self._bits
        starts = np.cumsum(sizes) - sizes
        one, other = (
            _mixed(np.add.reduceat(_mixed(each.astype(np.uint64), salt), starts), salt)
            for each in (lags, mirrored)
        )
        return one + other

    def _completed(self, at: int, level: Level) -> int:
        """The number of unique pictures whose first columns are those of a level."""
        different = _distinct(level.lags)
        refuted = np.packbits(self._refuted(at, different), axis=1)
        words = np.zeros((len(different), -(-refuted.shape[1] // 8)), dtype=np.uint64)
        words.view(np.uint8)[:, : refuted.shape[1]] = refuted
        starts = np.cumsum(level.sizes) - level.sizes
        index = np.searchsorted(different, level.lags)
        together = np.bitwise_or.reduceat(words[index], starts, axis=0)
        ones = np.bitwise_count(together).sum(axis=1, dtype=np.int64)
        unique = (1 << self.rows * (self.columns - at)) - ones
        return int((unique * level.pictures).sum())

    def _refuted(self, at: int, lags: Integers) -> Booleans:
        """For each combination of lags and all last columns of P, whether some Q has the same clues
        and is another picture."""
        if at == self.columns:
            return ~self._is_none(lags)[:, np.newaxis]
        steps = [
            (column, *step)
            for column in range(1 << self.rows)
            for step in self._steps(at, lags, column)
        ]
        different = _distinct(np.concatenate([following for _, _, following, _ in steps]))
        later = self._refuted(at + 1, different)
        result = np.zeros((len(lags), 1 << self.rows, later.shape[1]), dtype=np.bool_)
        for column, index, following, has_none in steps:
            refuted = later[np.searchsorted(different, following)]
            refuted[has_none] = True
            result[index, column] |= refuted
        return result.reshape(len(lags), -1)


def _useful(columns: int) -> list[set[Lag]]:
    """The lags after each number of columns that still may vanish at the end."""
    cells = [(cell, other) for cell in (0, 1) for other in (0, 1)]
    levels = [{Lag()}]
    for _ in range(columns):
        after = (lag.then(*pair) for lag in levels[-1] for pair in cells)
        levels.append({lag for lag in after if lag is not None})
    levels[-1] = {lag for lag in levels[-1] if lag.ends}
    for at in reversed(range(columns)):
        levels[at] = {
            lag for lag in levels[at] if any(lag.then(*pair) in levels[at + 1] for pair in cells)
        }
    return levels


def _mixed(values: NDArray[np.uint64], salt: int) -> NDArray[np.uint64]:
    """Numbers as random ones (Steele, Lea and Flood 2014, SplitMix64)."""
    mixed = values + np.uint64(salt * 0x9E3779B97F4A7C15 & (1 << 64) - 1)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return mixed ^ mixed >> np.uint64(31)


def _distinct(numbers: Integers) -> Integers:
    """Numbers in order, each once: faster than `numpy.unique`."""
    numbers = np.sort(numbers)
    is_new: Booleans = np.diff(numbers, prepend=-1) != 0
    return np.asarray(numbers[is_new])
