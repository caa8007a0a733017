"""What an audit has found so far: the faults of records, duplicates, and the summary of a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ...core import checked, counted
from .examining import Finding, Mark
from .records import Record

#: The kinds of faults, in the order of summaries, with their meanings.
KINDS = {
    "unreadable": "no puzzle can be read",
    "unsolvable": "the clues have no solution",
    "ambiguous": "the clues have several solutions",
    "wrong verdict": "the record says another verdict or number of solutions",
    "wrong picture": "the stored picture breaks a clue",
    "one of several": "the stored picture is right, and others are too",
    "duplicate": "the clues of a record before it; names of colours do not count",
    "image": "a record before it, rotated, reflected or transposed",
    "wrong mark": "an answer has another mark than the clues give it",
    "lenient mark": "marked right for scratch work; the announced answer cannot be read",
    "no clues": "none were found: the puzzle is that of the stored picture",
    "unknown": "a limit was reached before the verdict, or an error",
}

#: Kinds that are not faults, and those that leave open whether there is one.
NOTED, OPEN = {"lenient mark"}, {"no clues", "unknown"}


#: The part of a packed record that is half of its own key.
_OWN = (1 << 64) - 1

#: Sizes, colours and the like that a summary lists: all tenths, and all words.
_SHOWN = 10


class Fault(NamedTuple):
    """One fault of one record."""

    kind: str
    """One of `KINDS`."""
    place: str
    """The file, and the place in it."""
    id: str | None
    text: str
    """What is wrong."""

    def __str__(self) -> str:
        name = f" ({self.id})" if self.id is not None else ""
        return f"{self.place}{name}: {self.kind}: {self.text}"

    def to_dict(self) -> dict[str, Any]:
        """The fault as JSON values."""
        return {key: value for key, value in self._asdict().items() if value is not None}


@dataclass
class Score:
    """The answers of one model."""

    answers: int = 0
    marked: int = 0
    """Answers that are marked right."""
    right: int = 0
    """Answers that are right by the clues."""
    missed: int = 0
    """Answers that are marked wrong and are right."""
    credited: int = 0
    """Answers that are marked right and are wrong."""
    unreadable: int = 0
    """Answers of which nothing can be said."""
    kept: int = 0
    """Answers of which nothing can be said that are marked right."""
    lenient: int = 0
    """Answers that are marked right and are so only by a grid that is not given as the answer."""


@dataclass
class Tally:
    """The summary of a set, of the findings that were added in the order of its records."""

    puzzles: int = 0
    """Records, also those that cannot be read."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Faults by kind."""
    verdicts: Counter[str] = field(default_factory=Counter)
    by_lines: int = 0
    """Unique puzzles that are solved line by line."""
    pictures: int = 0
    """Stored pictures of puzzles with a solution."""
    sizes: Counter[str] = field(default_factory=Counter)
    colours: Counter[int] = field(default_factory=Counter)
    """Puzzles by the number of their block colours."""
    densities: Counter[int] = field(default_factory=Counter)
    """Puzzles by their share of filled cells, in tenths rounded down."""
    words: Counter[str] = field(default_factory=Counter)
    """Rated puzzles by depth."""
    columns: Counter[str] = field(default_factory=Counter)
    """Records by the columns that were read."""
    scores: dict[str, Score] = field(default_factory=dict)
    """Answers by model."""
    not_understood: Counter[str] = field(default_factory=Counter)
    """Records by words about their puzzles that are not understood; ``"others"`` are more words."""
    _files: list[tuple[str, str]] = field(default_factory=list)
    _first: dict[bytes, int] = field(default_factory=dict)
    """The record that had a key of a class first, and half of its own key; see `_packed`."""
    _others: dict[int, int] = field(default_factory=dict)
    """Of classes with several members, the others by their own keys."""

    @checked
    def add(self, record: Record, found: Finding) -> list[Fault]:
        """Count a record; returns its faults."""
        self.puzzles += 1
        if found.columns:
            self.columns[found.columns] += 1
        if not found.problem and found.size:
            self._describe(found)
        faults = [Fault(kind, record.name, found.id, text) for kind, text in _faults(found)]
        if found.key:
            faults += self._duplicate(record, found)
        faults += self._score(record, found)
        self.kinds.update(fault.kind for fault in faults)
        return faults

    def _describe(self, found: Finding) -> None:
        self.verdicts[found.verdict] += 1
        self.by_lines += found.by_lines
        self.pictures += found.picture != ""
        self.sizes[found.size] += 1
        self.colours[found.colours] += 1
        if found.density is not None:
            self.densities[min(9, int(10 * found.density))] += 1
        if found.word:
            self.words[found.word] += 1
        if word := found.not_understood:
            is_one = word in self.not_understood or len(self.not_understood) < _SHOWN
            self.not_understood[word if is_one else "others"] += 1

    def _duplicate(self, record: Record, found: Finding) -> Iterator[Fault]:
        key, own = bytes.fromhex(found.key[:32]), int(found.key[32:], 16)
        mine = self._packed(record, own)
        first = self._first.setdefault(key, mine)
        if first is mine:
            return
        if first & _OWN == own or own in self._others:
            same = self._named(first if first & _OWN == own else self._others[own], record)
            yield Fault("duplicate", record.name, found.id, f"the same as {same}")
        else:
            self._others[own] = mine
            image = f"an image of {self._named(first, record)}"
            yield Fault("image", record.name, found.id, image)

    def _packed(self, record: Record, own: int) -> int:
        """A record and its own key in one number, to keep a million of them."""
        if not self._files or self._files[-1] != (record.file, record.noun):
            self._files.append((record.file, record.noun))
        return (len(self._files) - 1 << 40 | record.number) << 64 | own

    def _named(self, packed: int, later: Record) -> str:
        """The name of a record that is packed; without the file where that is clear."""
        file, number = packed >> 104, packed >> 64 & (1 << 40) - 1
        earlier = Record(*self._files[file], number, {})
        return earlier.place if earlier.place and earlier.file == later.file else earlier.name

    def _score(self, record: Record, found: Finding) -> Iterator[Fault]:
        for mark in (Mark(*each) for each in found.marks):
            score = self.scores.setdefault(mark.model, Score())
            score.answers += 1
            score.marked += bool(mark.mark)
            score.right += mark.is_right is True
            score.unreadable += mark.is_right is None
            score.kept += bool(mark.mark) and mark.is_right is None
            score.lenient += bool(mark.mark) and mark.is_lenient
            if mark.fault is not None:
                kind, text = mark.fault
                score.missed += mark.is_right is True
                score.credited += mark.is_right is False
                yield Fault(kind, record.name, found.id, text)

    @checked
    def first_by(self, what: Literal["marked", "right"]) -> list[str]:
        """The models with the most answers of a kind: ``"marked"``, or ``"right"`` by the clues,
        where unreadable answers keep their marks."""
        numbers = {
            model: score.marked if what == "marked" else score.right + score.kept
            for model, score in self.scores.items()
        }
        return [model for model in numbers if numbers[model] == max(numbers.values())]

    def to_dict(self) -> dict[str, Any]:
        """The summary as JSON values."""
        scores = {model: vars(score) for model, score in sorted(self.scores.items())}
        members: dict[str, Any] = {
            "puzzles": self.puzzles,
            "verdicts": dict(self.verdicts),
            "by_lines": self.by_lines,
            "pictures": self.pictures,
            "faults": {kind: self.kinds[kind] for kind in KINDS},
            "sizes": dict(self.sizes.most_common()),
            "colours": {str(number): n for number, n in sorted(self.colours.items())},
            "densities": [self.densities[tenth] for tenth in range(10)],
            "depth": dict(self.words.most_common()),
            "columns": list(self.columns),
            "not_understood": dict(self.not_understood.most_common()),
            "scores": scores,
        }
        if self.scores:
            firsts = {what: self.first_by(what) for what in ("marked", "right")}
            members["first_place"] = firsts
        return members


