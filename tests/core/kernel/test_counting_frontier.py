"""Counting without a diagram: the frontier that keeps nothing but numbers."""

import math

import oracle
import pytest
from hypothesis import given
from strategies import (
    ANY,
    boards,
    cases,
    custom_boards,
    random_puzzle,
)

import nonocsp as nc
from nonocsp import Limits, Options, Puzzle

FRONTIER = Options(compilation="frontier")

#: Bytes of a diagram without nodes.
EMPTY = 4


def by_frontier(puzzle, **other):
    counted = nc.count(puzzle, options=FRONTIER, **other)
    assert counted.stats.diagram_bytes <= EMPTY
    return int(counted)


@given(cases(ANY | custom_boards() | boards().filter(lambda board: board.size <= 9)))
def test_it_counts_what_trying_everything_finds_on_every_board(case):
    """Rectangles, hexagons, triangles and boards that are data; and what the textbook counts."""
    puzzle, grid = case
    counted = by_frontier(puzzle, grid=grid)
    assert counted == len(oracle.pictures(puzzle, grid))
    assert counted == int(nc.count(puzzle, grid=grid, engine="textbook"))
    assert counted == nc.solution_space(puzzle, grid=grid, options=FRONTIER).count


@pytest.mark.parametrize("sides", [(3, 12), (12, 3), (5, 5), (9, 9)])
def test_permutations(sides):
    """All clues 1: the known number of ways to place rooks, or none."""
    rows, columns = sides
    puzzle = Puzzle([[1]] * rows, [[1]] * columns)
    factorial = {5: 120, 9: 362_880}
    assert int(nc.count(puzzle, options=FRONTIER)) == (factorial[rows] if rows == columns else 0)


@pytest.mark.parametrize("rows", [pytest.param(60, marks=pytest.mark.slow), 600])
def test_numbers_of_any_size(rows):
    """One filled cell in each row, anywhere but in the first column: beyond 128 bits at the end."""
    ones = rows // 20
    puzzle = Puzzle([[1]] * rows, [[1] * ones, None, None])
    choices = math.comb(rows - ones + 1, ones)
    assert int(nc.count(puzzle, options=FRONTIER)) == choices * 2 ** (rows - ones)


def test_states_are_compressed():
    # With 32 bytes a state it takes 1.36 MB. It ends before the bounds begin, which have memory of
    # their own.
    counted = nc.count(random_puzzle(15, 0.32, 1), options=FRONTIER)
    assert counted.stats.peak_memory < 1_000_000


def test_a_count_out_of_memory_keeps_its_bounds():
    counted = nc.count(random_puzzle(15, 0.3, 1), options=FRONTIER, limits=Limits(memory=1_000_000))
    assert counted.stopped_by == "memory"
    assert counted.at_least >= 2
