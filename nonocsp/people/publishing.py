"""The card of a puzzle before it is published: publish, warn or reject, with reasons.

It puts together what the single questions answer: the verdict with a second picture, the smallest
repair (`repair`, `diagnose`), how long and how deep the puzzle is (`rate`), its deepest step and
how scarce steps are along the way (`explain`). It computes nothing of its own but what is odd about
the solution: lines without a filled cell, and parts that share no line.
"""

from __future__ import annotations

import enum
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from ..core import (
    Displayable,
    How,
    LimitReached,
    Limits,
    Line,
    Meter,
    Picture,
    Plain,
    Puzzle,
    Stats,
    Status,
    Verdict,
    counted,
    excerpt,
    has_several,
    puzzle_key,
    question,
    solutions,
    verdict_of,
)
from .explanation import Diagnosis, Outcome, Rating, Step, diagnose, drawings, explain
from .explanation.diagnosis.diagnosing import CONSEQUENCES
from .explanation.effort import range_in_words, scarcity
from .explanation.phrasing import Phrasing, listed, sentence
from .explanation.rating import rating_of
from .explanation.techniques import TECHNIQUES
from .generation import repair

if TYPE_CHECKING:
    from ..files.render import Drawing

#: Questions about pictures that the proof of the smallest repair may take.
CHECKS = 500

#: Search nodes of the case splits of an explanation: what takes more is not rated.
NODES = 20_000

#: Cells that a repair lists; of more it says the number.
MOST_CELLS = 6

#: Cells in which solutions differ for which a repair is looked for: of more, it would be long.
MOST_REPAIRED = 500

_NO_GOAL = "no solution is the picture that comes with it"

#: The level of each technique.
_LEVELS = {technique.name: technique.level for technique in TECHNIQUES}

#: A spike: the steps beyond single lines are at most so many, and at most this share of all steps.
SPIKE, SPIKE_SHARE = 2, 0.1


class Decision(enum.StrEnum):
    """What to do with a puzzle."""

    PUBLISH = "publish"
    WARN = "warn"
    REJECT = "reject"


class Kind(enum.StrEnum):
    """The kinds of reasons, in the order in which they are given."""

    NONE = "none"
    """There is no solution."""
    MULTIPLE = "multiple"
    """There are several."""
    GOAL = "goal"
    """No picture that comes with the puzzle is a solution."""
    UNKNOWN = "unknown"
    """A limit was reached before there was a verdict."""
    TWIN = "twin"
    """Another puzzle of the set is the same, rotated, mirrored, transposed or recoloured."""
    SEARCH = "search"
    """People would have to try colours out to the end."""
    UNRATED = "unrated"
    """A limit was reached before the puzzle was rated."""
    SPIKE = "spike"
    """One or two steps are deeper than all others."""
    PARTS = "parts"
    """The filled cells fall into parts that share no line."""
    IDLE = "idle"
    """Lines have no filled cell."""


#: What a reason leads to; others are told and change nothing.
_DECISIONS = {
    **dict.fromkeys((Kind.NONE, Kind.MULTIPLE, Kind.GOAL), Decision.REJECT),
    **dict.fromkeys(
        (Kind.UNKNOWN, Kind.TWIN, Kind.SEARCH, Kind.UNRATED, Kind.SPIKE), Decision.WARN
    ),
}


