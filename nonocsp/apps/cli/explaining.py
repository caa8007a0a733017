"""For people who solve and design: hint, explain, rate and diagnose."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from ...common.errors import FormatError, PuzzleError
from ...model.grid import Grid
from ...model.puzzle import Puzzle
from .common import (
    DONE,
    INTERRUPTED,
    NO_SOLUTION,
    destination,
    natural,
    puzzle_command,
    puzzle_of,
    question_of,
    refuse_unwritable,
    say,
    show_stats,
    stopped,
    stopped_by,
)

if TYPE_CHECKING:
    from ...explanation import Step


def register(commands: Any) -> None:
    """Add the commands of this module."""
    hint = puzzle_command(
        commands, "hint", _hint, "tell where to look next, or which cell is a mistake"
    )
    _grid_argument(hint)
    hint.add_argument("--what", action="store_true", help="and what follows there, and why")
    hint.add_argument("--json", action="store_true", help="print both, as JSON")

    explain = puzzle_command(
        commands, "explain", _explain, "solve as a careful person does, a sentence for each step"
    )
    _grid_argument(explain)
    explain.add_argument("--max", type=natural, metavar="N", help="stop after N steps")
    form = explain.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the steps as JSON")
    form.add_argument(
        "--html", action="store_true", help="print a web page with a picture of each step"
    )
    explain.add_argument("-o", "--output", metavar="FILE", help="write there, whole or not at all")

    rate = puzzle_command(commands, "rate", _rate, "tell how hard and how long a puzzle is")
    rate.add_argument("--json", action="store_true", help="print the rating as JSON")

    diagnose = puzzle_command(
        commands,
        "diagnose",
        _diagnose,
        "tell why there is no solution or several, and what would help",
    )
    diagnose.add_argument("--json", action="store_true", help="print the diagnosis as JSON")


def _grid_argument(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--grid",
        metavar="FILE",
        help="what is known: lines of characters, ? unknown, _ blank, else that of the colour",
    )


def _grid_of(chosen: argparse.Namespace, puzzle: Puzzle) -> Grid | None:
    """The grid that the arguments name."""
    if chosen.grid is None:
        return None
    try:
        with open(chosen.grid, encoding="utf-8-sig") as file:
            text = file.read()
    except UnicodeDecodeError:
        raise FormatError("expected text in UTF-8", file=chosen.grid) from None
    try:
        grid = Grid.from_text(text, puzzle.colours)
    except PuzzleError as error:
        raise FormatError(str(error), file=chosen.grid) from None
    if grid.shape != puzzle.shape:
        sizes = [f"{rows} x {columns}" for rows, columns in (puzzle.shape, grid.shape)]
        problem = f"expected {sizes[0]} cells as the puzzle has, not {sizes[1]}"
        raise FormatError(problem, file=chosen.grid)
    return grid


def _hint(chosen: argparse.Namespace) -> int:
    from ...explanation import hint

    puzzle = puzzle_of(chosen)
    answer = hint(puzzle, _grid_of(chosen, puzzle), **question_of(chosen))
    if chosen.json:
        print(_json(answer.as_dict()))
    else:
        print(answer.where)
        if chosen.what:
            print(answer.what)
            for link in (link for step in answer.steps for link in _links(step)):
                print(link)
    show_stats(chosen, answer.stats)
    return NO_SOLUTION if answer.kind == "no solution" else DONE


def _links(step: Step) -> list[str]:
    """The links of a chain, a line each, under the assumption that they follow from."""
    return [f"    {link}" for branch in step.branches for link in branch.links]


def _explain(chosen: argparse.Namespace) -> int:
    from ...explanation import Outcome, explain, page

    refuse_unwritable(chosen.output)
    puzzle = puzzle_of(chosen)
    grid = _grid_of(chosen, puzzle)
    steps = explain(puzzle, grid, **question_of(chosen))
    interrupted = False
    with destination(chosen.output) as out:
        try:
            while chosen.max is None or len(steps.steps) < chosen.max:
                step = next(steps, None)
                if step is None:
                    break
                if not (chosen.json or chosen.html):
                    lines = [f"{len(steps.steps)}. {step}", *_links(step)]
                    print(*lines, sep="\n", file=out, flush=True)
        except KeyboardInterrupt:
            interrupted = True
        if chosen.json:
            found = {
                "outcome": steps.outcome.value,
                "grid": steps.grid.text(puzzle.colours).split("\n"),
                "steps": [step.as_dict() for step in steps.steps],
            }
            print(_json(found), file=out)
        elif chosen.html:
            print(page(puzzle, steps.steps, grid, ending=steps.ending), end="", file=out)
        else:
            print(steps.ending, file=out)
    show_stats(chosen, steps.stats)
    said = f"{len(steps.steps)} step{'s' * (len(steps.steps) != 1)} so far"
    if interrupted:
        return say(f"interrupted; {said}", INTERRUPTED)
    if steps.outcome is Outcome.STOPPED:
        return stopped(steps, said)
    return NO_SOLUTION if steps.outcome is Outcome.CONTRADICTION else DONE


def _rate(chosen: argparse.Namespace) -> int:
    from ...explanation import Outcome, rate

    rating = rate(puzzle_of(chosen), **question_of(chosen))
    if chosen.json:
        print(_json(rating.as_dict()))
    else:
        print(f"{rating.word}: difficulty {rating.difficulty:.1f}, level {rating.level}")
        steps = f"{rating.steps} step{'s' * (rating.steps != 1)}"
        print(f"tedium {rating.tedium:.0f} in {steps}")
        for name, number in rating.counts.items():
            print(f"{number:6} {name}")
    show_stats(chosen, rating.stats)
    if rating.outcome is Outcome.STOPPED:
        known = "this rates the steps so far"
        return stopped_by(rating.stopped_by or "", "", known)
    return NO_SOLUTION if rating.outcome is Outcome.CONTRADICTION else DONE


def _diagnose(chosen: argparse.Namespace) -> int:
    from ...explanation import diagnose
    from ...solver.answers import Verdict

    diagnosis = diagnose(puzzle_of(chosen), **question_of(chosen))
    print(_json(diagnosis.as_dict()) if chosen.json else diagnosis)
    show_stats(chosen, diagnosis.stats)
    if diagnosis.stopped_by:
        return stopped_by(diagnosis.stopped_by, "", "this is what is known")
    return NO_SOLUTION if diagnosis.verdict is Verdict.NONE else DONE


def _json(value: dict[str, Any]) -> str:
    """A JSON object with a line for each field, and for each entry of a list of objects."""
    fields = []
    for name, field in value.items():
        text = json.dumps(field, ensure_ascii=False)
        if isinstance(field, list) and field and isinstance(field[0], dict):
            entries = (json.dumps(entry, ensure_ascii=False) for entry in field)
            text = "[\n  " + ",\n  ".join(entries) + "\n ]"
        fields.append(f" {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(fields) + "\n}"
