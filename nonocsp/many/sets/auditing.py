"""Audits of sets: every record examined by worker processes, in order, resumable.

An audit is work on records; findings come back in order, are kept in a file if there is one, and
become faults. A million puzzles take about 150 MB, for the keys by which duplicates are found.
Puzzles to be rated are those with the least keys: a sample that depends on neither order nor number
of workers.
"""

from __future__ import annotations

import heapq
import json
import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import tee
from typing import Any, NamedTuple

from ...core import Limits, OptionError, checked, checksum
from ...files.formats.registry import files_of
from ...files.formats.source import read_bytes
from ..work.journal import Journal
from ..work.pool import Pool
from ..work.work import Job, Work
from .columns import Columns, entry_of
from .examining import NOT_RATED, Examination, Finding, depth, examine, lost
from .records import SUFFIXES, Record, records
from .tally import KINDS, Fault, Tally

#: Seconds that a puzzle may take by default.
SECONDS = 10.0

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
        """The summary so far; complete when the iterator is exhausted."""
        self.worst: dict[str, list[Worst]] = {kind: [] for kind in KINDS}
        """Some records of each kind of fault to draw, the worst ones."""
        self._how, self._sample, self._progress = how, sample, progress
        self._files = files_of(paths, SUFFIXES)
        self._kept = None if state is None else _Kept(os.fspath(state), self._files, how)
        self._pool = Pool(workers)
        is_table = how.columns is not None
        every = (each for file in self._files for each in records(file, is_table=is_table))
        self._records, examined = tee(every)
        self._findings = _Examining(how, examined, self._pool, self._kept)
        self._rated: list[tuple[int, int, Record]] = []
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
        try:
            self._findings.close()  # what is finished is kept
        finally:
            self._pool.kill()
            if self._kept is not None:
                self._kept.close()

    @property
    def stored(self) -> int:
        """Records whose findings were in the file already."""
        return 0 if self._kept is None else self._kept.found

    def __enter__(self) -> Audit:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _found(self) -> Iterator[Fault]:
        for finding, record in zip(self._findings, self._records, strict=False):
            self._consider(record, finding)
            faults = self.tally.add(record, finding)
            for fault in faults:
                self._keep(fault, finding, record)
            if self._progress is not None:
                self._progress(self.tally)
            yield from faults
        self._rate()

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
        self.tally.words.update(_Rating(partial(_words, self._how), sample, self._pool))


class _Examining(Work[Record, Finding]):
    """The findings of records, in order."""

    def __init__(
        self, how: Examination, every: Iterable[Record], pool: Pool, kept: _Kept | None
    ) -> None:
        # Propagation, verdict, count and rating have the limit each.
        seconds = None if how.limits.seconds is None else 4 * how.limits.seconds
        super().__init__(partial(examine, how), every, pool, seconds=seconds)
        self._kept = kept

    def _known(self, job: Job[Record]) -> Finding | None:
        return None if self._kept is None else self._kept.find(job.index)

    def _keep(self, job: Job[Record], result: Finding) -> None:
        if self._kept is not None:
            self._kept.add(job.index, result)

    def _lost(self, job: Job[Record], error: Exception) -> Finding:
        return lost(str(error))


class _Rating(Work[Record, str]):
    """The depths of records in words."""

    def _lost(self, job: Job[Record], error: Exception) -> str:
        return NOT_RATED


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
    """The faults of the puzzles of a set, found lazily by worker processes.

    Args:
        paths: files, folders and archives: tables as `nonocsp.many.sets.records` reads them, and
            files that `nonocsp.files.formats` reads; ``-`` is standard input.
        columns: the columns of tables, as in ``"rows=row_clues,columns=col_clues"``; None guesses.
        limits: bounds on each puzzle; None is 10 seconds.
        most: number of solutions to count up to.
        sample: number of unique puzzles to rate.
        rate_all: rate every puzzle.
        workers: number of processes; None is one for each core.
        state: a file that keeps the findings; the same paths and settings continue the audit.
        progress: called with the `Tally` after each record.

    Raises:
        OptionError: an invalid setting.
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


def _words(how: Examination, part: Sequence[Record]) -> list[str]:
    return [depth(entry_of(record.row(), how.columns).puzzle, how.limits) for record in part]


class _Kept:
    """The findings of an audit in a file: a line of JSON for its settings, and one for each record.

    An accident is not there. Each line has a checksum; one that is changed is not believed.

    Raises:
        OptionError: standard input cannot be read again.
        FormatError: the file is of another audit.
    """

    def __init__(self, path: str, files: list[str], how: Examination) -> None:
        sizes = [[file, os.path.getsize(file)] for file in files if os.path.isfile(file)]
        if len(sizes) < len(files):
            raise OptionError("standard input cannot be read again: an audit of it keeps no state")
        header = {
            "audit": 5,
            "files": sizes,
            "columns": None if how.columns is None else str(how.columns),
            "limits": [how.limits.seconds, how.limits.nodes, how.limits.memory],
            "most": how.most,
            "rates": how.rates,
        }
        other = "the findings of another audit, or of other files or settings"
        self._journal = Journal(
            path,
            "another audit is writing to it",
            _line(header),
            f"{other}; choose another file for the state",
        )
        self.found = 0
        """Findings that were asked for and are here."""
        self._places = array("q")  # of the line of each record; -1 for none
        whole = None
        for end, line in self._journal.lines():
            if (number := _number(line)) is not None:
                self._note(number, end - len(line))
            whole = end
        self._journal.cut(whole)  # what was cut off

    def find(self, number: int) -> Finding | None:
        """The finding of a record, by its number from 0."""
        place = self._place(number)
        if place < 0:
            return None
        self.found += 1
        return Finding(*json.loads(self._journal.line_at(place))["found"])

    def add(self, number: int, finding: Finding) -> None:
        """Append a finding, unless it is here already or an accident."""
        if finding.is_accidental or self._place(number) >= 0:
            return
        place = self._journal.add(_line({"record": number, "found": finding}))
        if place is not None:
            self._note(number, place)

    def _place(self, number: int) -> int:
        return self._places[number] if number < len(self._places) else -1

    def _note(self, number: int, place: int) -> None:
        self._places.extend([-1] * (number + 1 - len(self._places)))
        self._places[number] = place

    def close(self) -> None:
        """Close the file; what it holds is complete at any time."""
        self._journal.close()


def _line(members: dict[str, Any]) -> bytes:
    plain = json.loads(json.dumps(members))
    text = json.dumps({**plain, "checksum": checksum(plain)}, separators=(",", ":"))
    return text.encode() + b"\n"


def _number(line: bytes) -> int | None:
    """The number of the record of a line; None if the line is changed."""
    try:
        members = json.loads(line)
        if members.pop("checksum") != checksum(members):
            return None
        Finding(*members["found"])
        return int(members["record"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
