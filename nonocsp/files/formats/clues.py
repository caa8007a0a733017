"""Clues as they are read and written: numbers, sizes, and the puzzle that they make.

Every clue is read with its place, so that a fault is reported there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, count, pairwise
from typing import Any, NamedTuple, TypeAlias

from ...core import (
    STAR,
    Board,
    Clue,
    Grid,
    Puzzle,
    PuzzleError,
    counted,
    free_char,
    gimmick,
    minimal_length,
    shared_block,
)
from ...core.model.colours import ASCII_LETTERS
from .text_lines import Lines, Place, exactly, fault, filled

#: Cells of the longest line that is read, and so the most rows, columns or blocks.
MAX_CELLS = 99_999

#: Cells of the largest picture that is read.
MAX_AREA = 1 << 20

#: Most puzzles of one file that are read.
MAX_PUZZLES = 100_000

#: Most reasons that are given why a puzzle has no solution.
MAX_SHOWN = 3


class SourceClue(NamedTuple):
    """A clue and where it stands."""

    clue: Clue | None
    at: Place


#: The clues of the rows, or of the columns.
Side: TypeAlias = Sequence[SourceClue]


def dimension(word: str, what: str, at: Place) -> int:
    """A number of rows or columns, bounded so that a wrong one cannot exhaust the memory."""
    if not (word.isascii() and word.isdigit()) or len(word) > 9 or not 1 <= int(word) <= MAX_CELLS:
        raise fault(f"expected the number of {what}, 1 to {MAX_CELLS}", at, word)
    return int(word)


def check_area(rows: int, columns: int, at: Place = None) -> None:
    """Bound a picture whose size is only stated, so that a few words cannot exhaust the memory.

    Raises:
        FormatError: it has more than `MAX_AREA` cells.
    """
    if rows * columns > MAX_AREA:
        raise fault(f"expected a picture of at most {MAX_AREA} cells, not {rows} × {columns}", at)


def check_board(board: Board, at: Place = None) -> None:
    """Bound a board of which only the sides are stated, as `check_area` bounds a picture.

    Raises:
        FormatError: it has more than `MAX_AREA` cells.
    """
    if board.size > MAX_AREA:
        raise fault(f"expected a {board.name} of at most {MAX_AREA} cells, not {board.size}", at)


def block_length(word: str, at: Place) -> int | None:
    """The length that a word states, None for ``?``.

    Raises:
        FormatError: the word is neither ``?`` nor a whole number of at least 1 and 9 digits at
            most.
    """
    if word == "?":
        return None
    # str.isdigit accepts the digits of every script; a clue is written in these ten.
    if not (word.isascii() and word.isdigit()):
        raise fault(f"expected the length of a block, a whole number{gimmick(word)}", at, word)
    digits = word.lstrip("0")
    if not digits:
        raise fault("a block's length is at least 1", at, word)
    if len(digits) > 9:
        raise fault("the number is too large for the length of a block", at, word)
    return int(digits)


def number_clue(text: str, at: Place) -> Clue:
    """A clue written as numbers between commas or blanks; ``0`` or nothing is a blank line, ``*``
    among blocks any number of others."""
    if len(text) > 20 * MAX_CELLS:
        raise fault("the clue is too long for any line", at)
    words = text.replace(",", " ").split()
    if len(words) > MAX_CELLS:
        raise fault(f"the clue has {len(words)} blocks, more than any line holds", at)
    if words in ([], ["0"]):
        return ()
    return tuple([STAR if word == "*" else shared_block(block_length(word, at)) for word in words])


def number_clues(lines: Iterable[tuple[int, str]]) -> list[SourceClue]:
    """The clues of lines of numbers, one a line."""
    return [SourceClue(number_clue(line, number), number) for number, line in lines]


def build(rows: Side, columns: Side, **arguments: Any) -> Puzzle:
    """The puzzle of clues that were read, which may have no solution: `impossible` says why.

    Raises:
        FormatError: there are no rows or columns, or the puzzle is malformed in another way.
    """
    for what, clues in (("row", rows), ("column", columns)):
        if not clues:
            raise fault(f"expected the clue of at least one {what}")
        if len(clues) > MAX_CELLS:
            raise fault(f"expected at most {MAX_CELLS} {what}s, not {len(clues)}")
    try:
        return Puzzle([c.clue for c in rows], [c.clue for c in columns], **arguments)
    except PuzzleError as error:
        raise fault(str(error)) from None


def impossible(puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Why puzzles have no solution, where that is seen without search: the warnings of a reader.

    >>> list(impossible([Puzzle([[3]], [[1]])]))
    ['no solution: row 1: the clue needs 3 cells, the line has 1']
    """
    for number, puzzle in enumerate(puzzles, start=1):
        of = f"puzzle {number}: " if len(puzzles) > 1 else ""
        # A clue that is too long makes the sums differ as well.
        fatal = [problem for problem in puzzle.problems() if problem.fatal]
        too_long = [problem for problem in fatal if problem.kind == "too_long"]
        shown = (too_long or fatal)[:MAX_SHOWN]
        yield from (f"{of}no solution: {problem}" for problem in shown)
        if more := len(too_long or fatal) - len(shown):
            yield f"{of}no solution: {counted(more, 'further clue')} of this kind"


