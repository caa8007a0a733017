"""The puzzles that come with the program."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ... import formats
from .data import puzzle_out
from .workers import Busy

if TYPE_CHECKING:
    from .workers import Workers

_HERE = Path(__file__).parent
#: Beside this file where the package is installed, in the checkout else.
_FOLDERS = (_HERE / "input", _HERE.parents[2] / "input")


@cache
def entries() -> dict[str, dict[str, Any]]:
    """The entries of the index by the name of their file; empty where the library is missing."""
    folder = _folder()
    if folder is None:
        return {}
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    return {entry["file"]: entry for entry in index}


@cache
def puzzle(name: str) -> dict[str, Any] | None:
    """The puzzle of an entry as the page takes it; None if there is no such entry."""
    folder, entry = _folder(), entries().get(name)
    if folder is None or entry is None:
        return None
    # The name of the file is the index's: what a request says is only looked up.
    parsed = formats.load(folder / entry["file"], entry.get("format"))
    found = puzzle_out(parsed.puzzles[0].replace(goals=()))
    return found | {key: entry[key] for key in formats.TEXTS if key in entry}


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
        self._known: dict[str, dict[str, Any]] = {}
        self._turn = asyncio.Lock()

    async def of(self, name: str, puzzle: dict[str, Any]) -> dict[str, Any]:
        """The rating of an entry: ``word``, ``level``, ``difficulty``; empty if there is none."""
        async with self._turn:
            if name not in self._known:
                asked = {"puzzle": puzzle, "seconds": self.PATIENCE}
                try:
                    lines = [line async for line in self._workers.ask("rate", asked, self.PATIENCE)]
                except Busy:
                    return {}
                found = lines[-1].get("result", {})
                self._known[name] = {
                    key: found[key] for key in ("word", "level", "difficulty") if key in found
                }
            return self._known[name]
