"""Addresses of puzz.link and files of pzprjs: published ones are read and written as they were."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from samples import check_refused
from strategies import puzzles

import nonocsp as nc
from nonocsp import Grid, Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import dumps, guess, parse
from nonocsp.people.opening import load

SIX = "6/6/12g1111h11112j12g11g21j11g3h"
SEVEN = "6/7/31h12h31h111g2i5l32g22g11g1211113h"

#: Addresses that programs publish as examples, and how many solutions their clues have.
PUBLISHED = {
    SIX: "unique",
    SEVEN: "unique",
    "20/14/2l12k112j112j711j91k5121i74k414j48k48k4214i94k73k28k252j81k44k33k4l44n92na12m1912l11611k"
    "5421l5126l2812l165m524m4an3ando8o": "unique",
    "30/30/1121222n1331112n3111223n34133p8115q64113p5412312n411232o311323o21215p2112113n41243p32124"
    "p231112o2222q32121p22222p3225q52215p41524p4524q4221q422121o354r3132q51121p56sct43s1t411r422r41"
    "12q14211p19112p4811q22ar223711o5325q41113p334r2171q13333p15br2123111n222111o6272q431113o321111"
    "11m33112p2211111n122112o23711p733r74s77s3425q75sbt7t": "unique",
    "4/10/123h456h789habcn1g2g3g4g3g2g1g": "none",  # lengths of up to 12 in lines of 10
    "8/8/31h31h22h4i31h321g111g2i32h41h311g11h4i31h21h21h": "none",
}

#: The first board of the tests of pzprjs for nonograms, with cells in its lines.
BOARD = (
    ". . . . 1 . 1 . . /. . . 2 1 . 1 2 . /. . . 1 1 1 1 1 . /. 2 1 # # . # . . /. 1 1 # . . . # . "
    "/. 1 2 . # . # # . /. . . . . . . . . /. 1 1 # . . . + . /. . 3 . # # # . . /"
)
SAVED = f"pzprv3/nonogram/6/6/{BOARD}"


@pytest.mark.parametrize(("body", "verdict"), PUBLISHED.items())
def test_published_addresses_are_written_as_they_were(body, verdict):
    address = f"https://puzz.link/p?nonogram/{body}\n"
    parsed = parse(address)
    assert parsed.format == "puzz-link"
    assert dumps(parsed.puzzles[0], "puzz-link") == address
    assert nc.verdict(parsed.puzzles[0]).name.lower() == verdict


@pytest.mark.parametrize(
    "begin",
    [
        "https://puzz.link/p?nonogram/",
        "http://pzv.jp/p.html?nonogram/",
        "https://puzz.link/p?nonogram/v:/",
        "puzz.link/p?m+nonogram_edit//",
        "HTTPS://Puzz.Link/p?nonogram/",
        "http://127.0.0.1:8000/p.html#nonogram/",
        "nonogram/",
        "https://swaroopg92.github.io/penpa-edit/?m=solve&p=https://puzz.link/p?nonogram/",
        "https://example.org/?p=https%3A%2F%2Fpuzz.link%2Fp%3Fnonogram%252F",
        "https://pzprxs.vercel.app/p?nonogram/",
    ],
)
@pytest.mark.parametrize("end", ["", "/", "&mode=play", "#top"])
def test_columns_and_rows_of_an_address(begin, end):
    address = begin + SEVEN + end
    assert guess(address).format.name == "puzz-link"
    (puzzle,) = load(address).puzzles
    assert puzzle == Puzzle(
        [[], [2, 3], [2, 2], [1, 1], [1, 2, 1], [1, 1, 1], [3]],
        [[1, 3], [2, 1], [1, 3], [1, 1, 1], [2], [5]],
    )


def test_cross_the_streams_has_stars_and_absent_clues():
    parsed = parse("https://puzz.link/p?cts/3/3/h1.h10h20")
    (puzzle,) = parsed.puzzles
    assert puzzle == Puzzle([["*", 1], None, ["*", 2]], [None, ["?", 1], None])
    assert "one connected area" in parsed.warnings[0]
    with pytest.raises(FormatError, match="no clues with"):
        dumps(puzzle, "puzz-link")


def test_lengths_of_every_size_and_empty_places():
    long = Puzzle([[255], ["?", 16], [15], [0]], [None] * 300).rows
    puzzle = Puzzle(long, [["?", 1], [], [4], *[[]] * 297])
    text = dumps(puzzle, "puzz-link")
    assert text.startswith("https://puzz.link/p?nonogram/300/4/1.h4z")
    assert all(part in text for part in ("u-ffz", "-10.z", "fz"))
    assert parse(text).puzzles == [puzzle]
    assert parse("nonogram/1/1/00").puzzles == [Puzzle([[]], [[]])]


@given(made=st.lists(puzzles(9, 9, 1, vague=False), min_size=1, max_size=3))
def test_any_puzzle_goes_through_its_address(made):
    several = [puzzle for _, puzzle in made]
    assert parse(dumps(several, "puzz-link")).puzzles == several


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://puzz.link/p?coral/5/5/03g21g", "line 1: Coral coral nonogram"),
        (f"nonogram/{SIX}\ncoral/5/5/0", "line 2: Coral"),
        ("https://puzz.link/p?cts/5/5/03g21g", "line 1: '30 places'"),
        ("https://puzz.link/p?nurikabe/v:/6/6/4j4p", "line 1: nurikabe nonogram"),
        ("https://puzz.link/p?nonogram/6/6", "line 1: '36 places' 'not for 0'"),
        (f"nonogram/{SIX[:-1]}", "line 1: '36 places, of 6 columns and 6 rows' 34"),
        (f"nonogram/{SIX}1", "line 1: '36 places' 37"),
        (f"nonogram/{SIX}X", "line 1: 'character 29' X -XX g-z"),
        ("nonogram/1/1/-f", "line 1: 'character 1' -f"),
        ("nonogram/2/2/1é", "line 1: 'character 2' é"),
        ("nonogram/2/2/%C3%A9", "line 1: 'character 1' é"),
        ("nonogram/0/2/1", "line 1: columns 99999 0"),
        ("nonogram/99999/99999/z", "line 1: '9999900000 places' 20"),
        (f"nonogram/{'9' * 99}/1/", "line 1: columns 99999"),
        ("nonogram/3/1/11101", "line 1: 'row 1' 'at least 1'"),
        (f"nonogram/{SIX}\nowl/6", "line 2: 'https://puzz.link/p?nonogram/COLUMNS/ROWS' owl/6"),
        ("https://puzz.link/p%3Fnonogram%2F6", "line 1: 'copy the clues' %2F6"),
        ("https://example.org/owl", "line 1: 'the address of a page' 'copy the clues'"),
        ("https://webpbn.com/play.cgi?id=1", "line 1: 'the address of a page' 'save the page'"),
        (
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRd",
            "line 1: penpa-edit code",
        ),
        ("https://example.org/play?m=solve&p=7VRd", "line 1: penpa-edit code m=solve"),
    ],
)
def test_faults_of_addresses_say_what_was_expected(text, expected):
    check_refused(text, None, expected)


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        (Puzzle([[1, 1]], [[1], [1]]), "row 1: expected at most 1 place for blocks in a line of 2"),
        (Puzzle([[256]], [[]] * 256), "lengths of at most 255, not 256"),
        (Puzzle([None], [[1]]), "no absent clues"),
        (Puzzle([[1, (1, "red")]], [[1], [(1, "red")]]), "no colours"),
    ],
)
def test_what_addresses_cannot_say_is_refused(puzzle, expected):
    with pytest.raises(FormatError, match=expected):
        dumps(puzzle, "puzz-link")


@pytest.mark.parametrize("text", [SAVED, SAVED.replace("/", "\n"), SAVED.replace(" 3", " c3")])
def test_files_hold_the_puzzle_and_known_cells(text):
    parsed = parse(text)
    assert (parsed.format, parsed.warnings) == ("pzprv3", [])
    (puzzle,) = parsed.puzzles
    assert puzzle == parse(f"nonogram/{SIX}").puzzles[0]
    rows = "##?#??\n#???#?\n?#?##?\n??????\n#???_?\n?###??"
    assert puzzle.saved == (Grid.from_text(rows),)
    assert dumps(puzzle, "pzprv3") == SAVED.replace("/", "\n")


def test_files_hold_texts_and_moves():
    info = '{"metadata": {"author": "A/B", "comment": "two\\nlines", "hard": 3}, "history": {}}'
    parsed = parse(f"{SAVED}\ninfo:{info}")
    (puzzle,) = parsed.puzzles
    assert (puzzle.author, puzzle.description, puzzle.source) == ("A/B", "two\nlines", None)
    assert parsed.warnings == ["the moves of the saved game were left out"]
    assert "/" not in dumps(puzzle, "pzprv3")
    for damaged in ("info:{", "info:{}}", 'info:{"metadata":[1]}', "info:" + '{"a":' * 99999):
        parsed = parse(f"{SAVED}\n{damaged}")
        assert parsed.puzzles[0].author is None and len(parsed.warnings) == (damaged != "info:{}}")
    old = parse(f"{SAVED}\n__HISTORY__\n1/2/3\nhttp://pzv.jp/p.html?nonogram/{SIX}")
    assert old.puzzles == [puzzle] and old.warnings == ["the moves of the saved game were left out"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pzprv3/coral/1/1/", "line 1: Coral"),
        ("pzprv3/nonogram/", "line 1: ROWS COLUMNS"),
        ("pzprv3/nonogram/1/x/", "line 1: columns x"),
        ("pzprv3/nonogram/99999/99999/", "line 1: '99999 of the board' 0"),
        ("pzprv3\nnonogram\n1\n1\n. 1\n", "line 5: '1 lines of clues and 1 of the board' 1"),
        ("pzprv3\nnonogram\n1\n1\n. 1\n1 # .\n", "line 6: '2 entries, not 3'"),
        ("pzprv3\nnonogram\n1\n1\n. 1\n1 1\n", "line 6: cell # + 1"),
        ("pzprv3\nnonogram\n1\n1\n. x\n1 #\n", "line 5: length x"),
    ],
)
def test_faults_of_files_say_what_was_expected(text, expected):
    check_refused(text, None, expected)


def test_a_file_with_the_name_of_an_address_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "nonogram" / "1" / "1" / "11"
    assert load("nonogram/1/1/11").format == "puzz-link"
    path.parent.mkdir(parents=True)
    path.write_text("#.\n")
    assert load("nonogram/1/1/11").format == "picture"


def test_an_address_above_clues_is_where_they_are_from():
    parsed = parse("https://example.org/owl\nRows: 2, 1\nColumns: 2, 1\n")
    assert parsed.puzzles == [Puzzle([[2], [1]], [[2], [1]])]
