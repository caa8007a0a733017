"""The store of a batch: answers in a file of JSON lines, from which a batch can resume.

Every finished answer is one line, appended whole. What the file has is not asked again: the same
puzzle (by its fingerprint) with the same known cells, question, engine, options and limits. A line
that was cut off when the program was killed is dropped on opening; one with a wrong checksum is an
error, never an answer.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from ..common.errors import FormatError
from ..common.files import checksum
from ..common.limits import Limits
from .answer import Answer
from .tasks import Settings, Task

#: The member of a line with the checksum of the others.
_SUM = "checksum"


class Store:
    """The file of a batch; a context manager, for one process at a time.

    Args:
        path: the file; created if it does not exist.
        retry: recompute stored answers that are not final: limits, crashes, errors.

    Raises:
        FormatError: the file holds anything but answers, cannot be written, or is in use.
    """

    def __init__(self, path: str | os.PathLike[str], *, retry: bool = False) -> None:
        self.path = os.fsdecode(path)
        self.retry = retry
        self._places: dict[bytes, int] = {}
        self._named: set[bytes] = set()
        try:
            # One descriptor for both: no other process may write between reading and appending.
            self._file: BinaryIO = open(self.path, "a+b", buffering=0)  # noqa: SIM115  # see close
        except OSError as error:
            raise FormatError(f"cannot be written: {error.strerror}", file=self.path) from None
        try:
            if self._file.seekable():
                self._lock()
                self._read()
        except BaseException:
            self._file.close()
            raise

    def __len__(self) -> int:
        """Number of different questions with an answer here."""
        return len(self._places)

    def find(self, task: Task, settings: Settings, index: int) -> Answer | None:
        """The stored answer to a task, or None."""
        if task.puzzle is None or not self._places:
            return None
        place = self._places.get(
            _key(description(task, settings), task.puzzle.fingerprint(), settings.question)
        )
        if place is None:
            return None
        self._file.seek(place)
        members = json.loads(_line(self._file))
        try:
            answer = Answer.from_dict(members, index, task.name, task.puzzle)
        except (KeyError, TypeError, ValueError):
            # Its colours have other characters or numbers there; the fingerprint ignores both.
            return None
        return None if self.retry and not answer.is_final else answer

    def add(self, answer: Answer, task: Task, settings: Settings) -> None:
        """Append an answer, unless one to the same task with the same name is here already."""
        how = description(task, settings)
        key = _key(how, answer.fingerprint, settings.question)
        named = _named(key, task.name)
        if named in self._named and (answer.is_stored or not self.retry):
            return
        members = json.loads(json.dumps(answer.to_dict() | {"asked": how}))
        members[_SUM] = checksum(members)
        line = json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        place = self._file.seek(0, os.SEEK_END) if self._file.seekable() else 0
        self._file.write(line)  # in one call, at the end of the file
        self._places[key] = place
        self._named.add(named)

    def close(self) -> None:
        """Close the file; what it holds is complete at any time."""
        self._file.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _lock(self) -> None:
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise FormatError("another batch is writing to it", file=self.path) from None

    def _read(self) -> None:
        end = 0
        for number, (place, line) in enumerate(self._lines(), start=1):
            try:
                members = json.loads(line)
                is_damaged = members.pop(_SUM) != checksum(members)
                how, name = members["asked"], members.get("name")
                key = _key(how, members.get("fingerprint"), members["question"])
            except (ValueError, KeyError, TypeError, AttributeError):
                if line.endswith(b"\n") or not b'{"index":'.startswith(line[:9]):
                    problem = "expected the answers of a batch, one JSON object a line"
                    text = line.decode(errors="replace").strip()
                    raise FormatError(problem, file=self.path, line=number, text=text) from None
                break
            if is_damaged:
                problem = "a damaged answer: the checksum is that of another content"
                raise FormatError(problem, file=self.path, line=number)
            if not line.endswith(b"\n"):  # its last byte alone was lost, or it is nearly whole
                break
            if members.get("fingerprint") is not None:
                self._places[key] = place
            self._named.add(_named(key, name))
            end = place + len(line)
        if end != self._file.seek(0, os.SEEK_END):
            self._file.truncate(end)

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        place = 0
        # Not through a descriptor of its own: to close one would give up the lock on the file.
        with open(self._file.fileno(), "rb", closefd=False) as file:
            file.seek(0)
            for line in file:
                yield place, line
                place += len(line)


def description(task: Task, settings: Settings) -> dict[str, Any]:
    """The settings of a task as its line states them: what differs from the defaults.

    Threads are left out: with more of them the same answer comes sooner.
    """
    limits = {
        field.name: value
        for field in dataclasses.fields(Limits)
        if field.name != "threads"
        and (value := getattr(settings.limits, field.name)) != field.default
    }
    how = {
        "engine": settings.engine,
        "options": json.loads(settings.options.to_json()),
        "limits": limits,
    }
    if task.grid is not None:
        masks = repr((task.grid.block_colours, task.grid.masks)).encode()
        how["grid"] = hashlib.sha256(masks).hexdigest()[:32]
    return how


def _key(how: Mapping[str, Any], fingerprint: str | None, question: str) -> bytes:
    """16 bytes that identify a puzzle, the question and its settings."""
    text = json.dumps([fingerprint, question, how], sort_keys=True)
    return hashlib.sha256(text.encode()).digest()[:16]


def _named(key: bytes, name: str | None) -> bytes:
    return hashlib.sha256(key + repr(name).encode()).digest()[:16]


def _line(file: BinaryIO) -> bytes:
    """One line from the current position of an unbuffered file."""
    parts = []
    while part := file.read(1 << 14):
        head, newline, _ = part.partition(b"\n")
        parts.append(head)
        if newline:
            break
    return b"".join(parts)
