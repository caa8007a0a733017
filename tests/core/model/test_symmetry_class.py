"""Keys of symmetry classes, against all images of small pictures by definition."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given, strategies as st
from strategies import jointed_puzzles, palette, pictures, puzzles

from nonocsp import Hexagon, Picture, Puzzle, Rectangle
from nonocsp.core.model.colours import Colour
from nonocsp.core.model.symmetry_class import picture_key, puzzle_key, puzzle_keys


def images(picture):
    """The rows of all images of a picture, with all new numbers for its colours."""
    used = sorted({*picture.cells} - {0})
    found = set()
    for numbers in permutations(range(1, len(used) + 1)):
        new = {0: 0, **dict(zip(used, numbers, strict=True))}
        rows = tuple(tuple(new[cell] for cell in row) for row in picture.rows)
        for _ in range(4):
            rows = tuple(zip(*rows[::-1], strict=True))  # a quarter turn
            found |= {rows, rows[::-1]}
    return found


@pytest.mark.parametrize(
    ("colours", "shape"),
    [(2, (1, 4)), (2, (2, 3)), (2, (3, 2)), (2, (3, 3)), (3, (1, 3)), (3, (2, 2)), (3, (2, 3))],
)
def test_pictures_fall_into_the_classes_of_the_definition(colours, shape):
    every = [
        Picture.from_cells(bytes(cells), Rectangle(*shape))
        for cells in product(range(colours), repeat=shape[0] * shape[1])
    ]
    assert_same_classes(every)


def assert_same_classes(every):
    """One key for one least image; the puzzles of a class have one key, too."""
    keys, of_puzzles = {}, {}
    for picture in every:
        least = min(images(picture))
        assert keys.setdefault(least, picture_key(picture)) == picture_key(picture)
        key = puzzle_key(Puzzle.from_picture(picture))
        assert of_puzzles.setdefault(least, key) == key
    assert len({*keys.values()}) == len(keys)


@given(pictures(4, 5, 3), pictures(4, 5, 3))
def test_pictures_share_a_key_exactly_if_one_is_an_image_of_the_other(one, other):
    assert (picture_key(one) == picture_key(other)) == (min(images(one)) == min(images(other)))


@given(st.one_of(puzzles(), jointed_puzzles()), st.randoms())
def test_all_images_of_a_puzzle_have_its_key(found, rng):
    _, puzzle = found
    key = puzzle_key(puzzle)
    for image in (puzzle.mirror(), puzzle.transpose(), puzzle.transpose().mirror().transpose()):
        assert puzzle_key(image) == key
    order = [*range(1, puzzle.block_colours + 1)]
    rng.shuffle(order)
    new = {0: 0, **dict(enumerate(order, start=1))}
    swapped = [
        clue and [b if b.is_star else (b.length, new[b.colour], b.joint) for b in clue]
        for clue in puzzle.clues
    ]
    assert puzzle_key(Puzzle.on(puzzle.board, swapped, puzzle.colours[1:])) == key


@given(puzzles(3, 3, 2), puzzles(3, 3, 2))
def test_puzzles_that_share_a_key_have_equally_many_images_that_are_equal(one, other):
    """Against the eight images by `mirror` and `transpose`, compared by fingerprints."""
    first, second = of_used_colours(one[1]), of_used_colours(other[1])
    orbits = [fingerprints(puzzle) for puzzle in (first, second)]
    assert (puzzle_key(first) == puzzle_key(second)) == (orbits[0] == orbits[1])
    same = puzzle_keys(first)[1] == puzzle_keys(second)[1]
    assert same == (first.fingerprint() == second.fingerprint())


def of_used_colours(puzzle):
    """The puzzle with no more colours than its clues use; at least one."""
    used = {block.colour for clue in puzzle.clues for block in clue or () if not block.is_star}
    number = {colour: at for at, colour in enumerate(sorted(used), start=1)}
    clues = [
        clue and [b if b.is_star else (b.length, number[b.colour], b.joint) for b in clue]
        for clue in puzzle.clues
    ]
    return Puzzle.on(puzzle.board, clues, palette(max(1, len(used))))


def fingerprints(puzzle):
    """Those of all eight images."""
    found = set()
    for _ in range(4):
        puzzle = puzzle.transpose().mirror()  # a quarter turn
        found |= {puzzle.fingerprint(), puzzle.mirror().fingerprint()}
    return found


def test_colours_that_no_clue_uses_count_only_where_they_may_appear():
    closed = Puzzle([[1]], [[1]], ["black"]), Puzzle([[1]], [[1]], ["black", "red"])
    assert puzzle_key(closed[0]) == puzzle_key(closed[1])
    vague = Puzzle([None], [None], ["black"]), Puzzle([None], [None], ["black", "red"])
    assert puzzle_key(vague[0]) != puzzle_key(vague[1])


def test_what_is_no_plain_rectangle_is_only_itself():
    board = Hexagon(2, 1, 2, 1, 2, 1)
    assert len(puzzle_key(Puzzle.on(board, [[1]] * len(board.lines)))) == 16
    half = Colour("half", (0, 0, 0), "h", triangle="#ffffff/#000000")
    puzzle = Puzzle([[(1, 1)], []], [[(1, 1)], []], [half])
    assert puzzle_key(puzzle) != puzzle_key(puzzle.mirror())
    assert len(puzzle_key(Puzzle([[10**9]], [[1]]))) == 16


def test_rows_and_columns_are_told_apart_by_their_numbers():
    assert puzzle_key(Puzzle([[1], []], [[1]])) == puzzle_key(Puzzle([[1]], [[1], []]))
    assert puzzle_key(Puzzle([[], []], [[]])) != puzzle_key(Puzzle([[], []], [[], []]))
