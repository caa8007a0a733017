"""What `estimate` promises: runs that are reproducible, bounds that hold, and when it declines."""

from __future__ import annotations

import json
import math
from collections import Counter

import pytest
from chance import check_uniform
from hypothesis import given, strategies as st
from strategies import examples, grids, puzzles, random_puzzle

import nonocsp as nc
from nonocsp import Limits
from nonocsp.apps.cli import main
from nonocsp.core.space.estimation import Run, _reason, _spread
from nonocsp.files.encodings.cnf import cnf as encode

WIDE = random_puzzle(12, 0.3, 3)
SOLUTIONS = 277498


@examples(60)
@given(puzzles(5, 5, 2), st.data())
def test_small_puzzles_are_exact(drawn, data):
    picture, puzzle = drawn
    grid = data.draw(st.none() | grids(picture, puzzle.block_colours))
    found = nc.estimate(puzzle, grid=grid, width=100_000)
    assert found.is_exact
    assert found.value == found.at_least == nc.count(puzzle, grid=grid)
    assert not found.reason


def test_an_estimate_near_the_truth():
    found = nc.estimate(WIDE, width=3000, seed=1)
    assert not found.is_exact
    assert found.reason == ""
    assert SOLUTIONS / 1.3 < found.value < SOLUTIONS * 1.3
    assert math.isclose(10**found.log10, found.value)
    assert 0 < found.at_least <= SOLUTIONS
    assert [run.width for run in found.runs] == 4 * [1000] + 4 * [2000] + 4 * [3000]
    assert set(Counter(run[1:3] for run in found.runs).values()) == {3}
    mean = sum(run.value * run.width for run in found.runs[4:]) / (4 * 5000)
    assert math.isclose(found.value, mean, rel_tol=1e-9)
    assert "an estimate, not proven" in str(found)


def test_the_seed_alone_decides():
    first, again, other = (nc.estimate(WIDE, width=1000, seed=seed) for seed in (1, 1, 2))
    assert first.runs == again.runs
    assert first.runs != other.runs


def test_rows_and_columns_agree():
    found = nc.estimate(WIDE, width=3000, seed=3)
    means = [
        sum(run.value for run in found.runs if run.by_columns is by_columns and run.width == 3000)
        for by_columns in (False, True)
    ]
    assert max(means) < 1.5 * min(means)
    assert 1 <= found.disagreement < 2


def runs_of(*logarithms):
    variants = ((0.6, False), (0.6, True), (0.9, False), (0.9, True))
    return [Run(10, *variant, log10) for variant, log10 in zip(variants, logarithms, strict=True)]


@pytest.mark.parametrize(
    ("runs", "reason"),
    [
        (runs_of(5.0, 5.01, 5.02, 5.0), ""),
        (runs_of(5.0, None, 5.0, 5.0), "1 of 4 runs found no solution"),
        (runs_of(5.0, 5.0, 5.4, 5.0), "differ by a factor of 2.51"),
        (runs_of(500.0, 500.0, 500.4, 500.0), "differ by a factor of 2.51"),
        (runs_of(None, None, None, None), "4 of 4 runs found no solution"),
    ],
)
def test_visible_disagreement_is_declined(runs, reason):
    assert reason in _reason(runs, *_spread(runs)[1:])
    assert bool(reason) == bool(_reason(runs, *_spread(runs)[1:]))


def test_deviating_runs_are_declined():
    runs = [Run(10, 0.6, False, log10) for log10 in (4.0, 5.0, 5.0, 4.0)]
    assert "deviate by" in _reason(runs, *_spread(runs)[1:])


def test_hard_puzzles_are_declined():
    found = nc.estimate(random_puzzle(20, 0.4, 2), width=300)
    assert found.value is found.log10 is None
    assert found.reason
    assert str(found).startswith("no estimate: ")


def test_limits_leave_what_is_known():
    found = nc.estimate(WIDE, width=10**6, limits=Limits(nodes=200_000))
    assert found.stopped_by == "nodes"
    assert 0 < found.at_least <= SOLUTIONS
    nothing = nc.estimate(random_puzzle(18, 0.33, 4), limits=Limits(memory=10**6))
    assert nothing.stopped_by == "memory"
    assert nothing.value is None
    assert "no round of runs was completed" in nothing.reason


def test_an_interrupt_leaves_the_runs_before(monkeypatch, capsys):
    from nonocsp.core.space import estimation

    one, calls = estimation._Rounds._one, []

    def interrupted(self, *how):
        calls.append(how)
        if len(calls) % 5 == 0:
            raise KeyboardInterrupt
        return one(self, *how)

    monkeypatch.setattr(estimation._Rounds, "_one", interrupted)
    found = nc.estimate(random_puzzle(15, 0.3, 1), width=4096)
    calls.clear()
    assert found.stopped_by == "interrupt" and found.at_least > 0 and found.runs
    assert main(["estimate", "input/permutation-8.txt", "--width", "64"]) == 130
    printed = capsys.readouterr()
    assert "proven" in printed.out and "interrupted" in printed.err


def test_samples_of_a_space_that_fits_are_uniform():
    puzzle = random_puzzle(10, 0.4, 6)
    every = {picture.cells for picture in nc.solutions(puzzle)}
    drawn = nc.estimate(puzzle).sample(40 * len(every), seed=2)
    check_uniform([picture.cells for picture in drawn.pictures], every, 40)
    assert drawn.effective_runs == drawn.runs == 1


@pytest.mark.slow
def test_samples_and_marginals_of_narrow_runs():
    found = nc.estimate(WIDE, width=1000)
    drawn = found.sample(20, seed=5)
    assert all(map(WIDE.is_solved_by, drawn.pictures))
    assert drawn.pictures == found.sample(20, seed=5).pictures
    assert 1 < drawn.effective_runs <= drawn.runs
    exact = nc.solution_space(WIDE).marginals()
    rows, columns = WIDE.shape
    far = 0
    for row in range(rows):
        for column in range(columns):
            shares, errors = drawn.marginals[row][column], drawn.errors[row][column]
            assert math.isclose(sum(shares), 1)
            off = abs(shares[1] - exact[row, column, 1])
            far += off > 3 * errors[1] + 1e-9
            assert off < 0.15
    assert far <= rows * columns // 20


def test_the_command(command_line):
    exact = 0, "120 (exact: nothing was left out)\n", ""
    assert command_line("estimate", "input/permutation-5.txt") == exact
    out = command_line("estimate", "input/permutation-8.txt", "--width", 20, "--json")[1]
    found = json.loads(out)
    assert found["is_exact"] is False
    assert "proven" in found["text"]
    assert len(found["runs"]) == 4


def test_a_declined_estimate_ends_with_the_code_of_a_limit(command_line):
    code, out, _ = command_line("estimate", "input/permutation-8.txt", "--nodes", 1)
    assert code == 3 and "no estimate: " in out


@pytest.mark.parametrize("name", ["10x10", "colours"])
def test_a_hash_based_counter_agrees(name):
    """ApproxMC counts the CNF, projected to the cells, within a factor of 1.8 (probably)."""
    pyapproxmc = pytest.importorskip("pyapproxmc")
    puzzle = random_puzzle(10, 0.3, 1) if name == "10x10" else random_puzzle(8, 0.4, 7, colours=2)
    cnf = encode(puzzle)
    counter = pyapproxmc.Counter(seed=3, epsilon=0.8, delta=0.05)
    counter.add_clauses(cnf.clauses)
    cells, hashes = counter.count(list(cnf.show))
    found = nc.estimate(puzzle, width=1000)
    assert 1 / 1.8 < (cells << hashes) / found.value < 1.8
