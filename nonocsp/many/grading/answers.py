"""The picture in the text of an answer: a parser that knows which size it looks for.

Models write a picture in many ways: compact rows, cells with something between them, rows with
labels, tables, lists in JSON, all cells in one line, with prose around. A line of text is read as
tokens; what has as many cells as a row of the puzzle is a row, and as many rows as the puzzle has
without prose between them are a grid. What the text announces as its answer counts (`announced`),
or else its end: of several grids the last, and none if something behind it is nearly a grid. The
lenient way takes the last grid that is marked as the final answer, or the last.

Every pass is linear, and of a long text only the beginning and the end are read.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import NamedTuple

from ...core import Picture, Puzzle, quoted
from .announced import Section, section
from .keys import REMOVED
from .letters import likely, rows_of_columns, said
from .rows import Row, RowReader, is_fence

#: What does not show: selectors of emoji, frames of digits, characters without width.
_INVISIBLE = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u20e3\u200b\u200c\u200d\u2060\ufeff"), "")
_PLAIN = _INVISIBLE | {ord("０"): "0", ord("１"): "1"} | dict.fromkeys(map(ord, "│┃║｜"), "|")

#: A line behind each part that is read, which is prose: no row goes on in the next part.
_END = REMOVED

#: Empty lines that are kept, of many in a row.
_MOST_EMPTY = 100

_WHOLE = re.compile(r"\[[^\[\]]*\]|<tr\b(?:[^<]|<(?!/?tr\b))*(?:</tr>\s*)?", re.IGNORECASE)
"""A list, or a row of HTML."""
_CELL_TAG = re.compile(r"<t[dh]\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile("</?[A-Za-z][^<>]*>")
_DASH_IS_CELL = re.compile(r"[#X█■1@][ |,]?-|-[ |,]?[#X█■1@]")
_OF_COLUMNS = re.compile(r"\W*(?:verif|check|column|transpose)[^0-9.\0]*\Z", re.IGNORECASE)
_ASIDE = re.compile(r"\W*(?:verif|check|col|vertical|transpos|clue|hint)[^.]*\Z", re.IGNORECASE)
_NO_ANSWER = re.compile(
    r"[^\w./]*(?:(?:the|my|an?)\s+)?(?:perception|perceived|initial|starting|input|given|unsolved"
    r"|empty|original|draft|scratch|previous|wrong|incorrect|clues?|hints?)(?:\s+(?:state|grid|board"
    r"|puzzle|picture|image|attempt|answer|solution|work|\d+))*[^\w.\0]*\Z",
    re.IGNORECASE,
)
_SEPARATING = " \t*_-=~.#"

#: What may end a list of rows.
_CLOSERS = frozenset("])}")

#: Letters beside cells that may be a label.
_FEW = 10

#: Characters at either end of a text that may say what symbols mean.
_LEGEND = 10_000


@dataclass(frozen=True, slots=True)
class Taken:
    """What was found in a text."""

    picture: Picture | None
    """The picture, or None."""
    grids: int
    """How many grids of the right size there are."""
    how: str
    """Which of them was taken; empty without one."""
    problem: str
    """Why there is none, in a sentence; empty with one."""


def picture_of(text: str, puzzle: Puzzle, *, lenient: bool = False, prompt: str = "") -> Taken:
    """The picture that a text means as the solution of a puzzle. Cost: linear, and bounded.

    Args:
        text: what is read.
        puzzle: what was asked.
        lenient: if the answer cannot be read, take the last grid in all of the text.
        prompt: the question, which may say what characters mean.

    >>> found = picture_of("Row 1: █░\\nRow 2: ██", Puzzle([[1], [2]], [[2], [1]]))
    >>> print(found.picture)
    #_
    ##
    >>> found.how
    'lines 1-2 of the text'
    """
    is_one, size = puzzle.has_one_colour, puzzle.board.size
    reader = RowReader(puzzle, said(_ends(prompt)) if is_one else {})
    what = section(text, size)
    found = _taken(puzzle, reader, what)
    if found.picture is None and is_one:
        found = _said(puzzle, what, _ends(text)) or found
    if found.picture is None and lenient:
        found = _taken(puzzle, reader, section(text, size, is_whole=True), lenient=True)
    return found


def _ends(text: str) -> str:
    return f"{text[:_LEGEND]}\n{text[-_LEGEND:]}"


def _said(puzzle: Puzzle, what: Section, text: str) -> Taken | None:
    """A picture of letters that the text explains or that are known together, or in words."""
    inside = "\n".join(part for _, part in what.parts)
    for letters in (said(text), likely(inside, RowReader(puzzle, {}).counts)):
        if letters and "".join(letters).isalpha():
            found = _taken(puzzle, RowReader(puzzle, letters), what, letters)
            if found.picture is not None:
                return found
    if puzzle.board.table and (rows := rows_of_columns(inside, *puzzle.board.table)):
        return Taken(Picture(rows, colours=puzzle.colours), 1, "the columns of every row", "")
    return None


def _taken(
    puzzle: Puzzle,
    reader: RowReader,
    what: Section,
    letters: Mapping[str, int] | None = None,
    *,
    lenient: bool = False,
) -> Taken:
    """The grid that counts; if `letters` are given, it must have one that means filled."""
    lines, mark = _Lines(what.parts, reader), what.mark
    if what.before and not lines.have_cells():
        above = _Lines(what.before, reader)
        lines = above if above.end_in_a_grid() else lines
    grids = sorted(lines.grids(), key=lambda grid: grid.end)
    grids = [grid for grid in grids if lenient or not grid.is_other]
    grids = [grid for grid in grids if not grid.is_check] or grids
    unread = "" if lenient else lines.unread_behind(grids[-1].end if grids else -1)
    fitting = [(grid, cells) for grid in grids if (cells := _cells(grid, reader)) is not None]
    # The last grid counts, whether it can be read or not.
    if unread or not fitting or not (lenient or fitting[-1][0] is grids[-1]):
        return Taken(None, len(grids), "", _problem(grids, reader, what, unread))
    grid, cells = fitting[-1]
    if letters and not any(letters.get(each, letters.get(each.lower())) for each in grid.symbols):
        return Taken(None, len(grids), "", "")
    which = f"announced in line {mark}, " if mark else ""
    if len(fitting) > 1:
        which += f"the last of {len(fitting)} grids, "
    picture = Picture.from_cells(cells, puzzle.board, puzzle.colours)
    return Taken(picture, len(fitting), f"{which}{grid.place} of the text", "")


def _cells(grid: _Grid, reader: RowReader) -> bytes | None:
    """The colours of a grid; None if its symbols have no meaning together."""
    meanings = reader.symbols.meanings(set(grid.symbols))
    return None if meanings is None else bytes([meanings[each] for each in grid.symbols])


def _problem(grids: list[_Grid], reader: RowReader, what: Section, unread: str) -> str:
    """Why nothing could be taken."""
    if what.is_empty:
        return "The answer is empty."
    if unread and grids:
        return f"The answer ends with {unread}, and not with a grid of {reader.shape}."
    if grids:
        symbols = sorted(set(grids[-1].symbols))
        odd = [each for each in symbols if reader.symbols.meanings({each}) is None]
        kind = "cells that are open" if odd == ["?"] else "symbols of unclear meaning"
        shown = ", ".join(map(repr, (odd or symbols)[:5]))
        return f"The grid in {grids[-1].place} has {kind}: {shown}."
    where = f" in the answer that line {what.mark} announces" if what.mark else ""
    if what.others and not what.mark:
        where = f" outside of {quoted(what.others[-1])}"
    near = f"; the nearest is {reader.nearest}" if reader.nearest else ""
    return f"No grid of {reader.shape} was found{where}{near}."


def _lines(number: int, text: str, reader: RowReader) -> Iterator[tuple[int, str]]:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        text = text.translate(_PLAIN)
    for name in reader.symbols.spaced:
        text = re.sub(re.escape(name), name.replace(" ", "-"), text, flags=re.IGNORECASE)
    text = text.replace("->", "→").replace("=>", "→")
    at = 0
    for found in _WHOLE.finditer(text):
        inside = found[0]
        is_list = inside[0] == "["
        if is_list and ("\n" not in inside or inside.count(",") + 1 not in reader.counts):
            continue
        before = text[at : found.start()]
        yield from _split(number, before)
        number += before.count("\n")
        yield number, inside.replace("\n", " ") if is_list else _barred(inside)
        number, at = number + inside.count("\n"), found.end()
    yield from _split(number, text[at:])


def _barred(row: str) -> str:
    """A row of HTML with bars between its cells."""
    cells = [html.unescape(_TAG.sub("", cell)).strip() for cell in _CELL_TAG.split(row)[1:]]
    return f"|{'|'.join(cell or '_' for cell in cells)}|"


def _split(first: int, text: str) -> Iterator[tuple[int, str]]:
    empty = 0
    for number, line in enumerate(text.split("\n"), first):
        for each in _plain(line).split("\\n"):  # as in the strings of JSON
            empty = 0 if each else empty + 1
            if empty <= _MOST_EMPTY:
                yield number, each


def _plain(line: str) -> str:
    """A line of JSON, HTML or LaTeX with blanks and bars between the cells; ``\\n`` ends rows.

    A tag is a line of its own: rows before and behind it do not belong together.
    """
    if '"' in line:
        line = line.replace('" "', '"_"').replace('""', '"_"')
    if "][" in line:
        line = line.replace("[ ]", "[_]").replace("][", " ")
    if "<" in line:
        line = _TAG.sub(r"\\n\g<0>\\n", line.replace("<br>", "\\n"))
    if "&" in line:
        line = line.replace("\\\\", "\\n").replace("&", "|")
    return line


class _Grid(NamedTuple):
    """Symbols of all cells, row by row, and where they stand in the text."""

    symbols: tuple[str, ...]
    first: int
    last: int
    end: int
    """The index of its last line."""
    is_check: bool
    """It is under a line that announces the columns."""
    is_other: bool
    """It is under a line that announces what is not an answer."""

    @property
    def place(self) -> str:
        """Its lines in words."""
        return _place(self.first, self.last)


def _place(first: int, last: int) -> str:
    return f"line {first}" if first == last else f"lines {first}-{last}"


@dataclass(slots=True)
class _Run:
    """Rows that follow each other, each with the index of its line."""

    rows: list[Row] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    label: int | None = None
    """That of the last row."""


class _Lines:
    """The lines of a text, and what is read in each."""

    def __init__(self, parts: list[tuple[int, str]], reader: RowReader) -> None:
        self.reader = reader
        numbered = [
            pair for first, text in parts for pair in (*_lines(first, text, reader), (first, _END))
        ]
        self.numbers = [number for number, _ in numbered]
        self.texts = [line for _, line in numbered]
        dashes = any(map(_DASH_IS_CELL.search, self.texts))
        self.reads = [reader.read(line, dashes) for line in self.texts]

    def grids(self) -> Iterator[_Grid]:
        """All grids of the right size."""
        found: list[_Grid] = []
        for place, read in enumerate(self.reads):
            flat = [] if read.flat is None else [[read.flat]]
            found += [self._grid(rows, [place]) for rows in [*read.before, *flat]]
        for runs in self._runs():
            # Rows that stand together, or else all those without prose between them.
            exact = [*filter(None, map(self._exact, runs))]
            if not exact and len(runs) > 1:
                whole = _Run([*chain.from_iterable(run.rows for run in runs)])
                whole.places = [*chain.from_iterable(run.places for run in runs)]
                exact = [*filter(None, [self._exact(whole)])]
            found += [self._grid(run.rows, run.places) for run in exact]
            for run in () if exact else runs:
                if (rows := len(run.rows)) > 1:
                    number = self.numbers[run.places[0]]
                    size = f"{rows} x {len(run.rows[0])} cells in line {number}"
                    self.reader.near(sum(map(len, run.rows)), size)
        yield from found or [*self._scattered()] or self._drawn()

    def _runs(self) -> Iterator[list[_Run]]:
        """Runs of rows without anything between them; those with empty lines between together."""
        runs: list[_Run] = []
        run = _Run()
        for place, read in enumerate(self.reads):
            if read.rows:
                # A list of lists, say, goes with no row before or behind it.
                is_whole = [*map(len, read.rows)] == self.reader.lengths
                again = read.label is not None and run.label is not None
                is_anew = again and (read.label or 0) <= (run.label or 0)  # they are counted anew
                if run.rows and (is_whole or is_anew):
                    runs.append(run)
                    run = _Run()
                run.rows += read.rows
                run.places += [place] * len(read.rows)
                run.label = read.label
                if is_whole:
                    runs.append(run)
                    run = _Run()
                continue
            is_other = read.is_prose or read.flat is not None
            text = self.texts[place].strip()
            is_gap = is_other or not text.strip("]}),") or is_fence(text)
            if run.rows and is_gap:
                runs.append(run)
                run = _Run()
            rows = sum(len(each.rows) for each in runs[-len(self.reader.lengths) :])
            is_end = text[:1] in _CLOSERS and rows == len(self.reader.lengths)
            if runs and (is_other or is_end):  # the last line is, see `_END`
                yield runs
                runs = []

    def _exact(self, run: _Run) -> _Run | None:
        """A run that is a grid; a heading that counts the columns is left out."""
        lengths = [*map(len, run.rows)]
        if lengths == self.reader.lengths:
            return run
        if lengths[1:] == self.reader.lengths and _counts(run.rows[0]):
            return _Run(run.rows[1:], run.places[1:])
        return None

    def _grid(self, rows: Iterable[Row], places: list[int]) -> _Grid:
        """The grid of some rows, which stand in these lines."""
        first, last = min(places), max(places)
        heading = self._heading(first)
        is_check = "olumn" in heading and _OF_COLUMNS.match(heading) is not None
        is_other = _NO_ANSWER.match(heading) is not None
        symbols = tuple(chain.from_iterable(rows))
        return _Grid(symbols, self.numbers[first], self.numbers[last], last, is_check, is_other)

    def _heading(self, place: int) -> str:
        """The line above a place, if it has no cells."""
        while place > 0:
            place -= 1
            if self.reads[place].rows or self.reads[place].flat is not None:
                break
            if self.texts[place].strip():
                return self.texts[place][-200:]
        return ""

    def _scattered(self) -> Iterator[_Grid]:
        """The last row of every number, where rows with labels stand among prose."""
        by_label = {
            read.label: place
            for place, read in enumerate(self.reads)
            if read.label is not None and len(read.rows) == 1
        }
        start = 0 if 0 in by_label else 1
        labels = range(start, start + len(self.reader.lengths))
        if max(by_label, default=0) not in labels:
            return  # there are more rows
        places = [by_label[label] for label in labels if label in by_label]
        rows = [self.reads[place].rows[0] for place in places]
        if [*map(len, rows)] == self.reader.lengths:
            yield self._grid(rows, places)

    def _drawn(self) -> Iterator[_Grid]:
        """Grids in blocks of code whose blank cells are blanks, also at the ends of lines."""
        fences = [place for place, text in enumerate(self.texts) if is_fence(text)]
        for begin, end in pairwise(fences):
            rows = self.reader.drawn(self.texts[begin + 1 : end])
            if rows is not None:
                yield self._grid(rows, [begin + 1, end - 1])

    def have_cells(self) -> bool:
        """Whether anything could be cells."""
        return any(
            read.rows or read.flat or read.loose or self.reader.strange(text)
            for read, text in zip(self.reads, self.texts, strict=True)
        )

    def end_in_a_grid(self) -> bool:
        """Whether a grid is directly before their end."""
        ends = {grid.end for grid in self.grids() if not grid.is_check}
        last = len(self.texts) - 2  # behind it is `_END`
        while last > 0 and (not self.texts[last].strip() or is_fence(self.texts[last])):
            last -= 1
        return last in ends

    def unread_behind(self, end: int) -> str:
        """Lines of cells behind a place that are nearly a grid, in words; empty if none are."""
        cells: list[str] = []
        first = last = 0
        is_aside = False
        for place in range(end + 1, len(self.reads)):
            read, text = self.reads[place], self.texts[place]
            kinds = {*text} - {*" \t"}
            is_rule = len(kinds) == 1 and not read.rows and not kinds <= {*cells}
            if not kinds or (is_rule and not text.strip(_SEPARATING)):
                continue
            new = [*chain.from_iterable(read.rows), *read.loose]
            new = new or (self.reader.strange(text) if read.is_prose else [])
            if (cells or new) and len(every := self.reader.cells(text)) > len(new):
                is_cells = self.reader.symbols.meanings({*cells, *new, *every}) is not None
                new = every if is_cells else new  # also a row of one or two cells
            if len(re.findall(r"\w", text)) > 2 * len("".join(new)) + _FEW:
                new = []  # a number in a sentence
            aside = _ASIDE.match(text) or _NO_ANSWER.match(text)
            if new and not aside:
                if not is_aside:
                    first, last = (first if cells else place), place
                    cells += new
            elif read.is_prose:
                if len(cells) * 2 > self.reader.size and len(set(cells)) > 1:
                    return (
                        f"{len(cells)} cells in {_place(self.numbers[first], self.numbers[last])}"
                    )
                cells, is_aside = [], aside is not None
        return ""


def _counts(row: Row) -> bool:
    """Whether a row is the numbers 0, 1, 2, … or 1, 2, 3, …"""
    return any([*row] == [str(start + n) for n in range(len(row))] for start in (0, 1))
