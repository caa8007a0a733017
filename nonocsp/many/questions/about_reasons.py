"""Questions about reasons: hints, explanations, ratings, diagnoses and repairs."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...core import OptionError, Query, Status, Verdict, check_kernel, members
from .answer import Answer
from .question import question

if TYPE_CHECKING:
    from ...people.generation import Repair

#: What the end of an explanation proves about solutions.
_OUTCOMES = {
    "solved": Status.SATISFIABLE,
    "ambiguous": Status.SATISFIABLE,
    "contradiction": Status.UNSATISFIABLE,
}


@question(
    {
        "kind": "step, mistake, solved, ambiguous or no solution",
        "where": "the first stage: where to look",
        "what": "the second stage in one text",
        "sentences": "the second stage, each sentence building on those before it",
        "lines": "axis and index of the lines concerned",
        "cells": "cells that are decided (row, column, colour), or wrong (…, null)",
        "because": "known cells (row, column) that the reason uses",
        "steps": "the steps behind the sentences",
        "wrong": "the cells to blame for a mistake",
        "named": "how many of these the sentence is about",
    }
)
def hint(query: Query) -> Answer:
    """The easiest next step that decides a cell, or the mistake in the known cells."""
    from ...people.explanation import hint

    found = hint(query.puzzle, query.grid, **query.how)
    # A mistake is named only where no solution has all that is known.
    has_none = found.kind in ("mistake", "no solution")
    status = Status.UNSATISFIABLE if has_none else Status.SATISFIABLE
    return Answer(status, found.to_dict(), stats=found.stats)


@question(
    {
        "outcome": "solved, ambiguous, contradiction, stuck or stopped",
        "text": "the outcome in words",
        "steps": "number of steps",
        "grid": "rows of characters: what is known at the end",
    },
    limit="stop after this many steps",
)
def explain(query: Query, *, limit: int | None = None) -> Answer:
    """Every step of a solution as a person would find it; the steps come as progress."""
    from ...people.explanation import explain

    found = explain(query.puzzle, query.grid, **query.how)
    stopped_by = None
    try:
        for step in islice(found, limit):
            query.progress(step)
    except KeyboardInterrupt:
        stopped_by = "interrupt"
    result = {
        "outcome": found.outcome.value,
        "text": found.ending,
        "steps": len(found.found),
        "grid": found.grid.row_texts(query.puzzle.colours),
    }
    status = _OUTCOMES.get(found.outcome.value, Status.UNKNOWN)
    return replace(
        Answer.of(found, result, status=status), stopped_by=stopped_by or found.stopped_by
    )


@question(
    {
        "colours": "the colours that are left for the cell; null without a cell",
        "numbers": "the numbers of the steps in the whole explanation, from 0",
        "steps": "the steps, in order",
        "outcome": "as of explain: open if the cell was decided before the end",
    },
    row="row of the cell, from 0; without a cell: why there is no solution",
    column="column of the cell, from 0",
)
def why(query: Query, *, row: int | None = None, column: int | None = None) -> Answer:
    """The chain of reasons for one cell: the steps of the explanation that decide it."""
    from ...people.explanation import explain

    if (row is None) != (column is None):
        raise OptionError("a cell is a row and a column")
    cell = None if row is None or column is None else (row, column)
    found = explain(query.puzzle, query.grid, **query.how)
    steps = found.why(cell)
    left = None if cell is None else members(list(found.grid)[cell[0]][cell[1]])
    result = {
        "colours": left and list(left),
        "numbers": list(steps),
        "steps": [step.to_dict() for step in steps.values()],
        "outcome": found.outcome.value,
    }
    return Answer.of(found, result, status=_OUTCOMES.get(found.outcome.value, Status.UNKNOWN))


@question(
    {
        "verdict": "unique, none or multiple",
        "text": "the same in a sentence",
        "steps": "the steps, each with the links that lead to what cannot be",
        "length": "links and assumptions of all steps",
    },
    proof="text of a proof to put into words; without one, a short one is made",
)
def argument(query: Query, *, proof: str = "") -> Answer:
    """Why there is exactly one solution, or none, in steps that a person can follow."""
    from ...people.explanation import argument

    check_kernel(query.engine, "writes no proofs")
    given = proof.split("\n") if proof else None
    if given is not None and query.grid is not None:
        raise OptionError("a proof names the known cells itself")
    found = argument(
        query.puzzle, given, grid=query.grid, limits=query.limits, options=query.options
    )
    verdict = Verdict.MULTIPLE if found.claim.startswith("count") else Verdict(found.claim)
    result = {
        "verdict": verdict.value,
        "text": found.text,
        "steps": [step.to_dict() for step in found.steps],
        "length": found.length,
    }
    status = Status.SATISFIABLE if found.pictures else Status.UNSATISFIABLE
    return Answer(status, result, found.pictures, stats=found.stats)


@question(
    {
        "word": "the difficulty in words",
        "level": "lines, depth-2, counting or search",
        "difficulty": "from 0 to about 8",
        "tedium": "the sum of the costs of all steps",
        "minutes": "about how long people take; null if it is not solved",
        "steps": "number of steps",
        "counts": "steps by technique",
        "outcome": "as of explain",
    }
)
def rate(query: Query) -> Answer:
    """How difficult a puzzle is for a careful person, and how long it takes."""
    from ...people.explanation import rate

    found = rate(query.puzzle, **query.keywords)
    return _of_dict(_OUTCOMES.get(found.outcome.value, Status.UNKNOWN), found)


@question(
    {
        "verdict": "unique, multiple, none or unknown",
        "text": "in words",
        "conflict": "lines that contradict each other",
        "is_minimal": "whether each of these lines is needed",
        "changes": "slips that explain it, the likeliest first; the proposals are without them",
        "differing": "cells that differ, of several solutions",
        "givens": "cells that leave one solution when given",
    },
    takes_grid=False,
)
def diagnose(query: Query) -> Answer:
    """Why a puzzle has no solution or several, which slips explain it; these come as progress."""
    from ...people.explanation import Diagnosis, diagnose

    found = Diagnosis(Verdict.UNKNOWN, "Interrupted before anything was known.")

    def note(better: Diagnosis) -> None:
        nonlocal found
        found = better
        query.progress(better)

    try:
        found = diagnose(query.puzzle, **query.how, progress=note)
    except KeyboardInterrupt:
        found = replace(found, stopped_by="interrupt")
    status = {Verdict.NONE: Status.UNSATISFIABLE, Verdict.UNKNOWN: Status.UNKNOWN}
    puzzles = (change.puzzle for change in found.changes)
    return _of_dict(status.get(found.verdict, Status.SATISFIABLE), found, *puzzles)


@question(
    {
        "changes": "row, column and new colour of each; the proposed puzzle has them",
        "is_fewest": "whether it is proven that no fewer suffice",
        "at_least": "number of cells that have to change, proven",
        "others": "the changes of other repairs, those with the fewest cells first",
    },
    takes_grid=False,
    number="repairs to look for, to choose from",
)
def repair(query: Query, *, number: int = 1) -> Answer:
    """The fewest cells of a picture to change so that its puzzle becomes unique.

    The first repair comes as progress if there may be others.
    """
    from ...people.generation import repair

    if not query.puzzle.goals:
        raise OptionError("only a puzzle with a picture as its goal can be repaired")
    picture = query.puzzle.goals[0]
    found = repair(picture, limits=query.limits, engine=query.engine)
    if number > 1 and found.flipped:
        query.progress(_changes(found))
        found = repair(picture, number=number, limits=query.limits, engine=query.engine)
    puzzles = () if found.puzzle is None else (found.puzzle,)
    return Answer(Status.SATISFIABLE, _changes(found), (), puzzles, found.stats, found.stopped_by)


def _changes(found: Repair) -> dict[str, Any]:
    """The cells that repairs change, with their new colours."""
    repaired = (found.after, *found.others) if found.after else ()
    changes = [
        [(r, c, after[r, c]) for r, c in found.before.differences(after)] for after in repaired
    ]
    return {
        "changes": changes[0] if changes else [],
        "others": changes[1:],
        "is_fewest": found.is_fewest,
        "at_least": found.at_least,
    }


def _of_dict(status: Status, found: Any, *puzzles: Any) -> Answer:
    """The answer with the JSON form of a result, which has the limit that stopped it."""
    result = found.to_dict()
    stopped_by = result.pop("stopped_by")
    return Answer(status, result, (), puzzles, found.stats, stopped_by)
