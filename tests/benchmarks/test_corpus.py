"""The corpus of scaled nonograms: its declaration, its file, its audit by a plain program."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.suite import corpus_audit, corpus_files, sets
from benchmarks.suite.experiments import corpus
from nonocsp import NonocspError, Puzzle
from nonocsp.apps.cli import main
from nonocsp.core import puzzle_key

FILE = Path(corpus_files.__file__).with_name(corpus_files.FILE)
KEPT = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
BY_NAME = {each["id"]: each for each in KEPT}


def test_the_file_holds_what_is_declared_and_no_two_are_alike():
    declared = [*corpus.cells(most=40)]
    assert [each["id"] for each in KEPT] == [cell["id"] for cell in declared]
    assert len(KEPT) == len(BY_NAME) == 400
    puzzles = [Puzzle(each["rows"], each["cols"]) for each in KEPT]
    # So no part has the mirror image of what stands in another.
    assert len({*map(puzzle_key, puzzles)}) == 400
    assert {each["part"] for each in KEPT} == {"train", "validation", "test"}
    assert {each["verdict"] for each in KEPT} == {"unique", "multiple", "none"}
    for each, cell in zip(KEPT, declared, strict=True):
        assert each["verdict"] == cell.get("verdict", each["verdict"])
        assert [*each] == [*corpus_files.MEMBERS] == corpus_audit.MEMBERS


@pytest.mark.parametrize("cell", [*corpus.cells(most=7)][::3], ids=lambda cell: cell["id"])
def test_a_small_instance_is_measured_as_it_is_kept(cell):
    assert corpus.measure(**cell) == BY_NAME[cell["id"]]


def test_the_ladder_doubles_from_rung_to_rung():
    rungs = [each for each in KEPT if each["family"] == "ladder"]
    assert len(rungs) == 24 and rungs[-1]["nodes"] == 17605915
    for rung, each in enumerate(rungs, start=1):
        assert 0.8 < each["nodes"] / 2**rung < 1.25
        assert (each["verdict"], each["size"], each["probe1"]) == ("unique", [25, 25], 0)


def test_numbers_that_are_known_otherwise():
    assert BY_NAME["permutation-10"]["solutions"] == "3628800"
    assert BY_NAME["checkerboard-20"]["solutions"] == "2"
    assert BY_NAME["n-dom-7"]["verdict"] == "unique"
    assert BY_NAME["n-dom-7-turned"]["verdict"] == "none"
    for each in KEPT:
        if each["family"] == "switches":
            assert (
                int(each["solutions"]) >= 2 ** int(each["id"].split("-")[1]) or each["size"][0] < 15
            )
        if each["family"] == "line-solvable":
            assert each["lines"] == each["nodes"] == 0


def test_rows_drawn_by_a_rule_follow_it():
    (only,) = BY_NAME["rule-90-10"]["pictures"]
    rows = corpus_audit.picture(only, 10, 10)
    assert rows[0] and all((row << 1 ^ row >> 1) % 1024 == after for row, after in pairwise(rows))


def audited(path, *words):
    command = [sys.executable, corpus_audit.__file__, str(path), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout


def test_the_kept_file_passes_the_audit():
    code, out = audited(FILE, "--every", "9", "--work", "3000")
    assert code == 0 and out.endswith("\n0 faults\n")
    decided = dict(line.split(": ") for line in out.splitlines()[1:-1])
    number, of = decided["lines"].split(" computed")[0].split(" of ")
    assert number == of == str(len(KEPT[::9]))


#: Changes of a record that are wrong, with the instance and what the audit says of it.
WRONG = {
    "another verdict": ("random-7x7-d40-unique-1", {"verdict": "none"}, "number of pictures"),
    "a solution hidden": (
        "random-7x7-d40-multiple-2",
        {"verdict": "unique", "solutions": "1", "mask": None, "ambiguous": 0},
        "number of pictures",
    ),
    "a count": ("random-7x7-d30-multiple-1", {"solutions": "3"}, "solutions: 3, but"),
    "no solution": (
        "random-7x7-d40-unique-1",
        {"verdict": "none", "solutions": "0", "pictures": []},
        "solutions: 0, but it is 1",
    ),
    "lines": ("random-7x7-d40-unique-3", {"lines": 7}, "lines: 7, but"),
    "probing": ("n-dom-5", {"probe1": 0, "probe2": 0}, "probe1: 0, but"),
    "nodes": ("random-7x7-d40-unique-1", {"nodes": 5}, "nodes: 5, but"),
    "open without a null": ("n-dom-4", {"open": {"nodes": 10}}, "open has not"),
    "a density": ("n-dom-4", {"density": 0.5}, "density"),
    "a clue": ("permutation-5", {"rows": [[2], [1], [1], [1], [1]]}, "a picture is no solution"),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_audit_finds_what_is_wrong(name, tmp_path):
    instance, changes, words = WRONG[name]
    path = tmp_path / "wrong.jsonl"
    path.write_text(json.dumps({**BY_NAME[instance], **changes}) + "\n")
    code, out = audited(path, "--work", "100000")
    assert code == 1 and f"{instance}: {words}" in out


def test_the_audit_finds_another_mask_and_mirror_images(tmp_path):
    given = BY_NAME["random-7x7-d40-multiple-2"]
    bits = int(given["mask"], 16)
    more = next(1 << at for at in range(3, 52) if not bits >> at & 1)
    wrong = {**given, "mask": f"{bits | more:013x}", "ambiguous": given["ambiguous"] + 1}
    mirrored = {**BY_NAME["n-dom-4"], "id": "mirrored"}
    mirrored |= {"rows": [clue[::-1] for clue in mirrored["rows"]], "cols": mirrored["cols"][::-1]}
    path = tmp_path / "wrong.jsonl"
    path.write_text(
        "".join(f"{json.dumps(each)}\n" for each in (wrong, BY_NAME["n-dom-4"], mirrored))
    )
    code, out = audited(path, "--work", "100000")
    assert code == 1 and "mask:" in out and "mirrored: alike n-dom-4" in out


def test_parts_make_the_same_files_as_the_whole(tmp_path, capsys):
    def made(name, *words):
        code = main(["bench", "corpus", str(tmp_path / name), "--largest", "5", *words])
        out, err = capsys.readouterr()
        return code, out, err

    assert made("whole", "--to", "opb", "--to", "xcsp3")[0] == 0
    code, _, err = made("parts", "--part", "2/2")
    assert code == 0 and "without --part" in err
    assert not (tmp_path / "parts" / corpus_files.FILE).exists()
    assert made("parts", "--part", "1/2")[0] == 0
    for name in (corpus_files.FILE, "README.md"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()
    lines = (tmp_path / "whole" / corpus_files.FILE).read_text().splitlines()
    assert [json.loads(line) for line in lines] == [each for each in KEPT if each["size"] == [5, 5]]
    for form in ("opb", "xcsp3"):
        names = {path.stem for path in (tmp_path / "whole" / form).iterdir()}
        assert names == {json.loads(line)["id"] for line in lines}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--to", "opbx"], "unknown format 'opbx'"),
        (["--to", "gno"], "the format 'gno' can only be read"),
        (["--largest", "4"], "no instance has as few as 4 cells a side"),
        (["--largest", "5", "--part", "3/2"], "expected a part like 3/20"),
    ],
)
def test_what_cannot_be_made_is_said_before_any_work(words, problem, tmp_path, capsys):
    assert main(["bench", "corpus", str(tmp_path / "corpus"), *words]) == 2
    assert problem in capsys.readouterr().err
    assert not [*tmp_path.glob("corpus/*")]


def test_instances_that_are_alike_are_refused(tmp_path):
    one = BY_NAME["n-dom-4"]
    with pytest.raises(NonocspError, match="other and n-dom-4 are alike up to symmetry"):
        corpus_files.write(tmp_path, [one, {**one, "id": "other"}], 40, [])


def test_the_suite_reads_it_by_name():
    cases = sets.chosen("scaled-1")
    assert len(cases) == 400
    for case, each in zip(cases, KEPT, strict=True):
        solutions = each["solutions"]
        assert (case.set, case.id, case.verdict) == ("scaled-1", each["id"], each["verdict"])
        assert case.solutions == (None if solutions is None else int(solutions))
        assert not case.is_given
