"""The answer to a question about one puzzle, and its one JSON form.

Question functions return an `Answer`, workers send it, batches complete it with the place of the
puzzle, stores write and read it, and the page and the command line show it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ...core import (
    Displayable,
    OptionError,
    Picture,
    Puzzle,
    Stats,
    Status,
    Verdict,
    checked,
    excerpt,
)
from ...files.formats import dumps, parse

#: The value of ``stopped_by`` after an accident, beside the names of limits: too many workers were
#: lost, or the last one was out of memory.
CRASHED = "crashed"

#: What ends an answer without being a property of the question.
ACCIDENTS = (CRASHED, "stop", "interrupt")

#: Members of results that are members of every answer, too: the others are findings.
ENVELOPE = {"status", "stats", "stopped_by", "detail", "engine", "engine_reason"}
ENVELOPE |= {"picture", "pictures", "puzzle", "puzzles"}

#: Members of the JSON form that are left out where they are empty.
_OPTIONAL: tuple[Any, ...] = (None, "", 0, [], {})


@dataclass(frozen=True, slots=True)
class Answer(Displayable):
    """What is known of one puzzle."""

    status: Status
    """What is known about the existence of a solution."""
    result: Mapping[str, Any] = field(default_factory=dict)
    """The findings of the question, by name, as JSON values."""
    pictures: tuple[Picture, ...] = ()
    """Solutions: one of ``solve``, up to two of ``check``, none of ``count``."""
    puzzles: tuple[Puzzle, ...] = ()
    """Puzzles that the question proposes, for example the changes of ``diagnose``."""
    stats: Stats = field(default_factory=Stats)
    """Counted work."""
    stopped_by: str | None = None
    """The limit that was reached, ``"crashed"`` for an accident, ``"stop"`` or ``"interrupt"`` if
    the caller ended it, or None."""
    detail: str = ""
    """One more sentence about that; may be empty."""
    error: str = ""
    """The error raised by the puzzle or by reading it; empty if there was none."""
    question: str = ""
    """The name of the question in `nonocsp.many.questions.QUESTIONS`."""
    puzzle: Puzzle | None = None
    """The puzzle; None where there was none, for example for a file that cannot be read."""
    index: int = 0
    """Its place among the puzzles of a batch, from 0."""
    name: str | None = None
    """The name of its task."""
    seconds: float = 0.0
    """Wall-clock seconds of the worker."""
    worker: str | None = None
    """``host:pid`` of the process that answered."""
    crashes: int = 0
    """Workers that were lost on this puzzle alone."""
    engine: str = ""
    """The name of the engine; empty where none answered."""
    engine_reason: str = ""
    """Why it is not the default engine, where none was named; may be empty."""
    is_stored: bool = False
    """It comes from the store and was not computed now."""
    found: Any = field(default=None, compare=False)
    """The result itself; None for a search, or if another process computed it."""

    @classmethod
    def of(cls, found: Any) -> Answer:
        """A result or a search as an answer. Its findings are the members of its JSON form that an
        answer does not have by itself."""
        if isinstance(found, cls):
            return found
        if not hasattr(found, "status"):
            raise OptionError(f"found must be a result or a search, not {type(found).__name__}")
        members = found.to_dict() if hasattr(found, "to_dict") else {}
        return cls(
            found.status,
            {name: value for name, value in members.items() if name not in ENVELOPE},
            tuple(getattr(found, "pictures", ())),
            tuple(getattr(found, "puzzles", ())),
            stats=getattr(found, "stats", Stats()),
            stopped_by=getattr(found, "stopped_by", None),
            detail=getattr(found, "detail", ""),
            engine=getattr(found, "engine", ""),
            engine_reason=getattr(found, "engine_reason", ""),
            found=found if members else None,  # a search cannot be pickled
        )

    def __repr__(self) -> str:
        name = f" {excerpt(self.name)!r}" if self.name else ""
        found = self.error or ", ".join(
            [self.status.value]
            + [f"{key} {excerpt(str(value), 20)}" for key, value in self.result.items()][:2]
            + ([f"stopped by {self.stopped_by}"] if self.stopped_by else [])
        )
        return f"<Answer {self.index}{name}: {excerpt(found, 60)}>"

    def __str__(self) -> str:
        """The findings, in the words of what was ``found`` or one a line, and the pictures;
        ``null`` where there is no solution."""
        # The words of a base class leave out what was added to it.
        said = str(self.found) if "__str__" in vars(type(self.found)) else ""
        said = said or "\n".join(f"{name}: {_line(each)}" for name, each in self.result.items())
        if not said and self.status is Status.UNSATISFIABLE:
            said = "null"
        return self.error or "\n\n".join([*filter(None, [said]), *map(str, self.pictures)])

    @property
    def fingerprint(self) -> str | None:
        """The fingerprint of the puzzle; None where there was none."""
        return None if self.puzzle is None else self.puzzle.fingerprint()

    @property
    def picture(self) -> Picture | None:
        """The first solution, if there is one here."""
        return self.pictures[0] if self.pictures else None

    @property
    def verdict(self) -> Verdict:
        """The verdict, for example of ``check``; UNKNOWN for questions that find none."""
        return Verdict(self.result.get("verdict", "unknown"))

    @property
    def count(self) -> int | None:
        """The exact number of solutions; None if it is unknown or the question does not count."""
        return self.at_least if self.result.get("is_exact") and "count" in self.result else None

    @property
    def at_least(self) -> int:
        """Solutions proven to exist."""
        return max(whole(self.result.get("count", "0")), len(self.pictures))

    @property
    def at_most(self) -> int | None:
        """A proven upper bound of the number of solutions; None without one."""
        most = self.result.get("at_most")
        return None if most is None else whole(most)

    @property
    def is_final(self) -> bool:
        """Nothing stopped it: asking again gives the same answer."""
        return self.stopped_by in (None, "solutions") and not self.error

    @property
    def is_accidental(self) -> bool:
        """It was ended by an accident or by the caller, not by a limit: it is never stored."""
        return self.stopped_by in ACCIDENTS

    @checked
    def to_dict(self, *, is_short: bool = False) -> dict[str, Any]:
        """The answer as JSON values; empty members are left out, except those of the result; with
        ``is_short`` also pictures and statistics.

        The status is left out if it is unknown although nothing stopped the search: the question
        does not settle it.
        """
        is_unsettled = self.status is Status.UNKNOWN and self.is_final
        members: dict[str, Any] = {
            "index": self.index,
            "name": self.name,
            "question": self.question,
            "title": self.puzzle and self.puzzle.title,
            "fingerprint": self.fingerprint,
            "status": None if is_unsettled else self.status.value,
            **self.result,
            "pictures": [picture.row_texts() for picture in self.pictures],
            "proposals": [dumps(puzzle, "json") for puzzle in self.puzzles],
            "stopped_by": self.stopped_by,
            "detail": self.detail,
            "error": self.error,
            "crashes": self.crashes,
            "engine": self.engine,
            "engine_reason": self.engine_reason,
            "stats": self.stats.to_dict(),
            "seconds": round(self.seconds, 6),
            "worker": self.worker,
        }
        kept = {"index", "question", *self.result}
        out = {"pictures", "stats"} if is_short else ()
        return {
            k: v for k, v in members.items() if k in kept or (v not in _OPTIONAL and k not in out)
        }

    @classmethod
    @checked
    def from_dict(
        cls, members: Mapping[str, Any], index: int, name: str | None, puzzle: Puzzle
    ) -> Answer:
        """The stored answer for a puzzle, from its JSON form.

        Raises:
            KeyError, TypeError, ValueError: it has another form, or belongs to another puzzle.
        """
        numbers = {colour.char: number for number, colour in enumerate(puzzle.colours)}
        pictures = tuple(
            Picture(
                [[numbers[char] for char in row] for row in rows],
                colours=puzzle.colours,
                board=puzzle.board,
            )
            for rows in members.get("pictures", ())
        )
        if not all(puzzle.is_solved_by(picture) for picture in pictures):
            raise ValueError("a picture that does not solve the puzzle")
        return cls(
            Status(members.get("status", Status.UNKNOWN)),
            {key: value for key, value in members.items() if key not in _OWN},
            pictures,
            tuple(parse(text, "json").puzzles[0] for text in members.get("proposals", ())),
            Stats(**members.get("stats", {})),
            members.get("stopped_by"),
            members.get("detail", ""),
            members.get("error", ""),
            members["question"],
            puzzle,
            index,
            name,
            members.get("seconds", 0.0),
            members.get("worker"),
            members.get("crashes", 0),
            members.get("engine", ""),
            members.get("engine_reason", ""),
            is_stored=True,
        )


#: Members of the JSON form, and of lines of a store, that are not of the result.
_OWN = {each.name for each in fields(Answer)}
_OWN |= {"title", "fingerprint", "proposals", "asked", "checksum"}


def _line(value: Any) -> str:
    import json

    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def whole(digits: str) -> int:
    """The number written in digits, also beyond the few thousand that Python converts at once.

    >>> whole("1" + "0" * 9000) == 10**9000
    True
    """
    number = 0
    for at in range(0, len(digits), 4000):
        part = digits[at : at + 4000]
        number = number * 10 ** len(part) + int(part)
    return number
