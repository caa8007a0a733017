"""Files that work goes on from: a line that says what for, then what is done, appended as it comes.

A line is appended whole or not at all, by one process at a time. One that is cut off all the same
is dropped, with what stands behind it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO

from ..common.errors import FormatError
from ..common.files import append, lock


class Journal:
    """The file of a piece of work; a context manager.

    Args:
        path: the file; created if it does not exist.
        header: its first line, which says what the work is.
        busy: what is wrong when another process has the file.
        other: what is wrong when its first line is another.

    Raises:
        FormatError: one of these two, or it cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str], header: bytes, busy: str, other: str) -> None:
        self.path = os.fsdecode(path)
        try:
            # One descriptor for both: no other process may write between reading and appending.
            self._file: BinaryIO = open(self.path, "a+b", buffering=0)  # noqa: SIM115  # see close
        except OSError as error:
            raise self._unwritable(error) from None
        try:
            if not lock(self._file):
                raise FormatError(busy, file=self.path)
            self._start = len(header)
            self._file.seek(0)
            first = self._file.read(len(header))
            if not header.startswith(first):
                raise FormatError(other, file=self.path)
            if first != header:  # cut off, or a new file
                self.cut(0)
                self.add(header)
        except BaseException:
            self._file.close()
            raise

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Each line that is whole, with the place where it ends."""
        # Not through a descriptor of its own: to close one would give up the lock on the file.
        with open(self._file.fileno(), "rb", closefd=False) as file:
            end = file.seek(self._start)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                end += len(line)
                yield end, line

    def add(self, lines: bytes | bytearray) -> None:
        """Append lines. Raises `FormatError`."""
        try:
            append(self._file, lines)
        except OSError as error:
            raise self._unwritable(error) from None

    def cut(self, end: int | None = None) -> None:
        """Drop what is behind a place; None is the end of the header."""
        self._file.truncate(self._start if end is None else end)

    def close(self) -> None:
        """Give up the file; what it holds is complete at any time."""
        self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _unwritable(self, error: OSError) -> FormatError:
        return FormatError(f"cannot be written: {error.strerror}", file=self.path)
