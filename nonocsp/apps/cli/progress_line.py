"""The line of progress at the bottom of a terminal: its words, and how it is drawn and cleared.

The line is drawn on standard error. What the command prints goes through a `Stream`, which clears
the line first, so that both can share a terminal. Rich (https://rich.readthedocs.io) colours the
line where it is installed; it is imported when the first line is drawn.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import threading
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import IO, Any

from ...core import brief, counted

#: What a batch counts besides the puzzles that are done.
_KINDS = ("skipped", "answered_before", "unknown", "wrong", "running", "faults")

#: What is shown with its number a second: the first that grows.
_WORK = ("checks", "conflicts", "nodes", "probes", "tightenings")


def words(known: Mapping[str, Any], seconds: float, rates: Mapping[str, float]) -> list[str]:
    """What is known, the most important first.

    Args:
        known: the reports so far, see `nonocsp.core.base.progress`.
        seconds: since the beginning.
        rates: reported numbers a second.

    >>> words({"puzzle": "owl.non", "at_least": 12, "nodes": 3456}, 75, {"nodes": 56.7})
    ['owl.non', '1:15', 'at least 12', '3,456 nodes, 57/s']
    >>> words({"done": 20, "total": 100}, 4, {"done": 5})
    ['20 of 100', '0:04', '0:16 left']
    """
    puzzle = str(known.get("puzzle") or "").rpartition("/")[2]
    found = [puzzle] if puzzle else []
    done, total = known.get("done"), known.get("total")
    if done is not None:
        of = f"of {known.get('about', '')}{total:,}" if total else "done"
        found.append(f"{done:,} {of}")
    found.append(_clock(seconds))
    if done is not None:
        found += [f"{known[n]:,} {n.replace('_', ' ')}" for n in _KINDS if known.get(n)]
        if known.get("errors"):
            found.append(counted(known["errors"], "error"))
        if total and rates.get("done"):
            found.append(f"{_clock((total - done) / rates['done'])} left")
    if "seed" in known:
        found.append(f"seed {known['seed']}")
    if "attempt" in known:
        found.append(f"picture {known['attempt']:,}")
    if known.get("steps"):
        found.append(counted(known["steps"], "step"))
    if known.get("solutions"):
        found.append(f"solutions: {known['solutions']:,}")
    elif known.get("at_most"):
        found.append(f"{_short(known.get('at_least', 0))} to {_short(known['at_most'], up=True)}")
    elif known.get("at_least"):
        found.append(f"at least {_short(known['at_least'])}")
    some = [name for name in _WORK if known.get(name)]
    # That which grows, or else that which was done.
    for work in sorted(some, key=lambda name: not rates.get(name))[:1]:
        rate = f", {rates[work]:,.0f}/s" if rates.get(work) else ""
        found.append(f"{known[work]:,} {work}{rate}")
    return found


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _short(number: int, *, up: bool = False) -> str:
    """A number in at most some twenty characters."""
    return f"{number:,}" if number < 10**15 else brief(number, up=up)


class Line:
    """The last line of a terminal.

    Args:
        stream: the terminal.
    """

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._lock = threading.RLock()
        self._width = 0
        self._is_free = True

    @cached_property
    def _is_coloured(self) -> bool:
        from ...files.render.terminal import Terminal

        return Terminal.of(self._stream).ansi is not None

    def draw(self, command: str, words: list[str], share: float | None) -> None:
        """Draw the line, unless something else stands there.

        Args:
            command: the name of the command, which the line begins with.
            words: what follows.
            share: of the work that is done, for a bar; None draws none.
        """
        # One column less: a full line makes some terminals scroll.
        room = max(1, shutil.get_terminal_size().columns - 1)
        text, width = _plain(command, words, room)
        if self._is_coloured:
            with contextlib.suppress(ImportError):
                text = _rich(command, words, share, room)
                width = room
        with self._lock:
            if self._is_free:
                self._put(f"\r{text}" + " " * (self._width - width))
                self._width = width

    def clear(self) -> None:
        """Remove the line."""
        with self._lock:
            if self._width:
                self._put(f"\r{'':{self._width}}\r")
                self._width = 0

    def _put(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # the terminal is gone
            self._stream.write(text)
            self._stream.flush()

    def print(self, write: Callable[[str], int], text: str) -> int:
        """Write text to the terminal by another stream, in place of the line."""
        with self._lock:
            self.clear()
            written = write(text)
            if text:
                self._is_free = text.endswith("\n")
            return written


def _plain(command: str, words: list[str], room: int) -> tuple[str, int]:
    text = f"{command}: {', '.join(words)}"
    text = text if len(text) <= room else text[: room - 1] + "…"
    return text, len(text)


def _rich(command: str, words: list[str], share: float | None, room: int) -> str:
    """The line in colour, padded to the room."""
    from rich.console import Console
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    line = Text(no_wrap=True, overflow="ellipsis")
    line.append(command, style="bold cyan")
    for at, word in enumerate(words):
        line.append(" · " if at else "  ", style="dim").append(word)
    grid = Table.grid(expand=True, padding=(0, 1))
    grid.add_column(ratio=1, no_wrap=True)
    row: list[Any] = [line]
    if share is not None:
        grid.add_column(width=20)
        row.append(ProgressBar(total=1, completed=share, width=20))
    grid.add_row(*row)
    drawn = io.StringIO()
    Console(file=drawn, width=room, force_terminal=True, legacy_windows=False).print(grid, end="")
    return drawn.getvalue().rstrip("\n")


class Stream:
    """A stream to the terminal that clears the line before it writes."""

    def __init__(self, stream: IO[str], line: Line) -> None:
        self._stream, self._line = stream, line

    def write(self, text: str) -> int:
        return self._line.print(self._stream.write, text)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":  # bytes are written past this object
            self._line.clear()
        return getattr(self._stream, name)
