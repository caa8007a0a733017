"""The file of records: JSON lines, one measurement each, only ever appended to.

Each line is complete, with machine, versions and options, so that files can be joined, split and
searched. A run reads the file first and repeats nothing that it holds for the same code,
configuration and puzzle; a truncated last line is dropped and measured again. One run at a time
adds to a file.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from typing import Any, TypeAlias

from nonocsp.apps import machine
from nonocsp.apps.cli.messages import DONE, LIMIT
from nonocsp.core.base.errors import FormatError, counted, quoted
from nonocsp.core.options import plugins
from nonocsp.many.work.journal import Journal

from .adapters.base import Adapter, code

Record: TypeAlias = dict[str, Any]

#: The fields that make two measurements the same one.
KEY = (
    "set",
    "puzzle",
    "fingerprint",
    "protocol",
    "engine",
    "options",
    "limit_seconds",
    "limit_memory",
    "limit_cpu",
    "repeat",
    "experiment",
    "cell",
    "code",
)


#: What is large: in a file only the first record of a puzzle, or of a version of an engine, has it.
ONCE = {"given": ("set", "puzzle", "fingerprint"), "plugins": ("code",)}

_NUMBER, _NONE = (int, float), type(None)

#: What a measurement has, and the types: a number is finite and not negative.
FIELDS: dict[str, Any] = {
    **dict.fromkeys(("set", "puzzle", "fingerprint", "engine", "code", "protocol"), str),
    **dict.fromkeys(("status", "verdict", "detail", "when"), str),
    **dict.fromkeys(("options", "versions", "machine", "counted"), dict),
    **dict.fromkeys(("repeat", "solutions"), int),
    **dict.fromkeys(("seconds", "limit_seconds"), _NUMBER),
    **dict.fromkeys(("limit_cpu", "limit_memory", "cpu_seconds", "load"), (*_NUMBER, _NONE)),
    **dict.fromkeys(("peak_memory", "seed", "core"), (int, _NONE)),
    **dict.fromkeys(("commit", "adapter"), (str, _NONE)),
    "dirty": (bool, _NONE),
    "size": list,
}

#: The statuses of an engine that failed.
FAILED = ("error", "crash")


def key(record: Record) -> str:
    """The identity of a measurement; a later record with the same key replaces an earlier one."""
    return json.dumps([record.get(field) for field in KEY], sort_keys=True)


def origin(engine: Adapter) -> Record:
    """The fields of a record that say what code was measured, and where."""
    about = {
        "schema": 1,
        "code": code(engine),
        "versions": engine.versions(),
        **machine.commit(),
        "machine": machine.machine(),
    }
    if files := engine.plugins():
        loaded = {*map(os.path.realpath, plugins.sources())}
        texts = {_short(file, files): file.read_text(errors="replace") for file in files}
        own = [_short(file, files) for file in files if str(file) in loaded]
        about["plugins"] = {"load": own, "files": texts}
    return about


def _short(file: Path, files: Sequence[Path]) -> str:
    """A name of a file among others, with the number of its folder if there are several."""
    folders = sorted({each.parent for each in files})
    return file.name if len(folders) == 1 else f"{folders.index(file.parent)}/{file.name}"


def now() -> str:
    """The time of day, as records have it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def load() -> float | None:
    """The load of the machine; None on Windows."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def place(record: Record) -> str:
    """The machine of a record, in words."""
    about = defaultdict(lambda: "?", record["machine"])
    text = "{cpu}, {cores} cores, {os}, {python}, kernel by {compiler}"
    return text.format_map(about)


def read(path: Path) -> Iterator[Record]:
    """The records of a file, in order.

    Raises:
        FormatError: a line that is not a record, unless it is the last and was cut short.
    """
    *lines, rest = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _parsed(line, path, number)
    with contextlib.suppress(FormatError):  # the run was stopped while it wrote
        yield _parsed(rest, path, 0)


def measurements(path: Path) -> Iterator[Record]:
    """The records of a file that engines made.

    Raises:
        FormatError: a line that is not a record, or that is one of an experiment.
    """
    for number, record in enumerate(read(path), start=1):
        if "experiment" in record:
            name = record["experiment"]
            raise FormatError(f"holds the experiment {name!r}, no engines", file=str(path))
        for field, kind in FIELDS.items():
            value: Any = record.setdefault(field)
            is_one = isinstance(value, kind) and (field == "dirty" or not isinstance(value, bool))
            if field == "size":
                is_one = is_one and len(value) == 3 and {*map(type, value)} == {int}
            is_finite = not isinstance(value, float) or isfinite(value)
            if not (is_one and is_finite) or (isinstance(value, _NUMBER) and value < 0):
                problem = f"a record with {field} {quoted(value)}"
                raise FormatError(problem, file=str(path), line=number)
        carried = record.get("plugins", {"files": {}, "load": []})
        kinds = {"files": dict, "load": list}
        if not isinstance(record.get("given", {}), dict) or not (
            isinstance(carried, dict)
            and all(isinstance(carried.get(name), kind) for name, kind in kinds.items())
        ):
            problem = "a record with another puzzle or plugins than a run writes"
            raise FormatError(problem, file=str(path), line=number)
        yield record


def judged(found: Iterable[Record]) -> list[Record]:
    """The latest record of each key, those wrong that pictures which others found refute.

    One picture refutes that there is none, two that it is the only one; more refute a number.
    """
    kept = {key(record): record for record in found}.values()
    least: Counter[tuple[str, ...]] = Counter()
    for record in kept:
        if record["protocol"] != "count" and record["status"] != "wrong":
            about = _puzzle(record)
            least[about] = max(least[about], record["solutions"])
    return [_refuted(record, least[_puzzle(record)]) for record in kept]


def exit_code(statuses: Iterable[str]) -> int:
    """1 if an answer was wrong or an engine failed, 3 if one was not verified, else 0."""
    found = set(statuses)
    return 1 if found & {"wrong", *FAILED} else LIMIT if "unverified" in found else DONE


def _puzzle(record: Record) -> tuple[str, ...]:
    return record["set"], record["puzzle"], record["fingerprint"]


def _refuted(record: Record, least: int) -> Record:
    is_all = record["protocol"] in ("all", "count") or record["verdict"] in ("none", "unique")
    if record["status"] != "solved" or not is_all or record["solutions"] >= least:
        return record
    said = counted(record["solutions"])
    detail = f"{said} where other measurements here found {least}"
    return record | {"status": "wrong", "detail": detail}


def _parsed(line: bytes, path: Path, number: int) -> Record:
    with contextlib.suppress(ValueError, RecursionError):
        if isinstance(record := json.loads(line), dict):
            return record
    raise FormatError("not a record", file=str(path), line=number)


class RecordFile:
    """A file of records that a run adds to, and what it holds; a context manager.

    Raises:
        FormatError: another run is writing to it, a line is not a record, or it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._journal = Journal(path, "another run is writing to it")
        self._known: dict[str, Record] = {}
        self._once: set[tuple[str, ...]] = set()
        try:
            number = end = 0
            for number, (_, line) in enumerate(self._journal.lines(), start=1):
                end += len(line)
                if line.strip():
                    self._note(_parsed(line, path, number))
            if rest := self._journal.line_at(end):
                if not b'{"schema":'.startswith(rest[:10]):
                    raise FormatError("not a record", file=str(path), line=number + 1)
                self._journal.cut(end)
        except BaseException:
            self._journal.close()
            raise

    def find(self, record: Record) -> Record | None:
        """The record of the same measurement, if it is there."""
        return self._known.get(key(record))

    def add(self, record: Record) -> None:
        """Append a record, whole or not at all; what the file has `ONCE` is taken out of it."""
        for name, fields in ONCE.items():
            if (name, *(str(record.get(each)) for each in fields)) in self._once:
                record.pop(name, None)
        self._journal.add(json.dumps(record).encode() + b"\n")
        self._note(record)

    def _note(self, record: Record) -> None:
        self._known[key(record)] = record
        for name in ONCE.keys() & record.keys():
            self._once.add((name, *(str(record.get(each)) for each in ONCE[name])))

    def __enter__(self) -> RecordFile:
        return self

    def __exit__(self, *exception: object) -> None:
        self._journal.close()
