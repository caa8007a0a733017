"""What scenes are made of: filled boxes, filled polygons and labels; and lines made of those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple, TypeAlias

from ...core.model.geometry import Point

#: A centre and a text.
Label: TypeAlias = tuple[float, float, str]


class Box(NamedTuple):
    """A rectangle in pixels, from the top left."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> Box:
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def joined(self, last: Box) -> Box:
        """The box from this one's upper left to another one's lower right corner."""
        width, height = last.x + last.width - self.x, last.y + last.height - self.y
        return Box(self.x, self.y, width, height)


@dataclass(frozen=True, slots=True)
class Boxes:
    """Filled rectangles; where they overlap, they are filled as well."""

    role: str
    boxes: Sequence[Box]


@dataclass(frozen=True, slots=True)
class Polygons:
    """Filled polygons."""

    role: str
    polygons: Sequence[Sequence[Point]]


@dataclass(frozen=True, slots=True)
class Labels:
    """Centred labels of one font size."""

    role: str
    size: float
    labels: Sequence[Label]


Item: TypeAlias = Boxes | Polygons | Labels


def frame_of(box: Box, weight: float) -> list[Box]:
    """The outline of a box, inside it."""
    x, y, width, height = box
    return [
        Box(x, y, width, weight),
        Box(x, y + height - weight, width, weight),
        Box(x, y + weight, weight, height - 2 * weight),
        Box(x + width - weight, y + weight, weight, height - 2 * weight),
    ]


def corners_of(box: Box, weight: float) -> list[Box]:
    """The four corners of an outline."""
    x, y, width, height = box
    arm = width / 3
    across = [
        Box(left, top, arm, weight)
        for left in (x, x + width - arm)
        for top in (y, y + height - weight)
    ]
    down = [
        Box(left, top, weight, arm - weight)
        for left in (x, x + width - weight)
        for top in (y + weight, y + height - arm)
    ]
    return across + down


def sides_of(polygon: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The sides of a polygon."""
    return list(zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def bar(start: Point, end: Point, weight: float) -> list[Point]:
    """A straight line of some weight."""
    (x, y), (u, v) = start, end
    half = weight / 2 / (hypot(u - x, v - y) or 1)
    across, along = (v - y) * half, (u - x) * half
    return [
        (x - across, y + along),
        (x + across, y - along),
        (u + across, v - along),
        (u - across, v + along),
    ]


def inset_of(polygon: Sequence[Point], by: float) -> list[Point]:
    """A smaller polygon whose sides are about so far inside."""
    x, y = (sum(point[at] for point in polygon) / len(polygon) for at in (0, 1))
    (a, b), (c, d) = polygon[0], polygon[1]
    kept = max(0.5, 1 - 1.25 * by / (hypot((a + c) / 2 - x, (b + d) / 2 - y) or 1))
    return [(x + kept * (u - x), y + kept * (v - y)) for u, v in polygon]
