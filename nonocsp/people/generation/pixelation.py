"""Pixelation: from the samples of an image to a picture of few cells and colours.

An image is scaled to a few samples for each cell and smoothed by medians, which keep edges.

In colours: the colours of the samples are reduced to a palette; each cell takes the majority colour
of its samples, so that edges stay sharp where a mean would mix colours that are not in the image.

Black and white: a cell is filled if it is darker than the mean of two thresholds, a global one
(N. Otsu, "A threshold selection method from gray-level histograms", 1979) and the mean of its
surroundings, so that a face in the shade keeps its features.

All of it is integers in pure Python: the same samples give the same picture everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ...core import (
    BLACK,
    BLANK,
    MAX_COLOURS,
    STANDARD,
    Colour,
    Limits,
    Meter,
    OptionError,
    Picture,
    Stats,
    free_char,
    rectangle,
    whole_option,
)
from ...files.render.colour_vision import RGB, hexadecimal, rgb_of
from .colour_quantisation import Lab, nearest, oklab, reduced
from .filters import blurred, median, reduced_in_size, sharpened, stretched

#: Called now and then; raises when the time is up.
Tick: TypeAlias = Callable[[], object]

#: Samples of a cell in each direction.
SAMPLES = 4

#: Least lightness of a blank colour, in thousandths.
_LIGHT = 700

#: Most cells on a side of a region that is a speck.
_LARGEST_SPECK = 1000


@dataclass(frozen=True, slots=True)
class Tracing:
    """How to trace an image.

    Args:
        colours: number of block colours; 1 is black and white.
        despeckle: regions of fewer cells get the colour that surrounds them.
        threshold: black and white: added to the grey below which a cell is black, -128 to 128.
        detail: black and white: the weight of the mean around a cell in its threshold, in percent;
            the rest is the global threshold.
        contrast: in colours: the distance of every channel from mid-grey, in percent of that in the
            image.
        sharpen: in colours: emphasise small details. An image drawn cell by cell is sharp enough.

    Raises:
        OptionError: a value out of these ranges.
    """

    colours: int = 1
    despeckle: int = 1
    threshold: int = 0
    detail: int = 50
    contrast: int = 100
    sharpen: bool = True

    def __post_init__(self) -> None:
        whole_option("the number of colours", self.colours, 1, MAX_COLOURS)
        whole_option("the size of specks", self.despeckle, 1, _LARGEST_SPECK)
        whole_option("the threshold", self.threshold, -128, 128)
        whole_option("the weight of details in percent", self.detail, 0, 100)
        whole_option("the contrast in percent", self.contrast, 0, 400)


def traced(samples: bytes, columns: int, how: Tracing, meter: Meter | None = None) -> Picture:
    """A picture of an image, with at most the given number of block colours, all of them used.

    Args:
        samples: red, green and blue of every sample, row by row: `SAMPLES` x `SAMPLES` of them for
            each cell.
        columns: number of columns of the picture.
        how: colours and thresholds.
        meter: the limit on time.

    Raises:
        OptionError: no whole number of rows.
        LimitReached: the time was up.

    >>> black, white = bytes(3 * SAMPLES), bytes([255] * 3 * SAMPLES)
    >>> print(traced((black + white) * SAMPLES, 2, Tracing()))
    #_
    """
    if columns < 1 or not samples or len(samples) % (3 * columns * SAMPLES * SAMPLES):
        expected = f"{SAMPLES} x {SAMPLES} samples of 3 bytes for each cell of {columns} columns"
        raise OptionError(f"expected {expected}, not {len(samples)} bytes")
    planes = [samples[channel::3] for channel in range(3)]
    tick = (meter or Meter(Limits(), Stats())).check_clock
    if how.colours == 1:
        picture = _black_and_white(planes, columns, how, tick)
    else:
        picture = _coloured(planes, columns, how, tick)
    return _compact(despeckled(picture, how.despeckle))


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
                for near in picture.board.neighbours(cell):
                    if cells[near] != cells[first]:
                        beside.append(cells[near])
                    elif near not in seen:
                        seen.add(near)
                        region.append(near)
            if len(region) <= size and beside:
                (colour, _), *_ = sorted(Counter(beside).items(), key=lambda item: -item[1])
                for cell in region:
                    cells[cell] = colour
    return Picture.from_cells(bytes(cells), picture.board, picture.colours)


def _coloured(planes: list[bytes], columns: int, how: Tracing, tick: Tick) -> Picture:
    width = columns * SAMPLES
    if how.contrast != 100:
        values = (128 + (value - 128) * how.contrast // 100 for value in range(256))
        table = bytes(min(255, max(0, value)) for value in values)
        planes = [plane.translate(table) for plane in planes]
    planes = [median(plane, width, tick) for plane in planes]
    palette = reduced(Counter(_pixels(planes)), how.colours + 1)
    if how.sharpen:
        # After the palette, so that small details stand out, but in colours of the image.
        planes = [sharpened(plane, width, SAMPLES + SAMPLES // 2) for plane in planes]
    tick()
    pixels = _pixels(planes)
    labs = [oklab(colour) for colour in palette]
    numbers = {colour: nearest(oklab(colour), labs) for colour in set(pixels)}
    samples = [numbers[pixel] for pixel in pixels]
    cells = bytearray()
    for top in range(0, len(samples), width * SAMPLES):
        tick()
        for left in range(top, top + width, SAMPLES):
            votes = [0] * len(palette)
            for start in range(left, left + width * SAMPLES, width):
                for sample in samples[start : start + SAMPLES]:
                    votes[sample] += 1
            cells.append(votes.index(max(votes)))
    blank = _blank(labs, cells, columns)
    # The blank colour becomes number 0; those before it move up by one.
    cells = bytearray(0 if c == blank else c + (c < blank) for c in cells)
    palette.insert(0, palette.pop(blank))
    board = rectangle(len(cells) // columns, columns)
    return Picture.from_cells(bytes(cells), board, _named(palette))


#: Thirty-two steps of a channel, black and white exact.
_STEPS = bytes(value & 0xF8 | value >> 5 for value in range(256))


def _pixels(planes: Sequence[bytes]) -> list[RGB]:
    red, green, blue = (plane.translate(_STEPS) for plane in planes)
    return list(zip(red, green, blue, strict=True))


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


def _black_and_white(planes: list[bytes], columns: int, how: Tracing, tick: Tick) -> Picture:
    # The luma of ITU-R BT.601.
    width = columns * SAMPLES
    grey = bytearray()
    for at in range(0, len(planes[0]), width):
        tick()
        pixels = zip(*(plane[at : at + width] for plane in planes), strict=True)
        grey.extend([(299 * r + 587 * g + 114 * b) // 1000 for r, g, b in pixels])
    values = reduced_in_size(stretched(median(bytes(grey), width, tick), 1), width, SAMPLES)
    tick()
    around = blurred(values, columns, max(2, max(columns, len(values) // columns) // 8))
    fixed = (100 - how.detail) * _otsu(values) + 100 * how.threshold
    pairs = zip(values, around, strict=True)
    cells = bytes(100 * value < fixed + how.detail * mean for value, mean in pairs)
    board = rectangle(len(cells) // columns, columns)
    return Picture.from_cells(cells, board, (BLANK, BLACK))


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


def _compact(picture: Picture) -> Picture:
    """The picture without unused block colours."""
    used = [c for c in range(1, len(picture.colours)) if c in picture.cells]
    new = {0: 0} | {old: number for number, old in enumerate(used, start=1)}
    colours: tuple[Colour, ...] = (picture.colours[0], *(picture.colours[c] for c in used))
    cells = bytes(new[cell] for cell in picture.cells)
    return Picture.from_cells(cells, picture.board, colours)
