"""Clues as people write them in lists: every reading of a list, and the one that makes sense.

A side of a puzzle is a list of clues, in lines or in one line. Numbering, bullets, brackets and
quotes are ignored. Between the numbers of a clue there are blanks, commas, or ``-``, ``.`` or
``+``. A block in colour is ``3r``, ``r3``, ``3 red``, ``red 3`` or ``3-r``, and one without a
colour black. Nothing, ``0`` or ``-`` is a line without blocks.

What can be read in several ways is read in the one in which rows and columns have equally many
cells of every colour. If several do, the text is refused; if none does, a clue is wrong, and the
first reading is the most natural one. A way to read holds for the whole text: where ``4-1`` is 4
cells of the colour 1, every hyphen stands before a colour.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, Literal, NamedTuple, TypeAlias

from ....core import (
    BLACK,
    BLANK,
    STANDARD,
    Block,
    Colour,
    FormatError,
    Puzzle,
    excerpt,
    shared_block,
)
from ....core.model.colours import colour_of_char, named_colour
from ..clues import MAX_CELLS, SourceClue, agree, block_length, build, number_clue
from ..text_lines import Lines, fault

_BULLET = re.compile(r"[ \t]*[-*•+][ \t]+(?=\S)")
_INDEX = re.compile(r"[ \t]*\(?([0-9]{1,5})(?:[:)=][ \t]*|[.|>][ \t]+)")
_BRACKETED = re.compile(
    "|".join(
        rf"{a}([^\[\](){{}}\"']*){b}"
        for a, b in map(str.split, (r"\[ \]", r"\( \)", r"\{ \}", '" "', "' '"))
    )
)
_EMPTY = {"", "0", "-", "–", "—", "[]", "()", "none", "empty", "blank"}
_LETTER = re.compile(r"[^\W\d_]")

#: What may stand between two numbers instead of a blank; a point only if that makes sense, as
#: ``1.5`` is not a whole number.
_BETWEEN = re.compile(r"(?<=[0-9?])[ ]?[-+–·][ ]?(?=[0-9?])")
_POINT = re.compile(r"(?<=[0-9?])[.](?=[0-9?])")

_LENGTH, _WORD = r"(?P<length>[0-9]+|\?)", r"(?P<colour>[A-Za-zͰ-ӿ][^\W\d_]*)"
#: A block with its colour, in each order, and with a digit as its colour.
_COLOURED = [
    re.compile(rf"{_LENGTH}(?:[ ]?[-_:(]?{_WORD}\)?)?[\s,;+]*"),
    re.compile(rf"(?:{_WORD}[ ]?[-_:(]?)?{_LENGTH}\)?(?:[\s,;+]+|$)"),
]
_DASHED = re.compile(r"(?P<length>[0-9]+)-(?P<colour>[^\W_])(?:[\s,;+]+|$)")

#: A block as a text states it: its length, and the word of its colour, empty where there is none.
_Block: TypeAlias = tuple[int | Literal["*"] | None, str]

#: The blocks of every clue of a side, and its line.
_Side: TypeAlias = list[tuple[list[_Block], int]]

Reader: TypeAlias = Callable[[str, int], list[_Block]]


class _Reading(NamedTuple):
    """One way to understand a text."""

    rows: list[SourceClue]
    columns: list[SourceClue]
    colours: list[Colour] | None
    words: list[str]
    """The word of each colour."""

    def shown(self) -> str:
        """The clues, as a message names them."""
        sides = [
            "; ".join(" ".join(self._block(b) for b in c.clue or ()) or "0" for c in side)
            for side in (self.rows, self.columns)
        ]
        return " and ".join(excerpt(side, 30) for side in sides)

    def _block(self, block: Block) -> str:
        char = self.colours[block.colour - 1].char if self.colours else ""
        return f"{block}{'-' * char.isdigit()}{char}"


def read_lists(
    rows: Lines,
    columns: Lines,
    *,
    in_one_line: bool | None = None,
    reader: Reader | None = None,
    warnings: list[str] | None = None,
    **about: Any,
) -> Puzzle:
    """The puzzle of two lists of clues.

    Args:
        rows: the lines of the rows with their numbers.
        columns: those of the columns.
        in_one_line: a single line holds all clues of its side, and not one clue; None: what fits.
        reader: reads the blocks of a clue; None: `numbers`, `dashed` and others where they apply.
        warnings: what was assumed is added here.
        about: texts about the puzzle.

    Raises:
        FormatError: a clue is malformed, or several readings are possible.

    >>> read_lists([(1, "1r, 2r")], [(2, "1-r 1-r"), (3, "2r")]).shape
    (1, 2)
    """
    sides = [_bare(rows), _bare(columns)]
    said = [] if warnings is None else warnings
    for name, side in (("row", rows), ("column", columns)):
        if all(re.match(r"[ \t]*\*[ \t]+\S", line) for _, line in side):
            said.append(f"the '*' before every {name} is read as a bullet, not as any blocks")
    found: list[_Reading] = []
    # A line of its own is a clue, unless only several clues in it make sense.
    for is_split in (False, True) if in_one_line is None else (in_one_line,):
        found += _readings(sides, is_split, [reader] if reader else _readers(sides))
        fitting = [reading for reading in found if agree(reading.rows, reading.columns)]
        if fitting:
            break
    chosen, *others = fitting or found
    for other in others if fitting else ():
        if other != chosen:
            line = next((side[0][0] for side in sides if len(side) == 1), sides[0][0][0])
            problem = f"two readings: {chosen.shown()}, or {other.shown()}"
            is_hyphen = (chosen.colours is None) != (other.colours is None)
            advice = "'1 1' is two blocks, '1a' a colour" if is_hyphen else "put ';' between clues"
            raise fault(f"{problem}; {advice}", line)
    if not fitting:
        chosen = _of_hyphens(found, said)
        said += _odd_words(chosen)
    return build(chosen.rows, chosen.columns, colours=chosen.colours, **about)


def _of_hyphens(found: list[_Reading], warnings: list[str]) -> _Reading:
    """The more natural of readings that do not fit, with a warning about what hyphens mean in it.

    Where some line has several numbers with a hyphen each, ``4-1, 2-2``, they are colours.
    """
    plain = next((each for each in found if each.colours is None), None)
    coloured = next((each for each in found if each.colours is not None), None)
    if plain is None or coloured is None:
        return found[0]
    is_coloured = any(len(side.clue or ()) > 1 for side in (*coloured.rows, *coloured.columns))
    meanings = ["two blocks, 4 and 1", "4 cells of a colour '1'"]
    first, second = meanings[::-1] if is_coloured else meanings
    warnings.append(f"'4-1' is read as {first}; as {second}, the clues do not fit either")
    return coloured if is_coloured else plain


def _odd_words(reading: _Reading) -> Iterator[str]:
    """Words that are read as colours, and that only rows or only columns have."""
    sides = {"row": reading.rows, "column": reading.columns}
    for number, word in enumerate(reading.words, start=1):
        found = {
            axis: [each.at for each in side if any(b.colour == number for b in each.clue or ())]
            for axis, side in sides.items()
        }
        for axis, other in (("row", "column"), ("column", "row")):
            if word not in STANDARD and found[axis] and not found[other]:
                yield f"line {found[axis][0]}: {word!r} is read as a colour; no {other} has it"


def fits(puzzle: Puzzle) -> bool:
    """Whether every clue fits into its line, and rows and columns have equally many cells."""
    return not any(problem.fatal for problem in puzzle.problems())


def _bare(lines: Lines) -> Lines:
    """Lines of clues without numbering, bullets, and the signs around a list in a program."""
    bare = [(number, line.strip(" \t`;,")) for number, line in lines]
    found = [_INDEX.match(line) for _, line in bare]
    first = int(found[0][1]) if found and found[0] else -1
    if first in (0, 1) and all(f and int(f[1]) == n for n, f in enumerate(found, start=first)):
        bare = [(number, _INDEX.sub("", line, count=1)) for number, line in bare]
    elif all(_BULLET.match(line) for _, line in bare):
        bare = [(number, _BULLET.sub("", line, count=1)) for number, line in bare]
    # In some files every line ends with a zero.
    if len(bare) > 1 and all(re.search(r"(?:^|\s)0$", line) for _, line in bare):
        bare = [(number, line[:-1].rstrip()) for number, line in bare]
    return bare


def _readers(sides: list[Lines]) -> list[Reader]:
    """The ways to read the blocks of a clue that may apply to two lists."""
    text = " ".join(line for side in sides for _, line in side)
    readers: list[Reader] = [numbers]
    if _LETTER.search(re.sub("none|empty|blank|and", "", text)):
        readers = [partial(_coloured, pattern) for pattern in _COLOURED]
    if "-" in text:
        readers.append(dashed)
    return readers


def _readings(sides: list[Lines], is_split: bool, readers: list[Reader]) -> list[_Reading]:
    """Every reading of two lists.

    Raises:
        FormatError: there is none.
    """
    found, faults = _tried(sides, is_split, readers)
    if not found and any(_POINT.search(line) for side in sides for _, line in side):
        again, _ = _tried(sides, is_split, [partial(_pointed, reader) for reader in readers])
        found = [reading for reading in again if agree(reading.rows, reading.columns)]
    if not found:
        raise faults[0]
    return found


def _tried(
    sides: list[Lines], is_split: bool, readers: list[Reader]
) -> tuple[list[_Reading], list[FormatError]]:
    """Every reading of two lists, and why others fail."""
    # A mark in one side separates clues in the other too, which may be a single clue.
    alone = [side[0][1] for side in sides if len(side) == 1]
    mark = next((mark for mark in ";|/" if any(mark in line for line in alone)), None)
    found: list[_Reading] = []
    faults: list[FormatError] = []
    for reader in readers:
        read: list[list[_Side]] = [[], []]
        for side, readings in zip(sides, read, strict=True):
            for texts in _split(side, mark) if is_split and len(side) == 1 else (side,):
                try:
                    readings.append([(_blocks(text, at, reader), at) for at, text in texts])
                except FormatError as error:
                    faults.append(error)
        found += [_coloured_reading(*both, fold=reader != dashed) for both in product(*read)]
    return found, faults


def _split(side: Lines, mark: str | None) -> Iterator[Lines]:
    """The clues in one line, in each possible reading."""
    ((number, text),) = side
    if len(text) > 20 * MAX_CELLS:
        raise fault("the line is longer than all clues of any side", number)
    if mark:
        parts = [text.removesuffix(mark).split(mark)]
    elif _BRACKETED.search(text):
        parts = [[found[found.lastindex or 0] for found in _BRACKETED.finditer(text)]]
    elif re.search(r",[ \t]", text):
        parts = [text.split(","), re.split(r",[ \t]+", text), [text]]
    else:
        parts = [text.split(), text.split(","), [text]]
    for clues in parts:
        yield [(number, clue) for clue in clues[: MAX_CELLS + 1]]


def _blocks(text: str, at: int, reader: Reader) -> list[_Block]:
    bare = re.sub(r"\band\b", " ", text).strip(" \t,;`")
    if found := _BRACKETED.fullmatch(bare):
        bare = found[found.lastindex or 0].strip()
    return [] if bare.lower() in _EMPTY else reader(bare, at)


def numbers(text: str, at: int) -> list[_Block]:
    clue = number_clue(_BETWEEN.sub(" ", text), at)
    return [("*" if block.is_star else block.length, "") for block in clue]


def _pointed(reader: Reader, text: str, at: int) -> list[_Block]:
    return reader(_POINT.sub(" ", text), at)


def dashed(text: str, at: int) -> list[_Block]:
    """Blocks as lengths and colours with a hyphen between them, as in ``4-0 2-a``."""
    return _coloured(_DASHED, text, at, "a length, a hyphen and a letter or digit, as in '4-1'")


def _coloured(
    pattern: re.Pattern[str],
    text: str,
    at: int,
    expected: str = "the length of a block, with a colour as in '3r' or 'r3'",
) -> list[_Block]:
    blocks: list[_Block] = []
    end = 0
    while end < len(text):
        found = pattern.match(text, end)
        if found is None:
            raise fault(f"expected {expected}", at, text[end:])
        blocks.append((block_length(found["length"], at), found["colour"] or ""))
        end = found.end()
    return blocks


def _coloured_reading(*both: _Side, fold: bool) -> _Reading:
    """The clues with numbered colours; a word in another case is the same one if it has to be.

    Not so where digits are colours as well: these files have up to 62.
    """
    exact = _numbered(both, str)
    folded = _numbered(both, str.lower) if fold else exact
    return folded if agree(*folded[:2]) and not agree(*exact[:2]) else exact


def _numbered(both: Sequence[_Side], key: Callable[[str], str]) -> _Reading:
    words = dict.fromkeys(
        key(word) or BLACK.name for side in both for blocks, _ in side for _, word in blocks
    )
    numbers = {word: number for number, word in enumerate(words, start=1)}
    sides = [
        [
            SourceClue(
                tuple(shared_block(length, numbers[key(w) or BLACK.name]) for length, w in blocks),
                at,
            )
            for blocks, at in side
        ]
        for side in both
    ]
    return _Reading(sides[0], sides[1], _palette(list(words)), list(words))


def _palette(words: list[str]) -> list[Colour] | None:
    """The colours of letters and of names."""
    if words in ([], [BLACK.name]):
        return None
    chars = {BLANK.char, *(word for word in words if len(word) == 1)}
    names = {word for word in words if len(word) > 1}
    colours: list[Colour] = []
    for number, word in enumerate(words, start=1):
        if len(word) == 1:
            colour = colour_of_char(word, number, names)
        else:
            colour = named_colour(word, number, chars)
        chars.add(colour.char)
        names.add(colour.name)
        colours.append(colour)
    return colours
