"""A call that an interrupt ends after some time."""

from __future__ import annotations

import gc
import signal

import pytest


def interrupted(seconds, call):
    """Check that an interrupt after these seconds ends a call, whether it has begun or not.

    A block of ``with`` would not do: an interrupt may come between its beginning and its body.
    The garbage collector is off: Python drops what a callback of it raises, and Hypothesis has one.
    """

    def interrupt(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    gc.disable()
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, seconds)
            call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()
