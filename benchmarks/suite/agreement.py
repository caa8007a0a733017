"""Whether two files of records say the same: puzzles, then answers, then counted work.

Times come after these: a ratio of times means nothing where the answers differ. Counted work is the
same on every machine, so a difference in it comes from the code.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from nonocsp.core import FormatError, counted

from .cases import given_puzzle
from .records import Record, place

_Questions: TypeAlias = dict[tuple[str, ...], list[Record]]

#: Differences that are listed of each kind.
MOST = 30

#: What a question is asked with, besides what tells it from others.
_RUN = ("adapter", "options", "limit_seconds", "limit_cpu", "limit_memory")


@dataclass(slots=True)
class Agreement:
    """What two files of records have in common."""

    both: int = 0
    """Questions that are in both: the same engine, set, puzzle, protocol and seed."""
    answered: int = 0
    """Those that both answer."""
    puzzles: list[str] = field(default_factory=list)
    """Puzzles of one name that are not the same."""
    answers: list[str] = field(default_factory=list)
    """Questions with other answers."""
    lost: list[str] = field(default_factory=list)
    """Questions that one file answers."""
    runs: list[str] = field(default_factory=list)
    """Engines that were asked with other options, limits or sources."""
    work: list[str] = field(default_factory=list)
    """Questions with the same answer and other counted work."""
    compared: int = 0
    """Answers of which both have counted work."""
    missing: list[str] = field(default_factory=list)
    """Questions of one file alone, or asked another number of times."""
    origins: list[str] = field(default_factory=list)
    """In what machine, versions and code differ."""

    @property
    def is_same(self) -> bool:
        """Puzzles and answers are the same; counted work changes with the code."""
        return not (self.puzzles or self.answers)

    @property
    def is_repeated(self) -> bool:
        """All but times, machine, versions and code is the same."""
        return self.is_same and not (self.lost or self.runs or self.work or self.missing)

    def lines(self) -> Iterator[str]:
        """Sentences, in the order in which they matter."""
        yield f"{counted(self.both, 'question')} in both files, {self.answered} answered in both."
        for what, found in (
            ("OTHER PUZZLE", self.puzzles),
            ("OTHER ANSWER", self.answers),
            ("ANSWERED IN ONE FILE", self.lost),
            ("ASKED OTHERWISE", self.runs),
        ):
            yield from (f"- **{what}**: {each}" for each in found[:MOST])
            if len(found) > MOST:
                yield f"- **{what}**: {len(found) - MOST} more"
        if self.answered and self.is_same:
            yield f"- Puzzles and answers are the same in these {self.answered}."
        if self.work:
            yield f"- Counted work differs in {len(self.work)} of {self.compared}:"
            yield from (f"  - {each}" for each in self.work[:MOST])
        elif self.compared:
            yield f"- Counted work is the same in all {self.compared}."
        if self.missing:
            yield f"- In one file alone: {len(self.missing)}:"
            yield from (f"  - {each}" for each in self.missing[:MOST])
        yield from (f"- Other {each}." for each in self.origins)

    def __str__(self) -> str:
        return "\n".join(self.lines())


def agreement(
    before: Sequence[Record], after: Sequence[Record], is_part: bool = False
) -> Agreement:
    """What the latest records of two files agree in.

    Args:
        before, after: the records.
        is_part: the second may have fewer, and without plugins.
    """
    old, new = _by_question(before), _by_question(after)
    both = [key for key in old if key in new]
    found = Agreement(both=len(both))
    found.missing = [*([] if is_part else _missing(old, new, "second"))]
    found.missing += _missing(new, old, "first")
    puzzles = dict.fromkeys([*_unfit(before), *_unfit(after)])
    runs: dict[str, list[str]] = {}
    for key in both:
        sides = old[key], new[key]
        where = _where(sides[0][0])
        said = [{_said(each) for each in side} for side in sides]
        counts = [_work(side) for side in sides]
        shapes = [{(each["fingerprint"], *each["size"]) for each in side} for side in sides]
        is_answered = [all(each) for each in said]
        found.answered += all(is_answered)
        if shapes[0] != shapes[1]:
            puzzles[" ".join(key[1:3])] = None
        elif all(is_answered) and said[0] != said[1]:
            found.answers.append(f"{where}: {_listed(said[0])}, then {_listed(said[1])}")
        elif all(is_answered) and all(counts):
            found.compared += 1
            if counts[0] != counts[1]:
                found.work.append(f"{where}: {_changed(*(each[0] for each in counts))}")
        elif any(is_answered) and not all(is_answered):
            statuses = (_listed({each["status"] for each in side}) for side in sides)
            found.lost.append(f"{where}: {', then '.join(statuses)}")
        for name in _RUN:
            values = [{json.dumps(each.get(name)) for each in side} for side in sides]
            if values[0] != values[1]:
                change = f"{key[0]}: {name} {_listed(values[0])}, then {_listed(values[1])}"
                runs.setdefault(change, []).append(where)
        numbers = [sorted({each["repeat"] for each in side}) for side in sides]
        if numbers[0] != numbers[1] and all(is_answered):
            times = (f"repeats {', '.join(map(str, each))}" for each in numbers)
            found.missing.append(f"{where}: {', then '.join(times)}")
    found.puzzles = list(puzzles)
    found.runs = [f"{change} ({len(of)} of {len(both)})" for change, of in runs.items()]
    sources = [_sources(side) for side in (before, after)]
    if sources[0] != sources[1] and not (is_part and not sources[1]):
        found.runs.append(f"plugins {_listed(sources[0])}, then {_listed(sources[1])}")
    found.origins = _origins(*([r for key in both for r in side[key]] for side in (old, new)))
    return found


def _missing(one: _Questions, other: _Questions, which: str) -> Iterator[str]:
    """The questions of one file that the other lacks; all of an engine together."""
    engines = {key[0] for key in other}
    alone: dict[str, int] = {}
    for key, records in one.items():
        if key[0] not in engines:
            alone[key[0]] = alone.get(key[0], 0) + 1
        elif key not in other:
            yield f"{_where(records[0])}, {key[3]}: not in the {which}"
    for engine, number in alone.items():
        yield f"{engine}: not in the {which}, {counted(number, 'question')}"


def _unfit(found: Iterable[Record]) -> Iterator[str]:
    """The puzzles that come with records and are not those that were measured."""
    for record in found:
        if given := record.get("given"):
            try:
                fits = given_puzzle(given).fingerprint() == record["fingerprint"]
            except FormatError:
                fits = False
            if not fits:
                yield f"{record['set']} {record['puzzle']}: given is another than was measured"


def _sources(found: Iterable[Record]) -> set[str]:
    """The files of plugins, with digests."""
    files: set[str] = set()
    for record in found:
        for name, text in record.get("plugins", {}).get("files", {}).items():
            files.add(f"{name} {hashlib.sha256(str(text).encode()).hexdigest()[:12]}")
    return files


def _origins(old: Iterable[Record], new: Iterable[Record]) -> list[str]:
    """In which machine, versions and code questions differ."""
    sides: list[dict[str, set[str]]] = []
    for records in (old, new):
        kinds: dict[str, set[str]] = {}
        for record in records:
            kinds.setdefault("machine", set()).add(place(record))
            versions = (f"{name} {number}" for name, number in record["versions"].items())
            kinds.setdefault("versions", set()).update(versions)
            kinds.setdefault("commit", set()).add((record["commit"] or "none")[:10])
            kinds.setdefault(f"code of {record['engine']}", set()).add(record["code"])
        sides.append(kinds)
    return [
        f"{kind}: {_listed(each)}, then {_listed(sides[1][kind])}"
        for kind, each in sides[0].items()
        if each != sides[1][kind]
    ]


def _listed(values: Iterable[str]) -> str:
    return ", ".join(sorted(values)) or "none"


def _by_question(found: Iterable[Record]) -> _Questions:
    """The records of each question: its repeats."""
    names = ("engine", "set", "puzzle", "protocol", "seed")
    groups: _Questions = {}
    for record in found:
        groups.setdefault(tuple(str(record.get(name)) for name in names), []).append(record)
    return groups


def _where(record: Record) -> str:
    seed = "" if record.get("seed") is None else f", seed {record['seed']},"
    return f"{record['engine']}{seed} on {record['set']} {record['puzzle']}"


def _said(record: Record) -> str:
    """The answer, or that it was wrong; empty without one."""
    if record["status"] != "solved":
        return "wrong" if record["status"] == "wrong" else ""
    return f"{record['verdict']} ({counted(record['solutions'])})"


def _work(side: Sequence[Record]) -> list[Mapping[str, object]]:
    """The different counts of the repeats; none without counts."""
    found: list[Mapping[str, object]] = []
    for record in side:
        if record["counted"] and record["counted"] not in found:
            found.append(record["counted"])
    return found


def _changed(before: Mapping[str, object], after: Mapping[str, object]) -> str:
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    if not names:
        return "other work in a repeat"
    return ", ".join(f"{name} {before.get(name, 0)}, then {after.get(name, 0)}" for name in names)
