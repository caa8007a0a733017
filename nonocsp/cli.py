"""The command line: each command a few lines over one public function.

Solutions go to standard output as they are found; everything else that is said goes to standard
error, one line each. Exit codes: 0 done, 1 no solution, 2 bad input or usage, 3 a limit stopped it,
130 interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING, Any, NoReturn

from . import solver
from .engines import ENGINES
from .errors import FormatError, NonocspError, OptionError, decimal
from .files import replacing
from .formats import FORMATS, load
from .grid import Grid, Picture
from .limits import LimitReached, Limits
from .options import Options
from .puzzle import Puzzle
from .solver import Status, Verdict, verdict_of

if TYPE_CHECKING:
    from .space import SolutionSpace

DONE, NO_SOLUTION, BAD_INPUT, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    _prepare_streams()
    try:
        chosen = _parser().parse_args(arguments)
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = _show_warning
            code: int = chosen.run(chosen)
        sys.stdout.flush()
        return code
    except LimitReached as reached:
        return _stopped_by(reached.limit, reached.detail, "there is no answer")
    except NonocspError as error:
        return _say(f"error: {error}", BAD_INPUT)
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"error: {where}{error.strerror or error}", BAD_INPUT)
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except MemoryError:
        return _say("stopped: out of memory", LIMIT)


def _prepare_streams() -> None:
    """Make standard streams that are closed or that lack a character no cause to stop."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115  # open until the end
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    _say(f"warning: {message}", DONE)


def _say(message: str, code: int) -> int:
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    with contextlib.suppress(OSError):
        print("nonocsp:", " ".join(message.split()), file=sys.stderr, flush=True)
    return code


class _Parser(argparse.ArgumentParser):
    """Usage errors in one line, like all other errors."""

    def error(self, message: str) -> NoReturn:
        sys.exit(_say(f"error: {message}; see {self.prog} --help", BAD_INPUT))


class _ShowVersion(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from . import __version__

        print("nonocsp", __version__)
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="nonocsp",
        description="Solve, enumerate and count nonograms, black-and-white and coloured.",
        epilog="exit codes: 0 done, 1 no solution, 2 bad input or usage, 3 a limit stopped it, "
        "130 interrupted",
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    solve = _command(
        commands,
        "solve",
        _solve,
        "print every solution as it is found, one empty line between two; null when there is none",
    )
    solve.add_argument("--limit", type=_natural, metavar="N", help="stop after N solutions")
    solve.add_argument(
        "--from",
        dest="start",
        type=_index,
        metavar="I",
        help="begin at solution I of the solution space, counted from 0, without going through "
        "those before it",
    )
    solve.add_argument("--output", metavar="FILE", help="write there, whole solutions or nothing")

    count = _command(commands, "count", _count, "print the exact number of solutions")
    count.add_argument(
        "--by-component", action="store_true", help="and those of the independent parts"
    )
    sample = _command(
        commands, "sample", _sample, "print solutions drawn at random, all equally likely"
    )
    sample.add_argument("-k", type=_natural, default=1, metavar="K", help="so many (default: 1)")
    sample.add_argument("--seed", type=_index, metavar="S", help="the same seed, the same sample")
    _command(
        commands,
        "check",
        _check,
        "print unique, multiple or none; and where solutions differ, a map: ? differs",
    )
    _batch_command(commands)
    return parser


def _batch_command(commands: Any) -> None:
    help = "ask something about every puzzle of many files, over many workers"
    batch = commands.add_parser("batch", help=help, description=help + ".")
    batch.set_defaults(run=_batch)
    batch.add_argument("files", nargs="+", metavar="FILE", help="files of one puzzle or several")
    batch.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="append the answers there, one JSON object a line; those it has are not asked again",
    )
    batch.add_argument(
        "--question",
        default="solve",
        metavar="Q",
        help="solve (default), check, count, or another that nonocsp.batch knows",
    )
    workers = batch.add_mutually_exclusive_group()
    workers.add_argument(
        "--workers", type=_natural, metavar="N", help="processes here (default: one a core)"
    )
    workers.add_argument(
        "--dask", metavar="ADDRESS", help="the workers of a Dask cluster, by its scheduler"
    )
    batch.add_argument(
        "--retry", action="store_true", help="ask again what was stopped, crashed or an error"
    )
    batch.add_argument(
        "--chunk", type=_natural, metavar="N", help="puzzles in one call (default: by their times)"
    )
    batch.add_argument("--format", metavar="F", help=f"one of {', '.join(FORMATS)}; or guessed")
    _search_arguments(batch)


