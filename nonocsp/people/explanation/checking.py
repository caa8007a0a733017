"""What follows from facts and clues, by definition: how a step is checked (`Step.holds`).

Lines are tightened by definition (`nonocsp.core.line.definition`), sums are added up from the
optima of their lines (`nonocsp.core.line.optimum`), chains are replayed link by link; only a case
split is handed to the solver. Nothing here depends on how the step was found.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...core import (
    Grid,
    LimitReached,
    Limits,
    Line,
    LineDomains,
    Puzzle,
    Status,
    full,
    mask_of,
    solve,
)
from ...core.line.optimum import hull
from .crossings import crossings, indicator
from .facts import Branch, Conclusion, Count, Fact

#: Candidates by cell; a cell that is missing is unknown.
Known = dict[int, int]


def known_of(puzzle: Puzzle, facts: Iterable[Fact], known: Known | None = None) -> Known:
    """Candidates by cell, from facts and what was known before."""
    found = dict(known or {})
    for fact in facts:
        cell = puzzle.board.number(fact.row, fact.column)
        found[cell] = found.get(cell, full(puzzle.block_colours)) & mask_of(fact.colours)
    return found


def learn(puzzle: Puzzle, known: Known, conclusions: Iterable[Conclusion]) -> None:
    """Add conclusions to what is known."""
    for one in conclusions:
        cell = puzzle.board.number(one.row, one.column)
        known[cell] = known.get(cell, full(puzzle.block_colours)) & ~mask_of(one.excluded)


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
        if not proven:  # the only line, as a rule
            proven = dict(zip(cells, tight, strict=True))
            continue
        for cell, mask in zip(cells, tight, strict=True):
            proven[cell] = proven.get(cell, unknown) & mask
    return bool(conclusions) and excludes(puzzle, proven, conclusions)


def adds_up(
    puzzle: Puzzle,
    domains: LineDomains,
    count: Count,
    known: Known,
    conclusions: tuple[Conclusion, ...],
) -> bool:
    """Whether the sums of a count are right, and each conclusion follows from them, or without
    conclusions that there is no solution."""
    proven = proven_by_sums(puzzle, domains, count, known)
    if proven is None:
        return False
    is_none = count.slack < 0 or 0 in proven.values()
    return excludes(puzzle, proven, conclusions) if conclusions else is_none


def proven_by_sums(
    puzzle: Puzzle, domains: LineDomains, count: Count, known: Known
) -> Known | None:
    """What the sums of a count leave of cells; None if a sum is wrong."""
    demand, supply = ([term.line for term in side] for side in (count.demand, count.supply))
    if {line.axis for line in demand} & {line.axis for line in supply}:
        return None
    if len({*demand, *supply}) < len(demand) + len(supply):
        return None  # a line counts once
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
                return dict.fromkeys(range(puzzle.board.size), 0)
            if sign * number > min(sign * each for each in extremes):
                return None
            for cell, pairs in zip(puzzle.cells(line), marginals, strict=True):
                for colour, pair in enumerate(pairs):
                    if pair is None or min(sign * (each - number) for each in pair) > count.slack:
                        proven[cell] = proven.get(cell, unknown) & ~(1 << colour)
    return proven


def excludes(puzzle: Puzzle, known: Known, conclusions: tuple[Conclusion, ...]) -> bool:
    """Whether what is known has all that the conclusions say."""
    unknown, number = full(puzzle.block_colours), puzzle.board.number
    return not any(
        known.get(number(one.row, one.column), unknown) & mask_of(one.excluded)
        for one in conclusions
    )


def replay(puzzle: Puzzle, domains: LineDomains, known: Known, branch: Branch) -> Known | None:
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
        learn(puzzle, known, link.cells)
    return known


def covers_a_cell(puzzle: Puzzle, known: Known, branches: tuple[Branch, ...]) -> bool:
    """Whether the assumptions are about one cell, and it has no other colour."""
    facts = [branch.assumed for branch in branches]
    (cell, *others) = {puzzle.board.number(fact.row, fact.column) for fact in facts}
    assumed = mask_of(colour for fact in facts for colour in fact.colours)
    return not others and not known.get(cell, full(puzzle.block_colours)) & ~assumed


def has_no_solution(puzzle: Puzzle, known: Known, limits: Limits | None) -> bool:
    """Whether the solver proves that no solution has what is known.

    Raises:
        LimitReached: not within the limits.
    """
    unknown = full(puzzle.block_colours)
    masks = [known.get(cell, unknown) for cell in range(puzzle.board.size)]
    result = solve(puzzle, grid=Grid.of_masks(puzzle, masks), limits=limits)
    if result.status is Status.UNKNOWN:
        raise LimitReached(result.stopped_by or "", result.detail)
    return result.status is Status.UNSATISFIABLE
