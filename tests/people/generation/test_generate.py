from __future__ import annotations

import random
from fractions import Fraction

import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import examples

import nonocsp as nc
from nonocsp.core.base.errors import OptionError
from nonocsp.core.solver.propagation import propagated
from nonocsp.people.explanation import rate
from nonocsp.people.explanation.rating import FLOORS, SCALE
from nonocsp.people.generation import LEVELS, SYMMETRIES, TEXTURES, generate
from nonocsp.people.generation.rng import Rng
from nonocsp.people.generation.symmetry import SQUARE, orbits


@st.composite
def orders(draw, most=9):
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    symmetry = draw(st.sampled_from(sorted(SYMMETRIES)))
    if symmetry in SQUARE:
        columns = rows
    density = draw(st.floats(0, 1))
    filled = round(density * rows * columns)
    return {
        "rows": rows,
        "columns": columns,
        "symmetry": symmetry,
        "density": density,
        "colours": draw(st.integers(1, max(1, min(4, filled)))),
        "texture": draw(st.sampled_from(sorted(TEXTURES))),
        "depth": draw(st.sampled_from([None, "lines", "not-lines"])),
        "seed": draw(st.integers(0, 10**9)),
    }


def solved_by_lines(puzzle):
    found = propagated(puzzle, by_definition=True)
    return found is not None and found.is_decided


def mirrored(picture, symmetry):
    """The picture after each move of its symmetry, rebuilt from its rows."""
    rows = picture.rows
    turned = [row[::-1] for row in rows]
    return {
        "none": [],
        "left-right": [turned],
        "up-down": [rows[::-1]],
        "both": [turned, rows[::-1]],
        "half-turn": [turned[::-1]],
        "quarter-turn": [list(zip(*rows[::-1], strict=True))],
        "diagonal": [list(zip(*rows, strict=True))],
    }[symmetry]


@given(orders())
@examples(150)
def test_what_comes_out_is_what_was_ordered(order):
    made = generate(**order, attempts=5)
    if made.puzzle is None:
        assert made.stopped_by == "attempts"
        assert made.attempts == 5
        assert made.detail.startswith("of 5 attempts ")
        return
    picture, puzzle = made.picture, made.puzzle
    rows, columns = order["rows"], order["columns"]
    assert puzzle.shape == picture.shape == (rows, columns)
    assert puzzle.is_solved_by(picture)
    largest = max(map(len, orbits(order["symmetry"], nc.Rectangle(rows, columns))))
    filled = sum(cell > 0 for cell in picture.cells)
    tolerance = max(Fraction(rows * columns, 20), largest)
    assert abs(filled - round(order["density"] * rows * columns)) <= tolerance
    assert len(puzzle.colours) == order["colours"] + 1
    if filled:
        assert set(picture.cells) - {0} == set(range(1, order["colours"] + 1))
    for moved in mirrored(picture, order["symmetry"]):
        assert nc.Picture(moved) == picture
    assert nc.is_unique(puzzle)
    if order["depth"]:
        assert solved_by_lines(puzzle) == (order["depth"] == "lines")


@given(orders(most=4))
@examples(60)
def test_small_ones_have_one_solution_by_trying_everything(order):
    order["colours"] = min(order["colours"], 2)
    made = generate(**order, attempts=3)
    if made.puzzle is not None and (order["colours"] == 1 or order["rows"] * order["columns"] < 13):
        assert oracle.pictures(made.puzzle) == {made.picture.cells}


@given(orders(most=6))
@examples(40)
def test_the_engine_and_limits_make_no_difference(order):
    made = generate(**order, attempts=2)
    again = generate(
        **order,
        attempts=2,
        engine="textbook",
        limits=nc.Limits(seconds=100, nodes=10**9),
    )
    assert (made.puzzle, made.attempts, made.changed, made.checks) == (
        again.puzzle,
        again.attempts,
        again.changed,
        again.checks,
    )


@given(orders(), st.sampled_from(["very shallow", "shallow", "moderate", "deep"]))
@examples(15)
def test_a_word_for_the_depth_is_that_of_the_rating(order, word):
    made = generate(**(order | {"depth": word}), attempts=3)
    if made.puzzle is None:
        assert made.stopped_by == "attempts"
    else:
        assert rate(made.puzzle).depth_word == word


