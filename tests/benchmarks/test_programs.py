"""Rivals that are programs, played by scripts that do as their documentation says, or worse."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import nonocsp as nc
from benchmarks.suite.adapters import calling
from benchmarks.suite.cases import Case
from benchmarks.suite.engines import ENGINES, engine_named
from benchmarks.suite.measurement import measure
from benchmarks.suite.protocols import PROTOCOLS

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the suite needs a POSIX system")

# They read the puzzle with a reader of ours, solve it, and print as the program does.
READ = """
import nonocsp as nc
from nonocsp.files.formats import parse
def drawn(picture, cells, between="", before=""):
    return "\\n".join(before + between.join(cells[c != 0] for c in row) for row in picture.rows)
"""

PICROSS = """
if "--help" in sys.argv:
    sys.exit(print("Picross Solver 0.4.0", file=sys.stderr))
assert sys.argv[1] == "--no-timing" and sys.argv[3].endswith(".non"), sys.argv
most = int(sys.argv[2].removeprefix("--max-nb-solutions="))
puzzle = nc.read(sys.argv[3])
print("GRID 1: untitled")
print(f"  Size: {puzzle.shape[1]}x{puzzle.shape[0]}")
number = 0
for number, picture in enumerate(nc.solutions(puzzle, limit=most), start=1):
    print(f"  Solution nb {number}: (branching depth: 0)")
    print(drawn(picture, ".#", before="  "), end="\\n\\n")
if number == most:
    print("  Reached max number of solutions\\n")
elif not number:
    print("  Not solvable\\n")
"""

NAUGHTY = """
assert sys.argv[1:] == ["-u"], sys.argv
(puzzle,) = parse(sys.stdin.read(), "non").puzzles
found = list(nc.solutions(puzzle, limit=2))
print("UNIQUE" if len(found) == 1 else "MULTIPLE" if found else "NO SOLUTION")
for picture in found:
    print(drawn(picture, " X".replace(" ", ".")), end="\\n\\n")
"""

LALA = """
(puzzle,) = parse(open("input.txt").read(), "tournament").puzzles
picture = nc.solve(puzzle).picture
with open("output.txt", "w") as file:
    file.write("$1\\n" + drawn(picture, "01", between="\\t") + "\\n")
with open("log.txt", "w") as file:
    file.write("#1 0.01\\ntotal time 0.01\\n")
"""

SCRIPTS = {
    "picross-solver": READ + PICROSS,
    "naughty": READ + NAUGHTY,
    "lalafrogkk": READ + LALA,
}


def command_of(engine):
    return ENGINES[engine].options["command"].split()[0]


ONE = nc.Puzzle([[2], [1], []], [[2], [1], []])
TWO = nc.Puzzle([[1], [1]], [[1], [1]])
NONE = nc.Puzzle([[2], []], [[2], []])


def wide(side):
    """One block in every line, at the upper left."""
    return nc.Puzzle([[side - n] for n in range(side)], [[side - n] for n in range(side)])


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Put a script on the PATH as a program; the adapter of the program."""

    def install(engine, script):
        path = tmp_path / command_of(engine)
        path.write_text(f"#!{sys.executable}\nimport sys\nsys.path[:] = {sys.path!r}\n{script}\n")
        path.chmod(0o755)
        return engine_named(engine).make()

    monkeypatch.setenv("PATH", str(tmp_path))
    return install


def outcome(adapter, puzzle, protocol="verdict", seconds=60.0):
    return measure(adapter, Case("", "", puzzle), PROTOCOLS[protocol], seconds)


@pytest.mark.parametrize("engine", SCRIPTS)
def test_what_is_not_on_the_path_is_left_out_with_a_reason(engine, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    adapter = engine_named(engine).make()
    assert adapter.missing() == f"{command_of(engine)} is not on the PATH"
    assert adapter.versions() == {command_of(engine): "unknown"}
    assert "rival" in ENGINES[engine].summary


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["picross-solver", "naughty"])
@pytest.mark.parametrize(
    ("puzzle", "verdict"), [(ONE, "unique"), (TWO, "multiple"), (NONE, "none")]
)
def test_verdicts_come_with_their_evidence(installed, engine, puzzle, verdict):
    found = outcome(installed(engine, SCRIPTS[engine]), puzzle)
    assert (found.status, found.verdict) == ("solved", verdict), found.detail


