"""The judge: every answer is checked before its time counts.

A solution must satisfy the clues and differ from all before it; the verdict must agree with the
source of the puzzle. A number of solutions must agree with a bounded enumeration. Checks run while
the clock stands. Where there are millions of solutions their lines repeat, so a correct line is
remembered and not checked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from nonocsp import Limits, Picture, solutions
from nonocsp.core.model.clue import satisfies

from .cases import Case
from .protocols import Protocol

#: Most lines remembered as correct: some 200 MB.
MOST_LINES = 1_000_000

#: The bound on the enumeration that checks a number of solutions: about a second.
LISTED = Limits(nodes=10_000, solutions=10_000)


class Judge:
    """Follows one search and notes its faults."""

    def __init__(self, case: Case, protocol: Protocol) -> None:
        self.faults: list[str] = []
        """Sentences on what is wrong; empty for a correct answer."""
        self.found = 0
        """Solutions that the engine gave, right or wrong."""
        self._case = case
        self._protocol = protocol
        self._seen: set[bytes] = set()
        puzzle = case.puzzle
        self._clues = puzzle.clues
        self._right: set[tuple[int, bytes]] = set()

    def take(self, picture: Picture) -> None:
        """Check the next solution."""
        self.found += 1
        puzzle = self._case.puzzle
        if not (puzzle.is_solved_by(picture) if self.found <= 2 else self._solves(picture)):
            self.faults.append(f"solution {self.found} does not satisfy the clues")
        digest = blake2b(picture.cells, digest_size=16).digest()
        if digest in self._seen:
            self.faults.append(f"solution {self.found} came before")
        self._seen.add(digest)

    def count(self, number: int) -> None:
        """Note a number of solutions in place of the solutions."""
        self.found = number

    def listed(self) -> Iterator[None]:
        """Check that number by enumerating solutions within `LISTED`, one step at a time.

        The lower bound relies on nothing else, as every picture is checked. Only the upper bound of
        a complete enumeration relies on nonocsp.
        """
        other = Judge(self._case, self._protocol)
        with solutions(self._case.puzzle, limits=LISTED) as pictures:
            for picture in pictures:
                other.take(picture)
                yield
        self.faults += other.faults
        if other.found > self.found or (pictures.is_complete and other.found < self.found):
            bound = "there are" if pictures.is_complete else "there are at least"
            self.faults.append(f"{self.found} solutions where {bound} {other.found}")

    def _solves(self, picture: Picture) -> bool:
        """As `Puzzle.is_solved_by`, faster from the third solution on."""
        (rows, columns), cells = self._case.puzzle.shape, picture.cells
        if picture.shape != (rows, columns) or max(cells) >= len(self._case.puzzle.colours):
            return False
        lines = [cells[i * columns : (i + 1) * columns] for i in range(rows)]
        lines += [cells[i::columns] for i in range(columns)]
        for number, line in enumerate(lines):
            if (number, line) in self._right:
                continue
            if not satisfies(line, self._clues[number]):
                return False
            if len(self._right) < MOST_LINES:
                self._right.add((number, line))
        return True

    def answered(self, complete: bool) -> bool:
        """Whether the protocol's question is answered."""
        wanted = self._protocol.wanted
        return complete or (wanted is not None and self.found >= wanted)

    def verdict(self, complete: bool) -> str:
        """The verdict, checked against the known one; call it once, at the end."""
        known, solutions = self._case.verdict, self._case.solutions
        if known == "none" and self.found:
            self.faults.append("a solution where the set expects none")
        if known == "unique" and self.found > 1:
            self.faults.append("two solutions where the set expects unique")
        if complete:
            shown = ("none", "unique", "multiple")[min(self.found, 2)]
            if known is not None and shown != known:
                self.faults.append(f"verdict {shown} where the set expects {known}")
            if solutions is not None and self.found != solutions:
                self.faults.append(f"{self.found} solutions where the set expects {solutions}")
            return shown
        return ("unknown", "satisfiable", "multiple")[min(self.found, 2)]
