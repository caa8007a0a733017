"""What a command line measures: the plan of its puzzles, engines and limits."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace

from nonocsp.core.base.suggest import look_up
from nonocsp.core.options import plugins

from . import sets, standard
from .cases import Case
from .engines import ENGINES, Engine, configure, engine_named, engines_named, with_seeds
from .merge import part_of
from .protocols import PROTOCOLS
from .runner import Plan, check_core
from .spec import SpecError, Value, assigned, parse

#: The clock may run for this many times the limit on CPU seconds, as the machine may be busy.
BUSY = 20

#: The engines of a page without plugins.
ALONE = (
    "kernel",
    "kernel-no-learning",
    "kernel-no-probing",
    "kernel-no-guidance",
    "kernel-propagation",
    "textbook",
)

#: What the kernel leaves out with a decision heuristic in Python (see
#: `nonocsp.core.kernel.decision`); named in the options, so that such an engine is compared with
#: one that leaves it out, too.
LEFT_OUT: dict[str, Value] = {"dives": False, "lucky": False}

#: The kinds of plugins that are options, with the engine that has the option.
_BASES = {
    "propagation": "textbook",
    "ordering": "textbook",
    "values": "textbook",
    "decision": "kernel",
}


def plan_of(chosen: argparse.Namespace, is_page: bool = False) -> Plan:
    """The plan of `nonocsp bench` (``is_page``), of its command ``run``, or of ``profile``.

    Raises:
        SpecError: an unknown name or value, or nothing to measure.
        OptionError: a file of plugins is at fault.
    """
    for file in chosen.configurations:
        configure(file)
    found: list[Case] = []
    for name in _puzzles(chosen, is_page):
        of_set = sets.chosen(name)
        found += of_set[: chosen.number] if chosen.number else of_set
    if not found:
        raise SpecError(f"no puzzles in {', '.join(chosen.puzzles)}")
    protocol = look_up(PROTOCOLS, "protocol", chosen.protocol, SpecError)
    engines = _engines(chosen, is_page)
    if not hasattr(chosen, "core"):  # a profile
        return Plan(found, engines, protocol, chosen.seconds or 10.0)
    check_core(chosen.core)
    cpu = chosen.cpu_seconds
    if is_page and cpu is None and chosen.seconds is None and sys.platform != "win32":
        cpu = 1.0
    return Plan(
        cases=part_of(found, chosen.part) if chosen.part else found,
        engines=with_seeds(engines, chosen.seeds),
        protocol=protocol,
        seconds=chosen.seconds or (BUSY * cpu if cpu else 10.0),
        cpu_seconds=cpu,
        memory=chosen.memory and int(chosen.memory * 1e6),
        repeats=chosen.repeats,
        chunk=chosen.chunk,
        core=chosen.core,
        has_features=chosen.features,
        part=chosen.part or "",
    )


def _puzzles(chosen: argparse.Namespace, is_page: bool) -> Iterable[str]:
    if is_page and chosen.quick and chosen.puzzles:
        raise SpecError("a quick run measures the standard set alone: leave out --puzzles")
    newest = standard.names()[-1]
    usual = ["tiny"] if not is_page else [f"{newest}:scale=quick" if chosen.quick else newest]
    return dict.fromkeys(chosen.puzzles or usual)


def _engines(chosen: argparse.Namespace, is_page: bool) -> list[Engine]:
    """The base, the engines that are named, and those of files of which these use no plugin."""
    given = getattr(chosen, "base", None)
    base = engine_named(given) if given else None
    files = {file: {*plugins.load_file(file)} for file in chosen.plugin}
    techniques = set().union(*files.values())
    own = {file: engines_of(file, base) for file in files}
    if chosen.engine:
        named = [each for name in chosen.engine for each in engines_named(name)]
    elif base is not None:
        named = []
    elif own:
        named = [ENGINES["kernel"], ENGINES["textbook"]]
        if any(kind == "decision" for kind, _ in techniques):
            named.append(engine_named("kernel:" + ",".join(assigned(LEFT_OUT))))
    else:
        named = [ENGINES[name] for name in (ALONE if is_page else ["kernel"])]
    named = [*([base] if base else []), *named]
    named = [replace(each, is_own=bool(techniques & {*each.options.items()})) for each in named]
    used = {pair for each in named for pair in each.options.items()}
    named += [each for file, pairs in files.items() if not pairs & used for each in own[file]]
    return [*{each.name: each for each in _with_options(named, chosen.options)}.values()]


def engines_of(file: str, base: Engine | None = None) -> list[Engine]:
    """An engine for each plugin that a file registers.

    A technique is measured in the base, if that is of the engine that has its option, else in that
    engine with all other options at their defaults, except that a decision heuristic goes with
    `LEFT_OUT`. If the file has techniques for several options of one engine, they are also measured
    together, the first of each.

    Raises:
        OptionError: the file cannot be read, fails, or registers nothing.
    """
    found = []
    together: dict[str, dict[str, Value]] = {}
    for kind, name in plugins.load_file(file):
        engine = _BASES.get(kind)
        if engine is None:
            foreign = f"{__package__}.adapters.ours:Foreign"
            found.append(Engine(name, foreign, {"engine": name}, f"of {file}", is_own=True))
            continue
        together.setdefault(engine, {}).setdefault(kind, name)
        found.append(_with_techniques(engine, {kind: name}, base, file))
    several = (each for each in together.items() if len(each[1]) > 1)
    return found + [_with_techniques(engine, own, base, file) for engine, own in several]


def _with_techniques(name: str, own: dict[str, Value], base: Engine | None, file: str) -> Engine:
    into = base if base and base.adapter == ENGINES[name].adapter else ENGINES[name]
    left_out = LEFT_OUT if "decision" in own else {}
    return replace(
        _named(into, own),
        options={**left_out, **into.options, **own},
        summary=f"of {file}",
        is_own=True,
    )


def _named(engine: Engine, options: dict[str, Value]) -> Engine:
    """An engine with further options."""
    name = f"{engine.name}{',' if ':' in engine.name else ':'}{','.join(assigned(options))}"
    return replace(engine, name=name, options={**engine.options, **options})


def _with_options(engines: Sequence[Engine], words: Sequence[str]) -> Sequence[Engine]:
    """The engines, each with the options that it has.

    Raises:
        SpecError: no engine has such an option.
    """
    for word in words:
        _, values = parse(f":{word}")
        found, error = [], SpecError(f"no engine takes {word}")
        for engine in engines:
            more = _named(engine, values)
            try:
                more.make()
                found.append(more)
            except SpecError as refused:
                error = refused
                found.append(engine)
        if found == list(engines):
            raise error
        engines = found
    return engines
