"""An interrupt after some time, long enough for the block to begin."""

from __future__ import annotations

import gc
import signal
from contextlib import contextmanager

import pytest


@contextmanager
def interrupted(seconds):
    """A block that an interrupt ends after these seconds.

    The garbage collector is off: Python drops what a callback of it raises, and Hypothesis has one.
    """

    def interrupt(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    gc.disable()
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, seconds)
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()
