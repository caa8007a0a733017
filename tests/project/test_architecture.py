"""The house: which room may import which, and how large its parts may be."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import networkx as nx
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
    {"proofs"},
    {"space"},
    {"explanation"},
    {"generation"},
    {"questions"},
    {"notebook"},
    {"__init__"},
    {"apps"},
    {"__main__"},
]
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

#: The folders of the kernel's sources, each of which includes only from those before it.
FOLDERS = [
    *("base", "line", "grid", "search", "diagram", "components", "frontier", "estimation"),
    *("bounds", "counting", "proofs", "chains", "bindings"),
]
KERNEL = PACKAGE / "kernel" / "src"

SUFFIXES = (".py", ".cpp", ".hpp", ".js")
MOST_ROOMS, MOST_LINES, MOST_LINES_OF_A_FUNCTION, MOST_METHODS = 15, 450, 60, 25


def sources():
    return sorted(PACKAGE.rglob("*.py"))


def named(path):
    return str(path.relative_to(PACKAGE))


def module_of(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(("nonocsp", *(part for part in parts if part != "__init__")))


MODULES = {module_of(path): path for path in sources()}


def imports(path):
    """The modules of the package that a file imports, for types or inside functions as well."""
    package = ["nonocsp", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join(base + (node.module.split(".") if node.module else []))
            # "from .room import name" imports a module of that name, or something in the room.
            names = [
                below if (below := f"{module}.{alias.name}") in MODULES else module
                for alias in node.names
            ]
        else:
            continue
        yield from (name for name in names if name in MODULES)


def room_of(module):
    return module.split(".")[1] if "." in module else "__init__"


def test_every_room_has_a_floor():
    assert {room_of(module) for module in MODULES} == set(FLOOR)
    assert sum((PACKAGE / room).is_dir() for room in FLOOR) <= MOST_ROOMS


@pytest.mark.parametrize("path", sources(), ids=named)
def test_a_room_imports_only_from_floors_below(path):
    room = room_of(module_of(path))
    for imported in map(room_of, imports(path)):
        assert imported == room or FLOOR[imported] < FLOOR[room], f"{room} imports {imported}"


def test_folders_of_the_kernel_include_only_from_those_before():
    for path in sorted(KERNEL.rglob("*.?pp")):
        included = re.findall(r'#include "(\w+)/', path.read_text())
        for folder in (folder for folder in included if folder in FOLDERS):
            assert FOLDERS.index(folder) <= FOLDERS.index(path.parent.name), named(path)
    assert {path.parent.name for path in KERNEL.rglob("*.?pp")} == set(FOLDERS)


def test_no_modules_import_each_other():
    graph = nx.DiGraph((module, to) for module, path in MODULES.items() for to in imports(path))
    assert [sorted(each) for each in nx.strongly_connected_components(graph) if len(each) > 1] == []


def test_files_are_short():
    files = (path for path in PACKAGE.rglob("*") if path.suffix in SUFFIXES)
    lengths = {named(path): path.read_text().count("\n") for path in files}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


def length_of(function):
    """The lines of a function without its decorators and docstring."""
    first = function.body[0]
    is_documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    documented = first.end_lineno - first.lineno + 1 if is_documented else 0
    return function.end_lineno - function.lineno + 1 - documented


@pytest.mark.parametrize("path", sources(), ids=named)
def test_functions_and_classes_are_small(path):
    """Fields of plain records do not count as methods do."""
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, functions):
            assert length_of(node) <= MOST_LINES_OF_A_FUNCTION, node.name
        if isinstance(node, ast.ClassDef):
            methods = {each.name for each in node.body if isinstance(each, functions)}
            assert len(methods) <= MOST_METHODS, node.name


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


def test_the_compiled_module_has_one_door():
    """What asks for it elsewhere would keep a missing or another one after `connect`."""
    inside = PACKAGE / "kernel"
    doors = [path for path in sources() if "import _nonocsp_kernel" in path.read_text()]
    assert doors == [inside / "interface.py"]
    for path in sources():
        assert not re.search(r"interface import [^\n]*\bcompiled\b", path.read_text()), path
