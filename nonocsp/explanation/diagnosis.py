"""What is wrong with a puzzle: contradicting lines and the slip behind them, or ambiguous cells.

A puzzle without solution has a minimal unsatisfiable subset (MUS) of lines. One is found by
deleting clues (see `nonocsp.common.mus`), from the lines of the contradiction to which propagation
leads, where it does. A slip in one line lies in every MUS: so only the lines of the one that was
found are candidates, and of these only those without whose clue there is a solution.

Of an ambiguous puzzle it finds the cells that differ, and cells that make it unique when given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..common.limits import LimitReached, Limits, Stats
from ..common.mus import minimal_unsatisfiable_subset
from ..common.options import Options
from ..common.plain import Plain
from ..line.domain import line_domain
from ..model.bits import has_several, mask_of
from ..model.clue import Clue, minimal_length
from ..model.grid import Grid, Picture
from ..model.line import Line
from ..model.puzzle import Puzzle
from ..solver.engines import Query
from ..solver.propagation import tightenings
from ..solver.solving import Verdict, first_solutions, verdict_of
from ..space import backbone, solution_space
from .clue_errors import KINDS, alternatives, sums_can_agree
from .phrasing import Phrasing
from .position import Position
from .techniques.chains import ImplicationChain

#: Search nodes for one intermediate question before it stays open.
_NODES = 20_000

#: Search nodes for compiling all solutions of an ambiguous puzzle; beyond that, cells to give are
#: chosen one by one.
_SPACE_NODES = 20_000

#: The most ambiguous cells for which a smallest set of cells to give is computed.
_MOST_CELLS = 150

_VERDICTS = {
    Verdict.UNIQUE: "one solution",
    Verdict.MULTIPLE: "several solutions",
    Verdict.UNKNOWN: "perhaps; a limit was reached",
}

#: Changes that lead to these verdicts are listed in this order.
_BEST_FIRST = list(_VERDICTS)


@dataclass(frozen=True, slots=True)
class Change(Plain):
    """A change of one clue that makes the puzzle solvable."""

    line: Line
    kind: str
    """The slip that is undone: see `nonocsp.explanation.clue_errors.KINDS`."""
    before: Clue
    after: Clue
    verdict: Verdict
    """How many solutions the changed puzzle has; UNKNOWN where a limit was reached."""
    sentence: str

    def __str__(self) -> str:
        return self.sentence

    def apply(self, puzzle: Puzzle) -> Puzzle:
        """The changed puzzle."""
        return with_clue(puzzle, self.line, self.after)

    def to_dict(self) -> dict[str, Any]:
        """The change as JSON values; a block is its length and its colour."""
        clues = {"before": self.before, "after": self.after}
        return Plain.to_dict(self) | {
            name: [[block.length, block.colour] for block in clue] for name, clue in clues.items()
        }


@dataclass(frozen=True, slots=True)
class Diagnosis(Plain):
    """What `diagnose` found; ``str`` is a text of a few lines."""

    verdict: Verdict
    text: str
    conflict: tuple[Line, ...] = ()
    """Without solution: lines that contradict each other."""
    is_minimal: bool = False
    """The conflict is proven minimal: without any one of its lines there is no contradiction."""
    changes: tuple[Change, ...] = ()
    """Without solution: changes of one clue that make the puzzle solvable, the best first: those
    that make it unique, and among these the simplest slips."""
    differing: Grid | None = None
    """With several solutions: the colours that every cell has in some solution."""
    givens: dict[tuple[int, int], int] | None = None
    """With several solutions: cells and their colours that leave one solution when given."""
    stopped_by: str | None = None
    """The limit that ended the diagnosis early, or None."""
    stats: Stats = field(default_factory=Stats, compare=False, repr=False)
    """Counted work."""

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """The diagnosis as JSON values."""
        givens = (self.givens or {}).items()
        return Plain.to_dict(self) | {
            "differing": [list(cell) for cell in _open_cells(self.differing)],
            "givens": [{"row": row, "column": column, "colour": c} for (row, column), c in givens],
        }


def diagnose(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    engine: str | None = None,
    options: Options | None = None,
) -> Diagnosis:
    """What is wrong with a puzzle, if anything. Arguments as for `nonocsp.solutions`.

    When a limit is reached, the diagnosis has what is known by then.

    >>> print(diagnose(Puzzle([[2], [1]], [[1], [1]])))
    There is no solution: rows 1-2 and columns 1-2 contradict each other.
    One change would do:
      column 1: 1 should be 2 (one solution)
      column 2: 1 should be 2 (one solution)
      row 2: the clue should be empty, not 1 (one solution)
      row 1: 2 should be 1 (several solutions)
    """
    position = Position(Query.of(puzzle, None, limits, engine, options))
    try:
        with position.meter:
            pictures, is_complete = first_solutions(position.query, 2)
            verdict = verdict_of(len(pictures), is_complete)
            if verdict is Verdict.UNIQUE:
                found = Diagnosis(verdict, "Nothing is wrong: there is exactly one solution.")
            elif verdict is Verdict.NONE:
                found = _unsolvable(position)
            else:
                found = _ambiguous(position, pictures)
    except LimitReached as reached:
        text = "The number of solutions is not known: a limit was reached."
        found = Diagnosis(Verdict.UNKNOWN, text, stopped_by=reached.limit)
    return replace(found, stats=position.meter.stats)


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


def _unsolvable(position: Position) -> Diagnosis:
    puzzle = position.puzzle
    conflict = [line for line in puzzle.lines if puzzle.clue(line) is not None]
    changes: list[Change] = []
    is_minimal, stopped = False, None
    try:
        conflict, is_minimal = _conflict(position, conflict)
        for change in _changes(position, conflict):
            changes.append(change)
    except LimitReached as reached:
        stopped = reached.limit
    changes.sort(key=lambda one: (_BEST_FIRST.index(one.verdict), KINDS.index(one.kind)))
    return Diagnosis(
        Verdict.NONE,
        _text(position, conflict, changes, stopped),
        tuple(conflict),
        is_minimal,
        tuple(changes),
        stopped_by=stopped,
    )


def _text(
    position: Position, conflict: list[Line], changes: list[Change], stopped: str | None
) -> str:
    if len(conflict) == 1:
        (line,) = conflict
        needed = minimal_length(position.puzzle.clue(line) or ())
        why = f"{line} needs {needed} cells and has {position.puzzle.length(line)}"
    else:
        why = f"{position.phrasing.lines(conflict)} contradict each other"
    lines = [f"There is no solution: {why}."]
    if len(changes) == 1:
        lines.append(f"One change would do: {changes[0]}")
    elif changes:
        lines += ["One change would do:", *(f"  {change}" for change in changes)]
    elif not stopped:
        lines.append("No change of one clue that looks like a slip would do.")
    if stopped:
        lines.append("A limit was reached: not all changes were tried.")
    return "\n".join(lines)


def _conflict(position: Position, lines: list[Line]) -> tuple[list[Line], bool]:
    """Lines that contradict each other, and whether they are proven to be minimal."""
    for line in lines:
        if minimal_length(position.puzzle.clue(line) or ()) > position.puzzle.length(line):
            return [line], True
    chain = ImplicationChain(position).run()
    if chain.is_contradiction:
        links, _ = chain.links()
        used = {link.line for link in links}
        lines = [line for line in lines if line in used]
    is_minimal = True

    def contradict(some: list[Line]) -> bool:
        nonlocal is_minimal
        found, is_complete = _some_solutions(position, only_lines(position.puzzle, some), 1)
        is_minimal &= bool(found) or is_complete
        return is_complete and not found

    return minimal_unsatisfiable_subset(lines, contradict), is_minimal


def _changes(position: Position, conflict: list[Line]) -> Iterator[Change]:
    for line in conflict:
        clue, length = position.puzzle.clue(line), position.puzzle.length(line)
        assert clue is not None  # an absent clue contradicts nothing
        without = with_clue(position.puzzle, line, None)
        found, is_complete = _some_solutions(position, without, 1)
        if is_complete and not found:
            continue
        candidates = _candidates(position, without, line)
        can_agree = sums_can_agree(position.puzzle, line)
        colours = position.puzzle.block_colours
        for kind, meant in alternatives(clue, length, colours):
            domain = line_domain(meant, length, colours)
            if not (can_agree(meant) and domain.feasible(candidates)):
                continue
            changed = with_clue(position.puzzle, line, meant)
            pictures, is_complete = _some_solutions(position, changed, 2)
            if pictures or not is_complete:
                verdict = verdict_of(len(pictures), is_complete)
                text = _change_text(position, line, meant, verdict)
                yield Change(line, kind, clue, meant, verdict, text)


def _some_solutions(position: Position, puzzle: Puzzle, most: int) -> tuple[list[Picture], bool]:
    """The first solutions of another puzzle, and whether these are all, by a bounded search."""
    return first_solutions(position.query._replace(puzzle=puzzle), most, nodes=_NODES)


def _candidates(position: Position, without: Puzzle, line: Line) -> tuple[int, ...]:
    """What the other lines leave of the cells of a line."""
    masks = list(Grid.unknown(without).masks)
    for _ in tightenings(without, masks, meter=position.meter):
        pass
    return Grid.of_masks(without, masks).line(line)


def _change_text(position: Position, line: Line, meant: Clue, verdict: Verdict) -> str:
    now = position.phrasing.clue(line)
    after = Phrasing(with_clue(position.puzzle, line, meant)).clue(line)
    what = f"{now} should be {after}" if meant else f"the clue should be empty, not {now}"
    return f"{line}: {what} ({_VERDICTS[verdict]})"


def _ambiguous(position: Position, pictures: list[Picture]) -> Diagnosis:
    shown = [mask_of(colours) for colours in zip(*(p.cells for p in pictures), strict=True)]
    stopped = None
    givens: dict[tuple[int, int], int] | None = None
    try:
        backbone(
            position.puzzle,
            known=tuple(pictures),
            limits=position.meter.left(),
            engine=position.query.engine,
            options=position.query.options,
            shown=shown,
        )
        givens = _givens(position, Grid.of_masks(position.puzzle, shown), pictures[0])
    except LimitReached as reached:
        stopped = reached.limit
    differing = Grid.of_masks(position.puzzle, shown)
    cells = _open_cells(differing)
    least = "at least " if stopped and givens is None else ""
    lines = [
        f"There are several solutions: they differ in {least}{len(cells)} of {len(shown)} cells.",
        differing.text(position.puzzle.colours),
    ]
    if givens:
        which = position.phrasing.anywhere((*cell, (colour,)) for cell, colour in givens.items())
        number = "1 cell is" if len(givens) == 1 else f"{len(givens)} cells are"
        lines.append(f"One solution is left when {number} given: {which}.")
    if stopped:
        lines.append("A limit was reached: more cells may differ.")
    return Diagnosis(
        Verdict.MULTIPLE,
        "\n".join(lines),
        differing=differing,
        givens=givens,
        stopped_by=stopped,
    )


def _givens(position: Position, differing: Grid, goal: Picture) -> dict[tuple[int, int], int]:
    """Cells that leave one solution when given: a smallest set if few cells differ."""
    cells = _open_cells(differing)
    left = position.meter.left()
    if len(cells) <= _MOST_CELLS:
        nodes = min(_SPACE_NODES, left.nodes or _SPACE_NODES)
        space = solution_space(
            position.puzzle,
            limits=left.replace(nodes=nodes, solutions=None),
            engine=position.query.engine,
            options=position.query.options,
        )
        position.meter.stats.nodes += space.stats.nodes
        if space.is_exact:
            return space.disambiguate(goal, limits=position.meter.left()).givens()
    return _some_givens(position, cells, goal)


def _some_givens(
    position: Position, cells: list[tuple[int, int]], goal: Picture
) -> dict[tuple[int, int], int]:
    """Cells in which some other solution differs, added one by one until one solution is left;
    then a minimal subset of these."""
    unknown = Grid.unknown(position.puzzle)

    def other(some: Sequence[tuple[int, int]]) -> Picture | None:
        grid = unknown.given({cell: goal[cell] for cell in some})
        found, _ = first_solutions(position.query._replace(grid=grid), 2)
        return next((picture for picture in found if picture != goal), None)

    chosen: list[tuple[int, int]] = []
    while (picture := other(chosen)) is not None:
        chosen.append(goal.differences(picture)[0])
    kept = minimal_unsatisfiable_subset(chosen, lambda some: other(some) is None)
    return {cell: goal[cell] for cell in sorted(kept)}


def _open_cells(grid: Grid | None) -> list[tuple[int, int]]:
    """Row and column of the cells with several candidates."""
    masks = enumerate(grid.masks if grid else ())
    return [divmod(cell, grid.shape[1]) for cell, mask in masks if grid and has_several(mask)]
