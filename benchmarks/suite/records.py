"""The file of records: JSON lines, one measurement each, only ever appended to.

Each line is complete, with machine, versions and options, so that files can be joined, split and
searched. A run reads the file first and repeats nothing that it holds for the same code,
configuration and puzzle; a truncated last line is dropped and measured again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from nonocsp.core.base.errors import FormatError
from nonocsp.core.base.files import append

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


#: The statuses of an engine that failed.
FAILED = ("error", "crash")


def key(record: Record) -> str:
    """The identity of a measurement; a later record with the same key replaces an earlier one."""
    return json.dumps([record.get(field) for field in KEY], sort_keys=True)


def read(path: Path) -> Iterator[Record]:
    """The records of a file, in order.

    Raises:
        FormatError: a line that is not a record, unless it is the last and was cut short.
    """
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield json.loads(line)
        except ValueError:
            if number == len(lines):
                return  # no newline at its end: the run was stopped while it wrote
            raise FormatError("not a record", file=str(path), line=number) from None


def measurements(path: Path) -> Iterator[Record]:
    """The records of a file that engines made.

    Raises:
        FormatError: a line that is not a record, or that is one of an experiment.
    """
    for record in read(path):
        if "experiment" in record:
            name = record["experiment"]
            raise FormatError(f"holds the experiment {name!r}, no engines", file=str(path))
        yield record


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


class Appender:
    """Adds records to a file, each written out at once, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_bytes() if path.exists() else b""
        last = text[text.rfind(b"\n") + 1 :]
        is_whole = _is_json(last)
        if last and not is_whole:
            os.truncate(path, len(text) - len(last))  # the others must not be lost meanwhile
        self._file = open(path, "ab", buffering=0)  # noqa: SIM115  # closed in close()
        if is_whole:  # only its newline is missing
            append(self._file, b"\n")

    def add(self, record: Record) -> None:
        append(self._file, json.dumps(record).encode() + b"\n")

    def close(self) -> None:
        self._file.close()
