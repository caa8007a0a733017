from __future__ import annotations

import gzip
import io
import re

import pytest
from samples import check_refused

import nonocsp as nc
from nonocsp import Picture, Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import FormatWarning, dumps, formats, guess, losses, parse, write
from nonocsp.files.formats.registry import REFUSED
from nonocsp.people.opening import read, read_all, shown_title

FORMATS = formats()
RED_GREEN = Puzzle([[(1, "red")], [(1, "green")]], [[(1, "red")], [(1, "green")]])


def test_metadata_survives_where_the_format_says_so():
    about = {
        "title": 'A "quoted" & <odd> title',
        "author": "Ä. Öü",
        "copyright": "© 2026",
        "licence": "CC0-1.0",
        "source": "drawn",
    }
    puzzle = Puzzle([[1]], [[1]], goals=[Picture(["#"])], **about)
    for name in ("non", "json"):
        again = parse(dumps(puzzle, name), name).puzzles[0]
        assert {key: getattr(again, key) for key in about} == about
        assert again.goals == puzzle.goals
    assert losses(puzzle, "nin") == {*about, "goals"}


@pytest.mark.parametrize(
    ("text", "name", "rows", "columns"),
    [
        ("4;1;3;1;3,1\n2;1,1;1,1,1;3;1,1,1", "two-line", 5, 5),
        ("1;0\n1", "two-line", 2, 1),
        ("0;1\r\n1\r\n", "two-line", 2, 1),
        ("1\n1\n", "two-line", 1, 1),
        ("\ufeff2,2\r\nR,1\r\nG,1\r\nR,1\r\nG,1", "ctu", 2, 2),
        ("2,1\nR,1\n\nR,1", "ctu", 2, 1),
        ("1,2\nR,1\nR,1\n", "ctu", 1, 2),  # the last column is an empty line
        ("3 2\n1 1\n0\n1\n0\n1\n", "nin", 2, 3),
        ("3 2\n1 1\n\n1\n\n1\n", "nin", 2, 3),
        ("3 2\n\n1 1\n0\n\n1\n0\n1\n\n", "nin", 2, 3),
        ("width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n", "non", 1, 2),
        ("width 2\nheight 1\ncolumns\n\n1\n\nrows\n1\n", "non", 1, 2),
        ('title "t"\nrows 1\n1\ncolumns 2\n1\n0\n', "non", 1, 2),
        ('{"rows": [[1], []], "cols": [[1]]}', "json", 2, 1),
        ('{"rows": [[1], null], "columns": [["?"]]}', "json", 2, 1),
        (".##.\n####\n", "picture", 2, 4),
        ("_R\nG_\n", "picture", 2, 2),
        ("#", "picture", 1, 1),
    ],
)
def test_texts_are_guessed_and_read(text, name, rows, columns):
    assert guess(text.replace("\r\n", "\n").lstrip("\ufeff")).format.name == name
    parsed = parse(text)
    assert parsed.format == name
    assert [puzzle.shape for puzzle in parsed.puzzles] == [(rows, columns)]


def test_the_football_of_two_lines_solves():
    puzzle = parse("4;1;3;1;3,1\n2;1,1;1,1,1;3;1,1,1").puzzles[0]
    assert all(puzzle.is_solved_by(p) for p in nc.solutions(puzzle))


def test_solutions_that_are_printed_read_back_as_pictures():
    found = list(nc.solutions(RED_GREEN))
    text = "\n\n".join(map(str, found))
    assert [p.goals[0].text() for p in parse(text).puzzles] == [str(p) for p in found]


def test_several_puzzles_in_a_file(tmp_path):
    path = tmp_path / "two.jsonl"
    path.write_text('{"rows":[[1]],"cols":[[1]]}\n{"rows":[[]],"cols":[[]]}\n')
    assert [puzzle.rows[0] == () for puzzle in read_all(path)] == [False, True]
    with pytest.warns(FormatWarning, match="holds 2 puzzles, this is the first"):
        assert read(path) == Puzzle([[1]], [[1]])
    path.write_text('{"rows":[[2]],"cols":[[1]]}')
    with pytest.warns(FormatWarning, match="no solution") as caught:
        read(path)
    assert [each.filename for each in caught] == [__file__]  # the caller's line


def test_files_may_be_compressed_and_in_other_encodings(tmp_path):
    puzzle = Puzzle([[1]], [[1]], title="Käse")
    text = dumps(puzzle, "non")
    packed = tmp_path / "p.non.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    assert read(packed).title == "Käse"
    wide = tmp_path / "wide.non"
    wide.write_bytes(text.encode("utf-16"))
    assert read(wide).title == "Käse"
    old = tmp_path / "old.non"
    old.write_bytes(text.replace("&#x27;", "'").encode("latin-1"))
    with pytest.warns(FormatWarning, match="line 1: the byte 0xe4 is not UTF-8"):
        assert read(old).title == "Käse"


