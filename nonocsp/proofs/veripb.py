"""Proofs for VeriPB: the puzzle as equations, and a proof by cutting planes.

A nogood is a clause that unit propagation confirms, as in `drup`. Weights are sums of equations.
The least weight of a line is a shortest path through the graph of its automaton, where what is
known excludes some transitions. With the distances as factors, the equations of the states and of
the colours read add up to

    weight of the line's cells >= distance to the end + reduced costs of its transitions

and a reduced cost is negative only for an excluded transition. In the sum over all lines of one
direction and, with the opposite weights, of another, the cells cancel; what is left is violated if
no excluded transition is taken and the distances to the ends add up to more than nothing. From it
unit propagation concludes that the nogood's facts do not hold together.

Sources: the format, version 3.0, as the crate veripb 3.0.2 documents it, https://docs.rs/crate/veripb;
Gocht and Nordström, "Certifying parity reasoning efficiently using pseudo-Boolean proofs" (AAAI
2021), for VeriPB; Ahuja, Magnanti and Orlin, "Network flows" (1993), for reduced costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, permutations
from typing import Any

from ..common.arguments import checked
from ..common.errors import counted
from .clauses import Clause, Formula, Line
from .plain import checker, plain
from .proof import Proof

#: Constraints of lines that are kept for other nogoods, for each line of the puzzle.
_PATHS = 20


@checked
def veripb(proof: Proof) -> tuple[Iterator[str], Iterator[str]]:
    """The lines of an OPB file, and those of a VeriPB proof that it has no solution.

    The constraints say that there is a solution other than the pictures of the proof.

    Raises:
        OptionError: the claim is ``"multiple"``, so nothing is unsatisfiable.

    >>> from nonocsp import Puzzle, prove
    >>> constraints, steps = veripb(prove(Puzzle([[1]], [[1], []])))
    >>> next(constraints), next(constraints)
    ('* #variable= 20 #constraint= 33', '1 x1 1 x2 = 1 ;')
    >>> list(steps)[-4:]
    ['rup >= 1 ;', 'output NONE;', 'conclusion UNSAT : 61;', 'end pseudo-Boolean proof;']
    """
    formula = Formula.denying(proof)
    return _constraints(formula), _steps(proof, formula)


def _constraints(formula: Formula) -> Iterator[str]:
    """Equation i, from 0, is the constraints 2 i + 1, with >=, and 2 i + 2, with <=."""
    number = len(formula.sums) + len(formula.clauses)
    yield f"* #variable= {formula.variables} #constraint= {number}"
    if formula.givens:
        yield f"* with {counted(formula.givens, 'given')}"
    for total, parts in formula.sums:
        terms = [f"1 x{part}" for part in parts] + ([f"-1 x{total}"] if total else [])
        yield f"{' '.join(terms)} = {int(not total)} ;"
    yield from map(_text, formula.clauses)


def _text(clause: Clause) -> str:
    """A clause without negations, which not every reader of OPB knows."""
    terms = (f"1 x{literal} " if literal > 0 else f"-1 x{-literal} " for literal in clause)
    return f"{''.join(terms)}>= {1 - sum(literal < 0 for literal in clause)} ;"


def _steps(proof: Proof, formula: Formula) -> Iterator[str]:
    writer = _Writer(plain(proof.puzzle), formula)
    yield "pseudo-Boolean proof version 3.0"
    yield f"f {writer.count} ;"
    for line in islice(proof.lines(), 2, None):
        writer.read(line)
        yield from writer.text
        writer.text.clear()
    yield "output NONE;"
    yield f"conclusion UNSAT : {writer.count};"
    yield "end pseudo-Boolean proof;"


class _Writer(checker.Checker):  # type: ignore[misc]
    """A checker that writes what it reads. It knows what is known when weights are applied."""

    def __init__(self, puzzle: Any, formula: Formula) -> None:
        self.formula = formula
        self.count = 2 * len(formula.sums) + len(formula.clauses)
        self.text: list[str] = []
        self.nogoods: dict[str, int] = {}  # their constraints, if they can be deleted
        self.paths: dict[str, int] = {}  # the constraints of lines, by their text
        self.sums: list[int] = []  # those of weights, for one nogood
        super().__init__(puzzle)

    def add(self, text: str) -> int:
        self.text.append(text)
        self.count += 1
        return self.count

    def read(self, text: str) -> None:
        super().read(text)
        kind, *words = text.split()
        if kind == "n":
            clause = self.formula.nogood(words[1:])
            number = self.add(f"rup {_text(clause)}")
            if len(clause) > 1:
                self.nogoods[words[0]] = number
            self.delete(self.sums)
            self.sums.clear()
            if len(self.paths) > _PATHS * len(self.cells):
                self.delete(self.paths.values())
                self.paths.clear()
        elif kind == "d":
            self.delete(self.nogoods.pop(word) for word in words if word in self.nogoods)

    def delete(self, numbers: Iterable[int]) -> None:
        if words := " ".join(map(str, numbers)):
            self.text.append(f"del id {words} ;")

    def refuted(self, facts: Any, hints: Any = None, steps: Any = ()) -> bool:
        """Follows what leads to weights; the rest is left to who checks what is written."""
        if hints is not None and all(hint < 0 or self.steps[hint][0] != "w" for hint in hints):
            return True
        return bool(super().refuted(facts, hints, steps))

    def outweighs(self, weights: Any) -> bool:
        def weight(cell: int, c: int) -> int:
            return sum(weights.get((n, k), 0) for n in self.lines[cell] for k in {c, c and -1})

        weighed = {key: weight(*key) for key in self.formula.colours}
        penalty = 1 + 2 * sum(map(abs, weighed.values()))
        for heavy, light in permutations(self.axes.values(), 2):
            paths = [
                self.path(line, graph, weighed, 1 if line in heavy else -1, penalty)
                for line, graph in enumerate(self.formula.lines)
                if graph and (line in heavy or line in light)
            ]
            if sum(least for least, _ in paths) > 0:
                numbers = [self.paths.get(text) or self.add_path(text) for _, text in paths if text]
                self.sums.append(self.add(f"pol {_added(map(str, numbers))} ;"))
                return True
        return False

    def add_path(self, text: str) -> int:
        self.paths[text] = self.add(f"pol {text} ;")
        return self.paths[text]

    def path(
        self, line: int, graph: Line, weighed: dict[tuple[int, int], int], sign: int, penalty: int
    ) -> tuple[int, str]:
        """The least weight of a line, and the sum of equations that says so."""
        (_, can, windows), cells = self.known(line), self.cells[line]
        distances = {(0, 0): 0}
        for _, at, state, to, colour, block in graph.transitions:
            is_open = can[at] >> colour & 1 and (block is None or windows[block] >> at & 1)
            there = distances[at, state] + sign * weighed[cells[at], colour]
            there += 0 if is_open else penalty
            distances[at + 1, to] = min(distances.get((at + 1, to), there), there)
        least = min(distances[key] for key in graph.states if key[0] == len(cells))
        factors = [(graph.end, least)]
        factors += [(equation, -sign * weighed[key]) for key, equation in graph.read.items()]
        factors += [(equation, distances[key]) for key, equation in graph.entered.items()]
        factors += [(equation, -distances[key]) for key, equation in graph.left.items()]
        return least, _added(_times(*each) for each in factors if each[1])


def _times(equation: int, factor: int) -> str:
    number = f"{2 * equation + (1 if factor > 0 else 2)}"
    return number if abs(factor) == 1 else f"{number} {abs(factor)} *"


def _added(terms: Iterable[str]) -> str:
    """A sum in reverse Polish notation."""
    first, *others = [*terms] or [""]
    return " ".join([first, *(f"{term} +" for term in others)])
