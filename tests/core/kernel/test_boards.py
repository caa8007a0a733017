"""The kernel on larger boards with three directions, and on lines that make no board."""

from __future__ import annotations

from array import array
from itertools import islice
from math import prod
from random import Random

import oracle_sat
import pytest
import strategies

import nonocsp as nc
from nonocsp import Options
from nonocsp.core.kernel.edited_picture import EditedPicture
from nonocsp.core.kernel.interface import (
    LARGEST,
    UNAVAILABLE,
    kernel_options,
    kernel_puzzle,
    pictures as search,
    propagated,
)
from nonocsp.core.model.query import Query
from nonocsp.core.options.limits import Limits, Meter, Stats

if UNAVAILABLE:
    pytest.skip(UNAVAILABLE, allow_module_level=True)

import _nonocsp_kernel as _kernel

#: Bytes of a diagram without nodes.
EMPTY_DIAGRAM = 4

#: Most techniques wait for conflicts, which small boards do not have.
AT_ONCE = {"restart_unit": 1, "positions_after": 0, "bounds_wait": 0}
PLAIN = {"probing": False, "lucky": False, "guidance": False}

TECHNIQUES = {
    "usual": Options(),
    "guided": Options(probing=False, lucky=False),
    "shaved": Options(**PLAIN, **AT_ONCE),
    "learned": Options(**PLAIN),
}


def random_puzzle(board, random, colours=1, density=0.5, kept=1.0):
    """The puzzle of a random picture, with some of its clues."""
    puzzle = strategies.random_puzzle(board, density, random, colours)
    clues = [clue if random.random() < kept else None for clue in puzzle.clues]
    return nc.Puzzle.on(board, clues, puzzle.colours[1:])


def scrambled(seed):
    """A puzzle on lines that pass their cells in any order."""
    random = Random(seed)
    board = strategies.custom_board(random, 26)
    return random_puzzle(board, random, random.choice((1, 1, 2)), 0.45, random.choice((1, 1, 0.7)))


@pytest.mark.parametrize("compilation", ["search", "frontier"])
def test_residual_problems_are_told_apart_by_the_order_of_their_cells(compilation):
    for seed in range(200):
        puzzle = scrambled(seed)
        found = nc.solutions(puzzle, limit=2000)
        expected = {picture.cells for picture in found}
        if found.is_complete:
            space = nc.solution_space(puzzle, options=Options(compilation=compilation))
            assert {picture.cells for picture in space} == expected, seed
            assert int(nc.count(puzzle, options=Options(compilation=compilation))) == len(expected)


@pytest.mark.parametrize("colours", [1, 2])
@pytest.mark.parametrize(
    "board",
    [nc.Hexagon(5, 5, 5, 5, 5, 5), nc.Triddler(4, 4, 4, 4, 4, 4), nc.Triddler(3, 6, 4, 5, 4, 6)],
    ids=["hexagons", "triangles", "slanted"],
)
def test_frontiers_count_what_search_finds(board, colours):
    """Wide enough that frontiers look ahead, and with lines that have no clue."""
    random, several = Random(7), 0
    for kept in (1.0, 0.8, 0.6):
        puzzle = random_puzzle(board, random, colours, density=0.25, kept=kept)
        space = nc.solution_space(puzzle, options=Options(compilation="search"))
        counted = nc.count(puzzle, options=Options(compilation="frontier"))
        assert counted.stats.diagram_bytes <= EMPTY_DIAGRAM  # search writes one
        assert int(counted) == space.count
        several += space.count > 1
        if space.count < 5000:
            other = nc.solution_space(puzzle, options=Options(compilation="frontier"))
            assert set(other) == set(space)
    assert several


@pytest.mark.parametrize("axis", "ABC")
def test_the_upper_bound_is_that_of_the_best_direction(axis):
    """Where only one direction has clues, the placements of its lines are the pictures."""
    board = nc.Triddler(2, 2, 2, 2, 2, 2)
    clues = [[1] if line.axis == axis else None for line in board.lines]
    puzzle = nc.Puzzle.on(board, clues)
    expected = prod(board.lengths(axis))
    arguments = None, kernel_options(Options()), 10**8, 1 << 30
    assert (
        int.from_bytes(_kernel.upper_bound(kernel_puzzle(puzzle), *arguments), "little") == expected
    )
    assert nc.count(puzzle, engine="kernel") == expected


LARGER = [
    (nc.Triddler(*[9] * 6), 1, 0.35, 1.0),
    (nc.Triddler(*[6] * 6), 1, 0.35, 0.8),
    (nc.Triddler(5, 9, 7, 4, 10, 6), 2, 0.4, 0.8),
    (nc.Hexagon(*[9] * 6), 1, 0.3, 0.7),
    (nc.Hexagon(7, 9, 8, 9, 7, 10), 2, 0.4, 0.6),
]


@pytest.mark.slow
@pytest.mark.parametrize(("board", "colours", "density", "kept"), LARGER)
def test_verdicts_of_larger_boards_are_those_of_a_sat_solver(board, colours, density, kept):
    random, conflicts = Random(6), 0
    for _ in range(3):
        puzzle = random_puzzle(board, random, colours, density, kept)
        clues = list(puzzle.clues)
        one, other = random.sample([i for i, clue in enumerate(clues) if clue], 2)
        clues[one], clues[other] = clues[other], clues[one]
        for each in (puzzle, nc.Puzzle.on(board, clues, puzzle.colours[1:])):
            expected = len(oracle_sat.pictures(each, None, 2))
            for options in TECHNIQUES.values():
                meter = Meter(Limits(), Stats())
                found = search(Query(each, None, options, meter))
                assert len(set(islice(found, 2))) == expected
                conflicts += meter.stats.conflicts
    assert conflicts > 5


