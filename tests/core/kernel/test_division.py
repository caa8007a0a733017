"""Several threads count and enumerate as one does: the same diagram, the same order."""

from __future__ import annotations

import os
from collections import deque
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from interruption import interrupted
from strategies import ANY, random_puzzle, small_puzzles

import nonocsp as nc
from nonocsp import Limits, Options
from nonocsp.people.generation.families import permutation

TASKS = Path("/proc/self/task")


def timeless(stats):
    """Counted work, without the threads and what each has for itself: caches."""
    own = ("threads", "tightenings", "peak_memory")
    return {name: number for name, number in stats.counted().items() if name not in own}


#: Frontiers of some ten thousand states, so that there is work to share.
WIDE = [random_puzzle(13, 0.3, 2), random_puzzle(14, 0.32, 3), permutation(13)]


@pytest.mark.slow
@pytest.mark.parametrize("compilation", ["portfolio", "frontier"])
@pytest.mark.parametrize("puzzle", WIDE, ids=["13", "14", "permutations"])
def test_the_diagram_is_that_of_one_thread(puzzle, compilation):
    options = Options(compilation=compilation)
    alone = nc.solution_space(puzzle, options=options)
    for threads in (2, 3):
        space = nc.solution_space(puzzle, options=options, limits=Limits(threads=threads))
        assert space.count == alone.count
        assert space.diagram.array == alone.diagram.array
        assert space.diagram.parts == alone.diagram.parts
        assert timeless(space.stats) == timeless(alone.stats)


def test_a_wide_frontier_is_shared():
    options = Options(compilation="frontier")
    together = nc.count(WIDE[1], options=options, limits=Limits(threads=2))
    alone = nc.count(WIDE[1], options=options)
    assert (together.stats.threads, alone.stats.threads) == (2, 0)
    assert together.at_least == alone.at_least
    assert together.stats.nodes == alone.stats.nodes > 1_000_000


@given(drawn=small_puzzles(ANY), threads=st.integers(2, 4))
def test_small_puzzles_have_the_same_answers(drawn, threads):
    puzzle, limits = drawn[1], Limits(threads=threads)
    alone, together = nc.solution_space(puzzle), nc.solution_space(puzzle, limits=limits)
    assert list(together) == list(alone)
    assert nc.count(puzzle, limits=limits) == alone.count
    assert set(nc.solutions(puzzle, limits=limits)) == set(alone)


@pytest.mark.parametrize("nodes", [1, 5_000, 50_000, 500_000])
def test_a_limit_on_nodes_holds_for_all_threads(nodes):
    limits = Limits(nodes=nodes, threads=2)
    counted = nc.count(random_puzzle(18, 0.33, 4), limits=limits)
    assert counted.stopped_by == "nodes"
    assert counted.stats.nodes <= nodes + 1024
    assert not counted.is_exact


def test_a_count_that_is_interrupted_ends_its_threads():
    bounds = []
    puzzle, limits = random_puzzle(20, 0.35, 4), Limits(threads=2)
    interrupted(0.5, lambda: nc.count(puzzle, progress=bounds.append, limits=limits))
    at_least = [each.at_least for each in bounds]
    assert at_least == sorted(at_least)


@pytest.mark.parametrize("puzzle", [permutation(7), random_puzzle(12, 0.35, 0)])
def test_pictures_come_in_the_order_of_one_thread(puzzle):
    alone = nc.solutions(puzzle, limit=3000)
    expected = [(picture, timeless(alone.stats)) for picture in alone]
    assert len(expected) > 1000
    together = nc.solutions(puzzle, limits=Limits(solutions=3000, threads=2))
    assert [(picture, timeless(together.stats)) for picture in together] == expected
    assert together.stopped_by == alone.stopped_by
    assert together.stats.threads == 2


def test_all_pictures_come_and_the_end_is_known():
    found = nc.solutions(permutation(7), limits=Limits(threads=2))
    assert len(set(found)) == 5040
    assert found.is_complete


def test_a_limit_ends_an_enumeration_after_the_same_picture():
    puzzle = permutation(8)
    limits = Limits(nodes=20_000)
    alone = nc.solutions(puzzle, limits=limits)
    together = nc.solutions(puzzle, limits=limits.replace(threads=2))
    assert list(together) == list(alone)
    assert together.stopped_by == alone.stopped_by == "nodes"


@pytest.mark.skipif(not TASKS.exists(), reason="threads are listed by Linux")
def test_closing_an_enumeration_ends_its_thread():
    before = len(os.listdir(TASKS))
    found = nc.solutions(permutation(9), limits=Limits(threads=2))
    assert len(list(islice(found, 500))) == 500
    assert len(os.listdir(TASKS)) == before + 1
    found.close()
    assert len(os.listdir(TASKS)) == before
    assert list(found) == []


def test_an_enumeration_that_is_dropped_ends():
    for _ in range(20):
        found = nc.solutions(permutation(9), limits=Limits(threads=2))
        assert len(list(islice(found, 150))) == 150
        del found


@pytest.mark.skipif(not TASKS.exists(), reason="threads are listed by Linux")
def test_an_enumeration_that_is_interrupted_ends_its_thread():
    threads = len(os.listdir(TASKS))
    found = nc.solutions(permutation(12), limits=Limits(threads=2))
    with found:
        interrupted(0.5, lambda: deque(found, maxlen=0))
    assert len(os.listdir(TASKS)) == threads
