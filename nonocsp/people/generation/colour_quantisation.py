"""Colour quantisation: a small palette for many colours, by k-means in a perceptual space.

The space is Oklab (B. Ottosson, "A perceptual color space for image processing", 2020), where
distances agree with how different colours look. Its values are rounded to thousandths, so that
rounding errors of a machine decide nothing; everything else is integers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isqrt
from typing import TypeAlias

from ...files.render.colour_vision import RGB, linear

#: Lightness 0 to 1000, and green to red and blue to yellow, about -400 to 400.
Lab: TypeAlias = tuple[int, int, int]

#: Most rounds of k-means; it usually converges before.
_ROUNDS = 24

_LINEAR = [linear(value) for value in range(256)]


@lru_cache(maxsize=1 << 16)
def oklab(colour: RGB) -> Lab:
    """A colour in Oklab, in thousandths.

    >>> oklab((255, 255, 255)), oklab((255, 0, 0))
    ((1000, 0, 0), (568, 225, 126))
    """
    red, green, blue = (_LINEAR[value] for value in colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    lightness = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    # Ottosson's correction: the plain lightness exaggerates differences near black.
    above = 1.170873786 * lightness - 0.206
    lightness = (above + (above * above + 0.1405048544 * lightness) ** 0.5) / 2
    return (
        round(1000 * lightness),
        round(1000 * (1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short)),
        round(1000 * (0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short)),
    )


def distance(one: Lab, other: Lab) -> int:
    """The squared distance of two colours. Hue counts more than lightness: shadows are dull."""
    lightness, red, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return lightness * lightness + 5 * (red * red + blue * blue)


def nearest(colour: Lab, palette: Sequence[Lab]) -> int:
    """The index of the most similar colour of a palette, the first if there are several."""
    return min(range(len(palette)), key=lambda index: distance(colour, palette[index]))


def reduced(histogram: Mapping[RGB, int], number: int) -> list[RGB]:
    """A palette for the colours of a histogram, the most common first.

    It starts with the mean. Then the colour with the greatest error, weighted by its cells, joins,
    and k-means refines the palette: every colour moves to the mean of those that are nearest to it
    (S. Lloyd, "Least squares quantization in PCM", 1982); and so on up to ``number`` colours, or
    fewer if the histogram has fewer. Cost: colours of the histogram, times ``number`` squared.
    """
    seen = sorted(histogram.items())
    labs = [oklab(colour) for colour, _ in seen]
    weights = [isqrt(weight * 16) for _, weight in seen]
    palette: list[Lab] = []
    nearby = [1 << 40] * len(seen)
    while len(palette) < min(number, len(seen)):
        # Weights are roots of numbers of cells: a small red nose matters more than its share.
        missed = max(range(len(seen)), key=lambda at: (nearby[at] * nearby[at] * weights[at], -at))
        if palette and not nearby[missed]:
            break
        palette.append(labs[missed])
        palette, nearby = _refined(labs, weights, palette)
    groups: dict[int, list[int]] = {}
    for at, colour in enumerate(labs):
        groups.setdefault(nearest(colour, palette), []).append(at)
    means = []
    for members in groups.values():
        total = sum(weights[at] for at in members)
        red, green, blue = (
            sum(seen[at][0][channel] * weights[at] for at in members) // total
            for channel in range(3)
        )
        means.append((-total, (red, green, blue)))
    return [colour for _, colour in sorted(means)]


def _refined(
    labs: Sequence[Lab], weights: Sequence[int], palette: list[Lab]
) -> tuple[list[Lab], list[int]]:
    """A palette after k-means, and the distance of each colour of the histogram from it."""
    for _ in range(_ROUNDS):
        sums = [[0, 0, 0, 0] for _ in palette]
        for colour, weight in zip(labs, weights, strict=True):
            into = sums[nearest(colour, palette)]
            into[0] += weight
            for channel in range(3):
                into[channel + 1] += weight * colour[channel]
        moved = [
            (a // total, b // total, c // total) if total else old
            for (total, a, b, c), old in zip(sums, palette, strict=True)
        ]
        if moved == palette:
            break
        palette = moved
    return palette, [distance(colour, palette[nearest(colour, palette)]) for colour in labs]
