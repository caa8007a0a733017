from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from strategies import pictures

from nonocsp import Colour, Grid, Picture
from nonocsp.core.base.errors import PuzzleError
from nonocsp.core.model.line import Line


@given(pictures())
def test_a_picture_is_its_rows_and_its_columns(picture):
    rows, columns = picture.shape
    assert Picture(picture.rows) == picture
    assert [list(row) for row in zip(*picture.columns, strict=True)] == [
        list(row) for row in picture.rows
    ]
    assert all(picture[r, c] == picture.rows[r][c] for r in range(rows) for c in range(columns))
    assert pickle.loads(pickle.dumps(picture)) == picture
    assert hash(Picture(picture.rows)) == hash(picture)


@given(pictures())
def test_the_grid_of_a_picture_is_that_picture(picture):
    grid = Grid.of(picture, 3)
    assert grid.is_decided
    assert grid.picture() == picture
    assert pickle.loads(pickle.dumps(grid)) == grid
    columns = [grid.line(Line("column", c)) for c in range(grid.shape[1])]
    assert columns == list(zip(*grid, strict=True))


def test_pictures_of_another_shape_differ_even_with_the_same_cells():
    assert Picture(["##"]) != Picture(["#", "#"])
    assert Picture(["##"]) != "##"


def test_text_shows_the_characters_of_the_palette():
    colours = (Colour("blank", "#fff", "_"), Colour("red", "#f00", "R"))
    assert Picture([[0, 1]], colours=colours).text() == "_R"
    assert Picture([[0, 1, 2, 200]]).text() == "_#2?"


def test_differences_name_the_cells():
    assert Picture(["#_", "_#"]).differences(Picture(["#_", "#_"])) == ((1, 0), (1, 1))
    with pytest.raises(PuzzleError, match="do not compare"):
        Picture(["#"]).differences(Picture(["##"]))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "at least one row"),
        ([[], []], "at least one row and one column"),
        ([[1], [1, 1]], "row 2: 2 cells where the first row has 1"),
        ([[256]], "row 1: cells are colour numbers 0 to 255"),
        ([[-1]], "row 1: cells are colour numbers 0 to 255"),
        (["#x"], "row 1: a row of text holds '#' and '_' or '.', not 'x'"),
    ],
)
def test_a_malformed_picture_is_refused(rows, message):
    with pytest.raises(PuzzleError, match=message):
        Picture(rows)


def test_cells_outside_a_picture_do_not_exist():
    with pytest.raises(IndexError):
        Picture(["##"])[1, 0]
    with pytest.raises(IndexError):
        Picture(["##"])[0, -1]


def test_given_cells_only_take_candidates_away():
    grid = Grid([7] * 2, 2, 2).given({(0, 0): 2})
    assert grid.candidates(0, 0) == (2,)
    assert grid.candidates(0, 1) == (0, 1, 2)
    assert not grid.is_contradictory
    clash = grid.given({(0, 0): 1})
    assert clash.is_contradictory
    assert str(clash) == "!?"
    with pytest.raises(PuzzleError, match="not decided"):
        grid.picture()


@pytest.mark.parametrize(
    "make",
    [
        lambda: Grid([], 1),
        lambda: Grid([3, 3, 3], 2),
        lambda: Grid([4], 1),
        lambda: Grid([3], 1, block_colours=0),
        lambda: Grid([3] * 1, 1).given({(0, 1): 0}),
        lambda: Grid([3] * 1, 1).given({(0, 0): 2}),
        lambda: Grid.from_text("?x"),
        lambda: Grid.from_text("??\n?"),
        lambda: Grid.from_text(""),
    ],
)
def test_a_malformed_grid_is_refused(make):
    with pytest.raises(PuzzleError):
        make()


def test_grids_read_back_from_their_text():
    grid = Grid.from_text("?#_\n_??")
    assert str(grid) == "?#_\n_??"
    assert grid != Grid.from_text("?#_\n_?#")
    assert len({grid, Grid.from_text("?#.\n.??")}) == 1
