"""Questions about solutions: one, all, how many, which cells they share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...core import (
    Bounds,
    LimitReached,
    Picture,
    Query,
    Status,
    Verdict,
    check_kernel,
    counted,
    decimal,
    has_several,
    masks_by_place,
    propagated,
    solving as solver,
    verdict_of,
)
from ...core.solver.features import MEANINGS, features as features_of
from .answer import Answer
from .question import Progress, question

if TYPE_CHECKING:
    from ...core import SolutionSpace

# Rooms above the solver are imported by the questions that need them: a worker that is asked
# something else starts in half the time.

#: Solutions in one page of them.
MOST_PICTURES = 500

_COUNT = {
    "count": "number of solutions, in digits; a lower bound unless exact",
    "at_most": "a proven upper bound on the count, in digits; null if there is none",
    "is_exact": "whether the count is exact",
}
_COMPONENTS = {
    "components": "cells and count of each independent component, when the count is exact"
}


@question({})
def solve(query: Query) -> Answer:
    """One solution, or the proof that there is none."""
    found = solver.solve(query.puzzle, **query.keywords)
    return Answer.of(found, pictures=() if found.picture is None else (found.picture,))


@question({}, limit="stop after this many solutions")
def list_(query: Query, *, limit: int | None = None) -> Answer:
    """Every solution."""
    board, memory = query.puzzle.board, query.limits.memory
    # A picture, its rows as text, each a string of its own, and all of it as JSON; measured.
    most = None if memory is None else memory // (300 + 5 * board.size + 60 * board.height)
    with solver.solutions(query.puzzle, limit=limit, **query.keywords) as found:
        pictures = tuple(islice(found, most))
        answer = Answer.of(found, pictures=pictures)
    if most is not None and len(pictures) == most != limit and not found.is_complete:
        detail = f"{counted(most)} fill the memory; there may be more"
        return replace(answer, stopped_by="memory", detail=detail)
    return answer


@question(
    {
        "verdict": "unique, multiple, none or unknown",
        **_COUNT,
        "differ": "cells (row, column) that are not the same in all solutions",
        "differ_is_exact": "whether those are all of them",
        "candidates": "rows of masks: the colours of each cell in the solutions",
        **_COMPONENTS,
        "problems": "faults that can be seen without solving",
    },
    differ="also find the cells that differ",
    components="also count, and find the independent components",
)
def check(query: Query, *, differ: bool = False, components: bool = False) -> Answer:
    """Whether a puzzle has one solution, several or none."""
    puzzle = query.puzzle
    with solver.solutions(puzzle, limit=2, **query.keywords) as found:
        pictures = tuple(found)
    verdict = verdict_of(len(pictures), found.is_complete)
    is_exact = verdict in (Verdict.UNIQUE, Verdict.NONE)
    known = Bounds(len(pictures), len(pictures) if is_exact else None)
    result = {"verdict": verdict.value, **known.members()}
    problems = [str(problem) for problem in puzzle.problems()]
    if problems:
        result["problems"] = problems
    if verdict is Verdict.UNIQUE and differ:
        result["candidates"] = [[1 << colour for colour in row] for row in pictures[0].rows]
    stopped_by, detail = None, ""
    if verdict is Verdict.UNKNOWN:
        stopped_by, detail = found.stopped_by, found.detail
    elif verdict is Verdict.MULTIPLE and (differ or components):
        query.progress({"verdict": verdict.value})
        more, stopped_by, detail = _ambiguity(query, pictures, differ, components)
        result |= more
    return Answer(found.status, result, pictures, (), found.stats, stopped_by, detail)


@question(MEANINGS, takes_grid=False)
def features(query: Query) -> Answer:
    """Numbers that describe a puzzle, measured without search."""
    found = features_of(query.puzzle, limits=query.limits)
    status = Status.UNSATISFIABLE if found.contradiction else Status.UNKNOWN
    return Answer(status, found.to_dict())


def _ambiguity(
    query: Query, pictures: tuple[Picture, ...], differ: bool, components: bool
) -> tuple[dict[str, Any], str | None, str]:
    """The cells in which solutions differ, as far as known when a limit is reached."""
    from ...core import backbone

    result: dict[str, Any] = {"differ": [], "differ_is_exact": False} if differ else {}
    stopped_by: str | None = None
    detail = ""
    if differ:
        # Which cells differ is often known long before the number of solutions.
        shown = masks_by_place(p.cells for p in pictures)
        try:
            backbone(query.puzzle, known=pictures, shown=shown, **query.keywords)
        except LimitReached as reached:
            stopped_by, detail = reached.limit, reached.detail
        except KeyboardInterrupt:
            stopped_by = "interrupt"
        open_cells = (cell for cell, mask in enumerate(shown) if has_several(mask))
        result["differ"] = [query.puzzle.board.place(cell) for cell in open_cells]
        result["differ_is_exact"] = stopped_by is None
        result["candidates"] = [list(row) for row in query.puzzle.board.rows(tuple(shown))]
        query.progress({"verdict": "multiple", "differ": result["differ"]})
    if components and stopped_by != "interrupt":
        space = _compiled(query)
        if isinstance(space, Answer):
            return result, space.stopped_by, ""
        result |= Bounds(space.at_least, space.at_most).members()
        result["components"] = _components(space)
        stopped_by, detail = space.stopped_by, space.detail
        if differ and space.is_exact:
            result["differ"] = list(space.ambiguous(limits=query.limits))
            result["differ_is_exact"] = True
    return result, stopped_by, detail


@question(_COUNT)
def count(query: Query) -> Answer:
    """The exact number of solutions."""
    bounds, note = _bounds(query.progress)
    try:
        found = solver.count(query.puzzle, **query.keywords, progress=note)
    except KeyboardInterrupt:
        return _interrupted(bounds[-1])
    known = Bounds(found.at_least, found.at_most)
    return Answer.of(found, known.members(), status=_status(known))


@question({**_COUNT, **_COMPONENTS, "factors": "the count as a product, in words"})
def components(query: Query) -> Answer:
    """The number of solutions, and the independent components whose counts multiply to it."""
    space = _compiled(query)
    if isinstance(space, Answer):
        return space
    factors = space.factors() if space.is_exact else ""
    return _of_space(space, components=_components(space), factors=factors)


@question(
    {
        **_COUNT,
        **_COMPONENTS,
        "differ": "cells (row, column) that are not the same in all solutions, when exact",
    },
    start="index of the first",
    limit=f"number of solutions, at most {MOST_PICTURES}",
    components="also find the independent components and the cells that differ",
)
def solutions(query: Query, *, start: int = 0, limit: int = 1, components: bool = False) -> Answer:
    """Solutions by their index in the solution space."""
    limit = min(limit, MOST_PICTURES)
    space = _compiled(query)
    if isinstance(space, Answer):
        return space
    if space.is_exact:
        end = min(start + limit, space.count)
        more: dict[str, Any] = {}
        if components:
            differ = list(space.ambiguous(limits=query.limits))
            more = {"components": _components(space), "differ": differ}
        return _of_space(space, space.pictures(start, end) if start < end else (), **more)
    # Not compiled within the limits: the first ones can be enumerated all the same.
    first = start if start < 100_000 else 0
    search = solver.solutions(query.puzzle, grid=query.grid, limit=first + limit, **query.how)
    found = list(search)
    return _of_space(space, found[first:], count=decimal(max(space.at_least, len(found))))


@question(
    _COUNT,
    number="number of samples to draw",
    seed="the same seed gives the same sample",
)
def sample(query: Query, *, number: int = 1, seed: int | None = None) -> Answer:
    """Solutions drawn at random, all equally likely."""
    space = _compiled(query)
    if isinstance(space, Answer):
        return space
    has_samples = space.is_exact and space.count
    return _of_space(space, space.sample(number, seed) if has_samples else ())


@question({**_COUNT, "shares": "rows of cells of shares by colour, blank first; or null"})
def marginals(query: Query) -> Answer:
    """For every cell and colour, the share of solutions in which the cell has the colour."""
    space = _compiled(query)
    if isinstance(space, Answer):
        return space
    if not space.is_exact:
        raise LimitReached(space.stopped_by or "seconds", space.detail)
    shares = space.marginals(limits=query.limits).floats if space.count else None
    return _of_space(space, shares=shares)


@question({"grid": "rows of masks; null if some line has no placement"})
def propagate(query: Query) -> Answer:
    """The candidates that remain when every line is tightened until nothing changes."""
    tight = propagated(query.puzzle, query.grid, query.limits)
    if tight is None:
        return Answer(Status.UNSATISFIABLE, {"grid": None})
    status = Status.SATISFIABLE if tight.is_decided else Status.UNKNOWN
    return Answer(status, {"grid": [list(row) for row in tight]})


@question(
    {
        "value": "estimated number of solutions in digits, not proven; null if declined",
        "text": "the answer in words",
        "log10": "decimal logarithm of the estimate; null if declined or 0",
        "is_exact": "whether nothing was left out: the estimate is the proven count",
        "at_least": "proven lower bound, in digits",
        "reason": "why there is no estimate; or empty",
        "deviation": "standard deviation of the last round of runs, relative to the mean; or null",
        "disagreement": "greatest mean of a variant of runs divided by the least; or null",
        "runs": "each run: width, tempering, by columns, decimal logarithm (null: no solution)",
    },
    seed="the same seed gives the same runs",
    width="states that a run keeps at most (default: more until time ends)",
)
def estimate(query: Query, *, seed: int = 0, width: int | None = None) -> Answer:
    """An estimate of the number of solutions, not proven, or why there is none."""
    from ...core.space import estimation

    check_kernel(query.engine, "makes no estimates")
    found = estimation.estimate(
        query.puzzle,
        seed=seed,
        width=width,
        grid=query.grid,
        limits=query.limits,
        options=query.options,
    )
    result = found.to_dict() | {
        # In digits, as other counts.
        "value": None if found.value is None else decimal(round(found.value)),
        "at_least": decimal(found.at_least),
        "text": str(found),
    }
    for name in ("stats", "stopped_by"):
        del result[name]
    status = Status.UNSATISFIABLE if found.is_exact else Status.UNKNOWN
    if found.at_least:
        status = Status.SATISFIABLE
    stopped_by = found.stopped_by if found.stopped_by in ("interrupt", "stop") else None
    return Answer(status, result, stats=found.stats, stopped_by=stopped_by)


def _status(bounds: Bounds) -> Status:
    if bounds.at_least:
        return Status.SATISFIABLE
    return Status.UNSATISFIABLE if bounds.is_exact else Status.UNKNOWN


def _bounds(progress: Progress) -> tuple[list[Bounds], Callable[[Bounds], None]]:
    """The bounds proven so far, and the function that receives them."""
    bounds = [Bounds()]

    def note(better: Bounds) -> None:
        bounds.append(better)
        progress(better.members())

    return bounds, note


def _interrupted(bounds: Bounds) -> Answer:
    """The answer with the bounds that are known when Ctrl-C comes."""
    return Answer(_status(bounds), bounds.members(), stopped_by="interrupt")


def _compiled(query: Query) -> SolutionSpace | Answer:
    """The solution space, or the answer after Ctrl-C."""
    from ...core import solution_space

    bounds, note = _bounds(query.progress)
    try:
        return solution_space(query.puzzle, **query.keywords, progress=note)
    except KeyboardInterrupt:
        return _interrupted(bounds[-1])


def _components(space: SolutionSpace) -> list[dict[str, Any]]:
    if not space.is_exact:
        return []
    return [{"cells": part.cells, "count": decimal(part.count)} for part in space.components]


def _of_space(space: SolutionSpace, pictures: Iterable[Picture] = (), **result: Any) -> Answer:
    """The answer with the count of a space, or its bounds."""
    counted = Bounds(space.at_least, space.at_most).members()
    return Answer.of(space, counted | result, pictures)
