"""Every clue set of the 4x4 grid, against brute force over all 65,536 pictures.

The number of uniquely solvable n x n pictures is OEIS A242876; the distribution of clue sets by
their number of solutions is counted here from the definition.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product

import oracle
import pytest

import nonocsp as nc
from nonocsp import Puzzle
from nonocsp.core.solver.engines import ENGINES
from nonocsp.core.solver.propagation import propagated

UNIQUE = {1: 2, 2: 14, 3: 384, 4: 52362}
BY_SOLUTIONS = {1: 52362, 2: 5050, 3: 422, 4: 209, 5: 20, 6: 112, 8: 4, 9: 16, 24: 1}


def clue_sets(n):
    """Every clue set of the n x n grid that some picture has, with all its pictures."""
    clue = {cells: tuple(oracle.runs(cells)) for cells in product((0, 1), repeat=n)}
    sets = defaultdict(list)
    for rows in product(clue, repeat=n):
        columns = zip(*rows, strict=True)
        key = tuple(clue[row] for row in rows), tuple(clue[column] for column in columns)
        sets[key].append(b"".join(map(bytes, rows)))
    return sets


@pytest.mark.parametrize("n", UNIQUE)
def test_brute_force_finds_the_published_number_of_uniquely_solvable_pictures(n):
    sizes = Counter(map(len, clue_sets(n).values()))
    assert sizes[1] == UNIQUE[n]
    if n == 4:
        assert sizes == BY_SOLUTIONS


def assert_solved(key, pictures, engine):
    puzzle = Puzzle(*key)
    found = [picture.cells for picture in nc.solutions(puzzle, engine=engine)]
    assert len(found) == len(pictures)
    assert set(found) == set(pictures)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_clue_set_up_to_three_by_three_is_solved(engine, n):
    for key, pictures in clue_sets(n).items():
        assert_solved(key, pictures, engine)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_every_clue_set_of_four_by_four_is_solved(engine):
    # The Python engine takes a millisecond each: some keep the suite short.
    for number, (key, pictures) in enumerate(clue_sets(4).items()):
        if engine != "textbook" or number % 10 == 0 or len(pictures) > 2:
            assert_solved(key, pictures, engine)


@pytest.mark.parametrize(("rows", "columns"), [(1, 3), (3, 3), (2, 4)])
def test_the_experiment_counts_unique_and_simple_pictures(rows, columns):
    pytest.importorskip("numpy")
    from benchmarks.suite.experiments.census import Census
    from benchmarks.suite.experiments.unique_pictures import interval

    census = Census(rows, columns)
    pictures = 0
    for first in census.first_clues():
        standing, sharing = census.grouped(first)
        simple = census.are_simple(standing)
        for picture, together, is_simple in zip(standing.tolist(), sharing, simple, strict=True):
            puzzle = census.puzzle(picture)
            assert nc.count(puzzle) == together
            left = propagated(puzzle)
            assert left is not None and left.is_decided == is_simple
            assert not is_simple or together == 1
        pictures += sharing.sum()
    assert pictures == 2 ** (rows * columns)
    low, high = interval(1, 2)
    assert 0 < low < 0.5 < high < 1