def _command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], help: str
) -> argparse.ArgumentParser:
    """A command that asks something about one puzzle."""
    command: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help + ".")
    command.set_defaults(run=run)
    command.add_argument("file", nargs="?", default="-", help="a puzzle, or - for standard input")
    command.add_argument("--format", metavar="F", help=f"one of {', '.join(FORMATS)}; or guessed")
    command.add_argument(
        "--puzzle", type=_natural, metavar="N", help="the N-th puzzle of a file that holds several"
    )
    _search_arguments(command)
    command.add_argument("--stats", action="store_true", help="print counted work to stderr")
    return command


def _search_arguments(command: argparse.ArgumentParser) -> None:
    """Who searches, how, and how long."""
    command.add_argument("--engine", choices=tuple(ENGINES), help="who searches (default: kernel)")
    limits = command.add_argument_group("limits")
    limits.add_argument("--seconds", type=_positive, metavar="S", help="stop after S seconds")
    limits.add_argument("--nodes", type=_natural, metavar="N", help="stop after N search nodes")
    limits.add_argument(
        "--memory", type=_natural, metavar="MIB", help="use at most so many MiB of memory (kernel)"
    )
    limits.add_argument(
        "--placements",
        type=_natural,
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


def _natural(word: str) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > 18 or int(word) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, not {word!r}")
    return int(word)


def _index(word: str) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > 4000:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 0, not {word!r}")
    return int(word)


def _positive(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a positive number of seconds, not {word!r}")
    return value


def _puzzle(chosen: argparse.Namespace) -> Puzzle:
    parsed = load(chosen.file, chosen.format)
    name = "standard input" if chosen.file == "-" else chosen.file
    for warning in parsed.warnings:
        _say(f"warning: {name}: {warning}", DONE)
    if chosen.puzzle is None:
        if len(parsed.puzzles) > 1:
            _say(
                f"warning: {name} holds {len(parsed.puzzles)} puzzles; this is the first, "
                "--puzzle N takes another",
                DONE,
            )
        return parsed.puzzles[0]
    if chosen.puzzle > len(parsed.puzzles):
        problem = f"expected {chosen.puzzle} puzzles, but it holds {len(parsed.puzzles)}"
        raise FormatError(problem, file=name)
    number: int = chosen.puzzle
    return parsed.puzzles[number - 1]


def _question(chosen: argparse.Namespace) -> dict[str, Any]:
    """The keywords that every question takes."""
    limits = Limits(seconds=chosen.seconds, nodes=chosen.nodes)
    if chosen.memory is not None:
        limits = limits.but(memory=chosen.memory << 20)
    if chosen.placements is not None:
        limits = limits.but(placements=chosen.placements)
    options = Options.from_words(chosen.set)
    return {"limits": limits, "engine": chosen.engine, "options": options}


def _stopped(answer: Any, known: str) -> int:
    return _stopped_by(answer.stopped_by, answer.detail, known)


def _stopped_by(limit: str, more: str, known: str) -> int:
    """Say which limit ended a search, and what is known all the same."""
    said = {
        "seconds": "the time is up",
        "nodes": "the limit on nodes is reached",
        "memory": "the limit on memory is reached",
        "placements": "the puzzle is too large for explicit placements",
    }
    detail = f" ({more})" if more else ""
    reason = said.get(limit, limit)
    return _say(f"stopped: {reason}{detail}; {known}", LIMIT)


def _solutions(number: int) -> str:
    return f"{decimal(number)} solution" + "s" * (number != 1)


def _show_stats(chosen: argparse.Namespace, stats: Any) -> None:
    if chosen.stats:
        sys.stdout.flush()
        # No nodes at all is worth saying: the puzzle was solved without search.
        for name, value in {"nodes": 0, **stats.as_dict()}.items():
            shown = f"{value:.6f}" if isinstance(value, float) else value
            print(f"{name:>20}: {shown}", file=sys.stderr)


@contextlib.contextmanager
def _destination(path: str | None) -> Iterator[IO[str]]:
    if path is None:
        yield sys.stdout
        return
    with replacing(path) as file:
        yield file


def _refuse_unwritable(path: str | None) -> None:
    """Say at once, not after the search, that there is no place for the output."""
    if path is None:
        return
    folder = os.path.dirname(os.path.abspath(path))
    if not path or os.path.isdir(path):
        raise FormatError("expected a file's name for the output", file=path or "--output")
    if not os.path.isdir(folder):
        raise FormatError(f"cannot be written: there is no folder {folder}", file=path)


class _Printer:
    """Pictures as text, one empty line between two, to standard output or into a file."""

    def __init__(self, puzzle: Puzzle, path: str | None) -> None:
        self.written = 0
        self._puzzle, self._path = puzzle, path
        self._out: IO[str] | None = None
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> _Printer:
        return self

    def __exit__(self, *exception: Any) -> None:
        self._stack.__exit__(*exception)

    def write(self, text: str) -> None:
        # The destination is opened only when there is something to say, so that a search that was
        # stopped before it found anything leaves an older file alone.
        if self._out is None:
            self._out = self._stack.enter_context(_destination(self._path))
        self._out.write(text)
        self._out.flush()

    def print(self, picture: Picture) -> None:
        self.write("\n" * (self.written > 0) + picture.text(self._puzzle.colours) + "\n")
        self.written += 1


def _solve(chosen: argparse.Namespace) -> int:
    _refuse_unwritable(chosen.output)
    puzzle = _puzzle(chosen)
    if chosen.start is not None:
        return _solve_from(chosen, puzzle)
    found = solver.solutions(puzzle, limit=chosen.limit, **_question(chosen))
    with _Printer(puzzle, chosen.output) as printer:
        try:
            for picture in found:
                printer.print(picture)
        except KeyboardInterrupt:
            found.stopped_by = "interrupt"  # what was found stays found
        if found.status is Status.UNSATISFIABLE:
            printer.write("null\n")
    _show_stats(chosen, found.stats)
    so_far = f"{_solutions(printer.written)} so far"
    if found.stopped_by == "interrupt":
        return _say(f"interrupted; {so_far}", INTERRUPTED)
    if found.stopped_by not in (None, "solutions"):
        return _stopped(found, so_far)
    return DONE if found.stats.solutions else NO_SOLUTION


def _space(chosen: argparse.Namespace, puzzle: Puzzle) -> SolutionSpace | int:
    """The space of a puzzle; or the exit code, when it could not be compiled."""
    from .space import solution_space

    bounds = [0]
    try:
        space = solution_space(puzzle, **_question(chosen), progress=bounds.append)
    except KeyboardInterrupt:
        return _say(f"interrupted; at least {_solutions(bounds[-1])}", INTERRUPTED)
    _show_stats(chosen, space.stats)
    if not space.is_exact:
        bounds_known = f"at least {_solutions(space.at_least)}, at most {decimal(space.at_most)}"
        return _stopped(space, bounds_known)
    return space


def _print_chosen(
    chosen: argparse.Namespace,
    puzzle: Puzzle,
    choose: Callable[[SolutionSpace], Iterable[Picture]],
    path: str | None,
) -> int:
    """Print some solutions of the space; null when it has none."""
    space = _space(chosen, puzzle)
    if isinstance(space, int):
        return space
    pictures = choose(space) if space.count else ()
    with _Printer(puzzle, path) as printer:
        try:
            for picture in pictures:
                printer.print(picture)
        except KeyboardInterrupt:
            return _say(f"interrupted; {_solutions(printer.written)} so far", INTERRUPTED)
        if not space.count:
            printer.write("null\n")
    return DONE if space.count else NO_SOLUTION


def _solve_from(chosen: argparse.Namespace, puzzle: Puzzle) -> int:
    def wanted(space: SolutionSpace) -> Iterable[Picture]:
        if chosen.start >= space.count:
            there_are = f"there are {_solutions(space.count)}, from 0 on"
            raise OptionError(f"--from {decimal(chosen.start)}: {there_are}")
        stop = None if chosen.limit is None else chosen.start + chosen.limit
        return space.pictures(chosen.start, stop)

    return _print_chosen(chosen, puzzle, wanted, chosen.output)


def _sample(chosen: argparse.Namespace) -> int:
    puzzle = _puzzle(chosen)
    return _print_chosen(chosen, puzzle, lambda space: space.sample(chosen.k, chosen.seed), None)


def _count(chosen: argparse.Namespace) -> int:
    puzzle = _puzzle(chosen)
    if chosen.by_component:
        return _count_by_component(chosen, puzzle)
    bounds = [0]
    try:
        answer = solver.count(puzzle, **_question(chosen), progress=bounds.append)
    except KeyboardInterrupt:
        return _say(f"interrupted; at least {_solutions(bounds[-1])}", INTERRUPTED)
    _show_stats(chosen, answer.stats)
    if not answer.is_exact:
        return _stopped(answer, f"at least {_solutions(answer.at_least)}")
    print(decimal(answer.at_least))
    return DONE if answer.at_least else NO_SOLUTION


def _count_by_component(chosen: argparse.Namespace, puzzle: Puzzle) -> int:
    space = _space(chosen, puzzle)
    if isinstance(space, int):
        return space
    for component in space.components:
        rows, columns = zip(*component.cells, strict=True)
        where = f"{_span('row', rows)}, {_span('column', columns)}"
        print(f"{decimal(component.count)}: {len(component.cells)} cells in {where}")
    print(space.factors())
    return DONE if space.count else NO_SOLUTION


def _span(name: str, numbers: Sequence[int]) -> str:
    first, last = min(numbers) + 1, max(numbers) + 1
    return f"{name} {first}" if first == last else f"{name}s {first}-{last}"


def _check(chosen: argparse.Namespace) -> int:
    puzzle = _puzzle(chosen)
    question = _question(chosen)
    found = solver.solutions(puzzle, limit=2, **question)
    pictures = tuple(found)
    verdict = verdict_of(len(pictures), found.is_complete)
    _show_stats(chosen, found.stats)
    if verdict is Verdict.UNKNOWN:
        return _stopped(found, f"{_solutions(found.stats.solutions)} so far")
    print(verdict.value, flush=True)
    if verdict is Verdict.MULTIPLE:
        return _map(puzzle, pictures, question)
    return NO_SOLUTION if verdict is Verdict.NONE else DONE


def _map(puzzle: Puzzle, pictures: tuple[Picture, ...], question: dict[str, Any]) -> int:
    """Draw where solutions differ; as far as it is known, when a limit comes."""
    from .space import backbone

    shown: list[int] = []
    stopped: LimitReached | None = None
    try:
        backbone(puzzle, known=pictures, shown=shown, **question)
    except LimitReached as reached:
        stopped = reached
    except KeyboardInterrupt:
        stopped = LimitReached("interrupt")
    cells = Grid(shown, puzzle.shape[1], len(puzzle.colours) - 1)
    differ = sum(mask & (mask - 1) != 0 for mask in shown)
    least = "at least " if stopped else ""
    print(f"solutions differ in {least}{differ} of {len(shown)} cells:")
    print(cells.text(puzzle.colours))
    if stopped is None:
        return DONE
    if stopped.limit == "interrupt":
        return _say("interrupted; the map may be short of cells that differ", INTERRUPTED)
    return _stopped_by(stopped.limit, stopped.detail, "the map may be short of cells that differ")


def _batch(chosen: argparse.Namespace) -> int:
    from .batch import command

    _refuse_unwritable(chosen.output)
    done = command.run(chosen, _question(chosen), lambda message: _say(message, DONE))
    if done.is_interrupted:
        return _say(f"interrupted; the same command goes on after {done}", INTERRUPTED)
    print(done)
    if done.errors:
        return BAD_INPUT
    return LIMIT if done.unknown else DONE
