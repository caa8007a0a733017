"""The pictures of the collection: families of drawings, composed of parts.

A family is a function that draws one picture with shapes in the unit square; the parts that it
composes come from tables. `make_collection` makes puzzles of them.
"""

# ruff: noqa: E501  (a part of a drawing is a line of its table)

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

#: What a shape is painted as. In black and white, parts are as the body and marks are holes in it.
BLANK, BODY, PART, MARK, EXTRA = range(5)
BLACK = {BLANK: 0, BODY: 1, PART: 1, MARK: 0, EXTRA: 1}

#: The colours of body, part, mark and extra, by name; white is blank.
PALETTES = {
    "cat": ("orange", "brown", "black", "pink"),
    "grey": ("grey", "black", "yellow", "red"),
    "leaf": ("green", "brown", "red", "yellow"),
    "rose": ("red", "green", "yellow", "brown"),
    "violet": ("purple", "green", "yellow", "brown"),
    "sea": ("blue", "orange", "black", "grey"),
    "brick": ("red", "brown", "yellow", "green"),
    "stone": ("grey", "red", "blue", "green"),
    "night": ("blue", "yellow", "grey", "green"),
    "toy": ("red", "blue", "yellow", "green"),
    "alien": ("green", "purple", "black", "red"),
    "sand": ("yellow", "green", "brown", "blue"),
    "wood": ("brown", "orange", "yellow", "green"),
}


