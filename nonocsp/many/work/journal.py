"""Files to which finished work is appended, so that it can be resumed from them.

A line is appended whole or not at all, by one process at a time. One that is cut off all the same
is not among the lines that are read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO, Self

from ...core import FormatError
from ...core.base.files import append, is_regular, lock


class Journal:
    """A file of lines; a context manager. Of a pipe or a device nothing is read.

    Args:
        path: the file; created if it does not exist.
        busy: the error if another process has the file.
        header: the first line, which says what the work is; it is not among `lines`.
        other: the error if the file has another first line.

    Raises:
        FormatError: one of these two errors, or it cannot be written.
    """

    def __init__(
        self, path: str | os.PathLike[str], busy: str, header: bytes = b"", other: str = ""
    ) -> None:
        self.path = os.fsdecode(path)
        self._start = len(header)
        try:
            # One descriptor for both: no other process may write between reading and appending.
            self._file: BinaryIO = open(self.path, "a+b", buffering=0)  # noqa: SIM115  # see close
        except OSError as error:
            raise self._unwritable(error) from None
        try:
            self._is_regular = is_regular(self._file)
            if self._is_regular and not lock(self._file):
                raise FormatError(busy, file=self.path)
            first = self._read(0, len(header))
            if not header.startswith(first):
                raise FormatError(other, file=self.path)
            if first != header:  # cut off, or a new file
                self.cut(0)
                self.add(header)
        except BaseException:
            self._file.close()
            raise

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Each whole line with the place where it ends."""
        if not self._is_regular:
            return
        # Not through a descriptor of its own: to close one would give up the lock on the file.
        with open(self._file.fileno(), "rb", closefd=False) as file:
            end = file.seek(self._start)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                end += len(line)
                yield end, line

    def line_at(self, place: int) -> bytes:
        """The line that begins at a place, whole or not, without its end; empty at the end."""
        parts = []
        while part := self._read(place, 1 << 14):
            head, newline, _ = part.partition(b"\n")
            parts.append(head)
            if newline:
                break
            place += len(part)
        return b"".join(parts)

    def add(self, lines: bytes | bytearray) -> int | None:
        """Append lines; returns where they begin, None in a pipe or a device.

        Raises:
            FormatError: they cannot be written; the file holds what is before them.
        """
        try:
            return append(self._file, lines)
        except OSError as error:
            raise self._unwritable(error) from None

    def cut(self, end: int | None = None) -> None:
        """Drop what is behind a place; None is the end of the header."""
        if self._is_regular:
            self._file.truncate(self._start if end is None else end)

    def close(self) -> None:
        """Close the file; what it holds is complete at any time.

        Raises:
            FormatError: the system lost what it had accepted, as network drives may do.
        """
        try:
            self._file.close()
        except OSError as error:
            raise self._unwritable(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _read(self, place: int, most: int) -> bytes:
        if not self._is_regular:
            return b""
        self._file.seek(place)
        return self._file.read(most)

    def _unwritable(self, error: OSError) -> FormatError:
        return FormatError(f"cannot be written: {error.strerror}", file=self.path)
