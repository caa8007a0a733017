"""Photographs and screenshots as pixels, upright and without transparency."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core import missing
from ...files.foreign.image_files import load_image
from ...files.formats.source import is_heif

if TYPE_CHECKING:
    from PIL.Image import Image

#: The formats that are read. Those of phones (HEIC) need the package pillow_heif.
READ = ("PNG", "JPEG", "GIF", "WEBP", "AVIF", "BMP", "PPM", "XPM", "HEIF")

#: Most pixels that are read: those of the kernel.
MOST_PIXELS = 40_000_000

#: Pixels of each side that are sufficient; a JPEG of twice the size is decoded smaller.
ENOUGH = 4000


@dataclass(frozen=True, slots=True)
class Pixels:
    """An image as the kernel takes it."""

    width: int
    height: int
    rgb: bytes
    """Red, green and blue of each pixel, by rows."""


def load_pixels(source: str | os.PathLike[str] | bytes | Image) -> Pixels:
    """The pixels of a file, given by its name or its content, or of an image of Pillow.

    Raises:
        FormatError: the file cannot be read, is not a known image, is broken or too large.
        NonocspError: Pillow is not installed.
    """
    with suppress(ImportError):
        from pillow_heif import register_heif_opener  # type: ignore[import-not-found]  # optional

        register_heif_opener()
    image = load_image(source, READ, MOST_PIXELS, enough=ENOUGH, explain=_explain)
    width, height = image.size
    return Pixels(width, height, image.tobytes())


def _explain(head: bytes) -> str | None:
    if is_heif(head):
        return missing("photographs in HEIC need pillow_heif", "pillow-heif")
    return None
