"""Lines, blocks and clues.

A block's length may be unknown (it is at least 1), and a clue may be absent (no constraint at all).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Literal, SupportsIndex, TypeAlias

from ..common.errors import PuzzleError, counted, quoted
from ..common.whole import whole
from .arrays import Array, Table, listed
from .board import Board
from .colours import MAX_COLOURS
from .line import Axis, Line

#: Longest block that is accepted: longer than any line, and within every engine's integers.
MAX_LENGTH = 10**9


@dataclass(frozen=True, slots=True, init=False)
class Block:
    """A run of ``length`` cells of one colour.

    Args:
        length: cells, at least 1; None or ``"?"`` when it is not known.
        colour: the colour's number, or a name that the puzzle's palette resolves. In the clues of a
            `Puzzle` it is always a number.

    Raises:
        PuzzleError: the length is not positive, or the colour is blank.

    >>> Block(3), Block("?", "red")
    (Block(length=3, colour=1), Block(length=None, colour='red'))
    """

    length: int | None
    colour: int

    def __init__(
        self, length: SupportsIndex | Literal["?"] | None, colour: SupportsIndex | str = 1
    ) -> None:
        if isinstance(length, str) and length == "?":
            length = None
        if length is not None:
            try:
                length = whole(length)
            except TypeError:
                raise PuzzleError(
                    f"a block's length is a whole number or '?', not {quoted(length)}"
                ) from None
            if length < 1:
                raise PuzzleError(f"a block's length is at least 1, not {length}")
            if length > MAX_LENGTH:
                raise PuzzleError(f"a block's length is at most {MAX_LENGTH}")
        if not isinstance(colour, str):
            try:
                colour = whole(colour)
            except TypeError:
                raise PuzzleError(
                    f"a block's colour is a number or a name, not {quoted(colour)}"
                ) from None
            if not 1 <= colour <= MAX_COLOURS:
                raise PuzzleError(f"a block's colour is a number 1 to {MAX_COLOURS}, not {colour}")
        object.__setattr__(self, "length", length)
        object.__setattr__(self, "colour", colour)

    def __str__(self) -> str:
        return "?" if self.length is None else str(self.length)


#: The block of a length and a colour, one object for all clues: big pictures have half a million
#: blocks, but few different ones. Keyed by type too, as True is no length though it equals 1.
shared_block = lru_cache(maxsize=1 << 12, typed=True)(Block)

#: The blocks of a line in order; empty for a blank line. An absent clue is None instead.
Clue: TypeAlias = tuple[Block, ...]
BlockLike: TypeAlias = (
    Block | SupportsIndex | str | tuple[SupportsIndex | str | None, SupportsIndex | str] | None
)
ClueLike: TypeAlias = Iterable[BlockLike] | Array | None
CluesLike: TypeAlias = Iterable[ClueLike] | Array | Table


def minimal_length(clue: Clue) -> int:
    """Cells that the blocks of a clue need at least, gaps included. Cost: linear in the blocks.

    >>> minimal_length((Block(2), Block(1), Block(3, 2)))
    7
    """
    cells = sum(block.length or 1 for block in clue)
    gaps = sum(a.colour == b.colour for a, b in pairwise(clue))
    return cells + gaps


def clue_of(cells: Iterable[int]) -> Clue:
    """The clue of a decided line: its runs of one colour, without blanks.

    >>> [str(block) for block in clue_of([1, 1, 0, 1])]
    ['2', '1']
    """
    return tuple(
        [shared_block(len([*run]), colour) for colour, run in groupby(cells) if colour != 0]
    )


def satisfies(cells: Iterable[int], clue: Clue | None) -> bool:
    """Whether a decided line satisfies its clue. Cost: linear in the cells.

    >>> satisfies([1, 1, 0, 1], (Block("?"), Block(1))), satisfies([1, 0], None)
    (True, True)
    """
    if clue is None:
        return True
    found = clue_of(cells)
    return len(found) == len(clue) and all(
        have.colour == want.colour and want.length in (None, have.length)
        for have, want in zip(found, clue, strict=True)
    )


def clues_of(clues: CluesLike, axis: Axis) -> list[Clue | None]:
    """The clues of all rows or all columns as a caller gives them; colours may still be names.

    Raises:
        PuzzleError: there are none, or one is malformed.
    """
    found = listed(clues, f"{axis} clues")
    if not found:
        raise PuzzleError(f"a puzzle needs {axis}s")
    return [_blocks(clue, Line(axis, index)) for index, clue in enumerate(found)]


def clues_on(board: Board, clues: Mapping[Axis, CluesLike] | CluesLike) -> list[Clue | None]:
    """The clues of all lines of a board, given by direction or in the order of its lines.

    Raises:
        PuzzleError: there are too few or too many, or one is malformed.
    """
    if isinstance(clues, Mapping):
        if set(clues) != set(board.axes):
            directions = ", ".join(map(repr, board.axes))
            raise PuzzleError(f"the clues of a {board.kind} have the directions {directions}")
        found = [clue for axis in board.axes for clue in _of_axis(board, axis, clues[axis])]
    else:
        found = [*listed(clues, "clues")]
        if len(found) != len(board.lines):
            lines = counted(len(board.lines), "line")
            raise PuzzleError(f"{counted(len(found), 'clue')} on a board of {lines}")
    return [_blocks(clue, line) for clue, line in zip(found, board.lines, strict=True)]


def _of_axis(board: Board, axis: Axis, clues: CluesLike) -> list[ClueLike]:
    found, lines = [*listed(clues, f"clues of direction {axis}")], len(board.lengths(axis))
    if len(found) != lines:
        clues_given = counted(len(found), "clue")
        raise PuzzleError(f"direction {axis} has {counted(lines, 'line')}, not {clues_given}")
    return found


def numbered(
    clues: Sequence[Clue | None], lines: Sequence[Line], numbers: Mapping[str, int]
) -> tuple[Clue | None, ...]:
    """The clues with every colour a number of the palette, ``numbers`` being those of its names.

    Raises:
        PuzzleError: a colour is not in the palette.
    """
    known: dict[int | str, int] = {}
    for line, clue in zip(lines, clues, strict=True):
        for colour in sorted({block.colour for block in clue or ()} - known.keys(), key=str):
            number = numbers.get(colour) if isinstance(colour, str) else colour
            if not number or number >= len(numbers):
                message = f"colour {quoted(colour)} is not declared"
                raise PuzzleError(message, line=str(line))
            known[colour] = number
    if all(colour == number for colour, number in known.items()):
        return tuple(clues)
    return tuple(
        clue and tuple([shared_block(b.length, known[b.colour]) for b in clue]) for clue in clues
    )


def _blocks(clue: ClueLike, line: Line) -> Clue | None:
    if clue is None:
        return None
    try:
        blocks = listed(clue, "blocks")
        if len(blocks) == 1 and _is_zero(blocks[0]):
            return ()
        return tuple(map(_block, blocks))
    except PuzzleError as error:
        raise PuzzleError(str(error), line=str(line)) from None


def _is_zero(entry: object) -> bool:
    try:
        return whole(entry) == 0
    except TypeError:
        return False


def _block(entry: BlockLike) -> Block:
    if isinstance(entry, Block):
        return entry
    if type(entry) is int:
        return shared_block(entry)
    if isinstance(entry, (tuple, list)):
        if len(entry) != 2:
            raise PuzzleError(f"a coloured block is (length, colour), not {quoted(entry)}")
        return Block(*entry)  # type: ignore[arg-type]  # checked by Block
    return Block(entry)  # type: ignore[arg-type]  # checked by Block
