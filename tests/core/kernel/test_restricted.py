"""Frontiers of at most K states: lower bounds that are true, and estimates that are unbiased."""

from __future__ import annotations

import math

import pytest
from chance import check_unbiased, check_uniform
from hypothesis import given, strategies as st
from strategies import boards, custom_boards, examples, grids, puzzles, random_puzzle

import nonocsp as nc
from nonocsp import Options, Picture, Puzzle
from nonocsp.core.kernel.interface import (
    compiled as _kernel,
    kernel_options,
    kernel_puzzle,
    pack_grid,
)
from nonocsp.people.generation.families import permutation

LARGEST = 2**64 - 1


def estimator(puzzle, grid=None, seconds=math.inf, nodes=LARGEST, memory=LARGEST):
    return _kernel.Estimator(
        kernel_puzzle(puzzle), pack_grid(grid), kernel_options(Options()), seconds, nodes, memory
    )


def run(runs, width, seed=None, by_columns=False, tempering=0.5, remembers=False):
    """One run: with a seed at random, without one it keeps the best."""
    counted = runs.run(by_columns, width, tempering, seed is not None, seed or 0, remembers)
    assert not isinstance(counted, str), f"stopped by {counted}"
    return math.ldexp(*counted)


def at_least(runs):
    return int.from_bytes(runs.at_least, "little")


#: Rectangles, which have a pass of their own, as often as all other boards.
PUZZLES = puzzles(6, 6, 3) | puzzles(max_colours=2, board=boards() | custom_boards())


@examples(300)
@given(PUZZLES, st.integers(1, 12), st.booleans(), st.data())
def test_the_best_states_give_a_lower_bound(drawn, width, by_columns, data):
    picture, puzzle = drawn
    grid = data.draw(st.none() | grids(picture, puzzle.block_colours))
    exact = nc.count(puzzle, grid=grid).at_least
    runs = estimator(puzzle, grid)
    before = 0
    for _ in range(4):
        counted = run(runs, width, by_columns=by_columns)
        assert counted <= exact
        assert before <= at_least(runs) <= exact
        if runs.is_complete:
            assert counted == at_least(runs) == exact
        before = at_least(runs)
        width *= 8
    run(runs, 10**6, by_columns=by_columns)
    assert runs.is_complete
    assert at_least(runs) == exact


def test_a_bound_beyond_exact_doubles():
    runs = estimator(permutation(19))
    run(runs, 200_000)
    assert runs.is_complete
    assert math.factorial(19) * (1 - 1e-9) < at_least(runs) <= math.factorial(19)


def free(board):
    """A block of any length in each line."""
    return Puzzle.on(board, [["?"]] * len(board.lines))


@pytest.mark.parametrize(
    ("puzzle", "width"),
    [
        (random_puzzle(10, 0.3, 1), 30),
        (random_puzzle(10, 0.25, 3), 200),
        (random_puzzle(8, 0.4, 5, colours=2), 6),
        (permutation(7), 10),
        (free(nc.Triddler(2, 2, 2, 2, 2, 2)), 10),
        (free(nc.Hexagon(3, 3, 3, 3, 3, 3)), 10),
    ],
    ids=["10x10", "wider", "colours", "permutations", "triangles", "hexagons"],
)
@pytest.mark.parametrize("by_columns", [False, True], ids=["rows", "columns"])
@pytest.mark.parametrize("tempering", [0.4, 0.7])
def test_estimates_are_unbiased(puzzle, width, by_columns, tempering):
    exact = nc.count(puzzle).at_least
    runs = estimator(puzzle)
    values = [run(runs, width, seed, by_columns, tempering) for seed in range(1500)]
    assert set(values) == {exact} if runs.is_complete else len(set(values)) > 1
    check_unbiased(values, exact)


@pytest.mark.parametrize(
    "puzzle",
    [
        random_puzzle(10, 0.4, 6),
        free(nc.Triddler(2, 1, 2, 1, 2, 1)),
        free(nc.Hexagon(2, 2, 3, 2, 2, 3)),
    ],
    ids=["squares", "triangles", "hexagons"],
)
def test_pictures_of_a_complete_run_are_uniform(puzzle):
    with nc.solutions(puzzle) as found:
        every = [picture.cells for picture in found]
    assert 10 < len(every) < 400
    runs = estimator(puzzle)
    assert run(runs, 10**5, 1, remembers=True) == len(every)
    drawn, size = runs.draw(50 * len(every), 7), puzzle.board.size
    check_uniform([drawn[at : at + size] for at in range(0, len(drawn), size)], every, 50)


