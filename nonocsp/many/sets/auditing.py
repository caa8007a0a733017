"""Audits of sets: every record examined by worker processes, in order, resumable.

Chunks of records that nothing has been read of yet go to the workers of a `Pool`; their findings
come back in order, are kept in a file if there is one, and become faults. A million puzzles take
about 150 MB, for the keys by which duplicates are found. Puzzles to be rated are those with the
least keys: a sample that depends on neither order nor number of workers.
"""

from __future__ import annotations

import heapq
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from typing import Any, NamedTuple

from ...core import Limits, OptionError, checked, checksum
from ...files.formats.registry import files_of
from ...files.formats.source import read_bytes
from ..questions.journal import Journal
from ..questions.pool import Pool, WorkerLost
from .columns import Columns, entry_of
from .examining import NOT_RATED, Examination, Finding, difficulty, examine, lost
from .records import SUFFIXES, Record, records
from .tally import KINDS, Fault, Tally

#: Seconds that a puzzle may take by default.
SECONDS = 10.0

#: Seconds that a call of a worker should take, and records in it at most.
_CALL_SECONDS, _MOST_IN_CALL = 0.3, 500

#: Seconds that a worker gets in addition to the limits before it is killed.
_GRACE = 10.0

#: Records of each kind of fault that are kept to be drawn.
DRAWN = 6


class Worst(NamedTuple):
    """A record to be drawn, with its fault."""

    rank: int
    """The larger, the worse: the number of solutions."""
    order: int
    """Minus its number: of equal ones the first is kept."""
    fault: Fault
    record: Record


class Audit(Iterator[Fault]):
    """The faults of a set, in the order of its records, found while they are consumed.

    An iterator that can be closed early, and a context manager: closing it ends the workers. Made
    by `audit`.
    """

    def __init__(
        self,
        paths: Iterable[str],
        how: Examination,
        sample: int,
        workers: int | None,
        state: str | os.PathLike[str] | None,
        progress: Callable[[Tally], object] | None,
    ) -> None:
        self.tally = Tally()
        """The summary so far; whole when the iterator is exhausted."""
        self.worst: dict[str, list[Worst]] = {kind: [] for kind in KINDS}
        """Of each kind of fault some records to draw, the worst of all."""
        self.stored = 0
        """Records whose findings were in the file already."""
        self._how, self._sample, self._progress = how, sample, progress
        self._files = files_of(paths, SUFFIXES)
        self._journal = None if state is None else _journal(os.fspath(state), self._files, how)
        self._pool = Pool(workers)
        self._rated: list[tuple[int, int, Record]] = []
        self._chunk = 1
        self._faults = self._found()

    def __next__(self) -> Fault:
        try:
            return next(self._faults)
        except BaseException:
            self.close()
            raise

    @property
    def columns(self) -> Columns | None:
        """The columns that were named; None if they are guessed."""
        return self._how.columns

    def close(self) -> None:
        """End the workers and close the file; what it holds is complete at any time."""
        self._pool.kill()
        if self._journal is not None:
            self._journal.close()

    def __enter__(self) -> Audit:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _found(self) -> Iterator[Fault]:
        every = (
            record
            for file in self._files
            for record in records(file, is_table=self._how.columns is not None)
        )
        for record, finding in self._findings(every):
            self._consider(record, finding)
            faults = self.tally.add(record, finding)
            for fault in faults:
                self._keep(fault, finding, record)
            if self._progress is not None:
                self._progress(self.tally)
            yield from faults
        self._rate()

    def _findings(self, every: Iterator[Record]) -> Iterator[tuple[Record, Finding]]:
        """The findings of all records, in order, of a bounded number that is under way."""
        if self._journal is not None:
            kept, number = None, 0
            later = (line for _, line in self._journal.lines() if line.startswith(b'{"again"'))
            again = {n: each for line in later for n, each in _kept(line)[1]}
            new: list[tuple[int, Finding]] = []
            for end, line in self._journal.lines():
                if not any(kinds := _kept(line)):
                    break
                kept = end
                for known, record in zip(kinds[0], every, strict=False):
                    finding = known or again.get(number)
                    self.stored += finding is not None
                    if finding is None:  # an accident kept it from being known
                        finding = self._result([record], self._call([record]))[0][0]
                        new += [(number, finding)] * (not finding.is_accidental)
                    number += 1
                    yield record, finding
            self._journal.cut(kept)
            if new:
                self._journal.add(_line({"again": new}))
        for part, future in self._pool.ahead(self._calls(every)):
            found, seconds = self._result(part, future)
            self._chunk = max(1, min(2 * self._chunk, _chunk_of(seconds, len(part))))
            if self._journal is not None:
                lasting = [None if finding.is_accidental else finding for finding in found]
                self._journal.add(_line({"found": lasting}))
            yield from zip(part, found, strict=True)

    def _calls(self, every: Iterator[Record]) -> Iterator[tuple[list[Record], Future[Any]]]:
        while part := list(islice(every, self._chunk)):
            yield part, self._call(part)

    def _call(self, part: list[Record]) -> Future[Any]:
        seconds = self._how.limits.seconds
        # Propagation, verdict, count and rating have the limit each.
        deadline = None if seconds is None else 4 * seconds * len(part) + _GRACE
        return self._pool.call(_timed, self._how, part, seconds=deadline)

    def _result(
        self, part: list[Record], future: Future[Any], *, is_last: bool = False
    ) -> tuple[list[Finding], float]:
        """The findings of a call; where the worker was lost, of one record after the other, and of
        each once more."""
        try:
            found: tuple[list[Finding], float] = future.result()
            return found
        except WorkerLost as error:
            if is_last:
                return [lost(str(error))], 0.0
            alone = [
                self._result([record], self._call([record]), is_last=len(part) == 1)
                for record in part
            ]
            return [finding for found, _ in alone for finding in found], 1.0 * len(part)

    def _consider(self, record: Record, finding: Finding) -> None:
        """Keep the records with the least keys, for the sample to be rated."""
        if self._how.rates or not self._sample or finding.verdict != "unique":
            return
        item = (-int(finding.key[:32], 16), -self.tally.puzzles, record)
        if len(self._rated) < self._sample:
            heapq.heappush(self._rated, item)
        elif item[:2] > self._rated[0][:2]:
            heapq.heapreplace(self._rated, item)

    def _keep(self, fault: Fault, finding: Finding, record: Record) -> None:
        kept = self.worst[fault.kind]
        item = Worst(finding.solutions, -self.tally.puzzles, fault, record)
        if len(kept) < DRAWN:
            heapq.heappush(kept, item)
        elif item[:2] > kept[0][:2]:
            heapq.heapreplace(kept, item)

    def _rate(self) -> None:
        """Rate the sample."""
        sample = [record for *_, record in sorted(self._rated, key=lambda item: item[:2])]
        calls = [self._pool.submit(_rating, self._how, record) for record in sample]
        for call in calls:
            try:
                word = call.result()
            except WorkerLost:
                word = NOT_RATED
            self.tally.words[word] += 1


