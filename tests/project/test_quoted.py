"""What a code span of a page names exists: see `docs/quoted.py`."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
QUOTED = SimpleNamespace(**runpy.run_path(str(ROOT / "docs/quoted.py")))
PAGES: dict[str, str] = QUOTED.pages()


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_quotes_exists(name: str) -> None:
    assert [*QUOTED.Page(name, PAGES[name]).faults()] == []


@pytest.mark.parametrize(
    "span",
    [
        "to_table",
        "nc.sets.puzzle_hash",
        "--howread",
        "nonocsp check --sett",
        "line/tighten_byte.hpp",
        'reward="spine"',
        'stopped_by="lost"',
        "Options(bounds_delay=3)",
        "very shady",
        ".nonogramm",
    ],
)
def test_what_does_not_exist_is_found(span: str) -> None:
    assert [*QUOTED.Page("docs/index.md", f"See `{span}`.\n").faults()]


def test_names_of_javascript_are_for_its_pages() -> None:
    text = "`{ verdict, pictures }`, `isSmooth`\n"
    assert not [*QUOTED.Page("nonocsp/apps/javascript/README.md", text).faults()]
    assert [*QUOTED.Page("docs/how-to/get-a-hint.md", text).faults()]
