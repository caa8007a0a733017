"""English for cells, blocks and colours.

>>> from nonocsp import Puzzle
>>> english = Phrasing(Puzzle([[2, 1, 2]], [[1], [1], [], [1], [], [1], [1]]))
>>> english.block(Line("row", 0), 2), english.along(Line("row", 0), [0, 1, 2, 5])
('the second 2', 'columns 1-3 and 6')
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from string import Formatter
from typing import TypeVar

from ...core import Axis, Block, Clue, Line, Puzzle
from ...core.kernel.known_line import Words
from .facts import Conclusion, Fact, Start

_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    "tenth",
)

#: The sentences of techniques that look at one line, by key; the library for JavaScript reads them
#: too. `Phrasing.phrase` fills their placeholders in.
PHRASES: dict[str, str] = json.loads(
    files("nonocsp.people.explanation").joinpath("phrases.json").read_text(encoding="utf-8")
)

#: The names of the placeholders of each.
_PLACEHOLDERS = {
    key: [name for _, name, _, _ in Formatter().parse(text) if name]
    for key, text in PHRASES.items()
}

#: Progressions of at least this many numbers are shown by their ends.
_LONG_PROGRESSION = 5


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words with commas, the last two joined by a word.

    >>> listed(["1", "2", "3"])
    '1, 2 and 3'
    """
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def ordinal(number: int) -> str:
    """The ordinal of a number from 1.

    >>> ordinal(2), ordinal(21), ordinal(112)
    ('second', '21st', '112th')
    """
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    teen = number // 10 % 10 == 1
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def numbers(indices: Iterable[int]) -> str:
    """Indices from 0 as numbers from 1, neighbours as spans.

    >>> numbers([0, 1, 2, 4])
    '1-3 and 5'
    """
    return _numbers(tuple(sorted(indices)))


@lru_cache(maxsize=1 << 12)
def _numbers(indices: tuple[int, ...]) -> str:
    spans = []
    for _, group in groupby(enumerate(indices), lambda pair: pair[1] - pair[0]):
        span = [index for _, index in group]
        spans.append(f"{span[0] + 1}" if len(span) == 1 else f"{span[0] + 1}-{span[-1] + 1}")
    return listed(spans)


def progressions(indices: Iterable[int]) -> str:
    """Indices from 0 as numbers from 1: neighbours as spans, and long progressions by their ends.

    >>> progressions([0, 1, 2, 4]), progressions(range(1, 12, 2))
    ('1-3 and 5', '2, 4, …, 12')
    """
    waiting, parts = sorted(set(indices)), []
    while waiting:
        first, *others = waiting
        step = others[0] - first if others else 0
        length = next(
            (n for n, index in enumerate(waiting) if index != first + n * step), len(waiting)
        )
        if step > 1 and length < _LONG_PROGRESSION:
            length = 1
        shown = [str(index + 1) for index in waiting[:length]]
        if length > 1:
            shown = ["-".join((shown[0], shown[-1]))] if step == 1 else [*shown[:2], "…", shown[-1]]
        parts += [", ".join(shown)]
        waiting = waiting[length:]
    return listed(parts)


