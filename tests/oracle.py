"""Brute force: the definition of a solution, with nothing clever in it.

Independent of the package on purpose: clues are lists of (length or None, colour) pairs, lines are
tuples of colour numbers, and everything is found by trying everything.
"""

from __future__ import annotations

from itertools import groupby, product


def runs(cells):
    """The clue of a decided line."""
    return [(len(list(run)), colour) for colour, run in groupby(cells) if colour]


def fits(cells, clue):
    if clue is None:
        return True
    found = runs(cells)
    return len(found) == len(clue) and all(
        have[1] == want[1] and want[0] in (None, have[0])
        for have, want in zip(found, clue, strict=True)
    )


def plain(clue):
    """A clue of the package as the oracle's."""
    return None if clue is None else [(block.length, block.colour) for block in clue]


def lines(clue, length, colours, candidates=None):
    """Every decided line that fits a clue and the candidates, ascending."""
    return [
        bytes(cells)
        for cells in product(range(colours + 1), repeat=length)
        if fits(cells, clue)
        and (candidates is None or all(m >> c & 1 for m, c in zip(candidates, cells, strict=True)))
    ]


def pictures(puzzle, grid=None):
    """Every solution of a puzzle, as a set of cells in row-major order."""
    rows, columns = puzzle.shape
    colours = puzzle.block_colours
    found = [b""]
    for index in range(rows):
        masks = None if grid is None else list(grid)[index]
        choices = lines(plain(puzzle.rows[index]), columns, colours, masks)
        found = [above + row for above in found for row in choices]
    return {
        cells
        for cells in found
        if all(fits(cells[j::columns], plain(puzzle.columns[j])) for j in range(columns))
    }
