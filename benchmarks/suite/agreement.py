"""Whether two files of records say the same: puzzles, then answers, then counted work.

Times come after these: a ratio of times means nothing where the answers differ. Counted work is the
same on every machine, so a difference in it comes from the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nonocsp.core import counted

from .records import Record

#: Differences that are listed of each kind.
MOST = 30


@dataclass(frozen=True, slots=True)
class Agreement:
    """What two files of records have in common."""

    both: int
    """Questions that are in both: the same engine, set, puzzle, protocol and seed."""
    puzzles: list[str]
    """Puzzles of one name that are not the same."""
    answers: list[str]
    """Questions that both solved, with other answers."""
    work: list[str]
    """Questions with the same answer and other counted work."""
    compared: int
    """Answers of which both have counted work."""

    @property
    def is_same(self) -> bool:
        """Puzzles and answers are the same; counted work changes with the code."""
        return not (self.puzzles or self.answers)

    def __str__(self) -> str:
        parts = [f"{counted(self.both, 'question')} in both files."]
        for what, found in (("**OTHER PUZZLE**", self.puzzles), ("**OTHER ANSWER**", self.answers)):
            parts += [f"- {what}: {each}" for each in found[:MOST]]
        if self.both and self.is_same:
            parts.append("- Puzzles and answers are the same.")
        if self.work:
            differ = f"- Counted work differs in {len(self.work)} of {self.compared}:"
            parts += [differ, *(f"  - {each}" for each in self.work[:MOST])]
        elif self.compared:
            parts.append(f"- Counted work is the same in all {self.compared}.")
        return "\n".join(parts)


def agreement(before: Iterable[Record], after: Iterable[Record]) -> Agreement:
    """What the latest records of two files agree in."""
    old, new = _by_question(before), _by_question(after)
    both = [key for key in old if key in new]
    puzzles, answers, work = [], [], []
    compared = 0
    for key in both:
        ours, theirs = old[key], new[key]
        where = f"{ours['engine']} on {ours['set']} {ours['puzzle']}"
        said = [_said(each) for each in (ours, theirs)]
        if ours["fingerprint"] != theirs["fingerprint"]:
            puzzles.append(f"{ours['set']} {ours['puzzle']}")
        elif all(said) and said[0] != said[1]:
            answers.append(f"{where}: {said[0]}, then {said[1]}")
        elif all(said) and ours["counted"] and theirs["counted"]:
            compared += 1
            if changed := _changed(ours["counted"], theirs["counted"]):
                work.append(f"{where}: {changed}")
    return Agreement(len(both), list(dict.fromkeys(puzzles)), answers, work, compared)


def _by_question(found: Iterable[Record]) -> dict[tuple[str, ...], Record]:
    """The last record of each question; its repeats have the same answer."""
    names = ("engine", "set", "puzzle", "protocol", "seed")
    return {tuple(str(record.get(name)) for name in names): record for record in found}


def _said(record: Record) -> str:
    """The answer, or that it was wrong; empty without one."""
    if record["status"] != "solved":
        return "wrong" if record["status"] == "wrong" else ""
    more = counted(record["solutions"]) if record["protocol"] in ("all", "count") else ""
    return f"{record['verdict']} {more}".strip()


def _changed(before: Mapping[str, object], after: Mapping[str, object]) -> str:
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return ", ".join(f"{name} {before.get(name, 0)}, then {after.get(name, 0)}" for name in names)
