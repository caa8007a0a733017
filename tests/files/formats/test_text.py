"""Formats of clues in text: small examples, what is refused and on which line, what is assumed."""

from __future__ import annotations

import sys

import pytest
from samples import READ, check_refused, shown

from nonocsp import Block, Grid, Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import dumps, formats, guess, parse

FORMATS = formats()

#: A puzzle of two rows and three columns: ``##.`` above ``#.#``.
ROWS, COLUMNS = [[2], [1, 1]], [[2], [1], [1]]
SMALL = Puzzle(ROWS, COLUMNS)
GAP = Puzzle([[2], []], [[1], [1], []])
RED = Puzzle([[1, (2, "red")], []], [[1], [(1, "red")], [(1, "red")]])
PATTERN = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/pattern.html"

TEXTS = [
    ("2 3\n2\n1 1\n#\n2\n1\n1\n", "mk", SMALL),
    ("2 3\n2\n\n#\n1\n1\n\n", "mk", GAP),
    ("2 3\n# the rows\n2\n0\n#\n1\n# the last\n1\n0\n", "mk", GAP),
    ("2\n3\n2\n1 1\n\n2\n1\n1\n", "cwd", SMALL),
    ("2\n3\n2\n0\n\n1\n1\n0\n", "cwd", GAP),
    ("2\n3\n2\n\n\n1\n1\n0\n", "cwd", GAP),
    ("2\n3\n2\n1 2\n\n\n1 2\n\n\n1\n1\n1\n\n1\n2\n2\n", "cwc", RED),
    ("2\n3\n1\n2\n\n\n1\n\n\n1\n1\n\n\n1\n1\n\n", "cwc", GAP),
    ("MK Version 3.0\n\n3 2\n\n ? ? ?\n ? ? ?\n\n2\n1\n1\n\n2\n1 1\n", "sgriddler", SMALL),
    (
        "MK Version 3.0\r\n\r\n3 2\r\n\r\n\r\n\r\n\r\n1\r\n-1\r\n0\r\n\r\n-2\r\n\r\n",
        "sgriddler",
        GAP,
    ),
    ("# x\nGRID a\nROWS\n[ 2 ]\n[ 1 1 ]\n\nCOLUMNS\n[ 2 ]\n[ 1 ]\n[1]\n", "picross", SMALL),
    ("GRID\nCOLUMNS\n[ 1 ]\n[ 1 ]\n[ ]\nROWS\n[ 2 ]\n[ 0 ]\n", "picross", GAP),
    ("$1\n1\t1\n1\n1\n1 1\n\n2\n", "tournament", Puzzle([[1, 1], [], [2]], [[1, 1], [1], [1]])),
    ("$1\n1\n\n\n1\n", "tournament", Puzzle([[], [1]], [[1], []])),
    ("$7\r\n1\r\n\r\n1\r\n\r\n", "tournament", Puzzle([[1], []], [[1], []])),
    ("3x2:2/1/1/2/1.1\n", "tatham", SMALL),
    ("3x2:1/1//2/\n", "tatham", GAP),
    ("2:1//1/", "tatham", Puzzle([[1], []], [[1], []])),
    (f"{PATTERN}#3x2:2/1/1/2/1.1", "tatham", SMALL),
    (f"{PATTERN}#3x2%3A1%2F1%2F%2F2%2F", "tatham", GAP),
    ("https://example.org/play?a=b#2:1//1/", "tatham", Puzzle([[1], []], [[1], []])),
    (
        "number_of_rows: 2 number_of_columns: 3\n"
        "row_1 number_of_tiles: 1 width(s): 2\nrow_2 number_of_tiles: 2 width(s): 1 1\n"
        "column_1 n: 1 s: 2\ncolumn_2 n: 1 s: 1\ncolumn_3 n: 1 s: 1\n",
        "bosch",
        SMALL,
    ),
    (
        "number_of_rows 2 number_of_columns 3 row_1 blocks 1 size 2 row_2 blocks 0\n"
        "column_2 1 1 column_1 1 1",
        "bosch",
        GAP,
    ),
    ("* small\n2\n1 1\n&\n2\n1\n1\n", "loose", SMALL),
    ("2\n0\n&\n1\n1\n0\n", "loose", GAP),
    ("# small\n2 0\n1 1 0\n\n2 0\n1 0\n1 0\n", "loose", SMALL),
    ("2 0\n0\n\n1 0\n1 0\n0\n", "loose", GAP),
    ("2\n1,1\n\n2\n1\n1\n", "loose", SMALL),
    ("2\n1 1\n\n2\n1\n1\n", "loose", SMALL),
    ("rows\n2\n1 1\ncolumns\n2\n1\n1\n", "loose", SMALL),
    ("2|1,1;2|1|1", "two-line", SMALL),
    ("2/1 1;2/1/1\n", "two-line", SMALL),
    ("2\n1 1\n;\n2\n1\n1\n", "two-line", SMALL),
    ("2\n1 1;\n2\n1\n1\n", "two-line", SMALL),
    ("2;0\n1;1;0\n", "two-line", GAP),
    ("2\n\n;1\n1\n0", "two-line", Puzzle([[2]], [[1], [1], []])),
    (":\n2\n1 1\n:\n2\n1\n1\n:\n", "olsak", SMALL),
    ("remarks\n: rows\n2\n\n: columns\n1\n1\n\n", "olsak", GAP),
    ("#d\n1:* black ink\nr:%  red\n:\n1 2r\n\n:\n1\n1r\n1r\n:end\n", "olsak", RED),
    ("width 3\nheight 2\nrows\n2\n1,1\ncolumns\n2\n1\n1\n", "non", SMALL),
    ("11\n10\n", "loose", Puzzle([[2], [1]], [[2], [1]])),
]


