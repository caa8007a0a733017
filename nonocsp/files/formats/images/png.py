"""Pixel pictures: PNG, WebP and AVIF are read and written, GIF and BMP are read, with Pillow.

A pixel is a cell, unless the sides of all areas of one colour are multiples of a number of pixels:
then a cell is that many pixels wide and high, with a warning. White or what is transparent is
blank, or else the lightest colour if it is light at all. Every other colour is a colour of the
puzzle, at most 255. Where no format is named, only pictures in which no clues are found, of at most
16 colours and 400 cells to a side, are read so; ``nonocsp generate --image`` is for others.

Written pictures have a pixel for every cell, and the names and characters of the colours and the
texts about the puzzle as texts of the PNG or in the XMP of the others, so that they are read back
unchanged. AVIF changes colours a little, so that nearly equal ones are taken for one there. A
picture to look at is drawn by ``nonocsp render``. The extra ``pictures`` installs Pillow, whose
usual builds have WebP, and AVIF since version 11.3.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import escape, unescape
from typing import Any

from ....core import NonocspError, Puzzle
from ...foreign.foreign import foreign
from ...foreign.image_files import decoding
from ...foreign.pillow import pillow
from ..format import TEXTS, Format, Parsed, Text
from ..text_lines import fault
from .raster import MAX_PIXELS, TRANSPARENT, Raster, check_size, indexed, puzzle_of, statement

#: How the content of each kind of picture begins.
_SIGNS = {
    "PNG": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "GIF": re.compile(rb"GIF8[79]a"),
    "BMP": re.compile(rb"BM.{4}\0{4}", re.DOTALL),
    "WEBP": re.compile(rb"RIFF.{4}WEBP", re.DOTALL),
    "AVIF": re.compile(rb".{4}ftypavi[fs]", re.DOTALL),
}
_NAMES = {"WEBP": "WebP"}

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


#: A packet of XMP, which has the same texts as attributes.
_XMP = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax'
    '-ns#"><rdf:Description rdf:about="" xmlns:n="nonocsp"{}/></rdf:RDF></x:xmpmeta>'
)

#: The greatest change of a part of a colour in an AVIF of the best quality.
_CHANGE = 3


def kind_of(content: bytes) -> str | None:
    """Which kind of picture begins like this, as Pillow names it; None for other contents."""
    return next((kind for kind, begin in _SIGNS.items() if begin.match(content)), None)


def _sniff(*kinds: str) -> Callable[[bytes], str | None]:
    def sniff(content: bytes) -> str | None:
        kind = kind_of(content)
        return f"the first bytes are those of {_NAMES.get(kind, kind)}" if kind in kinds else None

    return sniff


def _image_module(kind: str) -> Any:
    """Pillow's module, which a build may have without WebP or AVIF."""
    image_module = _pillow()
    if kind in ("WEBP", "AVIF"):
        image_module.init()  # loads all it has; the others are always there
        if kind not in image_module.SAVE:
            name = _NAMES.get(kind, kind)
            raise fault(f"this Pillow has no {name}: save the picture as PNG, or update Pillow")
    return image_module


def parse(content: bytes) -> Parsed:
    kind = kind_of(content)
    if kind is None:
        raise fault("expected a picture as PNG, GIF, BMP, WebP or AVIF")
    _image_module(kind)
    parsed = Parsed([])

    def explain(head: bytes) -> str:
        return f"the image is damaged: Pillow reads no {_NAMES.get(kind, kind)}"

    with decoding(content, (kind,), MAX_PIXELS, explain) as image:
        check_size(*image.size)
        if getattr(image, "is_animated", False):
            parsed.warnings.append("of several pictures the first was read")
        image.load()
        texts: dict[Any, Any] = {**image.info, **(getattr(image, "text", None) or {})}
        texts |= _of_xmp(image.info.get("xmp"))
        pixels = image.convert("RGBA").tobytes()
        width = image.width
    known: dict[object, int] = {}
    numbers = indexed(zip(*(pixels[part::4] for part in range(4)), strict=True), known)
    looks = [_look(look) for look in known]
    comment = texts.get(_COMMENT)
    comment = comment if isinstance(comment, str) else ""
    raster = Raster(width, numbers, looks, comment)
    if kind == "AVIF":
        raster = _without_nearly_equal(raster)
    about = {
        key: text
        for key, word in _KEYWORDS.items()
        if isinstance(text := texts.get(word), str) and text.strip()
    }
    parsed.puzzles.append(puzzle_of(raster, parsed).replace(**about))
    return parsed


