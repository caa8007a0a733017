"""Slips that explain why a puzzle has no solution: generate, test, rank.

Slips are undone in a draft of the puzzle, which the solver tests. Three things keep the drafts few.
A change helps only if it touches the lines of a contradiction: a minimal unsatisfiable subset (MUS)
of the clues says where to look, and for a second slip the MUS that is left after the first. This is
the hitting set tree of R. Reiter, "A theory of diagnosis from first principles" (1987), down to
depth two. Rows and columns must agree on the number of cells of every colour, which takes no
search. And the clue of a line in doubt is not guessed: the puzzle is solved without it, and every
solution shows what the clue would be.

Drafts are ranked by their cost, about the binary logarithm of how improbable they are: the kinds of
the slips, whether the corrected puzzle has one solution, whether single lines solve it, and how
ragged its picture is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, islice, pairwise

from ...common.mus import minimal_unsatisfiable_subset
from ...line.domain import line_domain
from ...model.clue import Clue, clue_of, minimal_length, satisfies
from ...model.grid import Grid, Picture
from ...model.line import Line
from ...model.problems import cells_needed, clues_by_axis, sums_differ
from ...model.puzzle import Puzzle, with_clues
from ...reading.clue_errors import alternatives
from ...solver.engines import engine_named
from ...solver.propagation import propagated
from ...solver.solving import Verdict, first_solutions, verdict_of
from ..position import Position
from .drafts import Draft
from .slips import Change, Slip, sentence_of

#: Search nodes for one test before it stays open.
_NODES = 10_000

#: Search nodes that take about as long as a test without search.
_NODES_A_TEST = 10

#: Cells that take as long as a test of the smallest puzzle.
_EVERY_TEST = 300

#: Work for finding one slip, and again for two: tests times the cells of the puzzle, see `_size`.
_MOST_WORK = 20_000_000

#: The tests that are made however large the puzzle is.
_LEAST_TESTS = 300

#: Solutions that are looked at for the clues of lines in doubt.
_MOST_PICTURES = 120

#: Two slips are looked for if no single one costs less without its picture, in bits.
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


class _OutOfWork(Exception):
    """The bound on work was reached."""


class Mender:
    """The search for slips.

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
        self.tests = 0
        """Puzzles that the solver was asked about."""
        self._is_likely = False
        self._work = math.inf
        self._by_definition = engine_named(position.query.engine).name == "textbook"

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes found so far, the likeliest first."""
        return tuple(sorted(self.found.values(), key=lambda change: change.cost))

    def run(self, conflict: Sequence[Line]) -> None:
        """Look for one slip, and if none is likely for two.

        Args:
            conflict: lines that contradict each other.

        Raises:
            LimitReached: a limit of the meter was reached.
        """
        most = self._work = max(_MOST_WORK, _LEAST_TESTS * _size(self.position.puzzle))
        try:
            start = Draft.of(self.position.puzzle)
            self.ask_goals()
            unsolved = [one for one in start.children(conflict) if not self.test(one)]
            if not self._is_likely:
                self._work = most
                self._two(sorted(unsolved, key=lambda draft: draft.cost))
            self.is_complete = True
        except _OutOfWork:
            self.is_bounded = True

    def ask_goals(self) -> None:
        """Compare the clues with the pictures that come with the puzzle as its goals."""
        puzzle = self.position.puzzle
        turned = puzzle.transpose() if puzzle.board.table else puzzle
        for goal in puzzle.goals:
            if puzzle.is_solved_by(goal):
                continue
            if turned.board == goal.board and turned.is_solved_by(goal):
                slip = Slip("rows and columns exchanged", (Line("row", 0),))
                exchanged = with_clues(puzzle, turned.clues, turned.board)
                self._keep_goal(Draft.of(exchanged)._replace(slips=(slip,)), goal)
                continue
            wrong = Draft.of(puzzle)
            clues = {}
            for line in puzzle.lines:
                cells = [goal.cells[cell] for cell in puzzle.cells(line)]
                if not satisfies(cells, puzzle.clue(line)):
                    wrong, clues[line] = wrong.doubt(line), clue_of(cells)
            if len(clues) <= _MOST_WRONG:
                self._keep_goal(wrong.decided(clues), goal)

    def _keep_goal(self, draft: Draft, goal: Picture) -> None:
        pictures, is_complete = self._solve(draft.puzzle, 2)
        self._keep(draft, verdict_of(len(pictures), is_complete), [goal])

    def _two(self, firsts: Sequence[Draft]) -> None:
        """Undo a second slip in drafts without a solution."""
        seen: set[Puzzle] = set()

        def test(drafts: Iterable[Draft]) -> None:
            for draft in drafts:
                if draft.puzzle not in seen:
                    seen.add(draft.puzzle)
                    self.test(draft)

        later = []
        for first in firsts:
            conflict = self._some_conflict(first.puzzle)
            children = first.children(conflict)
            # One test of a line in doubt stands for all kinds of slips in its clue.
            test(islice(children, len(conflict)))
            later.append(children)
        for children in later:
            test(children)

    def conflict(self, puzzle: Puzzle, lines: Sequence[Line] = ()) -> tuple[list[Line], bool]:
        """Few lines that contradict each other, and whether none can be spared for certain.

        Args:
            puzzle: a puzzle without solution.
            lines: lines that contradict each other; none are all that have a clue.
        """
        is_minimal = True

        def contradict(some: Sequence[Line]) -> bool:
            nonlocal is_minimal
            pictures, is_complete = self._solve(_only(puzzle, some), 1)
            is_minimal &= bool(pictures) or is_complete
            return is_complete and not pictures

        return minimal_unsatisfiable_subset(lines or _with_clue(puzzle), contradict), is_minimal

    def _some_conflict(self, puzzle: Puzzle) -> list[Line]:
        """Few lines that contradict each other, not always a minimal set, in less time."""
        line = too_long(puzzle)
        if line is not None:
            return [line]

        def contradict(some: Sequence[Line]) -> bool:
            self._spend(0.5, puzzle)
            return self._propagated(_only(puzzle, some)) is None

        lines = _with_clue(puzzle)
        if contradict(lines):
            return minimal_unsatisfiable_subset(lines, contradict)
        return self.conflict(puzzle)[0]

    def _spend(self, tests: float, puzzle: Puzzle) -> None:
        """Count work. Raises `_OutOfWork`."""
        if self._work < 0:
            raise _OutOfWork
        self.tests += 1
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

    def test(self, draft: Draft) -> bool:
        """Keep what the solutions of a draft show; False if it has none."""
        if not _sums_agree(draft.puzzle):
            return False
        pictures, is_complete = self._solve(draft.puzzle, _MOST_PICTURES if draft.doubtful else 2)
        if not pictures and is_complete:
            return False
        if not draft.doubtful:
            self._keep(draft, verdict_of(len(pictures), is_complete), pictures)
        elif is_complete and not _has_unknown_lengths(draft):
            self._read_off(draft, pictures)
        else:
            self._guess(draft)
        return True

    def _read_off(self, draft: Draft, pictures: Sequence[Picture]) -> None:
        """Keep the clues that all solutions of a draft show for its lines in doubt."""
        groups: dict[tuple[Clue, ...], list[Picture]] = {}
        cells = {line: draft.puzzle.cells(line) for line in draft.doubtful}
        for picture in pictures:
            clues = tuple(clue_of(picture.cells[c] for c in each) for each in cells.values())
            groups.setdefault(clues, []).append(picture)
        for clues, some in groups.items():
            decided = draft.decided(dict(zip(cells, clues, strict=True)))
            self._keep(decided, verdict_of(len(some), is_complete=True), some)

    def _guess(self, draft: Draft) -> None:
        """Test every clue that one slip may have turned into that of a line in doubt."""
        for line, typed in draft.doubtful.items():
            if typed is None:
                continue  # any clue is possible
            left = {other: clue for other, clue in draft.doubtful.items() if other != line}
            length, colours = draft.puzzle.length(line), draft.puzzle.block_colours
            grid = self._propagated(draft.puzzle)
            for kind, meant in alternatives(typed, length, colours):
                domain = line_domain(meant, length, colours, by_definition=self._by_definition)
                if grid is not None and domain.feasible(grid.line(line)):
                    slip = Slip(kind, (draft.given_line(line),), (typed,), (meant,))
                    puzzle = draft.with_clues({line: meant})
                    self.test(Draft(puzzle, draft.given, (*draft.slips, slip), left))
            return

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
        known = self.found.get(draft.puzzle)
        if known is None or cost < known.cost:
            words = sentence_of(draft.slips, self.position.puzzle)
            self.found[draft.puzzle] = Change(draft.slips, verdict, cost, words, draft.puzzle)
            if sum(change.cost < cost for change in self.found.values()) < _NEWS:
                self.progress()


def _with_clue(puzzle: Puzzle) -> list[Line]:
    """The lines that have a clue."""
    return [line for line in puzzle.lines if puzzle.clue(line) is not None]


def _size(puzzle: Puzzle) -> int:
    """About how long a test takes: the cells, what every test takes, and blocks without room."""
    cells = puzzle.board.size
    blocks = sum(len(clue or ()) for clue in puzzle.clues)
    return _EVERY_TEST + cells + 10 * max(0, blocks - cells)


def _only(puzzle: Puzzle, lines: Sequence[Line]) -> Puzzle:
    """The puzzle without the clues of all lines but some."""
    kept = set(lines)
    clues = [puzzle.clue(line) if line in kept else None for line in puzzle.lines]
    return with_clues(puzzle, clues)


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


def _has_unknown_lengths(draft: Draft) -> bool:
    """Whether a clue in doubt has blocks of unknown length, which no picture shows."""
    return any(block.length is None for clue in draft.doubtful.values() for block in clue or ())


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
