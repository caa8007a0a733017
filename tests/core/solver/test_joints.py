"""Blocks that are attached to the one before them, or loose: every engine against brute force."""

from __future__ import annotations

import pickle
from itertools import count, islice, product
from xml.etree import ElementTree

import hunt
import hunt_cases
import hunt_checks
import oracle
import pytest
from drawn import SVG, words
from hypothesis import given
from strategies import jointed_puzzles

import nonocsp as nc
from nonocsp import Block, Colour, Grid, Options, Puzzle, formats
from nonocsp.core.base.errors import PuzzleError
from nonocsp.core.model.clue import mirrored, satisfies
from nonocsp.files.render import Drawing, svg, text

TOOTH, BODY, BACK = 1, 2, 3
#: A tooth of three cells between two of one, which touch it or not.
GLUED = (Block(1, TOOTH), Block(1, BODY, "attached"), Block(1, BACK, "attached"), Block(1, BACK))


def drawn(seed, number):
    """Some cases of the hunt with joints."""
    cases = (hunt_cases.drawn(f"{seed} {at}", joints=True) for at in count())
    return islice((case for case in cases if case.kind == "jointed"), number)


@pytest.mark.parametrize("check", hunt_checks.CHECKS)
def test_every_question_has_right_answers(check):
    for case in drawn(check, 8):
        truth = hunt_cases.Truth(case.puzzle, case.grid)
        assert not hunt.wrong(case, truth, check, "seed"), case.source()


@pytest.mark.parametrize("compilation", ["search", "frontier"])
def test_both_ways_of_counting_agree_with_brute_force(compilation):
    for case in drawn(compilation, 40):
        expected = hunt_cases.Truth(case.puzzle, case.grid)
        found = nc.count(case.puzzle, grid=case.grid, options=Options(compilation=compilation))
        assert not expected.whole or found.at_least == len(expected), case.source()


@given(jointed_puzzles())
def test_a_picture_satisfies_exactly_what_brute_force_says(one):
    _, puzzle = one
    every = product(range(puzzle.block_colours + 1), repeat=len(puzzle.columns))
    for cells in every:
        for clue in puzzle.rows:
            assert satisfies(cells, clue) == oracle.fits(cells, oracle.plain(clue))
            turned = oracle.fits(cells[::-1], oracle.plain(mirrored(clue)))
            assert turned == oracle.fits(cells, oracle.plain(clue))


def test_a_glued_line_by_hand():
    puzzle = Puzzle([GLUED], [None] * 6, ["tooth", "body", "back"])
    found = {each.cells for each in nc.solutions(puzzle)}
    assert found == {
        bytes(cells) for cells in ([1, 2, 3, 0, 3, 0], [1, 2, 3, 0, 0, 3], [0, 1, 2, 3, 0, 3])
    }
    loose = (*GLUED[:3], Block(1, BACK, "loose"))
    more = {each.cells for each in nc.solutions(puzzle.replace(rows=[loose]))}
    assert more == found | {
        bytes(cells) for cells in ([1, 2, 3, 3, 0, 0], [0, 1, 2, 3, 3, 0], [0, 0, 1, 2, 3, 3])
    }


def test_a_joint_makes_another_puzzle_and_travels():
    puzzle = Puzzle([GLUED], [None] * 6, ["tooth", "body", "back"])
    plain = Puzzle([[Block(b.length, b.colour) for b in GLUED]], [None] * 6, puzzle.colours[1:])
    assert plain != puzzle and plain.fingerprint() != puzzle.fingerprint()
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    (again,) = formats.parse(formats.dumps(puzzle, "json")).puzzles
    assert again == puzzle and again.fingerprint() == puzzle.fingerprint()
    assert puzzle.mirror().mirror() == puzzle
    assert puzzle.mirror().rows[0][1:] == (
        Block(1, BACK),
        Block(1, BODY, "attached"),
        Block(1, TOOTH, "attached"),
    )


def test_a_joint_that_says_nothing_is_left_out():
    said = Puzzle([[1, (1, 2, "loose")]], [None] * 3, ["a", "b"])
    assert said == Puzzle([[1, (1, 2)]], [None] * 3, ["a", "b"])


