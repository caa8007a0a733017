"""A solve told event by event, to be watched: a line tightened, a guess, a way back.

This is the plain method that every account of the field begins with, and nothing cleverer: lines
are tightened one after another, each by all placements that are still possible, until nothing
changes; then one cell is guessed. It takes far more steps than the kernel, which can tell no such
story: it is for pictures that move and for teaching.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..common.errors import OptionError
from ..common.limits import Limits, Meter, Stats
from ..line.domain import line_domain
from ..model.clue import Line
from ..model.grid import Grid
from ..model.puzzle import Puzzle, check_fit
from ..render import Board

Kind: TypeAlias = Literal["tighten", "guess", "backtrack", "contradiction"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a solve."""

    kind: Kind
    """``"tighten"`` (a line lost candidates), ``"guess"`` (a cell was given a colour to see what
    follows), ``"backtrack"`` (a line had no placement left: everything since the last guess is
    taken back, and its colour is ruled out) or ``"contradiction"`` (a line has no placement left
    and there is no guess to take back: there is no solution)."""
    line: Line | None
    """The line that was tightened or has no placement left; None for a guess."""
    changes: tuple[tuple[tuple[int, int], int], ...]
    """The cells (row, column) that changed, each with its candidates afterwards."""

    def __str__(self) -> str:
        cells = f"{len(self.changes)} cell" + "s" * (len(self.changes) != 1)
        if self.kind == "guess":
            ((row, column), mask), *_ = self.changes
            return f"guess colour {mask.bit_length() - 1} in row {row + 1}, column {column + 1}"
        if self.kind == "tighten":
            return f"tighten {self.line}: {cells}"
        if self.kind == "backtrack":
            return f"backtrack from {self.line}: {cells}"
        return f"contradiction in {self.line}"


def trace(
    puzzle: Puzzle, *, grid: Grid | None = None, limits: Limits | None = None
) -> Iterator[Event]:
    """What happens in a solve until the first solution, or the proof that there is none; lazily.

    Rows from the top and then columns from the left are tightened first, after that the lines
    that cross a changed cell, those that wait longest before others. Guessed is a cell with the
    fewest candidates in the line with the fewest open cells, the highest colour first.

    Args:
        puzzle: what to solve.
        grid: cells known beforehand.
        limits: bounds on seconds and on guesses (``nodes``).

    Raises:
        PuzzleError: the grid does not fit the puzzle.
        LimitReached: after the events so far.

    >>> for event in trace(Puzzle([[2], [1]], [[1], [2]])):
    ...     print(event)
    tighten row 1: 2 cells
    tighten column 1: 1 cell
    tighten column 2: 1 cell
    """
    if not isinstance(puzzle, Puzzle):
        raise OptionError(f"puzzle is a Puzzle, not {type(puzzle).__name__}")
    check_fit(puzzle, grid)
    return _Solve(puzzle, grid, Meter(limits or Limits(), Stats())).events()


