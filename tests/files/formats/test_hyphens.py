"""What a hyphen or a colour means is decided for a whole file, never clue by clue."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, strategies as st
from samples import check_refused
from strategies import pictures

import nonocsp as nc
from nonocsp import Puzzle
from nonocsp.files.formats import parse

SYMBOLS = string.digits + string.ascii_letters


def length_colour(puzzle, symbols, flag=""):
    """A puzzle as HoustonWeHaveABug's program reads it."""
    sides = [
        ",".join(
            '"' + (",".join(f"{b.length}-{symbols[b.colour - 1]}" for b in clue) or "0") + '"'
            for clue in side
        )
        for side in (puzzle.columns, puzzle.rows)
    ]
    return "\n".join([str(len(puzzle.columns)), str(len(puzzle.rows)) + flag, *sides, ""])


def facts(puzzle):
    """Rows and columns with the characters of their colours."""
    chars = [colour.char for colour in puzzle.colours]
    return [[[(b.length, chars[b.colour]) for b in clue] for clue in puzzle.clues]]


def expected(puzzle, symbols):
    return [[[(b.length, symbols[b.colour - 1]) for b in clue] for clue in puzzle.clues]]


@given(pictures(6, 6, 4), st.permutations(SYMBOLS), st.sampled_from(["", "\n1"]))
def test_length_colour_comes_back_with_any_of_62_colours(picture, symbols, flag):
    puzzle = Puzzle.from_picture(picture)
    if not picture.cells or not any(picture.cells):
        return
    parsed = parse(length_colour(puzzle, symbols, flag))
    assert parsed.format == "dailyprogrammer"
    assert [word for word in parsed.warnings if "no solution" in word] == []
    assert facts(parsed.puzzles[0]) == expected(puzzle, symbols)


def test_length_colour_of_62_colours_in_one_line():
    cells = [list(range(1, 63)), list(range(62, 0, -1))]
    puzzle = Puzzle.from_picture(cells)
    (read,) = parse(length_colour(puzzle, SYMBOLS)).puzzles
    assert facts(read) == expected(puzzle, SYMBOLS)
    assert nc.is_unique(read)


#: Each was two black blocks with a hyphen between them, or refused.
COLOURED = {
    "digits": ('3\n2\n"1-1,1-2","1-1","2-2"\n"2-1,1-2","1-2,1-2"\n', "12", True),
    "one block in every clue": ('2\n2\n"1-1,1-2","1-1,1-2"\n"2-1","2-2"\n', "12", True),
    "zero as a colour": ('2\n2\n"2-0","0"\n"1-0","1-0"\n', "0", True),
    "two digits and a letter": ("19\n1\n" + '"1-g",' * 18 + '"1-g"\n"19-g"\n', "g", True),
    "letters that differ in case": ('2\n1\n"1-a","1-A"\n"1-a,1-A"\n', "aA", True),
    "a typo": ('2\n1\n"1-1","1-2"\n"2-1"\n', "12", False),
}


@pytest.mark.parametrize(("text", "chars", "has_solution"), COLOURED.values(), ids=COLOURED)
def test_a_hyphen_in_clues_in_quotes_is_a_colour(text, chars, has_solution):
    (puzzle,) = parse(text).puzzles
    assert "".join(colour.char for colour in puzzle.colours[1:]) == chars
    assert (nc.solve(puzzle).picture is not None) == has_solution


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('2\n1\n0\n"1-1","1-1"\n"2-1"\n', "line 4: third line 0 hyphen"),
        ('2\n1\n"1-1","1-1"\n"2"\n', "line 4: length hyphen letter digit '4-1' 2"),
        ('2\n1\n"1-1","1-10"\n"2-1"\n', "line 3: length hyphen 1-10"),
        ('2\n1\n1\n"1","1"\n"2-1"\n', "line 4: length hyphen '4-1'"),
    ],
)
def test_a_file_with_and_without_hyphens_is_refused(text, words):
    check_refused(text, None, words)


HEART = Puzzle([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])


