"""Image files of pictures that become puzzles, and the samples of an image."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ...files.foreign.image_files import Box, load_image
from ...files.foreign.pillow import pillow as needed_pillow
from ...files.formats.source import photograph
from .pixelation import SAMPLES

if TYPE_CHECKING:
    from PIL.Image import Image

#: The formats that can be read.
READ = ("PNG", "JPEG", "GIF", "WEBP", "AVIF")

#: Most pixels that are decoded: half a gigabyte of memory.
MOST_PIXELS = 1 << 25


def load(source: str | os.PathLike[str] | Image, crop: Box | None, enough: int) -> Image:
    """An image as `nonocsp.files.foreign.image_files.load_image` reads it.

    Raises:
        FormatError: the file cannot be read, is not a known image, is broken or too large.
        NonocspError: Pillow is not installed.
    """

    def explain(head: bytes) -> str | None:
        return photograph(head) if b"ftyp" in head else None

    return load_image(source, READ, MOST_PIXELS, crop=crop, enough=enough, explain=explain)


def sampled(image: Image, rows: int, columns: int) -> bytes:
    """The samples of an image, as `nonocsp.people.generation.pixelation.traced` takes them."""
    size = columns * SAMPLES, rows * SAMPLES
    box = needed_pillow().Image.Resampling.BOX
    samples: bytes = image.resize(size, box, reducing_gap=3.0).tobytes()
    return samples
