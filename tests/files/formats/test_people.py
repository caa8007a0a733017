"""What people write without having a format in mind."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st
from samples import check_fault, check_refused
from strategies import pictures

from nonocsp import Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import guess, parse
from nonocsp.files.formats.text.two_line import parse as two_lines
from nonocsp.people.opening import load

#: Rows "1 1" and "1", columns "2", "0" and "1".
SMALL = Puzzle([[1, 1], [1]], [[2], [], [1]])

HEADED = [
    "Rows:\n1 1\n1\nColumns:\n2\n0\n1\n",
    "A title\n\nrows\n\n1,1\n1\n\ncols\n2\n0\n1",
    "columns:\n- 2\n- 0\n- 1\nrows:\n- 1 1\n- 1\n",
    "## Owl\n\n**Row clues** (from the top):\n1: 1 1\n2: 1\n\n**Column clues**\n1. 2\n2. 0\n3. 1",
    "Rows: 1 1, 1\nColumns: 2, 0, 1",
    "Rows: 1 1, 1; Columns: 2, 0, 1",
    "Left: 1,1; 1\nTop: 2; 0; 1;",
    "R: 1 1 | 1\nC: 2|0|1",
    "Across: (1,1) (1)\nDown: (2) () (1)",
    'rows: "1 1", "1"\ncols: "2", "0", "1"',
    "Row 1: 1 1\nRow 2: 1\nCol 1: 2\nCol 2: -\nCol 3: 1",
    "R1: 1 1\nR2: 1\nC1: 2\nC2:\nC3: 1",
    "R1 1 1\nR2 1\nC1 2\nC2\nC3 1",
    "row 1  1 1\nrow 2  1\n\ncolumn 1  2\ncolumn 2  0\ncolumn 3  1\n",
    "rows = [\n  [1, 1],\n  [1],\n]\ncolumns = [\n  [2],\n  [],\n  [1],\n]",
    "const rows = [[1,1],[1]];\nconst cols = [[2],[],[1]];",
    "rows = ['1 1', '1']\ncols = ['2', '0', '1']",
]


NAMED = [
    '{"size": [2, 3], "rowClues": [[1, 1], [1]], "colClues": [[2], [], [1]]}',
    '{"col_hints": [[2], [0], [1]], "row_hints": ["1,1", "1"]}',
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Across: 1,1 1\nDown: 2 0 1", "line 1: ';' clues"),
        ("Rows:\n1\nColumns:\nx\n", "line 4: x length block"),
        ("Row 1: 1\nRow 3: 1\nCol 1: 1", "line 2: 'Row 3: 1' 2 row"),
        ("Rows:\n1\nRows:\n1\nColumns: 1", "line 3: Rows: heading rows"),
        ("Rows: 1\n1\nColumns: 1", "line 2: 1 clues heading"),
        ("Rows:\nColumns: 1", "line 1: heading rows clues"),
        # Bare lists.
        ("[[[1, 1], [1, 1]],\n[[1, 1], [1, 1]]]", "line 1: clues rows columns"),
        ("[[1, 0],\n[1]]", "line 2: 2 1 cells"),
        ("[[1, 0],\n[1,\n7]]", "line 1: 'unknown format' rows columns [[1"),
        ('["#.",\n"#"]', "line 2: 2 1 cells"),
        ('["#.",\n""]', "line 2: cells"),
        ('{"row_hints": [[2]],\n"rowClues": [[1]], "colClues": [[1]]}', "line 2: row"),
        ('{"rowClues": [[1]],\n"colClues": []}', "line 2: colClues list clues"),
        ("[[1], {}]", "line 1: 'unknown format' rows columns"),
    ],
)
def test_faults_below_headings_and_in_lists_are_reported(text, expected):
    check_refused(text, "loose", expected)


@given(pictures(5, 5, 1))
def test_clues_behind_headings_are_never_misread(picture):
    """Whatever stands between clues and blocks, the puzzle comes back or is refused."""
    puzzle = Puzzle.from_picture(picture)
    sides = [[[str(block) for block in clue] for clue in s] for s in (puzzle.rows, puzzle.columns)]
    for between, inside in ((", ", " "), (" ", ","), (",", " "), ("; ", ", "), (", ", ",")):
        rows, columns = (
            between.join(inside.join(clue) or "0" for clue in clues) for clues in sides
        )
        try:
            assert parse(f"Rows: {rows}\nColumns: {columns}").puzzles == [puzzle]
        except FormatError as error:
            assert error.problem.startswith("two readings") and between != "; "


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *((text, "loose") for text in (*HEADED, *NAMED)),
        ("3x2\n1 1\n1\n2\n0\n1\n", "nin"),
        ("3 X 2\n1 1\n1\n\n2\n0\n1\n", "nin"),
    ],
)
def test_headings_and_names_of_lists_are_read(text, name):
    parsed = parse(text)
    assert (parsed.format, parsed.puzzles, parsed.warnings) == (name, [SMALL], [])


@pytest.mark.parametrize(
    "text",
    [
        "[[[1, 1], [1]], [[2], [0], [1]]]",
        '[["1 1", "1"], ["2", "", "1"]]',
        '[[["1", "1"], "1"], [[2], [], [1]]]',
        "1 1\n1\n---\n2\n0\n1\n",
        "# a remark\n1 1\n1\n\n2\n0\n1\n",
        "1,1\n1\n=====\n2\n0\n1\n",
    ],
)
def test_two_lists_without_names_are_read_by_their_order_which_is_said(text):
    parsed = parse(text)
    assert (parsed.format, parsed.puzzles) == ("loose", [SMALL])
    (warning,) = parsed.warnings
    assert warning.startswith("2 rows first, by order alone")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 4\n5 6\n7 8\n", "line 1: 'unknown format' rows columns '3 4'"),
        ("1 2 3 4\n", "line 1: 'unknown format' rows columns '1 2 3 4'"),
        ("Dear all, who solves this?\n", "line 1: unknown format"),
        ("#.#\n#!#\n", "line 2, column 2: '!' # . letter"),
    ],
)
def test_an_unknown_text_file_is_not_called_a_picture(tmp_path, text, expected):
    path = tmp_path / "mine.txt"
    path.write_text(text)
    with pytest.raises(FormatError) as caught:
        load(path)
    assert caught.value.file == str(path)
    check_fault(caught.value, expected)


DRAWN = {
    "blanks": "1 0 1\n0 1 1\n",
    "more blanks": "  1  0  1\n  0  1  1",
    "commas": "1,0,1\n0,1,1\n",
    "commas and blanks": "1, 0, 1\n0, 1, 1\n",
    "tabs": "1\t0\t1\n0\t1\t1\n",
    "semicolons": "1;0;1\n0;1;1\n",
    "quotes": '"1","0","1"\n"0","1","1"\n',
    "empty cells": "X,,X\n,X,X\n",
    "empty cells at the end": "1\t\t1\n\t1\t1\n",
    "dots": "# . #\n. # #",
    "hyphens": "X - X\n- X X\n",
    "hyphens alone": "#-#\n-##\n",
    "stars": "*.*\n.**",
    "shades": "▓░▓\n░▓▓",
    "squares": "■ □ ■\n□ ■ ■\n",
    "spaces": "# #\n ##\n",
}


@pytest.mark.parametrize("text", DRAWN.values(), ids=DRAWN.keys())
def test_pictures_with_something_between_the_cells_are_read(text):
    puzzle = Puzzle.from_picture(["#_#", "_##"])
    if text.count(";"):
        text += "1;1;1\n"  # of two lines, they would be clues
        puzzle = Puzzle.from_picture(["#_#", "_##", "###"])
    parsed = parse(text)
    assert (parsed.puzzles, parsed.warnings) == ([puzzle], [])
    assert parsed.puzzles[0].goals == puzzle.goals
    assert parsed.puzzles[0].colours[1].name == "black"


@given(pictures(5, 5, 1), st.sampled_from([" ", ",", "\t", ", "]))
def test_tables_of_bits_come_back(picture, between):
    rows, columns = picture.shape
    text = "\n".join(between.join(map(str, row)) for row in picture.rows)
    if rows == 1 or columns == 1:
        return  # one line of numbers, or one number a line, may be anything
    try:
        goals = parse(text).puzzles[0].goals
    except FormatError as error:
        # "1,1" above other lines can be a size.
        assert error.problem.startswith("two readings: ") or {*picture.rows[0]} == {1}
    else:  # ones alone can be clues, too
        assert goals == (picture,) or (not goals and {*picture.rows[0]} == {1})


def test_two_lines_with_semicolons_stay_clues():
    text = "1;0;1\n0;1;1"
    assert parse(text).puzzles == two_lines(text).puzzles


@pytest.mark.parametrize("text", ["# #\n# #", "X X X\nX X X", "# # #"])
def test_ambiguous_spaces_are_refused(text):
    with pytest.raises(FormatError, match="line 1: a space may be a blank cell or stand between"):
        parse(text, "picture")


@pytest.mark.parametrize("text", ["----", "----\n----", "1 0 1\n0 1", "a b\nc d"])
def test_what_only_looks_like_a_table_of_cells_is_no_picture(text):
    try:
        assert guess(text).format.name != "picture"
    except FormatError as error:
        assert error.problem.startswith(("unknown format", "expected the rows, an empty"))


@given(pictures(4, 4, 1))
def test_bare_lists_of_cells_are_pictures(picture):
    for drawn in ([list(row) for row in picture.rows], [[*map(bool, r)] for r in picture.rows]):
        parsed = parse(json.dumps(drawn))
        assert parsed.format == "loose"
        assert [puzzle.goals for puzzle in parsed.puzzles] == [(picture,)]
    texts = ["".join("#" if cell else "." for cell in row) for row in picture.rows]
    assert parse(json.dumps(texts)).puzzles[0].goals == (picture,)


def test_a_list_of_pictures_is_several_puzzles():
    text = "[[[1, 0], [0, 1]], [[1, 1], [0, 1]], [[1]]]"
    assert [puzzle.shape for puzzle in parse(text).puzzles] == [(2, 2), (2, 2), (1, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "color a #ff0000\nrows\n1A\ncolumns\n1a\n",
        "#d\n  0: white\n  a:a red\n:rows\n1A\n:columns\n1a\n",
        '[clues]\nrows = "1A"\ncolumns = """\n1a\n"""\n[colors]\ndefs = ["a = (red) %"]\n',
        "[colors]\na = (red) %\n[clues]\nrows = 1A\ncolumns = 1a\n",
    ],
)
def test_the_letter_of_a_colour_may_be_in_the_other_case(text):
    (puzzle,) = parse(text).puzzles
    assert puzzle.rows == puzzle.columns
    assert len(puzzle.colours) == 2


def test_letters_that_differ_in_case_stay_two_colours():
    text = "color a #ff0000\ncolor A #0000ff\nrows\n1A\ncolumns\n1a\n"
    (puzzle,) = parse(text).puzzles
    assert puzzle.rows != puzzle.columns


def test_the_ids_of_pattern_may_have_a_capital_x():
    assert parse("3X2:2//1/1.1/1").puzzles == [SMALL]
