"""The state of a session: the puzzle that is typed in, and what has been found out about it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from ...core import (
    EntryError,
    Grid,
    LimitReached,
    Limits,
    Line,
    Picture,
    Puzzle,
    Verdict,
    is_single,
    solving as solver,
    tightenings,
)
from ...core.solver.solving import Solutions
from ...people.opening import load
from .entry import Entry


class SessionState:
    """What commands act on.

    Args:
        say: called with every text for the user, of one line or several.
        seconds: the time limit of each question.
    """

    def __init__(self, say: Callable[[str], None], seconds: float = 60.0) -> None:
        self.say = say
        self.seconds = seconds
        self.ended = False
        self.shows_passes = True
        self.entry = Entry()
        """What has been typed so far."""
        self.changing: Line | None = None
        """The line whose new clue comes next."""
        self.found: Solutions | None = None
        """The solutions that ``next`` continues."""
        self.hinted: str | None = None
        """The second stage of the last hint, while it has not been shown."""
        self.decided: dict[tuple[int, int], int] = {}
        """The cells that hints have decided."""
        self._past: list[Entry] = []

    @property
    def prompt(self) -> str:
        """What is to be typed next."""
        return f"{self.changing}: " if self.changing else self.entry.prompt

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle, once it is complete."""
        return self.entry.puzzle() if self.entry.is_complete else None

    @property
    def limits(self) -> Limits:
        """The limits of each question."""
        return Limits(seconds=self.seconds)

    def drawn(self, what: Picture | Grid) -> str:
        """A picture or a grid of the puzzle in the characters of its colours."""
        return what.text(self.entry.puzzle().colours)

    def load(self, path: str) -> None:
        """Read the first puzzle of a file, and solve it."""
        parsed = load(path)
        for message in parsed.said:
            self.say(f"note: {message}")
        if len(parsed.puzzles) > 1:
            self.say(f"the file holds {len(parsed.puzzles)} puzzles; this is the first")
        self.change(Entry.of(parsed.puzzles[0]))

    def change(self, entry: Entry) -> None:
        """Go on with another entry, and solve its puzzle if it is complete."""
        self._past.append(self.entry)
        self._become(entry)
        if entry.is_complete:
            self.solve()

    def take_clue(self, text: str) -> None:
        """Give the line that is being changed its new clue."""
        assert self.changing is not None
        self.change(self.entry.with_clue(self.changing, text))

    def undo(self) -> None:
        """Return to the entry before the last change."""
        if not self._past:
            raise EntryError("there is nothing to undo")
        self._become(self._past.pop())

    def _become(self, entry: Entry) -> None:
        self.entry, self.changing, self.found = entry, None, None
        self.hinted, self.decided = None, {}

    def solve(self) -> None:
        """Show the passes of propagation, a solution, and whether there are others."""
        puzzle = self.entry.puzzle()
        for problem in puzzle.problems():
            self.say(f"{'error' if problem.fatal else 'note'}: {problem}")
        last = self._propagate(puzzle)
        if last is not None and last.is_decided:
            if not self.shows_passes:
                self.say(self.drawn(last))
            self.say("That is the only solution.")
            return
        if last is None:
            self._diagnose(puzzle)
            return
        with solver.solutions(puzzle, limit=2, limits=self.limits) as found:
            pictures = list(found)
        verdict = solver.verdict_of(len(pictures), found.is_complete)
        reached = LimitReached(found.stopped_by or "", found.detail)
        if verdict is Verdict.NONE:
            self._diagnose(puzzle)
        elif not pictures:
            self.say(f"unknown: {reached}; `limit` gives more seconds")
        else:
            self.say(self.drawn(pictures[0]))
            self.say(
                {
                    Verdict.UNIQUE: "That is the only solution.",
                    Verdict.MULTIPLE: "There are others: next, solutions, count.",
                }.get(verdict, f"Whether there are others is unknown: {reached}.")
            )

    def _propagate(self, puzzle: Puzzle) -> Grid | None:
        """Propagate, a pass being all rows and then all columns that are not yet tight.

        Returns the fixpoint; None if a line has no placement left.
        """
        grid = Grid.unknown(puzzle)
        steps = tightenings(puzzle, list(grid.masks))
        # Rounds of the worklist alternate: the first is all lines, then rows, columns, rows, …
        for number, (_, group) in enumerate(groupby(steps, lambda step: step.round // 2), start=1):
            masks = list(grid.masks)
            for step in group:
                if step.after is None:
                    self.say(f"pass {number}: {step.line} has no placement left")
                    return None
                for cell, mask in zip(puzzle.cells(step.line), step.after, strict=True):
                    masks[cell] = mask
            grid = Grid.of_masks(puzzle, masks)
            if self.shows_passes:
                known = sum(map(is_single, grid.masks))
                self.say(f"pass {number}: {known} of {len(grid.masks)} cells known")
                self.say(self.drawn(grid))
        return grid

    def _diagnose(self, puzzle: Puzzle) -> None:
        from ...people.explanation import diagnose

        self.say("null")
        self.say(str(diagnose(puzzle, limits=self.limits)))
