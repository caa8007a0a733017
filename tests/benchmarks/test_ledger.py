"""A wrong answer is told wherever it is shown, also where no source states the right one."""

from __future__ import annotations

import json
import os

import pytest

import nonocsp as nc
from benchmarks.__main__ import main
from benchmarks.suite import judge, records
from benchmarks.suite.adapters.base import Adapter
from benchmarks.suite.cases import Case
from benchmarks.suite.measurement import measure
from benchmarks.suite.protocols import PROTOCOLS
from benchmarks.suite.seconds import answer, suspicions

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the suite needs a POSIX system")

UNIQUE = nc.Puzzle([[2], [1]], [[1], [2]])
TWO = nc.Puzzle([[1], [1]], [[1], [1]])
SIX = nc.Puzzle([[1]] * 3, [[1]] * 3)


class First(Adapter):
    """Gives the first solutions, and says that these are all."""

    most = 1

    def solutions(self, puzzle, wanted, seconds, work):
        yield from nc.solutions(puzzle, limit=self.most)

    def count(self, puzzle, seconds, work):
        return self.most


class Nothing(First):
    most = 0


class Five(First):
    most = 5


def told(engine, puzzle, protocol, **known):
    return measure(engine({}), Case("own", "p", puzzle, **known), PROTOCOLS[protocol], 60.0)


@pytest.mark.parametrize(
    ("engine", "puzzle", "protocol", "detail"),
    [
        (Nothing, UNIQUE, "first", "0 solutions where the kernel finds 1"),
        (Nothing, UNIQUE, "verdict", "0 solutions where the kernel finds 1"),
        (First, TWO, "verdict", "1 solutions where the kernel finds 2"),
        (Five, SIX, "all", "5 solutions where the kernel finds 6"),
        (Nothing, UNIQUE, "count", "0 solutions where there are 1"),
        (Five, SIX, "count", "5 solutions where there are 6"),
    ],
)
def test_what_is_said_of_all_solutions_is_verified(engine, puzzle, protocol, detail):
    found = told(engine, puzzle, protocol)
    assert (found.status, found.detail) == ("wrong", detail)


@pytest.mark.parametrize(("engine", "puzzle"), [(First, UNIQUE), (Five, nc.Puzzle([[2]], [[1]]))])
@pytest.mark.parametrize("protocol", ["first", "verdict", "all"])
def test_right_answers_are_solved(engine, puzzle, protocol):
    assert told(engine, puzzle, protocol).status == "solved"


class Everything(First):
    most = None


def test_pictures_refute_the_set_and_not_the_engine():
    for verdict, number, said in (
        ("unique", None, "states unique"),
        (None, 1, "states 1 solution"),
        ("none", None, "states none"),
    ):
        outcome = told(Everything, TWO, "all", verdict=verdict, solutions=number)
        assert (outcome.status, outcome.verdict, outcome.solutions) == ("solved", "multiple", 2)
        assert outcome.detail == f"the set {said}, which 2 pictures refute"


class LaterPicture(nc.Picture):
    """A picture that is found when it is looked at, outside the clock."""


class Later(Adapter):
    def solutions(self, puzzle, wanted, seconds, work):
        for picture in nc.solutions(puzzle):
            yield LaterPicture(picture.rows)

    def count(self, puzzle, seconds, work):
        return "1"


def test_answers_have_the_types_that_they_are_said_to_have():
    found = told(Later, UNIQUE, "first")
    assert (found.status, found.detail) == ("wrong", "solution 1 is a LaterPicture, no Picture")
    found = told(Later, UNIQUE, "count")
    assert found.status == "error" and found.detail.endswith("TypeError: '1' is a str, not an int")


class Double(Adapter):
    """Counts twice as many."""

    def count(self, puzzle, seconds, work):
        return 2 * nc.count(puzzle).at_least


class Empties(Adapter):
    """Solves another puzzle than it was asked about."""

    def solutions(self, puzzle, wanted, seconds, work):
        empty = nc.Puzzle([()] * len(puzzle.rows), [()] * len(puzzle.columns))
        object.__setattr__(puzzle, "clues", empty.clues)
        yield from nc.solutions(empty)


def test_numbers_beyond_what_can_be_listed_are_verified():
    many = nc.Puzzle([[1]] * 12, [[1]] * 12)
    assert told(Double, many, "count").detail == (
        "958003200 solutions where the kernel proves 479001600"
    )


@pytest.mark.parametrize("protocol", ["first", "verdict", "all"])
def test_an_engine_cannot_change_the_puzzle_it_is_judged_by(protocol):
    puzzle = nc.Puzzle([[2], [1]], [[1], [2]])
    assert told(Empties, puzzle, protocol).status == "wrong"


def test_a_source_that_is_wrong_hides_no_wrong_answer():
    assert told(First, TWO, "verdict", verdict="unique").status == "wrong"


def test_the_picture_of_a_puzzle_refutes_that_there_is_none(monkeypatch):
    monkeypatch.setattr(judge, "proven", lambda puzzle, number: (0, None))
    puzzle = UNIQUE.replace(goals=(nc.solve(UNIQUE).picture,))
    assert told(Nothing, puzzle, "verdict").status == "wrong"
    assert told(First, UNIQUE, "verdict").status == "unverified"
    assert told(First, UNIQUE, "verdict", verdict="unique").status == "solved"


@pytest.mark.parametrize("number", range(8))
def test_what_the_kernel_proves_tells_whether_there_are_so_many(number):
    least, most = judge.proven(SIX, number)
    assert (least, most) == ((number + 1, None) if number < 6 else (6, 6))


