"""The answer to one task of a batch, and how it stands in a line of JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..common.limits import Stats
from ..model.grid import Picture
from ..model.puzzle import Puzzle
from ..solver.answers import Status, Verdict

#: Why there is no answer, besides the names of limits: the worker was lost once too often.
CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of one puzzle of a batch."""

    index: int
    """Its place among the puzzles of this batch, from 0."""
    question: str
    """What was asked: a name of `nonocsp.questions.table.QUESTIONS`."""
    puzzle: Puzzle | None
    """The puzzle; None where there was none, such as for a file that cannot be read."""
    status: Status
    name: str | None = None
    """The name that its task had."""
    pictures: tuple[Picture, ...] = ()
    """Solutions: one of ``solve``, one or two of ``check``, none of ``count``."""
    told: Mapping[str, Any] = field(default_factory=dict)
    """What the question tells besides, as in the line of JSON."""
    stopped_by: str | None = None
    """The limit that was reached, ``"crashed"`` for a lost worker, or None."""
    detail: str = ""
    """More about that, for people; may be empty."""
    error: str = ""
    """What the puzzle, or reading it, raised; empty if nothing did."""
    stats: Stats = field(default_factory=Stats)
    """Counted work."""
    seconds: float = 0.0
    """Wall-clock seconds that the worker took."""
    worker: str | None = None
    """``host:pid`` of the process that answered."""
    crashes: int = 0
    """Workers that were lost on this puzzle alone."""
    is_stored: bool = False
    """It was found in the store, not worked out now."""

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
        """What ``check`` says; UNKNOWN where it was not asked."""
        return Verdict(self.told.get("verdict", "unknown"))

    @property
    def count(self) -> int | None:
        """The number of solutions; None if it is not known exactly."""
        return self.at_least if self.told.get("is_exact") else None

    @property
    def at_least(self) -> int:
        """Solutions proven to exist."""
        return max(whole(self.told.get("count", "0")), len(self.pictures))

    @property
    def is_final(self) -> bool:
        """Nothing stopped it: asking again would tell no more."""
        return self.stopped_by in (None, "solutions") and not self.error

    def as_dict(self) -> dict[str, Any]:
        """The members of the line of JSON, those without anything to say left out."""
        said: dict[str, Any] = {
            "index": self.index,
            "name": self.name,
            "question": self.question,
            "fingerprint": self.fingerprint,
            "status": self.status.value,
            **self.told,
            "pictures": [picture.text().split() for picture in self.pictures],
            "stopped_by": self.stopped_by,
            "detail": self.detail,
            "error": self.error,
            "crashes": self.crashes,
            "stats": self.stats.as_dict(),
            "seconds": round(self.seconds, 6),
            "worker": self.worker,
        }
        kept = ("index", "question", "status")
        return {k: v for k, v in said.items() if k in kept or k in self.told or v not in _NOTHING}

    @classmethod
    def from_dict(
        cls, said: Mapping[str, Any], index: int, name: str | None, puzzle: Puzzle
    ) -> Answer:
        """The answer that a line of JSON tells.

        Raises:
            KeyError, TypeError, ValueError: it tells none, or not of this puzzle.
        """
        numbers = {colour.char: number for number, colour in enumerate(puzzle.colours)}
        pictures = tuple(
            Picture([[numbers[char] for char in row] for row in rows], colours=puzzle.colours)
            for rows in said.get("pictures", ())
        )
        if not all(puzzle.is_solved_by(picture) for picture in pictures):
            raise ValueError("a picture that does not solve the puzzle")
        own = {"index", "name", "question", "fingerprint", "status", "pictures", "stopped_by"}
        own |= {"detail", "error", "crashes", "stats", "seconds", "worker", "asked"}
        return cls(
            index,
            said["question"],
            puzzle,
            Status(said["status"]),
            name,
            pictures,
            {key: value for key, value in said.items() if key not in own},
            said.get("stopped_by"),
            said.get("detail", ""),
            said.get("error", ""),
            Stats(**said.get("stats", {})),
            said.get("seconds", 0.0),
            said.get("worker"),
            said.get("crashes", 0),
            is_stored=True,
        )


_NOTHING: tuple[Any, ...] = (None, "", 0, [], {})


def whole(digits: str) -> int:
    """The number of any number of digits, of which Python reads only some thousands at once.

    >>> whole("1" + "0" * 9000) == 10**9000
    True
    """
    number = 0
    for at in range(0, len(digits), 4000):
        part = digits[at : at + 4000]
        number = number * 10 ** len(part) + int(part)
    return number
