"""The door of the core: who imports what through it, and what is taken from behind it."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from sources import MODULES, PACKAGE

from nonocsp import core

CORE = "nonocsp.core"
GUESTS = {
    module: path
    for module, path in MODULES.items()
    if module.count(".") and not module.startswith((CORE, "nonocsp.__main__"))
}

#: "room module: names": what one room alone takes from behind the door. A name that nobody needs
#: any more goes; a new one wants a reason why it does not move to its only user.
LIST = Path(__file__).with_name("behind_the_door.txt")
LISTED = {
    (room, origin, name)
    for line in LIST.read_text().splitlines()
    for (room, origin), names in [(line.partition(":")[0].split(), line.partition(":")[2])]
    for name in names.split()
}
MOST = 120


def statements(path):
    """The statements of a file that import from the core: the block, the module, the names."""
    package = ["nonocsp", *path.relative_to(PACKAGE).parent.parts]
    tree = ast.parse(path.read_text())
    blocks = [block for node in ast.walk(tree) for block in _blocks(node)]
    for number, block in enumerate(blocks):
        for node in block:
            if isinstance(node, ast.ImportFrom):
                base = package[: len(package) - node.level + 1] if node.level else []
                module = ".".join([*base, *filter(None, [node.module])])
                if f"{module}.".startswith(f"{CORE}."):
                    yield number, module, [alias.name for alias in node.names]


def _blocks(node):
    for field in ("body", "orelse", "finalbody"):
        if isinstance(block := getattr(node, field, None), list):
            yield block


def taken():
    """What the guests take from behind the door, by name: the rooms."""
    found = defaultdict(set)
    for module, path in GUESTS.items():
        for _, origin, names in statements(path):
            for name in names if origin != CORE else ():
                found[origin.removeprefix(f"{CORE}."), name].add(".".join(module.split(".")[1:3]))
    return found


@pytest.mark.parametrize("path", GUESTS.values(), ids=GUESTS)
def test_a_guest_imports_from_the_core_in_one_statement(path):
    doors = [block for block, module, _ in statements(path) if module == CORE]
    assert len(doors) == len(set(doors)), "once in a block"


def test_every_name_of_the_door_is_used_by_two_rooms():
    rooms = defaultdict(set)
    for module, path in GUESTS.items():
        for _, origin, names in statements(path):
            for name in names if origin == CORE else ():
                rooms[name].add(".".join(module.split(".")[1:3]))
    assert set(rooms) == set(core.__all__)
    assert [name for name, users in rooms.items() if len(users) < 2] == []


def test_what_is_taken_from_behind_the_door_is_listed():
    found = {(room, *name) for name, rooms in taken().items() for room in rooms}
    assert found == LISTED
    assert len(LISTED) <= MOST, "the list may only shrink"


def test_no_name_from_behind_the_door_is_taken_by_two_rooms():
    """Wherever it is taken from: what two rooms use is a name of the door."""
    users = defaultdict(set)
    for (origin, name), rooms in taken().items():
        value = getattr(__import__(f"{CORE}.{origin}", fromlist=[name]), name)
        users[name, id(value)] |= rooms
    assert [key for key, rooms in users.items() if len(rooms) > 1] == []


def test_the_door_says_to_type_checkers_what_it_gives():
    tree = ast.parse((PACKAGE / "core" / "__init__.py").read_text())
    typed = {
        alias.asname: f"{CORE}.{node.module}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
        for alias in node.names
    }
    assert sorted(typed) == core.__all__
    for name, module in typed.items():
        value = getattr(core, name)
        assert getattr(sys.modules[module], name, value) is value
