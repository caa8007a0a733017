"""Pictures that people draw: what is between the cells, costs, faults, and hostile input."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given, strategies as st
from strategies import examples, pictures

from nonocsp import FormatError, Picture, Puzzle
from nonocsp.files.formats import dumps
from nonocsp.files.loose.pictures import looks_like_picture, picture_of, pictures_of
from nonocsp.many.grading import grade
from nonocsp.many.sets.values import read_picture
from nonocsp.people.opening import opened

#: Blank, then filled.
PAIRS = [
    *(".#", "_#", "-#", "0#", "01", ".1", "_1", ".*", ".X", "_x", "░▓", "░█", "□■", "·■", "☐☑"),
    *("⬜⬛", "⬜🟥", "⬛🟩", "🔲⬛", "✗✓", "○●", "OX", "0X", "WB", "FT", "NY", "EF", "x■", "_█"),
]
SMALL = ["wb", "ft", "ny", "ef", ["no", "yes"]]
WORDS = [["false", "true"], ["empty", "filled"], ["white", "black"], ["[ ]", "[X]"]]

NUMBERS = ["0", "7", "10", "12"]

#: Blank, then colours in the order of their numbers.
SETS = [
    "⬜🟥🟦🟩",
    ".rgb",
    "_RGB",
    "0rgy",
    "0123",
    "WRGB",
    "⬛🟥🟦🟩",
    ".k🟥b",
    ["0", "7", "10", "12"],
]
BLACK_AND_WHITE = st.sampled_from([*PAIRS, *SMALL, *WORDS])
SEPARATORS = [" ", "  ", ",", ", ", ";", "\t", "|", " | "]


def drawn(picture, symbols, between):
    return "\n".join(between.join(symbols[cell] for cell in row) for row in picture.rows)


def rows_of(text):
    return [*enumerate(text.split("\n"), start=1)]


@examples(200)
@given(
    pictures(5, 5, 1),
    st.sampled_from([*PAIRS, *SMALL, *WORDS]),
    st.sampled_from(["", "", *SEPARATORS]),
)
def test_a_picture_in_any_pair_of_symbols_comes_back(picture, symbols, between):
    assume({*picture.cells} == {0, 1} and picture.shape[1] > 1)
    assume(between or all(len(symbol) == 1 for symbol in symbols) or symbols == WORDS[-1])
    text = drawn(picture, symbols, between)
    found = picture_of(rows_of(text))
    assert found.puzzles[0].goals[0].rows == picture.rows
    assert opened(text, "picture").puzzles[0].goals[0].rows == picture.rows
    puzzle = Puzzle.from_picture(picture)
    shaped = picture_of(rows_of(text), shape=picture.shape, palette=puzzle.colours)
    assert (shaped.puzzles[0].goals, shaped.warnings) == ((picture,), [])
    cells = [[symbols[cell] for cell in row] for row in picture.rows]
    if picture.shape[0] > 1:
        for form in (text, cells, json.dumps(cells)):
            assert read_picture(form).rows == picture.rows
            assert read_picture(form, puzzle) == picture
        assert looks_like_picture(rows_of(text)) is not None
        # In prose small letters are words, a line of hyphens is a rule, and boxes stand in lists.
        if symbols not in SMALL and symbols[0] != "-" and (symbols != WORDS[-1] or not between):
            assert grade(puzzle, text).picture == picture


@given(
    st.lists(st.tuples(*[st.integers(0, 3)] * 4), min_size=1, max_size=4),
    st.permutations([0, 1, 2, 3]),
    st.sampled_from(SETS),
    st.sampled_from(SEPARATORS),
)
def test_a_picture_in_any_set_of_colours_comes_back(rows, first, symbols, between):
    picture = Picture([first, *rows])
    text = drawn(picture, symbols, between)
    (puzzle,) = picture_of(rows_of(text)).puzzles
    numbers = [*dict.fromkeys(cell for cell in picture.cells if cell)]
    if symbols[1].isdecimal():
        numbers.sort()
    assert [[cell and numbers[cell - 1] for cell in row] for row in puzzle.goals[0].rows] == [
        [*row] for row in picture.rows
    ]
    assert picture_of(rows_of(text), palette=puzzle.colours).puzzles[0].goals == puzzle.goals
    if symbols != "0rgy":  # in prose zeros alone are a line of numbers
        assert grade(puzzle, text).picture == puzzle.goals[0]


@given(pictures(5, 5, 1), st.sampled_from("#X█*"))
def test_spaces_are_blank_cells_where_they_stand_between_nothing(picture, ink):
    assume(1 in picture.cells)
    lines = ["".join(" " + ink)[cell] for row in picture.rows for cell in row]
    width = picture.shape[1]
    rows = ["".join(lines[at : at + width]) for at in range(0, len(lines), width)]
    shaped = picture_of([*enumerate(rows, start=1)], shape=picture.shape)
    assert shaped.puzzles[0].goals == (picture,)
    try:
        found = picture_of([*enumerate(rows, start=1)])
    except FormatError as error:
        assert "a space may be a blank cell or stand between two" in str(error)
    else:
        read = found.puzzles[0].goals[0].rows
        assert all(
            [*row[: len(again)]] == [*again] and not any(row[len(again) :])
            for row, again in zip(picture.rows, read, strict=True)
        )


def test_two_characters_a_cell_are_halved_where_the_size_says_so():
    rows = rows_of("##..##\n..##..")
    assert picture_of(rows).puzzles[0].shape == (2, 6)
    assert picture_of(rows).warnings == [
        "every cell is drawn twice: these could be two characters a cell"
    ]
    halved = picture_of(rows, shape=(2, 3))
    assert (halved.puzzles, halved.warnings) == ([Puzzle.from_picture(["#_#", "_#_"])], [])
    assert picture_of(rows, shape=(2, 6)).warnings == []
    assert picture_of(rows_of("[X][]\n[ ][X]")).puzzles == [Puzzle.from_picture(["#_", "_#"])]


def test_all_cells_in_one_row_are_cut_where_the_size_is_known():
    assert picture_of([(1, "110101")], shape=(2, 3)).puzzles[0].goals[0].shape == (2, 3)
    assert picture_of([(1, [*"110101"])], shape=(3, 2)).puzzles[0].goals[0].shape == (3, 2)


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("#.#\n##.", 0),
        ("⬜⬛\n⬛⬜", 0),
        ("#.#\n##", 1),
        ("#.#\n.!.\n###", 0),
        ("101\n011", 0),
        ("1 0 1\n0 1 1", 0),
        ("0 2\n2 1", 2),
        ("02\n21", 2),
        ("20\n21", 5),
        ("1 2\n2 1", 5),
        ("1\n1", 5),
        ("1-1\n1-1", 5),
        ("1.2\n2.1", 5),
        (".rr\nr.r", 1),
        ("BW\nWB", 1),
        ("rrg\ngrr", 2),
        ("red white\nwhite red", 2),
        ("k = black\nk.\n.k", 1),
        ("#", 3),
        ("##.#", 1),
        ("hello\nworld", None),
        ("1.\n.1", 1),
        ("1 .\n1 .", 1),
        ("11.1\n1.1.", 5),
        ("1.\n1.", 5),
        ("yes no\nno yes", 1),
        ("[X][ ]\n[ ][X]", 1),
        ("X,,X\n,X,X", 1),
        ("1101\n01a0\n1000", 2),
        ("1101\n010\n1000", 2),
        ("1 1 0\n0 O 1", 2),
        ("1 0 1\n1 1", None),
        ("2 1 1\n3", None),
        ("----", None),
        ("R1: 2 1", None),
        ("k = v\nn = 4", None),
    ],
)
def test_how_likely_a_picture_is(text, cost):
    assert looks_like_picture(rows_of(text)) == cost


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("##.R\n.R0R\n#...", "line 2, column 3: read as a picture of 3 rows: '0' among letters"),
        ("1101\n01a0\n1000", "line 2, column 3: read as a picture of 3 rows: 'a' among digits"),
        ("1 1 0\n0 O 1", "line 2, column 3: read as a picture of 2 rows: 'O' among digits"),
        (
            "#..#\n#.#\n####",
            "line 2: read as a picture of 3 rows: expected 4 cells as in the first row, not 3",
        ),
        (
            "#.\n.!",
            "line 2, column 2: read as a picture of 2 rows: "
            "expected '#', '.' or the letter of a colour, not '!'",
        ),
        (
            "#.?\n...",
            "line 1, column 3: read as a picture of 2 rows: "
            "'?' is an open cell; expected a picture in which all are known",
        ),
    ],
)
def test_a_fault_names_the_reading_and_its_first_place(text, message):
    with pytest.raises(FormatError) as caught:
        picture_of(rows_of(text))
    assert str(caught.value) == message


def test_an_empty_cell_is_not_shown_as_a_character():
    with pytest.raises(FormatError, match="'·' and an empty cell all look"):
        picture_of(rows_of("·,,·\n·,·,"))
    found = picture_of(rows_of("W,,R\n,W,R"))
    assert found.warnings == ["'W' is read as the colour white, an empty cell as blank"]


def test_a_row_of_hyphens_may_be_cells_or_stand_between_pictures():
    assert opened("#-#\n---\n##-").puzzles == [Puzzle.from_picture(["#_#", "___", "##_"])]
    assert opened("#-#\n----\n##-").puzzles == [
        Puzzle.from_picture(["#_#"]),
        Puzzle.from_picture(["##_"]),
    ]


@pytest.mark.parametrize("text", ["⬛⬜\n⬜", "##.#\n#.\n..", "##.#\n.##.\n#.\n"])
def test_a_short_row_anywhere_is_named(text):
    with pytest.raises(FormatError, match="as in the first row, not"):
        opened(text)


def test_a_fault_in_a_list_of_cells_names_the_cell():
    with pytest.raises(FormatError) as caught:
        picture_of([(3, ["1", "0"]), (4, ["0", "a"])])
    message = "line 4: read as a picture of 2 rows: cell 2: 'a' among digits"
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "symbols", ["wrb", "yn", "bw", "xo", "tf", ["white", "red", "blue"], ["orange", "x"]]
)
@given(data=st.data())
def test_what_is_written_is_never_taken_for_black_and_blank(symbols, data):
    drawing = data.draw(pictures(4, 4, len(symbols)))
    puzzle = Puzzle.from_picture(drawing, [*symbols])
    (again,) = opened(dumps(puzzle, "picture"), "picture").puzzles
    used = dict.fromkeys(cell for cell in drawing.cells if cell)
    places = {0: 0} | {cell: place for place, cell in enumerate(used, start=1)}
    assert [[places[cell] for cell in row] for row in drawing.rows] == [
        [*row] for row in again.goals[0].rows
    ]


SIGNS = st.sampled_from(
    [*"#.01XOxo ,;|\t\n[]-_?!=\"'abRWk2\u20e3\ufe0f⬛⬜🟥◢█░²٣\x00", "red", "k = red\n"]
)


@examples(300)
@given(
    st.lists(SIGNS, max_size=30).map("".join),
    st.none() | st.tuples(st.integers(1, 4), st.integers(1, 4)),
)
def test_any_rows_are_a_picture_or_refused_in_one_line(text, shape):
    looks_like_picture(rows_of(text))
    for read in (
        lambda: picture_of(rows_of(text), shape=shape),
        lambda: picture_of([(n, [*row]) for n, row in rows_of(text)], shape=shape),
        lambda: pictures_of(rows_of(text)),
    ):
        try:
            assert read().puzzles == read().puzzles
        except FormatError as error:
            assert "\n" not in str(error)