@dataclass(frozen=True, slots=True)
class Reason(Plain):
    """A reason in words."""

    kind: Kind
    text: str

    @property
    def decision(self) -> Decision:
        """The decision that it leads to; ``publish`` for a mere note."""
        return _DECISIONS.get(self.kind, Decision.PUBLISH)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Displayable, Plain):
    """Whether and why to publish a puzzle; made by `card`, and ``str`` is its text."""

    shown: ClassVar = ("decision", "reasons", "verdict")

    verdict: Verdict
    """Whether there is one solution, several or none; unknown if a limit was reached."""
    reasons: tuple[Reason, ...] = ()
    """The reasons, those that decide first."""
    pictures: tuple[Picture, ...] = ()
    """Solutions: with several, the second is the witness."""
    change: tuple[tuple[int, int, int], ...] = ()
    """Row, column and new colour of the cells to change in the picture so that its puzzle becomes
    unique: the fewest that were found."""
    givens: tuple[tuple[int, int, int], ...] = ()
    """Row, column and colour of cells that leave one solution when they are given away."""
    clue: str = ""
    """Without solution: the likeliest correction of a clue, as a sentence."""
    rating: Rating | None = None
    """Its length and depth; None unless there is one solution."""
    deepest: int | None = None
    """The number of the deepest step, from 1."""
    step: Step | None = None
    """That step."""
    scarcity: tuple[int, ...] = ()
    """Before each step, how many places show one."""
    stopped_by: str | None = None
    """The limit that was reached, or None."""
    detail: str = ""
    stats: Stats = field(default_factory=Stats, compare=False, repr=False)
    """Counted work."""
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)
    """The puzzle."""
    steps: tuple[Step, ...] = field(default=(), compare=False, repr=False)
    """All steps, where they solve it."""
    conflict: tuple[Line, ...] = field(default=(), compare=False, repr=False)
    """Without solution: lines that contradict each other."""

    @property
    def decision(self) -> Decision:
        """Publish, warn or reject: the worst of the reasons."""
        order = list(Decision)
        return max((each.decision for each in self.reasons), key=order.index, default=order[0])

    @property
    def status(self) -> Status:
        """What is known about the existence of a solution."""
        return Status.SATISFIABLE if self.pictures else self.verdict.status

    @property
    def line(self) -> str:
        """The card in one line."""
        known = [self.verdict.value]
        if self.rating and self.rating.minutes is not None:
            known = [range_in_words(self.rating.minutes), self.rating.depth_word]
        return ". ".join(
            [
                f"{self.decision}: {', '.join(known)}",
                *(sentence(str(each)) for each in self.reasons),
            ]
        )

    @property
    def drawing(self) -> Drawing:
        """The cells in which two solutions differ, the lines that contradict each other, or the
        board at the deepest step."""
        from ..files.render import Drawing

        assert self.puzzle is not None
        if len(self.pictures) > 1:
            return Drawing.of_differences(*self.pictures[:2], puzzle=self.puzzle)
        if self.deepest:
            every = [drawn for _, drawn in drawings(self.puzzle, self.steps[: self.deepest])]
            return every[-1]
        return Drawing(puzzle=self.puzzle, lines=frozenset(self.conflict))

    def __str__(self) -> str:
        return "\n".join([f"{self.decision}", *self._lines()])

    def _lines(self) -> Iterator[str]:
        yield from (f"- {each}" for each in self.reasons)
        if self.verdict is Verdict.UNIQUE:
            yield "one solution"
        if (rating := self.rating) and rating.minutes is not None:
            yield f"length: {rating.length_word}, most people {range_in_words(rating.minutes)}"
            yield f"depth: {rating.depth_word}, level {rating.level}"
        if self.step:
            of = f"{self.deepest} of {len(self.scarcity)}"
            yield f"deepest step: {of} ({self.step.technique}): {self.step}"
        if self.scarcity:
            single = sum(places == 1 for places in self.scarcity)
            median = statistics.median_high(self.scarcity)
            of = f"{single} of {counted(len(self.scarcity), 'step')}"
            yield f"scarcity: before {of} only one place shows a step; the median is {median}"

    def __repr__(self) -> str:
        return f"<Card: {excerpt(self.line, 80)}>"


@question()
def card(
    puzzle: Puzzle,
    *,
    among: Mapping[bytes, str] | Iterable[Puzzle] = (),
    **how: Unpack[How],
) -> Card:
    """Whether to publish a puzzle: one object with what `solve`, `repair`, `diagnose` and `rate`
    say of it.

    ``reject``: there is no solution, there are several, or none of its goals is a solution.
    ``warn``: it is not proven, equal to another one, or deeper than people like. ``reasons`` says
    why, in order. The repair, which may not be the smallest, and the rating have bounds on their
    work, besides the limits; if more than 500 cells differ, no repair is looked for. After a limit
    the card has what is known by then.

    Args:
        puzzle, limits, engine, options: as for `nonocsp.solutions`.
        among: puzzles of which none should be the same up to symmetry and colours, or their names
            by `nonocsp.sets.puzzle_key`.

    >>> print(card(Puzzle([[1], [1]], [[1], [1]])).line)
    reject: multiple. Several solutions, which differ in 4 cells; to make it unique, change row 1, \
column 2 to blank; or give away row 1, column 1 as blank
    >>> card(Puzzle([[3], [1]], [[1], [2], [1]])).decision
    <Decision.PUBLISH: 'publish'>
    """
    names = among if isinstance(among, Mapping) else _names(among)
    meter = Meter(how.get("limits") or Limits(), Stats())
    known: dict[str, Any] = {"verdict": Verdict.UNKNOWN, "puzzle": puzzle, "stats": meter.stats}
    reasons: list[Reason] = []
    if twin := names and names.get(puzzle_key(puzzle)):
        reasons.append(Reason(Kind.TWIN, f"it is the same as {twin}, up to symmetry and colours"))
    try:
        with meter:
            reasons += _reasons(puzzle, meter, how, known)
    except KeyboardInterrupt:
        if known["verdict"] is Verdict.UNKNOWN:
            raise
        known["stopped_by"] = "interrupt"
    except LimitReached as reached:
        known |= {"stopped_by": reached.limit, "detail": reached.detail}
    said = {one.kind for one in reasons}
    reasons += [one for one in _bare(puzzle, known) if one.kind not in said]
    order = [*Kind]
    return Card(reasons=tuple(sorted(reasons, key=lambda one: order.index(one.kind))), **known)


