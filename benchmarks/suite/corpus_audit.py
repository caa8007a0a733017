# mypy: ignore-errors
"""An audit of the corpus by definition: python corpus_audit.py scaled-1.jsonl

It imports nothing but the standard library, and shares no code with the solver. From the clues
alone it computes every answer again as far as `--work` tightened lines for each question reach, and
prints for each label how many instances it could decide, then the faults, if any, with exit code 1.
It does not compute `conflicts`, the nodes of puzzles with several solutions, which depend on an
order, the bounds of open numbers, and how `source` and `part` follow from the declaration.
"""

import argparse
import json
import sys
from collections import Counter

MEMBERS = [
    *("id", "part", "family", "source", "size", "density", "rows", "cols", "verdict", "solutions"),
    *("bounds", "pictures", "mask", "ambiguous", "lines", "probe1", "probe2", "nodes", "engines"),
    *("conflicts", "open"),
]
LABELS = ("solutions", "mask", "lines", "probe1", "probe2", "nodes")
PARTS, VERDICTS = ("train", "validation", "test"), ("none", "unique", "multiple")


class OutOfWork(Exception):
    """A question took more lines than it may."""


class Line:
    """The automaton of a clue; a set of its states is a number, the start is its lowest bit.

    Before every block is a gap, which repeats on blanks; a block has a state for each cell.
    """

    def __init__(self, clue, length):
        self.length, self.gaps, self.ends, at = length, 1, 0, 0
        for block in clue:
            at += block
            self.ends |= 1 << at
            at += 1
            self.gaps |= 1 << at
        self.opens = ~self.ends & ~(1 << at)  # where a filled cell may follow
        # The line may end in the last gap or at the end of the last block.
        self.final = 1 << at | (1 << at - 1 if clue else 0)
        self.known = {}

    def tighten(self, filled, blank):
        """The cells that are filled, and blank, in some placement; None if there is none."""
        key = filled, blank
        if key not in self.known:
            if len(self.known) > 20_000:
                self.known.clear()
            self.known[key] = self._tighten(filled, blank)
        return self.known[key]

    def _tighten(self, filled, blank):
        gaps, ends, opens = self.gaps, self.ends, self.opens
        ahead = [1]
        for at in range(self.length):
            states, after = ahead[-1], 0
            if filled >> at & 1:
                after = (states & opens) << 1
            if blank >> at & 1:
                after |= states & gaps | (states & ends) << 1
            ahead.append(after)
        behind, can_fill, can_blank = self.final & ahead[-1], 0, 0
        if not behind:
            return None
        for at in reversed(range(self.length)):
            states, before = ahead[at], 0
            if filled >> at & 1 and (found := behind >> 1 & opens & states):
                can_fill |= 1 << at
                before = found
            if blank >> at & 1 and (found := (behind & gaps | behind >> 1 & ends) & states):
                can_blank |= 1 << at
                before |= found
            behind = before
        return can_fill, can_blank

    def placements(self, filled, blank, most):
        """The filled cells of every placement."""
        found, left = [], [(0, 1, 0)]
        while left:
            if len(found) > most:
                raise OutOfWork
            at, state, cells = left.pop()
            if at == self.length:
                found += [cells] * bool(state & self.final)
                continue
            if blank >> at & 1 and (after := state & self.gaps | (state & self.ends) << 1):
                left.append((at + 1, after, cells))
            if filled >> at & 1 and state & self.opens:
                left.append((at + 1, state << 1, cells | 1 << at))
        return found


