"""What a change of an engine brings: each engine against the same one without the change."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .compare import bounds
from .engine_times import EngineTimes, gather
from .engines import Engine
from .paired import Paired, holm, paired
from .records import Record
from .spec import Value, assigned


@dataclass(frozen=True, slots=True)
class Effect:
    """One engine against its base."""

    engine: str
    base: str
    change: str
    """The options that differ, in words."""
    gained: int
    """Puzzles that only the engine solved."""
    lost: int
    """Puzzles that only the base solved."""
    both: int
    """Puzzles that both solved."""
    time: float
    """The geometric mean of the ratios of the times, engine to base, over these."""
    bounds: tuple[float, float]
    """95 % bounds of that mean, by bootstrap."""
    nodes: float | None
    """The geometric mean of the ratios of the nodes plus one; None where they are not counted."""
    test: Paired
    """Both on all puzzles, the unsolved ones included."""


def effects(engines: Sequence[Engine], records: Iterable[Record]) -> list[Effect]:
    """The effects of all engines that have a base; one's own come first.

    The base is, of the engines before it with the same adapter and without plugins, the one that
    differs in the fewest options; without such one, the first engine of all for one's own.
    """
    named = [{**record, "puzzle": f"{record['set']} {record['puzzle']}"} for record in records]
    times = gather(named, "cpu", "min")
    pairs = []
    for number, engine in enumerate(engines):
        ours = [e for e in engines[:number] if e.adapter == engine.adapter and not e.plugin]
        if engine.plugin and not ours:
            ours = list(engines[: min(number, 1)])
        if ours:
            base = min(ours, key=lambda each: len(_changed(engine, each)))
            if {base.name, engine.name} <= times.keys():
                pairs.append((engine, base))
    pairs.sort(key=lambda pair: not pair[0].plugin)
    tests = [(pair, paired(pair[0].name, pair[1].name, times)) for pair in pairs]
    known = [(pair, test) for pair, test in tests if test]
    corrected = holm([test for _, test in known])
    return [_effect(*pair, times, test) for (pair, _), test in zip(known, corrected, strict=True)]


def _effect(engine: Engine, base: Engine, times: dict[str, EngineTimes], test: Paired) -> Effect:
    own, other = times[engine.name], times[base.name]
    asked = own.statuses.keys() & other.statuses.keys()
    solved, before = own.seconds.keys() & asked, other.seconds.keys() & asked
    both = sorted(solved & before)
    logs = [math.log(max(own.seconds[p], 1e-9) / max(other.seconds[p], 1e-9)) for p in both]
    low, high = bounds(logs) if logs else (0.0, 0.0)
    ratios = [
        math.log((own.nodes[p] + 1) / (other.nodes[p] + 1))
        for p in both
        if p in own.nodes and p in other.nodes
    ]
    return Effect(
        engine=engine.name,
        base=base.name,
        change=", ".join(assigned(_changed(engine, base))),
        gained=len(solved - before),
        lost=len(before - solved),
        both=len(both),
        time=math.exp(sum(logs) / len(logs)) if logs else 1.0,
        bounds=(math.exp(low), math.exp(high)),
        nodes=math.exp(sum(ratios) / len(ratios)) if ratios else None,
        test=test,
    )


def _changed(engine: Engine, base: Engine) -> dict[str, Value]:
    """The options of an engine that its base has not."""
    known = base.options if engine.adapter == base.adapter else {}
    return {name: value for name, value in engine.options.items() if known.get(name) != value}
