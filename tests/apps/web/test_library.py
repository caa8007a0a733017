"""The files that the library of the page is made of."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import nonocsp as nc
from nonocsp.apps.collection import SECTIONS, collection
from nonocsp.apps.web import library
from nonocsp.apps.web.library import ORIGINALS, daily, library_file, own_files, section_file
from nonocsp.apps.web.messages import RequestError
from nonocsp.files.formats.data.json import puzzle_of
from nonocsp.people.explanation.rating import MEANINGS

INPUT = Path(__file__).parents[3] / "input"
INDEX = json.loads((INPUT / "index.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def content():
    return json.loads(library_file())


def puzzles_of(section, read=section_file):
    return json.loads(read(section))["puzzles"]


@pytest.mark.slow
def test_every_puzzle_is_there_without_its_solution(content):
    pytest.importorskip("PIL")
    puzzles = puzzles_of(ORIGINALS)
    assert [entry["number"] for entry in puzzles] == [entry["number"] for entry in INDEX]
    assert b"goals" not in section_file(ORIGINALS)
    for entry, indexed in zip(puzzles, INDEX, strict=True):
        found = entry["puzzle"]
        assert puzzle_of(found).board.kind == indexed["board"]["kind"]
        if "sides" in indexed["board"]:
            assert [*puzzle_of(found).board.sizes] == indexed["board"]["sides"]
        assert len(found["colours"]) == indexed["colours"]
        assert found["title"] == indexed["title"]
        assert entry.get("rating") == indexed.get("rating")
    assert content["words"] == MEANINGS


@pytest.mark.slow
def test_the_index_is_small_and_so_are_the_sections():
    assert len(library_file()) < 60_000
    assert all(len(gzip.compress(section_file(name))) < 60_000 for name in (ORIGINALS, *SECTIONS))


@pytest.mark.slow
def test_the_sections_hold_the_collection_without_its_solutions(content):
    numbers = []
    for section in content["sections"]:
        puzzles = puzzles_of(section["name"])
        assert b"goals" not in section_file(section["name"])
        found = [entry["number"] for entry in puzzles]
        assert found == [*range(section["first"], section["last"] + 1)]
        times = [entry["rating"]["minutes"] for entry in puzzles]
        assert section["minutes"] == [min(times), max(times)]
        longest = [max(puzzle_of(entry["puzzle"]).shape) for entry in puzzles]
        assert section["cells"] == [min(longest), max(longest)]
        numbers += found
    assert numbers == [*collection()]
    assert section_file("nothing") is None


def test_the_days_go_through_all_puzzles_with_one_solution(content):
    pytest.importorskip("PIL")
    unique = {entry["number"] for entry in INDEX if entry["verdict"] == "unique"}
    unique |= {*collection()}
    assert len(content["daily"]) == len(unique) and set(content["daily"]) == unique
    # shuffled, so that easy and hard ones alternate
    assert content["daily"] != sorted(content["daily"])


def test_the_order_of_the_days_depends_on_the_clues_alone():
    assert daily(INDEX[::-1]) == daily(INDEX)
    entry = {"number": 900, "verdict": "unique", "fingerprint": "8" * 32}
    longer = daily([*INDEX, entry])
    assert [number for number in longer if number != 900] == daily(INDEX)
    assert daily([{**entry, "verdict": "multiple"}]) == []


@pytest.mark.slow
def test_images_are_left_out_where_they_cannot_be_read(monkeypatch):
    def load(path, format):
        if path.suffix == ".png":
            raise nc.NonocspError("pictures need Pillow")
        return loaded(path, format)

    loaded = library.load
    monkeypatch.setattr(library, "load", load)
    numbers = [entry["number"] for entry in INDEX if not entry["file"].endswith(".png")]
    found = puzzles_of(ORIGINALS, section_file.__wrapped__)
    assert [entry["number"] for entry in found] == numbers
    assert {*json.loads(library_file.__wrapped__())["daily"]} <= {*numbers, *collection()}


def test_without_the_folder_there_is_an_empty_library(monkeypatch):
    monkeypatch.setattr(library, "folder", lambda: None)
    monkeypatch.setattr(library, "collection", dict)
    found = json.loads(library_file.__wrapped__())
    assert (found["sections"], found["daily"]) == ([], [])
    assert puzzles_of(ORIGINALS, section_file.__wrapped__) == []


def test_other_puzzles_are_a_library_in_their_order_each_rated():
    cross, dots = nc.Puzzle([[1], [3], [1]], [[1], [3], [1]]), nc.Puzzle([[1], [1]], [[1], [1]])
    hard = nc.read(INPUT / "smile.txt")
    given = [("b.json#1", hard), ("b.json#2", dots), ("folder/cross.non", cross)]
    made = {name: json.loads(file) for name, file in own_files("winter", given).items()}
    assert [*made] == ["library.json", "library/originals.json"]
    index, (entries,) = made["library.json"], made["library/originals.json"].values()
    assert (index["heading"], index["sections"], sorted(index["daily"])) == ("winter", [], [1, 3])
    for entry, (_, puzzle) in zip(entries, given, strict=True):
        assert puzzle_of(entry["puzzle"]).fingerprint() == puzzle.fingerprint()
        assert not {"goals", "saved"} & entry["puzzle"].keys()
    assert [entry["number"] for entry in entries] == [1, 2, 3]
    assert [entry["file"] for entry in entries] == ["b.json#1", "b.json#2", "cross.non"]
    titles = [entry["puzzle"].get("title") for entry in entries]
    assert titles == [hard.title or None, None, "cross"]
    assert [entry["verdict"] for entry in entries] == ["unique", "multiple", "unique"]
    assert [entry.get("count") for entry in entries] == [None, "2", None]
    words = [entry.get("rating", {}).get("word") for entry in entries]
    assert words == ["hard", None, "very easy"]


def test_other_puzzles_fit_the_page():
    with pytest.raises(RequestError, match="at most"):
        own_files("", [("large.non", nc.Puzzle([[]] * 1000, [[]] * 1000))])
