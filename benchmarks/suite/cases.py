"""Cases: puzzles with their sources and known answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nonocsp import Puzzle
from nonocsp.files.formats import dumps, parse


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle of a set."""

    set: str
    """The set's name as it was asked for, parameters included."""
    id: str
    """The puzzle's name within its set."""
    puzzle: Puzzle
    verdict: str | None = None
    """``unique``, ``multiple`` or ``none`` if the source has it; answers are checked by it."""
    solutions: int | None = None
    """The exact number of solutions if the source has it."""
    is_given: bool = False
    """It came from a file of the user's: the records have it, and so can be repeated elsewhere."""
    candidates: tuple[int, ...] | None = None
    """Of a single line (the first row of the puzzle): the candidates that it starts from."""

    def given(self) -> dict[str, Any]:
        """What records have of it, so that it can be asked elsewhere; `given_puzzle` reads it."""
        puzzle = json.loads(dumps(self.puzzle, "json"))
        return {"puzzle": puzzle, "verdict": self.verdict, "solutions": self.solutions}


def given_puzzle(given: Mapping[str, Any]) -> Puzzle:
    """The puzzle in a record. Raises `FormatError`."""
    return parse(json.dumps(given.get("puzzle")), "json").puzzles[0]
