"""What a message says of a text that is not read as meant: what was understood of it."""

from __future__ import annotations

import pytest
from samples import check_fault

import nonocsp as nc
from nonocsp import Puzzle
from nonocsp.apps import cli
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import dumps, parse

HEART = Puzzle([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])
ROWS, COLUMNS = "1 1\n5\n5\n3\n1\n", "2\n4\n4\n4\n2\n"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("rows:\n1\n1\n", "line 3: '2 rows read, no columns: a heading' 'columns:' missing"),
        (f"Zeilen:\n{ROWS}", "line 6: '5 rows read, no columns'"),
        (f"columns:\n{COLUMNS}", "line 6: '5 columns read, no rows' rows:"),
        (f"{ROWS}\ncolumns:\n{COLUMNS}", "line 12: '5 columns read, no rows' rows:"),
        ("rows: 1 1, 5", "line 1: 'no columns'"),
        ("row 1 1\nrow 5\n", "line 2: '2 rows read, no columns'"),
        ("rows: 1, 1\nrows: 1, 1\n", "line 2: 'one heading of rows; columns have none'"),
        (f"{ROWS}\n2\n4\xff\n4\n4\n2\n".encode("latin-1"), "line 8: 0xff UTF-8 Latin-1 ÿ length"),
        (f"{ROWS}\n2\n4\n\x07\n", "line 9: 'text, not the byte 0x07'"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "photograph JPEG 'generate --image'"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "image damaged"),
        (b"\0\0\0\x18ftypavif\0\0\0\0", "image damaged"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "photograph HEIC 'read_photo' pillow_heif JPEG"),
    ],
)
def test_faults_say_what_was_understood(content, expected):
    with pytest.raises(FormatError) as caught:
        parse(content, name="mine.txt")
    caught.value.file = None
    check_fault(caught.value, expected)


@pytest.mark.parametrize(
    ("text", "letter", "at", "other"),
    [
        ("rows:\n1 a\ncolumns:\n1\n", "a", 2, "column"),
        ("rows:\n5 x\n5\ncolumns:\n2\n2\n2\n2\n2\n", "x", 2, "column"),
        ("1 1\n5\n5\n3\n1\n\n2\n4\n4b\n4\n2\n", "b", 9, "row"),
    ],
)
def test_a_letter_of_one_side_is_named_with_its_line(text, letter, at, other):
    warnings = parse(text).warnings
    assert warnings[0] == f"line {at}: {letter!r} is read as a colour; no {other} has it"
    assert all("no solution" in each or "by order alone" in each for each in warnings[1:])


@pytest.mark.parametrize(
    ("puzzle", "problem"),
    [
        (
            Puzzle([[(2, "x")]], [[], []], ["x"]),
            "the rows need 2 cells of the colour 'x', the columns 0",
        ),
        (Puzzle([[(1, "red")]], [[]], ["red"]), "the rows need 1 red cell, the columns 0"),
    ],
)
def test_cells_of_a_colour_are_good_english(puzzle, problem):
    assert problem in map(str, puzzle.problems())


NOUGHTS = ["OXOXO", "XXXXX", "XXXXX", "OXXXO", "OOXOO"]


@pytest.mark.parametrize("chars", ["XO", "xo", "X0", "x0"])
@pytest.mark.parametrize("between", ["", " ", ","])
def test_noughts_are_blank_beside_crosses(chars, between):
    cells = [line.translate({ord("X"): chars[0], ord("O"): chars[1]}) for line in NOUGHTS]
    parsed = parse("\n".join(between.join(line) for line in cells))
    assert parsed.puzzles == [HEART]
    assert parsed.warnings == [f"{chars[0]!r} is read as black, {chars[1]!r} as blank"]


def test_noughts_are_decided_for_the_whole_file():
    (first, second) = parse("XO\nOX\n\nXX\nXX\n").puzzles
    assert (first.rows, second.colours[1].name) == (Puzzle([[1], [1]], [[1], [1]]).rows, "black")
    (orange, _) = parse("XO\nOX\n\n..\n#X\n").puzzles
    assert "orange" in [colour.name for colour in orange.colours]


