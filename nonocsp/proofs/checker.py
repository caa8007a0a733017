# mypy: ignore-errors
"""A checker of proofs (docs/reference/proofs.md): python checker.py PUZZLE.json PROOF

It prints ``verified: unique`` (or none, or multiple) and exits with 0, or prints the first line of
the proof that does not follow and exits with 1; with 2 if a file cannot be read. The puzzle is an
object ``{"rows": [[1, [2, "red"], "?"], null], "cols": [...]}``: a block is a length, ``"?"`` if
that is unknown, or ``[length, colour]``; null is an absent clue. Nothing but Python is needed.
"""

import gzip
import hashlib
import json
import re
import sys
from collections import namedtuple
from math import inf

Puzzle = namedtuple("Puzzle", "rows columns colours clues")  # clues: of the rows, of the columns
DIGITS = "0123456789abcdef"
N, K, ID = "([1-9][0-9]{0,8})", "(0|[1-9][0-9]{0,8})", "([1-9][0-9]{0,17})"
FACT = re.compile(f"r{N}c{N}([=!]){K}|([RC]){N}b{N}([<>]){N}").fullmatch
WEIGHT = re.compile(f"([RC]){N}(?:k{K})?=(0|-?[1-9][0-9]{{0,8}})").fullmatch
HINT, STEP = re.compile(f"([RC]){N}|{ID}").fullmatch, re.compile(ID).fullmatch


class ProofError(Exception):
    """A line of the proof that is malformed or does not follow."""


class Contradiction(Exception):
    """What is known cannot hold together."""


def read_puzzle(value):
    """The puzzle of a decoded JSON object; colours are numbered in the order of their first use."""
    names = [c if type(c) is str else c["name"] for c in value.get("colours") or ["black"]]
    order = {}

    def block(entry):
        length, name = entry if type(entry) is list else (entry, names[0])
        if type(name) is not str or (length != "?" and (type(length) is not int or length < 1)):
            raise ValueError(f"{entry!r} is no block")
        return 0 if length == "?" else length, order.setdefault(name, len(order) + 1)

    sides = value["rows"], value["cols" if "cols" in value else "columns"]
    lines = [clue for side in sides for clue in side]
    clues = [clue and [block(entry) for entry in clue if clue != [0]] for clue in lines]
    return Puzzle(len(sides[0]), len(sides[1]), max(len(order), len(names)), clues)


