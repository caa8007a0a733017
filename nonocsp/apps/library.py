"""The folder of the puzzles that come with the program."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent

#: Beside this file where the package is installed, in the checkout else.
_FOLDERS = (_HERE / "input", _HERE.parents[1] / "input")


def folder() -> Path | None:
    """The folder with the puzzles and their ``index.json``; None where it is missing."""
    return next((path for path in _FOLDERS if (path / "index.json").is_file()), None)
