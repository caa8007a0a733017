"""What is wrong with a puzzle: lines that cannot hold together, and the slip behind it; or cells
that stay open, and what would settle them.

A puzzle without solution has sets of lines of which no picture satisfies all. One that is minimal
is found by leaving clues out (see `nonocsp.common.mus`), from the lines of the contradiction to
which tightening leads, where it does. A slip in one line lies in every such set: so only the
lines of the one that was found are candidates, and of these only those without whose clue there
is a solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..common.limits import LimitReached, Limits, Meter, Stats
from ..common.mus import minimal_unsatisfiable_subset
from ..common.options import Options
from ..model.clue import Clue, Line, minimal_length
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..solver.answers import Verdict, check_question, solutions, verdict_of
from ..space import backbone, solution_space
from .changes import KINDS, Sums, alternatives
from .phrasing import Words
from .position import Position
from .reasons import Domain
from .trails import Trail

#: Search nodes that one question on the way may take before it stays open.
_NODES = 20_000

#: Search nodes for compiling all solutions of an ambiguous puzzle before cells to give away are
#: chosen one by one.
_SPACE_NODES = 20_000

#: Cells that may differ for a smallest set of cells to give away to be looked for.
_MOST_CELLS = 150

_VERDICTS = {
    Verdict.UNIQUE: "one solution",
    Verdict.MULTIPLE: "several solutions",
    Verdict.UNKNOWN: "perhaps; a limit was reached",
}


@dataclass(frozen=True, slots=True)
class Change:
    """One clue changed so that the puzzle is solvable."""

    line: Line
    kind: str
    """The slip that is undone: see `nonocsp.explanation.changes.KINDS`."""
    before: Clue
    after: Clue
    verdict: Verdict
    """How many solutions the changed puzzle has; UNKNOWN where that was not settled."""
    text: str

    def __str__(self) -> str:
        return self.text

    def apply(self, puzzle: Puzzle) -> Puzzle:
        """The changed puzzle."""
        return with_clue(puzzle, self.line, self.after)

    def as_dict(self) -> dict[str, Any]:
        return {
            "line": {"axis": self.line.axis, "index": self.line.index},
            "kind": self.kind,
            "before": [[block.length, block.colour] for block in self.before],
            "after": [[block.length, block.colour] for block in self.after],
            "verdict": self.verdict.value,
            "sentence": self.text,
        }


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What `diagnose` found; ``str`` tells it in a few lines."""

    verdict: Verdict
    text: str
    conflict: tuple[Line, ...] = ()
    """Without solution: lines that cannot hold together."""
    is_minimal: bool = False
    """It is proven that none of these lines can be spared."""
    changes: tuple[Change, ...] = ()
    """Without solution: changes of one clue that make the puzzle solvable, the best first: those
    that make it unique, and among these the simplest slips."""
    differing: Grid | None = None
    """With several solutions: the colours that every cell has in some solution."""
    givens: dict[tuple[int, int], int] | None = None
    """With several solutions: cells and their colours that leave one solution when given."""
    stopped_by: str | None = None
    """The limit that ended the diagnosis before all was known, or None."""
    stats: Stats = field(default_factory=Stats, compare=False, repr=False)
    """Counted work."""

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, Any]:
        """The diagnosis as JSON values."""
        cells = [] if self.differing is None else _open_cells(self.differing)
        givens = self.givens or {}
        return {
            "verdict": self.verdict.value,
            "text": self.text,
            "conflict": [{"axis": line.axis, "index": line.index} for line in self.conflict],
            "is_minimal": self.is_minimal,
            "changes": [change.as_dict() for change in self.changes],
            "differing": [list(cell) for cell in cells],
            "givens": [
                {"row": row, "column": column, "colour": colour}
                for (row, column), colour in givens.items()
            ],
            "stopped_by": self.stopped_by,
        }


def diagnose(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    engine: str | None = None,
    options: Options | None = None,
) -> Diagnosis:
    """What is wrong with a puzzle, if anything.

    Args:
        puzzle: the puzzle.
        limits: bounds on the work; when one is reached, what is known by then is told.
        engine: the name of an engine; None is the default.
        options: the techniques of the search; None is the recommended mix.

    Raises:
        OptionError: no such engine.

    >>> print(diagnose(Puzzle([[2], [1]], [[1], [1]])))
    There is no solution: rows 1-2 and columns 1-2 cannot hold together.
    One change would do:
      column 1: 1 should be 2 (one solution)
      column 2: 1 should be 2 (one solution)
      row 2: the clue should be empty, not 1 (one solution)
      row 1: 2 should be 1 (several solutions)
    """
    limits = Limits() if limits is None else limits
    options = Options() if options is None else options
    check_question(puzzle, None, limits, options)
    stats = Stats()
    found = _Doctor(puzzle, Meter(limits, stats), engine, options).diagnosis()
    return replace(found, stats=stats)


