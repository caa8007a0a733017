"""Public puzzle sets: JSON lines in a folder of the user's.

They belong to their authors and are not part of the project; `README.md` beside this file lists
where each comes from. A line is an object with ``id``, ``rows``, ``columns`` and, where known,
``colours`` (an object whose keys are the names used in the clues), ``verdict`` and ``solutions``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ... import Puzzle
from ...common.errors import FormatError
from .cases import Case


def names(folder: str | None) -> list[str]:
    """The sets that a folder holds."""
    return sorted(path.stem for path in Path(folder).glob("*.jsonl")) if folder else []


def cases(name: str, folder: str) -> list[Case]:
    """The puzzles of one set, in the order of its file.

    Raises:
        FormatError: a line is no such object; with its number.
    """
    path = Path(folder, f"{name}.jsonl")
    found = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                found.append(_case(name, json.loads(line)))
            except (KeyError, TypeError, ValueError) as error:
                raise FormatError(f"{error!r}", file=str(path), line=number) from None
    return found


def _case(name: str, given: dict[str, Any]) -> Case:
    # Only the names of the colours matter here: how they look differs from source to source.
    colours = list(given["colours"]) if given.get("colours") else None
    puzzle = Puzzle(given["rows"], given["columns"], colours, title=given.get("title"))
    return Case(name, str(given["id"]), puzzle, given.get("verdict"), given.get("solutions"))
