"""The published results: the plan names what there is, and one command makes the whole page."""

from __future__ import annotations

import json
import os
import re

import pytest

from benchmarks import measurements, publish
from benchmarks.__main__ import main
from benchmarks.suite import records, runner, worker
from benchmarks.suite.cases import Case
from benchmarks.suite.engines import ENGINES, Engine
from benchmarks.suite.measurement import LEAST_SECONDS
from benchmarks.suite.protocols import PROTOCOLS
from benchmarks.suite.sets import cases
from benchmarks.suite.spec import SpecError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the suite needs a POSIX system")

FAKES = """
from nonocsp import solutions
from benchmarks.suite.adapters.base import Adapter

class Remembers(Adapter):
    "Tells the shapes of all puzzles that it was asked before."
    asked = []
    def solutions(self, puzzle, wanted, seconds, work):
        work["before"] = [list(shape) for shape in self.asked]
        self.asked.append(puzzle.shape)
        yield from solutions(puzzle)

class Program(Remembers):
    is_program = True
    def process(self, puzzle, wanted, seconds, work):
        return self.solutions(puzzle, wanted, seconds, work)

class Slow(Adapter):
    "Works longer than the clock needs."
    def solutions(self, puzzle, wanted, seconds, work):
        sum(range(1_000_000))
        yield from solutions(puzzle)

class Spins(Adapter):
    "Works for ever on puzzles with two rows."
    def solutions(self, puzzle, wanted, seconds, work):
        while len(puzzle.rows) == 2:
            pass
        yield from solutions(puzzle)
"""

PLAN = """
[defaults]
seconds = 60
[part.some]
title = "Some puzzles"
text = "Two sets."
protocol = "verdict"
sets = ["permutation:first=2,last=4", "random:size=4,count=2"]
public = ["mine", "absent"]
engines = ["kernel", "textbook"]
plots = ["cactus", "scaling"]
[part.line]
title = "One line"
text = "A single one."
protocol = "tighten"
sets = ["lines:count=1,length=8"]
engines = ["kernel"]
[part.number]
title = "Counting"
text = "How many."
protocol = "count"
sets = ["permutation:first=3,last=4"]
engines = ["kernel", "kernel-no-probing", "textbook"]
[part.seeds]
title = "Seeds"
text = "Three."
protocol = "verdict"
sets = ["permutation:first=3,last=4"]
engines = ["kernel"]
seeds = 3
"""


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """Ask one fresh worker of a fake about puzzles; the records."""
    (tmp_path / "fakes_of_test_publish.py").write_text(FAKES)
    monkeypatch.syspath_prepend(tmp_path)

    def ask(name, found, protocol="verdict", cpu_seconds=None):
        engine, file = (
            Engine(name, f"fakes_of_test_publish:{name}"),
            tmp_path / f"{name}-{protocol}",
        )
        runner.run(runner.Plan(found, [engine], PROTOCOLS[protocol], 60.0, cpu_seconds), file)
        return list(records.read(file))

    return ask


def test_every_name_in_the_plan_of_the_page_exists():
    parts = publish.parts()
    assert len({part.name for part in parts}) == len(parts) > 5
    for part in parts:
        for name in part.sets:
            assert cases(name)
        assert part.sets or part.public
        assert part.cpu_seconds < part.seconds
    protocols = {part.protocol for part in parts}
    assert protocols == {"verdict", "first", "all", "count", "process", "tighten"}
    (techniques,) = (part for part in parts if part.name == "techniques")
    assert {name for name in ENGINES if name.startswith("kernel-no-")} < {*techniques.engines}


def test_a_fresh_worker_warms_up_on_a_puzzle_that_is_not_recorded(asked):
    two = cases("permutation:first=4,last=5")
    shape = list(worker.WARM_UP.puzzle.shape)
    first, second = asked("Remembers", two)
    before = first["counted"]["before"]  # short questions are asked several times
    assert shape in before and all(each == shape for each in before)
    after = second["counted"]["before"]
    assert after == before + [[4, 4]] * first["turns"]
    (program,) = asked("Program", two[:1])
    (process,) = asked("Program", two[:1], "process")
    assert program["counted"]["before"] == process["counted"]["before"] == []


PIECES = """
import resource
from benchmarks.suite.stopwatch import Stopwatch

def used():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime

pieces, begun = [], used()
for _ in range(1000):
    watch = Stopwatch(cpu_limit=60)
    with watch:
        sum(i * i for i in range(9000))
    pieces.append(watch.cpu)
print(pieces.count(0.0), 0.95 <= sum(pieces) / (used() - begun) <= 1)
"""


@pytest.mark.skipif(os.name != "posix", reason="there is no clock of CPU time")
def test_no_piece_of_work_is_nothing_beside_a_limit(python):
    assert python("-c", PIECES) == (0, "0 True\n", "")


def test_a_question_too_short_for_the_clock_is_asked_again(asked):
    (short,) = asked("Remembers", cases("permutation:first=4,last=4"))
    (long,) = asked("Slow", cases("permutation:first=4,last=4"))
    assert short["turns"] > 1 == long["turns"]
    assert short["turns"] * short["cpu_seconds"] >= LEAST_SECONDS


