"""Solvers that are programs, used where they are found on the PATH.

A program gets the puzzle as a file and is timed from its start to its end. To add one, enter it in
`PROGRAMS`: the arguments, the format of its file and how to read its output. Two of the readers'
facts are worth checking again with every new release of a program: how it prints a picture, and how
it says that it is done.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nonocsp import Picture, Puzzle
from nonocsp.errors import FormatError
from nonocsp.formats import dumps

from .base import Adapter, Refused, Stopped


@dataclass(frozen=True, slots=True)
class Program:
    """How to call a program and read its answer."""

    command: str
    arguments: tuple[str, ...]
    """``{file}`` and ``{wanted}`` stand for the puzzle's file and the solutions wanted."""
    format: str
    """The format of nonocsp that it reads."""
    filled: str
    """The character of a filled cell in its output."""
    blank: str
    most: int | None = None
    """It gives no more than so many solutions."""
    done: str | None = None
    """A pattern in its output that says there are no others; None: it gave fewer than wanted."""
    none: str | None = None
    """A pattern in its output that says there is no solution at all."""
    version: tuple[str, ...] = ("--version",)


PROGRAMS: dict[str, Program] = {
    "pbnsolve": Program(
        command="pbnsolve",
        arguments=("-u", "{file}"),
        format="non",
        filled="X",
        blank=".",
        most=2,
        done="(?i)unique",
        none="(?i)contradiction|no solution",
        version=(),
    ),
    "nonogrid": Program("nonogrid", ("--max-solutions={wanted}", "{file}"), "nin", "⬛", "."),
}


class External(Adapter):
    """A program of the table; the option ``program`` names it."""

    is_program = True

    def check(self) -> None:
        self._program = PROGRAMS[str(self.options["program"])]

    def missing(self) -> str | None:
        command = self._program.command
        return None if shutil.which(command) else f"{command} is not on the PATH"

    def versions(self) -> dict[str, str]:
        program = self._program
        if self.missing() or not program.version:
            return {program.command: "unknown"}
        said = subprocess.run(
            [program.command, *program.version], capture_output=True, text=True, timeout=10
        )
        return {program.command: (said.stdout.strip().splitlines() or ["unknown"])[0]}

    def solutions(
        self, puzzle: Puzzle, wanted: int | None, seconds: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        program = self._program
        if not puzzle.has_one_colour:
            raise Refused("pictures in colours are not read from programs yet")
        if program.most is not None and (wanted is None or wanted > program.most):
            raise Refused(f"{program.command} gives no more than {program.most} solutions")
        command = [program.command, *program.arguments]
        command = [word.replace("{wanted}", str(wanted or 10**9)) for word in command]
        output = run(command, puzzle, program.format, seconds).stdout
        found = list(pictures(output, puzzle, program.filled, program.blank))
        yield from found
        # Silence is no proof: it has to say that there are no others, or none at all.
        if not found and not (program.none and re.search(program.none, output)):
            raise RuntimeError(f"no picture was found in what {program.command} printed")
        if found and program.done and not re.search(program.done, output):
            raise Stopped("seconds", "it did not say that it was done")


def run(
    command: Sequence[str],
    puzzle: Puzzle,
    format: str,
    seconds: float,
    codes: Sequence[int] = (0,),
) -> subprocess.CompletedProcess[str]:
    """Run a program on a puzzle; ``{file}`` in the command is the puzzle's file.

    Raises:
        Refused: its format cannot hold the puzzle.
        Stopped: it took longer.
        RuntimeError: it ended with another exit code than those expected.
    """
    try:
        text = dumps(puzzle, format)
    except FormatError as error:
        raise Refused(str(error)) from None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"puzzle.{format}")
        file.write_text(text, encoding="utf-8")
        words = [word.replace("{file}", str(file)) for word in command]
        try:
            done = subprocess.run(
                words,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            raise Stopped("seconds") from None
    if done.returncode not in codes:
        said = (done.stderr.strip().splitlines() or [""])[-1]
        raise RuntimeError(f"{command[0]} ended with code {done.returncode}: {said}")
    return done


def pictures(output: str, puzzle: Puzzle, filled: str, blank: str) -> Iterator[Picture]:
    """The different black-and-white pictures of a puzzle's shape in what a program printed.

    A row is a text line that ends in as many cells as there are columns, with or without blanks
    between them; so many rows in sequence are a picture. Clues in front are skipped.
    """
    rows, columns = puzzle.shape
    both = re.escape(filled + blank)
    row_of = re.compile(rf"(?:^|[^{both}])((?:[{both}] ?){{{columns}}})$")
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
