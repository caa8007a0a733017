"""Proofs in DRUP, checked by a program that knows nothing of nonograms."""

import random

import hunt_cases
import oracle
import pytest
from proof_cases import EAGER, is_confirmed, random_puzzle
from pysat.solvers import Solver

import nonocsp as nc
from nonocsp import Options, Puzzle, Verdict
from nonocsp.core.proofs import drup, prove
from nonocsp.core.proofs.clauses import Formula
from nonocsp.core.proofs.plain import plain

NO_BOUNDS = EAGER.replace(bounds=False)


def test_every_solution_is_one_assignment():
    seen = set()
    for seed in range(100):
        puzzle = hunt_cases.drawn(f"clauses {seed}", joints=True).puzzle
        rows, columns = puzzle.shape
        pictures = oracle.pictures(puzzle, None, 200) if rows * columns <= 16 else None
        if pictures is not None:
            formula = Formula(plain(puzzle))
            with Solver(bootstrap_with=formula.clauses) as solver:
                assert sum(1 for _ in solver.enum_models()) == len(pictures), seed
            seen.add(len(pictures))
    assert len(seen) > 3


def test_verdicts_of_every_kind_are_confirmed():
    several = set()
    for seed in range(120):
        case = hunt_cases.drawn(f"drup {seed}", joints=True)
        proof = prove(case.puzzle, grid=case.grid, options=NO_BOUNDS)
        if proof.verdict is not Verdict.MULTIPLE:
            assert is_confirmed(*drup(proof)), seed
            several.add((case.kind, proof.verdict))
    assert len(several) > 10


@pytest.mark.slow
def test_learned_nogoods_and_positions_are_confirmed():
    learned = 0
    for seed in range(40):
        proof = prove(random_puzzle(random.Random(seed)), options=NO_BOUNDS)
        if proof.verdict is not Verdict.MULTIPLE:
            assert is_confirmed(*drup(proof)), seed
            learned += proof.stats.learned
    proof = prove(nc.read("input/n-dom-6.nin"), options=NO_BOUNDS)
    assert any("b1<" in line for line in proof.lines()) and is_confirmed(*drup(proof))


def test_a_proof_without_its_nogoods_is_refused():
    clauses, steps = drup(prove(nc.read("input/n-dom-6.nin"), options=NO_BOUNDS))
    assert [*steps][-1] == "0" and not is_confirmed(clauses, ["0"])


def test_what_cannot_be_stated_is_refused():
    with pytest.raises(nc.OptionError, match="several solutions"):
        drup(prove(Puzzle([[1], [1]], [[1], [1]])))
    proof = prove(nc.read("input/n-dom-6.nin"), options=EAGER.replace(bounds=True))
    with pytest.raises(nc.OptionError, match="weights"):
        list(drup(proof)[1])
    with pytest.raises(nc.OptionError, match="learns"):
        prove(Puzzle([[1]], [[1]]), options=Options(strategy="textbook"))


def test_the_command_writes_clauses_and_steps(tmp_path, command_line):
    file = tmp_path / "x.drup"
    words = ("check", "input/n-dom-6.nin", "--proof", file, "--proof-format", "drup")
    assert command_line(*words)[:2] == (0, "unique\n")
    clauses = (tmp_path / "x.drup.cnf").read_text().splitlines()
    assert is_confirmed(clauses, file.read_text().splitlines())
