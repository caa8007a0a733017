"""Checking a proof with the checker of the kernel: `verify`."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from dataclasses import dataclass

from ..base.errors import FormatError, NonocspError, OptionError, counted
from ..base.files import write_lines
from ..base.progress import report
from ..kernel import interface
from ..kernel.interface import kernel_puzzle
from ..model.puzzle import Puzzle
from ..options.limits import LimitReached, Limits, Meter, Stats
from ..solver.logged import logged
from .clauses import dimacs
from .plain import clause, lrat, plain
from .proof import Source, lines_of, pieces

#: What a program says of a proof that it has confirmed. (``c VERIFIED`` is not taken: the program
#: that says it, lrat-check of 2026, says it also of proofs whose hints do not suffice.)
_CONFIRMED = {"s VERIFIED UNSAT", "s VERIFIED"}


class ProofError(NonocspError, ValueError):
    """A proof that is malformed, or has a step that does not follow."""


@dataclass(frozen=True, slots=True)
class VerifiedProof:
    """The result of `verify`."""

    claim: str
    """``"none"``, ``"unique"``, ``"multiple"`` or ``"count N"``."""
    steps: int | None
    """Steps of the proof: all were checked. None where another program checked them."""
    givens: int
    """Cells and blocks about which the proof takes something as given."""
    program: str | None = None
    """The program that checked the steps, where it is not this package."""

    def __str__(self) -> str:
        """As all checkers say it."""
        end = f", with {counted(self.givens, 'given')}" if self.givens else ""
        if self.program is not None:
            end += f" (the clauses by nonocsp, that they cannot all hold by {self.program})"
        return f"verified: {self.claim}{end}"


@logged
def verify(
    puzzle: Puzzle,
    proof: Source,
    *,
    given: bool = False,
    program: str | None = None,
    limits: Limits | None = None,
) -> VerifiedProof:
    """Check every step of a proof about a puzzle; no code is shared with the search.

    Whether a picture solves a puzzle is answered by `Puzzle.is_solved_by`, whether a step of an
    explanation follows by its method ``holds``.

    A proof can take cells as given, and is then about the pictures with these cells: it can show
    that there is none although the puzzle has many solutions. So it is refused unless ``given`` is
    set, and its givens are counted.

    Args:
        puzzle: the puzzle.
        proof: what `prove` returned; the path of a file, or a file opened in binary mode,
            compressed with gzip or not; or the lines of a proof.
        given: accept a proof with givens.
        program: the command of a checker of SAT solvers, for the path of a proof in DRUP or LRAT
            (`nonocsp.core.proofs.in_clauses`), whose clauses are in the file with ``.cnf`` behind
            its name. That they state the puzzle, and exclude nothing but solutions of it, is
            checked here; then the program gets the names of copies of both, and confirms by the
            line ``s VERIFIED UNSAT`` or ``s VERIFIED``, no other line with ``s``, and exit code 0.
        limits: only the seconds and the memory count; with a program only the seconds.

    Raises:
        OptionError: something else is given as a puzzle or as a proof; the program cannot be run.
        ProofError: a line is malformed, too long, or does not follow; the clauses are not those of
            the puzzle; the program does not confirm; or there are givens without ``given``.
        FormatError: a file cannot be read.
        LimitReached: the time is up, or the limit on memory is reached.
        EngineError: the kernel is missing.

    >>> puzzle = Puzzle([[1]], [[]])
    >>> proof = ["nonocsp proof 1", f"puzzle {puzzle.fingerprint()}", "claim none"]
    >>> print(verify(puzzle, proof))
    verified: none
    """
    if program is not None:
        return _verified_with(program, puzzle, proof, given, limits or Limits())
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
    _refuse(0 if given else givens)
    if error:
        raise ProofError(error)
    return VerifiedProof(claim, steps, givens)


def _verified_with(
    program: str, puzzle: Puzzle, proof: Source, given: bool, limits: Limits
) -> VerifiedProof:
    if not isinstance(proof, (str, os.PathLike)):
        raise OptionError("a program checks the file of a proof: proof must be a path")
    name, meter = f"{os.fsdecode(proof)}.cnf", Meter(limits, Stats())
    try:
        clauses = [*lrat.read_clauses(lines_of(name)).values()]
    except (LookupError, ValueError) as error:
        raise FormatError(f"not a file of clauses: {error}", file=name) from None
    try:
        givens, pictures = clause.compare(plain(puzzle), clauses)
    except clause.Refused as error:
        raise ProofError(f"{name}: {error}") from None
    _refuse(0 if given else givens)
    meter.check_clock()
    with tempfile.TemporaryDirectory() as folder:
        # Copies: what was checked is what the program reads, whatever it makes of other files.
        copies = [os.path.join(folder, copy) for copy in ("clauses.cnf", "proof")]
        for copy, lines in zip(copies, (dimacs(clauses), lines_of(proof)), strict=True):
            write_lines(copy, lines)
        _confirm(program, copies, limits.seconds)
    claim = {0: "none", 1: "unique"}.get(pictures, f"count {pictures}")
    return VerifiedProof(claim, None, givens, program)


def _confirm(program: str, files: list[str], seconds: float | None) -> None:
    """Run a checker. Raises `ProofError` unless it confirms, and all that running can raise."""
    try:
        run = subprocess.run(
            [*shlex.split(program), *files],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise LimitReached("seconds") from None
    except (OSError, ValueError) as error:
        raise OptionError(f"{program!r} cannot be run: {error}") from None
    said = [line.strip() for line in run.stdout.splitlines()]
    verdicts = {line for line in said if line.startswith("s ") or "NOT VERIFIED" in line}
    if run.returncode or not verdicts or verdicts - _CONFIRMED:
        last = next(
            (line for line in reversed([*said, *run.stderr.split("\n")]) if line), "nothing"
        )
        raise ProofError(
            f"{program} does not confirm the proof: exit code {run.returncode}, and the last it "
            f"says is: {last[:200]}"
        )


def _refuse(givens: int) -> None:
    if givens:
        raise ProofError(f"{counted(givens, 'given')}: refused without --given (given=True)")
