"""The command bench: measurements of engines."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...common.errors import EngineError, OptionError, counted
from ...common.suggest import unknown
from .command import LOG, PLUGIN, Command, Run, natural, number, positive
from .messages import DONE, INTERRUPTED, say
from .output import checked_suffix, refuse_unwritable

#: The default file of records, in a folder that git ignores.
RECORDS = Path("build/bench.jsonl")


#: The argument of what reads records.
_RECORDS: dict[str, Any] = {
    "nargs": "+",
    "metavar": "FILE",
    "type": Path,
    "help": "file of records",
}

_REPEATS: dict[str, Any] = {
    "type": natural,
    "default": 1,
    "metavar": "N",
    "help": "measurements of each puzzle (default: 1)",
}


class _Parts:
    """The commands of the command."""

    def add_to(self, command: argparse.ArgumentParser) -> None:
        _register_standard(command)
        parts = command.add_subparsers(
            metavar="COMMAND",
            title="commands",
            description="without a command: measure, and write a page of HTML",
        )
        _register_run(parts)
        _register_readers(parts)
        _register_others(parts)


def plain_command(parts: Any, name: str, run: Run, help: str) -> argparse.ArgumentParser:
    """A command of the command, without arguments so far."""
    part: argparse.ArgumentParser = parts.add_parser(
        name, help=help, description=f"{help[0].upper()}{help[1:]}."
    )
    part.set_defaults(run=run)
    return part


def _register_standard(command: argparse.ArgumentParser) -> None:
    """What `nonocsp bench` without a further command takes."""
    command.add_argument(
        "--mine",
        type=Path,
        metavar="FILE",
        help="Python file that registers techniques or engines, to be compared with ours",
    )
    _set(command, "; may be repeated (default: standard-1)", action="append")
    others = "kernel and textbook, without --mine also the kernel without each main technique"
    _engine(command, f"; may be repeated (default: {others})", action="append")
    LOG.add_to(command)
    _question(command, 1, "CPU seconds")
    command.add_argument(
        "--quick", action="store_true", help="measure only a few puzzles of standard-1"
    )
    command.add_argument("--repeats", **_REPEATS)
    command.add_argument(
        "--data", metavar="FOLDER", help="folder of public sets; without --set all are measured"
    )
    command.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("bench.html"),
        metavar="FILE",
        help="page; the records stand beside it as .jsonl, and the same command resumes "
        "(default: bench.html)",
    )


def _register_run(parts: Any) -> None:
    run = plain_command(parts, "run", _run, "measure, and add what is missing to the records")
    _set(run, "; may be repeated (default: tiny)", action="append")
    _engine(run, "; may be repeated (default: kernel)", action="append")
    PLUGIN.add_to(run)
    LOG.add_to(run)
    _question(run, 10)
    run.add_argument(
        "--cpu-seconds",
        type=positive,
        metavar="S",
        help="limit on the CPU seconds for each puzzle (default: none)",
    )
    run.add_argument(
        "--memory",
        type=positive,
        metavar="MB",
        help="address space of a worker in megabytes (default: no limit)",
    )
    run.add_argument("--repeats", **_REPEATS)
    run.add_argument(
        "--chunk",
        type=natural,
        default=100,
        metavar="N",
        help="puzzles that a worker is asked before it is replaced (default: 100)",
    )
    run.add_argument(
        "--core", type=int, metavar="N", help="core to pin the workers to (default: any)"
    )
    number("puzzles of each set, the first ones", "all").add_to(run)
    run.add_argument(
        "--features", action="store_true", help="add the features of the puzzle to each record"
    )
    _data(run)
    run.add_argument(
        "-o",
        "--output",
        type=Path,
        default=RECORDS,
        metavar="FILE",
        help=f"file of records, which is added to (default: {RECORDS})",
    )
    _configurations(run)


def _register_readers(parts: Any) -> None:
    """The commands that read records."""
    report = plain_command(parts, "report", _report, "print records as tables in Markdown")
    report.add_argument("file", **_RECORDS)
    report.add_argument(
        "--base", metavar="ENGINE", help="engine that the ratios are to (default: the first)"
    )
    _clock(report)
    report.add_argument(
        "--of",
        choices=("min", "median"),
        default="min",
        help="which of the repeats counts (default: min)",
    )
    report.add_argument(
        "--each",
        type=float,
        nargs="?",
        const=0.0,
        metavar="SECONDS",
        help="also print a table of all puzzles, or of those on which some engine took longer",
    )

    plot = plain_command(parts, "plot", _plot, "draw records into a file")
    plot.add_argument(
        "kind", metavar="KIND", help="kind of plot: cactus, scatter, scaling or phase"
    )
    plot.add_argument("file", **_RECORDS)
    plot.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="drawing to write: a .svg file",
    )
    plot.add_argument("--set", action="append", help="draw only this set; may be repeated")
    plot.add_argument("--engine", action="append", help="draw only this engine; may be repeated")
    _clock(plot)

    help = "print what changed between two files of records; exit code 1 if something became slower"
    compare = plain_command(parts, "compare", _compare, help)
    compare.add_argument("before", type=Path, help="file of records before the change")
    compare.add_argument("after", type=Path, help="file of records after it")
    _clock(compare)


def _register_others(parts: Any) -> None:
    """The commands to profile, export and list."""
    profile = plain_command(parts, "profile", _profile, "profile one engine on a set of puzzles")
    _set(profile, "", required=True)
    _engine(profile, " (default: kernel)", default="kernel")
    PLUGIN.add_to(profile)
    _question(profile, 10)
    number("puzzles of the set, the first ones", "all").add_to(profile)
    _data(profile)
    _configurations(profile)

    help = "write records with the features of the puzzles as a scenario of ASlib"
    scenario = plain_command(parts, "scenario", _scenario, help)
    scenario.add_argument("file", **_RECORDS)
    scenario.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FOLDER", help="folder of the scenario"
    )
    _data(scenario)

    listed = plain_command(parts, "list", _list, "list the sets, engines, groups and protocols")
    listed.add_argument(
        "what",
        nargs="*",
        metavar="sets|engines|groups|protocols",
        default=[],
        help="what to list (default: all)",
    )
    _data(listed)


def _set(command: argparse.ArgumentParser, more: str, **how: Any) -> None:
    help = f"set of puzzles, one of `nonocsp bench list sets`{more}"
    command.add_argument("--set", metavar="SET[:NAME=VALUE,…]", help=help, **how)


def _engine(command: argparse.ArgumentParser, more: str, **how: Any) -> None:
    help = f"engine with options, one of `nonocsp bench list engines`{more}"
    command.add_argument("--engine", metavar="ENGINE[:NAME=VALUE,…]", help=help, **how)


def _question(command: argparse.ArgumentParser, seconds: float, what: str = "seconds") -> None:
    command.add_argument(
        "--protocol",
        default="verdict",
        metavar="P",
        help="question: verdict, first, all, count, process or tighten (default: verdict)",
    )
    command.add_argument(
        "--seconds",
        type=positive,
        default=float(seconds),
        metavar="S",
        help=f"limit on the {what} for each puzzle (default: {seconds:g})",
    )


def _data(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--data",
        default=os.environ.get("NONOCSP_DATA"),
        metavar="FOLDER",
        help="folder of public sets (default: $NONOCSP_DATA)",
    )


def _clock(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--clock",
        choices=("cpu", "wall"),
        default="cpu",
        help="CPU seconds or wall-clock seconds (default: cpu)",
    )


def _configurations(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--configurations",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help="file of further configurations, like nonocsp/apps/bench/configurations.toml",
    )


def _standard(chosen: argparse.Namespace) -> int:
    from ..bench.public import names
    from ..bench.study import study

    refuse_unwritable(str(chosen.output))
    checked_suffix(str(chosen.output), (".html", ".htm"))
    sets = chosen.set
    if sets is None and chosen.data:
        sets = names(chosen.data)
    words = sys.argv[sys.argv.index("bench") :] if "bench" in sys.argv else ["bench"]
    try:
        tally = study(
            chosen.output,
            own=chosen.mine,
            sets=sets,
            engines=chosen.engine,
            protocol=chosen.protocol,
            seconds=chosen.seconds,
            repeats=chosen.repeats,
            data=chosen.data or os.environ.get("NONOCSP_DATA"),
            is_quick=chosen.quick,
            command=shlex.join(["nonocsp", *words]),
        )
    except KeyboardInterrupt:
        known = f"{chosen.output} shows what was measured, the same command resumes"
        return say(f"interrupted; {known}", INTERRUPTED)
    print(tally, file=sys.stderr)
    print(chosen.output)
    return 1 if tally.wrong else DONE


def _run(chosen: argparse.Namespace) -> int:
    from ..bench.protocols import protocol_named
    from ..bench.runner import Plan, check_core, run
    from ..bench.sets import cases

    check_core(chosen.core)
    checked_suffix(str(chosen.output), (".jsonl", ".json", ".ndjson", ".txt"))
    found = []
    for name in chosen.set or ["tiny"]:
        of_set = cases(name, chosen.data)
        found += of_set[: chosen.number] if chosen.number else of_set
    plan = Plan(
        cases=found,
        engines=_engines(chosen),
        protocol=protocol_named(chosen.protocol),
        seconds=chosen.seconds,
        cpu_seconds=chosen.cpu_seconds,
        memory=chosen.memory and int(chosen.memory * 1e6),
        repeats=chosen.repeats,
        chunk=chosen.chunk,
        core=chosen.core,
        has_features=chosen.features,
    )
    try:
        tally = run(plan, chosen.output)
    except KeyboardInterrupt:
        known = f"{chosen.output} holds what was measured, the same command resumes"
        return say(f"interrupted; {known}", INTERRUPTED)
    print(tally, file=sys.stderr)
    return 1 if tally.wrong else DONE


def _engines(chosen: argparse.Namespace) -> list[Any]:
    from ..bench.engines import configure, engines_named

    for file in chosen.configurations:
        configure(file)
    named = [each for name in chosen.engine or ["kernel"] for each in engines_named(name)]
    return list({engine.name: engine for engine in named}.values())


def _records(paths: list[Path]) -> list[Any]:
    from ..bench.records import read

    return [record for path in paths for record in read(path)]


def _report(chosen: argparse.Namespace) -> int:
    from ..bench.report import report

    found = _records(chosen.file)
    print(report(found, base=chosen.base, clock=chosen.clock, of=chosen.of, each=chosen.each))
    return DONE


def _plot(chosen: argparse.Namespace) -> int:
    from ..bench.plot import plot

    found = _records(chosen.file)
    for field in ("set", "engine"):
        wanted = getattr(chosen, field)
        found = [record for record in found if not wanted or record[field] in wanted]
    plot(chosen.kind, found, chosen.output, chosen.clock)
    return DONE


def _compare(chosen: argparse.Namespace) -> int:
    from ..bench import compare

    before, after = _records([chosen.before]), _records([chosen.after])
    print(compare.compare(before, after, chosen.clock))
    return 1 if compare.regressed(before, after, chosen.clock) else DONE


def _profile(chosen: argparse.Namespace) -> int:
    from ..bench.engines import configure, engine_named
    from ..bench.profiling import profile
    from ..bench.protocols import protocol_named
    from ..bench.sets import cases

    for file in chosen.configurations:
        configure(file)
    engine = engine_named(chosen.engine)
    if reason := engine.make().missing():
        raise EngineError(f"{engine.name}: {reason}")
    found = cases(chosen.set, chosen.data)[: chosen.number]
    print(profile(engine, found, protocol_named(chosen.protocol), chosen.seconds))
    return DONE


def _scenario(chosen: argparse.Namespace) -> int:
    from ..bench.scenario import scenario

    number = scenario(_records(chosen.file), chosen.output, chosen.data)
    print(f"{counted(number, 'instance')} in {chosen.output}", file=sys.stderr)
    return DONE


def _list(chosen: argparse.Namespace) -> int:
    from ..bench import engines, sets
    from ..bench.protocols import PROTOCOLS

    listed: dict[str, Callable[[], dict[str, str]]] = {
        "sets": lambda: sets.summaries(chosen.data),
        "engines": engines.summaries,
        "groups": lambda: {name: ", ".join(group) for name, group in engines.GROUPS.items()},
        "protocols": lambda: {name: protocol.summary for name, protocol in PROTOCOLS.items()},
    }
    for what in chosen.what or listed:
        if what not in listed:
            raise OptionError(unknown("list", what, listed))
        print(f"{what}:")
        for name, summary in listed[what]().items():
            print(f"  {name:32} {summary}")
    return DONE


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
