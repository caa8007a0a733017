"""A study: engines measured on sets of puzzles, and the page of HTML made of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nonocsp.core.base.files import atomic_write

from . import records, runner
from .page import Run, page
from .spec import SpecError


def study(plan: runner.Plan, out: Path, command: str, own: Sequence[str] = ()) -> runner.Tally:
    """Measure, and write the page; the records stand beside it, with the suffix ``.jsonl``.

    What they already hold for the same code is not measured again. After Ctrl-C they are kept, and
    the page shows them.

    Args:
        plan: what to measure.
        out: the file of the page.
        command: for the page.
        own: the files of plugins, which the page shows.

    Raises:
        SpecError: nothing was measured.
    """
    file = out.with_suffix(".jsonl")
    try:
        tally = runner.run(plan, file, runner.Tally(is_terse=True))
    finally:  # after Ctrl-C as well
        there = records.read(file) if file.exists() else ()
        measured = records.judged(runner.measured(plan, there))
        if measured:
            with atomic_write(str(out)) as stream:
                stream.write(page(Run(plan, command, own, measured)))
    if not measured:
        raise SpecError("nothing was measured: no engine is available, or the code has changed")
    return tally
