"""Proofs of numbers by branches: both checkers agree with each other and with brute force."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import naive_proofs
import pytest
from proof_cases import ABSENT, COLOURED, ONE, TWO, UNKNOWN, whole

from nonocsp import Limits, OptionError, Puzzle, formats, prove, verify
from nonocsp.apps import cli
from nonocsp.core.model.clue import has_star
from nonocsp.core.model.grid import Grid
from nonocsp.core.options.limits import LimitReached
from nonocsp.core.proofs import (
    ProofError,
    board_checker,
    checker,
    count_checker,
    in_clauses,
    proving,
)
from nonocsp.core.proofs.count_checker import CountChecker
from nonocsp.core.proofs.trimming import trim

#: Eight factorial ways.
ROOKS = Puzzle([[1]] * 8, [[1]] * 8)
THREE = Puzzle([[1]] * 3, [[1]] * 3)

FIRST, SECOND = "b r1c1=0 : R1 C1 C2", "b r1c1=1 : R1 C1 C2"
CASES = {
    "two ways": (TWO, [FIRST, SECOND, "claim count 2"], "count 2"),
    "without hints": (TWO, ["b r1c1=0", "b r1c1=1", "claim count 2"], "count 2"),
    "another cell": (TWO, ["b r2c1=0", "b r2c1=1", "claim count 2"], "count 2"),
    "part left out": (TWO, ["b r1c1=0 :", "b r1c1=1", "claim count 2"], 4),
    "too little tightened": (
        TWO,
        ["b r1c1=0 :", "b r2c2=0", "b r2c2=1", "b r1c1=1", "claim count 2"],
        "count 2",
    ),
    "wrong number": (TWO, [FIRST, SECOND, "claim count 3"], 5),
    "another claim": (TWO, [FIRST, SECOND, "claim multiple"], 5),
    "number with a zero before": (TWO, [FIRST, SECOND, "claim count 02"], 5),
    "too early": (TWO, [FIRST, "claim count 1"], 4),
    "no end": (TWO, [FIRST, SECOND], 4),
    "one branch too many": (TWO, [FIRST, SECOND, FIRST], 5),
    "second colour first": (TWO, [SECOND], 3),
    "a colour twice": (TWO, [FIRST, FIRST], 4),
    "other cell in between": (TWO, [FIRST, "b r2c2=1"], 4),
    "fact that is no branch": (TWO, ["b r1c1!0"], 3),
    "position": (TWO, ["b R1b1<2"], 3),
    "several cells": (TWO, ["b r1c1=0 r1c2=1"], 3),
    "no cell": (TWO, ["b"], 3),
    "no colour": (TWO, ["b r1c1=2"], 3),
    "hint that is a step": (TWO, ["n 1 r1c1=0 r1c2=0 :  R1"], 3),
    "step as a hint": (TWO, ["n 1 r1c1=0 r1c2=0 : R1", "b r1c1=0 : 1"], 4),
    "after a nogood": (TWO, ["n 1 r1c1=0 r1c2=0 : R1", FIRST, SECOND, "claim count 2"], "count 2"),
    "after a picture": (TWO, ["s 1 10/01", FIRST], 4),
    "nogood after a branch": (TWO, [FIRST, "n 1 r1c1=0 r1c2=0 : R1"], 4),
    "given after a branch": (TWO, [FIRST, "g r1c1=1"], 4),
    "deletion after a branch": (TWO, [FIRST, "d"], 4),
    "given": (THREE, ["g r1c1=1", "b r2c2=0", "b r2c2=1", "claim count 2"], "count 2"),
    "nothing is open": (ONE, ["b r1c1=1"], 3),
    "nothing is possible": (Puzzle([[2]], [[1], []]), ["b r1c1=1"], 3),
    "unknown lengths": (UNKNOWN, ["b r1c1=0", "b r1c1=1", "claim count 2"], "count 2"),
    "absent clue": (ABSENT, ["b r2c1=0", "b r2c1=1", "claim count 2"], "count 2"),
    "coloured": (COLOURED, ["b r1c1=1"], 3),
}


@pytest.mark.parametrize("name", CASES)
def test_both_checkers_answer_as_expected(name):
    puzzle, lines, expected = CASES[name]
    ours, theirs = naive_proofs.verdicts(puzzle, whole(puzzle, lines), CountChecker)
    assert ours == theirs
    assert ours == (f"line {expected}" if isinstance(expected, int) else expected)


def count_case(seed):
    """A drawn puzzle with a proof of its number by branches."""
    draw = random.Random(f"count proof {seed}")
    drawn = naive_proofs.case(seed, draw)
    if drawn is None:
        return None
    puzzle, givens, pictures = drawn
    lines = naive_proofs.Brancher(naive_proofs.plain(puzzle), draw).prove(givens)
    return lines and (lines, puzzle, pictures, draw)


@pytest.mark.parametrize(
    ("seeds", "changes"),
    [(range(200), 4), pytest.param(range(1_000, 2_500), 60, marks=pytest.mark.slow)],
)
def test_naive_proofs_are_verified_and_changed_ones_never_prove_what_is_false(seeds, changes):
    verified, refused, changed = naive_proofs.agree_on(count_case, seeds, changes, CountChecker)
    assert verified > len(seeds) // 10 and refused > len(seeds) // 3 and changed > 3


def test_ways_through_a_line_with_stars_are_compared_as_sets():
    """A part is met again whose line was read on another way through its automaton."""
    lines, puzzle, pictures, _ = count_case(2449)
    assert any(map(has_star, puzzle.clues)) and len(pictures) == 9
    assert naive_proofs.verdicts(puzzle, lines, CountChecker) == ("count 9", "count 9")


def test_every_number_is_proven(monkeypatch):
    monkeypatch.setattr(proving, "_TURNS", ((1, None),))
    proven = 0
    for seed in range(150):
        drawn = naive_proofs.case(seed, random.Random(seed))
        if drawn is None:
            continue
        puzzle, _, pictures = drawn
        proof = prove(puzzle, every=True)
        assert proof.count == len(pictures) and proof.claim == f"count {len(pictures)}", seed
        if not pictures:
            continue
        assert verify(puzzle, proof).claim == proof.claim
        lines = [*proof.lines()]
        assert naive_proofs.verdicts(puzzle, lines, CountChecker) == (proof.claim, proof.claim)
        proven += len(pictures) > 1
    assert proven > 10


def test_givens_are_part_of_the_proof():
    grid = Grid.of_masks(ROOKS, [3] * 63 + [2])
    proof = prove(ROOKS, grid=grid, every=True)
    assert proof.claim == "count 5040" and verify(ROOKS, proof, given=True).givens == 1
    lines = [line for line in proof.lines() if line[0] != "g"]
    assert {answer[:4] for answer in naive_proofs.verdicts(ROOKS, lines, CountChecker)} == {"line"}


def test_the_size_goes_with_the_parts_and_not_with_the_pictures(monkeypatch):
    twelve = Puzzle([[1]] * 12, [[1]] * 12)
    # Two parts that share no line.
    halves = [3 if (cell // 12 < 6) == (cell % 12 < 6) else 1 for cell in range(144)]
    once = Puzzle([[1]] * 6, [[1]] * 6)
    monkeypatch.setattr(proving, "_TURNS", ((1, None),))
    proof = prove(twelve, grid=Grid.of_masks(twelve, halves), every=True)
    assert proof.count == 720**2 and verify(twelve, proof, given=True).claim == proof.claim
    assert proof.steps == 2 * prove(once, every=True).steps


def test_few_solutions_stand_in_the_proof():
    proof = prove(Puzzle([[1]] * 5, [[1]] * 5), every=True)
    assert proof.count == len(proof.pictures) == 120
    assert not any(line.startswith("b ") for line in proof.lines())


@pytest.mark.slow
def test_pictures_and_branches_take_turns(monkeypatch):
    monkeypatch.setattr(proving, "_TURNS", ((100, 500), (50_000, None)))
    proof = prove(ROOKS, every=True)
    assert len(proof.pictures) == proof.count == 40_320
    monkeypatch.setattr(proving, "_TURNS", ((100, 500), (30_000, None)))
    proof = prove(ROOKS, every=True)
    assert not proof.pictures and proof.count == 40_320


def test_limits():
    with pytest.raises(LimitReached, match="nodes"):
        prove(ROOKS, every=True, limits=Limits(nodes=5_000))
    with pytest.raises(LimitReached, match="solutions"):
        prove(ROOKS, every=True, limits=Limits(solutions=40_319))
    assert prove(ROOKS, every=True, limits=Limits(solutions=40_320)).count == 40_320
    with pytest.raises(LimitReached, match="seconds"):
        prove(Puzzle([[1]] * 30, [[1]] * 30), every=True, limits=Limits(seconds=1.5))


@pytest.mark.slow
def test_a_checker_keeps_the_limit_on_memory(tmp_path, capsys):
    puzzle, proof = tmp_path / "p.json", tmp_path / "proof"
    long_line, bomb = tmp_path / "line", tmp_path / "bomb.gz"
    puzzle.write_text(formats.dumps(Puzzle([[1]] * 13, [[1]] * 13), "json"))
    prove(Puzzle([[1]] * 13, [[1]] * 13), every=True).save(proof)
    long_line.write_bytes(b"nonocsp proof 1" + bytes(2**21))
    bomb.write_bytes(gzip.compress(b"nonocsp proof 1" + bytes(2**24), 1))
    for file in (proof, long_line, bomb):
        assert cli.main(["verify", str(puzzle), str(file), "--memory", "1"]) == 3
        error = capsys.readouterr().err
        assert "limit on memory" in error and error.count("\n") == 1
    assert cli.main(["verify", str(puzzle), str(proof)]) == 0


def test_what_cannot_be_done_with_branches_is_refused():
    proof = prove(ROOKS, every=True)
    with pytest.raises(OptionError, match="list all solutions"):
        in_clauses(proof)
    with pytest.raises(ProofError, match="trimmed"):
        trim(ROOKS, proof.lines())


def test_the_python_checker_is_a_program(python, tmp_path):
    puzzle, proof = tmp_path / "p.json", tmp_path / "proof"
    puzzle.write_text(formats.dumps(ROOKS, "json"))
    prove(ROOKS, every=True).save(proof)
    for module in (checker, board_checker, count_checker):
        (tmp_path / Path(module.__file__).name).write_text(Path(module.__file__).read_text())
    assert python(tmp_path / "count_checker.py", puzzle, proof, cwd=tmp_path) == (
        0,
        "verified: count 40320\n",
        "",
    )
