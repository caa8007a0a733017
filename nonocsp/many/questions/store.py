"""The store of a batch: answers in a file of JSON lines, from which a batch can resume.

Every finished answer is one line, appended whole or not at all. What the file has is not asked
again: the same puzzle (by its fingerprint) with the same known cells, question, engine, options and
limits. So equal puzzles are asked once, and each name has a line. An accident is not an answer: it
is not kept, nor believed where a file has one. On opening, a last line without an end is cut off.
Any other line that is damaged stays in the file and is not an answer; a warning names it. A file
without any answer is not ours, and stays as it is.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import warnings
from collections.abc import Mapping
from typing import Any

from ...core import FormatError, Limits, checked, checksum
from ..work.journal import Journal
from ..work.work import WorkWarning
from .answer import ACCIDENTS, Answer
from .tasks import Settings, Task

#: The member of a line with the checksum of the others.
_SUM = "checksum"


@checked
class Store:
    """The file of a batch; a context manager, for one process at a time.

    Args:
        path: the file; created if it does not exist.
        retry: recompute stored answers that are not final: limits and errors.
        is_short: leave out pictures and statistics: answers read from the file then have neither.

    Raises:
        FormatError: the file holds anything but answers, cannot be written, or is in use.

    Warns:
        WorkWarning: answers in it are damaged; their puzzles are asked again.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, retry: bool = False, is_short: bool = False
    ) -> None:
        self.path = os.fsdecode(path)
        self.retry, self.is_short = retry, is_short
        # For a million puzzles a dictionary with short keys is all: 120 MB.
        self._places: dict[bytes, int] = {}  # of the first line of each key
        self._latest: dict[bytes, int] = {}  # of the last, where there are several
        self._named: set[bytes] = set()  # of all lines but the first of each key
        self._journal = Journal(path, "another batch is writing to it")
        try:
            self._read()
        except BaseException:
            self._journal.close()
            raise

    def __len__(self) -> int:
        """Number of different questions with an answer here."""
        return len(self._places)

    @checked
    def find(self, task: Task, settings: Settings, index: int) -> Answer | None:
        """The stored answer to a task, or None."""
        if task.puzzle is None or not self._places:
            return None
        key = _key(description(task, settings), task.puzzle.fingerprint(), settings.question)
        if key not in self._places:
            return None
        members = json.loads(self._journal.line_at(self._latest.get(key, self._places[key])))
        try:
            answer = Answer.from_dict(members, index, task.name, task.puzzle)
        except (KeyError, TypeError, ValueError):
            # Its colours have other characters or numbers there; the fingerprint ignores both.
            return None
        return None if self.retry and not answer.is_final else answer

    @checked
    def add(self, answer: Answer, task: Task, settings: Settings) -> None:
        """Append an answer, unless it is an accident, or one to the same task with the same name is
        here already.

        Raises:
            FormatError: it cannot be written; the file holds the answers before it.
        """
        if answer.is_accidental:
            return
        how = description(task, settings)
        key = _key(how, answer.fingerprint, settings.question)
        if self._has(key, task.name) and (answer.is_stored or not self.retry):
            return
        members = json.loads(json.dumps(answer.to_dict(is_short=self.is_short) | {"asked": how}))
        members[_SUM] = checksum(members)
        line = json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        place = self._journal.add(line)
        self._note(key, task.name, None if answer.fingerprint is None else place)

    def _note(self, key: bytes, name: str | None, place: int | None) -> None:
        """Remember a line, by its place if the answer may be found."""
        if place is not None and self._places.setdefault(key, place) == place:
            return
        if place is not None:
            self._latest[key] = place
        self._named.add(_named(key, name))

    def _has(self, key: bytes, name: str | None) -> bool:
        """Whether there is a line with this name."""
        if _named(key, name) in self._named:
            return True
        place = self._places.get(key)
        return place is not None and json.loads(self._journal.line_at(place)).get("name") == name

    def close(self) -> None:
        """Close the file; what it holds is complete at any time.

        Raises:
            FormatError: the system lost what it had accepted, as network drives may do.
        """
        self._journal.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _read(self) -> None:
        damaged: list[int] = []
        number = end = 0
        for number, (end, line) in enumerate(self._journal.lines(), start=1):
            try:
                members = json.loads(line)
                if members.pop(_SUM) != checksum(members):
                    raise ValueError
                how, name = members["asked"], members.get("name")
                if members.get("stopped_by") in ACCIDENTS:
                    continue
                key = _key(how, members.get("fingerprint"), members["question"])
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                damaged.append(number)
                continue
            self._note(key, name, None if members.get("fingerprint") is None else end - len(line))
        rest = self._journal.line_at(end)
        if not (self._places or self._named) and (damaged or not b'{"index":'.startswith(rest[:9])):
            problem = "expected the answers of a batch, one JSON object a line"
            raise FormatError(problem, file=self.path, line=1)
        if damaged:
            self._warn(f"{_place(damaged)}: not whole, or changed", len(damaged))
        if rest:
            self._warn(f"line {number + 1}: cut off, and dropped", 1)
            self._journal.cut(end)

    def _warn(self, problem: str, answers: int) -> None:
        again = "its puzzle is" if answers == 1 else "their puzzles are"
        text = f"{self.path}, {problem}; {again} asked again"
        warnings.warn(text, WorkWarning, stacklevel=5)


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
    if settings.arguments:
        how["arguments"] = dict(settings.arguments)
    if task.grid is not None:
        masks = repr((task.grid.block_colours, task.grid.masks)).encode()
        how["grid"] = hashlib.sha256(masks).hexdigest()[:32]
    return how


def _key(how: Mapping[str, Any], fingerprint: str | None, question: str) -> bytes:
    """15 bytes that identify a puzzle, the question and its settings; 16 take a third more."""
    text = json.dumps([fingerprint, question, how], sort_keys=True)
    return hashlib.sha256(text.encode()).digest()[:15]


def _named(key: bytes, name: str | None) -> bytes:
    return hashlib.sha256(key + repr(name).encode()).digest()[:15]
