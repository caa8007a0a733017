"""Clues as people write them to each other: below headings, in tables, or in two groups. Read only.

    Rows:
    1 1
    2
    Columns:
    1
    1
    2

Or with all clues of a side behind its heading, or with a heading for each clue (``Row 1: 1 1``):

    Rows: 1 1, 2
    Columns: 1, 1, 2

A heading is a line with a word for rows or columns in one of the larger languages of Europe
(``Zeilen``, ``colonnes``, ``filas``, ``по вертикали``), or for a direction (``across``, ``top``),
with a few more words or without. ``R:`` and ``C:`` are headings as well. It ends with a colon or
fills its line; where each clue has its number (``R1 1 1``), the colon may be missing. One line
before the first heading is the title; several are skipped. In a table in Markdown, or with tabs,
commas or semicolons, ``rows`` and ``columns`` may also stand above the columns of the table.

Without headings the rows come first, and between the groups is an empty line, a line of hyphens or
equals signs, or ``&``:

    1 1
    2

    1
    1
    2

In this way webpbn exports puzzles for the solvers ``pbnsol`` (``&``, remarks that begin with
``*``), ``syro`` (every line ends with ``0``), ``ish`` (commas), ``keen`` and ``faase`` (headings).
What begins with ``#`` is a remark, also behind a clue. Two lines may hold all rows and all columns.
If nothing is between the groups, lines are divided where rows and columns have equally many cells,
with a warning; the columns may also stand in one line above the rows, as on paper, or the width and
the height on a line each above all. Several puzzles with headings may follow each other, each with
a title.

Lists of clues, colours and what has two readings are explained in `clue_lists`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import accumulate, dropwhile, groupby

from ....core import FormatError, Puzzle, counted
from ....core.model.colours import LETTERS
from ..clues import MAX_CELLS
from ..format import Format, Parsed
from ..text_lines import Lines, fault, filled, numbered
from .clue_lists import fits, read_lists
from .headings import Axis, axis_of, heading, parts_of_line

#: Texts of more characters are not guessed to be two groups.
_MAX_SNIFFED = 1 << 20

_RULE = re.compile(r"[ \t]*(?:-{2,}|={2,}|&|[*_]{3,})[ \t]*")
_TABLE = re.compile(r"[ \t]*\|.*\|[ \t]*")
_SIZE = re.compile(r"\W*(?:[^\W\d_]+\W+)?[0-9]{1,5}[ \t]*(?:[xX×*]|by)[ \t]*[0-9]{1,5}\W*")
_REMARK = re.compile(r"[ \t]*(?:#|\*(?![\s*]*[0-9?])|//)")
_REMARK_BEHIND = re.compile(r"(?<=[^\s#])[ \t]+(?:#(?![0-9])|//).*")

#: The digits of wide fonts as the usual ones.
_WIDE = {0xFF10 + digit: str(digit) for digit in range(10)}

#: A line of clues: lengths, and the letters or names of colours.
_SIGNS = r"\s,;.+\-–*•|/\[\](){}\"'?:="
_NAMED_CLUES = re.compile(rf"(?=.*[0-9?-])[{_SIGNS}\w]*+")

#: A word and the number of a line, then its clue.
_NUMBERED = re.compile(r"[ \t]*([^\W\d_]+)[ \t.#]*([0-9]{1,5})(?:[ \t]+(.*))?")

#: A line of words without numbers.
_SENTENCE = re.compile(r"\W*(?:[^\W\d]+\W+){1,20}[^\W\d]+\W*")

#: A word, which a line of clues has only where colours have names.
_NAME = r"[^\W\d_]{2}"

#: What opens and closes a list of several lines in a program.
_OPENING, _CLOSING = "[({\"'`", "])}\"'`,;"


@dataclass(slots=True)
class _Side:
    """What was read of the rows, or of the columns."""

    lines: Lines = field(default_factory=list)
    is_one_line: bool = False
    """All clues stand behind the heading."""


def sniff(text: str) -> str | None:
    if text.lstrip()[:1] in ("{", "<"):
        return None
    lines = _lines(text[:_MAX_SNIFFED])
    if len({known.axis for _, line in lines if (known := heading(line))}) == 2:
        return "headings of rows and of columns"
    if (
        len(text) > _MAX_SNIFFED
        or text.count(";") == 1
        or not re.search(r"\n[ \t]*(?:\n|-{2}|={2}|&)", text)
    ):
        return None
    try:
        groups = _groups(lines)
        if not all(_NAMED_CLUES.fullmatch(line) for group in groups for _, line in group):
            return None
        puzzle = read_lists(*groups) if len(groups) == 2 else None
    except FormatError:
        return None
    return "two groups of clues" if puzzle and fits(puzzle) else None


def near(text: str) -> str | None:
    lines = _lines(text[:_MAX_SNIFFED])
    is_headed = _only(lines) or any(heading(line) for _, line in lines)
    if is_headed and re.search("[0-9]", text) and text.lstrip()[:1] not in ("{", "<"):
        return "a heading"
    sample = re.sub(rf"[{_SIGNS}]", "", text[:_MAX_SNIFFED])
    if 4 * len(re.findall(r"[0-9]", sample)) > 3 * len(sample):
        return "mostly numbers"
    groups = _groups(lines)
    clues = [line for group in groups for _, line in group]
    is_clues = all(re.search(r"[0-9]", line) and _NAMED_CLUES.fullmatch(line) for line in clues)
    return "two groups of numbers and words" if len(groups) == 2 and is_clues else None


def _lines(text: str) -> Lines:
    """The lines without remarks; one with the headings of both sides is two with one number."""
    lines = [
        (number, line if "|" in line else _REMARK_BEHIND.sub("", line))
        for number, line in numbered(text.translate(_WIDE))
        if not _REMARK.match(line) or heading(line) or line.strip() == "#"
    ]
    if len(lines) == 1:
        number, line = lines[0]
        lines = [(number, part) for part in parts_of_line(line)]
    return _without_tables(_with_signs(lines))


def _with_signs(lines: Lines) -> Lines:
    """``R1 1 1`` as ``R1: 1 1``, where every line begins with its number."""
    found = [(number, _NUMBERED.fullmatch(line)) for number, line in filled(lines)]
    places: dict[Axis | None, list[int]] = {}
    for _, match in found:
        axis = axis_of(match[1], is_marked=True) if match else None
        places.setdefault(axis, []).append(int(match[2]) if match else 0)
    orders = [list(range(1, len(numbers) + 1)) for numbers in places.values()]
    if {*places} != {"row", "column"} or [*places.values()] != orders:
        return lines
    return [(number, f"{m[1]} {m[2]}: {m[3] or '0'}") for number, m in found if m]


def _without_tables(lines: Lines) -> Lines:
    """The lines with those of tables as the lists that they are."""
    present = filled(lines)
    # A first line of headings makes a table of lines with something between the cells.
    for sign in "\t;," if present else "":
        cells = [(n, [cell.strip(" \"'") for cell in line.split(sign)]) for n, line in present]
        if len({*_axes(cells[0][1])} - {None}) == 2:
            return _listed(cells)
    flat: Lines = []
    for is_table, part in groupby(lines, lambda pair: _TABLE.fullmatch(pair[1]) is not None):
        if is_table:
            cells = [(n, [c.strip() for c in line.strip()[1:-1].split("|")]) for n, line in part]
            flat += _listed([row for row in cells if re.search(r"[^-:\s]", "".join(row[1]))])
        else:
            flat += part
    return flat


def _listed(table: list[tuple[int, list[str]]]) -> Lines:
    """The lists in a table: in each column one, or the whole table is one."""
    if not table:
        return []
    (first, head), body = table[0], table[1:]
    axes = _axes(head)
    listed: Lines = []
    if len({*axes} - {None}) == 2:
        for place, axis in enumerate(axes):
            if axis:
                listed.append((first, f"{axis}s"))
                below = ((number, row[place : place + 1]) for number, row in body)
                listed += [(number, cell) for number, found in below for cell in found if cell]
        return listed
    if any(axes):
        listed.append((first, f"{next(filter(None, axes))}s"))
    elif not re.search(r"[^\W\d_]{2}", " ".join(head)):
        body = table
    start = int([row[0] for _, row in body] == [str(n) for n in range(1, len(body) + 1)])
    return listed + [(number, " ".join(row[start:])) for number, row in body]


def _axes(cells: list[str]) -> list[Axis | None]:
    return [axis_of(cell) for cell in cells]


def _is_clue(line: str) -> bool:
    return bool(line.strip() and _NAMED_CLUES.fullmatch(line))


def _groups(lines: Lines) -> list[Lines]:
    """The groups of lines between empty lines and rules, without titles and sizes."""

    def divided(rest: Lines, blanks: int) -> list[Lines]:
        """The groups with that many empty lines, or a rule, between them."""
        found: list[Lines] = [[]]
        empty = 0
        for number, line in rest:
            if _RULE.fullmatch(line) or line.strip() == "#":
                empty = blanks
            elif not line.strip():
                empty += 1
            else:
                if empty >= blanks and found[-1]:
                    found.append([])
                empty = 0
                found[-1].append((number, line))
        return [group for group in found if group]

    lines = [(number, line) for number, line in lines if not _SIZE.fullmatch(line)]
    lines = [*dropwhile(lambda pair: not _is_clue(pair[1]), lines)]
    groups = divided(lines, 1)
    if len(groups) > 2:
        # Every line may have an empty one below it.
        wider = divided(lines, 2)
        groups = wider if len(wider) == 2 else groups
        if all(len(group) == 1 for group in groups):
            groups = [[line for group in groups for line in group]]
    return groups


def parse(text: str) -> Parsed:
    lines = _lines(text)
    if not any(heading(line) for _, line in lines):
        if axis := _only(lines):
            raise _one_side(len(filled(lines)), "column" if axis == "row" else "row", lines)
        return _of_groups(_groups(lines))
    read = Parsed([])
    for part in _parts(lines):
        read.puzzles.append(_of_headings(part, read.warnings))
    return read


def _only(lines: Lines) -> Axis | None:
    """The side about which every line is, as in ``row 1 1``; None if they are not of one side."""
    found = [_NUMBERED.fullmatch(line) for _, line in filled(lines)]
    axes = {axis_of(match[1]) if match else None for match in found}
    return axes.pop() if len(axes) == 1 and len(found) > 1 else None


def _one_side(number: int, missing: Axis, lines: Lines) -> FormatError:
    """The error for clues of one side alone."""
    known = counted(number, "column" if missing == "row" else "row")
    heading = f"no {missing}s: a heading such as '{missing}s:' is missing"
    return fault(f"{known} read, {heading}", lines[-1][0])


def _parts(lines: Lines) -> list[Lines]:
    """The lines of each puzzle: another one begins where headings of rows and columns begin again,
    with the line above them if that is a title."""
    parts: list[Lines] = [[]]
    seen: list[Axis] = []
    for number, line in lines:
        known = heading(line)
        is_new = known and len({*seen}) == 2 and known.axis != seen[-1] and (known.number or 0) < 2
        if is_new:
            last = parts[-1]
            while last and not last[-1][1].strip():
                last.pop()
            is_title = len(last) > 1 and not last[-2][1].strip() and re.search(_NAME, last[-1][1])
            parts.append([last.pop()] if is_title else [])
            seen = []
        if known:
            seen.append(known.axis)
        parts[-1].append((number, line))
    return parts


def _of_headings(lines: Lines, warnings: list[str]) -> Puzzle:
    """The puzzle of lines with headings; what was assumed is added to the warnings."""
    sides, before, left_out = _below_headings(lines)
    warnings += left_out
    for axis, read in sides.items():
        if not read.lines:
            for number, line in lines:
                if (known := heading(line)) and known.axis == axis:
                    problem = f"expected clues of {axis}s behind their heading or below it"
                    raise fault(problem, number, line)
            other = sides["column" if axis == "row" else "row"]
            raise _one_side(len(other.lines), axis, lines)
    titles = [t for t in before if re.search(r"[^\W\d_]", t) and not _SIZE.fullmatch(t)]
    title = titles[0].strip(" #*_=") if len(titles) == 1 else None
    if len(titles) > 1:
        warnings.insert(0, "the lines before the clues were left out")
    rows, columns = sides["row"], sides["column"]
    in_one_line = rows.is_one_line or columns.is_one_line or None
    return read_lists(
        rows.lines, columns.lines, in_one_line=in_one_line, warnings=warnings, title=title
    )


def _below_headings(lines: Lines) -> tuple[dict[Axis, _Side], list[str], list[str]]:
    """Both sides, the lines before their headings, and warnings of lines left out."""
    left_out: list[str] = []
    sides: dict[Axis, _Side] = {"row": _Side(), "column": _Side()}
    before: list[str] = []
    side: _Side | None = None
    first = 1
    for number, line in lines:
        if known := heading(line):
            side = sides[known.axis]
            if side.is_one_line or (side.lines and known.number is None):
                missing = [axis for axis, read in sides.items() if not read.lines]
                none = f"; {missing[0]}s have none" if missing else ""
                raise fault(f"expected one heading of {known.axis}s{none}", number, line)
            if known.number is not None:
                first = first if side.lines else min(known.number, 1)
                if known.number != len(side.lines) + first:
                    raise fault(f"expected {known.axis} {len(side.lines) + first}", number, line)
                side.lines.append((number, known.rest or "0"))
            elif known.rest.strip(_OPENING):
                side.lines, side.is_one_line = [(number, known.rest)], True
        elif side is None:
            before.append(line.strip())
        elif line.strip().strip(_CLOSING) and not _RULE.fullmatch(line):
            if side.is_one_line:
                problem = "expected the clues behind their heading or below it, not both"
                raise fault(problem, number, line)
            if _SENTENCE.fullmatch(line):
                left_out.append(f"line {number} was left out")
                continue
            side.lines.append((number, line))
            if len(side.lines) > MAX_CELLS:
                raise fault(f"expected at most {MAX_CELLS} clues", number)
    return sides, before, left_out


def _of_groups(groups: list[Lines]) -> Parsed:
    """The puzzle of lines without headings."""
    if len(groups) > 2:
        raise fault(
            "expected the end of the text after rows, an empty line and columns", *groups[2][0]
        )
    warnings: list[str] = []
    if len(groups) == 2:
        return Parsed([read_lists(*groups, warnings=warnings)], warnings)
    lines = groups[0] if groups else []
    if len(lines) == 2:
        puzzle = read_lists(lines[:1], lines[1:], in_one_line=True, warnings=warnings)
        return Parsed([puzzle], warnings)
    return _divided(lines)


def _divided(lines: Lines) -> Parsed:
    """The puzzle of lines in which nothing stands between rows and columns.

    Lines of rows are above lines of columns, perhaps below the width and the height, or the first
    line has all columns, as on paper.
    """
    numbers = (re.findall(r"[0-9]{1,9}", line) for _, line in lines[:MAX_CELLS])
    sums = [*accumulate(sum(map(int, words)) for words in numbers)]
    halves = [n for n, cells in enumerate(sums, start=1) if 2 * cells == sums[-1]][:9]
    sides = [(lines[:half], lines[half:], "") for half in halves if half < len(lines)]
    if halves[:1] == [1]:
        above = [(lines[0][0], word) for word in lines[0][1].split()]
        sides.append((lines[1:], above, " above them"))
    sized = [(lines[2 : n + 2], lines[n + 2 :], " below their numbers") for n in _heights(lines)]
    found = [*filter(None, map(_fitting, sides))]
    stated = [*filter(None, map(_fitting, sized))]
    if not found and not stated and sized:  # a clue is wrong
        stated = [_read(*sized[0])]
    # Two sizes that are right are hardly clues.
    if stated or len(found) == 1:
        (shape, puzzle), *others = [*stated, *found]
        more = "".join(f"; {other} would fit as well" for other, _ in others[:1])
        return Parsed([puzzle], [f"nothing is between rows and columns: read as {shape}{more}"])
    problem = "expected the rows, an empty line and the columns"
    if found:
        readings = ", or ".join(shape for shape, _ in found[:2])
        problem = f"two readings: {readings}; put an empty line between them"
    raise fault(problem, lines[0][0] if lines else None)


def _heights(lines: Lines) -> list[int]:
    """The numbers of rows of which the first lines, a width and a height, may speak."""
    sizes = [int(line) for _, line in lines[:2] if re.fullmatch(r"\s*[1-9][0-9]{0,4}\s*", line)]
    if len(sizes) < 2:
        return []
    width, height = sizes
    return [*dict.fromkeys((height, width))] if width + height == len(lines) - 2 else []


def _read(rows: Lines, columns: Lines, where: str) -> tuple[str, Puzzle]:
    """A division of lines: its shape and its puzzle. Raises `FormatError`."""
    puzzle = read_lists(rows, columns, in_one_line=False)
    return f"{counted(len(rows), 'row')} and {counted(len(columns), 'column')}{where}", puzzle


def _fitting(sides: tuple[Lines, Lines, str]) -> tuple[str, Puzzle] | None:
    """A division of lines, if it makes sense."""
    try:
        found = _read(*sides)
    except FormatError:
        return None
    return found if fits(found[1]) else None


FORMAT = Format(
    name="handwritten",
    summary="clues as people write them: below headings, in tables or in two groups",
    sniff=sniff,
    near=near,
    parse=parse,
    letters=LETTERS,
)