def check_size(
    stated: tuple[int, int], given: tuple[int, int], warnings: list[str], at: Place = None
) -> None:
    """Compare the numbers of rows and of columns in a file with those that it states.

    Numbers the other way round, and one line too many or too few, are typos: a warning says so, and
    the lines are read as given.

    Raises:
        FormatError: the numbers differ by more.

    >>> check_size((4, 3), (3, 4), warnings := [])
    >>> warnings
    ['the size says 4 rows and 3 columns, but 3 and 4 are given']
    """
    pairs = zip(stated, given, ("row", "column"), strict=True)
    wrong = [pair for pair in pairs if pair[0] != pair[1]]
    if wrong:
        says = " and ".join(counted(size, what) for size, _, what in wrong)
        found = " and ".join(str(number) for _, number, _ in wrong)
        problem = f"the size says {says}, but {found} are given"
        is_typo = all(abs(size - number) < 2 for size, number, _ in wrong)
        if 0 in given or not (is_typo or given == stated[::-1]):
            raise fault(problem, at)
        warnings.append(problem)


def two_sides(
    lines: Lines, size: tuple[int, int], warnings: list[str], *, apart: bool = False
) -> tuple[Lines, Lines]:
    """The lines of rows and those of columns, never cut across an empty line that separates them.

    Empty lines are clues where only then the number of lines comes out.

    Args:
        size: the stated numbers of rows and of columns.
        apart: whether the format itself has an empty line between the sides.

    Raises:
        FormatError: there are too many lines or too few, or groups of other sizes.
    """
    height, total = size[0], sum(size)
    places = [place for place, (_, line) in enumerate(lines) if line.strip()]
    present = [lines[place] for place in places]
    # After how many lines that are not empty an empty one stands.
    cuts = [number for number, (a, b) in enumerate(pairwise(places), 1) if b > a + 1]
    if len(present) == total and (not cuts or height in cuts):
        return present[:height], present[height:]
    if len(present) < total:
        for gap in (1,) if apart else (0, 1):
            is_gap = not filled(lines[height : height + gap])
            if is_gap and (not places or places[-1] < total + gap) and total + gap <= len(lines):
                return lines[:height], lines[height + gap : total + gap]
    elif len(present) == total and size[1] in cuts:
        cuts = [size[1]]
    if len(cuts) != 1:
        wanted = f"{counted(height, 'line')} of rows and {size[1]} of columns after the size"
        exactly(present, total, wanted)
        raise fault(
            f"expected an empty line only behind {counted(height, 'row')}", present[cuts[0]][0]
        )
    rows, columns = present[: cuts[0]], present[cuts[0] :]
    check_size(size, (len(rows), len(columns)), warnings, columns[0][0])
    return rows, columns


def agree(rows: Side, columns: Side) -> bool:
    """Every clue fits into its line, and both sides have equally many cells of every colour.

    Where lengths are unknown only the first can be checked. A reader decides by this which of two
    orders a text is in.
    """
    known: list[Counter[int] | None] = []
    for clues, length in ((rows, len(columns)), (columns, len(rows))):
        present = [source.clue for source in clues if source.clue is not None]
        if any(minimal_length(clue) > length for clue in present):
            return False
        cells: Counter[int] = Counter()
        is_open = len(present) < len(clues)
        for block in chain.from_iterable(present):
            cells[block.colour] += block.length or 0
            is_open |= block.length is None
        known.append(None if is_open else cells)
    return None in known or known[0] == known[1]


def cell_char(char: str, name: str, taken: Iterable[str]) -> str:
    """The character of a colour in text: ``char`` where it is one, printable and free."""
    usable = len(char) == 1 and char.isprintable() and not char.isspace() and char not in taken
    return char if usable else free_char(name, taken)


def writable_chars(own: Sequence[str], allowed: Callable[[str], bool]) -> list[str]:
    """A character for every colour of a file: its own where that is allowed, else a free letter.

    >>> writable_chars([",", "r", "a"], str.isalpha)
    ['b', 'r', 'a']
    """
    kept = {char for char in own if allowed(char)}
    further = (chr(code) for code in count(0x100))  # Latin Extended and beyond
    spare = (c for c in chain(ASCII_LETTERS, further) if c.isalpha() and c not in kept)
    left = set(kept)
    chars = []
    for char in own:
        chars.append(char if char in left else next(spare))
        left.discard(char)
    return chars


def clue_text(clue: Clue | None, between: str = " ", empty: str = "0") -> str:
    """A clue without colours as text."""
    return between.join(map(str, clue or ())) or empty


def clue_texts(puzzle: Puzzle, between: str = " ", empty: str = "0") -> tuple[list[str], list[str]]:
    """The clues of rows and of columns as text, for formats without colours and absent clues."""
    rows, columns = (
        [clue_text(clue, between, empty) for clue in side] for side in (puzzle.rows, puzzle.columns)
    )
    return rows, columns


def known_cells(grid: Grid, chars: Sequence[str]) -> list[str]:
    """The rows of a saved state, one character a cell: the colour's where it is known, or ``?``."""
    look = {1 << number: char for number, char in enumerate(chars)}
    return ["".join([look.get(mask, "?") for mask in row]) for row in grid]
