"""Cards of puzzles to be published: what `check --card` does."""

from __future__ import annotations

import argparse

from ...core import OptionError, Puzzle, quoted
from .command import ALL, argument, group
from .job import Job
from .messages import NO_SOLUTION, worst
from .output import drawn
from .reading import expanded, selected

CARD = group(
    "before publishing",
    argument(
        "--card",
        action="store_true",
        help="decide: publish, warn or reject, and say why; several puzzles have a line each, "
        "and are compared with each other",
    ),
    argument(
        "--among",
        action="append",
        default=[],
        metavar="FILE",
        help="with --card: puzzles to compare with; none should be the same (may be repeated)",
    ),
    argument(
        "--fail-on",
        choices=("warn", "reject"),
        help="with --card: exit code 1 if a card says this, or worse",
    ),
)


def is_for_card(job: Job) -> bool:
    """Whether a card is asked for. Raises `OptionError` where the options contradict that."""
    chosen = job.chosen
    if not chosen.card:
        for name, value in (("--among", chosen.among), ("--fail-on", chosen.fail_on)):
            if value:
                raise OptionError(f"{name} goes with --card")
    elif chosen.proof or job.grid is not None:
        other = "--proof" if chosen.proof else "--saved" if chosen.saved else "--grid"
        raise OptionError(f"a card is about the puzzle alone: leave out {other}")
    return bool(chosen.card)


def give_card(job: Job) -> int:
    """Print the card of a puzzle, with a drawing; of several puzzles a line each."""
    from ...core import puzzle_key
    from ...many.questions import Answer
    from ...people.publishing import Decision, card

    chosen = job.chosen
    if not hasattr(chosen, "names"):  # of the puzzles so far, by their keys
        every = argparse.Namespace(**{**vars(chosen), "puzzle": ALL})
        named = [pair for file in chosen.among for pair in _named(file, every)]
        chosen.names = {puzzle_key(puzzle): name for name, puzzle in reversed(named)}
    key = puzzle_key(job.puzzle)
    twin = chosen.names.setdefault(key, job.name)  # a puzzle is no twin of its own
    found = card(job.puzzle, among={key: twin} if twin != job.name else {}, **job.how)
    job.show_stats(found.stats)
    if job.is_labelled and not job.is_json:
        job.out.begin("")
        title = f" ({quoted(job.puzzle.title)})" if job.puzzle.title else ""
        code = job.give(Answer.of(found), f"{job.label}{title}: {found.line}")
    else:
        drawing = drawn(found.drawing, job.out.screen(chosen.colour))
        code = job.give(Answer.of(found), f"{found}\n\n{drawing}")
    order = [*Decision]
    if chosen.fail_on and order.index(found.decision) >= order.index(chosen.fail_on):
        return worst([code, NO_SOLUTION])
    return code


def _named(name: str, chosen: argparse.Namespace) -> list[tuple[str, Puzzle]]:
    return [pair for file in expanded([name]) for pair in selected(file, chosen)]
