"""The public names: complete, documented, and seen by completion and type checkers."""

import ast
import os
import re
import rlcompleter
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import nonocsp

PACKAGE = Path(nonocsp.__file__).parent
TOOLS = str(Path(__file__).parents[1] / "tools")


def test_the_public_names_are_few():
    kinds = [type(getattr(nonocsp, name)) for name in nonocsp.__all__]
    assert len(kinds) - kinds.count(ModuleType) <= 46


def test_the_public_names_are_complete_and_documented():
    assert dir(nonocsp) == nonocsp.__all__ == sorted(set(nonocsp.__all__))
    for name in nonocsp.__all__:
        assert getattr(nonocsp, name).__doc__
    assert re.match(r"\d+\.\d+", nonocsp.__version__)
    with pytest.raises(AttributeError):
        nonocsp.no_such_name  # noqa: B018


def test_completion_shows_the_public_names_alone():
    found = rlcompleter.Completer({"nc": nonocsp}).attr_matches("nc.")
    names = {match.removeprefix("nc.").rstrip("()") for match in found}
    assert {name for name in names if not name.startswith("_")} == set(nonocsp.__all__)
    rooms = {path.stem for path in PACKAGE.iterdir()}
    stray = {name for name in vars(nonocsp) if not name.startswith("_")}
    assert stray - rooms <= set(nonocsp.__all__)


USER_SCRIPT = """
import numpy as np
import nonocsp as nc

puzzle = nc.Puzzle.from_picture(np.array([[1, 0], [0, 1]]))
puzzle = nc.Puzzle([np.array([1]), [np.int64(1)]], np.array([[1], [1]]))
unique: bool = nc.is_unique(puzzle)
if nc.solve(puzzle) and nc.count(puzzle) > 1:
    number: int = int(nc.count(puzzle))
rows: list[tuple[int, ...]] = list(nc.Picture(np.array([[1, 0], [0, 1]])))
for step in nc.explain(puzzle):
    print(step.technique, nc.hint(puzzle).what, nc.diagnose(puzzle).text, nc.rate(puzzle).word)
fixed = nc.repair(nc.Picture(rows)).puzzle
answers = [answer.count for answer in nc.questions.count_many([puzzle, *nc.read_all("two.txt")])]
values = np.asarray(nc.solution_space(puzzle).marginals())
print(nc.render.svg(puzzle), nc.Colour("red", (255, 0, 0)), nc.__version__)

nc.sovle(puzzle)
nc.Puzzle(5, [[1]])
text: str = nc.is_unique(puzzle)
nc.generate(5, 5).puzzle.title
"""


@pytest.mark.slow
def test_a_type_checker_finds_the_errors_of_a_user_and_no_others(tmp_path):
    pytest.importorskip("mypy")
    pytest.importorskip("numpy")
    script = tmp_path / "script.py"
    script.write_text(USER_SCRIPT)
    # As for an installed package, only the script is judged.
    options = ["--strict", "--follow-imports=silent", f"--cache-dir={os.devnull}"]
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", *options, script.name],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(PACKAGE.parent)},
    )
    faulty = [int(line.split(":")[1]) for line in ran.stdout.splitlines() if ": error:" in line]
    assert faulty == [18, 19, 20, 21], ran.stdout + ran.stderr


def test_type_checkers_see_the_public_names():
    tree = ast.parse((PACKAGE / "__init__.py").read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    assert [alias.asname for node in block.body for alias in node.names] == [
        alias.name for node in block.body for alias in node.names
    ]
    seen = {alias.asname for node in block.body for alias in node.names}
    assert seen == set(nonocsp.__all__)


def test_public_functions_stay_callable_whatever_was_imported():
    code = """
import sys, types, nonocsp as nc
sys.path += sys.argv[1:]
from sources import import_all
names = [n for n in nc.__all__ if not isinstance(getattr(nc, n), types.ModuleType)]
import_all()
assert all(callable(getattr(nc, name)) for name in names)
assert nc.hint(nc.Puzzle([[1]], [[1]]), engine="textbook").what
"""
    subprocess.run([sys.executable, "-c", code, TOOLS], check=True)
