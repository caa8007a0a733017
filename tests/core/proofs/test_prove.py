"""Proofs that the kernel writes: both checkers verify them, changed ones prove nothing false."""

import gzip
import itertools
import json
import random

import hunt_cases
import naive_proofs
import oracle
import pytest
from proof_cases import EAGER, random_puzzle

import nonocsp as nc
from nonocsp import Grid, Limits, Options, Puzzle, Verdict
from nonocsp.core.proofs import ProofError, in_clauses, prove, verify


def verified(puzzle, **keywords):
    """A proof of the kernel that both checkers have verified."""
    proof = prove(puzzle, **keywords)
    assert naive_proofs.verdicts(puzzle, list(proof.lines())) == (proof.verdict, proof.verdict)
    return proof


def test_verdicts_of_every_kind_are_proven():
    several = set()
    for seed in range(250):
        case = hunt_cases.drawn(f"prove {seed}", joints=True)
        if case.engine != "kernel" or case.options.strategy != "learning":
            continue
        options = case.options.replace(learning=True)
        rows, columns = case.puzzle.shape
        pictures = oracle.pictures(case.puzzle, case.grid, 3_000) if rows * columns <= 20 else None
        proof = verified(case.puzzle, grid=case.grid, options=options)
        several.add(proof.verdict)
        if pictures is not None:
            expected = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(len(pictures), 2)]
            assert proof.verdict is expected, seed
    assert several == {Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE}


def test_every_technique_is_written():
    without_bounds = EAGER.replace(bounds=False)
    work = verified(nc.read("input/n-dom-6.nin"), options=without_bounds).stats
    for seed in range(60):
        options = EAGER.replace(probing=seed % 3 == 0)
        work.add(verified(random_puzzle(random.Random(seed)), options=options).stats)
    assert min(work.learned, work.probe_facts, work.bound_facts, work.restarts) > 0


def test_changed_proofs_prove_nothing_false():
    draw = random.Random(5)
    refused = 0
    for seed in range(40):
        puzzle, _, pictures = naive_proofs.case(seed, draw) or (None, None, None)
        if puzzle is None:
            continue
        lines = list(prove(puzzle).lines())
        for _ in range(5):
            wrong = naive_proofs.mutated(draw, lines)
            claim, same = naive_proofs.verdicts(puzzle, wrong)
            assert claim == same
            if claim.startswith("line"):
                refused += 1
            else:
                assert naive_proofs.is_true(claim, wrong, pictures, puzzle), wrong
    assert refused > 30


def test_weights_prove_the_dominoes_in_a_few_lines():
    proof = verified(nc.read("input/n-dom-6.nin"), options=EAGER)
    assert any(line.startswith("w ") for line in proof.lines()) and proof.size < 5_000


def test_every_solution_is_proven():
    for seed in range(60):
        case = hunt_cases.drawn(f"every {seed}", joints=True)
        rows, columns = case.puzzle.shape
        expected = oracle.pictures(case.puzzle, case.grid, 200) if rows * columns <= 16 else None
        if expected is None:
            continue
        proof = prove(case.puzzle, grid=case.grid, every=True)
        claims = naive_proofs.verdicts(case.puzzle, list(proof.lines()))
        assert claims == (proof.claim, proof.claim)
        assert {picture.cells for picture in proof.pictures} == expected
        wrong = [line.replace("claim count ", "claim count 1") for line in proof.lines()]
        claim, same = naive_proofs.verdicts(case.puzzle, wrong)
        assert claim == same and claim.startswith("line")
    with pytest.raises(nc.LimitReached, match="solutions"):
        prove(Puzzle([[1]] * 4, [[1]] * 4), every=True, limits=Limits(solutions=23))


def test_what_is_given_is_part_of_the_proof():
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    proof = verified(puzzle, grid=Grid.of_masks(puzzle, [1, 3, 3, 3]))
    assert proof.verdict is Verdict.UNIQUE and "g r1c1!1" in proof.lines()
    found = verify(puzzle, proof, given=True)
    assert proof.givens == 1 and str(found) == "verified: unique, with 1 given"
    for text in (proof, proof.lines()):
        with pytest.raises(ProofError, match="1 given: refused without --given"):
            verify(puzzle, text)
    assert next(in_clauses(proof)[0]) == "c with 1 given"


def test_pictures_of_many_colours_are_written():
    colours = [nc.Colour(f"colour {i}", f"#0000{i:02x}") for i in range(1, 31)]
    cells = [[draw % 31 for draw in range(row, row + 40)] for row in range(3)]
    proof = verified(Puzzle.from_picture(cells, colours, goals=()))
    assert proof.verdict is Verdict.UNIQUE


def test_a_proof_is_saved_and_compressed(tmp_path):
    proof = prove(Puzzle([[1], [1]], [[1], [1]]))
    proof.save(tmp_path / "a.proof")
    proof.save(tmp_path / "a.proof.gz")
    text = (tmp_path / "a.proof").read_text()
    assert text == str(proof) == gzip.decompress((tmp_path / "a.proof.gz").read_bytes()).decode()
    assert len(text) == proof.size and verify(proof.puzzle, proof).steps >= proof.steps


def test_lines_are_read_side_by_side_and_after_the_proof_is_gone():
    proof = prove(nc.read("input/n-dom-6.nin"), options=EAGER)
    pairs = list(zip(proof.lines(), proof.lines(), strict=True))
    assert len(pairs) > 20 and all(one == other for one, other in pairs)
    lines = prove(proof.puzzle, options=EAGER).lines()
    assert list(lines)[-1] == "claim unique"


def test_no_room_for_the_proof_ends_the_search(monkeypatch):
    calls = itertools.count()

    def full(self, text):
        if next(calls) == 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("gzip.GzipFile.write", full)
    with pytest.raises(OSError, match="No space"):
        prove(random_puzzle(random.Random(1)), options=EAGER)


def test_limits_leave_no_proof():
    with pytest.raises(nc.LimitReached):
        prove(
            nc.read("input/n-dom-6.nin"),
            options=EAGER.replace(bounds=False),
            limits=Limits(nodes=3),
        )
    with pytest.raises(nc.OptionError, match="learns"):
        prove(Puzzle([[1]], [[1]]), options=Options(learning=False))


def test_the_command_writes_a_proof(tmp_path, command_line):
    file, eyes, rooks = tmp_path / "x.proof.gz", "input/cross-eyed.txt", "input/permutation-8.txt"
    assert command_line("check", eyes, "--proof", file)[:2] == (0, "multiple\n")
    assert command_line("verify", eyes, file) == (0, "verified: multiple\n", "")
    code, out, _ = command_line("count", rooks, "--proof", file, "--json")
    assert (code, json.loads(out)["count"]) == (0, "40320")
    assert command_line("verify", rooks, file) == (0, "verified: count 40320\n", "")
    code, _, err = command_line("check", "input/heart.txt", "input/cat.json", "--proof", file)
    assert code == 2 and "one puzzle" in err