#: For every word an order of which some attempt succeeds.
RATED = [
    ("very shallow", 5, 5, 0, 1),
    ("shallow", 8, 8, 0, 1),
    ("moderate", 10, 9, 1, 1),
    ("deep", 5, 5, 3, 1),
    ("deep", 8, 8, 4, 2),
    ("very deep", 6, 6, 1, 1),
]


@pytest.mark.parametrize(("word", "rows", "columns", "seed", "colours"), RATED)
def test_words_for_depths_can_be_met(word, rows, columns, seed, colours):
    made = generate(rows, columns, depth=word, seed=seed, colours=colours)
    assert rate(made.puzzle).depth_word == word
    assert nc.is_unique(made.puzzle)
    assert solved_by_lines(made.puzzle) == (word in ("very shallow", "shallow"))


def test_every_word_of_the_rating_is_a_level():
    assert list(LEVELS) == ["lines", "not-lines", *(word for _, word in SCALE)]


def test_a_name_that_orders_and_ratings_share_means_the_same():
    assert {*LEVELS} & {*FLOORS} == {"lines"}
    for seed in range(8):
        for name in ("lines", "not-lines"):
            level = rate(generate(6, 6, depth=name, seed=seed).puzzle).level
            assert (level == "lines") == (name == "lines")


def test_limits_bound_ratings_too():
    stopped = generate(10, 10, seed=1, depth="extreme", limits=nc.Limits(nodes=3))
    assert (stopped.puzzle, stopped.stopped_by) == (None, "nodes")
    stopped = generate(12, 12, seed=1, depth="shallow", limits=nc.Limits(seconds=1e-3))
    assert (stopped.puzzle, stopped.stopped_by) == (None, "seconds")


@pytest.mark.parametrize("texture", sorted(TEXTURES))
@pytest.mark.parametrize("colours", [1, 4])
def test_large_ones_are_mended(texture, colours):
    for depth in (None, "lines"):
        made = generate(25, 35, texture=texture, colours=colours, depth=depth, seed=11, attempts=1)
        assert made.puzzle is not None
        assert nc.is_unique(made.puzzle)
        if depth:
            assert propagated(made.puzzle).is_decided


@pytest.mark.slow
def test_noise_of_fifty_is_not_left_to_rejection():
    made = generate(50, 50, density=0.5, depth="lines", seed=1, attempts=1)
    assert made.puzzle is not None
    assert made.changed > 20
    assert propagated(made.puzzle).is_decided
    assert generate(50, 50, density=0.5, seed=1, unique=False).puzzle != made.puzzle


def test_a_picture_that_need_not_be_unique_is_left_as_it_is():
    found = [generate(6, 6, density=0.3, seed=seed, unique=False).puzzle for seed in range(20)]
    verdicts = [nc.verdict(puzzle) for puzzle in found]
    assert nc.Verdict.MULTIPLE in verdicts
    assert all(sum(map(bool, puzzle.goals[0].cells)) == 11 for puzzle in found)


#: These may change with a version of the package, noted in the changelog, and with nothing else.
GOLDEN = [
    ({"rows": 10, "columns": 10, "seed": 1}, "76d74e4873007e0321ea94019d74e98b"),
    (
        {
            "rows": 15,
            "columns": 20,
            "density": 0.4,
            "texture": "blobs",
            "symmetry": "left-right",
            "seed": 2,
        },
        "4d6e90d45d7fb9abb484107cbfe8edc9",
    ),
    (
        {"rows": 20, "columns": 20, "density": 0.55, "texture": "stripes", "colours": 3, "seed": 3},
        "c74f7b038d3aaeb0e996943cb4716703",
    ),
    (
        {
            "rows": 12,
            "columns": 12,
            "texture": "strokes",
            "symmetry": "diagonal",
            "depth": "lines",
            "seed": 4,
        },
        "04219774fe2dd9c194053539bfca589a",
    ),
    (
        {"rows": 9, "columns": 9, "depth": "not-lines", "seed": 5},
        "7b10d06c3e3c514ce158cdbba8ade4bb",
    ),
    (
        {"rows": 30, "columns": 30, "depth": "lines", "colours": 2, "seed": 2**70},
        "72b9e32ab58d73410cf2a32464ad90c5",
    ),
    (
        {"rows": 6, "columns": 7, "density": 0.3, "unique": False, "seed": 8},
        "a7b3a1380575a3db4c3b423b7ba8ad39",
    ),
]


