"""The house: which room may import which, and that CONTRIBUTING.md describes it."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import resolve_name
from pathlib import Path

import largest
import networkx as nx
import pytest
from sources import MODULES, PACKAGE, house_of, imports, module_of, room_of

from nonocsp.apps import cli
from nonocsp.core.kernel.interface import UNAVAILABLE
from nonocsp.files.formats import registry

#: Every house imports only from those before it.
HOUSES = ["core", "files", "people", "many", "extra", "apps"]

#: Every room imports only from the floors below its own. The public names stand inside of the last
#: house: above what shows them in notebooks, below the faces.
FLOORS = [
    {"core.base"},
    {"core.options"},
    {"core.model"},
    {"core.kernel"},
    {"core.line"},
    {"core.csp"},
    {"core.solver"},
    {"core.plugins"},
    {"core.proofs"},
    {"core.space"},
    {"files.foreign", "files.encodings"},
    {"files.render"},
    {"files.formats"},
    {"files.loose"},
    {"files.spaces"},
    {"people.reading", "people.watching"},
    {"people.explanation"},
    {"people.generation", "people.photo"},
    {"people.opening", "people.publishing"},
    {"many.work"},
    {"many.grading", "many.questions"},
    {"many.sets"},
    {"extra.cpmpy", "extra.learning"},
    {"apps.notebook"},
    {"__init__"},
    {"apps.library", "apps.machine"},
    {"apps.collection"},
    {"apps.player", "apps.shell", "apps.web"},
    {"apps.cli"},
    {"__main__"},
]
FLOOR: dict[str, float] = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
# The door of a house stands on its roof.
FLOOR |= {
    house: max(floor for room, floor in FLOOR.items() if room.startswith(f"{house}.")) + 0.5
    for house in HOUSES
}

#: The folders of the kernel's sources, each of which includes only from those before it.
FOLDERS = [
    *("search/base", "search/line", "search/grid", "search"),
    *(
        "counting/diagram",
        "counting/components",
        "counting/frontier",
        "counting/estimation",
        "counting/bounds",
        "counting",
    ),
    "proofs",
    *("people/chains", "people/hints", "people/readings", "people/photos"),
    "bindings",
]
KERNEL = PACKAGE / "core" / "kernel" / "src"

ROOT = PACKAGE.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text()


def named(path):
    return str(path.relative_to(PACKAGE))


def test_every_room_has_a_floor():
    assert {room_of(module) for module in MODULES} == set(FLOOR)


def test_the_houses_stand_above_each_other():
    houses = [house_of(room) for room in sorted(FLOOR, key=FLOOR.get) if house_of(room) in HOUSES]
    assert houses == sorted(houses, key=HOUSES.index)


def first_column(header):
    """The names in the first column of a table of CONTRIBUTING.md."""
    rows = PAGE.partition(f"| {header} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [name.strip("/") for row in rows for name in re.findall("`(.+?)`", row.split("|")[1])]


def test_the_tables_of_rooms_are_those_of_the_tree():
    """A row for each house, with its rooms in their order."""
    head = "house | what it is | its rooms: each imports only from those before it"
    assert first_column(head) == HOUSES
    rooms = [
        name if name == "__init__" else f"{house}.{name}"
        for house in HOUSES
        for last in re.findall(rf"^\| `{house}/` \|.*\| (.*?) \|$", PAGE, re.M)
        for name in re.findall(r"\w+", last)
    ]
    assert len(rooms) == len(set(rooms))
    assert set(rooms) == set(FLOOR) - {"__main__", *HOUSES}
    assert sorted(rooms, key=FLOOR.get) == rooms, "each imports from those above it"
    (folders,) = re.findall(r"^The folders of `core/kernel/src/`, (.*)$", PAGE, re.M)
    assert re.findall(r"`(\S+)/`", folders) == FOLDERS


EVERYTHING = [str(path) for path in PACKAGE.rglob("*") if "__pycache__" not in path.parts]


def found(name):
    """The file or folder that CONTRIBUTING.md means, None if there is none.

    A path may leave out folders at its front, as long as it means one thing.
    """
    if (ROOT / name).exists():
        return ROOT / name
    name = name.strip("/")
    paths = [Path(path) for path in EVERYTHING if path.endswith(f"/{name}")]
    assert len(paths) <= 1 or "/" not in name, f"{name} is one of several"
    return next(iter(paths), None)


@pytest.mark.parametrize("row", [row for row in PAGE.splitlines() if "`" in row])
def test_what_a_row_names_is_there(row):
    """Files and folders, the tables in them, programs with their options, and targets of make."""
    spans = re.findall("`([^`]+)`", row)
    file = re.compile(r"[\w./-]+(/|\.(py|js|def|hpp|cpp|json))").fullmatch
    paths = [found(span) for span in spans if file(span)]
    assert None not in paths
    files = [path / "__init__.py" if path.is_dir() else path for path in paths]
    text = "".join(path.read_text() for path in files if path.exists())
    for name, file_of in re.findall(r"`([A-Z_]{5,})` in `([^`]+)`", row):
        said = found(file_of).read_text()
        assert re.search(rf"^(?:const )?{name}\b", said, re.M), f"{name} in {file_of}"
    for span in spans:
        if re.fullmatch("[A-Z_]{5,}", span):
            assert span in text
        elif span.startswith(".ci/"):
            assert (ROOT / span).exists()
        elif program := re.match(r"python (\S+\.py)", span):
            said = (ROOT / program[1]).read_text()
            assert all(option in said for option in re.findall("--[a-z]+", span)), span
        elif target := re.match(r"make (\w+)", span):
            assert f"\n{target[1]}:" in (ROOT / "Makefile").read_text()


@pytest.mark.parametrize("path", MODULES.values(), ids=named)
def test_a_room_imports_only_from_floors_below(path):
    module = module_of(path)
    room = room_of(module)
    for imported in map(room_of, imports(path)):
        if imported != room:
            assert FLOOR[imported] < FLOOR[room], f"{room} imports {imported}"


@pytest.mark.parametrize("path", MODULES.values(), ids=named)
def test_the_package_imports_nothing_that_stands_on_it(path):
    """But for the command bench, which looks for the suite and imports it by name."""
    found = re.findall(r"^\s*(?:from|import) (?:benchmarks|tests)\b", path.read_text(), re.M)
    assert found == []


def folder_of(source):
    return source.parent.relative_to(KERNEL).as_posix()


def test_folders_of_the_kernel_include_only_from_those_before():
    for path in sorted(KERNEL.rglob("*.?pp")):
        included = re.findall(r'#include "([\w/]+)/', path.read_text())
        for folder in (folder for folder in included if folder in FOLDERS):
            assert FOLDERS.index(folder) <= FOLDERS.index(folder_of(path)), named(path)
    assert {folder_of(path) for path in KERNEL.rglob("*.?pp")} == set(FOLDERS)


def test_no_modules_import_each_other():
    graph = nx.DiGraph((module, to) for module, path in MODULES.items() for to in imports(path))
    assert [sorted(each) for each in nx.strongly_connected_components(graph) if len(each) > 1] == []


def test_every_module_is_imported_or_stands_in_a_table():
    used = {to for path in MODULES.values() for to in imports(path)}
    texts = "\n".join(path.read_text() for path in MODULES.values())
    named = {word for text in re.findall(r'"([\w. ]+)"', texts) for word in text.split()}
    alone = {
        module
        for module, path in MODULES.items()
        if module not in used and named.isdisjoint({module.split(".")[-1], *_endings(module)})
        if path.name != "__init__.py"
    }
    assert alone == {  # programs
        "nonocsp.core.kernel.generate_params",
        "nonocsp.core.proofs.count_checker",
        "nonocsp.apps.web.in_browser",
        "nonocsp.apps.web.make_types",
    }


def _endings(module):
    parts = module.split(".")
    return {".".join(parts[start:]) for start in range(1, len(parts) - 1)}


def test_what_is_large_has_a_sentence():
    assert largest.faults() == []


#: What no first answer needs: libraries, rooms, commands, and formats that the file cannot be in.
HEAVY = """networkx constraint numpy PIL asyncio multiprocessing reportlab rich difflib logging"""
UNASKED = [
    *("nonocsp.people.explanation", "nonocsp.people.generation", "nonocsp.core.proofs"),
    *("nonocsp.people.reading", "nonocsp.core.space"),
    *(f"nonocsp.apps.cli.{module}" for module in {*cli._MODULES.values()} - {"solve"}),
    *(
        resolve_name(f".{module}", "nonocsp.files.formats")
        for name, (module, _) in registry.MODULES.items()
        if name != "picture"
    ),
]
OTHERS = f"{HEAVY} importlib.metadata email xml html csv socket {' '.join(UNASKED)}"

#: What the standard library has, and our own, that only other questions ask for.
UNUSED = """base64 gzip hashlib json pathlib random string traceback urllib.parse
    nonocsp.core.line nonocsp.core.model.boards nonocsp.core.model.custom_board
    nonocsp.core.model.typed_clue"""

#: By what a fresh process does: how many modules of the package it loads, at most, and none of
#: these others.
LOADED = {
    "import nonocsp": (5, f"{OTHERS} nonocsp.files.render nonocsp.files.formats json"),
    "import nonocsp as nc; nc.solve(nc.Puzzle([[1]], [[1]]))": (
        39,
        f"{OTHERS} nonocsp.files.render nonocsp.files.formats nonocsp.core.line argparse {UNUSED}",
    ),
    "nonocsp solve input/heart.txt": (77, f"{OTHERS} {UNUSED}"),
    "nonocsp check input/heart.txt": (86, f"{HEAVY} statistics {' '.join(UNASKED[:5])}"),
    "nonocsp help hint": (64, f"{HEAVY} nonocsp.people.explanation nonocsp.apps.cli.generate"),
    "nonocsp --version": (43, f"{HEAVY} nonocsp.files.formats nonocsp.apps.cli.solve"),
}


@pytest.mark.skipif(bool(UNAVAILABLE), reason="no kernel here")
@pytest.mark.parametrize("does", LOADED)
def test_only_what_an_answer_needs_is_loaded(does):
    most, absent = LOADED[does]
    program, *words = does.split()
    code = does if program == "import" else f"sys.argv[1:] = {words}; main()"
    code = f"""
import sys
before = set(sys.modules)  # an environment may load some of them at its start
from nonocsp.__main__ import main
try:
    {code}
finally:
    print(*set(sys.modules) - before, file=sys.stderr)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    loaded = ran.stderr.split()
    assert {*loaded} & {*absent.split()} == set()
    assert len([name for name in loaded if name.split(".")[0] == "nonocsp"]) <= most


def test_the_compiled_module_has_one_door():
    """What asks for it elsewhere would keep a missing or another one after `connect`."""
    inside = PACKAGE / "core" / "kernel"
    doors = [path for path in MODULES.values() if "import _nonocsp_kernel" in path.read_text()]
    assert doors == [inside / "interface.py"]
    for path in MODULES.values():
        assert not re.search(r"interface import [^\n]*\bcompiled\b", path.read_text()), path
