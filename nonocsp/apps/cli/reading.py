"""The puzzles that a command line names: files, folders, standard input."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence

from ...core import FormatError, Puzzle, counted, report
from ...files.formats import Parsed
from ...files.formats.registry import files_of
from ...files.formats.source import read_bytes
from ...people.opening import STANDARD_INPUT, file_stem, opened
from .command import ALL
from .messages import say


def expanded(files: Sequence[str]) -> list[str]:
    """The files, see `files_of`; without any, standard input.

    Raises:
        FormatError: a folder without files of a known format.
    """
    return files_of(files or ["-"])


def shown_name(file: str) -> str:
    """The name of a file in messages."""
    return STANDARD_INPUT if file == "-" else file


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
    data = read_bytes(file, shown_name(file))
    if is_typed:
        report(is_typing=False)
    name, seconds = shown_name(file), getattr(chosen, "seconds", None)
    parsed = opened(data, chosen.format, name=name, seconds=seconds)
    if parsed.letters and not chosen.how_read:
        say(f"{name}: letters: {parsed.letters}")
    say_how(parsed, name, chosen)
    if not parsed.is_sure and sys.stdin.isatty() and sys.stderr.isatty():
        sys.stderr.write("Go on with this reading? [Y/n] ")
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() in ("n", "no"):
            raise FormatError("the reading was refused", file=name)
    return parsed.puzzles


def say_how(parsed: Parsed, name: str, chosen: argparse.Namespace) -> None:
    """Say what was assumed while a file was read, and with ``--how-read`` how it was read.

    Raises:
        FormatError: numbers are in doubt, and ``--sure`` asks for a sure reading.
    """
    if chosen.how_read:
        say(f"{name}: {parsed.how}")
    for note in parsed.notes:
        say(f"{name}: {note}")
    for warning in parsed.warnings:
        say(f"warning: {name}: {warning}")
    if not parsed.is_sure and chosen.sure:
        raise FormatError("--sure: the reading is not sure", file=name)
    chosen.is_unsure |= not parsed.is_sure


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


def titled(name: str, puzzle: Puzzle) -> Puzzle:
    """A puzzle without a title with that of its file, for a place where several come together."""
    return puzzle if puzzle.title else puzzle.replace(title=file_stem(name) or None)


def all_puzzles(files: Sequence[str], chosen: argparse.Namespace) -> list[Puzzle]:
    """The puzzles of all files; with ``--puzzle N``, the N-th of each. Those of several files have
    titles.

    Raises:
        FormatError: a file cannot be read.
    """
    found = [each for file in files for each in selected(file, chosen, ALL)]
    return [titled(*each) if len(files) > 1 else each[1] for each in found]


def readable(
    file: str, chosen: argparse.Namespace, default: int | str | None = None
) -> Iterator[tuple[str, Puzzle | FormatError]]:
    """The puzzles of a file with their names, as `selected`; if it cannot be read, the error."""
    try:
        yield from selected(file, chosen, default)
    except FormatError as error:
        yield shown_name(file), error


def puzzle_of(chosen: argparse.Namespace) -> Puzzle:
    """The puzzle of a command that takes one file."""
    return selected(chosen.file, chosen)[0][1]