@pytest.mark.parametrize(("order", "fingerprint"), GOLDEN, ids=str)
def test_a_seed_gives_the_same_puzzle_everywhere(order, fingerprint):
    assert generate(**order).puzzle.fingerprint() == fingerprint


def test_a_seed_is_drawn_and_told():
    made = generate(5, 5)
    assert generate(5, 5, seed=made.seed).puzzle == made.puzzle
    assert len({generate(5, 5).seed for _ in range(5)}) > 1


def test_chance_is_what_python_promises():
    draw, promised = Rng(2026), random.Random(2026)
    assert [draw.below(1000) for _ in range(6)] == [int(promised.random() * 1000) for _ in range(6)]
    things = list(range(10))
    draw.shuffle(things)
    assert sorted(things) == list(range(10))


def test_limits_are_told_and_make_no_other_puzzle():
    stopped = generate(40, 40, seed=1, limits=nc.Limits(nodes=1))
    assert (stopped.puzzle, stopped.stopped_by) == (None, "nodes")
    stopped = generate(60, 60, seed=1, limits=nc.Limits(seconds=1e-6))
    assert (stopped.puzzle, stopped.stopped_by) == (None, "seconds")


def test_what_never_turns_out_is_given_up():
    made = generate(1, 5, depth="not-lines", seed=1, attempts=7)
    assert (made.puzzle, made.stopped_by, made.attempts) == (None, "attempts", 7)
    assert made.detail == "of 7 attempts 7 had another depth"


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"rows": 10**6, "columns": 2}, "more than 1000000 cells"),
        ({"colours": 4, "density": 0.1}, "4 colours do not fit into 2 filled cells"),
        ({"texture": "tartan"}, "unknown texture 'tartan'; available: noise, blobs, stripes"),
        ({"symmetry": "odd"}, "unknown symmetry 'odd'; available: none, left-right"),
        ({"columns": 6, "symmetry": "diagonal"}, "needs a square, not 5 x 6"),
        ({"depth": "mild"}, "unknown depth 'mild'; available: lines, not-lines"),
        ({"depth": "lines", "unique": False}, "unique=False contradicts"),
    ],
    ids=str,
)
def test_orders_that_cannot_be_met_are_refused(order, message):
    with pytest.raises(OptionError, match=message.replace("(", "\\(")):
        generate(**({"rows": 5, "columns": 5} | order))


def test_colours_may_be_named():
    made = generate(6, 6, colours=["red", nc.Colour("sky", "#88ccff", "s")], seed=4)
    assert [colour.name for colour in made.puzzle.colours] == ["blank", "red", "sky"]
    assert set(str(made.picture)) == set("rs_\n")


def test_all_sides_of_one_and_all_densities():
    for rows, columns in ((1, 1), (1, 9), (9, 1)):
        for density in (0, 0.5, 1):
            made = generate(rows, columns, density=density, seed=0)
            assert made.puzzle is not None
            assert oracle.pictures(made.puzzle) == {made.picture.cells}


@st.composite
def board_orders(draw):
    kind = draw(st.sampled_from([nc.Triddler, nc.Hexagon]))
    a, b, c = (draw(st.integers(1, 2 if kind is nc.Triddler else 3)) for _ in range(3))
    symmetries = ["none", "half-turn"] + ["left-right", "up-down", "both"] * (a == b == c)
    return {
        "rows": kind(a, b, c, a, b, c),
        "density": draw(st.sampled_from([0.3, 0.5, 0.8])),
        "texture": draw(st.sampled_from(sorted(TEXTURES))),
        "symmetry": draw(st.sampled_from(symmetries)),
        "seed": draw(st.integers(0, 10**6)),
    }


