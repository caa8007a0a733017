"""Random puzzles made to order, by rejection sampling and local search.

A random texture is drawn and repaired until its puzzle is what the order requires, and the result
is checked against every part of the order. A failure is rejected, and the next attempt continues
with the same random generator. The order and the seed alone determine the puzzle; limits only
decide whether there is one.
"""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from math import isqrt
from typing import Any

from ...core import (
    MAX_COLOURS,
    Board,
    Colour,
    Displayable,
    LimitReached,
    Limits,
    Meter,
    OptionError,
    Picture,
    Plain,
    Puzzle,
    Stats,
    counted,
    logged,
    look_up,
    rectangle,
    report,
    whole_option,
)
from ..explanation.rating import SCALE
from .draft import Draft
from .levels import LEVELS, Level
from .local_search import Changes, harden, reach
from .rng import Rng
from .symmetry import orbits
from .textures import TEXTURES

#: The default number of attempts.
ATTEMPTS = 500

#: The share by which the minutes of a puzzle may differ from those ordered, and the most minutes.
TOLERANCE, MOST_MINUTES = 0.25, 10_000

#: The first and the least side of a square that is fitted to a time.
FIRST_SIDE, LEAST_SIDE = 10, 5

#: Most cells of a puzzle that is generated: a thousand by a thousand.
MOST_CELLS = 10**6


