"""Textures: where a random picture is likely to be filled, and which cells share a colour.

A texture gives every cell two numbers. The cells with the highest *heights* are filled, as many as
the density asks for; the filled cells are shared out among the colours by their *hues*. All of it
is made of whole numbers, so that no machine rounds another way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .rng import Draw

#: Heights and hues of all cells in row-major order.
Texture: TypeAlias = tuple[list[int], list[int]]

#: Random heights are below this.
_MOST = 1 << 20


def noise(rows: int, columns: int, draw: Draw) -> Texture:
    """Every cell by itself."""
    return _random(rows * columns, draw), _random(rows * columns, draw)


def blobs(rows: int, columns: int, draw: Draw) -> Texture:
    """Rounded patches: noise of which each cell takes the mean of its neighbourhood, repeatedly."""
    reach = max(1, min(rows, columns) // 16)
    wide = 3 * reach  # patches of a colour are larger
    return _smooth(rows, columns, draw, reach, reach), _smooth(rows, columns, draw, wide, wide)


def stripes(rows: int, columns: int, draw: Draw) -> Texture:
    """Bands: noise that is smoothed far in one direction and hardly in the other."""
    reach = max(2, max(rows, columns) // 5)
    down, across = draw.one(((0, reach), (reach, 0)))
    if rows > 2 and columns > 2 and draw.below(3) == 0:  # bands that lean
        heights = _leaning(_smooth(rows, columns, draw, down, across), rows, columns, draw)
    else:
        heights = _smooth(rows, columns, draw, down, across)
    return heights, _smooth(rows, columns, draw, down, across)


def strokes(rows: int, columns: int, draw: Draw) -> Texture:
    """Lines of a pen that wanders: the earlier a cell is drawn, the higher it is."""
    cells = rows * columns
    heights, hues = [0] * cells, [0] * cells
    left, time = cells, 2 * cells
    while left and time:
        row, column = draw.below(rows), draw.below(columns)
        down, across = draw.one(_DIRECTIONS)
        hue = draw.below(_MOST)
        for _ in range(3 + draw.below(max(rows, columns))):
            cell = row * columns + column
            if not heights[cell]:
                heights[cell], hues[cell] = time, hue
                left -= 1
            if draw.below(4) == 0:
                down, across = draw.one(_DIRECTIONS)
            row, column = row + down, column + across
            if not (0 <= row < rows and 0 <= column < columns):
                break
        time -= 1
    return heights, hues


_DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))

#: Every texture by name.
TEXTURES: dict[str, Callable[[int, int, Draw], Texture]] = {
    "noise": noise,
    "blobs": blobs,
    "stripes": stripes,
    "strokes": strokes,
}


def _random(number: int, draw: Draw) -> list[int]:
    return [draw.below(_MOST) for _ in range(number)]


def _smooth(rows: int, columns: int, draw: Draw, down: int, across: int) -> list[int]:
    """Noise after two rounds of means over ``2 * down + 1`` by ``2 * across + 1`` cells."""
    heights = [height << 10 for height in _random(rows * columns, draw)]
    for _ in range(2):
        lines = [_means(heights[r * columns : (r + 1) * columns], across) for r in range(rows)]
        flat = [height for line in lines for height in line]
        lines = [_means(flat[c::columns], down) for c in range(columns)]
        heights = [lines[c][r] for r in range(rows) for c in range(columns)]
    return heights


def _means(line: list[int], reach: int) -> list[int]:
    """For every place the mean of the places at most ``reach`` away that there are."""
    sums = [0]
    for height in line:
        sums.append(sums[-1] + height)
    last = len(line)
    spans = [(max(0, at - reach), min(last, at + reach + 1)) for at in range(last)]
    return [(sums[high] - sums[low]) // (high - low) for low, high in spans]


def _leaning(heights: list[int], rows: int, columns: int, draw: Draw) -> list[int]:
    """The heights with every row moved on by one more cell than the row above, around the edge."""
    step = draw.one((-1, 1))
    return [
        heights[row * columns + (column + step * row) % columns]
        for row in range(rows)
        for column in range(columns)
    ]
