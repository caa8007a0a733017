"""What is found out about one record of a set: this is what the workers of an audit run."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...core import (
    LimitReached,
    Limits,
    NonocspError,
    Picture,
    Puzzle,
    Verdict,
    propagated,
    solutions,
    verdict_of,
)
from ...core.model.symmetry_class import puzzle_keys
from ...core.solver.solving import count
from ...people.explanation import rate
from ..grading import Grade, grade
from ..work.pool import accident
from .columns import Columns, Entry, entry_of
from .records import Record

#: Solutions that are listed rather than counted, which is faster for few.
_LISTED = 16

#: The word for a puzzle of which no depth is known.
NOT_RATED = "not rated"

#: Names of the members of an answer: its text, who gave it, and the mark that it got.
_TEXT = ("text", "answer", "output", "response", "completion", "raw")
_MODEL = ("model", "name", "system", "by")
_MARK = ("marked_correct", "is_correct", "correct", "mark", "passed")


@dataclass(frozen=True, slots=True)
class Examination:
    """How records are examined; the same for every record of an audit."""

    columns: Columns | None
    """The columns to read; None guesses."""
    limits: Limits
    """Bounds on each question about each puzzle."""
    most: int
    """Solutions to count up to."""
    rates: bool = False
    """Whether every puzzle is rated."""


class Mark(NamedTuple):
    """An answer to a puzzle, with the mark that it has and what it is by the clues."""

    model: str
    mark: bool | None
    is_right: bool | None
    """None: what it announces as the answer cannot be read."""
    is_lenient: bool = False
    """It is right by another grid in it alone."""

    @property
    def fault(self) -> tuple[str, str] | None:
        """What is wrong with the mark, a kind and words; None if nothing is, or there is none."""
        if self.is_lenient and self.mark:
            text = (
                f"the answer of {self.model} is marked right; it is unreadable, another grid right"
            )
            return "lenient mark", text
        if None in (self.mark, self.is_right) or self.mark == self.is_right:
            return None
        have, should = ("right", "wrong") if self.mark else ("wrong", "right")
        text = f"the answer of {self.model} is marked {have}, and is {should} by the clues"
        return "wrong mark", text


#: The least and the greatest number of solutions that words for verdicts mean.
_MEANT = {"none": (0, 0), "unique": (1, 1), "multiple": (2, math.inf), "solvable": (1, math.inf)}


class Finding(NamedTuple):
    """What is known of one record; to and from JSON as a list."""

    problem: str = ""
    """Why there is no puzzle; empty if there is one."""
    verdict: str = ""
    """``"unique"``, ``"multiple"``, ``"none"`` or ``"unknown"``; empty without a puzzle."""
    detail: str = ""
    """The limit that was reached, or what is wrong with the stored picture."""
    solutions: int = 0
    """Number of solutions, or a lower bound on it."""
    is_exact: bool = True
    """Whether it is their number."""
    by_lines: bool = False
    """It is solved line by line."""
    picture: str = ""
    """What the stored picture is: ``"right"``, ``"wrong"``, ``"several"`` for one of several
    solutions; empty without one, and where there is no solution."""
    key: str = ""
    """The key of its symmetry class, and half its own: 48 hexadecimal digits."""
    size: str = ""
    """``"10x15"`` for rows and columns, else the board in words."""
    colours: int = 0
    """Number of block colours."""
    density: float | None = None
    """Share of the cells that are filled; None where the clues do not say it."""
    id: str | None = None
    columns: str = ""
    """The columns that were read; empty for files that are not tables."""
    word: str = ""
    """The depth in a word; empty where it was not asked for."""
    marks: Sequence[Sequence[Any]] = ()
    """The answers beside the puzzle, each a `Mark`."""
    said: str = ""
    """What the record says of its puzzle, see `Entry.verdict`."""
    not_used: str | None = None
    """The columns that were not used, if there are no clues and the puzzle was made of the stored
    picture; else None."""
    is_accidental: bool = False
    """A worker was lost over it, or lacked memory: it is not kept, and asked again."""
    not_understood: str = ""
    """What it says of its puzzle in unknown words."""

    @property
    def is_false(self) -> bool:
        """Whether what the record says contradicts what was found."""
        least = self.solutions
        most = least if self.is_exact and self.verdict != "unknown" else math.inf
        if self.said == "not unique":
            return least == most == 1
        low, high = _MEANT.get(self.said) or (int(self.said or 0),) * 2
        return self.said != "" and (most < low or least > high)


def examine(how: Examination, records: Sequence[Record]) -> list[Finding]:
    """What is known of each record; faults, limits and errors are findings, nothing raises.

    >>> how = Examination(None, Limits(), 100)
    >>> found, = examine(how, [Record("a.jsonl", "line", 1, b'{"solution": ["10", "01"]}')])
    >>> found.verdict, found.solutions, found.picture
    ('multiple', 2, 'several')
    """
    return [_examined(how, record) for record in records]


def _examined(how: Examination, record: Record) -> Finding:
    try:
        return _found(how, record)
    except (MemoryError, OSError) as error:
        return lost(f"the worker {accident(error)}")
    except Exception as error:
        return Finding(verdict="unknown", detail=f"{type(error).__name__}: {error}")


def lost(detail: str) -> Finding:
    """What is known after an accident."""
    return Finding(verdict="unknown", detail=detail, is_accidental=True)


def _found(how: Examination, record: Record) -> Finding:
    try:
        entry = entry_of(record.row(), how.columns)
    except NonocspError as error:
        return Finding(problem=" ".join(str(error).split()))
    puzzle = entry.puzzle
    shape, (key, own) = puzzle.board.table, puzzle_keys(puzzle)
    return _judged(puzzle, entry.picture, how)._replace(
        key=key.hex() + own[:8].hex(),
        size=f"{shape[0]}x{shape[1]}" if shape else puzzle.board.name,
        colours=puzzle.block_colours,
        density=_density(puzzle),
        id=entry.id,
        columns=str(entry.columns),
        word=depth(puzzle, how.limits) if how.rates else "",
        marks=[mark for mark, _ in graded(entry)],
        said=entry.verdict,
        not_used=entry.not_used,
        not_understood=entry.not_understood,
    )


def _judged(puzzle: Puzzle, picture: Picture | None, how: Examination) -> Finding:
    """Verdict, number of solutions and the stored picture."""
    is_right = picture is not None and puzzle.is_solved_by(picture)
    wrong = "" if picture is None or is_right else grade(puzzle, picture).reason
    has_picture = {True: "right", False: "wrong"}[is_right] if picture is not None else ""
    found = Finding(detail=wrong, picture=has_picture)
    try:
        known = propagated(puzzle, limits=how.limits)
        if known is None:
            return Finding(verdict="none", detail=wrong)
        if known.is_decided:
            return found._replace(verdict="unique", solutions=1, by_lines=True)
        few = min(_LISTED, how.most)
        with solutions(puzzle, limit=few + 1, grid=known, limits=how.limits) as search:
            number = len(list(search))
        verdict, is_exact = verdict_of(number, search.is_complete), search.is_complete
        if verdict is Verdict.NONE:
            return Finding(verdict="none", detail=wrong)
        if verdict is Verdict.UNKNOWN:
            found = found._replace(detail=str(LimitReached(str(search.stopped_by))))
        elif not is_exact:
            more = count(puzzle, grid=known, limits=how.limits.replace(solutions=how.most))
            number, is_exact = max(number, more.at_least), more.is_exact
            if number > how.most:
                number, is_exact = how.most + 1, False
        if verdict is Verdict.MULTIPLE and is_right:
            found = found._replace(picture="several")
        return found._replace(verdict=verdict.value, solutions=number, is_exact=is_exact)
    except LimitReached as reached:
        return found._replace(verdict="unknown", detail=str(reached))


def _density(puzzle: Puzzle) -> float | None:
    """The share of filled cells, from the first direction whose clues have all lengths."""
    filled = 0
    for line, clue in zip(puzzle.lines, puzzle.clues, strict=True):
        if line.axis != puzzle.board.axes[0]:
            break
        if clue is None or any(block.length is None for block in clue):
            return None
        filled += sum(block.length or 0 for block in clue)
    return round(filled / puzzle.board.size, 3)


def depth(puzzle: Puzzle, limits: Limits) -> str:
    """The depth of a puzzle in a word, or `NOT_RATED`."""
    try:
        return rate(puzzle, limits=limits).depth_word
    except NonocspError:
        return NOT_RATED


def graded(entry: Entry) -> Iterator[tuple[Mark, Grade]]:
    """The answers beside a puzzle, scored by its clues."""
    given = [] if entry.answers is None else entry.answers
    for number, answer in enumerate(given if isinstance(given, list) else [given], start=1):
        members: Mapping[str, Any] = answer if isinstance(answer, Mapping) else {"text": answer}
        text = _member(members, _TEXT)
        mark = _member(members, _MARK)
        found = grade(entry.puzzle, text, prompt=entry.prompt)
        model = str(_member(members, _MODEL) or f"answer {number}")
        is_marked = str(mark).lower() in ("true", "1", "1.0", "yes", "right")
        is_right = None if found.picture is None else found.is_right
        is_lenient = not is_right and bool(
            grade(entry.puzzle, text, lenient=True, prompt=entry.prompt)
        )
        yield Mark(model, None if mark is None else is_marked, is_right, is_lenient), found


def _member(members: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((members[name] for name in names if name in members), None)
