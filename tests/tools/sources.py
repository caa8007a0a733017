"""The modules of the package, by its files.

`pkgutil.walk_packages` would also find those beside the package, a second time, where it is
installed for editing: two kernels that do not know of each other.
"""

from __future__ import annotations

import importlib
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


def import_all() -> None:
    """Import every module that can be imported."""
    for name in MODULES:
        # A command, and what takes the place of the compiled module in a browser.
        if name != "nonocsp.__main__" and not name.startswith("nonocsp.core.kernel.browser"):
            try:
                importlib.import_module(name)
            except (ImportError, NonocspError):  # of an extra
                continue
