"""The notebooks of the documentation, out of their Markdown: for the page, and for Jupyter."""

from __future__ import annotations

import base64
import io
import json
import re
from typing import Any

from ...core import NonocspError, missing
from ..library import folder
from .page_parts import PACKAGE, write_archive

#: In the package where it is installed, in the documentation of a checkout else.
_PACKAGED = PACKAGE / "apps" / "notebooks"
FOLDER = _PACKAGED if _PACKAGED.is_dir() else PACKAGE.parent / "docs" / "notebooks"

#: In the order in which the page lists them.
NOTEBOOKS = (
    "watch-them-work",
    "write-ac-3",
    "a-heuristic-of-your-own",
    "all-solutions",
)


def split(markdown: str) -> list[tuple[str, str]]:
    """The cells of a notebook: their kind, ``markdown`` or ``code``, and their source."""
    text = re.sub(r"\A---\n.*?\n---\n", "", markdown, flags=re.DOTALL)
    parts = re.split(r"```python\n(.*?)```\n", text, flags=re.DOTALL)
    cells = [(("markdown", "code")[at % 2], part.strip()) for at, part in enumerate(parts)]
    return [cell for cell in cells if cell[1]]


def for_page() -> dict[str, Any]:
    """All notebooks, their text as HTML, and the puzzles that their cells can read.

    Raises:
        NonocspError: markdown-it-py is missing.
    """
    try:
        from markdown_it import MarkdownIt
    except ImportError:
        raise NonocspError(missing("notebooks need markdown-it-py", "markdown-it-py")) from None

    html = MarkdownIt("commonmark").render
    found = []
    for name in NOTEBOOKS:
        cells = split(_adapted((FOLDER / f"{name}.md").read_text("utf-8")))
        title, summary = cells[0][1].split("\n\n")[:2]
        shown = [{kind: source if kind == "code" else html(source)} for kind, source in cells]
        about = {"name": name, "title": title.removeprefix("# "), "summary": html(summary)}
        found.append({**about, "cells": shown})
    return {"notebooks": found, "files": _files()}


def _adapted(markdown: str) -> str:
    """Without the paragraph about downloads and installation, and without links to other pages."""
    markdown = re.sub(r"^\{download\}(.+\n)+\n", "", markdown, flags=re.MULTILINE)
    return re.sub(r"\[([^]]+)\]\((?!https?:)[^)]+\)", r"\1", markdown)


def _files() -> str:
    """The puzzles of the library, as an archive in base64."""
    library = folder()
    assert library is not None  # as in every checkout
    index = json.loads((library / "index.json").read_text("utf-8"))
    archive = io.BytesIO()
    files = {f"input/{entry['file']}": (library / entry["file"]).read_bytes() for entry in index}
    write_archive(archive, files)
    return base64.b64encode(archive.getvalue()).decode()
