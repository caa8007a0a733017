"""The commands convert and formats."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Collection, Iterator
from typing import Any

from ...core import FormatError, OptionError, Puzzle, counted, solving as solver
from ...files import formats
from ...files.formats import FEATURES, TEXTS, Format
from .command import (
    ALL,
    FILES,
    FORMAT,
    JSON,
    OUTPUT_OR_FOLDER,
    SEARCH,
    TO,
    argument,
    command,
    places,
    puzzle_number,
)
from .job import how_of
from .messages import BAD_INPUT, DONE, INTERRUPTED, NO_SOLUTION, say, stopped_by, worst
from .output import Output, refuse_unwritable
from .reading import all_puzzles, expanded, readable, titled
from .writing import Folder, is_folder, target_format, write_puzzles

#: Where `nonocsp serve` shows the page unless told otherwise.
PAGE = "http://127.0.0.1:8765/"


@command(
    "write puzzles in another format",
    FILES,
    argument(
        "--solve",
        action="store_true",
        help="solve each puzzle that has no goal, and store its first solution as the goal",
    ),
    places(
        OUTPUT_OR_FOLDER,
        TO,
        argument(
            "--site",
            metavar="ADDRESS",
            help="address of the page, for --to page, which writes an address for each puzzle "
            f"(default: {PAGE}, as `nonocsp serve`)",
        ),
        FORMAT,
        puzzle_number("all"),
    ),
    SEARCH._replace(when=", for --solve"),
    examples=(
        "nonocsp convert input/heart.txt -o heart.non",
        "nonocsp convert input/heart.txt --to two-line",
        "nonocsp convert input/heart.txt input/cat.json -o all.jsonl",
        "nonocsp convert input/heart.txt input/owl.non --to json -o folder/",
        "nonocsp convert input/heart.txt --to page --site https://example.org/puzzles/",
    ),
)
def convert(chosen: argparse.Namespace) -> int:
    how = how_of(chosen)
    if chosen.output is None and chosen.to is None:
        raise OptionError("expected an output file or a format: -o FILE or --to F")
    if chosen.site is not None and chosen.to != "page":
        raise OptionError("--site goes with --to page")
    files = expanded(chosen.files)
    if chosen.to == "page":
        return _addresses(files, chosen)
    is_many = is_folder(chosen)
    if is_many and chosen.to is None:
        raise OptionError("expected a format for the files of the folder: --to F")
    target = target_format(chosen.output, chosen.to, "")
    folder = Folder(chosen, files, target) if is_many else None
    if folder is None:
        refuse_unwritable(chosen.output, files)
    found = [each for file in files for each in readable(file, chosen, ALL)]
    left_out = _LeftOut(len(found))
    fitting: list[tuple[str, Puzzle]] = []
    for name, source in found:
        with left_out.saying(name):
            if isinstance(source, FormatError):
                raise source
            if puzzle := _with_goal(source, name, target, chosen.solve, how, left_out):
                fitting.append((name, puzzle))
        if INTERRUPTED in left_out.codes:
            return INTERRUPTED
    if folder is None:
        _into_file(fitting, len(files) > 1, chosen.output, target, left_out)
        return left_out.code
    for name, puzzle in fitting:
        with left_out.saying(name):
            folder.write(name, [puzzle])
            _warn_of_losses([puzzle], target, name)
    return left_out.code


class _LeftOut:
    """The puzzles of a set that are left out, each with its exit code; one that is alone is the
    command's own failure."""

    def __init__(self, number: int) -> None:
        self.is_set = number > 1
        self.codes: list[int] = []

    @property
    def code(self) -> int:
        if self.codes and self.is_set:
            say(f"{counted(len(self.codes), 'puzzle')} left out")
        return worst(self.codes)

    @contextlib.contextmanager
    def saying(self, name: str) -> Iterator[None]:
        """Say why a puzzle is left out, if it is one of several."""
        try:
            yield
        except FormatError as error:
            if not self.is_set:
                raise
            where = "" if error.file else f"{name}: "
            self.codes.append(say(f"error: {where}{error}", BAD_INPUT))


