"""MiniZinc data: the patterns of the MiniZinc challenge, or lists of lengths.

    X = 3;
    Y = 2;
    maxlen = 3;
    rows = [|1, 0, 1
            |0, -1, -1
            |];
    cols = [|1, -1, -1
            |0, -1, -1
            |1, -1, -1
            |];

In the files of the challenge a clue is a *pattern*: a one is a filled cell, a zero the blank
between two blocks, -1 is padding, and a line without blocks is ``0``. All of them are square, so
they do not show which of X and Y counts the columns: it is X in what is written, and neither is
needed for reading. Håkan Kjellerstrand's files have ``row_rules`` and ``col_rules`` instead, whose
numbers are the lengths of blocks, padded with zeros. Numbers above 1 in ``rows`` and ``cols`` are
taken as lengths too. Sizes and comments may stand anywhere; other values are skipped. Patterns are
written; a block over a thousand cells longer than its line is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from ....core import Puzzle
from ..clues import build, check_size
from ..format import Format, Parsed
from ..text_lines import fault
from .number_lists import Numbers, clues_of, pattern

_TOKEN = re.compile(r"\s+|%[^\n]*|/\*[\s\S]*?(?:\*/|\Z)|-?\d+|[A-Za-z]\w*|\.\.|\"[^\"\n]*\"|.")

#: The names of the arrays: rows, then columns.
_NAMES = (("rows", "cols"), ("row_rules", "col_rules"))


def sniff(text: str) -> str | None:
    if not re.search(r"\[\||\barray2d\s*\(", text):
        return None
    for pair in _NAMES:
        # Looking for the plain name first is much quicker in a long text.
        if all(name in text and re.search(rf"\b{name}\s*=", text) for name in pair):
            return f"MiniZinc arrays {pair[0]} and {pair[1]}"
    return None


def parse(text: str) -> Parsed:
    reader = _Reader(text)
    reader.assignments()
    pair = next((pair for pair in _NAMES if all(name in reader.arrays for name in pair)), None)
    if pair is None:
        raise fault("expected arrays rows and cols")
    sides = [reader.arrays[name] for name in pair]
    lengths = pair == _NAMES[1] or any(
        n > 1 for side in sides for clue in side for n in clue.values
    )
    rows, columns = (
        clues_of(side, name, patterns=not lengths) for side, name in zip(sides, pair, strict=True)
    )
    sizes = [reader.numbers[name] for name in ("X", "Y") if name in reader.numbers]
    if len(sizes) == 2 and sorted(sizes) != sorted((len(rows), len(columns))):
        found = f"there are {len(rows)} rows and {len(columns)} columns"
        raise fault(f"X and Y are {sizes[0]} and {sizes[1]}, but {found}")
    warnings: list[str] = []
    if {"rows", "cols"} <= {*reader.numbers}:
        stated = reader.numbers["rows"], reader.numbers["cols"]
        check_size(stated, (len(rows), len(columns)), warnings)
    return Parsed([build(rows, columns)], warnings)


#: A word and its line; and an array's sizes, its numbers, and its line.
_Word: TypeAlias = tuple[str, int]
_Flat: TypeAlias = tuple[tuple[_Word, _Word], list[tuple[int, int]], int]


class _Reader:
    """The assignments of a text: numbers, and arrays row by row."""

    def __init__(self, text: str) -> None:
        self.numbers: dict[str, int] = {}
        self.arrays: dict[str, list[Numbers]] = {}
        self._flat: dict[str, _Flat] = {}
        self._line = 1
        """The line of the last token."""
        self._tokens = self._split(text)

    def _split(self, text: str) -> Iterator[str]:
        """The words and signs of a text, without blanks and comments."""
        line = 1
        for word in _TOKEN.findall(text):
            if word.startswith("/*"):
                if len(word) < 4 or not word.endswith("*/"):
                    raise fault("expected '*/' behind the comment", line)
            elif not word[0].isspace() and word[0] != "%":
                self._line = line
                yield word
            line += word.count("\n")

    def _next(self) -> str:
        return next(self._tokens, "")

    def _expect(self, *wanted: str) -> None:
        for word in wanted:
            if (found := self._next()) != word:
                raise fault(f"expected {word!r}", self._line, found)

    def _number(self, word: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,9}", word):
            raise fault("expected a whole number", self._line, word)
        return int(word)

    def assignments(self) -> None:
        while name := self._next():
            if name == ";":
                continue
            if not name[0].isalpha():
                raise fault("expected the name of a value", self._line, name)
            self._expect("=")
            first = self._next()
            if re.fullmatch(r"-?\d+", first):
                self.numbers[name] = self._number(first)
            elif any(name in pair for pair in _NAMES):
                self._array(name, first)
            else:
                while first not in (";", ""):
                    first = self._next()
                continue
            if (end := self._next()) not in (";", ""):
                raise fault("expected ';'", self._line, end)
        # Sizes may stand below the arrays that they are of.
        for name, array in self._flat.items():
            self.arrays[name] = self._cut(*array)

    def _array(self, name: str, first: str) -> None:
        if first == "[":
            self._expect("|")
            self.arrays[name] = self._bars()
        elif first == "array2d":
            self._flat[name] = self._array2d()
        else:
            raise fault(f"{name}: expected an array", self._line, first)

    def _bars(self) -> list[Numbers]:
        """A literal ``[| 1, 2 | 3, 4 |]`` behind its first bar."""
        rows: list[Numbers] = []
        row: list[int] = []
        begun = start = self._line
        while word := self._next():
            if word == "]":
                if row:
                    raise fault("expected '|' before ']'", self._line)
                return rows
            if word == "|":
                rows.append(Numbers(row, start))
                row = []
            elif word != ",":
                start = start if row else self._line
                row.append(self._number(word))
        raise fault("expected '|]' at the end of the array", begun)

    def _array2d(self) -> _Flat:
        """``array2d(1..rows, 1..length, [1, 2, 3, 4])``."""
        begun = self._line
        self._expect("(")
        sizes = self._size(), self._size()
        self._expect("[")
        flat = []
        while (word := self._next()) not in ("]", ""):
            if word != ",":
                flat.append((self._number(word), self._line))
        self._expect(")")
        return sizes, flat, begun

    def _cut(
        self, sizes: tuple[_Word, _Word], flat: list[tuple[int, int]], at: int
    ) -> list[Numbers]:
        """An array that is cut into its rows."""
        height, width = (
            self.numbers.get(word) if word[0].isalpha() else int(word) for word, _ in sizes
        )
        if height is None or width is None:
            word, line = sizes[height is not None]
            raise fault("expected a size that is stated", line, word)
        if height < 1 or width < 1 or height * width != len(flat):
            raise fault(f"expected {height} × {width} numbers, not {len(flat)}", at)
        rows = (flat[start : start + width] for start in range(0, len(flat), width))
        return [Numbers([number for number, _ in row], row[0][1]) for row in rows]

    def _size(self) -> _Word:
        """The end of a range ``1..size,``, a number or the name of one."""
        if (word := self._next()) != "1":
            raise fault("expected a range from 1", self._line, word)
        self._expect("..")
        word = self._next()
        if not word[:1].isalpha():
            self._number(word)
        found = word, self._line
        self._expect(",")
        return found


#: Cells by which a block that is written may be longer than its line.
_BEYOND = 1_000


def dump(puzzle: Puzzle) -> str:
    for line, clue in zip(puzzle.lines, puzzle.clues, strict=True):
        longest, length = max((b.length or 1 for b in clue or ()), default=0), puzzle.length(line)
        if longest > length + _BEYOND:  # a pattern has a number for each cell
            raise fault(
                f"{line} of {length} cells has a block of {longest}, too long for a pattern"
            )
    rows, columns = (
        [pattern(clue or ()) for clue in side] for side in (puzzle.rows, puzzle.columns)
    )
    width = max(map(len, (*rows, *columns)))
    return (
        f"X = {len(columns)};\nY = {len(rows)};\nmaxlen = {width};\n"
        f"rows = [|{_table(rows, width)};\ncols = [|{_table(columns, width)};\n"
    )


def _table(patterns: list[list[int]], width: int) -> str:
    padded = ([*row, *[-1] * width][:width] for row in patterns)
    return "".join(f"{', '.join(map(str, row))}\n        |" for row in padded) + "]"


FORMAT = Format(
    name="dzn",
    summary="MiniZinc data: the patterns of the MiniZinc challenge, or lengths",
    suffixes=(".dzn",),
    sniff=sniff,
    parse=parse,
    dump=dump,
)
