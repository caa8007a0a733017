"""What the commands share: exit codes, common arguments, messages, and output files."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, Any

from ...common.errors import FormatError, counted
from ...common.files import atomic_write
from ...common.limits import Limits
from ...common.options import Options
from ...formats import load
from ...model.grid import Grid
from ...model.puzzle import Puzzle
from ...solver.engines import ENGINES
from ...solver.solving import Status

if TYPE_CHECKING:
    from ...questions import Answer

DONE, NO_SOLUTION, BAD_INPUT, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130


def say(message: str, code: int) -> int:
    """Print one line on standard error; returns the exit code, for a command to end with."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    with contextlib.suppress(OSError):
        print("nonocsp:", " ".join(message.split()), file=sys.stderr, flush=True)
    return code


def puzzle_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], help: str
) -> argparse.ArgumentParser:
    """A command about one puzzle, with limits, engine and techniques."""
    command = plain_command(commands, name, run, help)
    source_arguments(command)
    question_arguments(command)
    return command


def plain_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], help: str
) -> argparse.ArgumentParser:
    """A command without arguments so far."""
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=help, description=f"{help[0].upper()}{help[1:]}."
    )
    command.set_defaults(run=run)
    return command


def source_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments that `puzzle_of` reads."""
    command.add_argument(
        "file",
        nargs="?",
        default="-",
        help="file with a puzzle, or - for standard input (default: -)",
    )
    command.add_argument(
        "--format",
        metavar="F",
        help="format of the file; `nonocsp formats` lists them (default: detected)",
    )
    command.add_argument(
        "--puzzle",
        type=natural,
        metavar="N",
        help="number of the puzzle in a file with several (default: 1)",
    )


def question_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments that `question_of` reads, and ``--stats``."""
    command.add_argument(
        "--engine", metavar="E", help=f"search engine: {' or '.join(ENGINES)} (default: kernel)"
    )
    limits = command.add_argument_group("limits (default: none)")
    limits.add_argument("--seconds", type=positive, metavar="S", help="stop after S seconds")
    limits.add_argument(
        "--nodes", type=natural, metavar="N", help="stop after N nodes of the search tree"
    )
    limits.add_argument(
        "--memory",
        type=natural,
        metavar="MIB",
        help="stop when the kernel needs more than this many MiB",
    )
    limits.add_argument(
        "--placements",
        type=natural,
        metavar="N",
        help="list at most N placements in the textbook engine (default: 1,000,000)",
    )
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the engine, for example ordering=in_order or probing=off; may be "
        "repeated; an unknown name lists all",
    )
    command.add_argument("--stats", action="store_true", help="print statistics on standard error")


def natural(word: str) -> int:
    """Argument type: an integer of at least 1."""
    if not (word.isascii() and word.isdigit()) or len(word) > 18 or int(word) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, not {word!r}")
    return int(word)


def index(word: str) -> int:
    """Argument type: an integer of at least 0."""
    if not (word.isascii() and word.isdigit()) or len(word) > 4000:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 0, not {word!r}")
    return int(word)


def positive(word: str) -> float:
    """Argument type: a positive number of seconds."""
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
        problem = (
            f"--puzzle {chosen.puzzle}: the file holds {counted(len(parsed.puzzles), 'puzzle')}"
        )
        raise FormatError(problem, file=name)
    return [parsed.puzzles[chosen.puzzle - 1]]


def puzzle_of(chosen: argparse.Namespace) -> Puzzle:
    """The puzzle that the arguments name: the first one, with a warning if there are several."""
    puzzles = puzzles_of(chosen)
    if len(puzzles) > 1:
        name = "standard input" if chosen.file == "-" else chosen.file
        more = f"{name} holds {len(puzzles)} puzzles; this is the first, --puzzle N selects another"
        say(f"warning: {more}", DONE)
    return puzzles[0]


def question_of(chosen: argparse.Namespace) -> dict[str, Any]:
    """The keywords of every question: limits, engine and options."""
    limits = Limits(seconds=chosen.seconds, nodes=chosen.nodes)
    if chosen.memory is not None:
        limits = limits.replace(memory=chosen.memory << 20)
    if chosen.placements is not None:
        limits = limits.replace(placements=chosen.placements)
    options = Options.from_words(chosen.set)
    return {"limits": limits, "engine": chosen.engine, "options": options}


def ask(
    chosen: argparse.Namespace,
    name: str,
    puzzle: Puzzle,
    grid: Grid | None = None,
    progress: Callable[[Any], object] | None = None,
    **arguments: Any,
) -> Answer:
    """The answer to a question of the table, asked as the arguments say; prints its statistics."""
    from ...questions.registry import question_named

    answer = question_named(name).ask(
        puzzle, grid, **question_of(chosen), progress=progress, **arguments
    )
    show_stats(chosen, answer.stats)
    return answer


def candidates(puzzle: Puzzle, answer: Answer) -> Grid:
    """The colours of each cell in the solutions, from an answer to ``check``."""
    return Grid.of_masks(puzzle, [mask for row in answer.result["candidates"] for mask in row])


def exit_code(answer: Answer, known: str = "") -> int:
    """The exit code of an answer that was printed; ``known`` as for `stopped_by`."""
    if answer.stopped_by is not None:
        return stopped(answer, known)
    return NO_SOLUTION if answer.status is Status.UNSATISFIABLE else DONE


def stopped(answer: Any, known: str) -> int:
    """`stopped_by` for an answer with the limit that stopped it."""
    return stopped_by(answer.stopped_by, answer.detail, known)


def stopped_by(limit: str, more: str, known: str) -> int:
    """Report which limit, or Ctrl-C, ended the work, and what is known; returns the exit code."""
    if limit == "interrupt":
        return say(f"interrupted; {known}", INTERRUPTED)
    reasons = {
        "seconds": "the time is up",
        "nodes": "the limit on nodes is reached",
        "memory": "the limit on memory is reached",
        "placements": "the puzzle is too large for explicit placements",
    }
    detail = f" ({more})" if more else ""
    return say(f"stopped: {reasons.get(limit, limit)}{detail}; {known}", LIMIT)


def show_stats(chosen: argparse.Namespace, stats: Any) -> None:
    """Print the counted work on standard error, with ``--stats``."""
    if chosen.stats:
        sys.stdout.flush()
        # Zero nodes are shown, too: the puzzle was solved without search.
        for name, value in {"nodes": 0, **stats.to_dict()}.items():
            shown = f"{value:.6f}" if isinstance(value, float) else value
            print(f"{name:>20}: {shown}", file=sys.stderr)


@contextlib.contextmanager
def destination(path: str | None) -> Iterator[IO[str]]:
    """A file that is written whole or not at all; without a path, standard output."""
    if path is None:
        yield sys.stdout
        return
    with atomic_write(path) as file:
        yield file


def refuse_unwritable(path: str | None) -> None:
    """Check before the search that the output can be written."""
    if path is None:
        return
    folder = os.path.dirname(os.path.abspath(path))
    if not path or os.path.isdir(path):
        raise FormatError("expected a file name for the output", file=path or "--output")
    if not os.path.isdir(folder):
        raise FormatError(f"cannot be written: there is no folder {folder}", file=path)
