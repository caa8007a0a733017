"""From an image to a picture of few cells: scaled down, few colours, no specks.

In colours: the image is scaled to a few samples for each cell and smoothed by medians, which keep
edges; its colours are reduced to a palette; and each cell takes the colour that most of its samples
have, so that edges stay sharp where a mean would mix colours that are not in the image.

Black and white: a cell is filled if it is darker than a threshold between what parts the whole
image best (N. Otsu, "A threshold selection method from gray-level histograms", 1979) and the mean
of its surroundings, so that a face in the shade keeps its features.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..model.colours import BLACK, BLANK, STANDARD, Colour, free_char
from ..model.grid import Picture
from .mending import neighbours
from .perception import RGB, Lab, lab, nearest, reduced

if TYPE_CHECKING:
    from PIL.Image import Image

#: Samples of a cell in each direction.
SAMPLES = 4

#: Lightness from which a colour may be blank, in thousandths.
_LIGHT = 700


def traced(image: Image, rows: int, columns: int, colours: int) -> Picture:
    """A picture of so many block colours that looks like an image in red, green and blue."""
    if colours == 1:
        return _black_and_white(image, rows, columns)
    return _coloured(image, rows, columns, colours)


def despeckled(picture: Picture, smallest: int) -> Picture:
    """A picture without regions of fewer cells: each takes the colour that most surrounds it.

    A region is cells of one colour that hang together by their sides. Cost: linear for each round;
    there are as many rounds as ``smallest``, one for each size.

    >>> print(despeckled(Picture(["____", "_#__", "____"]), 2))
    ____
    ____
    ____
    """
    rows, columns = picture.shape
    cells = bytearray(picture.cells)
    for size in range(1, smallest):
        seen: set[int] = set()
        for first in range(len(cells)):
            if first in seen:
                continue
            region, beside = [first], []
            seen.add(first)
            for cell in region:
                for near in neighbours(cell, rows, columns):
                    if cells[near] != cells[first]:
                        beside.append(cells[near])
                    elif near not in seen:
                        seen.add(near)
                        region.append(near)
            if len(region) <= size and beside:
                (colour, _), *_ = sorted(Counter(beside).items(), key=lambda item: -item[1])
                for cell in region:
                    cells[cell] = colour
    return Picture.from_cells(bytes(cells), columns, picture.colours)


def _coloured(image: Image, rows: int, columns: int, colours: int) -> Picture:
    from PIL import Image as pillow
    from PIL import ImageFilter

    size = columns * SAMPLES, rows * SAMPLES
    is_reduced = image.width > size[0] and image.height > size[1]
    image = image.resize(size, pillow.Resampling.BOX, reducing_gap=3.0)
    image = image.filter(ImageFilter.MedianFilter(3))
    palette = reduced(Counter(_pixels(image)), colours + 1)
    if is_reduced:
        # Only now, so that what is small stands out, but in colours that the image has. What is
        # drawn cell by cell is sharp enough.
        image = image.filter(ImageFilter.UnsharpMask(radius=SAMPLES, percent=100, threshold=2))
    pixels = _pixels(image)
    labs = [lab(colour) for colour in palette]
    numbers = {colour: nearest(lab(colour), labs) for colour in set(pixels)}
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
    # The blank colour is number 0; those before it move on by one.
    cells = bytearray(0 if c == blank else c + (c < blank) for c in cells)
    palette.insert(0, palette.pop(blank))
    return Picture.from_cells(bytes(cells), columns, _named(palette))


def _pixels(image: Image) -> list[RGB]:
    """The pixels, in thirty-two steps of each channel, black and white exact."""
    raw = image.point([value & 0xF8 | value >> 5 for value in range(256)] * 3).tobytes()
    return list(zip(raw[::3], raw[1::3], raw[2::3], strict=True))


def _blank(labs: Sequence[Lab], cells: bytearray, columns: int) -> int:
    """The light colour that is commonest along the edges, where the background is; else anywhere.

    The lightest colour, if none is light.
    """
    light = [number for number, colour in enumerate(labs) if colour[0] >= _LIGHT]
    if not light:
        return max(range(len(labs)), key=lambda number: labs[number][0])
    edges = Counter(
        cells[:columns] + cells[-columns:] + cells[::columns] + cells[columns - 1 :: columns]
    )
    common = Counter(cells)
    return max(light, key=lambda number: (edges[number], common[number]))


def _named(palette: Sequence[RGB]) -> tuple[Colour, ...]:
    """Colours with names that people would give them, as far as there are enough of these."""
    known = list(STANDARD.values())
    labs = [lab(_rgb(colour.rgb)) for colour in known]
    named = [Colour(BLANK.name, _hex(palette[0]), BLANK.char)]
    for colour in palette[1:]:
        like = known[nearest(lab(colour), labs)]
        taken = {other.name for other in named}
        name, number = like.name, 2
        while name in taken:
            name, number = f"{like.name} {number}", number + 1
        chars = {other.char for other in named}
        char = like.char if like.char not in chars else free_char(name, chars)
        named.append(Colour(name, _hex(colour), char))
    return tuple(named)


def _rgb(text: str) -> RGB:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _hex(colour: RGB) -> str:
    return "#" + "".join(f"{value:02x}" for value in colour)


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
    """The grey that parts values best: the means of both sides are farthest apart."""
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