@examples(120)
@given(PUZZLES, st.integers(1, 20), st.booleans())
def test_pictures_of_a_narrow_run_are_solutions(drawn, width, by_columns):
    _, puzzle = drawn
    runs = estimator(puzzle)
    if not run(runs, width, 3, by_columns, remembers=True):
        with pytest.raises(ValueError, match="only a run that remembers"):
            runs.draw(1, 0)
        return
    for picture in (runs.draw(1, seed) for seed in range(5)):
        assert len(picture) == puzzle.board.size
        assert puzzle.is_solved_by(Picture.from_cells(picture, puzzle.board))


def test_runs_depend_on_the_seed_alone():
    puzzle = random_puzzle(12, 0.3, 2)
    first, second = estimator(puzzle), estimator(puzzle)
    values = [run(first, 50, seed) for seed in (1, 2)]
    assert len(set(values)) == 2
    run(second, 20, 5, by_columns=True)
    assert [run(second, 50, seed) for seed in (1, 2)] == values


def strip(kind, length):
    """A board with two long lines."""
    if kind == "custom":
        around = [(0, 0), (1, 0), (1, 1), (0, 1)]
        cells = [[(x + u, y + v) for u, v in around] for y in (0, 1) for x in range(length)]
        rows = [list(range(length)), list(range(length, 2 * length))]
        return nc.CustomBoard(cells, {"A": rows, "B": [[x, length + x] for x in range(length)]})
    return (
        nc.Rectangle(2, length) if kind == "rectangle" else nc.Hexagon(length, 1, 2, length, 1, 2)
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["rectangle", "hexagon", "custom"])
@pytest.mark.parametrize("by_columns", [False, True])
@pytest.mark.parametrize(("blocks", "states"), [(40, "more than 64"), (130, "more than 255")])
def test_lines_of_many_states(kind, by_columns, blocks, states):
    """Two long lines of many blocks of any length, and no other clue: their numbers multiply."""
    board = strip(kind, 4 * blocks)
    clues = [[None] * blocks if len(board.cells(line)) > 4 else None for line in board.lines]
    puzzle = Puzzle.on(board, clues)
    runs = estimator(puzzle)
    if states == "more than 255":
        assert runs.run(by_columns, 10**5, 0.5, False, 0, False) == "memory"
        return
    found = run(runs, 10**5, by_columns=by_columns)
    exact = math.comb(4 * blocks + 1, 2 * blocks) ** 2
    assert runs.is_complete
    assert exact * (1 - 1e-9) < at_least(runs) <= exact
    assert math.isclose(found, exact, rel_tol=1e-9)


def test_a_line_that_turns_back_has_no_run():
    """Its cells are decided from the last to the first: too many combinations wait."""
    cells = [[(x, y), (x + 1, y), (x + 1, y + 1)] for y in (0, 1) for x in range(16)]
    rows = [list(range(16)), list(range(31, 15, -1))]
    board = nc.CustomBoard(cells, {"A": rows, "B": [[x, 16 + x] for x in range(16)]})
    runs = estimator(Puzzle.on(board, [[None, None]] * 2 + [None] * 16))
    assert runs.run(True, 10**5, 0.5, False, 0, False) == "memory"
    assert run(runs, 10**5) == at_least(runs) == math.comb(17, 4) ** 2


def test_a_puzzle_without_solutions():
    runs = estimator(Puzzle([[2], [2]], [[1], [1]]))
    assert run(runs, 10) == 0
    assert runs.is_complete
    assert at_least(runs) == 0


@pytest.mark.parametrize(
    ("limits", "name"),
    [({"seconds": 0.0}, "seconds"), ({"nodes": 100}, "nodes"), ({"memory": 10**6}, "memory")],
)
def test_a_limit_ends_a_run(limits, name):
    runs = estimator(random_puzzle(18, 0.33, 4), **limits)
    assert runs.run(False, 10**6, 0.5, False, 0, False) == name
    assert at_least(runs) == 0
