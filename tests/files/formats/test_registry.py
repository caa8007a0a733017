from __future__ import annotations

import gzip
import io
import re

import pytest

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