def _faults(found: Finding) -> Iterator[tuple[str, str]]:
    """The faults of a record by itself, with what they say; what it says itself is none."""
    number = (
        counted(found.solutions) if found.is_exact else f"more than {counted(found.solutions - 1)}"
    )
    says_several = found.said not in ("", "solvable", "unique", "1")
    if found.problem:
        yield "unreadable", found.problem
    elif found.is_false:
        yield "wrong verdict", f"the record says {found.said}, and it has {number}"
    elif found.verdict == "unknown":
        yield "unknown", found.detail
    elif found.verdict == "none" and found.said not in ("none", "0"):
        yield "unsolvable", found.detail or "no picture has these clues"
    elif found.verdict == "multiple" and not says_several:
        yield "ambiguous", number
    if found.not_used is not None:
        others = f"; not used: {found.not_used}" * bool(found.not_used)
        how = "name their columns, or that of the picture alone if there are none"
        yield "no clues", f"none found{others}; {how}"
    elif found.picture == "wrong":
        yield "wrong picture", found.detail
    elif found.picture == "several" and not says_several:
        yield "one of several", f"the stored picture is one of {number}"


def summary(tally: Tally) -> str:
    """The summary of a set as a text of some lines."""
    rows: list[tuple[str, str]] = []
    readable = tally.puzzles - tally.kinds["unreadable"]
    unique = tally.verdicts["unique"]
    rows.append(("unique", f"{_part(unique, readable)}; {tally.by_lines:,} line by line"))
    found = tally.verdicts["none"], tally.verdicts["multiple"]
    if found != (tally.kinds["unsolvable"], tally.kinds["ambiguous"]):
        rows.append(("verdicts", _shares(tally.verdicts.most_common())))
    if tally.not_understood:
        rows.append(("not understood", f"verdicts {_shares(tally.not_understood.most_common())}"))
    for kind in KINDS:
        if tally.kinds[kind]:
            rows.append((kind, f"{_of_kind(tally, kind, readable)}: {KINDS[kind]}"))
    if tally.pictures:
        rows.append(("stored pictures", f"{tally.pictures:,}"))
    rows.append(("sizes", _shares(tally.sizes.most_common())))
    if set(tally.colours) - {1}:
        colours = [(counted(n, "colour"), k) for n, k in sorted(tally.colours.items())]
        rows.append(("colours", _shares(colours)))
    densities = [
        (f"{t / 10:.1f}–{t / 10 + 0.1:.1f}", n) for t, n in sorted(tally.densities.items())
    ]
    if densities:
        rows.append(("filled", _shares(densities)))
    if tally.words:
        rated = f"of {tally.words.total():,} rated: "
        rows.append(("depth", rated + _shares(tally.words.most_common())))
    width = max(len(name) for name, _ in rows)
    lines = [
        f"{tally.puzzles:,} puzzle" + "s" * (tally.puzzles != 1),
        *(f"  {a:<{width}}  {b}" for a, b in rows),
    ]
    return "\n".join([*lines, *_scores(tally)]) + "\n"


