"""Questions about all solutions that no single search answers: they combine several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from ...core import (
    Asked,
    Grid,
    LimitReached,
    Limits,
    Meter,
    Picture,
    Plain,
    Puzzle,
    Stats,
    Status,
    Verdict,
    counted,
    decimal,
    has_several,
    masks_by_place,
    propagated,
    question,
    solving as solver,
    verdict_of,
)
from ...core.solver.bounds import Count
from .answer import Answer
from .question import Progress

if TYPE_CHECKING:
    from ...core import SolutionSpace

# Solution spaces are imported by the questions that need them: a worker that is asked something
# else starts in half the time.

#: Solutions in one page of them.
MOST_PICTURES = 500


@dataclass(frozen=True, slots=True)
class Component(Plain):
    """Cells that are independent of all others."""

    cells: tuple[tuple[int, int], ...]
    count: str
    """The ways to fill them, in digits."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Counted(Count):
    """A number of solutions, and what else was asked; the JSON form leaves out what was not."""

    components: tuple[Component, ...] | None = None
    """Cells and count of each independent component, when the count is exact."""
    differ: tuple[tuple[int, int], ...] | None = None
    """Cells (row, column) that are not the same in all solutions."""
    pictures: tuple[Picture, ...] = ()
    """The solutions asked for."""

    forms: ClassVar = {**Count.forms, "pictures": None}
    kept: ClassVar[tuple[str, ...]] = ("at_most",)
    """Members that are there also where they are null."""

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON values, the counts in digits."""
        members = Count.to_dict(self).items()
        return {name: value for name, value in members if value is not None or name in self.kept}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Checked(Counted):
    """Whether a puzzle has one solution, several or none; `check` makes it."""

    verdict: Verdict
    """Unique, multiple, none or unknown."""
    differ_is_exact: bool | None = None
    """Whether the cells that differ are all of them."""
    candidates: tuple[tuple[int, ...], ...] | None = None
    """Rows of masks: the colours of each cell in the solutions."""
    problems: tuple[str, ...] | None = None
    """Faults that can be seen without solving."""

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON values, the verdict first."""
        return {"verdict": self.verdict.value, **Counted.to_dict(self)}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Factored(Counted):
    """A number of solutions as a product; `components` makes it."""

    factors: str = ""
    """The count as a product, in words."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shares(Counted):
    """How often cells have their colours; `marginals` makes it."""

    kept: ClassVar = (*Counted.kept, "shares")

    shares: tuple[tuple[tuple[float, ...], ...], ...] | None
    """Rows of cells of shares by colour, blank first; None without solutions."""


@dataclass(frozen=True, slots=True)
class Propagated(Plain):
    """What single lines decide; `propagate` makes it."""

    grid: Grid | None
    """Rows of masks; null if some line has no placement."""

    forms: ClassVar = {"grid": list[list[int]] | None}

    @property
    def status(self) -> Status:
        """What it proves about the existence of a solution."""
        if self.grid is None:
            return Status.UNSATISFIABLE
        return Status.SATISFIABLE if self.grid.is_decided else Status.UNKNOWN

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON values."""
        return {"grid": self.grid and [list(row) for row in self.grid]}

    def __str__(self) -> str:
        return "null" if self.grid is None else str(self.grid)


@question("list")
def list_(puzzle: Puzzle, *, limit: int | None = None, **asked: Unpack[Asked]) -> Answer:
    """Every solution, or those found before a limit or Ctrl-C.

    Args:
        puzzle: what to solve.
        limit: stop after this many solutions.
    """
    board, memory = puzzle.board, (asked.get("limits") or Limits()).memory
    # A picture, its rows as text, each a string of its own, and all of it as JSON; measured.
    most = None if memory is None else memory // (300 + 5 * board.size + 60 * board.height)
    pictures: list[Picture] = []
    with solver.solutions(puzzle, limit=limit, **asked) as found:
        try:
            pictures.extend(islice(found, most))
        except KeyboardInterrupt:
            if not pictures:
                raise
            found.stopped_by = "interrupt"
        answer = replace(Answer.of(found), pictures=tuple(pictures))
    if most is not None and len(pictures) == most != limit and not found.is_complete:
        detail = f"{counted(most)} fill the memory; there may be more"
        return replace(answer, stopped_by="memory", detail=detail)
    return answer


