"""Files whose clues have no solution are read, with a warning that says why."""

from __future__ import annotations

import pytest
from samples import READ, SAMPLES, WRITTEN

import nonocsp as nc
from nonocsp import Puzzle
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


@pytest.mark.parametrize(
    "text",
    [
        "3 2\n1\n1\n#\n1\n1\n",
        "3\n2\n1\n1\n\n1\n1\n",
        "width 2\nheight 3\nrows\n1\n1\ncolumns\n1\n1\n",
        "[Dimensions]\n3\n2\n[Row clues]\n1\n1\n[Column clues]\n1\n1\n",
        '2\n3\n"1","1"\n"1","1"\n',
        "2\n#ffffff\n#000000\n\n3 2\n\n1 1 0 0 0\n1 1 0 0 0\n\n1 1 0 0 0\n1 1 0 0 0\n",
    ],
    ids=["mk", "cwd", "non", "gno", "dailyprogrammer", "pzl"],
)
def test_one_line_too_few_or_too_many_is_read_as_it_is_given(text, request):
    for stated in (3, 1):
        other = text.replace("3", str(stated), 1)
        parsed = parse(other)
        assert parsed.format == request.node.callspec.id
        assert [puzzle.shape for puzzle in parsed.puzzles] == [(2, 2)]
        rows = "3 rows" if stated == 3 else "1 row"
        assert parsed.warnings == [f"the size says {rows}, but 2 are given"]
