"""Trimming: the steps of a proof that its end needs, with the hints that they need.

The proof is followed once from the beginning, which shows what each step follows from, and once
from the end, which keeps what is needed. Source: Heule, Hunt and Wetzler, "Trimming while checking
clausal proofs" (2013), with lines as further reasons.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..model.puzzle import Puzzle
from .plain import checker, plain
from .verification import ProofError


def trim(puzzle: Puzzle, proof: Iterable[str]) -> list[str]:
    """The lines of a shorter proof of the same claim, verified on the way.

    Every step has hints in it, also where the given proof has none; nothing is deleted. It takes
    memory for the whole proof, and is as slow as the checker in Python.

    Raises:
        ProofError: the proof is not verified, or counts by branches.

    >>> puzzle = Puzzle([[1], [1]], [[1], [1]])
    >>> head = ["nonocsp proof 1", f"puzzle {puzzle.fingerprint()}"]
    >>> steps = ["s 1 10/01", "n 2 r1c1=1", "s 3 01/10", "claim multiple"]
    >>> trim(puzzle, [*head, *steps])[2:]
    ['s 1 10/01', 's 2 01/10', 'claim multiple']
    """
    recorder = _Recorder(plain(puzzle))
    try:
        claim = checker.check(recorder.puzzle, proof, recorder)
    except checker.ProofError as error:
        raise ProofError(str(error)) from None
    head = ["nonocsp proof 1", f"puzzle {puzzle.fingerprint()}", *recorder.givens]
    return [*head, *_kept(recorder, claim), f"claim {claim}"]


class _Step(NamedTuple):
    """A step with what it follows from."""

    id: int
    kind: str
    words: list[str]
    """Its facts, weights or picture."""
    hints: list[int]
    """The hints that it needs: steps, and lines as -1 - line."""
    needs: set[int]
    """Steps that it needs, those behind what is known at the root among them."""


def _kept(recorder: _Recorder, claim: str) -> list[str]:
    """The lines of the steps that are needed, with new numbers."""
    needed = set() if claim == "multiple" else set(recorder.end)
    kept: list[_Step] = []
    for step in reversed(recorder.found):
        if step.kind == "s" or step.id in needed:
            kept.append(step)
            needed |= step.needs
    numbers: dict[int, int] = {}
    lines = []
    for number, step in enumerate(reversed(kept), start=1):
        numbers[step.id] = number
        words = [step.kind, str(number), *step.words]
        if step.kind == "n":
            words += [":", *(recorder.word(hint, numbers) for hint in step.hints)]
        lines.append(" ".join(words))
    return lines


class _Recorder(checker.Checker):  # type: ignore[misc]
    """A checker that records what each step follows from."""

    ended: bool

    def __init__(self, puzzle: Any) -> None:
        self.log: list[tuple[int, int]] = []  # what was followed, and the trail's length before
        self.step = 0
        self.support: dict[int, set[int]] = {}  # of variables at the root: steps behind it
        self.why: tuple[list[int], set[int]] = [], set()
        self.end: set[int] = set()
        self.found: list[_Step] = []
        self.givens: list[str] = []
        super().__init__(puzzle)

    def tighten(self, line: int) -> None:
        self.log.append((-1 - line, len(self.trail)))
        super().tighten(line)

    def apply(self, step: int) -> None:
        self.log.append((step, len(self.trail)))
        super().apply(step)

    def refuted(self, facts: Any, hints: Any = None, steps: Any = ()) -> bool:
        self.log.clear()
        is_refuted: bool = super().refuted(facts, hints, steps)
        self.why = self._trace(facts) if is_refuted else ([], set())
        return is_refuted

    def set_root(self, facts: Any) -> None:
        if self.ended:
            return
        why = self.why
        if self.refuted(facts):
            self.ended = True
            self.end = self.why[1] | ({self.step} - {0})
        ends = [*(start for _, start in self.log), len(self.trail)]
        for variable, _ in self.trail[: ends[0]]:
            self.support.setdefault(variable, set()).update({self.step} - {0})
        for (hint, start), end in zip(self.log, ends[1:], strict=True):
            behind = self._behind(self._inputs(hint)) if start < end else set()
            for variable, _ in self.trail[start:end]:
                self.support.setdefault(variable, set()).update(behind)
        self.trail.clear()
        self.why = why

    def read(self, text: str) -> None:
        kind, *words = text.split(" ")
        was_ended = self.ended
        if kind == "b":
            raise checker.ProofError("branches cannot be trimmed")
        self.step = int(words[0]) if kind == "n" and checker.STEP(words[0]) else 0
        super().read(text)
        if kind != "n":
            self.why = [], set()
        if kind == "g":
            self.givens.append(text)
        elif kind in "nws" and not was_ended:
            words = words[1 : words.index(":") if ":" in words else None]
            self.found.append(_Step(self.last, kind, words, *self.why))
            if self.ended and not words:
                self.end = {self.last}

    def word(self, hint: int, numbers: dict[int, int]) -> str:
        """A hint as it is written."""
        rows = self.puzzle.rows
        if hint > 0:
            return str(numbers[hint])
        return f"R{-hint}" if -hint <= rows else f"C{-hint - rows}"

    def _trace(self, facts: Any) -> tuple[list[int], set[int]]:
        """The hints behind a contradiction in their order, and the steps that it needs."""
        hints: list[int] = []
        wanted: set[int] = set()
        end = len(self.trail)
        for hint, start in reversed(self.log):
            if not hints or any(variable in wanted for variable, _ in self.trail[start:end]):
                hints.append(hint)
                wanted.update(self._inputs(hint))
            end = start
        wanted.update(variable for variable, _ in facts)
        return hints[::-1], self._behind(wanted) | {hint for hint in hints if hint > 0}

    def _inputs(self, hint: int) -> Iterable[int]:
        """The variables that a line or a step looks at."""
        if hint < 0:
            return [*self.cells[-1 - hint], *self.blocks[-1 - hint]]
        kind, content = self.steps[hint]
        return range(len(self.state)) if kind == "w" else [variable for variable, _ in content]

    def _behind(self, variables: Iterable[int]) -> set[int]:
        """The steps behind what is known of variables at the root."""
        return set().union(*(self.support.get(variable, ()) for variable in variables))
