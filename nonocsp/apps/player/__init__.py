"""Playing a puzzle: the game, advice for somebody who is stuck, and a player in the terminal.

`Game` is what a player does and undoes, without a face; `advise` the next step that decides a cell;
`keeping` what is kept of games between two sittings; `app` and `board` are the face in a terminal.
The page has its own face, and asks for the same advice.
"""

from __future__ import annotations

from .advice import Advice, advise
from .game import Game
from .terminal import run

__all__ = ["Advice", "Game", "advise", "run"]
