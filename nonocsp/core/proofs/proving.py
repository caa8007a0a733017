"""Proofs of verdicts, written by the search while it runs: `prove`.

The kernel writes every nogood with the reasons from which conflict analysis derived it (the page
docs/reference/proofs.md describes the format). Source: the proofs of SAT solvers, of Goldberg and
Novikov ("Verification of proofs of unsatisfiability for CNF formulas", 2003) and of Wetzler, Heule
and Hunt ("DRAT-trim", 2014).
"""

from __future__ import annotations

import dataclasses
import gzip
from itertools import islice
from typing import Any, NamedTuple, cast

from ..base.errors import OptionError, decimal
from ..base.progress import report
from ..kernel import interface as kernel
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..model.query import Query
from ..options.limits import LimitReached, Limits
from ..options.options import Options
from ..solver.engines import query_of
from ..solver.logged import logged
from ..solver.solving import verdict_of
from .proof import Proof, Text

#: Compression of a proof. The fastest: a search waits for it.
_LEVEL = 1

#: Solutions that a proof of their number shows one by one, and branches that count more, at most;
#: in turns, the last of which has no end.
_TURNS: tuple[tuple[int, int | None], ...] = ((1000, 50_000), (20_000, None))

#: Branches between two looks at the limits and at Ctrl-C.
_PIECE = 1000


@logged
def prove(
    puzzle: Puzzle,
    *,
    grid: Grid | None = None,
    every: bool = False,
    limits: Limits | None = None,
    options: Options | None = None,
) -> Proof:
    """Find out whether a puzzle has no solution, one or several, and write down why.

    The search learns and runs in one thread; all its other techniques are at work. Writing costs
    about a fifth of its time and little memory: a long proof is streamed to a temporary file.

    Args:
        puzzle: what the proof is about.
        grid: known cells; the proof is about the solutions that agree with it.
        every: prove the number of solutions. Up to a thousand, or 20,000 if counting takes long,
            are found one by one and are listed in the proof. More are counted by branches
            (docs/explanation/proofs.md), which takes memory for what has been counted, about 300
            bytes a branch.
        limits: bounds on the work; a branch is a node. The limit on threads is ignored, that on
            solutions too without ``every``.
        options: the techniques of the kernel.

    Raises:
        LimitReached: a limit was reached before the end; there is no proof.
        PuzzleError: the grid does not fit the puzzle.
        OptionError: the options choose a search without learning.
        EngineError: the kernel is missing.
        OSError: there is no room for the temporary file.

    >>> proof = prove(Puzzle([[1]], [[1], []]))
    >>> proof.verdict, proof.steps
    (<Verdict.UNIQUE: 'unique'>, 1)
    >>> prove(Puzzle([[1]] * 4, [[1]] * 4), every=True).claim
    'count 24'
    >>> print(proof, end="")
    nonocsp proof 1
    puzzle a8d8ab67e44d50875e9cca47eab7ba35
    s 1 10
    n 2
    claim unique
    """
    query = query_of(puzzle, grid, limits, "kernel", options)
    if query.options.strategy != "learning" or not query.options.learning:
        raise OptionError("only a search that learns writes a proof")
    meter = query.meter
    meter.limits = dataclasses.replace(meter.limits, threads=1)
    kernel.ensure_available()
    with meter:
        packed, found, count = _proven_number(query) if every else _with_pictures(query, 2)
    meter.stats.solutions = len(found)
    verdict = verdict_of(count, True)
    claim = f"count {decimal(count)}" if every else verdict.value
    packed.write(f"claim {claim}\n".encode())
    return Proof(
        puzzle=puzzle,
        verdict=verdict,
        claim=claim,
        count=count if every else None,
        pictures=found,
        steps=packed.steps,
        size=packed.size,
        givens=packed.givens,
        stats=meter.stats,
        _text=packed.end(),
    )


def _proven_number(query: Query) -> _Attempt:
    """All pictures, or branches: whatever ends first in turns that grow.

    Raises:
        LimitReached: a limit was reached, on solutions too.
    """
    most = query.meter.limits.solutions
    for pictures, branches in _TURNS:
        enough = pictures if most is None else min(pictures, most)
        attempt = _with_pictures(query, enough + 1)
        if attempt.solutions <= enough:
            return attempt
        if enough == most:
            raise LimitReached("solutions")
        counted = _with_branches(query, branches)
        if counted is not None:
            if most is not None and counted.solutions > most:
                raise LimitReached("solutions")
            return counted
    raise AssertionError("the last turn has no end")


def _with_pictures(query: Query, most: int) -> _Attempt:
    """A proof that shows this many solutions, or all if there are fewer; without its claim."""
    packed = _Packed(query.puzzle, query.grid)
    pictures = kernel.pictures(query, proof=packed.write)
    found = tuple(islice(pictures, most))
    return _Attempt(packed, found, len(found))


def _with_branches(query: Query, most: int | None) -> _Attempt | None:
    """A proof that counts the solutions, without its claim; None if it has more branches."""
    puzzle, meter = query.puzzle, query.meter
    packed = _Packed(puzzle, query.grid)
    writer = kernel.compiled.CountWriter(
        kernel.kernel_puzzle(puzzle), puzzle.fingerprint(), packed.head
    )
    stats, limits = meter.stats, meter.limits
    before, branches, done = stats.nodes, 0, False
    while not done:
        left = _PIECE if limits.nodes is None else limits.nodes - stats.nodes
        if left <= 0:
            raise LimitReached("nodes")
        if most is not None and branches >= most:
            return None
        done = writer.run(min(left, _PIECE))
        packed.write(writer.text())
        branches, held = writer.state()
        stats.nodes, stats.peak_memory = before + branches, max(stats.peak_memory, held)
        if limits.memory is not None and held > limits.memory:
            raise LimitReached("memory")
        meter.check_clock()
        report(**stats.to_dict())
    return _Attempt(packed, (), int.from_bytes(writer.count(), "little"))


class _Attempt(NamedTuple):
    """A proof without its claim."""

    packed: _Packed
    pictures: tuple[Picture, ...]
    solutions: int


class _Packed:
    """A proof, compressed and counted as it is written."""

    def __init__(self, puzzle: Puzzle, grid: Grid | None) -> None:
        self.store = Text()
        self._packer = gzip.GzipFile("", "wb", _LEVEL, cast(Any, self.store), 0)
        self.size = self.steps = 0
        self.head = f"nonocsp proof 1\npuzzle {puzzle.fingerprint()}\n".encode()
        given, self.givens = _givens(puzzle, grid)
        self.head += given
        self.write(self.head)

    def write(self, text: bytes) -> None:
        """Write whole lines."""
        self._packer.write(text)
        self.size += len(text)
        for kind in (b"n ", b"b "):
            self.steps += text.count(b"\n" + kind) + text.startswith(kind)

    def end(self) -> Text:
        """What was written, in whole."""
        self._packer.close()
        return self.store


def _givens(puzzle: Puzzle, grid: Grid | None) -> tuple[bytes, int]:
    """The line of the known cells, empty if there are none; and how many there are."""
    facts: list[str] = []
    count, order = 0, puzzle.colours_by_use()
    for row, masks in enumerate(puzzle.board.rows(grid.masks) if grid else (), start=1):
        for place, mask in enumerate(masks, start=1):
            before = len(facts)
            facts += [
                f"r{row}c{place}!{number}"
                for number, colour in enumerate(order)
                if not mask >> colour & 1
            ]
            count += len(facts) > before
    return f"g {' '.join(facts)}\n".encode() if facts else b"", count