@pytest.mark.parametrize(("text", "name", "puzzle"), TEXTS)
def test_texts_are_guessed_and_read(text, name, puzzle):
    parsed = parse(text, name)
    assert parsed.puzzles == [puzzle]
    if not text.startswith("MK Version 3.0\r"):
        parsed = parse(text)
        assert (parsed.format, parsed.puzzles) == (name, [puzzle])


@pytest.mark.parametrize("name", [name for name in READ if not FORMATS[name].binary])
def test_the_example_in_the_docstring_is_in_the_format(name):
    blocks = shown(sys.modules[FORMATS[name].parse.__module__])
    readable = []
    for block in blocks:
        try:
            readable += parse(block, name).puzzles
        except FormatError:
            continue
    assert readable or not blocks


@pytest.mark.parametrize(
    ("text", "format", "expected"),
    [
        ("x y\n", "mk", "line 1: 'x y' HEIGHT WIDTH"),
        ("3 1\n1\n#\n1\n", "mk", "line 3: 3 1 rows"),
        ("1 1\n1\n#\nx\n", "mk", "line 4: x length block"),
        ("1\n", "cwd", "numbers rows columns"),
        ("1\nx\n1\n\n1\n", "cwd", "line 2: x 1 99999 number"),
        ("1\n1\n1\n1\n1\n", "cwd", "line 5: 'and no more' 1"),
        ("1\n3\n1\n\n1\n", "cwd", "line 5: 3 1 columns"),
        ("1\n1\n1\n\n1\n\n3\n", "cwd", "line 7: 'and no more' 3"),
        ("1\n1\n1\n1\n\n2\n\n1\n\n1\n", "cwc", "line 6: 2 1 colour"),
        ("1\n1\n1\n1\n\n1 1\n\n1\n\n1\n", "cwc", "line 6: 1 2 colour"),
        ("1\n1\n300\n", "cwc", "255 300 colours"),
        (
            "MK Version 3.0\n\n2 2 3 #4 #7 #F\n",
            "sgriddler",
            "line 3: '2 2 3 #4 #7 #F' number columns",
        ),
        ("MK Version 3.0\n\n2 1\n\n # #\n1\n", "sgriddler", "line 6: 1 empty line"),
        ("MK Version 3.0\n\n2 1\n\n # #\n\n1\n", "sgriddler", "line 6: 2 1 lines"),
        ("ROWS\n[ 1 ]\n", "picross", "line 1: ROWS GRID"),
        ("GRID a\n\nROWS\n[ 1 ]\n", "picross", "line 1: COLUMNS section puzzle"),
        ("GRID a\nROWS\n1 1\n", "picross", "line 3: '1 1' 1 2 clue"),
        ("GRID a\nROWS\n[ x ]\nCOLUMNS\n", "picross", "line 3: x length block"),
        ("GRID a\nROWS\n[ 1 ]\nROWS\n", "picross", "line 4: ROWS once puzzle"),
        ("1\n1\n", "tournament", "line 1: 1 '$' number"),
        ("$1\n1\n1\n1\n", "tournament", "line 1: 3 lines columns"),
        ("10x10#1234", "tatham", "line 1: 10x10#1234 : puzzle"),
        (f"{PATTERN}#10x10%231234", None, "line 1: 10x10%231234 ':' seed"),
        (f"{PATTERN}#10x10#1234", None, "line 1: 10x10#1234 ':' seed"),
        (PATTERN, None, "line 1: 'no puzzle in the address' 'by game ID'"),
        (PATTERN.replace("pattern", "loopy") + "#5x5:a1b", None, "line 1: loopy Pattern"),
        (f"{PATTERN}#2x2:1/1/1", None, "line 1: 2 3 clues"),
        ("2x2:1/1/1", "tatham", "line 1: 2 3 clues"),
        ("1x1:1/1\n2x2:\n", "tatham", "line 2: 2 1 clues"),
        ("1x1:1/1,zb", "tatham", "line 1: 1 cells"),
        ("1x1:1/1,1", "tatham", "line 1: 1 letter cell"),
        ("SAVEFILE:3:x\nGAME    :4:Solo\n", "tatham", "line 2: Solo game"),
        ("number_of_rows: 1\n", "bosch", "number columns"),
        ("number_of_rows: 1 number_of_columns: 1 row_2 a: 1 b: 1", "bosch", "line 1: 1 2 rows"),
        ("number_of_rows: 1 number_of_columns: 1\nrow_1 a: 1 b:", "bosch", "1 lengths row"),
        ("number_of_rows: 1\nhello 2\n", "bosch", "line 2: hello number rows"),
        ("1\n1\n&\n1\n&\n1\n", "loose", "line 6: 1 end text"),
        ("1\n", "loose", "line 1: 'unknown format' rows columns found"),
        ("1\nrows\n", "loose", "line 2: heading rows clues"),
        ("1|1/1;1", "two-line", "line 1: length 1/1"),
        ("1|1;1\n2;3;4", "two-line", "line 1: length 1|1"),
        ("2;1;\n1;2;", "two-line", "line 1: 'beside every separator'"),
        (";1\n1\n", "two-line", "line 1: 'beside every separator'"),
        ("2|;1|1|", "two-line", "line 1: 'beside every separator'"),
        ("1|x;1|1", "two-line", "line 1: length block"),
        ("1\n2\n;\n\n1\nx\n", "two-line", "line 6: x length block"),
        ("remarks alone\n", "olsak", ": line clues"),
        (":\n1\n", "olsak", ": line clues"),
        ("#t\n:\n1\n:\n1\n", "olsak", "line 4: expected the clues of six sides"),
        ("#d\n1:1 red\n/:a white/black <<\n:\n/0\n:\n1\n", "olsak", "line 5: 0 length"),
        ("#d\n1:1 red\n/:a white/black <<\n:\n/?\n:\n1\n", "olsak", "line 5: /? number glue"),
        ("#d\n1:1 red\n/:a white/black <<\n:\n2/\n:\n1\n", "olsak", "line 5: 2/ length"),
        ("#d\n1:1 red\n/:a white/black <<\n:\nx2\n:\n1\n", "olsak", "line 5: x2 glue front"),
        ("#d\n/:a white/black <<\n/:b black/white <<\n:\n", "olsak", "line 3: / twice"),
        ("#d\n1:a white/black <<\n:\n", "olsak", "line 2: 1 character glue"),
        ("#d\nr:r red\n:\n1r\n:\n1\n", "olsak", "line 6: 1 colour length"),
        ("#d\nr:r red\n:\n1b\n:\n1\n", "olsak", "line 4: 1b length character"),
        ("#d\nr:r red\nr:s blue\n:\n", "olsak", "line 3: r colour twice"),
        ("#d\n2:2 red\n:\n:\n", "olsak", "line 2: 2 character colour"),
        (":\n1\n:\n1\n::::\n", "olsak", "1 0 line"),
        (":\n1\n:\n1\n::::\nx: !\n", "olsak", "line 6: '!' ? - character"),
        (":\n0\n:\n0\n0\n:\n", "olsak", None),
        ("null\n", "picture", "line 1: null picture"),
        ("==\n====\n", "non", "line 1: == keyword"),
        *(
            (f"2 1\n{word} 1\n1\n1\n", "nin", f"line 2: {word} 'at least' 'one of'")
            for word in ("2+", "≥2", ">2", ">=2", "1-3", "3/1")
        ),
        ("color red f00\nrows\nred\ncolumns\n1\n", "non", "line 3: red length"),
        ("color red f00\nrows\nred red 1\ncolumns\n1\n", "non", "line 3: red length"),
        ("color red f00\nrows\n1 red red\ncolumns\n1\n", "non", "line 3: red length"),
        ("color red f00\nrows\n1 reed\ncolumns\n1\n", "non", "line 3: reed declared"),
        ("color red\n", "non", "line 1: red #rrggbb name"),
        ("color red mauve\n", "non", "line 1: mauve"),
        ("color red f00 ##\n", "non", "line 1: 'red f00 ##' #rrggbb"),
        ("====\n====\n", "non", "rows columns"),
        ("rows\n1\ncolumns\n1\n====\nrows\nx\n", "non", "section columns"),
        ("", None, "text empty"),
        (" \n\n", None, "text empty"),
        ("hello", None, "line 1: hello 'nonocsp formats'"),
        ("\x00\x01PNG", None, "line 1: text binary"),
        ("x", "sudoku", "sudoku 'nonocsp formats'"),
        ("x", "olsac", "olsac olsak"),
        ("2,2\nR,1\nG,1\nR,1\n", "ctu", None),  # an empty last column
        ("2,2\nR,1\nG,1", "ctu", "line 3: 2 lines rows"),
        ("1,2\n#,1\n#,1", "ctu", "line 3: 1 line rows 2 columns found 2"),
        ("1,1\nR,1\nR,1\nR,1\n", "ctu", "line 4: R,1 'and no more'"),
        ("1,1\nR\nR,1\n", "ctu", "line 2: R length colour"),
        ("1,1\nRR,1\nR,1\n", "ctu", "line 2: RR 1 character"),
        ("1,1\nR,x\nR,1\n", "ctu", "line 2: x length block"),
        ("1,1\nR,1,G,0\nR,1\n", "ctu", "line 2: 0 1 block"),
        ("0,1\n\n", "ctu", "line 1: 0 1 99999 number"),
        ("2;x\n1", "two-line", "line 1: x length block"),
        ("1\n2\n3\n", "two-line", "line 3: line rows columns"),
        ("1;99999999999\n1", "two-line", "line 1: 99999999999 number length"),
        ("1;²\n1", "two-line", "line 1: length block"),
        ("2 2\n1\n1\n1\n", "nin", "line 4: 2 3 lines"),
        ("1 1\n1\n1\n1\n", "nin", "line 4: 1 line rows"),
        ("a\n", "nin", "line 1: a WIDTH HEIGHT"),
        ("width 1\nheight 3\nrows\n1\ncolumns\n1\n", "non", "line 4: 3 1 rows"),
        ("width 1\nheight 1\nrows\n1\n1\n1\ncolumns\n1\n", "non", "line 5: 1 3 row"),
        ("width 1\nheight 1\nrows\n1\n", "non", "section columns"),
        ("width x\n", "non", "line 1: x 1 99999 number"),
        ("rows\n1a\ncolumns\n1\n", "non", "line 2: length block"),
        ("color a #f00\nrows\n1b\ncolumns\n1a\n", "non", "line 3: 1b b colour"),
        ("color a mauve\nrows\n1\ncolumns\n1\n", "non", "line 1: a #mauve RGB colour"),
        ("7 7\nrows\n", "non", "line 1: '7 7' keyword"),
        ("##\n#\n", "picture", "line 2: 2 1 cells"),
        ("##\n#!\n", "picture", "line 2, column 2: '!' # . letter"),
        ('{"rows": [[1]]}', "json", "line 1: list clues"),
        ('{"rows": [[1]], "cols": [[1]', "json", "line 1, column 29: , JSON"),
        ('{"rows": [[-1]], "cols": [[1]]}', "json", "line 1: 1 row block"),
        (
            '{"rows": [[1.5]], "cols": [[1]]}',
            "json",
            "line 1: 's length is a whole number, ' 1 5 row",
        ),
        ('{"rows": [[{}]], "cols": [[1]]}', "json", "line 1: ? 1 row"),
        ('{"rows": [7], "cols": [[1]]}', "json", "line 1: 1 row clue"),
        ('{"rows": [[[1,"x"]]], "cols": [[1]]}', "json", "line 1: x colour colours"),
        ("[7]", "json", "line 1: object rows number"),
        ("[" * 100_000, "json", "document nested"),
        ('{"rows": [[' + "9" * 5000 + ']], "cols": [[1]]}', "json", "line 1: number"),
        # The line of a fault in JSON.
        ('{"rows": [\n[1],\n[2,\n0]],\n"cols": [[1]]}', None, "line 4: 2 1 0 row"),
        ('{"rows": [[1]],\n"columns":\n[{}]}', None, "line 3: 1 column clue"),
        ('{"rows": [[1]],\n"cols":\n7}', None, "line 3: list clues"),
        ('{"rows": [],\n"rows":\n[[{}]], "cols": [[]]}', None, "line 3: ? 1 row"),
        ('{"cols": [[1]], "a": {"b": [\n"]"]},\n"rows": ["x"]}', None, "line 3: x 1 row"),
        ('{"rows": [[1]], "cols": [[1]],\n"colours": [5]}', None, "line 2: colour object"),
        (
            '{"rows": [[[1,"x"]]],\n"cols": [[[\n1,"y"]]], "colours": ["x"]}',
            None,
            "line 2: y 1 column",
        ),
        (
            '[{"rows": [[1]],"cols": [[1]]},\n\n{"rows": [[1]],\n"cols": [["a"]]}]',
            None,
            "line 4: 's length is a whole number, ' ', not ' 1 column",
        ),
        ('{"ver": [[1],\n[0]],\n"hor": [[1],\n[-1]]}', None, "line 4: length -1"),
        ('{"rows": [\n[' + "9" * 5000 + ']], "cols": [[1]]}', None, "line 2: number"),
        # What is recognised and not read.
        ("\nWOVEN-AAAA\nBBBB-\n", None, "line 2: 'a locked puzzle of number-loom' WOVEN-"),
        ("{\\rtf1\\ansi 2 1\\par 2\\par}", None, "line 1: 'rich text' {"),
        ("$ own\nletting rows be [[2, 1], [2]]\n", None, "line 2: Essence 'letting rows be'"),
        ("language Essence 1.3\n", None, "line 1: Essence lists"),
        (":- use_module(library(clpfd)).\n", None, "line 1: Prolog lists :-"),
        ("% own\nrows([[2,1],\n [2]]).\n", None, "line 2: Prolog lists rows([[2,1],"),
        ("own(1, [[2]], [[1],[1]]).\n", None, "line 1: Prolog lists own(1"),
        ("solve(R, C) :-\n  length(R, 3).\n", None, "line 1: Prolog 'solve(R, C) :-'"),
        ("% own\n#const n=2.\nrow(1,1,2). row(2,1,1).\n", None, "line 3: 'answer set' row(1"),
        ("cell(1..2, 1..3).\nrow(1, 2).\n", None, "line 1: 'answer set' 'cell(1..2, 1..3).'"),
        ("module Main where\n", None, "line 1: Haskell 'module M'"),
        ("rows :: [[Int]]\nrows = [[2, 1], [2]]\n", None, "line 1: Haskell 'rows :: ['"),
        (
            "nonogram [[2, 1], [2]] [[1], [2], [1]]\n",
            None,
            "line 1: Haskell 'nonogram [[2, 1], [2]]'",
        ),
    ],
)
def test_bad_input_is_reported_in_one_line(text, format, expected):
    check_refused(text, format, expected)


