"""The public names: complete, documented, and seen by completion and type checkers."""

import ast
import importlib
import inspect
import os
import re
import rlcompleter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import ModuleType

import pytest
from sources import MODULES

import nonocsp

PACKAGE = Path(nonocsp.__file__).parent
ROOT = Path(__file__).parents[2]
HOUSES = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}

#: What a text names: ``nc.solve``, `nonocsp.core.line.count`. Not a file, an address or a web page.
PATH = re.compile(r"(?<![\w./@-])(?:nonocsp|nc)((?:\.[A-Za-z_]\w*)+)")
IMPORT = re.compile(r"\bfrom nonocsp([\w.]*) import (\([^)]*\)|[\w, ]+)|\bimport nonocsp([\w.]+)")

#: Groups of entry points, files, a logger and what stands for any name: not paths of Python.
OTHERS = {"bash", "fish", "suite", "zip", "decisions", "engines", "orderings", "propagators"} | {
    "value_orders",
    "MODULE",
    "NAME",
}


def test_the_public_names_are_few():
    kinds = [type(getattr(nonocsp, name)) for name in nonocsp.__all__]
    assert len(kinds) - kinds.count(ModuleType) <= 47


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
    print(step.technique, nc.hint(puzzle).what, nc.diagnose(puzzle).text)
    print(nc.rate(puzzle).depth_word)
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
def test_a_type_checker_finds_the_errors_of_a_user_and_no_others(python, tmp_path):
    pytest.importorskip("mypy")
    pytest.importorskip("numpy")
    script = tmp_path / "script.py"
    script.write_text(USER_SCRIPT)
    # As for an installed package, only the script is judged.
    options = ["--strict", "--follow-imports=silent", f"--cache-dir={os.devnull}"]
    environment = os.environ | {"MYPYPATH": str(PACKAGE.parent)}
    _, out, err = python("-m", "mypy", *options, script.name, cwd=tmp_path, env=environment)
    faulty = [int(line.split(":")[1]) for line in out.splitlines() if ": error:" in line]
    assert faulty == [19, 20, 21, 22], out + err


def test_type_checkers_see_the_public_names():
    tree = ast.parse((PACKAGE / "__init__.py").read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    assert [alias.asname for node in block.body for alias in node.names] == [
        alias.name for node in block.body for alias in node.names
    ]
    seen = {alias.asname for node in block.body for alias in node.names}
    assert seen == set(nonocsp.__all__)


def test_public_functions_stay_callable_whatever_was_imported(python):
    code = """
import types, nonocsp as nc
from sources import import_all
names = [n for n in nc.__all__ if not isinstance(getattr(nc, n), types.ModuleType)]
import_all()
assert all(callable(getattr(nc, name)) for name in names)
assert nc.hint(nc.Puzzle([[1]], [[1]]), engine="textbook").what
"""
    assert python("-c", code)[0] == 0


def named(path: str) -> object:
    """What a public path names; it is imported. A path of another kind raises.

    Public are the names of `nonocsp`, those of a room, and what these have without an underscore. A
    module is public where ``__all__`` of its room names it.
    """
    parts = path.split(".")[1:]
    value: object = nonocsp
    if parts[0] in HOUSES:
        house, room, *parts = parts
        value = importlib.import_module(f"nonocsp.{house}.{room}")
        is_open = hasattr(value, "__all__") or not hasattr(value, "__path__")
        assert is_open or not parts, f"{house}.{room} has no public names"
    for name in parts:
        is_listed = name in getattr(value, "__all__", [name])
        assert is_listed and not name.startswith("_"), f"{name} is private"
        fields = inspect.get_annotations(value) if isinstance(value, type) else {}
        value = fields[name] if name in fields else getattr(value, name)
    return value


def faults(text: str) -> Iterator[str]:
    """The paths of a text that are not public."""
    imported = [
        f"{module}.{name}"
        for module, names, _ in IMPORT.findall(text)
        for name in re.findall(r"(\w+)(?: as \w+)?", names)
    ]
    paths = {f"nonocsp{found}" for found in chain(PATH.findall(text), imported)}
    for path in sorted(paths):
        try:
            # A house alone, `nonocsp.core`, is only spoken of.
            if path.split(".")[1] not in OTHERS and path.partition(".")[2] not in HOUSES:
                named(path)
        except nonocsp.NonocspError:  # the package of an extra is missing
            continue
        except (AssertionError, AttributeError, ImportError, ValueError) as error:
            yield f"{path}: {error}"
    for module, _, whole in IMPORT.findall(text):
        if (module or whole).count(".") > 2:
            yield f"an import of nonocsp{module or whole}, which is below a room"


PAGES = [
    path
    for path in [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("input/*.md"),
        *ROOT.glob("benchmarks/*.md"),
        *(path for end in ("html", "js", "json") for path in (PACKAGE / "apps").rglob(f"*.{end}")),
    ]
    if not {"_build", "node_modules"} & {*path.parts}
]


def test_pages_name_public_paths_alone():
    texts = {path: path.read_text("utf-8") for path in PAGES}
    assert sum(len(PATH.findall(text)) for text in texts.values()) > 500
    assert {str(path): found for path in PAGES if (found := [*faults(texts[path])])} == {}


def messages(path: Path) -> Iterator[str]:
    """The strings of a module that are neither docstrings nor programs for another process."""
    tree = ast.parse(path.read_text("utf-8"))
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in bare else None
        if isinstance(text, str) and not text.startswith("import "):
            yield text


def test_messages_name_public_paths_alone():
    found = {name: [*chain(*map(faults, messages(path)))] for name, path in MODULES.items()}
    assert {name: paths for name, paths in found.items() if paths} == {}


def docstrings(value: object) -> Iterator[str]:
    """Of a public name and of its public members."""
    yield inspect.getdoc(value) or ""
    if isinstance(value, ModuleType):
        names = getattr(value, "__all__", ())
    else:
        names = vars(value) if isinstance(value, type) else ()
    for name in names:
        if not name.startswith("_"):
            try:
                yield from docstrings(getattr(value, name))
            except nonocsp.NonocspError:  # the package of an extra is missing
                continue


def test_public_docstrings_name_public_paths_alone():
    rooms = [name for name in MODULES if name.count(".") == 2 and not name.endswith("__main__")]
    texts = {
        text for room in ["nonocsp", *rooms] for text in docstrings(importlib.import_module(room))
    }
    assert len(texts) > 500
    assert [*chain(*map(faults, sorted(texts)))] == []


@pytest.mark.parametrize(
    "text",
    [
        "`nonocsp.people.generation.rng.Rng`",
        "{py:func}`nonocsp.core.kernel.interface.propagated`",
        "see nc.sovle",
        "`nonocsp.core.solve`",
        ">>> from nonocsp.people.generation.families import n_dom",
        ">>> import nonocsp.extra.learning.tasks",
        "from nonocsp.people.reading import decipher, heard",
        "nc.generation.families.randoms",
    ],
)
def test_other_paths_are_found(text):
    assert [*faults(text)]
