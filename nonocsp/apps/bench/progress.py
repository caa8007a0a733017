"""A progress line on a terminal, with the time left."""

from __future__ import annotations

import sys
import time
from typing import TextIO


class Progress:
    """One line that is rewritten.

    Args:
        total: steps in all.
        stream: the output; nothing is written unless it is a terminal.
    """

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self.total = total
        self.done = 0
        self.worked = 0
        self._stream = stream or sys.stderr
        self._shows = self._stream.isatty()
        self._begun = self._shown = time.monotonic()

    def step(self, worked: bool) -> None:
        """One step is done; ``worked`` unless it was skipped, which takes no time."""
        self.done += 1
        self.worked += worked
        now = time.monotonic()
        if self._shows and (now - self._shown > 0.2 or self.done == self.total):
            self._shown = now
            self._stream.write("\r" + self.text(now - self._begun) + "\x1b[K")
            self._stream.flush()

    def text(self, passed: float) -> str:
        """The line after a time in seconds.

        >>> progress = Progress(4)
        >>> progress.step(worked=True)
        >>> progress.text(30)
        '1/4, 25 %, 0:00:30, 0:01:30 left'
        """
        share = f"{self.done}/{self.total}, {100 * self.done // max(1, self.total)} %"
        line = f"{share}, {_clock(passed)}"
        if self.worked:
            line += f", {_clock(passed / self.worked * (self.total - self.done))} left"
        return line

    def clear(self) -> None:
        """Make room for something else."""
        if self._shows:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
