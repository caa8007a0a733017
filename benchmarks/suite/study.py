"""A study: engines measured on sets of puzzles, and the page of HTML made of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from nonocsp.core.base.files import atomic_write
from nonocsp.core.base.suggest import look_up

from . import records, runner, standard
from .engines import Engine, engines_named, with_seeds
from .own import LEFT_OUT, engines_of
from .page import Run, page
from .protocols import PROTOCOLS
from .sets import cases as cases_of
from .spec import SpecError

#: The clock may run for this many times the limit on CPU seconds, as the machine may be busy.
BUSY = 20

#: What is measured without a choice of engines: beside one's own techniques, and alone.
BESIDE = ("kernel", "textbook")
ALONE = (
    "kernel",
    "kernel-no-learning",
    "kernel-no-probing",
    "kernel-no-guidance",
    "kernel-propagation",
    "textbook",
)


def study(
    out: Path,
    *,
    own: Path | None = None,
    sets: Sequence[str] | None = None,
    engines: Sequence[str] | None = None,
    protocol: str = "verdict",
    seconds: float = 1.0,
    repeats: int = 1,
    seeds: int | None = None,
    data: str | None = None,
    is_quick: bool = False,
    command: str = "nonocsp bench",
) -> runner.Tally:
    """Measure, and write the page; the records stand beside it, with the suffix ``.jsonl``.

    What they already hold for the same code is not measured again. After Ctrl-C they are kept, and
    the page shows them.

    Args:
        out: the file of the page.
        own: a file of plugins to compare.
        sets: names of sets; None is the newest standard set.
        engines: names of engines; None is `BESIDE` or `ALONE`.
        protocol, repeats: as for `runner.Plan`.
        seconds: limit on the CPU seconds for each puzzle; on Windows, on the clock.
        seeds: the engines run with the seeds 1 to this number; None is their default seed.
        data: the folder of public sets.
        is_quick: only a few puzzles of the standard set.
        command: for the page.

    Raises:
        SpecError: an unknown name, or nothing to measure; quick with other sets; a page with the
            suffix of the records.
        OptionError: the file of plugins is at fault.
    """
    file = out.with_suffix(".jsonl")
    if file == out:
        raise SpecError(f"{out}: expected another suffix; .jsonl is that of the records")
    if sets is not None and is_quick:
        raise SpecError("a quick run measures the standard set alone: leave out --set")
    mine = [] if own is None else engines_of(own)
    named = engines or (ALONE if own is None else _beside(mine))
    found: list[Engine] = [engine for name in named for engine in engines_named(name)] + mine
    chosen = list({engine.name: engine for engine in found}.values())
    newest = standard.names()[-1] + (":scale=quick" if is_quick else "")
    names = [newest] if sets is None else list(dict.fromkeys(sets))
    cases = [case for name in names for case in cases_of(name, data)]
    if not cases:
        raise SpecError(f"no puzzles in {', '.join(names) or data}")
    plan = runner.Plan(
        cases,
        with_seeds(chosen, seeds),
        look_up(PROTOCOLS, "protocol", protocol, SpecError),
        seconds=seconds if sys.platform == "win32" else seconds * BUSY,
        cpu_seconds=None if sys.platform == "win32" else seconds,
        repeats=repeats,
    )
    try:
        tally = runner.run(plan, file, runner.Tally(is_terse=True))
    finally:  # after Ctrl-C as well
        there = records.read(file) if file.exists() else ()
        measured = records.judged(runner.measured(plan, there))
        if measured:
            run = Run(names, cases, chosen, protocol, seconds, command, own, measured)
            with atomic_write(str(out)) as stream:
                stream.write(page(run))
    if not measured:
        raise SpecError("nothing was measured: no engine is available, or the code has changed")
    return tally


def _beside(mine: Sequence[Engine]) -> list[str]:
    """Ours to compare with; for a decision heuristic also the kernel without what it leaves out."""
    words = ",".join(f"{name}=off" for name in LEFT_OUT)
    decides = any("decision" in engine.options for engine in mine)
    return [*BESIDE, *([f"kernel:{words}"] if decides else [])]