def _of_kind(tally: Tally, kind: str, readable: int) -> str:
    number = tally.kinds[kind]
    answers = sum(score.answers for score in tally.scores.values())
    wholes = {
        "unreadable": tally.puzzles,
        "wrong picture": tally.pictures,
        "one of several": tally.pictures,
        "wrong mark": answers,
        "lenient mark": answers,
    }
    return _part(number, wholes.get(kind, readable))


def _part(number: int, whole: int) -> str:
    return f"{number:,} ({100 * number / whole:.1f} %)" if whole else f"{number:,}"


def _shares(counts: Sequence[tuple[str, int]]) -> str:
    shown = [f"{name} {number:,}" for name, number in counts[:_SHOWN]]
    rest = sum(number for _, number in counts[_SHOWN:])
    return ", ".join(shown + [f"others {rest:,}"] * bool(rest)) or "none"


def _scores(tally: Tally) -> Iterator[str]:
    """The table of answers by model, the best by the clues first, and who is first."""
    if not tally.scores:
        return
    width = max(5, *map(len, tally.scores))
    yield f"\n  {'model':<{width}}  answers  unreadable  marked right  right by the clues"
    order = sorted(
        tally.scores.items(), key=lambda item: (-item[1].right, -item[1].marked, item[0])
    )
    for model, score in order:
        yield (
            f"  {model:<{width}}  {score.answers:>7}  {score.unreadable:>10}"
            f"  {score.marked:>12}  {score.right:>18}"
        )
    marked, right = (tally.first_by(what) for what in ("marked", "right"))
    change = "changes" if marked != right else "stays"
    yield f"  first place {change}: {' and '.join(marked)} by the marks, " + (
        f"{' and '.join(right)} by the clues"
        + ", with marks for unreadable" * any(score.kept for score in tally.scores.values())
    )
