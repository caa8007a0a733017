"""A puzzle as clauses, for the proofs that foreign checkers read.

Each line is the graph of its automaton over its cells, with a variable for every state before every
cell, and one for every transition. A state is left by one transition and entered by one, and a
colour of a cell is read by one: the state or colour implies one of its transitions, and each of
these implies it. So unit propagation does what tightening a line does: a colour that no placement
has is refuted by units alone. Bounds of positions follow from the transitions that begin the block,
position by position.

Without stars each solution of the puzzle is one assignment of all variables, as no picture has two
ways through an automaton. Source: Bacchus, "GAC via unit propagation" (CP 2007).
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Any

from ..base.errors import OptionError
from .plain import checker, plain
from .proof import Proof

#: A disjunction of literals: a variable's number, negative for its negation.
Clause = tuple[int, ...]


class Formula:
    """A puzzle, as `nonocsp.core.proofs.plain.plain` gives it, in variables from 1."""

    def __init__(self, puzzle: Any) -> None:
        self._checker = checker.Checker(puzzle)
        self.variables = self.givens = 0
        self.clauses: list[Clause] = []
        self._colours = {
            (cell, colour): self._new()
            for cell in range(self._checker.size)
            for colour in range(puzzle.colours + 1)
        }  # the variable of each cell and colour, blank among them
        self._begins_before: dict[tuple[int, int], int] = {}
        """The variable of a block (as the checker numbers them) that begins before a position."""
        for cell in range(self._checker.size):
            self._add_one_of([self._colours[cell, c] for c in range(puzzle.colours + 1)])
        for line in range(len(self._checker.cells)):
            self._add_line(line)

    @classmethod
    def denying(cls, proof: Proof) -> Formula:
        """All that a proof refutes: the puzzle, the cells known beforehand, and that there is a
        solution other than those in the proof.

        Raises:
            OptionError: the proof claims that there are several solutions, and refutes nothing; or
                it counts them without showing them.
        """
        if proof.claim == "multiple":
            raise OptionError("only none and unique have such a proof, not several solutions")
        if len(proof.pictures) < (proof.count or 0):
            raise OptionError("only counts that list all solutions have such a proof")
        formula = cls(plain(proof.puzzle))
        for text in proof.lines():
            kind, *words = text.split()
            if kind == "g":
                formula.clauses += [(formula.literal(word),) for word in words]
                formula.givens = proof.givens
            if kind == "s":
                formula.clauses.append(formula._excluding(words[1:]))
        return formula

    def nogood(self, words: list[str]) -> Clause:
        """The clause of a nogood, from the words after its number."""
        facts = words[: words.index(":")] if ":" in words else words
        return tuple(-self.literal(word) for word in facts)

    def literal(self, word: str) -> int:
        """The literal of a fact."""
        row, column, sign, colour, axis, number, block, side, place = checker.FACT(word).groups()
        if row:
            cell = self._checker.rows[int(row) - 1][int(column) - 1]
            return self._colours[cell, int(colour)] * (1 if sign == "=" else -1)
        line = self._checker.axes[axis][int(number) - 1]
        variable = self._checker.blocks[line][int(block) - 1]
        if side == "<":
            return self._bound(variable, int(place))
        return -self._bound(variable, int(place) + 1)

    def _bound(self, block: int, position: int) -> int:
        found = self._begins_before.get((block, position))
        if found is None:
            raise OptionError(f"no block begins before position {position}, or each does")
        return found

    def _excluding(self, words: list[str]) -> Clause:
        """The clause that excludes a picture."""
        cells = self._checker.solution(words)
        return tuple(-self._colours[cell, bits.bit_length() - 1] for cell, bits in cells)

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _add_one_of(self, parts: list[int]) -> None:
        """One of them is true, and only one."""
        self.clauses += [tuple(parts), *((-a, -b) for a, b in combinations(parts, 2))]

    def _add_any_of(self, whole: int, parts: list[int]) -> None:
        """The whole is true if and only if one of its parts is."""
        self.clauses += [(-whole, *parts), *((-part, whole) for part in parts)]

    def _add_line(self, line: int) -> None:
        tables, begins, last = self._checker.automata[line]
        cells = self._checker.cells[line]
        ways = [
            (state, state + step, colour)
            for step, table in enumerate(tables)
            for colour, states in table.items()
            for state in range(states.bit_length())
            if states >> state & 1
        ]
        alive = _alive(ways, len(cells), last)
        if not alive[0]:
            self.clauses += [(1,), (-1,)]
            return
        states_at = {(at, s): self._new() for at, each in enumerate(alive) for s in each}
        into, out, reads, starts = (defaultdict[tuple[int, int], list[int]](list) for _ in range(4))
        for at, cell in enumerate(cells):
            for state, to, colour in ways:
                if state not in alive[at] or to not in alive[at + 1]:
                    continue
                # A block begins from the state before its blanks, skipping that of the blanks.
                is_begin = colour and to != state and to - 2 in begins
                variable = self._new()
                out[at, state].append(variable)
                into[at + 1, to].append(variable)
                reads[cell, colour].append(variable)
                if is_begin:
                    starts[begins.index(to - 2), at].append(variable)
        for key, variable in states_at.items():
            if key[0] > 0:
                self._add_any_of(variable, into[key])
            if key[0] < len(cells):
                self._add_any_of(variable, out[key])
        for cell in cells:
            for c in self._checker.colours:
                self._add_any_of(self._colours[cell, c], reads[cell, c])
        for number, block in enumerate(self._checker.blocks[line]):
            self._add_positions(block, [starts[number, at] for at in range(len(cells))])
        self._add_one_of([states_at[0, 0]])
        self._add_one_of([states_at[len(cells), state] for state in alive[-1]])

    def _add_positions(self, block: int, starts: list[list[int]]) -> None:
        """Bounds of a block's position from the transitions that begin it at each cell."""
        for position in range(2, len(starts) + 1):
            self._begins_before[block, position] = self._new()
        for position, transitions in enumerate(starts, start=1):
            before = self._begins_before.get((block, position))
            later = self._begins_before.get((block, position + 1))
            lower, upper = () if before is None else (before,), () if later is None else (-later,)
            if before is not None and later is not None:
                self.clauses.append((-before, later))
            for transition in transitions:
                self.clauses += [(-transition, -literal) for literal in (*lower, *upper)]
            self.clauses.append((*lower, *upper, *transitions))


def _alive(ways: list[tuple[int, int, int]], length: int, last: int) -> list[set[int]]:
    """Before each cell and at the end, the states on some way from state 0 to a last one."""
    reached = [{0}]
    for _ in range(length):
        reached.append({to for state, to, _ in ways if state in reached[-1]})
    alive = [{state for state in reached[-1] if last >> state & 1}]
    for each in reached[-2::-1]:
        alive.insert(0, {state for state, to, _ in ways if state in each and to in alive[0]})
    return alive
