"""The puzzles of the page's library, as files of JSON: an index, and pages of ten puzzles.

Those that come with the program, or others for your own page. Everything in the former is
computed beforehand (`input/make_index.py`, `input/make_collection.py`), so that the library needs
no answer of the server: facts and ratings, fog, and the puzzles without their solution. A page is
fetched when it comes into sight, or when one of its puzzles is played.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
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
_SHOWN = ("number", "verdict", "count", "rating")

#: Puzzles in a file: about as many as are seen at once.
PAGE = 10

#: The headings of the sections, in their order; after these come those for study.
HEADINGS = {
    **{name: SECTIONS[name] for name in ("quick", "coffee", "evening", "coloured")},
    "originals": "Originals",
    "weekend": SECTIONS["weekend"],
    "coloured-larger": SECTIONS["coloured-larger"],
    "triddler": "Triangles",
    "hexagon": "Hexagons",
    "custom": "Other boards",
}
STUDY = {"multiple": "Several solutions", "none": "No solution"}


@dataclass(frozen=True)
class Facts:
    """What lists need to know of a puzzle, and what makes its entry."""

    number: int
    section: str
    file: str
    verdict: str
    longest: int
    cells: int
    colours: int
    #: A hash of the clues.
    fingerprint: str
    #: ``depth_word``, ``depth`` and ``minutes``, where there is one solution.
    rating: Mapping[str, Any] | None
    entry: Callable[[], dict[str, Any]]


class Library:
    """A library as files by path.

    ``library.json`` is the index: ``words`` say what the ratings mean, and ``sections`` have a
    ``name``, a ``heading``, ``numbers`` (numbers, and pairs of the first and the last of several),
    ``minutes``, between which eight of ten are, and ``study`` where it is for those who study
    puzzles. ``library/NAME-K.json`` are the ``puzzles`` of page K
    of a section: facts, ``rating``, ``fog`` (see `nonocsp.apps.web.fog`) and ``puzzle``, as
    endpoints take it. ``library/daily.json`` has the numbers in the order in which they become the
    puzzle of the day, ``library/files.json`` the numbers by the names of files that addresses may
    have, ``library/facts.json`` rows for lists: number, longest line, cells, colours, the place of
    the word in ``words``, depth and minutes, for puzzles with one solution.
    """

    def __init__(self, facts: Iterable[Facts], headings: Mapping[str, str]) -> None:
        known = [*facts]
        found = ((name, [one for one in known if one.section == name]) for name in headings)
        self._sections = {name: own for name, own in found if own}
        self._headings = headings
        self._files: dict[str, bytes] = {}

    @cached_property
    def _makers(self) -> dict[str, Callable[[], Any]]:
        """What makes the content of each file."""

        def page(own: Sequence[Facts]) -> Callable[[], Any]:
            return lambda: {"puzzles": [one.entry() for one in own]}

        unique = [one for own in self._sections.values() for one in own if one.rating]
        days = (one for own in self._sections.values() for one in own if one.verdict == "unique")
        return {
            "library.json": lambda: {
                "sections": [self._section(name) for name in self._sections],
                "words": MEANINGS,
            },
            "library/daily.json": lambda: daily(days),
            "library/files.json": lambda: {
                one.file: one.number for own in self._sections.values() for one in own if one.file
            },
            "library/facts.json": lambda: [_row(one) for one in unique],
            **{
                f"library/{name}-{at // PAGE}.json": page(own[at : at + PAGE])
                for name, own in self._sections.items()
                for at in range(0, len(own), PAGE)
            },
        }

    def file(self, path: str) -> bytes | None:
        """A file; None for an unknown one."""
        if path not in self._files and path in self._makers:
            content = json.dumps(self._makers[path](), ensure_ascii=False, separators=(",", ":"))
            self._files[path] = content.encode()
        return self._files.get(path)

    def files(self) -> dict[str, bytes]:
        """All files by path."""
        return {path: self.file(path) or b"" for path in self._makers}

    def _section(self, name: str) -> dict[str, Any]:
        own = self._sections[name]
        times = sorted(one.rating["minutes"] for one in own if one.rating)
        return {
            "name": name,
            "heading": self._headings[name],
            "numbers": _ranges([one.number for one in own]),
            **({"minutes": [times[len(times) * at // 10] for at in (1, 9)]} if times else {}),
            **({"study": True} if name in STUDY else {}),
        }


def _ranges(numbers: Sequence[int]) -> list[int | list[int]]:
    """Numbers, where several follow each other their first and last.

    >>> _ranges([3, 1, 2, 7])
    [3, [1, 2], 7]
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] + 1 == number:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return [own[0] if len(own) == 1 else own for own in found]


