"""The one file that the library of the page is made of."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import nonocsp as nc
from nonocsp.apps.web import library
from nonocsp.apps.web.library import daily, library_file
from nonocsp.explanation.rating import MEANINGS
from nonocsp.formats.data.json import puzzle_of

INPUT = Path(__file__).parents[2] / "input"
INDEX = json.loads((INPUT / "index.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def content():
    return json.loads(library_file())


def test_every_puzzle_is_there_without_its_solution(content):
    puzzles = content["puzzles"]
    assert [entry["number"] for entry in puzzles] == [entry["number"] for entry in INDEX]
    assert b"goals" not in library_file()
    for entry, indexed in zip(puzzles, INDEX, strict=True):
        found = entry["puzzle"]
        assert puzzle_of(found).board.kind == indexed["board"]["kind"]
        if "sides" in indexed["board"]:
            assert [*puzzle_of(found).board.sizes] == indexed["board"]["sides"]
        assert len(found["colours"]) == indexed["colours"]
        assert found["title"] == indexed["title"]
        assert entry.get("rating") == indexed.get("rating")
    assert content["words"] == MEANINGS


def test_the_file_is_small():
    assert len(gzip.compress(library_file())) < 60_000


def test_the_days_go_through_all_puzzles_with_one_solution(content):
    unique = {entry["number"] for entry in INDEX if entry["verdict"] == "unique"}
    assert len(content["daily"]) == len(unique) and set(content["daily"]) == unique
    # shuffled, so that easy and hard ones alternate
    assert content["daily"] != sorted(content["daily"])


def test_the_order_of_the_days_depends_on_the_clues_alone():
    assert daily(INDEX[::-1]) == daily(INDEX)
    entry = {"number": 900, "verdict": "unique", "fingerprint": "8" * 32}
    longer = daily([*INDEX, entry])
    assert [number for number in longer if number != 900] == daily(INDEX)
    assert daily([{**entry, "verdict": "multiple"}]) == []


def test_images_are_left_out_where_they_cannot_be_read(monkeypatch):
    def load(path, format):
        if path.suffix == ".png":
            raise nc.NonocspError("pictures need Pillow")
        return loaded(path, format)

    loaded = library.formats.load
    monkeypatch.setattr(library.formats, "load", load)
    numbers = [entry["number"] for entry in INDEX if not entry["file"].endswith(".png")]
    found = json.loads(library_file.__wrapped__())
    assert [entry["number"] for entry in found["puzzles"]] == numbers
    assert set(found["daily"]) <= set(numbers)


def test_without_the_folder_there_is_an_empty_library(monkeypatch):
    monkeypatch.setattr(library, "folder", lambda: None)
    found = json.loads(library_file.__wrapped__())
    assert (found["puzzles"], found["daily"]) == ([], [])