def _bare(puzzle: Puzzle, known: Mapping[str, Any]) -> Iterator[Reason]:
    """What the verdict alone says, wherever the work ended; reasons that say more replace it."""
    verdict, limit = known["verdict"], known.get("stopped_by")
    ended = (
        "it was interrupted"
        if limit == "interrupt"
        else str(LimitReached(limit or "", known.get("detail", "")))
    )
    if verdict is Verdict.UNKNOWN:
        yield Reason(Kind.UNKNOWN, f"not proven: {ended}")
    elif verdict is Verdict.NONE:
        yield Reason(Kind.NONE, "there is no solution")
    elif verdict is Verdict.MULTIPLE:
        yield Reason(Kind.MULTIPLE, "several solutions")
    elif "rating" not in known:
        yield Reason(Kind.UNRATED, f"not rated: {ended}")
    if verdict is not Verdict.UNKNOWN and not _has_goal(puzzle) and verdict is not Verdict.NONE:
        yield Reason(Kind.GOAL, _NO_GOAL)


def _has_goal(puzzle: Puzzle) -> bool:
    return not puzzle.goals or any(map(puzzle.is_solved_by, puzzle.goals))


def _names(among: Iterable[Puzzle]) -> dict[bytes, str]:
    every = reversed([*enumerate(among, 1)])
    return {puzzle_key(each): each.title or f"puzzle {number}" for number, each in every}


def _reasons(puzzle: Puzzle, meter: Meter, how: How, known: dict[str, Any]) -> Iterator[Reason]:
    """The reasons but for twins; what is found on the way is entered."""
    search = solutions(puzzle, **_within(how, meter.left()))
    known["pictures"] = pictures = tuple(islice(search, 2))
    meter.stats.add(search.stats)
    known["verdict"] = verdict = verdict_of(len(pictures), search.is_complete)
    if verdict is Verdict.UNKNOWN:
        raise LimitReached(str(search.stopped_by), search.detail)
    has_goal = _has_goal(puzzle)
    if not has_goal or verdict is not Verdict.UNIQUE:
        # With `rest`, which raises nothing: the verdict is a reason, however late it was found.
        found = diagnose(puzzle, **_within(how, meter.rest()))
        meter.stats.add(found.stats)
        known["conflict"] = found.conflict
        if found.changes:
            known["clue"] = f"{found.changes[0]}{CONSEQUENCES[found.changes[0].verdict]}"
        if verdict is Verdict.NONE:
            yield Reason(Kind.NONE, f"there is no solution{_likeliest(known)}")
        if verdict is Verdict.MULTIPLE:
            yield _multiple(puzzle, meter, how, known, found)
        if not has_goal and verdict is not Verdict.NONE:
            yield Reason(Kind.GOAL, _NO_GOAL + _likeliest(known))
        if found.stopped_by:
            raise LimitReached(found.stopped_by)
    if verdict is Verdict.UNIQUE:
        yield from _rated(puzzle, meter, how, known)
        yield from _odd(puzzle, pictures[0])


def _within(how: How, limits: Limits) -> How:
    return {"limits": limits, "engine": how.get("engine"), "options": how.get("options")}


def _likeliest(known: Mapping[str, Any]) -> str:
    return f". {known['clue']}" if "clue" in known else ""


