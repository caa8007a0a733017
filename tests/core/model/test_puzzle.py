from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from strategies import pictures, puzzles

import nonocsp as nc
from nonocsp import Block, Colour, Picture, Puzzle
from nonocsp.core.base.errors import PuzzleError
from nonocsp.core.model.clue import minimal_length
from nonocsp.core.model.line import Line

RED_RGB = "#aa0000"


def test_clues_may_be_written_in_every_way():
    colours = ["black", "red"]
    written = Puzzle([[2, (1, "red")], [0]], [[Block(1)], ["?"], [(1, 2)]], colours)
    exact = Puzzle(
        [[Block(2, 1), Block(1, 2)], []], [[Block(1, 1)], [Block(None, 1)], [Block(1, 2)]], colours
    )
    assert written == exact
    assert hash(written) == hash(exact)
    assert written.rows[0] == (Block(2, 1), Block(1, 2))


def test_names_of_standard_colours_need_no_declaration():
    puzzle = Puzzle([[Block(1, "red"), (1, "blue")]], [[(1, "red")], [(1, "blue")]])
    assert [colour.name for colour in puzzle.colours] == ["blank", "red", "blue"]


def test_identity_is_the_clues_and_the_number_of_colours():
    puzzle = Puzzle([[1]], [[1]])
    assert puzzle == Puzzle([[1]], [[1]], title="T", author="A", goals=[Picture(["#"])])
    assert puzzle == Puzzle([[1]], [[1]], [Colour("ink", RED_RGB, "x")])
    assert puzzle != Puzzle([[1]], [[1]], ["black", "red"])
    assert puzzle != Puzzle([[1]], [["?"]])
    assert puzzle != Puzzle([[1]], [None])
    assert puzzle != "puzzle"


def test_a_puzzle_cannot_be_changed():
    puzzle = Puzzle([[1]], [[1]])
    with pytest.raises(AttributeError):
        puzzle.title = "other"
    with pytest.raises(AttributeError):
        del puzzle.title


@given(puzzles())
def test_pickling_keeps_everything(made):
    _, puzzle = made
    puzzle = puzzle.replace(title="T", author="A", copyright="C", licence="L", source="S")
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle
    assert (again.title, again.author, again.copyright, again.licence, again.source) == tuple(
        "TACLS"
    )
    assert again.colours == puzzle.colours
    assert again.goals == puzzle.goals


@given(pictures())
def test_a_picture_solves_the_puzzle_made_from_it(picture):
    puzzle = Puzzle.from_picture(picture)
    assert puzzle.is_solved_by(picture)
    assert puzzle.goals == (picture,)
    assert puzzle.problems() == () or {p.kind for p in puzzle.problems()} == {"unused_colour"}


@given(puzzles())
def test_transposing_and_mirroring_twice_changes_nothing(made):
    picture, puzzle = made
    assert puzzle.transpose().transpose() == puzzle
    assert puzzle.mirror().mirror() == puzzle
    assert puzzle.transpose().is_solved_by(Picture(picture.columns))
    assert puzzle.mirror().is_solved_by(Picture([row[::-1] for row in picture.rows]))
    assert puzzle.mirror().goals == tuple(
        Picture([row[::-1] for row in goal.rows]) for goal in puzzle.goals
    )


def test_fingerprint_is_the_same_for_other_names_and_numbers_of_colours():
    one = Puzzle([[(1, "red"), (2, "blue")]], [[(1, "red")], [(1, "blue")], [(1, "blue")]])
    other = Puzzle(
        [[(1, "b"), (2, "a")]], [[(1, "b")], [(1, "a")], [(1, "a")]], {"a": RED_RGB, "b": "#00f"}
    )
    assert one.fingerprint() == other.fingerprint()
    assert one != other
    assert one.fingerprint() != one.transpose().fingerprint()
    assert Puzzle([[1]], [None]).fingerprint() != Puzzle([[1]], [[]]).fingerprint()
    assert Puzzle([["?"]], [[1]]).fingerprint() != Puzzle([[1]], [[1]]).fingerprint()


