"""One puzzle in parts: disjoint, covering, and the same answers as in one piece."""

from __future__ import annotations

import os
from itertools import pairwise

import batch_tricks
import oracle
import pytest
import strategies as own
from hypothesis import HealthCheck, assume, given, strategies as st
from strategies import examples

import nonocsp as nc
from nonocsp import Grid, Limits, Puzzle, Status, Verdict
from nonocsp.core.base.errors import OptionError
from nonocsp.many.questions import (
    Pool,
    answering,
    check_by_cubes,
    count_by_cubes,
    cubes,
    solutions_by_cubes,
    solve_by_cubes,
)

PAIRS_12 = Puzzle([[1, 1]] * 12, [[1, 1]] * 12)
untimed = examples(20, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def two():
    with Pool(2) as workers:
        yield workers


def ones(n, **about):
    return Puzzle([[1]] * n, [[1]] * n, **about)


EVERY = own.small_puzzles(own.ANY) | own.wild_puzzles(board=own.ANY).map(lambda p: (None, p))


@given(EVERY, st.data())
@examples(60)
def test_parts_share_no_solution_and_miss_none(drawn, data):
    picture, puzzle = drawn
    grid = None
    if picture is not None and data.draw(st.booleans()):
        grid = data.draw(own.grids(picture, puzzle.block_colours))
    wanted = data.draw(st.integers(1, 12))
    parts = cubes(puzzle, wanted, grid=grid)
    assert len(parts) <= wanted
    assert parts == cubes(puzzle, wanted, grid=grid)
    of_parts = [oracle.pictures(puzzle, part) for part in parts]
    whole = oracle.pictures(puzzle, grid)
    assert sum(map(len, of_parts)) == len(whole)
    assert set().union(*of_parts) == whole
    # Disjoint as they stand, not only in their solutions.
    for number, part in enumerate(parts):
        for other in parts[:number]:
            assert any(a & b == 0 for a, b in zip(part.masks, other.masks, strict=True))


@given(own.puzzles(5, 5, 2), st.integers(1, 9))
@untimed
def test_the_answers_of_parts_are_those_of_the_whole(two, drawn, parts):
    _, puzzle = drawn
    solutions = set(nc.solutions(puzzle, limit=2000))
    assume(len(solutions) < 2000)
    counted = count_by_cubes(puzzle, two, parts=parts)
    assert (counted.at_least, counted.is_exact) == (len(solutions), True)
    assert check_by_cubes(puzzle, two, parts=parts) is nc.verdict(puzzle)
    solved = solve_by_cubes(puzzle, two, parts=parts)
    assert solved.status is Status.SATISFIABLE
    assert solved.picture in solutions
    listed = solutions_by_cubes(puzzle, two, parts=parts)
    pictures = list(listed)
    assert len(pictures) == len(solutions)
    assert set(pictures) == solutions
    assert listed.is_complete
    assert pictures == list(solutions_by_cubes(puzzle, batch_tricks.AtOnce(), parts=parts))


@given(own.wild_puzzles(4, 2), st.integers(1, 5))
@untimed
def test_puzzles_without_solutions_have_none_in_parts(two, puzzle, parts):
    solution = nc.solve(puzzle)
    solved = solve_by_cubes(puzzle, two, parts=parts)
    assert solved.status is solution.status
    assert check_by_cubes(puzzle, two, parts=parts) is nc.verdict(puzzle)
    assert count_by_cubes(puzzle, two, parts=parts).at_least == nc.count(puzzle).at_least


def test_as_many_parts_come_as_are_wanted_and_they_are_balanced():
    for wanted in (1, 2, 7, 32):
        parts = cubes(PAIRS_12, wanted)
        assert len(parts) == wanted
        open_cells = [sum(m & (m - 1) != 0 for m in part.masks) for part in parts]
        assert min(open_cells) > 144 / 3
    # No part has half of all solutions.
    counts = [nc.count(ones(8), grid=part).at_least for part in cubes(ones(8), 8)]
    assert sum(counts) == 40320
    assert max(counts) < 40320 / 2


def test_a_decided_puzzle_is_one_part_and_a_hopeless_one_none():
    assert [part.is_decided for part in cubes(Puzzle([[2], [1]], [[1], [2]]), 8)] == [True]
    assert cubes(Puzzle([[2], []], [[2], []]), 8) == []
    assert len(cubes(Puzzle([[1], [1]], [[1], [1]]), 8)) == 2
    assert check_by_cubes(Puzzle([[2], []], [[2], []]), 1) is Verdict.NONE


def test_when_the_time_is_up_fewer_parts_still_cover_everything():
    parts = cubes(PAIRS_12, 4000, limits=Limits(seconds=0.02))
    assert 1 <= len(parts) < 4000
    for one, other in pairwise(parts):
        assert any(a & b == 0 for a, b in zip(one.masks, other.masks, strict=True))
    assert len(cubes(ones(6), 9, limits=Limits(seconds=1e-9))) == 1


def test_what_cannot_be_cut_is_refused():
    for parts in (0, -1, True, 2.5):
        with pytest.raises(OptionError, match="parts must be"):
            cubes(ones(2), parts)
    with pytest.raises(nc.NonocspError, match="does not fit"):
        cubes(ones(2), 2, grid=Grid([3] * 9, 3))
    with pytest.raises(OptionError):
        count_by_cubes(ones(2), 1, limits=7)
    with pytest.raises(OptionError, match="leaves nothing to list"):
        solutions_by_cubes(ones(2), 1, limits=Limits(solutions=0))


def test_known_cells_hold_in_every_part(two):
    grid = Grid([3] * 25, 5).given({(0, 0): 1})
    assert count_by_cubes(ones(5), two, parts=6, grid=grid).at_least == 24
    assert all(
        picture[0, 0] == 1 for picture in solutions_by_cubes(ones(5), two, parts=6, grid=grid)
    )


def test_a_limit_in_one_part_leaves_the_whole_unknown(two):
    hard = Puzzle([[1, 1]] * 30, [[1, 1]] * 30)
    counted = count_by_cubes(hard, two, parts=4, limits=Limits(nodes=300))
    assert (counted.is_exact, counted.stopped_by) == (False, "nodes")
    some = solutions_by_cubes(hard, two, parts=4, limits=Limits(solutions=3))
    assert len(list(some)) == 12
    assert (some.is_complete, some.stopped_by) == (False, "solutions")


def test_seconds_are_for_the_whole():
    hard = Puzzle([[1, 1]] * 30, [[1, 1]] * 30)
    counted = count_by_cubes(hard, 2, parts=50, limits=Limits(seconds=0.5))
    assert (counted.is_exact, counted.stopped_by) == (False, "seconds")
    assert counted.stats.seconds < 15  # 50 parts of half a second on 2 workers would take 12.5


def test_the_first_solution_and_the_second_for_a_verdict_end_the_rest():
    executor = batch_tricks.AtOnce()
    assert solve_by_cubes(ones(9), executor, parts=60).picture is not None
    assert executor.submitted < 20
    executor = batch_tricks.AtOnce()
    assert check_by_cubes(ones(9), executor, parts=60) is Verdict.MULTIPLE
    assert executor.submitted < 20


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are posix")
def test_a_lost_worker_loses_no_part(monkeypatch, tmp_path):
    monkeypatch.setattr(answering, "answer_chunk", batch_tricks.answer_chunk)
    kills_once = ones(7, title=f"kill 1 {tmp_path / 'a'}")
    assert count_by_cubes(kills_once, 2, parts=10).at_least == 5040
    kills_always = ones(7, title=f"kill 1000 {tmp_path / 'b'}")
    counted = count_by_cubes(kills_always, 2, parts=2, retries=1)
    assert (counted.at_least, counted.is_exact, counted.stopped_by) == (0, False, "crashed")


@pytest.mark.slow
def test_a_space_shares_out_its_own_listing(two):
    space = nc.solution_space(ones(6))
    listed = two.map(list, space.partition(5))
    assert [picture for part in listed for picture in part] == list(space)
