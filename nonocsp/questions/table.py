"""The table of questions: what page, batch and command line can ask about a puzzle.

A question is a function of a puzzle, known cells, limits, engine and options that returns an
`Answer`. To add one, write the function and enter it in `QUESTIONS`: batches, stores, the page's
HTTP interface and its description know it then, and a command is a few lines in `apps/cli`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..common.errors import OptionError, decimal
from ..common.limits import LimitReached, Limits
from ..common.options import Options
from ..model.bits import has_several
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..solver import answers as solver
from ..solver.answers import Status, Verdict, verdict_of
from .answer import Answer

if TYPE_CHECKING:
    from ..space import SolutionSpace

# Rooms above the solver are imported by the questions that need them: a worker that is asked
# something else starts in half the time.

#: Receives what is known before the end: JSON values, or results with ``as_dict``.
Progress = Callable[[Any], object]

#: Solutions in one page of them.
MOST_PICTURES = 500


@dataclass(frozen=True, slots=True)
class Argument:
    """A further argument of a question."""

    kind: type[int | bool]
    default: int | bool | None
    help: str


@dataclass(frozen=True, slots=True)
class Question:
    """One entry of the table."""

    name: str
    summary: str
    function: Callable[..., Answer]
    """Takes the puzzle, the grid, a dictionary of limits, engine and options, the receiver of
    progress, and the further arguments by keyword."""
    gives: Mapping[str, str]
    """The members of ``Answer.result``, each with its meaning."""
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    """The further arguments by name."""
    takes_grid: bool = True
    """Whether cells can be known beforehand."""

    def ask(
        self,
        puzzle: Puzzle,
        grid: Grid | None = None,
        *,
        limits: Limits | None = None,
        engine: str | None = None,
        options: Options | None = None,
        progress: Progress | None = None,
        **arguments: Any,
    ) -> Answer:
        """Ask the question, in this process.

        Ctrl-C and a limit are part of the answer, as ``stopped_by``, where something is known all
        the same.

        Args:
            puzzle, grid, limits, engine, options: as for `nonocsp.solve`.
            progress: called with what is known before the end; see the function of the question.
            arguments: further arguments, as in ``arguments``.

        Raises:
            OptionError: no such argument, or a grid for a question that takes none.
            LimitReached: a limit was reached and nothing is known.
            KeyboardInterrupt: the same with Ctrl-C.

        >>> QUESTIONS["count"].ask(Puzzle([[1]] * 5, [[1]] * 5)).count
        120
        """
        if grid is not None and not self.takes_grid:
            raise OptionError(f"the question {self.name!r} takes no known cells")
        for name in arguments:
            if name not in self.arguments:
                raise OptionError(f"the question {self.name!r} has no argument {name!r}")
        how = {"limits": limits, "engine": engine, "options": options}
        answer = self.function(puzzle, grid, how, progress or _ignore, **arguments)
        return replace(answer, question=self.name)


def question_named(name: str) -> Question:
    """The question of a name.

    Raises:
        OptionError: there is none.
    """
    if name not in QUESTIONS:
        raise OptionError(f"unknown question {name!r}; available: {', '.join(QUESTIONS)}")
    return QUESTIONS[name]


def _ignore(value: Any) -> None:
    pass


def _counted(at_least: int, is_exact: bool) -> dict[str, Any]:
    # In digits: other readers of JSON round numbers above 2^53.
    return {"count": decimal(at_least), "is_exact": is_exact}


def _status(at_least: int, is_exact: bool) -> Status:
    if at_least:
        return Status.SATISFIABLE
    return Status.UNSATISFIABLE if is_exact else Status.UNKNOWN


Keywords = dict[str, Any]


def _solve(puzzle: Puzzle, grid: Grid | None, how: Keywords, progress: Progress) -> Answer:
    found = solver.solve(puzzle, grid=grid, **how)
    pictures = () if found.picture is None else (found.picture,)
    return Answer(
        found.status,
        pictures=pictures,
        stats=found.stats,
        stopped_by=found.stopped_by,
        detail=found.detail,
    )


def _list(puzzle: Puzzle, grid: Grid | None, how: Keywords, progress: Progress) -> Answer:
    with solver.solutions(puzzle, grid=grid, **how) as found:
        pictures = tuple(found)
    return Answer(
        found.status,
        pictures=pictures,
        stats=found.stats,
        stopped_by=found.stopped_by,
        detail=found.detail,
    )


def _check(
    puzzle: Puzzle,
    grid: Grid | None,
    how: Keywords,
    progress: Progress,
    *,
    differ: bool = False,
    parts: bool = False,
) -> Answer:
    with solver.solutions(puzzle, limit=2, grid=grid, **how) as found:
        pictures = tuple(found)
    verdict = verdict_of(len(pictures), found.is_complete)
    is_exact = verdict in (Verdict.UNIQUE, Verdict.NONE)
    result = {"verdict": verdict.value, **_counted(len(pictures), is_exact)}
    problems = [str(problem) for problem in puzzle.problems()]
    if problems:
        result["problems"] = problems
    if verdict is Verdict.UNIQUE and differ:
        result["candidates"] = [[1 << colour for colour in row] for row in pictures[0].rows]
    stopped_by = found.stopped_by if verdict is Verdict.UNKNOWN else None
    detail = found.detail if stopped_by else ""
    if verdict is Verdict.MULTIPLE and (differ or parts):
        progress({"verdict": verdict.value})
        more, stopped_by, detail = _ambiguity(puzzle, grid, how, progress, pictures, differ, parts)
        result |= more
    return Answer(found.status, result, pictures, (), found.stats, stopped_by, detail)


def _ambiguity(
    puzzle: Puzzle,
    grid: Grid | None,
    how: Keywords,
    progress: Progress,
    pictures: tuple[Picture, ...],
    differ: bool,
    parts: bool,
) -> tuple[dict[str, Any], str | None, str]:
    """What several solutions leave open, as far as it is known when a limit comes."""
    from ..space import backbone

    columns = puzzle.shape[1]
    result: dict[str, Any] = {"differ": [], "differ_is_exact": False} if differ else {}
    reached: LimitReached | None = None
    if differ and grid is None:
        # Which cells differ is often known long before the number of solutions.
        shown: list[int] = []
        try:
            backbone(puzzle, known=pictures, shown=shown, **how)
        except LimitReached as limit:
            reached = limit
        except KeyboardInterrupt:
            reached = LimitReached("interrupt")
        result["differ"] = _differing(shown, columns)
        result["differ_is_exact"] = reached is None
        result["candidates"] = [shown[at : at + columns] for at in range(0, len(shown), columns)]
        progress({"verdict": "multiple", "differ": result["differ"]})
    if parts and not (reached and reached.limit == "interrupt"):
        space = _compiled(puzzle, grid, how, _ignore)
        if isinstance(space, Answer):
            return result, space.stopped_by, ""
        result |= _counted(space.at_least, space.is_exact) | {"parts": []}
        if not space.is_exact:
            return result, space.stopped_by, space.detail
        result["parts"] = _components(space)
        reached = None
        if differ:
            result["differ"] = list(space.ambiguous(limits=how["limits"]))
            result["differ_is_exact"] = True
    return result, *((reached.limit, reached.detail) if reached else (None, ""))


def _differing(masks: list[int], columns: int) -> list[tuple[int, int]]:
    return [divmod(cell, columns) for cell, mask in enumerate(masks) if has_several(mask)]


def _count(puzzle: Puzzle, grid: Grid | None, how: Keywords, progress: Progress) -> Answer:
    known = 0

    def note(bound: int) -> None:
        nonlocal known
        known = bound
        progress(_counted(bound, False))

    try:
        found = solver.count(puzzle, grid=grid, **how, progress=note)
    except KeyboardInterrupt:
        return Answer(_status(known, False), _counted(known, False), stopped_by="interrupt")
    return Answer(
        _status(found.at_least, found.is_exact),
        _counted(found.at_least, found.is_exact),
        stats=found.stats,
        stopped_by=found.stopped_by,
        detail=found.detail,
    )


def _compiled(
    puzzle: Puzzle, grid: Grid | None, how: Keywords, progress: Progress
) -> SolutionSpace | Answer:
    """The solution space, or the bound that is known when Ctrl-C comes."""
    from ..space import solution_space

    known = 0

    def note(bound: int) -> None:
        nonlocal known
        known = bound
        progress(_counted(bound, False))

    try:
        return solution_space(puzzle, grid=grid, **how, progress=note)
    except KeyboardInterrupt:
        return Answer(_status(known, False), _counted(known, False), stopped_by="interrupt")


def _of_space(space: SolutionSpace, pictures: Iterable[Picture] = (), **result: Any) -> Answer:
    """The answer with the count of a space, or its bounds."""
    counted = _counted(space.at_least, space.is_exact) | {"at_most": decimal(space.at_most)}
    return Answer(
        space.status,
        counted | result,
        tuple(pictures),
        stats=space.stats,
        stopped_by=space.stopped_by,
        detail=space.detail,
    )


def _parts(puzzle: Puzzle, grid: Grid | None, how: Keywords, progress: Progress) -> Answer:
    space = _compiled(puzzle, grid, how, progress)
    if isinstance(space, Answer):
        return space
    if not space.is_exact:
        return _of_space(space)
    return _of_space(space, parts=_components(space), factors=space.factors())


def _components(space: SolutionSpace) -> list[dict[str, Any]]:
    return [{"cells": part.cells, "count": decimal(part.count)} for part in space.components]


def _solutions(
    puzzle: Puzzle,
    grid: Grid | None,
    how: Keywords,
    progress: Progress,
    *,
    start: int = 0,
    limit: int = 1,
) -> Answer:
    limit = min(limit, MOST_PICTURES)
    space = _compiled(puzzle, grid, how, progress)
    if isinstance(space, Answer):
        return space
    if space.is_exact:
        end = min(start + limit, space.count)
        return _of_space(space, space.pictures(start, end) if start < end else ())
    # Not compiled within the limits: the first ones can be enumerated all the same.
    first = start if start < 100_000 else 0
    found = list(solver.solutions(puzzle, grid=grid, limit=first + limit, **how))[first:]
    count = decimal(max(space.at_least, first + len(found)))
    return _of_space(space, found, count=count)


def _sample(
    puzzle: Puzzle,
    grid: Grid | None,
    how: Keywords,
    progress: Progress,
    *,
    number: int = 1,
    seed: int | None = None,
) -> Answer:
    space = _compiled(puzzle, grid, how, progress)
    if isinstance(space, Answer):
        return space
    has_samples = space.is_exact and space.count
    return _of_space(space, space.sample(number, seed) if has_samples else ())


def _marginals(puzzle: Puzzle, grid: Grid | None, how: Keywords, progress: Progress) -> Answer:
    space = _compiled(puzzle, grid, how, progress)
    if isinstance(space, Answer):
        return space
    if not space.is_exact:
        raise LimitReached(space.stopped_by or "seconds", space.detail)
    if not space.count:
        return _of_space(space, shares=None)
    return _of_space(space, shares=space.marginals(limits=how["limits"]).floats)


def _propagate(puzzle: Puzzle, grid: Grid | None, how: Keywords, progress: Progress) -> Answer:
    from ..kernel.door import propagated

    tight = propagated(puzzle, grid, how["limits"])
    if tight is None:
        return Answer(Status.UNSATISFIABLE, {"grid": None})
    status = Status.SATISFIABLE if tight.is_decided else Status.UNKNOWN
    return Answer(status, {"grid": [list(row) for row in tight]})


def _hint(puzzle: Puzzle, grid: Grid | None, how: Keywords, progress: Progress) -> Answer:
    from ..explanation import hint

    found = hint(puzzle, grid, **how)
    result = found.as_dict() | {
        "sentences": list(found.sentences),
        "lines": [line._asdict() for line in found.lines],
        "cells": list(found.cells),
        "because": list(found.because),
    }
    hopeless = found.kind == "no solution"
    return Answer(Status.UNSATISFIABLE if hopeless else Status.UNKNOWN, result, stats=found.stats)


def _explain(
    puzzle: Puzzle,
    grid: Grid | None,
    how: Keywords,
    progress: Progress,
    *,
    limit: int | None = None,
) -> Answer:
    from ..explanation import explain

    found = explain(puzzle, grid, **how)
    stopped_by = None
    try:
        for step in islice(found, limit):
            progress(step)
    except KeyboardInterrupt:
        stopped_by = "interrupt"
    result = {
        "outcome": found.outcome.value,
        "text": found.ending,
        "steps": len(found.steps),
        "grid": found.grid.text(puzzle.colours).split("\n"),
    }
    return Answer(
        _OUTCOMES.get(found.outcome.value, Status.UNKNOWN),
        result,
        stats=found.stats,
        stopped_by=stopped_by or found.stopped_by,
        detail=found.detail,
    )


#: What the end of an explanation proves about solutions.
_OUTCOMES = {
    "solved": Status.SATISFIABLE,
    "ambiguous": Status.SATISFIABLE,
    "contradiction": Status.UNSATISFIABLE,
}


def _rate(puzzle: Puzzle, grid: Grid | None, how: Keywords, progress: Progress) -> Answer:
    from ..explanation import rate

    found = rate(puzzle, grid=grid, **how)
    result = found.as_dict()
    stopped_by = result.pop("stopped_by")
    status = _OUTCOMES.get(found.outcome.value, Status.UNKNOWN)
    return Answer(status, result, stats=found.stats, stopped_by=stopped_by)


def _diagnose(puzzle: Puzzle, grid: Grid | None, how: Keywords, progress: Progress) -> Answer:
    from ..explanation import diagnose

    found = diagnose(puzzle, **how)
    result = found.as_dict()
    stopped_by = result.pop("stopped_by")
    status = {
        Verdict.NONE: Status.UNSATISFIABLE,
        Verdict.UNKNOWN: Status.UNKNOWN,
    }.get(found.verdict, Status.SATISFIABLE)
    puzzles = tuple(change.apply(puzzle) for change in found.changes)
    return Answer(status, result, (), puzzles, found.stats, stopped_by)


def _repair(puzzle: Puzzle, grid: Grid | None, how: Keywords, progress: Progress) -> Answer:
    from ..generation import repair

    if not puzzle.goals:
        raise OptionError("only a puzzle with a picture as its goal can be repaired")
    found = repair(puzzle.goals[0], limits=how["limits"], engine=how["engine"])
    after = found.after
    result = {
        "changes": [(r, c, after[r, c]) for r, c in found.flipped] if after else [],
        "is_fewest": found.is_fewest,
        "at_least": found.at_least,
    }
    puzzles = () if found.puzzle is None else (found.puzzle,)
    return Answer(Status.SATISFIABLE, result, (), puzzles, found.stats, found.stopped_by)


_COUNTED = {
    "count": "number of solutions, in digits; a lower bound unless exact",
    "is_exact": "whether the count is exact",
}
_SPACE = {**_COUNTED, "at_most": "an upper bound on the count, in digits"}
_DIFFER = {"differ": "cells (row, column) that are not the same in all solutions"}
_PARTS = {"parts": "cells and count of each independent part, when the count is exact"}

QUESTIONS: dict[str, Question] = {
    question.name: question
    for question in (
        Question("solve", "One solution, or the proof that there is none.", _solve, {}),
        Question(
            "check",
            "Whether a puzzle has one solution, several or none.",
            _check,
            {
                "verdict": "unique, multiple, none or unknown",
                **_COUNTED,
                **_DIFFER,
                "differ_is_exact": "whether those are all of them",
                "candidates": "rows of masks: the colours of each cell in the solutions",
                **_PARTS,
                "problems": "faults that can be seen without solving",
            },
            {
                "differ": Argument(bool, False, "also find the cells that differ"),
                "parts": Argument(bool, False, "also count, and find the independent parts"),
            },
        ),
        Question("count", "The exact number of solutions.", _count, _COUNTED),
        Question("list", "Every solution.", _list, {}),
        Question(
            "parts",
            "The number of solutions, and the independent parts whose counts multiply to it.",
            _parts,
            {
                **_SPACE,
                **_PARTS,
                "factors": "the count as a product, in words",
            },
        ),
        Question(
            "solutions",
            "Solutions by their index in the solution space.",
            _solutions,
            _SPACE,
            {
                "start": Argument(int, 0, "index of the first"),
                "limit": Argument(int, 1, f"number of solutions, at most {MOST_PICTURES}"),
            },
        ),
        Question(
            "sample",
            "Solutions drawn at random, all equally likely.",
            _sample,
            _SPACE,
            {
                "number": Argument(int, 1, "number of samples to draw"),
                "seed": Argument(int, None, "the same seed gives the same sample"),
            },
        ),
        Question(
            "marginals",
            "For every cell and colour, the share of solutions in which the cell has the colour.",
            _marginals,
            {**_SPACE, "shares": "rows of cells of shares by colour, blank first; or null"},
        ),
        Question(
            "propagate",
            "The candidates that remain when every line is tightened until nothing changes.",
            _propagate,
            {"grid": "rows of masks; null if some line has no placement"},
        ),
        Question(
            "hint",
            "The easiest next step that decides a cell, or the mistake in the known cells.",
            _hint,
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
            },
        ),
        Question(
            "explain",
            "Every step of a solution as a person would find it; the steps come as progress.",
            _explain,
            {
                "outcome": "solved, ambiguous, contradiction, stuck or stopped",
                "text": "the outcome in words",
                "steps": "number of steps",
                "grid": "rows of characters: what is known at the end",
            },
            {"limit": Argument(int, None, "stop after this many steps")},
        ),
        Question(
            "rate",
            "How difficult and how tedious a puzzle is for a careful person.",
            _rate,
            {
                "word": "the difficulty in words",
                "level": "line, depth-2 or search",
                "difficulty": "from 0 to about 8",
                "tedium": "the sum of the costs of all steps",
                "steps": "number of steps",
                "counts": "steps by technique",
                "outcome": "as of explain",
            },
        ),
        Question(
            "diagnose",
            "Why a puzzle has no solution or several, and which small changes help.",
            _diagnose,
            {
                "verdict": "unique, multiple, none or unknown",
                "text": "in words",
                "conflict": "lines that contradict each other",
                "is_minimal": "whether each of these lines is needed",
                "changes": "changes of one clue, the likeliest first; the proposed puzzles",
                "differing": "cells that differ, of several solutions",
                "givens": "cells that leave one solution when given",
            },
            takes_grid=False,
        ),
        Question(
            "repair",
            "The fewest cells of a picture to change so that its puzzle becomes unique.",
            _repair,
            {
                "changes": "row, column and new colour of each; the proposed puzzle has them",
                "is_fewest": "whether it is proven that no fewer suffice",
                "at_least": "number of cells that have to change, proven",
            },
            takes_grid=False,
        ),
    )
}
