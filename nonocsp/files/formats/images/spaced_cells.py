"""Cells of a drawn picture with something between them: ``1 0 1``, ``1,0,1``, ``X;;X``.

Programs, spreadsheets and hands write pictures so. Between the cells stands one thing throughout:
blanks, tabs, commas or semicolons. Between tabs, commas or semicolons a cell may be empty, which
makes it blank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_SPACED = re.compile(r"[ \t]*\S(?:[ \t]+\S)*[ \t]*\Z")


def joined_cells(lines: Sequence[str]) -> list[str] | None:
    """The lines without what stands between the cells, or None if it is not one thing throughout.

    Cells that are empty become ``0`` among zeros and ones, and ``.`` otherwise. Lines may differ in
    their number of cells.

    >>> joined_cells(["1, 0, 1", "1,,"]), joined_cells(["# .", ". #"]), joined_cells(["10", "01"])
    (['101', '100'], ['#.', '.#'], None)
    """
    for mark in ",;\t":
        if lines and all(mark in line for line in lines):
            cells = [[cell.strip(" \"'") for cell in line.split(mark)] for line in lines]
            if any(len(cell) > 1 for row in cells for cell in row):
                return None
            empty = "0" if {"", "0", "1"}.issuperset(cell for row in cells for cell in row) else "."
            return ["".join(cell or empty for cell in row) for row in cells]
    words = [line.split() for line in lines]
    if any(len(row) > 1 for row in words) and all(map(_SPACED.match, lines)):
        return ["".join(row) for row in words]
    return None
