"""Formats of sections, tables and program data."""

from __future__ import annotations

import json
import math
import random

import pytest
from hypothesis import given, strategies as st
from samples import check_refused
from strategies import examples, pictures, puzzles

from nonocsp import Colour, Grid, Picture, Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import dumps, guess, losses, parse
from nonocsp.files.formats.css_colours import RGB, rgb_of
from nonocsp.files.formats.data.number_lists import pattern

TOML = """
[clues]
columns = \"\"\"
    1b, 1    # two columns
    "1r 1b"  ; one more

\"\"\"
rows = '''
1b 1 1r
0
1b
'''
[colors]
defs = ["b = (blue) *", "r = (255, 0, 0) #"]
"""
INI = """; a comment
[colors]
b = (0000fF) *
r = (F00) %

[clues]
columns = 1b, '1r'
rows =
  1b 1r   # the only row
"""


def test_nonogrid_is_read():
    parsed = parse(TOML)
    assert parsed.format == "nonogrid"
    blue, black, red = ((1, name) for name in ("b", "black", "r"))
    colours = [
        Colour("b", "#0000ff", "*"),
        Colour("r", "#ff0000", "#"),
        Colour("black", "#000", "k"),
    ]
    rows, columns = [[blue, black, red], [], [blue]], [[blue], [black], [red, blue]]
    assert parsed.puzzles == [Puzzle(rows, columns, colours)]
    assert [c.rgb for c in parsed.puzzles[0].colours[1:]] == [c.rgb for c in colours]


def test_colours_of_nonogrid_are_names_numbers_and_digits():
    text = '[colors]\ndefs = ["b = (Dark Blue) *", "r = (255, 0, 0) #"]\n[clues]\n'
    puzzle = parse(text + 'columns = "1b"\nrows = "1b"\n').puzzles[0]
    assert puzzle == Puzzle([[1]], [[1]], [Colour("b", "#00008b", "*"), Colour("r", "#f00", "#")])
    assert [(c.name, c.rgb, c.char) for c in puzzle.colours[1:]] == [
        ("b", "#00008b", "*"),
        ("r", "#ff0000", "#"),
    ]


def test_a_length_without_a_colour_is_black():
    text = '[colors]\ndefs = ["r = (red) %"]\n[clues]\ncolumns = "1r, 1"\nrows = ["1r 1"]\n'
    puzzle = parse(text).puzzles[0]
    assert [colour.name for colour in puzzle.colours] == ["blank", "r", "black"]
    assert puzzle == Puzzle([[(1, 1), (1, 2)]], [[(1, 1)], [(1, 2)]], ["red", "black"])


def test_pynogram_is_read():
    parsed = parse(INI)
    assert parsed.format == "pynogram"
    assert parsed.puzzles == [Puzzle([[(1, "blue"), (1, "red")]], [[(1, "blue")], [(1, "red")]])]


@examples(60)
@given(puzzles(5, 5, 3), st.sampled_from(["nonogrid", "pynogram"]))
def test_both_notations_come_back(made, name):
    _, puzzle = made
    if losses(puzzle, name) & {"absent_clues", "stars"}:
        return
    text = dumps(puzzle, name)
    assert guess(text).format.name == name
    again = parse(text).puzzles[0]
    assert again == puzzle
    assert [(c.name, c.rgb) for c in again.colours] == [(c.name, c.rgb) for c in puzzle.colours]
    assert dumps(again, name) == text


@pytest.mark.parametrize("name", ["nonogrid", "pynogram"])
def test_names_that_cannot_stand_behind_a_number_are_replaced(name):
    odd = [Colour("2 b", "#0000ff", '"'), Colour("=", "#ff0000", "\\"), Colour("#", "#00ff00", "#")]
    puzzle = Puzzle([[(1, 1), (1, 2), (1, 3)]], [None] * 3, odd).replace(
        columns=[[1], [(1, 2)], [(1, 3)]]
    )
    again = parse(dumps(puzzle, name), name).puzzles[0]
    assert again == puzzle
    assert [colour.name for colour in again.colours[1:]] == ["c1", "c2", "c3"]


def test_colour_names():
    assert rgb_of("Dark Slate Gray") == rgb_of("darkslategrey") == "#2f4f4f"
    assert rgb_of("#FFFF00008080") == "#ff0080"
    assert rgb_of("fff") == "#ffffff"
    assert rgb_of("") is rgb_of("#12345") is rgb_of("none") is None
    assert len(RGB) == 141  # the 148 of CSS without the second spellings of grey


