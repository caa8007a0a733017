"""The files that the library of the page is made of."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import nonocsp as nc
from nonocsp.apps.collection import SECTIONS, collection
from nonocsp.apps.web import library
from nonocsp.apps.web.library import PAGE, daily, own_files, shipped
from nonocsp.apps.web.messages import RequestError
from nonocsp.files.formats.data.json import puzzle_of
from nonocsp.people.explanation.rating import MEANINGS

INPUT = Path(__file__).parents[3] / "input"
INDEX = json.loads((INPUT / "index.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def content():
    return {path: json.loads(file) for path, file in shipped().files().items()}


def numbers_of(section):
    """All numbers of a section of the index."""
    pairs = (each if isinstance(each, list) else [each, each] for each in section["numbers"])
    return [number for first, last in pairs for number in range(first, last + 1)]


def entries_of(content, names):
    """The entries by number, on the pages on which the index says they are."""
    found = {}
    for section in content["library.json"]["sections"]:
        if section["name"] not in names:
            continue
        numbers = numbers_of(section)
        for at in range(0, len(numbers), PAGE):
            entries = content[f"library/{section['name']}-{at // PAGE}.json"]["puzzles"]
            assert [entry["number"] for entry in entries] == numbers[at : at + PAGE]
            found |= {entry["number"]: entry for entry in entries}
    return found


@pytest.mark.slow
def test_every_puzzle_is_there_without_its_solution(content):
    pytest.importorskip("PIL")
    names = {one["name"] for one in content["library.json"]["sections"]} - {*SECTIONS}
    puzzles = entries_of(content, names)
    assert not any(b"goals" in file for file in shipped().files().values())
    assert puzzles.keys() == {entry["number"] for entry in INDEX}
    assert content["library/files.json"] == {entry["file"]: entry["number"] for entry in INDEX}
    for indexed in INDEX:
        entry = puzzles[indexed["number"]]
        found = entry["puzzle"]
        assert puzzle_of(found).board.kind == indexed["board"]["kind"]
        if "sides" in indexed["board"]:
            assert [*puzzle_of(found).board.sizes] == indexed["board"]["sides"]
        assert len(found["colours"]) == indexed["colours"]
        assert found["title"] == indexed["title"]
        assert entry.get("rating") == indexed.get("rating")
    assert content["library.json"]["words"] == MEANINGS


@pytest.mark.slow
def test_the_index_is_small_and_so_are_the_pages():
    files = shipped().files()
    assert len(files["library.json"]) < 4_000
    assert max(len(file) for file in files.values()) < 110_000
    first = [file for path, file in files.items() if path.endswith("-0.json")]
    assert max(map(len, first)) < 30_000


@pytest.mark.slow
def test_the_sections_hold_the_collection_and_lists_say_what_is_in_them(content):
    rows = {row[0]: row[1:] for row in content["library/facts.json"]}
    entries = entries_of(content, SECTIONS)
    assert entries.keys() == {*collection()}
    for section in content["library.json"]["sections"]:
        numbers = numbers_of(section)
        if not section.get("study"):
            times = [rows[number][-1] for number in numbers]
            least, most = section["minutes"]
            inside = sum(least <= time <= most for time in times)
            assert inside == len(times) if len(times) < 10 else 0.75 < inside / len(times) < 0.9
    for number in [*entries][::50]:
        puzzle, rating = puzzle_of(entries[number]["puzzle"]), entries[number]["rating"]
        word = [*MEANINGS].index(rating["depth_word"])
        facts = [max(puzzle.shape), puzzle.board.size, puzzle.block_colours, word]
        assert rows[number] == [*facts, rating["depth"], rating["minutes"]]
    assert shipped().file("library/nothing-0.json") is None


def test_the_days_go_through_all_puzzles_with_one_solution():
    pytest.importorskip("PIL")
    unique = {entry["number"] for entry in INDEX if entry["verdict"] == "unique"}
    unique |= {*collection()}
    days = json.loads(shipped().file("library/daily.json"))
    assert len(days) == len(unique) and {*days} == unique
    # shuffled, so that easy and hard ones alternate
    assert days != sorted(days)


def test_the_order_of_the_days_depends_on_the_clues_alone():
    facts = [one for one in library._originals() if one.verdict == "unique"]
    assert daily(facts[::-1]) == daily(facts)
    longer = daily([*facts, replace(facts[0], number=900, fingerprint="8" * 32)])
    assert [number for number in longer if number != 900] == daily(facts)


@pytest.mark.slow
def test_images_are_left_out_where_they_cannot_be_read(monkeypatch):
    def load(path, format):
        if path.suffix == ".png":
            raise nc.NonocspError("pictures need Pillow")
        return loaded(path, format)

    loaded = library.load
    monkeypatch.setattr(library, "load", load)
    files = {entry["file"] for entry in INDEX if not entry["file"].endswith(".png")}
    found = shipped.__wrapped__()
    assert json.loads(found.file("library/files.json")).keys() == files


def test_without_the_folder_there_is_an_empty_library(monkeypatch):
    monkeypatch.setattr(library, "folder", lambda: None)
    monkeypatch.setattr(library, "collection", dict)
    files = shipped.__wrapped__().files()
    assert json.loads(files.pop("library.json"))["sections"] == []
    assert {*files.values()} == {b"[]", b"{}"}


def test_other_puzzles_are_a_library_in_their_order_each_rated():
    cross, dots = nc.Puzzle([[1], [3], [1]], [[1], [3], [1]]), nc.Puzzle([[1], [1]], [[1], [1]])
    hard = nc.read(INPUT / "smile.txt")
    given = [("b.json#1", hard), ("b.json#2", dots), ("folder/cross.non", cross)]
    made = {name: json.loads(file) for name, file in own_files("winter", given).items()}
    (section,) = made["library.json"]["sections"]
    assert (section["heading"], section["numbers"]) == ("winter", [[1, 3]])
    assert sorted(made["library/daily.json"]) == [1, 3]
    assert made["library/files.json"] == {"b.json#1": 1, "b.json#2": 2, "cross.non": 3}
    assert [row[:4] for row in made["library/facts.json"]] == [[1, 5, 25, 1], [3, 3, 9, 1]]
    entries = made["library/own-0.json"]["puzzles"]
    for entry, (_, puzzle) in zip(entries, given, strict=True):
        assert puzzle_of(entry["puzzle"]).fingerprint() == puzzle.fingerprint()
        assert not {"goals", "saved"} & entry["puzzle"].keys()
    assert [entry["number"] for entry in entries] == [1, 2, 3]
    titles = [entry["puzzle"].get("title") for entry in entries]
    assert titles == [hard.title or "b 1", "b 2", "cross"]
    assert [entry["verdict"] for entry in entries] == ["unique", "multiple", "unique"]
    assert [entry.get("count") for entry in entries] == [None, "2", None]
    words = [entry.get("rating", {}).get("depth_word") for entry in entries]
    assert words == ["deep", None, "very shallow"]


def test_other_puzzles_fit_the_page():
    with pytest.raises(RequestError, match="at most"):
        own_files("", [("large.non", nc.Puzzle([[]] * 1000, [[]] * 1000))])
