"""Clues in words, in files ``.lp``: the input of Robert Bosch's converter to integer programs.

    number_of_rows: 1
    number_of_columns: 2
    row_1 number_of_clusters: 1 size(s): 2
    column_1 number_of_clusters: 1 size(s): 1
    column_2 number_of_clusters: 1 size(s): 1

The numbers of rows and columns, then for every line, in any order, its name, how many blocks it
has, and their lengths. Samples differ in the words in front of the numbers, so any words are taken;
only ``row`` and ``column`` tell the two sides apart. Lines without an entry have no blocks. The
format is read only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..common.errors import FormatError
from .base import MAX_CELLS, Format, Parsed, SourceClue, build, dimension, number_clue

_NAME = re.compile(r"(row|column|col)_?(\d+)?:?\Z", re.IGNORECASE | re.ASCII)
_COUNT = re.compile(r"number_of_(rows|columns):?\Z", re.IGNORECASE)


def sniff(text: str) -> str | None:
    return "it has number_of_rows" if re.search(r"number_of_rows\b", text.lower()) else None


def parse(text: str) -> Parsed:
    words = _Words(text)
    counts: dict[str, int] = {}
    found: dict[tuple[str, int], SourceClue] = {}
    for number, word in words:
        if count := _COUNT.match(word):
            what = count[1].lower()
            counts[what] = dimension(words.number(f"the number of {what}"), what, number)
        elif name := _NAME.match(word):
            axis = "row" if name[1].lower() == "row" else "column"
            index = dimension(name[2] or words.number(f"the number of the {axis}"), axis, number)
            if (axis, index) in found:
                raise FormatError(f"expected {axis} {index} only once", line=number)
            found[axis, index] = _clue(words, f"{axis} {index}", number)
        else:
            problem = "expected number_of_rows, number_of_columns, row_N or column_N"
            raise FormatError(problem, line=number, text=word)
    sides = []
    for axis in ("row", "column"):
        if f"{axis}s" not in counts:
            raise FormatError(f"expected number_of_{axis}s")
        total = counts[f"{axis}s"]
        for (other, index), source in found.items():
            if other == axis and index > total:
                raise FormatError(f"expected {axis}s 1 to {total}, not {index}", line=source.line)
        sides.append([found.get((axis, i), SourceClue((), 1)) for i in range(1, total + 1)])
    return Parsed([build(*sides)])


class _Words:
    """The words of a text with their line numbers, to be taken one by one."""

    def __init__(self, text: str) -> None:
        lines = enumerate(text.split("\n"), start=1)
        self._words = ((number, word) for number, line in lines for word in line.split())

    def __iter__(self) -> Iterator[tuple[int, str]]:
        return self._words

    def number(self, what: str) -> str:
        """The next word of digits; words that name it may stand before it."""
        for line, word in self._words:
            if word.isascii() and word.isdigit():
                return word
            if _NAME.match(word) or _COUNT.match(word):
                raise FormatError(f"expected {what}", line=line, text=word)
        raise FormatError(f"expected {what}, but the text ends")


def _clue(words: _Words, name: str, line: int) -> SourceClue:
    digits = words.number(f"the number of blocks of {name}").lstrip("0")
    if len(digits) > 5 or int(digits or 0) > MAX_CELLS:
        raise FormatError(f"{name}: more blocks than any line holds", line=line)
    lengths = [words.number(f"the lengths of {name}") for _ in range(int(digits or 0))]
    return SourceClue(number_clue(" ".join(lengths), line), line)


FORMAT = Format(
    name="bosch",
    summary="clues in words: number_of_rows, then every line with the number of its blocks",
    suffixes=(".lp",),
    sniff=sniff,
    parse=parse,
)
