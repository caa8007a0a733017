"""The questions: solve, count, sample and check."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import IO, TYPE_CHECKING, Any

from ...common.errors import OptionError, decimal
from ...common.limits import LimitReached
from ...model.grid import Grid, Picture
from ...model.puzzle import Puzzle
from ...solver import answers as solver
from ...solver.answers import Status, Verdict, verdict_of
from .common import (
    DONE,
    INTERRUPTED,
    NO_SOLUTION,
    destination,
    index,
    natural,
    puzzle_command,
    puzzle_of,
    question_of,
    refuse_unwritable,
    say,
    show_stats,
    solutions_in_words,
    stopped,
    stopped_by,
)

if TYPE_CHECKING:
    from ...space import SolutionSpace


def register(commands: Any) -> None:
    """Add the commands of this module."""
    solve = puzzle_command(
        commands,
        "solve",
        _solve,
        "print every solution as it is found, one empty line between two; null when there is none",
    )
    solve.add_argument("--limit", type=natural, metavar="N", help="stop after N solutions")
    solve.add_argument(
        "--from",
        dest="start",
        type=index,
        metavar="I",
        help="begin at solution I of the solution space, counted from 0, without going through "
        "those before it",
    )
    solve.add_argument("--output", metavar="FILE", help="write there, whole solutions or nothing")

    count = puzzle_command(commands, "count", _count, "print the exact number of solutions")
    count.add_argument(
        "--by-component", action="store_true", help="and those of the independent parts"
    )
    sample = puzzle_command(
        commands, "sample", _sample, "print solutions drawn at random, all equally likely"
    )
    sample.add_argument("-k", type=natural, default=1, metavar="K", help="so many (default: 1)")
    sample.add_argument("--seed", type=index, metavar="S", help="the same seed, the same sample")
    puzzle_command(
        commands,
        "check",
        _check,
        "print unique, multiple or none; and where solutions differ, a map: ? differs",
    )


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
            self._out = self._stack.enter_context(destination(self._path))
        self._out.write(text)
        self._out.flush()

    def print(self, picture: Picture) -> None:
        self.write("\n" * (self.written > 0) + picture.text(self._puzzle.colours) + "\n")
        self.written += 1


def _solve(chosen: argparse.Namespace) -> int:
    refuse_unwritable(chosen.output)
    puzzle = puzzle_of(chosen)
    if chosen.start is not None:
        return _solve_from(chosen, puzzle)
    found = solver.solutions(puzzle, limit=chosen.limit, **question_of(chosen))
    with _Printer(puzzle, chosen.output) as printer:
        try:
            for picture in found:
                printer.print(picture)
        except KeyboardInterrupt:
            found.stopped_by = "interrupt"  # what was found stays found
        if found.status is Status.UNSATISFIABLE:
            printer.write("null\n")
    show_stats(chosen, found.stats)
    so_far = f"{solutions_in_words(printer.written)} so far"
    if found.stopped_by == "interrupt":
        return say(f"interrupted; {so_far}", INTERRUPTED)
    if found.stopped_by not in (None, "solutions"):
        return stopped(found, so_far)
    return DONE if found.stats.solutions else NO_SOLUTION


def _space(chosen: argparse.Namespace, puzzle: Puzzle) -> SolutionSpace | int:
    """The space of a puzzle; or the exit code, when it could not be compiled."""
    from ...space import solution_space

    bounds = [0]
    try:
        space = solution_space(puzzle, **question_of(chosen), progress=bounds.append)
    except KeyboardInterrupt:
        return say(f"interrupted; at least {solutions_in_words(bounds[-1])}", INTERRUPTED)
    show_stats(chosen, space.stats)
    if not space.is_exact:
        bounds_known = (
            f"at least {solutions_in_words(space.at_least)}, at most {decimal(space.at_most)}"
        )
        return stopped(space, bounds_known)
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
            return say(f"interrupted; {solutions_in_words(printer.written)} so far", INTERRUPTED)
        if not space.count:
            printer.write("null\n")
    return DONE if space.count else NO_SOLUTION


def _solve_from(chosen: argparse.Namespace, puzzle: Puzzle) -> int:
    def wanted(space: SolutionSpace) -> Iterable[Picture]:
        if chosen.start >= space.count:
            there_are = f"there are {solutions_in_words(space.count)}, from 0 on"
            raise OptionError(f"--from {decimal(chosen.start)}: {there_are}")
        stop = None if chosen.limit is None else chosen.start + chosen.limit
        return space.pictures(chosen.start, stop)

    return _print_chosen(chosen, puzzle, wanted, chosen.output)


def _sample(chosen: argparse.Namespace) -> int:
    puzzle = puzzle_of(chosen)
    return _print_chosen(chosen, puzzle, lambda space: space.sample(chosen.k, chosen.seed), None)


def _count(chosen: argparse.Namespace) -> int:
    puzzle = puzzle_of(chosen)
    if chosen.by_component:
        return _count_by_component(chosen, puzzle)
    bounds = [0]
    try:
        answer = solver.count(puzzle, **question_of(chosen), progress=bounds.append)
    except KeyboardInterrupt:
        return say(f"interrupted; at least {solutions_in_words(bounds[-1])}", INTERRUPTED)
    show_stats(chosen, answer.stats)
    if not answer.is_exact:
        return stopped(answer, f"at least {solutions_in_words(answer.at_least)}")
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
    puzzle = puzzle_of(chosen)
    question = question_of(chosen)
    found = solver.solutions(puzzle, limit=2, **question)
    pictures = tuple(found)
    verdict = verdict_of(len(pictures), found.is_complete)
    show_stats(chosen, found.stats)
    if verdict is Verdict.UNKNOWN:
        return stopped(found, f"{solutions_in_words(found.stats.solutions)} so far")
    print(verdict.value, flush=True)
    if verdict is Verdict.MULTIPLE:
        return _map(puzzle, pictures, question)
    return NO_SOLUTION if verdict is Verdict.NONE else DONE


def _map(puzzle: Puzzle, pictures: tuple[Picture, ...], question: dict[str, Any]) -> int:
    """Draw where solutions differ; as far as it is known, when a limit comes."""
    from ...space import backbone

    shown: list[int] = []
    reason: LimitReached | None = None
    try:
        backbone(puzzle, known=pictures, shown=shown, **question)
    except LimitReached as reached:
        reason = reached
    except KeyboardInterrupt:
        reason = LimitReached("interrupt")
    cells = Grid.of_masks(puzzle, shown)
    differ = sum(mask & (mask - 1) != 0 for mask in shown)
    least = "at least " if reason else ""
    print(f"solutions differ in {least}{differ} of {len(shown)} cells:")
    print(cells.text(puzzle.colours))
    if reason is None:
        return DONE
    if reason.limit == "interrupt":
        return say("interrupted; the map may be short of cells that differ", INTERRUPTED)
    return stopped_by(reason.limit, reason.detail, "the map may be short of cells that differ")
