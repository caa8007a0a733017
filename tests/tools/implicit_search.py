"""The textbook search over domains that are never listed: the third implementation.

A domain is what the candidates of a line's cells allow, counted and tightened by
`nonocsp.core.line`. With arc consistency it must visit the tree that the textbook engine visits
over explicit placements, and that the kernel visits in textbook mode; and it takes lines whose
placements no memory could hold.
"""

from __future__ import annotations

from nonocsp.core.line import count, placements, tighten


def tree(puzzle, ordering, limit):
    """The first solutions as bytes, and the nodes and backtracks on the way to them."""
    work = {"nodes": 0, "backtracks": 0}
    found = []
    lines, cells = puzzle.lines, {line: puzzle.cells(line) for line in puzzle.lines}
    colours = puzzle.block_colours

    def masks_of(line, grid):
        return [grid[cell] for cell in cells[line]]

    def propagate(grid, dirty):
        while dirty:
            line = dirty.pop()
            tight = tighten(puzzle.clue(line), masks_of(line, grid), colours)
            if tight is None:
                return False
            for cell, mask in zip(cells[line], tight, strict=True):
                if grid[cell] != mask:
                    grid[cell] = mask
                    dirty |= {other for other, _ in puzzle.lines_through(cell)} - {line}
        return True

    def size(line, grid):
        return count(puzzle.clue(line), len(cells[line]), colours, masks_of(line, grid))

    def key(line, grid, sizes):
        if ordering == "in_order":
            return lines.index(line)
        open_crossings = sum(
            sizes[other] > 1
            for cell in cells[line]
            for other, _ in puzzle.lines_through(cell)
            if other != line
        )
        return sizes[line], -open_crossings * (ordering == "mrv_degree"), lines.index(line)

    def search(grid):
        sizes = {line: size(line, grid) for line in lines}
        undecided = [line for line in lines if sizes[line] > 1]
        if not undecided:
            found.append(bytes(mask.bit_length() - 1 for mask in grid))
            return len(found) == limit
        line = min(undecided, key=lambda line: key(line, grid, sizes))
        for placement in placements(
            puzzle.clue(line), len(cells[line]), colours, masks_of(line, grid)
        ):
            work["nodes"] += 1
            child = list(grid)
            for cell, colour in zip(cells[line], placement, strict=True):
                child[cell] = 1 << colour
            crossing = {o for cell in cells[line] for o, _ in puzzle.lines_through(cell)}
            if not propagate(child, crossing):
                work["backtracks"] += 1
            elif search(child):
                return True
        return False

    grid = [(2 << colours) - 1] * (len(puzzle.rows) * len(puzzle.columns))
    if propagate(grid, set(lines)):
        search(grid)
    return found, work["nodes"], work["backtracks"]
