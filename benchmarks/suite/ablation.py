"""What a change of an engine brings: each engine against the same one without the change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .engine_times import in_common, pd
from .engines import Engine
from .paired import Paired, Ratio, paired, ratio
from .spec import Value, assigned


@dataclass(frozen=True, slots=True)
class Effect:
    """One engine against its base."""

    change: str
    """The options that differ, in words."""
    gained: int
    """Puzzles that only the engine solved."""
    lost: int
    """Puzzles that only the base solved."""
    time: Ratio
    """Of the times, engine to base, over the puzzles that both solved."""
    nodes: Ratio
    """Of the nodes plus one, over those where they are counted."""
    test: Paired
    """Both on all puzzles, the unsolved ones included."""


def effects(engines: Sequence[Engine], times: pd.DataFrame) -> list[Effect]:
    """The effects of all engines that have a base; one's own come first.

    The base is, of the engines before it with the same adapter and without plugins, the one that
    differs in the fewest options; without such one, the first engine of all for one's own.
    """
    measured, changes = times.index.unique("engine"), {}
    engines = [*{engine.name: engine for engine in engines}.values()]  # one of several seeds
    for number, engine in enumerate(sorted(engines, key=lambda each: not each.is_own)):
        number = engines.index(engine)
        ours = [e for e in engines[:number] if e.adapter == engine.adapter and not e.is_own]
        if engine.is_own and not ours:
            ours = list(engines[: min(number, 1)])
        if ours:
            base = min(ours, key=lambda each: len(_changed(engine, each)))
            if {base.name, engine.name} <= {*measured}:
                changes[engine.name, base.name] = ", ".join(assigned(_changed(engine, base)))
    return [
        _effect(test, changes[test.engine, test.base], times) for test in paired(changes, times)
    ]


def _effect(test: Paired, change: str, times: pd.DataFrame) -> Effect:
    both = in_common(times, test.engine, test.base)
    solved, before = both["seconds"].notna(), both["seconds_base"].notna()
    return Effect(
        change=change,
        gained=int((solved & ~before).sum()),
        lost=int((before & ~solved).sum()),
        time=ratio(both["seconds"], both["seconds_base"]),
        nodes=ratio(both["nodes"] + 1, both["nodes_base"] + 1),
        test=test,
    )


def _changed(engine: Engine, base: Engine) -> dict[str, Value]:
    """The options of an engine that its base has not."""
    known = base.options if engine.adapter == base.adapter else {}
    return {name: value for name, value in engine.options.items() if known.get(name) != value}