# .non


def test_non_keeps_saved_states_and_goals_that_go_over_lines():
    text = (
        "color a #f00\ncolor b #00f\nwidth 2\nheight 2\nrows\n1a,1b\n0\ncolumns\n1a\n1b\n"
        'goal "ab\n00"\nsaved "a?\n?0"\nsaved "?"\ngoal ab\n'
    )
    (puzzle,) = parse(text, "non").puzzles
    assert [goal.text() for goal in puzzle.goals] == ["ab\n__", "ab\n__"]
    assert puzzle.saved == (Grid([2, 7, 7, 1], 2, 2), Grid([7] * 4, 2, 2))


NAMED = Puzzle(
    [[(1, "red"), (2, "blue")], [], [(1, "red"), (1, "red")]],
    [[(1, "red"), (1, "red")], [(1, "blue")], [(1, "blue"), (1, "red")]],
)


@pytest.mark.parametrize("looks", [("f00 #", "00f *"), ("#ff0000", "#0000ff")])
@pytest.mark.parametrize(
    "clues",
    [
        "rows\nred 1 blue 2\n0\nred 1 1\ncolumns\nred 1 1\nBlue 1\nblue 1 red 1\n",
        "rows\n1 red 2 blue\n0\n1red,1red\ncolumns\n1 red, 1 red\n1 blue\n1 blue 1 red\n",
    ],
    ids=["before", "behind"],
)
def test_colours_of_non_may_have_names(looks, clues):
    red, blue = looks
    head = f"title x\nheight 3\nwidth 3\ncolor red {red}\ncolor blue {blue}\n"
    (puzzle,) = parse(head + clues).puzzles
    assert (puzzle, puzzle.title) == (NAMED.replace(title="x"), "x")
    assert [colour.char for colour in puzzle.colours[1:]] == (
        ["#", "*"] if "#" in red[1:] else ["r", "b"]
    )
    cells = '"#**00##0#"' if "#" in red[1:] else '"rbb000r0r"'
    parsed = parse(f'{head}{clues}goal {cells}\ngoal "x"\n')
    assert len(parsed.puzzles[0].goals) == 1 and len(parsed.warnings) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("nin", "2 1\n*\n1\n0\n"),
        ("cwd", "1\n2\n*\n\n1\n0\n"),
        ("two-line", "*\n1;0\n"),
        ("tatham", "2x1:1//*"),
        ("non", "width 2\nheight 1\nrows\n*\ncolumns\n1\n0\n"),
        ("non", "width 2\nheight 1\ncolor k #000\nrows\n*\ncolumns\n1k\n0\n"),
        ("json", '{"rows": ["*"], "columns": [[1], []]}'),
    ],
)
def test_a_star_alone_is_an_absent_clue(name, text):
    assert parse(text, name).puzzles == [Puzzle([None], [[1], []])]


