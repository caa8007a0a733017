"""Random puzzles made to order.

A texture is drawn, its puzzle mended until it is what was asked for, and the result checked against
every part of the order. What does not turn out is thrown away, and the next attempt goes on with
the same chance. Which puzzle comes out depends on the order and the seed alone; limits decide only
whether one comes out.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ..common.errors import OptionError
from ..common.limits import LimitReached, Limits, Meter, Stats
from ..explanation.rating import SCALE
from ..model.colours import MAX_COLOURS, Colour
from ..model.grid import Picture
from ..model.puzzle import Puzzle
from .canvas import Canvas
from .difficulty import Level, level_named
from .mending import Changes, harden, mend
from .rng import Draw
from .symmetry import orbits
from .textures import TEXTURES

#: Attempts that are made by default.
ATTEMPTS = 500

#: Most cells of a puzzle that is generated: a thousand by a thousand.
MOST_CELLS = 10**6


@dataclass(frozen=True, slots=True)
class Generated:
    """The answer of `generate`."""

    puzzle: Puzzle | None
    """The puzzle, its picture the first of its goals; None if no attempt succeeded."""
    seed: int
    """The seed it was made with."""
    attempts: int
    """Attempts that were made."""
    mended: int
    """Cells that were painted anew in the last attempt."""
    checks: int
    """Questions asked about pictures on the way."""
    stats: Stats
    """Counted work of the searches among them."""
    stopped_by: str | None = None
    """What ended it without a puzzle: ``"attempts"`` or a field of `Limits`; or None."""
    detail: str = ""
    """What became of the attempts, for people."""

    @property
    def picture(self) -> Picture | None:
        """The picture that the puzzle was made from; the solution if it is unique."""
        return self.puzzle.goals[0] if self.puzzle else None


@dataclass(frozen=True, slots=True)
class _Order:
    """What was asked for, checked."""

    rows: int
    columns: int
    filled: int
    tolerance: int
    colours: tuple[Colour | str, ...] | None
    number: int
    unique: bool
    level: Level | None
    texture: str
    orbits: list[tuple[int, ...]] = field(repr=False)

    def has_density(self, filled: int) -> bool:
        return abs(filled - self.filled) <= self.tolerance


def generate(
    rows: int,
    columns: int,
    *,
    density: float = 0.5,
    colours: int | Iterable[Colour | str] = 1,
    unique: bool = True,
    difficulty: str | None = None,
    texture: str = "noise",
    symmetry: str = "none",
    seed: int | None = None,
    attempts: int = ATTEMPTS,
    limits: Limits | None = None,
    engine: str | None = None,
) -> Generated:
    """A random puzzle that is what was asked for, or why there is none.

    Args:
        rows, columns: its size.
        density: share of the cells that are filled, 0 to 1. It is met up to a twentieth of the
            cells, or up to the cells that the symmetry changes together if these are more.
        colours: number of block colours, or these themselves (names or `Colour`); all are used.
        unique: it has one solution. False leaves the random picture as it is.
        difficulty: a name of `nonocsp.generation.LEVELS`: ``"lines"`` or ``"search"``, which are
            quick, or a word of `nonocsp.explanation.rate`; None is any.
        texture: a name of `nonocsp.generation.TEXTURES`.
        symmetry: a name of `nonocsp.generation.SYMMETRIES`.
        seed: the same seed and order give the same puzzle on every machine; None draws a seed, and
            the answer tells it.
        attempts: pictures that are tried before it gives up.
        limits: bounds on seconds, nodes and memory of all attempts together.
        engine: who is asked for uniqueness; makes no difference to the puzzle, but where its
            difficulty is told by a word and depends on the work of a search.

    Raises:
        OptionError: an order that no puzzle can meet, or a name or number that there is not.

    >>> made = generate(5, 5, density=0.6, symmetry="left-right", seed=3)
    >>> print(made.picture)
    _###_
    __#__
    #####
    _###_
    #_#_#
    """
    order = _order(rows, columns, density, colours, unique, difficulty, texture, symmetry, attempts)
    if seed is None:
        seed = secrets.randbits(32)
    elif isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise OptionError(f"a seed is a whole number of at least 0, not {seed!r}")
    draw = Draw(seed)
    stats = Stats()
    meter = Meter(Limits() if limits is None else limits, stats)
    failures: Counter[str] = Counter()
    checks = mended = attempt = 0
    stopped_by, puzzle = "attempts", None
    meter.start()
    try:
        while attempt < attempts and puzzle is None:
            attempt += 1
            picture = _drawn(order, draw)
            canvas = Canvas(picture, order.number, meter, engine)
            try:
                failure = _mended(order, canvas, draw)
            finally:
                checks += canvas.checks
            if failure:
                failures[failure] += 1
                continue
            after = Picture.from_cells(canvas.cells, columns)
            mended = len(picture.differences(after))
            puzzle = Puzzle.from_picture(after, order.colours)
            goal = Picture.from_cells(canvas.cells, columns, puzzle.colours)
            puzzle = puzzle.replace(goals=(goal,))
    except LimitReached as reached:
        stopped_by = reached.limit
    finally:
        meter.stop()
    detail = ", ".join(f"{number} {failure}" for failure, number in failures.most_common())
    return Generated(
        puzzle,
        seed,
        attempt,
        mended,
        checks,
        stats,
        None if puzzle else stopped_by,
        f"of {attempt} attempt{'s' * (attempt != 1)} {detail}" if detail else "",
    )


def _order(
    rows: int,
    columns: int,
    density: float,
    colours: int | Iterable[Colour | str],
    unique: bool,
    difficulty: str | None,
    texture: str,
    symmetry: str,
    attempts: int,
) -> _Order:
    """The order, checked.

    Raises:
        OptionError: it cannot be met.
    """
    if isinstance(colours, int):
        chosen, number = None, colours
    else:
        chosen = tuple(colours)
        number = len(chosen)
    for what, value, highest in (
        ("the number of rows", rows, MOST_CELLS),
        ("the number of columns", columns, MOST_CELLS),
        ("the number of colours", number, MAX_COLOURS),
        ("the number of attempts", attempts, 10**9),
    ):
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= highest:
            raise OptionError(f"{what} is 1 to {highest}, not {value!r}")
    if rows * columns > MOST_CELLS:
        raise OptionError(f"a puzzle of {rows} x {columns} has more than {MOST_CELLS} cells")
    if not isinstance(density, (int, float)) or not 0 <= density <= 1:
        raise OptionError(f"the density is 0 to 1, not {density!r}")
    if texture not in TEXTURES:
        raise OptionError(
            f"there is no texture {texture!r}; the textures are {', '.join(TEXTURES)}"
        )
    level = None if difficulty is None else level_named(difficulty)
    if level is not None and not unique:
        raise OptionError("a puzzle with a difficulty has one solution: unique=False contradicts")
    together = orbits(symmetry, rows, columns)
    largest = max(len(orbit) for orbit in together)
    filled = round(density * rows * columns)
    if number > 1 and filled < number:
        raise OptionError(f"{number} colours do not fit into {filled} filled cells")
    tolerance = max(rows * columns // 20, largest)
    return _Order(
        rows, columns, filled, tolerance, chosen, number, unique, level, texture, together
    )


def _drawn(order: _Order, draw: Draw) -> Picture:
    """A picture of the texture, symmetry, colours and density."""
    heights, hues = TEXTURES[order.texture](order.rows, order.columns, draw)
    distinct = list(dict.fromkeys(order.orbits))
    draw.shuffle(distinct)  # what is equally high is filled in random order
    # The first cell speaks for its orbit: a mean would make the cells on an axis stand out.
    distinct.sort(key=lambda orbit: -heights[orbit[0]])
    left = order.filled
    filled = []
    for orbit in distinct:
        if len(orbit) <= left:
            left -= len(orbit)
            filled.append(orbit)
    filled.sort(key=lambda orbit: hues[orbit[0]])
    cells = bytearray(order.rows * order.columns)
    for index, orbit in enumerate(filled):
        for cell in orbit:
            cells[cell] = 1 + index * order.number // len(filled)
    return Picture.from_cells(bytes(cells), order.columns)


def _mended(order: _Order, canvas: Canvas, draw: Draw) -> str:
    """Make the picture what was ordered; in which way that failed, or nothing."""

    def allowed(changes: Changes) -> bool:
        more = sum((colour > 0) - (canvas[cell] > 0) for cell, colour in changes)
        return order.has_density(filled + more)

    if order.unique:
        filled = len(canvas.cells) - canvas.cells.count(0)
        goal = order.level.goal if order.level else "unique"
        if not mend(canvas, goal, draw, orbits=order.orbits, allowed=allowed):
            return "could not be made unique" if goal == "unique" else "could not be mended"
        if order.level and not _levelled(order.level, order, canvas, draw, allowed):
            return "had another difficulty"
    cells = canvas.cells
    if order.number > 1 and any(colour not in cells for colour in range(1, order.number + 1)):
        return "lacked a colour"
    if not order.has_density(len(cells) - cells.count(0)):
        return "missed the density"
    return ""


def _levelled(
    level: Level, order: _Order, canvas: Canvas, draw: Draw, allowed: Callable[[Changes], bool]
) -> bool:
    """Make a unique puzzle one of a level, if it is not; whether that was done.

    A puzzle becomes harder, as a rule, the more cells tightening leaves undecided. So one that is
    too easy gets one change after another that leaves more of them.
    """

    def leaves_more(canvas: Canvas) -> bool:
        return len(canvas.undecided()) > before

    words = [word for _, word in SCALE]
    while True:
        if level.is_likely(canvas):
            word = canvas.rated().word if level.word else None
            if word == level.word:
                return True
            if words.index(str(word)) > words.index(str(level.word)):
                return False
        before = len(canvas.undecided())
        if level.goal == "lines" or not harden(
            canvas, draw, leaves_more, orbits=order.orbits, allowed=allowed
        ):
            return False