@question()
def check(
    puzzle: Puzzle,
    *,
    differ: bool = False,
    components: bool = False,
    progress: Progress | None = None,
    **asked: Unpack[Asked],
) -> Checked:
    """Whether a puzzle has one solution, several or none.

    Args:
        puzzle: what it is about.
        differ: also find the cells that differ.
        components: also count, and find the independent components.
        progress: called with what is known, as soon as there are two solutions.

    >>> check(Puzzle([[1], [1], [1]], [[1], [2]]), differ=True).differ
    ((0, 0), (0, 1), (2, 0), (2, 1))
    """
    meter = Meter(asked.get("limits") or Limits(), Stats())
    found = _verdict(puzzle, asked)
    if found.verdict is Verdict.UNIQUE and differ:
        masks = tuple(tuple(1 << colour for colour in row) for row in found.pictures[0].rows)
        return replace(found, candidates=masks)
    if found.verdict is not Verdict.MULTIPLE or not (differ or components):
        return found
    tell = progress or (lambda known: None)
    tell(found)
    if differ:
        # Which cells differ is often known long before the number of solutions.
        found = _differing(puzzle, found, {**asked, "limits": meter.rest()})
        tell(found)
    if not components or found.stopped_by == "interrupt":
        return found
    try:
        space = _space(puzzle, {**asked, "limits": meter.rest()})
    except KeyboardInterrupt:
        return replace(found, stopped_by="interrupt")
    found = replace(
        found,
        at_least=space.at_least,
        at_most=space.at_most,
        components=_components(space),
        stopped_by=space.stopped_by,
        detail=space.detail,
    )
    if differ and space.is_exact:
        differing = space.ambiguous(limits=meter.rest())
        found = replace(found, differ=differing, differ_is_exact=True)
    return found


def _verdict(puzzle: Puzzle, asked: Asked) -> Checked:
    """The verdict, with up to two solutions."""
    with solver.solutions(puzzle, limit=2, **asked) as search:
        pictures = tuple(search)
    verdict = verdict_of(len(pictures), search.is_complete)
    is_unknown = verdict is Verdict.UNKNOWN
    return Checked(
        at_least=len(pictures),
        at_most=len(pictures) if verdict in (Verdict.UNIQUE, Verdict.NONE) else None,
        stats=search.stats,
        stopped_by=search.stopped_by if is_unknown else None,
        detail=search.detail if is_unknown else "",
        verdict=verdict,
        pictures=pictures,
        problems=tuple(map(str, puzzle.problems())) or None,
    )


def _differing(puzzle: Puzzle, found: Checked, asked: Asked) -> Checked:
    """The cells in which solutions differ, as far as known when a limit is reached."""
    from ...core import backbone

    shown = masks_by_place(picture.cells for picture in found.pictures)
    stopped_by, detail = None, ""
    try:
        backbone(puzzle, known=found.pictures, shown=shown, **asked)
    except LimitReached as reached:
        stopped_by, detail = reached.limit, reached.detail
    except KeyboardInterrupt:
        stopped_by = "interrupt"
    open_cells = (cell for cell, mask in enumerate(shown) if has_several(mask))
    return replace(
        found,
        differ=tuple(map(puzzle.board.place, open_cells)),
        differ_is_exact=stopped_by is None,
        candidates=tuple(map(tuple, puzzle.board.rows(tuple(shown)))),
        stopped_by=stopped_by,
        detail=detail,
    )


