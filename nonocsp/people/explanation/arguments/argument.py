"""Why a puzzle has exactly one solution, or none: an argument for people, from a proof.

A proof of the kernel is trimmed (`nonocsp.core.proofs.trimming`), and its steps are put into words
(`argument_steps`). Several searches prove the same verdict in different ways; the shortest of their
proofs is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from ....core import (
    Displayable,
    Grid,
    LimitReached,
    Limits,
    Meter,
    OptionError,
    Options,
    Picture,
    Plain,
    Puzzle,
    Stats,
    Status,
    Verdict,
    counted,
    mask_of,
    prove,
    question,
    report,
    trim,
)
from ....core.proofs.proof import Proof
from ....core.proofs.tracing import Memory, Tracer
from ....core.proofs.trimming import written
from ..steps import ArgumentStep
from .wording import argument_steps

#: The searches whose proofs are compared. Without positions and bounds, all steps are about cells;
#: without probing there are fewer of them, which take more at once. Where counting decides, bounds
#: at once make proofs that are twenty times shorter (n-dom-6).
_SEARCHES: tuple[dict[str, Any], ...] = (
    {"positions": False, "bounds": False},
    {"positions": False, "bounds": False, "probing": False},
    {"positions": False, "bounds": False, "probing": False, "guidance": False, "lucky": False},
    {"probing": False, "guidance": False, "lucky": False, "bounds_wait": 0},
)

#: Seeds of each search.
_SEEDS = (0, 1)

#: Bytes of a proof that is still looked at, of which the first search may need more.
_MOST_BYTES = 100_000

#: Nodes that each search may use, beside ten times those of the first.
_LEAST_NODES = 1_000

#: Proofs that are made as short as possible, beside the first: the shortest ones.
_OTHERS = 2


@dataclass(frozen=True, slots=True)
class Argument(Displayable, Plain):
    """An argument for a verdict, from `argument`; ``str`` is its text."""

    shown: ClassVar = ("verdict", "text", "length")
    forms: ClassVar = {"claim": None, "pictures": None}

    puzzle: Puzzle = field(compare=False, repr=False)
    claim: str
    """Its claim: ``"unique"``, ``"none"``, ``"multiple"`` or ``"count N"``."""
    steps: tuple[ArgumentStep, ...]
    """The steps, each with the links that lead to what cannot be."""
    pictures: tuple[Picture, ...]
    """The solutions in it."""
    text: str
    """Its claim, in a sentence."""
    grid: Grid | None = field(compare=False, repr=False)
    """The given cells, or None."""
    proof: tuple[str, ...] = field(compare=False, repr=False)
    """The lines of the trimmed proof that it is made from."""
    stats: Stats = field(compare=False, repr=False)
    """The counted work of the searches."""

    @property
    def verdict(self) -> Verdict:
        """The verdict of its claim: unique, multiple or none."""
        return Verdict.MULTIPLE if self.claim.startswith("count") else Verdict(self.claim)

    @property
    def status(self) -> Status:
        """What is proven about the existence of a solution."""
        return self.verdict.status

    @property
    def length(self) -> int:
        """How often it uses a line or an earlier step, or assumes something."""
        return sum(len(step.links) + len(step.assumed) for step in self.steps)

    def __str__(self) -> str:
        return "\n".join([*(line for step in self.steps for line in lines_of(step)), self.text])

    def __repr__(self) -> str:
        return f"<Argument: {self.claim}, {counted(len(self.steps), 'step')}>"


def lines_of(step: ArgumentStep) -> list[str]:
    """A step as lines of text, those of its links indented."""
    return [f"{step.number}. {step}", *(f"    {link}" for link in step.links)]


@question(kernel_only="writes no proofs")
def argument(
    puzzle: Puzzle,
    proof: Proof | Iterable[str] | str | None = None,
    *,
    grid: Grid | None = None,
    limits: Limits | None = None,
    options: Options | None = None,
) -> Argument:
    """Why a puzzle has exactly one solution, or none, in steps that a person can follow.

    Args:
        puzzle: what it is about.
        proof: the proof to put into words, its text or its lines. Without one, several searches
            write proofs, and the shortest is taken.
        grid: known cells; not with a proof, which has its own.
        limits: bounds on the work. The time is shared by the searches and the trimming; when it is
            up, the shortest argument so far is taken.
        options: the techniques of the first search.

    Raises:
        LimitReached: a limit was reached and there is no argument.
        ProofError: the proof is not verified.
        OptionError: known cells beside a proof, or options that choose a search without learning.
        EngineError: the kernel is missing.

    >>> print(argument(Puzzle([[1], [1, 1]], [[1], [1], [1]])))
    1. Every cell can be decided, one line at a time.
    2. Every cell is decided: the solution is the only one.
    The puzzle has exactly one solution.
    """
    if proof is not None and grid is not None:
        raise OptionError("a proof names the known cells itself")
    meter = Meter(limits or Limits(), Stats())
    with meter:
        if proof is not None:
            proof = proof.split("\n") if isinstance(proof, str) else proof
            lines = [*(proof.lines() if isinstance(proof, Proof) else proof)]
            memory = Memory()
            return _made(
                puzzle, trim(puzzle, lines, meter.check_clock, memory=memory), memory, meter
            )
        return _shortest(puzzle, grid, options or Options(), meter)


def _shortest(puzzle: Puzzle, grid: Grid | None, options: Options, meter: Meter) -> Argument:
    """The argument from the shortest of several proofs."""
    first, memory = _proven(puzzle, grid, options, meter), Memory()
    if first.verdict is Verdict.MULTIPLE:
        return _made(puzzle, [*first.lines()], memory, meter)
    found: list[list[str]] = []
    arguments: list[Argument] = []
    try:
        for proof in _proofs(first, grid, options, meter):
            lines = trim(puzzle, proof.lines(), meter.check_clock, is_minimal=False, memory=memory)
            if lines not in found:
                found.append(lines)
            report(proofs=len(found))
            seconds = meter.limits.seconds
            if seconds is not None and (meter.left().seconds or 0) < seconds / 2:
                break  # the rest is for making them short
        others = sorted(found[1:], key=_length)
        for lines in [found[0], *others[:_OTHERS]]:
            shorter = trim(puzzle, lines, meter.check_clock, memory=memory)
            arguments.append(_made(puzzle, shorter, memory, meter))
    except LimitReached:
        if not arguments:
            raise
    return min(arguments, key=lambda one: one.length)


def _proofs(first: Proof, grid: Grid | None, options: Options, meter: Meter) -> Iterator[Proof]:
    """The first proof, and others of the same verdict; one of a puzzle without search is enough."""
    yield first
    if first.steps <= 1:
        return
    most = 10 * first.stats.nodes + _LEAST_NODES
    for changes in _SEARCHES:
        for seed in _SEEDS:
            other = options.replace(seed=seed, **changes)
            if other == options:
                continue
            try:
                proof = _proven(first.puzzle, grid, other, meter, most)
            except LimitReached as reached:
                if reached.limit != "nodes":
                    raise
                continue
            if proof.size <= max(_MOST_BYTES, first.size):
                yield proof


def _proven(
    puzzle: Puzzle, grid: Grid | None, options: Options, meter: Meter, most: int | None = None
) -> Proof:
    """A proof within what is left of the limits, and within some nodes."""
    limits = meter.left()
    if most is not None:
        limits = limits.replace(nodes=most if limits.nodes is None else min(most, limits.nodes))
    proof = prove(puzzle, grid=grid, limits=limits, options=options)
    meter.stats.add(replace(proof.stats, seconds=0.0))
    return proof


def _length(lines: Iterable[str]) -> int:
    """The number of facts, weights and hints in a proof."""
    return sum(line.count(" ") for line in lines if line[:2] in ("n ", "w "))


def _made(puzzle: Puzzle, lines: Iterable[str], memory: Memory, meter: Meter) -> Argument:
    """The argument of a trimmed proof."""
    lines = [*lines]
    while True:
        tracer = Tracer(puzzle, lines, tick=meter.check_clock, memory=memory)
        events = tracer.traced()
        left = written(tracer, events)
        if _length(left) >= _length(lines):
            break
        # What is not needed is known at the root all the same: without it there are fewer steps.
        lines = [*lines[:2], *tracer.givens, *left]
    pictures = tuple(_picture(puzzle, line) for line in lines if line[:2] == "s ")
    steps = argument_steps(puzzle, tracer, events)
    return Argument(
        puzzle,
        tracer.claim,
        tuple(steps),
        pictures,
        _text(tracer.claim),
        _grid(puzzle, tracer),
        tuple(lines),
        meter.stats,
    )


def _grid(puzzle: Puzzle, tracer: Tracer) -> Grid | None:
    """The cells that a proof takes as given; None if there are none."""
    if not tracer.givens:
        return None
    order = puzzle.colours_by_use()
    masks = list(Grid.unknown(puzzle).masks)
    for word in tracer.givens[0].split(" ")[1:]:
        variable, bits = tracer.fact(word)
        if variable < len(masks):
            left = mask_of(order[bit] for bit in range(len(order)) if bits >> bit & 1)
            masks[variable] &= left
    return Grid.of_masks(puzzle, masks)


def _picture(puzzle: Puzzle, line: str) -> Picture:
    """The picture of a step of a proof."""
    digits = line.split(" ")[2].replace("/", "")
    width = len(digits) // puzzle.board.size
    order = puzzle.colours_by_use()
    cells = [order[int(digits[at : at + width], 16)] for at in range(0, len(digits), width)]
    return Picture.from_cells(bytes(cells), puzzle.board, puzzle.colours)


def _text(claim: str) -> str:
    return {
        "unique": "The puzzle has exactly one solution.",
        "none": "The puzzle has no solution.",
        "multiple": "The puzzle has several solutions: these two pictures show it.",
    }.get(claim, f"The puzzle has exactly {claim.removeprefix('count ')} solutions.")
