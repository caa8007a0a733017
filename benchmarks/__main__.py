"""The command line of the suite: run, report, plot, compare, publish, profile, list."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from . import compare, engines, profiling, records, sets
from . import plot as plots
from . import publish as publishing
from .protocols import PROTOCOLS
from .report import report
from .runner import Plan, run
from .spec import SpecError

#: The default file of records, in a folder that git ignores.
OUT = Path("build/bench.jsonl")

#: The records and the page of `publish`, and the folder of its drawings.
PUBLISHED = Path("build/published.jsonl")
PAGE = Path("docs/explanation/results.md")
PICTURES = Path("docs/pictures/results")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Exit codes: 0 done, 1 a wrong answer was given, 2 bad usage."""
    chosen = _parser().parse_args(arguments)
    try:
        code: int = chosen.command(chosen)
        return code
    except BrokenPipeError:  # the reader of the report has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (SpecError, OSError, ValueError) as error:
        print(f"benchmarks: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("benchmarks: interrupted; the same command continues", file=sys.stderr)
        return 130


def _run(chosen: argparse.Namespace) -> int:
    _check_core(chosen.core)
    data = chosen.data or os.environ.get("NONOCSP_DATA")
    cases = []
    for name in chosen.set or ["tiny"]:
        of_set = sets.cases(name, data)
        cases += of_set[: chosen.first] if chosen.first else of_set
    plan = Plan(
        cases=cases,
        engines=_engines(chosen),
        protocol=PROTOCOLS[chosen.protocol],
        seconds=chosen.seconds,
        cpu_seconds=chosen.cpu_seconds,
        memory=chosen.memory and int(chosen.memory * 1e6),
        repeats=chosen.repeats,
        chunk=chosen.chunk,
        core=chosen.core,
    )
    tally = run(plan, chosen.out)
    print(tally, file=sys.stderr)
    return 1 if tally.wrong else 0


def _engines(chosen: argparse.Namespace) -> list[engines.Engine]:
    for file in chosen.configurations:
        engines.configure(file)
    named = [each for name in chosen.engine or ["kernel"] for each in engines.engines_named(name)]
    return list({engine.name: engine for engine in named}.values())


def _report(chosen: argparse.Namespace) -> int:
    found = [record for file in chosen.file for record in records.read(file)]
    print(report(found, base=chosen.base, clock=chosen.clock, of=chosen.of, each=chosen.each))
    return 0


def _plot(chosen: argparse.Namespace) -> int:
    if find_spec("matplotlib") is None:
        raise ValueError("plots need matplotlib: install nonocsp[bench]")
    found = [record for file in chosen.file for record in records.read(file)]
    for field in ("set", "engine"):
        wanted = getattr(chosen, field)
        found = [record for record in found if not wanted or record[field] in wanted]
    plots.plot(chosen.kind, found, chosen.out, chosen.clock)
    return 0


def _compare(chosen: argparse.Namespace) -> int:
    before, after = (list(records.read(path)) for path in (chosen.before, chosen.after))
    print(compare.compare(before, after, chosen.clock))
    return 1 if compare.regressed(before, after, chosen.clock) else 0


def _publish(chosen: argparse.Namespace) -> int:
    _check_core(chosen.core)
    if find_spec("matplotlib") is None:
        raise ValueError("the page's drawings need matplotlib: install nonocsp[bench]")
    wrong = publishing.publish(
        publishing.parts(chosen.plan),
        chosen.records,
        chosen.out,
        chosen.pictures,
        _typed(chosen),
        chosen.data or os.environ.get("NONOCSP_DATA"),
        chosen.core,
        chosen.quick,
    )
    return 1 if wrong else 0


def _typed(chosen: argparse.Namespace) -> str:
    """The command, with the options that affect the measurements."""
    words = ["python", "-m", "benchmarks", "publish"]
    if chosen.plan != publishing.PLAN:
        words += ["--plan", str(chosen.plan)]
    if chosen.quick:
        words.append("--quick")
    if chosen.core is not None:
        words += ["--core", str(chosen.core)]
    if chosen.data or os.environ.get("NONOCSP_DATA"):
        words += ["--data", "DIR"]
    return shlex.join(words)


def _check_core(core: int | None) -> None:
    if core is not None and not hasattr(os, "sched_setaffinity"):
        raise ValueError("this system cannot pin a process to a core")


def _profile(chosen: argparse.Namespace) -> int:
    for file in chosen.configurations:
        engines.configure(file)
    engine = engines.engine_named(chosen.engine)
    if reason := engine.make().missing():
        raise ValueError(f"{engine.name}: {reason}")
    cases = sets.cases(chosen.set, chosen.data or os.environ.get("NONOCSP_DATA"))
    protocol = PROTOCOLS[chosen.protocol]
    print(profiling.profile(engine, cases[: chosen.first], protocol, chosen.seconds))
    return 0


def _list(chosen: argparse.Namespace) -> int:
    data = chosen.data or os.environ.get("NONOCSP_DATA")
    listed = {
        "sets": sets.summaries(data),
        "engines": engines.summaries(),
        "groups": {name: ", ".join(members) for name, members in engines.GROUPS.items()},
        "protocols": {name: protocol.summary for name, protocol in PROTOCOLS.items()},
    }
    for what in chosen.what or listed:
        print(f"{what}:")
        for name, summary in listed[what].items():
            print(f"  {name:32} {summary}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("run", help="measure, and add what is missing to the records")
    command.set_defaults(command=_run)
    command.add_argument("--set", action="append", metavar="SET[:NAME=VALUE,…]", help="see list")
    command.add_argument(
        "--engine", action="append", metavar="ENGINE[:NAME=VALUE,…]", help="see list"
    )
    command.add_argument("--protocol", choices=PROTOCOLS, default="verdict")
    command.add_argument("--seconds", type=float, default=10.0, help="for each puzzle; default 10")
    command.add_argument("--cpu-seconds", type=float, help="of CPU, for each puzzle")
    command.add_argument("--memory", type=float, help="megabytes of address space of a worker")
    command.add_argument("--repeats", type=int, default=1, help="measurements of each puzzle")
    command.add_argument("--chunk", type=int, default=100, help="puzzles before a fresh worker")
    command.add_argument("--core", type=int, help="pin the workers to this core")
    command.add_argument("--first", type=int, help="puzzles of each set, at most")
    command.add_argument("--data", help="folder of the public sets; default: $NONOCSP_DATA")
    command.add_argument("--out", type=Path, default=OUT, help=f"records; default: {OUT}")
    _configurations(command)
    _readers(commands)
    _other_commands(commands)
    return parser


def _readers(commands: Any) -> None:
    """The commands that read records."""
    command = commands.add_parser("report", help="Markdown tables of records")
    command.set_defaults(command=_report)
    command.add_argument("file", nargs="+", type=Path)
    command.add_argument("--base", help="the engine that ratios are against; default: the first")
    command.add_argument("--clock", choices=("wall", "cpu"), default="wall")
    command.add_argument("--of", choices=("min", "median"), default="min", help="of repeats")
    command.add_argument(
        "--each",
        type=float,
        nargs="?",
        const=0.0,
        metavar="SECONDS",
        help="also a table of all puzzles, or of those on which some engine took longer",
    )

    command = commands.add_parser("plot", help="a plot of records")
    command.set_defaults(command=_plot)
    command.add_argument("kind", choices=plots.KINDS)
    command.add_argument("file", nargs="+", type=Path)
    command.add_argument("--out", type=Path, required=True, help="a .svg, .png or .pdf file")
    command.add_argument("--set", action="append", help="only of this set; may be repeated")
    command.add_argument("--engine", action="append", help="only of this engine; may be repeated")
    command.add_argument("--clock", choices=("wall", "cpu"), default="wall")

    command = commands.add_parser(
        "compare",
        help="changes from one file of records to another; 1 if something got slower",
    )
    command.set_defaults(command=_compare)
    command.add_argument("before", type=Path)
    command.add_argument("after", type=Path)
    command.add_argument("--clock", choices=("wall", "cpu"), default="cpu")


def _other_commands(commands: Any) -> None:
    """The commands to publish, profile and list."""
    command = commands.add_parser("publish", help="measure the plan of the results page, write it")
    command.set_defaults(command=_publish)
    command.add_argument("--plan", type=Path, default=publishing.PLAN, help="a file of parts")
    command.add_argument("--quick", action="store_true", help="a few puzzles of each set, once")
    command.add_argument("--core", type=int, help="pin the workers to this core")
    command.add_argument("--data", help="folder of the public sets; default: $NONOCSP_DATA")
    command.add_argument("--records", type=Path, default=PUBLISHED, help=f"default: {PUBLISHED}")
    command.add_argument("--out", type=Path, default=PAGE, help=f"the page; default: {PAGE}")
    command.add_argument(
        "--pictures", type=Path, default=PICTURES, help=f"its drawings; default: {PICTURES}"
    )

    command = commands.add_parser("profile", help="profile one engine")
    command.set_defaults(command=_profile)
    command.add_argument("--set", required=True, metavar="SET[:NAME=VALUE,…]", help="see list")
    command.add_argument("--engine", default="kernel", metavar="ENGINE[:NAME=VALUE,…]")
    command.add_argument("--protocol", choices=PROTOCOLS, default="verdict")
    command.add_argument("--seconds", type=float, default=10.0, help="for each puzzle; default 10")
    command.add_argument("--first", type=int, help="puzzles of the set, at most")
    command.add_argument("--data", help="folder of the public sets; default: $NONOCSP_DATA")
    _configurations(command)

    command = commands.add_parser("list", help="the sets, engines, groups and protocols")
    command.set_defaults(command=_list)
    command.add_argument("what", nargs="*", metavar="sets|engines|groups|protocols", default=[])
    command.add_argument("--data", help="folder of the public sets; default: $NONOCSP_DATA")


def _configurations(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--configurations",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help="a file of further configurations, like benchmarks/configurations.toml",
    )


if __name__ == "__main__":
    sys.exit(main())
