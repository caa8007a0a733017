"""The puzzles that come with the program, as one file of JSON for the page.

Everything in it is computed beforehand (`input/make_index.py`), so that the library needs no
answer of the server: facts and ratings of the index, fog, and the puzzles without their solution.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from ... import formats
from ...common.errors import NonocspError
from ...explanation.rating import MEANINGS
from ..library import folder
from .messages import puzzle_out

#: What the page shows of an entry of the index.
_SHOWN = ("number", "file", "verdict", "count", "rating")


@cache
def library_file() -> bytes:
    """The file ``library.json`` of the page.

    ``puzzles`` are the entries: facts of the index, ``fog`` (see `nonocsp.apps.web.fog`) and
    ``puzzle``, as endpoints take it. ``daily`` are the numbers of those with one solution, in the
    order in which they become the puzzle of the day; ``words`` say what the ratings mean.
    """
    fogs = _read("fog.json", {})
    index = [
        (entry, puzzle)
        for entry in _read("index.json", [])
        if (puzzle := _puzzle(entry)) is not None
    ]
    puzzles = [
        {key: entry[key] for key in _SHOWN if key in entry}
        | {"fog": fogs[entry["file"]], "puzzle": puzzle}
        for entry, puzzle in index
    ]
    content = {"puzzles": puzzles, "daily": daily(entry for entry, _ in index), "words": MEANINGS}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def daily(index: Iterable[dict[str, Any]]) -> list[int]:
    """The numbers of the puzzles with one solution, in an order that is the same for everyone.

    Fingerprints are hashes of the clues: their order is random, and the same whatever else the
    library holds.
    """
    unique = [entry for entry in index if entry["verdict"] == "unique"]
    return [entry["number"] for entry in sorted(unique, key=lambda entry: entry["fingerprint"])]


def _read(name: str, default: Any) -> Any:
    """A file of the library; the default where the library is missing."""
    library = folder()
    return default if library is None else json.loads((library / name).read_text(encoding="utf-8"))


def _puzzle(entry: dict[str, Any]) -> dict[str, Any] | None:
    """The puzzle of an entry; None where it cannot be read (images need Pillow)."""
    library = folder()
    assert library is not None
    try:
        parsed = formats.load(library / entry["file"], entry["format"])
    except NonocspError:
        return None
    found = puzzle_out(parsed.puzzles[0].replace(goals=(), saved=()))
    return found | {key: entry[key] for key in formats.TEXTS if key in entry}
