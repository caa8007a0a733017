"""What is wrong with a puzzle: contradicting lines and the typos behind them, or ambiguous cells.

A puzzle without solution has a minimal unsatisfiable subset (MUS) of clues. One is found by
deleting clues (see `nonocsp.core.options.mus`), from the lines of the contradiction to which
propagation leads, where it does. `mending` looks for the typos that explain it.

Of an ambiguous puzzle it finds the cells that differ, and cells that make it unique when given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Unpack

from ....core import (
    Displayable,
    Grid,
    How,
    LimitReached,
    Line,
    Picture,
    Plain,
    Puzzle,
    Stats,
    Status,
    Verdict,
    backbone,
    excerpt,
    first_solutions,
    has_several,
    masks_by_place,
    minimal_length,
    query_of,
    question,
    solution_space,
    verdict_of,
)
from ....core.options.mus import minimal_unsatisfiable_subset
from ..position import Position
from ..techniques.chains import ImplicationChain
from .mending import Mender, too_long
from .typos import Change

#: Changes that the text lists.
_MOST_SHOWN = 10

#: Search nodes for compiling all solutions of an ambiguous puzzle; beyond that, cells to give are
#: chosen one by one.
_SPACE_NODES = 20_000

#: The most ambiguous cells for which a smallest set of cells to give is computed, and for which one
#: is looked for at all, by a search for each cell.
_MOST_CELLS, _MOST_GIVEN = 150, 500

#: What a change leads to, after its sentence.
CONSEQUENCES = {
    Verdict.UNIQUE: "",
    Verdict.MULTIPLE: "; then there are several solutions",
    Verdict.UNKNOWN: "; how many solutions there are then is not known",
}

Progress = Callable[["Diagnosis"], object]


@dataclass(frozen=True, slots=True)
class Diagnosis(Displayable, Plain):
    """What `diagnose` found; ``str`` is a text of a few lines."""

    verdict: Verdict
    """Whether there is one solution, several or none."""
    text: str
    """The diagnosis in words."""
    conflict: tuple[Line, ...] = ()
    """Without solution: lines that contradict each other."""
    is_minimal: bool = False
    """The conflict is proven minimal: without any one of its lines there is no contradiction."""
    changes: tuple[Change, ...] = ()
    """Without solution: corrections of typos that make the puzzle solvable, the likeliest first.
    Otherwise, corrections that make a goal of the puzzle its solution."""
    differing: Grid | None = None
    """With several solutions: the colours that every cell has in some solution."""
    givens: dict[tuple[int, int], int] | None = None
    """With several solutions: cells and their colours that leave one solution when given; None if
    more than 500 cells differ."""
    stopped_by: str | None = None
    """The limit that ended the diagnosis early, or None."""
    stats: Stats = field(default_factory=Stats, compare=False, repr=False)
    """Counted work."""
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)
    """The puzzle that was diagnosed."""

    forms: ClassVar = {"differing": list[tuple[int, int]], "givens": list[dict[str, int]]}

    @property
    def status(self) -> Status:
        """What is known about the existence of a solution."""
        return self.verdict.status

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles of the changes."""
        return tuple(change.puzzle for change in self.changes)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Diagnosis ({self.verdict.value}): {excerpt(' '.join(self.text.split()), 80)}>"

    def to_dict(self) -> dict[str, Any]:
        """The diagnosis as JSON values."""
        givens = (self.givens or {}).items()
        return Plain.to_dict(self) | {
            "differing": [list(cell) for cell in _open_cells(self.differing)],
            "givens": [{"row": row, "column": column, "colour": c} for (row, column), c in givens],
        }


@question()
def diagnose(
    puzzle: Puzzle,
    *,
    progress: Progress | None = None,
    **how: Unpack[How],
) -> Diagnosis:
    """What is wrong with a puzzle, if anything.

    When a limit is reached, the diagnosis has what is known by then. Only the kernel looks for
    several typos in the clues, not the textbook engine.

    Args:
        puzzle, limits, engine, options: as for `nonocsp.solutions`.
        progress: called with the diagnosis so far whenever more is known.

    >>> print(diagnose(Puzzle([[12], [4]], [[2], [1], [2], [2]])))
    There is no solution: row 1 needs 12 cells and has 4.
    What may have gone wrong, the likeliest first:
      Row 1: 12 was probably 1 2 (a lost space)
    """
    report = progress or (lambda found: None)
    position = Position(query_of(puzzle, **how))
    try:
        with position.meter:
            pictures, is_complete = first_solutions(position.query, 2)
            verdict = verdict_of(len(pictures), is_complete)
            if verdict is Verdict.UNIQUE:
                found = Diagnosis(verdict, "Nothing is wrong: there is exactly one solution.")
            elif verdict is Verdict.NONE:
                found = _unsolvable(position, report)
            else:
                found = _ambiguous(position, pictures)
            if verdict in (Verdict.UNIQUE, Verdict.MULTIPLE):
                found = _beside_goals(position, found)
    except LimitReached as reached:
        text = "The number of solutions is not known: a limit was reached."
        found = Diagnosis(Verdict.UNKNOWN, text, stopped_by=reached.limit)
    return replace(found, stats=position.meter.stats, puzzle=puzzle)


