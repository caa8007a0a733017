"""The judge: every answer is checked before its time counts.

A solution must satisfy the clues and differ from all before it. The verdict must agree with the
source of the puzzle, with the pictures that come with it and, unless it is our own, with what our
kernel proves. A number of solutions must agree with a bounded enumeration. Checks run while the
clock stands. Where there are millions of solutions their lines repeat, so a correct line is
remembered and not checked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b

from nonocsp import Limits, Picture, Puzzle, count, solutions
from nonocsp.core.base.errors import counted
from nonocsp.core.model.clue import satisfies

from .cases import Case
from .protocols import Protocol

#: Most lines remembered as correct: some 200 MB.
MOST_LINES = 1_000_000

#: The bound on the enumeration that checks a number of solutions: about a second.
LISTED = Limits(nodes=10_000, solutions=10_000)

#: What our kernel may take to verify what others say of a puzzle, and the solutions it lists.
VERIFIED, MOST_LISTED = Limits(nodes=5_000_000, seconds=60), 1000


@lru_cache(maxsize=10_000)
def proven(puzzle: Puzzle, number: int) -> tuple[int, int | None]:
    """Bounds on the number of solutions by our kernel, to tell whether there are this many."""
    if number > MOST_LISTED:
        found = count(puzzle, limits=VERIFIED, engine="kernel")
        return found.at_least, found.at_most
    with solutions(puzzle, limit=number + 1, limits=VERIFIED, engine="kernel") as pictures:
        least = sum(1 for _ in pictures)
    return least, least if pictures.is_complete else None


class Judge:
    """Follows one search and notes its faults."""

    def __init__(self, case: Case, protocol: Protocol, is_trusted: bool = True) -> None:
        self._faults: list[str] = []
        self._against_set: list[str] = []
        self.refuted = ""
        """What the set states and pictures refute, in a sentence; or empty."""
        self.is_verified = True
        """What was said of all solutions is stated by the source, proven, or our own."""
        self._is_trusted = is_trusted
        self.found = 0
        """Solutions that the engine gave, right or wrong."""
        self._case = case
        self._protocol = protocol
        self._seen: set[bytes] = set()
        puzzle = case.puzzle
        self._clues = puzzle.clues
        self._right: set[tuple[int, bytes]] = set()

    @property
    def faults(self) -> list[str]:
        """Sentences on what is wrong; empty for a correct answer."""
        return self._faults + ([] if self.refuted else self._against_set)

    def take(self, picture: Picture) -> None:
        """Check the next solution."""
        self.found += 1
        puzzle = self._case.puzzle
        # What is computed when it is looked at would be computed outside the clock.
        if type(picture) is not Picture or type(picture.cells) is not bytes:
            self._faults.append(f"solution {self.found} is a {type(picture).__name__}, no Picture")
            return
        if not (puzzle.is_solved_by(picture) if self.found <= 2 else self._solves(picture)):
            self._faults.append(f"solution {self.found} does not satisfy the clues")
        digest = blake2b(picture.cells, digest_size=16).digest()
        if digest in self._seen:
            self._faults.append(f"solution {self.found} came before")
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
        self._faults += other.faults
        self._refute(other.found)
        if other.found > self.found or (pictures.is_complete and other.found < self.found):
            bound = "there are" if pictures.is_complete else "there are at least"
            self._faults.append(f"{self.found} solutions where {bound} {other.found}")
        elif not pictures.is_complete:
            self._verify()

    def _refute(self, pictures: int) -> None:
        """Hold what the set states against a number of right pictures."""
        known, solutions = self._case.verdict, self._case.solutions
        stated = {"none": 0, "unique": 1}.get(known or "", solutions)
        if stated is not None and pictures > stated and not self._faults:
            said = known if known in ("none", "unique") else counted(stated)
            self.refuted = f"the set states {said}, which {pictures} pictures refute"

    def _verify(self) -> None:
        """Hold a number of solutions against what our kernel proves of it."""
        if self._is_trusted:
            return
        least, most = proven(self._case.puzzle, self.found)
        # A source is believed where the kernel does not know.
        is_stated = self._case.verdict in ("none", "unique") or self._case.solutions is not None
        self.is_verified = (is_stated and not self.refuted) or least == most
        if self.found < least:
            self._faults.append(f"{self.found} solutions where the kernel finds {least}")
        elif most is not None and self.found > most:
            self._faults.append(f"{self.found} solutions where the kernel proves {most}")

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
        is_counted = self._protocol.name == "count"
        if not is_counted:
            self._refute(self.found)
        if complete:
            shown = ("none", "unique", "multiple")[min(self.found, 2)]
            if known is not None and shown != known:
                self._against_set.append(f"verdict {shown} where the set expects {known}")
            if solutions is not None and self.found != solutions:
                self._against_set.append(
                    f"{self.found} solutions where the set expects {solutions}"
                )
            if not self.found and any(map(self._case.puzzle.is_solved_by, self._case.puzzle.goals)):
                self._faults.append("no solution where the picture of the puzzle is one")
            if not is_counted:  # which is listed
                self._verify()
            return shown
        return ("unknown", "satisfiable", "multiple")[min(self.found, 2)]
