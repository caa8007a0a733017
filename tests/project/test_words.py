"""One word for one thing: page, terminal player and shell say those of the glossary's table.

The glossary also has the terms of the book.
"""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APPS = ROOT / "nonocsp" / "apps"
GLOSSARY = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")

#: The rows of the table: words, faces, and what none of them says.
ROWS = [
    (re.findall(r"\*([^*]+)\*", words), where.strip(), never.strip())
    for words, _, where, never in re.findall(
        r"^\| (\*.*?) \| (.*?) \| (.*?) \|(.*)\|$", GLOSSARY, re.M
    )
]


def strings(folder: str) -> list[str]:
    """The texts in the code of a room; docstrings are not for users."""
    found = []
    for path in (APPS / folder).rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        silent = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found += [node.value] * (id(node) not in silent)
    return found


@cache
def said(face: str) -> str:
    """All that a face says, a text a line."""
    if face == "page":
        table = (APPS / "web/static/languages/de.json").read_text(encoding="utf-8")
        return "\n".join(json.loads(table)["texts"])
    return "\n".join(strings(face))


TERM = re.compile(r"(?<![\w*])\*([A-Za-z][a-z-]{2,}(?: [a-z-]+)?)\*(?![\w*])")
MODEL = (ROOT / "nonocsp/core/model/__init__.py").read_text(encoding="utf-8")


def test_the_glossary_has_the_terms_of_the_book() -> None:
    """Terms in italics on two pages or more; a term of one page is explained there."""
    pages: dict[str, set[str]] = {}
    for path in sorted((ROOT / "docs").glob("*/*.md")):
        text = re.sub(r"^ *```.*?^ *```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
        for term in filter(str.islower, TERM.findall(text)):  # others are buttons
            pages.setdefault(term, set()).add(path.name)
    explained = {term.lower().removesuffix("s") for term in TERM.findall(GLOSSARY + MODEL)}
    common = {term for term, found in pages.items() if len(found - {"glossary.md"}) > 1}
    assert {term for term in common if term.removesuffix("s") not in explained} == set()


FACES = ("page", "player", "shell")


@pytest.mark.parametrize("face", FACES)
def test_a_face_says_the_words_of_the_glossary(face: str) -> None:
    assert len(ROWS) > 10
    for words, where, never in ROWS:
        for word in words:
            if where == "all" or face in where.split(", "):
                assert re.search(rf"\b{word}", said(face), re.I), word
        for word in filter(None, never.split(", ")):
            assert not re.search(rf"\b{word}\b", said(face), re.I), word


#: What only the terminal has.
ALONE = {"dark or light", "quit; the game is saved"}


def test_the_player_says_what_the_page_says() -> None:
    pytest.importorskip("textual")
    from nonocsp.apps.player.keys import KEYS

    page = said("page").casefold()
    for does in {*KEYS.values()} - ALONE:
        assert does in page, does
    messages = [text for text in strings("player") if re.fullmatch(r"[A-Z][^.…]+[.…].*", text)]
    known = [text for text in messages if text.casefold() in page]
    assert {"No mistake so far.", "Thinking…", "Solved: every clue is satisfied."} <= {*known}
    # What is left is about folders of the machine.
    assert all("folder" in text for text in messages if text not in known), messages


def test_hints_are_told_in_the_same_words() -> None:
    for face in ("page", "player"):
        assert "where to look; what follows and why; fill it in" in said(face)
    assert "where to look; typed again, what follows and why" in said("shell")
