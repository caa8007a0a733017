"""The hunt for wrong answers: a small one, and that it finds what is wrong."""

from __future__ import annotations

import os

import hunt
import hunt_cases
import hunt_checks
import hunt_javascript
import hunt_shrink
import oracle
import oracle_sat
import pytest
from hypothesis import given
from strategies import cases, examples

import nonocsp as nc


@pytest.mark.parametrize("seed", ["first", "second"])
def test_no_answer_is_wrong(seed):
    for number in range(60):
        tally, finding = hunt.examine(seed, number)
        assert finding is None and tally.kinds.total() == 1


@pytest.mark.parametrize("check", hunt_checks.CHECKS)
def test_every_question_has_right_answers(check):
    if check.startswith("JavaScript") and (why := hunt_javascript.missing()):
        pytest.skip(f"JAVASCRIPT IS NOT ASKED: {why}")
    for number in range(10):
        case = hunt_cases.drawn(f"{check} {number}", boards=0.3)
        if case.puzzle.board.size <= hunt_cases.SMALL:
            truth = hunt_cases.Truth(case.puzzle, case.grid)
            assert not hunt.wrong(case, truth, check, "seed"), case.source()


def test_a_case_is_the_same_by_its_seed_and_is_written_as_python():
    for number in range(50):
        case = hunt_cases.drawn(f"text {number}", joints=True, boards=0.3)
        assert case == hunt_cases.drawn(f"text {number}", joints=True, boards=0.3)
        names: dict = {"nc": nc, "grid": None}
        exec(case.source(), names)
        assert names["puzzle"] == case.puzzle and names["grid"] == case.grid
        assert (names["engine"], names["options"]) == (case.engine, case.options)
        assert names["limits"] == case.limits


@examples(100)
@given(case=cases())
def test_both_oracles_agree(case):
    found = oracle.pictures(*case, 300)
    if found is None:
        assert len(oracle_sat.pictures(*case, 20)) == 20
    else:
        assert set(oracle_sat.pictures(*case, 301)) == found


def lie(puzzle, **keywords):
    """A verdict that is wrong if a row has a block of three."""
    if any(block.length == 3 for clue in puzzle.rows for block in clue or ()):
        return nc.Verdict.NONE
    return nc.core.solver.solving.verdict(puzzle, **keywords)


def wrong_by_lies(*question):
    nc.verdict = lie  # in a worker
    return hunt.wrong(*question)


@pytest.mark.slow
def test_a_wrong_answer_is_found_and_made_small(monkeypatch):
    monkeypatch.setattr(nc, "verdict", lie)
    for number in range(100):
        case = hunt_cases.drawn(f"lies {number}")
        truth = hunt_cases.Truth(case.puzzle, case.grid)
        if case.grid is not None and hunt.wrong(case, truth, "verdict", "lies"):
            break
    small = hunt.smallest(case, ["verdict"], "lies", wrong=wrong_by_lies)
    (clue,) = small.puzzle.rows
    assert [block.length for block in clue] == [3] and len(small.puzzle.columns) == 3
    assert small.grid is None and small.options == nc.Options() and small.limits == nc.Limits()


def test_a_case_on_triangles_becomes_small():
    board = nc.Triddler(2, 2, 2, 2, 2, 2)
    clues = [[(3, "black")], [], None] * 4
    clues[1] = [(1, "red"), (1, "black")]
    puzzle = nc.Puzzle.on(board, clues, ["black", "red"])
    grid = nc.Grid.unknown(puzzle)
    case = hunt_cases.Case("typo", puzzle, grid, "kernel", nc.Options(), nc.Limits(threads=2))

    def fails(each):
        return any(block.length == 3 for clue in each.puzzle.clues for block in clue or ())

    small = hunt_shrink.shrunk(case, fails, 60)
    assert [clue for clue in small.puzzle.clues if clue] == [(nc.Block(3),)]
    assert small.puzzle.board.size < 9 and small.puzzle.block_colours == 1
    assert small.grid is None and small.limits == nc.Limits()


def crash(seed, boards, numbers):
    if 3 in numbers:
        os._exit(9)
    return hunt.examine_all(seed, boards, numbers)


@pytest.mark.slow
def test_a_process_that_ends_is_a_finding_and_the_hunt_goes_on(monkeypatch, capsys):
    monkeypatch.setattr(hunt, "examine_all", crash)
    monkeypatch.delenv("NONOCSP_JAVASCRIPT", raising=False)
    assert hunt.main(["--count", "12", "--seed", "crash", "--processes", "2"]) == 1
    printed = capsys.readouterr().out
    assert "11 cases" in printed
    assert "case 3 of seed crash, process" in printed and "ended with code 9" in printed
    assert "1 disagreement; seed crash; commit" in printed and "JAVASCRIPT IS NOT ASKED" in printed
