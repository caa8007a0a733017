"""Nonograms as an environment of Gymnasium: with each action an agent decides one cell.

`episode` has the rules and the rewards; here they become arrays and texts.

Source: Towers and others, "Gymnasium: a standard interface for reinforcement learning environments"
(arXiv:2407.17032, 2024).
"""

from __future__ import annotations

import math
import operator
import string
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from inspect import signature
from numbers import Real
from types import NoneType
from typing import Any, Literal

from ...core import (
    BLACK,
    BLANK,
    MAX_COLOURS,
    Clue,
    Colour,
    Limits,
    NonocspError,
    OptionError,
    Puzzle,
    PuzzleError,
    check_choice,
    check_type,
    enough_colours,
    look_up,
    missing,
    quoted,
    whole_option,
)
from ...core.model.palette import palette_of
from ...files.render.as_png import image_of
from ...files.render.as_text import text
from ...files.render.drawing import Drawing
from ...people.generation import generate
from .episode import REWARDS, Episode
from .tasks import new_puzzle

try:
    import gymnasium
    import numpy as np
except ImportError:
    raise NonocspError(missing("the environment needs Gymnasium", "gymnasium", "numpy")) from None

__all__ = ["NonogramEnv"]

#: The arguments of `generate` that puzzles can be ordered with, besides those of the environment.
_ORDER = {
    name: parameter
    for name, parameter in signature(generate).parameters.items()
    if name not in ("rows", "columns", "density", "colours", "seed", "limits")
}

#: The longest side of a puzzle: an observation is copied at each step.
MOST_SIDE = 1000

#: A number, or the least and the greatest of those to draw from.
Size = int | tuple[int, int]


