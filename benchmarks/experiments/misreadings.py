"""Experiment: how often clues that were misread are read right after all.

    python -m benchmarks.experiments.misreadings --data DATA --set webpbn_harvest --count 200

Numbers of puzzles with one solution are misread: of ten misreadings six are a wrong digit, one each
a lost digit, a number left out, two numbers in one, one number in two. Then
`nonocsp.people.reading.decipher` is asked, with alternatives *known* (of the numbers that stand in
a place the true one is among the cheap ones in 95 of 100 cases, and one of ten right numbers has a
close rival, too) or *unknown* (only how numbers are confused in general). Puzzles have 15 to 50
lines a side. Work is bounded by a count, so other programs change only the times, which are those
of the processor. Ctrl-C shows what is known by then.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import NamedTuple

import nonocsp as nc
from nonocsp import Block, Puzzle
from nonocsp.core.model.clue import Clue
from nonocsp.people.reading import decipher
from nonocsp.people.reading.doubtful import Doubtful, DoubtfulClue
from nonocsp.people.reading.misreadings import misread

from .clue_errors import pool
from .printing import about, head, row

RATES = (0.005, 0.01, 0.02, 0.05)
_KINDS = ("digit",) * 6 + ("lost", "left out", "joined", "split")


class Read(NamedTuple):
    """A number as it was read, and what it is; 0: it is part of another."""

    length: int
    meant: int


@dataclass(frozen=True)
class Outcome:
    """What became of one puzzle."""

    errors: int
    is_found: bool
    is_right: bool
    is_sure: bool
    seconds: float


def misread_clue(clue: Clue, cells: int, rate: float, draw: random.Random) -> list[Read]:
    """The numbers of a clue as they are read."""
    lengths, found = [block.length or 0 for block in clue], []
    while lengths:
        meant, *rest = lengths
        kind = draw.choice(_KINDS) if draw.random() < rate else ""
        text, skipped = str(meant), 1
        if kind == "digit":
            at = draw.randrange(len(text))
            other = int(text[:at] + draw.choice("0123456789") + text[at + 1 :])
            found.append(Read(other if 1 <= other <= cells else meant, meant))
        elif kind == "lost" and len(text) > 1:
            found.append(Read(int(text[1:]) or int(text[0]), meant))
        elif kind == "joined" and rest and int(f"{meant}{rest[0]}") <= cells:
            found.append(Read(int(f"{meant}{rest[0]}"), 0))
            skipped = 2
        elif kind == "split" and len(text) > 1 and text[1] != "0":
            found += [Read(int(text[0]), 0), Read(int(text[1]), 0)]
        elif kind != "left out":
            found.append(Read(meant, meant))
        lengths = lengths[skipped:]
    return found


def with_known(doubtful: Doubtful, read: Sequence[list[Read]], draw: random.Random) -> Doubtful:
    """The clues with cheap alternatives where a recogniser would have them."""
    clues = [
        replace(clue, arcs=tuple(_with_known(clue, numbers, draw)))
        for clue, numbers in zip(doubtful.clues, read, strict=True)
    ]
    return replace(doubtful, clues=tuple(clues))


def _with_known(clue: DoubtfulClue, read: list[Read], draw: random.Random) -> Iterator[object]:
    cheap: dict[tuple[int, int], float] = {}
    for number, (length, meant) in enumerate(read):
        rivals = [
            a.length for a in clue.arcs if a.start == 3 * number + 1 and a.length not in (0, length)
        ]
        if meant not in (0, length) and draw.random() < 0.95:
            cheap[number, meant] = draw.uniform(0.2, 3)
        elif meant == length and rivals and draw.random() < 0.1:
            cheap[number, draw.choice(rivals[:12])] = draw.uniform(0.2, 3)
    for arc in clue.arcs:
        cost = cheap.get((arc.start // 3, arc.length), arc.cost)
        is_number = arc.start % 3 == 1 and arc.end == arc.start + 2
        yield arc._replace(cost=min(cost, arc.cost)) if is_number else arc


def outcome(puzzle: Puzzle, rate: float, is_known: bool, seed: str, work: int) -> Outcome:
    """Misread a puzzle and decipher it."""
    draw = random.Random(seed)
    lines = zip(puzzle.lines, puzzle.clues, strict=True)
    read = [misread_clue(clue or (), puzzle.length(line), rate, draw) for line, clue in lines]
    clues = [[Block(number.length) for number in numbers] for numbers in read]
    rows = puzzle.shape[0]
    doubtful = misread(Puzzle(clues[:rows], clues[rows:]))
    if is_known:
        doubtful = with_known(doubtful, read, draw)
    begun = time.process_time()
    found = decipher(doubtful, work=work)
    taken = time.process_time() - begun
    errors = sum(number.length != number.meant for numbers in read for number in numbers)
    errors += sum(len(n) < len(c or ()) for n, c in zip(read, puzzle.clues, strict=True))
    is_right = found.puzzle is not None and found.puzzle.clues == puzzle.clues
    return Outcome(errors, found.puzzle is not None, is_right, found.is_sure, taken)


def _outcome(job: tuple[Puzzle, float, bool, str, int]) -> Outcome:
    return outcome(*job)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", action="append", metavar="SET[:NAME=VALUE,…]", required=True)
    parser.add_argument("--count", type=int, default=100, help="puzzles")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--work", type=int, default=2 * 10**9, help="for each puzzle, as of `decipher`; default 2e9"
    )
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--data", help="folder of the public sets; default: $NONOCSP_DATA")
    chosen = parser.parse_args()
    data = chosen.data or os.environ.get("NONOCSP_DATA")
    puzzles: list[Puzzle] = []
    for puzzle in pool(chosen.set, data, 2500, chosen.seed):
        sides, limits = puzzle.shape, nc.Limits(nodes=2000)
        is_fit = puzzle.has_one_colour and min(sides) >= 15 and max(sides) <= 50
        if is_fit and nc.verdict(puzzle, limits=limits) is nc.Verdict.UNIQUE:
            puzzles.append(Puzzle(puzzle.rows, puzzle.columns))
        if len(puzzles) == chosen.count:
            break
    about()
    rows = [(is_known, rate) for is_known in (True, False) for rate in RATES]
    jobs = [
        (puzzle, rate, is_known, f"{chosen.seed} {number} {rate}", chosen.work)
        for number, puzzle in enumerate(puzzles)
        for is_known, rate in rows
    ]
    done: list[Outcome] = []
    with ProcessPoolExecutor(chosen.workers) as workers:
        try:
            done.extend(workers.map(_outcome, jobs))
        except KeyboardInterrupt:
            workers.shutdown(cancel_futures=True)
    print(f"{len(done) // len(rows)} of {len(puzzles)} puzzles")
    shares = ("right %", "wrong %", "sure %")
    head("alternatives", "misread %", "errors", *shares, "wrong", "median s")
    for number, (is_known, rate) in enumerate(rows):
        if outcomes := done[number :: len(rows)]:
            row(*cells(is_known, rate, outcomes))


def cells(is_known: bool, rate: float, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """A row of the table."""

    def share(count: int) -> str:
        return f"{100 * count / len(outcomes):.1f}"

    right = sum(each.is_right for each in outcomes)
    wrong = sum(each.is_found and not each.is_right for each in outcomes)
    return (
        "known" if is_known else "unknown",
        f"{100 * rate:g}",
        f"{statistics.fmean(each.errors for each in outcomes):.1f}",
        share(right),
        share(wrong),
        share(sum(each.is_sure for each in outcomes)),
        str(sum(each.is_sure and not each.is_right for each in outcomes)),
        f"{statistics.median(each.seconds for each in outcomes):.3f}",
    )


if __name__ == "__main__":
    main()
