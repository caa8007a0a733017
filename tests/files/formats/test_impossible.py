"""Files whose clues have no solution are read, with a warning that says why."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from samples import READ, SAMPLES, WRITTEN
from strategies import puzzles

import nonocsp as nc
from nonocsp import FormatError, Puzzle
from nonocsp.files.formats import FormatWarning, dumps, formats, parse
from nonocsp.people.opening import read

FORMATS = formats()

#: Formats of clues, not of pictures, that are written and read.
BOTH = [
    name
    for name in WRITTEN
    if FORMATS[name].parse and not FORMATS[name].needs_goal and "picture" not in name
]

TOO_LONG = Puzzle([[3], [1]], [[1], [1]])
SUMS = Puzzle([[1], [2]], [[1], [1]])


@pytest.mark.parametrize("name", [name for name in BOTH if name not in ("csv", "davidje13")])
@pytest.mark.parametrize(
    ("puzzle", "warning"),
    [
        (TOO_LONG, "no solution: row 1: the clue needs 3 cells, the line has 2"),
        (SUMS, "no solution: the rows need 3 black cells, the columns 2"),
    ],
)
def test_every_format_reads_what_has_no_solution(name, puzzle, warning):
    parsed = parse(dumps(puzzle, name), name)
    (again,) = parsed.puzzles
    assert (again.rows, again.columns) == (puzzle.rows, puzzle.columns)
    # Without a palette the first colour that occurs need not be called black.
    assert [text.replace("colour 1", "black") for text in parsed.warnings] == [warning]
    assert nc.solve(again).picture is None


def test_a_warning_names_the_puzzle_among_several_and_at_most_three_clues():
    several = dumps([SUMS, Puzzle([[9]] * 9, [[1]])], "json")
    assert parse(several).warnings == [
        "puzzle 1: no solution: the rows need 3 black cells, the columns 2",
        *(f"puzzle 2: no solution: row {n}: the clue needs 9 cells, the line has 1" for n in "123"),
        "puzzle 2: no solution: 6 further clues of this kind",
    ]


@pytest.mark.parametrize("name", READ)
def test_samples_have_no_such_warning(name):
    assert not [text for text in parse(SAMPLES[name], name).warnings if "no solution" in text]


def test_read_warns_and_the_puzzle_can_be_asked(tmp_path):
    path = tmp_path / "sums.nin"
    path.write_text("2 2\n1\n2\n1\n1\n")
    with pytest.warns(FormatWarning, match="no solution: the rows need 3 black cells"):
        puzzle = read(path)
    assert puzzle == SUMS
    assert nc.solve(puzzle).picture is None


#: Two rows and three columns under a size that is stated as H and W.
SIZED = {
    "mk": "H W\n2\n1 1\n#\n2\n1\n1\n",
    "nin": "W H\n\n2\n1 1\n\n2\n1\n1\n",
    "cwd": "H\nW\n\n2\n1 1\n\n2\n1\n1\n",
    "cwc": "H\nW\n1\n2\n1 1\n\n1\n1 1\n\n2\n1\n1\n\n1\n1\n1\n",
    "ctu": "H,W\nb,2\nb,1,b,1\n\nb,2\nb,1\nb,1\n",
    "non": "width W\nheight H\nrows\n2\n1 1\ncolumns\n2\n1\n1\n",
    "gno": "[Dim]\nH\nW\n[Row]\n2\n1 1\n[Col]\n2\n1\n1\n[Sol]\n2 2 1\n2 1 2\n",
    "dailyprogrammer": 'W\nH\n"2","1","1"\n"2","1,1"\n',
    "pzl": "2\n#ffffff\n#000000\n\nH W\n\n1 2 0 0 0\n2 1 0 0 0 1 0 0 0\n\n1 2 0 0 0\n"
    "1 1 0 0 0\n1 1 0 0 0\n",
    "dzn": "rows=H;cols=W;row_rules=[|2,0|1,1|];col_rules=[|2|1|1|];",
    "bosch": "number_of_rows: H number_of_columns: W row_1 a: 1 b: 2 row_2 a: 2 b: 1 1 "
    "column_1 a: 1 b: 2 column_2 a: 1 b: 1 column_3 a: 1 b: 1",
}


@pytest.mark.parametrize(("name", "text"), SIZED.items())
def test_lines_are_read_as_they_are_given(name, text):
    def sized(height, width):
        return text.replace("W", str(width)).replace("H", str(height))

    assert parse(sized(2, 3), name).warnings == []
    wanted = {(3, 2): "the size says 3 rows and 2 columns, but 2 and 3 are given"}
    if name != "bosch":  # whose lines have numbers
        wanted[1, 3] = "the size says 1 row, but 2 are given"
    if name not in ("bosch", "nin", "ctu"):  # where an empty line is a clue
        wanted[2, 4] = "the size says 4 columns, but 3 are given"
        wanted[3, 4] = "the size says 3 rows and 4 columns, but 2 and 3 are given"
    for size, warning in wanted.items():
        content = sized(*size) if size == (3, 2) else sized(*size).split("[Sol]")[0]
        parsed = parse(content, name)
        assert parsed.warnings == [warning], size
        (puzzle,) = parsed.puzzles
        assert [[block.length for block in clue] for clue in puzzle.clues] == [
            [2],
            [1, 1],
            [2],
            [1],
            [1],
        ]
        assert len(puzzle.goals) == (name == "gno" and size == (3, 2))
    for size in ((9, 3), (2, 9), (9, 9), (3, 9)):
        if name == "bosch" and size != (9, 2):
            continue
        with pytest.raises(FormatError) as caught:
            parse(sized(*size), name)
        assert str(max(size)) in str(caught.value)


@given(puzzles(5, 5, 1, vague=False), st.sampled_from(["cwd", "mk", "nin", "non"]))
def test_a_size_the_other_way_round_never_gives_another_puzzle(made, name):
    _, puzzle = made
    height, width = puzzle.shape
    text = dumps(puzzle.replace(goals=()), name)
    if name == "nin":
        lines = text.split("\n")
        text = "\n".join([*lines[: height + 1], "", *lines[height + 1 :]])
    stated = {
        "cwd": "{}\n{}\n",
        "mk": "{} {}\n",
        "nin": "{1} {0}\n",
        "non": "width {1}\nheight {0}\n",
    }[name]
    begin = stated.format(height, width)
    assert begin in text
    assert parse(text, name).puzzles == [puzzle.replace(goals=())]
    parsed = parse(text.replace(begin, stated.format(width, height), 1), name)
    assert parsed.puzzles == [puzzle.replace(goals=())]
    says = any("the size says" in warning for warning in parsed.warnings)
    assert says == (height != width)
