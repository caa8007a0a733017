"""Proofs for the checkers of SAT solvers: the puzzle as clauses, and a proof in DRUP.

In these clauses unit propagation does what tightening a line does. Each line is the graph of its
automaton over its cells, with a variable for every state before every cell, and one for every
transition. A transition implies its two states and the colour that it reads; a state implies one of
its transitions on either side; a colour of a cell implies a transition that reads it. So a colour
that no placement has is refuted by units alone. Bounds of positions follow from the transitions
that begin the block, position by position.

So the nogoods of a proof, in order, are clauses that unit propagation confirms, which is what DRUP
asks for. Only weights are not: counting needs exponentially many such steps.

Sources: Bacchus, "GAC via unit propagation" (CP 2007), for the clauses; Heule, Hunt and Wetzler,
"Trimming while checking clausal proofs" (FMCAD 2013), for DRUP.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ..common.errors import OptionError
from .plain import checker, plain
from .proving import Proof

#: A disjunction of literals: a variable's number, negative for its negation.
Clause = tuple[int, ...]


def drup(proof: Proof) -> tuple[Iterator[str], Iterator[str]]:
    """The lines of a DIMACS file, and those of a DRUP proof that it is unsatisfiable.

    The clauses say that there is a solution other than the pictures of the proof.

    Raises:
        OptionError: the claim is ``"multiple"``, so nothing is unsatisfiable.

    >>> from nonocsp import Puzzle, prove
    >>> clauses, steps = drup(prove(Puzzle([[1]], [[1], []])))
    >>> next(clauses), list(steps)
    ('p cnf 20 53', ['0'])
    """
    if proof.claim == "multiple":
        raise OptionError("several solutions have no DRUP proof: nothing is unsatisfiable")
    encoding = _Encoding(proof)
    for line in proof.lines():
        if line.startswith("g "):
            encoding.clauses += [(encoding.literal(word),) for word in line.split()[1:]]
        elif line.startswith("s "):
            encoding.clauses.append(encoding.excluding(line))
    return encoding.dimacs(), encoding.steps(proof.lines())


class _Encoding:
    """The clauses of a puzzle, and the literals of facts."""

    def __init__(self, proof: Proof) -> None:
        puzzle = plain(proof.puzzle)
        self._lines = checker.Checker(puzzle)
        self.variables = 0
        self.clauses: list[Clause] = []
        self._colours = {
            (cell, colour): self._new()
            for cell in range(puzzle.rows * puzzle.columns)
            for colour in range(puzzle.colours + 1)
        }
        self._begins_before: dict[tuple[int, int], int] = {}
        """The variable of a block (as the checker numbers them) that begins before a position."""
        for cell in range(puzzle.rows * puzzle.columns):
            each = [self._colours[cell, colour] for colour in range(puzzle.colours + 1)]
            self.clauses.append(tuple(each))
            self.clauses += [(-a, -b) for i, a in enumerate(each) for b in each[:i]]
        for line in range(puzzle.rows + puzzle.columns):
            self._add_line(line)

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _add_line(self, line: int) -> None:
        tables, begins, last = self._lines.automata[line]
        cells = self._lines.cells[line]
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
        states = {(at, state): self._new() for at, each in enumerate(alive) for state in each}
        into, out, reads, starts = (defaultdict[tuple[int, int], list[int]](list) for _ in range(4))
        for at, cell in enumerate(cells):
            for state, to, colour in ways:
                if state not in alive[at] or to not in alive[at + 1]:
                    continue
                transition = self._new()
                out[at, state].append(transition)
                into[at + 1, to].append(transition)
                reads[cell, colour].append(transition)
                # A block begins from the state before its blanks, skipping that of the blanks.
                if colour and to != state and to - 2 in begins:
                    starts[begins.index(to - 2), at].append(transition)
                for implied in (self._colours[cell, colour], states[at, state], states[at + 1, to]):
                    self.clauses.append((-transition, implied))
        for key, variable in states.items():
            if key[0] > 0:
                self.clauses.append((-variable, *into[key]))
            if key[0] < len(cells):
                self.clauses.append((-variable, *out[key]))
        for at in (0, len(cells)):
            self.clauses.append(tuple(states[at, state] for state in alive[at]))
        for cell in cells:
            for colour in self._lines.colours:
                self.clauses.append((-self._colours[cell, colour], *reads[cell, colour]))
        for number, block in enumerate(self._lines.blocks[line]):
            self._add_positions(block, [starts[number, at] for at in range(len(cells))])

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

    def literal(self, word: str) -> int:
        """The literal of a fact."""
        row, column, sign, colour, axis, number, block, side, place = checker.FACT(word).groups()
        if row:
            cell = (int(row) - 1) * self._lines.puzzle.columns + int(column) - 1
            return self._colours[cell, int(colour)] * (1 if sign == "=" else -1)
        line = self._lines.axes[axis][int(number) - 1]
        variable = self._lines.blocks[line][int(block) - 1]
        if side == "<":
            return self._bound(variable, int(place))
        return -self._bound(variable, int(place) + 1)

    def _bound(self, block: int, position: int) -> int:
        found = self._begins_before.get((block, position))
        if found is None:
            raise OptionError(f"no block begins before position {position}, or each does")
        return found

    def excluding(self, text: str) -> Clause:
        """The clause that excludes a picture, from its line in a proof."""
        cells = self._lines.solution(text.split()[2:])
        return tuple(-self._colours[cell, bits.bit_length() - 1] for cell, bits in cells)

    def dimacs(self) -> Iterator[str]:
        yield f"p cnf {self.variables} {len(self.clauses)}"
        for clause in self.clauses:
            yield " ".join(map(str, (*clause, 0)))

    def steps(self, lines: Iterable[str]) -> Iterator[str]:
        known: dict[str, Clause] = {}
        for line in lines:
            kind, *words = line.split()
            if kind == "w":
                raise OptionError("weights have no DRUP proof: prove without bounds")
            if kind == "n":
                facts = words[1 : words.index(":")] if ":" in words else words[1:]
                clause = tuple(-self.literal(word) for word in facts)
                known[words[0]] = clause
                yield " ".join(map(str, (*clause, 0)))
            elif kind == "d":
                for word in words:
                    if len(clause := known.pop(word, ())) > 1:
                        yield " ".join(map(str, ("d", *clause, 0)))


def _alive(ways: list[tuple[int, int, int]], length: int, last: int) -> list[set[int]]:
    """Before each cell and at the end, the states on some way from state 0 to a last one."""
    reached = [{0}]
    for _ in range(length):
        reached.append({to for state, to, _ in ways if state in reached[-1]})
    alive = [{state for state in reached[-1] if last >> state & 1}]
    for each in reached[-2::-1]:
        alive.insert(0, {state for state, to, _ in ways if state in each and to in alive[0]})
    return alive
