"""The command grade."""

from __future__ import annotations

import io
import json
import sys

import pytest

from nonocsp import Puzzle, write


@pytest.fixture
def run(command_line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(Puzzle.from_picture(["##", "_#"]), "puzzle.non")
    return command_line


def test_answers_in_files(run, tmp_path):
    (tmp_path / "right.txt").write_text("An attempt:\n10\n01\n\nFinal answer:\n11\n01")
    (tmp_path / "wrong.txt").write_bytes(b"\xff 1 1\n1 0")
    code, out, err = run("grade", "puzzle.non", "right.txt")
    assert (code, out) == (0, "right\n") and "taken was announced in line 5" in err
    code, out, err = run("grade", "puzzle.non", "right.txt", "wrong.txt")
    wrong = "wrong.txt: 50% of the lines are right. Column 1 has 2, its clue is 1."
    assert (code, out) == (1, f"right.txt: right\n{wrong}\n")
    code, out, _ = run("grade", "puzzle.non", "wrong.txt", "--json")
    found = json.loads(out)
    assert (code, found["share"], found["picture"]) == (1, 0.5, [[1, 1], [1, 0]])
    assert found["wrong"] == [{"axis": "column", "index": 0}, {"axis": "column", "index": 1}]


def test_the_prompt_says_what_stands_for_a_cell(run, tmp_path):
    (tmp_path / "answer.txt").write_text("00\n10")
    (tmp_path / "prompt.txt").write_text("0 is filled, 1 is blank.")
    assert run("grade", "puzzle.non", "answer.txt", "--prompt", "prompt.txt")[:2] == (0, "right\n")
    assert run("grade", "puzzle.non", "answer.txt")[0] == 1
    assert run("grade", "puzzle.non", "--prompt", "-")[0] == 2


def test_an_answer_on_standard_input(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"##\n.#\n")))
    assert run("grade", "puzzle.non")[:2] == (0, "right\n")
    code, _, err = run("grade", "-")
    assert code == 2 and "standard input holds one thing" in err
    code, _, err = run("grade", "puzzle.non", "missing.txt")
    assert code == 2 and "missing.txt" in err
