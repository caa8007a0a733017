"""How often a diagnosis finds a mistake of typing or copying.

Typos are drawn by a seed, knowing nothing of the diagnosis, and put into puzzles with one solution.
The puzzles that have no solution then are diagnosed; where there still is one, nothing shows that
anything is wrong. Measured is the rank of the original puzzle among the suggested ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from operator import itemgetter
from statistics import median
from typing import Any

import nonocsp as nc
from benchmarks.suite.experiments.experiment import Cell, Experiment, Row, grouped
from benchmarks.suite.experiments.timing import cells_of_sets, puzzle_of, with_seconds
from benchmarks.suite.records import Record
from benchmarks.suite.spec import names
from nonocsp import Block, Puzzle, Verdict
from nonocsp.core.model.clue import Clue
from nonocsp.people.explanation import Diagnosis, diagnose

#: A clue with a typo; None, or an empty one, where the place that is drawn has no room for it.
ClueTypo = Callable[[Clue, int, random.Random], Clue | None]
Lines = list[Clue]


def _number(change: Callable[[str, random.Random], str]) -> ClueTypo:
    """A typo in the digits of one block."""

    def typo(clue: Clue, colours: int, draw: random.Random) -> Clue | None:
        at = draw.randrange(len(clue))
        length = int(change(str(clue[at].length or 1), draw) or 0)
        return (*clue[:at], Block(length, clue[at].colour), *clue[at + 1 :]) if length else None

    return typo


def _digit(taken: int, is_added: bool) -> ClueTypo:
    """A typo that takes digits from a place, and puts a random one there."""

    def change(text: str, draw: random.Random) -> str:
        at = draw.randrange(len(text) + (taken == 0))
        return text[:at] + (str(draw.randrange(10)) if is_added else "") + text[at + taken :]

    return _number(change)


def _pair(change: Callable[[Block, Block], Sequence[Block] | None]) -> ClueTypo:
    """A typo in two neighbouring blocks."""

    def typo(clue: Clue, colours: int, draw: random.Random) -> Clue | None:
        if len(clue) < 2:
            return None
        at = draw.randrange(len(clue) - 1)
        changed = change(clue[at], clue[at + 1])
        return None if changed is None else (*clue[:at], *changed, *clue[at + 2 :])

    return typo


def _joined(length: Callable[[int, int], int]) -> ClueTypo:
    """A typo that makes one block of two in the same colour."""

    def change(one: Block, two: Block) -> Sequence[Block] | None:
        lengths = one.length or 0, two.length or 0
        return [Block(length(*lengths), one.colour)] if one.colour == two.colour else None

    return _pair(change)


def _parted(parts: Callable[[int, random.Random], tuple[int, int]]) -> ClueTypo:
    """A typo that makes two blocks of one, both at least 1 long."""

    def typo(clue: Clue, colours: int, draw: random.Random) -> Clue | None:
        found = [(at, parts(block.length or 0, draw)) for at, block in enumerate(clue)]
        fitting = [(at, pair) for at, pair in found if min(pair) > 0]
        if not fitting:
            return None
        at, pair = draw.choice(fitting)
        return (*clue[:at], *(Block(part, clue[at].colour) for part in pair), *clue[at + 1 :])

    return typo


def _cut(length: int, draw: random.Random) -> tuple[int, int]:
    one = draw.randrange(max(1, length))
    return one, length - one


def _wrong_colour(clue: Clue, colours: int, draw: random.Random) -> Clue:
    at = draw.randrange(len(clue))
    return (*clue[:at], Block(clue[at].length, draw.randint(1, colours)), *clue[at + 1 :])


def _block_too_many(clue: Clue, colours: int, draw: random.Random) -> Clue:
    at = draw.randrange(len(clue) + 1)
    return (*clue[:at], Block(draw.randint(1, 4), draw.randint(1, colours)), *clue[at:])


def _again(some: Sequence[Any], draw: random.Random) -> list[Any]:
    """One of them twice."""
    at = draw.randrange(len(some))
    return [*some[: at + 1], *some[at:]]


def _without(some: Sequence[Any], draw: random.Random) -> list[Any]:
    at = draw.randrange(len(some))
    return [*some[:at], *some[at + 1 :]]


#: Typos in one clue.
IN_CLUES: dict[str, ClueTypo] = {
    "one longer": _number(lambda text, draw: str(int(text) + 1)),
    "one shorter": _number(lambda text, draw: str(int(text) - 1)),
    "wrong digit": _digit(1, True),
    "digit lost": _digit(1, False),
    "digit added": _digit(0, True),
    "digits swapped": _number(lambda t, draw: t[::-1] if len(t) == 2 and t[1] != "0" else ""),
    "lost space": _joined(lambda one, two: int(f"{one}{two}")),
    "extra space": _parted(lambda length, draw: divmod(length, 10)),
    "blocks joined": _joined(lambda one, two: one + two),
    "block split": _parted(_cut),
    "blocks swapped": _pair(lambda one, two: [two, one]),
    "block missing": lambda clue, colours, draw: tuple(_without(clue, draw)),
    "block doubled": lambda clue, colours, draw: tuple(_again(clue, draw)),
    "block too many": _block_too_many,
    "wrong colour": _wrong_colour,
    "clue reversed": lambda clue, colours, draw: clue[::-1],
}


def _neighbours(change: Callable[[Clue, Clue], Lines]) -> Callable[[Lines, random.Random], Lines]:
    """A typo in two neighbouring lines."""

    def typo(lines: Lines, draw: random.Random) -> Lines:
        at = draw.randrange(len(lines) - 1)
        return [*lines[:at], *change(lines[at], lines[at + 1]), *lines[at + 2 :]]

    return typo


def _blank_added(lines: Lines, draw: random.Random) -> Lines:
    at = draw.randrange(len(lines) + 1)
    return [*lines[:at], (), *lines[at:]]


def _break_added(lines: Lines, draw: random.Random) -> Lines | None:
    at = draw.randrange(len(lines))
    if len(lines[at]) < 2:
        return None
    cut = draw.randrange(1, len(lines[at]))
    return [*lines[:at], lines[at][:cut], lines[at][cut:], *lines[at + 1 :]]


#: Typos in the list of rows or of columns.
IN_LISTS: dict[str, Callable[[Lines, random.Random], Lines | None]] = {
    "lines swapped": _neighbours(lambda one, two: [two, one]),
    "line doubled": _again,
    "line missing": _without,
    "blank line added": _blank_added,
    "neighbour again": _neighbours(lambda one, two: [one, one]),
    "order reversed": lambda lines, draw: lines[::-1],
    "clues reversed": lambda lines, draw: [clue[::-1] for clue in lines],
    "line break lost": _neighbours(lambda one, two: [one + two]),
    "line break added": _break_added,
}

KINDS = (*IN_CLUES, *IN_LISTS)

#: The kinds of each typo that is made, by the name in the table.
TYPOS: dict[str, Sequence[Sequence[str]]] = {
    **{kind: [[kind]] for kind in KINDS},
    "one of any kind": [KINDS],
    "two in clues": [[*IN_CLUES], [*IN_CLUES]],
    "two of any kind": [KINDS, KINDS],
}


def with_typo(puzzle: Puzzle, kind: str, draw: random.Random) -> Puzzle | None:
    """The puzzle with one typo of a kind; None where there is no room for it at the place drawn."""
    is_row = draw.random() < 0.5
    lines = [clue or () for clue in (puzzle.rows if is_row else puzzle.columns)]
    if kind in IN_LISTS:
        changed = IN_LISTS[kind](lines, draw) if len(lines) > 1 else None
    else:
        at = draw.randrange(len(lines))
        clue = lines[at] and IN_CLUES[kind](lines[at], puzzle.block_colours, draw)
        changed = None if clue is None else [*lines[:at], clue, *lines[at + 1 :]]
    if not changed or changed == lines:
        return None
    axis = "rows" if is_row else "columns"
    return puzzle.replace(**{axis: changed}, goals=(), saved=())


def cells(
    sets: str = "random:size=10/density=0.6/count=8",
    kinds: str = "",
    count: int = 8,
    seed: int = 1,
    seconds: float = 60.0,
    data: str | None = None,
) -> Iterator[Cell]:
    """``count``: puzzles for each kind of typo; ``kinds``: all if it is empty."""
    puzzles = [*cells_of_sets(sets, data, seconds=seconds)]
    random.Random(seed).shuffle(puzzles)
    for kind, number in product(names(kinds, TYPOS, "typo"), range(count)):
        yield {**puzzles[number % len(puzzles)], "kind": kind, "seed": f"{seed} {kind} {number}"}


def measure(content: str, kind: str, seed: str, seconds: float, **_: Any) -> dict[str, Any]:
    """Make a typo, and diagnose the puzzle if it has no solution."""
    puzzle, draw, limits = puzzle_of(content), random.Random(seed), nc.Limits(nodes=2_000)
    changed: Puzzle | None = puzzle
    for some in TYPOS[kind]:
        changed = changed and with_typo(changed, draw.choice(some), draw)
    is_made = changed not in (None, puzzle) and nc.verdict(puzzle, limits=limits) is Verdict.UNIQUE
    if changed is None or not is_made or nc.verdict(changed, limits=limits) is not Verdict.NONE:
        return {"made": is_made, "diagnosed": False}
    found, spent = with_seconds(diagnose, changed, limits=nc.Limits(seconds=seconds))
    return {"made": True, "diagnosed": True, "rank": rank(found, puzzle), "spent": spent}


def rank(found: Diagnosis, puzzle: Puzzle) -> int | None:
    """The rank of a puzzle among the suggested ones, from 1; None if it is not one of them."""
    return next((n for n, c in enumerate(found.changes, 1) if c.puzzle == puzzle), None)


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each kind of typo."""
    for kind, of_kind in grouped(records, itemgetter("kind")).items():
        made = [record["figures"] for record in of_kind if record["figures"]["made"]]
        found = [each for each in made if each["diagnosed"]]
        row: Row = {"typo": kind, "made": len(made), "no solution": len(found)}
        for name, most in (("first", 1), ("in three", 3), ("found", 10**9)) if found else ():
            row[name] = sum((each["rank"] or most + 1) <= most for each in found) / len(found)
        times = [each["spent"] for each in found]
        yield row | ({"CPU s": median(times), "most": max(times)} if found else {})


EXPERIMENT = Experiment(
    name="clue-errors",
    title="How often a diagnosis finds a typo",
    shows="the rank of the puzzle that was meant among the suggested ones, by kind of typo",
    takes="6 s; in full three minutes",
    cells=cells,
    full={
        "sets": "random:size=10/density=0.6/count=300+random:size=20/density=0.65/count=120+"
        "random:size=30/density=0.7/count=60+line-solvable:size=30/count=60+"
        "random:size=12/density=0.8/colours=2/count=300",
        "count": 150,
    },
    measure=measure,
    columns={
        "typo": "",
        "made": ",",
        "no solution": ",",
        **dict.fromkeys(("first", "in three", "found"), ".1%"),
        "CPU s": ".2f",
        "most": ".1f",
    },
    rows=rows,
)
