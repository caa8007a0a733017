"""Solvers that are programs: a command line, a puzzle in, a picture or a verdict out.

A program gets the puzzle as a file and is timed from its start to its end, by the clock and by the
CPU seconds of all its processes. What it is called and how its output reads are options of the
engine ``program``, which a configuration sets (``configurations.toml``). No claim of a program is
trusted: its pictures are checked against the clues, and what cannot be read is an error.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from nonocsp import Picture, Puzzle
from nonocsp.core.base.errors import FormatError, counted
from nonocsp.files.formats.registry import format_named

from ..spec import SpecError
from .base import Adapter, Refused, Stopped
from .calling import run


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """How to call a program and read its answer; what is empty or 0 is not set."""

    command: str = ""
    """``{file}`` and ``{wanted}`` stand for the puzzle's file and the solutions wanted. Without
    ``{file}`` it reads the file as standard input, and finds it in the folder where it runs."""
    format: str = "non"
    """The format of nonocsp that it reads."""
    cells: str = "#. X. 10"
    """A filled and a blank cell as it prints them, or several such pairs, of which the clues decide
    one."""
    file: str = ""
    """What the puzzle's file must be called."""
    writes_files: bool = False
    """It writes its answer to a file where it runs, and not to standard output."""
    most: int = 0
    """The most solutions that it gives."""
    most_cells: int = 0
    """Cells of the longest line that it takes."""
    only: str = ""
    """The one shape that it takes, like ``25x25``."""
    takes_unknown_lengths: bool = False
    done: str = ""
    """A pattern for "no other solutions"; without one, that is what fewer than wanted mean."""
    none: str = ""
    """A pattern for "no solution"."""
    version: str = "--version"
    """The arguments that print its version."""

    @property
    def words(self) -> list[str]:
        return shlex.split(self.command) or [""]

    def refusal(self, puzzle: Puzzle, wanted: int | None) -> str:
        """Why it cannot be asked this; empty if it can."""
        clues = puzzle.clues
        if not puzzle.has_one_colour:
            return "pictures in colours are not read from programs yet"
        name, (rows, columns) = self.words[0], puzzle.shape
        if self.most and (wanted is None or wanted > self.most):
            return f"{name} gives no more than {counted(self.most, 'solution')}"
        if self.most_cells and max(puzzle.shape) > self.most_cells:
            return f"{name} takes lines of no more than {self.most_cells} cells"
        if self.only and f"{rows}x{columns}" != self.only:
            return f"{name} takes puzzles of {self.only} alone"
        if not self.takes_unknown_lengths and any(
            block.length is None for clue in clues for block in clue or ()
        ):
            return f"{name} takes no unknown lengths"
        return ""


class External(Adapter):
    """A program; the options are the fields of `Program`."""

    is_program = True
    takes = tuple(field.name for field in fields(Program))

    def check(self) -> None:
        super().check()
        for field in fields(Program):
            value = self.options.get(field.name, field.default)
            if type(value) is not type(field.default):
                kind = type(field.default).__name__
                raise SpecError(f"{field.name}: expected {kind}, not {value!r}")
        self._program = Program(**self.options)  # type: ignore[arg-type]
        program = self._program
        if not all(len(pair) == 2 for pair in program.cells.split()):
            raise SpecError(f"cells: expected pairs of characters like '#.', not {program.cells!r}")
        try:
            format_named(program.format)
            for text in (program.done, program.none):
                re.compile(text)
            self._program.words  # noqa: B018 -- quotes may be open
        except (FormatError, re.error, ValueError) as error:
            raise SpecError(str(error)) from None

    def missing(self) -> str | None:
        command = self._program.words[0]
        if not command:
            return "a configuration names the command"
        return None if shutil.which(command) else f"{command} is not on the PATH"

    def sources(self) -> list[Path]:
        words = self._program.words
        scripts = (shutil.which(words[0]), *words[1:])
        return [
            *super().sources(),
            *(path for word in scripts if word and (path := Path(word)).is_file()),
        ]

    def versions(self) -> dict[str, str]:
        command, arguments = self._program.words[0], shlex.split(self._program.version)
        output = ""
        if arguments and not self.missing():
            how: dict[str, Any] = {"stdin": subprocess.DEVNULL, "timeout": 10}
            how |= {"capture_output": True, "encoding": "utf-8", "errors": "replace"}
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                done = subprocess.run([command, *arguments], **how)
                output = f"{done.stdout}\n{done.stderr}"
        lines = filter(None, map(str.strip, output.splitlines()))
        return {Path(command).name: next(lines, "unknown")}

    def solutions(
        self, puzzle: Puzzle, wanted: int | None, seconds: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        program = self._program
        if refusal := program.refusal(puzzle, wanted):
            raise Refused(refusal)
        command = [word.replace("{wanted}", str(wanted or 10**9)) for word in program.words]
        ended = run(command, puzzle, program.format, seconds, name=program.file)
        output = ended.written if program.writes_files else ended.stdout
        found = believable(output, puzzle, program.cells.split())
        yield from found
        # Missing output is not a proof: it has to state that there are no others, or none.
        if not found and not (program.none and re.search(program.none, output)):
            where = "wrote" if program.writes_files else "printed"
            raise RuntimeError(f"no picture was found in what {command[0]} {where}")
        if found and program.done and not re.search(program.done, output):
            raise Stopped("seconds", "it did not report the end of its search")


def believable(output: str, puzzle: Puzzle, cells: Sequence[str]) -> list[Picture]:
    """The pictures in the first of several pairs of characters in which one solves the puzzle.

    Where none does, those of the first pair in which there are any, so that they are called wrong.
    """
    wrong: list[Picture] = []
    for pair in cells:
        found = list(pictures(output, puzzle, pair[0], pair[1]))
        if any(map(puzzle.is_solved_by, found)):
            return found
        wrong = wrong or found
    return wrong


def pictures(output: str, puzzle: Puzzle, filled: str, blank: str) -> Iterator[Picture]:
    """The different black-and-white pictures of a puzzle's shape in what a program printed.

    A row is a text line that ends in as many cells as there are columns, with or without blanks
    (or tabs) between them; a
    picture is a sequence of as many rows as the puzzle has. Clues before the cells are skipped.
    """
    rows, columns = puzzle.shape
    both = re.escape(filled + blank)
    row_of = re.compile(rf"(?:^|[^{both}])((?:[{both}][ \t]?){{{columns}}})$")
    seen: set[Picture] = set()
    block: list[list[int]] = []
    for text in [*output.splitlines(), ""]:
        match = row_of.search(text.rstrip())
        if match is None:
            block = []
            continue
        block.append([int(char == filled) for char in match[1] if char in filled + blank])
        if len(block) == rows:
            picture = Picture(block)
            block = []
            if picture not in seen:
                seen.add(picture)
                yield picture
