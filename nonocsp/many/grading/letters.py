"""What characters mean beyond the table of `core.model.symbols`: as a question says, or as two
letters say together; and rows as lists of their filled columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

from ...core import BLACK, BLANK, Colour, PuzzleError, Symbols, cell_symbols

#: How a question says what stands for a cell: "s = shaded", "use Y for filled", "1 black", "filled
#: cells as X", "blank (.)".
_KIND = (
    r"(?P<no>not |un|non-)?(?:blank|empty|white|clear|off|crossed"
    r"|(?P<filled>filled|shaded|black|full|marked|painted|colou?red|solid|on))\b"
    r"(?P<cells>\s(?:cell|square|block|box|tile|one)s?\b)?"
)
_SIGN = r"""(?P<quote>["'`“‘]?)(?P<sign>[^\s\w"'`“”‘’(),;:]|[^\W_]|_)(?(quote)["'`”’]?)"""
_MEANS = (
    r"={1,3}>?|:|→|->|\(|\]|is|are|means?|for|represents?|denotes?|indicates?|stands for|as|marks?"
    r"|to \w+|if(?: the cell is| it is)?"
)
_ARTICLE = r"\s*+(?:an? |the )?"
_SAID = (
    re.compile(
        rf"(?<![\w.])(?<!row )(?<!line )(?<!column ){_SIGN}(?!\w)\s*+(?P<means>{_MEANS})?"
        rf"{_ARTICLE}{_KIND}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<!\w){_KIND}\s*+(?P<means>={{1,3}}>?|:|→|->|\(|as|with|by|is|are){_ARTICLE}"
        rf"(?:letter |character |symbol )?{_SIGN}(?!\w)",
        re.IGNORECASE,
    ),
)

#: Letters for shaded and empty, which no picture has but those of answers.
_SHADED = {"s": 1, "e": 0}
_ONE_LETTER = re.compile(r"(?<![^\W_])[A-Za-z](?![^\W_])|(?<![^\W_])(?:yes|no)(?![^\W_])", re.I)
_WORD = re.compile(r"(?<![^\W_])[A-Za-z0._-]{2,}(?![^\W_])")

_ROW = re.compile(
    r"^[^\w\n]*(?:row|r)[ \t#]*([0-9]{1,3})\b[^\w\n(]*(?:\([^()\n]*\))?[^\w\n]*(.*)$",
    re.IGNORECASE | re.M,
)
_COLUMNS = re.compile(
    r"(?:(?:fill(?:ed)?|shaded?|black|in|at|are)\W+)*(?:columns?|cols?|cells?|squares?|positions?)"
    r"\W+([0-9](?:[0-9\s,;&–-]|and|to)*+)(?:\W*(?:are )?(?:filled|shaded|black))?\W*",
    re.IGNORECASE,
)
_NONE = re.compile(r"(?:none|empty|blank|no (?:columns|cells|filled cells))\W*", re.IGNORECASE)


class Letters(Symbols):
    """The symbols of a palette, with others that mean blank or filled.

    >>> Letters((BLANK, BLACK), {"0": 1, "s": 1}).meanings({"s", "0", "."})
    {'.': 0, '0': 1, 's': 1}
    """

    def __init__(self, colours: Sequence[Colour], said: Mapping[str, int]) -> None:
        super().__init__(colours)
        self.said = said

    def __contains__(self, symbol: str) -> bool:
        return symbol in self.said or symbol.lower() in self.said or super().__contains__(symbol)

    def meanings(self, symbols: Iterable[str]) -> dict[str, int] | None:
        plain = {each: self._plain(each) for each in sorted(symbols)}
        known = super().meanings({*plain.values()})
        return known and {each: known[same] for each, same in plain.items()}

    def _plain(self, symbol: str) -> str:
        number = self.said.get(symbol, self.said.get(symbol.lower() if len(symbol) > 1 else ""))
        return symbol if number is None else "_#"[number]


def said(text: str) -> dict[str, int]:
    """What a text says that characters mean: 1 for filled, 0 for blank; empty unless both are said.

    >>> said("Use s = shaded, e = empty."), said("Mark filled cells with X and blank ones with -.")
    ({'s': 1, 'e': 0}, {'X': 1, '-': 0})
    """
    for pattern in _SAID:
        meanings: dict[str, set[int]] = {}
        for each in pattern.finditer(text):
            # Without a word between it may be an article, or a number of cells.
            is_sign = each["means"] or not (each["cells"] or each["sign"] in "aAI")
            if is_sign or each["quote"]:
                is_filled = bool(each["filled"]) != bool(each["no"])
                meanings.setdefault(each["sign"], set()).add(int(is_filled))
        known = {sign: number for sign, (number, *more) in meanings.items() if not more}
        if {*known.values()} == {0, 1}:
            return known
    return {}


def likely(text: str, counts: Iterable[int]) -> dict[str, int]:
    """What two letters mean together, or one beside blanks, that are most of the cells of a text.

    Args:
        text: what may have a grid of letters.
        counts: how many cells a row or a grid has.

    >>> likely("yyny\\nnyyn", [4]), likely("[[s, s, 0], [0, s, s]]", [3]), likely("kaka", [4])
    ({'y': 1, 'n': 0}, {'s': 1}, {})
    """
    sizes = {*counts}
    words = (word for word in _WORD.findall(text) if len(word) in sizes and len({*word}) <= 2)
    letters = Counter(each.lower() if len(each) > 1 else each for each in _ONE_LETTER.findall(text))
    letters.update(char for word in words for char in word if char.isalpha())
    common = [letter for letter, _ in letters.most_common(2)]
    if len(common) == 2 and (both := _together(*common)):
        return both
    for one in common:
        for other in "enw":
            known = _together(one, other if one.islower() else other.upper())
            if one != other and known.get(one):
                return {one: 1}
    return {}


def _together(one: str, other: str) -> dict[str, int]:
    if {one.lower(), other.lower()} == {*_SHADED}:
        return {each: _SHADED[each.lower()] for each in (one, other)}
    with suppress(PuzzleError):
        drawn = cell_symbols.drawn_palette({one: 1, other: 1})
        if drawn.colours == (BLANK, BLACK) and {*drawn.numbers.values()} == {0, 1}:
            return drawn.numbers
    return {}


def rows_of_columns(text: str, height: int, width: int) -> list[list[int]] | None:
    """A picture whose rows are said as lists of their filled columns, from 1; None without.

    Each row must be there once, with columns in order.

    >>> rows_of_columns("Row 1: columns 1, 3\\nRow 2: columns 2-3\\nRow 3: none", 3, 3)
    [[1, 0, 1], [0, 1, 1], [0, 0, 0]]
    """
    rows: dict[int, list[int]] = {}
    for number, rest in _ROW.findall(text):
        listed = _COLUMNS.fullmatch(rest)
        if int(number) in rows or not (listed or _NONE.fullmatch(rest)):
            return None
        numbers = re.findall(r"[0-9]{1,9}|to|[–-]", listed[1]) if listed else []
        cells = [0] * width
        ends = [0, *(int(each) for each in numbers if each.isdecimal())]
        if any(a >= b for a, b in pairwise(ends)) or ends[-1] > width:
            return None
        for before, each, after in zip(["", *numbers], numbers, [*numbers[1:], ""], strict=False):
            if each.isdecimal():
                cells[int(each) - 1] = 1
            elif before.isdecimal() and after.isdecimal():
                cells[int(before) - 1 : int(after)] = [1] * (int(after) - int(before) + 1)
        rows[int(number)] = cells
    return [rows[n] for n in range(1, height + 1)] if {*rows} == {*range(1, height + 1)} else None
