"""A puzzle as clauses, for the proofs that foreign checkers read (docs/reference/proofs.md).

A line is a path of *pieces*: blocks, and blank cells between them. A variable says that a piece
begins at a cell, and implies the colours of its cells, a piece that may go before it and one that
may come after it; a colour of a cell implies one of the pieces that give it. So unit propagation
does what tightening a line does: it refutes the pieces that lie on no path, and with them the
colours that no placement has. Bounds of the position of a block follow from where it may begin.

Without stars each solution of the puzzle is one assignment of all variables, as no picture has two
paths through a line. Source: Bacchus, "GAC via unit propagation" (CP 2007).

Cells are counted line by line of the first direction; lines direction by direction, as in
docs/reference/proofs.md; clauses, and literals in them, have the order of the sentences below.

**Variables**, from 1:

1. For each cell and each colour, blank first: *the cell has the colour*.
2. For each line with a clue, first for each of its cells and each *piece* that can begin there:
   *the piece begins at the cell*; then, if all lengths in the line are known, for each block and
   *i* from 1 to one less than the cells of the line: *the block begins in the first i cells*.

**Pieces.** A line consists of a gap, a block, a gap and so on, with a gap at its end; its pieces
are numbered in this order. A block is one piece of all its cells; if its length is unknown, a
piece of one cell that may follow itself. A gap is a piece of one blank cell, which may follow
itself; there is none before an attached block. The gap of a `*` is a piece of one cell for each
colour, blank first, each of which may follow each. Besides:

- A piece of a gap may follow the block before the gap, but a piece of a `*` not a block of its
  own colour.
- A block may follow the pieces of the gap before it that are not of its own colour; and the block
  before that gap if their colours differ, or if it is attached or loose.
- A line begins with any piece of the first gap or with the first block, and ends with any piece
  of the last gap or with the last block.

A sequence of pieces by these rules that fills the line is a *way*. A piece *can begin* at a cell
if it does so on some way, and *may come* behind another if on some way it follows it there.

**Clauses.** For each cell: it has a colour; and of each two colours it lacks one. Then for each
line with a clue:

1. For each piece that can begin at a cell: if it does, each of its cells has its colour; and,
   unless it ends the line, a piece that may come behind it does.
2. For each of these but at the first cell: if it begins there, a piece that it may come behind
   ends before it.
3. For each cell and colour: if the cell has the colour, a piece of this colour lies on it.
4. If all lengths are known, for each block and *i* from 1 to the cells of the line: if the block
   begins in the first *i* - 1 cells, it does in the first *i*; if it begins at cell *i*, not in
   the first *i* - 1; and if so, in the first *i*; it begins in the first *i* - 1 cells, not in
   the first *i*, or at cell *i*. A block never begins in the first 0 cells, and always in
   all of them: these literals and clauses are left out.

A solution has a way in each line: with its pieces and positions true, all clauses hold. Where all
clauses hold, 3 and 1 lead from the first cell of a line to its end by a way whose colours the
cells have; so the cells are a solution. What 2 and 4 add holds for every way, and lets unit
propagation find what tightening finds.

Then come unit clauses for cells and blocks that are given, and for each picture of the proof a
clause: some cell has another colour than in the picture.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from ..base.errors import OptionError
from .plain import checker, plain
from .proof import Proof

#: A disjunction of literals: a variable's number, negative for its negation.
Clause = tuple[int, ...]


def dimacs(clauses: Sequence[Clause]) -> Iterator[str]:
    """The lines of a file of clauses."""
    yield f"p cnf {max((abs(x) for clause in clauses for x in clause), default=0)} {len(clauses)}"
    yield from map(text_of, clauses)


def text_of(clause: Clause) -> str:
    """A clause as it is written."""
    return " ".join(map(str, (*clause, 0)))


class Formula:
    """A puzzle, as `nonocsp.core.proofs.plain.plain` gives it, in variables from 1."""

    def __init__(self, puzzle: Any) -> None:
        self.checker = checker.Checker(puzzle)
        self.givens = 0
        self.clauses: list[Clause] = []
        self._colours: int = puzzle.colours + 1
        self.variables: int = self.checker.size * self._colours  # so far those of cells and colours
        self.literal = cache(self._literal)  # the same facts come again and again
        """The literal of a fact, from its word."""
        self._begins_before: dict[tuple[int, int], int] = {}
        """The variable of a block (as the checker numbers them) that begins before a position."""
        for cell in range(self.checker.size):
            parts = [self.colour(cell, c) for c in range(self._colours)]
            self.clauses += [tuple(parts), *((-a, -b) for a, b in combinations(parts, 2))]
        self.ends = [len(self.clauses)]
        """The number of clauses of the cells, and for each line that up to its last one."""
        for line, clue in enumerate(puzzle.clues):
            if clue is not None:
                self._add_line(line, pieces(clue, len(self.checker.cells[line]), self._colours))
            self.ends.append(len(self.clauses))

    @classmethod
    def denying(cls, proof: Proof) -> Formula:
        """All that a proof refutes: the puzzle, the known cells, and that there is a
        solution other than those in the proof.

        Raises:
            OptionError: the proof claims that there are several solutions, and refutes nothing; or
                it counts them without showing them.
        """
        if proof.claim == "multiple":
            raise OptionError(
                "only none and unique have such a proof, and numbers of solutions (every=True)"
            )
        if len(proof.pictures) < (proof.count or 0):
            raise OptionError("only counts that list all solutions have such a proof")
        formula = cls(plain(proof.puzzle))
        pictures = []
        for text in proof.lines():
            if text[:1] not in ("g", "s"):  # nearly all are others
                continue
            kind, *words = text.split()
            if kind == "g":
                formula.clauses += [(formula.literal(word),) for word in words]
                formula.givens = proof.givens
            else:
                pictures.append(formula._excluding(words[1:]))
        formula.clauses += pictures
        return formula

    def colour(self, cell: int, colour: int) -> int:
        """The variable of a cell that has a colour."""
        return cell * self._colours + colour + 1

    def nogood(self, facts: list[str]) -> Clause:
        """The clause of a nogood, from its facts as they are written."""
        return tuple(-self.literal(word) for word in facts)

    def _literal(self, word: str) -> int:
        row, column, sign, colour, axis, number, block, side, place = checker.FACT(word).groups()
        if row:
            cell = self.checker.rows[int(row) - 1][int(column) - 1]
            return self.colour(cell, int(colour)) * (1 if sign == "=" else -1)
        line: int = self.checker.axes[axis][int(number) - 1]
        variable = self.checker.blocks[line][int(block) - 1]
        if side == "<":
            return self._bound(variable, int(place))
        return -self._bound(variable, int(place) + 1)

    def hint(self, word: str) -> int:
        """The number of a step; or -2 - line."""
        axis, number, step = checker.HINT(word).groups()
        return int(step) if step else -2 - int(self.checker.axes[axis][int(number) - 1])

    def _bound(self, block: int, position: int) -> int:
        found = self._begins_before.get((block, position))
        if found is None:
            raise OptionError(f"no block begins before position {position}, or each does")
        return found

    def _excluding(self, words: list[str]) -> Clause:
        """The clause that excludes a picture."""
        cells = self.checker.solution(words)
        return tuple(-self.colour(cell, bits.bit_length() - 1) for cell, bits in cells)

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _add_line(self, line: int, pieces: list[Piece]) -> None:
        cells, add = self.checker.cells[line], self.clauses.append
        begins = {place: self._new() for place in places(pieces, len(cells))}
        before = defaultdict[tuple[int, int], list[int]](list)
        gives = defaultdict[int, list[int]](list)
        for (at, piece), variable in begins.items():
            colour, length, after = pieces[piece]
            for cell in cells[at : at + length]:
                add((-variable, self.colour(cell, colour)))
                gives[self.colour(cell, colour)].append(variable)
            ways = [w for w in ((at + length, other) for other in sorted(after)) if w in begins]
            if at + length < len(cells):
                add((-variable, *(begins[way] for way in ways)))
            for way in ways:
                before[way].append(variable)
        for (at, piece), variable in begins.items():
            if at:
                add((-variable, *before[at, piece]))
        for cell in cells:
            for colour in range(self._colours):
                add((-self.colour(cell, colour), *gives[self.colour(cell, colour)]))
        blocks = [number for number, piece in enumerate(pieces) if piece.colour]
        for block, piece in zip(self.checker.blocks[line], blocks, strict=False):
            self._add_positions(block, [begins.get((at, piece)) for at in range(len(cells))])

    def _add_positions(self, block: int, begins: list[int | None]) -> None:
        """Bounds of a block's position, from the variables that it begins at each cell."""
        bounds: list[int | None] = [None, *(self._new() for _ in begins[1:]), None]
        for position, begin in enumerate(begins, start=1):
            before, later = bounds[position - 1 : position + 1]
            if before is not None:
                self._begins_before[block, position] = before
            lower, upper = () if before is None else (before,), () if later is None else (-later,)
            if before is not None and later is not None:
                self.clauses.append((-before, later))
            if begin is not None:
                self.clauses += [(-begin, -literal) for literal in (*lower, *upper)]
            self.clauses.append((*lower, *upper, *(() if begin is None else (begin,))))


