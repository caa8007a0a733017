"""The times of each engine on a set, gathered from records."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from statistics import fmean, median

from .records import Record
from .spec import SpecError


@dataclass(slots=True)
class EngineTimes:
    """The results of one engine on the puzzles of a set."""

    limit: float
    seconds: dict[str, float] = field(default_factory=dict)
    """By puzzle, for the solved ones; the mean over the seeds."""
    statuses: dict[str, str] = field(default_factory=dict)
    """By puzzle, in the order of measuring; ``solved`` if every repeat with every seed was."""
    penalised: dict[str, float] = field(default_factory=dict)
    """By puzzle: the mean over the seeds, an unsolved run counted as twice the limit."""
    spreads: list[float] = field(default_factory=list)
    """The median of the repeats divided by the least, for what was solved more than once."""
    by_seed: dict[int | None, list[float | None]] = field(default_factory=dict)
    """The times of each seed, None where it did not solve; the key None for one without a seed."""
    nodes: dict[str, float] = field(default_factory=dict)
    """By puzzle, for the solved ones whose nodes are counted; the mean over the seeds."""
    answers: dict[str, str] = field(default_factory=dict)
    """By puzzle: a verdict, or a number of solutions if that was the question, or empty."""
    peak_memory: int = 0
    """Bytes, the maximum over all puzzles."""

    @property
    def par2(self) -> float:
        """The mean time, an unsolved puzzle counted as twice the limit."""
        return fmean(self.penalised.values())

    def seeds(self) -> tuple[list[int], list[float]]:
        """The puzzles solved and the PAR-2 of each seed."""
        runs = self.by_seed.values()
        solved = [sum(value is not None for value in values) for values in runs]
        return solved, [fmean(map(self.penalty, values)) for values in runs]

    def penalty(self, seconds: float | None) -> float:
        """The time of a run as it counts in PAR-2; None was not solved."""
        return 2 * self.limit if seconds is None else seconds

    def bound(self, puzzle: str) -> float:
        """The time of a puzzle, or the limit if it was not solved."""
        return self.seconds.get(puzzle, self.limit)

    def cell(self, puzzle: str) -> str:
        """The time of a puzzle for a table: "> limit" for a timeout, else the status."""
        status = self.statuses.get(puzzle, "")
        if status == "solved":
            return seconds_text(self.seconds[puzzle])
        if status == "timeout":
            return seconds_text(self.limit, True)
        return status.upper() if status == "wrong" else status

    def failures(self) -> str:
        """The numbers of unsolved puzzles by status, in brackets."""
        counts = Counter(status for status in self.statuses.values() if status != "solved")
        listed = (f"{n} {s.upper() if s == 'wrong' else s}" for s, n in sorted(counts.items()))
        return f" ({', '.join(listed)})" if counts else ""


def gather(rows: Sequence[Record], clock: str, of: str) -> dict[str, EngineTimes]:
    """The times of every engine in the records of one table, by name.

    Where code or machine differ between records of an engine, its name gains them.
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
    times: dict[str, EngineTimes] = {}
    for (name, puzzle), measured in repeats.items():
        own = times.setdefault(name, EngineTimes(limit_of(measured[0])))
        unsolved = [row["status"] for row in measured if row["status"] != "solved"]
        own.statuses[puzzle] = unsolved[0] if unsolved else "solved"
        own.answers[puzzle] = answer(measured[-1])
        own.peak_memory = max(own.peak_memory, *(row["peak_memory"] or 0 for row in measured))
        runs: dict[int | None, float | None] = {}
        for seed, values in _times_by_seed(measured, clock).items():
            runs[seed] = (min if of == "min" else median)(values) if values else None
            if len(values) > 1:
                own.spreads.append(median(values) / min(values))
        for seed, value in runs.items():
            own.by_seed.setdefault(seed, []).append(value)
        own.penalised[puzzle] = fmean(map(own.penalty, runs.values()))
        if not unsolved:
            own.seconds[puzzle] = own.penalised[puzzle]
            if any(row["counted"] for row in measured):  # a record has no zeros
                own.nodes[puzzle] = fmean(row["counted"].get("nodes", 0) for row in measured)
    return times


def _times_by_seed(measured: Sequence[Record], clock: str) -> dict[int | None, list[float]]:
    """The times of the repeats of one puzzle by seed; none where one of them was not solved."""
    repeats: dict[int | None, list[Record]] = defaultdict(list)
    for row in measured:
        repeats[row.get("seed")].append(row)
    return {
        seed: [seconds_of(row, clock) for row in rows]
        if all(row["status"] == "solved" for row in rows)
        else []
        for seed, rows in repeats.items()
    }


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


def limit_of(row: Record) -> float:
    """The limit on the seconds: on CPU seconds, as the clock may run longer; else on the clock.

    It is the same on both clocks, so that PAR-2 counts an unsolved puzzle alike.
    """
    return float(row.get("limit_cpu") or row["limit_seconds"])


def virtual_best(times: Mapping[str, EngineTimes]) -> EngineTimes:
    """The virtual best solver: for each puzzle the fastest engine."""
    best = EngineTimes(next(iter(times.values())).limit)
    for own in times.values():
        for puzzle, status in own.statuses.items():
            if status == "solved":
                before = best.seconds.get(puzzle, own.seconds[puzzle])
                best.seconds[puzzle] = min(before, own.seconds[puzzle])
                best.statuses[puzzle] = status
            else:
                best.statuses.setdefault(puzzle, status)
            counts = own.penalised[puzzle]
            best.penalised[puzzle] = min(best.penalised.get(puzzle, counts), counts)
    return best


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
    """Seconds with three digits, small ones in smaller units; "> " where they are a lower bound.

    >>> seconds_text(0.01234), seconds_text(20, True)
    ('12.3 ms', '> 20 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            text = f"{seconds / size:.3g}" if seconds < 1000 else f"{seconds:.0f}"
            return f"{'> ' if more else ''}{text} {unit}"
    return f"{'> ' if more else ''}{seconds / 1e-9:.3g} ns"
