"""Single keys on a terminal."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator

#: Waits for a number of seconds, None for ever, and returns the key that was pressed; "" is none.
Key = Callable[[float | None], str]


@contextlib.contextmanager
def keyboard() -> Iterator[Key | None]:
    """The keys of standard input, each at once and not shown; None where it gives none."""
    keys = _keys()
    if keys is None:
        yield None
        return
    import termios
    import tty

    def key(seconds: float | None) -> str:
        if not select.select([keys], [], [], seconds)[0]:
            return ""
        pressed = os.read(keys, 1)
        if pressed == b"\x1b" and select.select([keys], [], [], 0)[0]:  # an arrow
            pressed += os.read(keys, 2)
        return pressed.decode(errors="replace")

    before = termios.tcgetattr(keys)
    try:
        tty.setcbreak(keys)
        yield key
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
