"""One thing to measure: a puzzle, where it is from, and what is known of its answer."""

from __future__ import annotations

from dataclasses import dataclass

from nonocsp import Puzzle


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle of a set."""

    set: str
    """The set's name as it was asked for, parameters included."""
    id: str
    """The puzzle's name within its set."""
    puzzle: Puzzle
    verdict: str | None = None
    """``unique``, ``multiple`` or ``none`` where the source says so; answers are checked by it."""
    solutions: int | None = None
    """The exact number of solutions where the source says so."""
    candidates: tuple[int, ...] | None = None
    """Of a single line (the first row of the puzzle): the candidates that it starts from."""
