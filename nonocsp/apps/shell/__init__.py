"""The shell: type a puzzle in line by line, see it solved pass by pass, correct it, ask about it.

`Session` is the shell without a terminal: lines go in, lines come out. The puzzle that is typed in
is an `entry`, what is known about it the `session_state`, and the `commands` act on both.
`terminal` reads the lines from a person, with history and completion where prompt_toolkit is
installed, or from a pipe.
"""

from __future__ import annotations

from .session import Session
from .terminal import run

__all__ = ["Session", "run"]
