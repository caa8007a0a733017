"""Solvers that are programs, used where they are found on the PATH.

A program gets the puzzle as a file and is timed from its start to its end. To add one, enter it in
`PROGRAMS`: the arguments, the format of its file and how to read its output. Two of the readers'
facts are worth checking again with every new release of a program: how it prints a picture, and how
it reports that it is done. No claim of a program is trusted: its pictures are checked against
the clues, and what cannot be read is an error.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from nonocsp import Picture, Puzzle

from .base import Adapter, Refused, Stopped
from .calling import run

#: Filled and blank as programs print them. Which one it is, the clues decide.
CELL_CHARACTERS = ("#.", "X.", "10")


@dataclass(frozen=True, slots=True)
class Program:
    """How to call a program and read its answer."""

    command: str
    arguments: tuple[str, ...]
    """``{file}`` and ``{wanted}`` stand for the puzzle's file and the solutions wanted. Without
    ``{file}`` it reads the file as standard input, and finds it in the folder where it runs."""
    format: str
    """The format of nonocsp that it reads."""
    cells: tuple[str, ...]
    """The characters of a filled and of a blank cell in its output, or several such pairs."""
    file: str = ""
    """What the puzzle's file must be called; empty for any name."""
    writes_files: bool = False
    """It writes its answer to a file where it runs, and not to standard output."""
    most: int | None = None
    """The most solutions that it gives."""
    most_cells: int | None = None
    """Cells of the longest line that it takes."""
    only: tuple[int, int] | None = None
    """The one shape that it takes."""
    takes_unknown_lengths: bool = False
    done: str | None = None
    """A pattern for "no other solutions"; None: it gave fewer than wanted."""
    none: str | None = None
    """A pattern for "no solution"."""
    version: tuple[str, ...] = ("--version",)

    def refusal(self, puzzle: Puzzle, wanted: int | None) -> str:
        """Why it cannot be asked this; empty if it can."""
        clues = puzzle.clues
        if not puzzle.has_one_colour:
            return "pictures in colours are not read from programs yet"
        if self.most is not None and (wanted is None or wanted > self.most):
            return f"{self.command} gives no more than {self.most} solution{'s' * (self.most > 1)}"
        if self.most_cells is not None and max(puzzle.shape) > self.most_cells:
            return f"{self.command} takes lines of no more than {self.most_cells} cells"
        if self.only is not None and puzzle.shape != self.only:
            return f"{self.command} takes puzzles of {self.only[0]} x {self.only[1]} alone"
        if not self.takes_unknown_lengths and any(
            block.length is None for clue in clues for block in clue or ()
        ):
            return f"{self.command} takes no unknown lengths"
        return ""


PROGRAMS: dict[str, Program] = {
    "pbnsolve": Program(
        command="pbnsolve",
        arguments=("-u", "{file}"),
        format="non",
        cells=("X.",),
        most=2,
        takes_unknown_lengths=True,
        done="(?i)unique",
        none="(?i)contradiction|no solution",
        version=(),
    ),
    "nonogrid": Program(
        command="nonogrid",
        arguments=("--max-solutions={wanted}", "{file}"),
        format="nin",
        cells=("⬛.",),
        takes_unknown_lengths=True,
    ),
    # By Pierre Dejoue, in C++, MIT.
    "picross-solver": Program(
        command="picross_solver_cli",
        arguments=("--no-timing", "--max-nb-solutions={wanted}", "{file}"),
        format="non",
        cells=("#.",),
        none="Not solvable",
        version=("--help",),
    ),
    # By Kuang-che Wu, in C++, Apache 2.0; built with LARGE_BOARD for more than 31 cells.
    "naughty": Program(
        command="naughty",
        arguments=("-u",),
        format="non",
        cells=CELL_CHARACTERS,
        most=2,
        most_cells=63,
        done=r"(?<!NOT )(?<!not )\bUNIQUE\b",
        none="(?i)contradiction|no solution",
        version=(),
    ),
    # By the CGI Lab, in C++. Its config.h must define P_SIZE 25, NUM_OF_QUESTIONS 1, MODE 1 (first
    # solution) and INPUT_FILE "input.txt"; the name of its output does not matter.
    "lalafrogkk": Program(
        command="lalafrogkk",
        arguments=(),
        format="tournament",
        cells=CELL_CHARACTERS,
        file="input.txt",
        writes_files=True,
        most=1,
        only=(25, 25),
        version=(),
    ),
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
        try:
            output = subprocess.run(
                [program.command, *program.version],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=10,
            )
        except (OSError, subprocess.TimeoutExpired):
            return {program.command: "unknown"}
        lines = [*output.stdout.split("\n"), *output.stderr.split("\n")]
        return {program.command: next((line.strip() for line in lines if line.strip()), "unknown")}

    def solutions(
        self, puzzle: Puzzle, wanted: int | None, seconds: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        program = self._program
        if refusal := program.refusal(puzzle, wanted):
            raise Refused(refusal)
        command = [program.command, *program.arguments]
        command = [word.replace("{wanted}", str(wanted or 10**9)) for word in command]
        ended = run(command, puzzle, program.format, seconds, name=program.file)
        output = ended.written if program.writes_files else ended.stdout
        found = believable(output, puzzle, program.cells)
        yield from found
        # Missing output is not a proof: it has to state that there are no others, or none.
        if not found and not (program.none and re.search(program.none, output)):
            where = "wrote" if program.writes_files else "printed"
            raise RuntimeError(f"no picture was found in what {program.command} {where}")
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
