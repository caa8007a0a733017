"""A plain and slow checker of CPOG proofs that counts models. It knows nothing of nonograms.

``ID a LITERALS 0 HINTS 0`` adds a clause, ``d ID HINTS 0`` deletes one, ``ID p VARIABLE FACTORS 0``
and ``ID s VARIABLE TERM TERM HINTS 0`` define a product and a sum, ``r LITERAL`` names the root.
Every hint has to be a unit clause when its turn comes, and the last one false. Source: Bryant,
Nawrocki, Avigad and Heule, "Certified knowledge compilation with application to formally verified
model counting" (SAT 2023).
"""


class Refused(Exception):
    """A line that is malformed or does not follow."""


def ensure(condition, message):
    if not condition:
        raise Refused(message)


class Checker:
    def __init__(self, clauses):
        (_, _, variables, number), *lines = (line.split() for line in clauses if line[0] != "c")
        self.variables = int(variables)
        self.clauses = {i: listed(line)[0] for i, line in enumerate(lines, start=1)}
        ensure(len(self.clauses) == int(number), "the head has another number of clauses")
        self.inputs, self.last = len(self.clauses), len(self.clauses)
        self.defining = set()
        # Of variables, the nodes of the graph among them: those of the input below, as bits, and
        # the number of models over these.
        self.below = {v: 1 << v for v in range(1, self.variables + 1)}
        self.models = dict.fromkeys(self.below, 1)
        self.root = None

    def add(self, number, clause):
        ensure(number > self.last, "numbers must rise")
        self.clauses[number], self.last = clause, number

    def define(self, number, *clauses):
        for clause in clauses:
            self.add(number, clause)
            self.defining.add(number)
            number += 1

    def count(self, literal, over):
        """The models of a literal over variables, as bits."""
        variable = abs(literal)
        own = self.below[variable]
        models = self.models[variable]
        if literal < 0:
            models = (1 << own.bit_count()) - models
        return models << (over & ~own).bit_count()

    def propagate(self, literals, hints):
        """Raise Refused unless the literals, and what follows from them, falsify the last hint."""
        true = set(literals)
        for at, hint in enumerate(hints):
            ensure(hint in self.clauses, f"there is no clause {hint}")
            clause = self.clauses[hint]
            rest = {literal for literal in clause if -literal not in true}
            if not rest:
                ensure(at + 1 == len(hints), "there are hints after the contradiction")
                return
            ensure(len(rest) == 1 and not rest & true, f"clause {hint} is not unit")
            true |= rest
        raise Refused("there is no contradiction")

    def read(self, line):
        words = line.split()
        if words[0] == "r":
            ensure(self.root is None, "there is a root already")
            (self.root,) = map(int, words[1:])
        elif words[0] == "d":
            number, (hints, *more) = int(words[1]), listed(words[2:])
            ensure(not more and number not in self.defining, "this cannot be deleted")
            ensure(number in self.clauses, "there is no such clause")
            clause = self.clauses.pop(number)
            self.propagate({-literal for literal in clause}, hints)
        elif words[1] == "a":
            clause, hints = listed(words[2:])
            ensure({abs(literal) for literal in clause} <= self.below.keys(), "unknown variable")
            self.propagate({-literal for literal in clause}, hints)
            self.add(int(words[0]), clause)
        else:
            self.read_node(words[1], int(words[0]), int(words[2]), listed(words[3:]))

    def read_node(self, kind, number, node, lists):
        ((*factors,),) = lists
        factors, hints = (factors, []) if kind == "p" else (factors[:2], factors[2:])
        ensure(kind in "ps" and node not in self.below and node > 0, "this is no new node")
        ensure(
            len(factors) > 1 and {abs(f) for f in factors} <= self.below.keys(), "few or unknown"
        )
        below, models = 0, 1
        for factor in factors:
            own = self.below[abs(factor)]
            ensure(kind == "s" or not own & below, "the factors share a variable")
            below |= own
            models *= self.count(factor, own)
        if kind == "p":
            self.define(number, [node, *(-f for f in factors)], *([-node, f] for f in factors))
        else:
            ensure(self.defining.issuperset(hints), "a hint defines nothing")
            self.propagate(set(factors), hints)
            models = sum(self.count(term, below) for term in factors)
            self.define(number, [-node, *factors], *([node, -f] for f in factors))
        self.below[node], self.models[node] = below, models


def listed(words):
    """Lists of numbers, each ended by 0."""
    found = [[]]
    for number in map(int, words):
        if number:
            found[-1].append(number)
        else:
            found.append([])
    ensure(not found.pop(), "a list has no end")
    return found


def count(clauses, steps):
    """The number of models of the clauses, which the steps prove.

    Raises:
        Refused: they do not.
    """
    checker = Checker(clauses)
    for number, step in enumerate(steps, start=1):
        try:
            checker.read(step)
        except Refused as error:
            raise Refused(f"line {number}: {error}") from None
        except (IndexError, ValueError) as error:
            raise Refused(f"line {number}: malformed: {error}") from None
    left = [clause for n, clause in checker.clauses.items() if n not in checker.defining]
    ensure(checker.root and left == [[checker.root]], "more or less is left than the root")
    return checker.count(checker.root, (2 << checker.variables) - 2)


if __name__ == "__main__":
    import sys

    with open(sys.argv[1]) as clauses_file, open(sys.argv[2]) as steps_file:
        print(count(clauses_file, steps_file))
