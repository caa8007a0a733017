"""One package for many: threads over the same objects, processes of every kind, interpreters."""

from __future__ import annotations

import multiprocessing
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context

import oracle
import pytest
from strategies import random_puzzle

import nonocsp as nc
from nonocsp import Limits, Puzzle

THREADS = 8

#: Few enough solutions to list, and of every kind of line.
PUZZLES = [
    Puzzle([[1]] * 5, [[1]] * 5),
    Puzzle([[1, 1], [1], ["?"], None], [[1], [1, 1], [2], ["?"]]),
    Puzzle([[(1, "red"), (1, "blue")], [(1, "blue")]], [None, None, None]),
    random_puzzle(9, 0.4, 1),
]


def together(work):
    """What ``work(0)`` to ``work(7)`` return, all begun at the same moment."""
    gate = threading.Barrier(THREADS)

    def one(number):
        gate.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(one, range(THREADS)))


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_threads_ask_different_questions_about_one_puzzle(puzzle):
    expected = oracle.pictures(puzzle)

    def work(number):
        for turn in range(20):
            kind = (number + turn) % 5
            if kind == 0:
                assert {bytes(p.cells) for p in nc.solutions(puzzle)} == expected
            elif kind == 1:
                assert nc.count(puzzle) == len(expected)
            elif kind == 2:
                assert nc.solution_space(puzzle).count == len(expected)
            elif kind == 3:
                found = nc.prove(puzzle, every=True)
                assert nc.verify(puzzle, found).claim == f"count {len(expected)}"
            else:
                found = nc.solve(puzzle, limits=Limits(threads=2))
                assert (found.picture is not None) == bool(expected)
        return True

    assert all(together(work))


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_threads_read_one_space(puzzle):
    space = nc.solution_space(puzzle)
    expected = oracle.pictures(puzzle)

    def work(number):
        if number % 2:
            return {bytes(space[at].cells) for at in range(space.count)}
        marginals, backbone = space.marginals(), space.backbone()
        assert marginals is not None and space.sample(3, number)
        return {bytes(picture.cells) for picture in space}, backbone

    found = together(work)
    assert all(each == expected for each in found[1::2])
    assert all(each == (expected, space.backbone()) for each in found[::2])


@pytest.mark.parametrize("engine", ["kernel", "textbook"])
def test_threads_share_the_solutions_of_one_search(engine):
    """Each goes to one of them, and none is lost."""
    solutions = nc.solutions(PUZZLES[0], engine=engine)
    found = together(lambda _: [bytes(picture.cells) for picture in solutions])
    every = [cells for part in found for cells in part]
    assert len(every) == len(set(every)) == solutions.stats.solutions == 120
    assert solutions.is_complete


def test_a_search_is_closed_while_another_thread_runs_it():
    solutions = nc.solutions(PUZZLES[0])
    taken = []

    def work(number):
        if number:
            return taken.extend(solutions)
        while not taken:
            pass
        return solutions.close()

    together(work)
    assert next(solutions, None) is None and 1 <= len(taken) <= 120


def forked():
    """Started by `fork` after the parent has searched, with threads and without."""
    assert nc.count(PUZZLES[0]) == 120
    found = nc.solve(PUZZLES[3], limits=Limits(threads=2))
    assert PUZZLES[3].is_solved_by(found.picture)


@pytest.mark.slow
@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork")
def test_a_forked_process_searches(python):
    script = (
        "import multiprocessing\n"
        "from tests.core.kernel import test_shared\n"
        "test_shared.forked()\n"
        "child = multiprocessing.get_context('fork').Process(target=test_shared.forked)\n"
        "child.start(); child.join(60)\n"
        "test_shared.forked()\n"
        "raise SystemExit(child.exitcode)\n"
    )
    assert python("-c", script) == (0, "", "")


def test_a_spawned_process_searches():
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        picture = pool.submit(nc.solve, PUZZLES[3]).result(120).picture
    assert PUZZLES[3].is_solved_by(picture)


INTERPRETERS = next((n for n in ("_interpreters", "_xxsubinterpreters") if find_spec(n)), None)

SECOND = f"""
import sys
import {INTERPRETERS} as interpreters
import nonocsp as nc
puzzle = nc.Puzzle([[1]] * 4, [[1]] * 4)
made = interpreters.create()
interpreters.run_string(made, '''
import sys, warnings
warnings.simplefilter("ignore")
sys.path[:] = {{path!r}}
import nonocsp as nc
puzzle = nc.Puzzle([[1]] * 4, [[1]] * 4)
assert nc.count(puzzle) == 24
try:
    nc.count(puzzle, engine="kernel")
    raise AssertionError("the kernel served another interpreter")
except nc.NonocspError as error:
    assert "first interpreter" in str(error)
''')
interpreters.destroy(made)
assert nc.count(puzzle, engine="kernel") == 24
"""


@pytest.mark.skipif(INTERPRETERS is None, reason="no interpreters within an interpreter")
def test_another_interpreter_does_without_the_kernel(python):
    script = SECOND.replace("{path!r}", repr(sys.path))
    assert python("-c", script) == (0, "", "")