class NonogramEnv(gymnasium.Env):
    """Nonograms to be solved cell by cell; ``nonocsp/Nonogram-v0`` for ``gymnasium.make``.

    An episode is one puzzle. It ends when every cell is decided, or at the first mistake (by
    default). It is truncated after as many steps as there are actions; by then an agent that
    follows the mask has ended. The same seed gives the same episode.

    An action is ``(row * columns + column) * colours + colour``, with the most columns and colours
    that a puzzle of this environment can have; colour 0 is blank. ``info["action_mask"]`` has a 1
    for each action that is still possible: an open cell, and no colour that was wrong there.

    A mistake is a colour that the cell has in no solution that agrees with what is known, or an
    action that the mask excludes. It changes nothing on the board, so that there is always a
    solution, and ``info["solved"]`` means that all clues are satisfied.

    An observation is a dictionary of arrays, each with room for the largest puzzle:

    - ``"cells"``, rows x columns: the colour, -1 for an open cell, -2 outside the puzzle;
    - ``"rows"``, rows x blocks, and ``"columns"``, columns x blocks: the lengths, then zeros;
    - with more than one colour also ``"row_colours"`` and ``"column_colours"``, of these shapes.

    Args:
        puzzles: the puzzles to draw from; without them each episode has a new one. They are on
            rectangles, with known lengths and without joints.
        rows, columns: size of new puzzles, or the least and the greatest; a square without columns.
        density: share of filled cells, or the least and the greatest.
        colours: number of block colours, or the colours.
        reward: a name of `REWARDS`. A mistake costs the penalty, and its cell earns nothing more.
        mistake: ``"end"`` ends the episode, ``"go on"`` does not.
        penalty: what a mistake costs; a whole puzzle earns 1.
        observation: ``"arrays"``, or ``"text"``: the clues as they are typed, an empty line, and
            the rows, with ``?`` for an open cell.
        render_mode: ``"ansi"``, ``"rgb_array"`` or None.
        limits: bounds for each question about a puzzle.
        order: further arguments of `nonocsp.generate`, such as ``texture`` or ``depth``.

    Raises:
        OptionError: an unknown name or impossible number.
        NonocspError: no such puzzle could be made.
        PuzzleError: a puzzle has no solution, or its board or clues do not fit the arrays.
        LimitReached: a limit was reached, at a reset or after a guess.

    >>> env = NonogramEnv([Puzzle([[2], [1]], [[1], [2]])], reward="line")
    >>> seen, info = env.reset(seed=1)
    >>> seen["rows"].tolist(), seen["cells"].tolist()
    ([[2], [1]], [[-1, -1], [-1, -1]])
    >>> seen, reward, terminated, truncated, info = env.step(1)  # row 1, column 1 is black
    >>> seen["cells"].tolist(), reward, info["action_mask"].tolist()
    ([[1, -1], [-1, -1]], 0.25, [0, 0, 1, 1, 1, 1, 1, 1])
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        puzzles: Iterable[Puzzle] | None = None,
        *,
        rows: Size = 5,
        columns: Size | None = None,
        density: float | tuple[float, float] = 0.5,
        colours: int | Iterable[Colour | str] = 1,
        reward: str = "line",
        mistake: Literal["end", "go on"] = "end",
        penalty: float = 1.0,
        observation: Literal["arrays", "text"] = "arrays",
        render_mode: Literal["ansi", "rgb_array"] | None = None,
        limits: Limits | None = None,
        **order: Any,
    ) -> None:
        check_type("limits", limits, Limits, NoneType)
        look_up(REWARDS, "reward", reward)
        check_choice("mistake", mistake, ["end", "go on"])
        check_choice("observation", observation, ["arrays", "text"])
        check_choice("render_mode", render_mode, [None, "ansi", "rgb_array"])
        check_type("penalty", penalty, int, float)
        if not 0 <= penalty < math.inf:
            raise OptionError(f"the penalty is a number of at least 0, not {quoted(penalty)}")
        if puzzles is not None:
            sizes = {"rows": rows != 5, "columns": columns is not None}
            looks = {"density": density != 0.5, "colours": colours != 1}
            useless = [*order, *(name for name, is_set in (sizes | looks).items() if is_set)]
            if useless:
                raise OptionError(f"the puzzles are given: {quoted(min(useless))} has no effect")
            self._source = _given(puzzles)
        else:
            self._source = _generated(rows, columns, density, colours, order)
        self.reward, self.mistake, self.penalty = reward, mistake, float(penalty)
        self.observation, self.render_mode, self.limits = observation, render_mode, limits
        self._episode: Episode | None = None
        source = self._source
        self._colours = source.colours + 1
        self._actions = source.rows * source.columns * self._colours
        self.action_space = gymnasium.spaces.Discrete(self._actions)
        self.observation_space = source.texts() if observation == "text" else source.arrays()

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle of this episode; None before the first reset."""
        return None if self._episode is None else self._episode.puzzle

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; ``options={"puzzle": puzzle}`` with a puzzle that fits the spaces."""
        super().reset(seed=seed)
        source = self._source
        given = (options or {}).get("puzzle")
        puzzle = source.draw(self.np_random) if given is None else source.fitting(given)
        self._episode = Episode(puzzle, self.reward, self.limits)
        height, width = puzzle.shape
        self._clues = source.padded(puzzle)
        self.cells = np.full((source.rows, source.columns), -2, np.int8)
        self.cells[:height, :width] = -1
        allowed = np.zeros((source.rows, source.columns, self._colours), np.int8)
        allowed[:height, :width, : len(puzzle.colours)] = 1
        self.mask = allowed.reshape(-1)
        self._taken = 0
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Decide a cell: the observation, the reward, terminated, truncated, and ``info``."""
        episode = self._episode
        number = -1
        with suppress(TypeError):
            number = operator.index(action)
        if episode is None or not 0 <= number < self._actions:
            raise OptionError(
                f"an action is 0 to {self._actions - 1} after a reset, not {quoted(action)}"
            )
        self._taken += 1
        place, colour = divmod(number, self._colours)
        row, column = divmod(place, self._source.columns)
        earned = episode.decide(row, column, colour) if self.mask[number] else None
        if earned is None:
            self.mask[number] = 0
            reward, terminated = -self.penalty, self.mistake == "end" or not episode.open
        else:
            self.cells[row, column] = colour
            self.mask[place * self._colours : (place + 1) * self._colours] = 0
            reward, terminated = earned, not episode.open
        truncated = not terminated and self._taken >= self._actions
        return self._observed(), reward, terminated, truncated, self._info()

    def render(self) -> Any:
        """The puzzle and its known cells: a text, or an array of height x width x 3 bytes."""
        if self._episode is None:
            raise OptionError("nothing can be drawn before a reset")
        drawing = Drawing.of(self._episode.grid(), puzzle=self._episode.puzzle)
        if self.render_mode == "rgb_array":
            return np.array(image_of(drawing))
        return text(drawing) if self.render_mode == "ansi" else None

    def _observed(self) -> Any:
        if self.observation == "text" and self._episode is not None:
            puzzle = self._episode.puzzle
            return f"{puzzle}\n\n{self._episode.grid().text(puzzle.colours)}"
        return {"cells": self.cells.copy()} | {k: v.copy() for k, v in self._clues.items()}

    def _info(self) -> dict[str, Any]:
        assert self._episode is not None
        return {"action_mask": self.mask.copy(), "solved": not self._episode.open}


