"""Answers scored by the clues: any solution is right, whatever picture the puzzle was made from."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ...core import (
    Displayable,
    Line,
    Picture,
    Plain,
    Puzzle,
    PuzzleError,
    checked,
    clue_of,
    satisfies,
)
from ...people.explanation.phrasing import Phrasing
from .answers import Taken, picture_of


@dataclass(frozen=True, slots=True)
class Grade(Displayable, Plain):
    """The score of an answer; true if it is right."""

    is_right: bool
    """Every clue is satisfied."""
    share: float
    """The share of the lines with a clue that are right, from 0 to 1; 0 without a picture."""
    picture: Picture | None
    """The picture that was taken from the answer, or None."""
    wrong: tuple[Line, ...]
    """The lines that are not right, in the order of `Puzzle.lines`; none without a picture."""
    taken: str
    """Where in the text the picture is, what announces it, and which of several it is; empty
    without a picture or a text."""
    grids: int
    """How many grids of the right size are in what was read as the answer."""
    reason: str
    """Why it is not right, in a sentence; empty if it is."""
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)
    """The puzzle that was answered."""

    @property
    def first_wrong(self) -> Line | None:
        """The first line that is not right, or None."""
        return self.wrong[0] if self.wrong else None

    def __bool__(self) -> bool:
        return self.is_right

    def __str__(self) -> str:
        if self.picture is None:
            return f"unreadable: {self.reason}"
        return (
            "right" if self.is_right else f"{self.share:.0%} of the lines are right. {self.reason}"
        )


@checked
def grade(
    puzzle: Puzzle, answer: Any, *, lenient: bool = False, prompt: str | None = None
) -> Grade:
    """Score an answer to a puzzle by the clues.

    A text is read as models write it: rows of digits, letters, blocks, squares or emoji, with or
    without something between the cells; rows with labels, tables, code blocks, lists and objects in
    JSON, all cells in one line; prose around them. The answer that it announces is graded (by a
    mark like "Final answer:", a tag like ``<answer>``, a key like ``"solution"``), or else its end;
    of several grids the last, and none under a key like ``"draft"``. If that cannot be read, the
    answer has no picture, even if scratch work has one. If a text has more than 60,000 characters,
    the first 10,000 and the last 50,000 are read, for large puzzles more.

    Args:
        puzzle: what was asked.
        answer: a text, a `Picture`, or rows as nested lists or an array, of colour numbers or of
            marks that a text may have for cells; None is not an answer.
        lenient: for transcripts: if the answer cannot be read, take the last grid in the text.
        prompt: the question as it was asked, if it says how cells are written, as in "s = shaded".

    Never raises for the content of an answer. Cost: linear in what is read.

    Raises:
        OptionError: the puzzle is not a puzzle.

    >>> puzzle = Puzzle([[2], [1]], [[1], [2]])
    >>> bool(grade(puzzle, "The solution:\\n```\\n1 1\\n0 1\\n```"))
    True
    >>> wrong = grade(puzzle, [[1, 1], [1, 0]])
    >>> wrong.share, str(wrong.first_wrong), wrong.reason
    (0.5, 'column 1', 'Column 1 has 2, its clue is 1.')
    >>> grade(puzzle, "I give up.").reason
    'No grid of 2 x 2 cells was found.'
    """
    found = _taken(puzzle, answer, lenient, prompt or "")
    picture = found.picture
    if picture is None:
        return Grade(False, 0.0, None, (), "", found.grids, found.problem, puzzle)
    clued = [(line, clue) for line in puzzle.board.clued if (clue := puzzle.clue(line)) is not None]
    wrong = tuple([line for line, clue in clued if not satisfies(picture.line(line), clue)])
    share = 1 - len(wrong) / len(clued) if clued else 1.0
    reason = _fault(puzzle, picture, wrong[0]) if wrong else ""
    return Grade(not wrong, share, picture, wrong, found.how, found.grids, reason, puzzle)


def _fault(puzzle: Puzzle, picture: Picture, line: Line) -> str:
    """What is wrong with a line, in a sentence."""
    phrasing = Phrasing(puzzle)
    blocks = clue_of(picture.line(line))
    has = phrasing.blocks(blocks) if blocks else "no block"
    name = str(line)
    return f"{name[0].upper()}{name[1:]} has {has}, its clue is {phrasing.clue(line)}."


def _taken(puzzle: Puzzle, answer: Any, lenient: bool, prompt: str) -> Taken:
    """The picture of an answer of any type."""
    if answer is None:
        return Taken(None, 0, "", "There is no answer.")
    if isinstance(answer, str):
        return picture_of(answer, puzzle, lenient=lenient, prompt=prompt)
    try:
        picture = answer if isinstance(answer, Picture) else Picture(answer, board=puzzle.board)
    except (PuzzleError, TypeError) as error:
        return _listed(puzzle, answer, str(error), lenient, prompt)
    if picture.board != puzzle.board:
        return Taken(None, 0, "", f"The picture is {picture.board.described}.")
    if max(picture.cells) >= len(puzzle.colours):
        return Taken(None, 1, "", f"There is no colour {max(picture.cells)} in the puzzle.")
    return Taken(picture, 1, "", "")


def _listed(puzzle: Puzzle, answer: Any, problem: str, lenient: bool, prompt: str) -> Taken:
    """Lists whose cells are texts: they are read as their JSON."""
    try:
        text = json.dumps(answer, ensure_ascii=False)
        found = picture_of(text, puzzle, lenient=lenient, prompt=prompt)
    except (TypeError, ValueError, RecursionError):
        found = Taken(None, 0, "", "")
    problem = f"The answer is not a picture: {problem}." if found.picture is None else ""
    return Taken(found.picture, found.grids, "", problem)
