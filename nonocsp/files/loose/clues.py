"""Clues as people write them: every reading of two lists of clues, each with what it costs.

A side of a puzzle is a list of clues, in lines or in one line. Numbering, bullets, brackets and
quotes are ignored. Between the numbers of a clue there are blanks, commas or, in every gap of the
text, one of ``-``, ``.`` and ``+``. A block in colour is ``3r``, ``r3``, ``3 red``, ``red 3``,
``3-r`` or ``3:r``, and one without a colour black. Nothing, ``0``, ``-`` or empty quotes are a line
without blocks, ``*`` alone is a clue that is absent. Zeros and ``-1`` beside blocks fill up.

Further habits are readings of their own, which cost more: the number of blocks before them,
patterns of cells (``1 1 1 0 1`` is 3 1), letters for numbers (``BA`` is 2 1), ``3x2``. A habit
holds for the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from ...core import (
    BLACK,
    BLANK,
    MAX_COLOURS,
    STANDARD,
    STAR,
    Block,
    Colour,
    FormatError,
    Joint,
    Puzzle,
    cell_symbols,
    clue_of,
    colour_of_char,
    excerpt,
    gimmick,
    named_colour,
    shared_block,
)
from ..formats.clues import MAX_CELLS, SourceClue, agree, block_length, build
from ..formats.css_colours import rgb_of
from ..formats.text_lines import Lines, fault
from .words import EMPTY, plain

look = cell_symbols.look

_BULLET = re.compile(r"[ \t]*[-*•+][ \t]+(?=\S)")
_INDEX = re.compile(r"[ \t]*\(?([0-9]{1,5})(?:[:)=][ \t]*|[.|>][ \t]+)")
_BRACKETED = re.compile(
    "|".join(
        rf"{a}([^\[\](){{}}\"']*){b}"
        for a, b in map(str.split, (r"\[ \]", r"\( \)", r"\{ \}", '" "', "' '"))
    )
)
#: Characters of a clue in which words are looked for.
_MOST_WORDS = 1000
#: Words in brackets behind a clue.
_REMARK = re.compile(r"\((?:[^\W\d_]+[^\w()]+)+[^\W\d_]+\)")
#: "And" between two numbers.
_AND = re.compile(
    r"(?<=[0-9)])[ ]*,?[ ]*(?:\b(?:and|und|et|ve|og|och|és|и|та|then|dann)\b|&)[ ]*(?=[0-9(])"
    r"|(?<=[0-9]) (?:e|y|i|a|en) (?=[0-9]+(?:$|[ ,;)]))(?!.*[0-9] (?:e|y|i|a|en)$)"
)
#: A block and its colour in brackets.
_IN_BRACKETS = re.compile(r"\(([0-9]+),[ ]?([^\W\d_]+)\)")
_LETTER = re.compile(r"[^\W\d_]")

#: What stands between two blocks: a sign, or blanks and commas.
_GAP = re.compile(r"(?<=[0-9?*])(?:[ ]?([-+–·./|])[ ]?|[\s,]+)(?=[0-9?*])")
_ZERO = re.compile(r"(?<![^\s,])0+(?![^\s,])")
_FILLING = re.compile(r"(?<![^\s,])-1(?![^\s,])")
_GIMMICK = re.compile(
    r"[≥≤<>][= ]*[0-9]+|(?<![0-9])[0-9]++(?:\+(?=[\s,]|$)|\s?(?:\.\.|\bor\b)\s?[0-9]+)"
)

_LENGTH, _WORD = r"(?P<length>[0-9]+|\?)", r"(?P<colour>[A-Za-zͰ-ӿ][^\W\d_]*|#[0-9A-Fa-f]{6}\b)"
#: A block with its colour, in each order, and with a digit as its colour.
_COLOURED = [
    re.compile(rf"{_LENGTH}(?:[ ]?[-_:(,]?{_WORD}\)?)?(?:[ ][-–][ ]|[\s,;+]+)*"),
    re.compile(rf"(?:{_WORD}[ ]?[-_:(]?)?{_LENGTH}\)?(?:[\s,;+]+|$)"),
]
_DASHED = re.compile(r"(?P<length>[0-9]+)-(?P<colour>[^\W_])(?:[\s,;+]+|$)")
_PAIR = r"(?P<{}>[0-9]+)[:x×*@(](?P<{}>[0-9]+)\)?(?:[\s,;+]+|$)"
_PAIRED = [re.compile(_PAIR.format(a, b)) for a, b in (("length", "colour"), ("colour", "length"))]

#: A block as a text states it: its length, and the word of its colour, empty where there is none.
_Block: TypeAlias = tuple[int | Literal["*"] | None, str] | tuple[int | None, str, Joint]
_Blocks: TypeAlias = list[_Block] | None

_Reader: TypeAlias = Callable[[str, int], _Blocks]


class Side(NamedTuple):
    """The clues of the rows, or of the columns, as they stand in a text."""

    clues: Lines
    """Each with its line; or one text with all of them."""
    is_one: bool | None = None
    """Whether it is such a text; None: what fits."""
    is_listed: bool = False
    """They are members of a list: no numbers of lines or bullets stand before them."""


class Habit(NamedTuple):
    """A way to read the blocks of all clues of a text."""

    read: _Reader
    cost: int = 0
    said: str = ""
    """What is assumed, in words."""


class Reading(NamedTuple):
    """One way to understand two sides."""

    rows: list[SourceClue]
    columns: list[SourceClue]
    colours: list[Colour] | None
    words: list[str]
    """The word of each colour."""
    cost: int = 0
    said: tuple[str, ...] = ()

    @property
    def is_fitting(self) -> bool:
        """Whether every clue fits into its line, and both sides have equally many cells."""
        return agree(self.rows, self.columns)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle. Raises `FormatError`."""
        return build(self.rows, self.columns, colours=self.colours)

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


