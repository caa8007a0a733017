"""The puzzles that come with the program."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from typing import TYPE_CHECKING, Any

from ... import formats
from ..library import folder
from .messages import puzzle_out
from .streams import Busy

if TYPE_CHECKING:
    from .streams import AnswerStreams


@cache
def entries() -> dict[str, dict[str, Any]]:
    """The entries of the index by the name of their file; empty where the library is missing."""
    library = folder()
    if library is None:
        return {}
    index = json.loads((library / "index.json").read_text(encoding="utf-8"))
    return {entry["file"]: entry for entry in index}


def index() -> dict[str, Any]:
    """The entries, as the file ``library/index.json`` of the page."""
    return {"puzzles": list(entries().values())}


@cache
def puzzle(name: str) -> dict[str, Any] | None:
    """The puzzle of an entry, as the file ``library/NAME.json`` of the page; None without one."""
    library, entry = folder(), entries().get(name)
    if library is None or entry is None:
        return None
    # The name of the file comes from the index, never from the request.
    parsed = formats.load(library / entry["file"], entry.get("format"))
    found = puzzle_out(parsed.puzzles[0].replace(goals=()))
    return found | {key: entry[key] for key in formats.TEXTS if key in entry}


class Ratings:
    """The difficulty of the puzzles, rated by a worker on the first request and kept.

    One at a time, so that they leave workers free for the requests of players.
    """

    #: Seconds for one puzzle; beyond them it is rated by its steps so far.
    PATIENCE = 5.0

    def __init__(self, streams: AnswerStreams) -> None:
        self._streams = streams
        self._known: dict[str, dict[str, Any]] = {}
        self._turn = asyncio.Lock()

    async def of(self, name: str, puzzle: dict[str, Any]) -> dict[str, Any]:
        """The rating of an entry: ``word``, ``level``, ``difficulty``; empty if there is none."""
        async with self._turn:
            if name not in self._known:
                asked = {"puzzle": puzzle, "seconds": self.PATIENCE}
                try:
                    lines = [line async for line in self._streams.ask("rate", asked, self.PATIENCE)]
                except Busy:
                    return {}
                found = json.loads(lines[-1]).get("result", {})
                self._known[name] = {
                    key: found[key] for key in ("word", "level", "difficulty") if key in found
                }
            return self._known[name]
