"""The store of a batch: answers in a file of JSON lines, from which a batch can resume.

Every finished answer is one line, appended whole or not at all. What the file has is not asked
again: the same puzzle (by its fingerprint) with the same known cells, question, engine, options and
limits. On opening, a last line without an end is cut off. Any other line that is damaged stays in
the file and is not an answer; a warning names it. A file without any answer is not ours, and stays
as it is.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import warnings
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from ..common.errors import FormatError
from ..common.files import append, checksum, is_regular, lock
from ..common.limits import Limits
from .answer import Answer
from .tasks import BatchWarning, Settings, Task

#: The member of a line with the checksum of the others.
_SUM = "checksum"


class Store:
    """The file of a batch; a context manager, for one process at a time.

    Args:
        path: the file; created if it does not exist.
        retry: recompute stored answers that are not final: limits, crashes, errors.

    Raises:
        FormatError: the file holds anything but answers, cannot be written, or is in use.

    Warns:
        BatchWarning: answers in it are damaged; their puzzles are asked again.
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
            raise _unwritable(self.path, error) from None
        try:
            if is_regular(self._file):
                if not lock(self._file):
                    raise FormatError("another batch is writing to it", file=self.path)
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
        """Append an answer, unless one to the same task with the same name is here already.

        Raises:
            FormatError: it cannot be written; the file holds the answers before it.
        """
        how = description(task, settings)
        key = _key(how, answer.fingerprint, settings.question)
        named = _named(key, task.name)
        if named in self._named and (answer.is_stored or not self.retry):
            return
        members = json.loads(json.dumps(answer.to_dict() | {"asked": how}))
        members[_SUM] = checksum(members)
        line = json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            place = append(self._file, line)
        except OSError as error:
            raise _unwritable(self.path, error) from None
        if place is not None:
            self._places[key] = place
        self._named.add(named)

    def close(self) -> None:
        """Close the file; what it holds is complete at any time.

        Raises:
            FormatError: the system has not kept what it had taken, as network drives may do.
        """
        try:
            self._file.close()
        except OSError as error:
            raise _unwritable(self.path, error) from None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _read(self) -> None:
        damaged: list[int] = []
        number, end, line = 0, 0, b""
        for number, (place, line) in enumerate(self._lines(), start=1):
            if not line.endswith(b"\n"):
                break
            end = place + len(line)
            try:
                members = json.loads(line)
                if members.pop(_SUM) != checksum(members):
                    raise ValueError
                how, name = members["asked"], members.get("name")
                key = _key(how, members.get("fingerprint"), members["question"])
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                damaged.append(number)
                continue
            if members.get("fingerprint") is not None:
                self._places[key] = place
            self._named.add(_named(key, name))
        is_cut = line != b"" and not line.endswith(b"\n")
        if not self._named and (damaged or not b'{"index":'.startswith(line[:9])):
            problem = "expected the answers of a batch, one JSON object a line"
            raise FormatError(problem, file=self.path, line=1)
        if damaged:
            self._warn(f"{_place(damaged)}: not whole, or changed", len(damaged))
        if is_cut:
            self._warn(f"line {number}: cut off, and dropped", 1)
            self._file.truncate(end)

    def _warn(self, problem: str, answers: int) -> None:
        again = "its puzzle is" if answers == 1 else "their puzzles are"
        text = f"{self.path}, {problem}; {again} asked again"
        warnings.warn(text, BatchWarning, stacklevel=5)

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        place = 0
        # Not through a descriptor of its own: to close one would give up the lock on the file.
        with open(self._file.fileno(), "rb", closefd=False) as file:
            file.seek(0)
            for line in file:
                yield place, line
                place += len(line)


def _unwritable(path: str, error: OSError) -> FormatError:
    return FormatError(f"cannot be written: {error.strerror}", file=path)


def _place(lines: list[int]) -> str:
    """The numbers of damaged lines in words; of many, the first ones.

    >>> _place([31]), _place([3, 7])
    ('line 31', 'lines 3 and 7')
    """
    if len(lines) == 1:
        return f"line {lines[0]}"
    shown = lines[: 9 if len(lines) > 10 else -1]
    last = f"{len(lines) - 9} more" if len(lines) > 10 else lines[-1]
    return f"lines {', '.join(map(str, shown))} and {last}"


def description(task: Task, settings: Settings) -> dict[str, Any]:
    """The settings of a task as its line states them: what differs from the defaults.

    Threads are left out: with more of them the same answer comes sooner.
    """
    limits = {
        field.name: value
        for field in dataclasses.fields(Limits)
        if field.compare
        and field.name != "threads"
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
