"""What is made of the suite's records; groups of configurations; fetching."""

from __future__ import annotations

import http.server
import json
import os
import re
import threading
from xml.etree import ElementTree

import pytest

from benchmarks import fetch
from benchmarks.__main__ import main
from benchmarks.suite import engines, public, records, sets
from benchmarks.suite.compare import compare, regressed
from benchmarks.suite.engines import configure, engine_named, engines_named
from benchmarks.suite.profiling import profile
from benchmarks.suite.protocols import PROTOCOLS
from benchmarks.suite.report import report
from benchmarks.suite.spec import SpecError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the suite needs a POSIX system")


def made(engine, seconds, status="solved", puzzle=0, **more):
    """Records of repeats with these seconds."""
    return [
        {
            "set": "made", "puzzle": f"random-10x10-0.{puzzle + 1}-1-1", "fingerprint": str(puzzle),
            "protocol": "verdict", "engine": engine, "options": {}, "limit_seconds": 10.0,
            "limit_memory": None, "repeat": repeat, "code": "c", "status": status,
            "seconds": value, "cpu_seconds": value, "peak_memory": 1, "verdict": "unique",
            "solutions": 1, "detail": "", "counted": {}, "size": [10, 10 + puzzle, 1],
            "machine": dict.fromkeys(("cpu", "cores", "os", "python", "compiler"), "m"),
            "versions": {}, "commit": "0", "dirty": False, "when": "2026-01-01", **more,
        }
        for repeat, value in enumerate(seconds)
    ]  # fmt: skip


@pytest.fixture
def table(monkeypatch):
    """The tables of engines, put back afterwards."""
    monkeypatch.setattr(engines, "ENGINES", dict(engines.ENGINES))
    monkeypatch.setattr(engines, "GROUPS", dict(engines.GROUPS))


def side(code, factors, engine="e"):
    """Puzzles with a noise of some percent, their times multiplied by factors."""
    noise = [1.0, 1.04, 0.97, 1.02, 0.95, 1.06, 0.99, 1.01]
    both = enumerate(zip(noise, factors, strict=True))
    return [r for n, (t, f) in both for r in made(engine, [t * f], puzzle=n, code=code)]


def test_a_slowdown_beyond_the_noise_is_told_and_noise_is_not():
    before, noisy, slower = side("a", [1.0] * 8), side("b", [1.0, 1.05] * 4), side("b", [2.0] * 8)
    assert not regressed(before, noisy)
    assert "beyond the noise" not in compare(before, noisy)
    assert regressed(before, slower) and not regressed(slower, before)
    assert "| e | 8 | 2.000 | 2.000 to 2.000 |" in compare(before, slower)
    # The whole is slower, and no puzzle apart from it.
    assert "beyond the noise" not in compare(before, slower)
    one = side("b", [1.0, 1.02, 4.0, 1.0, 0.97, 1.0, 0.25, 1.0])
    assert not regressed(before, one)
    told = compare(before, one)
    assert "## Slower beyond the noise: 1\n\n| engine | puzzle |" in told
    assert re.search(r"Faster beyond the noise: 1\n\n.*\n.*\n\| e \| .*-0.7-.* \| 0.25 \|", told)


def test_what_the_same_code_lost_is_the_machine():
    before, after = side("a", [1.0] * 8), side("a", [2.0] * 8)
    assert not regressed(before, after)
    assert "times differ by the machine: e." in compare(before, after)
    other = side("b", [1.0] * 8, "other")
    assert not regressed(before + other, after + side("c", [2.0] * 8, "other"))
    assert regressed(before + other, after + side("c", [3.0] * 8, "other"))


@pytest.mark.parametrize(("cpu", "said"), [(0.0, "too short for its clock"), (None, "no CPU")])
def test_no_other_clock_stands_in(cpu, said, tmp_path):
    found = made("kernel", [0.5, 0.25], cpu_seconds=cpu)
    for read in (report, lambda records: compare(records, records)):
        with pytest.raises(SpecError, match=f"kernel on made random-.* {said}"):
            read(found)
    assert compare(found, found, "wall")
    assert " | 1.50 |" in report(found, clock="wall")  # of the repeats, median/least
    # A puzzle that was not solved has no time.
    assert "0/1" in report(made("kernel", [0.5], "crash", cpu_seconds=cpu))


def test_what_is_no_longer_solved_is_told():
    before = made("e", [1.0], puzzle=0) + made("e", [1.0], puzzle=1)
    after = made("e", [1.0], puzzle=0) + made("e", [10.0], "timeout", puzzle=1)
    assert "## No longer solved, or not asked: 1" in compare(before, after)
    assert "## Newly solved: 1" in compare(after, before)
    assert "Both files have no solved puzzle" in compare(before, made("other", [1.0]))


def test_the_virtual_best_takes_the_fastest_engine_of_each_puzzle():
    found = [
        *made("a", [1.0], puzzle=0), *made("b", [4.0], puzzle=0),
        *made("a", [10.0], "timeout", puzzle=1), *made("b", [2.0], puzzle=1),
    ]  # fmt: skip
    row = next(line for line in report(found).splitlines() if "virtual best" in line)
    assert [cell.strip() for cell in row.split("|")[2:6]] == ["2/2", "3 s", "1.5 s", "2 s"]
    assert "virtual best" not in report(made("a", [1.0]))


