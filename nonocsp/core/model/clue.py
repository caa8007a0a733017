"""Lines, blocks and clues.

A block's length may be unknown (it is at least 1), and a clue may be absent (no constraint at all).
A *star* among the blocks stands for any number of further blocks, also none, of any lengths and
colours; by itself it is an absent clue.
How two neighbouring blocks meet follows from their colours: blocks of one colour have a blank
between them, others need none. A block may say otherwise of itself and the one before it (`Joint`),
as the triangles of trianograms do: they are glued to a block, and two of a kind need no blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Literal, SupportsIndex, TypeAlias, get_args

from ..base.errors import PuzzleError, counted, quoted
from ..base.whole import whole
from .arrays import Array, Table, listed
from .board import Board
from .colours import MAX_COLOURS
from .line import Axis, Line

#: Longest block that is accepted: longer than any line, and within every engine's integers.
MAX_LENGTH = 10**9

#: How a block meets the one before it. ``"attached"``: no blank is between them; their colours
#: differ. ``"loose"``: no blank is needed, though they have one colour; their lengths are known.
Joint: TypeAlias = Literal["attached", "loose"]

#: Words of other kinds of puzzles: at least two, one of two and three.
_GIMMICK = re.compile(
    r"[≥>≤<][= ]*[0-9]+|[0-9]+(?:\+|[-/][0-9]+)|[0-9]+\s?(?:\.\.|\bor\b)\s?[0-9]+"
)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Block:
    """A run of ``length`` cells of one colour.

    Args:
        length: cells, at least 1; None or ``"?"`` when it is not known; ``"*"`` makes it a star,
            any number of blocks, which has the colour 0.
        colour: the colour's number, or a name that the puzzle's palette resolves. In the clues of a
            `Puzzle` it is always a number.
        joint: how it meets the block before it, if the colours do not say so: ``"attached"`` or
            ``"loose"``, see `Joint`.

    Raises:
        PuzzleError: the length is not positive, the colour is blank, or the joint is unknown.

    >>> Block(3), Block("?", "red")
    (Block(length=3, colour=1), Block(length=None, colour='red'))
    """

    length: int | None
    colour: int
    joint: Joint | None

    def __init__(
        self,
        length: SupportsIndex | Literal["?", "*"] | None,
        colour: SupportsIndex | str = 1,
        joint: Joint | None = None,
    ) -> None:
        if isinstance(length, str) and length == "*":
            if joint is not None:
                raise PuzzleError("a '*' has no joint")
            object.__setattr__(self, "length", None)
            object.__setattr__(self, "colour", 0)
            object.__setattr__(self, "joint", None)
            return
        if isinstance(length, str) and length == "?":
            length = None
        if length is not None:
            try:
                length = whole(length)
            except TypeError:
                raise PuzzleError(
                    f"a block's length is a whole number, '?' or '*', not {quoted(length)}"
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
        if joint not in (None, *get_args(Joint)):
            raise PuzzleError(f"a block's joint is 'attached' or 'loose', not {quoted(joint)}")
        object.__setattr__(self, "length", length)
        object.__setattr__(self, "colour", colour)
        object.__setattr__(self, "joint", joint)

    @property
    def is_attached(self) -> bool:
        """No blank is between it and the block before it."""
        return self.joint == "attached"

    @property
    def is_star(self) -> bool:
        """It stands for any number of blocks."""
        return self.colour == 0

    @property
    def code(self) -> int:
        """The length as a number: 0 if it is not known, -1 for a star."""
        return -1 if self.colour == 0 else self.length or 0

    @property
    def entry(self) -> int | Literal["?", "*"]:
        """The length as it is written."""
        return "*" if self.colour == 0 else self.length or "?"

    def __repr__(self) -> str:
        if self.is_star:
            return "Block('*')"
        joint = f", joint={self.joint!r}" if self.joint else ""
        return f"Block(length={self.length!r}, colour={self.colour!r}{joint})"

    def __str__(self) -> str:
        return str(self.entry)


#: The block of a length and a colour, one object for all clues: big pictures have half a million
#: blocks, but few different ones. Keyed by type too, as True is not a length though it equals 1.
shared_block = lru_cache(maxsize=1 << 12, typed=True)(Block)

#: Any number of blocks.
STAR = Block("*")

#: The blocks of a line in order; empty for a blank line. An absent clue is None instead.
Clue: TypeAlias = tuple[Block, ...]
BlockLike: TypeAlias = (
    Block
    | SupportsIndex
    | str
    | tuple[SupportsIndex | str | None, SupportsIndex | str]
    | tuple[SupportsIndex | str | None, SupportsIndex | str, Joint | None]
    | None
)
ClueLike: TypeAlias = Iterable[BlockLike] | Array | None
CluesLike: TypeAlias = Iterable[ClueLike] | Array | Table


def has_star(clue: Clue | None) -> bool:
    """Whether a star is among the blocks."""
    return any(block.colour == 0 for block in clue or ())


def with_single_stars(clue: Clue) -> Clue | None:
    """The clue with one star for several in a row; None, an absent clue, for one by itself.

    >>> with_single_stars((STAR, STAR, Block(1))), with_single_stars((STAR,))
    ((Block('*'), Block(length=1, colour=1)), None)
    """
    if not has_star(clue):
        return clue
    kept = [b for n, b in enumerate(clue) if not (n and b.is_star and clue[n - 1].is_star)]
    return tuple(kept) if len(kept) > 1 else None


def needs_gap(before: Block, block: Block) -> bool:
    """Whether a blank must be between two consecutive blocks.

    >>> needs_gap(Block(2), Block(1)), needs_gap(Block(2), Block(1, joint="loose"))
    (True, False)
    """
    return before.colour == block.colour and block.joint is None


def minimal_length(clue: Clue) -> int:
    """Cells that the blocks of a clue need at least, gaps included. Cost: linear in the blocks.

    >>> minimal_length((Block(2), Block(1), Block(3, 2))), minimal_length((Block(2), Block("*")))
    (7, 2)
    """
    if has_star(clue):
        clue = tuple([block for block in clue if not block.is_star])
    cells = sum(block.length or 1 for block in clue)
    return cells + sum(needs_gap(*two) for two in pairwise(clue))


def mirrored(clue: Clue) -> Clue:
    """The clue read from the other end.

    >>> mirrored((Block(2, 1), Block(1, 2, "attached")))
    (Block(length=1, colour=2), Block(length=2, colour=1, joint='attached'))
    """
    joints = [None, *(block.joint for block in clue[:0:-1])]
    return tuple(
        [
            b if b.is_star else shared_block(b.length, b.colour, j)
            for b, j in zip(clue[::-1], joints, strict=True)
        ]
        if any(joints)
        else clue[::-1]
    )


def clue_of(cells: Iterable[int]) -> Clue:
    """The clue of a decided line: its runs of one colour, without blanks.

    >>> [str(block) for block in clue_of([1, 1, 0, 1])]
    ['2', '1']
    """
    return tuple(
        [shared_block(len([*run]), colour) for colour, run in groupby(cells) if colour != 0]
    )


def satisfies(cells: Iterable[int], clue: Clue | None) -> bool:
    """Whether a decided line satisfies its clue. Cost: linear in the cells; with stars, in the
    cells times the blocks.

    >>> satisfies([1, 1, 0, 1], (Block("?"), Block(1))), satisfies([1, 0], None)
    (True, True)
    >>> satisfies([1, 0, 1, 1, 0, 1], (Block(1), Block("*"), Block(2), Block("*")))
    True
    """
    if clue is None:
        return True
    if has_star(clue):
        return _matches(list(cells), clue)
    if any(block.joint for block in clue):
        return _fits(list(cells), clue)
    found = clue_of(cells)
    return len(found) == len(clue) and all(
        have.colour == want.colour and want.length in (None, have.length)
        for have, want in zip(found, clue, strict=True)
    )


def _fits(cells: Sequence[int], clue: Clue) -> bool:
    """As `satisfies`, for any joints."""
    end = _laid(cells, 0, clue)
    return end is not None and not any(cells[end:])


def _laid(cells: Sequence[int], at: int, clue: Clue) -> int | None:
    """Where blocks end that are laid from ``at`` on, each where its first cell must be; None if
    they do not fit. No choice is left, as blocks that may touch have known lengths or two
    colours."""
    for number, block in enumerate(clue):
        start = at
        while at < len(cells) and cells[at] == 0:
            at += 1
        if number and (
            (block.is_attached and at > start)
            or (needs_gap(clue[number - 1], block) and at == start)
        ):
            return None
        end = at
        while (
            end < len(cells)
            and cells[end] == block.colour
            and (block.length is None or end < at + block.length)
        ):
            end += 1
        if end - at < (block.length or 1):
            return None
        at = end
    return at


def _matches(cells: Sequence[int], clue: Clue) -> bool:
    """As `satisfies`, with stars: the blocks up to the first star are laid from the start, those
    between two stars as far left as they fit, and those behind the last one up to the end."""
    inside = [i for i in range(1, len(cells)) if cells[i] == 0 or cells[i] != cells[i - 1]]
    cuts = dict.fromkeys([0, *inside, len(cells)])
    groups = [tuple(group) for is_star, group in groupby(clue, lambda b: b.is_star) if not is_star]
    at = 0
    for number, group in enumerate(groups):
        is_last = number == len(groups) - 1 and not clue[-1].is_star
        starts = [cut for cut in cuts if cut >= at] if number or clue[0].is_star else [0]
        ends = (_laid(cells, start, group) for start in starts)
        fits = (
            end
            for end in ends
            if end is not None and (not any(cells[end:]) if is_last else end in cuts)
        )
        found = next(fits, None)
        if found is None:
            return False
        at = found
    return True


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
        axes = dict.fromkeys(line.axis for line in board.clued)
        if clues.keys() != axes.keys():
            directions = ", ".join(map(repr, axes))
            raise PuzzleError(f"the clues of a {board.name} have the directions {directions}")
        given = [clue for axis in axes for clue in _of_axis(board, axis, clues[axis])]
    else:
        given = [*listed(clues, "clues")]
        if len(given) == len(board.lines):
            both = zip(given, board.lines, strict=True)
            given = [clue for clue, line in both if board.has_clue(line)]
        elif len(given) != len(board.clued):
            lines = counted(len(board.clued), "line")
            raise PuzzleError(f"{counted(len(given), 'clue')} on a board of {lines}")
    at = iter(given)
    return [_blocks(next(at), n) if board.has_clue(n) else None for n in board.lines]


def _of_axis(board: Board, axis: Axis, clues: CluesLike) -> list[ClueLike]:
    found = [*listed(clues, f"clues of direction {axis}")]
    lines = [line for line in board.clued if line.axis == axis]
    if len(found) != len(lines):
        clues_given = counted(len(found), "clue")
        raise PuzzleError(f"direction {axis} has {counted(len(lines), 'line')}, not {clues_given}")
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
        found = {block.colour for block in clue or () if not block.is_star}
        for colour in sorted(found - known.keys(), key=str):
            number = numbers.get(colour) if isinstance(colour, str) else colour
            if not number or number >= len(numbers):
                message = f"colour {quoted(colour)} is not declared"
                raise PuzzleError(message, line=str(line))
            known[colour] = number
    if not all(colour == number for colour, number in known.items()):
        clues = [
            clue
            and tuple(
                [b if b.is_star else shared_block(b.length, known[b.colour], b.joint) for b in clue]
            )
            for clue in clues
        ]
    return tuple(
        _jointed(clue, line) if clue and any(b.joint for b in clue) else clue
        for line, clue in zip(lines, clues, strict=True)
    )


def sound_joints(clue: Clue) -> Clue:
    """The clue without the joints that cannot be or say nothing, as after a change of its blocks.

    >>> sound_joints((Block(1, 2, "attached"), Block(1, 2, "loose"), Block(1, 1, "loose")))
    (Block(length=1, colour=2), Block(length=1, colour=2, joint='loose'), Block(length=1, colour=1))
    """
    if not any(block.joint for block in clue):
        return clue
    result = [*clue]
    for number, block in enumerate(clue):
        if block.joint and _wrong_joint(clue[number - 1] if number else None, block) is not None:
            result[number] = shared_block(block.length, block.colour)
    return tuple(result)


def _wrong_joint(before: Block | None, block: Block) -> str | None:
    """Why a block cannot meet the one before it like that; empty if the joint says nothing."""
    if before is not None and before.is_star:
        before = None
    is_other = before is not None and before.colour != block.colour
    if block.is_attached:
        return None if is_other else "no block of another colour is before it to be attached to"
    if before is None or is_other:
        return ""
    is_known = before.length is not None and block.length is not None
    return None if is_known else "it and the block before are loose: both need known lengths"


def _jointed(clue: Clue, line: Line) -> Clue:
    """The clue without joints that say nothing. Raises `PuzzleError` for those that cannot be."""
    for number, block in enumerate(clue):
        if block.joint and (why := _wrong_joint(clue[number - 1] if number else None, block)):
            raise PuzzleError(f"block {number + 1}: {why}", line=str(line))
    return sound_joints(clue)


def _blocks(clue: ClueLike, line: Line) -> Clue | None:
    if clue is None:
        return None
    try:
        blocks = listed(clue, "blocks")
        if len(blocks) == 1 and _is_zero(blocks[0]):
            return ()
        return with_single_stars(tuple(map(_block, blocks)))
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
        if len(entry) not in (2, 3):
            raise PuzzleError(f"a coloured block is (length, colour), not {quoted(entry)}")
        return Block(*entry)
    return Block(entry)  # type: ignore[arg-type]  # checked by Block


def gimmick(word: str) -> str:
    """What to add to the refusal of a word of other kinds of clues; empty for other words.

    >>> gimmick("2+"), gimmick("2x")
    ("; 'at least' and 'one of' are not known in clues", '')
    """
    is_known = _GIMMICK.fullmatch(word.strip(" ,"))
    return "; 'at least' and 'one of' are not known in clues" if is_known else ""
