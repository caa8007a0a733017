"""The puzzles that come with the program."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import formats
from .data import puzzle_out
from .workers import Busy

if TYPE_CHECKING:
    from .workers import Workers

_HERE = Path(__file__).parent
#: Beside this file where the package is installed, in the checkout else.
_FOLDERS = (_HERE / "input", _HERE.parents[1] / "input")


@cache
def entries() -> tuple[dict[str, Any], ...]:
    """The entries of the index, each with an ``id``; empty where the library is missing."""
    folder = _folder()
    if folder is None:
        return ()
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    return tuple({**entry, "id": number} for number, entry in enumerate(index))


def puzzle(number: int) -> dict[str, Any] | None:
    """The puzzle of an entry as the page takes it; None if there is no such entry."""
    folder = _folder()
    if folder is None or not 0 <= number < len(entries()):
        return None
    entry = entries()[number]
    # The name comes from the index, never from a request.
    parsed = formats.load(folder / entry["file"], entry.get("format"))
    return {**puzzle_out(parsed.puzzles[0]), "title": entry["title"]}


def _folder() -> Path | None:
    return next((folder for folder in _FOLDERS if (folder / "index.json").is_file()), None)


class Ratings:
    """How hard the puzzles are, rated in a worker when they are first asked for, and kept.

    One at a time: they come with the library, and nobody who plays should have to wait for them.
    """

    #: Seconds for one puzzle; one that takes longer is rated by the steps until then.
    PATIENCE = 5.0

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._known: dict[int, dict[str, Any]] = {}
        self._turn = asyncio.Lock()

    async def of(self, number: int, puzzle: dict[str, Any]) -> dict[str, Any]:
        """The rating of an entry: ``word``, ``level``, ``difficulty``; empty if there is none."""
        async with self._turn:
            if number not in self._known:
                asked = {"puzzle": puzzle, "seconds": self.PATIENCE}
                try:
                    lines = [line async for line in self._workers.ask("rate", asked, self.PATIENCE)]
                except Busy:
                    return {}
                found = lines[-1].get("result", {})
                self._known[number] = {
                    key: found[key] for key in ("word", "level", "difficulty") if key in found
                }
            return self._known[number]
