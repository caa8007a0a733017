"""Boards that are data: any cells, each a polygon, and any lines as ordered lists of cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import hypot, isfinite
from typing import Any

from ..base.arguments import checked
from ..base.errors import PuzzleError, check_choice, counted, quoted
from .arrays import listed
from .board import ListedBoard
from .geometry import Outwards, Point
from .line import Axis, Line
from .line_directions import directions_of
from .room_beside import outwards_of

_AXES: tuple[Axis, ...] = ("A", "B", "C")

#: Most cells of a board, and the greatest coordinate of a corner.
MOST_CELLS, MOST_COORDINATE = 10_000, 1_000


class BoardError(PuzzleError):
    """An error in the data of a board.

    Attributes:
        path: the keys and indices that lead to the error in ``{"cells": …, "lines": …}``.
    """

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message)
        self.path = path


class CustomBoard(ListedBoard):
    """Any cells, and lines through them.

    A cell lies on at most one line of each direction, and on at least one line. A line has two
    ends: a ring is cut before its first cell. The cells are numbered line by line in direction A.
    Cells that lie on no line of a direction form its last line, which takes no clue. Boards are
    equal if their lines are; outlines are only their look.

    Args:
        cells: the corners of each cell, in order, as (x, y) in units of a cell from the top left:
            a list, or a mapping from any names of cells.
        lines: by direction (``"A"``, ``"B"``, ``"C"``) a list of lines; or one list of lines,
            which are then divided into as few directions as possible. A line is a list of names of
            cells, or of their indices in ``cells``.

    Raises:
        BoardError: a line that has a cell twice, or shares one with a line of its direction, a cell
            on no line, an outline of fewer than three corners, too many cells, or lines that need
            more than three directions.

    >>> square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    >>> beside = [(x + 1, y) for x, y in square]
    >>> board = CustomBoard([square, beside], {"A": [[0, 1]], "B": [[1]]})
    >>> print(board, *board.lines, sep="; ")
    custom board of 2 cells; direction A, line 1; direction B, line 1; direction B, line 2
    >>> board.cells(Line("B", 1)), board.has_clue(Line("B", 1))
    ((0,), False)
    """

    kind = "custom"
    name = "custom board"
    is_regular = False

    def __init__(
        self,
        cells: Sequence[Sequence[Point]] | Mapping[Any, Sequence[Point]],
        lines: Mapping[str, Sequence[Sequence[Any]]] | Sequence[Sequence[Any]],
    ) -> None:
        named = cells if isinstance(cells, Mapping) else dict(enumerate(listed(cells, "cells")))
        if not 0 < len(named) <= MOST_CELLS:
            number = counted(len(named), "cell")
            raise BoardError(f"a board has 1 to {MOST_CELLS} cells, not {number}", "cells")
        outlines = [_checked(name, at, named[name]) for at, name in enumerate(named)]
        numbers = {name: at for at, name in enumerate(named)}
        by_axis = _numbered(lines, numbers)
        self.given = _in_order(lines, numbers, by_axis)
        """The lines that take a clue, as they were given."""
        order = [cell for line in by_axis["A"] for cell in line]
        order += sorted(set(range(len(outlines))).difference(order))
        new = {old: number for number, old in enumerate(order)}
        self._outlines = tuple([outlines[old] for old in order])
        self._given = {
            axis: tuple([tuple([new[cell] for cell in line]) for line in lines])
            for axis, lines in by_axis.items()
        }
        self.axes = tuple(self._given)
        self.key = self.kind, *self._given.values()
        self._hash = hash(self.key)

    # Its lines.

    @cached_property
    def _cells(self) -> Mapping[Line, tuple[int, ...]]:
        return {
            Line(axis, index): line
            for axis, lines in self._given.items()
            for index, line in enumerate([*lines, *_rest(lines, self.size)])
        }

    @cached_property
    def size(self) -> int:
        return len(self._outlines)

    @cached_property
    def clued(self) -> tuple[Line, ...]:
        return tuple(filter(self.has_clue, self.lines))

    def has_clue(self, line: Line) -> bool:
        return super().has_clue(line) and line.index < len(self._given.get(line.axis, ()))

    def __hash__(self) -> int:
        return self._hash

    # What it looks like.

    @cached_property
    def _neighbours(self) -> dict[frozenset[Point], list[int]]:
        """The cells on both sides of each side."""
        found: dict[frozenset[Point], list[int]] = {}
        for cell, outline in enumerate(self._outlines):
            corners = [(round(x, 3), round(y, 3)) for x, y in outline]
            for side in zip(corners, corners[1:] + corners[:1], strict=True):
                found.setdefault(frozenset(side), []).append(cell)
        return found

    def neighbours(self, cell: int) -> Iterator[int]:
        corners = [(round(x, 3), round(y, 3)) for x, y in self._of(cell, self._outlines)]
        sides = map(frozenset, zip(corners, corners[1:] + corners[:1], strict=True))
        return (other for side in sides for other in self._neighbours[side] if other != cell)

    def outline(self, cell: int) -> Sequence[Point]:
        return self._of(cell, self._outlines)

    @cached_property
    def _outwards(self) -> Mapping[Line, Outwards]:
        return outwards_of(self._outlines, {line: self._cells[line] for line in self.clued})

    def outwards(self, line: Line) -> Outwards | None:
        self.cells(line)  # or it is missing
        return self._outwards.get(line)

    @cached_property
    def _grid(self) -> tuple[tuple[int, int], ...] | None:
        """The row and the column of every cell, if all are equal squares on one grid."""
        found = []
        left = min(x for outline in self._outlines for x, _ in outline)
        top = min(y for outline in self._outlines for _, y in outline)
        side = max(x for x, _ in self._outlines[0]) - min(x for x, _ in self._outlines[0])
        for outline in self._outlines:
            x, y = (min(corner[at] for corner in outline) for at in (0, 1))
            square = {(x, y), (x + side, y), (x, y + side), (x + side, y + side)}
            far = max(min(hypot(a - u, b - v) for u, v in square) for a, b in outline)
            row, column = round((y - top) / side), round((x - left) / side)
            off = hypot(x - left - column * side, y - top - row * side)
            if len(outline) != 4 or max(far, off) > 0.01 * side:
                return None
            found.append((row, column))
        return tuple(found) if len(set(found)) == len(found) else None

    def places(self) -> Sequence[tuple[int, int]] | None:
        return None if self._grid is None else [(row, 2 * column) for row, column in self._grid]

    def squares(self) -> tuple[int, int, Sequence[int]]:
        centres = [*map(self.centre, range(self.size))]
        left, top = (min(centre[at] for centre in centres) for at in (0, 1))
        for scale in (1, 2, 4, 8, 16):
            squares = [(round(scale * (y - top)), round(scale * (x - left))) for x, y in centres]
            if len(set(squares)) == len(squares):
                height, width = (1 + max(square[at] for square in squares) for at in (0, 1))
                return height, width, [row * width + column for row, column in squares]
        return 1, self.size, range(self.size)

    @checked
    def text(self, rows: Iterable[str | Sequence[str]], wide: int = 1) -> str:
        marks = [mark for row in rows for mark in row]
        if self._grid is None:
            return "\n".join("".join(row) for row in self.rows(tuple(marks)))
        lines: list[str] = []
        at = (0, 0)
        placed = dict(zip(self._grid, marks, strict=True))
        for row in range(1 + max(row for row, _ in self._grid)):
            columns = [column for other, column in self._grid if other == row]
            at = (row, 1 + max(columns, default=-1))
            lines.append("".join(placed.get((row, c), " " * wide) for c in range(at[1])))
        return "\n".join(lines)

    def counting(self, axis: Axis) -> str:
        check_choice("axis", axis, self.axes)
        return f"The cells of lines of direction {axis} are counted in the order of the board."

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "cells": [[[*corner] for corner in outline] for outline in self._outlines],
            "lines": {axis: [[*line] for line in own] for axis, own in self._given.items() if own},
        }

    def __str__(self) -> str:
        return f"custom board of {counted(self.size, 'cell')}"

    def __repr__(self) -> str:
        lines = counted(len(self.clued), "line")
        return f"<CustomBoard of {counted(self.size, 'cell')} on {lines}>"

    def __reduce__(self) -> tuple[Any, ...]:
        lines = {axis: own for axis, own in self._given.items() if own}
        return CustomBoard, (self._outlines, lines)


def _checked(name: Any, at: int, outline: Any) -> tuple[Point, ...]:
    """The corners of a cell as pairs of numbers."""
    path = ("cells", at)
    cell = f"cell {quoted(name)}"
    if not isinstance(outline, (list, tuple)) or len(outline) < 3:
        number = counted(len(outline), "corner") if isinstance(outline, (list, tuple)) else "none"
        raise BoardError(f"{cell}: an outline has at least 3 corners, not {number}", *path)
    corners = []
    for index, corner in enumerate(outline):
        try:
            x, y = map(float, corner)
        except (TypeError, ValueError, OverflowError):
            raise BoardError(
                f"{cell}: a corner is two numbers, not {quoted(corner)}", *path, index
            ) from None
        if not (isfinite(x) and isfinite(y) and max(abs(x), abs(y)) <= MOST_COORDINATE):
            most = f"numbers from {-MOST_COORDINATE} to {MOST_COORDINATE}"
            raise BoardError(f"{cell}: a corner is two {most}, not {quoted(corner)}", *path, index)
        corners.append((x, y))
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    twice_area = sum(x * v - u * y for (x, y), (u, v) in pairs)
    if abs(twice_area) < 1e-6:
        raise BoardError(f"{cell}: its corners enclose no area", *path)
    return tuple(corners if twice_area > 0 else corners[::-1])


def _numbered(lines: Any, numbers: Mapping[Any, int]) -> dict[Axis, list[list[int]]]:
    """The lines of each direction as numbers of cells. Raises `BoardError`."""
    if isinstance(lines, Mapping):
        for axis in lines:
            if axis not in _AXES:
                expected = "'A', 'B' and 'C'"
                raise BoardError(
                    f"the directions of lines are {expected}, not {quoted(axis)}", "lines"
                )
        given = {axis: _named(lines[axis], numbers, axis) for axis in _AXES if axis in lines}
    else:
        every = _named(lines, numbers, None)
        directions = directions_of(every, len(_AXES))
        if not directions:
            raise BoardError(
                "three directions do not hold the lines: at most 3 lie on one cell, and of lines "
                "that all share cells with one another there are at most 3",
                "lines",
            )
        given = {
            axis: [cells for cells, n in zip(every, directions, strict=True) if n == number]
            for number, axis in enumerate(_AXES[: 1 + max(directions)])
        }
    if not given or tuple(given) != _AXES[: len(given)]:
        raise BoardError("expected lines of direction A, of A and B, or of A, B and C", "lines")
    for axis, own in given.items():
        seen: dict[int, int] = {}
        for index, cells in enumerate(own):
            for at, cell in enumerate(cells):
                if (other := seen.setdefault(cell, index)) != index:
                    name = quoted([*numbers][cell])
                    raise BoardError(
                        f"lines {other + 1} and {index + 1} of direction {axis} share the cell "
                        f"{name}: a cell lies on at most one line of each direction",
                        *("lines", axis, index, at),
                    )
    on_some = {cell for own in given.values() for cells in own for cell in cells}
    for at, name in enumerate(numbers):
        if at not in on_some:
            raise BoardError(f"cell {quoted(name)} lies on no line", "cells", at)
    if len(given) == 1:
        given["B"] = []
    return given


def _in_order(
    lines: Any, numbers: Mapping[Any, int], by_axis: Mapping[Axis, list[list[int]]]
) -> tuple[Line, ...]:
    """The lines in the order in which they were given."""
    left: dict[tuple[int, ...], list[Line]] = {}
    for axis, own in by_axis.items():
        for index, cells in enumerate(own):
            left.setdefault(tuple(cells), []).append(Line(axis, index))
    if isinstance(lines, Mapping):
        return tuple(line for found in left.values() for line in found)
    return tuple([left[tuple(numbers[cell] for cell in line)].pop() for line in lines])


def _named(lines: Any, numbers: Mapping[Any, int], axis: str | None) -> list[list[int]]:
    """Lines as numbers of cells; ``axis`` is their direction, if it is known."""
    path: tuple[str | int, ...] = ("lines",) if axis is None else ("lines", axis)
    of = "" if axis is None else f" of direction {axis}"
    if not isinstance(lines, (list, tuple)) or not lines:
        raise BoardError(f"expected a list of lines{of}", *path)
    found = []
    for index, line in enumerate(lines):
        what = f"line {index + 1}{of}"
        if not isinstance(line, (list, tuple)) or not line:
            raise BoardError(f"{what}: expected a list of cells", *path, index)
        for at, cell in enumerate(line):
            if isinstance(cell, (list, dict, bool)) or cell not in numbers:
                raise BoardError(f"{what}: there is no cell {quoted(cell)}", *path, index, at)
        cells = [numbers[cell] for cell in line]
        (most, often), *_ = Counter(cells).most_common(1)
        if often > 1:
            at = len(cells) - 1 - cells[::-1].index(most)
            raise BoardError(
                f"{what} has the cell {quoted(line[at])} twice: a line has two ends, so a ring is "
                "cut where it shall begin",
                *(*path, index, at),
            )
        found.append(cells)
    return found


def _rest(lines: Sequence[Sequence[int]], size: int) -> Iterator[tuple[int, ...]]:
    """The cells on none of the lines of a direction as one more line, if there are any."""
    if cells := sorted(set(range(size)).difference(*lines)):
        yield tuple(cells)