def _look(pixel: Any) -> str:
    """The look of a pixel over white, so that half transparent ones look as on paper."""
    *parts, opacity = pixel
    if opacity == 0:
        return TRANSPARENT
    return "#" + bytes((part * opacity + 255 * (255 - opacity)) // 255 for part in parts).hex()


def _without_nearly_equal(raster: Raster) -> Raster:
    """A picture whose looks are replaced by near ones, those of its comment or the first ones."""
    named = re.findall(r"(?m)^nonocsp: \S (#[0-9a-f]{6}) ", raster.comment) or raster.looks
    near = [next((n for n in named if _is_near(n, look)), look) for look in raster.looks]
    looks = list(dict.fromkeys(near))
    pixels = raster.pixels.translate(bytes(map(looks.index, near)).ljust(256))
    return raster._replace(pixels=pixels, looks=looks)


def _is_near(name: str, look: str) -> bool:
    if TRANSPARENT in (name, look):
        return name == look
    parts = zip(bytes.fromhex(name[1:]), bytes.fromhex(look[1:]), strict=True)
    return all(abs(one - other) <= _CHANGE for one, other in parts)


def _of_xmp(packet: object) -> dict[str, str]:
    text = packet.decode(errors="replace") if isinstance(packet, bytes) else ""
    return {word: unescape(value) for word, value in re.findall(r' n:(\w+)="([^"]*)"', text)}


def _image(image_module: Any, puzzle: Puzzle) -> tuple[Any, dict[str, str]]:
    """The picture of a puzzle, and its texts."""
    height, width = puzzle.shape
    image = image_module.frombytes("P", (width, height), puzzle.goals[0].cells)
    image.putpalette(b"".join(bytes.fromhex(colour.rgb[1:]) for colour in puzzle.colours))
    texts = {word: text for key, word in _KEYWORDS.items() if (text := getattr(puzzle, key))}
    return image, texts | {_COMMENT: "\n".join(statement(puzzle))}


def dump(puzzle: Puzzle) -> bytes:
    image, texts = _image(_pillow(), puzzle)
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    for word, text in texts.items():
        info.add_text(word, text)
    out = io.BytesIO()
    image.save(out, "PNG", pnginfo=info, optimize=True)
    return out.getvalue()


def _dump_as(kind: str, **how: Any) -> Callable[[Puzzle], bytes]:
    def dump(puzzle: Puzzle) -> bytes:
        image, texts = _image(_image_module(kind), puzzle)
        words = (f' n:{word}="{escape(text)}"' for word, text in texts.items())
        packet = _XMP.format("".join(words)).replace("\n", "&#10;")
        out = io.BytesIO()
        with foreign(f"Pillow cannot write this {_NAMES.get(kind, kind)}"):
            image.convert("RGB").save(out, kind, xmp=packet.encode(), **how)
        content = out.getvalue()
        if kind == "AVIF" and parse(content).puzzles[0].goals != puzzle.goals[:1]:
            raise fault("in AVIF some of the colours look the same")
        return content

    return dump


def _pillow() -> Any:
    try:
        return pillow().Image
    except NonocspError as error:
        raise fault(str(error)) from None


_PNG = Format(
    name="png",
    summary="pixel pictures, PNG (GIF and BMP are read): the clues are those of the picture",
    suffixes=(".png",),
    sniff=_sniff("PNG", "GIF", "BMP"),
    parse=parse,
    dump=dump,
    needs_goal=True,
    carries=frozenset({"colours", "looks", "goals", *TEXTS}),
    binary=True,
)
FORMATS = (
    _PNG,
    _PNG._replace(
        name="webp",
        summary="pixel pictures, WebP without loss: the clues are those of the picture",
        suffixes=(".webp",),
        sniff=_sniff("WEBP"),
        dump=_dump_as("WEBP", lossless=True),
    ),
    _PNG._replace(
        name="avif",
        summary="pixel pictures, AVIF: the clues are those of the picture",
        suffixes=(".avif",),
        sniff=_sniff("AVIF"),
        dump=_dump_as("AVIF", quality=100, subsampling="4:4:4"),
    ),
)
