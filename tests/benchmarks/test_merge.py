"""Runs in parts, and what their merge notices."""

from __future__ import annotations

import json

import pytest

from benchmarks.suite import records
from benchmarks.suite.merge import merge, part_of
from benchmarks.suite.sets import cases
from benchmarks.suite.spec import SpecError
from nonocsp.apps import cli


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    """The three parts of a run of four puzzles, each measured twice."""
    folder = tmp_path_factory.mktemp("parts")
    files = [folder / f"{number}.jsonl" for number in (1, 2, 3)]
    for number, file in enumerate(files, start=1):
        run = ["bench", "run", "--puzzles", "permutation:first=1,last=4", "--repeats", "2"]
        run += ["--seconds", "60", "--part", f"{number}/3", "-o", str(file)]
        assert cli.main(run) == 0
    return files


def changed(file, out, **how):
    out.write_text("".join(json.dumps(record | how) + "\n" for record in records.read(file)))
    return out


def test_the_parts_are_the_whole():
    whole = cases("permutation:first=1,last=4")
    parts = [part_of(whole, f"{number}/3") for number in (1, 2, 3)]
    assert sorted(case.id for part in parts for case in part) == [case.id for case in whole]
    for text in ("0/3", "4/3", "3", "a/b", "-1/3", "1/5"):
        with pytest.raises(SpecError):
            part_of(whole, text)


def test_a_complete_merge_says_nothing(parts, tmp_path, capsys):
    out = tmp_path / "all.jsonl"
    assert cli.main(["bench", "merge", *map(str, parts), "-o", str(out)]) == 0
    assert capsys.readouterr().err == ""
    assert len([*records.read(out)]) == 8
    with pytest.raises(SpecError, match="is read"):
        merge([out], out)


def test_what_is_missing_or_doubled_is_said(parts, tmp_path, capsys):
    out = tmp_path / "all.jsonl"
    assert merge(parts[:2], out) == ["verdict: no records of part 3 of 3"]
    short = tmp_path / "short.jsonl"
    short.write_text("".join(parts[0].read_text().splitlines(keepends=True)[:3]))
    (said,) = merge([short, *parts[1:]], out)
    assert said == "verdict: part 1 of 3: kernel has 1 of 2 puzzles"
    copy = changed(parts[2], tmp_path / "copy.jsonl")
    (said,) = merge([*parts, copy], out)
    assert said == "2 measurements are doubled: in 3.jsonl and copy.jsonl"
    assert len([*records.read(out)]) == 8
    assert cli.main(["bench", "merge", str(parts[0]), "-o", str(out)]) == 1
    assert "no records of part 2, 3 of 3" in capsys.readouterr().err


def test_another_version_or_machine_is_said(parts, tmp_path):
    out = tmp_path / "all.jsonl"
    newer = changed(parts[2], tmp_path / "newer.jsonl", code="abc")
    (said,) = merge([*parts[:2], newer], out)
    assert said.startswith("kernel: 2 versions of its code: ") and "abc in newer.jsonl" in said
    about = {**next(records.read(parts[2]))["machine"], "cpu": "another"}
    other = changed(parts[2], tmp_path / "other.jsonl", machine=about)
    (said,) = merge([*parts[:2], other], out)
    assert said.startswith("2 machines") and "another" in said and "in other.jsonl" in said
    plain = changed(parts[2], tmp_path / "plain.jsonl", part=None)
    assert "verdict: records of a run without --part" in merge([*parts[:2], plain], out)
