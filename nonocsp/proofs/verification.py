"""Checking a proof with the checker of the kernel: `verify`."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, cast

from ..common.errors import NonocspError, counted
from ..common.limits import LimitReached, Limits, Meter, Stats
from ..common.progress import report
from ..kernel.interface import kernel_puzzle
from ..model.puzzle import Puzzle

with suppress(ImportError):  # `kernel_puzzle` reports what is missing
    import _nonocsp_kernel as _kernel

#: Bytes that are checked between two looks at the limits and at Ctrl-C.
_PIECE = 2**16


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


def verify(
    puzzle: Puzzle,
    proof: str | os.PathLike[str] | IO[bytes] | Iterable[str],
    limits: Limits | None = None,
    *,
    given: bool = False,
) -> VerifiedProof:
    """Check a proof about a puzzle.

    A proof can take cells as known beforehand, and is then about the pictures in which these facts
    hold: of a puzzle with many solutions it can show that there is none. So it is refused unless
    it is asked for, and what it takes is counted.

    Args:
        puzzle: the puzzle.
        proof: the path of a file, or a file opened in binary mode, compressed with gzip or not; or
            the lines of a proof.
        limits: only the seconds and the memory count.
        given: accept a proof with givens.

    Raises:
        ProofError: a line is malformed, too long, or does not follow; or there are givens that are
            not asked for.
        OSError: the file cannot be read.
        LimitReached: the time is up, or the limit on memory is reached.
        EngineError: the kernel is missing.

    >>> puzzle = Puzzle([[1]], [[]])
    >>> proof = ["nonocsp proof 1", f"puzzle {puzzle.fingerprint()}", "claim none"]
    >>> verify(puzzle, proof).claim
    'none'
    """
    meter = Meter(limits or Limits(), Stats())
    most = meter.limits.memory
    checker = _kernel.ProofVerifier(kernel_puzzle(puzzle), puzzle.fingerprint())
    done = True
    read = 0
    for piece in _pieces(proof):
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
    except UnicodeDecodeError as undecoded:  # the error quotes bytes that are no text
        raise ProofError(undecoded.object.decode("utf-8", "replace")) from None
    if givens and not given:
        raise ProofError(f"{counted(givens, 'given')}: refused without --given (given=True)")
    if error:
        raise ProofError(error)
    return VerifiedProof(claim, steps, givens)


def lines_of(proof: str | os.PathLike[str] | IO[bytes]) -> Iterator[str]:
    """The lines of a proof without their ends, from a file as `verify` takes it.

    Raises:
        OSError: the file cannot be read.
    """
    rest = b""
    for piece in _pieces(proof):
        *lines, rest = (rest + piece).split(b"\n")
        yield from (line.decode("utf-8", "replace") for line in lines)
    if rest:
        yield rest.decode("utf-8", "replace")


def _pieces(proof: str | os.PathLike[str] | IO[bytes] | Iterable[str]) -> Iterator[bytes]:
    if isinstance(proof, (str, os.PathLike)):
        with open(proof, "rb") as file:
            yield from _unpacked(file, os.fsdecode(proof))
    elif isinstance(proof, io.IOBase):
        yield from _unpacked(cast(IO[bytes], proof), "")
    else:
        for line in cast(Iterable[str], proof):
            yield line.encode("utf-8", "surrogateescape") + b"\n"


def _unpacked(file: IO[bytes], name: str) -> Iterator[bytes]:
    is_packed = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    opened = gzip.GzipFile(fileobj=file) if is_packed else file
    try:
        while piece := opened.read(_PIECE):
            yield piece
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise OSError(0, f"damaged: {error}", name) from None
