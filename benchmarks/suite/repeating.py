"""A run repeated from its file of records alone, here or on another machine.

Built-in sets are made again by their names; the records carry other puzzles, and the sources of
plugins and commands of programs, which run only if one says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nonocsp.core.base.errors import FormatError
from nonocsp.core.base.suggest import look_up
from nonocsp.core.options import plugins

from . import sets
from .cases import Case, given_puzzle
from .engines import ENGINES, Engine, engine_named
from .protocols import PROTOCOLS
from .records import Record
from .runner import Plan
from .spec import SpecError, parse as parse_spec

#: The fields by which records belong to one run.
_RUN = ("protocol", "limit_seconds", "limit_cpu", "limit_memory")

#: The folders of plugins; workers load them too.
_folders: list[TemporaryDirectory[str]] = []


def cases_of(found: Iterable[Record]) -> dict[tuple[str, str], Case]:
    """The puzzles of records that are given with them or can be made again, by set and name."""
    there: dict[tuple[str, str], Case] = {}
    tried: set[str] = set()
    for record in found:
        place = record["set"], record["puzzle"]
        if given := record.get("given"):
            known = given.get("verdict"), given.get("solutions")
            there[place] = Case(*place, given_puzzle(given), *known, is_given=True)
        elif record["set"] not in tried and place not in there:
            tried.add(record["set"])
            try:
                of_set = sets.chosen(record["set"])
            except (SpecError, FormatError):
                continue
            there = {(case.set, case.id): case for case in of_set} | there
    return there


def load_plugins(found: Iterable[Record]) -> None:
    """Load the plugins whose sources the records have, from files that exist in this process.

    Raises:
        OptionError: they cannot be loaded, or are called as files elsewhere.
    """
    for carried in _carried(found):
        _folders.append(TemporaryDirectory())
        for name, text in carried["files"].items():
            path = Path(_folders[-1].name, name)
            if Path(name).is_absolute() or ".." in Path(name).parts:
                raise SpecError(f"a plugin is called {name!r}: expected a name in a folder")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for name in carried["load"]:
            plugins.load_file(Path(_folders[-1].name, name))


def shown(found: Sequence[Record]) -> str:
    """The sources of plugins in records, and commands of programs that are not ours."""
    files = [pair for carried in _carried(found) for pair in carried["files"].items()]
    commands = {r["engine"]: str(r["options"]["command"]) for r in found if _is_command(r)}
    return "\n".join(f"# {name}\n\n{text}\n" for name, text in [*files, *commands.items()])


def _is_command(record: Record) -> bool:
    """Whether its engine is a program, called otherwise than a configuration here says."""
    known = ENGINES.get(record["engine"])
    is_ours = known is not None and known.options == record["options"]
    return "command" in record["options"] and not is_ours


def _carried(found: Iterable[Record]) -> list[dict[str, Any]]:
    each = {record["code"]: record["plugins"] for record in found if "plugins" in record}
    return [
        carried for n, carried in enumerate(each.values()) if carried not in [*each.values()][:n]
    ]


def plans(
    found: Sequence[Record], *, with_plugins: bool, core: int | None = None
) -> tuple[list[Plan], list[str]]:
    """What was measured, and sentences on what cannot be measured again here.

    An engine that was asked some puzzle of a set is asked all that the records have of it.

    Args:
        found: the records of a run.
        with_plugins: their plugins are loaded; without, engines that use some are left out.
        core: the core that workers are pinned to.
    """
    cases, faults = cases_of(found), dict[str, None]()
    own = {record["code"] for record in found if "plugins" in record}
    runs: dict[str, dict[str, tuple[Record, set[str], int]]] = {}
    measured: dict[str, dict[tuple[str, str], Case]] = {}
    for record in found:
        place = record["set"], record["puzzle"]
        name = record["engine"]
        if (case := cases.get(place)) is None:
            faults[f"{' '.join(place)} is not here, nor in the records"] = None
        elif (record["code"] in own or _is_command(record)) and not with_plugins:
            faults[f"{name} is a plugin or a program, which --run-plugin runs"] = None
        else:
            run = json.dumps([record.get(field) for field in _RUN])
            who = json.dumps([name, record["options"]])
            _, asked, most = runs.setdefault(run, {}).get(who, (record, set[str](), 0))
            runs[run][who] = record, asked | {record["set"]}, max(most, record["repeat"] + 1)
            measured.setdefault(record["set"], {})[place] = case
    chosen = []
    for engines in runs.values():
        together: dict[str, list[Engine]] = {}
        for record, asked, most in engines.values():
            engine = _engine(record)
            if engine is None or (reason := engine.make().missing()):
                why = "no such engine, or with other options" if engine is None else reason
                faults[f"{record['engine']}: {why}"] = None
                continue
            together.setdefault(json.dumps([sorted(asked), most]), []).append(engine)
        for key, group in together.items():
            names, most = json.loads(key)
            plan = Plan(
                [case for name in names for case in measured[name].values()],
                group,
                look_up(PROTOCOLS, "protocol", record["protocol"], SpecError),
                seconds=record["limit_seconds"],
                cpu_seconds=record["limit_cpu"],
                memory=record["limit_memory"],
                repeats=most,
                core=core,
            )
            chosen.append(plan)
    return chosen, list(faults)


def _engine(record: Mapping[str, Any]) -> Engine | None:
    """The engine of a record; none if there is no such one here."""
    foreign = Engine("", f"{__package__}.adapters.ours:Foreign")
    known = {engine.kind: engine.adapter for engine in [foreign, *ENGINES.values()]}
    try:
        if (adapter := known.get(record["adapter"])) is None:
            return engine_named(record["engine"])
        engine = Engine(record["engine"], adapter, record["options"])
        engine.make()
        name, said = parse_spec(engine.name)
        if adapter == foreign.adapter:
            said = {"engine": name, **said}
        if not said.items() <= engine.options.items():
            return None
    except SpecError:
        return None
    return engine