def test_the_limit_on_cpu_seconds_ends_a_question(asked):
    three, two = Case("", "", worker.WARM_UP.puzzle), cases("permutation:last=2")[0]
    found = asked("Spins", [three, two], cpu_seconds=0.5)
    before, late = sorted(found, key=lambda record: record["status"])
    assert before["status"] == "solved" and late["peak_memory"] > 0
    assert (late["status"], late["cpu_seconds"]) == ("timeout", 0.5)
    assert late["detail"] == worker.CPU_SECONDS and late["seconds"] < 60


@pytest.mark.slow
def test_one_command_makes_the_page_and_goes_on_where_it_was_stopped(tmp_path, capsys):
    (tmp_path / "plan.toml").write_text(PLAN)
    (tmp_path / "mine.jsonl").write_text('{"id": "dot", "rows": [[1]], "columns": [[1]]}\n')
    page, file = tmp_path / "docs" / "results.md", tmp_path / "records.jsonl"
    command = [
        *("publish", "--plan", str(tmp_path / "plan.toml"), "--data", str(tmp_path), "--quick"),
        *("--records", str(file), "--output", str(page), "--pictures", str(tmp_path / "pictures")),
        *("--log", str(tmp_path / "log")),
    ]
    assert main(command) == 0
    text = page.read_text(encoding="utf-8")
    verdict, number = "the verdict of all 7 puzzles", "the number of solutions of all 2"
    *own, last = re.findall("^##+ (.*)$", text, re.MULTILINE)
    # Then come the sections of the log.
    own, others = own[:5], own[5:]
    assert own == ["Some puzzles", "One line", "Counting", "Seeds", "Left out"]
    assert others[0] == "Other measurements" and len(others) > 3 and last == "How it was measured"
    assert re.findall(r"^\| (\S.*?) \| kernel \| \d", text, re.MULTILINE) == [
        "permutation:first=2, last=4",
        "random:size=4, count=2",
        "mine",
        "lines:count=1, length=8",
        *["permutation:first=3, last=4"] * 2,
    ]
    rows = re.findall(r"^\| permutation-. \| [^|]* \(.*–.*\) \|$", text, re.MULTILINE)
    assert len(rows) == 2 and "with several solutions:" in text
    data, head = sorted((tmp_path / "log").iterdir())
    logged = json.loads(data.read_text(encoding="utf-8"))
    assert [
        (each["set"], each["protocol"]) for part in logged["parts"] for each in part["sets"]
    ] == [
        ("permutation:first=2,last=4", "verdict"),
        ("random:size=4,count=2", "verdict"),
        ("mine", "verdict"),
        ("lines:count=1,length=8", "tighten"),
        ("permutation:first=3,last=4", "count"),
        ("permutation:first=3,last=4", "verdict"),
    ]
    said = measurements.parsed(head)
    assert said["command"].startswith("python -m benchmarks publish")
    assert f"{verdict} and {number}" in said["conclusion"]
    assert head.name.startswith(f"{said['date']}-results.") and "supersedes" not in said
    assert "textbook {verdict-textbook-least}" in said["measured"]["speed"][0]
    assert float(said["values"]["verdict-textbook-least"]) > 0
    opening = " ".join(text.split("## Some puzzles")[0].split())
    assert f"the kernel finds {verdict} and {number}." in opening and "Machine" not in opening
    assert text.count("| kernel | 2/2 |") == 4  # two of three, as it was to be quick
    counted = text.split("## Counting")[1].split("##")[0]
    assert re.findall(r"^\| [^|]* \| ([\w-]+) \| 2/2 \|", counted, re.MULTILINE) == [
        "kernel", "kernel-no-probing", "textbook"
    ]  # fmt: skip
    assert {r["solutions"] for r in records.read(file) if r["protocol"] == "count"} == {6, 24}
    assert text.count("| textbook | 1/1 |") == 1
    assert "- Machine: " in text and "- Load: " in text and "--quick --data DIR\n" in text
    assert "absent" in text.split("## Left out")[1]
    for picture in re.findall(r"\]\((\S+\.svg)\)", text):
        assert "<svg" in (page.parent / picture).read_text(encoding="utf-8")
    assert len(list((tmp_path / "pictures").iterdir())) == 2

    # What is measured already, by the code that is here, is neither measured again nor left out.
    found = list(records.read(file))
    assert main(command) == 0
    assert list(records.read(file)) == found
    assert page.read_text(encoding="utf-8") == text
    with file.open("a", encoding="utf-8") as added:
        added.write(file.read_text(encoding="utf-8").replace('"code": "', '"code": "older'))
    assert main(command) == 0
    assert page.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        (
            '"verdict"',
            '"verdicts"',
            "some: unknown protocol 'verdicts'; did you mean 'verdict'",
        ),
        ('"scaling"', '"pie"', "some: unknown plot 'pie'"),
        (
            '"textbook"',
            '"notebook"',
            "some: unknown engine 'notebook'; `nonocsp bench list",
        ),
        ("plots =", "plot =", "some: expected a part of a plan"),
        (
            '"kernel-no-probing"',
            '"group:tricks"',
            "number: unknown group 'tricks'; available",
        ),
        ("[part.some]", "[", "part.toml: "),
    ],
)
def test_a_faulty_plan_is_told_with_its_part(tmp_path, was, now, fault):
    path = tmp_path / "part.toml"
    path.write_text(PLAN.replace(was, now))
    with pytest.raises(SpecError, match=fault):
        publish.parts(path)
