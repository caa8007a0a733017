"""Watching a command at work: a line on the terminal after two seconds, and a log of JSON lines.

The line is shown on standard error if that is a terminal; else what goes through many puzzles
prints lines of a log there, fewer as time goes by. A thread draws it, so that it goes on while
nothing is reported. ``NONOCSP_PROGRESS`` is the number of seconds before it is shown, or
``off``.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

from ...core import OptionError, decimal, watching
from .messages import say
from .progress_line import Line, Stream, words

#: Seconds before the line is shown, between two drawings of it, and between two lines of the log.
DELAY, DRAWING, LOGGING = 2.0, 0.2, 1.0

#: Seconds before the first line where there is no terminal, and the least between two; of a
#: measurement before the first.
PLAIN, EARLY = 10.0, 1.0

#: The environment variable with another delay, or ``off``.
VARIABLE = "NONOCSP_PROGRESS"

#: Seconds over which a rate is measured.
_SPAN = 5.0

#: The commands that show it from the first second on: a measurement is long, or is interrupted.
_EARLY = ("bench", "publish")

#: Counters that begin again with each search: they are added up.
_COUNTERS = ("checks", "conflicts", "nodes", "probes", "tightenings")

#: The commands that go through many puzzles.
_MANY = ("audit", "batch", "bench", "dataset", "publish")

#: What is about all puzzles of a command.
_OF_ALL = ("done", "total", "about")


class Known:
    """The reports of a command, put together."""

    def __init__(self) -> None:
        self.begun = self._since = time.monotonic()
        self._lock = threading.Lock()
        self._values: dict[str, Any] = {}
        self._last: dict[str, int] = {}
        self._before: dict[str, int] = {}
        self._samples: deque[tuple[float, dict[str, int]]] = deque()

    def add(self, report: dict[str, Any]) -> None:
        """Take a report: the newest value of each name counts."""
        with self._lock:
            if report.get("done") == 0:  # the next of several parts
                self._since = time.monotonic()
            if "puzzle" in report:  # what was known is about another one
                kept = {name: self._values[name] for name in _OF_ALL if name in self._values}
                self._values = kept
                self._last, self._before = {}, {}
                self._samples.clear()
            for name, value in report.items():
                if name in _COUNTERS:
                    last, self._last[name] = self._last.get(name, 0), value
                    if value < last:  # of another search
                        self._before[name] = self._before.get(name, 0) + last
                    value += self._before.get(name, 0)
                self._values[name] = value

    def now(self) -> tuple[dict[str, Any], float, dict[str, float]]:
        """The newest values, the seconds since the beginning, and the numbers a second."""
        with self._lock:
            time_, values = time.monotonic(), dict(self._values)
            self._samples.append((time_, {name: values.get(name, 0) for name in _COUNTERS}))
            while time_ - self._samples[0][0] > _SPAN and len(self._samples) > 2:
                self._samples.popleft()
            since, first = self._samples[0]
            rates = {}
            if time_ > since:
                for name in _COUNTERS:
                    rates[name] = (values.get(name, 0) - first[name]) / (time_ - since)
            if "done" in values and time_ > self._since:
                worked = (
                    values["done"] - values.get("skipped", 0) - values.get("answered_before", 0)
                )
                rates["done"] = worked / (time_ - self._since)
            return values, time_ - self.begun, rates


class _Log:
    """A file with one JSON object a line; a warning says where it cannot be written any more.

    Raises:
        OSError: it cannot be opened.
    """

    def __init__(self, path: str, command: str) -> None:
        self._file, self._command = open(path, "w", encoding="utf-8"), command  # noqa: SIM115

    def write(self, known: Known, **more: Any) -> None:
        if self._file.closed:
            return
        import json

        values, seconds, _ = known.now()
        for name in {"at_least", "at_most"} & set(values):
            values[name] = decimal(values[name])  # in digits: readers of JSON round large numbers
        line: dict[str, Any] = {"time": round(time.time(), 3), "seconds": round(seconds, 3)}
        line |= {"command": self._command, **values, **more}
        try:
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()
        except OSError as error:
            say(f"warning: {self._file.name}: the log ends here: {error.strerror}")
            self.close()

    def close(self) -> None:
        with contextlib.suppress(OSError):  # of what could not be written
            self._file.close()


@contextlib.contextmanager
def watched(command: str, path: str | None = None) -> Iterator[None]:
    """Show the reports of the block, if someone can see them, and log them.

    Args:
        command: the name of the command, for the line and the log.
        path: the file of the log; None logs nothing.

    Raises:
        OSError: the log cannot be opened.
    """
    delay = _delay()
    is_shown = delay is not None and sys.stderr.isatty()
    is_plain = delay is not None and not is_shown and command in _MANY
    if not (is_shown or is_plain or path):
        yield
        return
    known = Known()
    with contextlib.ExitStack() as stack:
        log = None
        if path:
            log = stack.enter_context(contextlib.closing(_Log(path, command)))
        line = stack.enter_context(_line()) if is_shown else None
        over = threading.Event()
        thread = threading.Thread(
            target=_watch,
            args=(known, command, delay or 0.0, line, log, over),
            kwargs={"is_plain": is_plain},
            daemon=True,
        )
        try:
            thread.start()  # inside: an interrupt may come while it starts, with the line drawn
            with watching(known.add):
                yield
        finally:
            over.set()
            if thread.is_alive():
                thread.join()
            if log is not None:
                log.write(known, is_over=True)


def _watch(
    known: Known,
    command: str,
    delay: float,
    line: Line | None,
    log: _Log | None,
    over: threading.Event,
    *,
    is_plain: bool,
) -> None:
    """Draw the line or print lines, and write the log, until the command is over."""
    drawing = min(delay, EARLY if command in _EARLY else delay) if line else float("inf")
    logging = LOGGING if log else float("inf")
    printing = (EARLY if command in _EARLY else PLAIN) if is_plain else float("inf")
    while not over.wait(
        max(0.0, min(drawing, logging, printing) - (time.monotonic() - known.begun))
    ):
        values, seconds, rates = known.now()
        if line is not None and seconds >= drawing:
            total = values.get("total")
            share = values["done"] / total if total and "done" in values else None
            if not values.get("is_typing"):  # it would overwrite what is typed
                line.draw(command, words(values, seconds, rates), share)
            drawing = seconds + DRAWING
        if log is not None and seconds >= logging:
            log.write(known)
            logging += LOGGING
        if seconds >= printing and command in _EARLY and "done" not in values:
            printing = seconds + EARLY  # nothing is measured yet
        elif seconds >= printing:
            say(f"{command}: {', '.join(words(values, seconds, rates))}")
            printing = seconds + max(PLAIN, seconds / 10)
    if line is not None:
        line.clear()


@contextlib.contextmanager
def _line() -> Iterator[Line]:
    """The line, and streams that leave it room for what the command prints."""
    line = Line(sys.stderr)
    before = sys.stdout, sys.stderr
    if sys.stdout.isatty():
        sys.stdout = Stream(sys.stdout, line)
    sys.stderr = Stream(sys.stderr, line)
    try:
        yield line
    finally:
        sys.stdout, sys.stderr = before


def _delay() -> float | None:
    """Seconds before the line is shown; None shows nothing.

    Raises:
        OptionError: another value of the environment variable.
    """
    word = os.environ.get(VARIABLE, "")
    if word == "off":
        return None
    try:
        seconds = float(word or DELAY)
    except ValueError:
        seconds = -1
    if not seconds >= 0:
        raise OptionError(f"{VARIABLE} is a number of seconds or off, not {word!r}")
    return seconds
