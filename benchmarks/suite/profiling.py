"""Profiles of engines.

Python runs under the profiler of the standard library. The kernel, which that cannot see into,
counts its own work.
"""

from __future__ import annotations

import cProfile
import io
import pstats
import time
from collections.abc import Sequence

from .cases import Case
from .engines import Engine
from .measurement import measure
from .protocols import Protocol


def profile(engine: Engine, cases: Sequence[Case], protocol: Protocol, seconds: float) -> str:
    """Run an engine on some cases in this process; counted work and the slowest functions."""
    adapter = engine.make()
    adapter.prepare()
    profiler = cProfile.Profile()
    parts: dict[str, float] = {}
    statuses: dict[str, int] = {}
    begun = time.perf_counter()
    for case in cases:
        profiler.enable()
        outcome = measure(adapter, case, protocol, seconds)
        profiler.disable()
        statuses[outcome.status] = statuses.get(outcome.status, 0) + 1
        for name, value in outcome.counted.items():
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                before = parts.get(name, 0)
                parts[name] = max(before, value) if name == "peak_memory" else before + value
    passed = time.perf_counter() - begun
    listed = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    lines = [f"{engine.name}: {len(cases)} puzzles in {passed:.3g} s ({listed})", ""]
    if parts:
        lines += ["counted work:"]
        lines += [f"  {name:>24} {value:>14,.6g}" for name, value in parts.items()]
        lines.append("")
    out = io.StringIO()
    pstats.Stats(profiler, stream=out).sort_stats("tottime").print_stats(15)
    lines += ["functions of Python, by their own time:"]
    lines += [line for line in out.getvalue().splitlines() if line.strip()]
    return "\n".join(lines)