def test_picross_solver_lists_all_and_tells_its_version(installed):
    adapter = installed("picross-solver", SCRIPTS["picross-solver"])
    found = outcome(adapter, nc.Puzzle([[1]] * 4, [[1]] * 4), "all")
    assert (found.status, found.solutions) == ("solved", 24)
    assert adapter.versions() == {"picross_solver_cli": "Picross Solver 0.4.0"}


def test_lalafrogkk_is_asked_for_a_first_solution_of_tournament_size(installed):
    adapter = installed("lalafrogkk", SCRIPTS["lalafrogkk"])
    assert outcome(adapter, wide(25), "first").status == "solved"
    for puzzle, protocol, message in (
        (ONE, "first", "takes puzzles of 25x25 alone"),
        (wide(25), "verdict", "gives no more than 1 solution"),
    ):
        refused = outcome(adapter, puzzle, protocol)
        assert refused.status == "refused"
        assert message in refused.detail


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (wide(64), "no more than 63 cells"),
        (nc.Puzzle([[None]], [[1]]), "no unknown lengths"),
        (nc.Puzzle([None], [[1]]), ""),
        (nc.Puzzle([[(1, "red")]], [[(1, "red")]], ["black", "red"]), "in colours"),
    ],
)
def test_what_a_program_cannot_take_is_refused(installed, puzzle, message):
    refused = outcome(installed("naughty", SCRIPTS["naughty"]), puzzle)
    assert refused.status == "refused"
    assert message in refused.detail


@pytest.mark.parametrize("engine", SCRIPTS)
@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("print('segmentation fault, or so')", "no picture was found in what"),
        ("", "no picture was found in what"),
        ("sys.stdout.buffer.write(bytes(range(256)) * 99)", "no picture was found in what"),
        ("sys.exit('out of luck')", "ended with code 1: out of luck"),
        ("import os; os.abort()", "ended with code -6"),
        (
            "file = open('/dev/stdout', 'ab')\nwhile True: file.write(b'X' * 99999)",
            "wrote more than",
        ),
    ],
)
def test_nonsense_is_an_error_with_a_sentence(installed, monkeypatch, engine, script, message):
    monkeypatch.setattr(calling, "MOST_WRITTEN", 10**6)
    found = outcome(installed(engine, script), wide(25), "first")
    assert found.status == "error"
    assert message in found.detail
    assert "\n" not in found.detail


@pytest.mark.parametrize("engine", SCRIPTS)
def test_a_picture_that_is_no_solution_is_wrong(installed, engine):
    script = "text = '\\n'.join(['#' * 25] * 25)\nprint('UNIQUE')\nprint(text)\n"
    script += (
        "open('output.txt', 'w').write(text)" if ENGINES[engine].options.get("writes_files") else ""
    )
    assert outcome(installed(engine, script), wide(25), "first").status == "wrong"


def test_a_second_solution_that_is_claimed_not_to_be_there_is_wrong(installed):
    adapter = installed("naughty", "print('UNIQUE\\n#.\\n.#')")
    case = Case("", "", TWO, "multiple")
    assert measure(adapter, case, PROTOCOLS["verdict"], 60.0).status == "wrong"


@pytest.mark.parametrize("engine", SCRIPTS)
def test_a_program_that_takes_too_long_is_ended(installed, engine):
    found = outcome(installed(engine, "import time; time.sleep(600)"), wide(25), "first", 0.2)
    assert found.status == "timeout"


@pytest.mark.slow
def test_what_a_program_started_ends_with_it(installed, tmp_path):
    script = "import subprocess, time\nchild = subprocess.Popen(['/bin/sleep', '600'])\n"
    script += f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\ntime.sleep(600)"
    assert outcome(installed("naughty", script), ONE, seconds=5.0).status == "timeout"
    child = int((tmp_path / "pid").read_text())
    with pytest.raises((ProcessLookupError, FileNotFoundError)):
        while "State:\tZ" not in Path(f"/proc/{child}/status").read_text():
            os.kill(child, 0)
        raise ProcessLookupError
