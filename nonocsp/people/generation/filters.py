"""Filters of images in pure Python: Pillow is missing in a browser.

A plane is one channel of an image, a byte for each pixel, row by row. Beyond its edges the pixels
of the edges are repeated.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate


def median(plane: bytes, width: int, tick: Callable[[], object] | None = None) -> bytes:
    """The median of the 3 x 3 pixels around each: specks go, edges stay sharp.

    ``tick`` is called before each row.

    >>> median(bytes([9, 9, 9, 9, 0, 9, 9, 9, 9]), 3) == bytes([9] * 9)
    True
    """
    rows = [plane[at : at + width] for at in range(0, len(plane), width)]
    rows = [row[:1] + row + row[-1:] for row in rows]
    result = bytearray()
    for a, b, c in zip([rows[0], *rows[:-1]], rows, [*rows[1:], rows[-1]], strict=True):
        if tick is not None:
            tick()
        nines = zip(a, a[1:], a[2:], b, b[1:], b[2:], c, c[1:], c[2:], strict=False)
        result.extend([sorted(nine)[4] for nine in nines])
    return bytes(result)


def blurred(plane: bytes, width: int, radius: int) -> bytes:
    """The mean of the square around each pixel that reaches ``radius`` pixels to every side.

    >>> list(blurred(bytes([0, 0, 90, 0, 0]), 5, 1))
    [0, 30, 30, 30, 0]
    """
    height = len(plane) // width
    across = _blurred_rows(plane, width, radius)
    return _columns(_blurred_rows(_columns(across, width), height, radius), height)


def _blurred_rows(plane: bytes, width: int, radius: int) -> bytes:
    size = 2 * radius + 1
    result = bytearray()
    for at in range(0, len(plane), width):
        row = plane[at : at + width]
        sums = list(accumulate(row[:1] * radius + row + row[-1:] * radius, initial=0))
        ends = zip(sums, sums[size:], strict=False)
        result.extend([(high - low + radius) // size for low, high in ends])
    return bytes(result)


def _columns(plane: bytes, width: int) -> bytes:
    """The transposed plane."""
    return b"".join(plane[column::width] for column in range(width))


def sharpened(plane: bytes, width: int, radius: int) -> bytes:
    """An unsharp mask: each pixel moves away from the mean around it by their difference."""
    means = blurred(plane, width, radius)
    pairs = zip(plane, means, strict=True)
    return bytes([min(255, max(0, 2 * v - m)) if abs(v - m) > 2 else v for v, m in pairs])


def reduced_in_size(plane: bytes, width: int, factor: int) -> bytes:
    """The means of squares of ``factor`` x ``factor`` pixels, which divides both sides.

    >>> list(reduced_in_size(bytes([1, 3, 0, 0, 5, 7, 0, 0]), 4, 2))
    [4, 0]
    """
    result = bytearray()
    area = factor * factor
    for at in range(0, len(plane), width * factor):
        rows = [plane[at + down * width : at + (down + 1) * width] for down in range(factor)]
        sums = [sum(column) for column in zip(*rows, strict=True)]
        blocks = zip(*(sums[start::factor] for start in range(factor)), strict=True)
        result.extend([(2 * sum(block) + area) // (2 * area) for block in blocks])
    return bytes(result)


def stretched(plane: bytes, cut: int) -> bytes:
    """The plane with its greys spread over 0 to 255, but for ``cut`` percent at either end."""
    ordered = sorted(plane)
    spare = len(plane) * cut // 100
    low, high = ordered[spare], ordered[-1 - spare]
    if low >= high:
        return plane
    steps = [(value - low) * 255 // (high - low) for value in range(256)]
    return plane.translate(bytes(min(255, max(0, step)) for step in steps))
