"""Where commands write puzzles: standard output, one file, or a folder with a file for each.

A file's name is the name of a puzzle without a title: `titled` writes it where puzzles of several
files go into one, and a folder keeps it. A single file is converted as it is.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

from ...core import FormatError, OptionError, Puzzle
from ...files import formats
from ...files.formats import Format
from ...files.formats.registry import suffix
from ...people.opening import file_stem
from .output import refuse_unwritable

#: The name of a file for a puzzle whose own source has none, as standard input.
_NAMELESS = "puzzle"


def target_format(path: str | None, name: str | None, default: str) -> Format[Any]:
    """The format to write: by its name, else by the suffix of the output file, else the default."""
    if name is None and path is not None:
        return formats.writer_for(path)
    return formats.format_named(name or default)


def write_puzzles(puzzles: Sequence[Puzzle], path: str | None, target: Format[Any]) -> None:
    """Write puzzles to a file, or without a path to standard output."""
    if path is not None:
        formats.write(puzzles, path, target.name)
        return
    if target.binary and sys.stdout.isatty():
        advice = f"add -o FILE{''.join(target.suffixes[:1])}, or a pipe"
        raise OptionError(
            f"the format {target.name!r} is binary, which no terminal shows: {advice}"
        )
    content = formats.dumps(puzzles, target.name)
    if isinstance(content, bytes):
        sys.stdout.buffer.write(content)
    else:
        sys.stdout.write(content)


def is_folder(chosen: argparse.Namespace) -> bool:
    """Whether the output is a folder: it exists, ends with a slash, or has no suffix where a folder
    is read."""
    path = chosen.output
    if not path:
        return False
    is_read = any(map(os.path.isdir, chosen.files)) and not os.path.exists(path)
    return os.path.isdir(path) or path.endswith(("/", os.sep)) or (is_read and not suffix(path))


class Folder:
    """A folder with a file for each puzzle, of the same name as the file that it was read from."""

    def __init__(
        self, chosen: argparse.Namespace, inputs: Sequence[str], target: Format[Any] | None
    ) -> None:
        """Without a target, each file is in the format of its own suffix."""
        self._path, self._target, self._inputs = chosen.output, target, inputs
        self._folders = [each for each in chosen.files if os.path.isdir(each)]
        self._written: dict[str, str] = {}
        if os.path.exists(self._path) and not os.path.isdir(self._path.rstrip("/" + os.sep)):
            raise FormatError("expected a folder for the output", file=self._path)

    def write(self, label: str, puzzles: Sequence[Puzzle]) -> str:
        """Write the puzzles of a label, as in `selected`; returns the name of the last file.

        Raises:
            FormatError: the format cannot hold one, or another puzzle or an input has that file.
        """
        path = ""
        for number, puzzle in enumerate(puzzles, start=1):
            stem, end = self._name(label, number if len(puzzles) > 1 else 0)
            path = os.path.join(self._path, stem + end)
            if path in self._written:
                raise FormatError(f"{path} was written for {self._written[path]}", file=label)
            try:
                os.makedirs(os.path.dirname(path), exist_ok=True)
            except OSError as error:
                raise FormatError(f"cannot be made: {error.strerror}", file=self._path) from None
            refuse_unwritable(path, self._inputs)
            formats.write(puzzle, path, (self._target or formats.writer_for(path)).name)
            self._written[path] = label
        return path

    def _name(self, label: str, number: int) -> tuple[str, str]:
        """The stem of a file below the folder, and its suffix."""
        file, _, several = label.rpartition("#")
        if not (file and several.isdecimal()):
            file, several = label, ""
        stem = file_stem(file) or _NAMELESS
        within = (os.path.relpath(file, folder) for folder in self._folders)
        below = next((each for each in within if not each.startswith(os.pardir)), "")
        stem += f"-{several}" * bool(several) + f"-{number}" * bool(number)
        end = suffix(file) or ".json"
        if self._target is not None:
            end = next(iter(self._target.suffixes), f".{self._target.name}")
        return os.path.join(os.path.dirname(below), stem), end