@checked
def audit(
    paths: Iterable[str | os.PathLike[str]] | str,
    *,
    columns: str | None = None,
    limits: Limits | None = None,
    most: int = 1000,
    sample: int = 100,
    rate_all: bool = False,
    workers: int | None = None,
    state: str | os.PathLike[str] | None = None,
    progress: Callable[[Tally], object] | None = None,
) -> Audit:
    """What is wrong with the puzzles of a set; lazily, over worker processes.

    Args:
        paths: files, folders and archives: tables as `nonocsp.many.sets.records` reads them, and
            whatever `nonocsp.files.formats` reads; ``-`` is standard input.
        columns: the columns of tables, as in ``"rows=row_clues,columns=col_clues"``; None guesses.
        limits: bounds on each puzzle; None is 10 seconds.
        most: number of solutions to count up to.
        sample: number of unique puzzles to rate.
        rate_all: rate every puzzle.
        workers: number of processes; None is one for each core.
        state: a file that keeps the findings: with the same paths and settings an audit goes on
            from it.
        progress: called with the `Tally` after each record.

    Raises:
        OptionError: a setting that cannot be.
        FormatError: a path that does not exist, or a state of another audit.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
    ...     _ = file.write('{"rows": [[1], [1]], "columns": [[1], [1]]}\\n')
    ...     file.flush()
    ...     with audit(file.name, workers=1) as faults:
    ...         print(*(fault.text for fault in faults))
    2 solutions
    """
    names = [paths] if isinstance(paths, str) else [os.fspath(path) for path in paths]
    for name in names:
        if name != "-" and not os.path.exists(name):
            read_bytes(name, name)  # an address, or the error
    chosen = None if columns is None else Columns.named(columns)
    bounds = Limits(seconds=SECONDS) if limits is None else limits
    how = Examination(chosen, bounds.replace(threads=1), most, rate_all)
    return Audit(names, how, sample, workers, state, progress)


def _timed(how: Examination, part: list[Record]) -> tuple[list[Finding], float]:
    begun = time.perf_counter()
    return examine(how, part), time.perf_counter() - begun


def _chunk_of(seconds: float, records: int) -> int:
    """Records of a call of the wanted length, from the seconds that a number of them took."""
    return min(_MOST_IN_CALL, int(_CALL_SECONDS * records / max(1e-6, seconds)))


def _rating(how: Examination, record: Record) -> str:
    return difficulty(entry_of(record.row(), how.columns).puzzle, how.limits)


def _journal(path: str, files: list[str], how: Examination) -> Journal:
    """The findings of an audit: a line of JSON for the settings, and one for each call of a worker.

    An accident is null there; the findings of a later run stand behind, with their numbers. Each
    line has a checksum; one that is changed ends what is read.
    """
    sizes = [[file, os.path.getsize(file)] for file in files if os.path.isfile(file)]
    if len(sizes) < len(files):
        raise OptionError("standard input cannot be read again: an audit of it keeps no state")
    header = {
        "audit": 4,
        "files": sizes,
        "columns": None if how.columns is None else str(how.columns),
        "limits": [how.limits.seconds, how.limits.nodes, how.limits.memory],
        "most": how.most,
        "rates": how.rates,
    }
    other = "the findings of another audit, or of other files or settings"
    return Journal(
        path,
        "another audit is writing to it",
        _line(header),
        f"{other}; choose another file for the state",
    )


def _line(members: dict[str, Any]) -> bytes:
    plain = json.loads(json.dumps(members))
    text = json.dumps({**plain, "checksum": checksum(plain)}, separators=(",", ":"))
    return text.encode() + b"\n"


def _kept(line: bytes) -> tuple[list[Finding | None], list[tuple[int, Finding]]]:
    """The findings of a line, in order and by number; none at all if it is changed."""
    try:
        members = json.loads(line)
        if members.pop("checksum") != checksum(members):
            return [], []
        return (
            [None if each is None else Finding(*each) for each in members.get("found", ())],
            [(number, Finding(*each)) for number, each in members.get("again", ())],
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return [], []
