"""The command bench: measurements of engines."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nonocsp.apps.cli.command import (
    LOG,
    PLUGIN,
    Argument,
    Command,
    Common,
    Part,
    Run,
    argument,
    group,
    natural,
    number,
    positive,
)
from nonocsp.apps.cli.messages import DONE, INTERRUPTED, LIMIT, say
from nonocsp.apps.cli.output import checked_suffix, refuse_unwritable
from nonocsp.core.base.errors import EngineError, counted
from nonocsp.core.base.suggest import look_up

from .papers import PARTS as EXPERIMENTS, as_typed
from .records import exit_code
from .stopwatch import HAS_CPU

#: The default file of records, in a folder that git ignores.
RECORDS = Path("build/bench.jsonl")


_PUZZLES = argument(
    "--puzzles",
    action="append",
    metavar="WHAT",
    help="puzzles to measure: a set or a generator of `nonocsp bench list sets`, with parameters "
    "NAME:PARAMETER=VALUE,…, a file, or a folder; may be repeated (default: standard-1; of run and "
    "profile: tiny)",
)
_ENGINE = argument(
    "--engine",
    action="append",
    metavar="ENGINE[:NAME=VALUE,…]",
    help="engine with options, one of `nonocsp bench list engines`; may be repeated (default: "
    "kernel, with --plugin also textbook; of bench also the kernel without each main technique)",
)
_CLOCK = argument(
    "--clock",
    choices=("cpu", "wall"),
    default="cpu" if HAS_CPU else "wall",
    help="seconds of the CPU or the clock (default: cpu, but wall on Windows)",
)


def _file(help: str, *flags: str, metavar: str = "FILE", **how: Any) -> Argument:
    """A file or a folder."""
    return argument(*flags, type=Path, metavar=metavar, help=help, **how)


def _many(flag: str, help: str, default: int | None = None) -> Argument:
    text = help if default is None else f"{help} (default: {default})"
    return argument(flag, type=natural, metavar="N", help=text, default=default)


_RECORDS = _file("file of records", "file", nargs="+")
_CORE = argument("--core", type=int, metavar="N", help="core to pin the workers to (default: any)")

#: What a measurement is of.
_OF_WHAT = (
    _PUZZLES,
    number("puzzles of each set to measure, in order", "all"),
    _ENGINE,
    argument(
        "--set",
        dest="options",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="option of all engines that have it; may be repeated",
    ),
    PLUGIN,
    argument(
        "--seconds",
        type=positive,
        metavar="S",
        help="seconds for each puzzle, at most (default: 10, or 20 times the CPU seconds)",
    ),
)

#: What else it may be of.
_TERMS = (
    _file(
        "file of further configurations, like benchmarks/suite/configurations.toml",
        "--configurations",
        action="append",
        default=[],
    ),
    argument(
        "--protocol",
        default="verdict",
        metavar="P",
        help="question: verdict, first, all, count, process or tighten (default: verdict)",
    ),
)

_MEASURED = (
    *_OF_WHAT,
    argument(
        "--base",
        metavar="ENGINE[:NAME=VALUE,…]",
        help="engine that runs the techniques of --plugin, compared with itself without them "
        "(default: the engine that has their option)",
    ),
)

_HOW = group(
    "measurement",
    *_TERMS,
    argument(
        "--cpu-seconds",
        type=positive,
        metavar="S",
        help="CPU seconds for each puzzle, at most (default: none; of bench 1, or --seconds)",
    ),
    argument(
        "--memory", type=positive, metavar="MB", help="megabytes for a worker (default: no limit)"
    ),
    _many("--repeats", "measurements of each puzzle", 1),
    _many("--seeds", "seeds 1 to N for engines that take one (default: their own)"),
    _many("--chunk", "puzzles after which a worker process is replaced", 100),
    argument(
        "--part", metavar="I/N", help="measure every N-th puzzle from number I on, for bench merge"
    ),
    _CORE,
    argument("--features", action="store_true", help="add the puzzle's features to each record"),
    LOG,
)

#: What `nonocsp bench` without a further command takes.
_OF_STANDARD = (
    *_MEASURED,
    argument("--quick", action="store_true", help="measure only a few puzzles of standard-1"),
    _file(
        "page; the records stand beside it as .jsonl, and the same command resumes "
        "(default: bench.html)",
        *("-o", "--output"),
        default=Path("bench.html"),
    ),
    Common((_HOW,), topic="bench run"),
)

_OF_RUN = (
    *_MEASURED,
    _file(
        f"file of records, to append to (default: {RECORDS})",
        *("-o", "--output"),
        default=RECORDS,
    ),
    _HOW,
)

_OF_REPORT = (
    _RECORDS,
    argument("--base", metavar="ENGINE", help="engine that ratios refer to (default: the first)"),
    _CLOCK,
    argument(
        "--of", choices=("min", "median"), default="min", help="which repeat to take (default: min)"
    ),
    argument(
        "--to", choices=("markdown", "latex", "csv"), default="markdown", help="form of the tables"
    ),
    argument(
        "--each",
        type=float,
        nargs="?",
        const=0.0,
        metavar="SECONDS",
        help="also print a table of all puzzles, or of those on which some engine took longer",
    ),
)

_OF_PLOT = (
    argument("kind", metavar="KIND", help="kind of plot: cactus, scatter, scaling or phase"),
    _RECORDS,
    _file("drawing to write: a .svg file", "-o", "--output", required=True),
    argument(
        "--puzzles", action="append", metavar="SET", help="draw only this set; may be repeated"
    ),
    argument("--engine", action="append", help="draw only this engine; may be repeated"),
    _CLOCK,
)


class _Parts:
    """The commands of the command."""

    def add_to(self, command: argparse.ArgumentParser) -> None:
        for each in _OF_STANDARD:
            each.add_to(command)
        parts = command.add_subparsers(
            metavar="COMMAND",
            title="commands",
            description="without a command: measure, and write a page of HTML",
        )
        for name, (run, help, arguments) in _PARTS.items():
            about = f"{help[0].upper()}{help[1:]}."
            part = parts.add_parser(name, help=help.partition(";")[0], description=about)
            part.set_defaults(run=run)
            for of_part in arguments:
                of_part.add_to(part)


def _standard(chosen: argparse.Namespace) -> int:
    from .planning import plan_of
    from .study import study

    refuse_unwritable(str(chosen.output))
    checked_suffix(str(chosen.output), (".html", ".htm"))
    plan = plan_of(chosen, is_page=True)
    return _measured(chosen, lambda: study(plan, chosen.output, as_typed(), chosen.plugin))


def _run(chosen: argparse.Namespace) -> int:
    from .planning import plan_of
    from .runner import run

    checked_suffix(str(chosen.output), (".jsonl", ".json", ".ndjson", ".txt"))
    plan = plan_of(chosen)
    return _measured(chosen, lambda: run(plan, chosen.output))


def _measured(chosen: argparse.Namespace, run: Callable[[], Any]) -> int:
    """Measure, and say what came out."""
    try:
        tally = run()
    except KeyboardInterrupt:
        return _interrupted(chosen.output)
    print(tally, file=sys.stderr)
    if chosen.run is _standard:
        print(chosen.output)
    return exit_code([*tally.statuses, *tally.kept])


def _interrupted(file: Path) -> int:
    return say(f"interrupted; {file} has what was measured, the same command resumes", INTERRUPTED)


def _records(paths: list[Path]) -> list[Any]:
    from .records import judged, measurements

    return judged(record for path in paths for record in measurements(path))


def _merge(chosen: argparse.Namespace) -> int:
    from .merge import merge

    faults = merge(chosen.file, chosen.output)
    for fault in faults:
        say(f"bench merge: {fault}")
    print(chosen.output)
    return 1 if faults else DONE


def _report(chosen: argparse.Namespace) -> int:
    from .report import report

    found = _records(chosen.file)
    how = {"base": chosen.base, "clock": chosen.clock, "of": chosen.of, "each": chosen.each}
    print(report(found, **how, to=chosen.to))
    return exit_code(record["status"] for record in found)


def _plot(chosen: argparse.Namespace) -> int:
    from .plot import plot

    found = _records(chosen.file)
    for field, wanted in (("set", chosen.puzzles), ("engine", chosen.engine)):
        found = [record for record in found if not wanted or record[field] in wanted]
    plot(chosen.kind, found, chosen.output, chosen.clock)
    return exit_code(record["status"] for record in found)


def _compare(chosen: argparse.Namespace) -> int:
    from . import compare
    from .agreement import agreement

    before, after = _records([chosen.before]), _records([chosen.after])
    same = agreement(before, after)
    print(compare.compare(before, after, chosen.clock, same))
    return DONE if same.is_same and not compare.regressed(before, after, chosen.clock) else 1


def _check(chosen: argparse.Namespace) -> int:
    from .agreement import agreement
    from .compare import compare
    from .records import judged, measurements
    from .repeating import load_plugins, plans, shown
    from .runner import check_core, run

    theirs, faults = list(measurements(chosen.theirs)), list[str]()
    mine = chosen.mine or Path(f"{chosen.theirs.stem}.again.jsonl")
    if chosen.mine is None:
        check_core(chosen.core)
        if source := shown(theirs):
            print(source)
        load_plugins(theirs if chosen.run_plugin else [])
        planned, faults = plans(theirs, with_plugins=chosen.run_plugin, core=chosen.core)
        print(*(f"- **NOT REPEATED**: {fault}\n" for fault in faults), sep="")
        try:
            for plan in planned:
                print(run(plan, mine), file=sys.stderr)
        except KeyboardInterrupt:
            return _interrupted(mine)
        if not planned:
            return LIMIT
    before, after = judged(theirs), _records([mine])
    same = agreement(before, after)
    print(compare(before, after, chosen.clock, same))
    if faults:  # it was said what is not here
        same = agreement(before, after, is_part=True)
    if not same.is_repeated:
        return 1
    return exit_code(["unverified" if faults else "", *(each["status"] for each in after)])


def _profile(chosen: argparse.Namespace) -> int:
    from .planning import plan_of
    from .profiling import profile

    plan = plan_of(chosen)
    for engine in plan.engines:
        if reason := engine.make().missing():
            raise EngineError(f"{engine.name}: {reason}")
        print(profile(engine, plan.cases, plan.protocol, plan.seconds))
    return DONE


def _scenario(chosen: argparse.Namespace) -> int:
    from .scenario import scenario

    number = scenario(_records(chosen.file), chosen.output)
    print(f"{counted(number, 'instance')} in {chosen.output}", file=sys.stderr)
    return DONE


def _list(chosen: argparse.Namespace) -> int:
    from . import engines, sets
    from .protocols import PROTOCOLS

    listed: dict[str, Callable[[], dict[str, str]]] = {
        "sets": lambda: sets.summaries(),
        "engines": engines.summaries,
        "groups": lambda: {name: ", ".join(group) for name, group in engines.GROUPS.items()},
        "protocols": lambda: {name: protocol.summary for name, protocol in PROTOCOLS.items()},
    }
    for what in chosen.what or listed:
        summaries = look_up(listed, "list", what)()
        print(f"{what}:")
        for name, summary in summaries.items():
            print(f"  {name:32} {summary}")
    return DONE


#: The commands of the command: function, summary and arguments of each.
_PARTS: dict[str, tuple[Run, str, tuple[Part, ...]]] = {
    "run": (_run, "measure, and add what is missing to the records", _OF_RUN),
    "merge": (
        _merge,
        "join the records of all parts of a run; exit code 1 if some are missing or repeated, or "
        "come from another version or machine",
        (_RECORDS, _file("file of all records", "-o", "--output", required=True)),
    ),
    "report": (_report, "print records as tables in Markdown", _OF_REPORT),
    "plot": (_plot, "draw records into a file", _OF_PLOT),
    "check": (
        _check,
        "repeat the run of a file of records, or compare one with it: puzzles, answers, counted "
        "work, then times; exit code 1 if anything but machine, code and times differs, 3 if some "
        "could not be repeated",
        (
            _file("file of records", "theirs", metavar="THEIRS"),
            _file(
                "file of records to compare it with (default: measured now, into "
                "THEIRS.again.jsonl here)",
                "mine",
                nargs="?",
                metavar="MINE",
            ),
            argument(
                "--run-plugin",
                action="store_true",
                help="run the Python code and the programs in the records; they are shown first",
            ),
            _CORE,
            _CLOCK,
        ),
    ),
    "compare": (
        _compare,
        "print what changed between two files of records; exit code 1 if more than times "
        "differs, or something became slower",
        (
            _file("file of records before the change", "before", metavar="before"),
            _file("file of records after it", "after", metavar="after"),
            _CLOCK,
        ),
    ),
    **EXPERIMENTS,
    "profile": (_profile, "profile engines on sets of puzzles", (*_OF_WHAT, *_TERMS)),
    "scenario": (
        _scenario,
        "write records with the features of the puzzles as a scenario of ASlib",
        (
            _RECORDS,
            _file("folder of the scenario", "-o", "--output", metavar="FOLDER", required=True),
        ),
    ),
    "list": (
        _list,
        "list the sets, engines, groups and protocols",
        (
            argument(
                "what",
                nargs="*",
                metavar="sets|engines|groups|protocols",
                default=[],
                help="what to list (default: all)",
            ),
        ),
    ),
}

bench = Command(
    "bench",
    _standard,
    "measure engines and techniques on sets of puzzles",
    (_Parts(),),
    (
        "nonocsp bench --quick --engine kernel -o bench.html",
        "nonocsp bench list protocols",
        "nonocsp bench run -n 2 -o records.jsonl && nonocsp bench report records.jsonl",
    ),
)
