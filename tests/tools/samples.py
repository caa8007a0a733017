"""A sample of every format: what it writes, or else what the docstring of its module shows."""

from __future__ import annotations

import gzip
import json
import random
import re
import shlex
import struct
import sys
import tarfile
import tempfile
import warnings
import zipfile
import zlib
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from textwrap import dedent

from nonocsp import Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import dumps, formats, parse
from nonocsp.files.render import png
from nonocsp.many.sets.records import records

try:
    from PIL import Image
except ModuleNotFoundError:
    SAVED = {}
else:
    Image.init()
    SAVED = Image.SAVE

HEART = Puzzle([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])
PLAIN = Puzzle.from_picture(["##_", "_#_", "__#"], title="T")
COLOURED = Puzzle.from_picture([[1, 2, 0], [0, 2, 1], [0, 0, 2]], title="T")

#: Samples of formats that are not written and whose docstring shows none of their own.
BY_HAND: dict[str, str | bytes] = {
    "loose": "rows:\n1 1\ncolumns:\n1\n0\n1\n",
    "jap": bytes.fromhex("54 4C 53  00 00 00 00  00 02 01  01 01  00  01 01"),
}


def read_or_refused(content, format=None):
    """The puzzles of a content, none if it was refused, which takes one short line. The first is
    written again, or refused."""
    try:
        parsed = parse(content, format)
    except FormatError as error:
        message = str(error)
        assert message and "\n" not in message and len(message) < 500, message
        return []
    assert parsed.puzzles, "nothing was read, and no error raised"
    assert all("\n" not in warning for warning in parsed.warnings)
    if formats()[parsed.format].dump is not None:
        with suppress(FormatError):
            dumps(parsed.puzzles[0], parsed.format)
    return parsed.puzzles


def by_appearance(puzzle):
    """The clues with the colours numbered as they appear."""
    numbers: dict[int, int] = {}
    return [
        clue and [(b.length, numbers.setdefault(b.colour, len(numbers))) for b in clue]
        for clue in puzzle.clues
    ]


def mutated(draw: random.Random, content: str | bytes) -> str | bytes:
    """A content with some pieces replaced by telling ones."""
    pieces = ["", "0", "9", ",", "\n", "?", "{", "[", '"', "\0", "é", "-", " ", "R", ":", "#", "/"]
    pieces += ["99999", "\r\n", "\ufeff", "=", ";", "|", "<", ">", "e9"]
    changed: list = list(content)
    for _ in range(draw.randint(1, 6)):
        at = draw.randrange(len(changed) + 1)
        end = at + draw.randint(0, 3)
        if draw.random() < 0.2:  # a part again, or moved
            other = draw.randrange(len(changed) + 1)
            what = changed[other : other + draw.randint(1, 30)]
        else:
            text = draw.choice(pieces) * draw.choice([1, 1, 1, 50])
            what = list(text.encode() if isinstance(content, bytes) else text)
        changed[at:end] = what
    if draw.random() < 0.1:
        del changed[draw.randrange(len(changed) + 1) :]
    if isinstance(content, str):
        return "".join(changed)
    for _ in range(draw.choice((0, 0, 1, 3)) if changed else 0):
        changed[draw.randrange(len(changed))] ^= 1 << draw.randrange(8)
    return bytes(changed)


def check_fault(error, expected: str) -> None:
    """Check what a message promises: the place, and the words that name what is wrong and expected.

    Args:
        error: a `FormatError`.
        expected: the place as the message begins with it, ``line 3, column 2:``, nothing if there
            is none; then the words, each of which must occur, quoted as in a shell.
    """
    message = str(error)
    assert "\n" not in message and len(message) < 300
    place, words = re.fullmatch(r"(?:(line \d+(?:, column \d+)?): )?(.*)", expected).groups()
    assert (error.line is None) == (place is None), message
    assert place is None or f"{place}: " in message, message
    for word in shlex.split(words):
        assert word in message, message


def check_refused(content, format, expected: str | None) -> None:
    """Check that a content is refused as `check_fault` says, or read where nothing is expected."""
    try:
        assert parse(content, format).puzzles and expected is None
    except FormatError as error:
        assert expected is not None, error
        check_fault(error, expected)


def shown(module) -> list[str]:
    """The indented blocks of a module's docstring."""
    lines = (module.__doc__ or "").split("\n")
    blocks = []
    while lines:
        block = list(takewhile(lambda line: not line or line.startswith("    "), lines))
        lines = lines[len(block) + 1 :] if block else lines[1:]
        if any(block):
            blocks.append(dedent("\n".join(block)).strip("\n") + "\n")
    return blocks


