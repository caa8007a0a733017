"""The kernel as WebAssembly agrees with the native one, under Pyodide and by itself, in Node.

It needs em++, node and Pyodide, or a static page built already whose folder the environment
variable NONOCSP_PAGE names; without them every test here is skipped, with the reason.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections import Counter
from contextlib import suppress
from pathlib import Path

import kernel_facts
import pytest

import nonocsp as nc
from nonocsp.apps.web.endpoints import ENDPOINTS
from nonocsp.apps.web.messages import board_out, puzzle_out
from nonocsp.apps.web.page_parts import add_shared, pyodide_folder
from nonocsp.core.base.errors import NonocspError
from nonocsp.core.kernel.browser import build
from nonocsp.core.kernel.browser.build import BuildError, build_kernel
from nonocsp.core.kernel.interface import propagated
from nonocsp.core.model.boards import board_of_dict
from nonocsp.people.explanation.techniques import LINE_TECHNIQUES

pytestmark = pytest.mark.page

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "nonocsp" / "apps" / "web" / "static"
PAGE = os.environ.get("NONOCSP_PAGE")


def missing(reason):
    pytest.skip(f"NO TESTS OF THE KERNEL IN THE BROWSER: {reason}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the kernel in ``kernel`` and the page's modules in ``static``."""
    if shutil.which("node") is None:
        missing("node is not installed")
    made = tmp_path_factory.mktemp("browser")
    (made / "package.json").write_text('{"type": "module"}')
    shutil.copytree(STATIC, made / "static")
    add_shared(made / "static")
    if PAGE:
        shutil.copytree(Path(PAGE, "kernel"), made / "kernel")
        return made
    try:
        build_kernel(made / "kernel")
    except BuildError as why:
        missing(why)
    return made


