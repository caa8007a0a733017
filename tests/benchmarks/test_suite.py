"""The benchmark suite: sets, judge, workers, records and report. Nothing here looks at a clock."""

from __future__ import annotations

import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import nonocsp as nc
from benchmarks.__main__ import main
from benchmarks.suite import engines, records, sets
from benchmarks.suite.adapters import programs
from benchmarks.suite.adapters.base import Adapter
from benchmarks.suite.cases import Case
from benchmarks.suite.engines import ENGINES, Engine, engine_named
from benchmarks.suite.judge import Judge
from benchmarks.suite.measurement import measure
from benchmarks.suite.protocols import PROTOCOLS
from benchmarks.suite.runner import Plan, Tally, run
from benchmarks.suite.spec import SpecError, parse

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the suite needs a POSIX system")

ROOT = Path(__file__).parents[2]


def report(found, **how):
    from benchmarks.suite.report import report as tables  # needs pandas

    return tables(found, **how)


#: Long enough for any tiny puzzle on any machine.
AMPLE = 60.0

FAKES = """
import os, time
from nonocsp import Picture, solutions
from benchmarks.suite import worker
from benchmarks.suite.adapters.base import Adapter, Refused

worker.WARM_UP_SECONDS = 0.1

class Lies(Adapter):
    "Gives a blank picture for everything."
    def solutions(self, puzzle, wanted, seconds, work):
        rows, columns = puzzle.shape
        yield Picture([[0] * columns] * rows)

class Sleeps(Adapter):
    "Never answers."
    def solutions(self, puzzle, wanted, seconds, work):
        time.sleep(3600)
        yield

class Dies(Adapter):
    "Takes its process with it, but only on puzzles with two rows."
    def solutions(self, puzzle, wanted, seconds, work):
        if len(puzzle.rows) == 2:
            os._exit(7)
        yield from solutions(puzzle)

class Idles(Adapter):
    "Is never ready."
    def prepare(self):
        time.sleep(3600)

class Eats(Adapter):
    "Needs more memory than any worker may have."
    def solutions(self, puzzle, wanted, seconds, work):
        bytearray(1 << 60)
        yield
"""


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """Engines that misbehave; workers import them by name."""
    (tmp_path / "fakes_of_test_benchmarks.py").write_text(FAKES)
    monkeypatch.syspath_prepend(tmp_path)
    yield lambda name: Engine(name.lower(), f"fakes_of_test_benchmarks:{name}")
    sys.modules.pop("fakes_of_test_benchmarks", None)


def plan(names, spec="permutation:first=2,last=3", protocol="verdict", **more):
    chosen = [engine_named(n) if isinstance(n, str) else n for n in names]
    arguments = {"seconds": AMPLE} | more
    return Plan(sets.cases(spec), chosen, PROTOCOLS[protocol], **arguments)


def measured(names, out, *arguments, **more):
    messages = []
    tally = run(plan(names, *arguments, **more), out, Tally(messages.append))
    return tally, list(records.read(out)), messages


# Sets.


def test_generated_sets_are_the_same_every_time():
    for spec in ("tiny", "random:size=7,colours=3,count=3,seed=5", "lines:count=3"):
        first, again = sets.cases(spec), sets.cases(spec)
        assert [(c.id, c.puzzle.fingerprint()) for c in first] == [
            (c.id, c.puzzle.fingerprint()) for c in again
        ]
        assert len({c.id for c in first}) == len(first)
        assert {c.set for c in first} == {spec}


def test_what_a_generated_set_claims_is_true():
    for case in sets.cases("tiny"):
        found = list(nc.solutions(case.puzzle))
        if case.solutions is not None:
            assert len(found) == case.solutions
        if case.verdict is not None:
            assert case.verdict == ("multiple" if len(found) > 1 else "unique")


def test_line_solvable_pictures_are():
    (case,) = sets.cases("line-solvable:size=40,seed=3")
    assert nc.core.kernel.interface.propagated(case.puzzle).is_decided


def test_there_is_something_of_everything_to_count():
    cases = sets.cases("counting")
    assert len({case.puzzle.fingerprint() for case in cases}) == len(cases) >= 50
    lines = [clue for case in cases for clue in (*case.puzzle.rows, *case.puzzle.columns)]
    assert None in lines
    assert any(block.length is None for clue in lines for block in clue or ())
    assert {len(case.puzzle.colours) - 1 for case in cases} == {1, 2, 3, 4}


