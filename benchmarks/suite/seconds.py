"""The seconds of a record, and what a table says of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from statistics import median

from .records import Record
from .spec import SpecError

#: Seconds below which cold caches may double a time.
COLD = 0.005


def seconds_of(row: Record, clock: str) -> float:
    """The seconds of a solved record by this clock; no other one stands in.

    Raises:
        SpecError: it has none, or 0: a clock that did not tick.
    """
    by = "seconds" if clock == "wall" or row["protocol"] == "tighten" else "cpu_seconds"
    if not row[by]:
        where = f"{row['engine']} on {row['set']} {row['puzzle']}"
        missed = "was too short for its clock" if row[by] == 0 else "has no CPU seconds"
        raise SpecError(f"{where} {missed}; --clock wall compares the seconds that passed")
    return float(row[by])


def is_kept(first: float, least: float) -> bool:
    """Whether an answer was faster when it was asked for again, as one that the engine has kept.

    Cold caches slow short ones as much.
    """
    return first > COLD and first > 2 * least


def suspicions(found: Iterable[Record]) -> Iterator[str]:
    """Engines whose times do not tell their work: answers that are kept, work done elsewhere."""
    runs: dict[str, dict[str, list[Record]]] = {}
    for record in found:
        if record["status"] == "solved" and record["cpu_seconds"]:
            names = ("set", "puzzle", "protocol", "seed")
            question = str([record.get(name) for name in names])
            runs.setdefault(record["engine"], {}).setdefault(question, []).append(record)
    waits: dict[str, float] = {}
    for engine, questions in runs.items():
        times = [[record["cpu_seconds"] for record in records] for records in questions.values()]
        if kept := sum(is_kept(each[0], min(each)) for each in times):
            said = f"{engine} answered {kept} of {len(times)} faster when asked again"
            yield f"{said}: the first counts"
        # The least of a question: a busy machine lets any engine wait, but seldom each time.
        least = [
            min(record["seconds"] / record["cpu_seconds"] for record in records)
            for records in questions.values()
            if min(record["seconds"] for record in records) > COLD
        ]
        if least:
            waits[engine] = median(least)
    for engine, wait in waits.items():
        usual = min(waits.values())
        if wait > 2 and wait > 2 * usual:
            yield (
                f"{engine} took {wait:.2g} times its CPU seconds by the clock, others {usual:.2g}: "
                "it waits, perhaps for another process that works"
            )


def limit_of(row: Record) -> float:
    """The limit on the seconds: on CPU seconds, as the clock may run longer; else on the clock.

    It is the same on both clocks, so that PAR-2 counts an unsolved puzzle alike.
    """
    return float(row.get("limit_cpu") or row["limit_seconds"])


def answer(row: Record) -> str:
    """The answer in a record, for a table; empty if there is none that can be believed."""
    if row["status"] in ("wrong", "unverified"):
        return ""
    if row["protocol"] != "count":
        return "" if row["verdict"] == "unknown" else str(row["verdict"])
    if row["status"] != "solved":
        return ""
    number = row["solutions"]
    return str(number) if number < 10**9 else f"{Decimal(number):.3e}"


def seconds_text(seconds: float, more: bool = False) -> str:
    """Seconds with three digits, small ones in smaller units; "> " where they are a lower bound;
    empty for none.

    >>> seconds_text(0.01234), seconds_text(20, True)
    ('12.3 ms', '> 20 s')
    """
    if seconds != seconds:
        return ""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            text = f"{seconds / size:.3g}" if seconds < 1000 else f"{seconds:.0f}"
            return f"{'> ' if more else ''}{text} {unit}"
    return f"{'> ' if more else ''}{seconds / 1e-9:.3g} ns"
