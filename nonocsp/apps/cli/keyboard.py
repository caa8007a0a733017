"""Single keys on a terminal."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator

#: Waits for a number of seconds, None for ever, and returns the key that was pressed; "" is none.
Key = Callable[[float | None], str]

#: The key that asks for the screen to be drawn again.
_REDRAW = "\f"


@contextlib.contextmanager
def keyboard(enter: str = "", leave: str = "") -> Iterator[Key | None]:
    """The keys of standard input, each at once and not shown; None where it gives none.

    Args:
        enter: written before the first key, for a program that has the whole screen: it leaves the
            screen when it is stopped by Ctrl-Z or ended by Ctrl-\\, and after its return or
            another size of the terminal, Ctrl-L is a key.
        leave: written at the end.
    """
    keys = _keys()
    if keys is None:
        yield None
        return
    import termios
    import tty

    before = termios.tcgetattr(keys)

    def begin(when: int = termios.TCSAFLUSH) -> None:
        tty.setcbreak(keys, when)
        _show(enter)

    def end() -> None:
        _show(leave)
        # The key that was pressed is not part of what is typed next.
        termios.tcsetattr(keys, termios.TCSAFLUSH, before)

    with _noticed() if enter else contextlib.nullcontext(None) as signals:
        sources = [keys] if signals is None else [keys, signals]

        def key(seconds: float | None) -> str:
            ready = select.select(sources, [], [], seconds)[0]
            if signals in ready:
                for number in os.read(signals, 100):
                    if number in (signal.SIGTSTP, signal.SIGQUIT):
                        end()
                        _stop(number)
                    if number != signal.SIGWINCH:  # after a stop also for SIGCONT: keep the keys
                        begin(termios.TCSANOW)
                return _REDRAW
            return _pressed(keys) if ready else ""

        try:
            begin()
            yield key
        finally:
            end()


def _pressed(keys: int) -> str:
    pressed = os.read(keys, 1)
    if pressed == b"\x1b" and select.select([keys], [], [], 0)[0]:  # an arrow
        pressed += os.read(keys, 2)
    return pressed.decode(errors="replace")


def _stop(number: int) -> None:
    """Do what a signal does by itself; returns in the foreground."""
    handler = signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    while _keys() is None:  # continued in the background
        os.kill(os.getpid(), signal.SIGTTIN)
    signal.signal(number, handler)


def _show(text: str) -> None:
    if text:
        sys.stdout.write(text)
        sys.stdout.flush()


@contextlib.contextmanager
def _noticed() -> Iterator[int]:
    """A descriptor with the numbers of the signals that come and concern the screen."""
    there, here = os.pipe()
    os.set_blocking(here, False)
    wakeup = signal.set_wakeup_fd(here)
    before = {}
    for number in (signal.SIGTSTP, signal.SIGQUIT, signal.SIGCONT, signal.SIGWINCH):
        if signal.getsignal(number) == signal.SIG_DFL:  # shells without job control ignore some
            before[number] = signal.signal(number, lambda *_: None)
    try:
        yield there
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(wakeup)
        os.close(there)
        os.close(here)


def _keys() -> int | None:
    """The descriptor of standard input; None where it gives no single keys."""
    if os.name != "posix" or sys.stdin is None or not sys.stdin.isatty():
        return None
    keys = sys.stdin.fileno()
    with contextlib.suppress(OSError):
        # A process in the background would be stopped when it changes the terminal.
        return keys if os.tcgetpgrp(keys) == os.getpgrp() else None
    return None
