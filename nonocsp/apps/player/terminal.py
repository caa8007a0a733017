"""The way into the player of the terminal, where Textual is installed."""

from __future__ import annotations

from ...common.errors import NonocspError
from ...model.puzzle import Puzzle


def run(puzzle: Puzzle) -> None:
    """Play a puzzle in the terminal until the player leaves. The game is kept.

    Raises:
        NonocspError: Textual is not installed, or this is no terminal.
    """
    import sys

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NonocspError("nonocsp play needs a terminal")
    try:
        from .app import Player
    except ImportError:
        raise NonocspError("playing in the terminal needs Textual: install nonocsp[tui]") from None
    Player(puzzle).run()
