"""The puzzles that a command line names: files, folders, standard input."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from ...common.errors import FormatError, counted
from ...common.progress import report
from ...formats import Parsed, load
from ...formats.registry import format_of_suffix
from ...model.puzzle import Puzzle
from .command import ALL
from .messages import say


def expanded(files: Sequence[str]) -> list[str]:
    """The files, with each folder replaced by the files in it whose suffix some format has.

    Without files, standard input.

    Raises:
        FormatError: a folder without such files.
    """
    found: list[str] = []
    for file in files or ["-"]:
        if not os.path.isdir(file):
            found.append(file)
            continue
        inside = sorted(path for path in Path(file).rglob("*") if _is_readable(path))
        if not inside:
            raise FormatError("a folder without files of a known format", file=file)
        found.extend(map(str, inside))
    return found


def _is_readable(path: Path) -> bool:
    known = format_of_suffix(path.name, "parse")
    return known is not None and known.parse is not None and path.is_file()


def shown_name(file: str) -> str:
    """The name of a file in messages."""
    return "standard input" if file == "-" else file


def _puzzles_in(file: str, chosen: argparse.Namespace) -> list[Puzzle]:
    """All puzzles of a file, with the warnings of its reader.

    Raises:
        FormatError: it cannot be read.
    """
    is_typed = file == "-" and sys.stdin is not None and sys.stdin.isatty()
    if is_typed:
        end = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"
        say(f"reading a puzzle from the keyboard; {end} on an empty line ends it")
        report(is_typing=True)
    parsed = load(file, chosen.format)
    if is_typed:
        report(is_typing=False)
    say_how(parsed, shown_name(file), chosen)
    return parsed.puzzles


def say_how(parsed: Parsed, name: str, chosen: argparse.Namespace) -> None:
    """Say what was assumed while a file was read, and with ``--how-read`` how it was read."""
    if chosen.how_read:
        say(f"{name}: {parsed.how}")
    for warning in parsed.warnings:
        say(f"warning: {name}: {warning}")


def selected(
    file: str, chosen: argparse.Namespace, default: int | str | None = None
) -> list[tuple[str, Puzzle]]:
    """The puzzles of a file that ``--puzzle`` selects, with their names.

    Without ``--puzzle``: the default, or the first with a warning if there are several.

    Raises:
        FormatError: it cannot be read, or holds fewer puzzles.
    """
    puzzles, name = _puzzles_in(file, chosen), shown_name(file)
    wanted = chosen.puzzle or default
    if wanted == ALL and len(puzzles) > 1:
        return [(f"{name}#{number}", puzzle) for number, puzzle in enumerate(puzzles, start=1)]
    if wanted is None and len(puzzles) > 1:
        more = "this is the first, --puzzle N or --puzzle all selects others"
        say(f"warning: {name} holds {len(puzzles)} puzzles; {more}")
    number = wanted if isinstance(wanted, int) else 1
    if number > len(puzzles):
        problem = f"--puzzle {number}: the file holds {counted(len(puzzles), 'puzzle')}"
        raise FormatError(problem, file=name)
    return [(name, puzzles[number - 1])]


def all_puzzles(files: Iterable[str], chosen: argparse.Namespace) -> list[Puzzle]:
    """The puzzles of all files; with ``--puzzle N``, the N-th of each.

    Raises:
        FormatError: a file cannot be read.
    """
    return [puzzle for file in files for _, puzzle in selected(file, chosen, ALL)]


def puzzle_of(chosen: argparse.Namespace) -> Puzzle:
    """The puzzle of a command that takes one file."""
    return selected(chosen.file, chosen)[0][1]
