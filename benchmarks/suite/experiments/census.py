"""All pictures of a size as numbers, grouped by their clues and tightened by tables, in numpy."""

from __future__ import annotations

from collections.abc import Iterator

from nonocsp import Puzzle

from .counting import Booleans, Integers, lengths, np

#: Pictures that are tightened together.
CHUNK = 1 << 17


def clue(line: int, length: int) -> tuple[int, ...]:
    """The clue of a line whose cells are the bits of a number, the first the lowest."""
    return lengths(line >> i & 1 for i in range(length))


def tightening(length: int) -> Integers:
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


def gathered(numbers: Integers, cells: list[int]) -> Integers:
    """The bits of some cells as a number, the first the lowest."""
    result = np.zeros(len(numbers), dtype=np.int64)
    for bit, cell in enumerate(cells):
        result |= (numbers >> cell & 1) << bit
    return result


def spread(numbers: Integers, cells: list[int]) -> Integers:
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

    def first_clues(self) -> list[tuple[int, ...]]:
        """The clues that a first row can have: they divide all pictures into parts."""
        return sorted({clue(line, self.columns) for line in range(1 << self.columns)})

    def keys(self, pictures: Integers) -> Integers:
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

    def are_simple(self, pictures: Integers) -> Booleans:
        """Whether tightening one line at a time decides every cell, for each picture."""
        tables = {length: tightening(length) for length in {self.rows, self.columns}}
        parts = [
            self._simple(pictures[at : at + CHUNK], tables) for at in range(0, len(pictures), CHUNK)
        ]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.bool_)

    def _simple(self, pictures: Integers, tables: dict[int, Integers]) -> Booleans:
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
        result: Booleans = known == every
        return result

    def grouped(self, first: tuple[int, ...]) -> tuple[Integers, Integers]:
        """One picture of every clue set whose first row has this clue, and how many share it."""
        rest = np.arange(1 << (self.rows - 1) * self.columns, dtype=np.int64) << self.columns
        lines = [x for x in range(1 << self.columns) if clue(x, self.columns) == first]
        pictures = np.concatenate([rest | line for line in lines])
        _, at, sharing = np.unique(self.keys(pictures), return_index=True, return_counts=True)
        return pictures[at], sharing

    def drawn(self, number: int, seed: int) -> Integers:
        """Pictures drawn at random."""
        bound = 1 << self.rows * self.columns
        return np.random.default_rng(seed).integers(0, bound, number, dtype=np.int64)

    def puzzle(self, picture: int) -> Puzzle:
        """The puzzle of a picture."""
        width = (1 << self.columns) - 1
        lines = [picture >> (r * self.columns) & width for r in range(self.rows)]
        across = [
            sum((lines[r] >> c & 1) << r for r in range(self.rows)) for c in range(self.columns)
        ]
        return Puzzle([clue(x, self.columns) for x in lines], [clue(x, self.rows) for x in across])