@dataclass(frozen=True, slots=True)
class _Source:
    """Where puzzles come from, and the most that they can have."""

    draw: Callable[[Any], Puzzle]
    """A puzzle, by the random generator of an environment."""
    rows: int
    columns: int
    colours: int
    blocks: tuple[int, int]
    """The most blocks of a row, and of a column."""
    palette: frozenset[Colour]

    def fitting(self, puzzle: Puzzle) -> Puzzle:
        """A puzzle that has room in the arrays. Raises `PuzzleError` if it has none."""
        _check_puzzle(puzzle)
        sizes = (*puzzle.shape, puzzle.block_colours, *_blocks(puzzle))
        most = (self.rows, self.columns, self.colours, *self.blocks)
        if any(size > room for size, room in zip(sizes, most, strict=True)):
            raise PuzzleError(f"{puzzle!r} has no room in the arrays of this environment")
        return puzzle

    def padded(self, puzzle: Puzzle) -> dict[str, Any]:
        """The clues as arrays."""
        found = {}
        sides = (("row", puzzle.rows, self.rows), ("column", puzzle.columns, self.columns))
        for (side, clues, lines), blocks in zip(sides, self.blocks, strict=True):
            found[f"{side}s"] = _array(clues, lines, blocks, np.int16, "code")
            if self.colours > 1:
                found[f"{side}_colours"] = _array(clues, lines, blocks, np.int8, "colour")
        return found

    def arrays(self) -> Any:
        """The space of observations as arrays."""
        box = gymnasium.spaces.Box
        across, down = self.blocks
        spaces = {
            "cells": box(-2, self.colours, (self.rows, self.columns), np.int8),
            "rows": box(0, self.columns, (self.rows, across), np.int16),
            "columns": box(0, self.rows, (self.columns, down), np.int16),
        }
        if self.colours > 1:
            spaces["row_colours"] = box(0, self.colours, (self.rows, across), np.int8)
            spaces["column_colours"] = box(0, self.colours, (self.columns, down), np.int8)
        return gymnasium.spaces.Dict(spaces)

    def texts(self) -> Any:
        """The space of observations as text."""
        longest = max(len(colour.name) for colour in self.palette) + 10
        blocks = self.rows * (self.blocks[0] + 1) + self.columns * (self.blocks[1] + 1)
        signs = {sign for colour in self.palette for sign in (*colour.name, colour.char)}
        return gymnasium.spaces.Text(
            longest * (blocks + 2) + self.rows * (self.columns + 1) + 2,
            charset=frozenset(string.printable) | signs,
        )


def _given(puzzles: Iterable[Puzzle]) -> _Source:
    """Puzzles to draw from. Raises `OptionError` and `PuzzleError`."""
    check_type("puzzles", puzzles, Iterable)
    every = tuple(puzzles)
    if not every:
        raise OptionError("no puzzles to draw from: expected at least one")
    for number, puzzle in enumerate(every, start=1):
        _check_puzzle(puzzle, f"puzzle {number}: ")
    across, down = zip(*map(_blocks, every), strict=True)
    return _Source(
        draw=partial(_one_of, every),
        rows=max(puzzle.shape[0] for puzzle in every),
        columns=max(puzzle.shape[1] for puzzle in every),
        colours=max(puzzle.block_colours for puzzle in every),
        blocks=(max(across), max(down)),
        palette=frozenset(colour for puzzle in every for colour in puzzle.colours),
    )


