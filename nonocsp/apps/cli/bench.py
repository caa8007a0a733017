"""The commands bench and features: measurements of engines, and numbers that describe puzzles."""

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
from .job import Job, puzzle_command
from .messages import DONE, INTERRUPTED, say
from .output import checked_suffix, refuse_unwritable

#: The default file of records, in a folder that git ignores.
RECORDS = Path("build/bench.jsonl")


class _Parts:
    """The commands of the command."""

    def add_to(self, command: argparse.ArgumentParser) -> None:
        _register_standard(command)
        parts = command.add_subparsers(
            metavar="COMMAND",
            title="commands",
            description="without one: measure, and write a page",
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
    command.add_argument(
        "--set",
        action="append",
        metavar="SET[:NAME=VALUE,…]",
        help="set of puzzles, see list; may be repeated (default: standard-1)",
    )
    command.add_argument(
        "--engine",
        action="append",
        metavar="ENGINE[:NAME=VALUE,…]",
        help="engine with options, see list; may be repeated (default: with --mine kernel and "
        "textbook, else also the kernel without each of its main techniques)",
    )
    LOG.add_to(command)
    _question(command, 1, "CPU seconds")
    command.add_argument("--quick", action="store_true", help="a few puzzles of standard-1")
    command.add_argument(
        "--repeats", type=natural, default=1, metavar="N", help="measurements of each puzzle"
    )
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
    run.add_argument(
        "--set",
        action="append",
        metavar="SET[:NAME=VALUE,…]",
        help="set of puzzles, see list; may be repeated (default: tiny)",
    )
    run.add_argument(
        "--engine",
        action="append",
        metavar="ENGINE[:NAME=VALUE,…]",
        help="engine with options, see list; may be repeated (default: kernel)",
    )
    PLUGIN.add_to(run)
    LOG.add_to(run)
    _question(run, 10)
    run.add_argument(
        "--cpu-seconds", type=positive, metavar="S", help="limit on the CPU seconds for each puzzle"
    )
    run.add_argument(
        "--memory", type=positive, metavar="MB", help="address space of a worker in megabytes"
    )
    run.add_argument(
        "--repeats", type=natural, default=1, metavar="N", help="measurements of each puzzle"
    )
    run.add_argument(
        "--chunk", type=natural, default=100, metavar="N", help="puzzles before a fresh worker"
    )
    run.add_argument("--core", type=int, metavar="N", help="core that the workers are pinned to")
    number("puzzles of each set at most", "all").add_to(run)
    run.add_argument(
        "--features", action="store_true", help="add the features of the puzzle to each record"
    )
    _data(run)
    run.add_argument(
        "-o", "--output", type=Path, default=RECORDS, metavar="FILE", help=f"default: {RECORDS}"
    )
    _configurations(run)


def _register_readers(parts: Any) -> None:
    """The commands that read records."""
    report = plain_command(parts, "report", _report, "print records as tables in Markdown")
    report.add_argument("file", nargs="+", type=Path)
    report.add_argument(
        "--base", metavar="ENGINE", help="engine that ratios are against (default: the first)"
    )
    _clock(report)
    report.add_argument("--of", choices=("min", "median"), default="min", help="of repeats")
    report.add_argument(
        "--each",
        type=float,
        nargs="?",
        const=0.0,
        metavar="SECONDS",
        help="also a table of all puzzles, or of those on which some engine took longer",
    )

    plot = plain_command(parts, "plot", _plot, "draw records")
    plot.add_argument(
        "kind", metavar="KIND", help="kind of plot: cactus, scatter, scaling or phase"
    )
    plot.add_argument("file", nargs="+", type=Path)
    plot.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="a .svg, .png or .pdf file",
    )
    plot.add_argument("--set", action="append", help="only this set; may be repeated")
    plot.add_argument("--engine", action="append", help="only this engine; may be repeated")
    _clock(plot)

    help = "print the changes from one file of records to another; exit code 1 if something slowed"
    compare = plain_command(parts, "compare", _compare, help)
    compare.add_argument("before", type=Path)
    compare.add_argument("after", type=Path)
    _clock(compare)


def _register_others(parts: Any) -> None:
    """The commands to profile, export and list."""
    profile = plain_command(parts, "profile", _profile, "profile one engine")
    profile.add_argument(
        "--set", required=True, metavar="SET[:NAME=VALUE,…]", help="set of puzzles, see list"
    )
    profile.add_argument(
        "--engine",
        default="kernel",
        metavar="ENGINE[:NAME=VALUE,…]",
        help="engine with options, see list (default: kernel)",
    )
    PLUGIN.add_to(profile)
    _question(profile, 10)
    number("puzzles at most", "all").add_to(profile)
    _data(profile)
    _configurations(profile)

    help = "write records with the features of the puzzles as a scenario of ASlib"
    scenario = plain_command(parts, "scenario", _scenario, help)
    scenario.add_argument("file", nargs="+", type=Path, help="records")
    scenario.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FOLDER", help="folder of the scenario"
    )
    _data(scenario)

    listed = plain_command(parts, "list", _list, "list the sets, engines, groups and protocols")
    listed.add_argument("what", nargs="*", metavar="sets|engines|groups|protocols", default=[])
    _data(listed)


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


@puzzle_command(
    "print numbers that describe a puzzle, for choosing algorithms and predicting times",
    examples=("nonocsp features input/tulip.ctu", "nonocsp features input/*.ctu --json"),
    is_heading=True,
)
def features(job: Job) -> int:
    answer = job.ask("features")
    lines = (f"{name:22}{value:.6g}" for name, value in answer.result.items())
    return job.give(answer, "\n".join(lines))


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
