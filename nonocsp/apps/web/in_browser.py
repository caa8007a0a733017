"""Python in the browser: what ``answers/python_worker.js`` calls in Pyodide.

It stands by itself at the root of the archive of the package, as it begins before the package is
imported. `load` runs when the page is built: the memory of the interpreter after it is part of the
page, which starts from it in a tenth of the time. The kernel, which is JavaScript, is connected
where the page runs.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import MetadataPathFinder
from types import ModuleType


def load() -> None:
    """Import all that questions need; the kernel is missing as yet."""
    _load_reportlab()
    import nonocsp
    from nonocsp.core import NonocspError

    for module in pkgutil.walk_packages(nonocsp.__path__, "nonocsp."):
        # What needs libraries that the page does not have is not for the page.
        with suppress(ImportError, NonocspError):
            importlib.import_module(module.name)
    # It holds open files, which are not there where the page runs.
    MetadataPathFinder.invalidate_caches()


def _load_reportlab() -> None:
    """Import reportlab, which insists on Pillow but uses it for images alone."""
    standins = {name: ModuleType(name) for name in ("PIL", "PIL.Image")}
    standins["PIL"].Image = standins["PIL.Image"]  # type: ignore[attr-defined]
    sys.modules.update(standins)
    importlib.import_module("reportlab.pdfgen.canvas")
    for name in standins:
        del sys.modules[name]


def connect() -> None:
    """Put the kernel in the place of its stand-in."""
    from nonocsp.core import kernel_interface as interface

    interface.connect(importlib.import_module("_nonocsp_kernel"))
    random.seed()  # its state was that of the snapshot, the same on every start


def answer(question: str, text: str, send: Callable[[str], object]) -> str:
    """The last line of the answer to a question about data as JSON; `send` gets those before it."""
    from nonocsp.apps.web.endpoints import error_line, respond

    def show(output: dict[str, str]) -> None:
        send(json.dumps({"progress": output}))

    try:
        data = json.loads(text)
        # Code of the visitor: not in the table of endpoints, which servers answer too.
        if question in ("begin", "cell"):
            from nonocsp.apps.web import cells

            if question == "begin":
                cells.begin(**data)
                return json.dumps({"result": {}})
            return json.dumps({"result": {"done": cells.run(**data, send=show)}})
        return respond(question, data, send)
    except Exception as error:
        return error_line("crash", f"internal error: {type(error).__name__}: {error}")