def test_teal_is_read_with_a_warning():
    parsed = parse('{"ver":[[1],[2],[0]],"hor":[[2],[1]]}')
    assert parsed.format == "loose"
    assert parsed.puzzles == [Puzzle([[2], [1]], [[1], [2], []])]
    assert "'ver' was taken as the columns" in parsed.warnings[0]
    assert parsed.puzzles[0].transpose() == Puzzle([[1], [2], []], [[2], [1]])


@pytest.mark.parametrize(
    "text",
    [
        '{"rows": [[1, 1, 1, 0, 1], [1]], "cols": [[1, 1], [1], [1], [], [1]]}',
        '{"a": [[1, 1, 1, 0, 1], [1]], "b": [[1, 1], [1], [1], [0], [1]]}',
        '{"a": [[3, 1], [1]], "b": [[2], [1], [1], [], [1]]}',
        '{"colPatterns": [[2], [1], [1], [0], [0, 1]], "rowPatterns": [[3, 1], [1]]}',
    ],
)
def test_data_of_pycsp3_is_read(text):
    parsed = parse(text)
    assert parsed.format == "loose"
    assert parsed.puzzles == [Puzzle([[3, 1], [1]], [[2], [1], [1], [], [1]])]


def test_json_with_rows_and_cols_stays_json():
    assert parse('{"rows": [[1, 1], []], "cols": [[1], [], [1]]}').format == "json"
    assert parse('{"rows": [[], [1]], "cols": [[1]], "title": "101"}').format == "json"


OR_TOOLS = """# from somewhere
rows = 2
row_rule_len = 2
row_rules = [
    [1, 1],  # the first [row]
    [0, 0]
    ]

cols = 3
col_rule_len = 1
col_rules = [[1], [0],
             [1]]
import os
"""


@pytest.mark.parametrize(
    ("names", "values"),
    [(("cols", "columns"), ([[1]], [[1], [1]])), (("colours", "colors"), (["red"], ["blue"]))],
)
def test_two_spellings_of_a_member_that_differ_are_refused(names, values):
    sides = {"rows": [[1]], "cols": [[1]]}
    with pytest.raises(FormatError, match=f"{names[0]} and {names[1]}: expected one of them"):
        parse(json.dumps(sides | dict(zip(names, values, strict=True))))
    same = dict.fromkeys(names, values[0])
    assert parse(json.dumps(sides | same)) == parse(json.dumps(sides | {names[0]: values[0]}))


@pytest.mark.parametrize("name", ["colour", "Colors", "collors", "colums", "row", "clue", "bord"])
def test_a_list_that_is_nearly_called_like_a_member_is_refused(name):
    sides = {"rows": [[1]], "columns": [[1]]}
    assert parse(json.dumps(sides | {"colors": ["red"]})).puzzles[0].colours[1].name == "red"
    with pytest.raises(
        FormatError, match=f"line 2: unknown member '{name}'; did you mean"
    ) as found:
        parse(json.dumps(sides)[:-1] + f',\n"{name}": ["red"]}}')
    assert found.value.line == 2
    assert parse(json.dumps(sides | {name: 5})).puzzles == [Puzzle([[1]], [[1]])]


EMPTY = Puzzle([[1, 1], [], [1]], [[1, 1], [], [1]])
NO_CLUES = ((5, "rows"), (10, "columns"))
NO_CLUE = "line {}: an empty line among the {} was taken as a line without blocks"


@pytest.mark.parametrize(
    ("rows", "columns", "warnings"),
    [
        ("\"1 1\"\n''\n1\n", '1 1\n""\n1\n', []),
        ("1 1, , 1", "1 1,\n0,\n1,", []),
        ('1 1, "", 1', "1 1,,1", []),
        ("1 1\n\n1\n", "1 1\n0\n1\n", [NO_CLUE.format(4, "rows")]),
        ("1 1\n# one\n\n1\n", "1 1\n\n1\n", [NO_CLUE.format(n, w) for n, w in NO_CLUES]),
    ],
)
@pytest.mark.parametrize("name", ["nonogrid", "pynogram"])
def test_clues_may_be_empty(name, rows, columns, warnings):
    quotes = "'''" * (name == "nonogrid")
    text = f"[clues]\nrows = {quotes}\n{rows}{quotes}\ncolumns = {quotes}\n{columns}{quotes}\n"
    parsed = parse(text)
    assert (parsed.format, parsed.puzzles, parsed.warnings) == (name, [EMPTY], warnings)