class Board:
    """A puzzle. A state has for every line, rows first, the cells that can be filled, and blank."""

    def __init__(self, rows, cols):
        self.shape = len(rows), len(cols)
        self.lines = [Line(clue, len(cols)) for clue in rows]
        self.lines += [Line(clue, len(rows)) for clue in cols]
        self.left = 0

    def start(self):
        every = [(1 << line.length) - 1 for line in self.lines]
        return self.tightened(every, every[:], range(len(every)))

    def tightened(self, filled, blank, changed):
        """The fixpoint of tightening lines, in place; None at a contradiction."""
        height = self.shape[0]
        waiting = dict.fromkeys(changed)
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            self.left -= 1
            if self.left < 0:
                raise OutOfWork
            found = self.lines[number].tighten(filled[number], blank[number])
            if found is None:
                return None
            for masks, after in zip((filled, blank), found, strict=True):
                lost = masks[number] & ~after
                masks[number] = after
                own, first = (number, height) if number < height else (number - height, 0)
                while lost:
                    at = (lost & -lost).bit_length() - 1
                    lost &= lost - 1
                    masks[first + at] &= ~(1 << own)
                    waiting[first + at] = None
        return filled, blank

    def assumed(self, state, number, cells, is_filled):
        """The fixpoint after cells of a line have become filled, or blank."""
        filled, blank = state[0][:], state[1][:]
        height = self.shape[0]
        own, first = (number, height) if number < height else (number - height, 0)
        masks = blank if is_filled else filled
        changed = [number]
        masks[number] &= ~cells
        for at in range(self.lines[number].length):
            if cells >> at & 1:
                masks[first + at] &= ~(1 << own)
                changed.append(first + at)
        return self.tightened(filled, blank, changed)

    def open(self, state):
        """The open cells."""
        height, width = self.shape
        for row in range(height):
            both = state[0][row] & state[1][row]
            yield from ((row, column) for column in range(width) if both >> column & 1)

    def solutions(self, state, most):
        """At most this many solutions, as tuples of rows, by cells of the most decided line."""
        left = [state]
        while left and most:
            state = left.pop()
            if state is None:
                continue
            pairs = zip(*state, range(len(self.lines)), strict=True)
            counts = [((f & b).bit_count(), number) for f, b, number in pairs if f & b]
            if not counts:
                most -= 1
                yield tuple(state[0][: self.shape[0]])
                continue
            _, number = min(counts)
            both = state[0][number] & state[1][number]
            cell = both & -both
            left += [self.assumed(state, number, cell, is_filled) for is_filled in (False, True)]

    def probed(self, state, depth):
        """The fixpoint of probing a number of cells; None if there is no solution."""
        while state is not None and depth:
            before = state
            state = self.probed(state, depth - 1)
            for row, column in list(self.open(state)) if state else ():
                for is_filled in (True, False):
                    if not (state[0][row] & state[1][row]) >> column & 1:
                        break
                    assumed = self.assumed(state, row, 1 << column, is_filled)
                    if self.probed(assumed, depth - 1) is None:
                        state = self.assumed(state, row, 1 << column, not is_filled)
                        if state is None:
                            return None
            if state == before:
                break
        return state

    def nodes(self, state):
        """The nodes of backtracking by lines, the one with the fewest placements first, over the
        whole tree: each placement tried is a node, then lines are tightened."""
        total, left = 0, [state]
        while left:
            state = left.pop()
            if state is None:
                continue
            choices = []
            for number, line in enumerate(self.lines):
                if state[0][number] & state[1][number]:
                    places = line.placements(state[0][number], state[1][number], self.left)
                    choices.append((len(places), number, places))
                    self.left -= len(places)
            if not choices:
                continue
            _, number, places = min(choices)
            for cells in places:
                total += 1
                after = self.assumed(state, number, cells, True)
                every = (1 << self.lines[number].length) - 1
                left.append(after and self.assumed(after, number, every & ~cells, False))
        return total


