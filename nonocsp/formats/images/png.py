"""Pixel pictures: PNG is read and written, GIF and BMP are read, with Pillow.

A pixel is a cell, unless the sides of all areas of one colour are multiples of a number of pixels:
then a cell is that many pixels wide and high, with a warning. White or what is transparent is
blank, or else the lightest colour if it is light at all. Every other colour is a colour of the
puzzle; photographs, with their thousands of colours, are refused: ``nonocsp generate --image`` is
for them.

Written pictures have a pixel for every cell, and the names and characters of the colours and the
texts about the puzzle as texts of the PNG, so that they are read back unchanged. A picture to look
at is drawn by ``nonocsp render``. The extra ``pictures`` installs Pillow.
"""

from __future__ import annotations

import io
import warnings
from typing import Any

from ...common.errors import FormatError, NonocspError
from ...common.pillow import pillow
from ...model.puzzle import Puzzle
from ..format import TEXTS, Format, Parsed, Text
from ..text_lines import fault
from .raster import MAX_PIXELS, TRANSPARENT, Raster, check_size, indexed, puzzle_of, statement

_SIGNS = {b"\x89PNG\r\n\x1a\n": "PNG", b"GIF87a": "GIF", b"GIF89a": "GIF", b"BM": "BMP"}

#: The keywords of the texts about a puzzle in a PNG; most of them are those of its standard.
_KEYWORDS: dict[Text, str] = {
    "title": "Title",
    "author": "Author",
    "copyright": "Copyright",
    "licence": "License",
    "source": "Source",
    "description": "Description",
}
_COMMENT = "Comment"


def sniff(content: bytes) -> str | None:
    for sign, name in _SIGNS.items():
        if content.startswith(sign) and (name != "BMP" or content[6:10] == b"\0\0\0\0"):
            return f"the first bytes are those of {name}"
    return None


def parse(content: bytes) -> Parsed:
    image_module = _pillow()
    parsed = Parsed([])
    try:
        with warnings.catch_warnings():
            # Sizes are checked here; the other warnings of Pillow do not matter.
            warnings.simplefilter("ignore")
            image = image_module.open(io.BytesIO(content), formats=("PNG", "GIF", "BMP"))
            check_size(*image.size)
            if getattr(image, "is_animated", False):
                parsed.warnings.append("of several pictures the first was read")
            image.load()
            texts: dict[Any, Any] = {**image.info, **(getattr(image, "text", None) or {})}
            pixels = image.convert("RGBA").tobytes()
            width = image.width
    except FormatError:
        raise
    except image_module.DecompressionBombError:
        raise fault(f"expected at most {MAX_PIXELS} pixels") from None
    except image_module.UnidentifiedImageError:
        raise fault("expected a picture as PNG, GIF or BMP") from None
    except Exception as error:  # Pillow's decoders raise many kinds of errors
        reason = " ".join(str(error).split())[:80]
        raise fault(f"the picture is damaged: {reason}") from None
    known: dict[object, int] = {}
    numbers = indexed(zip(*(pixels[part::4] for part in range(4)), strict=True), known)
    looks = [_look(look) for look in known]
    comment = texts.get(_COMMENT)
    raster = Raster(width, numbers, looks, comment if isinstance(comment, str) else "")
    about = {
        key: text
        for key, word in _KEYWORDS.items()
        if isinstance(text := texts.get(word), str) and text.strip()
    }
    parsed.puzzles.append(puzzle_of(raster, parsed.warnings).replace(**about))
    return parsed


def _look(pixel: Any) -> str:
    """The look of a pixel over white, so that half transparent ones look as on paper."""
    *parts, opacity = pixel
    if opacity == 0:
        return TRANSPARENT
    return "#" + bytes((part * opacity + 255 * (255 - opacity)) // 255 for part in parts).hex()


def dump(puzzle: Puzzle) -> bytes:
    image_module = _pillow()
    from PIL.PngImagePlugin import PngInfo

    height, width = puzzle.shape
    image = image_module.frombytes("P", (width, height), puzzle.goals[0].cells)
    image.putpalette(b"".join(bytes.fromhex(colour.rgb[1:]) for colour in puzzle.colours))
    texts = PngInfo()
    for key, word in _KEYWORDS.items():
        if text := getattr(puzzle, key):
            texts.add_text(word, text)
    texts.add_text(_COMMENT, "\n".join(statement(puzzle)))
    out = io.BytesIO()
    image.save(out, "PNG", pnginfo=texts, optimize=True)
    return out.getvalue()


def _pillow() -> Any:
    try:
        return pillow().Image
    except NonocspError as error:
        raise fault(str(error)) from None


FORMAT = Format(
    name="png",
    summary="pixel pictures, PNG (GIF and BMP are read): the clues are those of the picture",
    suffixes=(".png",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    needs_goal=True,
    carries=frozenset({"colours", "looks", "goals", *TEXTS}),
    binary=True,
)