class Phrasing:
    """The words for the lines, cells, blocks and colours of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.names = [colour.name for colour in puzzle.colours]
        self._states_of: dict[tuple[int, ...], str] = {}
        """What a cell with one of some colours is."""

    def along(self, line: Line, indices: Iterable[int]) -> str:
        """Some cells of a line: ``"columns 3-6"``, or ``"cells 3-6"`` on other boards."""
        indices = tuple(sorted(indices))
        across = {"row": "column", "column": "row"}.get(line.axis, "cell")
        return f"{across}{'s' * (len(indices) > 1)} {_numbers(indices)}"

    def phrase(
        self,
        line: Line,
        key: str,
        *,
        block: int = -1,
        cells: Sequence[int] = (),
        others: Sequence[int] = (),
        **values: object,
    ) -> str:
        """A sentence of `PHRASES` about a line.

        Args:
            block: a number in the clue, for ``{block}`` and ``{size}``.
            cells, others: indices along the line; ``{are}`` agrees with the first ones.
            values: other placeholders.

        >>> puzzle = Puzzle([[2, 1, 2]], [[1], [1], [], [1], [], [1], [1]])
        >>> Phrasing(puzzle).phrase(Line("row", 0), "finished block", block=1, cells=[3])
        'column 4 is the whole of the 1'
        """
        for name in _PLACEHOLDERS[key]:
            match name:
                case "block":
                    values[name] = self.block(line, block)
                case "size":
                    values[name] = self.size((self.puzzle.clue(line) or ())[block])
                case "clue":
                    values[name] = self.clue(line)
                case "cells":
                    values[name] = self.along(line, cells)
                case "others":
                    values[name] = self.along(line, others)
                case "are":
                    values[name] = "is" if len(cells) == 1 else "are"
        return PHRASES[key].format(**values)

    def direction(self, axis: Axis) -> str:
        """All lines of a direction: ``"the rows"``, or ``"the lines of direction A"``."""
        return f"the {axis}s" if axis in ("row", "column") else f"the lines of direction {axis}"

    def counting(self, lines: Iterable[Line]) -> str:
        """How lines of these directions and their cells are counted; empty for rows and columns.

        >>> from nonocsp import Hexagon
        >>> Phrasing(Puzzle.on(Hexagon(1, 1, 1, 1, 1, 1), [[1]] * 3)).counting([Line("B", 0)])
        'Lines of direction B are counted from the left, their cells from the top.'
        """
        board = self.puzzle.board
        texts = [*filter(None, map(board.counting, sorted({line.axis for line in lines})))]
        if texts and board.noun == "triangle":
            texts.append("Every triangle is a cell.")
        return " ".join(texts)

    def cell(self, row: int, column: int) -> str:
        """A cell of the grid: ``"row 3, column 1"``, or ``"direction A, line 3, cell 1"``."""
        line = self.puzzle.lines[row]
        return f"{line}, {self.along(line, [column])}"

    def colour(self, colours: Sequence[int]) -> str:
        """What a cell with one of these colours is: ``"red or blue"``, ``"not blank"``."""
        if not colours:
            return "without any colour"
        others = [c for c in range(len(self.names)) if c not in colours]
        if len(colours) > 1 and len(others) < len(colours):
            return f"not {listed([self.names[c] for c in others], 'or')}"
        return listed([self.names[c] for c in colours], "or")

    def _state(self, colours: tuple[int, ...]) -> str:
        """As `colour`, for many cells."""
        state = self._states_of.get(colours)
        if state is None:
            state = self._states_of[colours] = self.colour(colours)
        return state

    def size(self, block: Block) -> str:
        """A block by itself: ``"3"``, ``"red 3"``, ``"block of unknown length"``, ``"*"``."""
        if block.is_star:
            return "*"
        colour = "" if self.puzzle.has_one_colour else f"{self.names[block.colour]} "
        return f"{colour}{'block of unknown length' if block.length is None else block.length}"

    def block(self, line: Line, number: int) -> str:
        """One block of a line: ``"the 8"``, ``"the second red 3"``."""
        clue = self.puzzle.clue(line) or ()
        block = clue[number]
        if clue.count(block) == 1:
            return f"the {self.size(block)}"
        return f"the {ordinal(clue[: number + 1].count(block))} {self.size(block)}"

    def start(self, start: Start, *, is_inside: bool = True) -> str:
        """Where a block begins: ``"the second 3 begins in column 6 at the latest"``; with its line
        if that is not named before."""
        line, latest = start.line, self.latest(start)
        where = self.along(line, range(start.first, start.last + 1))
        if start.first == 0 and start.last < latest:
            where = f"{self.along(line, [start.last])} at the latest"
        elif start.first > 0 and start.last == latest:
            where = f"{self.along(line, [start.first])} at the earliest"
        of_line = "" if is_inside else f" of {line}"
        return f"{self.block(line, start.block)}{of_line} begins in {where}"

    def latest(self, start: Start) -> int:
        """The last cell in which a block may begin so that it ends in its line."""
        length = (self.puzzle.clue(start.line) or ())[start.block].length or 1
        return self.puzzle.length(start.line) - length

    def clue(self, line: Line) -> str:
        """The clue of a line, see `blocks`."""
        return self.blocks(self.puzzle.clue(line))

    def blocks(self, clue: Clue | None) -> str:
        """A clue: ``"3 1"``, ``"red 3, ?"``."""
        if clue is None:
            return "unknown"
        if self.puzzle.has_one_colour:
            return " ".join(map(str, clue)) or "blank"
        words = ("*" if b.is_star else f"{self.names[b.colour]} {b}" for b in clue)
        return ", ".join(words) or "blank"

    def known(self, line: Line, because: Iterable[Fact]) -> str:
        """Facts of a line: ``"column 3 is black and columns 5-6 are blank"``."""
        return self._states(line, ((self._state(fact.colours), fact) for fact in because))

    def follows(self, line: Line, cells: Iterable[Conclusion]) -> str:
        """Conclusions in a line: ``"column 3 is black and columns 5-6 are blank"``."""
        return self._states(line, ((self.after(cell), cell) for cell in cells))

    def after(self, cell: Conclusion) -> str:
        """What a cell is by a conclusion, whatever was known of it."""
        return self._state(self.allowed(cell))

    def allowed(self, cell: Conclusion) -> tuple[int, ...]:
        """The colours that a conclusion does not exclude."""
        return tuple(c for c in range(len(self.names)) if c not in cell.excluded)

    def _states(self, line: Line, states: Iterable[tuple[str, Fact | Conclusion]]) -> str:
        cells, number = self.puzzle.cells(line), self.puzzle.board.number
        indices: dict[str, list[int]] = {}
        for state, cell in states:
            indices.setdefault(state, []).append(cells.index(number(cell.row, cell.column)))
        return listed(
            [
                f"{self.along(line, some)} {'is' if len(some) == 1 else 'are'} {state}"
                for state, some in indices.items()
            ]
        )

    def anywhere(self, cells: Iterable[tuple[int, int, Sequence[int]]]) -> str:
        """Cells of the grid with their colours, row by row."""
        return "; ".join(self.places(cells))

    def places(self, cells: Iterable[tuple[int, int, Sequence[int]]]) -> list[str]:
        """The same, as a list with those of a row and colour together."""
        parts = []
        for (row, state), places in _grouped(
            ((row, self.colour(left)), column) for row, column, left in cells
        ):
            line = self.puzzle.lines[row]
            are = "are" if len(places) > 1 else "is"
            parts.append(f"{line}, {self.along(line, places)} {are} {state}")
        return parts

    def region(self, cells: Iterable[Conclusion]) -> str:
        """Conclusions in a few rectangles: ``"rows 2 and 4 are blank in columns 1-5"``; on other
        boards in lines."""
        if not self.puzzle.board.table:
            return self.anywhere((cell.row, cell.column, self.allowed(cell)) for cell in cells)
        found = []
        for state, group in _grouped((self.after(cell), cell) for cell in cells):
            places = [(cell.row, cell.column) for cell in group]
            by_row = _rectangles(places)
            by_column = _rectangles([(column, row) for row, column in places])
            is_by_row = len(by_row) <= len(by_column)
            along, across = ("row", "column") if is_by_row else ("column", "row")
            for some, others in by_row if is_by_row else by_column:
                if len(some) == len(others) == 1:
                    found.append(f"{along} {some[0] + 1}, {across} {others[0] + 1} is {state}")
                    continue
                lines = f"{along}{'s' * (len(some) > 1)} {progressions(some)}"
                where = f"{across}{'s' * (len(others) > 1)} {progressions(others)}"
                found.append(f"{lines} {'are' if len(some) > 1 else 'is'} {state} in {where}")
        return listed(found) if len(found) < 3 else "; ".join(found)

    def lines(self, lines: Iterable[Line]) -> str:
        """Lines by name: ``"rows 2 and 5 and column 3"``."""
        parts = []
        for axis, indices in _grouped((line.axis, line.index) for line in lines):
            indices = sorted(set(indices))
            noun = Line(axis, 0).noun
            of = f" of direction {axis}" if noun == "line" else ""
            parts.append(f"{noun}{'s' * (len(indices) > 1)} {progressions(indices)}{of}")
        return listed(parts)


Key = TypeVar("Key")
Value = TypeVar("Value")


def _rectangles(places: Iterable[tuple[int, int]]) -> list[tuple[list[int], list[int]]]:
    """Places as a few rectangles: first numbers that have the same second numbers."""
    same = _grouped((tuple(others), one) for one, others in _grouped(sorted(places)))
    return [(some, list(others)) for others, some in same]


def _grouped(pairs: Iterable[tuple[Key, Value]]) -> list[tuple[Key, list[Value]]]:
    """Values by key, keys in the order of their first value."""
    groups: dict[Key, list[Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return list(groups.items())


def sentence(text: str) -> str:
    """The text with a capital letter.

    >>> sentence("row 3 is blank.")
    'Row 3 is blank.'
    """
    return text[:1].upper() + text[1:]


def since(known: str) -> str:
    """What a sentence begins with where it follows from this; empty if it needs nothing.

    >>> since("column 3 is black")
    'since column 3 is black, '
    """
    return PHRASES["since"].format(known=known) if known else ""


def joined(
    phrasing: Phrasing, line: Line, words: Sequence[Words], because: Iterable[Fact], follows: str
) -> str:
    """The phrases of the kernel about a line in one text, given the reasons and what follows."""
    names_reasons = any("known" in _PLACEHOLDERS[each.key] for each in words)
    known = phrasing.known(line, because) if names_reasons else ""
    phrases = (
        phrasing.phrase(
            line,
            each.key,
            block=each.block,
            cells=each.cells,
            others=each.others,
            known=known,
            follows=follows,
            count=each.count,
            most=each.most,
        )
        for each in words
    )
    return "".join(phrases)


def inferred(phrasing: Phrasing, line: Line, known: str, follows: str) -> str:
    """The sentence for what follows from some of what is known of a line; without anything that
    follows, that it has no placement."""
    if follows:
        text = since(known) + follows
    elif known and phrasing.puzzle.clue(line) == ():
        text = phrasing.phrase(line, "contradiction, blank", known=known)
    elif known:
        text = since(known) + phrasing.phrase(line, "contradiction, known")
    else:
        text = f"{phrasing.clue(line)} does not fit"
    return sentence(f"{line}: {text}.")
