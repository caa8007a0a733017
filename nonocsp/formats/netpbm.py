"""The headers and pixels of Netpbm pictures, for the formats pbm and ppm."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..common.errors import FormatError
from .base import MAX_PUZZLES, Parsed
from .raster import Raster, check_size, indexed, puzzle_of

_HEADER_WORD = re.compile(rb"(?:\s|#[^\n]*(?:\n|\Z))*([0-9]{1,9})")
_KIND = re.compile(rb"P([1-6])(?=[\s#])")
_BLANKS = re.compile(rb"\s*")
_NUMBER = re.compile(rb"[0-9]+")
_WRONG = re.compile(rb"[^0-9\s]")

_WHITE, _BLACK = "#ffffff", "#000000"


def kind_of(content: bytes, at: int = 0) -> int | None:
    """The digit behind the P with which a picture begins."""
    found = _KIND.match(content, at)
    return int(found[1]) if found else None


def parse(content: bytes) -> Parsed:
    """All pictures of a file."""
    parsed = Parsed([])
    for number, raster in enumerate(_rasters(content), start=1):
        warnings: list[str] = []
        if number > MAX_PUZZLES:
            raise FormatError(f"expected at most {MAX_PUZZLES} pictures")
        parsed.puzzles.append(puzzle_of(raster, warnings))
        which = f"picture {number}: " if number > 1 else ""
        parsed.warnings += [which + warning for warning in warnings]
    return parsed


def _rasters(content: bytes) -> Iterator[Raster]:
    at = 0
    while at < len(content):
        kind = kind_of(content, at)
        if kind is None:
            raise FormatError("expected P1 to P6 and a blank at the beginning of a picture")
        start, at = at, at + 2
        words = []
        for what in ("width", "height", "largest value")[: 2 if kind in (1, 4) else 3]:
            found = _HEADER_WORD.match(content, at)
            if found is None:
                raise FormatError(f"expected the {what} in the header")
            words.append(int(found[1]))
            at = found.end()
        width, height, *rest = words
        largest = rest[0] if rest else 1
        check_size(width, height)
        if not 1 <= largest <= 65535:
            raise FormatError(f"expected a largest value of 1 to 65535, not {largest}")
        comment = "\n".join(
            line.decode("utf-8", "replace") for line in re.findall(rb"#([^\n]*)", content[start:at])
        )
        if kind <= 3:
            # Only one picture fits in a file of the plain kinds.
            pixels, looks = _plain(content, at, kind, width, height, largest)
            at = len(content)
        else:
            if not content[at : at + 1].isspace():
                raise FormatError("expected a blank behind the header")
            at += 1
            depth = 2 if largest > 255 else 1
            size = {4: (width + 7) // 8, 5: width * depth, 6: 3 * width * depth}[kind] * height
            body = content[at : at + size]
            if len(body) < size:
                raise FormatError(f"expected {size} bytes of pixels, but there are {len(body)}")
            at += size
            pixels, looks = _raw(body, kind, width, height, largest)
            blanks = _BLANKS.match(content, at)
            at = blanks.end() if blanks else at
        yield Raster(width, pixels, looks, comment)


def _plain(
    content: bytes, at: int, kind: int, width: int, height: int, largest: int
) -> tuple[bytes, list[str]]:
    """The pixels that stand in digits."""
    body = re.sub(rb"#[^\n]*", b"", content[at:])
    if wrong := _WRONG.search(body):
        line = content.count(b"\n", 0, at) + body.count(b"\n", 0, wrong.start()) + 1
        raise FormatError(
            "expected digits for the pixels", line=line, text=wrong[0].decode("latin-1")
        )
    wanted = width * height * (3 if kind == 3 else 1)
    if kind == 1:
        bits = body.translate(None, b" \t\r\n\v\f")
        if bits.strip(b"01"):
            raise FormatError("expected 0 or 1 for every pixel")
        if len(bits) != wanted:
            raise FormatError(f"expected {wanted} pixels, but there are {len(bits)}")
        return bits.translate(bytes.maketrans(b"01", b"\0\1")), [_WHITE, _BLACK]
    values = bytearray()
    for found in _NUMBER.finditer(body):
        value = int(found[0]) if len(found[0]) < 9 else largest + 1
        if value > largest or len(values) == wanted:
            said = f"{wanted} values of 0 to {largest} for the pixels"
            raise FormatError(f"expected {said}", text=found[0][:20].decode())
        values.append(_scaled(value, largest))
    if len(values) < wanted:
        raise FormatError(f"expected {wanted} values for the pixels, not {len(values)}")
    return _coloured(bytes(values), 1 if kind == 2 else 3)


def _raw(body: bytes, kind: int, width: int, height: int, largest: int) -> tuple[bytes, list[str]]:
    """The pixels that stand in bytes."""
    if kind == 4:
        length = (width + 7) // 8
        rows = (int.from_bytes(body[row * length :][:length]) for row in range(height))
        bits = "".join(f"{row:0{8 * length}b}"[:width] for row in rows)
        return bits.encode().translate(bytes.maketrans(b"01", b"\0\1")), [_WHITE, _BLACK]
    if largest > 255:
        values = [high << 8 | low for high, low in zip(body[::2], body[1::2], strict=True)]
        body = bytes(_scaled(min(value, largest), largest) for value in values)
    elif largest < 255:
        body = body.translate(bytes(_scaled(min(n, largest), largest) for n in range(256)))
    return _coloured(body, 1 if kind == 5 else 3)


def _scaled(value: int, largest: int) -> int:
    return (value * 255 + largest // 2) // largest


def _coloured(values: bytes, parts: int) -> tuple[bytes, list[str]]:
    """Pixels of one part (grey) or three (red, green, blue) with the looks that occur."""
    if parts == 1:
        pixels = zip(values, values, values, strict=True)
    else:
        pixels = zip(values[::3], values[1::3], values[2::3], strict=True)
    known: dict[object, int] = {}
    numbers = indexed(pixels, known)
    return numbers, [f"#{bytes(look).hex()}" for look in known]  # type: ignore[call-overload]


def header(kind: int, width: int, height: int, comment: list[str]) -> bytes:
    """The beginning of a picture of the kinds 4 and 6."""
    lines = [f"P{kind}", *(f"# {line}" for line in comment), f"{width} {height}"]
    return "".join(f"{line}\n" for line in [*lines, *(["255"] if kind == 6 else [])]).encode()
