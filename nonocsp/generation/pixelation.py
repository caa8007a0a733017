"""Pixelation: from an image to a picture of few cells, with few colours and no specks.

In colours: the image is scaled to a few samples for each cell and smoothed by medians, which keep
edges; its colours are reduced to a palette; each cell takes the majority colour of its samples, so
that edges stay sharp where a mean would mix colours that are not in the image.

Black and white: a cell is filled if it is darker than the mean of two thresholds, a global one
(N. Otsu, "A threshold selection method from gray-level histograms", 1979) and the mean of its
surroundings, so that a face in the shade keeps its features.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..model.colours import BLACK, BLANK, STANDARD, Colour, free_char
from ..model.grid import Picture
from ..render.colour_vision import RGB, hexadecimal, rgb_of
from .colour_quantisation import Lab, nearest, oklab, reduced
from .local_search import neighbours

if TYPE_CHECKING:
    from PIL.Image import Image

#: Samples of a cell in each direction.
SAMPLES = 4

#: Least lightness of a blank colour, in thousandths.
_LIGHT = 700


def pixelated(image: Image, rows: int, columns: int, colours: int) -> Picture:
    """A picture of an image, with at most the given number of block colours."""
    if colours == 1:
        return _black_and_white(image, rows, columns)
    return _coloured(image, rows, columns, colours)


def despeckled(picture: Picture, smallest: int) -> Picture:
    """A picture without regions of fewer cells: each takes the most common colour around it.

    A region is a set of cells of one colour, connected by their sides. Cost: ``smallest`` passes,
    one for each size, each linear.

    >>> print(despeckled(Picture(["____", "_#__", "____"]), 2))
    ____
    ____
    ____
    """
    cells = bytearray(picture.cells)
    for size in range(1, smallest):
        seen: set[int] = set()
        for first in range(len(cells)):
            if first in seen:
                continue
            region, beside = [first], []
            seen.add(first)
            for cell in region:
                for near in neighbours(cell, picture.shape):
                    if cells[near] != cells[first]:
                        beside.append(cells[near])
                    elif near not in seen:
                        seen.add(near)
                        region.append(near)
            if len(region) <= size and beside:
                (colour, _), *_ = sorted(Counter(beside).items(), key=lambda item: -item[1])
                for cell in region:
                    cells[cell] = colour
    return Picture.from_cells(bytes(cells), picture.shape[1], picture.colours)


def _coloured(image: Image, rows: int, columns: int, colours: int) -> Picture:
    from PIL import Image as pillow
    from PIL import ImageFilter

    size = columns * SAMPLES, rows * SAMPLES
    is_reduced = image.width > size[0] and image.height > size[1]
    image = image.resize(size, pillow.Resampling.BOX, reducing_gap=3.0)
    image = image.filter(ImageFilter.MedianFilter(3))
    palette = reduced(Counter(_pixels(image)), colours + 1)
    if is_reduced:
        # After the palette, so that small details stand out, but in colours of the image. An
        # image drawn cell by cell is sharp enough.
        image = image.filter(ImageFilter.UnsharpMask(radius=SAMPLES, percent=100, threshold=2))
    pixels = _pixels(image)
    labs = [oklab(colour) for colour in palette]
    numbers = {colour: nearest(oklab(colour), labs) for colour in set(pixels)}
    samples = [numbers[pixel] for pixel in pixels]
    cells = bytearray()
    for row in range(rows):
        for column in range(columns):
            votes = [0] * len(palette)
            for down in range(SAMPLES):
                start = (row * SAMPLES + down) * size[0] + column * SAMPLES
                for sample in samples[start : start + SAMPLES]:
                    votes[sample] += 1
            cells.append(votes.index(max(votes)))
    blank = _blank(labs, cells, columns)
    # The blank colour becomes number 0; those before it move up by one.
    cells = bytearray(0 if c == blank else c + (c < blank) for c in cells)
    palette.insert(0, palette.pop(blank))
    return Picture.from_cells(bytes(cells), columns, _named(palette))


def _pixels(image: Image) -> list[RGB]:
    """The pixels, in thirty-two steps of each channel, black and white exact."""
    raw = image.point([value & 0xF8 | value >> 5 for value in range(256)] * 3).tobytes()
    return list(zip(raw[::3], raw[1::3], raw[2::3], strict=True))


def _blank(labs: Sequence[Lab], cells: bytearray, columns: int) -> int:
    """The most common light colour along the edges, then anywhere; or else the lightest."""
    light = [number for number, colour in enumerate(labs) if colour[0] >= _LIGHT]
    if not light:
        return max(range(len(labs)), key=lambda number: labs[number][0])
    edges = Counter(
        cells[:columns] + cells[-columns:] + cells[::columns] + cells[columns - 1 :: columns]
    )
    common = Counter(cells)
    return max(light, key=lambda number: (edges[number], common[number]))


def _named(palette: Sequence[RGB]) -> tuple[Colour, ...]:
    """Colours named after the most similar standard colours, with numbers if names repeat."""
    known = list(STANDARD.values())
    labs = [oklab(rgb_of(colour.rgb)) for colour in known]
    named = [Colour(BLANK.name, hexadecimal(palette[0]), BLANK.char)]
    for colour in palette[1:]:
        like = known[nearest(oklab(colour), labs)]
        taken = {other.name for other in named}
        name, number = like.name, 2
        while name in taken:
            name, number = f"{like.name} {number}", number + 1
        chars = {other.char for other in named}
        char = like.char if like.char not in chars else free_char(name, chars)
        named.append(Colour(name, hexadecimal(colour), char))
    return tuple(named)


def _black_and_white(image: Image, rows: int, columns: int) -> Picture:
    from PIL import Image as pillow
    from PIL import ImageFilter, ImageOps

    size = columns * SAMPLES, rows * SAMPLES
    grey = image.convert("L").resize(size, pillow.Resampling.BOX, reducing_gap=3.0)
    grey = ImageOps.autocontrast(grey.filter(ImageFilter.MedianFilter(3)), cutoff=1)
    grey = grey.resize((columns, rows), pillow.Resampling.BOX)
    around = grey.filter(ImageFilter.BoxBlur(max(2, max(rows, columns) // 8))).tobytes()
    values = grey.tobytes()
    split = _otsu(values)
    cells = bytes(2 * value < split + mean for value, mean in zip(values, around, strict=True))
    return Picture.from_cells(cells, columns, (BLANK, BLACK))


def _otsu(values: bytes) -> int:
    """Otsu's threshold: the grey that maximises the variance between both sides."""
    counts = Counter(values)
    total, whole = len(values), sum(values)
    best, split = -1, 128
    below = sum_below = 0
    for value in range(255):
        below += counts[value]
        sum_below += value * counts[value]
        if 0 < below < total:
            apart = (whole * below - sum_below * total) ** 2 // (below * (total - below))
            if apart > best:
                best, split = apart, value + 1
    return split