def readings(
    rows: Side,
    columns: Side,
    looks: Mapping[str, str] | None = None,
    habits: Sequence[Habit] | None = None,
) -> tuple[list[Reading], list[FormatError]]:
    """Every reading of two lists of clues, the cheapest first, and why there are no others.

    Args:
        rows: the clues of the rows.
        columns: those of the columns.
        looks: the names or the looks (``#rrggbb``) of colours, by their words.
        habits: the ways to read blocks; None: those that may apply.

    >>> found, _ = readings(Side([(1, "1r, 2r")]), Side([(2, "1-r"), (3, "2r")]))
    >>> {reading.puzzle.shape for reading in found if reading.is_fitting}
    {(2, 2)}
    """
    sides = [side.clues if side.is_listed else _bare(side.clues) for side in (rows, columns)]
    said = tuple(
        f"the '*' before every {name} is read as a bullet, not as any blocks"
        for name, side in (("row", rows), ("column", columns))
        if all(re.match(r"[ \t]*\*[ \t]+\S", line) for _, line in side.clues)
    )
    found: list[Reading] = []
    faults: list[FormatError] = []
    ones = [rows.is_one, columns.is_one]
    is_one = True in ones or (None if None in ones else False)
    may_split = [each is not False for each in ones]
    # A line of its own is a clue, unless only several clues in it make sense.
    for is_split in (False, True) if is_one is None else (is_one,):
        for texts, cost in _texts(sides, [is_split and each for each in may_split]):
            try:
                ways = [*_habits(texts)] if habits is None else habits
            except FormatError as error:
                faults.append(error)
                continue
            for habit in ways:
                try:
                    read = [[(habit.read(text, at), at) for at, text in side] for side in texts]
                    made = _reading(read, habit, looks or {})
                except FormatError as error:
                    faults.append(error)
                    continue
                more = (habit.said,) if habit.said else ()
                cost_of = cost + habit.cost + (is_split and is_one is None)
                found.append(made._replace(cost=cost_of, said=(*said, *more)))
        if any(reading.is_fitting and not reading.cost for reading in found):
            break
    found.sort(key=lambda reading: reading.cost)
    return found, faults


def _bare(lines: Lines) -> Lines:
    """Lines of clues without numbering, bullets, and the signs around a list in a program."""
    bare = [(number, line.strip(" \t`;,")) for number, line in lines]
    found = [_INDEX.match(line) for _, line in bare]
    first = int(found[0][1]) if found and found[0] else -1
    if len(found) == 1 and found[0] and found[0][0].rstrip()[-1] not in ").":
        first = -1  # of one line "1:" may be a block
    if first in (0, 1) and all(f and int(f[1]) == n for n, f in enumerate(found, start=first)):
        bare = [(number, _INDEX.sub("", line, count=1)) for number, line in bare]
    elif len(bare) > 1 and all(_BULLET.match(line) for _, line in bare):
        bare = [(number, _BULLET.sub("", line, count=1)) for number, line in bare]
    return bare