def _unsolvable(position: Position, progress: Progress) -> Diagnosis:
    found = Diagnosis(Verdict.NONE, "There is no solution.")

    def so_far(stopped_by: str | None = None) -> Diagnosis:
        text = _text(position, found.conflict, mender, stopped_by)
        return replace(found, text=text, changes=mender.changes, stopped_by=stopped_by)

    mender = Mender(position, lambda: progress(so_far()))
    try:
        found = replace(found, conflict=tuple(_suspects(position)))
        conflict, is_minimal = mender.conflict(found.conflict)
        found = replace(found, conflict=tuple(conflict), is_minimal=is_minimal)
        progress(so_far())
        mender.run(conflict)
    except LimitReached as reached:
        return so_far(reached.limit)
    return so_far()


def _beside_goals(position: Position, found: Diagnosis) -> Diagnosis:
    """The diagnosis of a puzzle with solutions, if pictures that come with it are none of them."""
    goals = position.puzzle.goals
    if not goals or any(map(position.puzzle.is_solved_by, goals)):
        return found
    mender = Mender(position, lambda: None)
    mender.ask_goals()
    text = f"{found.text}\nNo picture that comes with the puzzle is a solution."
    if found.verdict is Verdict.UNIQUE:
        text = (
            "There is exactly one solution, but it is not the picture that comes with the puzzle."
        )
    return replace(found, text="\n".join([text, *_listed(mender.changes)]), changes=mender.changes)


def _suspects(position: Position) -> list[Line]:
    """Lines that contradict each other: one that is too long, or those of the contradiction to
    which propagation leads, or all."""
    puzzle = position.puzzle
    impossible = too_long(puzzle)
    if impossible is not None:
        return [impossible]
    chain = ImplicationChain(position).run()
    if not chain.is_contradiction:
        return [line for line in puzzle.lines if puzzle.clue(line) is not None]
    links, _ = chain.links()
    used = {link.line for link in links}
    return [line for line in puzzle.lines if line in used]


def _text(
    position: Position, conflict: Sequence[Line], mender: Mender, stopped_by: str | None
) -> str:
    if len(conflict) == 1:
        (line,) = conflict
        needed = minimal_length(position.puzzle.clue(line) or ())
        why = f": {line} needs {needed} cells and has {position.puzzle.length(line)}"
    else:
        why = f": {position.phrasing.lines(conflict)} contradict each other" if conflict else ""
    lines = [f"There is no solution{why}."]
    lines += _listed(mender.changes)
    if mender.is_complete and not mender.changes:
        lines.append("No single typo would explain it, and none were found that would together.")
    if stopped_by:
        lines.append("A limit was reached: not all typos were tried.")
    elif mender.is_bounded:
        lines.append("The bound on work was reached: not all typos were tried.")
    return "\n".join(lines)


def _listed(changes: Sequence[Change]) -> list[str]:
    """The likeliest changes for the text."""
    if not changes:
        return []
    lines = [f"  {change}{CONSEQUENCES[change.verdict]}" for change in changes[:_MOST_SHOWN]]
    more = len(changes) - len(lines)
    return [
        "What may have gone wrong, the likeliest first:",
        *lines,
        *([f"  and {more} more"] if more else []),
    ]


def _ambiguous(position: Position, pictures: list[Picture]) -> Diagnosis:
    shown = masks_by_place(p.cells for p in pictures)
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
        goal = next(filter(position.puzzle.is_solved_by, position.puzzle.goals), pictures[0])
        if sum(map(has_several, shown)) <= _MOST_GIVEN:
            givens = _givens(position, Grid.of_masks(position.puzzle, shown), goal)
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
    return [grid.board.place(cell) for cell, mask in masks if grid and has_several(mask)]
