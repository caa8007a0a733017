"""The puzzles that come with the program."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from .. import formats
from .data import puzzle_out

_HERE = Path(__file__).parent
#: Beside this file where the package is installed, in the checkout else.
_FOLDERS = (_HERE / "library", _HERE.parents[1] / "input")


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
