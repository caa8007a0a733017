"""The standard sets: fixed, versioned sets of puzzles that come with the package.

``standard-1.jsonl`` is a manifest, not the puzzles: these are generated again by their family and
seed or read from the library, and compared with the digest in the manifest, so that a changed
generator is noticed. A standard set is never changed; a better one gets another number. All
puzzles are this project's own. `benchmarks/make_standard.py` of commit 4cfa898b made the manifest.

``scaled-1.jsonl`` holds its puzzles itself, see `corpus_files`.

The first line of a manifest describes it: ``name``, ``version`` of the package that made it,
``features``, the names of the features. Every other line is a puzzle:

=============== =================================================================================
``id``          its name
``source``      ``FAMILY:NAME=VALUE,…`` as in `generated`, with one puzzle, or ``input/FILE``
``digest``      the fingerprint of the puzzle
``scale``       ``small``, up to 150 cells; ``middle``, up to 650; ``large``
``shape``       rows, columns, block colours
``verdict``     ``unique``, ``multiple`` or ``none``
``solutions``   their exact number in digits; absent where it is not known
``work``        reference work for the verdict: ``nodes`` of the textbook tree (AC-3, MRV, without
                components; absent beyond 100,000), ``conflicts`` of the kernel of that version
``features``    the values of `nonocsp.features`, to four digits
=============== =================================================================================
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from nonocsp.apps import library
from nonocsp.core.base.suggest import unknown
from nonocsp.people.opening import load

from .cases import Case
from .generated import FAMILIES
from .spec import SpecError, parse

_HERE = Path(__file__).parent

#: Cells up to which a puzzle is of a scale.
SCALES = {"small": 150, "middle": 650, "large": 10**9}

#: Puzzles of each scale in a quick run.
QUICK = 8


@dataclass(frozen=True, slots=True)
class Standard:
    """The manifest of a standard set."""

    name: str
    about: dict[str, Any]
    """Its first line."""
    entries: list[dict[str, Any]]
    """The other lines."""
    digest: str
    """12 digits of the SHA-256 of the file, to quote."""


def names() -> list[str]:
    """The standard sets."""
    return sorted(path.stem for path in _HERE.glob("standard-*.jsonl"))


@cache
def manifest(name: str) -> Standard:
    """The manifest of a standard set."""
    # Line ends are those of the manifest's maker, whatever a checkout has made of them.
    text = (_HERE / f"{name}.jsonl").read_text(encoding="utf-8")
    about, *entries = map(json.loads, text.splitlines())
    return Standard(name, about, entries, sha256(text.encode()).hexdigest()[:12])


def cases(name: str, scale: str = "") -> list[Case]:
    """The puzzles of a standard set, small ones first.

    Args:
        name: the set.
        scale: only ``small``, ``middle`` or ``large`` ones; ``quick`` is a few of each.

    Raises:
        SpecError: no such scale; a puzzle is missing or differs from its digest.
    """
    entries = manifest(name).entries
    if scale == "quick":
        entries = _quick(entries)
    elif scale:
        if scale not in SCALES:
            raise SpecError(unknown("scale", str(scale), [*SCALES, "quick"]))
        entries = [entry for entry in entries if entry["scale"] == scale]
    return [_case(name, entry) for entry in entries]


def made(source: str) -> Case:
    """The puzzle of a source.

    Raises:
        SpecError: there is none.
    """
    kind, _, file = source.partition("/")
    if kind == "input":
        folder = library.folder()
        if folder is None:
            raise SpecError("the library of puzzles is missing: install the package again")
        return Case("", file, load(folder / file).puzzles[0].replace(goals=()))
    family, values = parse(source)
    (case,) = FAMILIES[family](**values)
    return case


def _case(name: str, entry: dict[str, Any]) -> Case:
    case = made(entry["source"])
    if (digest := case.puzzle.fingerprint()) != entry["digest"]:
        raise SpecError(
            f"{name}, {entry['id']}: the digest of the puzzle is {digest}, not {entry['digest']}: "
            f"its source {entry['source']} has changed"
        )
    solutions = entry.get("solutions")
    return replace(
        case,
        set=name,
        id=entry["id"],
        verdict=entry["verdict"],
        solutions=None if solutions is None else int(solutions),
    )


def _quick(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Some of every scale, at equal distances."""
    found = []
    for scale in SCALES:
        own = [entry for entry in entries if entry["scale"] == scale]
        step = max(1, len(own) // QUICK)
        found += own[::step][:QUICK]
    return found