def _generated(
    rows: Size,
    columns: Size | None,
    density: float | tuple[float, float],
    colours: int | Iterable[Colour | str],
    order: dict[str, Any],
) -> _Source:
    """New puzzles. Raises `OptionError`."""
    heights = _range("rows", rows)
    widths = None if columns is None else _range("columns", columns)
    densities = density if isinstance(density, tuple) else (density, density)
    if len(densities) != 2 or not all(isinstance(d, Real) and 0 <= d <= 1 for d in densities):
        raise OptionError(f"the density is 0 to 1, or two such numbers, not {quoted(density)}")
    if densities[0] > densities[1]:
        raise OptionError(f"the density is the least and the greatest, not {quoted(density)}")
    for name in order:
        look_up(_ORDER, "argument", name)
    if isinstance(colours, str):
        raise OptionError(f"colours are a number or a list, not {quoted(colours)}")
    if isinstance(colours, Iterable):
        palette = palette_of((), tuple(colours), BLANK)
    else:
        number = whole_option("the number of colours", colours, 1, MAX_COLOURS)
        palette = (BLANK, *enough_colours((BLACK,), number))

    most = heights[1], (widths or heights)[1]
    return _Source(
        draw=partial(_new, heights, widths, densities, colours=palette[1:], **order),
        rows=most[0],
        columns=most[1],
        colours=len(palette) - 1,
        # Blocks of one colour have a blank between them.
        blocks=(most[1], most[0]) if len(palette) > 2 else ((most[1] + 1) // 2, (most[0] + 1) // 2),
        palette=frozenset(palette),
    )


def _one_of(puzzles: Sequence[Puzzle], random: Any) -> Puzzle:
    return puzzles[int(random.integers(len(puzzles)))]


def _new(
    heights: tuple[int, int],
    widths: tuple[int, int] | None,
    densities: tuple[float, float],
    random: Any,
    **order: Any,
) -> Puzzle:
    height = int(random.integers(heights[0], heights[1] + 1))
    width = height if widths is None else int(random.integers(widths[0], widths[1] + 1))
    least, greatest = densities
    share = least + (greatest - least) * float(random.random())
    seed = int(random.integers(2**32))
    return new_puzzle(height, width, seed, density=share, **order)


def _range(what: str, size: Size) -> tuple[int, int]:
    """The least and the greatest number of rows or columns. Raises `OptionError`."""
    ends = size if isinstance(size, tuple) else (size, size)
    if len(ends) != 2:
        raise OptionError(f"{what} are a number, or the least and the greatest, not {quoted(size)}")
    least = whole_option(f"the least number of {what}", ends[0], 1, MOST_SIDE)
    return least, whole_option(f"the greatest number of {what}", ends[1], least, MOST_SIDE)


def _check_puzzle(puzzle: Puzzle, name: str = "") -> None:
    """Raises `PuzzleError` unless the board is a rectangle and each clue is a list of lengths."""
    check_type(f"{name}the puzzle", puzzle, Puzzle)
    if not puzzle.board.table:
        raise PuzzleError(f"{name}a rectangle is expected, not {puzzle!r}")
    for line, clue in zip(puzzle.lines, puzzle.clues, strict=True):
        if clue is None or any(block.code < 1 or block.joint for block in clue):
            raise PuzzleError(f"{name}{line}: expected a clue of known lengths, without joints")


def _blocks(puzzle: Puzzle) -> tuple[int, int]:
    """The most blocks of a row and of a column, at least 1."""
    across, down = (
        max(1, *(len(clue or ()) for clue in side)) for side in (puzzle.rows, puzzle.columns)
    )
    return across, down


def _array(clues: Sequence[Clue | None], lines: int, blocks: int, kind: Any, field: str) -> Any:
    """One number of each block, a line for each clue, padded with zeros."""
    found = np.zeros((lines, blocks), kind)
    for index, clue in enumerate(clues):
        for at, block in enumerate(clue or ()):
            found[index, at] = getattr(block, field)
    return found
