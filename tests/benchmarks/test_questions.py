"""The experiments that no paper has: against brute force, known numbers and each other."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, product

import oracle
import pytest

import nonocsp as nc
from benchmarks.suite.experiments import (
    clue_sets,
    hardness,
    most_solutions,
    residual_entropy,
    switches,
    unique_rectangles,
    unique_share,
)

pytest.importorskip("numpy")

from benchmarks.suite.experiments.grouping import ClueSets
from benchmarks.suite.experiments.rivals import Lag, Rivals

SMALL = [(rows, columns) for rows, columns in product(range(1, 5), repeat=2) if rows * columns < 16]


def pictures(rows, columns):
    for cells in product((0, 1), repeat=rows * columns):
        yield [cells[row * columns : (row + 1) * columns] for row in range(rows)]


def clues(picture):
    return tuple(
        tuple(tuple(oracle.runs(line)) for line in lines)
        for lines in (picture, zip(*picture, strict=True))
    )


def by_solutions(rows, columns):
    """The number of clue sets for each number of solutions, by definition."""
    return Counter(Counter(map(clues, pictures(rows, columns))).values())


def unique(rows, columns):
    rivals = Rivals(rows, columns)
    return rivals.unique(0, rivals.first)


@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_both_counts_agree_with_the_definition(rows, columns):
    truth = by_solutions(rows, columns)
    sets = ClueSets(rows, columns)
    tally = sets.tally(sets.halves)
    assert tally.clue_sets == truth
    assert nc.count(tally.most) == max(truth)
    assert unique(rows, columns) == truth[1]


def test_all_clue_sets_of_four_by_four():
    sets = ClueSets(4, 4)
    parts = [sets.tally(sets.halves[part::3]) for part in range(3)]
    total = sum((part.clue_sets for part in parts), Counter())
    known = {1: 52362, 2: 5050, 3: 422, 4: 209, 5: 20, 6: 112, 8: 4, 9: 16, 24: 1}
    assert total == known and total.total() == 58196


@pytest.mark.parametrize("size", [s for s in unique_rectangles.PUBLISHED if math.prod(s) <= 25])
def test_rectangles_have_the_published_numbers_of_unique_pictures(size):
    assert unique(*size) == unique_rectangles.PUBLISHED[size]


def test_parts_of_a_rectangle_sum_to_the_whole():
    parts = [unique_rectangles.measure(4, 6, part, 5)["unique"] for part in range(5)]
    assert sum(parts) == 12819322 and min(parts) > 0


def test_few_lags_at_a_time_give_the_same(monkeypatch):
    monkeypatch.setattr("benchmarks.suite.experiments.rivals.BATCH", 100)
    monkeypatch.setattr("benchmarks.suite.experiments.rivals.CHUNK", 50)
    assert unique(4, 5) == 814632


@pytest.mark.parametrize("length", [1, 4, 6])
def test_a_lag_ends_if_the_clues_are_equal_and_else_never_comes_to_none(length):
    for own, other in product(product((0, 1), repeat=length), repeat=2):
        lag = Lag()
        for pair in zip(own, other, strict=True):
            lag = lag and lag.then(*pair)
        assert bool(lag and lag.ends) == (oracle.runs(own) == oracle.runs(other))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "density"), [(2, 0.3), (3, 0.6), (4, 0.7)])
def test_switches_and_their_expected_number_by_definition(size, density):
    total = 0.0
    for picture in pictures(size, size):
        filled = sum(map(sum, picture))
        chance = density**filled * (1 - density) ** (size * size - filled)
        found = [
            (rows, columns)
            for rows in combinations(range(size), 2)
            for columns in combinations(range(size), 2)
            if is_switch(picture, rows, columns)
        ]
        assert sorted(switches.switches(picture)) == found
        total += chance * len(found)
    assert switches.expected(size, density) == pytest.approx(total)


def is_switch(picture, rows, columns):
    """Whether these four cells exchanged keep all clues, moving one block in each line."""
    corners = [[picture[row][column] for column in columns] for row in rows]
    if corners not in ([[1, 0], [0, 1]], [[0, 1], [1, 0]]):
        return False
    lines = [(picture[row], columns) for row in rows]
    lines += [([row[column] for row in picture], rows) for column in columns]
    if any(
        len(set(line[first + 1 : last])) > 1
        or any(line[max(first - 1, 0) : first])
        or any(line[last + 1 : last + 2])
        for line, (first, last) in lines
    ):
        return False
    after = [list(row) for row in picture]
    for row, column in product(rows, columns):
        after[row][column] ^= 1
    assert clues(after) == clues(picture)
    return True


def test_half_by_switches_tends_to_one_by_the_fourth_root():
    assert switches.half(3) is None
    for size in (40, 10**4):
        assert switches.expected(size, switches.half(size)) == pytest.approx(math.log(2))
    scaled = (1 - switches.half(10**4)) * 10
    assert scaled == pytest.approx((2 * math.log(2)) ** (1 / 8), rel=0.02)


def test_a_power_law_is_found():
    known = [(n, 1 - 0.9 * n**-0.25, 0.001) for n in (5, 10, 20, 40)]
    exponent, error, misfit = unique_share.power_law(known, 1.0)
    assert exponent == pytest.approx(0.25) and misfit == pytest.approx(0, abs=1e-9) and error < 0.01


def test_the_density_of_half_is_between_its_neighbours():
    group = {0.4: (10, 100), 0.5: (40, 100), 0.6: (60, 100), 0.7: (90, 100)}
    assert 0.5 < unique_share._half(group) < 0.6
    assert unique_share._half({0.4: (90, 100), 0.6: (95, 100)}) is None


def test_entropy_is_exact_or_bounded():
    exact = residual_entropy.measure(5, 0.5, 1, nodes=10**6)
    assert exact["is exact"] and exact["at least"] == exact["at most"]
    bounded = residual_entropy.measure(20, 0.2, 1, nodes=100)
    assert not bounded["is exact"] and bounded["at least"] < bounded["at most"]


def test_a_local_search_gives_clues_with_as_many_solutions():
    found = most_solutions.climb(3, seed=1, steps=100)
    assert 2 <= found["at least"] <= 6
    rows, columns = (
        [[int(n) for n in clue.split() if n != "0"] for clue in side.split(" ", 1)[1].split(" / ")]
        for side in found["clues"].split(", ")
    )
    assert nc.count(nc.Puzzle(rows, columns)) == found["at least"]


def test_the_entropy_of_all_pictures_of_a_size():
    (row,) = clue_sets.rows(
        [{"cell": {"size": 2, "parts": 1}, "figures": clue_sets.measure(2, 0, 1)}]
    )
    assert row["entropy"] == pytest.approx(2 * math.log(2) / 16 / 4)


def test_a_quantile_of_nodes_that_reaches_the_limit_is_not_known():
    figures = {"drawn": 20, "nodes": [0] * 8 + [hardness.MOST] * 2}
    record = {"cell": {"density": 0.5, "size": 10, "stream": 1}, "figures": figures}
    (row,) = hardness.rows([record])
    assert (row["median"], row["90 %"], row["99 %"]) == (0, None, None)
    assert (row["unique"], row["share"], row["no search"], row["limit"]) == (10, 0.5, 0.8, 2)
    rows = [{"density": 0.5, "cells a side": n, "unique": 1, "1 + nodes": 2**n} for n in (1, 3)]
    assert "doublings for each cell a side: 1.00 from 1 to 3." in [*hardness.notes(rows)][-1]