def boards(
    puzzle: Puzzle, events: Iterable[Event], *, grid: Grid | None = None, most: int = 200
) -> Iterator[Board]:
    """The frames of an animation: the grid at the beginning and after each event.

    The line of an event is framed and the cells that it settled are marked; of the last frame
    nothing is, so that it shows what was found.

    Args:
        puzzle, grid: those that were traced.
        events: what happened.
        most: frames at most. Of more events, so many are shown that are evenly spaced.
    """
    columns = puzzle.shape[1]
    colours = puzzle.block_colours
    masks = list((grid or Grid.unknown(puzzle)).masks)
    told = list(events)
    every = max(1, -(-len(told) // max(1, most - 1)))
    yield Board(puzzle=puzzle, cells=Grid(masks, columns, colours), blanks=True)
    for number, event in enumerate(told, start=1):
        for (row, column), mask in event.changes:
            masks[row * columns + column] = mask
        if number == len(told):
            yield Board(puzzle=puzzle, cells=Grid(masks, columns, colours))
        elif number % every == 0:
            yield Board(
                puzzle=puzzle,
                cells=Grid(masks, columns, colours),
                blanks=True,
                lines=frozenset([event.line] if event.line else []),
                because=frozenset(cell for cell, _ in event.changes if event.kind == "guess"),
            )


def tightener(puzzle: Puzzle, line: Line) -> Callable[[Sequence[int]], tuple[int, ...] | None]:
    """What tightens a line of a puzzle: candidates in, those that some placement supports out.

    >>> tightener(Puzzle([[2]], [[1], [1], []]), Line("row", 0))([3, 3, 3])
    (3, 2, 3)
    """
    return line_domain(puzzle.clue(line), puzzle.length(line), puzzle.block_colours).tighten


class _Solve:
    """The candidates while they change, with what is needed to take guesses back."""

    def __init__(self, puzzle: Puzzle, grid: Grid | None, meter: Meter) -> None:
        self._puzzle, self._meter = puzzle, meter
        self._rows, self._columns = puzzle.shape
        self._colours = puzzle.block_colours
        known = grid or Grid.unknown(puzzle)
        self._masks = list(known.masks)
        self._waiting = deque(puzzle.lines)
        self._listed = set(puzzle.lines)
        self._trail: list[tuple[int, int]] = []
        # For every guess: the cell, the mask of its colour, the length of the trail before it.
        self._guesses: list[tuple[int, int, int]] = []
        self._tighten = {line: tightener(puzzle, line) for line in puzzle.lines}

    def events(self) -> Iterator[Event]:
        self._meter.start()
        try:
            yield from self._events()
        finally:
            self._meter.stop()

    def _events(self) -> Iterator[Event]:
        while True:
            while self._waiting:
                self._meter.look_at_clock()
                line = self._waiting.popleft()
                self._listed.discard(line)
                cells = self._cells(line)
                left = self._tighten[line]([self._masks[cell] for cell in cells])
                if left is None:
                    if not self._guesses:
                        yield Event("contradiction", line, ())
                        return
                    yield Event("backtrack", line, self._backtrack())
                    continue
                changed = [
                    (cell, mask)
                    for cell, mask in zip(cells, left, strict=True)
                    if mask != self._masks[cell]
                ]
                if changed:
                    yield Event("tighten", line, self._change(changed, line))
            guess = self._guess()
            if guess is None:
                return
            yield Event("guess", None, guess)

    def _cells(self, line: Line) -> range:
        if line.is_row:
            return range(line.index * self._columns, (line.index + 1) * self._columns)
        return range(line.index, self._rows * self._columns, self._columns)

    def _change(
        self, changed: Iterable[tuple[int, int]], but: Line | None = None
    ) -> tuple[tuple[tuple[int, int], int], ...]:
        """Set the candidates of cells, remember the old ones, and have their lines looked at."""
        told = []
        for cell, mask in changed:
            self._trail.append((cell, self._masks[cell]))
            self._masks[cell] = mask
            row, column = divmod(cell, self._columns)
            told.append(((row, column), mask))
            for line in (Line("row", row), Line("column", column)):
                if line != but and line not in self._listed:
                    self._waiting.append(line)
                    self._listed.add(line)
        return tuple(told)

    def _guess(self) -> tuple[tuple[tuple[int, int], int], ...] | None:
        """Give an open cell a colour; None if all are decided."""
        best: tuple[int, Line] | None = None
        for line in self._puzzle.lines:
            open_cells = sum(mask & (mask - 1) != 0 for mask in self._of(line))
            if open_cells and (best is None or open_cells < best[0]):
                best = open_cells, line
        if best is None:
            return None
        self._meter.node()
        cell = min(
            (cell for cell in self._cells(best[1]) if self._masks[cell] & (self._masks[cell] - 1)),
            key=lambda cell: self._masks[cell].bit_count(),
        )
        colour = 1 << (self._masks[cell].bit_length() - 1)
        self._guesses.append((cell, colour, len(self._trail)))
        return self._change([(cell, colour)])

    def _of(self, line: Line) -> list[int]:
        if line.is_row:
            return self._masks[line.index * self._columns : (line.index + 1) * self._columns]
        return self._masks[line.index :: self._columns]

    def _backtrack(self) -> tuple[tuple[tuple[int, int], int], ...]:
        """Take back the last guess and all that followed, and rule its colour out."""
        cell, colour, mark = self._guesses.pop()
        restored: dict[int, int] = {}
        while len(self._trail) > mark:
            changed, old = self._trail.pop()
            restored[changed] = self._masks[changed] = old
        self._waiting.clear()
        self._listed.clear()
        restored.pop(cell)
        ruled_out = self._change([(cell, self._masks[cell] & ~colour)])
        back = [(divmod(index, self._columns), mask) for index, mask in sorted(restored.items())]
        return (*ruled_out, *back)
