"""A clue in doubt is a graph whose paths are its readings, each with a cost.

A number that may be 1 or 7 is two arcs between the same two nodes, a number that may not be there
an arc of length 0, and two numbers that may be one an arc over both. A reading is a path from the
first node to the last, and its cost the sum of its arcs': a negative log-likelihood, in nats.
Speech recognition calls such a graph a word lattice.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple, TypeAlias

from ...core import Block, Board, Clue, Colour, Line, Puzzle, PuzzleError, checked, rectangle

#: What costs one nat is this many units of the kernel.
UNITS = 20

#: The most that a reading may cost, in nats.
MOST_COST = 390.0


class Arc(NamedTuple):
    """A block that may be there, or nothing."""

    start: int
    end: int
    length: int
    """0: no block."""
    colour: int
    """0: no block."""
    cost: float
    """0 to `MOST_COST` nats, which count in twentieths."""


#: What a number may be, with costs: its length, or length and colour; 0 is nothing.
Alternatives: TypeAlias = Mapping[int | tuple[int, int], float]


@checked
@dataclass(frozen=True)
class DoubtfulClue:
    """A clue with all its readings.

    >>> clue = DoubtfulClue.of_numbers([{1: 0, 7: 0.5}, {2: 0}])
    >>> [str(block.length) for block in clue.cheapest], clue.cost([Block(7), Block(2)])
    (['1', '2'], 0.5)
    """

    nodes: int
    arcs: tuple[Arc, ...]
    """In the order of the nodes from which they lead."""

    @classmethod
    @checked
    def of_numbers(cls, numbers: Iterable[Alternatives]) -> DoubtfulClue:
        """The clue of numbers one after the other, each with its alternatives."""
        arcs = []
        node = 0
        for node, each in enumerate(numbers, start=1):
            for block, cost in each.items():
                length, colour = block if isinstance(block, tuple) else (block, 1 if block else 0)
                arcs.append(Arc(node - 1, node, length, colour, cost))
        return cls(node + 1, tuple(arcs))

    @cached_property
    def cheapest_path(self) -> tuple[Arc, ...]:
        """The arcs of the cheapest reading; if several are, of the first.

        Raises:
            PuzzleError: there is no reading.
        """
        costs = [0.0, *[math.inf] * (self.nodes - 1)]
        last: dict[int, Arc] = {}
        for arc in self.arcs:
            start, end, _, _, more = arc
            cost = costs[start] + more
            if cost < costs[end]:
                costs[end], last[end] = cost, arc
        path: list[Arc] = []
        node = self.nodes - 1
        while node:
            if node not in last:
                raise PuzzleError("a clue in doubt without a reading")
            path.append(last[node])
            node = path[-1].start
        return tuple(path[::-1])

    @cached_property
    def packed(self) -> bytes:
        """The arcs as the kernel takes them.

        Raises:
            PuzzleError: an invalid arc.
        """
        *whole, costs = [*zip(*self.arcs, strict=True)] or [()] * 5
        for cost in set(costs):
            if not (isinstance(cost, (int, float)) and 0 <= cost <= MOST_COST):
                raise PuzzleError(f"expected a cost from 0 to {MOST_COST:g}, not {cost!r}")
        values = _numbers([0]) * (5 * len(self.arcs))
        for number, column in enumerate((*whole, [round(cost * UNITS) for cost in costs])):
            values[number::5] = _numbers(column)
        return values.tobytes()

    @property
    def cheapest(self) -> Clue:
        """The blocks of the cheapest reading."""
        return blocks_of(self.cheapest_path)

    @checked
    def path(self, clue: Sequence[Block]) -> tuple[Arc, ...] | None:
        """The arcs of the cheapest reading with these blocks; None if there is no such reading."""
        wanted = [(block.length, block.colour) for block in clue]
        best: dict[tuple[int, int], tuple[float, tuple[Arc, ...]]] = {(0, 0): (0.0, ())}
        for _, same in groupby(self.arcs, key=lambda arc: arc.start):
            arcs = list(same)
            for laid in range(len(wanted) + 1):
                here = best.get((arcs[0].start, laid))
                if here is None:
                    continue
                for arc in arcs:
                    if arc.length and [(arc.length, arc.colour)] != wanted[laid : laid + 1]:
                        continue
                    place, cost = (arc.end, laid + bool(arc.length)), here[0] + arc.cost
                    if place not in best or cost < best[place][0]:
                        best[place] = (cost, (*here[1], arc))
        found = best.get((self.nodes - 1, len(wanted)))
        return None if found is None else found[1]

    @checked
    def cost(self, clue: Sequence[Block]) -> float | None:
        """The least cost of reading these blocks; None if no reading has them."""
        path = self.path(clue)
        return None if path is None else sum(arc.cost for arc in path)


def blocks_of(arcs: Iterable[Arc]) -> Clue:
    """The blocks along a path."""
    return tuple(Block(arc.length, arc.colour) for arc in arcs if arc.length)


def _numbers(values: Iterable[int]) -> array[int]:
    try:
        return array("i", values)
    except (TypeError, OverflowError):
        raise PuzzleError("expected nodes and lengths in whole numbers of 32 bits") from None


@checked
@dataclass(frozen=True)
class Doubtful:
    """A puzzle whose clues are in doubt. `Doubtful.of` makes one with rows and columns."""

    board: Board
    clues: tuple[DoubtfulClue, ...]
    """The clue of every line, in the order of the board's lines."""
    colours: tuple[Colour, ...]
    """The palette: blank first, then those of the blocks."""

    @classmethod
    @checked
    def of(
        cls,
        rows: Sequence[DoubtfulClue],
        columns: Sequence[DoubtfulClue],
        colours: Iterable[Colour | str] = ("black",),
    ) -> Doubtful:
        """A puzzle with rows and columns.

        Raises:
            PuzzleError: no rows or no columns.
        """
        board = rectangle(len(rows), len(columns))
        palette = Puzzle.on(board, [None] * len(board.lines), colours).colours
        return cls(board, (*rows, *columns), palette)

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines of the board."""
        return self.board.lines

    @checked
    def with_clues(self, clues: Sequence[Clue | None]) -> Puzzle:
        """The puzzle with certain clues."""
        return Puzzle.on(self.board, clues, self.colours[1:], blank=self.colours[0])

    def as_read(self) -> Puzzle:
        """The puzzle of the cheapest reading of every line, which need not have a solution."""
        return self.with_clues([clue.cheapest for clue in self.clues])

    def packed(self) -> tuple[bytes, bytes, bytes]:
        """The clues as the kernel takes them: nodes and arcs of each, and all arcs.

        Raises:
            PuzzleError: an invalid arc.
        """
        nodes = _numbers(clue.nodes for clue in self.clues)
        counts = _numbers(len(clue.arcs) for clue in self.clues)
        return nodes.tobytes(), counts.tobytes(), b"".join(clue.packed for clue in self.clues)

    @classmethod
    @checked
    def unpacked(
        cls, board: Board, colours: tuple[Colour, ...], nodes: bytes, counts: bytes, arcs: bytes
    ) -> Doubtful:
        """The inverse of `packed`.

        Raises:
            PuzzleError: these are not as many clues as the board has lines, with all their arcs.
        """
        try:
            sizes, numbers, flat = (array("i", part) for part in (nodes, counts, arcs))
        except ValueError:
            raise PuzzleError("expected numbers of 32 bits") from None
        is_whole = len(sizes) == len(numbers) == len(board.lines) and 5 * sum(numbers) == len(flat)
        if not is_whole or min(numbers) < 0:
            raise PuzzleError("expected a clue for every line, with all its arcs")
        values = iter(flat)
        every = (
            Arc(start, end, length, colour, cost / UNITS)
            for start, end, length, colour, cost in zip(*[values] * 5, strict=True)
        )
        clues = [
            DoubtfulClue(number, tuple(next(every) for _ in range(count)))
            for number, count in zip(sizes, numbers, strict=True)
        ]
        return cls(board, tuple(clues), colours)
