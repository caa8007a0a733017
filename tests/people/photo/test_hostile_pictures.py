"""Broken, huge and odd picture files: an answer, or an error of one line."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PIL import Image, ImageOps
from samples import claiming_png, png_chunk

import nonocsp
from nonocsp.people.photo.photographs import PhotoReading
from tests.people.photo.drawn_pages import make_page

PAGE = make_page(4, "lined", 0)
SHAPE = PAGE.puzzle.shape

#: A grey PNG that says its size.
png = partial(claiming_png, kind=0)


def zeros(number: int) -> bytes:
    """Many zeros, packed without ever being in memory together."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(bytes(1 << 20)) for _ in range(number >> 20)]
    return b"".join((*parts, packer.flush()))


def jpeg(image: Image.Image, path: Path, **how: object) -> bytes:
    image.save(path, "JPEG", **how)
    return path.read_bytes()


def half(path: Path, kind: str) -> bytes:
    """A picture whose second half is zeros; none at all where Pillow lacks its kind."""
    if kind not in Image.SAVE:
        return b""
    PAGE.image.save(path, kind)
    content = path.read_bytes()
    return content[: len(content) // 2].ljust(len(content), b"\0")


def with_damaged_exif(path: Path, kind: str) -> None:
    PAGE.image.save(path, kind, exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01\x12\0\x03")


def orientation(value: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = value
    return exif


#: What cannot be read, as bytes by the name of the file.
BROKEN: dict[str, Callable[[Path], bytes]] = {
    "empty.png": lambda path: b"",
    "text.jpg": lambda path: b"3 1\n2 2\n" * 50,
    "puzzle.png": lambda path: b"\x89PNG\r\n\x1a\n",
    "bomb.png": lambda path: png(30_000, 30_000, zeros(30_000 * 3_750), bits=1),
    "claims.png": lambda path: png(2**31 - 1, 2**31 - 1, zlib.compress(b"0")),
    "no_pixels.png": lambda path: png(0, 10, zlib.compress(b"")),
    "little_data.png": lambda path: png(500, 500, zlib.compress(bytes(100))),
    "long_text.png": lambda path: png(
        500, 500, zlib.compress(bytes(501 * 500)),
        extra=png_chunk(b"zTXt", b"a\0\0" + zeros(1 << 28)),
    ),
    "truncated.jpg": lambda path: jpeg(PAGE.image, path)[:5000],
    "header.jpg": lambda path: jpeg(PAGE.image, path)[:30],
    "wide.gif": lambda path: b"GIF89a" + struct.pack("<HH", 65535, 65535) + b"\x80\0\0" + bytes(6),
    "half.avif": lambda path: half(path, "AVIF"),
    "phone.heic": lambda path: b"\0\0\0\x18ftypheic" + bytes(12),
}  # fmt: skip

#: Pictures that can be read and show no puzzle.
EMPTY: dict[str, Callable[[], Image.Image]] = {
    "one_pixel.png": lambda: Image.new("RGB", (1, 1)),
    "one_row.png": lambda: Image.new("L", (20_000, 20), 255),
    "one_column.png": lambda: Image.new("L", (3, 20_000), 0),
    "white.png": lambda: Image.new("L", (600, 800), 255),
    "clear.png": lambda: Image.new("RGBA", (300, 300), (0, 0, 0, 0)),
    "noise.png": lambda: Image.effect_noise((800, 600), 80),
    "stripes.png": lambda: Image.linear_gradient("L").point(lambda v: 255 * (v // 4 % 2)),
}


def turned(path: Path) -> None:
    PAGE.image.transpose(Image.Transpose.ROTATE_90).save(path, exif=orientation(6), quality=95)


def sixteen_bits(path: Path) -> None:
    grey = PAGE.image.convert("L")
    Image.frombytes("I;16", grey.size, b"".join(bytes((0, v)) for v in grey.tobytes())).save(path)


def transparent_paper(path: Path) -> None:
    clear = PAGE.image.convert("RGBA")
    clear.putalpha(ImageOps.invert(PAGE.image.convert("L")))
    clear.save(path)


def transparent_palette(path: Path) -> None:
    paper = PAGE.image.convert("P", palette=Image.Palette.ADAPTIVE, colors=16)
    paper.save(path, transparency=paper.getpixel((0, 0)))


def animated(path: Path) -> None:
    blank = Image.new("RGB", PAGE.image.size, "white")
    PAGE.image.save(path, save_all=True, append_images=[blank, PAGE.image])


#: Ways in which one and the same page can be stored.
ODD: dict[str, Callable[[Path], None]] = {
    "turned.jpg": turned,
    "upside_down.jpg": lambda path: PAGE.image.rotate(180).save(path, exif=orientation(3)),
    "false_turn.jpg": lambda path: PAGE.image.save(path, exif=orientation(77), quality=95),
    "print.jpg": lambda path: PAGE.image.convert("CMYK").save(path, quality=95),
    "grey.jpg": lambda path: PAGE.image.convert("L").save(path, quality=95),
    "one_bit.png": lambda path: PAGE.image.convert("1", dither=Image.Dither.NONE).save(path),
    "sixteen_bits.png": sixteen_bits,
    "transparent_paper.png": transparent_paper,
    "transparent_palette.png": transparent_palette,
    "animated.gif": animated,
    "damaged_exif.png": lambda path: with_damaged_exif(path, "PNG"),
    "damaged_exif.webp": lambda path: with_damaged_exif(path, "WEBP"),
    "wrong_suffix.jpg": lambda path: PAGE.image.save(path, "PNG"),
}


def answer_of(path: Path) -> PhotoReading | None:
    """The answer; None where there is a one-line error of the library."""
    try:
        return nonocsp.read_photo(path, limits=nonocsp.Limits(seconds=10))
    except nonocsp.NonocspError as error:
        assert str(error) and "\n" not in str(error)
        return None


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_raise_an_error_of_one_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(BROKEN[name](path))
    assert answer_of(path) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", EMPTY)
def test_pictures_without_a_puzzle_give_none(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    EMPTY[name]().save(path)
    answer = answer_of(path)
    assert answer is None or not answer.is_sure


@pytest.mark.slow
@pytest.mark.parametrize("name", ODD)
def test_the_way_of_storing_makes_no_difference(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    ODD[name](path)
    answer = answer_of(path)
    assert answer is not None
    assert answer.shape == SHAPE


@pytest.mark.parametrize("where", ["", "missing.png", "folder", "nul\0.png"])
def test_names_that_are_no_files_raise_an_error(where: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert answer_of(tmp_path / where) is None
