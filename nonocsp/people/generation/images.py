"""Puzzles from images: reduced to few cells and colours, then repaired in the fewest cells."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ...core import Displayable, Limits, Meter, OptionError, Picture, Puzzle, Stats, logged, plain
from ...files.foreign.image_files import Box
from .draft import Goal
from .fewest_changes import CHECKS, Repair, repair
from .image_files import load, sampled
from .pixelation import SAMPLES, Tracing, traced
from .random_puzzles import puzzle_dict

if TYPE_CHECKING:
    from PIL.Image import Image

#: The default number of cells of the longer side.
SIZE = 40

#: Most rows and columns of a picture of an image.
MOST = 1000


@dataclass(frozen=True, slots=True)
class ImagePuzzle(Displayable):
    """The answer of `from_image`."""

    image: Image
    """The image, upright and cropped."""
    picture: Picture
    """Its picture before any cell was changed."""
    repair: Repair | None
    """The cells that were changed; None if there was no goal."""

    def __repr__(self) -> str:
        width, height = self.image.size
        made = repr(self.puzzle) if self.puzzle else "no puzzle"
        return f"<ImagePuzzle: {made} of {width} x {height} pixels>"

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON values, without the image; the puzzle in the format ``json``."""
        return {
            "picture": self.picture.tolist(),
            "repair": plain(self.repair),
            "puzzle": puzzle_dict(self.puzzle),
        }

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle; None if a limit was reached before it met the goal."""
        if self.repair is None:
            return Puzzle.from_picture(self.picture, blank=self.picture.colours[0])
        return self.repair.puzzle

    def preview(self) -> bytes:
        """A PNG file: the image, its picture, and the picture of the puzzle, side by side.

        The last one marks every changed cell.
        """
        from PIL import Image as pillow

        from ...files.render import Drawing
        from ...files.render.as_png import image_of
        from ...files.render.square_layout import SquareLayout

        cell = max(4, min(16, 800 // max(self.picture.shape)))
        drawings = [Drawing.of(self.picture, cell=cell)]
        if self.repair is not None and self.repair.after is not None:
            changed = frozenset(self.repair.flipped)
            drawings.append(Drawing.of(self.repair.after, concluded=changed, cell=cell))
        place = SquareLayout(drawings[0])
        left, top, *size = map(round, place.grid)
        sheet = pillow.new("RGB", (place.width * (1 + len(drawings)), place.height), "white")
        sheet.paste(self.image.resize((size[0], size[1]), pillow.Resampling.BOX), (left, top))
        for number, drawing in enumerate(drawings, start=1):
            sheet.paste(image_of(drawing), (number * place.width, 0))
        file = io.BytesIO()
        sheet.save(file, "PNG")
        return file.getvalue()


@logged
def from_image(
    source: str | os.PathLike[str] | Image,
    *,
    rows: int | None = None,
    columns: int | None = None,
    size: int | None = None,
    colours: int = 1,
    crop: Box | None = None,
    despeckle: int = 1,
    goal: Goal | None = "unique",
    checks: int = CHECKS,
    limits: Limits | None = None,
    engine: str | None = None,
) -> ImagePuzzle:
    """A puzzle whose solution looks like an image, with the fewest changed cells.

    Args:
        source: the name of a PNG, JPEG, GIF, WebP or AVIF file, or an image of Pillow.
        rows, columns: the size of the puzzle. One follows from the other by the shape of the image.
        size: number of cells of the longer side, without rows and columns; None is 40.
        colours: number of block colours. 1 is black and white; more are reduced from those of the
            image, and the most common light one along the edges is blank. There are fewer if the
            image has fewer.
        crop: part of the upright image to use: left, top, right, bottom in pixels; None is all.
        despeckle: number of cells below which a region gets the colour that surrounds it.
        checks: number of solver calls for the search for the fewest changes.
        goal, limits, engine: as for `repair`; ``goal=None`` changes nothing.

    The same image gives the same puzzle with the same version of Pillow, which scales it.

    Raises:
        FormatError: the image cannot be read.
        OptionError: an impossible size or number.
        NonocspError: Pillow is not installed (the extra ``pictures``).
        LimitReached: the time was up before there was a picture.
    """
    how = Tracing(colours=colours, despeckle=despeckle)
    if size is not None and (rows is not None or columns is not None):
        raise OptionError("expected either rows and columns or size, the cells of the longer side")
    size = size or SIZE
    meter = Meter(Limits() if limits is None else limits, Stats())
    # A JPEG is decoded at a fraction of its size, at least twice the number of samples.
    enough = 2 * SAMPLES * max(rows or size, columns or size)
    image = load(source, crop, enough)
    rows, columns = _shape(image.size, rows, columns, size)
    # Only what is scaled down has details to sharpen.
    is_reduced = image.width > columns * SAMPLES and image.height > rows * SAMPLES
    how = replace(how, sharpen=is_reduced)
    picture = traced(sampled(image, rows, columns), columns, how, meter)
    if goal is None:
        return ImagePuzzle(image, picture, None)
    repaired = repair(picture, goal=goal, checks=checks, limits=meter.rest(), engine=engine)
    return ImagePuzzle(image, picture, repaired)


def _shape(
    pixels: tuple[int, int], rows: int | None, columns: int | None, size: int
) -> tuple[int, int]:
    """Rows and columns that make cells about square."""
    width, height = pixels
    if rows is None and columns is None:
        rows, columns = (None, size) if width >= height else (size, None)
    if rows is None:
        assert columns is not None
        rows = min(MOST, max(1, round(columns * height / width)))
    if columns is None:
        columns = min(MOST, max(1, round(rows * width / height)))
    return rows, columns
