"""How often clues that were misread are read right after all.

Numbers of puzzles with one solution are misread: of ten misreadings six are a wrong digit, one each
a lost digit, a number left out, two numbers in one, one number in two. Then
`nonocsp.people.reading.decipher` is asked, with alternatives *known* (of the numbers that stand in
a place the true one is among the cheap ones in 95 of 100 cases, and one of ten right numbers has a
close rival, too) or *unknown* (only how numbers are confused in general). Puzzles have 15 to 50
lines a side. Work is bounded by a count, so other programs change only the times.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from operator import itemgetter
from statistics import fmean, median
from typing import Any, NamedTuple

import nonocsp as nc
from benchmarks.suite.experiments.experiment import Cell, Experiment, Picture, Row, grouped
from benchmarks.suite.experiments.timing import cells_of_sets, puzzle_of, with_seconds
from benchmarks.suite.records import Record
from benchmarks.suite.spec import several
from nonocsp import Block, Puzzle
from nonocsp.core.model.clue import Clue
from nonocsp.people.reading import decipher
from nonocsp.people.reading.doubtful import Doubtful, DoubtfulClue
from nonocsp.people.reading.misreadings import misread

_KINDS = ("digit",) * 6 + ("lost", "left out", "joined", "split")


class Read(NamedTuple):
    """A number as it was read, and what it is; 0: it is part of another."""

    length: int
    meant: int


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


def _with_known(clue: DoubtfulClue, read: list[Read], draw: random.Random) -> Iterator[Any]:
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


def cells(
    sets: str = "random:size=20/density=0.65/count=6",
    count: int = 6,
    rates: str = "0.005+0.02+0.05",
    seed: int = 1,
    work: int = 2 * 10**8,
    data: str | None = None,
) -> Iterator[Cell]:
    """``count``: puzzles; ``work``: for each, as of `decipher`."""
    puzzles = [*cells_of_sets(sets, data, work=work)]
    random.Random(seed).shuffle(puzzles)
    shares = several(rates, float)
    for number, puzzle in enumerate(puzzles[:count]):
        for is_known, rate in product((True, False), shares):
            draw = f"{seed} {number} {rate}"
            yield {**puzzle, "known": is_known, "rate": rate, "seed": draw}


def measure(
    content: str, rate: float, known: bool, seed: str, work: int, **_: Any
) -> dict[str, Any]:
    """Misread a puzzle and decipher it; nothing if it does not suit."""
    puzzle, draw = puzzle_of(content), random.Random(seed)
    is_fit = puzzle.has_one_colour and min(puzzle.shape) >= 15 and max(puzzle.shape) <= 50
    if not is_fit or nc.verdict(puzzle, limits=nc.Limits(nodes=2000)) is not nc.Verdict.UNIQUE:
        return {}
    lines = zip(puzzle.lines, puzzle.clues, strict=True)
    read = [misread_clue(clue or (), puzzle.length(line), rate, draw) for line, clue in lines]
    clues = [[Block(number.length) for number in numbers] for numbers in read]
    rows = puzzle.shape[0]
    doubtful = misread(Puzzle(clues[:rows], clues[rows:]))
    if known:
        doubtful = with_known(doubtful, read, draw)
    found, spent = with_seconds(decipher, doubtful, work=work)
    errors = sum(number.length != number.meant for numbers in read for number in numbers)
    errors += sum(len(n) < len(c or ()) for n, c in zip(read, puzzle.clues, strict=True))
    return {
        "errors": errors,
        "found": found.puzzle is not None,
        "right": found.puzzle is not None and found.puzzle.clues == puzzle.clues,
        "sure": found.is_sure,
        "spent": spent,
    }


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each rate, with and without known alternatives."""
    for (known, rate), of_rate in grouped(records, itemgetter("known", "rate")).items():
        if found := [record["figures"] for record in of_rate if record["figures"]]:
            yield {
                "alternatives": "known" if known else "unknown",
                "misread": rate,
                "puzzles": len(found),
                "errors": fmean(each["errors"] for each in found),
                "right": fmean(each["right"] for each in found),
                "wrong": fmean(each["found"] and not each["right"] for each in found),
                "sure": fmean(each["sure"] for each in found),
                "sure and wrong": sum(each["sure"] and not each["right"] for each in found),
                "median s": median(each["spent"] for each in found),
            }


EXPERIMENT = Experiment(
    name="misreadings",
    title="How often misread clues are read right after all",
    shows="the share of puzzles that are deciphered, by the share of numbers that are misread",
    takes="3 s; in full two minutes",
    cells=cells,
    full={
        "sets": "random:size=20/density=0.65/count=200",
        "count": 200,
        "rates": "0.005+0.01+0.02+0.05",
        "work": 2 * 10**9,
    },
    measure=measure,
    columns={
        "alternatives": "",
        "misread": ".1%",
        "puzzles": ",",
        "errors": ".1f",
        **dict.fromkeys(("right", "wrong", "sure"), ".1%"),
        "sure and wrong": ",",
        "median s": ".3f",
    },
    rows=rows,
    pictures=(Picture("misread", ("right",), ("alternatives",)),),
)
