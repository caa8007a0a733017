"""English for cells, blocks and colours.

>>> from nonocsp import Puzzle
>>> english = Phrasing(Puzzle([[2, 1, 2]], [[1], [1], [], [1], [], [1], [1]]))
>>> english.block(Line("row", 0), 2), english.along(Line("row", 0), [0, 1, 2, 5])
('the second 2', 'columns 1-3 and 6')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from ..model.clue import Block, Clue
from ..model.line import Line
from ..model.puzzle import Puzzle
from .steps import Conclusion, Fact

_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    "tenth",
)


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
    spans = []
    for _, group in groupby(enumerate(sorted(indices)), lambda pair: pair[1] - pair[0]):
        span = [index for _, index in group]
        spans.append(f"{span[0] + 1}" if len(span) == 1 else f"{span[0] + 1}-{span[-1] + 1}")
    return listed(spans)


class Phrasing:
    """The words for the lines, cells, blocks and colours of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.names = [colour.name for colour in puzzle.colours]

    def along(self, line: Line, indices: Iterable[int]) -> str:
        """Some cells of a line: ``"columns 3-6"``."""
        indices = sorted(indices)
        across = "column" if line.is_row else "row"
        return f"{across}{'s' * (len(indices) > 1)} {numbers(indices)}"

    def cell(self, row: int, column: int) -> str:
        """A cell of the grid: ``"row 3, column 1"``."""
        return f"row {row + 1}, column {column + 1}"

    def colour(self, colours: Sequence[int]) -> str:
        """What a cell with one of these colours is: ``"red or blue"``, ``"not blank"``."""
        if not colours:
            return "without any colour"
        others = [c for c in range(len(self.names)) if c not in colours]
        if len(colours) > 1 and len(others) < len(colours):
            return f"not {listed([self.names[c] for c in others], 'or')}"
        return listed([self.names[c] for c in colours], "or")

    def without(self, excluded: Sequence[int]) -> str:
        """What a cell without these colours is: the one colour left, or ``"not red"``."""
        left = [c for c in range(len(self.names)) if c not in excluded]
        if len(left) == 1:
            return self.names[left[0]]
        return f"not {listed([self.names[c] for c in excluded], 'or')}"

    def size(self, block: Block) -> str:
        """A block by itself: ``"3"``, ``"red 3"``, ``"block of unknown length"``."""
        colour = "" if self.puzzle.has_one_colour else f"{self.names[block.colour]} "
        return f"{colour}{'block of unknown length' if block.length is None else block.length}"

    def block(self, line: Line, number: int) -> str:
        """One block of a line: ``"the 8"``, ``"the second red 3"``."""
        clue = self.puzzle.clue(line) or ()
        block = clue[number]
        if clue.count(block) == 1:
            return f"the {self.size(block)}"
        return f"the {ordinal(clue[: number + 1].count(block))} {self.size(block)}"

    def clue(self, line: Line) -> str:
        """The clue of a line, see `blocks`."""
        return self.blocks(self.puzzle.clue(line))

    def blocks(self, clue: Clue | None) -> str:
        """A clue: ``"3 1"``, ``"red 3, ?"``."""
        if clue is None:
            return "unknown"
        if self.puzzle.has_one_colour:
            return " ".join(map(str, clue)) or "empty"
        return ", ".join(f"{self.names[b.colour]} {b}" for b in clue) or "empty"

    def known(self, line: Line, because: Iterable[Fact]) -> str:
        """Facts of a line: ``"column 3 is black and columns 5-6 are blank"``."""
        return self._states(line, ((self.colour(fact.colours), fact) for fact in because))

    def follows(self, line: Line, cells: Iterable[Conclusion]) -> str:
        """Conclusions in a line: ``"column 3 is black and columns 5-6 are blank"``."""
        return self._states(line, ((self.after(cell), cell) for cell in cells))

    def after(self, cell: Conclusion) -> str:
        """The colour that a conclusion leaves, or the colours that it excludes."""
        return self.names[cell.left[0]] if len(cell.left) == 1 else self.without(cell.excluded)

    def _states(self, line: Line, states: Iterable[tuple[str, Fact | Conclusion]]) -> str:
        places = ((state, cell.column if line.is_row else cell.row) for state, cell in states)
        return listed(
            [
                f"{self.along(line, indices)} {'is' if len(indices) == 1 else 'are'} {state}"
                for state, indices in _grouped(places)
            ]
        )

    def anywhere(self, cells: Iterable[tuple[int, int, Sequence[int]]]) -> str:
        """Cells of the grid with their colours, row by row."""
        parts = []
        for state, places in _grouped(
            ((f"row {row + 1}", self.colour(left)), column) for row, column, left in cells
        ):
            plural = len(places) > 1
            where = f"{state[0]}, column{'s' * plural} {numbers(places)}"
            parts.append(f"{where} {'are' if plural else 'is'} {state[1]}")
        return "; ".join(parts)

    def lines(self, lines: Iterable[Line]) -> str:
        """Lines by name: ``"rows 2 and 5 and column 3"``."""
        parts = []
        for axis, indices in _grouped((line.axis, line.index) for line in lines):
            indices = sorted(set(indices))
            parts.append(f"{axis}{'s' * (len(indices) > 1)} {numbers(indices)}")
        return listed(parts)


Key = TypeVar("Key")


def _grouped(pairs: Iterable[tuple[Key, int]]) -> list[tuple[Key, list[int]]]:
    """Values by key, keys in the order of their first value."""
    groups: dict[Key, list[int]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return list(groups.items())


def sentence(text: str) -> str:
    """The text with a capital letter.

    >>> sentence("row 3 is blank.")
    'Row 3 is blank.'
    """
    return text[:1].upper() + text[1:]
