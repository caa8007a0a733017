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
which of X and Y is which cannot be seen: X is written as the number of columns, and neither is
needed for reading. Håkan Kjellerstrand's files have ``row_rules`` and ``col_rules`` instead, whose
numbers are the lengths of blocks, padded with zeros. Numbers above 1 in ``rows`` and ``cols`` are
taken as lengths too. What is written are patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..common.errors import FormatError
from ..model.clue import Clue
from ..model.puzzle import Puzzle
from .base import Format, Parsed, build, clues
from .literals import Numbers, clues_of, clues_of_patterns, pattern

_TOKEN = re.compile(r"\s+|%[^\n]*|/\*|-?\d+|[A-Za-z]\w*|\.\.|.")

#: The names of the arrays: rows, then columns.
_NAMES = (("rows", "cols"), ("row_rules", "col_rules"))


def sniff(text: str) -> str | None:
    for pair in _NAMES:
        value = r"\b{}\s*=\s*(?:\[\||array2d\s*\()"
        # Looking for the plain name first is much quicker in a long text.
        if all(name in text and re.search(value.format(name), text) for name in pair):
            return f"MiniZinc arrays {pair[0]} and {pair[1]}"
    return None


@dataclass(slots=True)
class _Reader:
    """The assignments that were read: numbers, and arrays row by row."""

    numbers: dict[str, int] = field(default_factory=dict)
    arrays: dict[str, list[Numbers]] = field(default_factory=dict)


def parse(text: str) -> Parsed:
    read = _Reader()
    tokens = _tokens(text)
    for line, name in tokens:
        if name == ";":
            continue
        if not name[0].isalpha():
            raise FormatError("expected the name of a value", line=line, text=name)
        _expect(tokens, "=", line)
        line, first = next(tokens, (line, ""))
        if re.fullmatch(r"-?\d+", first):
            read.numbers[name] = _number(first, line)
            _expect(tokens, ";", line)
        elif first == "[":
            _expect(tokens, "|", line)
            read.arrays[name] = _bars(tokens, line)
        elif first == "array2d":
            read.arrays[name] = _array2d(tokens, line, read.numbers)
        else:
            raise FormatError("expected a number or an array", line=line, text=first)
    for pair in _NAMES:
        if all(name in read.arrays for name in pair):
            break
    else:
        raise FormatError("expected arrays rows and cols")
    sides = [read.arrays[name] for name in pair]
    lengths = pair == _NAMES[1] or any(n > 1 for side in sides for clue, _ in side for n in clue)
    interpret = clues_of if lengths else clues_of_patterns
    rows, columns = (interpret(side, name) for side, name in zip(sides, pair, strict=True))
    sizes = [read.numbers[name] for name in ("X", "Y") if name in read.numbers]
    if len(sizes) == 2 and sorted(sizes) != sorted((len(rows), len(columns))):
        problem = f"X and Y are {sizes[0]} and {sizes[1]}, but there are {len(rows)} rows and"
        raise FormatError(f"{problem} {len(columns)} columns")
    return Parsed([build(rows, columns)])


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    """The words and signs of a text with their lines."""
    line, at = 1, 0
    while found := _TOKEN.match(text, at):
        word, at = found[0], found.end()
        if word == "/*":
            end = text.find("*/", at)
            if end < 0:
                raise FormatError("expected '*/' behind the comment", line=line)
            word, at = text[at:end], end + 2
        elif not word[0].isspace() and word[0] != "%":
            yield line, word
        line += word.count("\n")


def _expect(tokens: Iterator[tuple[int, str]], wanted: str, line: int) -> None:
    line, found = next(tokens, (line, ""))
    if found != wanted:
        raise FormatError(f"expected {wanted!r}", line=line, text=found)


def _number(word: str, line: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", word):
        raise FormatError("expected a whole number", line=line, text=word)
    return int(word)


def _bars(tokens: Iterator[tuple[int, str]], line: int) -> list[Numbers]:
    """A literal ``[| 1, 2 | 3, 4 |]`` behind its first bar."""
    rows: list[Numbers] = []
    row: list[int] = []
    start = line
    for at, word in tokens:
        if word == "]":
            if row:
                raise FormatError("expected '|' before ']'", line=at)
            _expect(tokens, ";", at)
            return rows
        if word == "|":
            rows.append((row, start))
            row = []
        elif word != ",":
            start = start if row else at
            row.append(_number(word, at))
    raise FormatError("expected '|]' at the end of the array", line=line)


def _array2d(
    tokens: Iterator[tuple[int, str]], line: int, numbers: dict[str, int]
) -> list[Numbers]:
    """``array2d(1..rows, 1..length, [1, 2, 3, 4])``, cut into its rows."""
    _expect(tokens, "(", line)
    sizes = []
    for _ in range(2):
        at, word = next(tokens, (line, ""))
        if word != "1":
            raise FormatError("expected a range from 1", line=at, text=word)
        _expect(tokens, "..", at)
        at, word = next(tokens, (at, ""))
        size = numbers.get(word) if word[:1].isalpha() else _number(word, at)
        if size is None:
            raise FormatError("expected a size that is told before", line=at, text=word)
        sizes.append(size)
        _expect(tokens, ",", at)
    _expect(tokens, "[", line)
    flat: list[tuple[int, int]] = []
    for at, word in tokens:
        if word == "]":
            break
        if word != ",":
            flat.append((_number(word, at), at))
    _expect(tokens, ")", line)
    _expect(tokens, ";", line)
    height, width = sizes
    if height < 1 or width < 1 or height * width != len(flat):
        raise FormatError(f"expected {height} times {width} numbers, not {len(flat)}", line=line)
    cut = [flat[start : start + width] for start in range(0, len(flat), width)]
    return [([number for number, _ in row], row[0][1]) for row in cut]


def dump(puzzle: Puzzle) -> str:
    rows, columns = clues(puzzle)
    width = max(len(pattern(clue)) for clue in (*rows, *columns))
    return (
        f"X = {len(columns)};\nY = {len(rows)};\nmaxlen = {width};\n"
        f"rows = [|{_table(rows, width)};\ncols = [|{_table(columns, width)};\n"
    )


def _table(side: list[Clue], width: int) -> str:
    padded = ([*pattern(clue), *[-1] * width][:width] for clue in side)
    return "".join(f"{', '.join(map(str, row))}\n        |" for row in padded) + "]"


FORMAT = Format(
    name="dzn",
    summary="MiniZinc data: the patterns of the MiniZinc challenge, or lengths",
    suffixes=(".dzn",),
    sniff=sniff,
    parse=parse,
    dump=dump,
)