def test_a_length_without_a_name_is_black_or_the_first_colour():
    text = "color r f00\ncolor {} 00f\nrows\n1 {} 1\ncolumns\n1\n{} 1\n"
    for name, first in (("black", "black"), ("blue", "red")):
        (puzzle,) = parse(text.format(name, name, name), "non").puzzles
        names = [puzzle.colours[block.colour].name for block in puzzle.rows[0]]
        assert names == [first, name]


def test_non_tells_what_it_leaves_out_and_what_it_assumes():
    text = 'width 2\nheight 2\nfoo 3\nrows\n1\n\ncolumns\n1\n0\ngoal "11111"\nsaved "a"\n'
    parsed = parse(text, "non")
    assert parsed.puzzles == [Puzzle([[1], []], [[1], []])]
    assert parsed.warnings == [
        "line 3: the keyword 'foo' was left out",
        "line 6: an empty line among the rows was taken as a line without blocks",
        "line 10: a goal was left out: it does not fit the puzzle",
        "line 11: a saved state was left out: it does not fit the puzzle",
    ]


def test_non_unquotes_texts_and_knows_entities():
    text = (
        'title "A &amp; B"\nby &quot;C&quot;\ncopyright "&copy; D"\nlicense\nrows\n1\ncolumns\n1\n'
    )
    (puzzle,) = parse(text, "non").puzzles
    assert (puzzle.title, puzzle.author, puzzle.copyright) == ("A & B", '"C"', "© D")
    assert puzzle.licence is None
    several = Puzzle([[1]], [[1]], description='a\n\n"b"\tc', title=" x ")
    (again,) = parse(dumps(several, "non"), "non").puzzles
    assert (again.description, again.title) == ('a\n\n"b"\tc', " x ")


