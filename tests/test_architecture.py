"""The house: which room may import which."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nonocsp

PACKAGE = Path(nonocsp.__file__).parent

#: Every room imports only from the floors below its own.
FLOORS = [
    {"common"},
    {"model"},
    {"kernel"},
    {"line"},
    {"csp", "encodings", "render"},
    {"formats"},
    {"solver"},
    {"space"},
    {"explanation"},
    {"generation"},
    {"questions"},
    {"__init__"},
    {"apps"},
    {"__main__"},
]
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}


def sources():
    return sorted(PACKAGE.rglob("*.py"))


def room_of(path):
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path):
    """The rooms that a file imports from inside the package."""
    package = ["nonocsp", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            # "from . import room" names rooms; "from .room import name" names what is in one.
            names = [[*base, alias.name] for alias in node.names]
        else:
            continue
        for name in names:
            if name[0] == "nonocsp":
                yield name[1] if len(name) > 1 and name[1] in FLOOR else "__init__"


def test_every_room_has_a_floor():
    assert {room_of(path) for path in sources()} == set(FLOOR)


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_room_imports_only_from_floors_below(path):
    room = room_of(path)
    for imported in imports(path):
        assert imported == room or FLOOR[imported] < FLOOR[room], f"{room} imports {imported}"


def test_no_file_is_a_thousand_lines():
    checkout = Path(__file__).parents[1] / "nonocsp"
    for path in checkout.rglob("*"):
        if path.suffix in (".py", ".cpp", ".hpp"):
            assert path.read_text().count("\n") < 1000, path


def test_importing_the_package_is_light():
    heavy = ["networkx", "constraint", "numpy", "PIL", "asyncio", "multiprocessing", "email"]
    heavy += ["reportlab", "rich", "difflib", "importlib.metadata"]
    rooms = ("explanation", "generation", "questions", "render", "space")
    heavy += [f"nonocsp.{room}" for room in rooms]
    code = f"""
import sys
before = set(sys.modules)  # an environment may load some of them at its start
import nonocsp
print(*[m for m in {heavy!r} if m in sys.modules and m not in before])
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == []


def test_the_public_names_are_complete_and_documented():
    assert dir(nonocsp) == nonocsp.__all__ == sorted(set(nonocsp.__all__))
    for name in nonocsp.__all__:
        assert getattr(nonocsp, name).__doc__
    assert re.match(r"\d+\.\d+", nonocsp.__version__)
    with pytest.raises(AttributeError):
        nonocsp.no_such_name  # noqa: B018


def test_type_checkers_see_the_public_names():
    tree = ast.parse((PACKAGE / "__init__.py").read_text())
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    assert [alias.asname for node in block.body for alias in node.names] == [
        alias.name for node in block.body for alias in node.names
    ]
    seen = {alias.asname for node in block.body for alias in node.names}
    assert seen == set(nonocsp.__all__)


def test_public_functions_stay_callable_whatever_was_imported():
    code = """
import pkgutil, nonocsp as nc
names = [n for n in nc.__all__ if n not in ("formats", "render")]
for module in pkgutil.walk_packages(nc.__path__, "nonocsp."):
    if "stubs" not in module.name and not module.name.endswith("__main__"):
        __import__(module.name)
assert all(callable(getattr(nc, name)) for name in names)
assert nc.hint(nc.Puzzle([[1]], [[1]]), engine="textbook").what
"""
    subprocess.run([sys.executable, "-c", code], check=True)
