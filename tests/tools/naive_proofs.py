"""Proofs written by a plain search, independent of the kernel: cases for the checkers of proofs."""

from __future__ import annotations

import json
import re

import hunt_cases
import oracle

from nonocsp import formats
from nonocsp.core.model.line import Line
from nonocsp.core.proofs import ProofError, board_checker, checker, count_checker, verify


def name(checking, line):
    """A line in the words of proofs."""
    return next(f"{a}{line - own[0] + 1}" for a, own in checking.axes.items() if line in own)


class Writer(checker.Checker):
    """Searches by cells and block positions, and writes each refuted decision as a nogood."""

    def __init__(self, puzzle, draw, most=60):
        self.draw, self.most, self.text, self.log = draw, most, [], []
        super().__init__(puzzle)
        self.enough = False

    def tighten(self, line):
        self.log.append(-1 - line)
        super().tighten(line)

    def apply(self, step):
        self.log.append(step)
        super().apply(step)

    def write(self, text):
        self.text.append(text)
        self.read(text)

    def prove(self, givens):
        if givens:
            self.write(" ".join(["g", *givens]))
        if not self.ended:
            self.search([])
        found = len(self.pictures)
        self.write(f"claim {['none', 'unique', 'multiple'][found]}")
        fingerprint = checker.fingerprint(self.puzzle)
        return ["nonocsp proof 1", f"puzzle {fingerprint}", *self.text]

    def search(self, words):
        facts = [self.fact(word) for word in words]
        self.log.clear()
        self.most -= 1
        if self.most < 0:
            raise TooLong
        steps = [step for step, (kind, _) in self.steps.items() if kind != "w"]
        if self.refuted(facts, None, steps):
            hints = self.hints()
            self.undo()
            self.write(f"n {self.last + 1} {' '.join(words)}".rstrip() + hints)
            return
        branches = self.branches()
        if not branches:
            picture = self.picture()
            self.undo()
            self.write(f"s {self.last + 1} {picture}")
            self.enough = len(self.pictures) == 2
        else:
            self.undo()
        for word in branches:
            if not self.enough:
                self.search([*words, word])
        if self.enough or self.ended:
            return
        self.log.clear()
        steps = [step for step, (kind, _) in self.steps.items() if kind != "w"]
        assert self.refuted(facts, None, steps)
        hints = self.hints()
        self.undo()
        self.write(f"n {self.last + 1} {' '.join(words)}".rstrip() + hints)
        if len(self.steps) > 4 and self.draw.random() < 0.1:  # what is below is not needed any more
            below = [step for step in self.steps if step != self.last]
            if len(words) == 0:
                self.write(f"d {self.draw.choice(below)}")

    def hints(self):
        if self.draw.random() < 0.4:
            return ""
        lines = [h if h > 0 else name(self, -1 - h) for h in self.log]
        return " ".join([" :", *map(str, lines)])

    def picture(self):
        cells = [str(bits.bit_length() - 1) for bits in self.state[: self.size]]
        return "/".join("".join(cells[cell] for cell in row) for row in self.rows)

    def branches(self):
        """A decision and its alternatives; none if every cell is known."""
        cells = range(self.size)
        open_cells = [cell for cell in cells if self.state[cell].bit_count() > 1]
        if not open_cells:
            return []
        blocks = [
            (line, j, variable)
            for line, variables in enumerate(self.blocks)
            for j, variable in enumerate(variables)
            if self.state[variable].bit_count() > 1
        ]
        if blocks and self.draw.random() < 0.3:
            line, j, variable = self.draw.choice(blocks)
            bits = self.state[variable]
            at = self.draw.randrange((bits & -bits).bit_length(), bits.bit_length())
            own = f"{name(self, line)}b{j + 1}"
            return [f"{own}<{at + 1}", f"{own}>{at}"]
        cell = self.draw.choice(open_cells)
        row = next(i for i, row in enumerate(self.rows) if cell in row)
        own = f"r{row + 1}c{self.rows[row].index(cell) + 1}"
        colours = [c for c in range(self.puzzle.colours + 1) if self.state[cell] >> c & 1]
        self.draw.shuffle(colours)
        if len(colours) > 2 and self.draw.random() < 0.5:
            return [f"{own}={colours[0]}", f"{own}!{colours[0]}"]
        return [f"{own}={colour}" for colour in colours]


class Brancher(count_checker.CountChecker):
    """Counts by branches on cells in any order, with hints of any quality."""

    def __init__(self, puzzle, draw):
        self.draw, self.text = draw, []
        super().__init__(puzzle)

    def write(self, text):
        self.text.append(text)
        self.read(text)

    def prove(self, givens, most=300):
        """The proof; None if nothing is open, or it is long."""
        if givens:
            self.write(" ".join(["g", *givens]))
        open_cells = [cell for cell in range(self.size) if self.state[cell].bit_count() > 1]
        if self.ended or not open_cells:
            return None
        while self.count is None:
            if len(self.text) > most:
                return None
            self.write(self.branch_line(open_cells))
        self.write(f"claim count {self.count}")
        fingerprint = checker.fingerprint(self.puzzle)
        return ["nonocsp proof 1", f"puzzle {fingerprint}", *self.text]

    def branch_line(self, open_cells):
        node = self.nodes[-1] if self.nodes else None
        cell = self.draw.choice(open_cells)
        if node:
            cell = node.colours[0][0] if not node.parts else None
        if cell is None:
            cell = self.draw.choice(sorted(self.draw.choice([*node.parts.values()])))
        bits = node.colours[0][1] if node and not node.parts else self.state[cell]
        colour = (bits & -bits).bit_length() - 1
        row = next(i for i, row in enumerate(self.rows) if cell in row)
        word = f"b r{row + 1}c{self.rows[row].index(cell) + 1}={colour}"
        if self.draw.random() < 0.4:
            return word
        lines = range(len(self.cells))
        hints = self.draw.sample(lines, self.draw.randrange(len(lines) + 1))
        if self.draw.random() < 0.5:
            hints = [line for line in self.lines[cell] if self.draw.random() < 0.8]
        return " ".join([word, ":", *(name(self, line) for line in hints)])


