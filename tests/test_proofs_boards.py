"""Proofs on triddlers and hexagons: the plain checker against all pictures of small boards."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from itertools import permutations, product
from pathlib import Path

import naive_proofs
import pytest

import nonocsp as nc
from nonocsp import formats
from nonocsp.common.errors import PuzzleError
from nonocsp.proofs import board_checker, checker, count_checker
from nonocsp.proofs.plain import plain

BOARDS = [
    nc.Hexagon(2, 2, 2, 2, 2, 2),
    nc.Triddler(1, 1, 1, 1, 1, 1),
    nc.Triddler(3, 0, 3, 0, 3, 0),
]
TWOS = Path(__file__).parents[1] / "input" / "boards" / "twos.json"


def clues_of(board, cells):
    return nc.Puzzle.from_picture(nc.Picture(board.rows(cells), board=board), goals=()).clues


@pytest.fixture(scope="module")
def cases():
    """Puzzles with their number of solutions; the clues of some are from two pictures."""
    draw, found = random.Random(7), []
    for board in BOARDS:
        pictures = {
            cells: clues_of(board, cells)
            for cells in map(bytes, product((0, 1), repeat=board.size))
        }
        counts, known = Counter(pictures.values()), list(pictures.values())
        for number in range(40):
            pair = draw.choices(known, k=2) if number % 2 else [draw.choice(known)] * 2
            clues = tuple(map(draw.choice, zip(*pair, strict=True)))
            found.append((nc.Puzzle.on(board, clues), counts[clues]))
        found += [(nc.Puzzle.on(board, clues), n) for clues, n in counts.items() if n > 1]
    return found


def verdict(puzzle, lines, kind=checker.Checker):
    try:
        return checker.check(plain(puzzle), lines, kind(plain(puzzle)))
    except checker.ProofError:
        return None


def test_cells_and_lines_are_those_of_the_boards():
    seen = 0
    for kind in (nc.Triddler, nc.Hexagon):
        for a, b, c, d in product(range(4), repeat=4):
            try:
                board = kind(a, b, c, d, a + b - d, c + d - a)
            except PuzzleError:
                continue
            axes, cells = board_checker.directions((board.kind, *board.sizes))
            assert cells == [list(board.cells(line)) for line in board.lines]
            assert {axis: len(axes[axis]) for axis in axes} == {
                axis: len(board.lengths(axis)) for axis in board.axes
            }
            seen += 1
    assert seen > 100


def test_every_verdict_has_a_proof(cases):
    draw, claims = random.Random(1), Counter()
    for puzzle, count in cases:
        lines = naive_proofs.Writer(plain(puzzle), draw).prove([])
        expected = {0: "none", 1: "unique"}.get(count, "multiple")
        assert verdict(puzzle, lines) == expected
        claims[expected] += 1
        for other in {"none", "unique", "multiple"} - {expected}:
            assert verdict(puzzle, [*lines[:-1], f"claim {other}"]) is None
    assert min(claims["none"], claims["unique"], claims["multiple"]) >= 5


def test_a_changed_proof_never_proves_what_is_wrong(cases):
    draw, refused = random.Random(2), 0
    for puzzle, count in cases:
        true = {None, f"count {count}", {0: "none", 1: "unique"}.get(count, "multiple")}
        lines = naive_proofs.Writer(plain(puzzle), draw).prove([])
        changed = [lines[:at] + lines[at + 1 :] for at in range(2, len(lines))]
        for at, line in enumerate(lines):
            if line[:2] == "s ":
                head, picture = line.rsplit(" ", 1)
                other = f"{head} {picture.translate(str.maketrans('01', '10'))}"
                changed.append([*lines[:at], other, *lines[at + 1 :]])
        found = [verdict(puzzle, each) for each in changed]
        assert true.issuperset(found)
        refused += found.count(None)
    assert refused > 100


def test_branches_count(cases):
    draw, counted = random.Random(3), 0
    for puzzle, count in cases:
        lines = naive_proofs.Brancher(plain(puzzle), draw).prove([])
        if lines is None:  # the lines leave nothing to count
            continue
        assert verdict(puzzle, lines, count_checker.CountChecker) == f"count {count}"
        wrong = [*lines[:-1], f"claim count {count + 1}"]
        assert verdict(puzzle, wrong, count_checker.CountChecker) is None
        counted += 1
    assert counted > 5  # few puzzles of such boards have several solutions


@pytest.mark.parametrize("pair", [*permutations("ABC", 2)])
def test_weights_compare_any_two_directions(pair):
    """Five lines of one direction have a cell each, and four of another."""
    board = nc.Hexagon(3, 3, 3, 3, 3, 3)
    clues = dict.fromkeys("ABC", [None] * 5)
    clues |= {pair[0]: [[1]] * 5, pair[1]: [[1]] * 4 + [[]]}
    puzzle = nc.Puzzle.on(board, clues)
    head = ["nonocsp proof 1", f"puzzle {puzzle.fingerprint()}"]
    for axis in pair:
        weights = " ".join(f"{axis}{number}=1" for number in range(1, 6))
        assert verdict(puzzle, [*head, f"w 1 {weights}", "n 2 : 1", "claim none"]) == "none"
        light = weights.replace("1=1", "1=0", 1)
        assert verdict(puzzle, [*head, f"w 1 {light}", "n 2 : 1", "claim none"]) is None
    assert verdict(puzzle, [*head, "claim none"]) is None


def test_the_program_reads_files(tmp_path):
    (puzzle,) = formats.load(TWOS).puzzles
    lines = naive_proofs.Writer(plain(puzzle), random.Random(4)).prove([])
    proof = tmp_path / "proof"
    proof.write_text("\n".join(lines))
    for name in ("checker.py", "board_checker.py"):
        (tmp_path / name).write_text(Path(checker.__file__).with_name(name).read_text())
    command = [sys.executable, str(tmp_path / "board_checker.py"), str(TWOS), str(proof)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"verified: {lines[-1].removeprefix('claim ')}\n")
    proof.write_text("\n".join([*lines[:-1], "claim count 77"]))
    assert subprocess.run(command, capture_output=True).returncode == 1
