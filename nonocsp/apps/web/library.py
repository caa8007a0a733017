"""The puzzles of the page's library, as files of JSON: an index and sections.

Those that come with the program, or others for a page of one's own. Everything in the former is
computed beforehand (`input/make_index.py`, `input/make_collection.py`), so that the library needs
no answer of the server: facts and ratings, fog, and the puzzles without their solution. A section
is fetched when it comes into sight, or one of its puzzles is played.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import PurePath
from typing import Any

from ...core import Limits, NonocspError, Puzzle, Verdict, solving
from ...files.formats import TEXTS
from ...people.explanation.rating import MEANINGS, rate
from ...people.opening import load, shown_title
from ..collection import SECTIONS, collection
from ..library import folder
from .fog import fog_of, rough_fog
from .messages import MEMORY, check_size, puzzle_out

#: Of each question about a puzzle of one's own.
_LIMITS = Limits(seconds=10, memory=MEMORY)

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


def files() -> dict[str, bytes]:
    """The files of the library by path."""
    sections = {f"library/{name}.json": section_file(name) for name in (ORIGINALS, *SECTIONS)}
    return {
        "library.json": library_file(),
        **{path: file or b"" for path, file in sections.items()},
    }


def own_files(heading: str, puzzles: Sequence[tuple[str, Puzzle]]) -> dict[str, bytes]:
    """The files of a library of other puzzles, by path: they are its only section.

    Args:
        heading: what stands above them.
        puzzles: each with the name of its file, in their order.

    Raises:
        RequestError: one is too large for the page.
    """
    entries = [_own(number, *puzzle) for number, puzzle in enumerate(puzzles, 1)]
    order = daily(
        {**entry, "fingerprint": puzzle.fingerprint()}
        for entry, (_, puzzle) in zip(entries, puzzles, strict=True)
    )
    index = {"heading": heading, "sections": [], "daily": order, "words": MEANINGS}
    return {
        "library.json": _json(index),
        f"library/{ORIGINALS}.json": _json({"puzzles": entries}),
    }


def _own(number: int, file: str, puzzle: Puzzle) -> dict[str, Any]:
    check_size(puzzle.board.size)
    # A file of several puzzles gives its name to none of them.
    title = puzzle.title if "#" in file else shown_title(puzzle, file)
    puzzle = puzzle.replace(goals=(), saved=(), title=title)
    found = solving.verdict(puzzle, limits=_LIMITS)
    entry = {
        "number": number,
        "file": PurePath(file).name,
        "verdict": found.value,
        "fog": fog_of(puzzle),
        "puzzle": puzzle_out(puzzle),
    }
    if found is Verdict.UNIQUE and (rating := rate(puzzle, limits=_LIMITS)).minutes is not None:
        own = rating.to_dict()
        entry["rating"] = {key: own[key] for key in ("word", "difficulty", "minutes")}
    elif found is Verdict.MULTIPLE:
        # At the limit it is the number that is proven.
        entry["count"] = solving.count(puzzle, limits=_LIMITS).count
    return entry


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
