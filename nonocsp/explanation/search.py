"""Bounded questions to the solver, charged to the meter of an explanation."""

from __future__ import annotations

from ..common.limits import LimitReached, Meter
from ..common.options import Options
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..solver.answers import solutions


def first_solutions(
    puzzle: Puzzle,
    number: int,
    meter: Meter,
    *,
    grid: Grid | None = None,
    nodes: int | None = None,
    engine: str | None = None,
    options: Options | None = None,
) -> tuple[list[Picture], bool]:
    """The first solutions, and whether these are all.

    Args:
        puzzle: the puzzle.
        number: solutions to find at most.
        meter: its limits bound the search, and it counts the nodes.
        grid: what is known; None is nothing.
        nodes: search nodes for this question, after which it stays open.
        engine, options: as for `solve`.

    Raises:
        LimitReached: a limit of the meter was reached first.
    """
    left = meter.left()
    most = nodes if left.nodes is None else min(left.nodes, nodes or left.nodes)
    limits = left.replace(nodes=most, solutions=None)
    with solutions(
        puzzle, limit=number, grid=grid, limits=limits, engine=engine, options=options
    ) as search:
        found = list(search)
    meter.stats.nodes += search.stats.nodes
    stopped_by = search.stopped_by
    if stopped_by not in (None, "solutions") and (stopped_by != "nodes" or nodes is None):
        raise LimitReached(stopped_by or "", search.detail)
    return found, search.is_complete
