"""The commands solve, count, sample and check."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterable, Sequence
from typing import IO, TYPE_CHECKING, Any

from ...common.errors import OptionError, counted, decimal
from ...model.grid import Picture
from ...model.puzzle import Puzzle
from ...solver import solving as solver
from ...solver.solving import Status, Verdict
from .common import (
    DONE,
    NO_SOLUTION,
    ask,
    candidates,
    destination,
    exit_code,
    index,
    natural,
    puzzle_command,
    puzzle_of,
    question_of,
    refuse_unwritable,
    show_stats,
    stopped,
    stopped_by,
)

if TYPE_CHECKING:
    from ...questions import Answer


def register(commands: Any) -> None:
    """Add the commands of this module."""
    solve = puzzle_command(
        commands,
        "solve",
        _solve,
        "print every solution as it is found, separated by empty lines; null if there is none",
    )
    solve.add_argument(
        "--limit", type=natural, metavar="N", help="stop after N solutions (default: all)"
    )
    solve.add_argument(
        "--from",
        dest="start",
        type=index,
        metavar="I",
        help="index of the first solution to print, in the order of the solution space (from 0)",
    )
    solve.add_argument(
        "--output",
        metavar="FILE",
        help="output file, replaced atomically (default: standard output)",
    )

    count = puzzle_command(commands, "count", _count, "print the exact number of solutions")
    count.add_argument(
        "--by-component", action="store_true", help="also list the counts of independent components"
    )
    sample = puzzle_command(
        commands, "sample", _sample, "print random solutions, all equally likely"
    )
    sample.add_argument(
        "-n",
        "--number",
        type=natural,
        default=1,
        metavar="N",
        help="number of solutions to draw (default: 1)",
    )
    sample.add_argument(
        "--seed",
        type=index,
        metavar="S",
        help="random seed; the same seed gives the same sample (default: a new one)",
    )
    puzzle_command(
        commands,
        "check",
        _check,
        "print unique, multiple or none; if multiple, also a map with ? where solutions differ",
    )


class _Printer:
    """Pictures as text, separated by empty lines, to standard output or into a file."""

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
        # The destination is opened with the first text, so that a search that was stopped before
        # it found anything leaves an older file alone.
        if self._out is None:
            self._out = self._stack.enter_context(destination(self._path))
        self._out.write(text)
        self._out.flush()

    def print(self, pictures: Iterable[Picture]) -> str | None:
        """Print pictures as they come; returns ``"interrupt"`` after Ctrl-C, else None."""
        try:
            for picture in pictures:
                self.write("\n" * (self.written > 0) + picture.text(self._puzzle.colours) + "\n")
                self.written += 1
        except KeyboardInterrupt:
            return "interrupt"
        return None


def _solve(chosen: argparse.Namespace) -> int:
    refuse_unwritable(chosen.output)
    puzzle = puzzle_of(chosen)
    if chosen.start is not None:
        return _solve_from(chosen, puzzle)
    # Not by the question "solve": its answer comes at the end, and solutions are printed as found.
    found = solver.solutions(puzzle, limit=chosen.limit, **question_of(chosen))
    with _Printer(puzzle, chosen.output) as printer:
        found.stopped_by = printer.print(found) or found.stopped_by
        if found.status is Status.UNSATISFIABLE:
            printer.write("null\n")
    show_stats(chosen, found.stats)
    if found.stopped_by not in (None, "solutions"):
        return stopped(found, f"{counted(printer.written)} so far")
    return DONE if found.stats.solutions else NO_SOLUTION


def _solve_from(chosen: argparse.Namespace, puzzle: Puzzle) -> int:
    from ...space import solution_space

    bounds = [0]
    try:
        space = solution_space(puzzle, **question_of(chosen), progress=bounds.append)
    except KeyboardInterrupt:
        return stopped_by("interrupt", "", f"at least {counted(bounds[-1])}")
    show_stats(chosen, space.stats)
    if not space.is_exact:
        at_most = decimal(space.at_most)
        return stopped(space, f"at least {counted(space.at_least)}, at most {at_most}")
    if space.count and chosen.start >= space.count:
        most = f"expected at most {decimal(space.count - 1)}"
        problem = f"{most}, as the puzzle has {counted(space.count)}"
        raise OptionError(f"--from {decimal(chosen.start)}: {problem}")
    stop = None if chosen.limit is None else chosen.start + chosen.limit
    with _Printer(puzzle, chosen.output) as printer:
        if not space.count:
            printer.write("null\n")
            return NO_SOLUTION
        if printer.print(space.pictures(chosen.start, stop)):
            return stopped_by("interrupt", "", f"{counted(printer.written)} so far")
    return DONE


def _bounds(answer: Answer) -> str:
    at_most = answer.result.get("at_most")
    return f"at least {counted(answer.at_least)}" + (f", at most {at_most}" if at_most else "")


def _sample(chosen: argparse.Namespace) -> int:
    puzzle = puzzle_of(chosen)
    answer = ask(chosen, "sample", puzzle, number=chosen.number, seed=chosen.seed)
    if answer.count is None:
        return stopped(answer, _bounds(answer))
    with _Printer(puzzle, None) as printer:
        if not answer.count:
            printer.write("null\n")
        elif printer.print(answer.pictures):
            return stopped_by("interrupt", "", f"{counted(printer.written)} so far")
    return exit_code(answer)


def _count(chosen: argparse.Namespace) -> int:
    answer = ask(chosen, "components" if chosen.by_component else "count", puzzle_of(chosen))
    if answer.count is None:
        return stopped(answer, _bounds(answer))
    for part in answer.result.get("components", ()):
        rows, columns = zip(*part["cells"], strict=True)
        where = f"{_span('row', rows)}, {_span('column', columns)}"
        print(f"{part['count']}: {len(part['cells'])} cells in {where}")
    print(answer.result.get("factors") or decimal(answer.count))
    return exit_code(answer)


def _span(name: str, numbers: Sequence[int]) -> str:
    first, last = min(numbers) + 1, max(numbers) + 1
    return f"{name} {first}" if first == last else f"{name}s {first}-{last}"


def _check(chosen: argparse.Namespace) -> int:
    puzzle = puzzle_of(chosen)
    early: list[str] = []

    def show(progress: Any) -> None:
        if not early:
            early.append(progress["verdict"])
            print(progress["verdict"], flush=True)

    answer = ask(chosen, "check", puzzle, progress=show, differ=True)
    if answer.result["verdict"] == "unknown":
        return stopped(answer, f"{counted(answer.at_least)} so far")
    if not early:
        print(answer.result["verdict"])
    if answer.verdict is Verdict.MULTIPLE:
        cells = candidates(puzzle, answer)
        least = "" if answer.result["differ_is_exact"] else "at least "
        differ = f"{least}{len(answer.result['differ'])} of {len(cells.masks)}"
        print(f"solutions differ in {differ} cells:")
        print(cells.text(puzzle.colours))
    return exit_code(answer, "the map may be short of cells that differ")
