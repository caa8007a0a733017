"""Rows of cells in one line of text: single cells with something between them, words, tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

from ...core import Puzzle, counted
from .letters import Letters

_TOKEN = re.compile(
    r"[^\s,;|/\\\"'`“”‘’\[\](){}<>:=→⇒]+|[\[\](){}<>:=→⇒|]|[ ]{2,}|\t"  # cells and words, the rest
)
#: What rules and frames are drawn with.
_RULES = " \t|+=:─━═┼╬├┤┌┐└┘╔╗╚╝┬┴╠╣╦╩╭╮╰╯-"
#: A remark, unless it is rows of tuples.
_REMARK = re.compile(r"\([^()\[\]]*\)")
_LABEL = re.compile(r"(?:row|line|r)?[_#-]?([0-9]{1,3})[.]?", re.IGNORECASE)
_ROW_LABEL = re.compile(r"\A\W*(?:row|line|r)[\s_#-]*[0-9]+\W*", re.IGNORECASE)
_SEPARATORS = " \t,;|/[](){}<>\"'`:"
_NAME = re.compile(r"[^\W\d][^:\[\]{}]{0,30}:")
_BETWEEN = re.compile(f"[{re.escape(_SEPARATORS)}]+")
_NUMBERED = re.compile(r"[\s>*_-]*([0-9]{1,4})[*_]*[.):][*_]*\s+(?=\S)")
#: Words before the number of a row, which are no prose.
_ROW = {"row", "line", "r"}
#: Behind a row they say that it is right.
_CHECKS = {"✓", "✔", "✅", "☑", "❌", "✗", "✘"}
_COLUMN = re.compile(r"\W*(?:col(?:umn)?s?|c)[\s_#-]*[0-9]", re.IGNORECASE)

Row = Sequence[str]
"""The symbols of the cells of a row."""


@dataclass(slots=True)
class Read:
    """What is read in a line."""

    rows: list[Row] = field(default_factory=list)
    flat: Row | None = None
    """All cells of the puzzle."""
    before: list[list[Row]] = field(default_factory=list)
    """Whole grids that stand before the rows."""
    label: int | None = None
    """The number of the row, as the text has it."""
    loose: list[str] = field(default_factory=list)
    """Cells that are no row."""
    is_prose: bool = False
    """There is something else, too."""


class RowReader:
    """Reads lines of text in answers to a puzzle: what has as many cells as a row is one."""

    def __init__(self, puzzle: Puzzle, said: Mapping[str, int]) -> None:
        """``said``: characters that mean blank or filled, see `letters`."""
        board = puzzle.board
        self.symbols = Letters(puzzle.colours, said)
        self.lengths = list(board.lengths(board.axes[0]))
        self.widths = set(self.lengths)
        self.size = board.size
        self.counts = {*self.widths, self.size}
        """How many items lists have that are rows or grids."""
        self.shape = f"{len(self.lengths)} x {self.lengths[0]} cells"
        if len(self.widths) > 1:
            self.shape = f"{counted(self.size, 'cell')} in {counted(len(self.lengths), 'row')}"
        self.nearest = ""
        """In words, what has most nearly as many cells as the puzzle."""
        self._gap = self.size // 2 + 1

    def near(self, cells: int, what: str) -> None:
        """Note what is nearly a grid."""
        gap = abs(self.size - cells)
        if gap < self._gap:
            self._gap, self.nearest = gap, what

    def read(self, text: str, dashes: bool) -> Read:
        """The rows of a line; ``dashes``: a hyphen can be a cell, not only a rule."""
        if not text or text.isspace() or is_fence(text):
            return Read()
        if not text.strip(_RULES) and not (dashes and text.count("-") in self.widths):
            return Read()
        if _COLUMN.match(text):
            return Read(is_prose=True)
        if text.count("|") > 1 and (read := self._table_row(text)) is not None:
            return read
        if not text.lstrip("[ ").startswith("("):
            text = _REMARK.sub("()", text)
        return _Line(self).read(text)

    def strange(self, text: str) -> list[str]:
        """The characters of a line that looks like cells, but of no kind that is known."""
        words = _BETWEEN.split(_ROW_LABEL.sub("", text).strip(_SEPARATORS))
        is_word = len(words) == 1 and len(words[0]) in self.widths and len(set(words[0])) < 4
        if not is_word and (len(words) < 3 or any(len(word) != 1 for word in words)):
            return []
        chars = [*"".join(words)]
        is_cells = all(c in self.symbols or not (c.isdecimal() or c in _CHECKS) for c in chars)
        return chars if is_cells else []

    def cells(self, text: str) -> list[str]:
        """What stands in a line besides names and labels, each a cell if it is one."""
        words = _BETWEEN.split(_NAME.sub("", _ROW_LABEL.sub("", text)))
        return [each for word in words for each in ([word] if word in self.symbols else word)]

    def _table_row(self, text: str) -> Read | None:
        """The cells between bars, of which some may be empty; before them may be a label."""
        parts = text.strip().removeprefix("|").removesuffix("|").split("|")
        if self.widths.isdisjoint(range(len(parts) - 2, len(parts) + 1)):
            return None
        parts = [part.strip(" \t`*_") or part.strip() for part in parts]
        # A number and a clue may stand before the cells, and a clue after them.
        for begin, end in ((0, None), (1, None), (0, -1), (2, None), (1, -1)):
            cells = parts[begin:end]
            if len(cells) not in self.widths or not all(c in self.symbols for c in cells if c):
                continue
            # What stands beside the cells is a label, which is not a cell, and a clue.
            label = parts[0] if begin else ""
            clues = "".join([*parts[1:begin], *(parts[end:] if end else ())])
            if (begin == 2 and not parts[1]) or not all(map(_in_clues, clues.replace(" ", ""))):
                continue
            if label in self.symbols and not label.isdecimal():
                continue
            are_digits = {cell.isdecimal() for cell in cells if cell}
            if len(are_digits) == 1 or (begin and not are_digits):
                number = _LABEL.fullmatch(parts[0]) if begin else None
                rows: list[Row] = [[cell or "_" for cell in cells]]
                return Read(rows, label=int(number[1]) if number else None)
        return None

    def drawn(self, lines: Sequence[str]) -> list[Row] | None:
        """Rows in which blank cells are blanks, which may be missing at their ends; each cell is
        one character, or twice the same, or has a blank after it."""
        symbols = {*"".join(lines)} - {" "}
        if len(lines) != len(self.lengths) or not symbols or not all(map(self._is_cell, symbols)):
            return None
        if 0 in (self.symbols.meanings(symbols) or {}).values():
            return None  # no blank cell is missing
        lines = [line.rstrip() for line in lines]
        pairs = [*zip(lines, self.lengths, strict=True)]
        for step in (1, 2):
            if any(len(line) > step * length for line, length in pairs):
                continue
            full = [line.ljust(step * length) for line, length in pairs]
            between = [each[1::2] for each in full] if step == 2 else []
            rows = [each[::step] for each in full]
            if not between or between == rows or not "".join(between).strip():
                return [row.replace(" ", "_") for row in rows]
        return None

    def _is_cell(self, symbol: str) -> bool:
        return symbol in self.symbols


def is_fence(text: str) -> bool:
    """Whether a line begins or ends a block of code."""
    text = text.strip()
    return text.startswith(("```", "~~~")) and "`" not in text[3:]


def _in_clues(symbol: str) -> bool:
    return symbol.isdecimal() or symbol in "?*,"


class _Line:
    """The rows of one line: what is between them decides which belong together."""

    def __init__(self, reader: RowReader) -> None:
        self.reader = reader
        self.found = Read()
        self.cells: list[str] = []
        """Symbols that follow each other, not yet a row."""
        self.pauses: list[int] = []
        """Where in them bars, tabs or several spaces are."""
        self.is_apart = False
        """What comes next does not belong to the rows so far."""
        self.opened: list[int] = []
        """How many rows were before each bracket that is open."""
        self.is_closed = False
        """A bracket has closed that holds a whole grid."""
        self.is_torn = self.is_behind = False
        """There are cells beside the rows that are none; a few are behind the last row."""

    def read(self, text: str) -> Read:
        before = ""
        if number := _NUMBERED.match(text):
            self.label(number[1])
        for token in _TOKEN.findall(text, number.end() if number else 0):
            if token[0] in " \t|":
                self.pauses.append(len(self.cells))
            elif token in "()[]{}<>:":
                self.end()
                if token in "([{":
                    self.opened.append(len(self.found.rows))
                elif token in ")]}" and self.opened:
                    self.is_closed |= self.opened.pop() == 0 and self.is_whole()
            elif token in "=→⇒":
                self.end()
                self.is_apart = True
            else:
                self.word(token, before)
            if not token.isspace():
                before = token.lower()
        self.end()
        if not self.is_whole() and 2 * sum(map(len, self.found.rows)) > self.reader.size:
            self.found.before.clear()  # the last grid is cut off
        if self.is_torn and self.found.rows:
            self.found.loose += chain.from_iterable(self.found.rows)
            self.found.rows, self.found.is_prose = [], True
        return self.found

    def word(self, token: str, before: str) -> None:
        reader = self.reader
        if before.strip("*_#-•") in _ROW and token.strip("*.").isdecimal():
            self.label(token.strip("*."))
            return
        halved = token[::2]  # two characters a cell
        if token[1::2] != halved or len(token) in reader.counts or len(halved) not in reader.widths:
            halved = token
        for each in (token, token.strip("*"), halved, token.strip("*_.!?")):
            if len(each) == 1 or each.lower() not in ("", "row", "line"):
                if each in reader.symbols:
                    self.cells.append(each)
                    return
                is_long = len(each) > 1 and len(each) in reader.counts
                if is_long and all(char in reader.symbols for char in each):
                    self.end()
                    self.row(each)
                    return
        label = _LABEL.fullmatch(token.strip("*_•>"))
        self.end()
        if token.lower().strip("*_#-•>") in _ROW:
            return
        if len(token) > 2 and all(char in reader.symbols for char in token):
            self.found.loose += token
            self.is_torn = True
            reader.near(len(token), f"a word of {len(token)} cells")
        elif label is not None:
            self.label(label[1])
            return
        self.found.is_prose = self.is_apart = True

    def label(self, digits: str) -> None:
        if not self.found.rows and digits.isdecimal():
            self.found.label = int(digits[:9])

    def is_whole(self) -> bool:
        """Whether the rows are a grid of several."""
        rows = self.found.rows
        return len(rows) > 1 and [*map(len, rows)] == self.reader.lengths

    def row(self, cells: Row) -> None:
        if (self.is_apart or self.is_closed) and self.is_whole() and not self.is_torn:
            self.found.before.append(self.found.rows)
            self.found.rows = []
        elif self.is_apart:
            self.found.loose += chain.from_iterable(self.found.rows)
            self.found.rows.clear()
        self.is_closed = False
        if self.is_apart:
            self.is_apart = self.is_torn = self.is_behind = False
        self.is_torn |= self.is_behind
        if len(cells) in self.reader.widths:
            self.found.rows.append(cells)
        else:
            self.found.before += [[self.found.flat]] if self.found.flat else []
            self.found.flat = cells

    def end(self) -> None:
        """End a sequence of single symbols."""
        cells, pauses = self.cells, self.pauses
        self.cells, self.pauses = [], []
        if not cells:
            return
        widths = self.reader.widths
        if len(cells) in widths or len(cells) == self.reader.size:
            self.row(cells)
            return
        inner = self.without_ends(cells)
        cuts = [0, *pauses, len(cells)]
        parts = [cells[a:b] for a, b in pairwise(cuts) if b - a in widths]
        for part in [inner] if inner else parts:
            self.row(part)
        if inner or parts:
            return
        self.is_behind |= bool(self.found.rows)
        if len(cells) > 2:
            self.found.is_prose = self.is_apart = self.is_torn = True
            self.found.loose += cells
            self.reader.near(len(cells), f"a line of {len(cells)} cells")

    def without_ends(self, cells: list[str]) -> list[str] | None:
        """The cells of a row without a check behind it, or a bullet, a number or a clue before."""
        if len(cells) - 1 in self.reader.widths:
            if cells[-1] in _CHECKS:
                return cells[:-1]
            if cells[0].isdecimal() or cells[0] in "*-":
                self.label(cells[0])
                return cells[1:]
        for width in self.reader.widths:
            clue, row = cells[:-width], cells[-width:]
            if clue and all(map(_in_clues, clue)) and not any(map(_in_clues, row)):
                return row
        return None
