"""What the commands share: exit codes, the arguments of a question, messages, and output files."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any

from ...common.errors import FormatError, decimal
from ...common.files import atomic_write
from ...common.limits import Limits
from ...common.options import Options
from ...formats import load
from ...model.puzzle import Puzzle
from ...solver.engines import ENGINES

DONE, NO_SOLUTION, BAD_INPUT, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130


def say(message: str, code: int) -> int:
    """One line on standard error; returns the exit code, so that a command can end with it."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    with contextlib.suppress(OSError):
        print("nonocsp:", " ".join(message.split()), file=sys.stderr, flush=True)
    return code


def puzzle_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], help: str
) -> argparse.ArgumentParser:
    """A command that asks the solver something about one puzzle."""
    command = plain_command(commands, name, run, help)
    source_arguments(command)
    question_arguments(command)
    return command


def plain_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], help: str
) -> argparse.ArgumentParser:
    """A command without arguments so far."""
    command: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help + ".")
    command.set_defaults(run=run)
    return command


def source_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments that `puzzle_of` reads."""
    command.add_argument("file", nargs="?", default="-", help="a puzzle, or - for standard input")
    command.add_argument(
        "--format", metavar="F", help="its format, one of `nonocsp formats`; or guessed"
    )
    command.add_argument(
        "--puzzle", type=natural, metavar="N", help="the N-th puzzle of a file that holds several"
    )


def question_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments that `question_of` reads, and ``--stats``."""
    command.add_argument(
        "--engine", metavar="E", help=f"who searches: {', '.join(ENGINES)} (default: kernel)"
    )
    limits = command.add_argument_group("limits")
    limits.add_argument("--seconds", type=positive, metavar="S", help="stop after S seconds")
    limits.add_argument("--nodes", type=natural, metavar="N", help="stop after N search nodes")
    limits.add_argument(
        "--memory", type=natural, metavar="MIB", help="use at most so many MiB of memory (kernel)"
    )
    limits.add_argument(
        "--placements",
        type=natural,
        metavar="N",
        help="list at most N placements (engines with explicit domains)",
    )
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="choose a technique, such as ordering=in_order or probing=off; may be repeated",
    )
    command.add_argument("--stats", action="store_true", help="print counted work to stderr")


def natural(word: str) -> int:
    """The type of an argument that is 1 or more."""
    if not (word.isascii() and word.isdigit()) or len(word) > 18 or int(word) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, not {word!r}")
    return int(word)


def index(word: str) -> int:
    """The type of an argument that is 0 or more."""
    if not (word.isascii() and word.isdigit()) or len(word) > 4000:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 0, not {word!r}")
    return int(word)


def positive(word: str) -> float:
    """The type of an argument in seconds."""
    try:
        value = float(word)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a positive number of seconds, not {word!r}")
    return value


def puzzles_of(chosen: argparse.Namespace) -> list[Puzzle]:
    """All puzzles of the file that the arguments name, or the one chosen by ``--puzzle``."""
    parsed = load(chosen.file, chosen.format)
    name = "standard input" if chosen.file == "-" else chosen.file
    for warning in parsed.warnings:
        say(f"warning: {name}: {warning}", DONE)
    if chosen.puzzle is None:
        return parsed.puzzles
    if chosen.puzzle > len(parsed.puzzles):
        problem = f"expected {chosen.puzzle} puzzles, but it holds {len(parsed.puzzles)}"
        raise FormatError(problem, file=name)
    return [parsed.puzzles[chosen.puzzle - 1]]


def puzzle_of(chosen: argparse.Namespace) -> Puzzle:
    """The puzzle that the arguments name: the first one, with a warning if there are several."""
    puzzles = puzzles_of(chosen)
    if len(puzzles) > 1:
        name = "standard input" if chosen.file == "-" else chosen.file
        more = f"{name} holds {len(puzzles)} puzzles; this is the first, --puzzle N takes another"
        say(f"warning: {more}", DONE)
    return puzzles[0]


def question_of(chosen: argparse.Namespace) -> dict[str, Any]:
    """The keywords that every question takes: limits, engine and options."""
    limits = Limits(seconds=chosen.seconds, nodes=chosen.nodes)
    if chosen.memory is not None:
        limits = limits.replace(memory=chosen.memory << 20)
    if chosen.placements is not None:
        limits = limits.replace(placements=chosen.placements)
    options = Options.from_words(chosen.set)
    return {"limits": limits, "engine": chosen.engine, "options": options}


def stopped(answer: Any, known: str) -> int:
    """`stopped_by` for an answer that says what stopped it."""
    return stopped_by(answer.stopped_by, answer.detail, known)


def stopped_by(limit: str, more: str, known: str) -> int:
    """Say which limit ended a search, and what is known all the same."""
    said = {
        "seconds": "the time is up",
        "nodes": "the limit on nodes is reached",
        "memory": "the limit on memory is reached",
        "placements": "the puzzle is too large for explicit placements",
    }
    detail = f" ({more})" if more else ""
    reason = said.get(limit, limit)
    return say(f"stopped: {reason}{detail}; {known}", LIMIT)


def solutions_in_words(number: int) -> str:
    """``"1 solution"``, ``"2 solutions"``."""
    return f"{decimal(number)} solution" + "s" * (number != 1)


def show_stats(chosen: argparse.Namespace, stats: Any) -> None:
    """Counted work on standard error, if it was asked for."""
    if chosen.stats:
        sys.stdout.flush()
        # No nodes at all is worth saying: the puzzle was solved without search.
        for name, value in {"nodes": 0, **stats.as_dict()}.items():
            shown = f"{value:.6f}" if isinstance(value, float) else value
            print(f"{name:>20}: {shown}", file=sys.stderr)


@contextlib.contextmanager
def destination(path: str | None) -> Iterator[IO[str]]:
    """A file that is written whole or not at all; standard output without a path."""
    if path is None:
        yield sys.stdout
        return
    with atomic_write(path) as file:
        yield file


def refuse_unwritable(path: str | None) -> None:
    """Say at once, not after the search, that there is no place for the output."""
    if path is None:
        return
    folder = os.path.dirname(os.path.abspath(path))
    if not path or os.path.isdir(path):
        raise FormatError("expected a file's name for the output", file=path or "--output")
    if not os.path.isdir(folder):
        raise FormatError(f"cannot be written: there is no folder {folder}", file=path)
