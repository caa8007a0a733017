"""Checking a proof with the checker of the kernel: `verify`."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.errors import NonocspError, counted
from ..base.progress import report
from ..kernel import interface
from ..kernel.interface import kernel_puzzle
from ..model.puzzle import Puzzle
from ..options.limits import LimitReached, Limits, Meter, Stats
from ..solver.logged import logged
from .proof import Source, pieces


class ProofError(NonocspError, ValueError):
    """A proof that is malformed, or has a step that does not follow."""


@dataclass(frozen=True, slots=True)
class VerifiedProof:
    """What a proof shows."""

    claim: str
    """``"none"``, ``"unique"``, ``"multiple"`` or ``"count N"``."""
    steps: int
    """Steps of the proof: all were checked."""
    givens: int
    """Cells and blocks about which the proof takes something as known beforehand."""

    def __str__(self) -> str:
        """As all checkers say it."""
        end = f", with {counted(self.givens, 'given')}" if self.givens else ""
        return f"verified: {self.claim}{end}"


@logged
def verify(
    puzzle: Puzzle, proof: Source, *, given: bool = False, limits: Limits | None = None
) -> VerifiedProof:
    """Check every step of a proof about a puzzle; no code is shared with the search.

    Whether a picture solves a puzzle is answered by `Puzzle.is_solved_by`, whether a step of an
    explanation follows by its method ``holds``.

    A proof can take cells as known beforehand, and is then about the pictures in which these facts
    hold: of a puzzle with many solutions it can show that there is none. So it is refused unless
    it is asked for, and what it takes is counted.

    Args:
        puzzle: the puzzle.
        proof: what `prove` returned; the path of a file, or a file opened in binary mode,
            compressed with gzip or not; or the lines of a proof.
        given: accept a proof with givens.
        limits: only the seconds and the memory count.

    Raises:
        OptionError: something else is given as a puzzle or as a proof.
        ProofError: a line is malformed, too long, or does not follow; or there are givens that are
            not asked for.
        FormatError: the file cannot be read.
        LimitReached: the time is up, or the limit on memory is reached.
        EngineError: the kernel is missing.

    >>> puzzle = Puzzle([[1]], [[]])
    >>> proof = ["nonocsp proof 1", f"puzzle {puzzle.fingerprint()}", "claim none"]
    >>> print(verify(puzzle, proof))
    verified: none
    """
    meter = Meter(limits or Limits(), Stats())
    most = meter.limits.memory
    checker = interface.compiled.ProofVerifier(kernel_puzzle(puzzle), puzzle.fingerprint())
    done = True
    read = 0
    for piece in pieces(proof):
        done = checker.feed(piece)
        read += len(piece)
        if not done:
            break
        _, _, steps, _, held = checker.state()
        report(read=read, steps=steps)
        if most is not None and held > most:
            raise LimitReached("memory")
        meter.check_clock()
    if done:
        checker.finish()
    try:
        claim, error, steps, givens, _ = checker.state()
    except UnicodeDecodeError as undecoded:  # the error quotes bytes that are not text
        raise ProofError(undecoded.object.decode("utf-8", "replace")) from None
    if givens and not given:
        raise ProofError(f"{counted(givens, 'given')}: refused without --given (given=True)")
    if error:
        raise ProofError(error)
    return VerifiedProof(claim, steps, givens)