def node(script, *arguments, given=""):
    """What a script of the tests prints."""
    command = ["node", ROOT / "tests" / "tools" / script, *map(str, arguments)]
    done = subprocess.run(command, input=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


FACTS = """
import json, sys
door = "/repo/nonocsp/core/kernel/browser/door"
sys.path[:0] = [door, "/repo", "/repo/tests/tools", "/libraries"]
import kernel_facts
print(json.dumps(kernel_facts.facts()))
"""


def test_every_fact_is_the_same_under_pyodide(folder):
    try:
        pyodide = Path(PAGE, "python") if PAGE else pyodide_folder()
    except NonocspError as why:
        missing(why)
    mounted = {"/repo": str(ROOT), "/libraries": str(libraries(folder))}
    printed = node("in_pyodide.mjs", pyodide, folder / "kernel", json.dumps(mounted), FACTS)
    found = json.loads(printed.splitlines()[-1])
    expected = json.loads(json.dumps(kernel_facts.facts()))
    assert found.keys() == expected.keys()
    for name, fact in expected["puzzles"].items():
        assert found["puzzles"].pop(name) == fact, name
    del expected["puzzles"]
    for name, fact in expected.items():
        assert found[name] == fact, name


def libraries(folder):
    """The pure Python packages that the facts need, without the rest of the environment."""
    import networkx

    made = folder / "libraries"
    made.mkdir(exist_ok=True)
    shutil.copytree(Path(networkx.__file__).parent, made / "networkx", dirs_exist_ok=True)
    return made


def requests():
    """Questions of the page, with those that the kernel must leave to Python."""
    for _, puzzle in kernel_facts.puzzles():
        data = {"puzzle": puzzle_out(puzzle), "seconds": 60}
        yield "solve", data
        yield "check", data
        # Others are counted as far as the time goes, here and there.
        if nc.count(puzzle, limits=nc.Limits(nodes=3000)).is_exact:
            yield "check", {**data, "components": True}
    rows = [[1, 0, 2], [0, 1, 1], [2, 2, 0]]
    look = {"blank": {"name": "white", "rgb": "#ffffff", "char": "."}}
    look["colours"] = [
        {"name": "red", "rgb": "#ff0000", "char": "r"},
        {"name": "blue", "rgb": "#0000ff", "char": "b"},
    ]
    yield "check", {"picture": {"rows": rows, **look}}
    for kind, side, drawn in (
        ("hexagon", 2, [[1, 0], [0, 2, 1], [1, 1]]),
        ("triddler", 1, [[1, 0, 2], [0, 2, 1]]),
    ):
        board = board_out(board_of_dict({"kind": kind, "sides": [side] * 6}))
        yield "check", {"picture": {"board": board, "rows": drawn, **look}}
    cross = {"puzzle": puzzle_out(nc.Puzzle([[1], [1]], [[1], [1]]))}
    yield "check", {**cross, "grid": [[2, 3], [3, 3]]}
    yield "check", {**cross, "grid": [[2, 2], [3, 3]]}


def ask(folder, asked):
    lines = "".join(f"{json.dumps(each)}\n" for each in asked)
    printed = node("kernel_answers.mjs", folder / "static", folder / "kernel", given=lines)
    return [json.loads(line) for line in printed.splitlines()]


#: What the kernel alone gives of an answer; work is compared by its names and numbers.
MEMBERS = ("status", "pictures", "stopped_by", "verdict", "count", "is_exact")


def test_the_kernel_alone_answers_as_the_endpoints_do(folder):
    asked = list(requests())
    *found, end = ask(folder, asked)
    assert len(found) == len(asked) > 60
    for (question, data), reply in zip(asked, found, strict=True):
        expected = ENDPOINTS[question].respond(data, lambda value: None)
        assert reply["takes"] and "error" not in reply
        answer = reply["answer"]
        more = {"differ", "components", "candidates", "puzzle"} & expected.keys()
        assert not (reply["isWhole"] and more)
        assert {name: answer.get(name) for name in MEMBERS} == {
            name: expected.get(name) for name in MEMBERS
        }
        if not data.get("components"):
            mine, theirs = (
                {key: value for key, value in each["stats"].items() if isinstance(value, int)}
                for each in (answer, expected)
            )
            for name in ("nodes", "conflicts", "tightenings"):
                assert mine.get(name, 0) == theirs.get(name, 0), name
    assert end == {"held": 0}


def positions():
    """Questions for a hint: positions on the way through the library, on all kinds of boards."""
    for path in sorted((ROOT / "input").rglob("*.*")):
        with suppress(nc.NonocspError, UnicodeDecodeError, Warning):
            for puzzle in nc.read_all(path):
                if puzzle.board.size > 400 or nc.solve(puzzle).picture is None:
                    continue
                steps = nc.explain(puzzle, techniques=LINE_TECHNIQUES)
                for number, _ in enumerate(steps):
                    if number < 10 or number % 5 == 0:
                        grid = [*map(list, puzzle.board.rows(steps.grid.masks))]
                        yield "hint", {"puzzle": puzzle_out(puzzle), "grid": grid}


def test_a_hint_of_the_kernel_is_that_of_the_endpoint(folder):
    asked = list(positions())
    *found, end = ask(folder, asked)
    answered, boards = 0, 0
    for (_, data), reply in zip(asked, found, strict=True):
        assert reply["takes"] and "error" not in reply
        if (answer := reply["answer"]) is None:
            continue  # it takes more than one line
        expected = ENDPOINTS["hint"].respond(data, lambda value: None)
        assert answer == {name: expected[name] for name in answer}
        answered += 1
        boards += "board" in data["puzzle"]
    assert answered > 1_000 and boards > 100
    assert answered > 0.97 * len(asked)
    assert end == {"held": 0}


def mistaken():
    """Questions with one to three wrong cells among those that are known."""
    rng = random.Random(7)
    for path in sorted((ROOT / "input").rglob("*.*")):
        with suppress(nc.NonocspError, UnicodeDecodeError, Warning):
            for puzzle in nc.read_all(path):
                if puzzle.board.size > 225 or (picture := nc.solve(puzzle).picture) is None:
                    continue
                full = (1 << len(puzzle.colours)) - 1
                for _ in range(3):
                    share = rng.random()
                    masks = [1 << c if rng.random() < share else full for c in picture.cells]
                    for cell in rng.sample(range(len(masks)), rng.randint(1, 3)):
                        wrong = [c for c in range(len(puzzle.colours)) if c != picture.cells[cell]]
                        masks[cell] = 1 << rng.choice(wrong)
                    grid = [*map(list, puzzle.board.rows(tuple(masks)))]
                    yield "hint", {"puzzle": puzzle_out(puzzle), "grid": grid}


def test_a_mistake_of_the_kernel_is_that_of_the_endpoint(folder):
    """The wrong cells are the same, and the reason if it is the same line."""
    asked = list(mistaken())
    *found, end = ask(folder, asked)
    answered = same = 0
    for (_, data), reply in zip(asked, found, strict=True):
        assert "error" not in reply
        answer = reply["answer"]
        if answer is None or answer["kind"] != "mistake":
            continue
        expected = ENDPOINTS["hint"].respond(data, lambda value: None)
        assert sorted(map(str, answer["wrong"])) == sorted(map(str, expected["wrong"]))
        answered += 1
        if not answer["steps"]:
            assert answer["what"].endswith("No solution has it like that.")
        elif (answer["cells"][0], answer["lines"]) == (expected["cells"][0], expected["lines"]):
            assert answer == {name: expected[name] for name in answer}
            same += 1
    assert answered > 0.8 * len(asked), (answered, len(asked))
    assert same > 100
    assert end == {"held": 0}


def texts():
    """Puzzles in one colour in three formats, and the library's files, most of which say more."""
    rng = random.Random(3)
    for number in range(60):
        height, width = rng.randint(1, 12), rng.randint(1, 12)
        rows = [[int(rng.random() < 0.5) for _ in range(width)] for _ in range(height)]
        puzzle = nc.Puzzle.from_picture(nc.Picture(rows))
        about = {"title": f"No. {number}", "author": "me"} if number % 2 else {}
        puzzle = nc.Puzzle(puzzle.rows, puzzle.columns, **about)
        yield from (nc.formats.dumps(puzzle, name) for name in ("json", "non", "puzz-link"))
    for path in sorted((ROOT / "input").rglob("*.*")):
        with suppress(UnicodeDecodeError):
            yield path.read_text(encoding="utf-8")
    yield from (
        "",
        "{",
        "1 1",
        '{"rows": [[1]], "cols": [[2]]}',
        "https://puzz.link/p?nonogram/1/1/zzz",
    )


def test_a_text_is_read_as_by_the_endpoint(folder):
    asked = [("parse", {"text": text}) for text in texts()]
    *found, end = ask(folder, asked)
    answered = set()
    for (_, data), reply in zip(asked, found, strict=True):
        assert reply["takes"] and "error" not in reply
        if (answer := reply["answer"]) is not None:
            assert answer == ENDPOINTS["parse"].respond(data, lambda value: None)
            answered.add((answer["format"], data["text"]))
    formats = Counter(format for format, _ in answered)
    assert all(formats[name] > 40 for name in ("json", "non", "puzz-link")), formats
    assert end == {"held": 0}


def test_a_random_puzzle_of_the_kernel_has_one_solution_as_ordered(folder):
    asked = [
        ("generate", {"rows": side, "columns": side + 1, "seed": seed, "depth": depth})
        for side in (1, 5, 10, 20)
        for seed in (1, 2)
        for depth in (None, "lines")
    ]
    *found, _ = ask(folder, asked)
    again = ask(folder, asked)[:-1]
    for (_, data), reply, other in zip(asked, found, again, strict=True):
        assert reply == other and "error" not in reply
        (puzzle,) = nc.formats.parse(json.dumps(reply["answer"]["puzzle"]), "json").puzzles
        assert puzzle.shape == (data["rows"], data["columns"])
        assert nc.verdict(puzzle) is nc.Verdict.UNIQUE
        if data["depth"]:
            assert propagated(puzzle).is_decided


def test_a_count_gives_rising_bounds_and_stops_at_its_limit(folder):
    rng = random.Random(1)
    cells = [[int(rng.random() < 0.2) for _ in range(30)] for _ in range(30)]
    wide = puzzle_out(nc.Puzzle.from_picture(cells))
    found, end = ask(folder, [("check", {"puzzle": wide, "components": True, "seconds": 4})])
    answer = found["answer"]
    assert (answer["verdict"], answer["is_exact"], answer["stopped_by"]) == (
        "multiple",
        False,
        "seconds",
    )
    bounds = [int(each["count"]) for each in found["progress"] if "count" in each]
    assert bounds == sorted(bounds) and int(answer["count"]) >= 2
    assert end == {"held": 0}


def test_what_the_kernel_cannot_read_is_left_to_python(folder):
    puzzle = puzzle_out(nc.Puzzle([[1]], [[1]]))
    black = puzzle["colours"][0]["name"]
    asked = [
        ("count", {"puzzle": puzzle}),
        ("generate", {"rows": 10, "columns": 31}),
        ("generate", {"rows": 10, "columns": 10, "colours": 2}),
        ("generate", {"rows": 10, "columns": 10, "depth": "deep"}),
        ("generate", {"board": {"kind": "hexagon", "sides": [3] * 6}}),
        ("check", {}),
        ("check", {"puzzle": {**puzzle, "rows": [[[1, "pink"]]]}}),
        ("check", {"puzzle": {**puzzle, "rows": [[[-1, black]]]}}),
        ("check", {"puzzle": {**puzzle, "rows": [[["1", black]]]}}),
        ("check", {"puzzle": {**puzzle, "rows": [[[10**9 + 1, black]]]}}),
        ("check", {"puzzle": {**puzzle, "rows": [[[2**32 + 1, black]]]}}),
        ("check", {"puzzle": {**puzzle, "rows": "1"}}),
        ("check", {"puzzle": puzzle, "grid": [[1, 1]]}),
        ("check", {"puzzle": puzzle, "grid": [[64]]}),
        ("check", {"puzzle": puzzle, "seconds": 1e9}),
        ("solve", {"puzzle": {**puzzle, "rows": [None], "cols": [None] * 12_000}}),
        ("solve", {"puzzle": {**puzzle, "rows": [None] * 600, "cols": [None] * 600}}),
    ]
    *found, _ = ask(folder, asked)
    assert [reply["takes"] for reply in found] == [False] * len(asked)


def test_a_second_build_compiles_nothing(folder, monkeypatch):
    if PAGE:
        pytest.skip("the page was built elsewhere")
    ran = []
    run = build._run
    monkeypatch.setattr(build, "_run", lambda command: ran.append(command) or run(command))
    build_kernel(folder / "again")
    assert [command[1:] for command in ran] == [["--version"]]
    assert (folder / "again" / "kernel.wasm").stat().st_size > 100_000


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda patch: patch.setattr(build, "SOURCES", Path("nowhere")), "run it in a checkout"),
        (lambda patch: patch.setenv("PATH", ""), r"needs em\+\+"),
        (lambda patch: patch.setenv("NONOCSP_KERNEL", "nowhere"), "nowhere has no kernel.js"),
    ],
)
def test_what_a_build_lacks_is_one_line(change, reason, monkeypatch, tmp_path):
    if shutil.which("em++") is None and "em" not in reason:
        missing("em++ is not installed")
    change(monkeypatch)
    with pytest.raises(BuildError, match=reason) as raised:
        build_kernel(tmp_path)
    assert "\n" not in str(raised.value)
    assert list(tmp_path.iterdir()) == []


def test_an_installed_package_takes_the_sources_of_the_checkout_around_the_current_folder(
    monkeypatch, tmp_path
):
    monkeypatch.delenv("NONOCSP_KERNEL", raising=False)
    monkeypatch.setattr(build, "BUILT", tmp_path)
    installed = tmp_path / "core"
    for name in build._FITTING:
        (installed / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(build._CORE / name, installed / name)
    monkeypatch.setattr(build, "_CORE", installed)
    monkeypatch.setattr(build, "HERE", installed / "kernel" / "browser")
    monkeypatch.chdir(ROOT / "tests" / "apps")
    assert build._sources() == ROOT / "nonocsp" / "core" / "kernel" / "src"
    assert "checkout" not in build.lacking() and "has others" not in build.lacking()
    (installed / build._FITTING[0]).write_text("")
    assert f"{ROOT} has others" in build.lacking()
    monkeypatch.chdir(tmp_path)
    assert not build._sources().is_dir()
