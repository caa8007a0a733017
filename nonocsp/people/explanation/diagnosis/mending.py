"""Typos that explain why a puzzle has no solution: generate, test, rank.

A minimal unsatisfiable subset of the clues (MUS) says where one typo can be: a change helps only if
it touches the lines of the contradiction. The clue of a line in doubt is not guessed: the puzzle is
solved without it, and every solution shows what the clue would be. Rows and columns must agree on
the number of cells of every colour, which rules out most other lists of lines without a search.

If no single typo is likely, `decipher` looks for several: all typos in all clues are readings of
clues in doubt, as they are given and with each list of lines that one typo may have changed. Its
conflicts and hitting sets are those of R. Reiter, "A theory of diagnosis from first principles"
(1987). At last come two typos in lists.

Proposals are ranked by their cost, about the binary logarithm of how improbable they are: the kinds
of the typos and their number, whether the corrected puzzle has one solution, whether single lines
solve it, and how ragged its picture is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import chain, combinations, pairwise

from ....core import (
    Clue,
    Grid,
    LimitReached,
    Line,
    Picture,
    Puzzle,
    Verdict,
    clue_of,
    clues_by_axis,
    engine_named,
    first_solutions,
    line_domain,
    minimal_length,
    propagated,
    satisfies,
    verdict_of,
)
from ....core.model.problems import cells_needed, sums_differ
from ....core.model.puzzle import with_clues
from ....core.options.mus import minimal_unsatisfiable_subset
from ...reading import decipher, mistyped
from ...reading.clue_errors import alternatives
from ..position import Position
from .drafts import Draft
from .typos import Change, Typo, sentence_of

#: Search nodes for one test before it stays open.
_NODES = 10_000

#: Search nodes, and lines tightened by `decipher`, that take about as long as a test.
_NODES_A_TEST, _TIGHTENINGS_A_TEST = 10, 1000

#: Cells that take as long as a test of the smallest puzzle.
_EVERY_TEST = 300

#: Work for finding typos: tests times the cells of the puzzle, see `_size`.
_MOST_WORK = 20_000_000

#: The tests that are made however large the puzzle is.
_LEAST_TESTS = 300

#: Solutions that are looked at for the clues of lines in doubt.
_MOST_PICTURES = 120

#: Several typos are looked for if no single one costs less without its picture, in bits.
_LIKELY = 7.0

#: Lines whose clues a picture that comes with the puzzle may correct.
_MOST_WRONG = 6

#: The likeliest changes that are reported at once.
_NEWS = 10

#: The costs of evidence, in bits.
_VERDICTS = {Verdict.UNIQUE: 0.0, Verdict.UNKNOWN: 4.0, Verdict.MULTIPLE: 5.0}
_NOT_BY_LINES = 1.5
_GOAL = -20.0
_EDGE, _CORNER = 0.6, -0.25

#: Bits that each typo in a clue costs beside its kind where several are looked for: more than kinds
#: differ, so that few typos come before many.
_EVERY_TYPO = 12.0

#: Readings that cost less, in bits, have one typo; are looked for; can be shown to be all.
_ONE, _ALL, _PROVEN = 2 * (_EVERY_TYPO + 2), 110.0, 43.0

#: Readings of one list of clues at most, and bits that they may cost more than the best.
_MOST_READINGS, _MARGIN = 100, 12.0

#: Counted work of `decipher` for the clues as they are given, for each other list of them, and for
#: each with a line left out, which is looked for at every place.
_GIVEN_WORK, _LIST_WORK, _MISSING_WORK = 200_000_000, 50_000_000, 10_000_000

#: Work for two typos in lists where something else was found; making them is a part of a test.
_PAIR_WORK, _MAKING = 1_000_000, 0.1


class _OutOfWork(Exception):
    """The bound on work was reached."""


class Mender:
    """The search for typos.

    Args:
        position: the puzzle, and the meter for the work.
        progress: called when a change was found that is among the likeliest so far.
    """

    def __init__(self, position: Position, progress: Callable[[], object]) -> None:
        self.position, self.progress = position, progress
        self.found: dict[Puzzle, Change] = {}
        """The changes found so far, by the corrected puzzle."""
        self.is_complete = False
        """All drafts were tested."""
        self.is_bounded = False
        """The bound on work ended the search."""
        self._is_likely = False
        self._work = math.inf
        self._by_definition = engine_named(position.query.engine).name == "textbook"

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes found so far, the likeliest first."""
        return tuple(sorted(self.found.values(), key=_rank))

    def run(self, conflict: Sequence[Line]) -> None:
        """Look for one typo, and if none is likely for several.

        Args:
            conflict: lines that contradict each other.

        Raises:
            LimitReached: a limit of the meter was reached.
        """
        self._work = max(_MOST_WORK, _LEAST_TESTS * _size(self.position.puzzle))
        start = Draft.of(self.position.puzzle)
        try:
            self.ask_goals()
            for draft in (*map(start.doubt, conflict), *start.lists(conflict)):
                self.test(draft)
            if not self._is_likely:
                self._several(start)
            self.is_complete = True
        except _OutOfWork:
            self.is_bounded = True

    def _several(self, start: Draft) -> None:
        """Look for several typos: in clues, in a list of lines and a clue, in two lists."""
        for bits in (_ALL, _PROVEN):
            self._read(start, bits, _GIVEN_WORK)
        lists = sorted(start.lists(), key=lambda draft: draft.cost)
        for draft in lists:
            self._read(draft, _ONE, _MISSING_WORK if draft.doubtful else _LIST_WORK)
        if self.found:
            self._work = min(self._work, _PAIR_WORK)
        for second in chain.from_iterable(first.lists() for first in lists):
            self._spend(_MAKING, second.puzzle)
            self.test(second)

    def ask_goals(self) -> None:
        """Compare the clues with the pictures that come with the puzzle as its goals."""
        puzzle = self.position.puzzle
        turned = puzzle.transpose() if puzzle.board.table else puzzle
        for goal in puzzle.goals:
            if puzzle.is_solved_by(goal):
                continue
            if turned.board == goal.board and turned.is_solved_by(goal):
                typo = Typo("rows and columns exchanged", (Line("row", 0),))
                exchanged = with_clues(puzzle, turned.clues, turned.board)
                self._keep_goal(Draft.of(exchanged)._replace(typos=(typo,)), goal)
                continue
            clues = {}
            for line in puzzle.lines:
                cells = [goal.cells[cell] for cell in puzzle.cells(line)]
                if not satisfies(cells, puzzle.clue(line)):
                    clues[line] = clue_of(cells)
            if len(clues) <= _MOST_WRONG:
                self._keep_goal(Draft.of(puzzle).decided(clues), goal)

    def _keep_goal(self, draft: Draft, goal: Picture) -> None:
        pictures, is_complete = self._solve(draft.puzzle, 2)
        self._keep(draft, verdict_of(len(pictures), is_complete), [goal])

    def _read(self, draft: Draft, bits: float, work: int) -> None:
        """Keep the cheapest readings of the clues of a draft that cost less than some bits."""
        if self._by_definition:
            return
        puzzle, bit = draft.puzzle, math.log(2)
        found = decipher(
            mistyped(puzzle, _EVERY_TYPO),
            most=_MOST_READINGS,
            margin=min(_MARGIN, bits) * bit,
            several=_VERDICTS[Verdict.MULTIPLE] * bit,
            most_above=bits * bit,
            work=work,
            limits=self.position.meter.left().replace(solutions=None),
        )
        self.position.meter.stats.nodes += found.stats.nodes
        for reading in found.readings:
            if reading.cost < bits * bit:  # what crossing lines suggest may cost more
                self.test(draft.read_as(reading.puzzle))
        if found.stopped_by:
            raise LimitReached(found.stopped_by)
        self._spend(1 + found.stats.tightenings / _TIGHTENINGS_A_TEST, puzzle)

    def conflict(self, lines: Sequence[Line]) -> tuple[list[Line], bool]:
        """Few of the lines that contradict each other, and whether none can surely be spared."""
        start, is_minimal = Draft.of(self.position.puzzle), True

        def contradict(some: Sequence[Line]) -> bool:
            nonlocal is_minimal
            others = set(start.puzzle.lines).difference(some)
            pictures, is_complete = self._solve(start.with_clues(dict.fromkeys(others)), 1)
            is_minimal &= bool(pictures) or is_complete
            return is_complete and not pictures

        return minimal_unsatisfiable_subset(lines, contradict), is_minimal

    def _spend(self, tests: float, puzzle: Puzzle) -> None:
        """Count work. Raises `_OutOfWork`."""
        if self._work < 0:
            raise _OutOfWork
        self._work -= tests * _size(puzzle)

    def _solve(self, puzzle: Puzzle, number: int) -> tuple[list[Picture], bool]:
        """The first solutions of a puzzle, and whether these are all, by a bounded search.

        Raises:
            _OutOfWork: the bound on work was reached before.
        """
        stats = self.position.meter.stats
        before = stats.nodes
        found = first_solutions(self.position.query._replace(puzzle=puzzle), number, nodes=_NODES)
        self._spend(1 + (stats.nodes - before) / _NODES_A_TEST, puzzle)
        return found

    def test(self, draft: Draft) -> None:
        """Keep what the solutions of a draft show."""
        if not _sums_agree(draft.puzzle):
            return
        pictures, is_complete = self._solve(draft.puzzle, _MOST_PICTURES if draft.doubtful else 2)
        for line, typed in draft.doubtful.items():
            is_shown = is_complete and all(block.length for block in typed or ())
            if typed is not None and not is_shown and len(draft.doubtful) == 1:
                self._guess(draft, line, typed)
                return
        shown: dict[tuple[Clue, ...], list[Picture]] = {}
        cells = {line: draft.puzzle.cells(line) for line in draft.doubtful}
        for picture in pictures:
            clues = tuple(clue_of(picture.cells[c] for c in each) for each in cells.values())
            shown.setdefault(clues, []).append(picture)
        for clues, some in shown.items():
            decided = draft.decided(dict(zip(cells, clues, strict=True)))
            if draft.doubtful and not is_complete:
                self.test(decided)
            else:
                self._keep(decided, verdict_of(len(some), is_complete), some)

    def _guess(self, draft: Draft, line: Line, typed: Clue) -> None:
        """Test every clue that one typo may have turned into that of the only line in doubt."""
        grid = self._propagated(draft.puzzle)
        length, colours = draft.puzzle.length(line), draft.puzzle.block_colours
        for _, meant in alternatives(typed, length, colours):
            domain = line_domain(meant, length, colours, by_definition=self._by_definition)
            if grid is not None and domain.feasible(grid.line(line)):
                self.test(draft.decided({line: meant}))

    def _propagated(self, puzzle: Puzzle) -> Grid | None:
        limits = self.position.meter.left()
        return propagated(puzzle, limits=limits, by_definition=self._by_definition)

    def _keep(self, draft: Draft, verdict: Verdict, pictures: Sequence[Picture]) -> None:
        cost = draft.cost + _VERDICTS[verdict]
        if verdict is Verdict.UNIQUE:
            grid = self._propagated(draft.puzzle)
            cost += 0 if grid is not None and grid.is_decided else _NOT_BY_LINES
        if any(draft.puzzle.is_solved_by(goal) for goal in self.position.puzzle.goals):
            cost += _GOAL
        self._is_likely |= cost < _LIKELY
        if pictures:
            cost += _raggedness(pictures[0])
        cost = round(cost, 6)
        known = self.found.get(draft.puzzle)
        if known is None or cost < known.cost:
            words = sentence_of(draft.typos, self.position.puzzle)
            self.found[draft.puzzle] = Change(draft.typos, verdict, cost, words, draft.puzzle)
            if sum(change.cost < cost for change in self.found.values()) < _NEWS:
                self.progress()