def test_empty_lines_are_skipped_where_the_clues_fit_without():
    text = '[clues]\nrows = ["2", "", "1"]\ncolumns = """\n\n1 1\n\n1\n\n"""\n'
    assert parse(text).puzzles == [Puzzle([[2], [], [1]], [[1, 1], [1]])]
    skipped = "line 4: an empty line among the columns was skipped; 0 has no blocks"
    assert parse(text).warnings == [skipped]


def test_an_empty_clue_may_stand_first_between_commas():
    parsed = parse('[clues]\nrows = """,1,"""\ncolumns = """,1,0"""\n')
    assert parsed.puzzles == [Puzzle([[], [1]], [[], [1], []])]
    skipped = "line 2: an empty line among the rows was skipped; 0 has no blocks"
    assert parsed.warnings == [skipped]


@pytest.mark.parametrize(
    ("old", "new", "warnings"),
    [
        ("", "", []),
        ("[0, 0]", "(0, 0)", []),
        ("rows = 2", "rows = 3", ["the size says 3 rows, but 2 are given"]),
    ],
)
def test_data_of_or_tools_is_read_and_never_run(old, new, warnings):
    parsed = parse(OR_TOOLS.replace(old, new))
    assert (parsed.format, parsed.warnings) == ("loose", warnings)
    assert parsed.puzzles == [Puzzle([[1, 1], []], [[1], [], [1]])]


DZN = """% a comment with = [|
X = 3; Y = 2; /* another
one */ maxlen = 3;
rows = [|1, 0, 1
        |0, -1, -1
        |];
cols = [|1, -1, -1|-1, -1, -1|1, -1, -1|];
"""
ARRAYS = """rows = 2; row_rule_len = 2;
row_rules = array2d(1..rows, 1..row_rule_len,
  [1,1,
   0,0]);
cols = 3; col_rule_len = 1;
col_rules = array2d(1..3, 1..col_rule_len, [1, 0, 1]);
"""


@pytest.mark.parametrize(
    "text",
    [
        DZN,
        ARRAYS,
        DZN.replace("1, 0, 1", "0, 1, 1"),
        ARRAYS.replace("rows = 2; row_rule_len = 2;\n", "") + "row_rule_len = 2; rows = 2",
        'name = "a; b"; used = [{1}, {2, 3}];\n' + ARRAYS,
        "rows = 2;\n% [|9|]\nrow_rules = [|1,1|0,0|];\ncol_rules = /* | */ [|1|0|1|]",
    ],
)
def test_minizinc_data_is_read(text):
    parsed = parse(text)
    assert parsed.format == "dzn"
    wanted = [[2], []] if "0, 1, 1" in text else [[1, 1], []]
    assert parsed.puzzles == [Puzzle(wanted, [[1], [], [1]])]


def test_numbers_above_one_are_lengths():
    assert parse("rows = [|2|0|];\ncols = [|1|1|];").puzzles == [Puzzle([[2], []], [[1], [1]])]


@examples(60)
@given(puzzles(6, 6, 1))
def test_minizinc_data_comes_back(made):
    _, puzzle = made
    if losses(puzzle, "dzn") & {"unknown_lengths", "absent_clues", "stars"}:
        return
    text = dumps(puzzle, "dzn")
    assert parse(text).format == "dzn"
    assert parse(text).puzzles == [puzzle]
    for clue in (*puzzle.rows, *puzzle.columns):
        # A pattern is the shortest line that satisfies the clue.
        assert Puzzle([clue], [None] * len(pattern(clue))).is_solved_by(Picture([pattern(clue)]))


def test_minizinc_data_holds_no_block_far_longer_than_its_line():
    puzzle = Puzzle([[1], [1_001]], [[1]])
    assert parse(dumps(puzzle, "dzn"), "dzn").puzzles == [puzzle]
    with pytest.raises(FormatError, match="row 2 of 1 cells has a block of 1002, too long for a"):
        dumps(Puzzle([[1], [1_002]], [[1]]), "dzn")


