"""Random calls of the kernel's bindings: wrong values, in wrong order, from callbacks and threads.

    python tests/tools/fuzz_bindings.py --seconds 600
    python tests/tools/fuzz_bindings.py --seed 7 --first 1234 --runs 1

Every run makes objects of all classes and calls their methods in a random order, mostly with
arguments that fit, now and then with some that do not: other types, sizes and signs. Callbacks
raise, or call what is running; two threads use one object. Wrong is whatever ends the process
(best seen by the sanitizers of `.ci/sanitize`), an exception that is none of those documented, and
a run that takes longer than a minute.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import random
import struct
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import _nonocsp_kernel as kernel

from nonocsp.core.kernel import interface
from nonocsp.people.explanation.techniques import LINE_TECHNIQUES

DIGITS = Path(interface.__file__).parents[2] / "people" / "photo" / "digits.bin"

#: What a call may raise.
ALLOWED = (
    *(AttributeError, IndexError, KeyError, MemoryError, OverflowError, TypeError, ValueError),
    RuntimeError,  # an object that is in use, or has ended
    UnicodeDecodeError,
)

#: The arguments of constructors and functions. Those of an object about a puzzle follow it.
CALLS = {
    "Options": "given",
    "Puzzle": "rows columns colours blocks lengths block_colours joints cells",
    "Line": "length colours line_blocks line_lengths line_colours line_joints",
    "Search": "puzzle givens options seconds nodes memory threads heuristic writer",
    "Portfolio": "puzzle givens options seconds nodes memory threads flag",
    "Estimator": "puzzle givens options seconds nodes memory",
    "FailedLiterals": "puzzle",
    "KnownLine": "puzzle cell",
    "ProofVerifier": "puzzle fingerprint",
    "CountWriter": "puzzle fingerprint head",
    "LratWriter": "variables clauses ends",
    "SolutionEnumerator": "space index",
    "propagated": "puzzle givens seconds memory",
    "hint": "puzzle givens seconds",
    "upper_bound": "puzzle givens options work memory",
    "loaded": "colours base parts array",
    "read_crops": "digits crops",
    "Page": "",
    "photo_sheets": "digits pixels side side",
    "photo_sheets_with_corners": "digits pixels side side corners few few",
    "straightened_photo": "pixels side side points rows columns few few few",
    "watch": "report",
}

METHODS = {
    "Options": {"as_dict": ""},
    "Puzzle": {},
    "Line": {
        **dict.fromkeys(("tighten", "feasible", "count"), "line_known"),
        "explain": "line_known cell colour",
        "reason": "line_known line_known order",
        "min_marginals": "line_known weights",
        "least_sums": "line_known sixteen",
        "placements": "line_known few",
        "runs": "line_known",
        "seconds_to_tighten": "line_known few",
    },
    "Search": {"next": "", "stats": ""},
    "Portfolio": {
        "run": "work",
        "stopped_by": None,
        "lower_bound": None,
        "upper_bound": None,
        "stats": "",
        "solutions": "",
    },
    "Estimator": {
        "run": "flag width tempering flag seed flag",
        "draw": "few seed",
        "is_complete": None,
        "at_least": None,
        "stats": "",
    },
    "KnownLine": {"know": "line_known", "step": "technique order seconds"},
    "FailedLiterals": {"refuted": "known few seconds memory", "shared": "known seconds memory"},
    "ProofVerifier": {"feed": "text", "finish": "", "state": ""},
    "CountWriter": {"run": "few", "text": "", "state": "", "count": ""},
    "LratWriter": {
        "name": "step few",
        "add": "step literals hints",
        "remove": "step",
        "text": "",
    },
    "Space": {
        **dict.fromkeys(("count", "colours", "base", "array", "size")),
        "nodes": "",
        "parts": "",
        "edges": "node",
        "node_count": "node",
        "picture": "index",
        "index": "picture",
        "marginals": "seconds memory",
    },
    "SolutionEnumerator": {"next": "few flag"},
    "Page": {
        "add": "puzzle doubt_nodes doubt_counts doubt_arcs",
        "readings": "few work few few work seconds nodes memory",
    },
    "SearchView": {
        "open_cells": "",
        "candidates": "cell",
        "domain_size": "cell",
        "activity": "cell",
        "masks": "",
        "state": "",
        "technique": "",
    },
}

CHOICES: dict[str, list[Any]] = {
    "learning": [True, False],
    "strategy": ["learning", "textbook"],
    "compilation": ["auto", "search", "frontier"],
    "components": [True, False],
    "probing": [True, False, 2],
    "seed": [0, 5, -1, 2**64],
    "no such option": [1],
}

#: The values of arguments that do not depend on the puzzle.
VALUES: dict[str, tuple[Any, ...]] = {
    "seconds": (0.0, 0.01, 0.1, 0.1),
    "nodes": (0, 1, 100, 1000),
    "memory": (0, 1, 2**12, 2**20, 2**25, 2**25, 2**25),
    "threads": (1, 1, 1, 2, 3, 0, -1),
    "work": (0, 1, 10**6, 10**8),
    "few": (0, 1, 3, 50),
    "variables": (0, 5, 5, 5, 2**31 - 1),
    "step": (1, 2, 3, 7),
    "ends": ([3, 6, 9], [0, 40], [], [9, 3], [2**32 - 1]),
    "width": (0, 1, 5, 100),
    "tempering": (0.0, 0.7, 1.0, -1.0, 1e300, float("inf"), float("nan")),
    "node": (0, 1, 2, 5, 8, 16, 24, 2**32 - 1, 2**63),
    "index": (b"", b"\0", b"\1", b"\5", bytes(8), bytes(9), b"\xff" * 17),
    "joints": (b"",),
    "fingerprint": ("f" * 32,),
    "side": (64,),
    "flag": (True, False),
    "technique": (*(technique.name for technique in LINE_TECHNIQUES), "no such technique"),
}


class Raised(Exception):
    """What callbacks raise."""


class Fault(Exception):
    """What no call may do."""


def ints(values: list[int], form: str = "i") -> bytes:
    return struct.pack(f"{len(values)}{form}", *values)


class Run:
    """A random program."""

    def __init__(self, seed: str) -> None:
        self.draw = random.Random(seed)
        self.objects: list[Any] = []
        self.depth = 0
        self.calls: Counter[str] = Counter()
        self.rows, self.columns = self.draw.randint(1, 7), self.draw.randint(1, 7)
        self.colours = self.draw.choice((1, 1, 1, 2, 3, 70))
        self.cells = self.rows * self.columns
        self.clues = self._clues()
        first, lines = self.clues[0] or [], self.rows + self.columns
        known = {
            "rows": self.rows,
            "columns": self.columns,
            "length": self.columns,
            "colours": self.colours,
            "blocks": ints([-1 if clue is None else len(clue) for clue in self.clues]),
            "lengths": ints([length for clue in self.clues for length, _ in clue or ()]),
            "block_colours": bytes(colour for clue in self.clues for _, colour in clue or ()),
            "line_blocks": ints([len(first)]),
            "line_lengths": ints([length for length, _ in first]),
            "line_colours": bytes(colour for _, colour in first),
            "doubt_nodes": ints([3] * lines),
            "doubt_counts": ints([4] * lines),
        }
        self.values = VALUES | {kind: (value,) for kind, value in known.items()}
        self.values["cell"] = (-1, 0, self.columns - 1, self.columns, self.cells, -7)
        self.values["colour"] = (0, 1, self.colours, self.colours + 1, -1)

    def _clues(self) -> list[list[tuple[int, int]] | None]:
        """Of a random picture, now and then with other ones among them."""
        density = self.draw.random()
        picture = [
            self.draw.randint(1, self.colours) if self.draw.random() < density else 0
            for _ in range(self.cells)
        ]
        lines = [picture[i * self.columns : (i + 1) * self.columns] for i in range(self.rows)]
        lines += [picture[i :: self.columns] for i in range(self.columns)]
        found: list[list[tuple[int, int]] | None] = []
        for line in lines:
            clue: list[tuple[int, int]] = []
            before = 0
            for colour in line:
                if colour and colour == before:
                    clue[-1] = clue[-1][0] + 1, colour
                elif colour:
                    clue.append((1, colour))
                before = colour
            if self.draw.random() < 0.04:
                clue = [(self.draw.choice((0, 1, 2, 2**31 - 1)), 1)] * self.draw.randint(0, 3)
            found.append(None if self.draw.random() < 0.05 else clue)
        return found

    # Values.

    def value(self, kind: str) -> Any:
        """An argument, mostly of the kind that is expected."""
        if self.draw.random() < 0.04:
            junk = self.junk()
            # So many pictures, or threads, would only take long.
            if not (kind in ("few", "width", "threads") and isinstance(junk, int) and junk > 300):
                return junk
        if kind == "puzzle" or kind in ("options", "space"):
            return self.one(kind.capitalize())
        found = self.usual(kind)
        if isinstance(found, bytes) and self.draw.random() < 0.04:
            size = self.draw.choice((-1, 1, 8, 4, -8))
            found = found + bytes(size) if size > 0 else found[:size]
        return found

    def usual(self, kind: str) -> Any:
        if kind in self.values:
            return self.draw.choice(self.values[kind])
        return getattr(self, f"of_{kind}")()

    def junk(self) -> Any:
        numbers = (-1, 0, 1, 2**31 - 1, -(2**31), 2**32, 2**63, 2**64 - 1, 2**64, 1e300)
        others = (None, b"", b"\0", b"x" * 9, "", "\udc80", [], (), {}, [(1,)], [()], float("nan"))
        return self.draw.choice((*numbers, *others, object(), *self.objects[-3:]))

    def one(self, name: str) -> Any:
        """An object of a class, made if there is none."""
        known = [each for each in self.objects if type(each).__name__ == name]
        if known:
            return self.draw.choice(known)
        if name in CALLS:
            self.make(name)
        return self.objects[-1] if self.objects else None

    def masks(self, cells: int) -> bytes:
        words = self.colours // 64 + 1
        full = (1 << self.colours + 1) - 1
        found = [full if self.draw.random() < 0.8 else self.draw.getrandbits(64 * words) & full
                 for _ in range(cells)]  # fmt: skip
        return b"".join(mask.to_bytes(8 * words, "little") for mask in found)

    def of_given(self) -> dict[Any, Any]:
        names = self.draw.sample([*CHOICES], self.draw.choice((0, 0, 1, 2)))
        return {name: self.draw.choice(CHOICES[name]) for name in names}

    def of_cells(self) -> bytes:
        if self.draw.random() < 0.7:
            return b""
        rows = [[*range(i * self.columns, (i + 1) * self.columns)] for i in range(self.rows)]
        lines = [*rows, *map(list, zip(*rows, strict=True))]
        flat = [number for line in lines for number in (len(line), *line)]
        if self.draw.random() < 0.2:
            flat[self.draw.randrange(len(flat))] = self.draw.choice((-1, 0, 10**9, self.cells))
        return ints(flat)

    def of_line_joints(self) -> bytes:
        return b"" if self.draw.random() < 0.8 else bytes(len(self.clues[0] or ()))

    def of_line_known(self) -> bytes:
        return self.masks(self.columns)

    def of_known(self) -> bytes:
        return self.masks(self.cells)

    def of_givens(self) -> bytes | None:
        return None if self.draw.random() < 0.7 else self.masks(self.cells)

    def of_seed(self) -> int:
        return self.draw.getrandbits(64)

    def of_order(self) -> bytes:
        return ints([self.usual("cell") for _ in range(self.draw.randint(0, 3))])

    def of_weights(self) -> bytes:
        most = self.draw.choice((3, 1000, 2**31 - 1))
        size = self.columns * (self.colours + 1)
        return ints([self.draw.randint(-most, most) for _ in range(size)])

    def of_sixteen(self) -> bytes:
        most = self.draw.choice((3, 2**15 - 1))
        size = self.columns * (self.colours + 1) * 16
        return ints([self.draw.randint(-most, most) for _ in range(size)], "h")

    def of_literals(self) -> list[int]:
        return [
            self.draw.choice((-5, -3, -2, -1, 1, 2, 3, 4, 5))
            for _ in range(self.draw.randint(0, 4))
        ]

    def of_clauses(self) -> bytes:
        return ints([n for _ in range(self.draw.randint(0, 12)) for n in (*self.of_literals(), 0)])

    def of_hints(self) -> list[int]:
        return [self.draw.choice((-4, -3, -2, -1, 1, 2, 3)) for _ in range(self.draw.randint(0, 4))]

    def of_head(self) -> bytes:
        lines = ["nonocsp proof 1", f"puzzle {'f' * 32}", "g r1c1!0", "n 1", "claim none", ""]
        return "\n".join([*lines[: self.draw.choice((2, 2, 2, 0, 1, 3, 4, 5))], ""]).encode()

    def of_text(self) -> bytes:
        last = self.draw.choice((b"n 2 r1c1=1 : R1 C1\n", b"b r1c1=0\n", b"w 3 R1=5\n", b"x", b""))
        return self.draw.choice((self.of_head(), last))

    def of_picture(self) -> bytes:
        return bytes(self.draw.randint(0, self.colours) for _ in range(self.cells))

    of_base = of_picture

    def _space(self, member: str, other: Any) -> Any:
        """What a space has; it may have been made from another puzzle's."""
        for each in self.objects:
            if isinstance(each, kernel.Space):
                found = getattr(each, member)
                return found() if callable(found) else found
        return other

    def of_parts(self) -> Any:
        parts = self._space("parts", [])
        return [*parts, *parts] if self.draw.random() < 0.1 else parts

    def of_digits(self) -> bytes:
        weights = bytearray(DIGITS.read_bytes() if DIGITS.exists() else b"")
        if weights and self.draw.random() < 0.3:
            weights[self.draw.randrange(len(weights))] = self.draw.getrandbits(8)
        return bytes(weights[: self.draw.choice((None, None, None, 4, 100, -1))])

    def of_crops(self) -> bytes:
        return self.draw.randbytes(self.draw.choice((0, 1, 768, 768, 3 * 768)))

    def of_pixels(self) -> bytes:
        """A grid of noisy lines."""
        line = [0 if x % 8 == 0 else 255 for x in range(64)]
        rows = [line if y % 8 else [0] * 64 for y in range(64)]
        noise = self.draw.randrange(1, 60)
        return bytes(
            max(0, value - self.draw.randrange(noise))
            for row in rows
            for value in row
            for _ in "rgb"
        )

    def of_corners(self) -> bytes:
        return struct.pack("8f", *(self.draw.uniform(-10, 80) for _ in range(8)))

    def of_points(self) -> bytes:
        count = 2 * (self.rows + 1) * (self.columns + 1)
        return struct.pack(f"{count}f", *(self.draw.uniform(-10, 80) for _ in range(count)))

    def of_doubt_arcs(self) -> bytes:
        arcs = []
        for _ in range(self.rows + self.columns):
            for start, end in ((0, 1), (0, 1), (0, 2), (1, 2)):
                length, cost = self.draw.randrange(6), self.draw.choice((0, 3, 50, 700))
                arcs += [start, end, length, self.draw.randint(1, 2), cost]
        return ints(arcs)

    def of_array(self) -> bytes:
        array = bytearray(self._space("array", b"\1\0\0\0"))
        if array and self.draw.random() < 0.3:
            array[self.draw.randrange(len(array))] = self.draw.getrandbits(8)
        return bytes(array)

    # Callbacks.

    def called(self, *arguments: Any) -> None:
        """What every callback does: something else meanwhile, or raise."""
        if self.depth < 3 and self.draw.random() < 0.2:
            self.step()
        if self.draw.random() < 0.1:
            raise Raised

    def decide(self, view: Any) -> Any:
        if self.draw.random() < 0.2:
            self.objects.append(view)
        self.called()
        cells = view.open_cells() if self.draw.random() < 0.8 else [self.usual("cell")]
        return self.draw.choice((None, (cells, -1), (cells, self.usual("colour")), self.junk()))

    def of_heuristic(self) -> Any:
        if self.draw.random() < 0.7:
            return None
        return self.decide, *self.draw.choice(((self.called, self.called), (None, None), (None,)))

    def of_writer(self) -> Any:
        return None if self.draw.random() < 0.7 else self.called

    def of_report(self) -> Any:
        return self.called

    # Steps.

    def step(self) -> None:
        """One call, which may fail in a way that is documented."""
        self.depth += 1
        try:
            if not self.objects or self.draw.random() < 0.25:
                self.make(self.draw.choice([*CALLS]))
            else:
                self.use(self.draw.choice(self.objects))
        except ALLOWED as error:
            if "nonocsp kernel:" in str(error):
                raise Fault(str(error)) from error
        except Raised:
            pass
        finally:
            self.depth -= 1

    def make(self, name: str) -> None:
        self.calls[name] += 1
        function = getattr(kernel, name)
        if isinstance(function, type) and self.draw.random() < 0.02:
            self.objects.append(function.__new__(function))  # never constructed
            return
        made = function(*map(self.value, CALLS[name].split()))
        if type(made).__name__ in METHODS:
            self.objects.append(made)

    def use(self, each: Any) -> None:
        name = type(each).__name__
        if not METHODS.get(name):
            return
        method, arguments = self.draw.choice([*METHODS[name].items()])
        self.calls[f"{name}.{method}"] += 1
        if arguments is None:
            getattr(each, method)
            return
        values = [*map(self.value, arguments.split())]
        if self.depth > 1 or self.draw.random() < 0.9:
            found = getattr(each, method)(*values)
            if type(found).__name__ in METHODS:
                self.objects.append(found)
            return
        other = threading.Thread(target=self.beside, args=(each, method, values))
        other.start()
        try:
            getattr(each, method)(*values)
        finally:
            other.join()

    def beside(self, each: Any, method: str, values: list[Any]) -> None:
        try:
            getattr(each, method)(*values)
        except (*ALLOWED, Raised):
            pass


def run(seed: int, number: int, steps: int) -> Counter[str]:
    """One random program. Raises what is wrong."""
    program = Run(f"bindings {seed} {number}")
    try:
        for name in ("Options", "Puzzle", "Portfolio", "Search"):
            with contextlib.suppress(*ALLOWED):
                program.one(name)
        for _ in range(steps):
            program.step()
    finally:
        kernel.watch(interface._look, interface.current)
    return program.calls


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--runs", type=int, default=10**9)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    calls: Counter[str] = Counter()
    end, number = time.monotonic() + chosen.seconds, chosen.first
    while number < chosen.first + chosen.runs and time.monotonic() < end:
        faulthandler.dump_traceback_later(60, exit=True)
        print(f"\rrun {number} of seed {chosen.seed}", end=" ", file=sys.stderr, flush=True)
        calls += run(chosen.seed, number, chosen.steps)
        number += 1
    faulthandler.cancel_dump_traceback_later()
    print(f"\n{number - chosen.first} runs, {calls.total()} calls of {len(calls)} kinds, no fault")


if __name__ == "__main__":
    main()
