"""Short codes: published ones are read and written bit for bit."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from samples import check_refused
from strategies import puzzles

from nonocsp import Grid, Picture, Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import dumps, guess, parse
from nonocsp.files.formats.codes.davidje13 import Huffman, decode, encode_clues, encode_picture

RING = [[3], [1, 1], [3]]
FOOTBALL = "RSJH58Z7Dnyl9tWtZGp7r8XqjLwdrazUm-812Xl5kSoFuEelf7b7FW0LhH2lo-VloqQ"
FOOTBALL_PICTURE = "LSJGLQRYQShD41JJX_QjekiFT8-SPTj3J0IIfSiK_ri16tDFuy00opFQpBLos"
LETTER_P = "Rxwv322773d3Dv9-bNnzw"


@pytest.mark.parametrize(
    ("puzzle", "code"),
    [
        (Puzzle([[1], [1]], [[1], [1]]), "RlKq"),
        (Puzzle(RING, RING), "RnP5_n"),
        (Puzzle([[]], [[]]), "RjE"),
    ],
)
def test_known_codes_of_clues(puzzle, code):
    assert encode_clues(puzzle) == code
    assert decode(code) == puzzle
    assert dumps(puzzle, "davidje13") == code + "\n"
    assert guess(code).format.name == "davidje13"


@pytest.mark.parametrize("code", [FOOTBALL, LETTER_P])
def test_published_codes_of_clues_are_written_as_they_were(code):
    assert encode_clues(decode(code)) == code


def test_the_published_picture_has_the_published_clues():
    puzzle = decode(FOOTBALL_PICTURE)
    assert puzzle == decode(FOOTBALL)
    assert dumps(puzzle, "davidje13-picture") == FOOTBALL_PICTURE + "\n"
    assert puzzle.rows[4] == Puzzle([[3, 3, 4]], [None] * 20).rows[0]


def test_a_blank_picture_has_its_known_code():
    blank = Picture([[0] * 15] * 15)
    assert encode_picture(Grid.of(blank)) == "L_9AcQ"
    assert decode("L_9AcQ").goals == (blank,)


@pytest.mark.parametrize(
    ("limit", "codes"), [(0, ""), (2, "0 10 11"), (3, "0 10 110 111"), (5, "00 01 100 101 110 111")]
)
def test_huffman_codes_by_hand(limit, codes):
    code = Huffman(limit)
    found = [format(c, f"0{w}b") if w else "" for c, w in zip(code.codes, code.widths, strict=True)]
    assert " ".join(found) == codes


@given(st.integers(0, 400))
def test_huffman_codes_are_complete_and_no_longer_for_likelier_numbers(limit):
    widths = list(Huffman(limit).widths)
    assert sum(2.0**-width for width in widths) == 1
    assert widths == sorted(widths)


@given(puzzles(9, 9, 1, vague=False))
def test_any_puzzle_goes_through_its_code(made):
    _, puzzle = made
    assert decode(encode_clues(puzzle)) == puzzle


@given(st.integers(1, 9), st.lists(st.sampled_from([1, 2, 3]), min_size=1, max_size=60))
def test_any_picture_with_unknown_cells_goes_through_its_code(columns, masks):
    masks = (masks * columns)[: len(masks) // columns * columns] or masks[:1] * columns
    grid = Grid(masks, columns)
    code = encode_picture(grid)
    puzzle = decode(code)
    assert (puzzle.saved or (Grid.of(puzzle.goals[0]),)) == (grid,)
    if 3 in masks:
        for clue, cells in zip(puzzle.rows, grid, strict=True):
            assert (clue is None) == (3 in cells)
    # Bits cell by cell are taken only where they are fewer, and only of two kinds.
    assert code[0] == "L" or (len(set(masks)) == 2 and len(code) < 5 + len(masks) / 6 + 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("XYZ", "line 1: XYZ - _ code"),
        ("RjE\nRj", "line 2: Rj code"),
        ("RjEA", "line 1: RjEA code end"),
        ("L_9AcR", "line 1: L_9AcR code end"),
        ("RAAAAAAAAAAA", "line 1: RAAAAAAAAAAA code number"),
        ("RAB9HAfR", "line 1: RAB9HAfR 1 1000 484 64040"),
    ],
)
def test_what_is_no_code_is_refused(text, expected):
    check_refused(text, "davidje13", expected)


def test_words_that_are_no_code_are_not_guessed_to_be_one():
    for word in ("Row", "Red", "Read_me", "Beautiful", "Lighthouse", "B", "R-1"):
        assert guess(word).format.name == "loose"
        with pytest.raises(FormatError, match=r"unknown format|expected clues of rows"):
            parse(word)


def test_what_codes_cannot_say_is_refused():
    for puzzle, expected in (
        (Puzzle([[1]] + [[]] * 1000, [[1]]), "at most 1000 rows and 1000 columns"),
        (Puzzle([[2]], [[1]]), "longer than its line of 1 cells"),
        (Puzzle([[1, 1]], [[1], [1]]), "longer than its line of 2 cells"),
        (Puzzle([None], [[1]]), "no absent clues"),
        (Puzzle([["?"]], [[1]]), "no unknown lengths"),
    ):
        with pytest.raises(FormatError, match=expected):
            dumps(puzzle, "davidje13")
    with pytest.raises(FormatError, match="the puzzle has no goal"):
        dumps(Puzzle([[1]], [[1]]), "davidje13-picture")
