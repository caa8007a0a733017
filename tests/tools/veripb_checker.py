"""A plain and slow checker of VeriPB proofs, for the rules that `nonocsp.proofs.veripb` uses.

A constraint says that a weighted sum of variables is at least a bound; an equation of the formula
is two of them. Rules: ``rup``; ``pol`` with ``+``, ``*``, ``d``, ``s``, ``w`` and literal axioms;
``del id``; the conclusion. Source: the format, version 3.0, as https://docs.rs/crate/veripb has it.
"""

import re
from typing import NamedTuple

HEAD = "pseudo-Boolean proof version 3.0"
FOOT = ["output NONE;", "end pseudo-Boolean proof;"]
LITERAL = re.compile("(~?)x([1-9][0-9]*)").fullmatch


class Refused(Exception):
    """A line that is malformed or does not follow."""


class Constraint(NamedTuple):
    """``sum(terms[x] * x) >= bound`` over variables x that are 0 or 1; no term is 0."""

    terms: dict
    bound: int

    @property
    def degree(self):
        """The right side if every literal is written with a positive coefficient."""
        return self.bound + sum(-a for a in self.terms.values() if a < 0)

    def plus(self, other):
        terms = dict(self.terms)
        for x, a in other.terms.items():
            terms[x] = terms.get(x, 0) + a
        return Constraint({x: a for x, a in terms.items() if a}, self.bound + other.bound)

    def times(self, factor):
        return Constraint({x: a * factor for x, a in self.terms.items()}, self.bound * factor)

    def with_sizes(self, size, degree):
        """The coefficients of the literals changed by a function, and another degree."""
        terms = {x: size(a) if a > 0 else -size(-a) for x, a in self.terms.items()}
        terms = {x: a for x, a in terms.items() if a}
        return Constraint(terms, degree - sum(-a for a in terms.values() if a < 0))

    def divided(self, by):
        return self.with_sizes(lambda a: -(-a // by), -(-self.degree // by))

    def saturated(self):
        degree = max(self.degree, 0)
        return self.with_sizes(lambda a: min(a, degree), degree)

    def without(self, x):
        a = self.terms.get(x, 0)
        rest = {y: b for y, b in self.terms.items() if y != x}
        return Constraint(rest, self.bound - max(a, 0))

    def negated(self):
        return Constraint({x: -a for x, a in self.terms.items()}, 1 - self.bound)

    @property
    def is_contradiction(self):
        return self.degree > sum(map(abs, self.terms.values()))


def literal(word):
    match = LITERAL(word)
    if not match:
        raise Refused(f"{word} is no literal")
    return -int(match[2]) if match[1] else int(match[2])


def at_least(words):
    """The constraint of a sum, a relation and a bound, and the relation."""
    *words, relation, bound = words
    found = Constraint({}, int(bound))
    for a, word in zip(words[::2], words[1::2], strict=True):
        x = literal(word)
        sign = 1 if x > 0 else -1
        found = found.plus(Constraint({abs(x): int(a) * sign}, 0 if x > 0 else -int(a)))
    return found, relation


def read_opb(lines):
    """The constraints of a formula."""
    for line in lines:
        if line.startswith("*"):
            continue
        *words, end = line.split()
        found, relation = at_least(words)
        if end != ";" or relation not in (">=", "="):
            raise Refused(line)
        yield found
        if relation == "=":
            yield found.times(-1)


class Checker:
    """The constraints that are known, by number, and what they imply by unit propagation."""

    def __init__(self, formula):
        self.known = {}
        self.occurs = {}
        self.last = 0
        self.root = {}  # of variables: their values
        self.behind = set()  # constraints that propagated at the root
        self.formula = 0
        for constraint in formula:
            self.add(constraint)
        self.formula = self.last
        self.is_current = False

    def add(self, constraint):
        self.last += 1
        self.known[self.last] = constraint
        for x in constraint.terms:
            self.occurs.setdefault(x, set()).add(self.last)
        self.is_current = False

    def delete(self, number):
        if number <= self.formula:
            raise Refused("a constraint of the formula is deleted")
        for x in self.known.pop(number).terms:
            self.occurs[x].discard(number)
        if number in self.behind:
            self.root, self.behind, self.is_current = {}, set(), False

    def propagate(self, values, queue, behind=None):
        """Whether unit propagation of the constraints in the queue ends in a contradiction."""
        queues = {}, {}  # long constraints wait for the others

        def put(numbers):
            for number in numbers:
                queues[len(self.known[number].terms) > 100][number] = None

        put(queue)
        while queue := queues[0] or queues[1]:
            number, _ = queue.popitem()
            terms, bound = self.known[number]
            slack = -bound
            for x, a in terms.items():
                value = values.get(x)
                slack += max(a, 0) if value is None else a * value
            if slack < 0:
                return True
            for x, a in terms.items():
                if abs(a) > slack and x not in values:
                    values[x] = int(a > 0)
                    put(self.occurs[x])
                    if behind is not None:
                        behind.add(number)
        return False

    def follows(self, constraint):
        """Whether the opposite of a constraint is refuted by unit propagation."""
        if not self.is_current:
            if self.propagate(self.root, self.known, self.behind):
                return True
            self.is_current = True
        self.add(constraint.negated())
        is_refuted = self.propagate(dict(self.root), [self.last])
        self.delete(self.last)
        self.last -= 1
        self.is_current = True
        return is_refuted

    def calculated(self, words):
        """The constraint of an expression in reverse Polish notation."""
        stack = []
        for word in words:
            if word == "+":
                stack.append(self.operand(stack.pop()).plus(self.operand(stack.pop())))
            elif word in ("*", "d"):
                by = stack.pop()
                if type(by) is not int or by < 1:
                    raise Refused(f"{by} is no factor")
                before = self.operand(stack.pop())
                stack.append(before.times(by) if word == "*" else before.divided(by))
            elif word == "s":
                stack.append(self.operand(stack.pop()).saturated())
            elif word == "w":
                (x,) = stack.pop().terms
                stack.append(self.operand(stack.pop()).without(x))
            elif word.isdecimal():
                stack.append(int(word))
            else:
                x = literal(word)
                stack.append(Constraint({abs(x): 1 if x > 0 else -1}, 0 if x > 0 else -1))
        (result,) = stack
        return self.operand(result)

    def operand(self, value):
        return self.known[value] if type(value) is int else value

    def read(self, line):
        """Check a line between the header and the output section."""
        rule, *words, end = line.split()
        if end != ";":
            raise Refused("no semicolon ends it")
        if rule == "rup":
            constraint, relation = at_least(words)
            if relation != ">=":
                raise Refused("no constraint")
            if not self.follows(constraint):
                raise Refused("it does not follow by unit propagation")
            self.add(constraint)
        elif rule == "pol":
            self.add(self.calculated(words))
        elif rule == "del" and words[0] == "id":
            for word in words[1:]:
                self.delete(int(word))
        else:
            raise Refused(f"unknown rule {rule}")


def check(formula, proof):
    """Check the lines of a proof that the lines of a formula have no solution.

    Raises:
        Refused: a line is malformed or does not follow.
    """
    checker = Checker(read_opb(formula))
    head, count, *steps, output, conclusion, end = proof
    if [head, count, output, end] != [HEAD, f"f {checker.last} ;", *FOOT]:
        raise Refused("another header or end")
    for number, line in enumerate(steps, start=3):
        try:
            checker.read(line)
        except (LookupError, ValueError, AttributeError, Refused) as error:
            raise Refused(f"line {number}: {line[:60]}: {error!r}") from None
    match = re.fullmatch("conclusion UNSAT : ([1-9][0-9]*);", conclusion)
    found = checker.known.get(int(match[1])) if match else None
    if not found or not found.is_contradiction:
        raise Refused("no contradiction was derived")