def test_non_packs_hold_several_puzzles():
    text = "rows\n1\ncolumns\n1\n=====\nrows\n0\ncolumns\n0\n====\n"
    assert parse(text).puzzles == [Puzzle([[1]], [[1]]), Puzzle([[]], [[]])]


# Sizes in two orders


def test_a_size_the_other_way_round_is_noticed_where_only_that_fits():
    parsed = parse("2 3\n2\n1 1\n2\n1\n1\n", "nin")
    assert parsed.puzzles == [SMALL]
    assert parsed.warnings == ["read as 2 rows, as the clues do not fit 3 rows"]
    parsed = parse("3 2\n2\n1 1\n2\n1\n1\n", "mk")
    assert parsed.puzzles == [SMALL]
    assert parsed.warnings == ["read as 2 rows, as the clues do not fit 3 rows"]
    for name in ("nin", "mk"):
        assert parse("2 2\n1\n1\n1\n1\n", name).warnings == []


def test_clues_that_fit_both_ways_are_read_as_the_format_says_with_a_warning():
    text = "3 2\n1\n0\n0\n0\n1\n"
    parsed = parse(text, "nin")
    assert parsed.puzzles == [Puzzle([[1], []], [[], [], [1]])]
    assert parsed.warnings == ["read as 2 rows; the clues would fit 3 rows as well"]
    parsed = parse(text, "mk")
    assert parsed.puzzles == [Puzzle([[1], [], []], [[], [1]])]
    assert parsed.warnings == ["read as 3 rows; the clues would fit 2 rows as well"]