def _with_goal(
    puzzle: Puzzle,
    name: str,
    target: Format[Any],
    is_solved: bool,
    how: dict[str, Any],
    left_out: _LeftOut,
) -> Puzzle | None:
    """The puzzle, with a goal if that is needed; None if it has none.

    Raises:
        FormatError: it needs one, and none was asked for.
    """
    if puzzle.goals:
        return puzzle
    if not is_solved:
        if target.needs_goal:
            problem = f"the format {target.name!r} holds a picture, and the puzzle has none"
            raise FormatError(f"{problem}; --solve stores a solution")
        return puzzle
    answer = solver.solve(puzzle, **how)
    if answer.picture is not None:
        return puzzle.replace(goals=[answer.picture])
    which = name if left_out.is_set else ""
    nothing = "left out" if which and answer.stopped_by != "interrupt" else "nothing was written"
    if answer.stopped_by:
        code = stopped_by(answer.stopped_by, answer.detail, nothing, which)
    else:
        code = say(f"{which or 'the puzzle'} has no solution; {nothing}", NO_SOLUTION)
    left_out.codes.append(code)
    return None


def _into_file(
    named: list[tuple[str, Puzzle]],
    is_titled: bool,
    path: str | None,
    target: Format[Any],
    left_out: _LeftOut,
) -> None:
    """Write puzzles to one file, those that its format can hold; with titles, if these are wanted.

    Raises:
        FormatError: the file cannot be written, or holds one puzzle, or the only one does not fit.
    """
    if len(named) > 1 and target.dump_all is None:
        problem = f"a file of the format {target.name!r} holds one puzzle, not {len(named)}"
        raise FormatError(f"{problem}; --to {target.name} -o FOLDER/ writes a file for each")
    if is_titled and "title" in target.carries:
        named = [(name, titled(name, puzzle)) for name, puzzle in named]
    puzzles = [puzzle for _, puzzle in named]
    if not puzzles:
        return
    try:
        write_puzzles(puzzles, path, target)
    except FormatError:
        fitting = []
        for name, puzzle in named:
            with left_out.saying(name):
                formats.dumps(puzzle, target.name)
                fitting.append((name, puzzle))
        if len(fitting) == len(named):  # it is not about a puzzle
            raise
        _into_file(fitting, False, path, target, left_out)
    else:
        _warn_of_losses(puzzles, target, path or "standard output")


def _addresses(files: list[str], chosen: argparse.Namespace) -> int:
    from ..web.messages import puzzle_address

    refuse_unwritable(chosen.output, files)
    site = chosen.site or PAGE
    lines = [f"{puzzle_address(each, site)}\n" for each in all_puzzles(files, chosen)]
    with Output(chosen.output) as output:
        output.write("".join(lines))
    return DONE


def _warn_of_losses(puzzles: list[Puzzle], target: Format[Any], output: str) -> None:
    lost = set().union(*(formats.losses(puzzle, target.name) for puzzle in puzzles))
    lost -= target.needless
    if lost:
        words = ", ".join(words for feature, words in FEATURES.items() if feature in lost)
        say(f"warning: {output}: the format {target.name!r} leaves out: {words}")


@command(
    "list the file formats, or describe those you name",
    argument("names", nargs="*", metavar="FORMAT", help="name of a format to describe"),
    JSON,
    examples=("nonocsp formats", "nonocsp formats non olsak", "nonocsp formats --json"),
)
def formats_(chosen: argparse.Namespace) -> int:
    every = [*formats.formats().values(), *formats.foreign_formats().values()]
    named = [formats.format_named(name) for name in chosen.names]
    heads = ("FORMAT", "READ", "WRITTEN", "SUFFIXES", "WHAT IT IS", "CARRIES")
    rows = [_row(known) for known in named or every]
    if chosen.json:
        for known in named or every:
            print(json.dumps(_members(known), ensure_ascii=False))
    elif named:
        for at, row in enumerate(rows):
            print("\n" * bool(at), end="")
            for head, cell in zip(heads, row, strict=True):
                print(f"{head.lower():10}  {cell}")
            if named[at].letters:
                print(f"{'letters':10}  {named[at].letters}")
    else:
        _print_table([heads[:-1], *(row[:-1] for row in rows)])
    return DONE


def _row(known: Format[Any]) -> tuple[str, ...]:
    return (
        known.name,
        "yes" if known.parse else "no",
        "no" if known.dump is None else "several" if known.dump_all else "one",
        " ".join(known.suffixes) or "-",
        known.summary,
        (known.dump and carried(known.carries)) or "-",
    )


def _print_table(rows: list[tuple[str, ...]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


def _members(known: Format[Any]) -> dict[str, object]:
    """A format as JSON values."""
    return {
        "format": known.name,
        "summary": known.summary,
        "suffixes": known.suffixes,
        "is_read": known.parse is not None,
        "is_written": known.dump is not None,
        "holds_several": known.dump_all is not None,
        "carries": [feature for feature in FEATURES if feature in known.carries],
    }


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