class TooLong(Exception):
    """The search has too many steps for a test."""


def plain(puzzle):
    """A puzzle of the package as the checker reads it."""
    return board_checker.read_puzzle(json.loads(formats.dumps(puzzle, "json")))


def case(seed, draw, most_cells=24):
    """A puzzle, words for its givens and all its pictures in colours of proofs; or None."""
    drawn = hunt_cases.drawn(seed, joints=True)
    puzzle = drawn.puzzle
    rows, columns = puzzle.shape
    if rows * columns > most_cells:
        return None
    pictures = oracle.pictures(puzzle, None, 3_000)
    if pictures is None:
        return None
    order = puzzle.colours_by_use()
    pictures = [tuple(order.index(c) for c in cells) for cells in pictures]
    words = []
    for cell in range(rows * columns):
        if pictures and draw.random() < 0.05:
            colour = draw.choice(pictures)[cell] if draw.random() < 0.9 else 1
            words.append(f"r{cell // columns + 1}c{cell % columns + 1}={colour}")
    return puzzle, words, pictures


def drawn(seed, draw):
    """A case with a proof of it in front: (lines, puzzle, pictures); None if the search is long."""
    found = case(seed, draw)
    if found is None:
        return None
    puzzle, givens, pictures = found
    try:
        return Writer(plain(puzzle), draw).prove(givens), puzzle, pictures
    except TooLong:
        return None


def holds(word, cells, puzzle):
    """Whether a given fact holds in a picture."""
    board = puzzle.board
    if match := re.fullmatch(r"r(\d+)c(\d+)([=!])(\d+)", word):
        cell = board.number(int(match[1]) - 1, int(match[2]) - 1)
        return (cells[cell] == int(match[4])) == (match[3] == "=")
    match = re.fullmatch(r"([A-CR])(\d+)b(\d+)([<>])(\d+)", word)
    axis = {"R": "row", "C": "column"}.get(match[1]) if "row" in board.axes else match[1]
    line, number, place = Line(axis, int(match[2]) - 1), int(match[3]) - 1, int(match[5])
    before = sum(block.length for block in puzzle.clue(line)[:number])  # of all blocks before it
    coloured = [at for at, cell in enumerate(board.cells(line), start=1) if cells[cell]]
    start = coloured[before]
    return start < place if match[4] == "<" else start > place


def is_true(claim, lines, pictures, puzzle):
    """Whether a claim is true of the pictures in which the givens of a proof hold."""
    words = [word for line in lines[2:] if line[:2] == "g " for word in line[2:].split(" ")]
    count = sum(all(holds(word, cells, puzzle) for word in words) for cells in pictures)
    if claim == "multiple":
        return count >= 2
    return claim == f"count {count}" or claim == {0: "none", 1: "unique"}.get(count)


def verdicts(puzzle, lines, kind=checker.Checker):
    """What both checkers answer, in a form that can be compared: the claim, or the refused line.

    One of them may not know branches, which a change can make. Then both have to refuse the proof.
    """
    try:
        ours, problem = checker.check(plain(puzzle), lines, kind(plain(puzzle)), given=True), ""
    except checker.ProofError as error:
        ours, _, problem = str(error).partition(":")
    try:
        theirs = verify(puzzle, lines, given=True).claim
    except ProofError as error:
        theirs = str(error).partition(":")[0]
    if "branches are for" in problem and theirs.startswith("line"):
        return theirs, theirs
    return ours, theirs


def mutated(draw, lines):
    """A proof with something wrong, or at least different, in it."""
    lines, kind = list(lines), draw.randrange(8)
    at = draw.randrange(2, len(lines))
    words = lines[at].split(" ")
    if kind == 0:
        del lines[at]
    elif kind == 1:
        other = draw.randrange(2, len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 2:
        lines.insert(draw.randrange(2, len(lines) + 1), lines[at])
    elif kind == 3:
        del words[draw.randrange(len(words))]
        lines[at] = " ".join(words)
    elif kind == 4:
        others = ["none", "unique", "multiple", "R1", "C1", "A2", "1", "r1c1=1", ":", ""]
        words[-1] = draw.choice(others)
        lines[at] = " ".join(words)
    elif kind == 5:
        text = "\n".join(lines)
        lines = text[: draw.randrange(len(text) + 1)].split("\n")
    else:
        i = draw.randrange(len(lines[at]) + 1)
        lines[at] = lines[at][:i] + draw.choice("0123456789rcRCABb=!<>: /") + lines[at][i + 1 :]
    return lines


def agree_on(drawn, seeds, mutations, kind=checker.Checker):
    """Drawn proofs and changed ones: how many were verified, refused, true."""
    verified = refused = changed = 0
    for seed in seeds:
        case = drawn(seed)
        if case is None:
            continue
        lines, puzzle, pictures, draw = case
        claim, same = verdicts(puzzle, lines, kind)
        assert claim == same and is_true(claim, lines, pictures, puzzle), (seed, lines)
        verified += 1
        for _ in range(mutations):
            wrong = mutated(draw, lines)
            claim, same = verdicts(puzzle, wrong, kind)
            assert claim == same, (seed, wrong)
            if claim.startswith("line"):
                refused += 1
            else:
                assert is_true(claim, wrong, pictures, puzzle), (seed, wrong)
                changed += 1
    return verified, refused, changed