@dataclass
class Canvas:
    """Cells to draw on, with the unit square stretched over a frame around what is drawn."""

    width: int
    height: int
    frame: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    cells: dict[tuple[int, int], int] = field(default_factory=dict)

    def paint(self, inside: Callable[[float, float], bool], ink: int) -> None:
        """Paint every cell whose middle is inside."""
        left, top, right, bottom = self.frame
        for row in range(self.height):
            y = top + (row + 0.5) / self.height * (bottom - top)
            for column in range(self.width):
                x = left + (column + 0.5) / self.width * (right - left)
                if inside(x, y):
                    self.cells[row, column] = ink

    def oval(self, x: float, y: float, wide: float, high: float, ink: int = BODY) -> None:
        """An ellipse by its middle and radii."""
        self.paint(lambda a, b: ((a - x) / wide) ** 2 + ((b - y) / high) ** 2 <= 1, ink)

    def box(self, x: float, y: float, right: float, bottom: float, ink: int = BODY) -> None:
        """A rectangle by two corners."""
        self.paint(lambda a, b: x <= a <= right and y <= b <= bottom, ink)

    def poly(self, *points: Point, ink: int = BODY) -> None:
        """A polygon."""
        edges = [*zip(points, (*points[1:], points[0]), strict=True)]

        def inside(x: float, y: float) -> bool:
            crossed = False
            for (ax, ay), (bx, by) in edges:
                if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                    crossed = not crossed
            return crossed

        self.paint(inside, ink)

    def dot(self, x: float, y: float, ink: int = MARK, size: float = 0.04) -> None:
        """A dot of one cell at least."""
        left, top, right, bottom = self.frame
        column = min(self.width - 1, max(0, int((x - left) / (right - left) * self.width - 1e-6)))
        row = min(self.height - 1, max(0, int((y - top) / (bottom - top) * self.height - 1e-6)))
        self.cells[row, column] = ink
        self.oval(x, y, size, size, ink)

    def line(self, *points: Point, ink: int = BODY, size: float = 0.03) -> None:
        """A line through points, one cell thick at least."""
        left, top, right, bottom = self.frame
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            steps = 2 * max(self.width, self.height)
            for step in range(steps + 1):
                x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
                column = math.floor((x - left) / (right - left) * self.width - 1e-6)
                row = math.floor((y - top) / (bottom - top) * self.height - 1e-6)
                if max(row - self.height, column - self.width) < 1 and min(row, column) > -2:
                    self.cells[self._inside(row, self.height), self._inside(column, self.width)] = (
                        ink
                    )
            long = (bx - ax) ** 2 + (by - ay) ** 2

            def near(
                x: float,
                y: float,
                ax: float = ax,
                ay: float = ay,
                bx: float = bx,
                by: float = by,
                long: float = long,
            ) -> bool:
                share = max(0, min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long))
                return math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y) <= size

            self.paint(near, ink)

    @staticmethod
    def _inside(place: int, length: int) -> int:
        return min(length - 1, max(0, place))

    def mirror(self) -> None:
        """Make the right half as the left one."""
        for row in range(self.height):
            for column in range(self.width // 2):
                ink = self.cells.get((row, column), BLANK)
                self.cells[row, self.width - 1 - column] = ink

    def rows(self) -> list[list[int]]:
        """The inks of all cells, without the empty border."""
        used = [cell for cell, ink in self.cells.items() if ink]
        if not used:
            return [[0]]
        (top, bottom), (left, right) = ((min(p), max(p)) for p in zip(*used, strict=True))
        return [
            [self.cells.get((row, column), BLANK) for column in range(left, right + 1)]
            for row in range(top, bottom + 1)
        ]


Draw: TypeAlias = Callable[..., None]


@dataclass(frozen=True)
class Family:
    """A function that draws, its parts as lists of choices, and what to make of it."""

    name: str
    draw: Draw
    parts: tuple[tuple[object, ...], ...]
    title: str
    palettes: tuple[str, ...]
    sizes: tuple[int, ...]
    most: int


FAMILIES: list[Family] = []


def family(
    title: str,
    *parts: object,
    palettes: str = "",
    sizes: tuple[int, ...] = (10, 15, 20),
    most: int = 20,
) -> Callable[[Draw], Draw]:
    """Enter a function; the title names its first part where it has braces."""
    lists = tuple(tuple(part) for part in parts)  # type: ignore[arg-type]

    def enter(draw: Draw) -> Draw:
        FAMILIES.append(
            Family(draw.__name__, draw, lists, title, tuple(palettes.split()), sizes, most)
        )
        return draw

    return enter


# Creatures.

EARS = {
    "Cat": lambda c: c.poly((0.1, 0.45), (0.08, 0), (0.42, 0.22)),
    "Fox": lambda c: (c.poly((0.02, 0.5), (0.05, 0), (0.4, 0.2)), c.poly((0.1, 0.25), (0.1, 0.1), (0.22, 0.2), ink=PART)),
    "Bear": lambda c: (c.oval(0.17, 0.17, 0.15, 0.15), c.oval(0.17, 0.17, 0.07, 0.07, PART)),
    "Mouse": lambda c: (c.oval(0.18, 0.16, 0.22, 0.22), c.oval(0.18, 0.16, 0.12, 0.12, PART)),
    "Rabbit": lambda c: (c.oval(0.3, -0.05, 0.1, 0.35), c.oval(0.3, -0.05, 0.04, 0.24, PART)),
    "Dog": lambda c: c.oval(0.05, 0.5, 0.12, 0.3, PART),
    "Cow": lambda c: (c.line((0.25, 0.2), (0.12, 0.1), (0.14, -0.05), ink=PART), c.oval(0, 0.32, 0.14, 0.08)),
    "Bull": lambda c: c.line((0.25, 0.25), (0.02, 0.2), (0, -0.08), ink=PART, size=0.05),
    "Owl": lambda c: c.poly((0.08, 0.5), (0.06, 0.02), (0.5, 0.25)),
    "Goat": lambda c: (c.line((0.38, 0.2), (0.3, 0), (0.16, -0.12), ink=PART, size=0.04), c.poly((0.42, 0.9), (0.5, 1.2), (0.58, 0.9))),
    "Elephant": lambda c: (c.oval(0.02, 0.45, 0.22, 0.33), c.box(0.42, 0.6, 0.58, 1.25)),
}  # fmt: skip
EYES = {
    "dots": lambda c, x, y: c.dot(x, y, size=0.06),
    "wide": lambda c, x, y: (c.oval(x, y, 0.13, 0.12, MARK), c.dot(x, y, BODY, 0.05)),
    "shut": lambda c, x, y: c.line((x - 0.09, y), (x + 0.09, y), ink=MARK),
    "slant": lambda c, x, y: c.line((x - 0.09, y - 0.08), (x + 0.08, y + 0.05), ink=MARK),
    "tall": lambda c, x, y: c.oval(x, y, 0.055, 0.13, MARK),
}
MOUTHS = {
    "nose": lambda c: (c.poly((0.4, 0.6), (0.6, 0.6), (0.5, 0.72), ink=MARK), c.dot(0.5, 0.66)),
    "snout": lambda c: (c.oval(0.5, 0.7, 0.2, 0.14, MARK), c.dot(0.5, 0.64, BODY, 0.05)),
    "smile": lambda c: c.line((0.28, 0.64), (0.36, 0.74), (0.5, 0.78), ink=MARK),
    "teeth": lambda c: (c.box(0.3, 0.68, 0.7, 0.84, MARK), c.line((0.5, 0.68), (0.5, 0.84))),
    "whiskers": lambda c: (c.dot(0.5, 0.62, size=0.06), c.line((0.08, 0.72), (0.36, 0.68), ink=MARK), c.line((0.12, 0.86), (0.36, 0.78), ink=MARK)),
}  # fmt: skip


@family("{} head", EARS, EYES, MOUTHS, palettes="cat grey wood", sizes=(10, 15, 20), most=70)
def head(c: Canvas, ears: str, eyes: str, mouth: str) -> None:
    EARS[ears](c)
    c.oval(0.5, 0.55, 0.45 if ears not in ("Cow", "Bull", "Goat") else 0.33, 0.42)
    EYES[eyes](c, 0.31, 0.45)
    MOUTHS[mouth](c)
    c.mirror()


ANTENNAE = {
    "none": lambda c: None,
    "one": lambda c: (c.line((0.5, 0.15), (0.5, 0)), c.dot(0.5, 0, PART, 0.05)),
    "two": lambda c: (c.line((0.38, 0.15), (0.25, 0)), c.dot(0.25, 0, PART, 0.05)),
    "aerial": lambda c: (c.line((0.5, 0.15), (0.5, 0.02)), c.line((0.35, 0.02), (0.65, 0.02))),
    "cap": lambda c: c.oval(0.5, 0.15, 0.15, 0.1, PART),
}
ARMS = {
    "down": lambda c: c.line((0.3, 0.5), (0.1, 0.52), (0.1, 0.75), ink=PART, size=0.05),
    "up": lambda c: c.line((0.3, 0.55), (0.08, 0.55), (0.08, 0.3), ink=PART, size=0.05),
    "out": lambda c: (c.line((0.3, 0.55), (0.02, 0.55), ink=PART, size=0.05), c.line((0.02, 0.45), (0.02, 0.65), ink=PART)),
    "bent": lambda c: c.line((0.3, 0.5), (0.06, 0.62), (0.22, 0.74), ink=PART, size=0.04),
}  # fmt: skip
LEGS = {
    "feet": lambda c: (c.box(0.32, 0.8, 0.43, 1), c.box(0.22, 0.93, 0.43, 1, PART)),
    "wheels": lambda c: c.oval(0.34, 0.92, 0.12, 0.1, PART),
    "spread": lambda c: c.line((0.4, 0.8), (0.24, 1), size=0.05),
    "track": lambda c: (c.box(0.15, 0.86, 0.5, 1, PART), c.dot(0.25, 0.93, size=0.03), c.dot(0.4, 0.93, size=0.03)),
}  # fmt: skip
CHESTS = {
    "plain": lambda c: None,
    "panel": lambda c: c.box(0.38, 0.56, 0.62, 0.7, MARK),
    "buttons": lambda c: (c.dot(0.5, 0.55), c.dot(0.5, 0.66), c.dot(0.5, 0.77)),
    "heart": lambda c: (c.dot(0.44, 0.57), c.dot(0.56, 0.57), c.dot(0.5, 0.66, size=0.06)),
    "bars": lambda c: (c.line((0.36, 0.58), (0.64, 0.58), ink=MARK), c.line((0.36, 0.7), (0.64, 0.7), ink=MARK)),
}  # fmt: skip


@family("Robot", ANTENNAE, EYES, ARMS, LEGS, CHESTS, palettes="toy stone sea", sizes=(15, 20), most=55)  # fmt: skip
def robot(c: Canvas, antennae: str, eyes: str, arms: str, legs: str, chest: str) -> None:
    ANTENNAE[antennae](c)
    c.box(0.25, 0.12, 0.75, 0.4)
    EYES[eyes](c, 0.38, 0.26)
    c.box(0.45, 0.4, 0.55, 0.47)
    ARMS[arms](c)
    c.box(0.28, 0.47, 0.72, 0.83)
    CHESTS[chest](c)
    LEGS[legs](c)
    c.mirror()


SHELLS = {
    "round": lambda c: c.oval(0.5, 0.42, 0.4, 0.32),
    "dome": lambda c: (c.oval(0.5, 0.5, 0.42, 0.42), c.box(0, 0.58, 1, 1, BLANK)),
    "box": lambda c: (c.box(0.15, 0.2, 0.85, 0.6), c.box(0.3, 0.12, 0.7, 0.2)),
    "wedge": lambda c: c.poly((0.5, 0.05), (0.98, 0.6), (0.02, 0.6)),
    "bulb": lambda c: (c.oval(0.5, 0.32, 0.42, 0.3), c.box(0.32, 0.5, 0.68, 0.7)),
}
FEELERS = {
    "none": lambda c: None,
    "horns": lambda c: c.line((0.35, 0.2), (0.18, -0.02), size=0.04),
    "stalks": lambda c: (c.line((0.35, 0.2), (0.3, -0.05)), c.dot(0.3, -0.08, PART, 0.07)),
    "claws": lambda c: c.line((0.2, 0.5), (0, 0.45), (0, 0.2), ink=PART, size=0.05),
}
TENTACLES = {
    "three": lambda c: (c.box(0.12, 0.55, 0.22, 0.9), c.box(0.45, 0.55, 0.55, 0.9)),
    "legs": lambda c: c.line((0.3, 0.6), (0.22, 0.8), (0.08, 0.95), ink=PART, size=0.05),
    "waves": lambda c: (c.line((0.2, 0.6), (0.1, 0.75), (0.2, 0.9), ink=PART, size=0.04), c.line((0.4, 0.6), (0.35, 0.75), (0.42, 0.95), ink=PART, size=0.04)),
    "feet": lambda c: (c.box(0.3, 0.55, 0.4, 0.85), c.box(0.18, 0.8, 0.4, 0.9, PART)),
}  # fmt: skip


@family("Visitor from space", SHELLS, FEELERS, EYES, TENTACLES, palettes="alien violet", sizes=(10, 12, 15), most=60)  # fmt: skip
def alien(c: Canvas, shell: str, feelers: str, eyes: str, tentacles: str) -> None:
    SHELLS[shell](c)
    TENTACLES[tentacles](c)
    FEELERS[feelers](c)
    EYES[eyes](c, 0.35, 0.42)
    if eyes != "wide":
        c.line((0.4, 0.53), (0.5, 0.53), ink=MARK)
    c.mirror()


WINGS = {
    "round": lambda c: (c.oval(0.24, 0.32, 0.24, 0.26, PART), c.oval(0.28, 0.72, 0.18, 0.2, PART)),
    "pointed": lambda c: (c.poly((0.5, 0.5), (0.02, 0.02), (0, 0.45), ink=PART), c.poly((0.5, 0.45), (0.08, 0.55), (0.2, 0.98), ink=PART)),
    "tailed": lambda c: (c.oval(0.26, 0.3, 0.26, 0.24, PART), c.poly((0.5, 0.4), (0.1, 0.6), (0.22, 1.05), (0.36, 0.75), ink=PART)),
    "moth": lambda c: (c.poly((0.5, 0.2), (0, 0.35), (0.02, 0.7), (0.5, 0.62), ink=PART), c.oval(0.33, 0.72, 0.16, 0.16, PART)),
    "broad": lambda c: (c.poly((0.5, 0.45), (0.1, 0), (-0.05, 0.3), (0.1, 0.5), ink=PART), c.poly((0.5, 0.5), (0.05, 0.55), (0.1, 0.85), (0.35, 0.95), ink=PART)),
}  # fmt: skip
SPOTS = {
    "plain": lambda c: None,
    "eyes": lambda c: c.oval(0.22, 0.3, 0.09, 0.09, MARK),
    "both": lambda c: (c.oval(0.22, 0.32, 0.09, 0.09, MARK), c.dot(0.28, 0.72, size=0.07)),
    "bands": lambda c: (c.line((0.1, 0.2), (0.35, 0.45), ink=MARK), c.line((0.2, 0.8), (0.4, 0.6), ink=MARK)),
}  # fmt: skip


@family("Butterfly", WINGS, SPOTS, ("thin", "thick"), palettes="violet grey toy sea", sizes=(13, 15, 20, 25), most=35)  # fmt: skip
def butterfly(c: Canvas, wings: str, spots: str, body: str) -> None:
    WINGS[wings](c)
    SPOTS[spots](c)
    c.oval(0.5, 0.52, 0.04 if body == "thin" else 0.08, 0.38)
    c.line((0.48, 0.2), (0.36, 0))
    c.mirror()


BACKS = {
    "Ladybird": lambda c: (c.line((0.5, 0.3), (0.5, 0.95), ink=MARK), c.dot(0.3, 0.5, size=0.07), c.dot(0.32, 0.75, size=0.07)),
    "Beetle": lambda c: c.line((0.5, 0.3), (0.5, 0.95), ink=MARK),
    "Bee": lambda c: (c.line((0.1, 0.5), (0.9, 0.5), ink=MARK, size=0.05), c.line((0.1, 0.72), (0.9, 0.72), ink=MARK, size=0.05)),
    "Stag beetle": lambda c: c.line((0.42, 0.1), (0.22, 0), (0.3, -0.2), (0.44, -0.24), ink=PART, size=0.04),
    "Spider": lambda c: (c.line((0.5, 0.5), (0.5, 0.8), ink=MARK), c.line((0.4, 0.65), (0.6, 0.65), ink=MARK)),
}  # fmt: skip
LIMBS = {
    "straight": (((0.3, 0.4), (0, 0.3)), ((0.3, 0.6), (0, 0.6)), ((0.3, 0.8), (0, 0.9))),
    "bent": (((0.3, 0.4), (0.02, 0.35), (0, 0.15)), ((0.3, 0.6), (0, 0.58)), ((0.3, 0.75), (0.05, 0.85), (0, 1.05))),
    "long": (((0.3, 0.4), (-0.1, 0.2), (-0.2, 0.4)), ((0.3, 0.6), (-0.15, 0.62), (-0.2, 0.8)), ((0.4, 0.8), (0, 0.95), (-0.1, 1.15))),
}  # fmt: skip


@family("{}", BACKS, LIMBS, ("round", "slim"), palettes="rose grey wood", sizes=(13, 15, 20), most=35)  # fmt: skip
def bug(c: Canvas, back: str, limbs: str, body: str) -> None:
    for limb in LIMBS[limbs]:
        c.line(*limb, ink=PART)
    c.oval(0.5, 0.62, 0.38 if body == "round" else 0.25, 0.36)
    c.oval(0.5, 0.2, 0.2, 0.14, PART)
    BACKS[back](c)
    if back in ("Beetle", "Ladybird", "Bee"):
        c.line((0.44, 0.1), (0.34, -0.05), ink=PART)
    c.mirror()


BEAKS = {
    "Chick": lambda c: (c.oval(0.32, 0.25, 0.2, 0.2), c.poly((0.15, 0.2), (0, 0.28), (0.15, 0.34), ink=PART)),
    "Duck": lambda c: (c.oval(0.28, 0.25, 0.17, 0.17), c.box(-0.06, 0.26, 0.16, 0.36, PART), c.box(0.24, 0.3, 0.42, 0.6)),
    "Swan": lambda c: (c.line((0.3, 0.7), (0.2, 0.45), (0.3, 0.2), (0.22, 0.05), (0.08, 0.06), size=0.06), c.line((0.04, 0.1), (-0.04, 0.14), ink=PART)),
    "Stork": lambda c: (c.line((0.3, 0.6), (0.26, 0.1), size=0.05), c.oval(0.22, 0.05, 0.11, 0.09), c.line((0.12, 0.06), (-0.15, 0.14), ink=PART)),
    "Hen": lambda c: (c.oval(0.28, 0.28, 0.15, 0.22), c.poly((0.14, 0.25), (0.02, 0.32), (0.14, 0.36), ink=PART), c.oval(0.28, 0.05, 0.1, 0.07, PART)),
    "Woodpecker": lambda c: (c.oval(0.3, 0.25, 0.17, 0.16), c.poly((0.2, 0.16), (-0.15, 0.26), (0.2, 0.32), ink=PART), c.poly((0.25, 0.12), (0.48, -0.06), (0.46, 0.2), ink=PART)),
}  # fmt: skip
TAILS = {
    "up": lambda c: c.poly((0.75, 0.55), (1.05, 0.25), (1, 0.7)),
    "long": lambda c: c.poly((0.7, 0.55), (1.25, 0.72), (1.2, 0.85), (0.7, 0.75)),
    "fan": lambda c: c.poly((0.7, 0.65), (1.05, 0.2), (1.18, 0.4), (1.12, 0.65), (0.9, 0.8)),
}
STANDS = {
    "legs": lambda c: (c.line((0.5, 0.85), (0.5, 1.1), (0.42, 1.1), ink=PART), c.line((0.66, 0.85), (0.66, 1.1), (0.58, 1.1), ink=PART)),
    "water": lambda c: (c.box(-0.1, 0.92, 1.1, 1, EXTRA), c.line((0.1, 1.08), (0.4, 1.08), ink=EXTRA), c.line((0.6, 1.08), (0.9, 1.08), ink=EXTRA)),
    "branch": lambda c: (c.line((0.5, 0.85), (0.5, 0.98), ink=PART), c.line((0, 1.02), (1.1, 0.96), ink=EXTRA, size=0.04), c.line((0.8, 0.98), (0.95, 1.12), ink=EXTRA)),
}  # fmt: skip


@family("{}", BEAKS, TAILS, STANDS, ("plain", "wing"), palettes="sand sea toy", sizes=(12, 15, 20, 25), most=50)  # fmt: skip
def bird(c: Canvas, beak: str, tail: str, stand: str, wing: str) -> None:
    STANDS[stand](c)
    TAILS[tail](c)
    c.oval(0.55, 0.66, 0.33, 0.24)
    BEAKS[beak](c)
    c.dot(0.22 if beak != "Swan" else 0.2, 0.2 if beak != "Swan" else 0.06, size=0.03)
    if wing == "wing":
        c.line((0.42, 0.6), (0.55, 0.72), (0.75, 0.62), ink=MARK)


FINS = {
    "none": lambda c: None,
    "top": lambda c: c.poly((0.3, 0.3), (0.5, 0.02), (0.65, 0.32), ink=PART),
    "both": lambda c: (c.poly((0.3, 0.3), (0.55, 0.05), (0.6, 0.3), ink=PART), c.poly((0.35, 0.7), (0.55, 0.95), (0.6, 0.7), ink=PART)),
    "long": lambda c: c.poly((0.2, 0.35), (0.4, 0.1), (0.75, 0.12), (0.65, 0.4), ink=PART),
}  # fmt: skip
FLUKES = {
    "fork": lambda c: c.poly((0.65, 0.5), (1.05, 0.15), (0.92, 0.5), (1.05, 0.85), ink=PART),
    "fan": lambda c: (c.poly((0.68, 0.5), (1, 0.2), (1, 0.8), ink=PART), c.oval(1, 0.5, 0.06, 0.3, PART)),
    "moon": lambda c: (c.box(0.7, 0.44, 0.9, 0.56), c.oval(1, 0.5, 0.14, 0.35, PART), c.oval(1.1, 0.5, 0.14, 0.26, BLANK)),
}  # fmt: skip
SCALES = {
    "plain": lambda c: None,
    "stripes": lambda c: (c.line((0.38, 0.32), (0.38, 0.68), ink=MARK), c.line((0.55, 0.34), (0.55, 0.66), ink=MARK)),
    "gill": lambda c: c.line((0.3, 0.38), (0.35, 0.5), (0.3, 0.62), ink=MARK),
    "spots": lambda c: (c.dot(0.4, 0.42), c.dot(0.55, 0.5), c.dot(0.42, 0.6)),
}  # fmt: skip
BODIES = {"slim": (0.4, 0.18), "round": (0.4, 0.3), "ball": (0.36, 0.38)}


@family("Fish", FINS, FLUKES, SCALES, BODIES, palettes="cat sea toy", sizes=(10, 15, 20), most=55)
def fish(c: Canvas, fins: str, fluke: str, scales: str, body: str) -> None:
    FINS[fins](c)
    FLUKES[fluke](c)
    c.oval(0.4, 0.5, *BODIES[body])
    SCALES[scales](c)
    c.dot(0.16, 0.45, size=0.035)


NECKS = {
    "Dog": lambda c: (c.poly((0.05, 0.15), (0.3, 0.1), (0.38, 0.45), (0.2, 0.5)), c.box(-0.08, 0.22, 0.2, 0.34), c.poly((0.2, 0), (0.32, 0.15), (0.2, 0.2), ink=PART)),
    "Giraffe": lambda c: (c.line((0.28, 0.5), (0.15, -0.3), size=0.07), c.oval(0.08, -0.3, 0.14, 0.08), c.line((0.16, -0.36), (0.16, -0.46), ink=PART)),
    "Elephant": lambda c: (c.oval(0.18, 0.38, 0.22, 0.22), c.line((0.02, 0.4), (-0.08, 0.7), (-0.14, 0.85), size=0.06), c.oval(0.28, 0.36, 0.1, 0.14, MARK)),
    "Sheep": lambda c: (c.oval(0.12, 0.4, 0.13, 0.16, PART), c.oval(0.26, 0.28, 0.08, 0.06, PART)),
    "Horse": lambda c: (c.poly((0.25, 0.55), (0.02, 0.05), (0.2, -0.1), (0.45, 0.4)), c.oval(0, 0.1, 0.16, 0.09), c.line((0.2, -0.12), (0.42, 0.3), ink=PART)),
    "Dinosaur": lambda c: (c.line((0.3, 0.5), (0.1, 0.3), (0.02, -0.1), size=0.07), c.oval(-0.05, -0.12, 0.14, 0.08)),
    "Pig": lambda c: (c.oval(0.14, 0.45, 0.18, 0.18), c.box(-0.1, 0.42, 0.02, 0.58, PART), c.poly((0.1, 0.32), (0.16, 0.14), (0.28, 0.3), ink=PART)),
    "Camel": lambda c: (c.line((0.26, 0.55), (0.1, 0.55), (0.04, 0.12), size=0.06), c.oval(-0.03, 0.1, 0.13, 0.08), c.oval(0.58, 0.32, 0.15, 0.16)),
}  # fmt: skip
RUMPS = {
    "thin": lambda c: c.line((0.88, 0.45), (1.02, 0.6)),
    "up": lambda c: c.line((0.88, 0.4), (1.05, 0.12), size=0.04),
    "long": lambda c: c.poly((0.8, 0.38), (1.4, 0.75), (0.85, 0.62)),
    "tuft": lambda c: (c.line((0.88, 0.42), (1, 0.42)), c.oval(1.04, 0.5, 0.06, 0.16, PART)),
}


@family("{}", NECKS, RUMPS, ("stand", "walk"), ("plain", "spots"), palettes="wood grey cat", sizes=(15, 20, 25), most=55)  # fmt: skip
def beast(c: Canvas, neck: str, rump: str, legs: str, coat: str) -> None:
    RUMPS[rump](c)
    c.oval(0.56, 0.5, 0.37, 0.2)
    lean = 0 if legs == "stand" else 0.1
    for x in (0.28, 0.74):
        c.poly((x, 0.55), (x + 0.13, 0.55), (x + 0.1 - lean, 1), (x - lean, 1))
        if lean:
            c.poly((x, 0.55), (x + 0.13, 0.55), (x + 0.14 + lean, 1), (x + 0.04 + lean, 1))
    NECKS[neck](c)
    c.dot(0.08 if neck != "Giraffe" else 0.06, {"Giraffe": -0.32, "Dinosaur": -0.14, "Horse": 0.06, "Camel": 0.08, "Dog": 0.2}.get(neck, 0.38), size=0.02)  # fmt: skip
    if coat == "spots":
        for x, y in ((0.45, 0.45), (0.62, 0.52), (0.76, 0.43)):
            c.dot(x, y, size=0.045)


SEA = {
    "Crab": lambda c: (c.oval(0.5, 0.6, 0.32, 0.22), c.line((0.25, 0.5), (0.08, 0.35), size=0.04), c.oval(0.08, 0.22, 0.13, 0.13, PART), c.poly((0.08, 0.22), (0.02, 0), (0.16, 0), ink=BLANK), *(c.line((0.3, 0.65), (0.06, y), ink=PART) for y in (0.65, 0.82, 0.98))),
    "Octopus": lambda c: (c.oval(0.5, 0.35, 0.32, 0.35), c.line((0.25, 0.55), (0.05, 0.7), (0, 0.9), size=0.05), c.line((0.35, 0.6), (0.22, 0.85), (0.1, 1), size=0.05), c.line((0.45, 0.65), (0.42, 1), size=0.05)),
    "Jellyfish": lambda c: (c.oval(0.5, 0.4, 0.45, 0.4), c.box(-1, 0.45, 2, 2, BLANK), *(c.line((x, 0.45), (x - 0.06, 0.7), (x, 1), ink=PART, size=0.03) for x in (0.15, 0.36))),
    "Turtle": lambda c: (c.oval(0.5, 0.1, 0.13, 0.15, PART), c.oval(0.15, 0.32, 0.13, 0.1, PART), c.oval(0.2, 0.85, 0.1, 0.12, PART), c.oval(0.5, 0.57, 0.35, 0.38), c.line((0.5, 0.35), (0.5, 0.8), ink=MARK), c.line((0.3, 0.57), (0.7, 0.57), ink=MARK)),
    "Frog": lambda c: (c.oval(0.28, 0.14, 0.16, 0.16), c.oval(0.5, 0.42, 0.45, 0.3), c.oval(0.15, 0.8, 0.2, 0.2), c.box(0.35, 0.6, 0.65, 0.9, PART), c.line((0.2, 0.48), (0.5, 0.55), ink=MARK)),
    "Penguin": lambda c: (c.oval(0.5, 0.5, 0.36, 0.5), c.oval(0.5, 0.62, 0.22, 0.3, MARK), c.poly((0.2, 0.3), (0, 0.7), (0.2, 0.65)), c.oval(0.33, 1, 0.14, 0.05, PART), c.dot(0.5, 0.3, PART, 0.05)),
    "Bat": lambda c: (c.oval(0.5, 0.45, 0.13, 0.25), c.poly((0.5, 0.3), (0, 0.05), (-0.2, 0.6), (0.08, 0.45), (0.22, 0.65), (0.5, 0.55)), c.poly((0.38, 0.3), (0.38, 0.05), (0.5, 0.22))),
    "Ghost": lambda c: (c.oval(0.5, 0.4, 0.4, 0.4), c.box(0.1, 0.4, 0.9, 0.9), c.poly((0.1, 0.92), (0.22, 0.75), (0.34, 0.92), ink=BLANK), c.poly((0.4, 0.92), (0.5, 0.75), (0.6, 0.92), ink=BLANK)),
    "Scorpion": lambda c: (c.oval(0.5, 0.62, 0.18, 0.28), c.line((0.4, 0.45), (0.12, 0.4), (0.1, 0.1), size=0.04), c.oval(0.14, 0.08, 0.12, 0.1, PART), *(c.line((0.4, y), (0.1, y + 0.08), ink=PART) for y in (0.58, 0.7, 0.82))),
}  # fmt: skip


@family("{}", SEA, EYES, palettes="toy sea grey alien", sizes=(12, 15, 20, 25), most=65)
def oddity(c: Canvas, creature: str, eyes: str) -> None:
    SEA[creature](c)
    heights = {"Crab": 0.55, "Turtle": 0.1, "Frog": 0.15, "Penguin": 0.22, "Bat": 0.36, "Scorpion": 0.5}  # fmt: skip
    wide = {"Turtle": 0.44, "Frog": 0.27, "Bat": 0.45, "Scorpion": 0.42}.get(creature, 0.37)
    if eyes in ("dots", "tall") or creature in ("Octopus", "Ghost", "Jellyfish", "Crab"):
        EYES[eyes if creature not in ("Turtle", "Bat", "Scorpion") else "shut"](
            c, wide, heights.get(creature, 0.36)
        )
    c.mirror()


HATS = {
    "none": lambda c: None,
    "top hat": lambda c: (c.box(0.22, -0.25, 0.78, 0.1, PART), c.box(0.05, 0.08, 0.95, 0.16, PART)),
    "crown": lambda c: c.poly((0.15, 0.18), (0.1, -0.2), (0.3, 0), (0.5, -0.25), (0.7, 0), (0.9, -0.2), (0.85, 0.18), ink=PART),
    "wizard hat": lambda c: (c.poly((0.5, -0.5), (0.85, 0.16), (0.15, 0.16), ink=PART), c.box(0, 0.12, 1, 0.2, PART)),
    "cap": lambda c: (c.oval(0.5, 0.18, 0.4, 0.28, PART), c.box(0.05, 0.16, 0.95, 0.24, PART)),
    "bobble hat": lambda c: (c.oval(0.5, 0.2, 0.38, 0.3, PART), c.oval(0.5, -0.18, 0.12, 0.12), c.box(0.1, 0.18, 0.9, 0.26, MARK)),
    "curls": lambda c: (c.oval(0.2, 0.15, 0.2, 0.2, PART), c.oval(0.06, 0.4, 0.16, 0.18, PART), c.oval(0.5, 0.05, 0.22, 0.18, PART)),
    "horned helmet": lambda c: (c.oval(0.5, 0.2, 0.42, 0.28, PART), c.line((0.12, 0.15), (-0.1, 0.1), (-0.12, -0.2), ink=PART, size=0.06)),
}  # fmt: skip
LIPS = {
    "smile": lambda c: c.line((0.27, 0.66), (0.36, 0.78), (0.5, 0.81), ink=MARK, size=0.035),
    "sad": lambda c: c.line((0.28, 0.82), (0.38, 0.73), (0.5, 0.7), ink=MARK, size=0.035),
    "open": lambda c: c.oval(0.5, 0.75, 0.12, 0.1, MARK),
    "teeth": MOUTHS["teeth"],
    "beard": lambda c: (c.box(0.08, 0.62, 0.92, 1.15, PART), c.box(0.36, 0.72, 0.64, 0.8, MARK)),
    "moustache": lambda c: c.poly((0.5, 0.62), (0.22, 0.66), (0.16, 0.78), (0.5, 0.74), ink=MARK),
}


@family("Face with a {}", HATS, EYES, LIPS, ("round", "long", "square"), palettes="cat toy sand", sizes=(12, 15, 20), most=60)  # fmt: skip
def face(c: Canvas, hat: str, eyes: str, lips: str, shape: str) -> None:
    if shape == "square":
        c.box(0.1, 0.15, 0.9, 0.95)
    else:
        c.oval(0.5, 0.55, 0.45 if shape == "round" else 0.36, 0.45)
    LIPS[lips](c)
    HATS[hat](c)
    EYES[eyes](c, 0.33, 0.45)
    c.mirror()


# Plants and food.

CROWNS = {
    "Round tree": lambda c: c.oval(0.5, 0.35, 0.4, 0.35),
    "Fir": lambda c: (c.poly((0.5, 0), (0.75, 0.28), (0.25, 0.28)), c.poly((0.5, 0.15), (0.85, 0.52), (0.15, 0.52)), c.poly((0.5, 0.35), (0.95, 0.76), (0.05, 0.76))),
    "Poplar": lambda c: c.oval(0.5, 0.38, 0.18, 0.4),
    "Apple tree": lambda c: (c.oval(0.5, 0.3, 0.42, 0.3), c.oval(0.25, 0.42, 0.22, 0.2), c.oval(0.75, 0.42, 0.22, 0.2), c.dot(0.3, 0.3, size=0.05), c.dot(0.55, 0.2, size=0.05), c.dot(0.68, 0.42, size=0.05)),
    "Palm": lambda c: (*(c.line((0.5, 0.25), *tip, size=0.045) for tip in (((0.2, 0.1), (0, 0.3)), ((0.8, 0.1), (1, 0.3)), ((0.25, 0.3), (0.12, 0.55)), ((0.75, 0.3), (0.88, 0.55)))), c.dot(0.5, 0.28, MARK, 0.04)),
    "Bare tree": lambda c: (c.line((0.5, 0.7), (0.2, 0.3), (0.05, 0.25), ink=PART), c.line((0.28, 0.42), (0.3, 0.1), ink=PART), c.line((0.5, 0.65), (0.8, 0.25), ink=PART), c.line((0.7, 0.4), (0.95, 0.4), ink=PART), c.line((0.5, 0.7), (0.52, 0.05), ink=PART)),
    "Willow": lambda c: (c.oval(0.5, 0.25, 0.42, 0.25), *(c.box(x, 0.25, x + 0.1, y) for x, y in ((0.05, 0.7), (0.22, 0.55), (0.68, 0.6), (0.85, 0.75)))),
    "Acacia": lambda c: (c.oval(0.5, 0.2, 0.55, 0.16), c.line((0.5, 0.6), (0.25, 0.3), ink=PART), c.line((0.5, 0.6), (0.75, 0.3), ink=PART)),
}  # fmt: skip
GROUNDS = {
    "flat": lambda c: c.box(0, 0.98, 1, 1.06, EXTRA),
    "hill": lambda c: (c.oval(0.5, 1.2, 0.7, 0.25, EXTRA), c.box(-1, 1.12, 2, 2, BLANK)),
    "roots": lambda c: c.poly((0.5, 0.85), (0.72, 1), (0.28, 1), ink=PART),
    "fence": lambda c: (c.box(-0.1, 0.9, 1.1, 0.95, EXTRA), *(c.box(x, 0.82, x + 0.07, 1.05, EXTRA) for x in (-0.08, 0.12, 0.32, 0.62, 0.82, 1.02))),
    "pot": lambda c: c.poly((0.28, 0.85), (0.72, 0.85), (0.64, 1.08), (0.36, 1.08), ink=EXTRA),
}  # fmt: skip


@family("{}", CROWNS, GROUNDS, (0.05, 0.09), palettes="leaf", sizes=(10, 15, 20, 25), most=50)
def tree(c: Canvas, crown: str, ground: str, trunk: float) -> None:
    c.box(0.5 - trunk, 0.3, 0.5 + trunk, 1, PART)
    CROWNS[crown](c)
    GROUNDS[ground](c)


LEAVES = {
    "pair": lambda c: (c.oval(0.32, 0.78, 0.18, 0.07, PART), c.oval(0.68, 0.78, 0.18, 0.07, PART)),
    "one": lambda c: c.oval(0.68, 0.75, 0.18, 0.07, PART),
    "blades": lambda c: (c.poly((0.5, 1), (0.2, 0.6), (0.36, 0.62), ink=PART), c.poly((0.5, 1), (0.8, 0.6), (0.64, 0.62), ink=PART)),
    "pot": lambda c: c.poly((0.25, 0.85), (0.75, 0.85), (0.66, 1.1), (0.34, 1.1), ink=EXTRA),
    "vase": lambda c: (c.oval(0.5, 0.95, 0.22, 0.2, EXTRA), c.box(0.4, 0.7, 0.6, 0.8, EXTRA)),
}  # fmt: skip
BLOOMS = ("Tulip", "Sunflower", "Daisy", "Bell", "Rose", "Thistle", "Clover", "Poppy")


@family("{}", BLOOMS, LEAVES, palettes="rose violet", sizes=(12, 15, 20, 25), most=48)
def flower(c: Canvas, bloom: str, leaves: str) -> None:
    c.box(0.46, 0.3, 0.54, 1, PART)
    LEAVES[leaves](c)
    petals = {"Sunflower": (8, 0.24, 0.09), "Daisy": (6, 0.2, 0.12), "Clover": (4, 0.16, 0.13)}
    if bloom in petals:
        number, far, size = petals[bloom]
        for at in range(number):
            turn = math.tau * (at + 0.5) / number
            c.oval(0.5 + far * math.sin(turn), 0.28 - far * math.cos(turn), size, size)
        c.oval(0.5, 0.28, 0.12 if number > 4 else 0.04, 0.12, MARK)
    elif bloom == "Tulip":
        c.poly((0.25, 0), (0.38, 0.16), (0.5, 0), (0.62, 0.16), (0.75, 0), (0.72, 0.35), (0.5, 0.48), (0.28, 0.35))  # fmt: skip
    elif bloom == "Bell":
        c.poly((0.5, 0.05), (0.66, 0.15), (0.8, 0.45), (0.2, 0.45), (0.34, 0.15))
        c.dot(0.5, 0.48, EXTRA, 0.06)
    elif bloom == "Rose":
        c.oval(0.5, 0.25, 0.25, 0.25)
        c.line((0.4, 0.32), (0.36, 0.2), (0.5, 0.12), (0.62, 0.22), (0.5, 0.28), ink=MARK)
    elif bloom == "Thistle":
        c.oval(0.5, 0.4, 0.17, 0.14, PART)
        c.poly((0.2, 0), (0.35, 0.12), (0.5, 0), (0.65, 0.12), (0.8, 0), (0.62, 0.34), (0.38, 0.34))
    else:
        c.oval(0.32, 0.25, 0.22, 0.2)
        c.oval(0.68, 0.25, 0.22, 0.2)
        c.oval(0.5, 0.36, 0.24, 0.14)
        c.oval(0.5, 0.26, 0.08, 0.08, MARK)


@family("Cactus", ("left", "right", "both", "two"), (0.1, 0.14), ("flat", "pot"), ("plain", "flower"), palettes="leaf", sizes=(10, 12, 15, 20), most=16)  # fmt: skip
def cactus(c: Canvas, arms: str, wide: float, ground: str, top: str) -> None:
    c.box(0.5 - wide, 0.1, 0.5 + wide, 0.95)
    c.oval(0.5, 0.1, wide, 0.1)
    if arms != "right":
        c.line((0.4, 0.6), (0.14, 0.6), (0.14, 0.32), size=0.065)
    if arms != "left":
        c.line((0.6, 0.5), (0.86, 0.5), (0.86, 0.2), size=0.065)
    if arms == "two":
        c.line((0.4, 0.35), (0.3, 0.35), (0.3, 0.2), size=0.04)
    if top == "flower":
        c.oval(0.5, 0, 0.1, 0.07, MARK)
        c.dot(0.5, -0.02, EXTRA, 0.06)
    GROUNDS[ground](c)


@family("Mushroom", ("dome", "cone", "flat"), (0.1, 0.16), ("plain", "dots", "band"), ("one", "two"), palettes="rose brick", sizes=(10, 12, 15, 20), most=25)  # fmt: skip
def mushroom(c: Canvas, cap: str, stem: float, spots: str, number: str) -> None:
    for x, y, size in ((0.5, 0, 1.0), (1.02, 0.52, 0.5))[: 1 + (number == "two")]:
        c.poly(*((x + (a - 0.5) * size, y + b * size) for a, b in ((0.5 - stem, 0.4), (0.5 + stem, 0.4), (0.54 + stem, 1), (0.46 - stem, 1))), ink=EXTRA)  # fmt: skip
        if cap == "cone":
            c.poly((x, y), (x + 0.45 * size, y + 0.52 * size), (x - 0.45 * size, y + 0.52 * size))
        else:
            high = 0.52 if cap == "dome" else 0.3
            top = Canvas(c.width, c.height, c.frame)
            top.oval(x, y + 0.52 * size, 0.47 * size, high * size)
            top.box(-9, y + 0.53 * size, 9, 9, BLANK)
            c.cells.update((cell, ink) for cell, ink in top.cells.items() if ink)
        if spots == "dots":
            for a, b in ((0.5, 0.2), (0.28, 0.4), (0.7, 0.38)):
                c.dot(x + (a - 0.5) * size, y + b * size, size=0.055 * size)
        if spots == "band":
            c.line((x - 0.3 * size, y + 0.42 * size), (x + 0.3 * size, y + 0.42 * size), ink=MARK)


FRUIT = {
    "Apple": lambda c: (c.oval(0.36, 0.6, 0.32, 0.36), c.oval(0.64, 0.6, 0.32, 0.36)),
    "Pear": lambda c: (c.oval(0.5, 0.72, 0.36, 0.3), c.oval(0.5, 0.38, 0.2, 0.24)),
    "Cherries": lambda c: (c.oval(0.22, 0.8, 0.2, 0.2), c.oval(0.76, 0.74, 0.2, 0.2), c.line((0.22, 0.6), (0.5, 0.12), (0.76, 0.55), ink=PART)),
    "Grapes": lambda c: [c.oval(0.5 + (i - n / 2) * 0.24, 0.3 + (3 - n) * 0.2, 0.1, 0.1) for n in range(4) for i in range(n + 1)],
    "Strawberry": lambda c: (c.poly((0.1, 0.35), (0.3, 0.22), (0.7, 0.22), (0.9, 0.35), (0.8, 0.65), (0.5, 1.05), (0.2, 0.65)), *(c.dot(x, y, size=0.025) for x, y in ((0.3, 0.45), (0.5, 0.55), (0.7, 0.45), (0.4, 0.72), (0.6, 0.72)))),
    "Pumpkin": lambda c: (c.oval(0.28, 0.6, 0.3, 0.34), c.oval(0.72, 0.6, 0.3, 0.34), c.oval(0.5, 0.6, 0.2, 0.38), c.line((0.36, 0.4), (0.36, 0.8), ink=MARK), c.line((0.64, 0.4), (0.64, 0.8), ink=MARK)),
    "Lemon": lambda c: (c.oval(0.5, 0.6, 0.4, 0.28), c.box(0.02, 0.54, 0.98, 0.66)),
    "Pineapple": lambda c: (c.oval(0.5, 0.72, 0.28, 0.36), *(c.poly((0.5, 0.42), (x, y), (x + 0.14, y + 0.02), ink=PART) for x, y in ((0.1, 0.12), (0.26, -0.1), (0.44, -0.18), (0.6, -0.1), (0.76, 0.12))), *(c.dot(x, y, size=0.03) for x, y in ((0.4, 0.6), (0.6, 0.6), (0.5, 0.75), (0.4, 0.9), (0.6, 0.9)))),
    "Carrot": lambda c: (c.poly((0.25, 0.35), (0.75, 0.35), (0.5, 1.2)), c.line((0.35, 0.5), (0.5, 0.5), ink=MARK), c.line((0.5, 0.7), (0.62, 0.7), ink=MARK), c.line((0.5, 0.3), (0.3, 0.05), ink=PART), c.line((0.5, 0.3), (0.7, 0.05), ink=PART)),
    "Ice cream": lambda c: (c.poly((0.2, 0.5), (0.8, 0.5), (0.5, 1.15), ink=PART), c.oval(0.5, 0.3, 0.36, 0.28)),
    "Cupcake": lambda c: (c.poly((0.15, 0.55), (0.85, 0.55), (0.74, 1), (0.26, 1), ink=PART), c.oval(0.5, 0.42, 0.45, 0.18), c.oval(0.5, 0.24, 0.3, 0.15), c.dot(0.5, 0.05, EXTRA, 0.07)),
    "Cake": lambda c: (c.box(0.05, 0.6, 0.95, 1), c.box(0.2, 0.32, 0.8, 0.6, PART), *(c.line((x, 0.12), (x, 0.32), ink=EXTRA) for x in (0.3, 0.5, 0.7)), c.line((0.05, 0.74), (0.95, 0.74), ink=MARK)),
}  # fmt: skip
STALKS = {
    "plain": lambda c: None,
    "stalk": lambda c: c.line((0.5, 0.32), (0.56, 0.08), ink=PART),
    "leaf": lambda c: (
        c.line((0.5, 0.32), (0.5, 0.1), ink=PART),
        c.oval(0.7, 0.1, 0.2, 0.08, PART),
    ),
}


@family("{}", FRUIT, STALKS, ("plain", "shine"), palettes="rose leaf sand", sizes=(10, 15, 20), most=45)  # fmt: skip
def food(c: Canvas, fruit: str, stalk: str, shine: str) -> None:
    FRUIT[fruit](c)
    if fruit in ("Apple", "Pear", "Pumpkin", "Lemon", "Grapes"):
        STALKS[stalk](c)
    if shine == "shine":
        c.line((0.24, 0.5), (0.24, 0.62), ink=MARK)


# Buildings.

ROOFS = {
    "gable": lambda c: c.poly((0.5, 0), (1.06, 0.45), (-0.06, 0.45), ink=PART),
    "flat": lambda c: c.box(-0.04, 0.34, 1.04, 0.45, PART),
    "barn": lambda c: c.poly((0.3, 0.05), (0.7, 0.05), (1, 0.25), (1.05, 0.45), (-0.05, 0.45), (0, 0.25), ink=PART),
    "lean": lambda c: c.poly((0, 0.1), (1.05, 0.45), (-0.02, 0.45), ink=PART),
    "thatch": lambda c: (c.oval(0.5, 0.42, 0.58, 0.34, PART), c.box(0, 0.45, 1, 1)),
}  # fmt: skip
DOORS = {
    "middle": lambda c: (c.box(0.42, 0.68, 0.6, 1, MARK), c.box(0.12, 0.58, 0.28, 0.76, MARK), c.box(0.74, 0.58, 0.9, 0.76, MARK)),
    "left": lambda c: (c.box(0.12, 0.62, 0.32, 1, MARK), c.box(0.5, 0.6, 0.86, 0.8, MARK), c.line((0.68, 0.58), (0.68, 0.8))),
    "right": lambda c: (c.oval(0.74, 0.75, 0.13, 0.16, MARK), c.box(0.61, 0.75, 0.87, 1, MARK), c.box(0.16, 0.6, 0.4, 0.8, MARK)),
}  # fmt: skip
BESIDE = {
    "alone": lambda c: None,
    "chimney": lambda c: c.box(0.72, -0.05, 0.86, 0.35),
    "smoke": lambda c: (c.box(0.72, 0, 0.84, 0.35), c.oval(0.86, -0.16, 0.09, 0.07, EXTRA), c.oval(1.02, -0.3, 0.1, 0.08, EXTRA)),
    "tree": lambda c: (c.box(1.24, 0.6, 1.32, 1, PART), c.oval(1.28, 0.48, 0.17, 0.26, EXTRA)),
    "fir": lambda c: (c.box(-0.32, 0.8, -0.26, 1, PART), c.poly((-0.29, 0.3), (-0.1, 0.85), (-0.48, 0.85), ink=EXTRA)),
}  # fmt: skip


@family("House", ROOFS, DOORS, BESIDE, palettes="brick stone", most=45)
def house(c: Canvas, roof: str, door: str, beside: str) -> None:
    if beside != "alone":
        BESIDE[beside](c)
    c.box(0, 0.42, 1, 1)
    ROOFS[roof](c)
    DOORS[door](c)


TOPS = {
    "battlement": lambda c, x, y, w: [c.box(x + w * a - w / 6, y - 0.08, x + w * a + w / 6, y) for a in (-0.85, 0, 0.85)],
    "spire": lambda c, x, y, w: c.poly((x, y - 0.28), (x + w * 1.3, y), (x - w * 1.3, y), ink=PART),
    "flag": lambda c, x, y, w: (c.line((x, y - 0.25), (x, y)), c.poly((x, y - 0.25), (x + 0.18, y - 0.19), (x, y - 0.13), ink=PART)),
    "dome": lambda c, x, y, w: (c.oval(x, y, w, 0.13, PART), c.line((x, y - 0.2), (x, y))),
}  # fmt: skip


@family("Castle", TOPS, TOPS, (0.3, 0.5), ("slits", "windows"), palettes="stone brick", sizes=(15, 20, 25), most=32)  # fmt: skip
def castle(c: Canvas, side: str, middle: str, high: float, windows: str) -> None:
    c.box(0.1, 0.6, 0.9, 1)
    for x in (0.3, 0.43, 0.57, 0.7):
        c.box(x - 0.03, 0.53, x + 0.03, 0.6)
    for x, y, wide, top in ((0.12, 0.38, 0.12, side), (0.88, 0.38, 0.12, side), (0.5, high, 0.13, middle)):  # fmt: skip
        c.box(x - wide, y, x + wide, 1)
        TOPS[top](c, x, y, wide)
        c.oval(x, y + 0.14, 0.03 if windows == "slits" else 0.06, 0.06, MARK)
        c.dot(x, y + 0.14)
    c.oval(0.5, 0.82, 0.09, 0.1, MARK)
    c.box(0.41, 0.82, 0.59, 1, MARK)
    c.mirror() if middle != "flag" != side else None


BLOCKS = ((0, 0.16, 0.5), (0.16, 0.34, 0.2), (0.36, 0.5, 0.38), (0.5, 0.7, 0.05), (0.72, 0.86, 0.3), (0.86, 1, 0.55))  # fmt: skip


@family("Skyline", range(6), ("lit", "moon"), ("spire", "tank", "slope"), palettes="night", sizes=(20, 25), most=8)  # fmt: skip
def skyline(c: Canvas, turn: int, sky: str, top: str) -> None:
    heights = [BLOCKS[(at + turn) % 6][2] + 0.1 for at in range(6)]
    for at, ((left, right, _), y) in enumerate(zip(BLOCKS, heights, strict=True)):
        c.box(left, y, right, 1)
        if (at + turn) % 3 == 0:
            middle = (left + right) / 2
            {"spire": lambda m, y, _: c.line((m, y - 0.16), (m, y)), "tank": lambda m, y, _: c.box(m - 0.05, y - 0.1, m + 0.05, y), "slope": lambda m, y, r: c.poly((m, y - 0.1), (r, y), (m, y))}[top](middle, y, right)  # fmt: skip
        for row in range(int((1 - y) / 0.15)):
            c.dot((left + right) / 2 + (0.03 if row % 2 else -0.03), y + 0.1 + 0.15 * row, size=0.02)  # fmt: skip
    if sky == "moon":
        c.oval(0.1, 0.05, 0.09, 0.09, PART)
        c.oval(0.15, 0.03, 0.07, 0.07, BLANK)


TOWERS = {
    "Lighthouse": lambda c: (c.poly((0.38, 0.25), (0.62, 0.25), (0.72, 1), (0.28, 1)), c.box(0.3, 0.22, 0.7, 0.27, PART), c.box(0.42, 0.1, 0.58, 0.22, MARK), c.poly((0.5, 0), (0.64, 0.12), (0.36, 0.12), ink=PART), c.box(0.2, 0.42, 0.8, 0.5, MARK), c.box(0.2, 0.68, 0.8, 0.76, MARK)),
    "Windmill": lambda c: (c.poly((0.36, 0.4), (0.64, 0.4), (0.76, 1.1), (0.24, 1.1)), c.box(0.44, 0.9, 0.56, 1.1, MARK), c.line((0.1, 0), (0.9, 0.8), ink=PART, size=0.045), c.line((0.9, 0), (0.1, 0.8), ink=PART, size=0.045)),
    "Church": lambda c: (c.box(0.4, 0.55, 1.1, 1), c.poly((0.4, 0.4), (1, 0.4), (1.15, 0.58), (0.4, 0.58), ink=PART), c.box(0.12, 0.35, 0.42, 1), c.poly((0.27, 0), (0.45, 0.36), (0.09, 0.36), ink=PART), c.line((0.27, -0.18), (0.27, 0)), c.line((0.2, -0.1), (0.34, -0.1)), c.dot(0.27, 0.5, size=0.06), *(c.box(x, 0.68, x + 0.1, 0.86, MARK) for x in (0.55, 0.78)), c.box(0.2, 0.8, 0.34, 1, MARK)),
    "Temple": lambda c: (c.poly((0.5, 0.1), (1.08, 0.36), (-0.08, 0.36)), *(c.box(x, 0.38, x + 0.11, 0.9, PART) for x in (0.04, 0.31, 0.58, 0.85)), c.box(-0.04, 0.88, 1.04, 0.95), c.box(-0.1, 0.95, 1.1, 1.02)),
    "Pagoda": lambda c: [(c.poly((0.5 - w, y), (0.5 - w * 0.6, y - 0.14), (0.5 + w * 0.6, y - 0.14), (0.5 + w, y), ink=PART), c.box(0.5 - w * 0.55, y, 0.5 + w * 0.55, y + 0.15)) for w, y in ((0.3, 0.25), (0.42, 0.53), (0.55, 0.82))],
    "Arch": lambda c: (c.box(0.1, 0.2, 0.9, 1), c.oval(0.5, 0.62, 0.22, 0.24, BLANK), c.box(0.28, 0.62, 0.72, 1, BLANK), c.box(0.02, 0.1, 0.98, 0.2, PART), c.line((0.18, 0.3), (0.82, 0.3), ink=MARK)),
    "Pyramids": lambda c: (c.poly((0.35, 0.15), (0.8, 0.9), (-0.1, 0.9)), c.poly((0.85, 0.45), (1.2, 0.9), (0.5, 0.9), ink=PART), c.oval(0.95, 0.12, 0.11, 0.11, EXTRA)),
    "Tent": lambda c: (c.poly((0.5, 0.1), (1.05, 1), (-0.05, 1)), c.poly((0.5, 0.35), (0.68, 1), (0.32, 1), ink=MARK), c.line((0.5, 0), (0.5, 0.2)), c.poly((0.5, -0.12), (0.7, -0.05), (0.5, 0.02), ink=PART)),
    "Bridge": lambda c: (c.box(-0.3, 0.6, 1.3, 0.68), c.box(0.1, 0.15, 0.18, 0.95, PART), c.box(0.82, 0.15, 0.9, 0.95, PART), c.line((-0.3, 0.6), (0.14, 0.18), (0.35, 0.45), (0.5, 0.5), (0.65, 0.45), (0.86, 0.18), (1.3, 0.6))),
    "Well": lambda c: (c.poly((0.5, 0), (1, 0.3), (0, 0.3), ink=PART), c.line((0.15, 0.3), (0.15, 0.7)), c.line((0.85, 0.3), (0.85, 0.7)), c.box(0.05, 0.68, 0.95, 1), c.line((0.5, 0.3), (0.5, 0.5)), c.line((0.05, 0.84), (0.95, 0.84), ink=MARK)),
    "Volcano": lambda c: (c.poly((0.36, 0.35), (0.64, 0.35), (1.1, 1), (-0.1, 1)), c.poly((0.36, 0.35), (0.64, 0.35), (0.66, 0.55), (0.54, 0.48), (0.48, 0.7), (0.42, 0.5), ink=MARK), c.oval(0.5, 0.2, 0.12, 0.1, PART), c.oval(0.66, 0.06, 0.15, 0.12, PART)),
    "Snowman": lambda c: (c.oval(0.5, 0.75, 0.34, 0.28), c.oval(0.5, 0.35, 0.22, 0.2), c.box(0.3, 0.12, 0.7, 0.18, PART), c.box(0.37, -0.06, 0.63, 0.14, PART), c.dot(0.42, 0.32), c.dot(0.58, 0.32), c.dot(0.5, 0.66), c.dot(0.5, 0.82), c.line((0.2, 0.6), (-0.02, 0.4), ink=PART), c.line((0.8, 0.6), (1.02, 0.4), ink=PART)),
}  # fmt: skip
FOREGROUNDS = {
    "bare": lambda c: None,
    "sea": lambda c: (c.box(-0.2, 1.02, 1.2, 1.08, EXTRA), *(c.line((x, 1.16), (x + 0.2, 1.16), ink=EXTRA) for x in (-0.1, 0.4, 0.9))),
    "mound": lambda c: (c.oval(0.5, 1.14, 0.8, 0.18, EXTRA), c.box(-2, 1.14, 2, 2, BLANK)),
}  # fmt: skip


@family("{}", TOWERS, FOREGROUNDS, palettes="brick stone sand", sizes=(13, 15, 20, 25), most=55)
def landmark(c: Canvas, tower: str, ground: str) -> None:
    FOREGROUNDS[ground](c)
    TOWERS[tower](c)


# Vehicles.

SAILS = {
    "Sailing boat": lambda c: (c.line((0.48, 0), (0.48, 0.7), ink=PART), c.poly((0.54, 0.02), (0.95, 0.6), (0.54, 0.6), ink=MARK), c.poly((0.54, 0.02), (0.95, 0.6), (0.54, 0.6)), c.poly((0.42, 0.15), (0.42, 0.6), (0.12, 0.6))),
    "Steamer": lambda c: (c.box(0.2, 0.5, 0.85, 0.7), c.box(0.4, 0.2, 0.52, 0.5, PART), c.box(0.62, 0.2, 0.74, 0.5, PART), c.oval(0.56, 0.06, 0.12, 0.07, EXTRA), *(c.dot(x, 0.6, size=0.03) for x in (0.3, 0.45, 0.6, 0.75))),
    "Viking ship": lambda c: (c.line((0.5, 0), (0.5, 0.7), ink=PART), c.box(0.22, 0.1, 0.78, 0.55), c.box(0.36, 0.1, 0.46, 0.55, MARK), c.box(0.58, 0.1, 0.68, 0.55, MARK), c.line((0.02, 0.75), (-0.1, 0.45), (-0.2, 0.45), ink=PART), c.line((0.98, 0.75), (1.1, 0.45), ink=PART)),
    "Fishing boat": lambda c: (c.box(0.5, 0.38, 0.82, 0.7), c.box(0.58, 0.45, 0.74, 0.56, MARK), c.line((0.3, 0.08), (0.3, 0.7), ink=PART), c.line((0.3, 0.08), (0.02, 0.5), ink=PART)),
    "Galleon": lambda c: [(c.line((x, 0), (x, 0.7), ink=PART), c.poly((x - 0.14, 0.08), (x + 0.1, 0.08), (x + 0.18, 0.36), (x - 0.08, 0.36)), c.poly((x - 0.16, 0.4), (x + 0.12, 0.4), (x + 0.2, 0.64), (x - 0.1, 0.64))) for x in (0.2, 0.52, 0.84)],
    "Paper boat": lambda c: (c.poly((0.5, 0.2), (0.8, 0.72), (0.2, 0.72)), c.line((0.5, 0.3), (0.5, 0.72), ink=MARK)),
}  # fmt: skip


@family("{}", SAILS, FOREGROUNDS, ("deep", "flat"), ("plain", "flag"), palettes="sea brick sand", sizes=(13, 15, 20, 25), most=42)  # fmt: skip
def boat(c: Canvas, sail: str, sea: str, hull: str, flag: str) -> None:
    if sea != "mound":
        FOREGROUNDS[sea](c)
    SAILS[sail](c)
    low = 1 if hull == "deep" else 0.9
    c.poly((-0.08, 0.7), (1.08, 0.7), (0.88, low), (0.14, low), ink=PART)
    if flag == "flag":
        c.poly((0.48, 0), (0.72, -0.08), (0.48, -0.16), ink=EXTRA)
        c.line((0.48, -0.16), (0.48, 0.05))


@family("Rocket", ("slim", "wide"), ("fins", "swept", "boosters"), ("window", "two", "stripes"), ("none", "fire", "smoke"), palettes="toy stone", sizes=(13, 15, 20), most=24)  # fmt: skip
def rocket(c: Canvas, shape: str, fins: str, detail: str, below: str) -> None:
    wide = 0.14 if shape == "slim" else 0.22
    if fins == "boosters":
        c.box(0.5 - wide - 0.16, 0.45, 0.5 - wide - 0.02, 0.86, PART)
        c.poly((0.5 - wide - 0.09, 0.3), (0.5 - wide - 0.17, 0.46), (0.5 - wide, 0.46), ink=PART)
    else:
        low = 0.85 if fins == "fins" else 1
        c.poly((0.5, 0.5), (0.12, 0.8), (0.12, low), (0.5, 0.8), ink=PART)
    c.oval(0.5, 0.42, wide, 0.44)
    c.box(0.5 - wide * 0.8, 0.5, 0.5 + wide * 0.8, 0.86)
    if detail == "stripes":
        c.box(0, 0.24, 1, 0.3, MARK)
        c.box(0, 0.6, 0.5 - wide - 0.02, 0.63, BLANK)
    for y in {"window": (0.35,), "two": (0.3, 0.55), "stripes": (0.45,)}[detail]:
        c.oval(0.5, y, wide * 0.45, 0.07, MARK)
    if below == "fire":
        c.poly((0.38, 0.88), (0.62, 0.88), (0.5, 1.2), ink=EXTRA)
    if below == "smoke":
        c.oval(0.3, 1.02, 0.14, 0.1, EXTRA)
        c.oval(0.5, 1.08, 0.14, 0.14, EXTRA)
    c.mirror()


RIDES = {
    "Car": lambda c: (c.poly((0.2, 0.4), (0.32, 0.12), (0.72, 0.12), (0.84, 0.4)), c.box(-0.05, 0.38, 1.1, 0.68), c.box(0.34, 0.2, 0.48, 0.38, MARK), c.box(0.56, 0.2, 0.68, 0.38, MARK)),
    "Bus": lambda c: (c.box(-0.1, 0, 1.15, 0.7), *(c.box(x, 0.12, x + 0.16, 0.34, MARK) for x in (0, 0.26, 0.52, 0.78)), c.line((-0.1, 0.48), (1.15, 0.48), ink=MARK)),
    "Lorry": lambda c: (c.box(-0.1, 0, 0.7, 0.66), c.box(0.74, 0.25, 1.1, 0.68, PART), c.box(0.9, 0.32, 1.04, 0.46, MARK), c.line((0.6, 0.62), (0.8, 0.62))),
    "Tractor": lambda c: (c.box(0.1, 0.02, 0.5, 0.08), c.line((0.14, 0.05), (0.14, 0.5)), c.line((0.46, 0.05), (0.46, 0.5)), c.box(0.08, 0.4, 1.05, 0.66), c.line((0.85, 0.12), (0.85, 0.4), ink=PART)),
    "Locomotive": lambda c: (c.box(0, 0, 0.38, 0.7), c.box(0.08, 0.1, 0.3, 0.28, MARK), c.oval(0.9, 0.48, 0.18, 0.2), c.box(0.38, 0.28, 0.9, 0.7), c.box(0.7, 0.02, 0.82, 0.3, PART), c.box(-0.06, -0.06, 0.44, 0.02, PART)),
    "Fire engine": lambda c: (c.box(-0.1, 0.32, 1.1, 0.7), c.box(0.76, 0.14, 1.1, 0.4), c.box(0.86, 0.2, 1.04, 0.36, MARK), c.line((-0.15, 0.2), (0.7, 0.08), ink=PART), c.line((-0.15, 0.05), (0.68, -0.06), ink=PART), *(c.line((x, 0), (x + 0.02, 0.16), ink=PART) for x in (0, 0.2, 0.4, 0.58))),
    "Pram": lambda c: (c.oval(0.5, 0.35, 0.48, 0.35), c.box(0.5, -0.1, 1.2, 0.34, BLANK), c.line((0.95, 0.35), (1.15, 0.2), (1.25, 0.2), ink=PART)),
    "Tram": lambda c: (c.box(0, 0.05, 1, 0.7), *(c.box(x, 0.15, x + 0.2, 0.38, MARK) for x in (0.08, 0.4, 0.72)), c.line((0.3, 0.05), (0.5, -0.12), (0.7, 0.05)), c.line((0.2, -0.14), (0.8, -0.14), ink=PART)),
}  # fmt: skip


@family("{}", RIDES, (0.13, 0.18), ("full", "hub"), ("bare", "road"), palettes="toy brick sea", sizes=(13, 15, 20, 25), most=48)  # fmt: skip
def vehicle(c: Canvas, ride: str, wheel: float, hub: str, road: str) -> None:
    RIDES[ride](c)
    for x in (0.2, 0.82):
        c.oval(x, 0.74, wheel + 0.045, wheel + 0.045, BLANK)
        c.oval(x, 0.75, wheel, wheel, PART)
        if hub == "hub":
            c.dot(x, 0.75, size=0.05)
    if road == "road":
        c.box(-0.2, 0.95, 1.25, 1, EXTRA)


FLYERS = {
    "Balloon": lambda c: (c.oval(0.5, 0.32, 0.38, 0.34), c.poly((0.2, 0.5), (0.8, 0.5), (0.6, 0.8), (0.4, 0.8)), c.line((0.36, 0.75), (0.4, 0.95)), c.line((0.64, 0.75), (0.6, 0.95)), c.box(0.38, 0.92, 0.62, 1.06, PART)),
    "Flying saucer": lambda c: (c.oval(0.5, 0.4, 0.26, 0.24, PART), c.oval(0.5, 0.52, 0.55, 0.15), *(c.dot(x, 0.52, size=0.03) for x in (0.2, 0.5, 0.8)), c.poly((0.36, 0.68), (0.64, 0.68), (0.84, 1), (0.16, 1), ink=EXTRA)),
    "Aeroplane": lambda c: (c.oval(0.5, 0.5, 0.09, 0.5), c.poly((0.5, 0.35), (1.1, 0.6), (1.1, 0.7), (0.5, 0.55), (-0.1, 0.7), (-0.1, 0.6), ink=PART), c.poly((0.5, 0.82), (0.76, 0.96), (0.5, 0.94), (0.24, 0.96), ink=PART)),
    "Helicopter": lambda c: (c.line((0, 0.05), (1, 0.05), ink=PART), c.line((0.4, 0.05), (0.4, 0.2)), c.oval(0.38, 0.42, 0.34, 0.24), c.line((0.6, 0.4), (1.1, 0.34), size=0.04), c.line((1.1, 0.2), (1.1, 0.48), ink=PART), c.line((0.1, 0.82), (0.7, 0.82), ink=PART), c.line((0.3, 0.6), (0.3, 0.8)), c.line((0.5, 0.6), (0.5, 0.8)), c.box(0.1, 0.3, 0.3, 0.44, MARK)),
    "Kite": lambda c: (c.poly((0.5, 0), (0.85, 0.35), (0.5, 0.75), (0.15, 0.35)), c.line((0.5, 0.02), (0.5, 0.74), ink=MARK), c.line((0.15, 0.35), (0.85, 0.35), ink=MARK), c.line((0.5, 0.75), (0.6, 0.9), (0.45, 1), (0.55, 1.15), ink=PART)),
    "Airship": lambda c: (c.oval(0.5, 0.35, 0.52, 0.24), c.poly((0.8, 0.35), (1.12, 0.08), (1.12, 0.62), ink=PART), c.box(0.36, 0.6, 0.64, 0.74, PART), c.line((0.1, 0.35), (0.7, 0.35), ink=MARK)),
    "Parachute": lambda c: (c.oval(0.5, 0.35, 0.5, 0.36), c.box(-1, 0.36, 2, 2, BLANK), c.line((0.04, 0.36), (0.48, 0.8)), c.line((0.96, 0.36), (0.52, 0.8)), c.dot(0.5, 0.78, PART, 0.07), c.box(0.44, 0.84, 0.56, 1.1, PART)),
    "Satellite": lambda c: (c.box(0.4, 0.35, 0.6, 0.65), c.box(-0.1, 0.38, 0.3, 0.62, PART), c.box(0.7, 0.38, 1.1, 0.62, PART), c.line((0.3, 0.5), (0.7, 0.5)), c.line((0.1, 0.38), (0.1, 0.62), ink=MARK), c.line((0.9, 0.38), (0.9, 0.62), ink=MARK), c.line((0.5, 0.35), (0.5, 0.15)), c.oval(0.5, 0.14, 0.14, 0.06)),
}  # fmt: skip
SKIES = {
    "clear": lambda c: None,
    "cloud": lambda c: (c.oval(1, 1.12, 0.2, 0.1, EXTRA), c.oval(0.84, 1.16, 0.14, 0.07, EXTRA)),
    "stars": lambda c: [c.dot(x, y, EXTRA, 0.02) for x, y in ((-0.05, 0.1), (1.1, 0), (0, 0.95))],
}


@family("{}", FLYERS, SKIES, ("plain", "band"), palettes="toy sea night", sizes=(15, 20, 25), most=42)  # fmt: skip
def flyer(c: Canvas, kind: str, sky: str, band: str) -> None:
    FLYERS[kind](c)
    if band == "band" and kind in ("Balloon", "Parachute"):
        c.line((0.5, 0), (0.5, 0.6 if kind == "Balloon" else 0.3), ink=MARK)
        c.line((0.3, 0.1), (0.36, 0.6 if kind == "Balloon" else 0.3), ink=MARK)
        c.mirror()
    SKIES[sky](c)


# Things.

THINGS = {
    "Cup": lambda c: (c.oval(0.82, 0.5, 0.22, 0.2), c.oval(0.82, 0.5, 0.12, 0.1, BLANK), c.poly((0.05, 0.25), (0.8, 0.25), (0.7, 0.85), (0.15, 0.85)), c.box(-0.05, 0.92, 0.95, 1, PART), c.line((0.3, 0.14), (0.36, 0), ink=EXTRA), c.line((0.55, 0.14), (0.61, 0), ink=EXTRA)),
    "Teapot": lambda c: (c.oval(0.5, 0.6, 0.38, 0.32), c.line((0.15, 0.6), (-0.05, 0.42), (-0.12, 0.36), size=0.05), c.oval(0.95, 0.56, 0.2, 0.2), c.oval(0.95, 0.56, 0.1, 0.1, BLANK), c.oval(0.5, 0.26, 0.22, 0.07, PART), c.dot(0.5, 0.16, PART, 0.05)),
    "Goblet": lambda c: (c.oval(0.5, 0.2, 0.32, 0.4), c.box(0, -0.5, 1, 0.05, BLANK), c.box(0.45, 0.55, 0.55, 0.9), c.oval(0.5, 0.95, 0.26, 0.07), c.line((0.25, 0.2), (0.75, 0.2), ink=MARK)),
    "Cocktail": lambda c: (c.poly((0, 0.15), (1, 0.15), (0.5, 0.6)), c.line((0.5, 0.6), (0.5, 0.95)), c.box(0.25, 0.93, 0.75, 1), c.line((0.5, 0.4), (0.85, -0.1), ink=PART), c.oval(0.2, 0.1, 0.13, 0.11, EXTRA)),
    "Bottle": lambda c: (c.box(0.4, 0, 0.6, 0.3), c.oval(0.5, 0.42, 0.24, 0.16), c.box(0.26, 0.42, 0.74, 1), c.box(0.3, 0.58, 0.7, 0.8, MARK), c.box(0.38, -0.05, 0.62, 0.04, PART)),
    "Chair": lambda c: (c.line((0.2, 0), (0.2, 1), size=0.05), c.box(0.16, 0.5, 0.85, 0.6), c.line((0.8, 0.6), (0.8, 1), size=0.05), c.box(0.16, 0.1, 0.3, 0.4, PART)),
    "Lamp": lambda c: (c.poly((0.3, 0), (0.7, 0), (0.9, 0.4), (0.1, 0.4), ink=PART), c.box(0.46, 0.4, 0.54, 0.9), c.oval(0.5, 0.94, 0.28, 0.08)),
    "Bed": lambda c: (c.box(0, 0.2, 0.08, 1), c.box(1.2, 0.45, 1.28, 1), c.box(0, 0.65, 1.28, 0.8), c.oval(0.25, 0.56, 0.18, 0.09, PART), c.oval(0.85, 0.6, 0.4, 0.13, EXTRA)),
    "Table": lambda c: (c.box(-0.1, 0.4, 1.1, 0.5), c.box(0, 0.5, 0.1, 1), c.box(0.9, 0.5, 1, 1), c.poly((0.38, 0.2), (0.62, 0.2), (0.58, 0.4), (0.42, 0.4), ink=PART), c.oval(0.5, 0.12, 0.16, 0.12, EXTRA)),
    "Clock": lambda c: (c.oval(0.5, 0.5, 0.45, 0.45), c.oval(0.5, 0.5, 0.34, 0.34, MARK), c.line((0.5, 0.5), (0.5, 0.25)), c.line((0.5, 0.5), (0.68, 0.56)), c.oval(0.15, 0.08, 0.12, 0.1, PART), c.oval(0.85, 0.08, 0.12, 0.1, PART)),
    "Hammer": lambda c: (c.box(0.44, 0.3, 0.58, 1.1, PART), c.poly((0.1, 0.12), (0.25, 0), (0.85, 0), (0.85, 0.3), (0.1, 0.3))),
    "Key": lambda c: (c.oval(0.5, 0.18, 0.22, 0.18), c.oval(0.5, 0.18, 0.1, 0.08, BLANK), c.box(0.44, 0.34, 0.56, 1.1), c.box(0.56, 0.84, 0.76, 0.92), c.box(0.56, 1, 0.7, 1.1)),
    "Sword": lambda c: (c.poly((0.5, 0), (0.58, 0.12), (0.58, 0.72), (0.42, 0.72), (0.42, 0.12)), c.box(0.2, 0.72, 0.8, 0.8, PART), c.box(0.44, 0.8, 0.56, 1, PART), c.oval(0.5, 1.03, 0.09, 0.06, PART)),
    "Axe": lambda c: (c.box(0.44, 0, 0.54, 1.1, PART), c.poly((0.5, 0.12), (0.95, -0.02), (1, 0.3), (0.95, 0.5), (0.5, 0.32))),
    "Anchor": lambda c: (c.oval(0.5, 0.1, 0.14, 0.12), c.oval(0.5, 0.1, 0.06, 0.05, BLANK), c.box(0.45, 0.2, 0.55, 1), c.box(0.25, 0.3, 0.75, 0.38), c.line((0.08, 0.62), (0.2, 0.86), (0.5, 0.98), size=0.05), c.line((0.92, 0.62), (0.8, 0.86), (0.5, 0.98), size=0.05)),
    "Umbrella": lambda c: (c.oval(0.5, 0.5, 0.5, 0.45), c.box(-1, 0.5, 2, 2, BLANK), c.line((0.5, 0), (0.5, 0.92), ink=PART), c.line((0.5, 0.95), (0.42, 1), (0.34, 0.92), ink=PART), c.line((0.33, 0.2), (0.3, 0.48), ink=MARK), c.line((0.67, 0.2), (0.7, 0.48), ink=MARK)),
    "Magnifier": lambda c: (c.oval(0.38, 0.36, 0.36, 0.36), c.oval(0.38, 0.36, 0.25, 0.25, MARK), c.line((0.65, 0.65), (1, 1), ink=PART, size=0.08)),
    "Scissors": lambda c: (c.line((0.25, 0), (0.62, 0.7), size=0.05), c.line((0.75, 0), (0.38, 0.7), size=0.05), c.oval(0.25, 0.85, 0.18, 0.15, PART), c.oval(0.25, 0.85, 0.08, 0.06, BLANK), c.oval(0.75, 0.85, 0.18, 0.15, PART), c.oval(0.75, 0.85, 0.08, 0.06, BLANK)),
    "Gift": lambda c: (c.box(0.05, 0.4, 0.95, 1), c.box(0, 0.3, 1, 0.42, PART), c.box(0.44, 0.3, 0.56, 1, MARK), c.oval(0.32, 0.2, 0.18, 0.1, EXTRA), c.oval(0.68, 0.2, 0.18, 0.1, EXTRA)),
    "Bell": lambda c: (c.oval(0.5, 0.38, 0.3, 0.36), c.poly((0.2, 0.38), (0.8, 0.38), (0.98, 0.82), (0.02, 0.82)), c.oval(0.5, 0.92, 0.12, 0.09, PART), c.dot(0.5, 0, PART, 0.05)),
    "Lantern": lambda c: (c.line((0.3, 0.15), (0.5, -0.05), (0.7, 0.15)), c.box(0.2, 0.15, 0.8, 0.25), c.box(0.25, 0.25, 0.75, 0.85, MARK), c.line((0.22, 0.25), (0.22, 0.85)), c.line((0.78, 0.25), (0.78, 0.85)), c.poly((0.5, 0.35), (0.64, 0.7), (0.36, 0.7), ink=PART), c.box(0.15, 0.85, 0.85, 0.98)),
    "Candle": lambda c: (c.box(0.38, 0.35, 0.62, 0.9), c.oval(0.5, 0.14, 0.1, 0.16, EXTRA), c.oval(0.5, 0.95, 0.4, 0.08, PART), c.oval(0.88, 0.88, 0.13, 0.1, PART)),
    "Guitar": lambda c: (c.oval(0.5, 0.8, 0.32, 0.26), c.oval(0.5, 0.54, 0.24, 0.18), c.box(0.45, 0, 0.55, 0.5, PART), c.box(0.4, -0.1, 0.6, 0.04, PART), c.oval(0.5, 0.64, 0.09, 0.08, MARK)),
    "Trophy": lambda c: (c.oval(0.2, 0.25, 0.2, 0.18), c.oval(0.8, 0.25, 0.2, 0.18), c.oval(0.2, 0.25, 0.1, 0.08, BLANK), c.oval(0.8, 0.25, 0.1, 0.08, BLANK), c.oval(0.5, 0.2, 0.3, 0.42), c.box(-1, -1, 2, 0.05, BLANK), c.box(0.45, 0.55, 0.55, 0.85), c.box(0.25, 0.84, 0.75, 1, PART)),
    "Spectacles": lambda c: (c.oval(0.2, 0.5, 0.24, 0.22), c.oval(0.8, 0.5, 0.24, 0.22), c.oval(0.2, 0.5, 0.15, 0.13, MARK), c.oval(0.8, 0.5, 0.15, 0.13, MARK), c.line((0.4, 0.46), (0.6, 0.46)), c.line((0, 0.4), (-0.1, 0.15)), c.line((1, 0.4), (1.1, 0.15))),
    "Hourglass": lambda c: (c.box(0.1, 0, 0.9, 0.1, PART), c.box(0.1, 0.9, 0.9, 1, PART), c.poly((0.2, 0.1), (0.8, 0.1), (0.2, 0.9), (0.8, 0.9)), c.poly((0.3, 0.16), (0.7, 0.16), (0.62, 0.28), (0.38, 0.28), ink=MARK)),
    "T-shirt": lambda c: (c.poly((0.3, 0), (0.7, 0), (1.05, 0.25), (0.9, 0.45), (0.75, 0.35), (0.75, 1), (0.25, 1), (0.25, 0.35), (0.1, 0.45), (-0.05, 0.25)), c.oval(0.5, 0, 0.13, 0.1, BLANK), c.oval(0.5, 0.5, 0.12, 0.12, MARK)),
    "Boot": lambda c: (c.box(0.2, 0, 0.6, 0.7), c.oval(0.68, 0.76, 0.36, 0.16), c.box(0.2, 0.6, 0.7, 0.92), c.box(0.18, 0.9, 1.02, 1, PART), c.box(0.16, 0, 0.64, 0.12, PART)),
    "Balance": lambda c: (c.box(0.46, 0.1, 0.54, 0.92), c.box(0.25, 0.9, 0.75, 1, PART), c.line((0.05, 0.18), (0.95, 0.18), size=0.04), c.line((0.15, 0.2), (0.02, 0.5)), c.line((0.15, 0.2), (0.28, 0.5)), c.line((0.85, 0.2), (0.72, 0.5)), c.line((0.85, 0.2), (0.98, 0.5)), c.oval(0.15, 0.52, 0.19, 0.07, PART), c.oval(0.85, 0.52, 0.19, 0.07, PART)),
    "Computer": lambda c: (c.box(0, 0, 1.2, 0.7), c.box(0.1, 0.1, 1.1, 0.58, MARK), c.box(0.5, 0.7, 0.7, 0.86), c.box(0.25, 0.86, 0.95, 0.96, PART), c.line((0.25, 0.25), (0.7, 0.25)), c.line((0.25, 0.42), (0.9, 0.42))),
    "Camera": lambda c: (c.box(0, 0.2, 1.2, 0.9), c.box(0.4, 0.06, 0.8, 0.22), c.oval(0.6, 0.55, 0.26, 0.26, MARK), c.oval(0.6, 0.55, 0.13, 0.13), c.box(0.06, 0.28, 0.2, 0.38, MARK), c.box(0.95, 0.1, 1.12, 0.2, PART)),
    "Skull": lambda c: (c.oval(0.5, 0.4, 0.44, 0.4), c.box(0.25, 0.6, 0.75, 0.98), c.oval(0.32, 0.42, 0.12, 0.13, MARK), c.oval(0.68, 0.42, 0.12, 0.13, MARK), c.poly((0.5, 0.54), (0.57, 0.68), (0.43, 0.68), ink=MARK), c.line((0.42, 0.8), (0.42, 1), ink=MARK), c.line((0.58, 0.8), (0.58, 1), ink=MARK)),
}  # fmt: skip


@family("{}", THINGS, ("new",), palettes="toy brick sand wood stone", sizes=(12, 15, 20, 25), most=100)  # fmt: skip
def thing(c: Canvas, kind: str, _: str) -> None:
    THINGS[kind](c)


# Signs, letters, words.


@family("Star", (4, 5, 6, 7, 8), (0.35, 0.5, 0.65), ("full", "hollow", "ring"), palettes="sand night", sizes=(13, 15, 20), most=22)  # fmt: skip
def star(c: Canvas, points: int, depth: float, style: str) -> None:
    def ring(size: float, ink: int) -> None:
        turns = ((at, math.pi * at / points) for at in range(2 * points))
        c.poly(*((0.5 + (depth if at % 2 else 1) * size * math.sin(t), 0.5 - (depth if at % 2 else 1) * size * math.cos(t)) for at, t in turns), ink=ink)  # fmt: skip

    if style == "ring":
        c.oval(0.5, 0.5, 0.62, 0.62, PART)
        c.oval(0.5, 0.5, 0.54, 0.54, BLANK)
    ring(0.5, BODY)
    if style == "hollow":
        ring(0.25, MARK)
    c.mirror()


SIGNS = {
    "Heart": lambda c: (c.oval(0.27, 0.28, 0.27, 0.27), c.oval(0.73, 0.28, 0.27, 0.27), c.poly((0.03, 0.38), (0.97, 0.38), (0.5, 1))),
    "Spade": lambda c: (c.oval(0.25, 0.58, 0.25, 0.24), c.oval(0.75, 0.58, 0.25, 0.24), c.poly((0.02, 0.52), (0.98, 0.52), (0.5, 0)), c.poly((0.5, 0.6), (0.68, 1), (0.32, 1))),
    "Club": lambda c: (c.oval(0.5, 0.22, 0.22, 0.22), c.oval(0.22, 0.58, 0.22, 0.22), c.oval(0.78, 0.58, 0.22, 0.22), c.poly((0.5, 0.35), (0.68, 1), (0.32, 1))),
    "Diamond": lambda c: c.poly((0.5, 0), (0.88, 0.5), (0.5, 1), (0.12, 0.5)),
    "Arrow up": lambda c: (c.poly((0.5, 0), (1, 0.5), (0, 0.5)), c.box(0.33, 0.5, 0.67, 1)),
    "Arrow right": lambda c: (c.poly((1, 0.5), (0.5, 0), (0.5, 1)), c.box(0, 0.33, 0.5, 0.67)),
    "Lightning": lambda c: c.poly((0.6, 0), (0.1, 0.55), (0.45, 0.55), (0.3, 1), (0.9, 0.38), (0.52, 0.38), (0.85, 0)),
    "Tick": lambda c: c.line((0.05, 0.55), (0.38, 0.88), (0.95, 0.15), size=0.09),
    "Cross": lambda c: (c.line((0.1, 0.1), (0.9, 0.9), size=0.09), c.line((0.9, 0.1), (0.1, 0.9), size=0.09)),
    "Pawn": lambda c: (c.oval(0.5, 0.2, 0.2, 0.2), c.poly((0.5, 0.2), (0.72, 0.85), (0.28, 0.85)), c.box(0.15, 0.85, 0.85, 1), c.box(0.3, 0.4, 0.7, 0.46)),
    "Rook": lambda c: (*(c.box(x, 0, x + 0.16, 0.16) for x in (0.14, 0.42, 0.7)), c.box(0.14, 0.14, 0.86, 0.3), c.box(0.26, 0.3, 0.74, 0.84), c.box(0.1, 0.84, 0.9, 1), c.line((0.26, 0.4), (0.74, 0.4), ink=MARK)),
    "Bishop": lambda c: (c.oval(0.5, 0.36, 0.24, 0.3), c.dot(0.5, 0, size=0.06, ink=BODY), c.line((0.52, 0.4), (0.68, 0.2), ink=MARK), c.box(0.4, 0.6, 0.6, 0.85), c.box(0.15, 0.86, 0.85, 1), c.box(0.28, 0.68, 0.72, 0.74)),
    "Queen": lambda c: (c.poly((0, 0.12), (0.26, 0.5), (0.3, 0.08), (0.5, 0.45), (0.7, 0.08), (0.74, 0.5), (1, 0.12), (0.78, 0.8), (0.22, 0.8)), c.box(0.14, 0.84, 0.86, 1)),
    "King": lambda c: (c.line((0.5, 0), (0.5, 0.3)), c.line((0.38, 0.1), (0.62, 0.1)), c.oval(0.26, 0.48, 0.24, 0.2), c.oval(0.74, 0.48, 0.24, 0.2), c.poly((0.05, 0.5), (0.95, 0.5), (0.75, 0.84), (0.25, 0.84)), c.box(0.14, 0.88, 0.86, 1)),
    "Knight": lambda c: (c.poly((0.35, 0.05), (0.5, 0.1), (0.8, 0.3), (0.85, 0.82), (0.3, 0.82), (0.5, 0.5), (0.2, 0.58), (0.08, 0.45)), c.box(0.15, 0.86, 0.95, 1), c.dot(0.42, 0.26)),
    "Note": lambda c: (c.oval(0.2, 0.85, 0.2, 0.15), c.oval(0.78, 0.75, 0.2, 0.15), c.line((0.36, 0.85), (0.36, 0.15), size=0.04), c.line((0.94, 0.75), (0.94, 0.05), size=0.04), c.poly((0.34, 0.1), (0.97, 0), (0.97, 0.2), (0.34, 0.3))),
    "Letter": lambda c: (c.box(0, 0, 1.2, 0.8), c.line((0, 0.05), (0.6, 0.48), (1.2, 0.05), ink=MARK)),
    "Padlock": lambda c: (c.oval(0.5, 0.32, 0.32, 0.32), c.oval(0.5, 0.34, 0.2, 0.2, BLANK), c.box(0.3, 0.34, 0.7, 0.5, BLANK), c.box(0.18, 0.34, 0.3, 0.5), c.box(0.7, 0.34, 0.82, 0.5), c.box(0.08, 0.45, 0.92, 1, PART), c.dot(0.5, 0.66, size=0.08), c.line((0.5, 0.7), (0.5, 0.85), ink=MARK)),
    "Sun": lambda c: (*(c.line((0.5, 0.5), (0.5 + 0.5 * math.sin(math.tau * a / 8), 0.5 - 0.5 * math.cos(math.tau * a / 8)), ink=PART) for a in range(8)), c.oval(0.5, 0.5, 0.34, 0.34, BLANK), c.oval(0.5, 0.5, 0.26, 0.26)),
    "Crescent": lambda c: (c.oval(0.5, 0.5, 0.5, 0.5), c.oval(0.72, 0.42, 0.42, 0.42, BLANK), c.dot(0.8, 0.4, PART, 0.07)),
    "Cloud with rain": lambda c: (c.oval(0.3, 0.35, 0.28, 0.22), c.oval(0.62, 0.26, 0.28, 0.26), c.oval(0.85, 0.4, 0.22, 0.18), c.box(0.15, 0.4, 0.95, 0.56), *(c.line((x, 0.68), (x - 0.08, 0.9), ink=PART) for x in (0.3, 0.58, 0.86))),
    "Yin and yang": lambda c: (c.oval(0.5, 0.5, 0.5, 0.5), c.oval(0.5, 0.5, 0.43, 0.43, BLANK), c.paint(lambda x, y: x < 0.5 and (x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.25, BODY), c.oval(0.5, 0.27, 0.22, 0.22), c.oval(0.5, 0.73, 0.22, 0.22, BLANK), c.dot(0.5, 0.27, MARK, 0.07), c.dot(0.5, 0.73, BODY, 0.07)),
    "Target": lambda c: (c.oval(0.5, 0.5, 0.5, 0.5), c.oval(0.5, 0.5, 0.36, 0.36, MARK), c.oval(0.5, 0.5, 0.2, 0.2)),
    "Gear": lambda c: (*(c.line((0.5, 0.5), (0.5 + 0.48 * math.sin(math.tau * a / 8), 0.5 - 0.48 * math.cos(math.tau * a / 8)), size=0.075) for a in range(8)), c.oval(0.5, 0.5, 0.36, 0.36), c.oval(0.5, 0.5, 0.15, 0.15, MARK)),
}  # fmt: skip


@family("{}", SIGNS, ("full", "framed", "broken"), palettes="rose sand night", sizes=(10, 15, 20), most=70)  # fmt: skip
def sign(c: Canvas, kind: str, style: str) -> None:
    SIGNS[kind](c)
    if style == "framed" and c.width > 13:
        for line in (((-0.15, -0.15), (1.15, -0.15)), ((-0.15, 1.15), (1.15, 1.15)), ((-0.15, -0.15), (-0.15, 1.15)), ((1.15, -0.15), (1.15, 1.15))):  # fmt: skip
            c.line(*line, ink=EXTRA)
    if style == "broken" and kind in ("Heart", "Diamond", "Target", "Spade", "Club"):
        c.line((0.5, 0.1), (0.42, 0.35), (0.58, 0.55), (0.48, 0.85), ink=MARK)


SCENES = {
    "Island": lambda c: (c.oval(0.5, 0.95, 0.4, 0.16, PART), c.line((0.5, 0.85), (0.52, 0.6), (0.6, 0.35), ink=MARK), c.line((0.5, 0.85), (0.52, 0.6), (0.6, 0.35), ink=PART), *(c.line((0.6, 0.33), *tip, size=0.04) for tip in (((0.4, 0.2), (0.22, 0.35)), ((0.8, 0.2), (0.98, 0.35)), ((0.45, 0.35), (0.36, 0.52)), ((0.76, 0.36), (0.84, 0.52))))),
    "Mountains": lambda c: (c.poly((0.3, 0.2), (0.75, 1), (-0.2, 1)), c.poly((0.8, 0.42), (1.2, 1), (0.4, 1)), c.poly((0.3, 0.2), (0.42, 0.42), (0.34, 0.38), (0.27, 0.48), (0.18, 0.42), ink=MARK)),
    "Hills": lambda c: (c.oval(0.15, 1, 0.42, 0.38), c.oval(0.8, 1, 0.5, 0.5), c.box(-2, 1, 3, 3, BLANK)),
    "Pines": lambda c: [(c.poly((x, y), (x + 0.17, 0.85), (x - 0.17, 0.85)), c.box(x - 0.03, 0.85, x + 0.03, 1, PART)) for x, y in ((0.1, 0.4), (0.5, 0.25), (0.92, 0.45))],
    "Desert": lambda c: (c.oval(0.2, 1, 0.5, 0.22, PART), c.oval(0.9, 1.02, 0.5, 0.3, PART), c.box(-2, 1, 3, 3, BLANK), c.box(0.44, 0.4, 0.54, 0.85), c.line((0.46, 0.66), (0.3, 0.66), (0.3, 0.5), size=0.035), c.line((0.52, 0.58), (0.68, 0.58), (0.68, 0.44), size=0.035)),
    "Cottage": lambda c: (c.box(0.35, 0.65, 0.8, 1), c.poly((0.575, 0.38), (0.88, 0.68), (0.27, 0.68), ink=PART), c.box(0.52, 0.8, 0.64, 1, MARK), c.poly((0.08, 0.4), (0.22, 0.95), (-0.06, 0.95), ink=EXTRA)),
    "Ship": lambda c: (c.poly((0.1, 0.82), (0.95, 0.82), (0.8, 0.98), (0.25, 0.98), ink=PART), c.line((0.5, 0.4), (0.5, 0.82), ink=PART), c.poly((0.54, 0.42), (0.85, 0.76), (0.54, 0.76)), c.poly((0.46, 0.5), (0.46, 0.76), (0.25, 0.76))),
}  # fmt: skip
LIGHTS = {
    "sun": lambda c: (c.oval(0.1, 0.1, 0.12, 0.12, EXTRA), *(c.line((0.1, 0.1), (0.1 + x, 0.1 + y), ink=EXTRA) for x, y in ((0.24, 0), (0, 0.24), (0.18, 0.18)))),
    "moon": lambda c: (c.oval(1, 0.08, 0.14, 0.14, EXTRA), c.oval(1.06, 0.04, 0.11, 0.11, BLANK)),
    "clouds": lambda c: (c.oval(0.1, 0.12, 0.18, 0.08, EXTRA), c.oval(0.16, 0.06, 0.1, 0.08, EXTRA), c.oval(0.98, 0.22, 0.16, 0.07, EXTRA)),
    "birds": lambda c: [c.line((x - 0.1, y - 0.06), (x, y), (x + 0.1, y - 0.06), ink=EXTRA) for x, y in ((0.05, 0.15), (0.95, 0.12))],
}  # fmt: skip
SHORES = {
    "ground": lambda c: c.box(-0.2, 1, 1.2, 1.06, EXTRA),
    "water": lambda c: (c.box(-0.25, 1, 1.25, 1.07, EXTRA), *(c.line((x, 1.16), (x + 0.2, 1.16), ink=EXTRA) for x in (-0.2, 0.3, 0.8)), *(c.line((x, 1.26), (x + 0.2, 1.26), ink=EXTRA) for x in (0.05, 0.55))),
}  # fmt: skip


@family("{}", SCENES, LIGHTS, SHORES, palettes="sand leaf night sea", sizes=(20, 25, 30), most=70)  # fmt: skip
def scene(c: Canvas, kind: str, light: str, shore: str) -> None:
    LIGHTS[light](c)
    SCENES[kind](c)
    SHORES[shore](c)


#: A font of five by seven cells: each character is a row, its bits in base 32 are the cells.
FONT = dict(
    pair.split("=")
    for pair in [
        "A=ehhvhhh",
        "B=uhhuhhu",
        "C=ehggghe",
        "D=uhhhhhu",
        "E=vgguggv",
        "F=vgguggg",
        "G=ehgnhhe",
        "H=hhhvhhh",
        "I=e44444e",
        "J=7222iic",
        "K=hikokih",
        "L=ggggggv",
        "M=hrllhhh",
        "N=hpljhhh",
        "O=ehhhhhe",
        "P=uhhuggg",
        "Q=ehhhlid",
        "R=uhhukih",
        "S=fgge11u",
        "T=v444444",
        "U=hhhhhhe",
        "V=hhhhha4",
        "W=hhhllrh",
        "X=hha4ahh",
        "Y=hha4444",
        "Z=v1248gv",
        "0=ehjlphe",
        "1=4c4444e",
        "2=eh168gv",
        "3=eh161he",
        "4=26aiv22",
        "5=vgu11he",
        "6=68guhhe",
        "7=v124888",
        "8=ehhehhe",
        "9=ehhf12c",
    ]
)


def write(c: Canvas, text: str, scale: int = 1, at: Point = (2, 2)) -> None:
    """Write letters, a cell apart, their upper left corner at a column and a row."""
    for place, letter in enumerate(text):
        for row, digit in enumerate(FONT[letter]):
            for column in range(5):
                if int(digit, 32) >> (4 - column) & 1:
                    for down, across in itertools.product(range(scale), repeat=2):
                        x = int(at[0]) + (place * 6 + column) * scale + across
                        c.cells[int(at[1]) + row * scale + down, x] = BODY


def surround(c: Canvas, steps: tuple[Point, ...], ink: int) -> None:
    """Paint the blank cells that lie some steps from the painted ones."""
    for row, column in [cell for cell, painted in c.cells.items() if painted == BODY]:
        for down, across in steps:
            c.cells.setdefault((row + int(down), column + int(across)), ink)


AROUND: tuple[Point, ...] = tuple(itertools.product((-1, 0, 1), repeat=2))


@family("{}", FONT, ("plain", "bold", "shadow", "outline", "plate"), palettes="toy night", sizes=(), most=130)  # fmt: skip
def letter(c: Canvas, text: str, style: str) -> None:
    write(c, text, 1 if style in ("plain", "plate") else 2)
    if style == "bold":
        surround(c, ((0, 1),), BODY)
    if style == "shadow":
        surround(c, ((1, 1),), EXTRA)
    if style == "outline":
        surround(c, AROUND, PART)
        for cell in [cell for cell, ink in c.cells.items() if ink == BODY]:
            c.cells[cell] = MARK
    if style == "plate":
        for row, column in itertools.product(range(11), range(9)):
            c.cells[row, column] = MARK if (row, column) in c.cells else BODY


WORDS = ["SUN", "SEA", "SKY", "CAT", "DOG", "OWL", "BEE", "FOX", "TEA", "JAM", "PIE", "ICE", "HAT", "KEY", "MAP", "BUS", "ZOO", "YES", "WOW", "HEY", "LOVE", "STAR", "MOON", "RAIN", "SNOW", "WIND", "FISH", "BIRD", "FROG", "BEAR", "LION", "TREE", "ROSE", "LEAF", "CAKE", "MILK", "SOUP", "JAZZ", "ROCK", "SONG", "GAME", "PLAY", "CHESS", "HELLO"]  # fmt: skip


@family("{}", WORDS, ("plain", "under", "frame", "plate"), palettes="toy rose", sizes=(), most=60)
def word(c: Canvas, text: str, style: str) -> None:
    write(c, text)
    wide = 6 * len(text) + 3
    if style == "under":
        c.cells.update({(10, column): PART for column in range(2, wide - 2)})
    if style == "frame":
        for row, column in itertools.product(range(11), range(wide)):
            if row in (0, 10) or column in (0, wide - 1):
                c.cells[row, column] = PART
    if style == "plate":
        for row, column in itertools.product(range(1, 10), range(1, wide - 1)):
            c.cells[row, column] = MARK if (row, column) in c.cells else BODY


# Ornaments: what is drawn in one eighth of the square is repeated in the others.


def repeat(c: Canvas, mirrored: bool = True) -> None:
    """Turn the upper left quarter into all four, and mirror it in its diagonal."""
    last = c.width - 1
    for (row, column), ink in sorted(c.cells.items()):
        for _ in range(4):
            for cell in ((row, column), (column, row))[: 1 + mirrored]:
                if ink:
                    c.cells[cell] = ink
            row, column = column, last - row


MOTIFS = {
    "spoke": lambda c: c.line((0.5, 0.02), (0.5, 0.5), size=0.02),
    "twigs": lambda c: c.line((0.34, 0.1), (0.5, 0.26), size=0.02),
    "low twigs": lambda c: c.line((0.4, 0.26), (0.5, 0.36), size=0.02),
    "diagonal": lambda c: c.line((0.14, 0.14), (0.5, 0.5), size=0.02),
    "corners": lambda c: c.poly((0.02, 0.02), (0.24, 0.02), (0.02, 0.24), ink=PART),
    "diamond": lambda c: c.line((0.5, 0.2), (0.2, 0.5), ink=PART, size=0.025),
    "wide diamond": lambda c: c.line((0.5, 0), (0, 0.5), size=0.03),
    "frame": lambda c: c.line((0, 0), (0.5, 0), ink=PART, size=0.02),
    "square": lambda c: c.line((0.24, 0.24), (0.5, 0.24), size=0.025),
    "petals": lambda c: c.oval(0.5, 0.22, 0.1, 0.2),
    "leaves": lambda c: c.poly((0.12, 0.12), (0.4, 0.22), (0.5, 0.5), (0.22, 0.4), ink=PART),
    "beads": lambda c: c.oval(0.22, 0.22, 0.09, 0.09, PART),
    "heart": lambda c: c.oval(0.5, 0.5, 0.14, 0.14),
    "tips": lambda c: c.poly((0.5, 0), (0.6, 0.12), (0.5, 0.24), (0.4, 0.12)),
}


@family("{}", ("Snowflake", "Rosette", "Tile"), tuple(itertools.combinations(MOTIFS, 3)), (10, 11, 13, 15, 17, 19), palettes="sea violet brick", sizes=(), most=110)  # fmt: skip
def ornament(c: Canvas, kind: str, motifs: tuple[str, ...], side: int) -> None:
    needed = {"Snowflake": {"spoke"}, "Rosette": {"petals", "leaves", "beads"}, "Tile": {"frame", "corners", "square", "wide diamond"}}  # fmt: skip
    if not needed[kind] & {*motifs} or (kind != "Tile" and needed["Tile"] & {*motifs}):
        return
    c.width = c.height = side
    for motif in motifs:
        MOTIFS[motif](c)
    repeat(c)


@family("{}", ("Spiral", "Meander", "Labyrinth", "Whirl", "Plait"), (9, 10, 11, 13, 15, 17, 19), sizes=(), most=20)  # fmt: skip
def pattern(c: Canvas, kind: str, side: int) -> None:
    c.width = c.height = side
    if kind == "Spiral":
        row, column, down, across, length = 0, 0, 0, 1, side - 1
        for turn in range(side):
            for _ in range(length):
                c.cells[row, column] = BODY
                row, column = row + down, column + across
            down, across = across, -down
            length -= 2 if turn % 2 and turn > 1 else 0
            if length < 2:
                break
    elif kind == "Labyrinth":
        for ring in range(0, side // 2 + 1, 2):
            for at in range(ring, side - ring):
                for cell in ((ring, at), (side - 1 - ring, at), (at, ring), (at, side - 1 - ring)):
                    c.cells[cell] = BODY
            c.cells[(ring, side // 2) if ring % 4 else (side - 1 - ring, side // 2)] = BLANK
    elif kind == "Meander":
        for start in range(0, 2 * side - 7, 8):
            for row, cells in enumerate(("########", "#.....#.", "#.###.#.", "#.#.#.#.", "#.#...#.", "#.#####.", "#......."[:8], "########")):  # fmt: skip
                c.cells.update({(row, start + at): BODY for at, cell in enumerate(cells) if cell == "#"})  # fmt: skip
    elif kind == "Whirl":
        c.poly((0, 0), (0.5, 0), (0.5, 0.5))
        repeat(c, mirrored=False)
    else:
        for row, column in itertools.product(range(side), repeat=2):
            if (row + column) % 6 < 2 or ((row - column) % 6 < 2 and (row + column) % 12 < 6):
                c.cells[row, column] = BODY