GNO = """[Description]
Note
me

4
[License]
free
[Dimensions]
2
3
[Row clues]
1, 1
0
[Column clues]
1
0
1
[Solution grid]
2 1 2
1 1 1
[Working grid]
2 0 0
0 1 0
[State]
SOLVING
"""


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("[clues]\nrows = 1 1\n", "nonogrid", "line 2, column 10: TOML end"),
        ("a = [", "nonogrid", "TOML value"),
        ("a = " + "[" * 100_000, "nonogrid", "document nested"),
        ("a = 1" + "0" * 5000, "nonogrid", "TOML 4300 5001"),
        ("a = 1", "nonogrid", "section clues"),
        ("[clues]\nrows = 3\n", "nonogrid", "line 2: text lines rows"),
        ('[clues]\nrows = ""\ncolumns = ""\n', "nonogrid", "clue row"),
        (TOML.replace("1r 1b", "1r 1g"), "nonogrid", "line 5: 1g colour"),
        (TOML.replace("1r 1b", "1r x"), "nonogrid", "line 5: x length colour"),
        (TOML.replace("(blue)", "(mauve)"), "nonogrid", "line 14: mauve 255 colour"),
        (TOML.replace("255", "256"), "nonogrid", "line 15: '256, 0, 0' 255 colour"),
        (TOML.replace("r = (", "b = ("), "nonogrid", "line 15: b colour twice"),
        (TOML.replace('["b', '[3, "b'), "nonogrid", "line 14: list"),
        (
            INI.replace("b = (0000fF)", "b = 0000fF"),
            "pynogram",
            "line 3: 'b = 0000fF *' 'b = (blue) *' colour",
        ),
        (INI.replace("1b 1r ", "0b 1r "), "pynogram", "line 9: 0 1 block"),
        (INI.replace("rows", "lines"), "pynogram", "rows section clues"),
        (INI.replace("rows", "columns"), "pynogram", "line 8: columns once"),
        ("hello\n", "pynogram", "line 1: hello = clues"),
        ('{"ver": [[1]]}', "loose", "line 1: rows columns ver"),
        ('{"ver": [[1]], "hor": [[-1]]}', "loose", "line 1: length -1"),
        ('{"ver": [], "hor": [[1]]}', "loose", "line 1: list clues ver"),
        ("[1]", "loose", "line 1: 'unknown format' clues [1]"),
        ('{"a": 3, "b": [[1]]}', "loose", "line 1: 'unknown format' clues"),
        ("x = 1", "loose", "line 1: 'unknown format' clues 'x = 1'"),
        (OR_TOOLS.replace("0, 0", "0, x"), "loose", "line 6: x length"),
        (DZN.replace("X = 3", "X = 4"), "dzn", "4 2 3 rows"),
        (DZN.replace("rows", "lines"), "dzn", "rows"),
        (DZN.replace("1, 0, 1", "1, x, 1"), "dzn", "line 4: x number"),
        (DZN.replace("1, 0, 1", "1, -2, 1"), "dzn", "line 4: -2 1 0 rows"),
        (DZN.replace("|];\ncols", "];\ncols"), "dzn", "line 6: '|' ']'"),
        (DZN.rstrip()[:-3], "dzn", "line 7: '|]' end array"),
        (DZN.replace("*/", ""), "dzn", "line 2: '*/'"),
        (ARRAYS.replace("1..rows", "0..rows"), "dzn", "line 2: 0 1"),
        (ARRAYS.replace("1..rows", "1..lines"), "dzn", "line 2: lines size"),
        (ARRAYS.replace("   0,0", "   0"), "dzn", "line 2: 2 3 numbers"),
        ("= 3", "dzn", "line 1: = value"),
        ("x 3", "dzn", "line 1: 3 ="),
        ("rows = y", "dzn", "line 1: y rows array"),
        (GNO.replace("2\n3\n[", "2\n["), "gno", "section numbers rows"),
        (GNO.replace("2\n3\n[", "0\n3\n["), "gno", "line 9: 0 1 99999 number"),
        (GNO.replace("1, 1\n0", "1, 1\n0\n0\n0"), "gno", "line 9: 2 4 rows"),
        (GNO.replace("2 1 2", "2 3 2"), "gno", "line 19: 3 0 1 2 cell"),
        (GNO.replace("2 1 2", "2 1"), "gno", "line 19: 3 2 cells"),
        (GNO.replace("[Description]", "Description"), "gno", "line 1: Description heading"),
    ],
)
def test_faults_of_data_are_reported(text, name, expected):
    check_refused(text, name, expected)


