"""What experiments print: machine, commit and command, then tables in Markdown."""

from __future__ import annotations

import sys
from pathlib import Path

from nonocsp.apps.machine import commit, machine


def about() -> None:
    """What was run, and where."""
    where, what = machine(), commit()
    name = Path(sys.argv[0]).stem
    print(f"- Machine: {where['cpu']}, {where['cores']} cores, {where['os']}, {where['python']}")
    print(f"- Commit: {what['commit'] and what['commit'][:10]}{', changed' * bool(what['dirty'])}")
    print(f"- Command: `python -m benchmarks.experiments.{name} {' '.join(sys.argv[1:])}`\n")


def head(*columns: str) -> None:
    """The first two lines of a table."""
    row(*columns)
    row(*["---"] * len(columns))


def row(*cells: object) -> None:
    print(f"| {' | '.join(map(str, cells))} |", flush=True)
