"""Clues and pictures in no format: text, tables, JSON and code. Read only.

Below headings, in twelve languages, or with a word before every clue:

    Rows: 1 1, 5, 5, 3, 1
    Columns: 2, 4, 4, 4, 2

    R1: 1 1
    R2: 1
    C1: 2
    C2: -
    C3: 1

In lists with names, as in JSON, YAML and TOML:

    {"rowClues": [[1, 1], [1]], "colClues": [[2], [], [1]]}

Or in a program, which is never run:

    int rows[2][2] = {{1, 1}, {1, 0}};
    int cols[3][1] = {{2}, {0}, {1}};

In tables of tabs, commas, bars or HTML, and in two groups or lists, the rows first:

    1 1
    1

    2
    0
    1

As a picture, of symbols, emoji, letters or numbers (`nonocsp.files.loose.pictures`):

    #.#
    .##

A block in colour is ``3r``, ``r3``, ``3 red``, ``3-r`` or ``[3, "red"]``. Nothing, ``0``, ``-`` or
empty quotes are a line without blocks, and ``*`` alone is an absent clue. Zeros beside blocks fill
up. A sign is between blocks only if it is in every gap of the text.

Said in a warning: which list is the rows, where order alone decides it; numbers of blocks, letters
or ``3x2`` that are read as such; lines left out; a size or sums that do not agree.
``--how-read`` names the words that decided.

Refused, with the nearest reading and the place that breaks it: a text with two readings that fit
equally well, a side that is missing, and *at least* or *one of* (``2+``, ``1-3``) among others.

Three steps know nothing of each other. *Shapes* turn a text into nested lists (`literals`,
`outlines`), lines below headings or in groups (`lines`), and boards with clues around them
(`boards`). *Finding* names what may be the rows, the columns or a picture (`finding`, by the table
in `words`), and `clues` and `pictures` read these in each habit that people have. The *choice*,
here, is by sizes, by the sums of both sides, by lines that are too long and by one propagation: the
cheapest reading wins if it wins clearly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...core import (
    LETTERS,
    FormatError,
    Puzzle,
    counted,
    excerpt,
    propagated,
)
from ..formats.format import Format, Parsed
from ..formats.text_lines import Lines, fault
from .boards import boards_in
from .clues import fits, hyphens, odd_words, readings
from .finding import Drawing, Found, Sides, alone, found_in, side_of
from .lines import (
    drawn_in,
    found_below_headings,
    found_in_groups,
    is_headed,
    lines_of,
    narrow,
)
from .literals import Part, of_value, parts_of
from .outlines import outline_of
from .pictures import picture_of, pictures_of
from .tables import is_html

__all__ = ["FORMAT", "parse", "puzzles_in"]

#: Readings that are compared by propagation, and cells of their boards.
_MOST_COMPARED, _MOST_CELLS = 12, 40_000

#: Characters of a text: a picture has half as many cells, and each takes some microseconds.
_MOST = 1 << 21

#: How much a text with headings looks like one.
_HEADED = 6

_UNKNOWN = (
    "unknown format; expected clues of rows and columns, a picture, or a file in one of the"
    " formats that `nonocsp formats` lists"
)


class _Option(NamedTuple):
    """One meaning of a text, or of a part of it."""

    puzzle: Puzzle
    cost: int
    how: str
    """In words."""
    said: tuple[str, ...] = ()
    is_fitting: bool = True
    shown: str = ""
    """Its clues in a message."""


@dataclass(slots=True)
class _Shape:
    """What one shape makes of a text."""

    options: list[_Option]
    """The puzzles, each in its best reading."""
    fault: FormatError | None = None
    """Why there are none."""
    weight: int = 0
    """How much the text looks like this shape: the reason of the weightiest is shown."""

    @property
    def cost(self) -> int:
        return max(option.cost for option in self.options)

    @property
    def is_fitting(self) -> bool:
        return all(option.is_fitting for option in self.options)


def parse(text: str, like: Puzzle | None = None) -> Parsed:
    """The puzzles of a text without format.

    Args:
        text: the text.
        like: a reading with as many lines and blocks is preferred, whether it fits or not.

    Raises:
        FormatError: nothing in it is a puzzle, or several readings are as good.

    >>> parsed = parse('{"Spalten": [[1], [2]], "Zeilen": [[2], [1]]}')
    >>> str(parsed.puzzles[0].rows[0][0]), parsed.warnings, parsed.reason
    ('2', [], "the words 'Zeilen' and 'Spalten'")
    """
    if len(text) > _MOST:
        more = f"; what has none is read up to {_MOST >> 20} MiB"
        raise fault(f"{_UNKNOWN}{more}", 1, text[:60].split("\n", 1)[0])
    shapes: list[_Shape] = []
    for shape in _shapes(text, like):
        shapes.append(shape)
        if shape.options and shape.is_fitting and not (shape.cost or like):
            break
    good = [shape for shape in shapes if shape.options]
    if not good:
        faults = [shape for shape in shapes if shape.fault]
        nearest = max(faults, key=lambda shape: shape.weight, default=None)
        if nearest is None or nearest.fault is None:
            line = next(n for n, each in enumerate(text.split("\n"), 1) if each.strip())
            raise fault(_UNKNOWN, line, text.lstrip().split("\n", 1)[0])
        raise _placed(nearest.fault, text)
    good.sort(key=lambda shape: (not shape.is_fitting, shape.cost))
    if like is not None:
        good.sort(key=lambda shape: not _is_like(shape.options[0].puzzle, like))
        return Parsed([good[0].options[0].puzzle])
    best, *others = good
    for shape in shapes if not best.is_fitting else ():
        if shape.fault and shape.weight > _HEADED:  # named lists with a fault
            raise _placed(shape.fault, text)
    for shape in shapes if best.cost else ():
        if shape.fault and shape.fault.problem.startswith("two readings"):
            raise _placed(shape.fault, text)
    for other in others:
        if other.is_fitting and other.cost <= best.cost and len(best.options) == 1:
            _choose([*best.options, *other.options])
    options = best.options
    if is_html(text) and re.search(r"<[^<>]*\bcolor|<[^<>]*\bbgcolor", text):
        options = [
            each._replace(said=(*each.said, "colours of the page are not read")) for each in options
        ]
    said = [*dict.fromkeys(word for option in options for word in option.said)]
    how = dict.fromkeys(option.how for option in options if option.how)
    return Parsed([option.puzzle for option in options], said, reason="; ".join([*how][:3]))


def _placed(error: FormatError, text: str) -> FormatError:
    """A fault that shows what stands in the text: the whole line where a reader made its words of
    cells or lists."""
    lines = text.split("\n")
    if is_html(text) or (error.line or 0) > len(lines):
        error.line = error.column = None
    if error.text is not None:
        here = lines[error.line - 1].strip() if error.line else text
        if error.text.removesuffix("…") not in here:
            error.text = excerpt(here) if error.line else None
    return error


def puzzles_in(value: Any) -> list[Parsed]:
    """The puzzles whose clues or pictures are in a value of JSON, each with what was assumed.

    Raises:
        FormatError: something that looks like clues is malformed.

    >>> found, = puzzles_in({"id": 1, "clues": {"rows": [[1, 1]], "cols": [[1], [0], [1]]}})
    >>> found.puzzles[0].shape
    (1, 3)
    """
    options = [_of_found(found) for found in found_in(of_value(value))]
    return [Parsed([each.puzzle], [*each.said], "loose", each.how) for each in options]


def _is_like(puzzle: Puzzle, like: Puzzle) -> bool:
    """Whether a puzzle has as many lines, and as many blocks in each, as another."""
    numbers = ([len(clue or ()) for clue in each.clues] for each in (puzzle, like))
    return puzzle.shape == like.shape and next(numbers) == next(numbers)


def _shapes(text: str, like: Puzzle | None) -> Iterator[_Shape]:
    """What each shape makes of a text, the surest first."""
    text = narrow(text)
    if re.search(r"^@@ ", text, re.MULTILINE):  # what a patch adds
        lines_added = (
            line[1:] if line[:1] == "+" != line[1:2] else "" for line in text.split("\n")
        )
        text = "\n".join(lines_added)
    is_json = re.match(r"\s*(?:\{|\[\s*[\[{\"0-9tf])", text) is not None
    if re.search(r"[\[({]|[=:]\s*[\"'`]|--\w+ [\"']", text):
        has_names = re.search(r"[=:]\s*[\[({]", text) is not None
        yield _shape(lambda: _in_lists(text), 0, 8 if is_json else 7 if has_names else 2, like)
    if is_json:
        return
    yield _shape(lambda: _in_outline(text), 0, 3, like)
    lines = lines_of(text)
    yield _shape(lambda: found_below_headings(lines), 0, _HEADED, like)
    if is_headed(lines):
        yield _drawn(lines)
        return
    yield _shape(lambda: [found_in_groups(lines)], 1, 4, like)
    boards = [sides._replace(cost=sides.cost + 2) for sides in boards_in(lines)]
    yield _shape(lambda: [Found(sides=boards)], 0, 0, like)
    yield _drawn(lines)


def _drawn(lines: Lines) -> _Shape:
    """The pictures in lines of text."""
    rows, cost, notes = drawn_in(lines)
    if not rows:
        return _Shape([])
    try:
        read = pictures_of([*rows])
    except FormatError as error:
        if any(pair not in lines for pair in rows if pair[1]):  # columns are those without a frame
            error.column = None
        return _Shape([], error, 5)
    said = (*notes, *read.warnings)
    return _Shape(
        [
            _Option(each, cost + 1, "a picture", said, True, f"a picture of {each.board}")
            for each in read.puzzles
        ]
    )


def _in_lists(text: str) -> list[Found]:
    """The puzzles in the lists of a text; none if other lists would be left out without a word."""
    whole = parts_of(text)
    found = found_in(whole)
    used = {id(part) for each in found for part in each.used for part in part.walk()}
    if used and any(id(each) not in used for each in _numbers(whole)):
        return []
    others = [kid for kid in whole.kids if kid.parts is not None and not kid.name]
    for kid in others if any(found) else ():
        inside = [*kid.walk()]
        is_other = side_of(kid) or not any(part.name for part in inside)
        if (
            is_other
            and not any(id(part) in used for part in inside)
            and len(others) < len(whole.kids)
        ):
            return []
    if not any(found) and len(others) == len(whole.kids) == 1:
        return [*filter(None, [alone(others[0])])]
    return found


def _in_outline(text: str) -> list[Found]:
    whole = outline_of(text)
    return found_in(whole) if whole else []


def _numbers(part: Part) -> list[Part]:
    """The texts in nested parts that have digits, besides members with a name."""
    every = (each for each in part.walk() if each.parts is None and not each.name)
    return [each for each in every if any(map(str.isdigit, each.text))]


def _shape(find: Callable[[], list[Found]], base: int, weight: int, like: Puzzle | None) -> _Shape:
    try:
        options = [_of_found(found, like) for found in find() if found]
    except FormatError as error:
        return _Shape([], error, weight)
    return _Shape([option._replace(cost=option.cost + base) for option in options], None, weight)


def _of_found(found: Found, like: Puzzle | None = None) -> _Option:
    """The best reading of one puzzle.

    Raises:
        FormatError: there is none, or several are as good.
    """
    options: list[_Option] = []
    faults: list[FormatError] = []
    for sides in found.sides:
        made, why = _of_sides(_sized(sides, found), found)
        options += made
        faults += why
    for drawing in found.drawings if not any(o.is_fitting for o in options) else ():
        try:
            options.append(_of_drawing(drawing, found))
        except FormatError as error:
            faults.append(error)
    if found.inner and not options:
        return _of_text(*found.inner, found)
    if not options:
        raise faults[0] if faults else fault(_UNKNOWN, 1)
    if like is not None and any(_is_like(option.puzzle, like) for option in options):
        return next(option for option in options if _is_like(option.puzzle, like))
    fitting = [option for option in options if option.is_fitting]
    area = (found.area, found.area[::-1]) if found.area else (found.shape,)
    fitting = [each for each in fitting if each.puzzle.shape in area] or fitting
    chosen = _choose(fitting) if fitting else min(options, key=lambda option: option.cost)
    if chosen.how == "order":
        others = [each.puzzle.shape for each in fitting if each.puzzle.shape != chosen.puzzle.shape]
        if others:
            rows, columns = others[0]
            said = f"{counted(rows, 'row')} and {counted(columns, 'column')} would fit as well"
            chosen = chosen._replace(said=(*chosen.said, said))
    if not fitting and chosen.cost > 1:
        raise faults[0] if faults else fault(f"{_UNKNOWN}; the nearest reading: {chosen.shown}")
    puzzle = chosen.puzzle.replace(**found.texts) if found.texts else chosen.puzzle
    if found.sides and found.drawings and not puzzle.goals:
        puzzle = _with_goal(puzzle, found)
    return chosen._replace(puzzle=puzzle, said=(*found.notes, *chosen.said))


def _of_text(name: str, text: str, found: Found) -> _Option:
    """The puzzle of a text in an object, in whatever format it is."""
    from ..formats import parse as parse_any

    try:
        read = parse_any(text)
    except FormatError as error:
        raise FormatError(f"the text of {name!r}: {error.problem}", text=error.text) from None
    puzzle = read.puzzles[0].replace(**found.texts) if found.texts else read.puzzles[0]
    return _Option(puzzle, 1, f"the text of {name!r}, in the format {read.format}", (*read.said,))


def _with_goal(puzzle: Puzzle, found: Found) -> Puzzle:
    """The puzzle with the picture that stands beside its clues, if it is a solution."""
    for drawing in found.drawings:
        try:
            picture = picture_of(drawing.rows, shape=puzzle.shape).puzzles[0].goals[0]
            if puzzle.is_solved_by(picture):
                return puzzle.replace(goals=(picture,))
        except (FormatError, ValueError):
            continue
    return puzzle


def _sized(sides: Sides, found: Found) -> Sides:
    """The sides in the order that the sizes say, if nothing else says it."""
    shape = found.shape
    given = len(sides.rows.clues), len(sides.columns.clues)
    if shape and shape[0] != shape[1] and not sides.by:
        if given == shape:
            return sides._replace(by="the sizes")
        if given == shape[::-1]:
            return sides.swapped._replace(by="the sizes")
    return sides


def _of_sides(sides: Sides, found: Found) -> tuple[list[_Option], list[FormatError]]:
    """The readings of two lists of clues, and why others fail."""
    every, faults = readings(sides.rows, sides.columns, found.looks)
    chosen = [reading for reading in every if reading.is_fitting]
    said: tuple[str, ...] = ()
    if not chosen and every:
        first = hyphens(every) or every[0]
        chosen, said = [first], tuple(odd_words(first))
    options = []
    for reading in chosen:
        try:
            puzzle = reading.puzzle
        except FormatError as error:
            faults.append(error)
            continue
        words = (
            *sides.said,
            *reading.said,
            *said,
            *_order_of(sides, puzzle),
            *_sizes_of(found, puzzle),
        )
        cost = sides.cost + reading.cost
        options.append(
            _Option(puzzle, cost, sides.by or "order", words, fits(puzzle), reading.shown())
        )
    return options, faults


def _order_of(sides: Sides, puzzle: Puzzle) -> Iterator[str]:
    """A warning where nothing but their order says which list is the rows."""
    if not sides.by and puzzle.rows != puzzle.columns:
        rows = counted(len(puzzle.rows), "row")
        yield f"{rows} first, by order alone; 'rows:' and 'columns:' before the lists say it"


def _sizes_of(found: Found, puzzle: Puzzle) -> Iterator[str]:
    given = {"row": len(puzzle.rows), "column": len(puzzle.columns)}
    for axis, stated in found.sizes.items():
        if stated != given[axis]:
            yield f"the size says {counted(stated, axis)}, but {given[axis]} are given"


def _of_drawing(drawing: Drawing, found: Found) -> _Option:
    shape, drawn = found.shape, drawing.rows
    if shape and len(drawn) == 1 and isinstance(drawn[0][1], str) and shape[0] > 1:
        at, text = drawn[0]
        if len(text) == shape[0] * shape[1]:  # all cells in one text
            drawn = [(at, text[n : n + shape[1]]) for n in range(0, len(text), shape[1])]
    read = picture_of(drawn, shape=shape)
    if not read.puzzles:
        raise fault("expected the rows of a picture", drawn[0][0])
    how = f"a picture, by {drawing.by}" if drawing.by else "a picture"
    return _Option(read.puzzles[0], drawing.cost, how, tuple(read.warnings), shown="a picture")


def _choose(options: list[_Option]) -> _Option:
    """The cheapest of readings that fit, if no other is as cheap.

    Raises:
        FormatError: another one is.
    """
    distinct: dict[Puzzle, _Option] = {}
    for option in sorted(options, key=lambda option: option.cost):
        distinct.setdefault(option.puzzle, option)
    every = [*distinct.values()][:_MOST_COMPARED]
    if len(every) > 1:
        every = [option for option in every if _may_be(option.puzzle)] or every
    best, *others = every
    for other in others:
        if other.cost <= best.cost + ("number of its blocks" in " ".join(other.said)):
            problem = f"two readings: {_named(best, other)}, or {_named(other, best)}"
            raise fault(f"{problem}; {_advice(best, other)}", 1)
    return best


def _may_be(puzzle: Puzzle) -> bool:
    """Whether one propagation finds no contradiction."""
    if puzzle.board.size > _MOST_CELLS:
        return True
    return propagated(puzzle) is not None


def _named(option: _Option, other: _Option) -> str:
    if option.puzzle.shape != other.puzzle.shape:
        rows, columns = option.puzzle.shape or (0, 0)
        return f"{counted(rows, 'row')} and {counted(columns, 'column')} ({option.shown})"
    return option.shown


def _advice(one: _Option, other: _Option) -> str:
    if ("-" in one.shown) != ("-" in other.shown):
        return "'1 1' is two blocks, '1a' a colour"
    if one.puzzle.shape != other.puzzle.shape:
        return "put ';' between clues, and 'rows:' and 'columns:' before them"
    return "put ';' between clues"


FORMAT = Format(
    name="loose",
    summary="clues and pictures in no format: lists, tables, code, text",
    parse=parse,
    letters=LETTERS,
)
