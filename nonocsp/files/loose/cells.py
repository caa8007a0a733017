"""The cells of drawn rows, without what stands between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

from ...core import STANDARD, cell_symbols
from ..formats.clues import MAX_CELLS, check_area
from ..formats.css_colours import rgb_of
from ..formats.text_lines import fault

Row: TypeAlias = tuple[int, str | list[str]]
"""The number of a line, and a row as it is drawn or the texts of its cells."""

_Reading: TypeAlias = tuple[list[Sequence[str]], tuple[str, ...]]
"""The symbols of rows, and what their reading assumes."""

look = cell_symbols.look

_INVISIBLE = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u20e3\u200b\u200c\u200d\u2060\ufeff"))

_BOXES = re.compile(r"\s*(?:\[[^\[\]]?\]\s*)+\Z")
_BOX = re.compile(r"\[([^\[\]]?)\]")

_OPEN = "a space may be a blank cell or stand between two; write blank cells as '.'"

EMPTY = ""
"""The symbol of a cell in which nothing is written: a blank one."""


class Cells(NamedTuple):
    """The symbols of a picture, row by row; a row of single characters may be a text."""

    rows: Sequence[Sequence[str]]
    lines: Sequence[Row]
    warnings: tuple[str, ...] = ()

    def fits(self, shape: tuple[int, int] | None) -> bool:
        return shape == (len(self.rows), len(self.rows[0])) and len({*map(len, self.rows)}) == 1


def split(rows: Sequence[Row], shape: tuple[int, int] | None) -> Cells:
    """The symbols of rows, without what stands between them."""
    if not 1 <= len(rows) <= MAX_CELLS:
        at = rows[MAX_CELLS][0] if rows else None
        raise fault(f"expected 1 to {MAX_CELLS} rows of cells, not {len(rows)}", at)
    texts = [text for _, text in rows if isinstance(text, str)]
    lists = [text for _, text in rows if not isinstance(text, str)]
    if texts and lists:
        odd = next(number for number, text in rows if isinstance(text, str))
        raise fault("expected a list of cells, as the other rows are", odd)
    if lists and all(len(row) == 1 < len(row[0]) and not look(row[0]) for row in lists):
        texts = [text for (text,) in lists]
    if texts:
        texts = [text.translate(_INVISIBLE) for text in texts]
        least = shape[1] if shape and shape[0] == len(rows) else 0
        found = [Cells(cells, rows, said) for cells, said in _readings(texts, rows[0][0], least)]
    else:
        found = [Cells([[*map(_symbol, row)] for row in lists], rows)]
    if fitting := next((each for each in found if each.fits(shape)), None):
        return fitting._replace(warnings=())
    drawn = found[0]
    if not drawn.rows[0]:
        raise fault("expected a row of cells", rows[0][0])
    if shape and len(rows) == 1 and len(drawn.rows[0]) == shape[0] * shape[1]:
        (row,), width = drawn.rows, shape[1]
        cut = [row[at : at + width] for at in range(0, len(row), width)]
        return Cells(cut, [*rows] * len(cut))
    if _OPEN in drawn.warnings:
        raise fault(_OPEN, rows[0][0], texts[0])
    return drawn


def _readings(texts: list[str], line: int, least: int) -> list[_Reading]:
    """The ways to take rows of text apart, the likeliest first, with what each assumes.

    Args:
        least: cells of a row whose last ones may be spaces that are lost.
    """
    if all(map(_BOXES.match, texts)):
        return [([[_symbol(cell) for cell in _BOX.findall(text)] for text in texts], ())]
    for mark in ",;\t|":
        if all(mark in text for text in texts):
            cells = _between(texts, mark)
            if all(len(row) == 1 for row in cells):  # something stands around the rows
                return _readings([row[0] for row in cells], line, least)
            return [([[*map(_symbol, row)] for row in cells], ())]
    if not any(" " in text or "\t" in text for text in texts):
        return _twice([*texts])
    words = [text.split() for text in texts]
    most = max(map(len, words))
    each = {word for row in words for word in row}
    chars = {*"".join(each)}
    is_single = all(len(word) == 1 for word in each)
    is_even = len({*map(len, words)}) == 1 < most
    drawn: list[Sequence[str]] = []
    if not any("\t" in text for text in texts) and all(map(_is_ink, chars)):
        width = max(least, max(len(text.rstrip()) for text in texts))
        check_area(len(texts), width, line)
        drawn = [[*map(str.strip, text.rstrip().ljust(width))] for text in texts]
    if drawn and is_single and is_even and len(chars) == 1:
        return [([*words], (_OPEN,)), (drawn, (_OPEN,))]
    if is_even and (is_single or (len(chars) > 1 and all(map(_is_word, each)))):
        return [([[*map(_symbol, row)] for row in words], ())]
    if drawn:
        is_said = is_single and most > 1 and len(chars) > 1
        said = ("spaces are read as blank cells",) if is_said else ()
        return [(cells, said + more) for cells, more in _twice(drawn)]
    return [([*words], ())] if is_single and most > 1 else _twice([text.strip() for text in texts])


def _is_ink(char: str) -> bool:
    """Whether a blank cell beside it may be a space."""
    return not char.isdecimal() and look(char) not in (None, "blank", "nought", "unknown")


def _is_word(text: str) -> bool:
    """Whether a word between blanks is one cell."""
    if len(text) == 1 or text.isdecimal() or (len(text) == 2 and text[0] == text[1]):
        return True
    known = look(text) is not None or text.lower() in {*STANDARD, *cell_symbols.PAIRED}
    return known or rgb_of(text) is not None


def _between(texts: Sequence[str], mark: str) -> list[list[str]]:
    """What stands between marks. Marks at the same end of all rows are a frame where nothing else
    is empty, and bars always."""
    rows = [[part.strip() for part in text.split(mark)] for text in texts]
    for end in (0, -1):
        rest = [row[1:] if end == 0 else row[:-1] for row in rows]
        inner = rest if end == -1 else [row[:-1] for row in rest]
        is_frame = not any(row[end] for row in rows) and all(rest)
        if is_frame and (mark == "|" or all(map(all, inner))):
            rows = rest
    return rows


def _twice(rows: list[Sequence[str]]) -> list[_Reading]:
    """Rows of single characters as they are drawn, and halved if each stands twice."""
    if any(len(row) % 2 or row[::2] != row[1::2] for row in rows):
        return [(rows, ())]
    said = ("every cell is drawn twice: these could be two characters a cell",)
    several = len({*chain.from_iterable(rows)}) > 1 or not "".join(map("".join, rows)).isascii()
    return [(rows, said if several else ()), ([row[::2] for row in rows], ())]


def _symbol(text: str) -> str:
    """The symbol of a cell that may be quoted, in brackets, or written twice."""
    text = text.strip(" \t\"'").translate(_INVISIBLE)
    if len(text) in (2, 3) and text[0] == "[" and text[-1] == "]":
        text = text[1:-1].strip()
    if len(text) == 2 and text[0] == text[1] and not text.isdecimal():
        text = text[0]
    return text
