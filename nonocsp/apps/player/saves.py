"""Saved games, one file for each puzzle."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from ...core import FormatError, Puzzle, atomic_write, checksum, clues_by_axis, state_folder
from .game import Game


def path_of(puzzle: Puzzle) -> Path | None:
    """The file of a puzzle's game, the same for equal clues; None if nothing can be saved."""
    folder = state_folder("games")
    board = puzzle.board
    clues: list[Any] = [
        [
            clue and [(b.code or None, b.colour, *filter(None, [b.joint])) for b in clue]
            for clue in side
        ]
        for side in clues_by_axis(board, puzzle.clues).values()
    ]
    if not board.table:
        clues += board.key
    name = hashlib.sha256(json.dumps(clues).encode()).hexdigest()[:32]
    return folder and folder / f"{name}.json"


def load(puzzle: Puzzle) -> Game:
    """The saved game of a puzzle, or a new one.

    Raises:
        FormatError: the file is damaged.
    """
    path = path_of(puzzle)
    if path is None or not path.exists():
        return Game(puzzle)
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        if saved.pop("checksum") != checksum(saved):
            raise ValueError
    except OSError as error:
        raise FormatError(f"cannot be opened: {error.strerror}", file=str(path)) from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        problem = "a damaged saved game; without the file a new one begins"
        raise FormatError(problem, file=str(path)) from None
    return Game.of_dict(puzzle, saved)


def save(game: Game) -> bool:
    """Save a game; False if that is not possible. A game that was never begun leaves no file."""
    path = path_of(game.puzzle)
    if path is None or not (game.is_begun or path.exists()):
        return path is not None
    try:
        with atomic_write(path) as file:
            saved = game.to_dict()
            json.dump(saved | {"checksum": checksum(saved)}, file)
    except OSError:
        return False
    return True
