# mypy: ignore-errors
"""A checker of proofs by branches: python count_checker.py [--given] PUZZLE.json PROOF

It takes every proof, as `checker.py` beside it does, and branches too (docs/reference/proofs.md),
an exhaustive search, which is followed here without searching. Open cells fall into parts that
share no line; their numbers of ways multiply, and those of the colours of a cell add up. What is
left of the lines of a part says all about it, so a part that is met again is not counted again.
As a program it reads puzzles by `board_checker.py` beside it, so those on any board."""

import sys

try:
    from . import checker
except ImportError:  # run as a program
    import checker

Contradiction, ProofError = checker.Contradiction, checker.ProofError


class Node:
    """A part of the puzzle: the colours of one of its cells are tried one after another."""

    def __init__(self, key, cells, colours):
        self.key, self.cells, self.colours = key, cells, colours  # colours: facts still to try
        self.total = 0  # ways to fill the cells, with the colours tried so far
        self.start = 0  # the trail's length before the colour that is tried
        self.ways, self.parts = 1, None  # with this colour; the parts that have no number yet


class CountChecker(checker.Checker):
    """A checker that counts by branches."""

    def __init__(self, puzzle):
        self.scope = self.count = (
            None  # the cells about which branches learn; the number in the end
        )
        self.languages, self.cells_of, self.segments_of = {}, {0: ()}, {}
        self.nodes, self.counts = [], {}
        super().__init__(puzzle)

    def learn(self, fact):
        # Another part may be impossible; that says nothing about the one that is counted.
        if self.scope is None or fact[0] in self.scope or fact[0] >= self.size:
            super().learn(fact)

    def undo_to(self, start):
        self.dirty.clear()
        while len(self.trail) > start:
            variable, old = self.trail.pop()
            self.state[variable] = old

    def segments(self, line):
        """What is left of a line, in independent segments: for each a number that stands for its
        open cells and all ways to fill them. Ways are paths through the line's automaton; states
        with the same ways are one. Where all paths meet in one, a segment ends."""
        (_, _, last), can, _ = known = self.known(line)
        # All states that some cells lead to are one here: equal ways are then equal numbers.
        steps, layers = [*checker.moves(*known)], [{1: {}}]
        for step in steps:
            layers.append({})
            for states, edges in layers[-2].items():
                for colour, *ways in step:
                    to = 0
                    for k, way in enumerate(ways):
                        to |= (states & way) << k
                    if to:
                        edges[colour] = to
                        layers[-1].setdefault(to, {})
        rest = {states: 0 for states in layers[-1] if states & last}
        found = []
        for i in reversed(range(len(can))):
            after, rest, cell = rest, {}, self.cells[line][i]
            for states, edges in layers[i].items():
                ways = tuple((colour, after[to]) for colour, to in edges.items() if to in after)
                if ways and can[i] & can[i] - 1:
                    new = len(self.cells_of)
                    rest[states] = self.languages.setdefault((line, cell, ways), new)
                    self.cells_of.setdefault(rest[states], (cell, *self.cells_of[ways[0][1]]))
                elif ways:
                    rest[states] = ways[0][1]
            if not rest:
                raise Contradiction
            if len({*rest.values()}) == 1:
                found += {*rest.values()} - {0}
                rest = dict.fromkeys(rest, 0)
        return found

    def parts(self, cells):
        """The open ones of some cells, in parts that share no segment: their keys and cells."""
        lines = {line for cell in cells for line in self.lines[cell]}
        own = set()
        for line in lines:
            # What else is known follows from the cells, or is known at the root.
            known = line, *(self.state[cell] for cell in self.cells[line])
            if known not in self.segments_of:
                self.segments_of[known] = self.segments(line)
            own.update(self.segments_of[known])
        own = {number for number in own if self.cells_of[number][0] in cells}
        through, found = {}, {}
        for number in own:
            for cell in self.cells_of[number]:
                through.setdefault(cell, []).append(number)
        while own:
            key, stack = set(), [own.pop()]
            while stack:
                number = stack.pop()
                if number not in key:
                    key.add(number)
                    stack += [other for cell in self.cells_of[number] for other in through[cell]]
            own -= key
            found[tuple(sorted(key))] = {cell for number in key for cell in self.cells_of[number]}
        return found

    def open(self, node):
        """The parts that the colour leaves."""
        try:
            node.ways, node.parts = 1, self.parts(node.cells)
        except Contradiction:
            node.ways, node.parts = 0, {}

    def go_on(self):
        """Add up and multiply what has a number, until a branch has to be read."""
        while self.nodes and self.nodes[-1].parts is not None:
            node = self.nodes[-1]
            for key in [key for key in node.parts if key in self.counts]:
                node.ways *= self.counts[key]
                del node.parts[key]
            if node.parts and node.ways:
                return
            node.total, node.parts = node.total + node.ways, None
            self.undo_to(node.start)
            if not node.colours:
                self.counts[node.key] = self.nodes.pop().total
        if not self.nodes:
            self.count = self.counts[()]

    def branch(self, words):
        """Try the next colour of a cell: that of the node, or of a part that has no number yet."""
        if "=" not in words[0] or words[1:2] not in ([], [":"]):
            raise ProofError("a branch has one cell, its colour, and lines as hints")
        cell, _ = fact = self.fact(words[0])
        hints = [self.hint(word) for word in words[2:]] if len(words) > 1 else None
        if any(hint > 0 for hint in hints or ()):
            raise ProofError("the hints of a branch are lines")
        if not self.counts and not self.nodes:
            if self.ended or self.pictures:
                raise ProofError("branches cannot follow what is proven here")
            self.nodes.append(Node((), {*range(self.size)}, []))
            self.open(self.nodes[0])
            self.go_on()
        node = self.nodes[-1] if self.nodes else Node((), {}, [])
        for key, cells in (node.parts or {}).items():
            if cell in cells:
                colours = [(cell, 1 << c) for c in self.colours if self.state[cell] >> c & 1]
                node = Node(key, cells, colours)
                self.nodes.append(node)
                break
        if node.parts or node.colours[:1] != [fact]:
            raise ProofError("this is not the next branch")
        del node.colours[0]
        node.start, self.scope = len(self.trail), node.cells
        node.ways, node.parts = 0, {}
        if not self.refuted([fact], hints):
            self.open(node)
        self.dirty.clear()
        self.go_on()

    def read(self, text):
        kind, *words = text.split(" ")
        if kind == "b" and not self.claim:
            self.branch(words)
        elif kind == "claim" and self.count is not None and not self.claim:
            if words != ["count", str(self.count)]:
                raise ProofError(f"{' '.join(words)} is not proven")
            self.claim = text[6:]
        elif self.nodes or self.counts:
            raise ProofError("the branches are not complete, or something follows them")
        else:
            super().read(text)


if __name__ == "__main__":
    from board_checker import read_puzzle

    sys.set_int_max_str_digits(0)
    sys.exit(checker.main(sys.argv[1:], CountChecker, read_puzzle))
