"""Making a data set: a folder with a table for each part, and its card.

Workers make the puzzles; this process takes them in the order of their numbers, drops those whose
symmetry class came before, and appends the others to a journal, each whole or not at all. So the
set depends neither on the number of workers nor on interruptions. When all are there, the tables
are written, and the journal goes.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress, count
from pathlib import Path
from typing import Any

from ...core import (
    FormatError,
    NonocspError,
    atomic_write,
    checked,
    counted,
    look_up,
    report,
    write_lines,
)
from ...core.base.optional import own_version
from ..work.journal import Journal
from ..work.pool import WorkerLost
from ..work.work import Work
from .card import SetCard
from .order import PARTS, SetOrder
from .puzzle_records import made_of
from .records import load_parquet, write_rows

#: The file of what is made before the set is complete, and the card.
JOURNAL, CARD = "unfinished.jsonl", "README.md"

#: Suffixes of the tables.
TABLES = {"jsonl": "JSON lines", "jsonl.gz": "compressed JSON lines", "parquet": "Parquet"}

#: Numbers in a row without a new puzzle, after which the work ends.
IN_VAIN = 2_000


@dataclass(frozen=True, slots=True)
class DataSet:
    """A data set that was made."""

    folder: str
    parts: dict[str, int]
    """The number of puzzles of each part that has any."""
    tried: int
    """Numbers that were tried: more than there are puzzles if some came twice."""


@checked
def make_dataset(
    order: SetOrder,
    folder: str | os.PathLike[str],
    *,
    to: str = "jsonl",
    workers: int | None = None,
) -> DataSet:
    """Make a data set, or continue one that was interrupted.

    Args:
        order: the puzzles to make.
        folder: where its files go; created if it does not exist.
        to: the format of its tables, a key of `TABLES`.
        workers: number of processes; None is one for each core.

    Raises:
        OptionError: ``to`` is unknown.
        FormatError: the folder holds a data set, or an unfinished one of another order, or cannot
            be written.
        NonocspError: this order has fewer different puzzles, pyarrow is missing, or a worker died
            again and again; then the same call continues.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = make_dataset(SetOrder(20, sizes=[(4, 4)], seed=1), folder, workers=1)
    >>> sum(made.parts.values())
    20
    """
    look_up(TABLES, "format of tables", to)
    if to == "parquet":
        load_parquet()
    path = Path(folder)
    complete = (CARD, *(f"{part}.{each}" for part in PARTS for each in TABLES))
    if not (path / JOURNAL).exists() and any((path / name).exists() for name in complete):
        raise FormatError("holds a data set already; choose another folder", file=str(folder))
    # More puzzles of an order begin with those of fewer. Known before there is a folder, which an
    # interrupt would leave empty.
    head = f"{json.dumps([own_version(), replace(order, number=1).to_dict()])}\n".encode()
    try:
        path.mkdir(parents=True, exist_ok=True)
        busy = "another process is making this data set"
        other = "another data set was begun here; choose another folder, or delete it"
        with Journal(path / JOURNAL, busy, head, other) as file:
            making = _Making(file, order)
            making.fill(workers)
            parts = making.write_tables(path, to)
    except FileExistsError:
        raise FormatError("expected a folder, not a file", file=str(folder)) from None
    except WorkerLost as lost:
        raise NonocspError(f"{lost}; the same command goes on in {os.fsdecode(folder)}") from None
    except OSError as error:
        name = os.fsdecode(error.filename) if error.filename else str(folder)
        raise FormatError(f"cannot be written: {error.strerror}", file=name) from None
    (path / JOURNAL).unlink()
    return DataSet(str(folder), parts, making.next)


class _Making:
    """The puzzles made so far, a record a line of a journal, and those that are missing."""

    def __init__(self, journal: Journal, order: SetOrder) -> None:
        self._journal, self._order = journal, order
        self._keys: set[bytes] = set()
        self.next = 0
        """The number of the next puzzle to make."""
        self._read()

    def _read(self) -> None:
        kept = None
        for end, line in self._journal.lines():
            if len(self._keys) == self._order.number:
                break
            try:
                record = json.loads(line)
                self._keys.add(bytes.fromhex(record["class"]))
                self.next, kept = record["index"] + 1, end
            except (ValueError, KeyError, TypeError):
                text = line[:80].decode(errors="replace")
                problem = "damaged: expected the record of a puzzle; delete the file"
                raise FormatError(problem, file=self._journal.path, text=text) from None
        self._journal.cut(kept)  # a line that was cut off, and puzzles beyond the number

    def fill(self, workers: int | None) -> None:
        """Make the puzzles that are missing."""
        vain, total = 0, self._order.number
        report(done=len(self._keys), total=total)
        if len(self._keys) == total:
            return
        with Work(partial(made_of, self._order), count(self.next), workers) as every:
            for made in every:
                self.next += 1
                if made is None or made.key in self._keys:
                    vain += 1
                    if vain < IN_VAIN:
                        continue
                    known = f"{counted(len(self._keys), 'different puzzle')} of {total:,} found"
                    raise NonocspError(f"{known}, and none in {vain:,} more tries: ask for fewer")
                vain = 0
                self._keys.add(made.key)
                self._journal.add(made.line.encode() + b"\n")
                report(done=len(self._keys), total=total)
                if len(self._keys) == total:
                    return

    def write_tables(self, folder: Path, to: str) -> dict[str, int]:
        """Write a table for each part that has puzzles, and the card; returns their numbers."""
        card = SetCard(self._order, self.next, to)
        parts = bytearray()
        for _, line in self._journal.lines():
            record = json.loads(line)
            parts.append(PARTS.index(record["part"]))
            card.add(record)
        for number, part in enumerate(PARTS):
            if number in parts:
                chosen = compress(self._journal.lines(), (each == number for each in parts))
                path = folder / f"{part}.{to}"
                if to == "parquet":
                    write_rows(path, (_row(json.loads(line), self._order) for _, line in chosen))
                else:
                    write_lines(path, (line.decode().rstrip("\n") for _, line in chosen))
        with atomic_write(folder / CARD) as file:
            file.write(card.text())
        return card.parts


def _row(record: dict[str, Any], order: SetOrder) -> dict[str, Any]:
    """A record as a row of Parquet, whose columns have one type: what has not is JSON text."""
    texts = ["steps", "changed"]
    if max(order.colours) > 1:
        record.setdefault("colours", None)
        texts += ["rows", "cols"]
    return {
        name: json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        if name in texts and value is not None
        else value
        for name, value in record.items()
    }
