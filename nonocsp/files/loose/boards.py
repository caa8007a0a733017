"""A puzzle as it lies on paper: the clues above and left of a board, or right and below.

          1
          1 2 1 1
    2 1   . . . .
      2   . . . .
      1   . . . .

Between the cells of a line stand blanks, tabs, bars, commas or semicolons; where they are blanks,
what stands below each other is a column. The board itself may be dots, boxes or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, islice, pairwise

from ...core import counted
from ..formats.text_lines import Lines
from .clues import Side
from .finding import Sides

#: Corners of clues that are tried where no cell is drawn.
_CORNERS = 8
#: Different signs in the cells of a board.
_KINDS = 5

#: Cells of tables that are looked at.
_MOST = 1 << 20
_WORD = re.compile(r"[0-9?]+|\S")
_CLUE = re.compile(r"[0-9]{1,5}(?:[\s,]+[0-9]{1,5})*")
#: What stands in a cell of a board.
_CELL = re.compile(r"[^\w\s{}()\[\]=:;<>\"'\\/]{0,2}|[_xXoO]{1,2}")
_FRAME = re.compile(r"[│┃║|─━═┼╬├┤┌┐└┘╔╗╚╝┬┴╠╣╦╩╭╮╰╯╪╫╞╡╤╧]")
_RULE = re.compile(r"[-+|:=\s─━═┼╬├┤┌┐└┘╔╗╚╝┬┴╠╣╦╩]*")
_BAR = re.compile(r"[│┃║|]")
_ORIENTATIONS = ((False, False), (True, True), (True, False), (False, True))

#: A table: the cells of each line, and its number.
_Table = list[tuple[int, list[str]]]


def boards_in(lines: Lines) -> Iterator[Sides]:
    """The clues around each board that the lines may be."""
    # A line of tabs is one of empty cells.
    for is_text, group in groupby(lines, lambda pair: bool(pair[1].strip(" "))):
        for table in _tables([*group]) if is_text else ():
            yield from _sides(table)
    for sign in "|\t":
        several = [line.count(sign) > 1 for _, line in lines]
        for has_sign, part in groupby(zip(several, lines, strict=True), lambda pair: pair[0]):
            for table in _tables([line for _, line in part], sign) if has_sign else ():
                yield from _sides(table)


def _tables(lines: Lines, signs: str = "\t|,;") -> Iterator[_Table]:
    """The lines as a table, by each thing that may stand between cells."""
    if len(lines) < 2 or sum(len(line) for _, line in lines) > _MOST:
        return
    bare = [(n, line) for n, line in lines if not _RULE.fullmatch(line) or not line.strip("| ")]
    if any("|_" in line for _, line in bare):  # lines above boxes
        bare = [(n, line) for n, line in bare if line.strip(" _")]
    if len(bare) < 2:
        return
    for sign in signs:
        if all(sign in line for _, line in bare):
            is_framed = (
                all(line.strip()[0] == line.strip()[-1] == "|" for _, line in bare) and sign == "|"
            )
            inner = [(n, line.strip()[1:-1] if is_framed else line) for n, line in bare]
            cells = [(n, [c.strip(" \"'*`") for c in line.split(sign)]) for n, line in inner]
            width = max(len(row) for _, row in cells)
            if width * len(cells) > _MOST:
                continue
            yield [(n, row + [""] * (width - len(row))) for n, row in cells]
    words = [(n, line.split()) for n, line in bare]
    if len({len(row) for _, row in words}) == 1:
        yield words
    yield _below_each_other(bare)


def _below_each_other(lines: Lines) -> _Table:
    """A table of which the words of a column overlap in their places, or stand between bars."""
    plain = [(n, _FRAME.sub(" ", line)) for n, line in lines]
    covered = bytearray(max((len(line) for _, line in lines), default=0) + 1)
    found = [(n, [*_WORD.finditer(line)]) for n, line in plain]
    bars = [
        [
            (a.start(), b.start())
            for a, b in pairwise(_BAR.finditer(line))
            if b.start() > a.start() + 1 and " " not in line[a.end() : b.start()].strip()
        ]
        for _, line in lines
    ]
    is_framed = any(bars)
    for each in bars:
        for begin, end in each:
            covered[begin + 1 : end] = b"\1" * (end - begin - 1)
    for _, words in found:
        for word in words:
            covered[word.start() : word.end()] = b"\1" * len(word[0])
    # Where a place is covered and the one before it is not, a column begins; cells of one character
    # may touch each other.
    begins = [here and not before for here, before in zip(covered, b"\0" + covered, strict=False)]
    for _, words in found if not is_framed else ():
        for before, word in pairwise(words):
            if before.end() == word.start() and not before[0].isdigit() and not word[0].isdigit():
                begins[word.start()] = True
    column = [*accumulate(begins)]
    table: _Table = []
    if column[-1] * len(lines) > _MOST:
        return table
    for (n, words), each in zip(found, bars, strict=True):
        cells = [""] * (column[-1] if column else 0)
        for begin, _ in each:
            cells[column[begin + 1] - 1] = "·"
        for word in words:
            place = column[word.start()] - 1
            is_more = cells[place] and (word[0].isdigit() or cells[place][-1].isdigit())
            cells[place] = f"{cells[place].strip('·')}{' ' * bool(is_more)}{word[0]}".strip()
        table.append((n, cells))
    return table


def _sides(table: _Table) -> Iterator[Sides]:
    """The clues around the board of a table, for each corner in which they may lie."""
    if len(table) < 2 or len(table[0][1]) < 2 or len(table) * len(table[0][1]) > _MOST:
        return
    others = {cell for _, row in table for cell in row if not _CLUE.fullmatch(cell)}
    if len(others) > _KINDS or not all(map(_CELL.fullmatch, others)):
        return
    every: list[Sides] = []
    for is_below, is_right in _ORIENTATIONS:
        turned = [(n, row[::-1] if is_right else row) for n, row in table]
        turned = turned[::-1] if is_below else turned
        every += _above_and_left(turned, is_below, is_right)
    # Where nothing is drawn, numbers in a corner of another size would make a smaller board.
    sizes = [len(sides.rows.clues) * len(sides.columns.clues) for sides in every]
    for sides, size in zip(every, sizes, strict=True):
        yield sides if size == max(sizes) else sides._replace(cost=1)


def _above_and_left(table: _Table, is_below: bool, is_right: bool) -> Iterator[Sides]:
    if not any(re.search("[1-9]", cell) for _, row in table for cell in row):
        return
    for h, w in _corners([row for _, row in table]):
        rows = [(n, _joined(row[:w], is_right)) for n, row in table[h:]]
        columns = [
            (table[0][0], _joined([row[place] for _, row in table[:h]], is_below))
            for place in range(w, len(table[0][1]))
        ]
        rows, columns = rows[::-1] if is_below else rows, columns[::-1] if is_right else columns
        where = f"{'below' if is_below else 'above'} and {'right' if is_right else 'left'} of it"
        size = f"{counted(len(rows), 'row')} and {counted(len(columns), 'column')}"
        yield Sides(Side(rows, False), Side(columns, False), f"a board of {size}, clues {where}")


def _corners(rows: list[list[str]]) -> Iterator[tuple[int, int]]:
    """How many lines and columns of a table are above and left of the board."""
    height, width = len(rows), len(rows[0])
    cells = [(y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if _is_cell(cell)]
    if cells:  # the board is where its cells are
        h, w = min(y for y, _ in cells), min(x for _, x in cells)
        is_whole = len(cells) == (height - h) * (width - w)
        numbers = any(_CLUE.fullmatch(cell) for row in rows[h:] for cell in row[w:])
        if h and w and (is_whole or not numbers):
            yield h, w
        return
    last = [max((x for x, cell in enumerate(row) if cell), default=-1) for row in rows]
    first = [min((x for x, cell in enumerate(row) if cell), default=width) for row in rows]
    # Below the first h lines numbers stand in the first w columns alone, and in those h lines not.
    lasts = [*accumulate(reversed(last), max)][::-1]
    firsts = [*accumulate(first, min)]
    corners = ((h, lasts[h] + 1) for h in range(1, height))
    fitting = ((h, w) for h, w in corners if 1 <= w < width and firsts[h - 1] >= w)
    yield from islice(fitting, _CORNERS)


def _is_cell(cell: str) -> bool:
    return cell != "" and not cell[0].isdigit()


def _joined(cells: Sequence[str], is_turned: bool) -> str:
    words = [cell for cell in (cells[::-1] if is_turned else cells) if _CLUE.fullmatch(cell)]
    return " ".join(word for word in words if word.strip("0 ")) or "0"