@pytest.mark.parametrize(
    ("format", "reason"),
    [
        *((name, "no blocks that are attached or loose, and this puz") for name in ("non", "cwc")),
        ("olsak", "'olsak' has no such joints: glue is one triangle"),
    ],
)
def test_a_format_without_joints_refuses_them(format, reason):
    puzzle = Puzzle([GLUED], [[]] * 6, ["tooth", "body", "back"])
    with pytest.raises(nc.FormatError, match=reason):
        formats.dumps(puzzle, format)


def test_needed_cells_count_the_gaps_that_must_be():
    puzzle = Puzzle([GLUED], [None] * 4, ["tooth", "body", "back"])
    assert [str(each) for each in puzzle.problems()] == [
        "row 1: the clue needs 5 cells, the line has 4"
    ]


TEETH = r"""
#d
  1:*  black
  r:r  red
  /:a  white/black  <<
  /:b  black/white  >>
  \:c  white\black  <>
  \:d  black\white  ><
:
/3\ 1/ 1/
/4r/ 2r
:
/1
\1 1r
\1 1r
1/
1r
1/ 1r
1/ 1r
"""


def test_glue_becomes_joints_and_is_written_as_glue():
    (puzzle,) = formats.parse(TEETH).puzzles
    black, red, a, b, d = 1, 2, 3, 4, 6
    assert puzzle.rows[0] == (
        Block(1, a),
        Block(1, black, "attached"),
        Block(1, d, "attached"),
        Block(1, b),
        Block(1, b, "loose"),
    )
    assert puzzle.rows[1] == (
        Block(1, a),
        Block(2, red, "attached"),
        Block(1, b, "attached"),
        Block(2, red),
    )
    text = formats.dumps(puzzle, "olsak")
    assert "\na3d 1b 1b\na4rb 2r\n" in text and "  a:a  white/black  <<\n" in text
    (again,) = formats.parse(text).puzzles
    assert again == puzzle and again.colours[1:] == puzzle.colours[1:]
    look = again.colours[a].triangle
    assert (str(look), look.symbol("#ffffff")) == ("#ffffff/#000000", "◢")


def test_triangles_without_glue_are_colours():
    text = "#d\n1:* black\nt:/ black/orange\n:\n2t 1\n:\n1t\n1t\n1\n"
    (puzzle,) = formats.parse(text).puzzles
    assert puzzle.rows == ((Block(2, 2), Block(1, 1)),)
    assert str(puzzle.colours[2].triangle) == "#000000/#ffa500"
    assert formats.parse(formats.dumps(puzzle, "olsak")).puzzles == [puzzle]
    (again,) = formats.parse(formats.dumps(puzzle, "json")).puzzles
    assert again.colours == puzzle.colours
    assert formats.losses(puzzle, "webpbn") >= {"triangles"}


TOOTHED = """
◢██◣◤◤
◥⬛⬛◤⬛⬜
⬜⬜⬜⬜◢◣
"""


def test_a_character_grid_with_triangles_is_a_trianogram():
    (puzzle,) = formats.parse(TOOTHED.replace("█", "⬛")).puzzles
    goal = puzzle.goals[0]
    assert goal in list(nc.solutions(puzzle)) and puzzle.is_solved_by(goal)
    (again,) = formats.parse(formats.dumps(puzzle, "olsak")).puzzles
    assert again == puzzle
    assert "a4b 1c 1c\nd4c 1\na2b" in formats.dumps(puzzle, "olsak")


def test_triangles_are_drawn_as_two_halves_without_numbers():
    (puzzle,) = formats.parse(TOOTHED.replace("█", "⬛")).puzzles
    drawing = Drawing.of(puzzle, cells=Grid.of(puzzle.goals[0], puzzle.block_colours))
    drawn = svg(drawing)
    halves = [
        node.get("fill")
        for node in ElementTree.fromstring(drawn).iter(f"{SVG}path")
        if "L" in node.get("d")
    ]
    assert halves.count("#ffffff") == halves.count("#000000") > 4
    assert sorted(text for text, _, _ in words(drawn) if text) == ["1", "1", "2", "2", "2", "2"]
    assert text(drawing, blocks=True, clues=False).split("\n")[0] == "◢█####█◣█◤█◤"


def test_a_triangle_is_read_from_its_text():
    for wrong in ("#fff", "#fff|#000", "#fff/#00", "/#000"):
        with pytest.raises(PuzzleError):
            Colour("corner", "#777", "a", wrong)
