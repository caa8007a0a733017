"""The corpus *scaled nonograms*: 400 instances from 5x5 to 40x40, with proven answers and labels.

The declaration is `cells`; `measure` answers everything about one instance. A random instance is
the first of its own stream of seeds that has the wanted verdict, of the last of several also such
that lines alone do not decide it; so cells do not depend on one another. Limits are counted work,
never seconds: what reaches one is null in the record, and `open` has the work of the limit.

The labels of hardness say when everything that is certain is known, of a puzzle without solution
that there is none:

- ``lines``, ``probe1``, ``probe2``: the cells that have one colour in all solutions and are open
  after tightening lines; after probing one cell, which excludes a colour of a cell if assuming it
  and tightening lines ends in a contradiction, until nothing changes (singleton consistency); and
  after probing two cells, where probing one cell follows each assumption. 0 is decided.
- ``nodes``: of backtracking with AC-3 and the line with the fewest placements first, until two
  solutions are found or there are no more.
- ``conflicts``: of the default search with the seeds 0 to 9, for the same question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count as counting, product
from typing import Any

from nonocsp import (
    Grid,
    Limits,
    NonocspError,
    Options,
    Picture,
    Puzzle,
    Verdict,
    count,
    solutions,
    verdict as verdict_of,
)
from nonocsp.core import LimitReached, puzzle_key
from nonocsp.core.kernel.failed_literals import FailedLiterals
from nonocsp.core.model.bits import has_several
from nonocsp.core.options.limits import Meter, Stats
from nonocsp.core.solver.propagation import propagated
from nonocsp.core.space.backbone import backbone
from nonocsp.many.sets.order import SetOrder

from .. import standard
from ..records import Record
from .experiment import Cell, Experiment, Row, grouped

SIZES = (5, 7, 10, 15, 20, 25, 30, 35, 40)

DENSITIES = (0.3, 0.4, 0.5, 0.6, 0.7)

#: The least density at which random pictures of a size are unique often enough to be drawn.
LEAST_UNIQUE = {5: 0.3, 7: 0.3, 10: 0.3, 15: 0.4, 20: 0.4, 25: 0.5, 30: 0.5, 35: 0.5, 40: 0.6}

#: Seeds of one stream.
STREAM = 100_000

#: Limits, in nodes: of the bare search; of a ladder's; for the number of solutions; for the mask.
NODES, LADDER_NODES, COUNT_NODES, MASK_NODES = 250_000, 20_000_000, 100_000, 4_000_000

#: Probes after which probing two cells ends; nodes after which a search by the kernel does.
PROBES, SEARCH_NODES = 2_000_000, 1_000_000

#: Nodes up to which the textbook engine repeats the bare search.
BOTH_NODES = 10_000

SEEDS = range(10)

#: The seeds of the ladder: pictures 25x25 of density 0.5, of the unique ones with seeds 1 to 40,000
#: those of which the bare search visits nearest to 2, 4, 8, ... nodes.
LADDER = (
    *(86, 310, 611, 1185, 3509, 19842, 6033, 7484, 28122, 18507, 18384, 8748, 11743, 1550, 18096),
    *(36244, 20150, 11181, 35067, 9840, 6541, 25001, 13338, 31385),
)

#: The parts train, validation and test, of which every symmetry class has its own.
_PARTS = SetOrder(1, sizes=[(5, 5)], seed=0)

TEXTBOOK = Options(strategy="textbook")


def cells(least: int = 5, most: int = 10) -> Iterator[Cell]:
    """The declaration: a name, a family, a source as in a manifest, and a verdict to draw for."""
    for size, cell in (*_random(), *_structured()):
        if least <= size <= most:
            yield cell


def _random() -> Iterator[tuple[int, Cell]]:
    """The random instances, each with its cells a side."""
    for size, density in product(SIZES, DENSITIES):
        about = f"random-{size}x{size}-d{density * 100:.0f}"
        streams = round(density * 1000)  # of its own, since seeds alike give pictures alike
        source = f"size={size},density={density},count=1"
        if density >= LEAST_UNIQUE[size]:
            for number in (1, 2, 3):
                name = f"{about}-unique-{number}"
                is_open = number == 3
                yield (
                    size,
                    _drawn(name, "random", f"random:{source}", "unique", streams + number, is_open),
                )
        for number in (4, 5):
            name = f"{about}-multiple-{number - 3}"
            yield size, _drawn(name, "random", f"random:{source}", "multiple", streams + number)
        if (size >= 30 and density < 0.4) or (size >= 35 and density < 0.5):
            continue  # nearly all of them still have solutions
        is_twice = size >= 10 and 0.4 <= density <= 0.6
        for number in (1, 2)[: 1 + is_twice]:
            name = f"{about}-none-{number}"
            is_open = number == 2
            yield (
                size,
                _drawn(name, "disturbed", f"disturbed:{source}", "none", streams + number, is_open),
            )


def _structured() -> Iterator[tuple[int, Cell]]:
    """The others, and the ladder."""
    for n in range(2, 20):
        yield 2 * n + 1, _fixed(f"n-dom-{n}", "n-dom", f"n-dom:first={n},last={n}")
    for n in range(3, 13):
        source = f"n-dom-turned:first={n},last={n}"
        yield 2 * n + 1, _fixed(f"n-dom-{n}-turned", "n-dom-turned", source)
    for n in (5, 6, 8, 10, 12, 15, 20, 25, 30, 40):
        yield n, _fixed(f"permutation-{n}", "permutation", f"permutation:first={n},last={n}")
    for n in (5, 6, 7, 8, 10, 13, 15, 20, 30, 40):
        yield n, _fixed(f"checkerboard-{n}", "checkerboard", f"checkerboard:first={n},last={n}")
    for size, switches, seed in product((10, 15, 20, 25, 30, 40), (2, 5), (1, 2)):
        source = f"switches:size={size},switches={switches},count=1,seed={seed}"
        yield size, _fixed(f"switches-{switches}-{size}-{seed}", "switches", source)
    for size, rule in product((10, 15, 20, 30, 40), (30, 54, 90, 110, 150)):
        source = f"automaton:size={size},rule={rule},count=1"
        yield size, _fixed(f"rule-{rule}-{size}", "automaton", source)
    for family, size, seed in product(("rectangles", "line-solvable"), SIZES[2:], (1, 2)):
        source = f"{family}:size={size},count=1,seed={seed}"
        yield size, _fixed(f"{family}-{size}-{seed}", family, source)
    for rung, seed in enumerate(LADDER, start=1):
        source = f"random:size=25,density=0.5,count=1,seed={seed}"
        yield 25, _fixed(f"ladder-{rung:02}", "ladder", source)


def _fixed(name: str, family: str, source: str) -> Cell:
    return {"id": name, "family": family, "source": source}


def _drawn(
    name: str, family: str, source: str, verdict: str, stream: int, is_open: bool = False
) -> Cell:
    drawn = {"verdict": verdict, "stream": stream, "is_open": is_open}
    return {**_fixed(name, family, source), **drawn}


def measure(
    id: str, family: str, source: str, verdict: str = "", stream: int = 0, is_open: bool = False
) -> Cell:
    """The record of an instance; `corpus_files.MEMBERS` says what its members are."""
    if verdict:
        source = _first(source, Verdict(verdict), stream * STREAM, is_open)
    puzzle = standard.made(source).puzzle
    pictures, conflicts = _by_seeds(id, puzzle)
    found = ("none", "unique", "multiple")[len(pictures)]
    rows, columns = puzzle.shape
    record = {
        "id": id,
        "part": _PARTS.part(puzzle_key(puzzle)),
        "family": family,
        "source": source,
        "size": [rows, columns],
        "density": round(_filled(puzzle) / (rows * columns), 4),
        "rows": _lengths(puzzle.rows),
        "cols": _lengths(puzzle.columns),
        "verdict": found,
        "solutions": str(len(pictures)),
        "bounds": None,
        "pictures": [_hexadecimal(picture.cells) for picture in pictures],
        "mask": None,
        "ambiguous": 0,
    }
    opened: dict[str, int] = {}
    possible: Sequence[int] | None = [0] * puzzle.board.size
    if pictures:
        possible = [1 << cell for cell in pictures[0].cells]
    if found == "multiple":
        record |= _counted(puzzle, opened)
        possible = _possible(puzzle, pictures, opened)
        are_ambiguous = None if possible is None else [int(has_several(mask)) for mask in possible]
        record |= {
            "mask": are_ambiguous and _hexadecimal(are_ambiguous),
            "ambiguous": are_ambiguous and sum(are_ambiguous),
        }
    record |= _probed(puzzle, possible, opened)
    record |= _bare(id, puzzle, LADDER_NODES if family == "ladder" else NODES, opened)
    return {**record, "conflicts": conflicts, "open": opened}


def _first(source: str, verdict: Verdict, after: int, is_open: bool) -> str:
    """The source with the first seed of a stream that has a verdict, open after lines if wanted."""
    for seed in counting(after + 1):
        drawn = f"{source},seed={seed}"
        try:
            puzzle = standard.made(drawn).puzzle
        except ValueError:  # nothing in it can be disturbed
            continue
        if is_open:
            left = propagated(puzzle)
            if left is None or left.is_decided:
                continue
        if verdict_of(puzzle, limits=Limits(nodes=SEARCH_NODES)) is verdict:
            return drawn
    raise AssertionError("a stream has no end")


def _filled(puzzle: Puzzle) -> int:
    return sum(block.length or 0 for clue in puzzle.rows for block in clue or ())


def _lengths(clues: Any) -> list[list[int]]:
    return [[block.length for block in clue] for clue in clues]


def _hexadecimal(cells: Sequence[int]) -> str:
    """A digit for four cells, in row-major order, the first cell its highest bit.

    >>> _hexadecimal([1, 0, 0, 0, 1])
    '88'
    """
    bits = "".join(map(str, cells))
    digits = -(-len(bits) // 4)
    return f"{int(bits.ljust(4 * digits, '0'), 2):0{digits}x}"


def _searched(
    puzzle: Puzzle, options: Options, limits: Limits, engine: str = "kernel"
) -> tuple[list[Picture], Stats, str | None]:
    """A search for two solutions: those found, its work, and the limit that it reached."""
    with solutions(puzzle, limit=2, options=options, limits=limits, engine=engine) as found:
        pictures = list(found)
    reached = None if len(pictures) == 2 else found.stopped_by
    return pictures, found.stats, reached


def _by_seeds(name: str, puzzle: Puzzle) -> tuple[list[Picture], list[int]]:
    """Two solutions, or all, by the first seed, and the conflicts of every seed."""
    first: list[Picture] | None = None
    conflicts = []
    for seed in SEEDS:
        limits = Limits(nodes=SEARCH_NODES)
        pictures, stats, reached = _searched(puzzle, Options(seed=seed), limits)
        if reached:
            raise NonocspError(f"{name}: the search with seed {seed} reached its limit")
        if first is None:
            first = pictures
        if len(pictures) != len(first):
            raise NonocspError(f"{name}: {len(first)} solutions, but with seed {seed} not")
        conflicts.append(stats.conflicts)
    return first or [], conflicts


def _counted(puzzle: Puzzle, opened: dict[str, int]) -> dict[str, Any]:
    """The number of solutions, or proven bounds. One compiler, so that only nodes end it."""
    options = Options(compilation="search")
    found = count(puzzle, options=options, limits=Limits(nodes=COUNT_NODES))
    if found.is_exact:
        return {"solutions": str(found.at_least)}
    opened["solutions"] = COUNT_NODES
    most = None if found.at_most is None else str(found.at_most)
    return {"solutions": None, "bounds": [str(found.at_least), most]}


def _possible(
    puzzle: Puzzle, pictures: list[Picture], opened: dict[str, int]
) -> Sequence[int] | None:
    """The colours that each cell has in solutions; None if that stays open."""
    try:
        return backbone(puzzle, known=tuple(pictures), limits=Limits(nodes=MASK_NODES)).masks
    except LimitReached:
        opened["mask"] = MASK_NODES
        return None


class _OpenError(Exception):
    """Probing has reached its limit."""


class _Probing:
    """Probing of one puzzle, of which it is known what is possible.

    Only what no solution has is assumed: nothing else can be excluded, so the fixpoints are the
    same.
    """

    def __init__(self, puzzle: Puzzle, possible: Sequence[int]) -> None:
        self._puzzle, self._possible = puzzle, possible
        self._meter = Meter(Limits(), Stats())

    def open_cells(self, left: Grid | None) -> int:
        """The cells that are open and have one colour in all solutions."""
        if left is None:
            return 0
        pairs = zip(left.masks, self._possible, strict=True)
        return sum(has_several(mask) and not has_several(known) for mask, known in pairs)

    def lines(self, masks: list[int] | None = None) -> Grid | None:
        """The fixpoint of tightening lines; None is a contradiction."""
        if masks is not None and not all(masks):
            return None
        grid = None if masks is None else Grid.of_masks(self._puzzle, masks)
        return propagated(self._puzzle, grid)

    def one(self, left: Grid | None) -> Grid | None:
        """The fixpoint of probing one cell, from one of tightening lines."""
        failed = FailedLiterals(self._puzzle)
        while left is not None:
            masks = list(left.masks)
            refuted = failed.refuted(masks, self._meter)
            if not refuted:
                break
            for each in refuted:
                masks[each.cell] &= ~(1 << each.colour)
            left = self.lines(masks)
        return left

    def two(self, left: Grid | None) -> Grid | None:
        """The fixpoint of probing two cells, from one of probing one cell.

        Raises:
            _OpenError: the limit on probes was reached.
        """
        is_changed = True
        while left is not None and is_changed:
            is_changed = False
            for cell, colour in product(range(self._puzzle.board.size), (0, 1)):
                masks = list(left.masks)
                if not has_several(masks[cell]) or self._possible[cell] >> colour & 1:
                    continue
                if self._meter.stats.probes > PROBES:
                    raise _OpenError
                masks[cell] = 1 << colour
                if self.one(self.lines(masks)) is None:
                    masks = list(left.masks)
                    masks[cell] &= ~(1 << colour)
                    left = self.one(self.lines(masks))
                    is_changed = True
                    if left is None:
                        break
        return left


def _probed(
    puzzle: Puzzle, possible: Sequence[int] | None, opened: dict[str, int]
) -> dict[str, Any]:
    """The labels by lines and by probing."""
    if possible is None:
        opened.update(dict.fromkeys(("lines", "probe1", "probe2"), opened["mask"]))
        return dict.fromkeys(("lines", "probe1", "probe2"))
    probing = _Probing(puzzle, possible)
    left = probing.lines()
    found: dict[str, int | None] = {"lines": probing.open_cells(left)}
    steps: dict[str, Callable[[Grid | None], Grid | None]] = {
        "probe1": probing.one,
        "probe2": probing.two,
    }
    try:
        for name, step in steps.items():
            left = step(left) if probing.open_cells(left) else left
            found[name] = probing.open_cells(left)
    except _OpenError:
        found["probe2"] = None
        opened["probe2"] = PROBES
    return found


def _bare(name: str, puzzle: Puzzle, most: int, opened: dict[str, int]) -> dict[str, Any]:
    """The nodes of the bare search, and the engines that visited as many."""
    pictures, stats, reached = _searched(puzzle, TEXTBOOK, Limits(nodes=most))
    if reached:
        opened["nodes"] = most
        return {"nodes": None, "engines": ["kernel"]}
    engines = ["kernel"]
    if stats.nodes <= BOTH_NODES:
        options, limits = Options(components=False), Limits(nodes=BOTH_NODES + 1)
        other, again, _ = _searched(puzzle, options, limits, "textbook")
        if (len(other), again.nodes) != (len(pictures), stats.nodes):
            what = f"the kernel visits {stats.nodes} nodes, the textbook engine {again.nodes}"
            raise NonocspError(f"{name}: {what}")
        engines.append("textbook")
    return {"nodes": stats.nodes, "engines": engines}


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each family."""
    for family, found in grouped(records, lambda cell: cell["family"]).items():
        those = [record["figures"] for record in found]
        verdicts = Counter(each["verdict"] for each in those)
        sizes = [max(each["size"]) for each in those]
        yield {
            "family": family,
            "cells a side": f"{min(sizes)} to {max(sizes)}",
            "instances": len(those),
            **{verdict: verdicts[verdict] for verdict in ("unique", "multiple", "none")},
            **{name: _zeros(those, name) for name in ("lines", "probe1", "probe2")},
            "search": sum(bool(each["probe2"]) for each in those),
            "both engines": sum(len(each["engines"]) == 2 for each in those),
            "open": sum(bool(each["open"]) for each in those),
        }


def _zeros(those: Sequence[Cell], name: str) -> int:
    return sum(each[name] == 0 for each in those)


def notes(rows: Sequence[Row]) -> Iterator[str]:
    yield (
        f"{sum(row['instances'] for row in rows)} instances. `lines`, `probe1` and `probe2` decide "
        "that many; `search` is needed by what two probed cells leave open; `both engines` agree "
        "on the nodes; `open` have a label or a number of solutions that is not known."
    )


EXPERIMENT = Experiment(
    name="corpus",
    title="Scaled nonograms",
    shows="the instances of the corpus by family, and what decides them",
    takes="some seconds; in full some minutes",
    cells=cells,
    full={"most": 40},
    measure=measure,
    columns={
        "family": "",
        "cells a side": "",
        **dict.fromkeys(("instances", "unique", "multiple", "none"), ","),
        **dict.fromkeys(("lines", "probe1", "probe2", "search", "both engines", "open"), ","),
    },
    rows=rows,
    notes=notes,
)
