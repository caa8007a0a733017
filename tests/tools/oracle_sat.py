"""A SAT solver as an independent judge of puzzles that are too large for `oracle`.

The clauses follow from the definition and share nothing with the package, nor with
`nonocsp.files.encodings.cnf`: every line is read cell by cell by the automaton of its clue. A
variable for each state after each cell; if the line is in a state and its cell has a colour, it is
in the next state, and no state after the last cell is one in which a block is missing. The
automaton is deterministic, so a picture has a model if and only if it satisfies the clues.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, count

from oracle import plain


def successor(clue, state, colour):
    """The state of a clue's automaton after one more cell; None where the clue is violated.

    A state is the number of blocks begun and the length so far of the last one, None once a blank
    followed it; before the first block it is (0, None).
    """
    begun, run = state
    if run is not None:
        length, own, _ = clue[begun - 1]
        if colour == own and (length is None or run < length):
            return begun, run + 1
        if length not in (None, run):
            return None
    joint = clue[begun][2] if begun < len(clue) else None
    if not colour:
        return None if joint == "attached" else (begun, None)
    if begun == len(clue) or clue[begun][1] != colour:
        return None
    if run is not None and own == colour and joint is None:
        return None
    return begun + 1, 1


def with_stars(clue, states, colour):
    """The same for sets of states: a star is a block whose length is the colour of its last cell,
    and may be left at any cell."""
    found = set()
    for begun, run in states:
        length, own, _ = clue[begun - 1] if begun else (None, None, None)
        if own == 0:
            found.add((begun, colour or None))
            if begun < len(clue) and clue[begun][1] == colour != run:
                found.add((begun + 1, 1))
        elif begun < len(clue) and clue[begun][1] == 0:
            if run is not None and colour == own and (length is None or run < length):
                found.add((begun, run + 1))
            elif run is None or (length in (None, run) and colour != own):
                found.add((begun + 1, colour or None))
                if colour and begun + 1 < len(clue) and clue[begun + 1][1] == colour:
                    found.add((begun + 2, 1))
        else:
            found.add(successor(clue, (begun, run), colour))
    return frozenset(found - {None}) or None


def accepts(clue, state):
    if isinstance(state, frozenset):
        return any(accepts(clue, one) for one in state)
    begun, run = state
    if begun and clue[begun - 1][1] == 0:
        return begun == len(clue)
    if begun == len(clue) - 1 and clue[begun][1] == 0:
        return run is None or clue[begun - 1][0] in (None, run)
    return begun == len(clue) and (run is None or clue[begun - 1][0] in (None, run))


class Judge:
    """The clauses of a puzzle; `pictures` enumerates its solutions."""

    def __init__(self, puzzle, grid=None):
        self.numbers = count(1)
        self.colours = range(puzzle.block_colours + 1)
        self.cells = [[next(self.numbers) for _ in self.colours] for _ in range(puzzle.board.size)]
        from pysat.solvers import Cadical153

        self.solver = Cadical153()
        for index, cell in enumerate(self.cells):
            mask = -1 if grid is None else grid.masks[index]
            self.solver.add_clause([cell[c] for c in self.colours if mask >> c & 1])
            for one, other in combinations(cell, 2):
                self.solver.add_clause([-one, -other])
        for line in puzzle.lines:
            self.add_line(plain(puzzle.clue(line)), [self.cells[i] for i in puzzle.cells(line)])

    def add_line(self, clue, cells):
        if clue is None:
            return
        has_stars = any(colour == 0 for _, colour, _ in clue)
        start = frozenset({(0, None)}) if has_stars else (0, None)
        step = with_stars if has_stars else successor
        states = {start: next(self.numbers)}
        self.solver.add_clause([states[start]])
        for cell in cells:
            reached = {}
            for state, variable in states.items():
                for colour in self.colours:
                    clause = [-variable, -cell[colour]]
                    after = step(clue, state, colour)
                    if after is not None:
                        if after not in reached:
                            reached[after] = next(self.numbers)
                        clause.append(reached[after])
                    self.solver.add_clause(clause)
            states = reached
        for state, variable in states.items():
            if not accepts(clue, state):
                self.solver.add_clause([-variable])

    def pictures(self, most):
        """Solutions, each once, as cells in order: all of them, or the first ``most``."""
        found = []
        while len(found) < most and self.solver.solve():
            model = set(self.solver.get_model())
            has = [next(c for c in self.colours if cell[c] in model) for cell in self.cells]
            found.append(bytes(has))
            self.solver.add_clause([-cell[c] for cell, c in zip(self.cells, has, strict=True)])
        self.solver.delete()
        return found


@contextmanager
def undisturbed() -> Iterator[None]:
    """Interrupts wait: PySAT frees a solver twice if one comes while it is deleted."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM, signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@undisturbed()
def pictures(puzzle, grid=None, most=1):
    """The first ``most`` solutions of a puzzle that agree with a grid."""
    return Judge(puzzle, grid).pictures(most)
