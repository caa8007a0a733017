"""A run is repeated from its file of records alone, and what differs is named in order."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import nonocsp as nc
from benchmarks.__main__ import main
from benchmarks.suite import records

pytest.importorskip("pandas")
pytestmark = pytest.mark.skipif(os.name != "posix", reason="the suite needs a POSIX system")

ROOT = Path(__file__).parents[2]

PLUGIN = """
from nonocsp.core.options import plugins
from repeating_neighbour import smallest

plugins.register("ordering", "repeating_smallest", smallest)
"""
NEIGHBOUR = """
def smallest(state, variables):
    return min(variables, key=state.size)
"""


@pytest.fixture(scope="module")
def theirs(tmp_path_factory):
    """Records of a folder's puzzles and a generated set, by our engines and a plugin."""
    top = tmp_path_factory.mktemp("theirs")
    (top / "own").mkdir()
    nc.write(nc.Puzzle([[1], [1]], [[1], [1]]), top / "own" / "two.json")
    nc.write(nc.Puzzle([[1, 1], [1]], [[1], [1], [1]]), top / "own" / "one.json")
    (top / "mine.py").write_text(PLUGIN)
    (top / "repeating_neighbour.py").write_text(NEIGHBOUR)
    out = top / "run.jsonl"
    words = ["--puzzles", top / "own", "--puzzles", "permutation:last=4", "--repeats", "2"]
    words += ["--plugin", top / "mine.py", "--seconds", "60", "-o", out]
    command = [sys.executable, "-m", "benchmarks", "run", *map(str, words)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    shutil.rmtree(top / "own")
    (top / "mine.py").unlink()
    (top / "repeating_neighbour.py").unlink()
    return out


@pytest.fixture
def check(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def ask(*words: object) -> tuple[int, str]:
        code = main(["check", *map(str, words), "--clock", "wall"])
        return code, capsys.readouterr().out

    return ask


def changed(path: Path, to: Path, change) -> Path:
    found = [json.loads(line) for line in path.read_text().splitlines()]
    lines = filter(None, (change(number, record) for number, record in enumerate(found)))
    to.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return to


def test_the_records_have_puzzles_and_plugins_once(theirs):
    found = list(records.read(theirs))
    assert len(found) == 30  # five puzzles, three engines, twice
    assert sum("given" in record for record in found) == 2
    (carried,) = [record["plugins"] for record in found if "plugins" in record]
    assert carried["load"] == ["mine.py"]
    assert carried["files"] == {"mine.py": PLUGIN, "repeating_neighbour.py": NEIGHBOUR}


def test_a_run_is_repeated_from_its_file_alone(theirs, check, tmp_path):
    code, out = check(theirs, "--run-plugin")
    assert code == 0 and PLUGIN in out and NEIGHBOUR in out
    assert (
        "Puzzles and answers are the same in these 15.\n- Counted work is the same in all 15."
        in out
    )
    assert len(list(records.read(tmp_path / "run.again.jsonl"))) == 30
    assert check(theirs, "run.again.jsonl")[0] == 0


def test_a_plugin_runs_only_if_one_says_so(theirs, check, tmp_path):
    code, out = check(theirs)
    assert code == 3 and PLUGIN in out
    name = "textbook:ordering=repeating_smallest"
    assert f"**NOT REPEATED**: {name} is a plugin or a program, which --run-plugin runs" in out
    found = {record["engine"] for record in records.read(tmp_path / "run.again.jsonl")}
    assert found == {"kernel", "textbook"}


def at(number: int, **change: object):
    """A change of one record."""
    return lambda n, record: record | change if n == number else record


def sources(_, record):
    if "plugins" in record:
        record["plugins"]["files"]["mine.py"] += "# changed"
    return record


def puzzles(_, record):
    if "given" in record:
        record["given"]["puzzle"]["rows"].reverse()
    return record


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (at(4, verdict="none"), "OTHER ANSWER"),
        (at(4, solutions=7), "OTHER ANSWER"),
        (at(5, status="wrong"), "OTHER ANSWER"),
        (at(5, status="timeout"), "ANSWERED IN ONE FILE"),
        (at(6, fingerprint="0" * 32), "OTHER PUZZLE"),
        (at(7, size=[9, 9, 1]), "OTHER PUZZLE"),
        (at(8, counted={"nodes": 77}), "Counted work differs in 1 of "),
        (lambda n, record: None if n == 9 else record, "In one file alone: 1:"),
        (at(10, repeat=7), "repeats 0, 1, then repeats "),
        (at(11, engine="other"), "other: not in the first, 1 question"),
        (at(12, limit_cpu=7.0), "ASKED OTHERWISE**: "),
        (at(13, options={"probing": False}), "ASKED OTHERWISE**: "),
        (sources, "plugins mine.py "),
        (puzzles, "given is another than was measured"),
    ],
)
def test_what_was_changed_is_named(theirs, check, tmp_path, change, said):
    code, out = check(theirs, changed(theirs, tmp_path / "mine.jsonl", change))
    assert code == 1 and said in out


