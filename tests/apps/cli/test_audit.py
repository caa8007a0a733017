"""The command audit: faults as lines, JSON and a page, going on after an interruption."""

from __future__ import annotations

import json

import pytest

from nonocsp import Puzzle, grade
from nonocsp.apps.cli import main
from nonocsp.files.render import Drawing, svg
from nonocsp.many.sets import write_rows

ROWS = [
    {"id": n, "rows": [[1]] * 2, "columns": [[1]] * 2, "solution": ["10", "01"]}
    for n in range(1, 31)
]


@pytest.fixture
def table(tmp_path):
    write_rows(tmp_path / "set.jsonl", ROWS)
    return str(tmp_path / "set.jsonl")


@pytest.mark.slow
def test_some_faults_of_each_kind_are_printed_or_all_or_none(table, capsys):
    for words, ambiguous, duplicates in (([], 20, 20), (["--all"], 30, 29), (["--summary"], 0, 0)):
        assert main(["audit", table, "--workers", "1", *words]) == 1
        out, err = capsys.readouterr()
        assert out.count(": ambiguous: 2 solutions") == ambiguous
        assert out.count(": duplicate: the same as line 1\n") == duplicates
        assert "30 puzzles" in out
        assert ("29 faults not shown" in err) == (not words)


def test_of_a_record_with_many_faults_the_first_are_printed(tmp_path, capsys):
    answers = [{"model": f"M{n}", "correct": True, "text": "0"} for n in range(25)]
    write_rows(tmp_path / "set.jsonl", [{"rows": [[1]], "columns": [[1]], "answers": answers}])
    assert main(["audit", str(tmp_path / "set.jsonl"), "--workers", "1"]) == 1
    out, err = capsys.readouterr()
    assert out.count(": wrong mark: the answer of") == 20 and "M19" in out and "5 faults not" in err


def test_json_is_a_line_a_fault_and_the_summary(table, capsys):
    assert main(["audit", table, "--workers", "1", "--json"]) == 1
    *faults, whole = map(json.loads, capsys.readouterr().out.splitlines())
    assert len(faults) == 89 and whole["faults"]["duplicate"] == 29
    assert faults[0] == {
        "kind": "ambiguous",
        "place": f"{table}, line 1",
        "id": "1",
        "text": "2 solutions",
    }


def test_the_page_draws_the_worst_and_quotes_what_stands_in_the_set(tmp_path, capsys):
    rows = [
        {"id": "<b>", "rows": [[1], [1]], "columns": [[1], [1]]},
        {"id": "w", "rows": [[1]], "columns": [[1]], "solution": "0"},
        {"id": "n", "rows": [[2], []], "columns": [[1], [2]]},
        {"id": "c", "rows": [[[1, "red"]]], "columns": [[[1, "red"]]], "colours": ["red"]},
        {"id": "c", "rows": [[[1, "blue"]]], "columns": [[[1, "blue"]]], "colours": ["blue"]},
        {"x": "<script>"},
    ]
    write_rows(tmp_path / "set.jsonl", rows)
    page = tmp_path / "a.html"
    assert main(["audit", str(tmp_path / "set.jsonl"), "--workers", "1", "-o", str(page)]) == 1
    text = page.read_text()
    assert text.count("<svg") == 5 and "(&lt;b&gt;)" in text
    assert "<script" not in text and "<b>" not in text


def test_the_page_draws_an_answer_that_is_marked_right_and_is_wrong(tmp_path, capsys):
    puzzle = Puzzle([[2], [2]], [[2], [2]])
    answers = [{"model": model, "correct": True, "text": f"{model}\n_#"} for model in ("##", "#_")]
    row = {"rows": [[2], [2]], "columns": [[2], [2]], "answers": answers}
    write_rows(tmp_path / "set.jsonl", [row])
    page = tmp_path / "a.html"
    main(["audit", str(tmp_path / "set.jsonl"), "--workers", "1", "-o", str(page)])
    for text in ("##\n_#", "#_\n_#"):
        found = grade(puzzle, text)
        drawn = Drawing.of(found.picture, puzzle=puzzle, lines=found.wrong, theme="auto")
        assert page.read_text().count(svg(drawn, title="").rstrip()) == 1


def test_a_set_without_faults_has_the_code_0(tmp_path, capsys):
    write_rows(tmp_path / "set.jsonl", [{"rows": [[1]], "columns": [[1]]}])
    assert main(["audit", str(tmp_path / "set.jsonl"), "--workers", "1"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("1 puzzle\n  unique  1 (100.0 %); 1 line by line\n")
    assert err == "nonocsp: columns, by their names: rows=rows, columns=columns\n"


@pytest.mark.slow
def test_pictures_without_clues_are_not_proven_right(tmp_path, capsys):
    path = str(tmp_path / "set.jsonl")
    answer = {"text": "1\nFinal answer: unknown", "correct": True}
    rows = [{"solution": ["1"]}, {"rows": [[1]], "columns": [[1]], "answers": [answer]}]
    for row, words, code, kind in (
        (rows[0], [], 3, ": no clues: "),
        (rows[0], ["--columns", "picture=solution"], 0, ""),
        (rows[1], [], 0, ": lenient mark: "),  # said, and no fault
        ({**rows[1], "verdict": "none"}, [], 1, ": wrong verdict: the record says none"),
    ):
        write_rows(path, [row])
        assert main(["audit", path, "--workers", "1", *words]) == code
        assert kind in capsys.readouterr().out


def test_an_interruption_keeps_what_was_found(table, capsys, monkeypatch, tmp_path):
    from nonocsp.many.sets import auditing

    state = str(tmp_path / "state")
    add = auditing.Tally.add

    def interrupted(self, record, found):
        if self.puzzles == 12:
            raise KeyboardInterrupt
        return add(self, record, found)

    words = ["audit", table, "--workers", "1", "--state", state, "--json", "--rate", "0"]
    with monkeypatch.context() as patch:
        patch.setattr(auditing.Tally, "add", interrupted)
        assert main(words) == 130
    first = capsys.readouterr()
    assert "interrupted; the same command goes on after 12 puzzles" in first.err
    assert json.loads(first.out.splitlines()[-1])["puzzles"] == 12
    assert main(words) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["puzzles"] == 30


def test_bad_words_are_one_line(table, capsys, tmp_path):
    for words, problem in (
        ([table, "--columns", "rows"], "columns are WHAT=NAME"),
        ([table, "--columns", "lines=x"], "unknown content of a column 'lines'"),
        ([str(tmp_path / "none")], "No such file"),
        ([table, "-o", "a.pdf"], "expected a name in .html"),
        ([table, "-o", table], "is an input"),
    ):
        assert main(["audit", *words]) == 2
        err = capsys.readouterr().err
        assert problem in err and err.count("\n") == 1
