"""The command bench: measurements of engines."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nonocsp.apps.cli.command import (
    LOG,
    PLUGIN,
    Argument,
    Command,
    Group,
    Part,
    Run,
    argument,
    group,
    natural,
    number,
    positive,
)
from nonocsp.apps.cli.messages import DONE, INTERRUPTED, say
from nonocsp.apps.cli.output import checked_suffix, refuse_unwritable
from nonocsp.core.base.errors import EngineError, counted
from nonocsp.core.base.suggest import look_up

from .papers import DATA, PARTS as EXPERIMENTS, as_typed
from .records import exit_code
from .stopwatch import HAS_CPU

#: The default file of records, in a folder that git ignores.
RECORDS = Path("build/bench.jsonl")


def _set(more: str, **how: Any) -> Argument:
    help = f"set of puzzles, one of `nonocsp bench list sets`{more}"
    return argument("--set", metavar="SET[:NAME=VALUE,…]", help=help, **how)


def _engine(more: str, **how: Any) -> Argument:
    help = f"engine with options, one of `nonocsp bench list engines`{more}"
    return argument("--engine", metavar="ENGINE[:NAME=VALUE,…]", help=help, **how)


def _question(seconds: float, what: str = "seconds") -> Group:
    return group(
        None,
        argument(
            "--protocol",
            default="verdict",
            metavar="P",
            help="question: verdict, first, all, count, process or tighten (default: verdict)",
        ),
        argument(
            "--seconds",
            type=positive,
            default=float(seconds),
            metavar="S",
            help=f"limit on the {what} for each puzzle (default: {seconds:g})",
        ),
    )


def _file(help: str, *flags: str, metavar: str = "FILE", **how: Any) -> Argument:
    """A file or a folder."""
    return argument(*flags, type=Path, metavar=metavar, help=help, **how)


_RECORDS = _file("file of records", "file", nargs="+")
_REPEATS = argument(
    "--repeats",
    type=natural,
    default=1,
    metavar="N",
    help="measurements of each puzzle (default: 1)",
)
_SEEDS = argument(
    "--seeds",
    type=natural,
    metavar="N",
    help="seeds 1 to N for engines that take one (default: their own)",
)
_CLOCK = argument(
    "--clock",
    choices=("cpu", "wall"),
    default="cpu" if HAS_CPU else "wall",
    help="seconds of the CPU or the clock (default: cpu, but wall on Windows)",
)
_CONFIGURATIONS = _file(
    "file of further configurations, like benchmarks/suite/configurations.toml",
    "--configurations",
    action="append",
    default=[],
)

#: What `nonocsp bench` without a further command takes.
_OF_STANDARD = (
    _file("Python file that registers techniques or engines, to be compared with ours", "--mine"),
    _set("; may be repeated (default: standard-1)", action="append"),
    _engine(
        "; may be repeated (default: kernel and textbook, without --mine also the kernel without "
        "each main technique)",
        action="append",
    ),
    LOG,
    _question(1, "CPU seconds"),
    argument("--quick", action="store_true", help="measure only a few puzzles of standard-1"),
    _REPEATS,
    _SEEDS,
    argument(
        "--data", metavar="FOLDER", help="folder of public sets; without --set all are measured"
    ),
    _file(
        "page; the records stand beside it as .jsonl, and the same command resumes "
        "(default: bench.html)",
        *("-o", "--output"),
        default=Path("bench.html"),
    ),
)

_OF_RUN = (
    _set("; may be repeated (default: all of --data, else tiny)", action="append"),
    _engine("; may be repeated (default: kernel)", action="append"),
    PLUGIN,
    LOG,
    _question(10),
    argument(
        "--cpu-seconds",
        type=positive,
        metavar="S",
        help="limit on the CPU seconds for each puzzle (default: none)",
    ),
    argument(
        "--memory",
        type=positive,
        metavar="MB",
        help="address space of a worker in megabytes (default: no limit)",
    ),
    _REPEATS,
    _SEEDS,
    argument(
        "--chunk",
        type=natural,
        default=100,
        metavar="N",
        help="puzzles that a worker is asked before it is replaced (default: 100)",
    ),
    argument(
        "--part", metavar="I/N", help="measure every N-th puzzle from number I on, for bench merge"
    ),
    argument("--core", type=int, metavar="N", help="core to pin the workers to (default: any)"),
    number("puzzles of each set, the first ones", "all"),
    argument(
        "--features", action="store_true", help="add the features of the puzzle to each record"
    ),
    DATA,
    _file(
        f"file of records, which is added to (default: {RECORDS})",
        *("-o", "--output"),
        default=RECORDS,
    ),
    _CONFIGURATIONS,
)

_OF_REPORT = (
    _RECORDS,
    argument("--base", metavar="ENGINE", help="engine that the ratios are to (default: the first)"),
    _CLOCK,
    argument(
        "--of", choices=("min", "median"), default="min", help="which repeat counts (default: min)"
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
    argument("--set", action="append", help="draw only this set; may be repeated"),
    argument("--engine", action="append", help="draw only this engine; may be repeated"),
    _CLOCK,
)

_OF_PROFILE = (
    _set("", required=True),
    _engine(" (default: kernel)", default="kernel"),
    PLUGIN,
    _question(10),
    number("puzzles of the set, the first ones", "all"),
    DATA,
    _CONFIGURATIONS,
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
            part: argparse.ArgumentParser = parts.add_parser(name, help=help, description=about)
            part.set_defaults(run=run)
            for of_part in arguments:
                of_part.add_to(part)


def _standard(chosen: argparse.Namespace) -> int:
    from .public import names
    from .study import study

    refuse_unwritable(str(chosen.output))
    checked_suffix(str(chosen.output), (".html", ".htm"))
    sets = chosen.set
    if sets is None and chosen.data:
        sets = names(chosen.data)
    try:
        tally = study(
            chosen.output,
            own=chosen.mine,
            sets=sets,
            engines=chosen.engine,
            protocol=chosen.protocol,
            seconds=chosen.seconds,
            repeats=chosen.repeats,
            seeds=chosen.seeds,
            data=chosen.data or os.environ.get("NONOCSP_DATA"),
            is_quick=chosen.quick,
            command=as_typed(),
        )
    except KeyboardInterrupt:
        known = f"{chosen.output} shows what was measured, the same command resumes"
        return say(f"interrupted; {known}", INTERRUPTED)
    print(tally, file=sys.stderr)
    print(chosen.output)
    return exit_code([*tally.statuses, *tally.kept])


def _run(chosen: argparse.Namespace) -> int:
    from .merge import part_of
    from .protocols import PROTOCOLS
    from .public import names
    from .runner import Plan, check_core, run
    from .sets import cases

    check_core(chosen.core)
    checked_suffix(str(chosen.output), (".jsonl", ".json", ".ndjson", ".txt"))
    found = []
    for name in chosen.set or (names(chosen.data) if chosen.data else ["tiny"]):
        of_set = cases(name, chosen.data)
        found += of_set[: chosen.number] if chosen.number else of_set
    plan = Plan(
        cases=part_of(found, chosen.part) if chosen.part else found,
        engines=_engines(chosen),
        protocol=look_up(PROTOCOLS, "protocol", chosen.protocol),
        seconds=chosen.seconds,
        cpu_seconds=chosen.cpu_seconds,
        memory=chosen.memory and int(chosen.memory * 1e6),
        repeats=chosen.repeats,
        chunk=chosen.chunk,
        core=chosen.core,
        has_features=chosen.features,
        part=chosen.part or "",
    )
    try:
        tally = run(plan, chosen.output)
    except KeyboardInterrupt:
        known = f"{chosen.output} holds what was measured, the same command resumes"
        return say(f"interrupted; {known}", INTERRUPTED)
    print(tally, file=sys.stderr)
    return exit_code([*tally.statuses, *tally.kept])


def _engines(chosen: argparse.Namespace) -> list[Any]:
    from .engines import configure, engines_named, with_seeds

    for file in chosen.configurations:
        configure(file)
    named = [each for name in chosen.engine or ["kernel"] for each in engines_named(name)]
    return with_seeds({engine.name: engine for engine in named}.values(), chosen.seeds)


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
    for field in ("set", "engine"):
        wanted = getattr(chosen, field)
        found = [record for record in found if not wanted or record[field] in wanted]
    plot(chosen.kind, found, chosen.output, chosen.clock)
    return DONE


def _compare(chosen: argparse.Namespace) -> int:
    from . import compare
    from .agreement import agreement

    before, after = _records([chosen.before]), _records([chosen.after])
    print(compare.compare(before, after, chosen.clock))
    is_same = agreement(before, after).is_same
    return DONE if is_same and not compare.regressed(before, after, chosen.clock) else 1


def _profile(chosen: argparse.Namespace) -> int:
    from .engines import configure, engine_named
    from .profiling import profile
    from .protocols import PROTOCOLS
    from .sets import cases

    for file in chosen.configurations:
        configure(file)
    engine = engine_named(chosen.engine)
    if reason := engine.make().missing():
        raise EngineError(f"{engine.name}: {reason}")
    found = cases(chosen.set, chosen.data)[: chosen.number]
    print(profile(engine, found, look_up(PROTOCOLS, "protocol", chosen.protocol), chosen.seconds))
    return DONE


def _scenario(chosen: argparse.Namespace) -> int:
    from .scenario import scenario

    number = scenario(_records(chosen.file), chosen.output, chosen.data)
    print(f"{counted(number, 'instance')} in {chosen.output}", file=sys.stderr)
    return DONE


def _list(chosen: argparse.Namespace) -> int:
    from . import engines, sets
    from .protocols import PROTOCOLS

    listed: dict[str, Callable[[], dict[str, str]]] = {
        "sets": lambda: sets.summaries(chosen.data),
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
        "join the records of all parts of a run; exit code 1 if some are missing or doubled, or of "
        "another version or machine",
        (_RECORDS, _file("file of all records", "-o", "--output", required=True)),
    ),
    "report": (_report, "print records as tables in Markdown", _OF_REPORT),
    "plot": (_plot, "draw records into a file", _OF_PLOT),
    "compare": (
        _compare,
        "print what changed between two files of records; exit code 1 if something became slower",
        (
            _file("file of records before the change", "before", metavar="before"),
            _file("file of records after it", "after", metavar="after"),
            _CLOCK,
        ),
    ),
    **EXPERIMENTS,
    "profile": (_profile, "profile one engine on a set of puzzles", _OF_PROFILE),
    "scenario": (
        _scenario,
        "write records with the features of the puzzles as a scenario of ASlib",
        (
            _RECORDS,
            _file("folder of the scenario", "-o", "--output", metavar="FOLDER", required=True),
            DATA,
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
            DATA,
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