def _size(puzzle: Puzzle) -> int:
    """About how long a test takes: the cells, what every test takes, and blocks without room."""
    cells = puzzle.board.size
    blocks = sum(len(clue or ()) for clue in puzzle.clues)
    return _EVERY_TEST + cells + 10 * max(0, blocks - cells)


def too_long(puzzle: Puzzle) -> Line | None:
    """The first line whose clue needs more cells than it has."""
    for line, clue in zip(puzzle.lines, puzzle.clues, strict=True):
        if clue and minimal_length(clue) > puzzle.length(line):
            return line
    return None


def _sums_agree(puzzle: Puzzle) -> bool:
    """Whether all directions can agree on the number of cells of every colour."""
    directions = clues_by_axis(puzzle.board, puzzle.clues).values()
    return not any(
        sums_differ(cells_needed(some, colour), cells_needed(others, colour))
        for some, others in combinations(directions, 2)
        for colour in range(1, puzzle.block_colours + 1)
    )


def _rank(change: Change) -> tuple[float, list[tuple[bool, Line]]]:
    """The likeliest come first; of equals that in the first lines, rows before columns."""
    lines = [(line.axis != "row", line) for typo in change.typos for line in typo.lines[:1]]
    return change.cost, lines


def _raggedness(picture: Picture) -> float:
    """How improbable a picture is beside others, in bits: by the windows of two by two cells, blank
    all around, in which an edge goes straight on (half black) or turns (one or three black). On
    other boards by pairs of neighbours that differ."""
    if not picture.board.table:
        near, cells = picture.board.neighbours, picture.cells
        return _EDGE * sum(cells[n] != here for cell, here in enumerate(cells) for n in near(cell))
    blank = (0,) * (picture.shape[1] + 2)
    rows = [blank, *((0, *row, 0) for row in picture.rows), blank]
    edges = corners = 0
    for above, below in pairwise(rows):
        for (a, b), (c, d) in zip(pairwise(above), pairwise(below), strict=True):
            if not a == b == c == d:
                edges += (a != b) + (a != c)
                corners += (a == b, a == c, d == b, d == c).count(True) == 2 and (a == d or b == c)
    return _EDGE * edges + _CORNER * corners