def test_a_picture_of_colours_o_and_x_is_written_with_other_letters():
    colours = [nc.Colour("orange", "#ff8800", "o"), nc.Colour("x", "#000000", "x")]
    puzzle = Puzzle.from_picture([[1, 2], [2, 1]], colours)
    assert parse(dumps(puzzle, "picture")).puzzles == [puzzle]


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        (f"  2 4 4 4 2\n{ROWS}", ["columns: read as 5 rows and 5 columns above them"]),
        (f"rows # from the top\n{ROWS}columns: // from the left\n{COLUMNS}", []),
        (
            ROWS.replace("\n", " # a row\n") + "\n" + COLUMNS.replace("\n", " // a column\n"),
            ["5 rows first, by order alone; 'rows:' and 'columns:' before the lists say it"],
        ),
        (f"rows:\n{ROWS}columns:\n{COLUMNS}".replace("5", "５").replace("1", "１"), []),
    ],
)
def test_more_hearts_are_read(text, warnings):
    parsed = parse(text)
    assert parsed.puzzles == [HEART]
    assert len(parsed.warnings) == len(warnings)
    assert all(map(str.endswith, parsed.warnings, warnings))


@pytest.mark.parametrize(
    "text",
    [
        f"First\n\nrows:\n{ROWS}\ncolumns:\n{COLUMNS}\nPuzzle 2\nrows:\n2\ncolumns:\n1\n1\n",
        f"First\nrows:\n{ROWS}columns:\n{COLUMNS}\nPuzzle 2\n\nrows:\n2\ncolumns:\n1\n1\n",
        "First\nRows: 1 1, 5, 5, 3, 1\nColumns: 2, 4, 4, 4, 2\n\n"
        "Puzzle 2\nRows: 2\nColumns: 1, 1\n",
    ],
)
def test_several_puzzles_with_titles_stand_in_one_file(text):
    parsed = parse(text)
    assert parsed.puzzles == [HEART, Puzzle([[2]], [[1], [1]])]
    assert ([each.title for each in parsed.puzzles], parsed.warnings) == (["First", "Puzzle 2"], [])


def test_sections_of_cwc_are_not_two_groups_by_chance():
    text = "5\n2\n1\n\n1\n1\n1\n1\n\n\n1\n1\n1\n1\n\n1 1\n1 1\n\n1 1\n1 1\n"
    assert parse(text).format == "cwc"


def test_how_a_file_was_read_is_said_on_request(tmp_path, capsys):
    path = tmp_path / "mine.txt"
    path.write_text("rows:\n1r 1x\n1x\ncolumns:\n1r 1x\n1x\n")
    how = "loose (the headings 'rows' and 'columns'): 2 rows and 2 columns"
    how = f"read as {how}; letters: r = red, x = a colour"
    assert nc.opening.load(path).how == how
    assert (
        nc.formats.parse("1;1\n1;1\n", "two-line").how == "read as two-line: 2 rows and 2 columns"
    )
    for words in (
        ["check"],
        ["convert", "--to", "json"],
        ["render"],
        ["batch", "--question", "count"],
    ):
        assert cli.main([*words, str(path), "--how-read"]) == 0
        assert f"nonocsp: {path}: {how}\n" in capsys.readouterr().err
    assert nc.formats.parse("k.\n.k\n").how.endswith("; letters: k = black")
    two = parse("##\n##\n\n#.\n.#\n").how
    assert two.endswith(": 2 puzzles, the first of 2 rows and 2 columns")


def test_where_there_is_no_solution_a_command_is_named(tmp_path, capsys):
    path = tmp_path / "my typo.nin"
    path.write_text("2 2\n1\n2\n1\n1\n")
    for command in ("solve", "check"):
        cli.main([command, str(path)])
        assert f"`nonocsp diagnose '{path}'` finds out why" in capsys.readouterr().err
        cli.main([command, str(path), "--json"])
        assert "diagnose" not in capsys.readouterr().err