def picture(text, height, width):
    """The rows of a hexadecimal picture, the first cell of a row its lowest bit."""
    cells = height * width
    if len(text) != -(-cells // 4) or set(text) - set("0123456789abcdef"):
        raise ValueError(f"{text!r} is no picture of {cells} cells")
    bits = f"{int(text, 16):0{4 * len(text)}b}"
    if "1" in bits[cells:]:
        raise ValueError("a picture does not end in blanks")
    return [int(bits[at : at + width][::-1], 2) for at in range(0, cells, width)]


def runs(bits):
    """The lengths of the runs of a number's ones, from the lowest."""
    return [len(run) for run in f"{bits:b}"[::-1].split("0") if run]


def images(rows, cols):
    """All images of a puzzle under rotation and reflection."""
    for down in (rows, rows[::-1]):
        for across in (cols, cols[::-1]):
            one = [clue[:: 1 if across is cols else -1] for clue in down]
            other = [clue[:: 1 if down is rows else -1] for clue in across]
            yield json.dumps([one, other])
            yield json.dumps([other, one])


class Audit:
    """The audit of one instance: what it finds is in `faults` and `decided`."""

    def __init__(self, given, work):
        self.given, self.work, self.faults, self.decided = given, work, [], {}
        if list(given) != MEMBERS:
            self.faults.append(f"members are {', '.join(given)}")
            return
        self.board = Board(given["rows"], given["cols"])
        try:
            self.form()
            self.pictures = [picture(text, *given["size"]) for text in given["pictures"]]
            self.shown()
            self.compute()
        except (TypeError, ValueError, KeyError) as error:
            self.faults.append(f"malformed: {error!r}")

    def expect(self, is_so, what):
        if not is_so:
            self.faults.append(what)

    def form(self):
        """Members that are checked without solving."""
        given, (height, width) = self.given, self.given["size"]
        self.expect((len(given["rows"]), len(given["cols"])) == (height, width), "size")
        filled = sum(map(sum, given["rows"]))
        self.expect(given["density"] == round(filled / (height * width), 4), "density")
        self.expect(given["part"] in PARTS and given["verdict"] in VERDICTS, "part or verdict")
        self.expect(len(given["conflicts"]) == 10, "conflicts")
        self.expect(given["engines"] in (["kernel"], ["kernel", "textbook"]), "engines")
        is_multiple = given["verdict"] == "multiple"
        nulls = [n for n in LABELS if given[n] is None and (n != "mask" or is_multiple)]
        self.expect(sorted(given["open"]) == sorted(nulls), f"open has not {nulls}")
        self.expect((given["bounds"] is not None) == (given["solutions"] is None), "bounds")
        steps = [given[name] for name in ("lines", "probe1", "probe2") if given[name] is not None]
        self.expect(steps == sorted(steps, reverse=True), "a stronger step leaves more open")

    def shown(self):
        """The pictures are different solutions; the mask covers their differences."""
        given, pictures = self.given, self.pictures
        width = given["size"][1]
        for rows in pictures:
            cols = [sum((row >> at & 1) << n for n, row in enumerate(rows)) for at in range(width)]
            is_one = [*map(runs, rows)] == given["rows"] and [*map(runs, cols)] == given["cols"]
            self.expect(is_one, "a picture is no solution")
        self.expect(VERDICTS.index(given["verdict"]) == len(pictures), "number of pictures")
        self.expect(len(pictures) < 2 or pictures[0] != pictures[1], "two pictures are equal")
        if len(pictures) == 2:
            self.decided["verdict"] = True
            low = given["solutions"] or given["bounds"][0]
            self.expect(int(low) >= 2, "fewer than two solutions")
        self.mask = [0] * given["size"][0]
        if given["mask"] is not None:
            self.mask = picture(given["mask"], *given["size"])
            number = sum(row.bit_count() for row in self.mask)
            self.expect(number == given["ambiguous"], "number of ambiguous cells")
            pairs = zip(*pictures, self.mask, strict=True)
            self.expect(all(not (a ^ b) & ~m for a, b, m in pairs), "differ beside the mask")

    def compute(self):
        """Everything that can be computed again."""
        given, board = self.given, self.board
        board.left = 10**9  # the fixpoint of lines is always found
        start = board.start()
        if given["lines"] is not None:
            self.agree("lines", self.certain(start))
        is_whole = given["verdict"] != "multiple"
        questions = {
            "solutions": lambda: self.count(start),
            "mask": lambda: self.differing(start),
            "probe1": lambda: self.certain(board.probed(start, 1)),
            "probe2": lambda: self.certain(board.probed(start, 2)),
            "nodes": lambda: board.nodes(start),
        }
        for name, question in questions.items():
            if given[name] is None or (name == "nodes" and not is_whole):
                continue
            board.left = self.work
            try:
                self.agree(name, question())
            except OutOfWork:
                continue
            if name == "solutions":
                self.decided["verdict"] = True

    def agree(self, name, found):
        self.decided[name] = True
        self.expect(self.given[name] == found, f"{name}: {self.given[name]}, but it is {found}")

    def certain(self, state):
        """The open cells that are not ambiguous."""
        cells = self.board.open(state) if state else ()
        return sum(not self.mask[row] >> column & 1 for row, column in cells)

    def count(self, start):
        found = sum(1 for _ in self.board.solutions(start, self.work))
        if found == self.work:
            raise OutOfWork
        return str(found)

    def differing(self, start):
        """The cells that differ between solutions, as text: each open cell is asked for both."""
        board, pictures = self.board, [*self.pictures]
        height, width = board.shape
        either, both = [0] * height, [(1 << width) - 1] * height

        def show(rows):
            for n, row in enumerate(rows):
                either[n], both[n] = either[n] | row, both[n] & row

        for rows in pictures:
            show(rows)
        for row, column in board.open(start):
            if not (either[row] & ~both[row]) >> column & 1:
                other = not either[row] >> column & 1
                state = board.assumed(start, row, 1 << column, other)
                for rows in board.solutions(state, 1):
                    show(rows)
        bits = "".join(f"{a & ~b:0{width}b}"[::-1] for a, b in zip(either, both, strict=True))
        digits = -(-len(bits) // 4)
        return f"{int(bits.ljust(4 * digits, '0'), 2):0{digits}x}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--work", type=int, default=20_000, help="lines for each question")
    parser.add_argument("--every", type=int, default=1, help="only every N-th instance")
    chosen = parser.parse_args()
    with open(chosen.file, encoding="utf-8") as file:
        instances = [json.loads(line) for line in file]
    faults, decided, asked, seen = [], Counter(), Counter(), {}
    names = Counter(each.get("id") for each in instances)
    faults += [f"{name}: the name of {number}" for name, number in names.items() if number > 1]
    for each in instances:
        key = min(images(each["rows"], each["cols"]))
        if key in seen:
            faults.append(f"{each['id']}: alike {seen[key]}")
        seen[key] = each["id"]
    for given in instances[:: chosen.every]:
        audit = Audit(given, chosen.work)
        faults += [f"{given['id']}: {fault}" for fault in audit.faults]
        for name in ("verdict", *LABELS):
            is_asked = given[name] is not None
            if name == "nodes":  # of several solutions the order matters
                is_asked = is_asked and given["verdict"] != "multiple"
            asked[name] += is_asked
            decided[name] += is_asked and audit.decided.get(name, False)
    print(f"{len(instances[:: chosen.every])} of {len(instances)} instances")
    for name in asked:
        print(f"{name}: {decided[name]} of {asked[name]} computed again")
    print(*faults, sep="\n", end="\n" * bool(faults))
    print(f"{len(faults)} faults")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