def test_vague_pictures_are_random_ones_that_say_less():
    plain = sets.cases("random:size=6,count=3")
    for spec, same in (("absent=0,unknown=0", True), ("absent=0.5,unknown=0.5", False)):
        for case, full in zip(sets.cases(f"vague:size=6,count=3,{spec}"), plain, strict=True):
            assert (case.puzzle == full.puzzle) == same
            assert case.puzzle.is_solved_by(*full.puzzle.goals)


def test_public_sets_are_read_from_a_folder(tmp_path):
    line = {"id": 7, "rows": [[[1, "x"]]], "columns": [[[1, "x"]]], "colours": {"x": "?"}}
    (tmp_path / "mine.jsonl").write_text(json.dumps(line | {"verdict": "unique"}) + "\n")
    (case,) = sets.cases("mine", str(tmp_path))
    assert (case.set, case.id, case.verdict, case.solutions) == ("mine", "7", "unique", None)
    assert case.puzzle == nc.Puzzle([[1]], [[1]])
    (tmp_path / "mine.jsonl").write_text('{"id": 1}\n')
    with pytest.raises(ValueError, match="line 1"):
        sets.cases("mine", str(tmp_path))


@pytest.mark.parametrize(
    "spec", ["nothing", "random:sizes=3", "random:3", "tiny:x=1", "kernel:wrong=1", "cp-sat:x=1"]
)
def test_a_wrong_name_says_what_there_is(spec):
    with pytest.raises(SpecError):
        sets.cases(spec) if parse(spec)[0] not in ENGINES else engine_named(spec)


def test_every_engine_can_be_made():
    for name in ENGINES:
        assert isinstance(engine_named(name).make(), Adapter)
    assert engine_named("kernel:probing=off,seed=3").options == {"probing": False, "seed": 3}
    assert set(engines.summaries()) == set(ENGINES)


# The judge.


def judged(case, protocol, pictures, complete):
    judge = Judge(case, PROTOCOLS[protocol])
    for picture in pictures:
        judge.take(nc.Picture(picture))
    return judge.verdict(complete), judge.faults


def test_the_judge_checks_every_answer():
    puzzle = nc.Puzzle([[1], [1]], [[1], [1]])
    right, other, wrong = ["#_", "_#"], ["_#", "#_"], ["##", "__"]
    known = Case("", "", puzzle, "multiple", 2)
    assert judged(known, "verdict", [right, other], False) == ("multiple", [])
    assert judged(known, "all", [right, other], True) == ("multiple", [])
    assert judged(known, "first", [right], False) == ("satisfiable", [])
    for case, protocol, pictures, complete in (
        (known, "first", [wrong], False),
        (known, "verdict", [right, right], False),
        (known, "verdict", [right], True),
        (known, "first", [], True),
        (Case("", "", puzzle, None, 3), "all", [right, other], True),
        (Case("", "", puzzle, "unique"), "verdict", [right, wrong], False),
    ):
        assert judged(case, protocol, pictures, complete)[1], (case, pictures)


def test_the_judge_checks_the_third_solution_as_the_first():
    (case,) = sets.cases("permutation:first=4,last=4")
    right = [picture.rows for picture in nc.solutions(case.puzzle)]
    assert judged(case, "all", right, True) == ("multiple", [])
    for wrong in (["####", "____", "____", "____"], ["#__", "_#_", "__#"], [[2, 0, 0, 0]] * 4):
        _, faults = judged(case, "all", [*right[:5], wrong], False)
        assert faults == ["solution 6 does not satisfy the clues"]


def test_the_judge_checks_a_number_of_solutions():
    puzzle = nc.Puzzle([[1]] * 4, [[1]] * 4)
    for number, known, fault in (
        (24, None, ""),
        (23, None, "23 solutions where there are 24"),
        (25, None, "25 solutions where there are 24"),
        (24, 25, "24 solutions where the set expects 25"),
    ):
        judge = Judge(Case("", "", puzzle, None, known), PROTOCOLS["count"])
        judge.count(number)
        judge.verdict(complete=True)
        for _ in judge.listed():
            pass
        assert judge.faults == [fault] * bool(fault)