def test_clues_that_fit_neither_way_stay_in_the_order_of_the_format():
    assert parse("3 2\n1\n1\n1\n1\n1\n", "nin").puzzles == [Puzzle([[1], [1]], [[1], [1], [1]])]


# Olšák's .g

COLOURS = """a puzzle of mine
   in four colours
#declaration
  0:   #FFFFF0   ivory paper
  1:*  black     the default
  r:%  #f00      deep red
  s:&  SaddleBrown
  z:z  nosuchword
:
1 1r 1s 1z
:
1
1r
1s
1z
:::: where I stopped
 1 : *?&-
"""


def test_olsak_colours_have_words_and_numbers_and_remarks():
    parsed = parse(COLOURS, "olsak")
    (puzzle,) = parsed.puzzles
    looks = [(colour.name, colour.rgb, colour.char) for colour in puzzle.colours[:4]]
    assert looks == [
        ("ivory paper", "#fffff0", "_"),
        ("black", "#000000", "#"),
        ("deep red", "#ff0000", "r"),
        ("SaddleBrown", "#8b4513", "s"),
    ]
    assert puzzle.colours[4].name == "nosuchword"
    assert parsed.warnings == ["line 8: the colour 'nosuchword' is not known, so another was taken"]
    assert puzzle.rows == ((Block(1), Block(1, 2), Block(1, 3), Block(1, 4)),)
    assert puzzle.description == "a puzzle of mine\nin four colours"
    assert puzzle.saved == (Grid([2, 31, 8, 1], 4, 4),)


