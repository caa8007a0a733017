"""Clues in words, in files ``.lp``: the input of Robert Bosch's converter to integer programs.

    number_of_rows: 1
    number_of_columns: 2
    row_1 number_of_clusters: 1 size(s): 2
    column_1 number_of_clusters: 1 size(s): 1
    column_2 number_of_clusters: 1 size(s): 1

The numbers of rows and columns, then for every line, in any order, its name, the number of its
blocks, and their lengths. Samples differ in the words in front of the numbers, so any words are
taken; only ``row`` and ``column`` distinguish the two sides. Lines without an entry have no blocks.
The format is read only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..clues import MAX_CELLS, SourceClue, build, check_size, dimension, number_clue
from ..format import Format, Parsed, sign
from ..text_lines import fault

_NAME = re.compile(r"(row|column|col)_?(\d+)?:?\Z", re.IGNORECASE | re.ASCII)
_COUNT = re.compile(r"number_of_(rows|columns):?\Z", re.IGNORECASE)

#: The words of a text with their line numbers, taken one by one.
_Words = Iterator[tuple[int, str]]


def parse(text: str) -> Parsed:
    lines = enumerate(text.split("\n"), start=1)
    words = ((number, word) for number, line in lines for word in line.split())
    counts: dict[str, int] = {}
    found: dict[tuple[str, int], SourceClue] = {}
    for at, word in words:
        if count := _COUNT.match(word):
            what = count[1].lower()
            counts[what] = dimension(_number(words, f"the number of {what}"), what, at)
        elif name := _NAME.match(word):
            axis = "row" if name[1].lower() == "row" else "column"
            index = dimension(name[2] or _number(words, f"the number of the {axis}"), axis, at)
            if (axis, index) in found:
                raise fault(f"expected {axis} {index} only once", at)
            found[axis, index] = _clue(words, f"{axis} {index}", at)
        else:
            problem = "expected number_of_rows, number_of_columns, row_N or column_N"
            raise fault(problem, at, word)
    for axis in ("row", "column"):
        if f"{axis}s" not in counts:
            raise fault(f"expected number_of_{axis}s")
    size = stated = counts["rows"], counts["columns"]
    # A line without an entry has no blocks: only too large a number contradicts the size.
    if _fits(found, stated[::-1]) and not _fits(found, stated):
        size = stated[::-1]
    for (axis, index), clue in found.items():
        if index > (total := size[axis == "column"]):
            raise fault(f"expected {axis}s 1 to {total}, not {index}", clue.at)
    warnings: list[str] = []
    check_size(stated, size, warnings)
    sides = [
        [found.get((axis, index), SourceClue((), 1)) for index in range(1, total + 1)]
        for axis, total in zip(("row", "column"), size, strict=True)
    ]
    return Parsed([build(*sides)], warnings)


def _fits(lines: Iterable[tuple[str, int]], size: Sequence[int]) -> bool:
    return all(index <= size[axis == "column"] for axis, index in lines)


def _number(words: _Words, what: str) -> str:
    """The next word of digits; words that name it may stand before it."""
    for at, word in words:
        if word.isascii() and word.isdigit():
            return word
        if _NAME.match(word) or _COUNT.match(word):
            raise fault(f"expected {what}", at, word)
    raise fault(f"expected {what}, but the text ends")


def _clue(words: _Words, name: str, at: int) -> SourceClue:
    digits = _number(words, f"the number of blocks of {name}").lstrip("0")
    if len(digits) > 5 or int(digits or 0) > MAX_CELLS:
        raise fault(f"{name}: more blocks than any line holds", at)
    lengths = [_number(words, f"the lengths of {name}") for _ in range(int(digits or 0))]
    return SourceClue(number_clue(" ".join(lengths), at), at)


FORMAT = Format(
    name="bosch",
    summary="clues in words: number_of_rows, then every line with the number of its blocks",
    suffixes=(".lp",),
    sniff=sign(r"(?i)number_of_rows\b", "it has number_of_rows"),
    parse=parse,
)