ENGINE = """
from nonocsp import Engine, plugins

class Lazy(Engine):
    name, summary = "lazy", "finds nothing"
    def pictures(self, query):
        return iter(())

plugins.register("engine", "lazy", Lazy())
"""


def test_an_engine_that_finds_nothing_is_wrong_everywhere(tmp_path, capsys):
    pytest.importorskip("pandas")
    folder, page = tmp_path / "mine", tmp_path / "page.html"
    folder.mkdir()
    (tmp_path / "eng.py").write_text(ENGINE)
    for number, puzzle in enumerate([UNIQUE, TWO]):
        nc.write(puzzle, folder / f"{number}.json")
    words = ["--plugin", tmp_path / "eng.py", "--puzzles", folder, "--engine", "kernel", "-o", page]
    assert main(list(map(str, words))) == 1
    assert capsys.readouterr().err.count("WRONG ANSWER") == 2
    assert main(list(map(str, words))) == 1  # nothing is measured again
    assert "some of them WRONG" in capsys.readouterr().err
    assert "WRONG" in page.read_text()
    file = str(page.with_suffix(".jsonl"))
    for form in ("markdown", "latex", "csv"):
        assert main(["report", file, "--to", form]) == 1
        out = capsys.readouterr().out
        assert "30/30" not in out and ("WRONG" in out or ",2," in out)


def test_records_that_pictures_refute_are_wrong(tmp_path):
    from benchmarks.suite.report import report  # needs pandas

    out = tmp_path / "r.jsonl"
    assert (
        main(
            ["run", "--puzzles", "permutation:first=3,last=3", "--engine", "kernel", "-o", str(out)]
        )
        == 0
    )
    (right,) = records.measurements(out)
    for verdict, number in (("none", 0), ("unique", 1)):
        lie = right | {"engine": "other", "verdict": verdict, "solutions": number}
        found = records.judged([lie, right])
        assert [each["status"] for each in found] == ["wrong", "solved"]
        assert [answer(each) for each in found] == ["", "multiple"]
        assert "WRONG ANSWER**: other" in report([lie, right])


def test_other_answers_and_other_work_are_told_before_times(tmp_path, capsys):
    pytest.importorskip("pandas")
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    words = ["--puzzles", "permutation:first=1,last=4", "--engine", "textbook", "-o", str(before)]
    assert main(["run", *words]) == 0
    assert main(["compare", str(before), str(before)]) == 0
    out = capsys.readouterr().out
    assert (
        "Puzzles and answers are the same in these 4.\n- Counted work is the same in all 4." in out
    )

    def changed(**how):
        found = [record | {n: f(record) for n, f in how.items()} for record in records.read(before)]
        after.write_text("".join(json.dumps(record) + "\n" for record in found))
        code = main(["compare", str(before), str(after)])
        return code, capsys.readouterr().out

    turned = {"unique": "multiple", "multiple": "unique"}
    code, out = changed(verdict=lambda record: turned[record["verdict"]])
    assert (code, out.count("OTHER ANSWER")) == (1, 4)
    where = "textbook on permutation:first=1,last=4 permutation-1"
    assert f"{where}: unique (1 solution), then multiple (1 solution)" in out
    code, out = changed(fingerprint=lambda record: "another")
    assert (code, out.count("OTHER PUZZLE")) == (1, 4)
    code, out = changed(counted=lambda record: {"checks": 1})
    assert code == 0 and "Counted work differs in 4 of 4:" in out


KEEPS = """
import time
import nonocsp as nc

class Keeps(nc.Engine):
    name, summary, seen = "keeps", "slow the first time", set()

    def pictures(self, query):
        begun = time.process_time()
        while query.puzzle not in self.seen and time.process_time() < begun + 0.1:
            pass
        self.seen.add(query.puzzle)
        yield from nc.solutions(query.puzzle)

nc.plugins.register("engine", "keeps", Keeps())
"""


def test_an_answer_that_is_kept_is_told(tmp_path, capsys):
    pytest.importorskip("pandas")
    (tmp_path / "cheats.py").write_text(KEEPS)
    out = str(tmp_path / "r.jsonl")
    words = ["--plugin", tmp_path / "cheats.py", "--puzzles", "permutation:first=3,last=4"]
    assert main(["run", *map(str, words), "--repeats", "2", "--engine", "textbook", "-o", out]) == 0
    capsys.readouterr()
    assert main(["report", out]) == 0
    said = capsys.readouterr().out
    assert "**TIMES**: keeps answered 2 of 2 faster when asked again: the first counts" in said
    row = next(line for line in said.splitlines() if line.startswith("| keeps |"))
    assert "ms" in row.split("|")[4] and float(row.split("|")[4].split()[0]) >= 100


def test_work_of_another_process_is_told_but_not_a_busy_machine():
    def asked(engine, *waits):
        """Two questions, each asked as often as there are waits."""
        usual = {"engine": engine, "status": "solved", "protocol": "all", "cpu_seconds": 0.1}
        return [
            {**usual, "set": "own", "puzzle": puzzle, "seconds": 0.1 * wait}
            for puzzle in ("one", "two")
            for wait in waits
        ]

    assert not [*suspicions(asked("busy", 9, 1.1) + asked("usual", 1.1, 1.2))]
    (told,) = suspicions(asked("busy", 9, 1.1) + asked("elsewhere", 9, 7))
    assert told.startswith("elsewhere took 7 times its CPU seconds by the clock, others 1.1:")