def sample(name: str) -> str | bytes:
    """A content in a format, of a puzzle in colours where it has them."""
    known = formats()[name]
    if name in BY_HAND:
        return BY_HAND[name]
    for puzzle in (COLOURED, PLAIN):
        try:
            return dumps(puzzle, name)
        except FormatError:
            continue
    for block in shown(sys.modules[known.parse.__module__]):
        try:
            parse(block, name)
        except FormatError:
            continue
        return block
    raise AssertionError(f"there is no sample of the format {name!r}")


#: Formats that this build of Pillow lacks.
ABSENT = {name for name in ("png", "webp", "avif") if name.upper() not in SAVED}
READ = [name for name, known in formats().items() if known.parse and name not in ABSENT]
WRITTEN = [name for name, known in formats().items() if known.dump and name not in ABSENT]
SAMPLES = {name: sample(name) for name in READ}


def png_chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG, with its checksum."""
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def claiming_png(width, height, data, bits=8, kind=2, extra=b"") -> bytes:
    """A PNG, in colours or of another kind, that says its size, whatever its data are."""
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0))
    body = header + extra + png_chunk(b"IDAT", data) + png_chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def damaged(data, bits=200, ends=100):
    """A content cut off, and with one bit changed; everywhere, or at this many places."""
    draw = random.Random(len(data))
    lengths = range(len(data))
    for end in lengths if len(data) <= ends else draw.sample(lengths, ends):
        yield data[:end]
    places = range(8 * len(data))
    for place in places if len(places) <= bits else draw.sample(places, bits):
        changed = bytearray(data)
        changed[place // 8] ^= 1 << place % 8
        yield bytes(changed)


@cache
def files() -> dict[str, bytes]:
    """Archives, tables and pictures by the names of their files."""
    rows = [{"id": n, "rows": [[n]], "columns": [[1]] * n} for n in range(1, 6)]
    lines = "".join(f"{json.dumps(row)}\n" for row in rows)
    table = "id,row_clues,column_clues\na,[[1]],[[1]]\nb,[[2]],[[1],[1]]\n"
    found = {
        "a.jsonl": lines.encode(),
        "a.json": json.dumps(rows).encode(),
        "a.csv": table.encode(),
    }
    found["a.jsonl.gz"] = gzip.compress(lines.encode(), mtime=0)
    for kind in ("STORED", "DEFLATED", "LZMA", "BZIP2"):
        with BytesIO() as file:
            with zipfile.ZipFile(file, "w", getattr(zipfile, f"ZIP_{kind}")) as archive:
                archive.writestr("a.jsonl", lines)
                archive.writestr("b.non", SAMPLES["non"])
            found[f"{kind.lower()}.zip"] = file.getvalue()
    for mode in ("", "gz"):
        with BytesIO() as file:
            with tarfile.open(fileobj=file, mode=f"w:{mode}") as archive:
                for name in ("a.jsonl", "a.csv"):
                    entry = tarfile.TarInfo(name)
                    entry.size = len(found[name])
                    archive.addfile(entry, BytesIO(found[name]))
            found["a.tgz" if mode else "a.tar"] = file.getvalue()
    if find_spec("pyarrow"):
        import pyarrow
        from pyarrow import parquet

        with BytesIO() as file:
            parquet.write_table(pyarrow.Table.from_pylist(rows), file)
            found["a.parquet"] = file.getvalue()
    for kind in ("PNG", "JPEG", "GIF", "BMP", "WEBP", "AVIF", "PPM"):
        if kind in SAVED:
            with BytesIO() as file, Image.open(BytesIO(png(HEART))) as page:
                exif = Image.Exif()
                exif[0x0112], exif[0x010E] = 1, "a page"
                page.convert("RGB").save(file, kind, exif=exif.tobytes())
                found[f"page.{kind.lower()}"] = file.getvalue()
    return found


def records_or_refused(name: str, content: bytes) -> int:
    """Read a file as a set; the number of its rows. What is faulty takes one short line each."""
    whole, faults = 0, 0
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder, name)
        path.write_bytes(content)
        for record in records(str(path)):
            try:
                whole += bool(record.row())
            except FormatError as error:
                faults += 1
                assert str(error) and "\n" not in str(error) and len(str(error)) < 500, error
    assert whole or faults
    return whole
