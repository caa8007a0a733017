"""What a step claims, in words and as data, checked by trying everything.

A claim is a set of colours that some cells have. It holds if every way to fill the lines of the
step in, by their clues and the reasons alone, has it.
"""

from __future__ import annotations

import re

import oracle

import nonocsp as nc
from nonocsp import Grid, Puzzle
from nonocsp.core.line import definition
from nonocsp.core.model.bits import mask_of, members
from nonocsp.many.sets import step_record

#: More ways are not listed; then the solver is asked.
MOST = 3_000

_NUMBERS = r"\d+(?:-\d+)?(?:, (?:…|\d+(?:-\d+)?))*(?: and \d+(?:-\d+)?)?"
_CELL = r"(?:row (\d+), column (\d+)|direction (\w), line (\d+), cell (\d+))"


def numbers(text):
    """The indices that a text names: "2, 4, …, 10 and 12-13"."""
    found = []
    parts = re.split(", | and ", text)
    for at, part in enumerate(parts):
        if part == "…":
            step = found[-1] - found[-2]
            found += range(found[-1] + step, int(parts[at + 1]) - 1, step)
            continue
        first, _, last = part.partition("-")
        found += range(int(first) - 1, int(last or first))
    return found


class Claims:
    """The claims of sentences about a puzzle, each as the number of a cell and a mask."""

    def __init__(self, puzzle):
        self.puzzle, self.names = puzzle, [colour.name for colour in puzzle.colours]
        name = "|".join(map(re.escape, self.names))
        self.state = (
            rf"(without any colour|(?:not )?(?:{name})(?:, (?:{name}))*(?: or (?:{name}))?)"
        )

    def mask(self, state):
        if state == "without any colour":
            return 0
        colours = mask_of(map(self.names.index, re.split(", | or ", state.removeprefix("not "))))
        return (1 << len(self.names)) - 1 & ~colours if state.startswith("not ") else colours

    def in_line(self, lines, text):
        """Those of a sentence about a line."""
        cells = self.puzzle.cells(lines[0])
        stated = rf"(?:rows?|columns?|cells?) ({_NUMBERS}) (?:is|are) {self.state}(?![\w-])"
        for some, state in re.findall(stated, text):
            yield from ((cells[at], self.mask(state)) for at in numbers(some))
        for state in re.findall(rf"all of it is {self.state}", text):
            yield from ((cell, self.mask(state)) for cell in cells)
        covered = rf"the (?:\w+ )??(?:({'|'.join(self.names)}) )?\d+ must cover \w+ ({_NUMBERS})"
        for name, some in re.findall(covered, text):
            yield from ((cells[at], self.mask(name or self.names[1])) for at in numbers(some))

    def anywhere(self, _, text):
        """Those at the end of a sentence about several lines."""
        text = text[:1].lower() + text[1:]
        board, after = self.puzzle.board, text.rpartition("So ")[2]
        place = rf"^{_CELL}: .* so it is {self.state}\.$|, {_CELL} is {self.state}\.$"
        for found in re.findall(place, text):
            *cell, state = found[:6] if found[5] else found[6:]
            row, column = (int(number) - 1 for number in (cell[0] or cell[3], cell[1] or cell[4]))
            yield board.number(row, column), self.mask(state)
        each = rf"(row|column)s? ({_NUMBERS}) (?:is|are) {self.state} in \w+ ({_NUMBERS})"
        for noun, some, state, others in re.findall(each, after):
            pairs = ((one, other) for one in numbers(some) for other in numbers(others))
            for one, other in pairs:
                cell = (one, other) if noun == "row" else (other, one)
                yield board.number(*cell), self.mask(state)
        for one in re.findall(rf"(row|column) (\d+), (?:row|column) (\d+) is {self.state}", after):
            cell = (int(one[1]) - 1, int(one[2]) - 1)
            yield board.number(*(cell if one[0] == "row" else cell[::-1])), self.mask(one[3])
        each = rf"direction (\w), line (\d+), cells? ({_NUMBERS}) (?:is|are) {self.state}"
        for _, row, some, state in re.findall(each, after):
            yield from ((board.number(int(row) - 1, at), self.mask(state)) for at in numbers(some))


class Ways:
    """The ways to fill some lines in, of which some facts are known."""

    def __init__(self, puzzle, lines, facts):
        self.full = (1 << len(puzzle.colours)) - 1
        masks = [self.full] * puzzle.board.size
        for fact in facts:
            masks[puzzle.board.number(fact.row, fact.column)] &= mask_of(fact.colours)
        self.masks, self.found = masks, None
        clues = [puzzle.clue(line) if line in lines else None for line in puzzle.lines]
        self.puzzle = Puzzle.on(puzzle.board, clues, puzzle.colours[1:])
        if len(lines) == 1:
            cells = puzzle.cells(lines[0])
            some = [masks[cell] for cell in cells]
            laid = definition.placements(
                puzzle.clue(lines[0]), len(cells), puzzle.block_colours, some
            )
            self.found = [dict(zip(cells, way, strict=True)) for way in laid]
        elif (puzzle.block_colours + 1) ** puzzle.board.longest <= 1_100:
            pictures = oracle.pictures(self.puzzle, Grid.of_masks(self.puzzle, masks), MOST)
            self.found = pictures and [dict(enumerate(cells)) for cells in pictures]

    def have(self, cell, mask):
        """Whether all of them have one of these colours in a cell."""
        if self.found is not None:
            known = self.masks[cell] & ~mask == 0  # of a cell on none of the lines
            return all(mask >> way[cell] & 1 if cell in way else known for way in self.found)
        masks = [*self.masks]
        masks[cell] &= self.full & ~mask
        grid = Grid.of_masks(self.puzzle, masks)
        return nc.solve(self.puzzle, grid=grid).status is nc.Status.UNSATISFIABLE


def false_claims(puzzle, step):
    """What in a step does not follow from its reasons and the clues of its lines, or is concluded
    and not said."""
    claims, number = Claims(puzzle), puzzle.board.number
    full, record = (1 << len(puzzle.colours)) - 1, step_record(puzzle, step)
    parts = [(step.lines, step, record, claims.anywhere)]
    if not (step.branches or step.count) and len(step.lines) == 1:
        parts = [(step.lines, step, record, claims.in_line)]
    for branch, recorded in zip(step.branches, record.get("branches", ()), strict=True):
        pairs = zip(branch.links, recorded["links"], strict=True)
        parts += [((link.line,), link, data, claims.in_line) for link, data in pairs]
    for lines, part, data, claimed in parts:
        ways = Ways(puzzle, lines, part.because)
        said = {*claimed(lines, part.sentence)}
        cells = {(number(c.row, c.column), full & ~mask_of(c.excluded)) for c in part.cells}
        recorded = {(number(row, column), mask) for row, column, mask in data["cells"]}
        for cell, mask in said | cells | recorded:
            if not ways.have(cell, mask):
                yield cell, [*members(mask)], part.sentence
        if recorded != cells or (step.technique != "shared colours" and not cells <= said):
            yield cells, recorded, said, part.sentence
        if claimed == claims.in_line and not cells and ways.found:
            yield "there is a way", part.sentence
