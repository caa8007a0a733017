"""The command batch: one question about every puzzle of many files."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ...common.errors import FormatError, NonocspError, OptionError, counted
from ...common.limits import Stats
from ...formats import load
from .command import FORMAT, SEARCH, argument, command, either, natural, places
from .job import how_of, show_stats
from .messages import BAD_INPUT, DONE, LIMIT, say, stopped_by
from .output import refuse_unwritable
from .reading import expanded, shown_name

if TYPE_CHECKING:
    from ...questions import Answer, Progress, Task


@command(
    "answer one question about every puzzle of many files, in parallel",
    argument("files", nargs="+", metavar="FILE", help="file of puzzles, or folder of such files"),
    argument(
        "--question",
        default="solve",
        metavar="Q",
        help="question to answer, such as solve, check, count or rate (default: solve); an unknown "
        "name lists all",
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
        help="recompute the answers that hit a limit, crashed or failed",
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
        FORMAT,
    ),
    *SEARCH,
    examples=(
        "nonocsp batch input/*.ctu --question check --workers 1 -o answers.jsonl",
        "nonocsp batch input/heart.txt input/owl.non --question rate -o ratings.jsonl",
    ),
)
def batch(chosen: argparse.Namespace) -> int:
    from ...questions import Store, ask_many

    if chosen.retry and chosen.output is None:
        raise OptionError("--retry needs the file of answers: add -o FILE")
    files = expanded(chosen.files)
    refuse_unwritable(chosen.output, files)
    tally = _Tally()
    line = _Line()
    with (
        contextlib.nullcontext()
        if chosen.output is None
        else Store(chosen.output, retry=chosen.retry) as store,
        _executor(chosen) as executor,
        ask_many(
            chosen.question,
            _tasks(files, chosen.format, line),
            executor,
            ordered=False,
            progress=line.show,
            store=store,
            chunk=chosen.chunk,
            **how_of(chosen),
        ) as answers,
    ):
        is_interrupted = False
        try:
            for answer in answers:
                tally.add(answer)
                if chosen.output is None:
                    line.clear()
                    print(json.dumps(answer.to_dict(), ensure_ascii=False), flush=True)
                if answer.error:
                    # The errors of files name the file themselves.
                    where = f"{answer.name}: " if answer.puzzle and answer.name else ""
                    line.say(f"error: {where}{answer.error}")
        except KeyboardInterrupt:
            is_interrupted = True
        finally:
            line.clear()
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
        kind = answer.result.get("verdict") or answer.result.get("word") or answer.status.value
        self._kinds["error" if answer.error else kind] += 1

    def __str__(self) -> str:
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(self._kinds.items()))
        return counted(self._kinds.total(), "answer") + f": {kinds}" * bool(kinds)


def _tasks(files: Iterable[str], format: str | None, line: _Line) -> Iterator[Task]:
    """The puzzles of the files, read when workers come free."""
    from ...questions import Task

    for file in files:
        name = shown_name(file)
        try:
            parsed = load(file, format)
        except FormatError as error:
            yield Task(None, name=name, error=str(error))
            continue
        for warning in parsed.warnings:
            line.say(f"warning: {name}: {warning}")
        for number, puzzle in enumerate(parsed.puzzles, start=1):
            yield Task(puzzle, name=f"{name}#{number}" if len(parsed.puzzles) > 1 else name)


@contextlib.contextmanager
def _executor(chosen: argparse.Namespace) -> Iterator[Any]:
    """The number of processes, or the workers of a cluster, which is left running."""
    from ...questions import ray_executor

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
        raise NonocspError("--dask needs Dask: pip install 'nonocsp[scale]'") from None
    try:
        return Client(address, set_as_default=False, timeout=10)
    except (OSError, ValueError) as error:
        raise NonocspError(f"--dask {address}: no scheduler at this address ({error})") from None


class _Line:
    """The line of progress on a terminal; nothing where errors go to a file or pipe."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()
        self._width = 0
        self._last = float("-inf")

    def show(self, progress: Progress) -> None:
        if not self._is_shown or progress.seconds - self._last < 0.1:
            return
        self._last = progress.seconds
        text = f"{progress.done} done"
        for number, what in (
            (progress.stored, "stored"),
            (progress.unknown, "unknown"),
            (progress.errors, "errors"),
            (progress.in_flight, "running"),
        ):
            text += f", {number} {what}" if number else ""
        text += f", {progress.seconds:.0f} s"
        print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def clear(self) -> None:
        if self._width:
            print(f"\r{'':<{self._width}}\r", end="", file=sys.stderr, flush=True)
            self._width = 0

    def say(self, message: str) -> None:
        """A message in place of the line."""
        self.clear()
        say(message)
