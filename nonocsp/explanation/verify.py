"""Checking a step against the clues and its own reasons, and nothing else.

Lines are tightened by definition (`nonocsp.line.definition`), sums are added up from the optima of
their lines (`nonocsp.line.optimum`), chains are replayed link by link; only a case split is handed
to the solver. Nothing here depends on how the step was found.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..common.errors import check_type
from ..common.limits import LimitReached, Limits
from ..line.domain import LineDomains
from ..line.optimum import hull
from ..model.bits import full, mask_of
from ..model.grid import Grid
from ..model.line import Line
from ..model.puzzle import Puzzle
from ..solver.logged import logged
from ..solver.solving import Status, solve
from .crossings import crossings, indicator
from .steps import Branch, Conclusion, Count, Fact, Step

#: Candidates by cell; a cell that is missing is unknown.
Known = dict[int, int]


@logged
def verify(puzzle: Puzzle, step: Step, *, limits: Limits | None = None) -> bool:
    """Whether what a step concludes follows from its ``because`` and the clues of its lines.

    Whether a picture solves a puzzle is answered by `Puzzle.is_solved_by`.

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
    check_type("puzzle", puzzle, Puzzle)
    check_type("step", step, Step)  # a picture is verified by Puzzle.is_solved_by
    known = known_of(puzzle, step.because)
    domains = LineDomains(puzzle, by_definition=True)
    if step.count is not None:
        return adds_up(puzzle, domains, step.count, known, step.cells)
    if not step.branches and is_about_all(puzzle, step):
        return _has_no_solution(puzzle, known, limits)
    if not step.branches:
        return follows(puzzle, domains, step.lines, known, step.cells)
    if not any(branch.links for branch in step.branches):
        assumptions = [known_of(puzzle, [branch.assumed], known) for branch in step.branches]
        return _is_denial(step) and all(
            _has_no_solution(puzzle, assumed, limits) for assumed in assumptions
        )
    ends = [_replay(puzzle, domains, known, branch) for branch in step.branches]
    if len(ends) == 1:
        return ends[0] == {} and _is_denial(step)
    return _covers_a_cell(puzzle, known, step.branches) and all(
        end is not None and _excludes(puzzle, end, step.cells) for end in ends
    )


def is_about_all(puzzle: Puzzle, step: Step) -> bool:
    """A step without chains that concludes from all lines together that there is no solution."""
    return set(step.lines) == set(puzzle.lines) and not step.cells


def known_of(puzzle: Puzzle, facts: Iterable[Fact], known: Known | None = None) -> Known:
    """Candidates by cell, from facts and what was known before."""
    found = dict(known or {})
    for fact in facts:
        cell = puzzle.board.number(fact.row, fact.column)
        found[cell] = found.get(cell, full(puzzle.block_colours)) & mask_of(fact.colours)
    return found


def follows(
    puzzle: Puzzle,
    domains: LineDomains,
    lines: Iterable[Line],
    known: Known,
    conclusions: tuple[Conclusion, ...],
) -> bool:
    """Whether each conclusion follows from what is known in one of the lines, or without
    conclusions whether one of the lines has no placement."""
    unknown = full(puzzle.block_colours)
    proven: Known = {}
    for line in lines:
        cells = puzzle.cells(line)
        tight = domains[line].tighten([known.get(cell, unknown) for cell in cells])
        if tight is None:
            return True
        for cell, mask in zip(cells, tight, strict=True):
            proven[cell] = proven.get(cell, unknown) & mask
    return bool(conclusions) and _excludes(puzzle, proven, conclusions)


def adds_up(
    puzzle: Puzzle,
    domains: LineDomains,
    count: Count,
    known: Known,
    conclusions: tuple[Conclusion, ...],
) -> bool:
    """Whether the sums of a count are right, and each conclusion follows from them, or without
    conclusions that there is no solution."""
    demand, supply = ([term.line for term in side] for side in (count.demand, count.supply))
    if {line.axis for line in demand} & {line.axis for line in supply}:
        return False
    if len({*demand, *supply}) < len(demand) + len(supply):
        return False  # a line counts once
    cells = crossings(puzzle, demand, supply)
    unknown = full(puzzle.block_colours)
    proven: Known = {}
    for terms, sign in ((count.demand, 1), (count.supply, -1)):
        for line, number in ((term.line, term.cells) for term in terms):
            masks = [known.get(cell, unknown) for cell in puzzle.cells(line)]
            weights = indicator(puzzle, line, cells, count.colours)
            marginals = domains[line].min_marginals(masks, weights)
            extremes = hull(marginals[0])
            if extremes is None:
                return True
            if sign * number > min(sign * each for each in extremes):
                return False
            for cell, pairs in zip(puzzle.cells(line), marginals, strict=True):
                for colour, pair in enumerate(pairs):
                    if pair is None or min(sign * (each - number) for each in pair) > count.slack:
                        proven[cell] = proven.get(cell, unknown) & ~(1 << colour)
    return _excludes(puzzle, proven, conclusions) if conclusions else count.slack < 0


def _excludes(puzzle: Puzzle, known: Known, conclusions: tuple[Conclusion, ...]) -> bool:
    unknown, number = full(puzzle.block_colours), puzzle.board.number
    return not any(
        known.get(number(one.row, one.column), unknown) & mask_of(one.excluded)
        for one in conclusions
    )


def _replay(puzzle: Puzzle, domains: LineDomains, known: Known, branch: Branch) -> Known | None:
    """What is known at the end of a branch: nothing at all after a contradiction, None where a
    link is wrong."""
    unknown = full(puzzle.block_colours)
    known = known_of(puzzle, [branch.assumed], known)
    for link in branch.links:
        premises = known_of(puzzle, link.because)
        if any(known.get(cell, unknown) & ~mask for cell, mask in premises.items()):
            return None
        if not follows(puzzle, domains, [link.line], premises, link.cells):
            return None
        if not link.cells:
            return {}
        for one in link.cells:
            cell = puzzle.board.number(one.row, one.column)
            known[cell] = known.get(cell, unknown) & ~mask_of(one.excluded)
    return known


def _is_denial(step: Step) -> bool:
    """A step concludes only that its one assumption is wrong."""
    assumed = step.branches[0].assumed
    return len(step.branches) == 1 and all(
        (cell.row, cell.column) == (assumed.row, assumed.column)
        and set(cell.excluded) <= set(assumed.colours)
        for cell in step.cells
    )


def _covers_a_cell(puzzle: Puzzle, known: Known, branches: tuple[Branch, ...]) -> bool:
    """The assumptions are about one cell, and it has no other colour."""
    facts = [branch.assumed for branch in branches]
    (cell, *others) = {puzzle.board.number(fact.row, fact.column) for fact in facts}
    assumed = mask_of(colour for fact in facts for colour in fact.colours)
    return not others and not known.get(cell, full(puzzle.block_colours)) & ~assumed


def _has_no_solution(puzzle: Puzzle, known: Known, limits: Limits | None) -> bool:
    unknown = full(puzzle.block_colours)
    masks = [known.get(cell, unknown) for cell in range(puzzle.board.size)]
    result = solve(puzzle, grid=Grid.of_masks(puzzle, masks), limits=limits)
    if result.status is Status.UNKNOWN:
        raise LimitReached(result.stopped_by or "", result.detail)
    return result.status is Status.UNSATISFIABLE
