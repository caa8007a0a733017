"""The command render."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...core import (
    FormatError,
    LimitReached,
    Limits,
    OptionError,
    Picture,
    Puzzle,
    Verdict,
    atomic_write,
    counted,
    report,
    solving as solver,
)
from .command import (
    COLOUR,
    FILES,
    FORMAT,
    SEARCH,
    argument,
    command,
    either,
    given,
    group,
    keywords,
    places,
    positive,
    puzzle_number,
)
from .job import Job, each_puzzle, how_of
from .messages import DONE, NO_SOLUTION, say, stopped_by, unsolvable
from .output import drawn, refuse_unwritable
from .reading import all_puzzles, expanded
from .solve import candidates

if TYPE_CHECKING:
    from ...files.render import Drawing
    from ...many.questions import Answer

#: The suffixes of files that can be written.
SUFFIXES = ("svg", "png", "html", "txt", "pdf", "gif")

#: Ways to order the puzzles of a booklet.
ORDERS = ("given", "minutes")

#: The default limits of ``--steps``: longer animations are of no use.
_STEPS = Limits(seconds=10.0, nodes=500)


_OUTPUT = argument(
    "-o",
    "--output",
    metavar="FILE",
    help=f"output file; its suffix is the format: .{', .'.join(SUFFIXES)} "
    "(default: text on standard output)",
)


@command(
    "draw a puzzle as text, SVG, PNG, HTML, PDF or GIF",
    FILES,
    either(
        argument("--solution", action="store_true", help="draw the first solution found"),
        argument(
            "--ambiguous", action="store_true", help="mark the cells in which solutions differ"
        ),
        argument(
            "--differences",
            action="store_true",
            help="draw one picture that shows where two solutions differ",
        ),
        argument(
            "--steps",
            action="store_true",
            help="animate solving (.svg or .gif); by default at most 10 seconds and 500 nodes",
        ),
    ),
    COLOUR,
    keywords("nonocsp.files.render:Drawing", "safe_colours", "chars", "cell"),
    argument("--no-clues", action="store_true", help="draw the grid without clues"),
    either(
        argument("--dark", action="store_true", help="light lines on a dark background"),
        argument(
            "--light",
            action="store_true",
            help="dark lines on a light background (default; HTML follows the browser)",
        ),
    ),
    group(
        "booklets (PDF, and HTML to play)",
        argument("--answers", action="store_true", help="add the solutions, in PDF on last pages"),
        keywords("nonocsp.files.render:pdf", "titles", titles=str),
        argument(
            "--show-minutes", action="store_true", help="say how long each puzzle takes people"
        ),
        argument(
            "--order",
            choices=ORDERS,
            default="given",
            metavar="O",
            help="order: given (default) or minutes",
        ),
        argument(
            "--title", metavar="TEXT", help="title of the booklet, in PDF on a page of its own"
        ),
        keywords("nonocsp.files.render:pdf", "page", "per_page"),
        argument("--one-page", action="store_true", help="do not split large puzzles over pages"),
    ),
    group(
        "animations",
        argument(
            "--pace",
            type=positive,
            default=0.2,
            metavar="S",
            help="seconds for each step (default: 0.2)",
        ),
        argument("--once", action="store_true", help="play once, not in a loop"),
    ),
    places(_OUTPUT, FORMAT, puzzle_number("1; in a booklet all")),
    SEARCH._replace(when=", for what is solved"),
    examples=(
        "nonocsp render input/cat.json",
        "nonocsp render input/parrot.ctu --solution -o parrot.svg",
        "nonocsp render input/cat.json input/owl.non --answers -o sheet.pdf",
    ),
)
def render(chosen: argparse.Namespace) -> int:
    kind = _kind(chosen)
    if _is_booklet(chosen, kind):
        return _booklet(chosen, kind)
    for name in ("answers", "titles", "show_minutes", "title"):
        if getattr(chosen, name) or chosen.order != "given":
            option = name.replace("_", "-") if getattr(chosen, name) else "order"
            advice = "add -o and a file name that ends in .pdf or .html"
            raise OptionError(f"--{option} is for booklets: {advice}")
    if kind != "terminal" and len(expanded(chosen.files)) > 1:
        raise OptionError(f"a .{kind} file holds one drawing here: name one puzzle, or write a PDF")

    def draw(job: Job) -> int:
        if chosen.steps:
            return _animation(job, kind)
        if chosen.solution:
            return _solution(job, kind)
        if chosen.ambiguous or chosen.differences:
            return _several(job, kind)
        return _draw(job, job.puzzle, kind)

    return each_puzzle(chosen, draw, is_heading=True)


def _kind(chosen: argparse.Namespace) -> str:
    """The suffix of the output, or ``terminal``. Raises where the arguments do not fit it."""
    kind = "terminal"
    if chosen.output is not None:
        kind = os.path.splitext(chosen.output)[1].lower().removeprefix(".")
        if kind not in SUFFIXES:
            raise FormatError(
                f"expected a name that ends in one of .{', .'.join(SUFFIXES)}", file=chosen.output
            )
    if chosen.steps and kind not in ("svg", "gif"):
        raise OptionError(
            "--steps draws an animation: add -o and a file name that ends in .svg or .gif"
        )
    if kind == "gif" and not chosen.steps:
        raise OptionError("a GIF is an animation: add --steps, or choose another suffix")
    if kind == "pdf" and (chosen.ambiguous or chosen.differences):
        raise OptionError("a PDF holds puzzles and solutions: choose another suffix")
    return kind


def _is_booklet(chosen: argparse.Namespace, kind: str) -> bool:
    """Whether all puzzles go into one file, to be solved."""
    is_drawn = chosen.solution or chosen.ambiguous or chosen.differences or chosen.no_clues
    return kind == "pdf" or (kind == "html" and not is_drawn)


def _look(chosen: argparse.Namespace) -> dict[str, Any]:
    """The look that the arguments choose."""
    look = given(chosen, "safe_colours", "chars", "cell")
    if chosen.no_clues:
        look["clues"] = False
    if chosen.dark or chosen.light:
        look["theme"] = "dark" if chosen.dark else "light"
    return look


def _draw(job: Job, what: Any, kind: str, **more: Any) -> int:
    """Draw one thing; returns the exit code of success."""
    from ...files import render

    chosen = job.chosen
    look = {**more, **_look(chosen)}
    if kind == "terminal":
        job.out.write(drawn(what, job.out.screen(chosen.colour), **look) + "\n")
        return DONE
    if kind == "txt":
        return _write(chosen.output, render.text(what, **look) + "\n")
    if kind == "png":
        return _write(chosen.output, render.png(what, **look))
    paint: Callable[..., str] = render.svg if kind == "svg" else render.html
    return _write(chosen.output, paint(what, **look))


def _write(path: str, content: str | bytes) -> int:
    with atomic_write(path, binary=isinstance(content, bytes)) as file:
        file.write(content)
    return DONE


def _solution(job: Job, kind: str) -> int:
    answer = job.ask("solve")
    if answer.picture is None:
        return _none(job, answer, "")
    return _draw(job, answer.picture, kind, puzzle=job.puzzle)


def _several(job: Job, kind: str) -> int:
    """Draw the cells that differ: over all solutions, or between the first two."""
    from ...files.render import Drawing

    is_map, puzzle = job.chosen.ambiguous, job.puzzle
    answer = job.ask("check", differ=is_map)
    if answer.verdict in (Verdict.UNKNOWN, Verdict.NONE):
        return _none(job, answer, f"{counted(len(answer.pictures))} so far, ")
    if answer.verdict is Verdict.UNIQUE:
        job.say("there is one solution, so no cells differ")
    if not is_map:
        first, last = answer.pictures[0], answer.pictures[-1]
        return _draw(job, Drawing.of_differences(first, last, puzzle=puzzle), kind)
    _draw(job, Drawing.of_backbone(candidates(puzzle, answer), puzzle=puzzle), kind)
    return job.code(answer, "the map may be incomplete")


def _none(job: Job, answer: Answer, known: str) -> int:
    """The exit code where no solution can be drawn."""
    nothing = "nothing was written" if job.chosen.output else "nothing was drawn"
    if answer.stopped_by:
        return job.code(answer, known + nothing)
    return job.say(f"there is no solution; {nothing}", NO_SOLUTION)


def _animation(job: Job, kind: str) -> int:
    """An animation of a plain solve, as far as it came when a limit was reached."""
    from ...files import render
    from ...people.watching.trace import frames, trace

    chosen, limits = job.chosen, job.how["limits"].replace(threads=1)
    if limits == Limits():
        limits = _STEPS
    events = []
    reached: LimitReached | None = None
    try:
        for event in trace(job.puzzle, limits=limits):
            events.append(event)
    except LimitReached as limit:
        reached = limit
    shown = frames(job.puzzle, events, most=render.MOST_FRAMES)
    look = {"seconds": chosen.pace, "loop": not chosen.once, **_look(chosen)}
    if kind == "gif":
        _write(chosen.output, render.animated_gif(shown, **look))
    else:
        _write(chosen.output, render.animated_svg(shown, **look))
    if reached is not None:
        return stopped_by(reached.limit, reached.detail, f"{counted(len(events), 'step')} drawn")
    if events and events[-1].kind == "contradiction":
        return say("there is no solution; the steps that show it are drawn", NO_SOLUTION)
    return DONE


def _booklet(chosen: argparse.Namespace, kind: str) -> int:
    """All puzzles of the files, or their solutions, as a PDF; or as a page on which to play."""
    from ...files import render

    how = how_of(chosen)
    files = expanded(chosen.files)
    refuse_unwritable(chosen.output, files)
    puzzles, notes = _with_minutes(all_puzzles(files, chosen), chosen, how)
    pictures: list[Picture] = []
    if chosen.answers or chosen.solution:
        for number, puzzle in enumerate(puzzles, start=1):
            answer = solver.solve(puzzle, **how)
            if answer.stopped_by:
                return stopped_by(answer.stopped_by, answer.detail, "nothing was written")
            if answer.picture is None:
                return unsolvable(number, puzzle.title, len(puzzles) == 1)
            if solver.verdict(puzzle, **how) is Verdict.MULTIPLE:
                say(f"warning: puzzle {number} has several solutions; the answer is the first")
            pictures.append(answer.picture)
    drawn: list[Drawing | Puzzle] = list(puzzles)
    if chosen.solution:
        pairs = zip(pictures, puzzles, strict=True)
        drawn = [render.Drawing.of(picture, puzzle=puzzle) for picture, puzzle in pairs]
    same: dict[str, Any] = {
        "solutions": pictures if chosen.answers else (),
        "notes": notes,
        **given(chosen, "titles", "title"),
        **_look(chosen),
    }
    if kind == "html":
        return _write(chosen.output, render.book(drawn, **same))
    is_cut, paper = not chosen.one_page, given(chosen, "page", "per_page")
    has_cover = chosen.title is not None
    return _write(chosen.output, render.pdf(drawn, tiled=is_cut, cover=has_cover, **paper, **same))


def _with_minutes(
    puzzles: list[Puzzle], chosen: argparse.Namespace, how: dict[str, Any]
) -> tuple[list[Puzzle], list[str]]:
    """The puzzles in the order that is chosen, and the minutes of each in words, if wanted.

    Those that no person solves within the limits come last, without minutes.
    """
    if not chosen.show_minutes and chosen.order == "given":
        return puzzles, []
    from ...people.explanation import rate
    from ...people.explanation.effort import range_in_words

    rated: list[tuple[float, Puzzle]] = []
    for number, puzzle in enumerate(puzzles):
        report(done=number, total=len(puzzles))
        try:
            minutes = rate(puzzle, limits=how["limits"]).minutes
        except LimitReached as reached:
            minutes = None
            say(f"puzzle {number + 1}: its minutes are not known: {reached}")
        rated.append((math.inf if minutes is None else minutes, puzzle))
    if chosen.order == "minutes":
        rated.sort(key=lambda each: each[0])
    words = ["" if minutes == math.inf else range_in_words(minutes) for minutes, _ in rated]
    return [puzzle for _, puzzle in rated], words if chosen.show_minutes else []
