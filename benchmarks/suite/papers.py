"""Experiments as commands: those of the command bench, and those of a checkout."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from nonocsp.apps.cli.command import JSON, LOG, Part, Run, argument, positive
from nonocsp.apps.cli.messages import DONE, INTERRUPTED, LIMIT, say
from nonocsp.apps.cli.output import checked_suffix
from nonocsp.core import LimitReached
from nonocsp.core.base.errors import counted
from nonocsp.core.base.files import write_lines

#: The default file of records, in a folder that git ignores.
RECORDS = Path("build/experiments.jsonl")

DATA = argument(
    "--data",
    default=os.environ.get("NONOCSP_DATA"),
    metavar="FOLDER",
    help="folder of public sets (default: $NONOCSP_DATA)",
)

#: What every command of experiments takes.
ARGUMENTS = (
    argument(
        "experiment",
        nargs="?",
        metavar="NAME[:PARAMETER=VALUE,…]",
        help="experiment with parameters (default: list them)",
    ),
    argument(
        "--full",
        action="store_true",
        help="measure as much as was published, or all of a question (default: what takes "
        "some seconds)",
    ),
    argument(
        "--seconds",
        type=positive,
        metavar="S",
        help="begin no cell after S seconds",
    ),
    argument("--part", metavar="I/N", help="measure every N-th cell of the table from number I on"),
    argument(
        *("-o", "--output"),
        type=Path,
        default=RECORDS,
        metavar="FILE",
        help="file of records, one line for each cell of the table, which is added to; the same "
        f"command resumes (default: {RECORDS})",
    ),
    argument(
        "--to", choices=("markdown", "latex", "csv"), default="markdown", help="form of the table"
    ),
    argument("--plot", type=Path, metavar="FILE.svg", help="file for a picture of the table"),
    DATA,
    JSON,
    LOG,
)


def _paper(chosen: argparse.Namespace) -> int:
    from .experiments import SECTIONS

    return run_or_list(chosen, SECTIONS)


def run_or_list(chosen: argparse.Namespace, sections: Mapping[str, Sequence[str]]) -> int:
    """List experiments, or run one and print its table.

    Args:
        chosen: the values of `ARGUMENTS`.
        sections: headings of the list, each with the modules of its experiments.
    """
    from .experiments import experiment_named, running
    from .merge import part_of
    from .spec import parse

    if chosen.experiment is None:
        return _list(sections)
    checked_suffix(str(chosen.output), (".jsonl", ".json", ".ndjson", ".txt"))
    checked_suffix(str(chosen.plot or ".svg"), (".svg",))
    name, values = parse(chosen.experiment)
    experiment = experiment_named(name, [each for modules in sections.values() for each in modules])
    cells = experiment.plan(values, is_full=chosen.full, data=chosen.data)
    part = part_of(cells, chosen.part) if chosen.part else cells
    code = DONE
    try:
        if not running.run(experiment, part, chosen.output, chosen.seconds):
            code = LIMIT
    except KeyboardInterrupt:
        code = INTERRUPTED
    found = running.measured(experiment, cells, chosen.output)
    form = "json" if chosen.json else chosen.to
    rows = list(experiment.rows(found)) if found else []
    if rows and chosen.plot:
        write_lines(chosen.plot, experiment.drawn(rows).splitlines())
    if rows:
        print(running.as_text(experiment, found, len(cells), as_typed(), form))
    known = f"{chosen.output} holds {counted(len(found), 'cell')} of {len(cells)}"
    if code != DONE:
        why = "interrupted" if code == INTERRUPTED else f"stopped: {LimitReached('seconds')}"
        return say(f"{why}; {known}, the same command resumes", code)
    if not rows:
        say(f"nothing for a table; {known}")
    return 1 if rows and any(experiment.faults(rows)) else DONE


def as_typed() -> str:
    """The command line of this process, to stand above a table."""
    program, *words = sys.argv
    if Path(program).parent.name == "benchmarks":
        return shlex.join(["python", "-m", "benchmarks", *words])
    return shlex.join(
        ["nonocsp", *(words[words.index("bench") :] if "bench" in words else ["bench"])]
    )


def _list(sections: Mapping[str, Sequence[str]]) -> int:
    from .experiments import experiments
    from .spec import assigned

    for heading, modules in sections.items():
        print(f"{heading}:")
        for name, experiment in experiments(modules).items():
            print(f"{name}: {experiment.shows}")
            print(f"  source: {experiment.source}")
            print(f"  takes: {experiment.takes}")
            print(f"  parameters: {', '.join(assigned(experiment.parameters()))}")
    return DONE


#: Commands of `nonocsp bench`: function, summary and arguments of each.
PARTS: dict[str, tuple[Run, str, tuple[Part, ...]]] = {
    "paper": (
        _paper,
        "repeat the experiment of a paper, or answer a question that none has, and print the table "
        "with the published figures; exit code 1 if one differs that has to be equal",
        ARGUMENTS,
    ),
}
