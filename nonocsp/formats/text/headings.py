"""Clues below headings, as people write them to each other. Read only.

    Rows:
    1 1
    2
    Columns:
    1
    1
    2

Or with all clues of a side behind its heading:

    Rows: 1 1, 2
    Columns: 1, 1, 2

Or with a heading for each clue: ``Row 1: 1 1``, ``R1: 1 1``. A heading is ``row``, ``across``,
``horizontal`` or ``left``, ``column``, ``col``, ``down``, ``vertical`` or ``top``, in the plural or
with further words such as ``clues``, or ``R`` and ``C``. It ends with a colon or fills its line.
One line before the first heading is the title; several are skipped.

Below a heading each line is a clue; bullets before it and brackets around it are ignored. Empty
lines are skipped: a line without blocks is ``0``, ``-`` or ``[]``. Behind a heading there are
``;``, ``|`` or ``/`` between clues, or brackets around each, or else commas and blanks, of which
either may stand between clues and between blocks: ``1,2`` may be two clues or one of two blocks.
The reading that agrees with the other side is taken; if several do, the text is refused. A heading
may end with ``=``, so that lists in programs are read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from ...common.errors import FormatError
from ...model.clue import Clue
from ..clues import MAX_CELLS, SourceClue, agree, build, number_clue
from ..format import Format, Parsed
from ..text_lines import Lines, fault, numbered

_HEADING = re.compile(
    r"[\W_]*(?:(?:const|let|var)[ ]+)?"
    r"(?:(?P<row>rows?|across|horizontals?|left|r)|(?P<column>columns?|cols?|down|verticals?|top|c))"
    r"(?:[ _-]?(?:clues?|hints?|numbers?|constraints?))?"
    r"[ _#]*(?P<number>[0-9]{1,5})?[ *_]*(?:\([^()]*\))?[\W_]*",
    re.IGNORECASE,
)
_LONGEST_HEADING = 60
_BULLET = re.compile(r"[ \t]*(?:[-*•][ \t]+|[0-9]{1,5}(?:[:)][ \t]*|\.[ \t]+))")
_BRACKETED = re.compile(
    "|".join(
        rf"{a}([^\[\](){{}}\"']*){b}"
        for a, b in map(str.split, (r"\[ \]", r"\( \)", r"\{ \}", '" "', "' '"))
    )
)

#: What opens and closes a list of several lines in a program.
_OPENING, _CLOSING = "[({\"'`", "])}\"'`,;"


@dataclass(slots=True)
class _Side:
    """What was read of the rows, or of the columns."""

    lines: Lines = field(default_factory=list)
    """Clues, each in a line."""
    together: tuple[int, str] | None = None
    """All clues in one line."""


def sniff(text: str) -> str | None:
    if text.lstrip()[:1] in ("{", "<"):
        return None
    found = {heading[0] for _, line in _lines(text[:1_000_000]) if (heading := _heading(line))}
    return "headings of rows and of columns" if len(found) == 2 else None


def _lines(text: str) -> Lines:
    """The lines with their numbers; one in which both sides stand is two with one number."""
    lines = numbered(text)
    if len(lines) > 1:
        return lines
    parts = re.split(r"(?i)[;,.|]?[ \t]+(?=(?:columns?|cols?)[ \t]*[:=])", lines[0][1], maxsplit=1)
    return [(lines[0][0], part) for part in parts]


def _heading(line: str) -> tuple[str, int | None, str] | None:
    """The axis, the number and the rest of a line that begins with a heading."""
    sign = re.search("[:=]", line[: _LONGEST_HEADING + 1])
    head, rest = (line[: sign.start()], line[sign.end() :]) if sign else (line, "")
    found = _HEADING.fullmatch(head) if len(head) <= _LONGEST_HEADING else None
    if found is None:
        return None
    axis = "row" if found["row"] else "column"
    # One letter is a heading only with a sign behind it.
    if len(found[axis]) == 1 and not sign:
        return None
    return axis, int(found["number"]) if found["number"] else None, rest.strip(" \t*_")


def parse(text: str) -> Parsed:
    sides = {"row": _Side(), "column": _Side()}
    before: list[str] = []
    side: _Side | None = None
    for number, line in _lines(text):
        if heading := _heading(line):
            axis, which, rest = heading
            side = sides[axis]
            if side.together or (side.lines and which is None):
                raise fault(f"expected one heading of {axis}s", number, line)
            if which is not None:
                if which != len(side.lines) + 1:
                    raise fault(f"expected {axis} {len(side.lines) + 1}", number, line)
                side.lines.append((number, rest or "0"))
            elif rest.strip(_OPENING):
                side.together = (number, rest)
        elif side is None:
            before.append(line.strip())
        elif line.strip().strip(_CLOSING):
            if side.together:
                problem = "expected the clues behind their heading or below it, not both"
                raise fault(problem, number, line)
            side.lines.append((number, line))
            if len(side.lines) > MAX_CELLS:
                raise fault(f"expected at most {MAX_CELLS} clues", number)
    for axis, read in sides.items():
        if not read.lines and not read.together:
            raise fault(f"expected a heading of {axis}s and their clues", 1)
    titles = [line for line in before if re.search(r"[^\W\d_]", line)]
    title = titles[0] if len(titles) == 1 else None
    warnings = ["the lines before the clues were left out"] if len(titles) > 1 else []
    return Parsed([build(*_chosen(sides), title=title)], warnings)


def _chosen(sides: dict[str, _Side]) -> tuple[list[SourceClue], list[SourceClue]]:
    """The rows and the columns in the one reading in which they agree.

    If they agree in none, a clue is wrong; then this is the first reading, the most natural one.
    """
    # A mark in one side separates clues in the other too, which may be a single clue.
    texts = [side.together[1].rstrip("; ") for side in sides.values() if side.together]
    mark = next((mark for mark in ";|/" if any(mark in text for text in texts)), None)
    readings = list(product(_readings(sides["row"], mark), _readings(sides["column"], mark)))
    fitting = [both for both in readings if agree(*both)] if len(readings) > 1 else readings
    different = {tuple(tuple(c.clue for c in side) for side in both) for both in fitting}
    if len(different) > 1:
        line = next(side.together[0] for side in sides.values() if side.together)
        raise fault("several readings are possible; expected ';' between clues", line)
    return (fitting or readings)[0]


def _readings(side: _Side, mark: str | None) -> Iterator[list[SourceClue]]:
    """The clues of a side, in each possible reading of its text."""
    if side.together is None:
        yield [SourceClue(_clue(line, number), number) for number, line in side.lines]
        return
    number, text = side.together
    if len(text) > 20 * MAX_CELLS:
        raise fault("the line is longer than all clues of any side", number)
    if mark:
        parts = [text.strip().removesuffix(mark).split(mark)]
    elif _BRACKETED.search(text):
        parts = [[found[found.lastindex or 0] for found in _BRACKETED.finditer(text)]]
    elif re.search(r",[ \t]", text):
        parts = [text.split(","), re.split(r",[ \t]+", text), [text]]
    else:
        parts = [text.split(), text.split(","), [text]]
    faults = []
    for clues in parts:
        try:
            yield [SourceClue(_clue(clue, number), number) for clue in clues[: MAX_CELLS + 1]]
        except FormatError as error:
            faults.append(error)
    if len(faults) == len(parts):
        raise faults[0]


def _clue(text: str, number: int) -> Clue:
    bare = _BULLET.sub("", text, count=1).strip(" \t,;`")
    if found := _BRACKETED.fullmatch(bare):
        bare = found[found.lastindex or 0].strip()
    return () if bare in ("-", "–", "—") else number_clue(bare, number)


FORMAT = Format(
    name="headed",
    summary="clues below the words rows and columns, as people write them to each other",
    sniff=sniff,
    parse=parse,
)