def test_puzzles_that_are_not_here_are_named(theirs, check, tmp_path):
    def hide(_, record):
        record.pop("given", None)
        return record

    code, out = check(changed(theirs, tmp_path / "theirs.jsonl", hide), "--run-plugin")
    assert code == 3 and "**NOT REPEATED**: own one.json is not here, nor in the records" in out


def test_an_engine_is_what_its_name_says(theirs, check, tmp_path):
    def rename(_, record):
        return record | {"engine": record["engine"].replace("repeating_smallest", "max_domain")}

    code, out = check(changed(theirs, tmp_path / "theirs.jsonl", rename), "--run-plugin")
    said = "textbook:ordering=max_domain: no such engine, or with other options"
    assert code == 3 and f"**NOT REPEATED**: {said}" in out


@pytest.mark.parametrize("command", ["report", "check"])
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("set", None),
        ("size", [1]),
        ("seconds", "x"),
        ("cpu_seconds", -1),
        ("limit_seconds", float("nan")),
        ("machine", []),
        ("solutions", True),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(theirs, tmp_path, capsys, command, field, value):
    file = changed(theirs, tmp_path / "bad.jsonl", at(2, **{field: value}))
    assert main([command, str(file), *["x.jsonl"] * (command == "check")]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"nonocsp: error: {file}, line 3: a record with {field} ")
    assert said.count("\n") == 1


def test_a_command_of_others_runs_only_if_one_says_so(theirs, check, tmp_path):
    def program(_, record):
        adapter = "programs:External"
        options = {"command": f"touch {tmp_path / 'ran'}"}
        return record | {"engine": "program", "adapter": adapter, "options": options}

    file = changed(theirs, tmp_path / "theirs.jsonl", program)
    code, out = check(file)
    assert code == 3 and "touch " in out and "program is a plugin or a program, which" in out
    assert not (tmp_path / "ran").exists()
    check(file, "--run-plugin")
    assert (tmp_path / "ran").exists()


def test_plugins_stay_in_their_folder(theirs, tmp_path, capsys):
    def outside(_, record):
        if "plugins" in record:
            record["plugins"]["files"] = {"../../outside.py": "raise SystemExit"}
        return record

    file = changed(theirs, tmp_path / "bad.jsonl", outside)
    assert main(["check", str(file), "--run-plugin"]) == 2
    assert "a plugin is called '../../outside.py': expected a name" in capsys.readouterr().err


@pytest.mark.parametrize("carried", [{"given": "x"}, {"plugins": []}, {"plugins": {"files": 1}}])
def test_what_records_carry_is_what_a_run_writes(theirs, tmp_path, capsys, carried):
    file = changed(theirs, tmp_path / "bad.jsonl", at(1, **carried))
    assert main(["check", str(file)]) == 2
    said = "line 2: a record with another puzzle or plugins than a run writes\n"
    assert capsys.readouterr().err == f"nonocsp: error: {file}, {said}"
