"""Trimming: the steps of a proof that its end needs, with the hints and facts that they need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..model.puzzle import Puzzle
from .plain import checker
from .tracing import Change, Memory, Nogood, Solution, Step, Tracer, Weights
from .verification import ProofError, verify

#: Words up to which a trimmed proof is made shorter still, which takes up to a minute.
_SMALL = 5_000

#: The first word of a line, by the kind of step.
_LETTERS = {Nogood: "n", Weights: "w", Solution: "s"}


def trim(
    puzzle: Puzzle,
    proof: Iterable[str],
    tick: Callable[[], object] = lambda: None,
    *,
    is_minimal: bool = True,
    memory: Memory | None = None,
) -> list[str]:
    """The lines of a shorter proof of the same claim, with the same givens.

    Every step has hints in it, also where the given proof has none; nothing is deleted. It takes
    memory for the whole proof. Only steps that are needed are followed.

    Args:
        puzzle: what the proof is about.
        proof: its lines.
        tick: called now and then; what it raises ends the work.
        is_minimal: make what is left shorter still, if it is not long.
        memory: of other proofs of the same puzzle.

    Raises:
        ProofError: the proof is not verified, or counts by branches.
        EngineError: the kernel is missing.

    >>> puzzle = Puzzle([[1], [1]], [[1], [1]])
    >>> head = ["nonocsp proof 1", f"puzzle {puzzle.fingerprint()}"]
    >>> steps = ["s 1 10/01", "n 2 r1c1=1", "s 3 01/10", "claim multiple"]
    >>> trim(puzzle, [*head, *steps])[2:]
    ['s 1 10/01', 's 2 01/10', 'claim multiple']
    """
    lines = [*proof]
    if any(line.startswith("b ") for line in lines):
        raise ProofError("branches cannot be trimmed")
    verify(puzzle, lines, given=True)
    how: dict[str, Any] = {"tick": tick, "memory": memory or Memory()}
    lines = _traced(puzzle, lines, is_minimal=False, **how)[0]
    size = sum(line.count(" ") for line in lines)
    while is_minimal and size <= _SMALL:
        lines, shorter = _traced(puzzle, lines, **how)
        if shorter >= size:
            break
        size = shorter
    return lines


def _traced(puzzle: Puzzle, lines: Sequence[str], **how: Any) -> tuple[list[str], int]:
    """The lines that are left of a proof, and their length in words."""
    try:
        tracer = Tracer(puzzle, lines, **how)
        head = ["nonocsp proof 1", f"puzzle {puzzle.fingerprint()}", *tracer.givens]
        found = [*head, *written(tracer, tracer.traced())]
    except checker.ProofError as error:
        raise ProofError(str(error)) from None
    return found, sum(line.count(" ") for line in found)


def written(tracer: Tracer, events: Sequence[Step | Change]) -> list[str]:
    """The lines of the steps of a traced proof, with new numbers, and the claim."""
    names = [f"{axis}{i}" for axis, own in tracer.axes.items() for i in range(1, len(own) + 1)]
    numbers: dict[int, int] = {}
    lines = []
    steps = (event for event in events if not isinstance(event, Change) and event.id)
    for number, step in enumerate(steps, start=1):
        numbers[step.id] = number
        words = [_LETTERS[type(step)], str(number), *step.words]
        if isinstance(step, Nogood):
            words.append(":")
            for hint in (use.hint for use in step.uses):
                words.append(str(numbers[hint]) if hint > 0 else names[-1 - hint])
        lines.append(" ".join(words))
    return [*lines, f"claim {tracer.claim}"]