def test_write_goes_by_the_suffix_and_keeps_what_was_there_on_failure(tmp_path):
    path = tmp_path / "p.nin"
    write(Puzzle([[1]], [[1]]), path)
    before = path.read_text()
    assert read(path) == Puzzle([[1]], [[1]])
    with pytest.raises(FormatError, match="'nin' has no colours, and this puzzle needs them"):
        write(RED_GREEN, path)
    with pytest.raises(FormatError, match=r"no format that is written has the suffix '\.xyz'"):
        write(RED_GREEN, tmp_path / "p.xyz")
    with pytest.raises(FormatError, match="cannot be written"):
        write(RED_GREEN, tmp_path / "missing" / "p.ctu")
    assert path.read_text() == before
    assert [each.name for each in tmp_path.iterdir()] == ["p.nin"]


@pytest.mark.parametrize(
    ("text", "format", "expected"),
    [
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
    ],
)
def test_bad_input_is_reported_in_one_line(text, format, expected):
    check_refused(text, format, expected)


def test_json_takes_clues_and_lengths_that_are_texts():
    text = '{"rows": ["1 1", "0", ""], "columns": [["1"], "0", "?"]}'
    assert parse(text).puzzles == [Puzzle([[1, 1], [], []], [[1], [], ["?"]])]
    coloured = '{"rows": [[["2", "red"]]], "columns": [[[1, "red"]], [["1", "red"]]]}'
    assert parse(coloured).puzzles[0].rows[0][0].length == 2


def test_json_carries_the_look_of_every_colour():
    for puzzle in (
        Puzzle([[(1, "red")]], [[(1, "red")]]),
        Puzzle([[1]], [[1]], blank=nc.Colour("paper", "#eeddcc", "-")),
    ):
        assert parse(dumps(puzzle, "json")).puzzles[0].colours == puzzle.colours


def test_a_compressed_standard_input_is_unpacked(monkeypatch):
    data = io.BytesIO(gzip.compress(b"1;0\n1\n"))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(data))
    assert read("-") == Puzzle([[1], []], [[1]])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\nWOVEN-AAAA\nBBBB-\n", "line 2: 'a locked puzzle of number-loom' WOVEN-"),
        ("{\\rtf1\\ansi 2 1\\par 2\\par}", "line 1: 'rich text' {"),
        ("$ own\nletting rows be [[2, 1], [2]]\n", "line 2: Essence 'letting rows be'"),
        ("language Essence 1.3\n", "line 1: Essence lists"),
        (":- use_module(library(clpfd)).\n", "line 1: Prolog lists :-"),
        ("% own\nrows([[2,1],\n [2]]).\n", "line 2: Prolog lists rows([[2,1],"),
        ("own(1, [[2]], [[1],[1]]).\n", "line 1: Prolog lists own(1"),
        ("solve(R, C) :-\n  length(R, 3).\n", "line 1: Prolog 'solve(R, C) :-'"),
        ("% own\n#const n=2.\nrow(1,1,2). row(2,1,1).\n", "line 3: 'answer set' row(1"),
        ("cell(1..2, 1..3).\nrow(1, 2).\n", "line 1: 'answer set' 'cell(1..2, 1..3).'"),
        ("module Main where\n", "line 1: Haskell 'module M'"),
        ("rows :: [[Int]]\nrows = [[2, 1], [2]]\n", "line 1: Haskell 'rows :: ['"),
        ("nonogram [[2, 1], [2]] [[1], [2], [1]]\n", "line 1: Haskell 'nonogram [[2, 1], [2]] [['"),
    ],
)
def test_what_is_recognised_and_not_read_is_refused_by_name(text, expected):
    check_refused(text, None, expected)


@pytest.mark.parametrize(
    "text",
    [
        "rows([[1]]);\ncolumns([[1]]);\n",
        "std::vector<int> rows;\n",
        "rows [[1]]\ncolumns [[1]]\n",
        "let rows be 1.\n",
        "Rows (2 1), (1).\n",
        "#.#\n###\n",
    ],
)
def test_signs_of_programs_are_certain(text):
    assert not any(re.search(sign, text, re.MULTILINE | re.ASCII) for sign in REFUSED)


def test_a_file_names_a_puzzle_where_it_is_shown_and_never_in_the_puzzle(tmp_path):
    path = tmp_path / "little-owl.non"
    for title in (None, "Owl"):
        puzzle = Puzzle([[1], []], [[1], [], []], title=title)
        write(puzzle, path)
        assert (read(path), read(path).title) == (puzzle, title)
        assert dumps(read(path), "non") == path.read_text()
        assert shown_title(read(path), path) == (title or "little-owl")
    assert shown_title(Puzzle([[1]], [[1]]), "nonogram/1/1/11") == ""