@given(board_orders())
@examples(60)
def test_puzzles_on_boards_are_unique_and_symmetric(order):
    made = generate(**order, attempts=5)
    assert made.puzzle == generate(**order, attempts=5).puzzle
    if made.puzzle is None:
        assert made.stopped_by == "attempts"
        return
    picture, board = made.picture, order["rows"]
    assert picture.board == made.puzzle.board == board
    assert [*nc.solutions(made.puzzle, engine="textbook")] == [picture]
    filled = board.size - picture.cells.count(0)
    largest = max(map(len, orbits(order["symmetry"], board)))
    assert abs(filled - round(order["density"] * board.size)) <= max(board.size / 20, largest)
    rows = picture.rows
    turned = tuple(row[::-1] for row in rows)
    moved = {"left-right": [turned], "up-down": [rows[::-1]], "half-turn": [turned[::-1]]}
    moved["both"] = moved["left-right"] + moved["up-down"]
    assert all(tuple(each) == tuple(rows) for each in moved.get(order["symmetry"], []))


def test_orders_that_no_board_can_meet_are_refused():
    with pytest.raises(OptionError, match="instead of rows and columns"):
        generate(nc.Hexagon(2, 2, 2, 2, 2, 2), 5)
    with pytest.raises(OptionError, match="needs a square"):
        generate(nc.Hexagon(2, 2, 2, 2, 2, 2), symmetry="diagonal")
    with pytest.raises(OptionError, match="has no left-right symmetry"):
        generate(nc.Triddler(1, 2, 3, 1, 2, 3), symmetry="left-right")
    with pytest.raises(OptionError, match="more than 1000000 cells"):
        generate(nc.Triddler(*[9000] * 6))


@given(orders(most=6), st.sampled_from([0.3, 1, 2, 3]))
@examples(15)
def test_minutes_are_those_of_the_rating_within_a_quarter(order, minutes):
    made = generate(**(order | {"minutes": minutes}), attempts=3)
    if made.puzzle is None:
        assert made.stopped_by == "attempts" and made.attempts == 3
    else:
        assert abs(rate(made.puzzle).minutes - minutes) <= minutes / 4


@pytest.mark.parametrize(
    ("minutes", "more"),
    [
        (2, {}),
        (5, {}),
        (12, {"texture": "blobs"}),
        (8, {"colours": 3, "density": 0.6}),
        (6, {"symmetry": "quarter-turn"}),
        (9, {"depth": "moderate"}),
        (25, {"density": 0.7, "attempts": 20}),
    ],
)
def test_without_a_size_the_side_is_fitted_to_the_minutes(minutes, more):
    made = generate(minutes=minutes, seed=4, **more)
    assert made.puzzle == generate(minutes=minutes, seed=4, **more).puzzle
    rows, columns = made.picture.shape
    assert rows == columns >= 5 and nc.is_unique(made.puzzle)
    rating = rate(made.puzzle)
    assert abs(rating.minutes - minutes) <= minutes / 4
    assert rating.depth_word == more.get("depth", rating.depth_word)


def test_a_time_that_a_size_does_not_have_is_said():
    made = generate(5, 5, minutes=60, seed=1, attempts=4)
    assert (made.puzzle, made.detail) == (None, "of 4 attempts 4 took less time")
    made = generate(12, 12, minutes=1, seed=1, attempts=4)
    assert (made.puzzle, made.detail) == (None, "of 4 attempts 4 took more time")
    # Never larger than the colours allow, and never smaller than they need.
    assert generate(minutes=3, colours=12, seed=1, attempts=30).attempts <= 30
    stopped = generate(minutes=5, seed=1, limits=nc.Limits(seconds=1e-4))
    assert (stopped.puzzle, stopped.stopped_by) == (None, "seconds")


def test_without_a_size_and_without_minutes_there_is_nothing_to_make():
    for order in ({}, {"columns": 5}, {"columns": 5, "minutes": 3}):
        with pytest.raises(OptionError, match="expected a number of rows, or minutes without"):
            generate(**order)
    with pytest.raises(OptionError, match="minutes need a unique solution"):
        generate(5, minutes=3, unique=False)