def test_a_number_of_solutions_that_are_too_many_to_list_is_checked_from_below():
    judge = Judge(Case("", "", nc.Puzzle([None] * 5, [None] * 5)), PROTOCOLS["count"])
    for number, is_right in ((2**25, True), (1_000, False)):
        judge.count(number)
        assert len(list(judge.listed())) > 1_000
        assert (not judge.faults) == is_right


# End to end.


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["first", "verdict", "all", "count"])
def test_tiny_sets_from_end_to_end(tmp_path, protocol):
    out = tmp_path / "bench.jsonl"
    tally, found, _ = measured(["kernel", "textbook"], out, "tiny", protocol)
    assert tally.measured == len(found) == 2 * len(sets.cases("tiny"))
    assert {record["status"] for record in found} == {"solved"}
    # They take turns.
    assert [record["engine"] for record in found[:4]] == ["kernel", "textbook"] * 2
    for record in found:
        assert record["machine"]["cpu"] and record["versions"]["nonocsp"] == nc.__version__
        assert record["peak_memory"] > 0 and len(record["fingerprint"]) == 32
    page = report(found, base="kernel", each=0)
    assert f"tiny: {protocol} (limit 60 s; CPU seconds)" in page and "WRONG" not in page
    assert page.count("20/20") == 3  # the two engines and the best of both


@pytest.mark.slow
def test_a_record_is_resumed_not_repeated(tmp_path):
    out = tmp_path / "bench.jsonl"
    first, before, _ = measured(["kernel"], out)
    again, after, _ = measured(["kernel"], out)
    assert (first.measured, first.skipped) == (2, 0)
    assert (again.measured, again.skipped) == (0, 2)
    assert before == after
    # Something else was asked: another limit, other options, another engine, a second repeat.
    for names, more in (
        (["kernel"], {"seconds": AMPLE + 1}),
        (["kernel:seed=1"], {}),
        (["textbook"], {}),
        (["kernel"], {"repeats": 2}),
    ):
        assert measured(names, out, **more)[0].measured == 2


def test_a_record_that_was_cut_short_is_measured_again(tmp_path):
    out = tmp_path / "bench.jsonl"
    measured(["kernel"], out)
    whole = out.read_text()
    out.write_text(whole[:-30])
    tally, found, _ = measured(["kernel"], out)
    assert (tally.measured, tally.skipped, len(found)) == (1, 1, 2)
    for foreign in ("nonsense\n" + whole, '{"rows": []}'):
        out.write_text(foreign)
        with pytest.raises(nc.FormatError, match=f"{out.name}, line 1: not a record"):
            measured(["kernel"], out)
        assert out.read_text() == foreign


def test_a_wrong_answer_is_caught_and_shown_loudly(tmp_path, fake):
    out = tmp_path / "bench.jsonl"
    tally, found, messages = measured([fake("Lies"), "kernel"], out)
    assert tally.wrong == 2 and "WRONG" in str(tally)
    assert sum("WRONG ANSWER" in message for message in messages) == 2
    wrong = [record for record in found if record["engine"] == "lies"]
    assert {record["status"] for record in wrong} == {"wrong"}
    assert "does not satisfy the clues" in wrong[0]["detail"]
    page = report(found)
    assert "**WRONG ANSWER**: lies" in page and "0/2 (2 WRONG)" in page and "2/2" in page


def test_engines_that_disagree_are_shown(tmp_path):
    _, found, _ = measured(["kernel", "textbook"], tmp_path / "bench.jsonl")
    found[0]["verdict"] = "unique"
    assert "**DISAGREEMENT** on permutation:first=2,last=3 permutation-2" in report(found)


def test_numbers_of_solutions_that_disagree_are_shown(tmp_path):
    _, counted, _ = measured(["kernel"], tmp_path / "count.jsonl", protocol="count")
    _, listed, _ = measured(["textbook"], tmp_path / "all.jsonl", protocol="all")
    assert [record["solutions"] for record in counted] == [2, 6]
    page = report([*counted, *listed], each=0)
    assert "DISAGREEMENT" not in page and "| permutation-3 | 6 |" in page
    counted[1]["solutions"] = 7
    assert "permutation-3: 7: kernel; 6: textbook" in report([*counted, *listed])
    counted[1]["solutions"] = 7 * 10**400
    assert "| permutation-3 | 7.000e+400 |" in report(counted, each=0)