def with_clue(puzzle: Puzzle, line: Line, clue: Clue | None) -> Puzzle:
    """The puzzle with another clue for a line; its goals are gone with the old one."""
    axis = "rows" if line.is_row else "columns"
    clues = list(getattr(puzzle, axis))
    clues[line.index] = clue
    return puzzle.replace(**{axis: clues}, goals=())


def only_lines(puzzle: Puzzle, lines: Sequence[Line]) -> Puzzle:
    """The puzzle with the clues of some lines, and those of all others absent."""
    kept = set(lines)
    clues = [puzzle.clue(line) if line in kept else None for line in puzzle.lines]
    rows = puzzle.shape[0]
    return puzzle.replace(rows=clues[:rows], columns=clues[rows:], goals=())


class _Doctor:
    """One diagnosis."""

    def __init__(self, puzzle: Puzzle, meter: Meter, engine: str | None, options: Options) -> None:
        self.puzzle, self.meter, self.engine, self.options = puzzle, meter, engine, options
        self.words = Words(puzzle)
        self.known: dict[tuple[Line, ...], bool | None] = {}

    def diagnosis(self) -> Diagnosis:
        self.meter.start()
        try:
            try:
                pictures, is_complete = self._solutions(self.puzzle, None)
            except LimitReached as reached:
                text = "How many solutions there are is not known: a limit was reached."
                return Diagnosis(Verdict.UNKNOWN, text, stopped_by=reached.limit)
            verdict = verdict_of(len(pictures), is_complete)
            if verdict is Verdict.UNIQUE:
                return Diagnosis(verdict, "Nothing is wrong: there is exactly one solution.")
            if verdict is Verdict.NONE:
                return self._unsolvable()
            return self._ambiguous(pictures)
        finally:
            self.meter.stop()

    def _solutions(
        self, puzzle: Puzzle, nodes: int | None, most: int = 2, grid: Grid | None = None
    ) -> tuple[list[Picture], bool]:
        """Up to two solutions, and whether there are no others.

        Raises:
            LimitReached: a limit of the whole diagnosis, not that on the nodes given here.
        """
        left = self.meter.left()
        mine = nodes if left.nodes is None else min(left.nodes, nodes or left.nodes)
        with solutions(
            puzzle,
            limit=most,
            grid=grid,
            limits=left.replace(nodes=mine, solutions=None),
            engine=self.engine,
            options=self.options,
        ) as search:
            found = list(search)
        self.meter.stats.nodes += search.stats.nodes
        if search.stopped_by not in (None, "solutions") and (
            search.stopped_by != "nodes" or nodes is None
        ):
            raise LimitReached(search.stopped_by or "", search.detail)
        return found, search.is_complete

    # Without solution.

    def _unsolvable(self) -> Diagnosis:
        conflict: list[Line] = [
            line for line in self.puzzle.lines if self.puzzle.clue(line) is not None
        ]
        changes: list[Change] = []
        is_minimal, stopped = False, None
        try:
            conflict, is_minimal = self._conflict(conflict)
            for change in self._changes(conflict):
                changes.append(change)
        except LimitReached as reached:
            stopped = reached.limit
        verdicts = [Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.UNKNOWN]
        changes.sort(key=lambda change: (verdicts.index(change.verdict), KINDS.index(change.kind)))
        return Diagnosis(
            Verdict.NONE,
            self._text(conflict, changes, stopped),
            tuple(conflict),
            is_minimal,
            tuple(changes),
            stopped_by=stopped,
        )

    def _text(self, conflict: list[Line], changes: list[Change], stopped: str | None) -> str:
        lines = [self._said(conflict)]
        if len(changes) == 1:
            lines.append(f"One change would do: {changes[0]}")
        elif changes:
            lines += ["One change would do:", *(f"  {change}" for change in changes)]
        elif not stopped:
            lines.append("No change of one clue that looks like a slip would do.")
        if stopped:
            lines.append("A limit was reached: not all changes were tried.")
        return "\n".join(lines)

    def _said(self, conflict: list[Line]) -> str:
        if len(conflict) == 1:
            (line,) = conflict
            needed = minimal_length(self.puzzle.clue(line) or ())
            length = self.puzzle.length(line)
            return f"There is no solution: {line} needs {needed} cells and has {length}."
        said = f"{self.words.lines(conflict)} cannot hold together"
        return f"There is no solution: {said}."

    def _conflict(self, lines: list[Line]) -> tuple[list[Line], bool]:
        """Lines that cannot hold together, and whether none can be spared."""
        for line in lines:
            if minimal_length(self.puzzle.clue(line) or ()) > self.puzzle.length(line):
                return [line], True
        grid = Grid.unknown(self.puzzle)
        position = Position(self.puzzle, grid, self.meter, self.engine, self.options)
        trail = Trail(position).run()
        if trail.is_contradiction:
            links, _ = trail.chain()
            used = {link.line for link in links}
            lines = [line for line in lines if line in used]
        unsettled = False

        def cannot_hold(some: list[Line]) -> bool:
            nonlocal unsettled
            found, is_complete = self._solutions(only_lines(self.puzzle, some), _NODES, 1)
            unsettled |= not found and not is_complete
            return is_complete and not found

        kept = minimal_unsatisfiable_subset(lines, cannot_hold)
        return kept, not unsettled

    def _changes(self, conflict: list[Line]) -> Iterator[Change]:
        sums = Sums(self.puzzle)
        for line in conflict:
            clue, length = self.puzzle.clue(line), self.puzzle.length(line)
            assert clue is not None  # an absent clue contradicts nothing
            without = with_clue(self.puzzle, line, None)
            found, is_complete = self._solutions(without, _NODES, 1)
            if is_complete and not found:
                continue
            candidates = self._candidates(without, line)
            colours = self.puzzle.block_colours
            for kind, meant in alternatives(clue, length, colours):
                if not sums.agree(line, meant):
                    continue
                domain = Domain(meant, length, colours)
                if domain.tighten(candidates) is None:
                    continue
                changed = with_clue(self.puzzle, line, meant)
                pictures, is_complete = self._solutions(changed, _NODES)
                if pictures or not is_complete:
                    verdict = verdict_of(len(pictures), is_complete)
                    text = self._change_text(line, meant, verdict)
                    yield Change(line, kind, clue, meant, verdict, text)

    def _candidates(self, without: Puzzle, line: Line) -> tuple[int, ...]:
        """What the other lines leave of the cells of a line."""
        grid = Grid.unknown(without)
        position = Position(without, grid, self.meter, self.engine, self.options)
        trail = Trail(position).run()
        cells = position.cells(line)
        return tuple(trail.masks[cells.start : cells.stop : cells.step])

    def _change_text(self, line: Line, meant: Clue, verdict: Verdict) -> str:
        now = self.words.clue(line)
        after = Words(with_clue(self.puzzle, line, meant)).clue(line)
        what = f"{now} should be {after}" if meant else f"the clue should be empty, not {now}"
        return f"{line}: {what} ({_VERDICTS[verdict]})"

    # With several solutions.

    def _ambiguous(self, pictures: list[Picture]) -> Diagnosis:
        shown: list[int] = []
        stopped = None
        givens: dict[tuple[int, int], int] | None = None
        columns, colours = self.puzzle.shape[1], self.puzzle.block_colours
        try:
            backbone(
                self.puzzle,
                known=tuple(pictures),
                limits=self.meter.left(),
                engine=self.engine,
                options=self.options,
                shown=shown,
            )
            differing = Grid(shown, columns, colours)
            givens = self._givens(differing, pictures[0])
        except LimitReached as reached:
            stopped = reached.limit
            differing = Grid(shown, columns, colours)
        cells = _open_cells(differing)
        least = "at least " if stopped and givens is None else ""
        lines = [
            f"There are several solutions: they differ in {least}{len(cells)} "
            f"of {len(shown)} cells.",
            differing.text(self.puzzle.colours),
        ]
        if givens:
            said = self.words.anywhere((row, column, (c,)) for (row, column), c in givens.items())
            number = "1 cell is" if len(givens) == 1 else f"{len(givens)} cells are"
            lines.append(f"One solution is left when {number} given: {said}.")
        if stopped:
            lines.append("A limit was reached: more cells may differ.")
        return Diagnosis(
            Verdict.MULTIPLE,
            "\n".join(lines),
            differing=differing,
            givens=givens,
            stopped_by=stopped,
        )

    def _givens(self, differing: Grid, goal: Picture) -> dict[tuple[int, int], int]:
        """Cells that leave one solution when given: a smallest set where that is not too much."""
        cells = _open_cells(differing)
        left = self.meter.left()
        if len(cells) <= _MOST_CELLS:
            nodes = min(_SPACE_NODES, left.nodes or _SPACE_NODES)
            space = solution_space(
                self.puzzle,
                limits=left.replace(nodes=nodes, solutions=None),
                engine=self.engine,
                options=self.options,
            )
            self.meter.stats.nodes += space.stats.nodes
            if space.is_exact:
                return space.disambiguate(goal, limits=self.meter.left()).givens()
        return self._some_givens(cells, goal)

    def _some_givens(
        self, cells: list[tuple[int, int]], goal: Picture
    ) -> dict[tuple[int, int], int]:
        """One cell after another in which some solution differs, until there is one solution; then
        those that can be spared are left out again."""
        unknown = Grid.unknown(self.puzzle)

        def other(some: Sequence[tuple[int, int]]) -> Picture | None:
            grid = unknown.given({cell: goal[cell] for cell in some})
            found, _ = self._solutions(self.puzzle, None, 2, grid)
            return next((picture for picture in found if picture != goal), None)

        chosen: list[tuple[int, int]] = []
        while (picture := other(chosen)) is not None:
            chosen.append(goal.differences(picture)[0])
        kept = minimal_unsatisfiable_subset(chosen, lambda some: other(some) is None)
        return {cell: goal[cell] for cell in sorted(kept)}


def _open_cells(grid: Grid) -> list[tuple[int, int]]:
    columns = grid.shape[1]
    return [divmod(cell, columns) for cell, mask in enumerate(grid.masks) if mask & (mask - 1)]
