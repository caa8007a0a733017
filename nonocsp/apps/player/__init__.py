"""Playing a puzzle in the terminal.

`game` is the state of a game with undo and redo, `saves` stores it between sessions, `app` and
`board` are the interface in the terminal. Hints come from `nonocsp.people.explanation.hint`.
"""

from __future__ import annotations

from .game import Game
from .terminal import run

__all__ = ["Game", "run"]