def test_gnonograms_is_read():
    parsed = parse(GNO)
    assert parsed.format == "gno"
    puzzle = parsed.puzzles[0]
    assert puzzle == Puzzle([[1, 1], []], [[1], [], [1]])
    assert (puzzle.title, puzzle.author, puzzle.licence) == ("Note", "me", "free")
    assert puzzle.description == "grade 4 of Gnonograms"
    assert puzzle.goals == (Picture(["#_#", "___"]),)
    assert puzzle.saved == (Grid([2, 3, 3, 3, 1, 3], 3),)


def test_missing_clues_of_gnonograms_are_those_of_the_goal():
    text = GNO.split("[Row")[0] + "[Solution" + GNO.split("[Solution")[1]
    assert parse(text).puzzles == parse(GNO).puzzles
    incomplete = GNO.replace("2 1 2", "2 1 0")
    assert parse(incomplete).warnings == ["a goal was left out: it has unknown cells"]


def japan(puzzle, flags=0, goal=b""):
    """A file of the program Japan, as far as its layout is known."""
    height, width = puzzle.shape
    clues = b"".join(
        bytes([len(clue), *(block.length for block in clue)])
        for clue in (*puzzle.columns, *puzzle.rows)
    )
    return b"TLS\1\2\3\4" + bytes([flags, width, height]) + clues + goal


@given(pictures(5, 5, 1))
def test_japan_is_read(picture):
    puzzle = Puzzle.from_picture(picture)
    assert parse(japan(puzzle)).puzzles == [puzzle]
    assert parse(japan(puzzle)).format == "jap"
    with_goal = parse(japan(puzzle, 0x80, picture.cells)).puzzles[0]
    assert puzzle.is_solved_by(with_goal.goals[0])
    down = bytes(cell for column in picture.columns for cell in column)
    assert puzzle.is_solved_by(parse(japan(puzzle, 0x80, down)).puzzles[0].goals[0])
    for end in range(len(japan(puzzle))):
        with pytest.raises(FormatError):
            parse(japan(puzzle)[:end], "jap")


def test_faults_of_japan_are_reported():
    puzzle = Puzzle([[1]], [[1]])
    assert parse(japan(puzzle, 0x80, b"\0")).warnings == [
        "a goal was left out: it does not satisfy the clues"
    ]
    for content, expected in (
        (b"TLX" + b"\0" * 20, "TLS 10"),
        (japan(puzzle, 0x40), "puzzle colours"),
        (b"TLS" + b"\0" * 20, "1 0 size"),
        (japan(puzzle)[:-1], "1 row clue"),
    ):
        check_refused(content, "jap", expected)


