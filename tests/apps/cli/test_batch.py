"""``nonocsp batch``: files in, answers out, and the same answers after being killed half-way."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

import nonocsp as nc
from nonocsp.apps import cli

SWITCH = "1;1\n1;1\n"
HOPELESS = "2;0\n2;0\n"
DOT = "rows: 1\ncolumns: 1\n"
needs_signals = pytest.mark.skipif(os.name != "posix", reason="signals are posix")


@pytest.fixture
def files(tmp_path):
    """Puzzles: one a file, several in one, and what is none."""
    several = [{"rows": [[1]] * n, "cols": [[1]] * n} for n in (2, 3)]
    (tmp_path / "switch.txt").write_text(SWITCH)
    (tmp_path / "hopeless.txt").write_text(HOPELESS)
    (tmp_path / "several.jsonl").write_text("".join(json.dumps(p) + "\n" for p in several))
    return [str(tmp_path / name) for name in ("switch.txt", "hopeless.txt", "several.jsonl")]


@pytest.fixture
def batch(capsys, tmp_path):
    """Run the command in this process; gives exit code, output, errors and the answers."""
    path = tmp_path / "answers.jsonl"

    def batch(*arguments):
        try:
            code = cli.main(["batch", *arguments, "-o", str(path), "--workers", "1"])
        except SystemExit as ended:
            code = ended.code
        out, err = capsys.readouterr()
        return code, out, err, answers(path)

    return batch


def answers(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()] if path.exists() else []


def test_every_puzzle_of_every_file_has_an_answer(batch, files):
    code, out, err, records = batch(*files)
    assert (code, err) == (0, "")
    assert out == "4 answers: 3 satisfiable, 1 unsatisfiable\n"
    names = [name.rpartition("/")[2] for name in (one["name"] for one in records)]
    assert sorted(names) == ["hopeless.txt", "several.jsonl#1", "several.jsonl#2", "switch.txt"]
    assert [one["pictures"] for one in records if one["name"] == files[0]] == [[["_#", "#_"]]]
    assert batch(*files)[:2] == (0, out)
    assert answers_are_the_same(batch(*files)[3], records)


def answers_are_the_same(one, other):
    def lasting(records):
        kept = ("name", "question", "fingerprint", "status", "pictures", "verdict", "count")
        return sorted(json.dumps([line.get(key) for key in kept]) for line in records)

    return lasting(one) == lasting(other)


def test_a_faulty_line_is_an_error_and_short_answers_have_the_verdict(batch, files):
    with open(files[2], "a") as file:
        print('{"rows": [[1]]}', file=file)
    code, out, err, records = batch(*files, "--question", "check", "--short")
    assert (code, out) == (2, "5 answers: 1 error, 3 multiple, 1 none\n")
    assert err == f"nonocsp: error: {files[2]}, line 3: expected a list of clues as cols\n"
    assert not any({"pictures", "stats"} & one.keys() for one in records)
    assert sum(one.get("verdict") == "multiple" for one in records) == 3


def test_the_warnings_of_every_line_are_printed(batch, files):
    with open(files[2], "a") as file:
        print('{"rows": [[2]], "cols": [[1]]}', file=file)
    fault = "no solution: row 1: the clue needs 2 cells, the line has 1"
    assert batch(files[2])[2] == f"nonocsp: warning: {files[2]}: line 3: {fault}\n"


def test_other_questions_are_asked_by_their_names(batch, files):
    code, out, _, records = batch(*files, "--question", "count")
    assert (code, out) == (0, "4 answers: 3 satisfiable, 1 unsatisfiable\n")
    assert sorted(int(one["count"]) for one in records) == [0, 2, 2, 6]
    assert batch(*files, "--question", "check")[1] == "4 answers: 3 multiple, 1 none\n"
    code, out, _, records = batch(*files, "--question", "rate")
    assert (code, out) == (0, "4 answers: 1 no solution, 3 several solutions\n")
    assert {one["outcome"] for one in records[8:]} == {"ambiguous", "contradiction"}
    code, _, err, records = batch(*files, "--question", "dance")
    assert (code, len(records)) == (2, 12)
    assert "unknown question 'dance'; available: solve, " in err


def test_what_cannot_be_read_is_an_error_line_and_stops_nothing(batch, files, tmp_path):
    (tmp_path / "bad.ctu").write_text("2,2\nR,1\nG,x\nR,1\nG,1\n")
    bad = [str(tmp_path / "bad.ctu"), str(tmp_path / "missing.txt")]
    code, out, err, records = batch(*bad, *files)
    assert code == 2
    assert out == "6 answers: 2 error, 3 satisfiable, 1 unsatisfiable\n"
    assert err.count("\n") == 2
    assert f"nonocsp: error: {bad[0]}, line 3: expected the length of a block" in err
    assert f"nonocsp: error: {bad[1]}: cannot be opened" in err
    assert sum("line 3: expected" in one.get("error", "") for one in records) == 1
    assert len(batch(*bad, *files)[3]) == 6


def test_limits_are_exit_code_three_and_can_be_tried_again(batch, tmp_path):
    path = tmp_path / "pairs.txt"
    path.write_text(";".join(["1 1"] * 30) + "\n" + ";".join(["1 1"] * 30) + "\n")
    how = (str(path), "--question", "count", "--nodes", "300")
    code, out, _, records = batch(*how)
    assert (code, out) == (3, "1 answer: 1 unknown\n")
    assert (records[0]["stopped_by"], records[0]["is_exact"]) == ("nodes", False)
    assert len(batch(*how)[3]) == 1
    assert len(batch(*how, "--retry")[3]) == 2


def test_a_puzzle_file_named_as_output_is_not_damaged(capsys, tmp_path):
    path = tmp_path / "puzzle.txt"
    path.write_text(SWITCH)
    assert cli.main(["batch", str(path), "-o", str(path)]) == 2
    assert "is an input; choose another name for the output" in capsys.readouterr().err
    assert path.read_text() == SWITCH


# As a process, interrupted and killed.


@contextlib.contextmanager
def started(files, path, *more):
    """A batch in a process of its own, which does not outlive the block, whatever happens."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "nonocsp",
            "batch",
            *files,
            "-o",
            str(path),
            "--workers",
            "2",
            *more,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


