"""The command batch: one question about every puzzle of many files."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ...core import (
    FormatError,
    NonocspError,
    OptionError,
    Stats,
    counted,
    look_up,
    missing,
    report,
)
from ...files.formats import Parsed
from ...files.formats.by_line import Lines, lines_of_file
from ...files.formats.source import read_bytes
from ...people.opening import opened
from .command import FORMAT, SEARCH, argument, command, either, natural, places
from .job import how_of, show_stats
from .messages import BAD_INPUT, DONE, LIMIT, say, stopped_by
from .output import checked_suffix, refuse_unwritable
from .reading import expanded, say_how, shown_name

if TYPE_CHECKING:
    from ...many.questions import Answer, Progress, Task


@command(
    "ask one question about every puzzle of many files, in parallel",
    argument("files", nargs="+", metavar="FILE", help="file of puzzles, or folder of such files"),
    argument(
        "--question",
        default="solve",
        metavar="Q",
        help="question to ask, one of `nonocsp help questions` (default: solve)",
    ),
    argument(
        "--argument",
        dest="arguments",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="argument of the question, such as differ=on of check",
    ),
    either(
        argument(
            "--workers",
            type=natural,
            metavar="N",
            help="number of processes on this machine (default: one for each core)",
        ),
        argument(
            "--dask", metavar="ADDRESS", help="address of the scheduler of a Dask cluster to run on"
        ),
        argument(
            "--ray",
            metavar="ADDRESS",
            help="address of the head of a Ray cluster to run on, or auto",
        ),
    ),
    argument(
        "--retry",
        action="store_true",
        help="recompute the answers that hit a limit or failed",
    ),
    argument(
        "--chunk",
        type=natural,
        metavar="N",
        help="number of puzzles in one call of a worker (default: adaptive)",
    ),
    places(
        argument(
            "-o",
            "--output",
            metavar="FILE",
            help="file of answers, one JSON object a line; answers already in it are kept "
            "(default: standard output)",
        ),
        argument(
            "--short",
            action="store_true",
            help="leave pictures and statistics out of the answers",
        ),
        FORMAT,
    ),
    SEARCH,
    examples=(
        "nonocsp batch input/*.ctu --question check --workers 1 -o answers.jsonl",
        "nonocsp batch input/heart.txt input/owl.non --question rate -o ratings.jsonl",
    ),
)
def batch(chosen: argparse.Namespace) -> int:
    from ...many.questions import QUESTIONS, Store, ask_many

    if chosen.retry and chosen.output is None:
        raise OptionError("--retry needs the file of answers: add -o FILE")
    arguments = look_up(QUESTIONS, "question", chosen.question).typed(chosen.arguments)
    files = expanded(chosen.files)
    refuse_unwritable(chosen.output, files)
    if chosen.output is not None:
        checked_suffix(chosen.output, (".jsonl", ".json", ".ndjson", ".txt", ".out"))
    tally, tasks = _Tally(), _Tasks(files, chosen)
    with (
        contextlib.nullcontext()
        if chosen.output is None
        else Store(chosen.output, retry=chosen.retry, is_short=chosen.short) as store,
        _executor(chosen) as executor,
        ask_many(
            chosen.question,
            tasks,
            executor,
            ordered=False,
            progress=tasks.report,
            store=store,
            chunk=chosen.chunk,
            arguments=arguments,
            **how_of(chosen),
        ) as answers,
    ):
        is_interrupted = False
        try:
            for answer in answers:
                tally.add(answer)
                if chosen.output is None:
                    members = answer.to_dict(is_short=chosen.short)
                    print(json.dumps(members, ensure_ascii=False), flush=True)
                # The errors of files name the file themselves.
                where = f"{answer.name}: " if answer.puzzle and answer.name else ""
                if answer.error:
                    say(f"error: {where}{answer.error}")
                elif answer.is_accidental:
                    say(f"{where}{answer.detail}; the same command asks again")
        except KeyboardInterrupt:
            is_interrupted = True
    show_stats(chosen, tally.stats)
    if is_interrupted:
        how = "" if chosen.output is None else "the same command resumes after "
        return stopped_by("interrupt", "", f"{how}{tally}")
    if chosen.output is None:
        say(str(tally))
    else:
        print(tally)
    if tally.errors:
        return BAD_INPUT
    return LIMIT if tally.unknown else DONE


class _Tally:
    """The answers of a batch by kind; as text, one line."""

    def __init__(self) -> None:
        self.errors = self.unknown = 0
        self.stats = Stats()
        self._kinds: Counter[str] = Counter()

    def add(self, answer: Answer) -> None:
        self.stats.add(answer.stats)
        self.errors += bool(answer.error)
        self.unknown += not answer.is_final and not answer.error
        kind = (
            answer.result.get("verdict") or answer.result.get("depth_word") or answer.status.value
        )
        self._kinds["error" if answer.error else kind] += 1

    def __str__(self) -> str:
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(self._kinds.items()))
        return counted(self._kinds.total(), "answer") + f": {kinds}" * bool(kinds)


class _Tasks(Iterable["Task"]):
    """The puzzles of the files, read when workers come free."""

    def __init__(self, files: list[str], chosen: argparse.Namespace) -> None:
        self._files, self._chosen = files, chosen
        self._read = self._puzzles = 0
        self._lines: Lines | None = None

    def __iter__(self) -> Iterator[Task]:
        from ...many.questions import Task

        for file in self._files:
            name, number = shown_name(file), 0
            for parsed, several in self._parts(file):
                try:
                    if isinstance(parsed, FormatError):
                        raise parsed
                    if not number or parsed.said:
                        say_how(parsed, name, self._chosen)
                except FormatError as error:
                    self._puzzles += 1
                    yield Task(None, name=name, error=str(error))
                    continue
                for puzzle in parsed.puzzles:
                    number += 1
                    self._puzzles += 1
                    yield Task(puzzle, name=f"{name}#{number}" if several else name)
            self._read += 1

    def _parts(self, file: str) -> Iterator[tuple[Parsed | FormatError, bool]]:
        """What each line of a file holds, else the whole; and whether it holds several puzzles."""
        self._lines = lines_of_file(file, self._chosen.format, opened)
        if self._lines is not None:
            yield from ((part, True) for part in self._lines)
            self._lines = None
            return
        try:
            name = shown_name(file)
            data = read_bytes(file, name)
            parsed = opened(data, self._chosen.format, name=name, seconds=self._chosen.seconds)
            yield parsed, len(parsed.puzzles) > 1
        except FormatError as error:
            yield error, False

    def report(self, progress: Progress) -> None:
        """Report how far the batch is; what is not read so far counts as the rest on average."""
        is_exact = self._read == len(self._files)
        share = self._lines.share if self._lines is not None else 0.0
        read = 0.0 if share is None else self._read + share
        report(
            done=progress.done,
            total=round(self._puzzles * len(self._files) / read) if read else None,
            about="" if is_exact else "about ",
            answered_before=progress.stored,
            unknown=progress.unknown,
            errors=progress.errors,
            running=progress.in_flight,
        )


@contextlib.contextmanager
def _executor(chosen: argparse.Namespace) -> Iterator[Any]:
    """The number of processes, or the workers of a cluster, which is left running."""
    from ...many.work import ray_executor

    if chosen.dask is not None:
        with _dask_client(chosen.dask) as client:
            yield client
    elif chosen.ray is not None:
        with ray_executor.connected(chosen.ray) as executor:
            yield executor
    else:
        yield chosen.workers


def _dask_client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise NonocspError(missing("--dask needs Dask", "distributed")) from None
    try:
        return Client(address, set_as_default=False, timeout=10)
    except (OSError, ValueError) as error:
        raise NonocspError(f"--dask {address}: no scheduler at this address ({error})") from None
