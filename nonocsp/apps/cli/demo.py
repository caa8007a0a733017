"""A small picture that solves itself on the terminal."""

from __future__ import annotations

import sys
import time
from dataclasses import replace

from ...common.limits import LimitReached, Limits
from .output import Output, drawn

#: The file of the library, and the seconds that it takes.
_FILE, _SECONDS = "parrot.ctu", 1.2


def demonstrate() -> None:
    """Show how a puzzle is solved, in place; nothing where that cannot be shown."""
    if not sys.stdout.isatty():
        return
    screen = replace(Output(None).screen(), height=1)  # two rows in a line
    from ..library import folder

    library = folder()
    if screen.ansi is None or not screen.blocks or library is None:
        return
    from ...formats import load
    from ...solver.trace import frames, trace

    puzzle = load(str(library / _FILE), None).puzzles[0]
    if screen.width is not None and screen.width < puzzle.shape[1]:
        return
    try:
        events = list(trace(puzzle, limits=Limits(seconds=1.0)))
    except LimitReached:  # on a very slow machine
        return
    shown = list(frames(puzzle, events, most=24))
    for number, board in enumerate(shown):
        text = drawn(board, screen, puzzle=puzzle, clues=False)
        print(text, flush=True)
        if number + 1 < len(shown):
            time.sleep(_SECONDS / len(shown))
            print(f"\x1b[{len(text.splitlines())}A", end="")
    print()
