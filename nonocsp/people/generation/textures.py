"""Textures: where a random picture is likely to be filled, and which cells share a colour.

A texture gives every cell two numbers. The cells with the greatest *heights* are filled, as many as
the density requires; the filled cells are divided among the colours by their *hues*. All
computations are on integers, so that no machine rounds differently.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .rng import Rng

#: Heights and hues of all cells in row-major order.
Texture: TypeAlias = tuple[list[int], list[int]]

#: Random heights are below this.
_MOST = 1 << 20


def noise(rows: int, columns: int, rng: Rng) -> Texture:
    """Every cell on its own."""
    return _random(rows * columns, rng), _random(rows * columns, rng)


def blobs(rows: int, columns: int, rng: Rng) -> Texture:
    """Rounded patches: noise smoothed by repeated means of neighbourhoods."""
    reach = max(1, min(rows, columns) // 16)
    wide = 3 * reach  # patches of a colour are larger
    return _smooth(rows, columns, rng, reach, reach), _smooth(rows, columns, rng, wide, wide)


def stripes(rows: int, columns: int, rng: Rng) -> Texture:
    """Bands: noise smoothed along one direction."""
    reach = max(2, max(rows, columns) // 5)
    down, across = rng.choice(((0, reach), (reach, 0)))
    if rows > 2 and columns > 2 and rng.below(3) == 0:  # bands that lean
        heights = _leaning(_smooth(rows, columns, rng, down, across), rows, columns, rng)
    else:
        heights = _smooth(rows, columns, rng, down, across)
    return heights, _smooth(rows, columns, rng, down, across)


def strokes(rows: int, columns: int, rng: Rng) -> Texture:
    """Random pen strokes: the earlier a cell is drawn, the greater its height."""
    cells = rows * columns
    heights, hues = [0] * cells, [0] * cells
    left, time = cells, 2 * cells
    while left and time:
        row, column = rng.below(rows), rng.below(columns)
        down, across = rng.choice(_DIRECTIONS)
        hue = rng.below(_MOST)
        for _ in range(3 + rng.below(max(rows, columns))):
            cell = row * columns + column
            if not heights[cell]:
                heights[cell], hues[cell] = time, hue
                left -= 1
            if rng.below(4) == 0:
                down, across = rng.choice(_DIRECTIONS)
            row, column = row + down, column + across
            if not (0 <= row < rows and 0 <= column < columns):
                break
        time -= 1
    return heights, hues


_DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))

#: Every texture by name.
TEXTURES: dict[str, Callable[[int, int, Rng], Texture]] = {
    "noise": noise,
    "blobs": blobs,
    "stripes": stripes,
    "strokes": strokes,
}


def _random(number: int, rng: Rng) -> list[int]:
    return [rng.below(_MOST) for _ in range(number)]


def _smooth(rows: int, columns: int, rng: Rng, down: int, across: int) -> list[int]:
    """Noise after two rounds of means over ``2 * down + 1`` by ``2 * across + 1`` cells."""
    heights = [height << 10 for height in _random(rows * columns, rng)]
    for _ in range(2):
        lines = [_means(heights[r * columns : (r + 1) * columns], across) for r in range(rows)]
        flat = [height for line in lines for height in line]
        lines = [_means(flat[c::columns], down) for c in range(columns)]
        heights = [lines[c][r] for r in range(rows) for c in range(columns)]
    return heights


def _means(line: list[int], reach: int) -> list[int]:
    """The mean of the places at most ``reach`` away, for every place."""
    sums = [0]
    for height in line:
        sums.append(sums[-1] + height)
    last = len(line)
    spans = [(max(0, at - reach), min(last, at + reach + 1)) for at in range(last)]
    return [(sums[high] - sums[low]) // (high - low) for low, high in spans]


def _leaning(heights: list[int], rows: int, columns: int, rng: Rng) -> list[int]:
    """The heights sheared: every row rotated by one more cell than the row above."""
    step = rng.choice((-1, 1))
    return [
        heights[row * columns + (column + step * row) % columns]
        for row in range(rows)
        for column in range(columns)
    ]
