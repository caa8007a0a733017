"""Proofs on triddlers and hexagons: both checkers against all pictures of small boards."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations, product
from pathlib import Path

import naive_proofs
import pytest
from proof_cases import EAGER, is_confirmed
from true_arguments import check

import nonocsp as nc
from nonocsp import formats
from nonocsp.core.base.errors import PuzzleError
from nonocsp.core.model.colours import STANDARD
from nonocsp.core.options.limits import Stats
from nonocsp.core.proofs import board_checker, checker, count_checker, in_clauses, proving
from nonocsp.core.proofs.plain import plain
from nonocsp.core.proofs.trimming import trim

BOARDS = [
    nc.Hexagon(2, 2, 2, 2, 2, 2),
    nc.Triddler(1, 1, 1, 1, 1, 1),
    nc.Triddler(3, 0, 3, 0, 3, 0),
]
CHECKERS = "checker.py", "board_checker.py", "count_checker.py"
TWOS = Path(__file__).parents[3] / "input" / "boards" / "twos.json"


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
    ours, theirs = naive_proofs.verdicts(puzzle, [*lines], kind)
    assert ours == theirs
    return None if ours.startswith("line") else ours


def test_cells_and_lines_are_those_of_the_boards():
    seen = 0
    for kind in (nc.Triddler, nc.Hexagon):
        for a, b, c, d in product(range(4), repeat=4):
            try:
                board = kind(a, b, c, d, a + b - d, c + d - a)
            except PuzzleError:
                continue
            axes, cells = board_checker.directions(board.kind, *board.sizes)
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


def test_changed_words_prove_nothing_false(cases):
    draw, refused = random.Random(4), 0
    for puzzle, count in cases[::3]:
        true = {None, f"count {count}", {0: "none", 1: "unique"}.get(count, "multiple")}
        lines = naive_proofs.Writer(plain(puzzle), draw).prove([])
        for _ in range(10):
            wrong = naive_proofs.mutated(draw, lines)
            if not any(line.startswith("g") for line in wrong):  # which is about fewer pictures
                found = verdict(puzzle, wrong)
                assert found in true, wrong
                refused += found is None
    assert refused > 300


def test_the_kernel_proves_every_verdict_and_number(cases, monkeypatch):
    monkeypatch.setattr(proving, "_TURNS", ((1, None),))
    branched = 0
    for puzzle, count in cases:
        for options in (None, EAGER):
            proof = nc.prove(puzzle, options=options)
            assert proof.claim == {0: "none", 1: "unique"}.get(count, "multiple")
            assert verdict(puzzle, proof.lines()) == proof.claim
        proof = nc.prove(puzzle, every=True)
        assert proof.count == count
        assert verdict(puzzle, proof.lines(), count_checker.CountChecker) == f"count {count}"
        branched += any(line.startswith("b ") for line in proof.lines())
    assert branched > 5


def larger(draw):
    """A puzzle that takes some search; clues of one length have changed places, as a rule."""
    board = draw.choice([nc.Hexagon(5, 5, 5, 5, 5, 5), nc.Triddler(4, 3, 4, 3, 4, 3)])
    colours = draw.choice((1, 1, 2))
    cells = bytes(draw.choice((0, 0, *range(1, colours + 1))) for _ in range(board.size))
    clues = [*clues_of(board, cells)]
    for number, line in enumerate(board.lines[: len(board.lengths("A"))]):
        other = draw.randrange(number + 1)
        if draw.random() < 0.5 and len(board.cells(board.lines[other])) == len(board.cells(line)):
            clues[number], clues[other] = clues[other], clues[number]
    return nc.Puzzle.on(board, clues, [*STANDARD.values()][:colours])


@pytest.mark.slow
def test_every_technique_is_written():
    work, claims = Stats(), Counter()
    for seed in range(40):
        puzzle = larger(random.Random(seed))
        options = EAGER.replace(probing=seed % 3 == 0)
        proof = nc.prove(puzzle, options=options)
        assert verdict(puzzle, proof.lines()) == proof.claim
        assert nc.verdict(puzzle) is proof.verdict
        trimmed = trim(puzzle, proof.lines())
        assert verdict(puzzle, trimmed) == proof.claim
        work.add(proof.stats)
        claims[proof.claim] += 1
    assert min(work.learned, work.probe_facts, work.bound_facts, work.restarts) > 0
    assert len(claims) == 3


def test_givens_are_part_of_the_proof(cases):
    for puzzle, _ in cases[:20]:
        masks = [2 if cell == 2 else 3 for cell in range(puzzle.board.size)]
        grid = nc.Grid.of_masks(puzzle, masks)
        proof = nc.prove(puzzle, grid=grid)
        row, place = puzzle.board.place(2)
        assert f"g r{row + 1}c{place + 1}!0" in proof.lines()
        assert verdict(puzzle, proof.lines()) == proof.claim
        assert proof.verdict is nc.verdict(puzzle, grid=grid)


def test_foreign_checkers_confirm(cases):
    confirmed, without_bounds = 0, EAGER.replace(bounds=False)
    some = [puzzle for puzzle, count in cases if count < 2][::4]
    for puzzle in [*some, *(larger(random.Random(seed)) for seed in range(4))]:
        proof = nc.prove(puzzle, options=without_bounds)
        if proof.claim != "multiple":
            assert is_confirmed(*in_clauses(proof, "drup"))
            confirmed += 1
    assert confirmed > 15


def test_arguments_are_true(cases):
    for puzzle, count in cases[::2]:
        if count < 2:
            pictures = {picture.cells for picture in nc.solutions(puzzle)}
            check(puzzle, nc.explanation.argument(puzzle), pictures)
            check(
                puzzle, nc.explanation.argument(puzzle, nc.prove(puzzle, options=EAGER)), pictures
            )


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


@pytest.mark.slow
def test_the_programs_read_files(python, tmp_path):
    proof, given = tmp_path / "proof", tmp_path / "puzzle.json"
    for name in CHECKERS:
        (tmp_path / name).write_text(Path(checker.__file__).with_name(name).read_text())

    def checked(name, lines, puzzle=given):
        proof.write_text("\n".join(lines))
        code, out, err = python(tmp_path / name, puzzle, proof)
        return code, out + err

    # A board of sides, and one that is data, with 8! solutions and cells in another order.
    cells = [[(x, y), (x + 1, y), (x + 1, y + 1)] for x in range(8) for y in range(8)]
    across = [[*range(first, 64, 8)] for first in range(8)]
    board = nc.CustomBoard(
        cells, {"A": across, "B": [[*range(8 * x, 8 * x + 8)] for x in range(8)]}
    )
    for puzzle in (nc.read(TWOS), nc.Puzzle.on(board, [[1]] * 16)):
        given.write_text(formats.dumps(puzzle, "json"))
        lines, counted = ([*nc.prove(puzzle, every=each).lines()] for each in (False, True))
        claim, number = (each[-1].removeprefix("claim ") for each in (lines, counted))
        assert checked("board_checker.py", lines) == (0, f"verified: {claim}\n")
        assert checked("count_checker.py", lines) == (0, f"verified: {claim}\n")
        assert checked("count_checker.py", counted) == (0, f"verified: {number}\n")
        assert checked("board_checker.py", [*lines[:-1], "claim count 77"])[0] == 1
        message = "cannot be read: a board that board_checker.py and count_checker.py read\n"
        assert checked("checker.py", lines) == (2, message)
    assert any(line.startswith("b ") for line in counted)
    # The file that a person writes does not say the directions.
    code, message = checked("board_checker.py", lines, TWOS.with_name("mask.json"))
    assert code == 2 and "as nonocsp convert writes them" in message
