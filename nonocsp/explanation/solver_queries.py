"""Bounded questions to the solver, charged to the meter of a position."""

from __future__ import annotations

from ..common.limits import LimitReached, Meter
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..solver.solving import solutions
from .position import Position


def first_solutions(
    position: Position,
    number: int,
    *,
    puzzle: Puzzle | None = None,
    grid: Grid | None = None,
    nodes: int | None = None,
    meter: Meter | None = None,
) -> tuple[list[Picture], bool]:
    """The first solutions, and whether these are all.

    Args:
        position: has the engine and the options, and the defaults of what follows.
        number: solutions to find at most.
        puzzle: another puzzle than that of the position.
        grid: what is known; None is nothing.
        nodes: search nodes for this question, after which it stays open.
        meter: its limits bound the search, and it counts the nodes.

    Raises:
        LimitReached: a limit of the meter was reached first.
    """
    meter = meter or position.meter
    left = meter.left()
    most = nodes if left.nodes is None else min(left.nodes, nodes or left.nodes)
    with solutions(
        puzzle or position.puzzle,
        limit=number,
        grid=grid,
        limits=left.replace(nodes=most, solutions=None),
        engine=position.engine,
        options=position.options,
    ) as search:
        found = list(search)
    meter.stats.nodes += search.stats.nodes
    stopped_by = search.stopped_by
    if stopped_by not in (None, "solutions") and (stopped_by != "nodes" or nodes is None):
        raise LimitReached(stopped_by or "", search.detail)
    return found, search.is_complete
