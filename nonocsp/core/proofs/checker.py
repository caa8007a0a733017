# mypy: ignore-errors
"""A checker of proofs (docs/reference/proofs.md): python checker.py [--given] PUZZLE.json PROOF

It prints ``verified: unique`` (none, multiple, count N) and exits with 0; or the first line that
does not follow, with 1; with 2 if a file cannot be read. A proof with givens is refused, or with
``--given`` accepted ``with 3 givens``. The puzzle is ``{"rows": [[1, [2, "red"], ["?", "blue",
"attached"]], null], "cols": [...]}``; null is an absent clue, ``"loose"`` a joint, and ``"*"``
stands for any blocks."""

import gzip
import hashlib
import json
import re
import sys
from collections import namedtuple
from math import inf

Puzzle = namedtuple("Puzzle", "board colours clues axes cells")  # axes: the lines of a direction
N, K, ID = "([1-9][0-9]{0,8})", "(0|[1-9][0-9]{0,8})", "([1-9][0-9]{0,17})"
FACT = re.compile(f"r{N}c{N}([=!]){K}|([A-CR]){N}b{N}([<>]){N}").fullmatch
WEIGHT = re.compile(f"([A-CR]){N}(?:k{K})?=(0|-?[1-9][0-9]{{0,8}})").fullmatch
HINT, STEP = re.compile(f"([A-CR]){N}|{ID}").fullmatch, re.compile(ID).fullmatch


class ProofError(Exception):
    """A line of the proof that is malformed or does not follow."""


class Contradiction(Exception):
    """What is known cannot hold together."""


def read_puzzle(value):
    """The puzzle of a decoded JSON object; colours are numbered in the order of their first use."""
    if "clues" in value:
        raise ValueError("a board that board_checker.py and count_checker.py read")
    names = [c if type(c) is str else c["name"] for c in value.get("colours") or ["black"]]
    order = {}

    def block(entry):
        if entry == "*":
            return -1, 0
        length, name, *joint = entry if type(entry) is list else (entry, names[0])
        if type(name) is not str or (length != "?" and (type(length) is not int or length < 1)):
            raise ValueError(f"{entry!r} is not a block")
        return 0 if length == "?" else length, order.setdefault(name, len(order) + 1), *joint

    sides = value["rows"], value["cols" if "cols" in value else "columns"]
    clues = [clue and [block(e) for e in clue if clue != [0]] for side in sides for clue in side]
    clues = [None if clue == [(-1, 0)] else clue for clue in clues]
    board = len(sides[0]), len(sides[1])
    return Puzzle(board, max(len(order), len(names)), clues, *rectangle(*board))


def rectangle(rows, columns):
    cells = [range(row * columns, (row + 1) * columns) for row in range(rows)]
    cells += [range(column, rows * columns, columns) for column in range(columns)]
    return {"R": range(rows), "C": range(rows, rows + columns)}, cells


