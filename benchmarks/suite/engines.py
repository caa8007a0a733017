"""All engines and configurations by name, in one table.

A configuration of ours is an engine of nonocsp with some options: the kernel and the textbook as
they come, the kernel without one technique each (from the table of `nonocsp.Options`, so that a new
technique is compared as soon as it exists), and those of ``configurations.toml``. Any name of ours
takes further options: ``kernel:probing=off,seed=3``. An engine that another distribution offers to
nonocsp by entry point is measured under its name there. The rivals are the modules of `adapters`.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from nonocsp import Options
from nonocsp.core.base.suggest import look_up, unknown
from nonocsp.core.options import plugins

from .adapters.base import Adapter
from .spec import SpecError, Value, parse

_ADAPTERS = f"{__package__}.adapters"


@dataclass(frozen=True, slots=True)
class Engine:
    """A solver with its options, as plain data that can be sent to another process."""

    name: str
    """The name on the command line."""
    adapter: str
    """``module:class``."""
    options: Mapping[str, Value] = field(default_factory=dict)
    summary: str = ""
    is_own: bool = False
    """It is, or uses, a plugin of ``--plugin``."""

    @property
    def kind(self) -> str:
        """The adapter wherever the suite is, in a checkout or installed."""
        return self.adapter.removeprefix(f"{_ADAPTERS}.")

    def make(self) -> Adapter:
        """The adapter, ready to be asked.

        Raises:
            SpecError: an unknown option.
        """
        module, _, name = self.adapter.partition(":")
        adapter: Adapter = getattr(import_module(module), name)(self.options)
        return adapter


def _table() -> dict[str, Engine]:
    kernel, textbook = f"{_ADAPTERS}.ours:Kernel", f"{_ADAPTERS}.ours:Textbook"
    engines = [
        Engine("kernel", kernel, {}, "the default engine, all techniques"),
        Engine("textbook", textbook, {}, "backtracking in Python: AC-3, MRV, components"),
    ]
    for option in Options.table().values():
        if option.default is True and option.metadata["readers"] == ("kernel:learning",):
            name = f"kernel-no-{option.name}"
            summary = f"the kernel without this: {option.metadata['help']}"
            engines.append(Engine(name, kernel, {option.name: False}, summary))
    engines += [
        Engine(
            "python-constraint",
            f"{_ADAPTERS}.python_constraint:PythonConstraint",
            {},
            "rival: python-constraint2, explicit placements",
        ),
        Engine(
            "python-sat",
            f"{_ADAPTERS}.python_sat:PythonSat",
            {},
            "rival: CaDiCaL 1.9.5, order encoding",
        ),
        Engine(
            "cp-sat",
            f"{_ADAPTERS}.cp_sat:CpSat",
            {},
            "rival: OR-tools CP-SAT, an automaton for each line",
        ),
        Engine(
            "choco",
            f"{_ADAPTERS}.choco:Choco",
            {},
            "rival: Choco through pychoco, an automaton for each line",
        ),
        Engine(
            "ganak",
            f"{_ADAPTERS}.ganak:Ganak",
            {},
            "rival: an exact model counter, order encoding; protocol count only",
        ),
        Engine(
            "program",
            f"{_ADAPTERS}.programs:External",
            {},
            "any program by its command line, timed as a whole process",
        ),
    ]
    return {engine.name: engine for engine in engines}


ENGINES = _table()

#: Engines that are measured together: ``group:NAME``.
GROUPS: dict[str, list[str]] = {
    "techniques": ["kernel", *(name for name in ENGINES if name.startswith("kernel-no-"))]
}


def configure(path: Path) -> None:
    """Add the configurations and groups of a file like ``configurations.toml``.

    Raises:
        SpecError: the file is invalid; the message names the entry.
    """
    name = "the file"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for name, entry in table.get("configuration", {}).items():
            known = ENGINES[entry["engine"]]
            options = {**known.options, **entry.get("options", {})}
            engine = Engine(name, known.adapter, options, entry.get("summary", ""))
            engine.make()
            ENGINES[name] = engine
        for name, members in table.get("group", {}).items():
            GROUPS[name] = [engine_named(member).name for member in members]
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise SpecError(f"{path}: {error}") from None
    except SpecError as error:
        raise SpecError(f"{path}, {name}: {error}") from None
    except (KeyError, TypeError, AttributeError) as error:
        raise SpecError(f"{path}, {name}: expected an engine, options, summary ({error})") from None


def engines_named(spec: str) -> list[Engine]:
    """The engine of a name, or all of a group.

    Raises:
        SpecError: an unknown engine, option or group.
    """
    name, _, group = spec.partition(":")
    if name != "group":
        return [engine_named(spec)]
    return [engine_named(member) for member in look_up(GROUPS, "group", group, SpecError)]


def engine_named(spec: str) -> Engine:
    """The engine of a name, with the options that the name adds.

    Raises:
        SpecError: an unknown engine or option.
    """
    name, values = parse(spec)
    if name not in ENGINES and plugins.exists("engine", name):
        foreign = {"engine": name, **values}
        summary = "from outside the package"
        return Engine(spec, f"{_ADAPTERS}.ours:Foreign", foreign, summary)
    if name not in ENGINES:
        raise SpecError(unknown("engine", name, ENGINES, "`nonocsp bench list engines` lists them"))
    known = ENGINES[name]
    engine = dataclasses.replace(known, name=spec, options={**known.options, **values})
    engine.make()
    return engine


def with_seeds(engines: Iterable[Engine], number: int | None) -> list[Engine]:
    """Each engine with the seeds 1 to a number; once if it has a seed or takes none."""
    found = []
    for engine in engines:
        seeded = [
            dataclasses.replace(engine, options={**engine.options, "seed": seed})
            for seed in range(1, (number or 0) + 1)
            if "seed" not in engine.options
        ]
        try:
            found += [each for each in seeded if each.make()] or [engine]
        except SpecError:
            found.append(engine)
    return found


def summaries() -> dict[str, str]:
    """A summary of every engine, with the reason if it cannot run here."""
    found = {}
    for name, engine in ENGINES.items():
        reason = engine.make().missing()
        found[name] = engine.summary + (f" — unavailable: {reason}" if reason else "")
    return found


configure(Path(__file__).with_name("configurations.toml"))