def test_olsak_states_without_clues_are_puzzles_without_clues():
    parsed = parse(":::: state\n  1: #-\n  2: ?\n", "olsak")
    assert parsed.warnings == ["there are no clues, so that only the state of a game was read"]
    (puzzle,) = parsed.puzzles
    assert puzzle.rows == puzzle.columns == (None, None)
    assert puzzle.saved == (Grid([2, 1, 3, 1], 2),)  # a blank is background


def test_olsak_empty_lines_at_the_end_count_where_no_colon_ends_the_columns():
    assert parse(":\n1\n:\n1\n\n\n", "olsak").puzzles[0].shape == (1, 3)
    assert parse(":\n1\n:\n1\n:\n\n\n", "olsak").puzzles[0].shape == (1, 1)


def test_olsak_descriptions_of_any_kind_stay_descriptions():
    for remarks in ("12 o'clock", "# one\n: two", "title by me", "a\n\nb"):
        puzzle = Puzzle([[1]], [[1]], description=remarks)
        text = dumps(puzzle, "olsak")
        assert guess(text).format.name == "olsak"
        assert parse(text).puzzles[0].description == remarks


# Formats with a state of the game


def test_given_cells_of_pattern_become_a_saved_state_and_back():
    (puzzle,) = parse("3:1/1/1/1/1/1,aAh", "tatham").puzzles
    assert puzzle.saved == (Grid([1, 2, *[3] * 7], 3),)
    assert dumps(puzzle, "tatham") == "3x3:1/1/1/1/1/1,aAh\n"
    wide = Puzzle([[]], [[]] * 60, saved=[Grid([3] * 55 + [1] + [3] * 4, 60)])
    text = dumps(wide, "tatham")
    assert text.endswith(",zzfe\n")
    assert parse(text).puzzles[0].saved == wide.saved


