"""Exit codes, and messages on standard error, one line each."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable

from ...core import LimitReached

DONE, NO_SOLUTION, BAD_INPUT, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130

_BY_WEIGHT = (DONE, NO_SOLUTION, LIMIT, BAD_INPUT, INTERRUPTED)


def worst(codes: Iterable[int]) -> int:
    """The exit code of a command about several puzzles."""
    return max(codes, key=_BY_WEIGHT.index, default=DONE)


def say(message: str, code: int = DONE) -> int:
    """Print one line on standard error; returns the exit code, for a command to end with."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    with contextlib.suppress(OSError):
        print("nonocsp:", " ".join(message.split()), file=sys.stderr, flush=True)
    return code


def unsolvable(number: int, title: str | None, is_alone: bool) -> int:
    """Say that a puzzle of a sheet, whose number is from 1, has no solution."""
    which = "the puzzle" if is_alone else f"puzzle {number}"
    name = f" ({title})" if title else ""
    return say(f"{which}{name} has no solution; nothing was written", NO_SOLUTION)


def stopped_by(limit: str, more: str, known: str, name: str = "") -> int:
    """Report which limit, or Ctrl-C, ended the work, and what is known; returns the exit code.

    Args:
        limit: the field of `Limits`, or ``"interrupt"``.
        more: one sentence more about it, or nothing.
        known: what is already known, or nothing.
        name: the puzzle, where the command is about several.
    """
    is_interrupt = limit == "interrupt"
    why = "interrupted" if is_interrupt else f"stopped: {LimitReached(limit, more)}"
    parts = f"{name}: {why}" if name else why, known.removeprefix("; ")
    return say("; ".join(filter(None, parts)), INTERRUPTED if is_interrupt else LIMIT)
