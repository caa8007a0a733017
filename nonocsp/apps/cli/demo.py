"""A small picture that solves itself on the terminal, until a key is pressed."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import threading
from collections.abc import Callable, Iterator

from ...core import LimitReached, Limits
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
        with _keyboard() as is_pressed:
            for picture in pictures[:-1]:
                print(picture, flush=True)
                is_over = is_pressed(_SECONDS / len(pictures))
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


@contextlib.contextmanager
def _keyboard() -> Iterator[Callable[[float], bool]]:
    """A function that waits for a number of seconds, or for a key: it returns whether there was
    one. Meanwhile keys are not shown, and each comes at once."""
    keys = _keys()
    if keys is None:
        yield threading.Event().wait  # for an event that never comes
        return
    import termios
    import tty

    before = termios.tcgetattr(keys)
    try:
        tty.setcbreak(keys)
        yield lambda seconds: bool(select.select([keys], [], [], seconds)[0])
    finally:
        # The key that was pressed is not part of what is typed next.
        termios.tcsetattr(keys, termios.TCSAFLUSH, before)


def _keys() -> int | None:
    """The descriptor of standard input; None where it gives no single keys."""
    if os.name != "posix" or sys.stdin is None or not sys.stdin.isatty():
        return None
    keys = sys.stdin.fileno()
    with contextlib.suppress(OSError):
        # A process in the background would be stopped when it changes the terminal.
        return keys if os.tcgetpgrp(keys) == os.getpgrp() else None
    return None