def board_of(rows, others, *lines):
    cells = array("i", [number for line in lines for number in (len(line), *line)])
    clues = array("i", [-1] * (rows + others)).tobytes()
    return _kernel.Puzzle(rows, others, 1, clues, b"", b"", cells=cells.tobytes())


SQUARE = [(0, 1), (2, 3), (0, 2), (1, 3)]


def test_a_square_can_be_given_by_its_lines():
    search = _kernel.Search(
        board_of(2, 2, *SQUARE), None, _kernel.Options({}), 1.0, LARGEST, LARGEST, 1
    )
    assert len({search.next() for _ in range(16)}) == 16
    assert search.next() is None


@pytest.mark.parametrize(
    ("rows", "others", "lines", "problem"),
    [
        (0, 4, SQUARE, "at least one row"),
        (4, 0, SQUARE, "at least one row"),
        (2, 1, SQUARE, "more lines than expected"),
        (2, 3, SQUARE, "fewer lines than expected"),
        (2, 2, [(0, 1), (), (0, 2), (1, 3)], "line 1 has 0 cells, expected 1 to 10239"),
        (1, 1, [range(10240), range(10240)], "line 0 has 10240 cells"),
        (2, 2, [(0, 1), (3, 2), (0, 2), (1, 3)], "line 1 has cell 3, expected 2: rows have"),
        (2, 2, [(0, 1), (2, 3), (0, 2), (1, 4)], "line 3 has cell 4, which no row has"),
        (2, 2, [(0, 1), (2, 3), (0, 2), (1, -1)], "line 3 has cell -1, which no row has"),
        (2, 2, [(0, 1), (2, 3), (0, 2), (3, 3)], "line 3 has cell 3, which has another number of"),
        (2, 2, [(0, 1), (2, 3), (0, 2), (1,)], "cell 3 lies on no line of the last direction"),
        (2, 3, [*SQUARE, (0, 1, 2)], "cell 3 lies on no line of the last direction"),
        (2, 4, [*SQUARE, (0, 3), (0, 2)], "line 5 has cell 0, which lies on 3 lines already"),
        (2, 6, [*SQUARE, *SQUARE[:2], *SQUARE[:2]], "line 6 has cell 0, which lies on 3 lines"),
    ],
)
def test_lines_that_make_no_board_are_refused(rows, others, lines, problem):
    with pytest.raises(ValueError, match=f"board: .*{problem}"):
        board_of(rows, others, *lines)


def test_more_lines_than_numbers_are_refused():
    with pytest.raises(ValueError, match="board: fewer lines than expected"):
        _kernel.Puzzle(2**31 - 1, 2**31 - 1, 1, b"", b"", b"", cells=bytes(8))


def test_lengths_beyond_the_end_are_refused():
    cells = array("i", [2, 0, 1, 2, 0])
    with pytest.raises(ValueError, match="board: line 1 has fewer cells than it says"):
        _kernel.Puzzle(1, 1, 1, bytes(8), b"", b"", cells=cells.tobytes())


@pytest.mark.parametrize("colours", [1, 2])
@pytest.mark.parametrize(
    "board", [nc.Triddler(1, 0, 6, 0, 1, 5), nc.Triddler(*[1] * 6), nc.Hexagon(*[2] * 6)], ids=repr
)
def test_edited_pictures_of_boards(board, colours):
    """Their clues follow each change, so that the kernel answers as for a puzzle made anew."""
    random = Random(11)
    edited = EditedPicture(bytes(board.size), board, colours)
    for _ in range(20):
        edited.paint(random.randrange(board.size), random.randint(0, colours))
        cells = nc.Picture(board.rows(bytes(edited.cells)), board=board)
        again = nc.Puzzle.from_picture(cells, ["black", "red"][:colours], goals=())
        assert edited.propagated(Limits()) == list(propagated(again).masks)
        unknown = list(nc.Grid.unknown(again).masks)
        expected = len(oracle_sat.pictures(again, None, 2))
        assert edited.solutions(unknown, Limits(), Stats()) == expected


def test_bounds_compare_any_two_directions():
    """Weights of lines exclude colours, and verdicts stay those of a SAT solver."""
    random, facts, refuted = Random(3), 0, 0
    board, options = nc.Triddler(3, 3, 3, 3, 3, 3), Options(**PLAIN, **AT_ONCE)
    for _ in range(60):
        one, other = random_puzzle(board, random, 1, 0.4), random_puzzle(board, random, 1, 0.4)
        clues = [(one if random.random() < 0.9 else other).clue(line) for line in board.lines]
        puzzle = nc.Puzzle.on(board, clues)
        meter = Meter(Limits(), Stats())
        found = search(Query(puzzle, None, options, meter))
        expected = len(oracle_sat.pictures(puzzle, None, 2))
        assert len(list(islice(found, 2))) == expected
        facts += meter.stats.bound_facts
        refuted += not expected
    assert facts
    assert 0 < refuted < 60