def test_a_report_may_list_the_slow_puzzles_only(tmp_path):
    _, found, _ = measured(["kernel", "textbook"], tmp_path / "bench.jsonl")
    for record, seconds in zip(found, (0.1, 0.3, 0.1, 0.1), strict=True):
        record["cpu_seconds"] = seconds
    page = report(found, each=0.2)
    assert "| permutation-2 |" in page and "| permutation-3 |" not in page


def test_an_engine_that_cannot_count_exactly_says_so():
    (case,) = sets.cases("permutation:first=9,last=9")
    outcome = measure(engine_named("kernel").make(), case, PROTOCOLS["count"], 1e-6)
    assert outcome.status == "timeout" and "at least" in outcome.detail
    outcome = measure(engine_named("cp-sat").make(), case, PROTOCOLS["count"], AMPLE)
    assert outcome.status == "refused"
    outcome = measure(engine_named("ganak").make(), case, PROTOCOLS["first"], AMPLE)
    assert outcome.status == "refused"


def test_a_timeout_is_recorded_and_the_next_puzzle_gets_a_fresh_worker(tmp_path, fake):
    out = tmp_path / "bench.jsonl"
    tally, found, _ = measured([fake("Sleeps")], out, seconds=0.1, repeats=3)
    assert tally.statuses == {"timeout": 2}  # no more repeats of what was not solved
    assert {record["status"] for record in found} == {"timeout"}
    assert "> 100 ms" in report(found, each=0)
    assert measured([fake("Sleeps")], out, seconds=0.1, repeats=3)[0].measured == 0


@pytest.mark.slow
def test_a_crash_and_a_lack_of_memory_are_recorded(tmp_path, fake, monkeypatch):
    _, found, _ = measured([fake("Dies")], tmp_path / "dies.jsonl")
    assert [record["status"] for record in found] == ["crash", "solved"]
    assert "code 7" in found[0]["detail"]
    again = measured([fake("Dies")], tmp_path / "dies.jsonl")[0]  # it may have been an accident
    assert (again.measured, again.skipped, again.statuses) == (1, 1, {"crash": 1})
    _, found, _ = measured([fake("Eats")], tmp_path / "eats.jsonl", memory=1 << 32)
    assert [record["status"] for record in found] == ["memory"] * 2
    monkeypatch.setattr("benchmarks.suite.runner.START_SECONDS", 1)
    _, found, _ = measured([fake("Idles")], tmp_path / "idles.jsonl")
    assert [record["status"] for record in found] == ["crash"] * 2
    assert found[0]["detail"].startswith("the worker did not start: ")


def test_a_limit_of_our_own_engines_is_a_timeout_not_an_answer():
    (case,) = sets.cases("n-dom:first=12,last=12")
    outcome = measure(engine_named("textbook").make(), case, PROTOCOLS["verdict"], 1e-6)
    assert (outcome.status, outcome.verdict) == ("timeout", "unknown")


@pytest.mark.slow
def test_whole_processes(tmp_path):
    out = tmp_path / "bench.jsonl"
    spec = "random:size=4,colours=2,count=1"
    _, found, _ = measured(["kernel", "textbook:ordering=in_order"], out, spec, "process")
    assert [record["status"] for record in found] == ["solved"] * 2
    if find_spec("pysat"):
        _, found, _ = measured(["python-sat"], out, spec, "process")
        assert found[-1]["status"] == "refused"


@pytest.mark.slow
def test_single_lines(tmp_path):
    names = ["kernel", "textbook"]
    _, found, _ = measured(names, tmp_path / "bench.jsonl", "lines:count=1", "tighten")
    assert [record["status"] for record in found] == ["solved"] * 2
    assert all(record["counted"]["calls"] > 0 for record in found)


