"""Slips of typing and copying, put into puzzles by a seed: what a diagnosis should find.

Each function makes one slip of its kind at a random place, and returns None where the puzzle has no
room for it. They know nothing of the diagnosis.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from nonocsp import Block, Puzzle
from nonocsp.core.model.clue import Clue

#: A clue with a slip, or None.
ClueSlip = Callable[[Clue, int, random.Random], Clue | None]
Lines = list[Clue]


def _one_block(change: Callable[[int, random.Random], int | None]) -> ClueSlip:
    """A slip in the number of one block."""

    def slip(clue: Clue, colours: int, draw: random.Random) -> Clue | None:
        at = draw.randrange(len(clue))
        length = change(clue[at].length or 1, draw)
        if not length:
            return None
        return (*clue[:at], Block(length, clue[at].colour), *clue[at + 1 :])

    return slip


def _digit_lost(length: int, draw: random.Random) -> int | None:
    at = draw.randrange(len(str(length)))
    return int(f"0{str(length)[:at]}{str(length)[at + 1 :]}")


def _digit_added(length: int, draw: random.Random) -> int:
    at = draw.randrange(len(str(length)) + 1)
    return int(f"{str(length)[:at]}{draw.randrange(10)}{str(length)[at:]}")


def _wrong_digit(length: int, draw: random.Random) -> int:
    at = draw.randrange(len(str(length)))
    return int(f"{str(length)[:at]}{draw.randrange(10)}{str(length)[at + 1 :]}")


def _digits_swapped(length: int, draw: random.Random) -> int | None:
    digits = str(length)
    return int(digits[::-1]) if len(digits) == 2 and digits[1] != "0" else None


def _two_blocks(change: Callable[[Block, Block], Sequence[Block] | None]) -> ClueSlip:
    """A slip in two neighbouring blocks."""

    def slip(clue: Clue, colours: int, draw: random.Random) -> Clue | None:
        if len(clue) < 2:
            return None
        at = draw.randrange(len(clue) - 1)
        changed = change(clue[at], clue[at + 1])
        return None if changed is None else (*clue[:at], *changed, *clue[at + 2 :])

    return slip


def _lost_space(one: Block, two: Block) -> Sequence[Block] | None:
    if one.colour != two.colour:
        return None
    return [Block(int(f"{one.length}{two.length}"), one.colour)]


def _joined(one: Block, two: Block) -> Sequence[Block] | None:
    return [Block(one.length + two.length, one.colour)] if one.colour == two.colour else None


def _extra_space(clue: Clue, colours: int, draw: random.Random) -> Clue | None:
    long = [at for at, block in enumerate(clue) if block.length > 9 and block.length % 10]
    if not long:
        return None
    at = draw.choice(long)
    parts = [Block(part, clue[at].colour) for part in divmod(clue[at].length, 10)]
    return (*clue[:at], *parts, *clue[at + 1 :])


def _split(clue: Clue, colours: int, draw: random.Random) -> Clue | None:
    long = [at for at, block in enumerate(clue) if block.length > 1]
    if not long:
        return None
    at = draw.choice(long)
    one = draw.randrange(1, clue[at].length)
    parts = [Block(part, clue[at].colour) for part in (one, clue[at].length - one)]
    return (*clue[:at], *parts, *clue[at + 1 :])


def _wrong_colour(clue: Clue, colours: int, draw: random.Random) -> Clue | None:
    at = draw.randrange(len(clue))
    return (*clue[:at], Block(clue[at].length, draw.randint(1, colours)), *clue[at + 1 :])


def _repeated(clue: Clue, colours: int, draw: random.Random) -> Clue | None:
    at = draw.randrange(len(clue))
    return (*clue[: at + 1], *clue[at:])


def _block_missing(clue: Clue, colours: int, draw: random.Random) -> Clue | None:
    at = draw.randrange(len(clue))
    return clue[:at] + clue[at + 1 :]


def _block_too_many(clue: Clue, colours: int, draw: random.Random) -> Clue | None:
    at = draw.randrange(len(clue) + 1)
    return (*clue[:at], Block(draw.randint(1, 4), draw.randint(1, colours)), *clue[at:])


#: Slips in one clue.
IN_CLUES: dict[str, ClueSlip] = {
    "one longer": _one_block(lambda length, draw: length + 1),
    "one shorter": _one_block(lambda length, draw: length - 1),
    "wrong digit": _one_block(_wrong_digit),
    "digit lost": _one_block(_digit_lost),
    "digit added": _one_block(_digit_added),
    "digits swapped": _one_block(_digits_swapped),
    "lost space": _two_blocks(_lost_space),
    "extra space": _extra_space,
    "blocks joined": _two_blocks(_joined),
    "block split": _split,
    "blocks swapped": _two_blocks(lambda one, two: [two, one]),
    "block missing": _block_missing,
    "block doubled": _repeated,
    "block too many": _block_too_many,
    "wrong colour": _wrong_colour,
    "clue reversed": lambda clue, colours, draw: clue[::-1],
}


def _swapped(lines: Lines, draw: random.Random) -> Lines:
    at = draw.randrange(len(lines) - 1)
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


def _doubled(lines: Lines, draw: random.Random) -> Lines:
    at = draw.randrange(len(lines))
    return [*lines[: at + 1], *lines[at:]]


def _missing(lines: Lines, draw: random.Random) -> Lines:
    at = draw.randrange(len(lines))
    return lines[:at] + lines[at + 1 :]


def _blank_added(lines: Lines, draw: random.Random) -> Lines:
    at = draw.randrange(len(lines) + 1)
    return [*lines[:at], (), *lines[at:]]


def _neighbour_again(lines: Lines, draw: random.Random) -> Lines:
    at = draw.randrange(len(lines) - 1)
    return [*lines[: at + 1], lines[at], *lines[at + 2 :]]


def _break_lost(lines: Lines, draw: random.Random) -> Lines:
    at = draw.randrange(len(lines) - 1)
    return [*lines[:at], lines[at] + lines[at + 1], *lines[at + 2 :]]


def _break_added(lines: Lines, draw: random.Random) -> Lines | None:
    at = draw.randrange(len(lines))
    if len(lines[at]) < 2:
        return None
    cut = draw.randrange(1, len(lines[at]))
    return [*lines[:at], lines[at][:cut], lines[at][cut:], *lines[at + 1 :]]


#: Slips in the list of rows or of columns.
IN_LISTS: dict[str, Callable[[Lines, random.Random], Lines | None]] = {
    "lines swapped": _swapped,
    "line doubled": _doubled,
    "line missing": _missing,
    "blank line added": _blank_added,
    "neighbour again": _neighbour_again,
    "order reversed": lambda lines, draw: lines[::-1],
    "clues reversed": lambda lines, draw: [clue[::-1] for clue in lines],
    "line break lost": _break_lost,
    "line break added": _break_added,
}

KINDS = (*IN_CLUES, *IN_LISTS)


def with_slip(puzzle: Puzzle, kind: str, draw: random.Random) -> Puzzle | None:
    """The puzzle with one slip of a kind; None where there is no room for it at the place drawn."""
    is_row = draw.random() < 0.5
    lines = list(puzzle.rows if is_row else puzzle.columns)
    if kind in IN_LISTS:
        changed = IN_LISTS[kind](lines, draw) if len(lines) > 1 else None
    else:
        at = draw.randrange(len(lines))
        clue = lines[at] and IN_CLUES[kind](lines[at], puzzle.block_colours, draw)
        changed = None if clue is None else [*lines[:at], clue, *lines[at + 1 :]]
    if not changed or changed == lines:
        return None
    axis = "rows" if is_row else "columns"
    return puzzle.replace(**{axis: changed}, goals=(), saved=())
