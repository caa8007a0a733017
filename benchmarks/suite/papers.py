"""Experiments as commands: those of the command bench, and those of a checkout."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nonocsp.apps.cli.command import JSON, LOG, Part, Run, argument, natural, positive
from nonocsp.apps.cli.messages import DONE, INTERRUPTED, LIMIT, say
from nonocsp.apps.cli.output import checked_suffix
from nonocsp.core import LimitReached
from nonocsp.core.base.errors import counted
from nonocsp.core.base.files import write_lines

if TYPE_CHECKING:
    from .experiments.experiment import Cell, Experiment
    from .records import Record

#: The default file of records, in a folder that git ignores.
RECORDS = Path("build/experiments.jsonl")

DATA = argument(
    "--data",
    default=os.environ.get("NONOCSP_DATA"),
    metavar="FOLDER",
    help="folder of public sets (default: $NONOCSP_DATA)",
)

_SECONDS = argument("--seconds", type=positive, metavar="S", help="start no cell after S seconds")
_PART = argument(
    "--part", metavar="I/N", help="measure every N-th cell of the table from number I on"
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
        help="measure as much as was published, or all of a question (default: a part that "
        "takes seconds)",
    ),
    _SECONDS,
    _PART,
    argument(
        *("-o", "--output"),
        type=Path,
        default=RECORDS,
        metavar="FILE",
        help="file of records, one line for each cell of the table, to append to; the same "
        f"command resumes (default: {RECORDS})",
    ),
    argument(
        "--to", choices=("markdown", "latex", "csv"), default="markdown", help="form of the table"
    ),
    argument(
        "--plot",
        type=Path,
        metavar="FILE.svg",
        help="file for a picture of the table; a second one is FILE-2.svg",
    ),
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
    from .spec import parse

    if chosen.experiment is None:
        return _list(sections)
    checked_suffix(str(chosen.output), (".jsonl", ".json", ".ndjson", ".txt"))
    checked_suffix(str(chosen.plot or ".svg"), (".svg",))
    name, values = parse(chosen.experiment)
    experiment = experiment_named(name, [each for modules in sections.values() for each in modules])
    cells = experiment.plan(values, is_full=chosen.full, data=chosen.data)
    found, code = _measured(chosen, experiment, cells, chosen.output)
    form = "json" if chosen.json else chosen.to
    rows = list(experiment.rows(found)) if found else []
    if rows and chosen.plot:
        for number, drawn in enumerate(experiment.drawn(rows), start=1):
            name = f"{chosen.plot.stem}-{number}.svg" if number > 1 else chosen.plot.name
            write_lines(chosen.plot.with_name(name), drawn.splitlines())
    if rows:
        print(running.as_text(experiment, found, len(cells), as_typed(), form))
    if not rows:
        say(f"nothing for a table; {chosen.output} holds {_part_of(found, cells)}")
    return code or (1 if rows and any(experiment.faults(rows)) else DONE)


def _measured(
    chosen: argparse.Namespace, experiment: Experiment, cells: Sequence[Cell], out: Path
) -> tuple[list[Record], int]:
    """Measure cells, or the part of them that is chosen: what the file then holds, and the exit
    code, with a word on why it is not all."""
    from .experiments import running
    from .merge import part_of

    part = part_of(cells, chosen.part) if chosen.part else cells
    code, why = DONE, ""
    try:
        if not running.run(experiment, part, out, chosen.seconds):
            code, why = LIMIT, f"stopped: {LimitReached('seconds')}; "
    except KeyboardInterrupt:
        code, why = INTERRUPTED, "interrupted; "
    found = running.measured(experiment, cells, out)
    if len(found) < len(cells):
        known = f"{out} holds {_part_of(found, cells)}"
        say(f"{why}{known}, the same command{' without --part' * (not why)} resumes")
    return found, code


def _part_of(found: Sequence[Record], cells: Sequence[Cell]) -> str:
    return f"{counted(len(found), 'cell')} of {len(cells)}"


def _corpus(chosen: argparse.Namespace) -> int:
    from . import corpus_files
    from .experiments import running
    from .experiments.corpus import EXPERIMENT
    from .spec import SpecError

    corpus_files.checked(chosen.to)  # before the work
    cells = EXPERIMENT.plan({"most": chosen.largest})
    if not cells:
        raise SpecError(f"no instance has as few as {chosen.largest} cells a side")
    chosen.folder.mkdir(parents=True, exist_ok=True)
    found, code = _measured(chosen, EXPERIMENT, cells, chosen.folder / "records.jsonl")
    if found:
        print(running.as_text(EXPERIMENT, found, len(cells), as_typed(), "markdown"))
    if len(found) == len(cells):
        instances = [record["figures"] for record in found]
        corpus_files.write(chosen.folder, instances, chosen.largest, chosen.to)
        print(f"\n{counted(len(cells), 'instance')} in {chosen.folder / corpus_files.FILE}")
    return code


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
        "print the table of a paper's experiment, with the published figures; or answer a question "
        "that no paper has; exit code 1 if a figure that must match does not",
        ARGUMENTS,
    ),
    "corpus": (
        _corpus,
        "make the corpus of scaled nonograms; with proven answers and labels of hardness: "
        "scaled-1.jsonl, its card README.md, and records.jsonl, with which the same command "
        "resumes",
        (
            argument("folder", type=Path, metavar="FOLDER", help="folder to make or to complete"),
            argument(
                "--largest",
                type=natural,
                default=40,
                metavar="N",
                help="only instances of at most N cells a side (default: 40, which is all)",
            ),
            argument(
                "--to",
                action="append",
                default=[],
                metavar="FORMAT",
                help="also write each instance in a format of `nonocsp formats`, such as xcsp3, "
                "minizinc, dimacs or lp, into a folder of its name; may be repeated",
            ),
            _SECONDS,
            _PART,
            LOG,
        ),
    ),
}
