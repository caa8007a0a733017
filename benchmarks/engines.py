"""All engines and configurations by name, in one table.

A configuration of ours is an engine of nonocsp with some options: the kernel as it comes, the
kernel without one technique each (from the table of `nonocsp.Options`, so that a new technique is
compared as soon as it exists), and the textbook modes. Any name of ours takes further options:
``kernel:probing=off,seed=3``. The rivals are the modules of `adapters`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module

from nonocsp import Options

from .adapters.base import Adapter
from .adapters.programs import PROGRAMS
from .spec import SpecError, Value, parse

_ADAPTERS = "benchmarks.adapters"


@dataclass(frozen=True, slots=True)
class Engine:
    """A solver with its options, as plain data that can be sent to another process."""

    name: str
    """As it was asked for."""
    adapter: str
    """``module:class``."""
    options: Mapping[str, Value] = field(default_factory=dict)
    summary: str = ""

    def make(self) -> Adapter:
        """The adapter, ready to be asked.

        Raises:
            SpecError: an option that there is not.
        """
        module, _, name = self.adapter.partition(":")
        adapter: Adapter = getattr(import_module(module), name)(self.options)
        return adapter


def _table() -> dict[str, Engine]:
    kernel, textbook = f"{_ADAPTERS}.ours:Kernel", f"{_ADAPTERS}.ours:Textbook"
    engines = [Engine("kernel", kernel, {}, "the default engine, all techniques")]
    for option in dataclasses.fields(Options):
        if option.default is True and option.metadata["engines"] == ("kernel",):
            name = f"kernel-no-{option.name}"
            summary = f"the kernel without this: {option.metadata['help']}"
            engines.append(Engine(name, kernel, {option.name: False}, summary))
    # Only what makes a difference without learning; the rest of the techniques serve it.
    bare = ("learning", "probing", "guidance", "dives", "positions", "restarts")
    known = {option.name for option in dataclasses.fields(Options)}
    engines += [
        Engine(
            "kernel-propagation",
            kernel,
            {name: False for name in bare if name in known},
            "propagation and chronological backtracking alone",
        ),
        Engine(
            "kernel-textbook",
            kernel,
            {"strategy": "textbook"},
            "the tree of the textbook engine, in the kernel",
        ),
        Engine("textbook", textbook, {}, "explicit placements in Python: AC-3, MRV, components"),
    ]
    modes: dict[str, dict[str, Value]] = {
        "forward_checking": {"propagation": "forward_checking"},
        "backtracking": {"propagation": "none"},
        "in_order": {"ordering": "in_order"},
        "mrv_degree": {"ordering": "mrv_degree"},
        "least_constraining": {"values": "least_constraining"},
        "no-components": {"components": False},
    }
    for name, options in modes.items():
        summary = f"the textbook with {options}"
        engines.append(Engine(f"textbook-{name}", textbook, options, summary))
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
            "ganak",
            f"{_ADAPTERS}.ganak:Ganak",
            {},
            "rival: an exact model counter, order encoding; protocol count only",
        ),
    ]
    for name in PROGRAMS:
        summary = "rival: a program, timed as a whole process"
        engines.append(Engine(name, f"{_ADAPTERS}.programs:External", {"program": name}, summary))
    return {engine.name: engine for engine in engines}


ENGINES = _table()


def engine_named(spec: str) -> Engine:
    """The engine of a name, with the options that the name adds.

    Raises:
        SpecError: there is no such engine or option.
    """
    name, values = parse(spec)
    if name not in ENGINES:
        raise SpecError(f"no engine {name!r}; there are {', '.join(ENGINES)}")
    known = ENGINES[name]
    engine = dataclasses.replace(known, name=spec, options={**known.options, **values})
    engine.make()
    return engine


def summaries() -> dict[str, str]:
    """What every engine is, and why it cannot run here if so."""
    said = {}
    for name, engine in ENGINES.items():
        reason = engine.make().missing()
        said[name] = engine.summary + (f" — unavailable: {reason}" if reason else "")
    return said
