"""The commands convert and formats."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection
from typing import Any

from ...core import FormatError, OptionError, Puzzle, solving as solver
from ...files import formats
from ...files.formats import FEATURES, TEXTS, Format
from .command import FILES, FORMAT, JSON, OUTPUT, PUZZLE, SEARCH, TO, argument, command, places
from .job import how_of
from .messages import DONE, say, stopped_by, unsolvable
from .output import Output, refuse_unwritable
from .reading import all_puzzles, expanded

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
        OUTPUT,
        TO,
        argument(
            "--site",
            metavar="ADDRESS",
            help="address of the page, for --to page, which writes an address for each puzzle "
            f"(default: {PAGE}, as `nonocsp serve`)",
        ),
        FORMAT,
        PUZZLE,
    ),
    SEARCH._replace(when=", for --solve"),
    examples=(
        "nonocsp convert input/heart.txt -o heart.non",
        "nonocsp convert input/heart.txt --to two-line",
        "nonocsp convert input/heart.txt input/cat.json -o all.jsonl",
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
    target = target_format(chosen.output, chosen.to, "")
    refuse_unwritable(chosen.output, files)
    puzzles = all_puzzles(files, chosen)
    if chosen.solve:
        for number, puzzle in enumerate(puzzles):
            if puzzle.goals:
                continue
            answer = solver.solve(puzzle, **how)
            if answer.stopped_by:
                return stopped_by(answer.stopped_by, answer.detail, "nothing was written")
            if answer.picture is None:
                return unsolvable(number + 1, puzzle.title, len(puzzles) == 1)
            puzzles[number] = puzzle.replace(goals=[answer.picture])
    elif target.needs_goal and not all(puzzle.goals for puzzle in puzzles):
        problem = f"the format {target.name!r} holds a picture, and the puzzle has none"
        raise FormatError(f"{problem}; --solve stores a solution")
    write_puzzles(puzzles, chosen.output, target)
    _warn_of_losses(puzzles, target, chosen.output or "standard output")
    return DONE


def _addresses(files: list[str], chosen: argparse.Namespace) -> int:
    from ..web.messages import puzzle_address

    refuse_unwritable(chosen.output, files)
    site = chosen.site or PAGE
    lines = [f"{puzzle_address(each, site)}\n" for each in all_puzzles(files, chosen)]
    with Output(chosen.output) as output:
        output.write("".join(lines))
    return DONE


def target_format(path: str | None, name: str | None, default: str) -> Format[Any]:
    """The format to write: by its name, else by the suffix of the output file, else the default."""
    if name is None and path is not None:
        return formats.writer_for(path)
    return formats.format_named(name or default)


def write_puzzles(puzzles: list[Puzzle], path: str | None, target: Format[Any]) -> None:
    """Write puzzles to a file, or without a path to standard output."""
    if path is not None:
        formats.write(puzzles, path, target.name)
        return
    if target.binary and sys.stdout.isatty():
        advice = f"add -o FILE{''.join(target.suffixes[:1])}, or a pipe"
        raise OptionError(
            f"the format {target.name!r} is binary, which no terminal shows: {advice}"
        )
    content = formats.dumps(puzzles, target.name)
    if isinstance(content, bytes):
        sys.stdout.buffer.write(content)
    else:
        sys.stdout.write(content)


def _warn_of_losses(puzzles: list[Puzzle], target: Format[Any], output: str) -> None:
    lost = set().union(*(formats.losses(puzzle, target.name) for puzzle in puzzles))
    lost -= target.needless
    if lost:
        words = ", ".join(words for feature, words in FEATURES.items() if feature in lost)
        say(f"warning: {output}: the format {target.name!r} leaves out: {words}")


@command(
    "list the file formats, or describe those that are named",
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