def _texts(sides: list[Lines], is_split: list[bool]) -> Iterator[tuple[list[Lines], int]]:
    """The texts of all clues, in each way to divide sides of one line; with what it costs."""
    alone = [
        side[0][1] for side, each in zip(sides, is_split, strict=True) if each and len(side) == 1
    ]
    # A mark in one side separates clues in the other too, which may be a single clue.
    mark = next((mark for mark in ";|/" if any(mark in line for line in alone)), None)
    ends = mark is not None and all(line.endswith(mark) for line in alone)
    begins = mark is not None and all(line.startswith(mark) for line in alone)
    begins &= ends or mark != ";"
    every = [
        [*_split(side, mark, begins)] if each and len(side) == 1 else [(side, 0)]
        for side, each in zip(sides, is_split, strict=True)
    ]
    for pair in product(*every):
        bare = [[(at, _inner(text)) for at, text in side] for side, _ in pair]
        yield bare, sum(cost for _, cost in pair)


def _split(side: Lines, mark: str | None, begins: bool) -> Iterator[tuple[Lines, int]]:
    """The clues in one line, in each possible reading."""
    ((number, text),) = side
    if len(text) > 20 * MAX_CELLS:
        raise fault("the line is longer than all clues of any side", number)
    costs = [0, 3, 0] if mark else [0, 0, 0]
    if mark:
        whole = (text.removeprefix(mark) if begins else text).split(mark)
        framed = whole[:-1] if len(whole) > 1 and not whole[-1].strip() else whole
        parts = [framed, whole] if framed is not whole else [whole]
    elif _BRACKETED.search(text):
        parts = [[found[found.lastindex or 0] for found in _BRACKETED.finditer(text)]]
    elif re.search(r",[ \t]", text):
        parts = [text.split(","), re.split(r",[ \t]+", text), [text]]
        costs = [0, 0, 2]  # commas between blanks are mostly between clues
    else:
        parts = [text.split(), text.split(","), [text]]
    for cost, clues in zip(costs, parts, strict=False):
        yield [(number, clue) for clue in clues[: MAX_CELLS + 1]], cost


def _inner(text: str) -> str:
    """A clue without brackets and words around it."""
    if not text.isascii():
        text = re.sub(r"[^\x00-\u2190]", lambda sign: f" {look(sign[0]) or sign[0]} ", text)
    text = _IN_BRACKETS.sub(r"\1:\2", text)
    if len(text) < _MOST_WORDS:
        text = _AND.sub(" ", _REMARK.sub("", text))
    bare = text.strip(" \t,;`")
    if found := _BRACKETED.fullmatch(bare):
        bare = found[found.lastindex or 0].strip()
    return "" if bare in EMPTY or (len(bare) < 9 and plain(bare) in EMPTY) else bare


def words_of(text: str) -> list[str]:
    """The words of one clue: lengths, perhaps with colours.

    Raises:
        FormatError: a sign stands between some of its numbers only.

    >>> words_of("2-1"), words_of("(3 1red)"), words_of("")
    (['2', '1'], ['3', '1red'], [])
    """
    bare = _inner(text)
    return _words(bare, " " if _LETTER.search(bare) else _gap_of([[(1, bare)]]))


def _habits(sides: list[Lines]) -> Iterator[Habit]:
    """The ways to read the blocks of clues that may apply to two lists."""
    every = [text for side in sides for _, text in side]
    text = " ".join(every)
    has_digits = re.search("[0-9?]", text)
    if _LETTER.search(text):
        if has_digits:
            is_filled = any(_ZERO.search(each) and " " in each for each in every)
            for pattern in _COLOURED:
                yield Habit(partial(_coloured, pattern), 2 * is_filled)
        elif re.fullmatch("[A-Z ]*", text):
            yield Habit(_lettered, 3, "letters are read as numbers: A is 1, B is 2")
    else:
        try:
            gap = _gap_of(sides)
        except FormatError as error:  # unless hyphens stand before colours
            yield Habit(partial(_refused, error))
        else:
            yield from _of_numbers(sides, gap)
    if "-" in text and not all(each in ("", "*") for each in every):
        yield Habit(dashed)
    if re.search(r"[0-9][:x×*@(][0-9]", text):
        how = ["a length and its colour", "a colour and its length"]
        for pattern, meaning in zip(_PAIRED, how, strict=True):
            yield Habit(partial(_coloured, pattern), 1, f"two numbers with a sign are {meaning}")
        if "x" in text or "×" in text:
            yield Habit(_repeated, 1, "3x2 is read as three blocks of 2")


