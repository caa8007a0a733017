"""The collection: facts of all puzzles, solutions of a sample, and that it can be made again."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import pytest

import nonocsp as nc
from nonocsp.apps.collection import FIRST, SECTIONS, collection, packed
from nonocsp.files.formats import parse
from nonocsp.people.explanation.rating import MEANINGS

INPUT = Path(__file__).parents[2] / "input"
DRAWN = list(collection().values())


@pytest.fixture
def maker(monkeypatch):
    monkeypatch.syspath_prepend(str(INPUT))
    yield importlib.import_module("make_collection")
    for name in ("make_collection", "collection_pictures"):
        sys.modules.pop(name, None)


def test_there_are_a_thousand_in_every_section_many():
    assert len(DRAWN) >= 1000
    assert [*collection()] == [*range(FIRST, FIRST + len(DRAWN))]
    sections = [one.section for one in DRAWN]
    assert sections == sorted(sections, key=[*SECTIONS].index)
    assert all(sections.count(name) >= 100 for name in SECTIONS)


def test_numbers_do_not_meet_those_of_the_files():
    index = json.loads((INPUT / "index.json").read_text(encoding="utf-8"))
    assert max(entry["number"] for entry in index) < FIRST


@pytest.mark.parametrize("section", SECTIONS)
def test_pictures_are_what_they_claim(section):
    for one in (one for one in DRAWN if one.section == section):
        sides = len(one.rows), len(one.rows[0])
        assert min(sides) >= 5 and max(sides) <= 30, one.title
        assert {*one.cells} - {0} == {*range(1, max(1, len(one.colours)) + 1)}
        assert one.word in MEANINGS and one.minutes > 0
        for lines in (one.rows, [*zip(*one.rows, strict=True)]):
            assert any(map(any, lines[:2])) and any(map(any, lines[-2:])), one.title


def test_no_picture_is_like_another(maker, monkeypatch):
    # Measured on the fuller of two pictures, which may be either, and the first was the measure.
    monkeypatch.setattr(maker, "ALIKE", 0.1)
    shelf = maker.Shelf()
    assert [one.title for one in DRAWN if not shelf.add(one.rows)] == []


def test_a_picture_is_known_in_every_way_it_can_be_turned(maker):
    shelf = maker.Shelf()
    rows = [[1, 1, 1], [1, 0, 0]]
    assert shelf.add(rows)
    assert not any(shelf.add(way) for way in maker.turned(rows))
    assert shelf.add([[1, 0, 1], [0, 1, 0]])


@pytest.mark.parametrize("number", [*collection()][::40])
def test_a_sample_has_one_solution_each(number):
    puzzle = collection()[number].puzzle
    assert nc.is_unique(puzzle)
    assert nc.solve(puzzle).picture == puzzle.goals[0]


@pytest.mark.parametrize("number", [*collection()][::400])
def test_ratings_are_those_of_the_puzzles(number):
    one = collection()[number]
    found = nc.rate(one.puzzle)
    assert (found.depth_word, found.minutes) == (one.word, one.minutes)


def test_the_file_is_small_and_read_as_it_was_written():
    text = (INPUT / "collection.json").read_text(encoding="utf-8")
    assert len(text) < 150_000
    # Another version of zlib may compress otherwise.
    assert json.loads(packed(DRAWN[::-1]))["puzzles"] == json.loads(text)["puzzles"]


def test_a_puzzle_is_printed_by_its_number(maker, capsys):
    maker.main([str(FIRST)])
    assert parse(capsys.readouterr().out).puzzles[0].rows == collection()[FIRST].puzzle.rows


@pytest.mark.slow
def test_the_generator_makes_the_collection_again(maker):
    def plain(drawn):
        return sorted((one.title, one.rows, one.colours) for one in drawn)

    made = plain(made.drawn for made in maker.everything())
    assert [one for one in plain(DRAWN) if one not in made] == []
    # Some are left out once they are rated.
    assert len(made) - len(DRAWN) < 30
