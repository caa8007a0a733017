"""Whether two files of records say the same: puzzles, then answers, then counted work.

Times come after these: a ratio of times means nothing where the answers differ. Counted work is the
same on every machine, so a difference in it comes from the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from nonocsp.core import counted

from .records import Record, place

_Questions: TypeAlias = dict[tuple[str, ...], list[Record]]

#: Differences that are listed of each kind.
MOST = 30


@dataclass(frozen=True, slots=True)
class Agreement:
    """What two files of records have in common."""

    both: int
    """Questions that are in both: the same engine, set, puzzle, protocol and seed."""
    missing: list[str]
    """Questions of one file alone, or asked another number of times."""
    puzzles: list[str]
    """Puzzles of one name that are not the same."""
    answers: list[str]
    """Questions with other answers, or with another one when asked again."""
    work: list[str]
    """Questions with the same answer and other counted work."""
    compared: int
    """Answers of which both have counted work."""
    origins: list[str]
    """What else differs: machine, versions, code, limits."""

    @property
    def is_same(self) -> bool:
        """Puzzles and answers are the same; counted work changes with the code."""
        return not (self.puzzles or self.answers)

    def lines(self) -> Iterator[str]:
        """Sentences, in the order in which they matter."""
        yield f"{counted(self.both, 'question')} in both files."
        for what, found in (("**OTHER PUZZLE**", self.puzzles), ("**OTHER ANSWER**", self.answers)):
            yield from (f"- {what}: {each}" for each in found[:MOST])
        if self.both and self.is_same:
            yield "- Puzzles and answers are the same."
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


def agreement(before: Iterable[Record], after: Iterable[Record]) -> Agreement:
    """What the latest records of two files agree in."""
    old, new = _by_question(before), _by_question(after)
    both = [key for key in old if key in new]
    missing = [f"{_where(old[key][0])}: not in the second" for key in old if key not in new]
    missing += [f"{_where(new[key][0])}: not in the first" for key in new if key not in old]
    puzzles, answers, work = [], [], []
    compared = 0
    for key in both:
        sides = old[key], new[key]
        ours, theirs = (side[0] for side in sides)
        where = _where(ours)
        said = [{_said(each) for each in side} for side in sides]
        counts = [_work(side) for side in sides]
        if any(ours[name] != theirs[name] for name in ("fingerprint", "size")):
            puzzles.append(f"{ours['set']} {ours['puzzle']}")
        elif all(all(each) for each in said) and said[0] != said[1]:
            answers.append(f"{where}: {', '.join(said[0])}, then {', '.join(said[1])}")
        elif all(all(each) for each in said) and all(counts):
            compared += 1
            if counts[0] != counts[1]:
                work.append(f"{where}: {_changed(*(each[0] for each in counts))}")
        if len({len(side) for side in sides}) > 1 and all(all(each) for each in said):
            missing.append(f"{where}: {' times, then '.join(str(len(s)) for s in sides)} times")
    once, origins = list(dict.fromkeys(puzzles)), _origins(old, new)
    return Agreement(len(both), missing, once, answers, work, compared, origins)


def _origins(old: _Questions, new: _Questions) -> list[str]:
    """In which machine, versions, code and limits the questions of both files differ."""
    sides: list[dict[str, set[str]]] = []
    for one, other in ((old, new), (new, old)):
        kinds: dict[str, set[str]] = {}
        for record in (record for key in one if key in other for record in one[key]):
            kinds.setdefault("machine", set()).add(place(record))
            versions = (f"{name} {number}" for name, number in record["versions"].items())
            kinds.setdefault("versions", set()).update(versions)
            kinds.setdefault("commit", set()).add((record["commit"] or "none")[:10])
            kinds.setdefault(f"code of {record['engine']}", set()).add(record["code"])
            kinds.setdefault(f"options of {record['engine']}", set()).add(str(record["options"]))
            limits = (
                f"{n} {record.get(n)}" for n in ("limit_seconds", "limit_cpu", "limit_memory")
            )
            kinds.setdefault("limits", set()).update(limits)
        sides.append(kinds)
    return [
        f"{kind}: {', '.join(sorted(each))}, then {', '.join(sorted(sides[1][kind]))}"
        for kind, each in sides[0].items()
        if each != sides[1][kind]
    ]


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
    more = counted(record["solutions"]) if record["protocol"] in ("all", "count") else ""
    return f"{record['verdict']} {more}".strip()


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
