"""Records of puzzles in tables, streamed: JSON lines, JSON arrays, CSV, TSV and Parquet.

A record is a row of a table that nothing has been read of yet, or a puzzle of a file in one of the
formats of `nonocsp.files.formats`; `columns` makes puzzles of rows. Tables are recognised by their
content, else by their suffix, in archives (zip, tar) and compressed (gzip) too. Memory is bounded
by the longest row, of 16 MiB at most: a faulty row is a record with its error, and the rows behind
it are read.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import re
import sys
import tarfile
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple, TypeAlias, cast

from ...core import (
    FormatError,
    NonocspError,
    Puzzle,
    atomic_write,
    checked,
    counted,
    missing,
    write_lines,
)
from ...files.foreign.foreign import foreign
from ...files.formats import FormatWarning
from ...files.formats.source import MAX_BYTES, read_bytes
from ...people.opening import UnsureWarning, opened

#: Rows of one batch of a Parquet file.
BATCH = 1000

_LINES = (".jsonl", ".ndjson")
#: Suffixes of what is read in a folder, besides those of formats.
SUFFIXES = (*_LINES, ".csv", ".tsv", ".parquet", ".zip", ".tar", ".tgz")
_HEAD = 1 << 16

#: What a record holds: the bytes of a line of JSON, a row by its columns, a puzzle, or a fault.
Content: TypeAlias = bytes | Mapping[str, Any] | Puzzle | FormatError


class Record(NamedTuple):
    """One puzzle of a set, or what should be one."""

    file: str
    """The file; for a member of an archive, followed by a slash and its name."""
    noun: str
    """What is counted in the file: ``"line"``, ``"record"`` or ``"puzzle"``."""
    number: int
    """Its number in the file, from 1; 0 for the only puzzle of a file."""
    content: Content

    @property
    def place(self) -> str:
        """``"line 3"``; empty for the only puzzle of a file."""
        return f"{self.noun} {self.number}" if self.number else ""

    @property
    def name(self) -> str:
        """File and place."""
        return f"{self.file}, {self.place}" if self.place else self.file

    def row(self) -> Mapping[str, Any] | Puzzle:
        """The row by its columns, or the puzzle.

        Raises:
            FormatError: it cannot be read.
        """
        content = self.content
        if isinstance(content, bytes):
            try:
                content = json.loads(content)
            except (ValueError, RecursionError) as error:
                why = error.msg if isinstance(error, json.JSONDecodeError) else "not readable"
                raise FormatError(f"expected a JSON object: {why}") from None
        if isinstance(content, FormatError):
            raise content
        if not isinstance(content, (Mapping, Puzzle)):
            raise FormatError(
                "expected a JSON object", text=json.dumps(content, ensure_ascii=False)
            )
        return content


def records(path: str, *, is_table: bool = False) -> Iterator[Record]:
    """The records of a file, one by one; ``-`` is standard input.

    Files other than tables are read by `nonocsp.files.formats`. If a file cannot be read, from its
    start or from some place on, one record has the error.

    Args:
        path: the file.
        is_table: a file of comma-separated values is a table with any names of columns.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
    ...     _ = file.write('{"id": 1}\\n{"id"\\n')
    ...     file.flush()
    ...     first, second = records(file.name)
    >>> first.place, first.row()
    ('line 1', {'id': 1})
    """
    name = "standard input" if path == "-" else path
    yield from _guarded(name, _of_path(path, name, is_table))


def _guarded(name: str, found: Iterator[Record]) -> Iterator[Record]:
    """The records of a file; if it ends in an error, or holds nothing, one with the fault."""
    record = None
    try:
        with foreign("damaged"):
            for record in found:
                yield record
        if record is None:
            raise FormatError("there is no record in it")
    except FormatError as error:
        yield Record(name, "", 0, FormatError(error.problem))


def _of_path(path: str, name: str, is_table: bool) -> Iterator[Record]:
    if path == "-":
        if sys.stdin is None:
            raise FormatError("cannot be read: it is closed")
        yield from _of_stream(name, sys.stdin.buffer, is_table)
    elif not os.path.exists(path):  # an address, or the error
        yield from _of_format(name, read_bytes(path, path))
    else:
        with open(path, "rb", buffering=_HEAD) as file:
            yield from _of_stream(name, file, is_table)


def _of_stream(
    name: str, file: IO[bytes] | gzip.GzipFile, is_table: bool, depth: int = 0
) -> Iterator[Record]:
    """The records of an open file, of any kind."""
    stream = (
        file if isinstance(file, io.BufferedReader) else io.BufferedReader(cast(Any, file), _HEAD)
    )
    head = stream.peek(_HEAD)
    suffix = Path(name.lower().removesuffix(".gz")).suffix
    if depth < 3 and (head[:4] == b"PK\3\4" or head[257:262] == b"ustar"):
        yield from _of_archive(name, stream, is_table, depth)
    elif depth < 3 and head[:2] == b"\x1f\x8b":
        with gzip.open(stream) as unpacked:
            yield from _of_stream(name, unpacked, is_table, depth + 1)
    elif head[:4] == b"PAR1":
        yield from _of_parquet(name, stream)
    elif suffix in _LINES or _has_lines(head):
        yield from _of_lines(name, stream)
    elif re.match(rb"(?:\xef\xbb\xbf)?\s*\[\s*\{", head):
        yield from _of_array(name, stream)
    elif suffix in (".csv", ".tsv") and (is_table or _has_clues(head, suffix)):
        yield from _of_values(name, stream, suffix)
    elif suffix == ".parquet":
        raise FormatError("expected a Parquet file")
    else:
        data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise FormatError(f"the file is larger than {MAX_BYTES >> 20} MiB, and not a table")
        yield from _of_format(name, data)


def _of_format(name: str, data: bytes) -> Iterator[Record]:
    try:
        parsed = opened(data, name=name)
    except FormatError as error:
        advice = "; if it is a table, name its columns" if name.endswith((".csv", ".tsv")) else ""
        fault = FormatError(error.problem + advice, text=error.text)
        yield Record(name, "line", error.line or 0, fault)
        return
    for note in parsed.notes:
        kind = FormatWarning if parsed.is_sure else UnsureWarning
        warnings.warn(f"{name}: {note}", kind, stacklevel=2)
    several = len(parsed.puzzles) > 1
    for number, puzzle in enumerate(parsed.puzzles, start=1):
        yield Record(name, "puzzle", number if several else 0, puzzle)


def _of_archive(
    name: str, stream: io.BufferedReader, is_table: bool, depth: int
) -> Iterator[Record]:
    if stream.peek(2)[:2] == b"PK":
        with zipfile.ZipFile(stream) as archive:
            for member in archive.infolist():
                if not member.is_dir() and not Path(member.filename).name.startswith("."):
                    inner = f"{name}/{member.filename}"
                    yield from _guarded(inner, _of_member(archive, member, inner, is_table, depth))
        return
    with tarfile.open(fileobj=stream, mode="r|") as tar:
        for entry in tar:
            file_in = tar.extractfile(entry) if entry.isfile() else None
            if file_in is not None and not Path(entry.name).name.startswith("."):
                inner = f"{name}/{entry.name}"
                yield from _guarded(inner, _of_stream(inner, file_in, is_table, depth + 1))


def _of_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, is_table: bool, depth: int
) -> Iterator[Record]:
    with foreign("cannot be unpacked"):  # encrypted, or by an unknown method
        opened_member = archive.open(member)
    with opened_member as file:
        yield from _of_stream(name, file, is_table, depth + 1)


def _has_lines(head: bytes) -> bool:
    """Whether a content begins with two lines of which each is a JSON object."""
    first, end, rest = head.partition(b"\n")
    if not end or not first.startswith((b"{", b"\xef\xbb\xbf{")) or rest.lstrip()[:1] != b"{":
        return False
    try:
        return isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return False


def _of_lines(name: str, stream: BinaryIO) -> Iterator[Record]:
    number, cut = 0, False
    while line := stream.readline(MAX_BYTES):
        number += not cut
        was_cut, cut = cut, len(line) == MAX_BYTES and not line.endswith(b"\n")
        if was_cut:
            continue
        if cut:
            problem = f"the line is longer than {MAX_BYTES >> 20} MiB"
            yield Record(name, "line", number, FormatError(problem))
        elif not line.isspace():
            text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            yield Record(name, "line", number, text.strip())


@contextmanager
def _decoded(stream: BinaryIO, newline: str | None = None) -> Iterator[io.TextIOWrapper]:
    """A stream as text; a byte that is not UTF-8 is read as its number, as a fault of its row."""
    text = io.TextIOWrapper(stream, "utf-8-sig", errors="backslashreplace", newline=newline)
    try:
        yield text
    finally:
        text.detach()  # the stream belongs to the caller


def _of_array(name: str, stream: BinaryIO) -> Iterator[Record]:
    decode = json.JSONDecoder().raw_decode
    number, at = 0, 0
    with _decoded(stream) as text:
        part = text.read(_HEAD).lstrip()[1:]
        while (rest := part[at:].lstrip(", \t\r\n"))[:1] != "]":
            try:
                value, at = decode(rest)
            except (ValueError, RecursionError):
                more = text.read(max(_HEAD, len(rest)))
                if not more or len(rest) > MAX_BYTES:
                    problem = "expected a JSON object or the end of the list; the rest is not read"
                    fault = FormatError(problem, text=rest[:80])
                    yield Record(name, "record", number + 1, fault)
                    return
                part, at = rest + more, 0
            else:
                part, number = rest, number + 1
                row = value if isinstance(value, dict) else FormatError("expected a JSON object")
                yield Record(name, "record", number, row)


def _delimiter(head: bytes, suffix: str) -> str:
    first = head.split(b"\n", 1)[0].decode(errors="replace")
    return "\t" if suffix == ".tsv" else max(",;\t", key=first.count)


def _has_clues(head: bytes, suffix: str) -> bool:
    """Whether the first line names a column that seems to hold clues or pictures."""
    from .columns import has_clues

    first = head.decode("utf-8-sig", errors="replace").splitlines()[:1]
    return has_clues(next(csv.reader(first, delimiter=_delimiter(head, suffix)), []))


def _of_values(name: str, stream: io.BufferedReader, suffix: str) -> Iterator[Record]:
    delimiter = _delimiter(stream.peek(_HEAD), suffix)
    csv.field_size_limit(MAX_BYTES)  # of the whole process; answers of models are long
    with _decoded(stream, newline="") as text:
        yield from _values(name, csv.reader(text, delimiter=delimiter, skipinitialspace=True))


def _values(name: str, reader: Any) -> Iterator[Record]:
    header: list[str] = next(reader, [])
    while True:
        start = reader.line_num + 1
        try:
            values = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Record(name, "line", start, FormatError(f"expected values: {error}"))
            continue
        if len(values) == len(header):
            yield Record(name, "line", start, dict(zip(header, values, strict=True)))
        elif values:
            expected = f"expected {counted(len(header), 'value')} as in the first line"
            yield Record(name, "line", start, FormatError(f"{expected}, not {len(values)}"))


def _of_parquet(name: str, stream: io.BufferedReader) -> Iterator[Record]:
    _, parquet = load_parquet()
    number = 0
    try:
        with foreign("damaged"):
            for batch in parquet.ParquetFile(stream).iter_batches(batch_size=BATCH):
                for content in _rows(batch):
                    number += 1
                    yield Record(name, "record", number, content)
    except FormatError as error:
        yield Record(name, "record", number + 1, error)


def _rows(batch: Any) -> Iterator[Content]:
    """The rows of a batch; one that Python cannot hold, as of the year 10000, is a fault."""
    try:
        with foreign("damaged"):
            yield from batch.to_pylist()
    except FormatError as error:
        if batch.num_rows == 1:
            yield error
        else:
            for at in range(batch.num_rows):
                yield from _rows(batch.slice(at, 1))


def load_parquet() -> tuple[Any, Any]:
    """The modules that read and write Parquet. Raises `NonocspError` if they are missing."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise NonocspError(missing("Parquet needs pyarrow", "pyarrow")) from None
    return pyarrow, parquet


