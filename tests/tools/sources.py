"""The modules of the package, by its files.

`pkgutil.walk_packages` would also find those beside the package, a second time, where it is
installed for editing: two kernels that do not know of each other.
"""

from __future__ import annotations

import ast
import importlib
from functools import cache
from pathlib import Path

import nonocsp
from nonocsp.core.base.errors import NonocspError

PACKAGE = Path(nonocsp.__file__).parent


def module_of(path: Path) -> str:
    """The name of a module in a file."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(("nonocsp", *(part for part in parts if part != "__init__")))


#: The file of each module, by name.
MODULES = {module_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imports(path: Path) -> list[str]:
    """The modules of the package that a file imports, for types or inside functions as well."""
    found: list[str] = []
    package = ["nonocsp", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
        found += [name for name in names if name in MODULES]
    return found


def room_of(module: str) -> str:
    """``house.room``; a house alone is its door."""
    return ".".join(module.split(".")[1:3]) or "__init__"


def house_of(room: str) -> str:
    return room.split(".")[0]


def import_all() -> None:
    """Import every module that can be imported."""
    for name in MODULES:
        # A command, and what takes the place of the compiled module in a browser.
        if name != "nonocsp.__main__" and not name.startswith("nonocsp.core.kernel.browser"):
            try:
                importlib.import_module(name)
            except (ImportError, NonocspError):  # of an extra
                continue
