"""Numbers of solutions for checkers of model counters: the puzzle as clauses, and a CPOG proof.

A partitioned-operation graph is a formula of products, whose factors share no variable, and of
sums, whose terms exclude each other; so its models are counted by one pass over it. The proof says
that it is equivalent to the clauses, in two halves. From the clauses to the graph: every node has a
lemma, "where these literals are false, the node is true", which unit propagation confirms from the
lemmas below it. From the graph to the clauses: where a clause is false, so is every product that
has one of its literals, and with these, upwards, the root.

The graph is the trace of an exhaustive search with component caching. What a component has left of
its clauses says which of their literals are false; so the lemma of one that is met again holds.

Source: Bryant, Nawrocki, Avigad and Heule, "Certified knowledge compilation with application to
formally verified model counting" (SAT 2023).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from ..common.errors import OptionError
from ..common.limits import LimitReached, Limits, Meter, Stats
from ..common.progress import report
from .clauses import Formula
from .drup import dimacs
from .proof import Proof


def cpog(proof: Proof, limits: Limits | None = None) -> tuple[Iterator[str], Iterator[str]]:
    """The lines of a DIMACS file, and those of a CPOG proof of its number of models.

    The clauses have one model for each solution. Of the proof only what is known beforehand is
    used: the search for the graph is another one, in Python, while the lines are read.

    Args:
        proof: from `prove` with ``every``.
        limits: of that search; only the seconds and the nodes count.

    Raises:
        OptionError: the proof does not claim a number, or there is no solution.
        LimitReached: by the second iterator, where the graph is not complete within the limits.

    >>> from nonocsp import Puzzle, prove
    >>> clauses, steps = cpog(prove(Puzzle([[1]] * 2, [[1]] * 2), every=True))
    >>> next(clauses), [step for step in steps if " s " in step]
    ('p cnf 44 112', ['199 s 47 45 46 138 178 0'])
    """
    if proof.count is None:
        raise OptionError("only a number of solutions has a CPOG proof")
    if not proof.count:
        raise OptionError("without a solution there is no graph: DRUP has a proof")
    formula = Formula.given(proof, with_positions=False)
    return dimacs(formula), _Compiler(formula, limits or Limits()).lines()


class _Part(NamedTuple):
    """A component that has been compiled. Its lemma: if its literals are false, so its node."""

    node: int
    """A variable of the graph; 0 if there is no model."""
    lemma: int
    """The number of a clause: the literals, or the node."""
    literals: frozenset[int]
    clauses: array[int]
    """What is left of these is the component; their numbers, rising."""


class _Branch(NamedTuple):
    """What follows from a decision."""

    factors: list[int]
    """The literals, and the nodes of what is left, rising; none if there is no model."""
    hints: list[int]
    """How they follow, or the contradiction, if the literals below are false."""
    literals: frozenset[int]
    parts: list[_Part]


class _Product(NamedTuple):
    number: int
    """Of its first clause; that of its first factor is the next one."""
    variable: int
    factors: list[int]
    parts: list[_Part]

    def clause(self, factor: int) -> int:
        """The number of the clause that the product implies a factor; 0 if it has no such."""
        at = bisect_left(self.factors, factor)
        return self.number + 1 + at if self.factors[at : at + 1] == [factor] else 0


#: Variables and clauses, by their numbers, rising.
_Component: TypeAlias = "tuple[array[int], array[int]]"


class _Compiler:
    """A search that writes its graph."""

    def __init__(self, formula: Formula, limits: Limits) -> None:
        self.meter = Meter(limits, Stats())
        self.text: list[str] = []
        self.clauses = {n: [*clause] for n, clause in enumerate(formula.every_clause(), start=1)}
        """By number; the first two literals are watched."""
        self.left = {number: number for number in self.clauses}
        """By clause of the input: the clause that is left of it at the root."""
        self.inputs = self.last = len(self.clauses)
        self.variables = self.nodes = formula.variables
        self.colours = formula.colours.values()
        self.added: list[tuple[int, str]] = []  # to be deleted in the end, and their hints
        self.units: dict[int, int] = {}  # by literal, its clause
        self.compiled: dict[bytes, _Part] = {}
        self.terms: dict[int, list[_Product]] = {}  # by node
        self.sums: dict[int, int] = {}  # by node, its first clause
        # By literal; what belongs to the negative ones stands at the end.
        self.value = [0] * (2 * self.variables + 1)
        self.watching: list[list[int]] = []
        self.occurs: list[list[int]] = []  # by variable
        self.reason = [0] * (self.variables + 1)
        self.trail: list[int] = []
        self.read = 0  # of the trail, by propagation

    def lines(self) -> Iterator[str]:
        """The proof, written while the search runs."""
        with self.meter:
            for number, clause in self.clauses.items():
                if len(clause) == 1 and not self.value[clause[0]]:
                    self.units[clause[0]] = number
                    self.assign(clause[0], number)
            self.simplify()
            while self.probe():
                self.simplify()
            parts = []
            for component in self.components(range(1, self.variables + 1)):
                parts.append((yield from self.followed(component)))
            yield from self.ending(parts)

    def followed(self, component: _Component) -> Generator[str, None, _Part]:
        """Compile a component, and those it asks for, on a stack: Python's is not deep enough."""
        stack = [self.compile(component)]
        answer: _Part | None = None
        while stack:
            try:
                stack.append(self.compile(stack[-1].send(answer)))
                answer = None
            except StopIteration as end:
                stack.pop()
                answer = end.value
                yield from self.text
                self.text.clear()
        assert answer is not None
        return answer

    # Writing.

    def add(self, clause: Iterable[int], hints: Iterable[int]) -> int:
        """A clause that follows from the hints; it is deleted in the end by the same ones."""
        self.last += 1
        words = _words(hints)
        self.added.append((self.last, words))
        self.text.append(f"{self.last} a {_words(clause)} {words}")
        return self.last

    def add_product(self, factors: list[int], parts: list[_Part]) -> _Product:
        self.nodes += 1
        product = _Product(self.last + 1, self.nodes, factors, parts)
        self.last += 1 + len(factors)
        self.text.append(f"{product.number} p {self.nodes} {_words(factors)}")
        return product

    def add_sum(self, decision: int, a: _Product, b: _Product) -> int:
        self.nodes += 1
        self.sums[self.nodes] = number = self.last + 1
        self.last += 3
        terms = a.variable, b.variable, a.clause(decision), b.clause(-decision)
        self.text.append(f"{number} s {self.nodes} {_words(terms)}")
        return self.nodes

    # At the root.

    def simplify(self) -> None:
        """Propagate, and shorten what is left of the clauses."""
        if not self.watching:
            self.watch()
        self.settle()
        shorter: dict[int, int] = {}
        known: dict[frozenset[int], int] = {}
        for number in {*self.left.values()}:
            clause = self.clauses[number]
            if any(self.value[literal] > 0 for literal in clause):
                shorter[number] = 0
                continue
            rest = [literal for literal in clause if not self.value[literal]]
            shorter[number] = known.get(frozenset(rest), number)
            if len(rest) < len(clause) and shorter[number] == number:
                refuted = [self.units[-literal] for literal in clause if self.value[literal]]
                shorter[number] = self.add(rest, [*refuted, number])
                self.clauses[self.last] = rest
            known[frozenset(rest)] = shorter[number]
        self.left = {n: shorter[left] for n, left in self.left.items() if shorter[left]}
        self.watch()

    def watch(self) -> None:
        self.watching = [[] for _ in self.value]
        self.occurs = [[] for _ in range(self.variables + 1)]
        for number in sorted({*self.left.values()}):
            clause = self.clauses[number]
            for literal in clause:
                self.occurs[abs(literal)].append(number)
            for literal in clause[:2] if len(clause) > 1 else ():
                self.watching[literal].append(number)

    def settle(self) -> None:
        """Write what follows by unit propagation as clauses."""
        assert not self.propagate(), "there is a solution"
        for literal in self.trail[len(self.units) :]:
            number = self.reason[abs(literal)]
            others = [self.units[-other] for other in self.clauses[number] if other != literal]
            self.units[literal] = self.add([literal], [*others, number])

    def probe(self) -> bool:
        """Refute colours of cells that fail at once. False if there are none."""
        before = len(self.trail)
        for colour in self.colours:
            if self.value[colour]:
                continue
            start = len(self.trail)
            self.assign(colour, 0)
            conflict = self.propagate()
            hints, literals = self.reasons(start, self.clauses[conflict] if conflict else ())
            self.undo(start)
            if conflict:
                refuted = [self.units[-literal] for literal in literals]
                self.units[-colour] = self.add([-colour], [*refuted, *hints, conflict])
                self.assign(-colour, self.units[-colour])
                self.settle()
            self.meter.check_clock()
        return len(self.trail) > before

    # Propagation.

    def assign(self, literal: int, reason: int) -> None:
        self.value[literal], self.value[-literal] = 1, -1
        self.reason[abs(literal)] = reason
        self.trail.append(literal)

    def undo(self, start: int) -> None:
        for literal in self.trail[start:]:
            self.value[literal] = self.value[-literal] = 0
        del self.trail[start:]
        self.read = start

    def propagate(self) -> int:
        """Propagate units with two watched literals. The number of a false clause, or 0."""
        value, clauses = self.value, self.clauses
        while self.read < len(self.trail):
            false = -self.trail[self.read]
            self.read += 1
            numbers, self.watching[false] = self.watching[false], []
            still = self.watching[false]
            for at, number in enumerate(numbers):
                clause = clauses[number]
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if value[first] > 0:
                    still.append(number)
                    continue
                for i in range(2, len(clause)):
                    if value[clause[i]] >= 0:
                        clause[1], clause[i] = clause[i], false
                        self.watching[clause[1]].append(number)
                        break
                else:
                    still.append(number)
                    if value[first] < 0:
                        still += numbers[at + 1 :]
                        return number
                    self.assign(first, number)
        return 0

    def reasons(self, start: int, false: Iterable[int]) -> tuple[list[int], frozenset[int]]:
        """The clauses from which it follows, since ``start``, that these literals are false, in
        order; and the false literals in them from before.
        """
        literals, hints = {*false}, []
        for literal in reversed(self.trail[start:]):
            if -literal in literals:
                literals.remove(-literal)
                if reason := self.reason[abs(literal)]:
                    hints.append(reason)
                    literals.update(self.clauses[reason])
                    literals.remove(literal)
        return hints[::-1], frozenset(literals)

    # Search.

    def components(self, variables: Iterable[int]) -> list[_Component]:
        """What is open of some variables, in parts that share no clause; the smallest first."""
        value, found = self.value, []
        seen, looked = set(), set()
        for variable in variables:
            if value[variable] or variable in seen:
                continue
            seen.add(variable)
            own, numbers = [variable], []
            for each in own:
                for number in self.occurs[each]:
                    if number in looked:
                        continue
                    looked.add(number)
                    clause = self.clauses[number]
                    if any(value[literal] > 0 for literal in clause):
                        continue
                    numbers.append(number)
                    for literal in clause:
                        if not value[literal] and abs(literal) not in seen:
                            seen.add(abs(literal))
                            own.append(abs(literal))
            # Every variable is total or part of a sum that is not decided.
            assert numbers, "no variable is free"
            found.append((array("i", sorted(own)), array("i", sorted(numbers))))
        return sorted(found, key=lambda component: len(component[0]))

    def compile(self, component: _Component) -> Generator[_Component, _Part | None, _Part]:
        variables, numbers = component
        key = numbers.tobytes() + b"|" + variables.tobytes()
        if known := self.compiled.get(key):
            return known
        limits, stats = self.meter.limits, self.meter.stats
        if limits.nodes is not None and stats.nodes >= limits.nodes:
            raise LimitReached("nodes")
        stats.nodes += 1
        self.meter.check_clock()
        report(nodes=stats.nodes)
        decision = variables[0]  # a colour of the first cell
        first = yield from self.branch(decision, variables)
        second = yield from self.branch(-decision, variables)
        part = self.compiled[key] = self.joined(decision, first, second, numbers)
        return part

    def branch(
        self, decision: int, variables: array[int]
    ) -> Generator[_Component, _Part | None, _Branch]:
        start, parts = len(self.trail), []
        self.assign(decision, 0)
        conflict = self.propagate()
        false: Iterable[int] = self.clauses[conflict] if conflict else ()
        for component in () if conflict else self.components(variables):
            part = yield component
            assert part is not None
            parts.append(part)
            if not part.node:
                conflict, false = part.lemma, part.literals
                break
        own = self.trail[start:]
        if conflict:
            hints, literals = self.reasons(start, false)
            branch = _Branch([], [*hints, conflict], literals, [])
        else:
            lemmas = frozenset[int]().union(*(part.literals for part in parts))
            hints, literals = self.reasons(start, [*(-literal for literal in own), *lemmas])
            factors = sorted([*own, *(part.node for part in parts)])
            branch = _Branch(factors, hints + [part.lemma for part in parts], literals, parts)
        self.undo(start)
        return branch

    def joined(self, decision: int, first: _Branch, second: _Branch, numbers: array[int]) -> _Part:
        """The node of a decision, and its lemma, for which the decision's opposite has one."""
        branches = [branch for branch in (first, second) if branch.factors]
        products = [self.add_product(branch.factors, branch.parts) for branch in branches]
        node = products[0].variable if products else 0
        hints = {id(branch): branch.hints for branch in (first, second)}
        for branch, product in zip(branches, products, strict=True):
            hints[id(branch)] = [*branch.hints, product.number]
        if len(products) == 2:
            node = self.add_sum(decision, *products)
            for at, branch in enumerate(branches, start=1):
                hints[id(branch)].append(self.sums[node] + at)
        own = [node] if first.factors else []
        opposite = self.add([*own, -decision, *sorted(first.literals)], hints[id(first)])
        literals = first.literals | second.literals
        own = [node] if node else []
        lemma = self.add([*own, *sorted(literals)], [opposite, *hints[id(second)]])
        self.terms[node] = products
        return _Part(node, lemma, literals, numbers)

    # The end.

    def ending(self, parts: list[_Part]) -> Iterator[str]:
        """The root, and that it implies the clauses."""
        root = self.add_product(sorted([*self.trail, *(part.node for part in parts)]), parts)
        lemmas = [*(self.units[literal] for literal in self.trail), *(p.lemma for p in parts)]
        self.last += 1
        unit = self.last
        self.text.append(f"{unit} a {root.variable} 0 {_words([*lemmas, root.number])}")
        self.text.append(f"r {root.variable}")
        yield from self.text
        for number, words in reversed(self.added):
            yield f"d {number} {words}"
        top = _Part(root.variable, unit, frozenset(), array("i", sorted({*self.left.values()})))
        self.terms[root.variable] = [root]
        refuted: dict[int, str] = {}
        for number in range(1, self.inputs + 1):
            left = self.left.get(number, number)
            if left not in refuted:
                refuted[left] = _words([*self.refutation(left, top), unit])
            yield f"d {number} {refuted[left]}"

    def refutation(self, number: int, top: _Part) -> list[int]:
        """Why a node is false if a clause is: hints, from below."""
        stack, reached = [top], {top.node}
        hints: list[tuple[int, int]] = []  # with their nodes
        for part in stack:
            for product in self.terms[part.node]:
                factor = next((f for f in self.clauses[number] if product.clause(f)), 0)
                if not factor:
                    child = next(part for part in product.parts if _contains(part, number))
                    factor = child.node
                    if factor not in reached:
                        reached.add(factor)
                        stack.append(child)
                hints.append((part.node, product.clause(factor)))
            if part.node in self.sums:
                hints.append((part.node, self.sums[part.node]))
        return [hint for _, hint in sorted(hints, key=lambda pair: pair[0])]


def _contains(part: _Part, number: int) -> bool:
    at = bisect_left(part.clauses, number)
    return at < len(part.clauses) and part.clauses[at] == number


def _words(numbers: Iterable[int]) -> str:
    return " ".join(map(str, (*numbers, 0)))
