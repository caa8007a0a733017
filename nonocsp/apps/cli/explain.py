"""The commands hint, explain, rate and diagnose."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...common.errors import FormatError, PuzzleError, counted
from ...model.grid import Grid
from ...model.puzzle import Puzzle
from .common import (
    ask,
    destination,
    exit_code,
    natural,
    puzzle_command,
    puzzle_of,
    refuse_unwritable,
)

if TYPE_CHECKING:
    from ...explanation import Step


def register(commands: Any) -> None:
    """Add the commands of this module."""
    hint = puzzle_command(
        commands, "hint", _hint, "print where to look next, or which cell is a mistake"
    )
    _grid_argument(hint)
    hint.add_argument("--what", action="store_true", help="also print what follows there and why")
    hint.add_argument("--json", action="store_true", help="print the hint as JSON")

    explain = puzzle_command(
        commands,
        "explain",
        _explain,
        "solve as a careful person does, and print a sentence for each step",
    )
    _grid_argument(explain)
    explain.add_argument(
        "--max", type=natural, metavar="N", help="stop after N steps (default: no limit)"
    )
    form = explain.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the steps as JSON")
    form.add_argument(
        "--html", action="store_true", help="print a web page with a picture of each step"
    )
    explain.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="output file, replaced atomically (default: standard output)",
    )

    rate = puzzle_command(
        commands, "rate", _rate, "print how difficult and how tedious a puzzle is for a person"
    )
    rate.add_argument("--json", action="store_true", help="print the rating as JSON")

    diagnose = puzzle_command(
        commands,
        "diagnose",
        _diagnose,
        "explain why a puzzle has no solution or several, and suggest changes",
    )
    diagnose.add_argument("--json", action="store_true", help="print the diagnosis as JSON")


def _grid_argument(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--grid",
        metavar="FILE",
        help="file with the known cells, one character for each cell: ? unknown, _ blank, else the "
        "character of a colour (default: nothing known)",
    )


def _grid_of(chosen: argparse.Namespace, puzzle: Puzzle) -> Grid | None:
    """The grid in the file of ``--grid``; None without one."""
    if chosen.grid is None:
        return None
    try:
        with open(chosen.grid, encoding="utf-8-sig") as file:
            text = file.read()
    except OSError as error:
        raise FormatError(f"cannot be opened: {error.strerror}", file=chosen.grid) from None
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
    puzzle = puzzle_of(chosen)
    answer = ask(chosen, "hint", puzzle, _grid_of(chosen, puzzle))
    if chosen.json:
        print(_json(answer.result))
    else:
        print(answer.result["where"])
        if chosen.what:
            print(answer.result["what"])
            for step in answer.result["steps"]:
                print(*_links(step), sep="\n", end="\n" if step["branches"] else "")
    return exit_code(answer)


def _links(step: dict[str, Any]) -> list[str]:
    """The links of a chain, one line each, indented below the step."""
    return [f"    {link['sentence']}" for branch in step["branches"] for link in branch["links"]]


def _explain(chosen: argparse.Namespace) -> int:
    from ...explanation import page

    refuse_unwritable(chosen.output)
    puzzle = puzzle_of(chosen)
    grid = _grid_of(chosen, puzzle)
    steps: list[Step] = []
    with destination(chosen.output) as out:

        def show(step: Step) -> None:
            steps.append(step)
            if not (chosen.json or chosen.html):
                lines = [f"{len(steps)}. {step}", *_links(step.to_dict())]
                print(*lines, sep="\n", file=out, flush=True)

        answer = ask(chosen, "explain", puzzle, grid, show, limit=chosen.max)
        text = answer.result["text"]
        if chosen.json:
            print(_json({**answer.result, "steps": [step.to_dict() for step in steps]}), file=out)
        elif chosen.html:
            print(page(puzzle, steps, grid, ending=text), end="", file=out)
        else:
            print(text, file=out)
    return exit_code(answer, f"{counted(len(steps), 'step')} so far")


def _rate(chosen: argparse.Namespace) -> int:
    answer = ask(chosen, "rate", puzzle_of(chosen))
    rating = answer.result
    if chosen.json:
        print(_json(rating))
    else:
        print(f"{rating['word']}: difficulty {rating['difficulty']:.1f}, level {rating['level']}")
        print(f"tedium {rating['tedium']:.0f} in {counted(rating['steps'], 'step')}")
        for name, number in rating["counts"].items():
            print(f"{number:6} {name}")
    return exit_code(answer, "this rates the steps so far")


def _diagnose(chosen: argparse.Namespace) -> int:
    answer = ask(chosen, "diagnose", puzzle_of(chosen))
    print(_json(answer.result) if chosen.json else answer.result["text"])
    return exit_code(answer, "this is what is known")


def _json(value: Mapping[str, Any]) -> str:
    """A JSON object, one line for each member and for each object in a list."""
    fields = []
    for name, field in value.items():
        text = json.dumps(field, ensure_ascii=False)
        if isinstance(field, list) and field and isinstance(field[0], dict):
            entries = (json.dumps(entry, ensure_ascii=False) for entry in field)
            text = "[\n  " + ",\n  ".join(entries) + "\n ]"
        fields.append(f" {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(fields) + "\n}"
