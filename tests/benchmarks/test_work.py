"""Counted work over the commits: what grows is named, and the record is of this kernel."""

from __future__ import annotations

import json
import os

import pytest

import nonocsp as nc
from benchmarks import work
from benchmarks.__main__ import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the suite needs a POSIX system")

LAST = json.loads(work.RECORDS.read_text().splitlines()[-1])


def test_the_kernel_works_no_more_than_recorded(capsys):
    assert main(["work"]) == 0
    assert "in geometric mean" in capsys.readouterr().out


@pytest.mark.parametrize("counter", range(len(work.COUNTERS)))
def test_growth_in_one_puzzle_or_in_all_is_found(counter, capsys):
    """The sum sees one hard puzzle, the mean sees all easy ones."""
    hardest = max(LAST["work"], key=lambda each: LAST["work"][each][counter])
    for puzzles, factor in (({hardest}, 3), (LAST["work"].keys() - {hardest}, 2)):
        now = {
            name: [n * factor if name in puzzles and at == counter else n for at, n in enumerate(w)]
            for name, w in LAST["work"].items()
        }
        is_seen = max(work.growth(LAST["work"], now)[work.COUNTERS[counter]]) > work.MOST
        assert is_seen
        assert not work.compare(LAST, now)
        assert LAST["commit"][:10] in capsys.readouterr().out
    assert work.compare(LAST, LAST["work"])


def test_other_puzzles_are_not_compared():
    fewer = dict(list(LAST["work"].items())[1:])
    with pytest.raises(nc.NonocspError, match="other puzzles"):
        work.growth(LAST["work"], fewer)


def test_every_commit_since_gets_a_line(monkeypatch, tmp_path, capsys):
    records = tmp_path / "work.jsonl"
    records.write_text(f"{json.dumps(LAST)}\n")
    worse = {name: [2 * n for n in counts] for name, counts in LAST["work"].items()}
    works = {"a" * 40: LAST["work"], "b" * 40: worse, "c" * 40: LAST["work"]}
    monkeypatch.setattr(work, "RECORDS", records)
    monkeypatch.setattr(work, "measured", lambda: LAST["work"])
    monkeypatch.setattr(work, "changes", lambda since, form: [*works])
    monkeypatch.setattr(work, "of_commit", works.__getitem__)
    assert main(["work", "--each"]) == 0
    lines = [json.loads(line) for line in records.read_text().splitlines()]
    assert [each["commit"] for each in lines] == [LAST["commit"], *works]
    named = [part for part in capsys.readouterr().out.split("counted work") if "growth" in part]
    assert len(named) == 1
    assert "b" * 10 in named[0]


def test_a_commit_that_is_not_there_is_said():
    with pytest.raises(nc.NonocspError, match="git failed: "):
        work.changes("0" * 40, "%H")


def test_a_record_is_of_a_commit(monkeypatch, tmp_path, capsys):
    records = tmp_path / "work.jsonl"
    line = json.dumps(LAST)
    records.write_text(f"{line}\n")
    monkeypatch.setattr(work, "RECORDS", records)
    monkeypatch.setattr(work, "measured", lambda: LAST["work"])
    monkeypatch.setattr(work.machine, "commit", lambda: {"commit": "0" * 40, "dirty": True})
    assert main(["work", "--record"]) == 1
    assert "the checkout has changes" in capsys.readouterr().err
    assert records.read_text() == f"{line}\n"
    monkeypatch.setattr(work.machine, "commit", lambda: {"commit": "0" * 40, "dirty": False})
    assert main(["work", "--record", "--plot", str(tmp_path / "work.svg")]) == 0
    assert [json.loads(each)["commit"] for each in records.read_text().splitlines()] == [
        LAST["commit"],
        "0" * 40,
    ]
    assert main(["work", "--plot", str(tmp_path / "work.svg")]) == 0
    assert (tmp_path / "work.svg").read_text().count('class="line"') == 2 * len(work.COUNTERS)
