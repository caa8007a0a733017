"""The commands convert and formats."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection
from typing import Any

from ... import formats
from ...common.errors import FormatError
from ...formats import FEATURES, TEXTS
from ...model.puzzle import Puzzle
from ...solver import solving as solver
from .common import (
    DONE,
    NO_SOLUTION,
    plain_command,
    puzzles_of,
    question_arguments,
    question_of,
    refuse_unwritable,
    say,
    source_arguments,
    stopped,
)


def register(commands: Any) -> None:
    """Add the commands of this module."""
    convert = plain_command(commands, "convert", _convert, "write a puzzle in another format")
    source_arguments(convert)
    convert.add_argument("output", help="output file, or - for standard output")
    convert.add_argument(
        "--to", metavar="F", help="output format (default: by the suffix of OUTPUT)"
    )
    convert.add_argument(
        "--solve",
        action="store_true",
        help="solve each puzzle that has no goal, and store its first solution as the goal",
    )
    question_arguments(convert)
    plain_command(
        commands,
        "formats",
        _formats,
        "list the file formats: read or written, one puzzle a file or several, and their features",
    )


def _convert(chosen: argparse.Namespace) -> int:
    path = None if chosen.output == "-" else chosen.output
    if chosen.to is not None:
        target = formats.format_named(chosen.to)
    elif path is not None:
        target = formats.writer_for(path)
    else:
        raise FormatError("has no suffix to choose a format by; add --to F", file="standard output")
    refuse_unwritable(path)
    puzzles = puzzles_of(chosen)
    if chosen.solve:
        for number, puzzle in enumerate(puzzles):
            if puzzle.goals:
                continue
            answer = solver.solve(puzzle, **question_of(chosen))
            if answer.stopped_by:
                return stopped(answer, "nothing was written")
            if answer.picture is None:
                which = f"puzzle {number + 1} has" if len(puzzles) > 1 else "the puzzle has"
                return say(f"{which} no solution; nothing was written", NO_SOLUTION)
            puzzles[number] = puzzle.replace(goals=[answer.picture])
    elif target.needs_goal and not all(puzzle.goals for puzzle in puzzles):
        problem = f"the format {target.name!r} holds a picture, and the puzzle has none"
        raise FormatError(f"{problem}; --solve stores a solution")
    if path is None:
        content = formats.dumps(puzzles, target.name)
        if isinstance(content, bytes):
            sys.stdout.buffer.write(content)
        else:
            sys.stdout.write(content)
    else:
        formats.write(puzzles, path, target.name)
    _warn_of_losses(puzzles, target.name, chosen.output)
    return DONE


def _warn_of_losses(puzzles: list[Puzzle], format: str, output: str) -> None:
    lost = set().union(*(formats.losses(puzzle, format) for puzzle in puzzles))
    if lost:
        words = ", ".join(words for feature, words in FEATURES.items() if feature in lost)
        name = "standard output" if output == "-" else output
        say(f"warning: {name}: lost, as the format {format!r} does not carry it: {words}", DONE)


def _formats(chosen: argparse.Namespace) -> int:
    rows = [("FORMAT", "READ", "WRITTEN", "SUFFIXES", "CARRIES")]
    for known in (*formats.formats().values(), *formats.foreign_formats().values()):
        rows.append(
            (
                known.name,
                "yes" if known.parse else "no",
                "no" if known.dump is None else "several" if known.dump_all else "one",
                " ".join(known.suffixes) or "-",
                (known.dump and carried(known.carries)) or "-",
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
    return DONE


def carried(carries: Collection[str]) -> str:
    """Features in a few words: the missing ones where they are fewer, pairs as plurals."""
    missing = [feature for feature in FEATURES if feature not in carries]
    if not missing:
        return "all"
    few = len(missing) < 5
    named = missing if few else [feature for feature in FEATURES if feature in carries]
    words: dict[str, str] = {feature: feature.replace("_", " ") for feature in named}
    if all(text in words for text in TEXTS):
        words = {feature: text for feature, text in words.items() if feature not in TEXTS}
        words["texts"] = "all texts"
    for first, further, one, several in (
        ("goals", "further_goals", "goal", "goals"),
        ("saved", "further_saved", "saved state", "saved states"),
    ):
        if first in words:
            words[first] = several if words.pop(further, None) else one
    return ("all but " if few else "") + ", ".join(words.values())