@pytest.mark.parametrize(
    "text",
    [
        "Rows:\n1-1\n5\n5\n3\n1\n\nColumns:\n2\n4\n4\n4\n2\n",
        "Rows: 1-1, 5, 5, 3, 1\nColumns: 2, 4, 4, 4, 2\n",
        'rows: "1-1", "5", "5", "3", "1"\ncolumns: "2", "4", "4", "4", "2"\n',
        "Rows: 1.1 5 5 3 1\nColumns: 2 4 4 4 2\n",
        "Rows: 1-1 5 5 3 1\nColumns: 2 4 4 4 2\n",
    ],
)
def test_hyphens_between_blocks_are_still_read(text):
    parsed = parse(text)
    assert (parsed.puzzles, parsed.warnings) == ([HEART], [])


def test_handwritten_hyphens_before_colours():
    """No reading with hyphens between blocks fits."""
    parsed = parse("Rows:\n2-1 1-2\n1-2 1-2\nColumns:\n1-1 1-2\n1-1\n2-2\n")
    (puzzle,) = parsed.puzzles
    assert [colour.char for colour in puzzle.colours[1:]] == ["1", "2"]
    parsed = parse("2-1, 1-2\n3-2\n\n1-1 1-2\n1-1 1-2\n2-2\n")
    (warning,) = parsed.warnings
    assert warning.startswith("2 rows first, by order alone")
    assert nc.verdict(parsed.puzzles[0]) is nc.Verdict.UNIQUE


def test_both_meanings_of_a_hyphen_are_named():
    check_refused(
        "1-1\n1-1\n1-1\n1-1\n\n1-1\n1-1\n1-1\n1-1\n",
        None,
        "line 1: two readings '1 1; 1 1' '1-1; 1-1' '1 1' blocks '1a' colour",
    )


def test_where_no_meaning_of_a_hyphen_fits_a_warning_names_both():
    first, *others = parse("2-1\n1-2\n\n1-1\n2-1\n").warnings
    assert first.startswith("'4-1' is read as two blocks, 4 and 1; as ") and "fit either" in first
    allowed = ("no solution", "is read as a colour", "by order alone")
    assert all(any(words in each for words in allowed) for each in others)


TWO = Puzzle([[1], [2]], [[2], [1]])


def pzl(looks, rows, columns):
    def line(blocks):
        rgb = [(n, *bytes.fromhex(looks[at][1:])) for n, at in blocks]
        return " ".join(map(str, [len(blocks), *(part for block in rgb for part in block)]))

    size = f"{len(rows)} {len(columns)}"
    sides = ("\n".join(map(line, side)) for side in (rows, columns))
    return "\n".join([str(len(looks)), *looks, "", size, "", "\n\n".join(sides), ""])


PALETTES = {
    "white is blank": (["#ff0000", "#ffffff"], 0, "#ffffff"),
    "the first colour is blank": (["#4c607c", "#89a1c9"], 1, "#4c607c"),
    "the first colour has blocks": (["#4c607c", "#89a1c9"], 0, "#89a1c9"),
    "white has blocks, the first is blank": (["#000000", "#ffffff"], 1, "#000000"),
    "all have blocks": (["#4c607c"], 0, "#ffffff"),
    "all have blocks, white too": (["#ffffff"], 0, "#fefefe"),
}


@pytest.mark.parametrize(("looks", "at", "blank"), PALETTES.values(), ids=PALETTES)
def test_blank_is_a_colour_without_blocks(looks, at, blank):
    parsed = parse(pzl(looks, [[(1, at)], [(2, at)]], [[(2, at)], [(1, at)]]))
    (puzzle,) = parsed.puzzles
    assert (parsed.format, parsed.warnings) == ("pzl", [])
    assert (puzzle.rows, puzzle.columns) == (TWO.rows, TWO.columns)
    assert [colour.rgb for colour in puzzle.colours] == [blank, looks[at]]


def test_a_palette_of_which_every_colour_fills_cells():
    looks = ["#4c607c", "#89a1c9", "#ffffff"]
    text = pzl(looks, [[(1, 0), (1, 1)], [(2, 2)]], [[(1, 0), (1, 2)], [(1, 1), (1, 2)]])
    (puzzle,) = parse(text).puzzles
    assert [colour.rgb for colour in puzzle.colours] == ["#fefefe", *looks]
    assert nc.is_unique(puzzle)


def test_a_colour_that_no_palette_has_is_named_as_it_stands():
    text = pzl(["#4c607c"], [[(1, 0)]], [[(1, 0)]]).replace("1 1 76 96 124", "1 1 76 96 125", 1)
    check_refused(text, None, "line 6: palette '1 76 96 125'")
    check_refused(text.replace("125", "256"), None, "line 6: red green blue 255 256")
