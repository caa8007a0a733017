"""The pictures of Netpbm: PBM (``pbm``: P1, P4), PGM and PPM (``ppm``: P2, P3, P5, P6).

    P1
    # a note
    3 2
    101
    000

In PBM a one is black, whatever the picture shows: it becomes a filled cell.

    P3
    2 1
    255
    255 255 255   209 36 47

In PPM every colour, and in PGM every level of grey, is a colour of the puzzle; there is no
threshold, and pictures of more than 255 colours are refused. The page of the format png lists what
becomes blank, and how a scaled picture is read. A file may hold several pictures. Pictures are
written raw (P4, P6), the names and characters of the colours of a PPM as comments; PGM is only
read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ....core import Puzzle
from ..clues import MAX_PUZZLES
from ..format import Format, Parsed, one_by_one
from ..text_lines import fault
from .raster import Raster, check_size, indexed, puzzle_of, statement

_HEADER_WORD = re.compile(rb"(?:\s|#[^\n]*(?:\n|\Z))*([0-9]{1,9})")
_KIND = re.compile(rb"P([1-6])(?=[\s#])")
_BLANKS = re.compile(rb"\s*")

_WHITE_AND_BLACK = ("#ffffff", "#000000")
_TO_NUMBERS = bytes.maketrans(b"01", b"\0\1")


def _kind_of(content: bytes, at: int = 0) -> int | None:
    """The digit behind the P with which a picture begins."""
    found = _KIND.match(content, at)
    return int(found[1]) if found else None


def _sniff(*kinds: int) -> Callable[[bytes], str | None]:
    def sniff(content: bytes) -> str | None:
        kind = _kind_of(content)
        return f"the first bytes are P{kind}" if kind in kinds else None

    return sniff


def _parse(*kinds: int) -> Callable[[bytes], Parsed]:
    def parse(content: bytes) -> Parsed:
        if _kind_of(content) not in kinds:
            *others, last = (f"P{kind}" for kind in kinds)
            raise fault(f"expected {', '.join(others)} or {last} as the first bytes")
        parsed = Parsed([])
        for number, raster in enumerate(_rasters(content), start=1):
            if number > MAX_PUZZLES:
                raise fault(f"expected at most {MAX_PUZZLES} pictures")
            which = f"picture {number}: " if number > 1 else ""
            parsed.puzzles.append(puzzle_of(raster, parsed, which))
        return parsed

    return parse


def _rasters(content: bytes) -> Iterator[Raster]:
    at = 0
    while at < len(content):
        kind = _kind_of(content, at)
        if kind is None:
            raise fault("expected P1 to P6 and a blank at the beginning of a picture")
        start, at = at, at + 2
        words = []
        for what in ("width", "height", "largest value")[: 2 if kind in (1, 4) else 3]:
            found = _HEADER_WORD.match(content, at)
            if found is None:
                raise fault(f"expected the {what} in the header")
            words.append(int(found[1]))
            at = found.end()
        width, height, largest = words if len(words) == 3 else (*words, 1)
        check_size(width, height)
        if not 1 <= largest <= 65535:
            raise fault(f"expected a largest value of 1 to 65535, not {largest}")
        comments = re.findall(rb"#([^\n]*)", content[start:at])
        comment = "\n".join(line.decode("utf-8", "replace") for line in comments)
        if kind <= 3:
            # Only one picture fits in a file of the plain kinds.
            pixels, looks = _plain(content, at, kind, width * height, largest)
            at = len(content)
        else:
            if not content[at : at + 1].isspace():
                raise fault("expected a blank behind the header")
            at += 1
            depth = 2 if largest > 255 else 1
            size = {4: (width + 7) // 8, 5: width * depth, 6: 3 * width * depth}[kind] * height
            body = content[at : at + size]
            if len(body) < size:
                raise fault(f"expected {size} bytes of pixels, found {len(body)}")
            pixels, looks = _raw(body, kind, width, height, largest)
            blanks = _BLANKS.match(content, at + size)
            at = blanks.end() if blanks else at + size
        yield Raster(width, pixels, looks, comment)


#: The numbers of the looks of all pixels, and the looks.
_Pixels = tuple[bytes, tuple[str, ...]]


def _plain(content: bytes, at: int, kind: int, size: int, largest: int) -> _Pixels:
    """The pixels that stand in digits."""
    body = re.sub(rb"#[^\n]*", b"", content[at:])
    if wrong := re.search(rb"[^0-9\s]", body):
        line = content.count(b"\n", 0, at) + body.count(b"\n", 0, wrong.start()) + 1
        raise fault("expected digits for the pixels", line, wrong[0].decode("latin-1"))
    if kind == 1:
        bits = body.translate(None, b" \t\r\n\v\f")
        if bits.strip(b"01"):
            raise fault("expected 0 or 1 for every pixel")
        if len(bits) != size:
            raise fault(f"expected {size} pixels, found {len(bits)}")
        return bits.translate(_TO_NUMBERS), _WHITE_AND_BLACK
    wanted = size * (3 if kind == 3 else 1)
    values = bytearray()
    for found in re.finditer(rb"[0-9]+", body):
        value = int(found[0]) if len(found[0]) < 9 else largest + 1
        if value > largest or len(values) == wanted:
            problem = f"expected {wanted} values of 0 to {largest} for the pixels"
            raise fault(problem, text=found[0][:20].decode())
        values.append(_scaled(value, largest))
    if len(values) < wanted:
        raise fault(f"expected {wanted} values for the pixels, found {len(values)}")
    return _coloured(bytes(values), 1 if kind == 2 else 3)


def _raw(body: bytes, kind: int, width: int, height: int, largest: int) -> _Pixels:
    """The pixels that stand in bytes."""
    if kind == 4:
        length = (width + 7) // 8
        rows = (int.from_bytes(body[row * length :][:length]) for row in range(height))
        bits = "".join(f"{row:0{8 * length}b}"[:width] for row in rows)
        return bits.encode().translate(_TO_NUMBERS), _WHITE_AND_BLACK
    if largest > 255:
        values = [high << 8 | low for high, low in zip(body[::2], body[1::2], strict=True)]
        body = bytes(_scaled(min(value, largest), largest) for value in values)
    elif largest < 255:
        body = body.translate(bytes(_scaled(min(n, largest), largest) for n in range(256)))
    return _coloured(body, 1 if kind == 5 else 3)


def _scaled(value: int, largest: int) -> int:
    return (value * 255 + largest // 2) // largest


def _coloured(values: bytes, parts: int) -> _Pixels:
    """Pixels of one part (grey) or three (red, green, blue) with the looks that occur."""
    red, green, blue = (values[part % parts :: parts] for part in range(3))
    known: dict[object, int] = {}
    numbers = indexed(zip(red, green, blue, strict=True), known)
    return numbers, tuple(f"#{bytes(look).hex()}" for look in known)  # type: ignore[call-overload]


def _header(kind: int, puzzle: Puzzle, comment: list[str]) -> bytes:
    height, width = puzzle.shape
    lines = [f"P{kind}", *(f"# {line}" for line in comment), f"{width} {height}"]
    return "".join(f"{line}\n" for line in [*lines, *(["255"] if kind == 6 else [])]).encode()


def _dump_pbm(puzzle: Puzzle) -> bytes:
    length = (puzzle.shape[1] + 7) // 8
    rows = []
    for row in puzzle.goals[0].rows:
        bits = "".join(map(str, row)).ljust(8 * length, "0")
        rows.append(int(bits, 2).to_bytes(length))
    # Its colours are white and black, so that only the first line of the statement is needed.
    return _header(4, puzzle, statement(puzzle)[:1]) + b"".join(rows)


def _dump_ppm(puzzle: Puzzle) -> bytes:
    looks = [bytes.fromhex(colour.rgb[1:]) for colour in puzzle.colours]
    pixels = b"".join(looks[cell] for cell in puzzle.goals[0].cells)
    return _header(6, puzzle, statement(puzzle)) + pixels


FORMATS = (
    Format(
        name="pbm",
        summary="PBM pictures, black-and-white: the clues are those of the picture",
        suffixes=(".pbm", ".pnm"),
        sniff=_sniff(1, 4),
        parse=_parse(1, 4),
        dump=_dump_pbm,
        dump_all=one_by_one(_dump_pbm, b""),
        needs_goal=True,
        carries=frozenset({"goals"}),
        binary=True,
    ),
    Format(
        name="ppm",
        summary="PPM and PGM pictures of few colours: the clues are those of the picture",
        suffixes=(".ppm", ".pgm"),
        sniff=_sniff(2, 3, 5, 6),
        parse=_parse(2, 3, 5, 6),
        dump=_dump_ppm,
        dump_all=one_by_one(_dump_ppm, b""),
        needs_goal=True,
        carries=frozenset({"colours", "looks", "goals"}),
        binary=True,
    ),
)
