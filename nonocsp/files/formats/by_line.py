"""Files with a puzzle a line, read line by line: a line is bounded, their number is not."""

from __future__ import annotations

import gzip
import io
import os
import re
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

from ...core import FormatError
from . import parse
from .data.json import LINES
from .format import Format, Parsed
from .registry import Guess, format_named, guess_source
from .source import MAX_BYTES, Source

#: Bytes of a file by which its format is guessed.
_HEAD = 1 << 20


@dataclass(frozen=True, slots=True)
class Lines:
    """The puzzles of such a file, which is closed after the last one."""

    name: str
    format: Guess
    _file: BinaryIO
    _stream: BinaryIO
    """The file unpacked."""
    _parse: Callable[..., Parsed]

    @property
    def share(self) -> float | None:
        """About the share of the file that was read; None of standard input."""
        size = os.fstat(self._file.fileno()).st_size
        return min(1.0, self._file.tell() / size) if self.name != "standard input" else None

    def __iter__(self) -> Iterator[Parsed | FormatError]:
        """What each line holds, or what is wrong with it; damage ends the lines."""
        number = 0
        try:
            while line := self._stream.readline(MAX_BYTES + 1):
                number += 1
                if len(line) > MAX_BYTES:
                    yield FormatError(
                        f"the line is longer than {MAX_BYTES >> 20} MiB",
                        file=self.name,
                        line=number,
                    )
                    while line and not line.endswith(b"\n"):
                        line = self._stream.readline(MAX_BYTES)
                elif not line.isspace():
                    yield self._parsed(line, number)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            yield FormatError("the compressed data is damaged", file=self.name)
        except OSError as error:
            yield FormatError(f"cannot be read: {error.strerror}", file=self.name)
        finally:
            if self.name != "standard input":
                self._file.close()

    def _parsed(self, line: bytes, number: int) -> Parsed | FormatError:
        try:
            parsed = self._parse(line, self.format.format.name, name=self.name)
        except FormatError as error:
            error.line = number
            return error
        parsed.reason = f"{self.format.reason}, and one a line"
        place = f"line {number}: "
        parsed.warnings = [re.sub("^(line 1: )?", place, each) for each in parsed.warnings]
        return parsed


def lines_of_file(
    path: str | os.PathLike[str],
    format: str | None = None,
    parse: Callable[..., Parsed] = parse,
) -> Lines | None:
    """The puzzles of a file that has one a line; None of any other file, which nothing is read of.

    Args:
        path: a file's name, or ``-`` for standard input. Files compressed by gzip are unpacked.
        format: the name of its format; None guesses.
        parse: reads a line.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     _ = file.write("RnP5_n\\nnothing\\nRnP5_n\\n")
    ...     file.flush()
    ...     for found in lines_of_file(file.name):
    ...         print(found.puzzles[0].shape if isinstance(found, Parsed) else found.line)
    (3, 3)
    2
    (3, 3)
    """
    name = "standard input" if path == "-" else os.fsdecode(path)
    file = _opened(path)
    if file is None:
        return None
    stream: BinaryIO = file
    try:
        head = file.peek(_HEAD)
        if head[:2] == b"\x1f\x8b" and path != "-":
            unpacked = io.BufferedReader(cast(Any, gzip.GzipFile(fileobj=file)), _HEAD)
            stream, head = unpacked, unpacked.peek(_HEAD)
        is_cut = len(head) >= _HEAD or path == "-"
        if is_cut:
            head = head[: head.rfind(b"\n") + 1]
        chosen = _guess(head, format, name)
        if chosen is None and is_cut and head.count(b"\n") < 2 and name.endswith(LINES):
            chosen = Guess(format_named("json"), "by its name")
    except (OSError, EOFError, zlib.error, FormatError):
        chosen = None
    if chosen is not None:
        return Lines(name, chosen, file, stream, parse)
    if path != "-":
        file.close()
    return None


def _opened(path: str | os.PathLike[str]) -> io.BufferedReader | None:
    """Standard input or a file that can be opened again; else None."""
    if path == "-":
        return cast("io.BufferedReader | None", sys.stdin and sys.stdin.buffer)
    try:
        if stat.S_ISREG(os.stat(path).st_mode):
            return io.BufferedReader(io.FileIO(path), _HEAD)
    except (OSError, ValueError):  # who reads all of it says why
        pass
    return None


def _guess(head: bytes, format: str | None, name: str) -> Guess | None:
    """The format of a content that begins so, if it has a puzzle a line. Raises `FormatError`."""
    lines = [line for line in head.split(b"\n", 3)[:3] if line.strip()]
    if len(lines) < 2 or not (
        lines[0].lstrip(b"\xef\xbb\xbf")[:1] == b"{" or len(lines[0].split()) == 1
    ):
        return None
    source = Source.of(head)
    known: Guess = Guess(format_named(format), "") if format else guess_source(source, name)
    chosen: Format[Any] = known.format
    return known if source.text and not chosen.binary and chosen.has_line(source.text) else None
