"""What a change of an engine brings: each engine against the same one without the change."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .compare import bounds
from .engine_times import EngineTimes, gather
from .engines import Engine
from .records import Record


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


def effects(engines: Sequence[Engine], records: Iterable[Record]) -> list[Effect]:
    """The effects of all engines that have a base: the first engine of the same adapter.

    An engine of another adapter, from a file of plugins, is compared with the first of all. One's
    own come first.
    """
    found = list(records)
    named = [{**record, "puzzle": f"{record['set']} {record['puzzle']}"} for record in found]
    times = gather(named, "cpu", "min")
    bases: dict[str, Engine] = {}
    pairs = []
    for engine in engines:
        base = bases.setdefault(engine.adapter, engine)
        if base is engine and engine.plugin and engines[0] is not engine:
            base = engines[0]
        if base is not engine and {base.name, engine.name} <= times.keys():
            pairs.append((engine, base))
    pairs.sort(key=lambda pair: not pair[0].plugin)
    return [_effect(engine, base, times, found) for engine, base in pairs]


def _effect(
    engine: Engine, base: Engine, times: dict[str, EngineTimes], records: Sequence[Record]
) -> Effect:
    own, other = times[engine.name], times[base.name]
    both = [puzzle for puzzle in own.seconds if puzzle in other.seconds]
    logs = [math.log(max(own.seconds[p], 1e-9) / max(other.seconds[p], 1e-9)) for p in both]
    low, high = bounds(logs) if logs else (0.0, 0.0)
    nodes = [_nodes(records, name) for name in (engine.name, base.name)]
    ratios = [
        math.log((nodes[0][p] + 1) / (nodes[1][p] + 1)) for p in both if all(p in n for n in nodes)
    ]
    changed = {**engine.options}
    if engine.adapter == base.adapter:
        changed = {k: v for k, v in engine.options.items() if base.options.get(k) != v}
    words = {True: "on", False: "off"}
    shown = (f"{k}={words[v] if isinstance(v, bool) else v}" for k, v in changed.items())
    return Effect(
        engine=engine.name,
        base=base.name,
        change=", ".join(shown),
        gained=len(own.seconds.keys() - other.seconds.keys()),
        lost=len(other.seconds.keys() - own.seconds.keys()),
        both=len(both),
        time=math.exp(sum(logs) / len(logs)) if logs else 1.0,
        bounds=(math.exp(low), math.exp(high)),
        nodes=math.exp(sum(ratios) / len(ratios)) if ratios else None,
    )


def _nodes(records: Iterable[Record], name: str) -> dict[str, int]:
    """The nodes of the solved puzzles; without search there are none."""
    return {
        f"{record['set']} {record['puzzle']}": int(record["counted"].get("nodes", 0))
        for record in records
        if record["engine"] == name and record["status"] == "solved"
    }
