"""Colour vision: contrast, distance, and colours that are distinct for every kind of vision.

Luminance and contrast are those of WCAG 2, the distance of two colours is that of CIELAB (1976).
Colour vision deficiencies are simulated after G. M. Machado, M. M. Oliveira and L. A. F. Fernandes,
"A physiologically-based model for simulation of color vision deficiency" (2009), at full severity.
The first eight safe colours are those of M. Okabe and K. Ito, "Color universal design" (2008).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import TypeAlias

#: Red, green and blue, 0 to 255.
RGB: TypeAlias = tuple[int, int, int]
_Triple: TypeAlias = tuple[float, float, float]

_OKABE_ITO = (
    *("#000000", "#e69f00", "#56b4e9", "#009e73"),
    *("#f0e442", "#0072b2", "#d55e00", "#cc79a7"),
)

#: The kinds of vision: matrices on linear RGB.
VISIONS: dict[str, tuple[_Triple, _Triple, _Triple]] = {
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def rgb_of(colour: str) -> RGB:
    """Red, green and blue of ``"#rrggbb"``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def hexadecimal(rgb: Sequence[float]) -> str:
    """``"#rrggbb"`` of red, green and blue, which are rounded."""
    return "#" + "".join(f"{min(255, max(0, round(part))):02x}" for part in rgb)


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share, 0 to 1, of another one.

    >>> mixed("#000000", "#ffffff", 0.2)
    '#333333'
    """
    pairs = zip(rgb_of(colour), rgb_of(other), strict=True)
    return hexadecimal([a + (b - a) * share for a, b in pairs])


@lru_cache(maxsize=4096)
def luminance(colour: str) -> float:
    """Relative luminance, 0 for black to 1 for white."""
    red, green, blue = map(linear, rgb_of(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21; text needs 4.5, signs need 3.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    dark, light = sorted((luminance(colour), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(colour: str) -> str:
    """Black or white, by the higher contrast on a colour, which is at least 4.5."""
    return max("#000000", "#ffffff", key=lambda ink: contrast(ink, colour))


def distance(colour: str, other: str, vision: str = "common") -> float:
    """The distance of two colours for a kind of vision: 2 is just visible, 100 the maximum."""
    pairs = zip(_lab(colour, vision), _lab(other, vision), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def least_distance(colour: str, other: str) -> float:
    """The least distance of two colours over all kinds of vision."""
    return min(distance(colour, other, vision) for vision in VISIONS)


def safe_colours(blank: str, colours: Sequence[str]) -> tuple[str, ...]:
    """A replacement for every block colour, all of them distinct for every kind of vision.

    Each colour is matched with the most similar safe one, so that a picture stays recognisable.
    Where Okabe and Ito have too few, the colours farthest from all others are added; with dozens of
    colours only their characters distinguish them. Cost: the number of colours times a few hundred.

    >>> safe_colours("#ffffff", ["#d1242f", "#1a7f37"])
    ('#d55e00', '#009e73')
    """
    usable = [colour for colour in _OKABE_ITO if least_distance(colour, blank) > 15]
    if len(colours) > len(usable):
        usable += _farther(blank, usable, len(colours) - len(usable))
    chosen: dict[int, str] = {}
    # Greedy matching: the closest pair first.
    pairs = sorted(
        (distance(colour, safe), number, place)
        for number, colour in enumerate(colours)
        for place, safe in enumerate(usable)
    )
    taken: set[int] = set()
    for _, number, place in pairs:
        if number not in chosen and place not in taken:
            chosen[number] = usable[place]
            taken.add(place)
    return tuple(chosen[number] for number in range(len(colours)))


def _farther(blank: str, taken: Sequence[str], number: int) -> list[str]:
    """Further colours, each the farthest from blank and from all before."""
    levels = (0, 51, 102, 153, 204, 255)
    room = {hexadecimal(rgb): 1000.0 for rgb in product(levels, repeat=3)}
    found: list[str] = []
    for colour in (blank, *taken):
        room = {other: min(far, least_distance(colour, other)) for other, far in room.items()}
    for _ in range(number):
        best = max(room, key=lambda other: room[other])
        found.append(best)
        room = {other: min(far, least_distance(best, other)) for other, far in room.items()}
    return found


def linear(part: float) -> float:
    """The intensity, 0 to 1, of a part of a colour in sRGB, 0 to 255."""
    part /= 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


@lru_cache(maxsize=4096)
def _lab(colour: str, vision: str) -> _Triple:
    parts = [linear(part) for part in rgb_of(colour)]
    seen = [sum(a * b for a, b in zip(row, parts, strict=True)) for row in VISIONS[vision]]
    red, green, blue = (min(1.0, max(0.0, part)) for part in seen)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
