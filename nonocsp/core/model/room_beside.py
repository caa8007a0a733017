"""Where the clues of lines have room beside a board of any polygons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import floor, hypot

from .geometry import Outwards, Point
from .line import Line

#: Units of a cell that a block of a clue takes, and the name of its line.
BLOCK, NAME = 0.75, 1.5

#: How far the middles of two clues lie apart at least, and how fine the ways are looked at.
_APART, _STEP = 0.7, 0.25


def outwards_of(
    outlines: Sequence[Sequence[Point]], lines: Mapping[Line, Sequence[int]]
) -> dict[Line, Outwards]:
    """The way to the clue of each line: before its first cell or else after its last one, straight
    on, where neither a cell nor the clue of an earlier line is in the way. Other lines are missing.

    A clue may need as many blocks as the line has room for. Cost: linear in the cells of lines.
    """
    room = _Room(outlines)
    found = {}
    for line, cells in lines.items():
        long = NAME + BLOCK * ((len(cells) + 1) // 2)
        for is_before in (True, False):
            way = room.way(cells if is_before else cells[::-1])
            start = room.start(cells[0 if is_before else -1], way)
            if room.take(start, way, long):
                found[line] = Outwards(*way, is_before)
                break
    return found


class _Room:
    """The polygons of a board and the clues beside it, by the unit squares that they touch."""

    def __init__(self, outlines: Sequence[Sequence[Point]]) -> None:
        self._outlines = outlines
        self._centres = [_mean(outline) for outline in outlines]
        self._near: dict[tuple[int, int], list[int]] = defaultdict(list)
        for cell, outline in enumerate(outlines):
            (left, right), (top, bottom) = (
                (floor(min(p[at] for p in outline)), floor(max(p[at] for p in outline)))
                for at in (0, 1)
            )
            for x in range(left, right + 1):
                for y in range(top, bottom + 1):
                    self._near[x, y].append(cell)
        self._taken: dict[tuple[int, int], list[Point]] = defaultdict(list)

    def way(self, cells: Sequence[int]) -> Point:
        """The way out of a line at its first cell: on from its third, as triangles zigzag."""
        (x, y), (u, v) = (self._centres[cells[at]] for at in (0, min(2, len(cells) - 1)))
        long = hypot(x - u, y - v)
        return ((x - u) / long, (y - v) / long) if long else (-1.0, 0.0)

    def start(self, cell: int, way: Point) -> Point:
        """The middle of the side of a cell that is farthest out."""
        outline = self._outlines[cell]
        sides = zip(outline, [*outline[1:], outline[0]], strict=True)
        return max(map(_mean, sides), key=lambda point: point[0] * way[0] + point[1] * way[1])

    def take(self, start: Point, way: Point, long: float) -> bool:
        """Take the room of a clue, if it is free."""
        steps = range(1, 1 + round(long / _STEP))
        points = [(start[0] + _STEP * n * way[0], start[1] + _STEP * n * way[1]) for n in steps]
        if not all(map(self._is_free, points)):
            return False
        for x, y in points:
            self._taken[floor(x), floor(y)].append((x, y))
        return True

    def _is_free(self, point: Point) -> bool:
        x, y = point
        here = floor(x), floor(y)
        around = [(here[0] + right, here[1] + down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
        taken = (other for square in around for other in self._taken[square])
        if any(hypot(x - u, y - v) < _APART for u, v in taken):
            return False
        return not any(_is_inside(point, self._outlines[cell]) for cell in self._near[here])


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _is_inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon: a ray from it crosses an odd number of sides."""
    x, y = point
    sides = zip(outline, [*outline[1:], outline[0]], strict=True)
    crossed = [
        x < a + (y - b) * (c - a) / (d - b) for (a, b), (c, d) in sides if (b > y) != (d > y)
    ]
    return sum(crossed) % 2 == 1