def test_saved_games_of_pattern_are_read_without_their_moves():
    text = (
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :7:Pattern\n"
        "PARAMS  :3:3x2\nDESC    :11:2/1/1/2/1.1\nMOVE    :7:F0,0,1,1\n"
    )
    parsed = parse(text)
    assert (parsed.format, parsed.puzzles) == ("tatham", [SMALL])
    assert parsed.warnings == ["the moves of the saved game were left out"]


def test_drawings_of_griddlers_solver_become_a_saved_state():
    text = "MK Version 3.0\n\n3 2\n\n # . o\n ,\n\n2\n1\n1\n\n2\n1 1\n"
    (puzzle,) = parse(text).puzzles
    assert puzzle.saved == (Grid([2, 1, 3, 3, 3, 3], 3),)
    (drawn,) = parse("MK Version 3.0\n\n2 1\n\n # .\n").puzzles
    assert drawn.rows == (None,) and drawn.saved == (Grid([2, 1], 2),)
    # Columns go from the bottom, rows from the right.
    (turned,) = parse("MK Version 3.0\n\n1 4\n\n\n\n\n\n\n1 2\n").puzzles
    assert turned.columns == ((Block(2), Block(1)),)


# Two lines, and pictures


def test_two_lines_with_semicolons_are_rows_and_columns_whatever_else_they_could_be():
    assert parse("1;0\n1").puzzles == [Puzzle([[1], []], [[1]])]


def test_pictures_without_a_blank_and_of_zeros_and_ones_are_pictures():
    for text, rows in (
        ("rg\ngr\n", 2),
        ("rg\ngr\n\nrr\ngg\n", 2),
        ("101\n010\n", 2),
        ("1111\n1111\n", 2),
    ):
        assert parse(text).format == ("loose" if text[0] == "1" else "picture")
        assert parse(text).puzzles[0].shape[0] == rows
        assert parse(text).puzzles[0].goals
    for text in ("hello\nworld\n", "ab\n"):
        with pytest.raises(FormatError, match="unknown format"):
            parse(text)
    assert parse("10\n01\n\n11\n00\n", "picture").puzzles[1] == Puzzle([[2], []], [[1], [1]])