@checked
def write_rows(path: str | os.PathLike[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write a table, whole or not at all: Parquet if the name ends so, else JSON lines, which are
    compressed if the name ends in ``.gz``. Equal rows give equal bytes.

    The types of the columns of a Parquet file are those of its first rows.

    Raises:
        OSError: the file cannot be written.
        NonocspError: it is Parquet, and pyarrow is missing or the rows do not fit together.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_rows(f"{folder}/a.jsonl.gz", [{"id": 1}, {"id": 2}])
    ...     [record.row() for record in records(f"{folder}/a.jsonl.gz")]
    [{'id': 1}, {'id': 2}]
    """
    if not os.fsdecode(path).lower().endswith(".parquet"):
        text = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
        write_lines(path, text)
        return
    arrow, parquet = load_parquet()
    source = iter(rows)
    first = list(islice(source, 10 * BATCH))
    try:
        table = arrow.Table.from_pylist(first)
        with (
            atomic_write(path, binary=True) as file,
            parquet.ParquetWriter(file, table.schema) as writer,
        ):
            writer.write_table(table)
            while batch := list(islice(source, 10 * BATCH)):
                writer.write_table(arrow.Table.from_pylist(batch, schema=table.schema))
    except arrow.ArrowException as error:
        problem = " ".join(str(error).split())
        raise NonocspError(f"{os.fsdecode(path)}: rows of different kinds: {problem}") from None
