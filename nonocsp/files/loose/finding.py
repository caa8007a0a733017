"""Which parts of a text are the rows, which the columns, and which a picture.

Names decide where there are some: those of members, by the table of `words`. Else two lists of
clues are rows and columns by their order, and rows of cells are a picture. Sizes, titles and the
looks of colours are found by their names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..formats.text_lines import Lines, fault
from .clues import Side
from .literals import Part
from .pictures import looks_like_picture
from .words import EMPTY, OTHER, UNCLEAR, Axis, axis_of, plain, rest_of, role_of

#: Levels of objects in which both lists of a puzzle may stand.
_LEVELS = 3

_INDEX = re.compile(r"(?:index|idx|i|no|nr|pos|position|line|n|(?:line|row)_?(?:no|nr))", re.I)
_AREA = re.compile(r"([0-9]{1,5})\D{1,3}([0-9]{1,5})")
_DIGITS = re.compile("[0-9]+")
#: Roles of members whose text may be a puzzle in some format.
_PUZZLES = ("picture", "clue", "text")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
#: A word of a clue: a length, a block with its colour, or nothing.
_CLUE_WORD = re.compile(r"[-+~]?[0-9?*]+[^\W_]*|[^\W\d_]{0,2}[0-9]+|null|none", re.IGNORECASE)


class Sides(NamedTuple):
    """Two lists of clues in a text."""

    rows: Side
    columns: Side
    by: str
    """Why these are the rows, in words; empty if nothing but their order says it."""
    cost: int = 0
    said: tuple[str, ...] = ()

    @property
    def swapped(self) -> Sides:
        """With columns and rows exchanged."""
        return self._replace(rows=self.columns, columns=self.rows)


class Drawing(NamedTuple):
    """The rows of a picture in a text: each a text, or a text for every cell; and their places."""

    rows: list[tuple[int, str | list[str]]]
    by: str
    cost: int = 0


@dataclass(slots=True)
class Found:
    """What a text may mean as one puzzle."""

    sides: list[Sides] = field(default_factory=list)
    drawings: list[Drawing] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    """Title, author and the like."""
    looks: dict[str, str] = field(default_factory=dict)
    """Names or looks of colours by their words."""
    sizes: dict[Axis, int] = field(default_factory=dict)
    """The stated numbers of rows and of columns."""
    area: tuple[int, int] | None = None
    """Both, in an order that is not known."""
    inner: tuple[str, str] | None = None
    """A member that is the text of a puzzle itself: its name and the text."""
    notes: list[str] = field(default_factory=list)
    used: list[Part] = field(default_factory=list)
    """The parts that it is in, where no name says so."""

    def __bool__(self) -> bool:
        return bool(self.sides or self.drawings or self.inner)

    @property
    def shape(self) -> tuple[int, int] | None:
        """The stated numbers of rows and columns, if both are."""
        rows, columns = self.sizes.get("row"), self.sizes.get("column")
        return (rows, columns) if rows and columns else None


def found_in(part: Part) -> list[Found]:
    """The puzzles in nested parts, in their order."""
    if part.parts is None:
        return []
    is_single = len(part.kids) == 1 and not part.kids[0].name and part.kids[0].parts is not None
    if is_single and (found := found_in(part.kids[0])):
        return found
    if part.is_object:
        found = _of_members(part)
        if found:
            return found
    elif found := _of_list(part):
        return found
    kids = [kid for kid in part.kids if not axis_of(kid.name, is_marked=True)]
    # A single list was looked at above; twice at every level would be exponential work.
    inside = [(kid, each) for kid in kids for each in ([] if is_single else found_in(kid))]
    for kid, each in inside:
        if kid.name and len(inside) > 1 and not role_of(kid.name):
            each.texts.setdefault("title", kid.name)
    if not any(each for _, each in inside) and any(kid.is_object for kid in part.kids):
        return _of_members(part)
    return [each for _, each in inside]


def alone(part: Part) -> Found | None:
    """A list that is all of a text as a picture, though it may have a fault, or no blank cell."""
    rows = _cells_of(part)
    cells = {cell.lower() for _, row in rows or () for cell in row}
    if not rows or not cells <= {*"01#._-x", "true", "false"}:
        return None
    return Found(drawings=[Drawing(rows, "")], used=[part])


def _of_list(part: Part) -> list[Found]:
    """The puzzle of a list without names: its members are lines, rows of cells, or two sides."""
    if lines := _of_lines(part):
        return [lines]
    lists = [kid for kid in part.kids if kid.parts is not None]
    sides = [
        (kid, side)
        for kid in lists
        if any(clue.kids or clue.is_quoted for clue in kid.kids) and (side := side_of(kid))
    ]
    if rows := _rows(part):
        return [Found(drawings=[Drawing(rows, "")], used=[part])]
    if len(lists) == len(part.kids) > 1 and all(map(_is_bits, lists)):
        if any(map(_has_zero, lists)):
            return [
                Found(drawings=[Drawing(_cells_of(kid) or [], "")], used=[kid]) for kid in lists
            ]
        if len(lists) == 2:
            problem = "two readings: the clues of rows and columns, or two pictures"
            raise fault(f'{problem}; write {{"rows": …, "cols": …}} or one picture', part.line)
    if len(sides) != 2:
        return []
    (one, rows_of), (other, columns_of) = sides
    return [Found(sides=[Sides(rows_of, columns_of, "")], used=[one, other])]


def _is_bits(part: Part) -> bool:
    """Whether a list is rows of one length of zeros and ones."""
    rows = [[cell.text for cell in row.kids] for row in part.kids]
    return (
        len({*map(len, rows)}) == 1 and rows[0] != [] and {c for r in rows for c in r} <= {"0", "1"}
    )


def _has_zero(part: Part) -> bool:
    """Whether a zero stands beside another cell."""
    return any(len(row.kids) > 1 and any(c.text == "0" for c in row.kids) for row in part.kids)


def _rows(part: Part) -> list[tuple[int, str | list[str]]] | None:
    """The rows of a picture, if a list without a name has the look of one."""
    rows = _cells_of(part)
    if not rows or len({len(cells) for _, cells in rows}) != 1:
        return None
    if not isinstance(rows[0][1], str):
        if len(rows[0][1]) == 2 and all(kid.bracket == "(" for kid in part.kids):
            return None  # places of cells
        chars = {cell.lower() for _, cells in rows for cell in cells}
        if chars <= {"0", "1", "true", "false"}:
            return rows if chars & {"0", "false"} else None
        if len(rows[0][1]) < 3 and all(map(str.isdecimal, chars)):
            return None  # places of cells, say
    cost = looks_like_picture(rows)
    return rows if cost is not None and cost < 3 else None


def _cells_of(part: Part) -> list[tuple[int, str | list[str]]] | None:
    """The rows of a list as a picture has them: texts, or lists of one text a cell."""
    if not part.kids:
        return None
    if all(kid.is_quoted for kid in part.kids):
        return [(kid.line, kid.text) for kid in part.kids]
    if any(not kid.kids or any(cell.kids or cell.name for cell in kid.kids) for kid in part.kids):
        return None
    return [(kid.line, [cell.text for cell in kid.kids]) for kid in part.kids]


def _members(part: Part, before: str = "", level: int = 0) -> Iterator[tuple[str, Part]]:
    """The members of an object and of objects in it, with the names of those before them."""
    for kid in part.kids:
        if kid.name:
            yield before, kid
        if kid.is_object and level < _LEVELS and not _is_block(kid):
            inside = f"{before}{kid.name}." if kid.name else before
            yield from _members(kid, inside, level + 1)
        elif kid.name and len(kid.kids) == 2 and not axis_of(kid.name) and _pair(kid):
            for axis, side in zip(("rows", "columns"), kid.kids, strict=True):
                side.name = side.name or axis
                yield f"{before}{kid.name}.", side


def _pair(part: Part) -> bool:
    """Whether a list is the clues of rows and of columns."""
    return all(
        side_of(kid) and any(clue.kids or clue.is_quoted for clue in kid.kids) and not _rows(kid)
        for kid in part.kids
    )


def _of_members(part: Part) -> list[Found]:
    """The puzzles of the members of an object: those at the least depth."""
    groups: dict[str, list[Part]] = {}
    for before, kid in _members(part):
        groups.setdefault(before, []).append(kid)
    every = {before: _of_group(kids) for before, kids in groups.items()}
    with_clues = {before: found for before, found in every.items() if found.sides}
    chosen = with_clues or {before: found for before, found in every.items() if found}
    if not chosen:
        return []
    depth = min(before.count(".") for before in chosen)
    found = [each for before, each in chosen.items() if before.count(".") == depth]
    for each in found:
        for outer in every.values() if len(found) == 1 else ():
            each.texts, each.looks = {**outer.texts, **each.texts}, {**outer.looks, **each.looks}
            each.sizes = {**outer.sizes, **each.sizes}
            each.area = each.area or outer.area
    if with_clues and len(found) == 1:
        found[0].drawings = [d for each in every.values() for d in each.drawings]
    if len(found) > 1:
        for before, each in zip(chosen, found, strict=False):
            each.texts.setdefault("title", before.strip("."))
    return found


def _of_group(kids: list[Part]) -> Found:
    """The puzzle of the members of one object."""
    found = Found()
    if repeated := _repeated(kids):
        found.sides = [repeated]
        return found
    sides: dict[tuple[Axis, str], tuple[str, Side]] = {}
    numbered: dict[tuple[Axis, str], dict[int, Part]] = {}
    for kid in kids:
        role, axis = role_of(kid.name), axis_of(kid.name, is_marked=True)
        is_side = kid.is_quoted and axis and role not in ("width", "height")
        if kid.parts is None and _NUMBER.fullmatch(kid.text) and not is_side:
            size: Axis | None = {"width": "column", "height": "row"}.get(role, axis)  # type: ignore[assignment]
            if size and role != "length" and not re.search("[0-9]", kid.name):
                found.sizes[size] = int(kid.text)
                continue
        if axis and (number := re.search(r"[0-9]{1,5}", kid.name)):
            place = numbered.setdefault((axis, rest_of(kid.name)), {})
            place[int(number[0])] = kid
        elif axis and (side := side_of(kid)):
            sides.setdefault((axis, rest_of(kid.name)), (kid.name, side))
        elif role in ("title", "author", "copyright", "source", "description"):
            if kid.parts is None and kid.is_quoted:
                found.texts.setdefault(role, " ".join(kid.text.split()))
        elif role == "size" and (area := _AREA.fullmatch(kid.text)):
            found.area = (int(area[1]), int(area[2]))
        elif role == "palette":
            found.looks |= _looks(kid)
        if role in ("solution", "picture") and (drawing := _drawing(kid, role)):
            found.drawings.append(drawing)
    _check_single(sides)
    for key, places in numbered.items():
        clues = [_clue_text(part) for _, part in sorted(places.items())]
        if sorted(places) in ([*range(len(places))], [*range(1, len(places) + 1)]):
            lines = [part.line for _, part in sorted(places.items())]
            sides.setdefault(key, (key[0], Side([*zip(lines, clues, strict=True)], False, True)))
    found.sides = [*_pairs(sides)]
    if not found.sides and sides:
        known = {axis for axis, _ in sides}
        for kid in kids:
            axis = axis_of(kid.name, is_marked=True)
            if axis and axis not in known and kid.parts is not None and not _rows(kid):
                raise fault(f"expected a list of the clues of {axis}s", kid.line, kid.name)
    if not found:
        texts = (kid for kid in kids if kid.is_quoted and len(_DIGITS.findall(kid.text)) > 2)
        inner = next((kid for kid in texts if role_of(kid.name) in _PUZZLES), None)
        found.inner = (inner.name, inner.text) if inner else None
    if not found and len(kids) == 2 and not found.sizes:
        rows, columns = (side_of(kid) if kid.kids else None for kid in kids)
        if rows and columns:
            found.sides = [Sides(rows, columns, "", 1)]
    return found


def _check_single(sides: dict[tuple[Axis, str], tuple[str, Side]]) -> None:
    """Check that no two lists of clues are of one side. Raises `FormatError`."""
    known: dict[Axis, tuple[str, Side]] = {}
    for (axis, rest), (name, side) in sides.items():
        if role_of(rest) in ("", "clue"):
            first, other = known.setdefault(axis, (name, side))
            if [text for _, text in other.clues] != [text for _, text in side.clues]:
                raise fault(f"expected either {first} or {name}, not both", side.clues[0][0])


def _repeated(kids: list[Part]) -> Sides | None:
    """The sides of members of which each is a line and has the same name: ``row {…} row {…}``."""
    names = Counter(kid.name for kid in kids if not any(each.kids for each in kid.kids))
    if not any(n > 1 and axis_of(name) for name, n in names.items()):
        return None
    lines: dict[Axis, Lines] = {"row": [], "column": []}
    for kid in kids:
        if (axis := axis_of(kid.name)) and kid.parts is not None:
            named = Part(kid.line, parts=[each for each in kid.kids if each.text or each.kids])
            lines[axis].append((kid.line, " ".join(each.text for each in named.kids) or "0"))
    rows, columns = (Side(each, False) for each in lines.values())
    if not rows.clues or not columns.clues:
        return None
    return Sides(rows, columns, "a word before every line")


def _pairs(sides: dict[tuple[Axis, str], tuple[str, Side]]) -> Iterator[Sides]:
    """The lists of rows and of columns whose names differ by nothing else, and others."""
    rests = {rest for axis, rest in sides if (OTHER[axis], rest) in sides}
    colours = next((rest for rest in rests if role_of(rest) in ("palette", "colour")), None)
    for rest in sorted(rests - {colours}):
        (one, rows), (other, columns) = sides["row", rest], sides["column", rest]
        if colours is not None:
            rows, columns = (
                _with_colours(rows, sides["row", colours][1]),
                _with_colours(columns, sides["column", colours][1]),
            )
        yield _named(one, other, rows, columns, 0 if role_of(rest) in ("", "clue") else 2)
    if not rests:
        rows_of = [(name, side) for (axis, _), (name, side) in sides.items() if axis == "row"]
        columns_of = [(name, side) for (axis, _), (name, side) in sides.items() if axis == "column"]
        for one, rows in rows_of[:4]:
            for other, columns in columns_of[:4]:
                yield _named(one, other, rows, columns, 2)


def _named(one: str, other: str, rows: Side, columns: Side, cost: int) -> Sides:
    said: tuple[str, ...] = ()
    if {one.lower(), other.lower()} & UNCLEAR:
        problem = f"{other!r} was taken as the columns and {one!r} as the rows"
        said = (f"{problem}; if not so, transpose the puzzle",)
    return Sides(rows, columns, f"the words {one!r} and {other!r}", cost, said)


def _with_colours(side: Side, colours: Side) -> Side:
    """Lengths with the colours that stand in a list beside theirs."""
    pairs = [
        (
            at,
            " ".join(
                f"{n}:{c}" for n, c in zip(text.split(), words.split(), strict=False) if n != "0"
            ),
        )
        for (at, text), (_, words) in zip(side.clues, colours.clues, strict=False)
    ]
    return side._replace(clues=[(at, text or "0") for at, text in pairs])


def _of_lines(part: Part) -> Found | None:
    """A list of objects of which each is a line: one member says which side, one is the clue, and
    one may say which line of it."""
    sides: dict[Axis, dict[int, tuple[int, str]]] = {"row": {}, "column": {}}
    for kid in part.kids:
        axes = [axis for each in kid.kids if not each.kids and (axis := axis_of(each.text))]
        clue = next((each for each in kid.kids if role_of(each.name) == "clue"), None)
        if not kid.is_object or len(axes) != 1 or clue is None:
            return None
        side = sides[axes[0]]
        numbers = [each.text for each in kid.kids if _INDEX.fullmatch(each.name)]
        at = int(numbers[0]) if numbers and numbers[0].isdecimal() else len(side)
        side[at] = (kid.line, _clue_text(clue))
    for side in sides.values():
        if not side or sorted(side) not in ([*range(len(side))], [*range(1, len(side) + 1)]):
            return None
    rows, columns = (
        Side([side[at] for at in sorted(side)], False, True) for side in sides.values()
    )
    return Found(sides=[Sides(rows, columns, "a word in every line")])


def _drawing(part: Part, role: str) -> Drawing | None:
    by, cost = f"the name {part.name!r}", int(role != "solution")
    if part.parts is None:
        if not part.is_quoted:
            return None
        lines = [line for line in re.split(r"[\n/]", part.text) if line.strip()]
        is_drawn = len({len(line) for line in lines}) == 1 and " " not in part.text.strip()
        return Drawing([(part.line, line) for line in lines], by, cost) if is_drawn else None
    rows = _cells_of(part)
    is_pairs = rows and all(isinstance(cells, list) and len(cells) == 2 for _, cells in rows)
    if not rows or (is_pairs and not _is_bits(part) and not _is_words(rows)):
        return None
    return Drawing(rows, by, cost)


def _is_words(rows: list[tuple[int, str | list[str]]]) -> bool:
    return not any(cell.isdecimal() for _, cells in rows for cell in cells)


def side_of(part: Part) -> Side | None:
    """The clues of a list or of a text; None if it holds none."""
    if part.parts is None:
        lines = part.text.strip("\n").split("\n")
        if not part.is_quoted:  # a word of prose
            return None
        if not all(map(_is_clue, lines)) or not re.search(r"[0-9?]", part.text):
            return None
        clues = [(part.line, line) for line in lines]
        return Side(clues, False if len(lines) > 1 else None, len(lines) > 1)
    kids = part.kids
    if part.is_object:
        names = [kid.name for kid in kids]
        numbers = [int(name) for name in names if re.fullmatch(r"[0-9]{1,5}", name)]
        first = min(numbers, default=-1)
        if first not in (0, 1) or sorted(numbers) != [*range(first, first + len(kids))]:
            return None
        kids = [kid for _, kid in sorted(zip(numbers, kids, strict=True), key=lambda p: p[0])]
    if not kids:
        return None
    clues = []
    is_one = part.is_spaced and not any(kid.kids or kid.is_quoted for kid in kids)
    for kid in [part] if is_one else kids:
        text = " ".join(each.text for each in kids) if is_one else _clue_text(kid)
        if not _is_clue(text):
            return None
        clues.append((kid.line, text))
    if not any(re.search("[0-9?*]", text) for _, text in clues):
        return None  # words of a program
    return Side(clues, False, True)


def _is_clue(text: str) -> bool:
    words = re.sub("[,;|]", " ", text).split()
    return len(text) < 1 << 20 and all(
        _CLUE_WORD.match(word.lstrip("[({\"'"))
        or plain(word[:20]) in EMPTY
        or word == "*"
        or (word.isalpha() and len(words) > 1)
        for word in words
    )


def _clue_text(part: Part) -> str:
    """The clue that a part is, as a person would write it."""
    if part.parts is None:
        return "*" if part.text in ("null", "None", "nil") and not part.is_quoted else part.text
    if _is_block(part):
        return _block_text(part)
    if part.is_object:
        named = [kid for kid in part.kids if role_of(kid.name) == "clue" or kid.kids]
        return _clue_text(named[0]) if named else "!"
    return " ".join(map(_block_text, part.kids)) or "0"


def _is_block(part: Part) -> bool:
    """Whether an object is a block: a length, perhaps with its colour."""
    return part.is_object and any(
        role_of(kid.name) == "length" and _NUMBER.fullmatch(kid.text) for kid in part.kids
    )


def _block_text(part: Part) -> str:
    if part.parts is None:
        return part.text
    if part.is_object:
        by_role = {role_of(kid.name): kid.text for kid in reversed(part.kids)}
        words = [by_role.get("length", "!")]
        colour = by_role.get("colour") or by_role.get("palette")
        words += [colour] if colour else []
    else:
        words = [kid.text for kid in part.kids]
        words.sort(key=lambda word: not _NUMBER.fullmatch(word))
    if not 1 <= len(words) <= 2 or any(kid.kids for kid in part.kids):
        return "!"
    return ":".join([words[0], *(re.sub(r"[^\w#]", "", word) for word in words[1:])])


def _looks(part: Part) -> dict[str, str]:
    """The names or looks of colours that a palette gives to their words or numbers."""
    looks: dict[str, str] = {}
    for number, kid in enumerate(part.kids):
        if kid.parts is None:
            looks[kid.name or str(number)] = kid.text
            continue
        texts = [each.text for each in kid.kids if each.text]
        look = next((text for text in texts if text.startswith("#")), texts[0] if texts else "")
        words = [each for each in (kid.name, *texts, str(number)) if each and each != look]
        looks |= dict.fromkeys(words, look)
    return looks
