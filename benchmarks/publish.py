"""The published results: the measured plan, and the page written from its records.

The plan is ``published.toml``: parts, each one protocol for some engines on some sets. All parts
are measured into one file of records, as by ``run``; what the file already holds for the same code
is not measured again, so an interrupted run continues. Then the tables of the plan's records go
into the log as data, and the page is written from these: a short table for each part, plots,
machine and commit.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.suite import engines, plot, public, records, runner, sets
from benchmarks.suite.cases import Case
from benchmarks.suite.protocols import PROTOCOLS
from benchmarks.suite.spec import SpecError
from nonocsp import NonocspError
from nonocsp.apps import machine
from nonocsp.apps.cli.progress import watched
from nonocsp.core.base.suggest import unknown

from . import published_data, published_page

PLAN = Path(__file__).with_name("published.toml")

#: The records and the page, and the folders of its plots and of the log.
RECORDS = Path("build/published.jsonl")
PAGE = Path("docs/explanation/results.md")
PICTURES = Path("docs/pictures/results")
LOG = Path("benchmarks/log")

#: Puzzles of each set in a quick run.
QUICK = 2


@dataclass(frozen=True, slots=True)
class Part:
    """One question of the plan; its fields are those of the file."""

    name: str
    title: str
    text: str
    protocol: str
    engines: list[str]
    """In the file also groups, ``group:NAME``."""
    sets: list[str] = field(default_factory=list)
    """Generated ones."""
    public: list[str] = field(default_factory=list)
    """Measured if the folder of public sets holds them."""
    plots: list[str] = field(default_factory=list)
    seconds: float = 60.0
    cpu_seconds: float | None = None
    memory: float | None = None
    """Megabytes."""
    repeats: int = 1
    seeds: int | None = None
    """The engines run with the seeds 1 to this number, and the page has every puzzle with several
    solutions."""

    def cases(self, data: str | None) -> list[Case]:
        available = set(public.names(data))
        named = [*self.sets, *(name for name in self.public if name in available)]
        return [case for name in named for case in sets.cases(name, data)]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command ``publish``. Exit codes: 0 done, 1 a wrong answer, 2 bad usage, 3 unverified."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks publish",
        description="Measure the plan of the results page, and write the page.",
    )
    parser.add_argument("--plan", type=Path, default=PLAN, help="file of parts")
    parser.add_argument("--quick", action="store_true", help="a few puzzles of each set, once")
    parser.add_argument("--core", type=int, help="core that the workers are pinned to")
    parser.add_argument(
        "--data",
        default=os.environ.get("NONOCSP_DATA"),
        help="folder of the public sets (default: $NONOCSP_DATA)",
    )
    parser.add_argument("--records", type=Path, default=RECORDS, help=f"default: {RECORDS}")
    parser.add_argument("-o", "--output", type=Path, default=PAGE, help=f"page; default: {PAGE}")
    parser.add_argument("--pictures", type=Path, default=PICTURES, help=f"default: {PICTURES}")
    parser.add_argument("--log", type=Path, default=LOG, help=f"folder of the data; default: {LOG}")
    chosen = parser.parse_args(arguments)
    try:
        runner.check_core(chosen.core)
        with watched("publish"):
            return publish(
                parts(chosen.plan),
                chosen.records,
                chosen.output,
                chosen.pictures,
                chosen.log,
                _typed(chosen),
                chosen.data,
                chosen.core,
                chosen.quick,
            )
    except (NonocspError, OSError) as error:
        print(f"benchmarks: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("benchmarks: interrupted; the same command continues", file=sys.stderr)
        return 130


def _typed(chosen: argparse.Namespace) -> str:
    """The command, with the options that affect the measurements."""
    words = ["python", "-m", "benchmarks", "publish"]
    if chosen.plan != PLAN:
        words += ["--plan", str(chosen.plan)]
    if chosen.quick:
        words.append("--quick")
    if chosen.core is not None:
        words += ["--core", str(chosen.core)]
    if chosen.data:
        words += ["--data", "DIR"]
    return shlex.join(words)


def parts(path: Path = PLAN) -> list[Part]:
    """The parts of a plan.

    Raises:
        SpecError: the file is not a plan, with the part at fault.
    """
    name = "the file"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        found = []
        for name, entry in table["part"].items():
            named = [each.name for spec in entry["engines"] for each in engines.engines_named(spec)]
            part = Part(name, **(table.get("defaults", {}) | entry | {"engines": named}))
            for what, known, there_are in (
                ("protocol", [part.protocol], PROTOCOLS),
                ("plot", part.plots, plot.KINDS),
            ):
                if strange := [each for each in known if each not in there_are]:
                    raise SpecError(unknown(what, strange[0], there_are))
            found.append(part)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise SpecError(f"{path}: {error}") from None
    except SpecError as error:
        raise SpecError(f"{path}, {name}: {error}") from None
    except (KeyError, TypeError, AttributeError) as error:
        raise SpecError(f"{path}, {name}: expected a part of a plan ({error})") from None
    return found


def plan(part: Part, data: str | None, core: int | None, quick: bool) -> runner.Plan:
    """What a part measures; ``quick``: only the first puzzles of each set, once."""
    cases = part.cases(data)
    if quick:
        seen: dict[str, int] = {}
        few = []
        for case in cases:
            seen[case.set] = seen.get(case.set, 0) + 1
            few += [case] * (seen[case.set] <= QUICK)
        cases = few
    return runner.Plan(
        cases=cases,
        engines=engines.with_seeds(map(engines.engine_named, part.engines), part.seeds),
        protocol=PROTOCOLS[part.protocol],
        seconds=part.seconds,
        cpu_seconds=part.cpu_seconds,
        memory=None if part.memory is None else int(part.memory * 1e6),
        repeats=1 if quick else part.repeats,
        core=core,
    )


def _in_order(planned: runner.Plan, kept: Sequence[records.Record]) -> list[records.Record]:
    """The records of a plan, set by set as it names them; they are measured in another order."""
    places = {name: place for place, name in enumerate(dict.fromkeys(c.set for c in planned.cases))}
    return sorted(runner.measured(planned, kept), key=lambda record: places[record["set"]])


def publish(
    every: Sequence[Part],
    file: Path,
    out: Path,
    pictures: Path,
    log: Path,
    command: str,
    data: str | None = None,
    core: int | None = None,
    quick: bool = False,
) -> int:
    """Measure what is missing, then write the files of the log, and the page with its plots.

    Args:
        every: the parts of the plan.
        file: the records.
        out: the page, Markdown.
        pictures: the folder of the plots.
        log: the folder of the data, whose files are named by the day of the last record.
        command: the command, for the page.
        data: the folder of the public sets.
        core: the core that workers are pinned to.
        quick: only a few puzzles of each set.

    Returns:
        The exit code: 1 if an answer was wrong, 3 if one was not verified.

    Raises:
        SpecError: the tree has uncommitted changes, unless ``quick``; nothing could be measured.
    """
    if machine.commit()["dirty"] and not quick:
        raise SpecError("published results are measured from a clean commit: commit first")
    plans = [(part, plan(part, data, core, quick)) for part in every]
    plans = [(part, planned) for part, planned in plans if planned.cases]
    for _, planned in plans:
        runner.run(planned, file)
    kept = records.judged(records.read(file)) if file.exists() else []
    measured = [(part, _in_order(planned, kept)) for part, planned in plans]
    for folder in (out.parent, pictures, log):
        folder.mkdir(parents=True, exist_ok=True)
    head = published_data.write(log, every, measured, command, data)
    for part, found in measured:
        drawn = [record for record in found if record["set"] in part.sets]
        for kind in part.plots if drawn else ():
            plot.plot(kind, drawn, pictures / f"{part.name}-{kind}.svg", "cpu")
    text = published_page.page(head, Path(os.path.relpath(pictures, out.parent)).as_posix())
    out.write_text(text, encoding="utf-8", newline="\n")
    return records.exit_code(record["status"] for _, found in measured for record in found)
