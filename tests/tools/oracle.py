"""Brute force: the definition of a solution, with nothing clever in it.

Independent of the package on purpose: clues are lists of (length or None, colour, joint) triples,
a star has the colour 0, lines are tuples of colour numbers, and everything is found by trying
everything.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby, product


def runs(cells):
    """The clue of a decided line."""
    return [(len(list(run)), colour) for colour, run in groupby(cells) if colour]


def fits(cells, clue):
    if clue is None:
        return True
    star = next((at for at, (_, colour, _) in enumerate(clue) if colour == 0), None)
    if star is not None:
        before, after = clue[:star], clue[star + 1 :]
        return any(
            fits(cells[:one], before) and fits(cells[other:], after)
            for one in cuts(cells)
            for other in cuts(cells)
            if one <= other
        )
    if any(joint for _, _, joint in clue):
        return any(True for _ in layings(tuple(cells), clue, 0))
    found = runs(cells)
    return len(found) == len(clue) and all(
        have[1] == want[1] and want[0] in (None, have[0])
        for have, want in zip(found, clue, strict=True)
    )


def cuts(cells):
    """The places that do not part a run."""
    inside = range(1, len(cells))
    return [0, *(at for at in inside if not 0 != cells[at - 1] == cells[at]), len(cells)]


def layings(cells, clue, begin, before=None):
    """Every way to lay the blocks in decided cells from one of them on: their starts and ends."""
    if not clue:
        if not any(cells[begin:]):
            yield []
        return
    (length, colour, joint), *rest = clue
    for start in range(begin, len(cells)):
        if any(cells[begin:start]):
            return
        if before is not None and (
            (joint == "attached" and start > begin)
            or (joint is None and before == colour and start == begin)
        ):
            continue
        for end in range(start + 1, len(cells) + 1):
            if cells[end - 1] != colour:
                break
            is_whole = length == end - start
            if length is None:  # it ends where its colour does
                is_whole = end == len(cells) or cells[end] != colour
            if is_whole:
                yield from ([(start, end), *others] for others in layings(cells, rest, end, colour))


def plain(clue):
    """A clue of the package as the oracle's."""
    return None if clue is None else tuple((b.length, b.colour, b.joint) for b in clue)


@lru_cache(maxsize=20_000)
def lines_of(clue, length, colours):
    """Every decided line that fits a clue, ascending."""
    every = map(bytes, product(range(colours + 1), repeat=length))
    return [cells for cells in every if fits(cells, clue)]


def lines(clue, length, colours, candidates=None):
    """Every decided line that fits a clue and the candidates, ascending."""
    return [
        cells
        for cells in lines_of(clue, length, colours)
        if candidates is None or all(m >> c & 1 for m, c in zip(candidates, cells, strict=True))
    ]


def solves(puzzle, cells, grid=None):
    """Whether cells, row by row, are a solution that agrees with a grid."""
    return (
        len(cells) == puzzle.board.size
        and all(
            fits(bytes(cells[at] for at in puzzle.cells(line)), plain(clue))
            for line, clue in zip(puzzle.lines, puzzle.clues, strict=True)
        )
        and (grid is None or all(m >> c & 1 for m, c in zip(grid.masks, cells, strict=True)))
    )


def pictures(puzzle, grid=None, most=None):
    """Every solution of a puzzle, as a set of cells row by row; None if there are more
    than ``most``, or as many beginnings of some."""
    colours, axes = puzzle.block_colours, puzzle.board.axes
    masks = None if grid is None else grid.masks
    rows = [line for line in puzzle.lines if line.axis == axes[0]]
    beginnings = [[] for _ in rows]  # after each row: of every other line that meets it
    for line in puzzle.lines:
        cells = puzzle.cells(line)
        whole = [] if line in rows else lines(plain(puzzle.clue(line)), len(cells), colours)
        for row, known in zip(rows, beginnings, strict=True):
            begin, *_ = row_cells = puzzle.cells(row)
            done = [cell for cell in cells if cell <= row_cells[-1]]
            if line not in rows and done and max(done) >= begin:
                if done != list(cells[: len(done)]):
                    continue  # on a board of data, the cells so far need not begin the line
                known.append((done, {each[: len(done)] for each in whole}))
    found = [b""]
    for row, known in zip(rows, beginnings, strict=True):
        cells = puzzle.cells(row)
        candidates = None if masks is None else [masks[cell] for cell in cells]
        choices = lines(plain(puzzle.clue(row)), len(cells), colours, candidates)
        found = [
            picture
            for above in found
            for picture in map(above.__add__, choices)
            if all(bytes([picture[cell] for cell in done]) in some for done, some in known)
        ]
        if most is not None and len(found) > most:
            return None
    return set(found)
