"""``nonocsp batch``: many files, one file of answers."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..common.errors import FormatError, NonocspError
from ..common.limits import Stats
from ..formats import load
from .answers import Answer
from .ask import ask_many
from .ray_tasks import connected
from .store import Store
from .stream import Progress
from .tasks import Task

Say = Callable[[str], object]


class Done:
    """What a batch came to; as text, one line."""

    def __init__(self) -> None:
        self.is_interrupted = False
        self.errors = self.unknown = 0
        self.stats = Stats()
        self._kinds: Counter[str] = Counter()

    def add(self, answer: Answer) -> None:
        self.stats.add(answer.stats)
        self.errors += bool(answer.error)
        self.unknown += not answer.is_final and not answer.error
        told = answer.told
        kind = str(told.get("verdict") or told.get("word") or answer.status.value)
        self._kinds["error" if answer.error else kind] += 1

    def __str__(self) -> str:
        number = sum(self._kinds.values())
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(self._kinds.items()))
        return f"{number} answer{'s' * (number != 1)}" + f": {kinds}" * bool(kinds)


def run(chosen: argparse.Namespace, keywords: dict[str, Any], say: Say) -> Done:
    """Ask the question of every puzzle in the files; errors are answers, too.

    Raises:
        NonocspError: no such question, a store that cannot be used, a cluster out of reach.
    """
    done = Done()
    line = _Line()
    with (
        Store(chosen.output, retry=chosen.retry) as store,
        _executor(chosen) as executor,
        ask_many(
            chosen.question,
            _tasks(chosen.files, chosen.format, line.interrupted_by(say)),
            executor,
            ordered=False,
            progress=line.show,
            store=store,
            chunk=chosen.chunk,
            **keywords,
        ) as answers,
    ):
        try:
            for answer in answers:
                done.add(answer)
                if answer.error:
                    line.interrupted_by(say)(f"error: {_where(answer)}{answer.error}")
        except KeyboardInterrupt:
            done.is_interrupted = True
        finally:
            line.clear()
    return done


def _where(answer: Answer) -> str:
    # The errors of files name the file themselves.
    return f"{answer.name}: " if answer.fingerprint and answer.name else ""


def _tasks(files: Iterable[str], format: str | None, say: Say) -> Iterator[Task]:
    """The puzzles of the files, read when workers come free."""
    for file in files:
        name = "standard input" if file == "-" else file
        try:
            parsed = load(file, format)
        except FormatError as error:
            yield Task(None, name=name, error=str(error))
            continue
        for warning in parsed.warnings:
            say(f"warning: {name}: {warning}")
        for number, puzzle in enumerate(parsed.puzzles, start=1):
            yield Task(puzzle, name=f"{name}#{number}" if len(parsed.puzzles) > 1 else name)


@contextlib.contextmanager
def _executor(chosen: argparse.Namespace) -> Iterator[Any]:
    """Who works: as many processes as were asked for, or a cluster, which is only left again."""
    if chosen.dask is not None:
        with _dask_client(chosen.dask) as client:
            yield client
    elif chosen.ray is not None:
        with connected(chosen.ray) as executor:
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
        raise NonocspError(f"--dask {address}: no scheduler there ({error})") from None


class _Line:
    """One line on the terminal that tells how far it is; none where errors go elsewhere."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()
        self._width = 0
        self._last = float("-inf")

    def show(self, progress: Progress) -> None:
        if not self._is_shown or progress.seconds - self._last < 0.1:
            return
        self._last = progress.seconds
        said = f"{progress.done} done"
        for number, what in (
            (progress.stored, "from before"),
            (progress.unknown, "unknown"),
            (progress.errors, "errors"),
            (progress.in_flight, "in work"),
        ):
            said += f", {number} {what}" if number else ""
        said += f", {progress.seconds:.0f} s"
        print(f"\r{said:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(said)

    def clear(self) -> None:
        if self._width:
            print(f"\r{'':<{self._width}}\r", end="", file=sys.stderr, flush=True)
            self._width = 0

    def interrupted_by(self, say: Say) -> Say:
        """Say something else than the line, on a line of its own."""

        def said(message: str) -> None:
            self.clear()
            say(message)

        return said