def page(picture, looks, seed=1):
    """A page as nonograms.org has it, by the rules of the format's module turned round."""
    chance = random.Random(seed)

    def hidden(value):
        divisor = chance.randint(value + 20, value + 60)
        extra = chance.randint(0, 9)
        return [value + divisor * chance.randint(0, 9), divisor + extra, extra, divisor]

    rows = picture.rows
    runs = []
    for index, row in enumerate(rows, start=1):
        column = 0
        while column < len(row):
            end = column
            while end < len(row) and row[end] == row[column]:
                end += 1
            if row[column]:
                runs.append([column + 1, end - column, row[column], index])
            column = end
    root = math.isqrt(len(runs))
    rest = len(runs) - root * root
    divisor = max(root, rest) + 7
    count = [root + divisor, rest // 2 + divisor, rest % 2, divisor]
    added, base = ([chance.randint(1, 50) for _ in range(4)] for _ in range(2))
    colours = [
        [look[0] + added[1], look[1] + added[0], look[2] + added[3], 0]
        for look in (bytes.fromhex(look[1:]) for look in looks)
    ]
    chance.shuffle(runs)
    d = [
        [1, 2, 3, 4],
        *map(hidden, (len(rows[0]), len(rows), len(looks))),
        added,
        *colours,
        count,
        base,
        *([value + more for value, more in zip(run, base, strict=True)] for run in runs),
    ]
    return f"<html><title>A &amp; B</title>\n<script>var d={json.dumps(d)};</script></html>"


@given(pictures(6, 6, 3), st.integers(0, 99))
def test_saved_pages_are_read(picture, seed):
    looks = ["#000000", "#ff0000", "#1234ab"]
    text = page(picture, looks, seed)
    parsed = parse(text)
    assert parsed.format == "nonograms-org"
    puzzle = parsed.puzzles[0]
    assert puzzle.goals == (picture,)
    assert puzzle == Puzzle.from_picture(picture, ["black", "red", "blue"])
    assert [colour.rgb for colour in puzzle.colours[1:]] == looks
    assert (puzzle.title, puzzle.source) == ("A & B", "nonograms.org")


def test_faults_of_saved_pages_are_reported():
    text = page(Picture(["#_#"]), ["#000000"])
    d = json.loads(text[text.index("[[") : text.index("]]") + 2])
    assert parse(text).puzzles[0].colours == Puzzle([[1]], [[1]]).colours

    def changed(index, row):
        return f"<p>\nvar d={json.dumps([*d[:index], row, *d[index + 1 :]])};"

    for content, expected in (
        ("<html>", "'var d=[[…]];' page array"),
        ("<p>var d=[1];", "line 1: array rows numbers"),
        ("<p>var d=[[1]];", "line 1: array rows numbers"),
        ("<p>var d=[[1,2,3,4]];", "line 1: 1 rows array"),
        (changed(1, [1, 2, 3, 0]), "line 2: 0 array"),
        (changed(1, [0, 0, 0, 9]), "line 2: 0 number columns"),
        (changed(3, [999, 0, 0, 9999]), "line 2: 1 255 999 colours"),
        (changed(4, [999, 999, 999, 999]), "line 2: 0 255 colour"),
        (changed(6, [9, 9, 9, 99]), "line 2: 3 108 blocks"),
        (changed(8, [999, 9, 9, 9]), "line 2: block picture"),
    ):
        check_refused(content, "nonograms-org", expected)
    wide = changed(1, [90000, 0, 0, 99999]).replace(str(d[2]), "[90000, 0, 0, 99999]")
    with pytest.raises(FormatError, match="at most 1048576 cells"):
        parse(wide)


CSV = """# somebody CC0

name,rules,source,author,license,more
Ring,RnP5_n,drawn,me,CC0-1.0,x
'#',RlKq
"a, \\"b\\"", RlKq , 'it''s',,
"""


def test_tables_of_codes_are_read():
    parsed = parse(CSV.replace("'it''s'", "'it\\'s'"))
    assert parsed.format == "csv"
    ring, first, second = parsed.puzzles
    assert ring == Puzzle([[3], [1, 1], [3]], [[3], [1, 1], [3]])
    assert (ring.title, ring.source, ring.author, ring.licence) == (
        "Ring",
        "drawn",
        "me",
        "CC0-1.0",
    )
    assert first == second == Puzzle([[1], [1]], [[1], [1]])
    assert (first.title, second.title, second.source) == ("#", 'a, "b"', "it's")


@examples(40)
@given(
    st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=6),
            st.text("a,'\"#\\ ", max_size=6).map(str.strip),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_tables_of_codes_come_back(named):
    several = [Puzzle([[1]], [[1]], title=title, licence=licence) for title, licence in named]
    again = parse(dumps(several, "csv"), "csv").puzzles
    assert again == several
    assert [puzzle.title or "" for puzzle in again] == [" ".join(t.split()) for t, _ in named]
    assert [puzzle.licence or "" for puzzle in again] == [" ".join(s.split()) for _, s in named]


def test_faults_of_tables_are_reported_with_their_line():
    for text, expected in (
        ("a,b\n", "line 1: line columns"),
        ("name,rules\n", "1 100000 0 lines"),
        ("name,rules\na,!\n", "line 2: '!' - _ code"),
        (CSV, "line 6: comma value"),
    ):
        check_refused(text, "csv", expected)


def test_partial_files_of_davidje13_have_absent_clues_and_images():
    text = '{"rows": [[2], null], "cols": [[1], null], "image": "## \\n # ", "name": "n"}'
    puzzle = parse(text).puzzles[0]
    assert puzzle.rows[1] is puzzle.columns[1] is None
    assert puzzle.title == "n"
    assert puzzle.goals == ()  # the image has a third column
    fits = parse(text.replace("## \\n # ", "##\\n #")).puzzles[0]
    assert fits.goals == (Picture(["##", "_#"]),)
    assert parse(text.replace('"## \\n # "', '["##", " #"]')).puzzles[0].goals == fits.goals