@dataclass(frozen=True, slots=True)
class Generated(Displayable, Plain):
    """The answer of `generate`."""

    puzzle: Puzzle | None
    """The puzzle, its picture the first of its goals; None if no attempt succeeded."""
    seed: int
    """The seed it was made with."""
    attempts: int
    """The number of attempts."""
    changed: int
    """Cells of the random picture that were changed in the last attempt."""
    checks: int
    """Questions asked about pictures."""
    stats: Stats
    """Counted work of the searches among them."""
    stopped_by: str | None = None
    """The reason for no puzzle: ``"attempts"`` or a field of `Limits`; or None."""
    detail: str = ""
    """Why attempts failed, for people."""

    def __repr__(self) -> str:
        made = repr(self.puzzle) if self.puzzle else f"no puzzle, stopped by {self.stopped_by}"
        return f"<Generated: {made}, seed {self.seed}>"

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON values; the puzzle in the format ``json``."""
        return Plain.to_dict(self) | {"puzzle": puzzle_dict(self.puzzle)}

    @property
    def picture(self) -> Picture | None:
        """The picture that the puzzle was made from; the solution if it is unique."""
        return self.puzzle.goals[0] if self.puzzle else None


@logged
def generate(
    rows: int | Board | None = None,
    columns: int | None = None,
    *,
    density: float = 0.5,
    colours: int | Iterable[Colour | str] = 1,
    unique: bool = True,
    depth: str | None = None,
    minutes: float | None = None,
    texture: str = "noise",
    symmetry: str = "none",
    seed: int | None = None,
    attempts: int = ATTEMPTS,
    limits: Limits | None = None,
    engine: str | None = None,
) -> Generated:
    """A random puzzle made to order, or the reason why there is none.

    Args:
        rows, columns: its size; rows alone give a square, a board of triangles or hexagons replaces
            both. With ``minutes`` alone, the side of a square is fitted to the time, attempt by
            attempt.
        density: share of the filled cells, from 0 to 1. It is met within a twentieth of the cells,
            or within the cells that the symmetry changes together if these are more.
        colours: number of block colours, or the colours (names or `Colour`); all are used.
        unique: it has one solution. If False, the random picture is not repaired.
        depth: a name of `nonocsp.people.generation.LEVELS`: ``"lines"`` or ``"not-lines"``,
            which are quick, or a word of `nonocsp.people.explanation.rate`; None is any.
        minutes: estimated minutes that people take, within a quarter; None is any. The
            estimate is that of `nonocsp.people.explanation.rate`, which every attempt takes. A size
            can have no puzzle of that time.
        texture: texture of the picture: noise, blobs, stripes or strokes. A name of `TEXTURES`.
        symmetry: symmetry of the picture: none, left-right, up-down, both, half-turn, quarter-turn
            or diagonal. A name of `SYMMETRIES`.
        seed: the same seed, order and version give the same puzzle anywhere; None chooses a seed,
            which is in the answer.
        attempts: number of random pictures to try.
        limits: bounds on seconds, nodes and memory of all attempts together.
        engine: the engine that checks uniqueness; the puzzle is the same with any engine, unless
            the word for its depth depends on the work of a search.

    Raises:
        OptionError: an order that no puzzle can meet, an unknown name or an impossible number.

    >>> made = generate(5, 5, density=0.6, symmetry="left-right", seed=3)
    >>> print(made.picture)
    _###_
    __#__
    #####
    _###_
    #_#_#
    """
    if isinstance(colours, Iterable):
        colours = tuple(colours)

    def order_on(board: Board) -> _Order:
        return _order(board, density, colours, unique, depth, minutes, texture, symmetry)

    is_sized = rows is not None or columns is not None or minutes is None
    order = order_on(_board(rows, columns) if is_sized else rectangle(FIRST_SIDE, FIRST_SIDE))
    if seed is None:
        seed = secrets.randbits(32)
    meter = Meter(Limits() if limits is None else limits, Stats())
    run = _Run(order, Rng(seed, meter), meter, engine, None if is_sized else order_on)
    stopped_by = "attempts"
    try:
        with meter:
            while run.attempts < attempts and run.puzzle is None:
                report(seed=seed, attempt=run.attempts + 1)
                run.attempt()
    except LimitReached as reached:
        stopped_by = reached.limit
    return Generated(
        puzzle=run.puzzle,
        seed=seed,
        attempts=run.attempts,
        changed=run.changed,
        checks=run.checks,
        stats=meter.stats,
        stopped_by=None if run.puzzle else stopped_by,
        detail=run.detail(),
    )


@dataclass(frozen=True, slots=True)
class _Order:
    """A validated order."""

    board: Board
    filled: int
    tolerance: int
    colours: tuple[Colour | str, ...] | None
    number: int
    unique: bool
    level: Level | None
    minutes: float | None
    texture: str
    orbits: list[tuple[int, ...]] = field(repr=False)

    def has_density(self, filled: int) -> bool:
        return abs(filled - self.filled) <= self.tolerance


def _board(rows: int | Board | None, columns: int | None) -> Board:
    """The board of an order. Raises `OptionError`."""
    if rows is None:
        raise OptionError("expected a number of rows, or minutes without a size")
    if isinstance(rows, Board):
        if columns is not None:
            raise OptionError("a board stands instead of rows and columns: expected no columns")
        if not rows.table and rows.size > MOST_CELLS:
            raise OptionError(f"a {rows} has more than {MOST_CELLS} cells")
        return rows
    columns = rows if columns is None else columns
    if rows * columns > MOST_CELLS:
        raise OptionError(f"a puzzle of {rows} x {columns} has more than {MOST_CELLS} cells")
    return rectangle(rows, columns)


def _order(
    board: Board,
    density: float,
    colours: int | Iterable[Colour | str],
    unique: bool,
    depth: str | None,
    minutes: float | None,
    texture: str,
    symmetry: str,
) -> _Order:
    """Validate an order. Raises `OptionError`."""
    chosen = tuple(colours) if isinstance(colours, Iterable) else None
    number = len(chosen) if chosen is not None else colours
    number = whole_option("colours", number, 1, MAX_COLOURS)
    look_up(TEXTURES, "texture", texture)
    level = None if depth is None else look_up(LEVELS, "depth", depth)
    if level is not None and not unique:
        raise OptionError("a depth needs a unique solution: unique=False contradicts it")
    if minutes is not None and not unique:
        raise OptionError("minutes need a unique solution: unique=False contradicts them")
    together = orbits(symmetry, board)
    filled = round(density * board.size)
    if number > 1 and filled < number:
        raise OptionError(f"{number} colours do not fit into {counted(filled, 'filled cell')}")
    tolerance = max(board.size // 20, *map(len, together))
    return _Order(
        board, filled, tolerance, chosen, number, unique, level, minutes, texture, together
    )


def puzzle_dict(puzzle: Puzzle | None) -> Any:
    """A puzzle as JSON values, in the format ``json``."""
    from ...files.formats import dumps

    return None if puzzle is None else json.loads(dumps(puzzle, "json"))


class _Run:
    """The attempts at one order, and the puzzle as soon as one succeeds.

    With ``order_on``, the order on another board, the side of a square is fitted to the minutes.
    """

    def __init__(
        self,
        order: _Order,
        rng: Rng,
        meter: Meter,
        engine: str | None,
        order_on: Callable[[Board], _Order] | None = None,
    ) -> None:
        self._order, self._rng, self._meter, self._engine = order, rng, meter, engine
        self._order_on = order_on
        self._failures: Counter[str] = Counter()
        self.puzzle: Puzzle | None = None
        self.attempts = self.changed = self.checks = 0

    def detail(self) -> str:
        """The failures by number, for people."""
        if not self._failures:
            return ""
        failures = ", ".join(f"{n} {failure}" for failure, n in self._failures.most_common())
        return f"of {self.attempts} attempt{'s' * (self.attempts != 1)} {failures}"

    def attempt(self) -> None:
        """Draw one picture and repair it. Raises `LimitReached`."""
        self.attempts += 1
        order = self._order
        picture = self._drawn()
        self._meter.check_clock()
        draft = Draft(picture, order.number, self._meter, self._engine)
        try:
            failure = self._failure(draft)
        finally:
            self.checks += draft.checks
        if failure:
            self._failures[failure] += 1
            return
        after = Picture.from_cells(draft.cells, picture.board)
        self.changed = len(picture.differences(after))
        puzzle = Puzzle.from_picture(after, order.colours)
        goal = Picture.from_cells(draft.cells, picture.board, puzzle.colours)
        self.puzzle = puzzle.replace(goals=(goal,))

    def _drawn(self) -> Picture:
        """A picture with the texture, symmetry, colours and density of the order."""
        order = self._order
        rows, columns, squares = order.board.squares()
        heights, hues = (
            [values[square] for square in squares]
            for values in TEXTURES[order.texture](rows, columns, self._rng)
        )
        distinct = list(dict.fromkeys(order.orbits))
        self._rng.shuffle(distinct)  # ties are filled in random order
        # The first cell represents its orbit: a mean would make the cells on an axis stand out.
        self._meter.check_clock()
        distinct.sort(key=lambda orbit: -heights[orbit[0]])
        self._meter.check_clock()
        left = order.filled
        filled = []
        for orbit in distinct:
            if len(orbit) <= left:
                left -= len(orbit)
                filled.append(orbit)
        filled.sort(key=lambda orbit: hues[orbit[0]])
        cells = bytearray(order.board.size)
        for index, orbit in enumerate(filled):
            for cell in orbit:
                cells[cell] = 1 + index * order.number // len(filled)
        return Picture.from_cells(bytes(cells), order.board)

    def _failure(self, draft: Draft) -> str:
        """Change the picture until it meets the order; why that failed, or an empty string."""
        order = self._order
        filled = len(draft.cells) - draft.cells.count(0)

        def allowed(changes: Changes) -> bool:
            more = sum((colour > 0) - (draft[cell] > 0) for cell, colour in changes)
            return order.has_density(filled + more)

        def leaves_more(draft: Draft) -> bool:
            return len(draft.undecided()) > before

        if order.unique:
            goal = order.level.goal if order.level else "unique"
            if not reach(draft, goal, self._rng, orbits=order.orbits, allowed=allowed):
                return f"could not be made {'unique' if goal == 'unique' else 'line-solvable'}"
            # A puzzle that is too easy is hardened, by one change after another that leaves more
            # cells undecided.
            while order.level and not (fits := _fits(order.level, draft)):
                before = len(draft.undecided())
                if fits is None or not harden(
                    draft, self._rng, leaves_more, orbits=order.orbits, allowed=allowed
                ):
                    return "had another depth"
            if order.minutes is not None:
                taken = draft.rated().minutes or 0.0
                if abs(taken - order.minutes) > TOLERANCE * order.minutes:
                    self._fit_side(order.minutes / max(taken, 0.1))
                    return f"took {'less' if taken < order.minutes else 'more'} time"
        cells = draft.cells
        if order.number > 1 and any(colour not in cells for colour in range(1, order.number + 1)):
            return "lacked a colour"
        if not order.has_density(len(cells) - cells.count(0)):
            return "missed the density"
        return ""

    def _fit_side(self, factor: float) -> None:
        """Fit the side, if it is free, to a puzzle that takes this many times the minutes."""
        if self._order_on is not None:
            # Measured: minutes grow with the side to the power of 2.5 to 2.8.
            side = max(LEAST_SIDE, round(isqrt(self._order.board.size) * factor**0.38))
            with suppress(OptionError):  # the colours would not fit
                self._order = self._order_on(rectangle(side, side))


def _fits(level: Level, draft: Draft) -> bool | None:
    """Whether a unique puzzle has a level; False if it may be hardened, None if it cannot."""
    if level.is_likely(draft):
        word = draft.rated().depth_word if level.word else None
        if word == level.word:
            return True
        words = [word for _, word in SCALE]
        if words.index(str(word)) > words.index(str(level.word)):
            return None
    return None if level.goal == "lines" else False
