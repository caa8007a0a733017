"""The times of one engine on one set, gathered from records."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from statistics import median

from .records import Record


@dataclass(slots=True)
class Times:
    """What one engine did on the puzzles of a set."""

    limit: float
    seconds: dict[str, float] = field(default_factory=dict)
    """Of the puzzles that it solved."""
    statuses: dict[str, str] = field(default_factory=dict)
    """Of all puzzles that it was asked, in the order of asking; ``solved`` if every repeat was."""
    answers: dict[str, str] = field(default_factory=dict)
    """What it said: a verdict, or a number of solutions if that was the question; or nothing."""
    peak_memory: int = 0
    """Bytes, the most over all puzzles."""

    def bound(self, puzzle: str) -> float:
        """The time of a puzzle; where it was not solved, the limit."""
        return self.seconds.get(puzzle, self.limit)

    def cell(self, puzzle: str) -> str:
        """The time of a puzzle for a table: "> limit" for a timeout, else why there is none."""
        status = self.statuses.get(puzzle, "")
        if status == "solved":
            return seconds_text(self.seconds[puzzle])
        if status == "timeout":
            return seconds_text(self.limit, True)
        return status.upper() if status == "wrong" else status

    def failures(self) -> str:
        """What became of the puzzles that were not solved, in brackets."""
        counts = Counter(status for status in self.statuses.values() if status != "solved")
        said = (f"{n} {s.upper() if s == 'wrong' else s}" for s, n in sorted(counts.items()))
        return f" ({', '.join(said)})" if counts else ""


def gather(rows: Sequence[Record], clock: str, of: str) -> dict[str, Times]:
    """The times of every engine in the records of one table, by name.

    An engine whose code or machine differs between records is told apart by code and processor.
    """
    code: dict[str, set[str]] = defaultdict(set)
    cpu: set[str] = {row["machine"]["cpu"] for row in rows}
    for row in rows:
        code[row["engine"]].add(row["code"])
    repeats: dict[tuple[str, str], list[Record]] = defaultdict(list)
    for row in rows:
        name = row["engine"]
        if len(code[name]) > 1:
            name += f" @{row['code'][:6]}"
        if len(cpu) > 1:
            name += f" on {row['machine']['cpu']}"
        repeats[name, row["puzzle"]].append(row)
    times: dict[str, Times] = {}
    for (name, puzzle), measured in repeats.items():
        own = times.setdefault(name, Times(limit_of(measured[0], clock)))
        unsolved = [row["status"] for row in measured if row["status"] != "solved"]
        own.statuses[puzzle] = unsolved[0] if unsolved else "solved"
        own.answers[puzzle] = answer(measured[-1])
        own.peak_memory = max(own.peak_memory, *(row["peak_memory"] or 0 for row in measured))
        if not unsolved:
            field_name = "cpu_seconds" if clock == "cpu" else "seconds"
            values = [row[field_name] or row["seconds"] for row in measured]
            own.seconds[puzzle] = min(values) if of == "min" else median(values)
    return times


def limit_of(row: Record, clock: str) -> float:
    """The limit of a measurement on that clock; the one on wall seconds where there is no other."""
    bound = row.get("limit_cpu") if clock == "cpu" else None
    return float(bound or row["limit_seconds"])


def virtual_best(times: Mapping[str, Times]) -> Times:
    """What one would get by always asking the engine that is fastest on the puzzle."""
    best = Times(next(iter(times.values())).limit)
    for own in times.values():
        for puzzle, status in own.statuses.items():
            if status == "solved":
                before = best.seconds.get(puzzle, own.seconds[puzzle])
                best.seconds[puzzle] = min(before, own.seconds[puzzle])
                best.statuses[puzzle] = status
            else:
                best.statuses.setdefault(puzzle, status)
    return best


def answer(row: Record) -> str:
    """The answer that a record gives, for a table; empty where it gives none."""
    if row["protocol"] != "count":
        return "" if row["verdict"] == "unknown" else str(row["verdict"])
    if row["status"] != "solved":
        return ""
    number = row["solutions"]
    return str(number) if number < 10**9 else f"{Decimal(number):.3e}"


def seconds_text(seconds: float, more: bool = False) -> str:
    """Seconds with three digits, small ones in smaller units; "> " where they are a lower bound.

    >>> seconds_text(0.01234), seconds_text(20, True)
    ('12.3 ms', '> 20 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            text = f"{seconds / size:.3g}" if seconds < 1000 else f"{seconds:.0f}"
            return f"{'> ' if more else ''}{text} {unit}"
    return f"{'> ' if more else ''}{seconds / 1e-9:.3g} ns"
