"""Time and memory of a part of a process: a stopwatch, and the peak of resident memory."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from time import perf_counter  # by name: an engine may replace those of the module

if sys.platform != "win32":
    from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

#: Whether there is a clock of CPU time that is fine enough; that of Windows moves by 16 ms.
HAS_CPU = sys.platform != "win32"

_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")


class Stopwatch:
    """Wall and CPU seconds spent inside its ``with`` blocks, all of them together.

    CPU seconds are those of all threads and of the processes that were started and have ended;
    without `HAS_CPU` they stay 0.

    Args:
        cpu_limit: the process is killed (SIGPROF) when its blocks have taken this many CPU seconds,
            those of processes that it started not counted. For workers only.
    """

    def __init__(self, cpu_limit: float | None = None) -> None:
        self.wall = 0.0
        self.cpu = 0.0
        self._cpu_limit = cpu_limit

    def __enter__(self) -> Stopwatch:
        if self._cpu_limit is not None and sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, max(self._cpu_limit - self.cpu, 1e-6))
        self._cpu = cpu_seconds()
        self._wall = perf_counter()
        return self

    def __exit__(self, *exception: object) -> None:
        self.wall += perf_counter() - self._wall
        self.cpu += cpu_seconds() - self._cpu
        if self._cpu_limit is not None and sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, 0)


def forget_peak() -> None:
    """Reset the peak of resident memory, where the system supports it (Linux)."""
    try:
        _CLEAR.write_text("5")
    except OSError:
        return


def peak_memory() -> int:
    """Bytes resident at most since `forget_peak`, in this process or the largest it started.

    Without Linux: since the process began; 0 on Windows, which is not asked.
    """
    if sys.platform == "win32":
        return 0
    children = getrusage(RUSAGE_CHILDREN).ru_maxrss * _unit()
    return max(children, peak_of(_STATUS) or _own_peak())


def peak_of(status: Path) -> int | None:
    """The peak in a ``/proc/…/status``, in bytes; None if there is none."""
    try:
        text = status.read_text()
    except OSError:
        return None
    for line in text.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return None


def _own_peak() -> int:
    if sys.platform == "win32":
        return 0
    return getrusage(RUSAGE_SELF).ru_maxrss * _unit()


def _unit() -> int:
    return 1 if sys.platform == "darwin" else 1024


def cpu_seconds() -> float:
    """CPU seconds of this process until now, with those of its children that have ended.

    Not by ``time.process_time``: beside a timer on CPU time, which a limit is, Linux answers that
    from a counter that moves only at ticks and context switches.
    """
    if sys.platform == "win32":
        return 0.0
    used = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)
