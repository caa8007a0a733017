"""Five small formats of numbers in lines that state no size; all of them are read only.

``pbnsol``, of Andrew Makhorin's solver: a line ``&`` between rows and columns, remarks that begin
with ``*``.

    * a remark
    2
    0
    &
    1
    1

``syro``: every line ends with ``0``, an empty line parts rows and columns, ``#`` begins a remark.

    2 0
    0

    1 0
    1 0

``ish``: the lengths with commas between them, an empty line, ``#`` begins a remark. ``keen``: the
same with blanks. In all of these a line of hyphens or equals signs does for the empty line.

    1,1

    1
    0
    1

``faase``: lines ``rows`` and ``columns`` with the clues below them. The format ``non`` contains
it, so that a guess never says ``faase``.

    rows
    2
    columns
    1
    1

What is known of them comes from what other programs read. A line without blocks is taken to be
``0`` in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..common.errors import FormatError
from .base import Format, Parsed, SourceClue, agree, build, never, number_clue, numbered

#: Texts of more characters are not guessed to be in one of these formats.
_MAX_SNIFFED = 1 << 20

#: A line between two groups.
_RULE = re.compile(r"[ \t]*(?:-{2,}|={2,})[ \t]*")

#: Numbered lines of rows and of columns.
_Sides = tuple[list[tuple[int, str]], list[tuple[int, str]]]


def _groups(text: str, remark: str) -> _Sides:
    """The two groups of lines with empty lines between them; lines of remarks count for nothing.

    Raises:
        FormatError: there are not exactly two.
    """
    groups: list[list[tuple[int, str]]] = []
    in_group = False
    for number, line in numbered(text):
        if line.lstrip().startswith(remark):
            continue
        if _RULE.fullmatch(line):
            line = ""
        if line.strip() and not in_group:
            if len(groups) == 2:
                raise FormatError("expected the end of the text", line=number, text=line)
            groups.append([])
        if in_group := bool(line.strip()):
            groups[-1].append((number, line))
    if len(groups) < 2:
        raise FormatError("expected lines of rows, an empty line and lines of columns")
    return groups[0], groups[1]


def _read(sides: _Sides) -> tuple[list[SourceClue], list[SourceClue]]:
    rows, columns = (
        [SourceClue(number_clue(line, number), number) for number, line in side] for side in sides
    )
    return rows, columns


def _pbnsol(text: str) -> _Sides:
    rows: list[tuple[int, str]] = []
    columns: list[tuple[int, str]] | None = None
    for number, line in numbered(text):
        if not line.strip() or line.lstrip().startswith("*"):
            continue
        if line.strip() == "&":
            if columns is not None:
                raise FormatError("expected only one line '&'", line=number)
            columns = []
        else:
            (rows if columns is None else columns).append((number, line))
    if columns is None:
        raise FormatError("expected a line '&' between rows and columns")
    return rows, columns


def _syro(text: str) -> _Sides:
    sides = _groups(text, "#")
    for side in sides:
        for place, (number, line) in enumerate(side):
            words = line.split()
            if words[-1] != "0":
                raise FormatError("expected 0 at the end of the line", line=number, text=line)
            side[place] = (number, " ".join(words[:-1]))
    return sides


def _ish(text: str) -> _Sides:
    return _groups(text, "#")


def _keen(text: str) -> _Sides:
    return _groups(text, "#")


def _faase(text: str) -> _Sides:
    found: dict[str, list[tuple[int, str]]] = {}
    side: list[tuple[int, str]] | None = None
    for number, line in numbered(text):
        word = line.strip().lower()
        if word in ("rows", "columns"):
            if word in found:
                raise FormatError(f"expected {word} only once", line=number)
            side = found[word] = []
        elif word and side is None:
            raise FormatError("expected a line 'rows' or 'columns'", line=number, text=line)
        elif word and side is not None:
            side.append((number, line))
    for what in ("rows", "columns"):
        if what not in found:
            raise FormatError(f"expected a line '{what}' and clues")
    return found["rows"], found["columns"]


def _format(
    name: str, summary: str, sides: Callable[[str], _Sides], marks: str, remark: str, reason: str
) -> Format[str]:
    """One of the family.

    Args:
        sides: how its lines are found.
        marks: characters of its own among the numbers, of which one has to be there.
        remark: what a line of remarks begins with, or nothing.
        reason: what gives it away; nothing if its content does not.
    """

    def parse(text: str) -> Parsed:
        return Parsed([build(*_read(sides(text)))])

    def sniff(text: str) -> str | None:
        if len(text) > _MAX_SNIFFED:
            return None
        body = re.sub(rf"(?m)^[ \t]*{re.escape(remark)}.*$", "", text) if remark else text
        body = re.sub(rf"(?m)^{_RULE.pattern}$", "", body)
        if re.search(rf"[^\d\s?{marks}]", body) or (marks and not re.search(f"[{marks}]", body)):
            return None
        # Numbers in lines may be anything; they are this when they make sense that way.
        try:
            return reason if agree(*_read(sides(text))) else None
        except FormatError:
            return None

    return Format(name, summary, (), sniff if reason else never, parse)


FORMATS = (
    _format(
        "pbnsol",
        "numbers in lines: rows, '&', columns",
        _pbnsol,
        "&",
        "*",
        "lines of numbers with a line '&' between them",
    ),
    _format(
        "syro",
        "numbers in lines, each line ended by 0: rows, an empty line, columns",
        _syro,
        "",
        "#",
        "two groups of lines of numbers that end with 0",
    ),
    _format(
        "ish",
        "numbers and commas in lines: rows, an empty line, columns",
        _ish,
        ",",
        "#",
        "two groups of lines of numbers with commas",
    ),
    _format(
        "keen",
        "numbers in lines: rows, an empty line, columns",
        _keen,
        "",
        "#",
        "two groups of lines of numbers",
    ),
    _format("faase", "numbers in lines below 'rows' and 'columns'", _faase, "", "", ""),
)
