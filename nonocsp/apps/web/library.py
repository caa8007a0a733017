"""The puzzles that come with the program, as files of JSON for the page: an index and sections.

Everything in them is computed beforehand (`input/make_index.py`, `input/make_collection.py`), so
that the library needs no answer of the server: facts and ratings, fog, and the puzzles without
their solution. A section is fetched when it comes into sight, or one of its puzzles is played.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from ...core import NonocspError
from ...files.formats import TEXTS
from ...people.explanation.rating import MEANINGS
from ...people.opening import load
from ..collection import SECTIONS, collection
from ..library import folder
from .fog import rough_fog
from .messages import puzzle_out

#: What the page shows of an entry of the index.
_SHOWN = ("number", "file", "verdict", "count", "rating")

#: The section of the puzzles that have files of their own.
ORIGINALS = "originals"


@cache
def library_file() -> bytes:
    """The file ``library.json`` of the page: the index.

    ``sections`` are those of the collection: ``name``, ``heading``, the numbers of the ``first``
    puzzle and of the ``last``, the least and greatest number of ``cells`` on the longer side and of
    ``minutes``. ``daily`` are the numbers of the puzzles with one solution, in the order in which
    they become the puzzle of the day; ``words`` say what the ratings mean.
    """
    entries = [entry for entry in _read("index.json", []) if _puzzle(entry) is not None]
    entries += [
        {
            "number": number,
            "verdict": "unique",
            "fingerprint": hashlib.sha256(drawn.cells).hexdigest(),
        }
        for number, drawn in collection().items()
    ]
    sections = [_section(name) for name in SECTIONS if _numbers(name)]
    return _json({"sections": sections, "daily": daily(entries), "words": MEANINGS})


@cache
def section_file(name: str) -> bytes | None:
    """The file ``library/NAME.json`` of the page; None for an unknown section.

    ``puzzles`` are the entries: facts, ``rating`` where there is one solution, ``fog`` (see
    `nonocsp.apps.web.fog`) and ``puzzle``, as endpoints take it.
    """
    if name == ORIGINALS:
        return _json({"puzzles": _originals()})
    if name not in SECTIONS:
        return None
    return _json({"puzzles": [_collected(number) for number in _numbers(name)]})


def _originals() -> list[dict[str, Any]]:
    fogs = _read("fog.json", {})
    return [
        {key: entry[key] for key in _SHOWN if key in entry}
        | {"fog": fogs[entry["file"]], "puzzle": puzzle}
        for entry in _read("index.json", [])
        if (puzzle := _puzzle(entry)) is not None
    ]


def _collected(number: int) -> dict[str, Any]:
    drawn = collection()[number]
    puzzle = drawn.puzzle.replace(goals=(), author=None, licence=None)
    return {
        "number": number,
        "file": f"collection.json {number}",
        "verdict": "unique",
        "count": 1,
        "rating": {
            "word": drawn.word,
            "difficulty": drawn.difficulty,
            "minutes": drawn.minutes,
        },
        "fog": rough_fog(puzzle),
        "puzzle": puzzle_out(puzzle),
    }


def _section(name: str) -> dict[str, Any]:
    numbers = _numbers(name)
    drawn = [collection()[number] for number in numbers]
    sides = [one.longest for one in drawn]
    times = [one.minutes for one in drawn]
    return {
        "name": name,
        "heading": SECTIONS[name],
        "first": numbers[0],
        "last": numbers[-1],
        "cells": [min(sides), max(sides)],
        "minutes": [min(times), max(times)],
    }


def _numbers(section: str) -> list[int]:
    return [number for number, drawn in collection().items() if drawn.section == section]


def _json(content: Any) -> bytes:
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
        parsed = load(library / entry["file"], entry["format"])
    except NonocspError:
        return None
    found = puzzle_out(parsed.puzzles[0].replace(goals=(), saved=()))
    return found | {key: entry[key] for key in TEXTS if key in entry}