def test_faults_are_data():
    puzzle = Puzzle([[3], [1, 1]], [[1], [1]], ["black", "red"])
    faults = puzzle.problems()
    assert [(f.kind, f.line, f.needed, f.available) for f in faults] == [
        ("too_long", Line("row", 0), 3, 2),
        ("too_long", Line("row", 1), 3, 2),
        ("sums_differ", None, 5, 2),
        ("unused_colour", None, None, None),
    ]
    assert [fault.fatal for fault in faults] == [True, True, True, False]
    assert str(faults[0]) == "row 1: the clue needs 3 cells, the line has 2"


@pytest.mark.parametrize(
    ("rows", "columns", "faulty"),
    [
        ([["?"]], [[1], [1]], False),  # the unknown length may be 2
        ([["?"]], [[], []], True),  # it is at least 1
        ([[2]], [None, []], False),
        ([[3]], [None, []], True),  # too long, and the sums say nothing
        ([["?"], [2]], [[1], [1]], True),
    ],
)
def test_sums_with_unknown_lengths_are_bounds(rows, columns, faulty):
    assert bool(Puzzle(rows, columns).problems()) is faulty


@pytest.mark.parametrize(
    ("rows", "columns", "colours", "message"),
    [
        ([], [[1]], None, "a puzzle needs rows"),
        ([[1]], [], None, "a puzzle needs columns"),
        ("1", [[1]], None, "expected a sequence of row clues, not '1'"),
        ([[1]], 7, None, "expected a sequence of column clues, not 7"),
        ([1], [[1]], None, "row 1: expected a sequence of blocks, not 1"),
        ([["1"]], [[1]], None, "row 1: a block's length is a whole number, '?' or '*', not '1'"),
        ([[-1]], [[1]], None, "row 1: a block's length is at least 1, not -1"),
        ([[1, 0]], [[1]], None, "row 1: a block's length is at least 1, not 0"),
        ([[True]], [[1]], None, "row 1: a block's length is a whole number, '?' or '*', not True"),
        ([[10**10]], [[1]], None, "row 1: a block's length is at most 1000000000"),
        ([[1]], [[1], [(1, 2, 3, 4)]], None, "column 2: a coloured block is (length, colour)"),
        ([[1]], [[(1, 1, 3)]], None, "column 1: a block's joint is 'attached' or 'loose', not 3"),
        ([[1]], [[(1, 1, "attached")]], None, "column 1: block 1: no block of another colour"),
        ([[1, (1, 1, "attached")]], [[1]], None, "row 1: block 2: no block of another colour is"),
        ([["?", (1, 1, "loose")]], [[1]], None, "row 1: block 2: it and the block before are"),
        ([[(1, "mauve")]], [[1]], None, "colour 'mauve' is not declared: give colours="),
        ([[(1, 2)]], [[1]], None, "colour 2 is not declared: give colours="),
        ([[1]], [[(1, "red")]], ["blue"], "column 1: colour 'red' is not declared"),
        ([[1]], [[(1, 2)]], ["blue"], "column 1: colour 2 is not declared"),
        ([[1]], [[(1, 0)]], ["blue"], "column 1: a block's colour is a number 1 to 255, not 0"),
        ([[1]], [[(1, "blank")]], ["blue"], "column 1: colour 'blank' is not declared"),
        ([[1]], [[1]], ["red", "red"], "two colours have the name 'red'"),
        ([[1]], [[1]], [f"c{n}" for n in range(256)], "a puzzle has at most 255 colours, not 256"),
        (
            [[1]],
            [[1]],
            {"red": "crimson"},
            "colour 'red': RGB is #rrggbb or three numbers 0 to 255",
        ),
    ],
)
def test_a_malformed_puzzle_is_refused_in_one_line(rows, columns, colours, message):
    with pytest.raises(PuzzleError) as caught:
        Puzzle(rows, columns, colours)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_a_goal_of_another_shape_is_refused():
    with pytest.raises(PuzzleError, match="a goal on Rectangle"):
        Puzzle([[1]], [[1]], goals=[Picture(["##"])])


