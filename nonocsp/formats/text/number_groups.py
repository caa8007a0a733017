"""Numbers in lines without a size: ``pbnsol``, ``syro``, ``ish``, ``keen``, ``faase``. Read only.

``pbnsol``, of Andrew Makhorin's solver: a line ``&`` between rows and columns, remarks that begin
with ``*``.

    * a remark
    2
    0
    &
    1
    1

``syro``: every line ends with ``0``, an empty line between rows and columns, ``#`` begins a remark.

    2 0
    0

    1 0
    1 0

``ish``: the lengths with commas between them, an empty line, ``#`` begins a remark. ``keen``: the
same with blanks. In all of these a line of hyphens or equals signs may stand for the empty line.

    1,1

    1
    0
    1

``faase``: lines ``rows`` and ``columns`` with the clues below them. The format ``non`` contains
it, so that ``faase`` is never guessed.

    rows
    2
    columns
    1
    1

The rules are those of other programs that read these files. A line without blocks is taken to be
``0`` in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby

from ...common.errors import FormatError
from ..clues import SourceClue, agree, build, number_clues
from ..format import Format, Parsed, never
from ..text_lines import Lines, fault, filled, numbered

#: Texts of more characters are not guessed to be in one of these formats.
_MAX_SNIFFED = 1 << 20

#: A line between two groups.
_RULE = re.compile(r"[ \t]*(?:-{2,}|={2,})[ \t]*")

#: The lines of rows and those of columns.
_Sides = tuple[Lines, Lines]


def _groups(text: str) -> _Sides:
    """The two groups of lines with empty lines between them, without remarks."""
    lines = [pair for pair in numbered(text) if not pair[1].lstrip().startswith("#")]
    parts = groupby(lines, lambda pair: bool(pair[1].strip()) and not _RULE.fullmatch(pair[1]))
    groups = [list(part) for is_group, part in parts if is_group]
    if len(groups) > 2:
        raise fault("expected the end of the text", *groups[2][0])
    if len(groups) < 2:
        raise fault("expected lines of rows, an empty line and lines of columns")
    return groups[0], groups[1]


def _ended_by_zero(text: str) -> _Sides:
    sides = _groups(text)
    for side in sides:
        for place, (number, line) in enumerate(side):
            words = line.split()
            if words[-1] != "0":
                raise fault("expected 0 at the end of the line", number, line)
            side[place] = (number, " ".join(words[:-1]))
    return sides


def _around_ampersand(text: str) -> _Sides:
    lines = [pair for pair in filled(numbered(text)) if not pair[1].lstrip().startswith("*")]
    marks = [place for place, (_, line) in enumerate(lines) if line.strip() == "&"]
    if not marks:
        raise fault("expected a line '&' between rows and columns")
    if len(marks) > 1:
        raise fault("expected only one line '&'", lines[marks[1]][0])
    return lines[: marks[0]], lines[marks[0] + 1 :]


def _below_words(text: str) -> _Sides:
    found: dict[str, Lines] = {}
    side: Lines | None = None
    for number, line in filled(numbered(text)):
        word = line.strip().lower()
        if word in ("rows", "columns"):
            if word in found:
                raise fault(f"expected {word} only once", number)
            side = found[word] = []
        elif side is None:
            raise fault("expected a line 'rows' or 'columns'", number, line)
        else:
            side.append((number, line))
    for word in ("rows", "columns"):
        if word not in found:
            raise fault(f"expected a line '{word}' and clues")
    return found["rows"], found["columns"]


def _format(
    name: str, summary: str, sides: Callable[[str], _Sides], marks: str, remark: str, reason: str
) -> Format[str]:
    """One of the family.

    Args:
        sides: finds the lines of rows and of columns.
        marks: characters of its own among the numbers, of which one has to be there.
        remark: what a line of remarks begins with, or nothing.
        reason: why a content looks like this format; nothing if it is never guessed.
    """

    def read(text: str) -> tuple[list[SourceClue], list[SourceClue]]:
        rows, columns = sides(text)
        return number_clues(rows), number_clues(columns)

    def parse(text: str) -> Parsed:
        return Parsed([build(*read(text))])

    def sniff(text: str) -> str | None:
        if len(text) > _MAX_SNIFFED:
            return None
        body = re.sub(rf"(?m)^[ \t]*{re.escape(remark)}.*$", "", text)
        body = re.sub(rf"(?m)^{_RULE.pattern}$", "", body)
        if re.search(rf"[^\d\s?{marks}]", body) or (marks and not re.search(f"[{marks}]", body)):
            return None
        # Lines of numbers may be anything; they are this when they make sense in this reading.
        try:
            return reason if agree(*read(text)) else None
        except FormatError:
            return None

    return Format(name, summary, (), sniff if reason else never, parse)


FORMATS = (
    _format(
        "pbnsol",
        "numbers in lines: rows, '&', columns",
        _around_ampersand,
        "&",
        "*",
        "lines of numbers with a line '&' between them",
    ),
    _format(
        "syro",
        "numbers in lines, each line ended by 0: rows, an empty line, columns",
        _ended_by_zero,
        "",
        "#",
        "two groups of lines of numbers that end with 0",
    ),
    _format(
        "ish",
        "numbers and commas in lines: rows, an empty line, columns",
        _groups,
        ",",
        "#",
        "two groups of lines of numbers with commas",
    ),
    _format(
        "keen",
        "numbers in lines: rows, an empty line, columns",
        _groups,
        "",
        "#",
        "two groups of lines of numbers",
    ),
    _format("faase", "numbers in lines below 'rows' and 'columns'", _below_words, "", "", ""),
)
