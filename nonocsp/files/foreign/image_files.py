"""Image files, read by Pillow in bounded memory.

The size of an image is known from its first bytes and bounded before anything is decoded. A JPEG is
decoded at a fraction of its size where that is enough.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from ...core import FormatError, OptionError
from .foreign import foreign
from .pillow import pillow as needed_pillow

if TYPE_CHECKING:
    from PIL.Image import Image

#: A part of an image: left, top, right, bottom in pixels; right and bottom are the first outside.
Box: TypeAlias = tuple[int, int, int, int]


def load_image(
    source: str | os.PathLike[str] | bytes | Image,
    kinds: tuple[str, ...],
    most_pixels: int,
    *,
    crop: Box | None = None,
    enough: int | None = None,
    explain: Callable[[bytes], str | None] = lambda head: None,
) -> Image:
    """An image in red, green and blue: upright, cropped, transparency over white.

    Args:
        source: the name of a file, its content, or an image of Pillow.
        kinds: the formats that are read, as Pillow names them.
        most_pixels: the largest size that is decoded.
        crop: a part of the upright image; None is all of it.
        enough: sufficient pixels of each side; a much larger JPEG is decoded smaller.
        explain: what is wrong with a file of another format, from its first bytes.

    Raises:
        FormatError: the file cannot be read, is not a known image, is broken or too large.
        NonocspError: Pillow is not installed.
    """
    pillow = needed_pillow().Image
    if not isinstance(source, (str, os.PathLike, bytes)):
        if not isinstance(source, pillow.Image):
            kind = type(source).__name__
            raise OptionError(f"expected a file name or an image of Pillow, not {kind}")
        _refuse_large(source, most_pixels, None)
        return _upright(source, crop, None)
    name = None if isinstance(source, bytes) else os.fsdecode(source)
    with decoding(source, kinds, most_pixels, explain) as image:
        if crop is None and enough is not None:
            image.draft("RGB", (enough, enough))
        image.load()
        return _upright(image, crop, name)


@contextmanager
def decoding(
    source: str | os.PathLike[str] | bytes,
    kinds: tuple[str, ...],
    most_pixels: int,
    explain: Callable[[bytes], str | None] = lambda head: None,
) -> Iterator[Image]:
    """An image to decode, whose size is bounded. Arguments and errors as for `load_image`.

    Whatever Pillow raises while the image is open is an error of the file.
    """
    pillow = needed_pillow().Image
    name = None if isinstance(source, bytes) else os.fsdecode(source)
    with foreign("the image is damaged", name), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # sizes are checked here; odd metadata does not matter
        pillow.init()
        present = [kind for kind in kinds if kind in pillow.OPEN]  # AVIF may be missing
        file = BytesIO(source) if isinstance(source, bytes) else name
        try:
            opened = pillow.open(file, formats=present)
        except pillow.UnidentifiedImageError:
            problem = "expected an image: PNG, JPEG, GIF, WebP or AVIF"
            raise FormatError(explain(_head(source)) or problem, file=name) from None
        except pillow.DecompressionBombError:
            raise FormatError(
                f"expected an image of at most {most_pixels} pixels", file=name
            ) from None
        with opened as image:
            _refuse_large(image, most_pixels, name)
            yield image


def _head(source: str | os.PathLike[str] | bytes) -> bytes:
    if isinstance(source, bytes):
        return source
    with open(source, "rb") as file:
        return file.read(12)


def _refuse_large(image: Image, most_pixels: int, name: str | None) -> None:
    width, height = image.size
    if width * height > most_pixels:
        problem = f"expected an image of at most {most_pixels} pixels, not {width} × {height}"
        raise FormatError(problem, file=name)


def _upright(image: Image, crop: Box | None, name: str | None) -> Image:
    from PIL import Image as pillow, ImageOps

    with suppress(FormatError), foreign("damaged metadata"):  # the pixels may be whole
        image = ImageOps.exif_transpose(image)
    if crop is not None:
        left, top, right, bottom = crop
        width, height = image.size
        if not (0 <= left < right <= width and 0 <= top < bottom <= height):
            problem = f"crop is not in {width} x {height} pixels: {left},{top},{right},{bottom}"
            raise FormatError(problem, file=name)
        image = image.crop(crop)
    if image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info:
        image = image.convert("RGBA")
        white = pillow.new("RGBA", image.size, (255, 255, 255, 255))
        image = pillow.alpha_composite(white, image)
    if image.mode in ("I", "I;16", "I;16B", "I;16L"):  # convert would clip 16 bits at 255
        image = image.convert("I").point([value >> 8 for value in range(1 << 16)], "L")
    return image.convert("RGB")
