"""Pages to play on: what they hold, and that lines are checked as everywhere else."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest
from hypothesis import given, strategies as st
from strategies import ANY, clues, examples, puzzles

import nonocsp as nc
from nonocsp import render
from nonocsp.core.base.errors import OptionError
from nonocsp.core.model.clue import satisfies
from nonocsp.files.render.as_book import FIRST, pattern_of

CORNER = nc.Puzzle([[2], [1]], [[1], [2]], title="A <corner>", author="A. N. Other", licence="CC0")


def data_of(page):
    (found,) = re.findall(r'<script type="application/json" id="puzzles">(.*)</script>', page)
    return json.loads(found)


@examples(60)
@given(clue=clues(), length=st.integers(1, 5))
def test_expressions_match_exactly_the_lines_that_satisfy_a_clue(clue, length):
    pattern = re.compile(pattern_of(clue))
    for cells in product(range(4), repeat=length):
        text = "".join(chr(FIRST + cell) for cell in cells)
        assert bool(pattern.fullmatch(text)) == satisfies(cells, clue)


@examples(30)
@given(st.one_of(puzzles(3, 4, 3), puzzles(board=ANY)))
def test_every_board_is_on_the_page_whole(made):
    puzzle = made[1]
    (facts,) = data_of(render.book(puzzle))
    assert len(facts["centres"]) == puzzle.board.size
    assert [line["cells"] for line in facts["lines"]] == [
        [*puzzle.board.cells(line)] for line in puzzle.board.clued
    ]
    for goal in puzzle.goals:
        for line in facts["lines"]:
            text = "".join(chr(FIRST + goal.cells[cell]) for cell in line["cells"])
            assert re.fullmatch(line["fits"], text)


def test_lines_are_named_with_the_colours_of_their_blocks():
    several = nc.Puzzle([[(2, "red"), (1, "blue")], None, []], [None] * 3, ["red", "blue"])
    named = [line["name"] for line in data_of(render.book([CORNER, several]))[1]["lines"]]
    assert named[:4] == ["row 1: 2 red, 1 blue", "row 2: *", "row 3: 0", "column 1: *"]
    assert data_of(render.book(CORNER))[0]["lines"][0]["name"] == "row 1: 2"


def test_a_page_betrays_nothing_and_loads_nothing():
    heart = nc.read("input/heart.txt")
    page = render.book([CORNER, heart], notes=["1 to 3 minutes", ""])
    assert "<title>2 nonograms</title>" in page and "1 to 3 minutes · A. N. Other · CC0" in page
    assert not any("answer" in facts for facts in data_of(page))
    assert [facts["title"] for facts in data_of(page)] == ["A <corner>", ""]
    assert "corner>" not in page.split('<script type="application/json"')[0]
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    odd = render.book(CORNER.replace(title="\ud800"), titles="puzzles")
    assert odd.encode() and data_of(odd)[0]["title"] == "\ud800"
    alone = render.book(CORNER, solutions=[nc.solve(CORNER).picture])
    assert "<title>Nonogram</title>" in alone and data_of(alone)[0]["answer"] == [1, 1, 0, 1]
    assert "corner" not in render.book(CORNER, titles="none")
    assert '<span class="title">A &lt;corner&gt;</span>' in render.book(CORNER, titles="puzzles")


@pytest.mark.parametrize(
    ("what", "how"),
    [
        (nc.Picture(["#"]), {}),
        (CORNER, {"clues": False}),
        (CORNER, {"notes": ["a", "b"]}),
        (CORNER, {"titles": "above"}),
    ],
)
def test_what_cannot_be_played_is_refused(what, how):
    with pytest.raises(OptionError):
        render.book(what, **how)
