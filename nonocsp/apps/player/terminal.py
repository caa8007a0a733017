"""The entry to the terminal player: Textual is loaded here, if it is installed."""

from __future__ import annotations

from ...core import NonocspError, Puzzle, missing


def run(puzzle: Puzzle, title: str | None = None) -> None:
    """Play a puzzle in the terminal until the player quits. The game is saved.

    Args:
        puzzle: the puzzle.
        title: shown above the board; None is the puzzle's.

    Raises:
        NonocspError: Textual is not installed, standard input or output is not a terminal, or the
            game could not be saved.
    """
    import sys

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NonocspError("nonocsp play needs a terminal")
    try:
        from .app import Player
    except ImportError:
        raise NonocspError(missing("playing in the terminal needs Textual", "textual")) from None
    player = Player(puzzle, title)
    player.run()
    if not player.is_saved:
        raise NonocspError("the game is not saved: its folder cannot be written")
