"""Upper bounds of the kernel: never below the truth, and as good as their definition promises."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from strategies import boards, custom_boards, examples, grids, puzzles, random_puzzle

import nonocsp as nc
from nonocsp import Limits, Puzzle, Triddler
from nonocsp.core.kernel.interface import kernel_options, kernel_puzzle, pack_grid
from nonocsp.core.options.limits import Stats
from nonocsp.core.options.options import Options
from nonocsp.core.solver.bounds import Count, placements_product
from nonocsp.core.solver.propagation import propagated

kernel = pytest.importorskip("_nonocsp_kernel")

ENOUGH = 1 << 40


def kernel_bound(puzzle, grid=None, work=1_000_000, memory=ENOUGH):
    """The bound after this much work, in rough nanoseconds."""
    bound = kernel.upper_bound(
        kernel_puzzle(puzzle), pack_grid(grid), kernel_options(Options()), work, memory
    )
    return int.from_bytes(bound, "little")


#: Rectangles as often as all other boards.
PUZZLES = puzzles(7, 7, 3) | puzzles(max_colours=2, board=boards() | custom_boards())


@examples(2400)
@given(PUZZLES, st.data())
def test_bounds_are_never_violated(drawn, data):
    """By bounds after some work and after more."""
    picture, puzzle = drawn
    grid = data.draw(st.none() | grids(picture, puzzle.block_colours))
    exact = nc.count(puzzle, grid=grid, limits=Limits(nodes=100_000)).at_least
    before = placements_product(puzzle, grid)
    for work in (1, 10 ** data.draw(st.integers(3, 6)), 10_000_000):
        bound = kernel_bound(puzzle, grid, work)
        assert exact <= bound <= before
        before = bound


@pytest.mark.parametrize("seed", range(8))
def test_potentials_improve_on_the_product(seed):
    puzzle = random_puzzle(9, 0.3, seed)
    exact = int(nc.count(puzzle))
    bounds = [kernel_bound(puzzle, work=work) for work in (1, 10**6, 10**7, 10**8)]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[0] == placements_product(puzzle, propagated(puzzle, None, Limits()))
    assert exact <= bounds[-1] < bounds[0] ** 0.7


@pytest.mark.parametrize("memory", [1, 30_000, 1_000_000])
def test_little_memory_leaves_a_bound(memory):
    puzzle = random_puzzle(Triddler(5, 5, 5, 5, 5, 5), 0.2, 1)
    bound = kernel_bound(puzzle, work=10**8, memory=memory)
    assert int(nc.count(puzzle)) <= bound <= placements_product(puzzle)


#: Decimal logarithms of bounds of random n x n pictures, density 0.3, seed 1, after 10^8 of work.
RECTANGLES = {9: 2.4183, 15: 11.8626, 20: 31.6396}


@pytest.mark.parametrize("size", RECTANGLES)
def test_bounds_of_rectangles_stay(size):
    bound = kernel_bound(random_puzzle(size, 0.3, 1), work=10**8)
    assert math.log10(bound) == pytest.approx(RECTANGLES[size], abs=1e-3)


def test_a_contradiction_is_a_bound_of_zero():
    assert kernel_bound(Puzzle([[2], []], [[2], []])) == 0
    assert kernel_bound(Puzzle([[]], [[]])) == 1
    triangles = Triddler(1, 1, 1, 1, 1, 1)
    assert kernel_bound(Puzzle.on(triangles, [[1], [1], [1], [1], [2], []])) == 0
    assert kernel_bound(Puzzle.on(triangles, [[]] * 6)) == 1


#: Where lines two and two show that there is no solution, and no line alone.
JOINTLY_NONE = """
import resource
import nonocsp as nc
from tests.core.kernel import test_upper_bounds
ones = [1, 1]
puzzle = nc.Puzzle([[3, 1], ones, [2, 1, 1], ["?"]], [ones, None, None, [2], ones, ones, ones])
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (taken + (64 << 20),) * 2)
print(test_upper_bounds.kernel_bound(puzzle, work=10**6))
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="Linux tells how much is taken")
def test_a_contradiction_of_several_lines_takes_no_memory(python):
    # A bound of e^-inf was once computed as a number of 2^31 bits.
    assert python("-c", JOINTLY_NONE) == (0, "0\n", "")


def test_large_numbers_are_rounded_up():
    puzzle = Puzzle([None] * 20, [None] * 20)
    assert kernel_bound(puzzle) == 2**400
    ones = Puzzle([[1]] * 30, [[1]] * 30)
    assert math.factorial(30) <= kernel_bound(ones, work=10**8) < 30**30


@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(nodes=3000)])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_count_that_is_stopped_is_bounded(limits, threads):
    puzzle = random_puzzle(12, 0.3, 1)
    stopped = nc.count(puzzle, limits=limits.replace(threads=threads))
    exact = int(nc.count(puzzle, limits=Limits(threads=threads)))
    assert stopped.at_least <= exact <= stopped.at_most < placements_product(puzzle)


def test_the_textbook_engine_bounds_by_definition():
    puzzle = random_puzzle(12, 0.3, 1)
    stopped = nc.count(puzzle, engine="textbook", limits=Limits(nodes=1))
    assert stopped.at_most == placements_product(puzzle)


def test_bounds_that_meet_are_exact():
    assert Count(7, 7, Stats()).is_exact
    assert not Count(7, 8, Stats()).is_exact