def test_the_command_line(tmp_path, capsys):
    pytest.importorskip("pandas")
    out = str(tmp_path / "bench.jsonl")
    spec = "permutation:last=3"
    assert main(["run", "--puzzles", spec, "-n", "1", "--output", out, "--seconds", "60"]) == 0
    assert "1 measured" in capsys.readouterr().err
    assert main(["report", out, "--clock", "cpu", "--of", "median", "--each"]) == 0
    assert "permutation-2 | multiple" in capsys.readouterr().out
    assert main(["list"]) == 0
    assert "kernel-no-probing" in capsys.readouterr().out
    assert main(["run", "--puzzles", "nothing"]) == 2
    assert "unknown set 'nothing'" in capsys.readouterr().err


# Rivals.

rivals = pytest.mark.parametrize("rival", ["python-sat", "cp-sat", "choco", "python-constraint"])


def all_solutions(rival, puzzle):
    adapter = engine_named(rival).make()
    adapter.prepare()
    return sorted(picture.cells for picture in adapter.solutions(puzzle, None, AMPLE, {}))


@rivals
@pytest.mark.filterwarnings("ignore")  # of other people's packages
def test_rivals_agree_with_the_kernel(rival):
    cases = [
        *sets.cases("random:size=5,count=8"),
        *sets.cases("random:rows=4,columns=6,density=0.3,count=4"),
        *sets.cases("random:size=4,colours=3,density=0.7,count=8"),
    ]
    clues = [[[2], [1]], [[1], []], [[], []], [None, [1]], [[2, 1], [1]], [["?"], [1]], [None] * 2]
    puzzles = [nc.Puzzle(rows, columns) for rows in clues for columns in clues]
    for puzzle in [*puzzles, *(case.puzzle for case in cases)]:
        ours = sorted(picture.cells for picture in nc.solutions(puzzle))
        assert all_solutions(rival, puzzle) == ours, (puzzle.rows, puzzle.columns)
        adapter = engine_named(rival).make()
        outcome = measure(adapter, Case("", "", puzzle), PROTOCOLS["verdict"], AMPLE)
        assert outcome.status == "solved", outcome.detail
        assert outcome.verdict == nc.verdict(puzzle).value


@pytest.mark.parametrize("projected", ["on", "off"])
def test_ganak_agrees_with_the_kernel(projected):
    adapter = engine_named(f"ganak:projected={projected}").make()
    for spec in ("tiny", "vague:size=5,count=5", "vague:size=4,colours=2,count=5"):
        for case in sets.cases(spec):
            outcome = measure(adapter, case, PROTOCOLS["count"], AMPLE)
            assert outcome.status == "solved", outcome.detail
            assert outcome.solutions == nc.count(case.puzzle).at_least


def test_pictures_in_what_a_program_prints():
    puzzle = nc.Puzzle([[1], [1]], [[1], [1]])
    found = list(programs.pictures("UNIQUE\nX.\n.X\n\nALTERNATE\n.X\nX.\n", puzzle, "X", "."))
    assert found == [nc.Picture(["#_", "_#"]), nc.Picture(["_#", "#_"])]
    drawn = "# # 1 1\n# # 1 1\n  1⬛ .\n  1. ⬛\n"
    assert list(programs.pictures(drawn, puzzle, "⬛", ".")) == [nc.Picture(["#_", "_#"])]


def test_a_program_on_the_path_is_called(tmp_path, monkeypatch):
    script = tmp_path / "pbnsolve"
    script.write_text(f"#!{sys.executable}\nprint('UNIQUE SOLUTION\\n\\nXX\\n.X')\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    puzzle = nc.Puzzle([[2], [1]], [[1], [2]])
    adapter = engine_named("pbnsolve").make()
    assert adapter.missing() is None
    outcome = measure(adapter, Case("", "", puzzle, "unique"), PROTOCOLS["verdict"], AMPLE)
    assert (outcome.status, outcome.verdict) == ("solved", "unique")
    coloured = nc.Puzzle([[(1, "red")]], [[(1, "red")]], ["black", "red"])
    assert measure(adapter, Case("", "", coloured), PROTOCOLS["verdict"], AMPLE).status == "refused"
    assert measure(adapter, Case("", "", puzzle), PROTOCOLS["all"], AMPLE).status == "refused"


def test_no_file_is_long():
    for path in (ROOT / "benchmarks").rglob("*.py"):
        if "suite" in path.parts:
            continue  # large units of it have a reason in large_units.md
        assert path.read_text().count("\n") < 300, path