def test_a_picture_of_many_colours_has_a_palette():
    picture = Picture([list(range(256))])
    puzzle = Puzzle.from_picture(picture)
    assert len({colour.char for colour in puzzle.colours}) == 256
    assert puzzle.is_solved_by(picture)


def test_255_colours_have_255_names_and_characters():
    colours = [f"colour {n}" for n in range(255)]
    puzzle = Puzzle([[(1, name) for name in colours]], [[(1, name)] for name in colours], colours)
    assert len({colour.char for colour in puzzle.colours}) == 256
    assert puzzle.rows[0][-1] == Block(1, 255)


def test_minimal_length_counts_gaps_only_between_equal_colours():
    assert minimal_length(()) == 0
    assert minimal_length((Block(2), Block(1))) == 4
    assert minimal_length((Block(2), Block(1, 2), Block(None))) == 4


def test_lines_are_named_as_people_count():
    puzzle = Puzzle([[1]], [[1], []])
    assert [str(line) for line in puzzle.lines] == ["row 1", "column 1", "column 2"]
    assert [puzzle.length(line) for line in puzzle.lines] == [2, 1, 1]
    assert puzzle.clue(Line("column", 1)) == ()


def test_what_is_wrong_is_quoted_in_part():
    for make in (
        lambda: Puzzle([["x" * 10_000]], [[1]]),
        lambda: Puzzle([["1"] * 10_000], "a"),
        lambda: Puzzle([[(1, "x" * 10_000)]], [[1]]),
        lambda: Puzzle([[(1, 2, 3) * 1000]], [[1]]),
        lambda: Colour("x" * 10_000, "red" * 1000, "#"),
    ):
        with pytest.raises(PuzzleError) as caught:
            make()
        assert len(str(caught.value)) < 200


def test_a_colour_may_be_three_numbers_and_needs_no_character():
    colours = [Colour("red", (255, 0, 0)), Colour("rust", [183, 65, 14]), Colour("ruby", "#900")]
    assert [colour.rgb for colour in colours] == ["#ff0000", "#b7410e", "#990000"]
    puzzle = Puzzle([[(1, "red"), (1, "rust"), (1, "ruby")]], [None] * 3, colours)
    assert [colour.char for colour in puzzle.colours] == ["_", "r", "u", "b"]
    assert puzzle.replace(title="again") == pickle.loads(pickle.dumps(puzzle))
    with pytest.raises(PuzzleError, match="two colours have the char 'r'"):
        Puzzle([[1]], [[1]], [Colour("red", "#f00", "r"), Colour("rust", "#b41", "r")])
    assert Puzzle([[1]], [[1]], {"red": (1, 2, 3)}).colours[1].rgb == "#010203"


@pytest.mark.parametrize(
    "rgb", [(1, 2), (1, 2, 256), (1, 2, -1), (1.0, 2, 3), None, "red", 5, "#12"]
)
def test_what_is_no_rgb_value_is_refused(rgb):
    with pytest.raises(PuzzleError, match="colour 'x': RGB is #rrggbb or three numbers 0 to 255"):
        Colour("x", rgb)


def test_sizes_of_one_are_singular():
    assert repr(Puzzle([[1]], [[1]])) == "<Puzzle of 1 row and 1 column>"


def test_a_puzzle_prints_its_clues():
    heart = Puzzle([[1, 1], [], None], [[2], ["?"], [1]])
    text = "rows:\n1 1\n0\n*\ncolumns:\n2\n?\n1"
    assert str(heart) == text and repr(heart) == "<Puzzle of 3 rows and 3 columns>"
    coloured = Puzzle([[(2, "red"), (1, "blue")]], [[(1, "red")], [(1, "red")], [(1, "blue")]])
    assert str(coloured).splitlines()[:2] == ["rows:", "2red 1blue"]
    board = nc.Triddler(1, 1, 1, 1, 1, 1)
    assert str(Puzzle.on(board, [[] for _ in board.lines])).startswith("direction A:\n0")
    plain = Puzzle([[1, 1], [], [3]], [[1, 1], [1], [1, 1]])
    assert nc.formats.parse(str(plain)).puzzles == [plain]