class Piece(NamedTuple):
    """A part of a line."""

    colour: int
    length: int
    after: set[int]
    """The pieces that may come next; the number of all pieces stands for the end of the line."""


def pieces(clue: Any, length: int, colours: int) -> list[Piece]:
    """The pieces of a line; the first, of no cell, is its begin.

    A block of known length is one piece. Blank cells, the cells of a block of unknown length and
    those of a star are pieces of one cell, which may come again.
    """
    found = [Piece(0, 0, set())]
    last, met, has_star = 0, None, False  # the piece of the last block and its colour
    for number, colour, *joint in [*clue, (None, None)]:
        if number == -1:
            has_star = True
            continue
        between = range(len(found), len(found) + (colours if has_star else joint != ["attached"]))
        found += [Piece(shade, 1, {*between}) for shade in range(len(between))]
        block = len(found)
        for shade, piece in enumerate(between):
            if not shade or shade != met:
                found[last].after.add(piece)
            if shade != colour:
                found[piece].after.add(block)
        if colour != met or (joint and not has_star):
            found[last].after.add(block)
        if number is not None:
            repeats = set[int]() if number else {block}
            found.append(Piece(colour, min(number or 1, length + 1), repeats))
        last, met, has_star = block, colour, False
    return found


def places(pieces: list[Piece], length: int) -> list[tuple[int, int]]:
    """The cells, from 0, and the pieces that begin there on some path through the line."""
    reached: list[set[int]] = [set() for _ in range(length + 1)]
    reached[0] |= pieces[0].after
    for at in range(length):
        for piece in reached[at] - {len(pieces)}:
            if (to := at + pieces[piece].length) <= length:
                reached[to] |= pieces[piece].after
    found = {(length, len(pieces))} if len(pieces) in reached[length] else set()
    for at in reversed(range(length)):
        for piece in reached[at] - {len(pieces)}:
            to = at + pieces[piece].length
            if any((to, other) in found for other in pieces[piece].after):
                found.add((at, piece))
    return sorted(place for place in found if place[0] < length)
