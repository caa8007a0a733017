"""A small picture that solves itself on the terminal, until a key is pressed."""

from __future__ import annotations

import sys
import threading

from ...core import LimitReached, Limits
from .keyboard import keyboard
from .output import Output, drawn

#: The file of the library, and the seconds that it takes.
_FILE, _SECONDS = "parrot.ctu", 1.5

_HIDE_CURSOR, _SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"


def demonstrate() -> None:
    """Show how a puzzle is solved, in place; nothing where that cannot be shown.

    A key ends it with the solution.
    """
    pictures = _pictures() if sys.stdout.isatty() else []
    if not pictures:
        return
    up = f"\x1b[{len(pictures[0].splitlines())}A"
    print(_HIDE_CURSOR, end="")
    try:
        with keyboard() as key:
            wait = key or threading.Event().wait  # for an event that never comes
            for picture in pictures[:-1]:
                print(picture, flush=True)
                is_over = wait(_SECONDS / len(pictures))
                print(up, end="")
                if is_over:
                    break
        print(pictures[-1])
    finally:
        print(_SHOW_CURSOR, flush=True)


def _pictures() -> list[str]:
    """The states of the puzzle in half blocks; none if the terminal or the library is too small."""
    terminal = Output(None).screen()
    from ..library import folder

    library = folder()
    if terminal.ansi is None or not terminal.blocks or library is None:
        return []
    from ...people.opening import load
    from ...people.watching.trace import frames, trace

    puzzle = load(str(library / _FILE), None).puzzles[0]
    rows, columns = puzzle.shape
    if (terminal.width or 0) < columns or (terminal.height or 0) <= rows // 2 + 1:
        return []
    try:
        events = list(trace(puzzle, limits=Limits(seconds=1.0)))
    except LimitReached:  # on a very slow machine
        return []
    screen = terminal._replace(height=1)  # too low for whole cells: two rows share a line
    boards = frames(puzzle, events, most=30)
    return [drawn(board, screen, puzzle=puzzle, clues=False) for board in boards]
