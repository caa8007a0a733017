"""Clues in lines of text: below headings, in tables, in groups, below sizes.

    Rows:
    1 1
    2
    Columns:
    1
    1
    2

Or with all clues of a side behind its heading, or with a heading for each clue (``Row 1: 1 1``).
A heading is a line with a word for rows or columns in one of twelve languages, or for a direction
(``across``, ``top``), with a few more words or without; `words` has them all. It ends with a colon
or fills its line; where each clue has its number (``R1 1 1``), the colon may be missing. One line
before the first heading is the title; several are skipped. In a table the headings may also stand
above its columns.

Without headings an empty line, a line of hyphens or equals signs, or ``&`` is between two groups;
two lines may hold one side each; and two sizes may stand above all. Where nothing is between rows
and columns, lines are divided where both have equally many cells, or where the sizes say it.
What begins with ``#`` or ``//`` is a remark, and ``*`` before a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate, dropwhile, groupby

from ...core import FormatError, counted
from ..formats.clues import MAX_CELLS
from ..formats.text_lines import Lines, fault, filled, numbered
from .clues import Side
from .finding import Drawing, Found, Sides
from .pictures import looks_like_picture
from .tables import NUMBERED, is_html, without_tables, without_tags
from .words import EMPTY, OTHER, Axis, axis_of, heading, parts_of_line, plain, role_of

_RULE = re.compile(r"[ \t]*(?:-{2,}|={2,}|&|[*_]{3,}|[-+=]{3,}|`{3}\w*|~{3}\w*)[ \t]*")
#: What letters of a picture mean, and the letter for blank cells.
_LEGEND = re.compile(r"\s*(?:[^\s,]\s*[=:]\s*[\w #-]{3,20}(?:,|\.?\s*$)\s*)+")
_NAMED = re.compile(r"^(\S)\s*[:=]\s*")
_OF_BLANK = re.compile(r"[=:]\s*(?:blank|empty|background|white|leer|none)", re.IGNORECASE)
#: What ends a picture.
_END = re.compile(r"[ \t]*(?:-{3,}|={3,}|`{3}\w*|~{3}\w*)[ \t]*")
_SIZE = re.compile(r"\W*(?:[^\W\d_]+\W+)?[0-9]{1,5}[ \t]*(?:[xX×*]|by)[ \t]*[0-9]{1,5}\W*")
_REMARK = re.compile(r"[ \t]*(?:#(?=[^\n]*[^\W\d_]{2})|\*[ \t]*[^\W\d_](?!\d)|//)")
_REMARK_BEHIND = re.compile(r"(?<=[^\s#])[ \t]+(?:#(?![0-9])(?=.*[^\W\d_]{2})|//).*")
_QUOTING = re.compile(r"(?m)^(?:> ?)+")
_COLOUR_TAG = re.compile(r"\[colou?r=([^\]\n]{1,20})\]([0-9]+)\[/colou?r\]")
_BOARD_TAG = re.compile(r"\[/?(?:\*|[a-z]{1,6}(?:=[^\]\n]{0,99})?)\]")

#: The digits and signs of wide fonts as the usual ones.
_WIDE = {0xFF10 + digit: str(digit) for digit in range(10)}
_WIDE |= {ord(a): b for a, b in zip("，、；：（）【】［］｜　︱", ",,;:()()[]| |", strict=True)}

#: Characters of a line that may state a size, and of one that may end with a remark.
_LONGEST_SIZE, _LONG = 200, 10_000

#: What lines of frames are drawn with.
_BARS = "│┃║|"
_FRAMES = " ─━═┼╬├┤┌┐└┘╔╗╚╝┬┴╠╣╦╩╭╮╰╯-+="

#: A line of clues: lengths, and the letters or names of colours.
_SIGNS = r"\s,;.+\-–*•|/\[\](){}\"'?:=×@~≥≤<>"
_NAMED_CLUES = re.compile(rf"(?=.*[0-9?*-])[{_SIGNS}\w]*+")
_LETTERED = re.compile(r"[ \t]*[A-Z]+(?:[ \t]+[A-Z]+)*[ \t]*")


_WORDS = re.compile(r"[^\W\d_]{3,}")
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
    word: str = ""
    """The heading."""


def narrow(text: str) -> str:
    """A text with the usual digits and signs for those of wide fonts; as long as it was."""
    return text if text.isascii() else text.translate(_WIDE)


def lines_of(text: str) -> Lines:
    """The lines without remarks; one with the headings of both sides is two with one number."""
    text = _QUOTING.sub("", text)
    if "[/" in text:
        text = _BOARD_TAG.sub("", _COLOUR_TAG.sub(r"\2 \1", text))
    if is_html(text):
        text = without_tags(text)
    lines = [
        (number, line if "|" in line or len(line) > _LONG else _REMARK_BEHIND.sub("", line))
        for number, line in numbered(text)
        if not _REMARK.match(line) or heading(line) or line.strip() == "#"
    ]
    if len(lines) == 1:
        number, line = lines[0]
        lines = [(number, part) for part in parts_of_line(line)]
    return lines


def is_headed(lines: Lines) -> bool:
    """Whether some line begins with a word for rows or columns."""
    found = (NUMBERED.fullmatch(line) for _, line in lines)
    is_numbered = any(each and axis_of(each[1]) for each in found)
    return is_numbered or any(heading(line) for _, line in lines)


def found_below_headings(lines: Lines) -> list[Found]:
    """The puzzles of lines with headings for rows and columns; empty without headings.

    Raises:
        FormatError: headings of one side only, twice the same, or without clues.
    """
    lines = without_tables(_with_signs(lines))
    if not any(heading(line) for _, line in lines):
        if axis := _only(lines):
            raise _one_side(len(filled(lines)), OTHER[axis], lines)
        return []
    known = [(number, line, heading(line)) for number, line in lines]
    if any(
        head and head.number is not None for _, _, head in known
    ):  # others with numbers are sizes
        lines = [
            (number, line)
            for number, line, head in known
            if not (head and head.number is None and re.fullmatch(r"[0-9]{1,5}", head.rest))
        ]
    return [_of_headings(part) for part in _parts(lines)]


def _with_signs(lines: Lines) -> Lines:
    """``R1 1 1`` as ``R1: 1 1``, where lines of both sides begin with their numbers."""
    found = {number: match for number, line in lines if (match := NUMBERED.fullmatch(line))}
    places: dict[Axis, list[int]] = {}
    for number, match in [*found.items()]:
        axis = axis_of(match[1], is_marked=True)
        if axis is None or (match[3] and not _is_clue(match[3]) and plain(match[3]) not in EMPTY):
            del found[number]
        else:
            places.setdefault(axis, []).append(int(match[2]))
    orders = [list(range(each[0], len(each) + each[0])) for each in places.values()]
    if len(places) < 2 or [*places.values()] != orders:
        return lines
    signed = {number: f"{m[1]} {m[2]}: {m[3] or '0'}" for number, m in found.items()}
    return [(number, signed.get(number, line)) for number, line in lines]


def _only(lines: Lines) -> Axis | None:
    """The side about which every line is, as in ``row 1 1``; None if they are not of one side."""
    found = [NUMBERED.fullmatch(line) for _, line in filled(lines)]
    axes = {axis_of(match[1]) if match else None for match in found}
    return axes.pop() if len(axes) == 1 and len(found) > 1 else None


def _one_side(number: int, missing: Axis, lines: Lines) -> FormatError:
    """The error for clues of one side alone."""
    known = counted(number, OTHER[missing])
    problem = f"no {missing}s: a heading such as '{missing}s:' is missing"
    return fault(f"{known} read, {problem}", lines[-1][0])


def _parts(lines: Lines) -> list[Lines]:
    """The lines of each puzzle: another one begins where headings of rows and columns begin again,
    with the line above them if that is a title."""
    parts: list[Lines] = [[]]
    seen: list[Axis] = []  # the last one, and before it the other
    for number, line in lines:
        known = heading(line)
        is_new = known and len(seen) == 2 and known.axis != seen[-1] and (known.number or 0) < 2
        if is_new:
            last = parts[-1]
            while last and not last[-1][1].strip():
                last.pop()
            is_title = len(last) > 1 and not last[-2][1].strip() and re.search(_NAME, last[-1][1])
            parts.append([last.pop()] if is_title else [])
            seen = []
        if known:
            seen = [*({*seen} - {known.axis}), known.axis]
        parts[-1].append((number, line))
    return parts


def _of_headings(lines: Lines) -> Found:
    """The puzzle of lines with headings."""
    sides, before, left_out = _below_headings(lines)
    for axis, read in sides.items():
        if not read.lines:
            for number, line in lines:
                if (known := heading(line)) and known.axis == axis:
                    problem = f"expected clues of {axis}s behind their heading or below it"
                    raise fault(problem, number, line)
            raise _one_side(len(sides[OTHER[axis]].lines), axis, lines)
    titles = [t for t in before if re.search(r"[^\W\d_]", t) and not _SIZE.fullmatch(t)]
    found = Found(notes=left_out)
    if len(titles) == 1:
        found.texts["title"] = _title(titles[0])
    elif titles:
        found.notes.insert(0, "the lines before the clues were left out")
    is_one = any(side.is_one_line for side in sides.values()) or None
    rows, columns = (Side(side.lines, is_one) for side in sides.values())
    by = f"the headings {sides['row'].word!r} and {sides['column'].word!r}"
    found.sides = [Sides(rows, columns, by)]
    return found


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
            side.word = side.word or known.word
            if known.number is not None:
                first = first if side.lines else min(known.number, 1)
                if known.number != len(side.lines) + first:
                    raise fault(f"expected {known.axis} {len(side.lines) + first}", number, line)
                side.lines.append((number, known.rest or "0"))
            elif known.rest.strip(_OPENING + "|>"):
                side.lines, side.is_one_line = [(number, known.rest)], True
        elif line.rstrip() == "--" and side and side.lines:  # a signature follows
            side = None
        elif side is None:
            if any(read.lines for read in sides.values()):
                left_out.append(f"line {number} was left out")
            else:
                before.append(line.strip())
        elif line.strip(" \t,;") in ('""', "''") and not side.is_one_line:
            side.lines.append((number, "0"))
        elif line.strip().strip(_CLOSING) and not _RULE.fullmatch(line):
            if _is_prose(line):
                left_out.append(f"line {number} was left out")
                continue
            if side.is_one_line:
                problem = "expected the clues behind their heading or below it, not both"
                raise fault(problem, number, line)
            side.lines.append((number, line))
            if len(side.lines) > MAX_CELLS:
                raise fault(f"expected at most {MAX_CELLS} clues", number)
    return sides, before, left_out


def _is_prose(line: str) -> bool:
    """Whether a line has words that are neither colours nor those of an empty clue."""
    words = re.findall(r"[^\W\d_]{3,}", line[:400])
    numbers = re.findall(r"[0-9?]+|(?<!\S)\*(?!\S)", line[:400])
    if not numbers:
        return bool(words) and plain(line.strip(" \t-*•()[].")) not in EMPTY
    return len(words) > len(numbers) + 1


def _title(line: str) -> str:
    return re.sub(r"(?i)\Atitle\s*[:=]\s*(?=\S)", "", line.strip(" #*_="))


def found_in_groups(lines: Lines) -> Found:
    """What lines without headings may mean: two groups, perhaps below sizes, or one to divide."""
    found = Found()
    body = [*dropwhile(lambda pair: not _is_clue(pair[1]), lines)]
    titles = [_title(line) for _, line in filled(lines[: len(lines) - len(body)])]
    titles = [title for title in titles if re.search(_NAME, title) and not _SIZE.fullmatch(title)]
    if len(titles) == 1:
        found.texts["title"] = titles[0]
    if not all(_is_whole(line) for _, line in lines):
        return found
    for taken, shapes in _sizes(body):
        rest = [line for _, line in body[taken:] if line.strip()]
        groups = [] if rest and _RULE.fullmatch(rest[0]) else _groups(body[taken:])
        for turn, (rows, columns) in enumerate(shapes):
            if len(groups) == 1 and _is_drawn(groups[0], rows, columns):
                found.drawings.append(Drawing([*groups[0]], "the size above it"))
                found.notes = ["the first numbers are read as the size"]
                found.sizes = {"row": rows, "column": columns}
                continue
            if [*map(len, groups)] == [rows, columns]:
                said = "the first numbers are read as the size"
                found.sides.append(_ordered(groups)._replace(said=(said,)))
            elif len(groups) == 1 and len(groups[0]) == rows + columns:
                found.sides.append(
                    _read_as(groups[0][:rows], groups[0][rows:], " below their numbers", turn)
                )
            if rows == columns and found:
                break
    if found.drawings:
        return found
    is_sized = bool(found.sides)
    groups = _groups(body)
    if len(groups) == 3 and len(groups[0]) < 3 and not is_sized:
        numbers = re.findall("[0-9]+", " ".join(line for _, line in groups[0]))
        if len(numbers) == 2 and all(
            len(line.split()) == 2 // len(groups[0]) for _, line in groups[0]
        ):
            rows, columns = len(groups[1]), len(groups[2])
            said = (
                f"the size says {' and '.join(numbers)}, but {rows} and {columns} lines are given"
            )
            if {*map(int, numbers)} != {rows, columns}:
                found.sides.append(_ordered(groups[1:], 1)._replace(said=(said,)))
    if len(groups) in (2, 3) and (above := _above(groups[-2])):
        by = "columns above rows, as on paper"
        found.sides.append(Sides(Side(groups[-1], False), Side(above, False), by, 1))
    if len(groups) == 2:
        found.sides.insert(0, _ordered(groups, 2 * is_sized))
    elif len(groups) == 1 and len(groups[0]) == 2:
        (only,) = groups
        is_marked = all(";" in line or "|" in line for _, line in only)
        is_bare = all(re.fullmatch(r"\s*[0-9]+\s*", line) for _, line in only)
        meant = ("two numbers are read as a row and a column",) if is_bare else ()
        both = Side(only[:1], True), Side(only[1:], True)
        found.sides.append(Sides(*both, "", 2 - 2 * is_marked, meant))
    elif len(groups) == 1:
        found.sides += _divided(groups[0], 2 * is_sized)
    elif len(groups) > 2 and not found:
        at, line = groups[2][0]
        problem = "expected the end of the text after rows, an empty line and columns"
        raise fault(problem, at, line)
    return found


def _is_drawn(lines: Lines, rows: int, columns: int) -> bool:
    """Whether lines are a picture of this size, and not clues."""
    if len(lines) != rows:
        return False
    chars = {char for _, line in lines for char in line} - {*" \t,;"}
    cells = [len(re.findall(r"[^\s,;]", line)) for _, line in lines]
    is_drawn = bool(chars & {*".#_█■□"}) or (chars <= {"0", "1"} and columns > 1)
    return is_drawn and all(number == columns for number in cells)


def _above(group: Lines) -> Lines | None:
    """The clues of columns that lines have one below the other, as many numbers in each."""
    words = [line.split() for _, line in group]
    if len(words) < 2 or len({*map(len, words)}) != 1 or len(words[0]) < 2:
        return None
    if not all(word.isdigit() for row in words for word in row):
        return None
    return [(group[0][0], " ".join(column)) for column in zip(*words, strict=True)]


def _ordered(groups: list[Lines], cost: int = 0) -> Sides:
    rows, columns = groups
    return Sides(Side(rows), Side(columns), "", cost)


def _read_as(rows: Lines, columns: Lines, where: str, cost: int = 0) -> Sides:
    by = "their place above the rows, as on paper" if "above" in where else ""
    shape = f"{counted(len(rows), 'row')} and {counted(len(columns), 'column')}{where}"
    said = f"nothing is between rows and columns: read as {shape}"
    return Sides(Side(rows, False), Side(columns, False), by, cost, (said,))


def _sizes(lines: Lines) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """The sizes that first lines may state: how many lines they are, and numbers of rows and
    columns in each order."""
    named: dict[str, int] = {}
    at = 0
    for _, line in lines[:8]:
        if len(line) > _LONGEST_SIZE:
            break
        words = re.findall(r"([^\W\d_]+)\s*[:=]?\s*([0-9]{1,5})\b", line)
        left = re.sub(r"[^\W\d_]+\s*[:=]?\s*[0-9]{1,5}\b|[\s,;]", "", line)
        if not words or left:
            break
        for word, number in words:
            axis = axis_of(word)
            role = {"row": "height", "column": "width"}[axis] if axis else role_of(word)
            named[role or word] = int(number)
        at += 1
    if len(named) == 2:
        first, second = named.get("height"), named.get("width")
        shapes = (
            [(first, second)]
            if first and second
            else [(*named.values(),), (*named.values(),)[::-1]]
        )
        yield at, shapes  # type: ignore[misc]
    filled_lines = [(n, line) for n, (_, line) in enumerate(lines[:6]) if line.strip()]
    numbers = [[int(w) for w in re.findall(r"[0-9]{1,5}", line)] for _, line in filled_lines]
    is_bare = [re.fullmatch(r"[\s0-9,;xX×*]*", line) is not None for _, line in filled_lines]
    if numbers and is_bare[0] and len(numbers[0]) in (2, 3):
        a, b = numbers[0][:2]
        yield filled_lines[0][0] + 1, [(a, b), (b, a)]
    if len(numbers) > 1 and len(numbers[0]) == len(numbers[1]) == 1 and is_bare[0] and is_bare[1]:
        a, b = numbers[0][0], numbers[1][0]
        yield filled_lines[1][0] + 1, [(b, a), (a, b)]
    if numbers and len(numbers[0]) == 1 and is_bare[0]:
        yield filled_lines[0][0] + 1, [(numbers[0][0], numbers[0][0])]


def _is_whole(line: str) -> bool:
    """Whether no list goes on in another line."""
    return line.count("[") == line.count("]") and line.count("{") == line.count("}")


def _is_clue(line: str) -> bool:
    return bool(line.strip()) and bool(_NAMED_CLUES.fullmatch(line) or _LETTERED.fullmatch(line))


def _groups(lines: Lines) -> list[Lines]:
    """The groups of lines between empty lines and rules."""

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

    sizes = [number for number, line in lines if _SIZE.fullmatch(line)]
    lines = [pair for pair in lines if len(sizes) > 1 or pair[0] not in sizes]
    groups = divided(lines, 1)
    if len(groups) > 2:
        # Every line may have an empty one below it.
        wider = divided(lines, 2)
        groups = wider if len(wider) == 2 else groups
        if all(len(group) == 1 for group in groups):
            groups = [[line for group in groups for line in group]]
    return groups


def _divided(lines: Lines, cost: int) -> Iterator[Sides]:
    """The sides of lines in which nothing stands between rows and columns: where both have equally
    many cells, or where the first line has all columns, as on paper."""
    numbers = (re.findall(r"[0-9]{1,9}", line) for _, line in lines[:MAX_CELLS])
    sums = [*accumulate(sum(map(int, words)) for words in numbers)]
    halves = [n for n, cells in enumerate(sums, start=1) if sums[-1] and 2 * cells == sums[-1]][:9]
    for half in halves:
        if half < len(lines):
            yield _read_as(lines[:half], lines[half:], "", cost + 1)
    if halves[:1] == [1]:
        above = [(lines[0][0], word) for word in lines[0][1].split()]
        yield _read_as(lines[1:], above, " above them", cost + 1)


def drawn_in(lines: Lines) -> tuple[Lines, int, list[str]]:
    """The rows of the pictures in lines of text, with empty lines between; no rows if there are
    none, or clues beside them. Then what this costs, and which lines were left out."""
    found: list[tuple[Lines, int]] = []
    others: Lines = []
    # A line of hyphens is a row where others as long have hyphens.
    widths = {len(each.strip()) for _, each in lines if "-" in each and not _END.fullmatch(each)}

    def is_row(line: str) -> bool:
        is_end = _END.fullmatch(line) and not ("-" in line and len(line.strip()) in widths)
        return bool(line.strip()) and not is_end

    for is_text, group in groupby(lines, lambda pair: is_row(pair[1])):
        every = [*group] if is_text else []
        rows = _unframed([pair for pair in every if not _LEGEND.fullmatch(pair[1])])
        # A line of words may stand directly above or below.
        parts = [rows]
        if len({len(line) for _, line in rows}) > 1:
            parts += [rows[1:]] * _is_prose(rows[0][1]) + [rows[:-1]] * _is_prose(rows[-1][1])
        costs = [looks_like_picture([*part]) if part else None for part in parts]
        at = next((n for n, cost in enumerate(costs) if cost == 0), 0)
        if (cost := costs[at]) is not None and cost < 4:
            found.append((parts[at], cost))
            drawn = {number for number, _ in parts[at]}
            every = [pair for pair in every if pair[0] not in drawn]
        others += every
    legend = [
        (n, each) for n, line in others if _LEGEND.fullmatch(line) for each in line.split(",")
    ]
    left = [pair for pair in others if not _LEGEND.fullmatch(pair[1]) and pair[1].strip(_FRAMES)]
    # What has no words could be a picture with a fault, and numbers could be clues.
    if not found or not all(_is_prose(line) or len(_WORDS.findall(line)) > 1 for _, line in left):
        return [], 0, []
    named = [(n, _NAMED.sub(r"\1 = ", each.strip(" \t."))) for n, each in legend]
    rows = [(n, each) for n, each in named if not _OF_BLANK.search(each)]
    for part, _ in found:
        rows += [*part, (part[-1][0], "")]
    cost = max(cost for _, cost in found) + (len(found) > 1)  # two groups may be clues
    notes = [f"line {n} was left out" for n, line in left if re.search("[0-9:=]", line)][:3]
    return ([], 0, []) if cost > 2 and left else (rows, cost, notes)


def _unframed(lines: Lines) -> Lines:
    """Lines without bars at both ends, and without the lines of a frame."""
    if any(sum(map(line.count, _BARS)) > 2 for _, line in lines):
        return [(n, line) for n, line in lines if line.strip(_FRAMES)]
    bare = [(n, line.strip(" \t").strip(_BARS)) for n, line in lines]
    if all(a == line.strip() for (_, a), (_, line) in zip(bare, lines, strict=True)):
        return lines
    bare = [(n, line) for n, line in bare if not line.strip() or line.strip(_FRAMES)]
    bare = [(n, line) for n, line in bare if line]
    # Blanks that a frame keeps are cells, unless they stand between all cells.
    is_drawn = all(re.search(r"\S\S", line) for _, line in bare if line.strip())
    if is_drawn:
        return [(n, line.replace(" ", ".")) for n, line in bare]
    is_wide = all(line[:1] == line[-1:] == " " for _, line in bare)
    return [(n, line[1:-1] if is_wide else line) for n, line in bare]
