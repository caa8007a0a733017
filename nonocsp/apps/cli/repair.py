"""The command repair."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...core import OptionError, Picture, Puzzle, counted
from ...files.formats import TEXTS
from .command import (
    ALL,
    COLOUR,
    FILES,
    FORMAT,
    JSON,
    OUTPUT_OR_FOLDER,
    SEARCH,
    TO,
    command,
    number,
    places,
    puzzle_number,
)
from .job import Job, each_puzzle
from .messages import INTERRUPTED
from .reading import expanded, titled
from .writing import Folder, is_folder, target_format, write_puzzles

if TYPE_CHECKING:
    from ...many.questions import Answer


@command(
    "change the fewest cells of a picture to make its puzzle unique",
    FILES,
    number("repairs to look for, those with the fewest changes first"),
    COLOUR,
    places(OUTPUT_OR_FOLDER, TO, JSON, FORMAT, puzzle_number("1; with -o or --to, all")),
    SEARCH,
    examples=(
        "nonocsp repair input/die-two.non",
        "nonocsp repair input/kites.json -o repaired.json",
        "nonocsp repair input/die-two.non input/kites.json -o repaired/",
    ),
)
def repair(chosen: argparse.Namespace) -> int:
    """Without a file or a format, the repaired pictures are drawn."""
    is_drawn = chosen.json or (chosen.output is None and chosen.to is None)
    files, folder = expanded(chosen.files), None
    if not chosen.json and is_folder(chosen):
        target = None if chosen.to is None else target_format(None, chosen.to, "")
        folder = Folder(chosen, files, target)
        chosen.output = None
    else:
        target = None if is_drawn else target_format(chosen.output, chosen.to, "")
    made: list[Puzzle] = []

    def repair_one(job: Job) -> int:
        if not job.puzzle.goals:
            advice = "`nonocsp convert --solve` stores a solution as one"
            raise OptionError(f"expected a puzzle with a picture as its goal; {advice}")
        answer = job.ask("repair", number=chosen.number or 1)
        puzzles = _repaired(job.puzzle, answer)
        if folder is not None:
            folder.write(job.name, puzzles)
        elif target is not None:
            made.extend(titled(job.name, each) if len(files) > 1 else each for each in puzzles)
        elif not job.is_json:
            pictures = (job.drawn(puzzle.goals[0]) for puzzle in puzzles)
            job.out.write("\n\n".join(pictures) + "\n" * bool(puzzles))
        summary = _summary(answer, job.puzzle)
        if job.is_json:
            return job.give(answer, "", summary)
        if answer.stopped_by in (None, "checks") and puzzles:
            return job.say(summary)
        return job.code(answer, summary)

    code = each_puzzle(chosen, repair_one, is_heading=True, default=None if is_drawn else ALL)
    if made and target is not None and code != INTERRUPTED:
        write_puzzles(made, chosen.output, target)
    return code


def _repaired(puzzle: Puzzle, answer: Answer) -> list[Puzzle]:
    """The repaired puzzles, with the texts of the puzzle."""
    if not answer.puzzles:
        return []
    texts = {text: getattr(puzzle, text) for text in TEXTS}
    before, blank = puzzle.goals[0], puzzle.colours[0]
    return [
        Puzzle.from_picture(_changed(before, changes), blank=blank).replace(**texts)
        for changes in (answer.result["changes"], *answer.result["others"])
    ]


def _changed(picture: Picture, changes: Iterable[Sequence[int]]) -> Picture:
    """The picture with the new colours of some cells."""
    cells = bytearray(picture.cells)
    for row, column, colour in changes:
        cells[picture.board.number(row, column)] = colour
    return Picture.from_cells(bytes(cells), picture.board, picture.colours)


def _summary(answer: Answer, puzzle: Puzzle) -> str:
    """How many cells are changed, and whether fewer would do."""
    if not answer.puzzles:
        return "the puzzle is not unique yet"
    changes, least = len(answer.result["changes"]), answer.result["at_least"]
    if not changes:
        clues = Puzzle.from_picture(puzzle.goals[0], blank=puzzle.colours[0]).clues
        if puzzle.clues != clues:
            return "no cell is changed: with all its clues the picture is the only solution"
        return "no cell is changed: the puzzle has one solution"
    proven = "which is the minimum" if answer.result["is_fewest"] else f"at least {least} must be"
    return f"{counted(changes, 'cell')} changed, {proven}"
