"""Checking a step against the clues and its own reasons, and nothing else.

Lines are tightened by definition (`nonocsp.line`), chains are replayed link by link; only a case
split is handed to the solver. Nothing here knows how the step was found.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..common.limits import LimitReached, Limits
from ..line.definition import tighten
from ..model.clue import Line
from ..model.grid import Grid
from ..model.puzzle import Puzzle
from ..solver.answers import Status, solve
from .steps import Branch, Conclusion, Fact, Step

#: What is known: for a cell (row, column), the bits of the colours that it may have.
_Known = dict[tuple[int, int], int]


def verify(puzzle: Puzzle, step: Step, *, limits: Limits | None = None) -> bool:
    """Whether what a step concludes follows from its ``because`` and the clues of its lines.

    Args:
        puzzle: the puzzle of the step.
        step: the step.
        limits: bounds on the search that a case split takes.

    Raises:
        LimitReached: a case split could not be checked within the limits.

    >>> from nonocsp.explanation import explain
    >>> puzzle = Puzzle([[3], [1]], [[1], [2], [1]])
    >>> all(verify(puzzle, step) for step in explain(puzzle))
    True
    """
    known = _with({}, step.because, puzzle)
    if not step.branches and set(step.lines) == set(puzzle.lines) and not step.cells:
        return _has_no_solution(puzzle, known, limits)
    if not step.branches:
        return _follows(puzzle, step.lines, known, step.cells)
    if not any(branch.links for branch in step.branches):
        return all(
            _has_no_solution(puzzle, _with(known, [branch.assumed], puzzle), limits)
            for branch in step.branches
        ) and _is_denial(step)
    if len(step.branches) == 1:
        end = _replay(puzzle, known, step.branches[0])
        return end == {} and _is_denial(step)
    return _covers_a_cell(puzzle, known, step.branches) and all(
        _excludes(_replay(puzzle, known, branch), step.cells, puzzle) for branch in step.branches
    )


def _follows(
    puzzle: Puzzle, lines: Iterable[Line], known: _Known, cells: tuple[Conclusion, ...]
) -> bool:
    """Whether each conclusion follows from what is known in one of the lines; or, if there is
    none, one of the lines has no placement."""
    proven: _Known = {}
    for line in lines:
        places = _places(puzzle, line)
        full = _full(puzzle)
        masks = [known.get(place, full) for place in places]
        tight = tighten(puzzle.clue(line), masks, puzzle.block_colours)
        if tight is None:
            return True
        for place, mask in zip(places, tight, strict=True):
            proven[place] = proven.get(place, full) & mask
    return bool(cells) and all(
        not proven.get((cell.row, cell.column), -1) >> colour & 1
        for cell in cells
        for colour in cell.excluded
    )


def _replay(puzzle: Puzzle, known: _Known, branch: Branch) -> _Known | None:
    """What is known at the end of a branch; nothing at all after a contradiction, and None where a
    link does not hold."""
    full = _full(puzzle)
    known = _with(known, [branch.assumed], puzzle)
    for link in branch.links:
        premises = _with({}, link.because, puzzle)
        if any(known.get(place, full) & ~mask for place, mask in premises.items()):
            return None
        if not _follows(puzzle, [link.line], premises, link.cells):
            return None
        if not link.cells:
            return {}
        for cell in link.cells:
            place = cell.row, cell.column
            known[place] = known.get(place, full) & ~_bits(cell.excluded)
    return known


def _excludes(known: _Known | None, cells: tuple[Conclusion, ...], puzzle: Puzzle) -> bool:
    return known is not None and all(
        not known.get((cell.row, cell.column), _full(puzzle)) & _bits(cell.excluded)
        for cell in cells
    )


def _is_denial(step: Step) -> bool:
    """A step concludes just that its one assumption is wrong."""
    assumed = step.branches[0].assumed
    return len(step.branches) == 1 and all(
        (cell.row, cell.column) == (assumed.row, assumed.column)
        and set(cell.excluded) <= set(assumed.colours)
        for cell in step.cells
    )


def _covers_a_cell(puzzle: Puzzle, known: _Known, branches: tuple[Branch, ...]) -> bool:
    """The assumptions are about one cell, and it has no other colour."""
    places = {(branch.assumed.row, branch.assumed.column) for branch in branches}
    assumed = _bits(colour for branch in branches for colour in branch.assumed.colours)
    return len(places) == 1 and not known.get(next(iter(places)), _full(puzzle)) & ~assumed


def _has_no_solution(puzzle: Puzzle, known: _Known, limits: Limits | None) -> bool:
    rows, columns = puzzle.shape
    masks = [_full(puzzle)] * (rows * columns)
    for (row, column), mask in known.items():
        masks[row * columns + column] = mask
    grid = Grid(masks, columns, puzzle.block_colours)
    result = solve(puzzle, grid=grid, limits=limits)
    if result.status is Status.UNKNOWN:
        raise LimitReached(result.stopped_by or "", result.detail)
    return result.status is Status.UNSATISFIABLE


def _places(puzzle: Puzzle, line: Line) -> list[tuple[int, int]]:
    cells = range(puzzle.length(line))
    return [(line.index, i) if line.is_row else (i, line.index) for i in cells]


def _full(puzzle: Puzzle) -> int:
    return (1 << len(puzzle.colours)) - 1


def _bits(colours: Iterable[int]) -> int:
    return sum(1 << colour for colour in set(colours))


def _with(known: _Known, facts: Iterable[Fact], puzzle: Puzzle) -> _Known:
    more = dict(known)
    for fact in facts:
        place = fact.row, fact.column
        more[place] = more.get(place, _full(puzzle)) & _bits(fact.colours)
    return more
