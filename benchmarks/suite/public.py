"""Public puzzle sets in a folder of the user's: JSON lines, and puzzle files in any format.

They belong to their authors and are not part of the project; ``benchmarks/README.md`` lists where
each comes from. Every ``NAME.jsonl`` is a set of that name. Every subfolder with puzzle files is a
set of its name, and so are the puzzle files of the folder itself. A line of JSON is an object with
``id``, ``rows``, ``columns`` or ``cols`` and, where known, ``colours`` (an object whose keys are
the names used in the clues), ``verdict`` and ``solutions``, a number or its digits. A puzzle of
another file is named by the file.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonocsp import Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.people.opening import read_all

from .cases import Case
from .spec import SpecError

#: Files beside puzzles that are not tried.
_OTHERS = (".md", ".rst", ".html", ".pdf", ".zip", ".gz", ".jsonl")


def names(folder: str | None) -> list[str]:
    """The sets that a folder holds; none if there is no folder.

    Raises:
        SpecError: the folder is missing.
    """
    return sorted(_sets(folder)) if folder else []


def cases(name: str, folder: str) -> list[Case]:
    """The puzzles of one set, in the order of its file, or of the names of its files.

    A file that cannot be read is left out with a warning.

    Raises:
        FormatError: a line of JSON is not such an object, with its number.
    """
    path = _sets(folder)[name]
    return list(_lines(name, path) if path.is_file() else _files(name, path))


def of_file(path: Path) -> list[Case]:
    """The puzzles of one file, as a set of its name.

    Raises:
        FormatError: it cannot be read.
    """
    read = _lines if path.suffix == ".jsonl" else _puzzles
    return list(read(path.stem, path))


def _sets(folder: str) -> dict[str, Path]:
    """The file or folder of every set."""
    top = Path(folder).resolve()
    if not top.is_dir():
        raise SpecError(f"there is no folder {folder}")
    folders = [top, *sorted(path for path in top.iterdir() if path.is_dir())]
    found = {path.name: path for path in folders if _puzzle_files(path)}
    return found | {path.stem: path for path in top.glob("*.jsonl")}


def _puzzle_files(folder: Path) -> list[Path]:
    files = (path for path in sorted(folder.iterdir()) if path.is_file())
    return [p for p in files if p.suffix not in _OTHERS and not p.name.startswith((".", "README"))]


def _files(name: str, folder: Path) -> Iterator[Case]:
    for path in _puzzle_files(folder):
        try:
            yield from _puzzles(name, path)
        except FormatError as error:
            warnings.warn(f"{name}: left out: {error}", stacklevel=2)


def _puzzles(name: str, path: Path) -> list[Case]:
    puzzles = list(read_all(path))
    names = (path.name + f"#{number}" * (len(puzzles) > 1) for number in range(1, 1 + len(puzzles)))
    each = zip(names, puzzles, strict=True)
    return [Case(name, id, puzzle, is_given=True) for id, puzzle in each]


def _lines(name: str, path: Path) -> Iterator[Case]:
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield _case(name, json.loads(line))
            except (KeyError, TypeError, ValueError) as error:
                raise FormatError(f"{error!r}", file=str(path), line=number) from None


def _case(name: str, given: dict[str, Any]) -> Case:
    # Only the names of the colours matter here: how they look differs from source to source.
    colours = list(given["colours"]) if given.get("colours") else None
    columns = given["cols"] if "cols" in given else given["columns"]
    puzzle = Puzzle(given["rows"], columns, colours, title=given.get("title"))
    solutions = given.get("solutions")
    known = given.get("verdict"), None if solutions is None else int(solutions)
    return Case(name, str(given["id"]), puzzle, *known, is_given=True)
