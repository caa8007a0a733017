"""The shell: a puzzle typed line by line, solved pass by pass, corrected and asked about.

`Session` is the conversation without a terminal: lines go in, lines come out. `terminal` reads the
lines from a person, with history and completion where they can be had, or from a pipe. `entry`
reads what people type for a clue.
"""

from __future__ import annotations

from .session import Session
from .terminal import run

__all__ = ["Session", "run"]