@question()
def components(
    puzzle: Puzzle, *, progress: Progress | None = None, **asked: Unpack[Asked]
) -> Factored:
    """The number of solutions, and the independent components whose counts multiply to it.

    >>> components(Puzzle([[1], [1]], [[1], [1]])).components[0].count
    '2'
    """
    space = _space(puzzle, asked, progress)
    factors = space.factors() if space.is_exact else ""
    return Factored(**_of(space), components=_components(space), factors=factors)


@question()
def solutions(
    puzzle: Puzzle,
    *,
    start: int = 0,
    limit: int = 1,
    components: bool = False,
    progress: Progress | None = None,
    **asked: Unpack[Asked],
) -> Counted:
    """Solutions by their index in the solution space.

    Args:
        puzzle: what to solve.
        start: index of the first.
        limit: number of solutions, at most 500.
        components: also find the independent components and the cells that differ.
    """
    limit = min(limit, MOST_PICTURES)
    meter = Meter(asked.get("limits") or Limits(), Stats())
    space = _space(puzzle, asked, progress)
    if space.is_exact:
        end = min(start + limit, space.count)
        found = Counted(**_of(space, space.pictures(start, end) if start < end else ()))
        if components:
            differ = space.ambiguous(limits=meter.rest())
            found = replace(found, components=_components(space), differ=differ)
        return found
    # Not compiled within the limits: the first ones can be enumerated all the same.
    first = start if start < 100_000 else 0
    asked["limits"] = meter.rest()
    pictures = list(solver.solutions(puzzle, limit=first + limit, **asked))
    least = max(space.at_least, len(pictures))
    return replace(Counted(**_of(space, pictures[first:])), at_least=least)


@question()
def sample(
    puzzle: Puzzle,
    *,
    number: int = 1,
    seed: int | None = None,
    progress: Progress | None = None,
    **asked: Unpack[Asked],
) -> Counted:
    """Solutions drawn at random, all equally likely.

    Args:
        puzzle: what to solve.
        number: number of samples to draw.
        seed: the same seed gives the same sample.

    >>> len(sample(Puzzle([[1], [1]], [[1], [1]]), number=3).pictures)
    3
    """
    space = _space(puzzle, asked, progress)
    has_samples = space.is_exact and space.count
    return Counted(**_of(space, space.sample(number, seed) if has_samples else ()))


@question()
def marginals(
    puzzle: Puzzle, *, progress: Progress | None = None, **asked: Unpack[Asked]
) -> Shares:
    """For every cell and colour, the share of solutions in which the cell has the colour.

    Raises:
        LimitReached: a limit was reached before all solutions were known.

    >>> marginals(Puzzle([[1], [1]], [[1], [1]])).shares[0]
    ((0.5, 0.5), (0.5, 0.5))
    """
    meter = Meter(asked.get("limits") or Limits(), Stats())
    space = _space(puzzle, asked, progress)
    if not space.is_exact:
        raise LimitReached(space.stopped_by or "seconds", space.detail)
    shares = space.marginals(limits=meter.rest()).floats if space.count else None
    return Shares(**_of(space), shares=shares)


@question()
def propagate(
    puzzle: Puzzle, *, grid: Grid | None = None, limits: Limits | None = None
) -> Propagated:
    """The candidates that remain when every line is tightened until nothing changes.

    >>> print(propagate(Puzzle([[1], [1], [1]], [[1], [2]])))
    ??
    _#
    ??
    """
    return Propagated(propagated(puzzle, grid, limits or Limits()))


def _space(puzzle: Puzzle, asked: Asked, progress: Progress | None = None) -> SolutionSpace:
    from ...core import solution_space

    return solution_space(puzzle, progress=progress, **asked)


def _components(space: SolutionSpace) -> tuple[Component, ...]:
    parts = space.components if space.is_exact else ()
    return tuple(Component(part.cells, decimal(part.count)) for part in parts)


def _of(space: SolutionSpace, pictures: Iterable[Picture] = ()) -> dict[str, Any]:
    """What a result has of a space."""
    names = ("at_least", "at_most", "stats", "stopped_by", "detail", "engine", "engine_reason")
    return {name: getattr(space, name) for name in names} | {"pictures": tuple(pictures)}