def fingerprint(puzzle):
    """32 hexadecimal digits that identify the clues."""
    text = json.dumps([1, *puzzle.board, *puzzle[1:3]], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# A line is read by an automaton, state by state from 0; a set of states is the bits of an integer.


def automaton(clue, n, colours=()):
    """By colour, the states that read a cell and stay, go to the next state, or skip one or two;
    the state before each block; the last states. The blanks before a block have their own state,
    and a star has two: in its cells, and behind its last one, which is not of the block's colour.
    """
    stay, go, skip, leap, begins, state, before, has_star = {}, {}, {}, {}, [], 0, None, False

    def add(table, *colours):
        for colour in colours:
            table[colour] = table.get(colour, 0) | 1 << state

    for length, colour, *joint in [*clue, (0, 0)]:
        if length == -1:
            has_star = True
            continue
        begins.append(state)
        if has_star:
            others = [c for c in colours if not c or c != before]
            add(go, *others)
            add(skip, *(c for c in others if c != colour))
            add(leap, *({colour} - {before}))
            state += 1
            add(stay, *colours)
            add(go, *(c for c in colours if c != colour))
        else:
            add({"": go, "loose": go, "attached": {}}["".join(joint)], 0)
            if joint or colour != before:
                add(skip, colour)
        state += 1
        if not has_star:
            add(stay, 0)
        for _ in range(min(length or 1, n + 1)):  # a block longer than the line never ends
            add(go, colour)
            state += 1
        if not length:
            add(stay, colour)
        before, has_star = colour, False
    return (stay, go, skip, leap), begins[:-1], 3 << begins[-1]


def moves(line, can, windows):
    """For each cell of a line: for each colour that it can have the states that can stay, go, skip
    one or two. A block begins only in its window."""
    (stay, go, skip, leap), begins, _ = line
    for i, colours in enumerate(can):
        shut = sum(1 << s for s, window in zip(begins, windows, strict=True) if not window >> i & 1)
        yield [
            (c, stay.get(c, 0), go.get(c, 0) & ~(shut << 1), skip.get(c, 0) & ~shut, leap.get(c, 0))
            for c in range(colours.bit_length())
            if colours >> c & 1
        ]


def tightened(line, can, windows):
    """What the placements in a line that agree with what is known have in common: for each cell its
    colours, for each block the window of its starts."""
    begins, last = line[1:]
    steps, reached = [*moves(line, can, windows)], [1]
    for step in steps:
        here, after = reached[-1], 0
        for _, *ways in step:
            for k, way in enumerate(ways):
                after |= (here & way) << k
        reached.append(after)
    ahead, found, starts = reached[-1] & last, [0] * len(can), [0] * len(begins)
    if not ahead:
        raise Contradiction
    for i in reversed(range(len(can))):
        here, after, ahead = reached[i], ahead, 0
        for colour, *ways in steps[i]:
            stay, go, skip, leap = (here & way & after >> k for k, way in enumerate(ways))
            ahead |= stay | go | skip | leap
            found[i] |= bool(stay | go | skip | leap) << colour
            for block, state in enumerate(begins):
                starts[block] |= ((go >> 1 | skip) >> state & (colour > 0)) << i
    return found, [(1 << start.bit_length()) - (start & -start) for start in starts]


def least(line, can, windows, weights):
    """The least weight of a placement, infinite if there is none; weights[cell][colour]."""
    best = {0: 0}
    for step, weight in zip(moves(line, can, windows), weights, strict=True):
        before, best = best, {}
        for state, total in before.items():
            for colour, *ways in step:
                for to, way in enumerate(ways, start=state):
                    if way >> state & 1:
                        best[to] = min(best.get(to, inf), total + weight[colour])
    return min((total for state, total in best.items() if line[2] >> state & 1), default=inf)


class Checker:
    """What is known, and the steps so far. A variable is a cell, with its possible colours as bits,
    or a block, with a window of possible starts. A fact is a variable and the bits it leaves."""

    def __init__(self, puzzle):
        self.puzzle, self.axes, self.cells = puzzle, puzzle.axes, puzzle.cells
        self.rows = self.cells[: len(next(iter(self.axes.values())))]
        met = sorted((cell, line) for line, cells in enumerate(self.cells) for cell in cells)
        self.lines = [[n for _, n in of] for of in zip(*[iter(met)] * len(self.axes), strict=True)]
        self.colours, self.size = range(puzzle.colours + 1), len(self.lines)
        self.state = [(2 << puzzle.colours) - 1] * self.size
        self.automata, self.blocks = [], []  # blocks: their variables, if all lengths are known
        for line, clue in enumerate(puzzle.clues):
            known = [length for length, *_ in clue or ()]
            known *= all(length > 0 for length in known)
            self.blocks.append(range(len(self.state), len(self.state) + len(known)))
            self.state += [(1 << max(len(self.cells[line]) + 1 - a, 0)) - 1 for a in known]
            self.lines += [[line]] * len(known)
            free, n = ((dict.fromkeys(self.colours, 1), {}, {}, {}), [], 1), len(self.cells[line])
            self.automata.append(free if clue is None else automaton(clue, n, self.colours))
        self.trail, self.dirty, self.ended = [], set(range(len(self.cells))), False
        self.steps, self.last, self.pictures, self.claim, self.given = {}, 0, set(), None, []
        self.set_root([])

    def learn(self, fact):
        variable, bits = fact
        old = self.state[variable]
        if old & ~bits:
            self.trail.append((variable, old))
            self.state[variable] = old & bits
            self.dirty.update(self.lines[variable])
            if not old & bits:
                raise Contradiction

    def undo(self):
        self.dirty.clear()
        while self.trail:
            variable, old = self.trail.pop()
            self.state[variable] = old

    def known(self, line):
        """The automaton of a line, the colours of its cells and the windows of its blocks."""
        can = [self.state[cell] for cell in self.cells[line]]
        windows = [self.state[block] for block in self.blocks[line]]
        return self.automata[line], can, windows or [-1] * len(self.automata[line][1])

    def tighten(self, line):
        found, windows = tightened(*self.known(line))
        for fact in zip([*self.cells[line], *self.blocks[line]], found + windows, strict=False):
            self.learn(fact)
        self.dirty.discard(line)

    def apply(self, step):
        """Apply an earlier nogood, solution or weights."""
        kind, content = self.steps[step]
        if kind == "w":
            unknown = [] if self.outweighs(content) else [None, None]
        else:
            unknown = [fact for fact in content if self.state[fact[0]] & ~fact[1]]
        if not unknown:
            raise Contradiction
        if len(unknown) == 1:
            self.learn((unknown[0][0], ~unknown[0][1]))

    def outweighs(self, weights):
        """Whether the lines of one direction weigh more than those of another can."""

        def weight(cell, c):
            return sum(weights.get((n, k), 0) for n in self.lines[cell] for k in {c, c and -1})

        def weigh(line, sign):
            return [[sign * weight(cell, c) for c in self.colours] for cell in self.cells[line]]

        def bound(sign):  # on the weight of all cells, from below; with sign -1 above, negated
            totals = [least(*self.known(n), weigh(n, sign)) for n in range(len(self.cells))]
            return max(sum(totals[n] for n in axis) for axis in self.axes.values())

        return bound(1) + bound(-1) > 0

    def refuted(self, facts, hints=None, steps=()):
        """Whether facts contradict what is known. A hint is a number of a step (positive) or line
        (from -1 down); without hints, all lines and the given steps are followed."""
        try:
            for fact in facts:
                self.learn(fact)
            for hint in hints or ():
                self.apply(hint) if hint > 0 else self.tighten(-1 - hint)
            before = -1
            while hints is None and before < len(self.trail):
                while self.dirty:
                    self.tighten(min(self.dirty))
                before = len(self.trail)
                for step in steps:
                    self.apply(step)
        except Contradiction:
            return True
        return False

    def set_root(self, facts):
        self.ended = self.ended or self.refuted(facts)
        self.trail.clear()

    def fact(self, word):
        row, column, sign, colour, axis, number, block, side, place = FACT(word).groups()
        if row:
            bits = 1 << self.colours[int(colour)]
            return self.rows[int(row) - 1][int(column) - 1], bits if sign == "=" else ~bits
        line = self.axes[axis][int(number) - 1]
        place = min(int(place), len(self.cells[line]) + 1)
        bits = (1 << place - 1) - 1 if side == "<" else -1 << place
        return self.blocks[line][int(block) - 1], bits

    def hint(self, word):
        axis, number, step = HINT(word).groups()
        if axis:
            return -1 - self.axes[axis][int(number) - 1]
        return self.steps[int(step)] and int(step)

    def nogood(self, words):
        cut = words.index(":") if ":" in words else len(words)
        facts = [self.fact(word) for word in words[:cut]]
        hints = [self.hint(word) for word in words[cut + 1 :]] if cut < len(words) else None
        steps = [] if hints is not None else [s for s, step in self.steps.items() if step[0] != "w"]
        if not self.ended and not self.refuted(facts, hints, steps):
            raise ProofError("the nogood does not follow")
        self.undo()
        self.ended = self.ended or not facts
        if len(facts) == 1:
            self.set_root([(facts[0][0], ~facts[0][1])])
        return facts

    def weights(self, words):
        of = [WEIGHT(word).groups() for word in words]
        keys = [(self.axes[a][int(n) - 1], self.colours[int(c)] if c else -1) for a, n, c, _ in of]
        if len(set(keys)) < len(keys):
            raise ProofError("there are two weights of the same cells")
        return {key: int(weight) for key, (*_, weight) in zip(keys, of, strict=True)}

    def solution(self, words):
        (picture,) = words
        rows = [["0123456789abcdef".index(digit) for digit in row] for row in picture.split("/")]
        if self.puzzle.colours > 9:
            rows = [[16 * a + b for a, b in zip(r[::2], r[1::2], strict=True)] for r in rows]
        facts = [*enumerate(1 << self.colours[colour] for row in rows for colour in row)]
        if [*map(len, rows)] != [*map(len, self.rows)]:
            raise ProofError("the picture has another shape")
        if self.ended or picture in self.pictures or self.refuted(facts):
            raise ProofError("the picture is not a solution, or was found before")
        self.undo()
        self.pictures.add(picture)
        return facts

    def read(self, text):
        """Check a line after the header."""
        kind, *words = text.split(" ")
        if self.claim:
            raise ProofError("there is a line after the claim")
        if kind == "g" and not self.last:
            self.given += [self.fact(word) for word in words]
            self.set_root(self.given)
        elif kind == "d":
            for word in words:
                del self.steps[int(STEP(word)[0])]
        elif kind == "claim":
            self.claim, found = " ".join(words), len(self.pictures)
            exact = {0: "none", 1: "unique"}.get(found), f"count {found}"
            if not (found > 1 if self.claim == "multiple" else self.ended and self.claim in exact):
                raise ProofError(f"{self.claim} is not proven")
        elif kind == "b":
            raise ProofError("branches are for count_checker.py")
        else:
            step = int(STEP(words.pop(0))[0])
            if step <= self.last:
                raise ProofError("the number is not greater than those before")
            reader = {"n": self.nogood, "w": self.weights, "s": self.solution}[kind]
            self.steps[step], self.last = (kind, reader(words)), step


def longest(puzzle):
    """The most characters of a line of a proof: room for all facts about cells, and for hints."""
    return (1 << 24) + 16 * sum(map(len, puzzle.cells)) * (puzzle.colours + 1)


def check(puzzle, lines, checker=None, *, given=False):
    """The claim of a proof about a puzzle of `read_puzzle`; the proof is an iterable of lines."""
    checker, number, most = checker or Checker(puzzle), 0, longest(puzzle)
    about = f"puzzle {fingerprint(puzzle)}"
    try:
        for number, text in enumerate(lines, start=1):
            if number == 1 and text != "nonocsp proof 1":
                raise ProofError("expected 'nonocsp proof 1'")
            if number == 2 and text != about:
                raise ProofError("the proof is about another puzzle")
            if len(text) > most:
                raise ProofError(f"longer than {most} characters")
            if number > 2 and text and text[0] != "#":
                checker.read(text)
            if checker.given and not given:
                raise ProofError("givens are refused without --given")
        if not checker.claim:
            raise ProofError("the proof ends without a claim")
    except ProofError as error:
        raise ProofError(f"line {number}: {error}") from None
    except (AttributeError, LookupError, TypeError, ValueError):
        raise ProofError(f"line {number}: a word is malformed, missing or unknown") from None
    return checker.claim


def main(arguments, kind=Checker, read=read_puzzle):
    try:
        puzzle_path, path = (each for each in arguments if each != "--given")
        with open(puzzle_path, encoding="utf-8") as file:
            puzzle = read(json.load(file))
        with open(path, "rb") as file:
            opened = gzip.open if file.read(2) == b"\x1f\x8b" else open
        with opened(path, "rt", encoding="utf-8", errors="replace", newline="\n") as file:
            pieces, checker = iter(lambda: file.readline(longest(puzzle) + 2), ""), kind(puzzle)
            lines = (line.removesuffix("\n") for line in pieces)
            claim = check(puzzle, lines, checker, given="--given" in arguments)
        count = len({variable for variable, _ in checker.given})
        print(f"verified: {claim}" + f", with {count} given{'s' * (count > 1)}" * bool(count))
        return 0
    except ProofError as error:
        print("not verified:", error)
        return 1
    except Exception as error:
        print("cannot be read:", str(error) or type(error).__name__, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