@pytest.mark.parametrize("kind", ["cactus", "scatter", "scaling", "phase"])
def test_drawings_have_every_engine_and_are_the_same_every_time(kind, tmp_path):
    path = tmp_path / "r.jsonl"
    found = [
        r for e, t in (("a", 1.0), ("b", 3.0)) for n in range(3) for r in made(e, [t], puzzle=n)
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in found))
    drawings = [tmp_path / "1.svg", tmp_path / "2.svg"]
    for drawing in drawings:
        assert main(["plot", kind, str(path), "--output", str(drawing)]) == 0
    assert drawings[0].read_bytes() == drawings[1].read_bytes()
    text = " ".join(ElementTree.parse(drawings[0]).getroot().itertext())
    assert {"a", "b"} <= set(re.findall(r"\w+", text))
    assert "cpu time" in text or kind == "scatter"


def test_drawings_that_cannot_be_are_refused(tmp_path, capsys):
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in made("a", [1.0])))
    for arguments, message in [
        (["scatter", str(path), "--output", str(tmp_path / "x.svg")], "is of two engines, not 1"),
        (["cactus", str(path), "--engine", "b", "--output", str(tmp_path / "x.svg")], "no records"),
    ]:
        assert main(["plot", *arguments]) == 2
        assert message in capsys.readouterr().err
    assert not (tmp_path / "x.svg").exists()


def test_configurations_come_from_a_file(tmp_path, table):
    path = tmp_path / "mine.toml"
    path.write_text(
        '[configuration.bold]\nengine = "kernel"\noptions = { probing = false }\n'
        '[group]\nmine = ["bold", "textbook"]\n'
    )
    configure(path)
    assert engine_named("bold").options == {"probing": False}
    assert [engine.name for engine in engines_named("group:mine")] == ["bold", "textbook"]
    assert engines_named("bold:seed=3")[0].options == {"probing": False, "seed": 3}


PROGRAM = "[configuration.a]\nengine = 'program'\noptions = { %s }"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "mine.toml: "),
        ('[configuration.a]\nengine = "nobody"', "mine.toml, a: expected an engine"),
        ("[configuration.a]", "mine.toml, a: expected an engine"),
        ('[configuration.a]\nengine = "kernel"\noptions = { x = 1 }', "unknown option 'x'"),
        ('[group]\ng = ["nobody"]', "mine.toml, g: unknown engine 'nobody'"),
        ("configuration = 3", "mine.toml"),
        (PROGRAM % "most = '1'", "mine.toml, a: most: expected int, not '1'"),
        (PROGRAM % "cells = '#'", "expected pairs of characters"),
        (PROGRAM % "none = '('", "mine.toml, a: missing "),
        (PROGRAM % "format = 'x'", "unknown format 'x'"),
    ],
)
def test_a_wrong_configuration_is_told_with_its_file(text, message, tmp_path, table):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(SpecError, match=message.replace(".", r"\.")):
        configure(path)


def test_every_configuration_that_comes_with_the_suite_can_be_made():
    for group, members in engines.GROUPS.items():
        assert engines_named(f"group:{group}")
        assert len(set(members)) == len(members)
    with pytest.raises(SpecError, match="unknown group 'x'"):
        engines_named("group:x")


@pytest.mark.slow
def test_the_textbook_matrix_agrees_on_the_small_sets(tmp_path):
    out = tmp_path / "r.jsonl"
    arguments = ["run", "--puzzles", "permutation:last=3", "--puzzles", "checkerboard:last=4"]
    arguments += ["--engine", "group:textbook", "--engine", "group:kernel", "--protocol", "all"]
    assert main([*arguments, "--output", str(out)]) == 0
    text = report(records.read(out))
    assert "WRONG" not in text and "DISAGREEMENT" not in text
    assert text.count("/2 |") + text.count("/3 |") >= 26


def test_a_profile_tells_counted_work_and_functions():
    text = profile(engine_named("textbook"), sets.cases("permutation:last=3"), PROTOCOLS["all"], 9)
    assert text.startswith("textbook: 2 puzzles in ")
    assert "nodes" in text and "/csp/" in text


def test_new_sets_are_what_they_say():
    densities = [
        sum(map(sum, case.puzzle.goals[0].rows)) for case in sets.cases("transition:count=3")
    ]
    thirds = [sum(densities[i : i + 9]) for i in (0, 9, 18)]
    assert thirds == sorted(thirds)
    sizes = [case.puzzle.shape[0] for case in sets.cases("growing:count=1")]
    assert sizes == [10, 15, 20, 25, 30, 35, 40]
    assert all(case.verdict != "none" for case in sets.cases("enumeration:count=1"))


class Files(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(
            b'[{"rows": [[1], null], "cols": [["?"]]}, '
            b'{"rows": [[[1, "red"]]], "cols": [[[1, "red"]]]}]'
        )

    def log_message(self, *arguments):
        pass


def test_sets_are_fetched_and_read_back(tmp_path, capsys):
    with http.server.HTTPServer(("127.0.0.1", 0), Files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/set.json"
        assert fetch.main(["mine", "--from", address, "--into", str(tmp_path)]) == 0
        server.shutdown()
    cases = public.cases("mine", str(tmp_path))
    assert [case.puzzle.shape for case in cases] == [(2, 1), (1, 1)]
    assert cases[0].puzzle.rows[1] is None
    assert fetch.main(["survey", "--into", str(tmp_path)]) == 1
    assert fetch.main(["x", "--from", "file:///etc/passwd", "--into", str(tmp_path)]) == 1
    message = capsys.readouterr().err
    assert "webpbn.com" in message and "expected an address" in message
    assert fetch.main([]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in fetch.SOURCES)
