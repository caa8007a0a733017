"""The command audit: what is wrong with the puzzles of a set."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from typing import TYPE_CHECKING

from ...core import Limits, atomic_write, counted, report
from .command import LOG, argument, command, either, group, index, limit, limits, natural, places
from .messages import DONE, LIMIT, NO_SOLUTION, say, stopped_by
from .output import checked_suffix, refuse_unwritable

if TYPE_CHECKING:
    from ...many.sets import Audit, Tally

#: Faults that are printed of each kind, unless all are asked for.
_SHOWN = 20


@command(
    "find faults in the puzzles of a set; one line for each, then a description of the set",
    argument(
        "files",
        nargs="+",
        metavar="PATH",
        help="table (JSON lines, JSON, CSV, TSV, Parquet), file of puzzles, archive or folder of "
        "these, or - for standard input",
    ),
    argument(
        "--columns",
        metavar="WHAT=NAME,…",
        help="columns of a table that hold rows and columns (the clues), picture, verdict, id, "
        "answers and their prompt, as in rows=row_clues,columns=clues.cols (default: guessed by "
        "their names)",
    ),
    argument(
        "-n",
        "--number",
        type=natural,
        default=1000,
        metavar="N",
        help="number of solutions to count up to (default: 1000)",
    ),
    either(
        argument(
            "--rate",
            type=index,
            default=100,
            metavar="N",
            help="number of unique puzzles to rate, drawn by their clues (default: 100)",
        ),
        argument("--rate-all", action="store_true", help="rate every puzzle"),
    ),
    argument(
        "--workers",
        type=natural,
        metavar="N",
        help="number of processes (default: one for each core)",
    ),
    places(
        either(
            argument(
                "--all", action="store_true", help=f"print every fault, not {_SHOWN} of each kind"
            ),
            argument("--summary", action="store_true", help="print no faults, only the summary"),
        ),
        argument(
            "--json",
            action="store_true",
            help="print each fault as JSON on one line, the summary last",
        ),
        argument(
            "-o",
            "--output",
            metavar="FILE",
            help="page in HTML with the summary and the worst records, drawn; written whole or not "
            "at all (default: none)",
        ),
        argument(
            "--state",
            metavar="FILE",
            help="keep the findings in this file; the same command goes on from it",
        ),
    ),
    limits(limit("seconds", "S", "10 for each puzzle", default=10.0)),
    group("reports", LOG),
    examples=(
        "nonocsp audit input/*.non --workers 1 --rate 0",
        "nonocsp audit input/collection.json --summary",
    ),
)
def audit(chosen: argparse.Namespace) -> int:
    from ...many.sets import audit
    from ...many.sets.tally import NOTED, OPEN

    for path in (chosen.output, chosen.state):
        refuse_unwritable(path, chosen.files)
    if chosen.output is not None:
        checked_suffix(chosen.output, (".html", ".htm"))
    with audit(
        chosen.files,
        columns=chosen.columns,
        limits=Limits(seconds=chosen.seconds),
        most=chosen.number,
        sample=chosen.rate,
        rate_all=chosen.rate_all,
        workers=chosen.workers,
        state=chosen.state,
        progress=_Report(is_silent=chosen.columns is not None),
    ) as found:
        is_interrupted = False
        try:
            _print_faults(found, chosen)
        except KeyboardInterrupt:
            is_interrupted = True
    _print_summary(found.tally, chosen)
    if is_interrupted:
        how = "" if chosen.state is None else "the same command goes on after "
        return stopped_by("interrupt", "", f"{how}{found.tally.puzzles:,} puzzles")
    if chosen.output is not None:
        from ...many.sets.audit_page import page

        with atomic_write(chosen.output) as file:
            file.write(page(found))
    kinds = found.tally.kinds.keys() - NOTED
    return DONE if not kinds else LIMIT if kinds <= OPEN else NO_SOLUTION


def _print_faults(found: Audit, chosen: argparse.Namespace) -> None:
    seen: Counter[str] = Counter()  # the tally is ahead by all the faults of a record
    for fault in found:
        seen[fault.kind] += 1
        hidden = not chosen.all and not chosen.json and seen[fault.kind] > _SHOWN
        if chosen.summary or hidden:
            continue
        text = json.dumps(fault.to_dict(), ensure_ascii=False) if chosen.json else str(fault)
        print(text, flush=True)


def _print_summary(tally: Tally, chosen: argparse.Namespace) -> None:
    from ...many.sets.tally import summary

    if chosen.json:
        print(json.dumps(tally.to_dict(), ensure_ascii=False))
        return
    hidden = 0
    if not (chosen.all or chosen.summary):
        hidden = sum(max(0, number - _SHOWN) for number in tally.kinds.values())
    if hidden:
        say(f"{counted(hidden, 'fault')} not shown; --all prints them")
    print(("\n" if tally.kinds and not chosen.summary else "") + summary(tally), end="")


class _Report:
    """Reports how far an audit is, and which columns it reads."""

    def __init__(self, is_silent: bool) -> None:
        """``is_silent``: the columns were named and need not be said."""
        self._is_silent, self._seen = is_silent, 0
        self._said: set[str] = set()

    def __call__(self, tally: Tally) -> None:
        report(done=tally.puzzles, faults=tally.kinds.total())
        if len(tally.columns) > self._seen and not self._is_silent:
            self._seen = len(tally.columns)
            new = [pair for pair in [*tally.columns][-1].split(", ") if pair not in self._said]
            self._said.update(new)
            if new:
                say(f"columns, by their names: {', '.join(new)}")