def _multiple(
    puzzle: Puzzle, meter: Meter, how: How, known: dict[str, Any], found: Diagnosis
) -> Reason:
    """The witness, and the smallest repair of the picture."""
    first, second = known["pictures"]
    cells = len(first.differences(second))
    if found.differing:
        cells = sum(map(has_several, found.differing.masks))
    least = "at least " if found.stopped_by else ""
    said = [f"several solutions, which differ in {least}{counted(cells, 'cell')}"]
    if cells > MOST_REPAIRED:
        return Reason(Kind.MULTIPLE, f"{said[0]}, too many for a small repair")
    picture = next(filter(puzzle.is_solved_by, puzzle.goals), first)
    repaired = repair(picture, checks=CHECKS, limits=meter.rest(), engine=how.get("engine"))
    meter.stats.add(repaired.stats)
    if repaired.after is not None and repaired.flipped:
        known["change"] = tuple((*cell, repaired.after[cell]) for cell in repaired.flipped)
        said.append(f"to make it unique, change {_cells(puzzle, known['change'], 'to ')}")
    if found.givens:
        known["givens"] = tuple((*cell, colour) for cell, colour in found.givens.items())
        before = "or" if "change" in known else "to make it unique,"
        said.append(f"{before} give away {_cells(puzzle, known['givens'], 'as ')}")
    return Reason(Kind.MULTIPLE, "; ".join(said))


def _cells(puzzle: Puzzle, cells: Sequence[tuple[int, int, int]], before: str) -> str:
    """Some cells with their colours, or their number."""
    if len(cells) > MOST_CELLS:
        return counted(len(cells), "cell")
    phrasing = Phrasing(puzzle)
    named = [
        f"{phrasing.cell(row, at)} {before}{phrasing.colour([colour])}" for row, at, colour in cells
    ]
    return listed(named)


def _rated(puzzle: Puzzle, meter: Meter, how: How, known: dict[str, Any]) -> Iterator[Reason]:
    left = meter.left()
    nodes = min(NODES, left.nodes or NODES)
    found = explain(puzzle, **_within(how, left.replace(nodes=nodes))).run()
    meter.stats.add(found.stats)
    if found.outcome is not Outcome.SOLVED:
        yield Reason(Kind.UNRATED, f"not rated: {found.ending.lower()}")
        if found.stopped_by != "nodes" or left.nodes == nodes:
            raise LimitReached(str(found.stopped_by))
        return
    steps = tuple(found.found)
    deepest = max(range(len(steps)), key=lambda at: steps[at].cost, default=None)
    known |= {"rating": rating_of(found), "scarcity": scarcity(found), "steps": steps}
    if deepest is None:
        return
    known |= {"deepest": deepest + 1, "step": steps[deepest]}
    beyond = [at for at, step in enumerate(steps, 1) if _LEVELS.get(step.technique) != "line"]
    of = f"of {len(steps)} steps"
    if tried := [at for at in beyond if _LEVELS.get(steps[at - 1].technique) == "search"]:
        text = f"{len(tried)} {of} try a colour out to the end, the first is step {tried[0]}"
        yield Reason(Kind.SEARCH, text)
    elif 0 < len(beyond) <= min(SPIKE, SPIKE_SHARE * len(steps)):
        only = " and ".join(map(str, beyond))
        text = f"only step {only} {of} takes more than one line"
        if len(beyond) > 1:
            text = f"only steps {only} {of} take more than one line"
        yield Reason(Kind.SPIKE, text)


def _odd(puzzle: Puzzle, picture: Picture) -> Iterator[Reason]:
    """What is odd about a solution."""
    import networkx  # here, as it takes longer to load than the rest

    graph: networkx.Graph[Line] = networkx.Graph()
    for cell, colour in enumerate(picture.cells):
        if colour:
            networkx.add_path(graph, [line for line, _ in puzzle.lines_through(cell)])
    parts = networkx.number_connected_components(graph)
    if parts > 1:
        yield Reason(Kind.PARTS, f"it falls into {parts} parts that share no line")
    idle = [line for line in puzzle.lines if line not in graph]
    if idle and not parts:
        yield Reason(Kind.IDLE, "no cell is filled")
    elif idle:
        yield Reason(Kind.IDLE, f"nothing is filled in {Phrasing(puzzle).lines(idle)}")