def _of_numbers(sides: list[Lines], gap: str) -> Iterator[Habit]:
    """The ways to read clues of numbers alone, with a sign or blanks between them."""
    every = [text for side in sides for _, text in side]
    words = [_words(each, gap) for each in every]
    is_filled = any(len(word) > 1 and "0" in word for word in words)
    is_even = all(
        len(side) > 1 and len({len(_words(each, gap)) for _, each in side if each}) < 2
        for side in sides
    )
    ends = all(word[-1] == "0" for word in words if word) and len(every) > 2
    yield Habit(partial(_numbers, gap), 2 * (is_filled and not (is_even or ends)))
    if all(word[:1] == [str(len(word) - 1)] or not word for word in words) and any(words):
        said = "the first number of every line is read as the number of its blocks"
        yield Habit(lambda text, at: _numbers(gap, " ".join(_words(text, gap)[1:]), at), 2, said)
    flat = [" ".join(word) for word in words]
    if {*"".join(flat)} <= set("01 ") and any("1 0 1" in each for each in flat):
        said = "the zeros between ones are read as blank cells: 1 1 0 1 is the clue 2 1"
        yield Habit(partial(_pattern, gap), 0, said)


def _refused(error: FormatError, text: str, at: int) -> _Blocks:
    raise error


def _gap_of(sides: list[Lines]) -> str:
    """The sign that stands between the blocks of every clue; a blank if it is none.

    Raises:
        FormatError: it stands in some gaps only: what it means there is not known.
    """
    gaps: dict[str, tuple[int, str]] = {}
    for side in sides:
        for at, text in side:
            if found := _GIMMICK.search(text):
                raise _not_known(found[0], at)
            for gap in _GAP.finditer(text):
                is_joint = gap[1] == "+" and gap[0] == " +"
                sign = " " if is_joint else gap[1] or " "
                if sign not in gaps:
                    gaps[sign] = (at, _around(text, gap))
    signs = [sign for sign in gaps if sign != " "]
    if len(gaps) > 1 or signs == ["|"]:
        at, word = gaps[signs[0]]
        if signs[0] == "|":  # a number in doubt
            raise fault("expected the length of a block, a whole number", at, word)
        raise _not_known(word, at)
    return signs[0] if signs else " "


def _not_known(word: str, at: int) -> FormatError:
    problem = f"expected the length of a block, a whole number{gimmick(word)}"
    return fault(problem, at, word)


def _around(text: str, gap: re.Match[str]) -> str:
    before = re.split(r"\s", text[max(gap.start() - 20, 0) : gap.start()])[-1]
    behind = re.split(r"\s", text[gap.end() : gap.end() + 20])[0]
    return f"{before}{gap[0]}{behind}"


def _words(text: str, gap: str) -> list[str]:
    """The numbers of a clue."""
    if len(text) > 2:
        text = _FILLING.sub("0", text)
    if gap != " ":
        text = _GAP.sub(" ", text)
    return text.replace(",", " ").split()


def _numbers(gap: str, text: str, at: int) -> _Blocks:
    words = _words(text, gap)
    if len(words) > MAX_CELLS:
        raise fault(f"the clue has {len(words)} blocks, more than any line holds", at)
    if words and {*words} == {"*"}:
        return None
    blocks: list[_Block] = []
    for word in words:
        if word == "*":
            blocks.append(("*", ""))
        elif word[0] in "+~" and len(word) > 1:
            joint: Joint = "attached" if word[0] == "+" else "loose"
            blocks.append((block_length(word[1:], at), "", joint))
        elif word.strip("0") or not word.isdigit():
            blocks.append((block_length(word, at), ""))
    return blocks


def _pattern(gap: str, text: str, at: int) -> _Blocks:
    return [(b.length, "") for b in clue_of(int(word) for word in _words(text, gap))]


def _lettered(text: str, at: int) -> _Blocks:
    return [(ord(char) - ord("A") + 1, "") for char in text.replace(" ", "").upper()]


def _repeated(text: str, at: int) -> _Blocks:
    found = [re.split("[x×]", word) for word in text.replace(",", " ").split()]
    if any(len(words) > 2 or len(words[0]) > 4 for words in found):
        raise fault("expected numbers, or a number of blocks, x and their length", at, text)
    return [
        (block_length(words[-1], at), "")
        for words in found
        for _ in range(int(words[0]) if len(words) > 1 and words[0].isdigit() else 1)
    ]