@pytest.fixture
def many(tmp_path):
    """Puzzles that take some hundredths of a second each, and their counts."""
    files, counts = [], {}
    for n in range(40):
        path = tmp_path / f"{n}.json"
        size = 10 + n % 4
        clue = [2] if n % 2 else [1]
        shifted = {"rows": [clue] * size, "cols": [clue] * size, "title": str(n)}
        path.write_text(json.dumps(shifted))
        files.append(str(path))
        counts[str(path)] = nc.count(nc.read(path)).at_least
    return files, counts


def wait_for_lines(path, number):
    for _ in range(6000):
        if path.exists() and path.read_bytes().count(b"\n") >= number:
            return
        time.sleep(0.02)
    pytest.fail("there was no answer")


@needs_signals
@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_a_batch_that_was_stopped_goes_on(many, tmp_path, end):
    files, counts = many
    path = tmp_path / "answers.jsonl"
    # A puzzle without end keeps it from being finished before it is stopped.
    endless = tmp_path / "endless.txt"
    endless.write_text(";".join(["1 1"] * 40) + "\n" + ";".join(["1 1"] * 40) + "\n")
    how = ("--question", "count", "--chunk", "1", "--engine", "kernel")
    with started([*files[:20], str(endless), *files[20:]], path, *how) as run:
        wait_for_lines(path, 5)
        run.send_signal(end)
        _, err = run.communicate(timeout=120)
    if end == signal.SIGINT:
        assert run.returncode == 130
        assert err.startswith("nonocsp: interrupted; the same command resumes after ")
        assert err.count("\n") == 1
    before = answers(path)  # every line is whole
    assert 5 <= len(before) <= 40
    with path.open("ab") as file:
        file.write(b'{"index":7,"name":"to')  # as if it had been killed while it wrote
    with started(files, path, *how) as run:
        out, err = run.communicate(timeout=240)
    assert run.returncode == 0
    assert re.fullmatch(r"nonocsp: warning: .*, line \d+: cut off, and dropped; .*\n", err)
    assert out.startswith("40 answers: ")
    after = answers(path)
    assert after[: len(before)] == before
    assert sorted(one["name"] for one in after) == sorted(files)
    assert {one["name"]: int(one["count"]) for one in after} == counts


@needs_signals
def test_a_cluster_that_is_not_there_is_one_line(capsys, monkeypatch, files, tmp_path):
    monkeypatch.setitem(sys.modules, "distributed", None)
    code = cli.main(["batch", *files, "-o", str(tmp_path / "a"), "--dask", "tcp://localhost:1"])
    assert code == 2
    assert "--dask needs Dask: python -m pip install" in capsys.readouterr().err
