"""Records of the parts of one run, put together; missing and doubled ones are noticed.

A part is every N-th puzzle (`part_of`), so that hard puzzles are spread, and each of its records
says which part it is of, and how much the part measures.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from nonocsp.core.base.files import write_lines
from nonocsp.people.explanation.phrasing import listed

from . import records
from .agreement import agreement
from .records import Record
from .spec import SpecError

_T = TypeVar("_T")


def part_of(whole: Sequence[_T], text: str) -> list[_T]:
    """The puzzles, or other work, of part I of N.

    Args:
        whole: all of the run.
        text: ``I/N``.

    Raises:
        SpecError: there is no such part, or nothing in it.
    """
    number, _, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise SpecError(f"expected a part like 3/20, not {text!r}")
    if int(of) > len(whole):
        raise SpecError(f"part {text}: {len(whole)} cannot be divided into {of} parts")
    return list(whole[int(number) - 1 :: int(of)])


def merge(paths: Sequence[Path], out: Path) -> list[str]:
    """Write the records of all files into one, the first of doubled ones.

    Returns:
        Sentences on what contradicts, is missing, doubled, or of another version or machine.

    Raises:
        SpecError: the file to write is one of those to read.
    """
    if out.resolve() in [path.resolve() for path in paths]:
        raise SpecError(f"{out} is read and cannot be written")
    found: list[tuple[str, Record]] = []
    kept: dict[str, Record] = {}
    doubled: dict[str, list[str]] = defaultdict(list)
    differing: list[str] = []
    for path in paths:
        of_file = list(records.measurements(path))
        same = agreement([record for _, record in found], of_file)
        others = {
            "puzzles": same.puzzles,
            "answers": same.answers,
            "options or limits": same.runs,
            "counted work": same.work,
        }
        for what, each in others.items():
            differing += [f"other {what} in {path.name}: {listed(each[:5])}"] if each else []
        found += [(path.name, record) for record in of_file]
    for name, record in found:
        key = records.key({**record, "code": ""})  # another version is no other measurement
        doubled[key].append(name)
        kept.setdefault(key, record)
    write_lines(out, map(json.dumps, kept.values()))
    twice = [names for names in doubled.values() if len(names) > 1]
    return [
        *differing,
        *_missing(kept.values()),
        *([f"{len(twice)} measurements are doubled: in {listed(_once(twice))}"] if twice else []),
        *_differing(found),
    ]


def _missing(kept: Iterable[Record]) -> Iterator[str]:
    """Parts that are absent or not complete, by protocol and limits."""
    runs: dict[tuple[object, ...], list[Record]] = defaultdict(list)
    for record in kept:
        fields = ("protocol", "limit_seconds", "limit_cpu", "limit_memory")
        runs[tuple(record.get(field) for field in fields)].append(record)
    for (protocol, *_), those in runs.items():
        if any(not record.get("part") for record in those):
            yield f"{protocol}: records of a run without --part"
        parts: dict[tuple[int, int], dict[str, int]] = {}
        rows: dict[object, list[Record]] = defaultdict(list)
        engines = {(record["engine"], record.get("seed")) for record in those}
        for record in those:
            if part := record.get("part"):
                parts[place := (part["of"], part["number"])] = part
                rows[place, record["engine"], record.get("seed")].append(record)
        totals = sorted({of for of, _ in parts})
        if len(totals) > 1:
            yield f"{protocol}: parts of {listed([*map(str, totals)])}"
        for of in totals:
            absent = [str(number) for number in range(1, of + 1) if (of, number) not in parts]
            if absent:
                yield f"{protocol}: no records of part {', '.join(absent)} of {of}"
        for (of, number), part in sorted(parts.items()):
            for engine, seed in sorted(engines, key=str):
                done = _complete(rows[(of, number), engine, seed], part["repeats"])
                if done < part["puzzles"]:
                    which = f"{engine}, seed {seed}" if seed is not None else engine
                    numbers = f"{done} of {part['puzzles']} puzzles"
                    yield f"{protocol}: part {number} of {of}: {which} has {numbers}"


def _complete(rows: Sequence[Record], repeats: int) -> int:
    """The puzzles with all their repeats; after one without an answer there are no more."""
    statuses: dict[tuple[str, str], list[str]] = defaultdict(list)
    for record in rows:
        statuses[record["set"], record["puzzle"]].append(record["status"])
    return sum(
        len(each) >= repeats or any(status != "solved" for status in each)
        for each in statuses.values()
    )


def _differing(found: Sequence[tuple[str, Record]]) -> Iterator[str]:
    """Engines of several versions, and several machines."""
    code: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    machines: dict[str, list[str]] = defaultdict(list)
    for name, record in found:
        code[record["engine"]][record["code"]].append(name)
        about = (record["machine"].get(field) for field in ("cpu", "python", "compiler"))
        machines[", ".join(map(str, about))].append(name)
    for engine, versions in code.items():
        if len(versions) > 1:
            each = (f"{digest} in {listed(_once([names]))}" for digest, names in versions.items())
            yield f"{engine}: {len(versions)} versions of its code: {'; '.join(each)}"
    if len(machines) > 1:
        each = (f"{machine} in {listed(_once([names]))}" for machine, names in machines.items())
        yield f"{len(machines)} machines, whose times cannot be compared: {'; '.join(each)}"


def _once(names: Sequence[Sequence[str]]) -> list[str]:
    """The first names of files, each once."""
    every = list(dict.fromkeys(name for each in names for name in each))
    return every if len(every) <= 5 else [*every[:4], f"{len(every) - 4} more files"]