def dashed(text: str, at: int) -> _Blocks:
    """Blocks as lengths and colours with a hyphen between them, as in ``4-0 2-a``."""
    return _coloured(_DASHED, text, at, "a length, a hyphen and a letter or digit, as in '4-1'")


def _coloured(
    pattern: re.Pattern[str],
    text: str,
    at: int,
    expected: str = "the length of a block, with a colour as in '3r' or 'r3'",
) -> _Blocks:
    if text.strip() == "*":
        return None
    blocks: list[_Block] = []
    end = 0
    while end < len(text):
        found = pattern.match(text, end)
        if found is None:
            gimmick = _GIMMICK.search(text, end)
            raise (
                _not_known(gimmick[0], at)
                if gimmick
                else fault(f"expected {expected}", at, text[end:])
            )
        end = found.end()
        colour = found["colour"] or ""
        if found["length"].strip("0"):
            blocks.append((block_length(found["length"], at), colour))
        elif colour:  # zeros fill up, but have no colour
            raise fault(f"expected {expected}", at, colour)
    return blocks


#: Lengths with blanks or commas between them, and with a hyphen and a colour behind each.
plain_numbers = Habit(partial(_numbers, " "))
coloured_by_hyphens = Habit(dashed)


def _reading(
    sides: Sequence[Sequence[tuple[_Blocks, int]]], habit: Habit, looks: Mapping[str, str]
) -> Reading:
    """The clues with numbered colours; a word in another case is the same one if it has to be.

    Not so where digits are colours as well: these files have up to 62.
    """
    exact = _numbered(sides, str, looks)
    folded = _numbered(sides, str.lower, looks) if habit.read != dashed else exact
    return folded if folded.is_fitting and not exact.is_fitting else exact


def _numbered(
    sides: Sequence[Sequence[tuple[_Blocks, int]]],
    key: Callable[[str], str],
    looks: Mapping[str, str],
) -> Reading:
    words = dict.fromkeys(
        key(block[1]) or BLACK.name
        for side in sides
        for blocks, _ in side
        for block in blocks or ()
    )
    if len(words) > MAX_COLOURS:
        raise fault(f"expected at most {MAX_COLOURS} colours, not {len(words)}", sides[0][0][1])
    numbers = {word: number for number, word in enumerate(words, start=1)}
    rows, columns = (
        [
            SourceClue(
                None
                if blocks is None
                else tuple(
                    STAR
                    if length == "*"
                    else shared_block(length, numbers[key(w) or BLACK.name], *j)
                    for length, w, *j in blocks
                ),
                at,
            )
            for blocks, at in side
        ]
        for side in sides
    )
    return Reading(rows, columns, _palette(list(words), looks), list(words))


def _palette(words: list[str], looks: Mapping[str, str]) -> list[Colour] | None:
    """The colours of letters and of names."""
    if words in ([], [BLACK.name]):
        return None
    chars = {BLANK.char, *(word for word in words if len(word) == 1)}
    names = {word for word in words if len(word) > 1}
    colours: list[Colour] = []
    for number, word in enumerate(words, start=1):
        look = looks.get(word, word)
        look = word if len(look) < 2 else look  # a letter is not a look
        rgb = rgb_of(look) if look != word or look[0] == "#" else None
        if len(look) == 1 or (len(word) == 1 and rgb is None):
            colour = colour_of_char(word, number, names)
        else:
            colour = named_colour(look, number, chars)
        if rgb:
            name = look if look[0] != "#" else word
            colour = Colour(name, rgb, word if len(word) == 1 else colour.char)
        chars.add(colour.char)
        names.add(colour.name)
        colours.append(colour)
    return colours


def hyphens(found: list[Reading]) -> Reading | None:
    """The more natural of readings that do not fit, with a warning about what hyphens mean in it.

    Where some line has several numbers with a hyphen each, ``4-1, 2-2``, they are colours.
    """
    plain = next((each for each in found if each.colours is None), None)
    coloured = next((each for each in found if each.colours is not None), None)
    if plain is None or coloured is None or not coloured.words[0].isdigit():
        return None
    is_coloured = any(len(side.clue or ()) > 1 for side in (*coloured.rows, *coloured.columns))
    meanings = ["two blocks, 4 and 1", "4 cells of a colour '1'"]
    first, second = meanings[::-1] if is_coloured else meanings
    said = f"'4-1' is read as {first}; as {second}, the clues do not fit either"
    chosen = coloured if is_coloured else plain
    return chosen._replace(said=(*chosen.said, said))


def odd_words(reading: Reading) -> Iterator[str]:
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
