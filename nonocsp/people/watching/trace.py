"""Backtracking with propagation as a stream of events, for animations and for teaching.

Lines are propagated to a fixpoint, then one cell is guessed; a contradiction undoes the last
guess. There is no learning and no probing, so it takes far more steps than the kernel.

Its events are not those of `nonocsp.core.options.events`: a frame needs the cells that each line
changes, from the beginning. Events of the kernel begin after the first fixpoint, which decides most
puzzles; the textbook engine revises a line by one crossing at a time, and assigns whole lines.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...core import (
    Grid,
    Limits,
    Line,
    LineDomains,
    Puzzle,
    Query,
    has_several,
    highest,
    query_of,
    tightenings,
)
from ...files.render import Drawing

Kind: TypeAlias = Literal["tighten", "guess", "backtrack", "contradiction"]

#: Cells (row, column) that changed, each with its candidates afterwards.
Changes: TypeAlias = tuple[tuple[tuple[int, int], int], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a solve."""

    kind: Kind
    """``"tighten"`` (a line lost candidates), ``"guess"`` (a cell was assigned a colour),
    ``"backtrack"`` (a line has no placement left: the last guess and all that followed from it is
    undone, and its colour is ruled out) or ``"contradiction"`` (a line has no placement left and
    there is no guess to undo: the puzzle has no solution)."""
    line: Line | None
    """The line that was tightened or has no placement left; None for a guess."""
    changes: Changes
    """The cells (row, column) that changed, each with its candidates afterwards."""

    def __str__(self) -> str:
        cells = f"{len(self.changes)} cell" + "s" * (len(self.changes) != 1)
        if self.kind == "guess":
            ((row, column), mask), *_ = self.changes
            return f"guess colour {highest(mask)} in row {row + 1}, column {column + 1}"
        if self.kind == "tighten":
            return f"tighten {self.line}: {cells}"
        if self.kind == "backtrack":
            return f"backtrack from {self.line}: {cells}"
        return f"contradiction in {self.line}"


def trace(
    puzzle: Puzzle, *, grid: Grid | None = None, limits: Limits | None = None
) -> Iterator[Event]:
    """The events of a solve until the first solution, or the proof that there is none; lazily.

    The worklist starts with the rows from the top and then the columns from the left, and is first
    in, first out. The guess is the highest colour of a cell with the fewest candidates in the line
    with the fewest open cells.

    Args:
        puzzle: what to solve.
        grid: known cells; None for none.
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
    return _Solve(query_of(puzzle, grid, limits)).events()


def frames(
    puzzle: Puzzle, events: Iterable[Event], *, grid: Grid | None = None, most: int = 200
) -> Iterator[Drawing]:
    """The frames of an animation: the grid at the beginning and after each event.

    The line of an event is framed and guessed cells are marked; the last frame is the bare result.

    Args:
        puzzle, grid: as for `trace`.
        events: the events of `trace`.
        most: frames at most; if there are more events, an evenly spaced selection is shown.
    """
    masks = list((grid or Grid.unknown(puzzle)).masks)
    steps = list(events)
    every = max(1, -(-len(steps) // max(1, most - 1)))
    yield Drawing(puzzle=puzzle, cells=Grid.of_masks(puzzle, masks), blanks=True)
    for number, event in enumerate(steps, start=1):
        for (row, column), mask in event.changes:
            masks[puzzle.board.number(row, column)] = mask
        if number == len(steps):
            yield Drawing(puzzle=puzzle, cells=Grid.of_masks(puzzle, masks))
        elif number % every == 0:
            yield Drawing(
                puzzle=puzzle,
                cells=Grid.of_masks(puzzle, masks),
                blanks=True,
                lines=frozenset([event.line] if event.line else []),
                because=frozenset(cell for cell, _ in event.changes if event.kind == "guess"),
            )


class _Solve:
    """The candidates while they change, and the stack of guesses to undo."""

    def __init__(self, query: Query) -> None:
        self._puzzle, self._meter = query.puzzle, query.meter
        self._masks = list((query.grid or Grid.unknown(query.puzzle)).masks)
        self._domains = LineDomains(query.puzzle)
        # For every guess: the cell, the mask of its colour, the candidates before it.
        self._guesses: list[tuple[int, int, list[int]]] = []

    def events(self) -> Iterator[Event]:
        with self._meter:
            lines: Iterable[Line] = self._puzzle.lines
            while True:
                failing = yield from self._propagate(lines)
                if failing is None:
                    cell = self._open_cell()
                    if cell is None:
                        return
                    yield Event("guess", None, self._guess(cell))
                elif not self._guesses:
                    yield Event("contradiction", failing, ())
                    return
                else:
                    cell, changes = self._backtrack()
                    yield Event("backtrack", failing, changes)
                lines = [line for line, _ in self._puzzle.lines_through(cell)]

    def _propagate(self, lines: Iterable[Line]) -> Generator[Event, None, Line | None]:
        """Propagate from some lines; returns the line that has no placement, if any."""
        steps = tightenings(
            self._puzzle, self._masks, lines, domains=self._domains, meter=self._meter
        )
        for step in steps:
            if step.after is None:
                return step.line
            cells = self._puzzle.cells(step.line)
            yield Event("tighten", step.line, self._changes(cells[index] for index in step.changes))
        return None

    def _open_cell(self) -> int | None:
        """The cell to guess: fewest candidates in the line with the fewest open cells."""
        open_cells = [
            [cell for cell in self._puzzle.cells(line) if has_several(self._masks[cell])]
            for line in self._puzzle.lines
        ]
        fewest = min(filter(None, open_cells), key=len, default=[])
        return min(fewest, key=lambda cell: self._masks[cell].bit_count(), default=None)

    def _guess(self, cell: int) -> Changes:
        """Give an open cell its highest colour."""
        self._meter.node()
        colour = 1 << highest(self._masks[cell])
        self._guesses.append((cell, colour, self._masks.copy()))
        self._masks[cell] = colour
        return self._changes([cell])

    def _backtrack(self) -> tuple[int, Changes]:
        """Undo the last guess and what followed from it, and exclude its colour from its cell."""
        cell, colour, before = self._guesses.pop()
        pairs = enumerate(zip(before, self._masks, strict=True))
        restored = [other for other, (old, new) in pairs if old != new and other != cell]
        self._masks = before
        self._masks[cell] &= ~colour
        return cell, self._changes([cell, *restored])

    def _changes(self, cells: Iterable[int]) -> Changes:
        place = self._puzzle.board.place
        return tuple((place(cell), self._masks[cell]) for cell in cells)