def _row(one: Facts) -> list[float]:
    assert one.rating is not None
    word, depth, minutes = (one.rating[key] for key in ("depth_word", "depth", "minutes"))
    place = [*MEANINGS].index(word)
    return [one.number, one.longest, one.cells, one.colours, place, depth, minutes]


@cache
def shipped() -> Library:
    """The library that comes with the program; empty where its folder is missing."""
    originals = sorted(_originals(), key=lambda one: (one.cells, one.number))
    return Library([*originals, *_collected()], {**HEADINGS, **STUDY})


def _originals() -> Iterable[Facts]:
    fogs = _read("fog.json", {})
    for one in _read("index.json", []):
        if (puzzle := _puzzle(one)) is None:
            continue
        kind, verdict = one["board"]["kind"], one["verdict"]
        usual = "originals" if kind == "rectangle" else kind
        shown = {key: one[key] for key in _SHOWN if key in one}
        entry = {**shown, "fog": fogs[one["file"]], "puzzle": puzzle}
        yield Facts(
            one["number"],
            usual if verdict == "unique" else verdict,
            one["file"],
            verdict,
            one["longest"],
            one["cells"],
            one["colours"],
            one["fingerprint"],
            one.get("rating"),
            partial(dict, entry),
        )


def _collected() -> Iterable[Facts]:
    for number, one in collection().items():
        rating = {"depth_word": one.word, "depth": one.depth, "minutes": one.minutes}

        def entry(number: int = number, rating: dict[str, Any] = rating) -> dict[str, Any]:
            puzzle = collection()[number].puzzle.replace(goals=(), author=None, licence=None)
            return {
                "number": number,
                "verdict": "unique",
                "count": 1,
                "rating": rating,
                "fog": rough_fog(puzzle),
                "puzzle": puzzle_out(puzzle),
            }

        yield Facts(
            number,
            one.section,
            "",
            "unique",
            one.longest,
            len(one.cells),
            len(one.colours) or 1,
            hashlib.sha256(one.cells).hexdigest(),
            rating,
            entry,
        )


def own_files(heading: str, puzzles: Sequence[tuple[str, Puzzle]]) -> dict[str, bytes]:
    """The files of a library of other puzzles, by path: they are its only section.

    Args:
        heading: what stands above them.
        puzzles: each with the name of its file, in their order.

    Raises:
        RequestError: one is too large for the page.
    """
    facts = [_own(number, *puzzle) for number, puzzle in enumerate(puzzles, 1)]
    return Library(facts, {"own": heading}).files()


def _own(number: int, file: str, puzzle: Puzzle) -> Facts:
    check_size(puzzle.board.size)
    puzzle = puzzle.replace(goals=(), saved=(), title=shown_title(puzzle, file) or None)
    found = solving.verdict(puzzle, limits=_LIMITS)
    entry: dict[str, Any] = {
        "number": number,
        "verdict": found.value,
        "fog": fog_of(puzzle),
        "puzzle": puzzle_out(puzzle),
    }
    if found is Verdict.UNIQUE and (rating := rate(puzzle, limits=_LIMITS)).minutes is not None:
        own = rating.to_dict()
        entry["rating"] = {key: own[key] for key in ("depth_word", "depth", "minutes")}
    elif found is Verdict.MULTIPLE:
        # At the limit it is the number that is proven.
        entry["count"] = solving.count(puzzle, limits=_LIMITS).count
    return Facts(
        number,
        "own",
        PurePath(file).name,
        found.value,
        puzzle.board.longest,
        puzzle.board.size,
        puzzle.block_colours,
        puzzle.fingerprint(),
        entry.get("rating"),
        partial(dict, entry),
    )


def daily(facts: Iterable[Facts]) -> list[int]:
    """The numbers of puzzles in an order that is the same for everyone.

    Fingerprints are hashes of the clues: their order is random, and the same whatever else the
    library holds.
    """
    return [one.number for one in sorted(facts, key=lambda one: one.fingerprint)]


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
