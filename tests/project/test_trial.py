"""A small share of the trials before a release, and that they notice what fails."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import foreign
import pytest
import trial

import nonocsp as nc

#: The share of each part that runs every time.
SHARES = {"signals": 0.026, "batches": 0.02, "files": 0.03, "calls": 0.1, "requests": 0.03}


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are posix")
@pytest.mark.parametrize("part", SHARES)
def test_a_small_share_of_each_part(part):
    text, is_good = trial.report([part], SHARES[part], "every time")
    assert is_good, text


@pytest.mark.slow
def test_fifty_larger_puzzles_against_foreign_solvers(capsys):
    assert foreign.main(["--count", "50", "--seed", "every time"]) == 0, capsys.readouterr().out


def test_foreign_solvers_find_the_solutions_of_small_puzzles():
    few = {"none": [[2], [2]], "unique": [[2], [1]], "multiple": [[1], [1]]}
    for number, rows in enumerate(few.values()):
        puzzle = nc.Puzzle(rows, [[1], [2]] if number == 1 else [[1], [1]])
        for solver in foreign.SOLVERS.values():
            assert len(solver(puzzle)) == number


def test_a_wrong_answer_is_a_disagreement(monkeypatch, capsys):
    monkeypatch.setattr(foreign, "drawn", lambda seed: ("small", nc.Puzzle([[1]] * 2, [[1]] * 2)))
    monkeypatch.setitem(foreign.SOLVERS, "nonocsp", lambda puzzle: foreign.by_sat(puzzle)[:1])
    assert foreign.main(["--count", "1", "--seed", "lies"]) == 1
    assert "case 0 of seed lies, small: solutions up to two" in capsys.readouterr().out


def test_memory_that_grows_is_a_failure():
    assert trial.grown(100.0, 100.0 + trial.GROWTH) == []
    assert trial.grown(100.0, 150.0) == ["100.0 MB after a tenth, 150.0 MB after all"]


def test_a_part_that_fails_is_reported(monkeypatch, capsys, tmp_path):
    def refuse(content, format):
        raise ValueError("as wrong as can be")

    monkeypatch.setattr(trial, "read_or_refused", refuse)
    path = tmp_path / "report.md"
    few = ["--part", "files", "--share", "0.00001", "--seed", "1", "-o", str(path)]
    assert trial.main(few) == 1
    assert "| files | 2 | 2 | 0 |" in path.read_text() and "as wrong as can be" in path.read_text()


@pytest.mark.skipif(os.name != "posix", reason="signals are posix")
def test_processes_that_are_left_are_found_and_ended(monkeypatch):
    monkeypatch.setattr(trial, "PATIENCE", 12.0)
    child = ["-c", "import time; time.sleep(100)"]
    code = f"import subprocess, sys; subprocess.Popen([sys.executable, *{child}], stderr=-3)"
    how = {"stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    process = subprocess.Popen([sys.executable, "-c", code], **how)
    with pytest.raises(AssertionError, match="processes are left"):
        trial.ended(process, "a program")
    while trial.session(process.pid):  # the system takes a moment for it
        time.sleep(0.01)