def fingerprint(puzzle):
    """32 hexadecimal digits that identify the clues."""
    text = json.dumps([1, *puzzle], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# The cells of a line, and the positions before, between and after them, are bits of an integer.


def spread(start, cells):
    """Positions reached from those of ``start`` through ``cells``: the carry of a sum runs."""
    return start | (cells ^ (cells + (start & cells)))


def moved(bits, length, unite):
    """The union, or the intersection, of ``bits`` moved by 0 to length - 1: to blocks' cells from
    their starts, or to the starts of blocks from the cells that they can have."""
    done = 1
    while done < length and bits:
        more = min(done, length - done)
        bits, done = bits | bits << more if unite else bits & bits >> more, done + more
    return bits


def turned(bits, width):
    return int(f"{bits:0{width}b}"[::-1], 2)


def rooms(clue, can, windows):
    """Where each block can start on its own; of a block of unknown length, its possible cells."""
    return [
        moved(can[colour], length, unite=False) & window if length else can[colour]
        for (length, colour), window in zip(clue, windows, strict=True)
    ]


def placed(clue, blank, room):
    """From the left: the starts of each block (of unknown length: its cells), and the positions up
    to which the first blocks, from none to all, and blanks can fill the line."""
    starts, reached, before = [], [spread(1, blank)], None
    for (length, colour), free in zip(clue, room, strict=True):
        begin = (reached[-1] & blank) << 1 if colour == before else reached[-1]
        starts.append(begin & free if length else spread(begin, free) & free)
        reached.append(spread(starts[-1] << (length or 1), blank))
        before = colour
    return starts, reached


def tightened(clue, n, can, windows):
    """What the placements in a line of n cells that agree with what is known have in common: for
    each colour the cells that can have it, for each block the window of its starts."""
    widths = [n + 1 - (length or 1) for length, _ in clue]
    room = rooms(clue, can, windows)
    starts, reached = placed(clue, can[0], room)
    if not reached[-1] >> n & 1:
        raise Contradiction
    mirror = [turned(bits, width) for bits, width in zip(room, widths, strict=True)]
    ends, left = placed(clue[::-1], turned(can[0], n), mirror[::-1])
    found, narrowed = [0] * len(can), []
    for before, after in zip(reached, reversed(left), strict=True):
        found[0] |= before & turned(after, n + 1) >> 1 & can[0]
    for (length, colour), *both, width in zip(clue, starts, reversed(ends), widths, strict=True):
        start = both[0] & turned(both[1], width)
        found[colour] |= moved(start, length, unite=True)
        narrowed.append((1 << start.bit_length()) - (start & -start))
    return found, narrowed


def least(clue, n, can, windows, weights):
    """The least weight of a placement, infinite if there is none; weights[colour][cell]."""
    weights = [
        [weight if cells >> i & 1 else inf for i, weight in enumerate(each)]
        for each, cells in zip(weights, can, strict=True)
    ]
    if clue is None:
        return sum(map(min, zip(*weights, strict=True)))
    ends, before = [0] + [inf] * n, None  # of a block at each position; best: with blanks
    for (length, colour), free in [*zip(clue, rooms(clue, can, windows), strict=True), ((0, 0), 0)]:
        best, ends = ends, [inf] * (n + 1)
        for p, blank in enumerate(weights[0]):
            best[p + 1] = min(best[p + 1], best[p] + blank)
        if colour == before:
            best = [inf, *(best[p] + blank for p, blank in enumerate(weights[0]))]
        for p, weight in enumerate(weights[colour]):
            if not length:
                ends[p + 1] = min(best[p], ends[p]) + weight
            elif free >> p & 1:
                ends[p + length] = best[p] + sum(weights[colour][p : p + length])
        before = colour
    return best[n]


class Checker:
    """What is known, and the steps so far. A variable is a cell, with its possible colours as bits,
    or a block, with a window of possible starts. A fact is a variable and the bits it leaves."""

    def __init__(self, puzzle):
        self.puzzle, rows, columns = puzzle, puzzle.rows, puzzle.columns
        self.colours = range(puzzle.colours + 1)
        self.axes = {"R": range(rows), "C": range(rows, rows + columns)}
        self.state = [(2 << puzzle.colours) - 1] * (rows * columns)
        self.cells = [range(row * columns, (row + 1) * columns) for row in range(rows)]
        self.cells += [range(column, rows * columns, columns) for column in range(columns)]
        self.lines = [(i // columns, rows + i % columns) for i in range(rows * columns)]
        self.blocks = []  # of each line: the variables of its blocks, if all lengths are known
        for line, clue in enumerate(puzzle.clues):
            known = clue if clue and all(length for length, _ in clue) else []
            self.blocks.append(range(len(self.state), len(self.state) + len(known)))
            self.state += [(1 << max(len(self.cells[line]) + 1 - a, 0)) - 1 for a, _ in known]
            self.lines += [(line,)] * len(known)
        self.trail, self.dirty = [], set(range(rows + columns))
        self.steps, self.last, self.pictures, self.claim = {}, 0, set(), None
        self.ended = False
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
        """Return to the root."""
        self.dirty.clear()
        while self.trail:
            variable, old = self.trail.pop()
            self.state[variable] = old

    def known(self, line):
        """The clue, the length, the cells of each colour and the windows of a line."""
        bits = [self.state[cell] for cell in self.cells[line]]
        can = [sum((b >> c & 1) << i for i, b in enumerate(bits)) for c in self.colours]
        clue = self.puzzle.clues[line]
        windows = [self.state[b] for b in self.blocks[line]] or [-1] * len(clue or ())
        return clue, len(bits), can, windows

    def tighten(self, line):
        clue, n, can, windows = self.known(line)
        if clue is not None:
            found, narrowed = tightened(clue, n, can, windows)
            for i, cell in enumerate(self.cells[line]):
                self.learn((cell, sum((bits >> i & 1) << c for c, bits in enumerate(found))))
            for fact in zip(self.blocks[line], narrowed, strict=False):
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
        """Whether the rows weigh more than the columns can, or the columns more than the rows."""

        def weight(c, cell):
            return sum(weights.get((n, k), 0) for n in self.lines[cell] for k in {c, c and -1})

        def total(axis, sign):  # the least; with sign -1 the greatest, negated
            result = 0
            for line in self.axes[axis]:
                weighed = [[sign * weight(c, i) for i in self.cells[line]] for c in self.colours]
                result += least(*self.known(line), weighed)
            return result

        return total("R", 1) + total("C", -1) > 0 or total("C", 1) + total("R", -1) > 0

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
            cell = self.cells[self.axes["R"][int(row) - 1]][int(column) - 1]
            return cell, bits if sign == "=" else ~bits
        line = self.axes[axis][int(number) - 1]
        place = min(int(place), len(self.cells[line]) + 1)
        bits = (1 << place - 1) - 1 if side == "<" else -1 << place
        return self.blocks[line][int(block) - 1], bits

    def hint(self, word):
        axis, number, step = HINT(word).groups()
        return (
            self.steps[int(step)] and int(step) if step else -1 - self.axes[axis][int(number) - 1]
        )

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
        weights = {}
        for word in words:
            axis, number, colour, weight = WEIGHT(word).groups()
            key = self.axes[axis][int(number) - 1], self.colours[int(colour)] if colour else -1
            if key in weights:
                raise ProofError("there are two weights of the same cells")
            weights[key] = int(weight)
        return weights

    def solution(self, words):
        (picture,) = words
        rows = [[DIGITS.index(digit) for digit in row] for row in picture.split("/")]
        if self.puzzle.colours > 9:
            rows = [[16 * a + b for a, b in zip(r[::2], r[1::2], strict=True)] for r in rows]
        rows = [[1 << self.colours[colour] for colour in row] for row in rows]
        facts = list(enumerate(bits for row in rows for bits in row))
        if [*map(len, rows)] != [self.puzzle.columns] * self.puzzle.rows:
            raise ProofError("the picture has another shape")
        if self.ended or picture in self.pictures or self.refuted(facts):
            raise ProofError("the picture is no solution, or was found before")
        self.undo()
        self.pictures.add(picture)
        return facts

    def read(self, text):
        """Check a line after the header."""
        kind, *words = text.split(" ")
        if self.claim:
            raise ProofError("there is a line after the claim")
        if kind == "g" and not self.last:
            self.set_root([self.fact(word) for word in words])
        elif kind == "d":
            for word in words:
                del self.steps[int(STEP(word)[0])]
        elif kind == "claim":
            (self.claim,) = words
            found = len(self.pictures)
            proven = {"none": found == 0, "unique": found == 1, "multiple": found > 1}[self.claim]
            if not proven or not (self.ended or found > 1):
                raise ProofError(f"{self.claim} is not proven")
        else:
            step = int(STEP(words.pop(0))[0])
            if step <= self.last:
                raise ProofError("the number is not greater than those before")
            reader = {"n": self.nogood, "w": self.weights, "s": self.solution}[kind]
            self.steps[step], self.last = (kind, reader(words)), step


def check(puzzle, lines, checker=None):
    """The claim of a proof about a puzzle of `read_puzzle`; the proof is an iterable of lines."""
    checker, number = checker or Checker(puzzle), 0
    header = ["nonocsp proof 1", f"puzzle {fingerprint(puzzle)}"]
    try:
        for number, text in enumerate(lines, start=1):
            if header and text != header.pop(0):
                raise ProofError("this is no proof about this puzzle")
            if number > 2 and text and text[0] != "#":
                checker.read(text)
        if not checker.claim:
            raise ProofError("the proof ends without a claim")
    except ProofError as error:
        raise ProofError(f"line {number}: {error}") from None
    except (AttributeError, LookupError, TypeError, ValueError):
        raise ProofError(
            f"line {number}: a word is malformed or missing, or names nothing"
        ) from None
    return checker.claim


def main(arguments):
    try:
        puzzle_path, path = arguments
        with open(puzzle_path, encoding="utf-8") as file:
            puzzle = read_puzzle(json.load(file))
        with open(path, "rb") as file:
            opened = gzip.open if file.read(2) == b"\x1f\x8b" else open
        with opened(path, "rt", encoding="utf-8", errors="replace", newline="\n") as file:
            print("verified:", check(puzzle, (line.removesuffix("\n") for line in file)))
        return 0
    except ProofError as error:
        print("not verified:", error)
        return 1
    except Exception as error:
        print("cannot be read:", str(error) or type(error).__name__, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
