"""What the bindings of the kernel promise by themselves, whatever is called in whatever order."""

from __future__ import annotations

import contextlib
import math
import re
import signal
import struct
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fuzz_bindings
import kernel_facts
import pytest
from strategies import random_puzzle

import nonocsp as nc
from nonocsp import Block
from nonocsp.core.kernel import interface as kernel
from nonocsp.core.line.domain import KernelLineDomain
from nonocsp.people.generation.families import n_dom

_kernel = kernel.compiled

#: No limits: seconds, nodes, memory.
FREE = math.inf, kernel.LARGEST, kernel.LARGEST

SMALL = nc.Puzzle([[1], []], [[1], []])
FEW = nc.Puzzle([[1]] * 4, [[1]] * 4)
MANY = nc.Puzzle([[1, 1]] * 24, [[1, 1]] * 24)
HARD = n_dom(16)  # one solution, which only bounds prove fast


def native(puzzle):
    return kernel.kernel_puzzle(puzzle)


def search(puzzle, *, threads=1, heuristic=None, proof=None, **options):
    chosen = _kernel.Options(options)
    return _kernel.Search(native(puzzle), None, chosen, *FREE, threads, heuristic, proof)


class Raised(Exception):
    pass


@pytest.fixture
def called():
    """What the kernel called, in order; the second report raises."""
    calls = []

    def report(counted):
        calls.append("report")
        if len([call for call in calls if call == "report"]) == 2:
            raise Raised

    _kernel.watch(report)
    yield calls
    _kernel.watch(kernel._look, kernel.current)


def enumerated(searching):
    while isinstance(searching.next(), bytes):
        pass


def proven(calls):
    enumerated(search(MANY, proof=lambda text: calls.append("write")))


def decided(calls):
    functions = (
        lambda view: calls.append("decide"),
        lambda *facts: calls.append("conflict"),
        lambda: calls.append("restart"),
        lambda *leaf: calls.append("leaf"),
    )
    enumerated(search(MANY, heuristic=functions))


def portfolio(puzzle, *, only_count=False, **options):
    chosen = _kernel.Options(options)
    return _kernel.Portfolio(native(puzzle), None, chosen, *FREE, 1, only_count=only_count)


def compiled(calls, **options):
    members = portfolio(MANY, **options)
    while not members.run(10**9):
        pass


def estimated(calls):
    estimator = _kernel.Estimator(native(MANY), None, _kernel.Options({}), *FREE)
    while True:
        estimator.run(False, 3000, 1.0, True, 1, False)


def probed(calls):
    size, puzzle = 100, native(random_puzzle(100, 0.45, 3))
    while True:  # one may end before its second report
        failed = _kernel.FailedLiterals(puzzle)
        failed.refuted(kernel.pack([3] * size**2, 1), 100, math.inf, kernel.LARGEST)


@pytest.mark.parametrize(
    "work",
    [
        proven,
        decided,
        lambda calls: enumerated(search(MANY)),
        lambda calls: enumerated(search(HARD, threads=2, bounds=False)),
        compiled,
        lambda calls: compiled(calls, compilation="frontier"),
        estimated,
        probed,
    ],
    ids=["proof", "heuristic", "search", "threads", "portfolio", "frontier", "estimate", "probing"],
)
def test_after_what_a_report_raises_nothing_is_called_and_it_arrives(work, called):
    with pytest.raises(Raised):
        work(called)
    assert called[-1] == "report" and called.count("report") == 2
    assert search(SMALL).next() == bytes([1, 0, 0, 0])


def test_an_interrupt_while_a_proof_is_written_is_one():
    # The timer's signal is handled in the kernel, which has text for the writer then.
    prove = nc.prove  # which is imported here
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for moment in (0.02, 0.03, 0.05):
            timer = threading.Timer(moment, signal.raise_signal, [signal.SIGINT])
            with pytest.raises(KeyboardInterrupt):
                timer.start()
                prove(MANY, every=True)
                pytest.fail("there was no interrupt")
            timer.join()
    finally:
        signal.signal(signal.SIGINT, before)


def test_only_one_file_takes_the_lock_of_the_interpreter():
    # Elsewhere a function of Python could be called while an exception is set.
    folder = Path(kernel.__file__).parent / "src"
    found = {
        path.name
        for path in folder.rglob("*.?pp")
        if re.search("gil_scoped|PyErr_|PyGILState", path.read_text(encoding="utf-8"))
    }
    assert found == {"calls.hpp", "host.hpp", "javascript.hpp"}


DECIDED = nc.Puzzle([[2], []], [[1], [1]])


@pytest.mark.parametrize("puzzle", [SMALL, DECIDED, nc.Puzzle([[1]] * 6, [[1]] * 6)])
@pytest.mark.parametrize("only_count", [True, False])
def test_bounds_stay_after_the_end_of_a_compilation(puzzle, only_count):
    exact = int(nc.count(puzzle))
    for work in (1, 10**9):
        members = portfolio(puzzle, only_count=only_count)
        is_over = members.run(work)
        for _ in range(2):
            lower, upper = members.lower_bound, members.upper_bound
            assert int.from_bytes(lower, "little") <= exact
            assert upper is None or int.from_bytes(upper, "little") >= exact
            if is_over and members.stopped_by is None:
                assert int.from_bytes(members.solutions().count, "little") == exact


def test_the_shortest_limits_end_in_an_answer():
    for exponent in range(-60, -20):
        for puzzle in (SMALL, DECIDED):
            found = nc.count(puzzle, limits=nc.Limits(seconds=10 ** (exponent / 10)))
            assert found.at_least <= int(nc.count(puzzle)) <= (found.at_most or 1)


@pytest.mark.filterwarnings("ignore:nanobind:RuntimeWarning")
def test_random_calls_raise_what_they_may_and_nothing_else():
    for number in range(15):
        fuzz_bindings.run(0, number, 30)


def test_a_solved_puzzle_has_bounds():
    members = portfolio(nc.Puzzle([[1]], [[1]]))
    with pytest.raises(RuntimeError, match="not known"):
        members.solutions()
    assert members.run(1) and members.stopped_by is None
    assert members.lower_bound == members.upper_bound == (1).to_bytes(8, "little")
    assert members.solutions().count == members.solutions().count == members.lower_bound


def test_a_space_that_is_only_counted_has_no_pictures():
    members = portfolio(FEW, only_count=True, compilation="frontier")
    while not members.run(10**9):
        pass
    with pytest.raises(IndexError):
        members.solutions().picture(b"")


def test_a_search_that_ended_with_an_error_stays_ended():
    def decide(view):
        raise Raised

    failing = search(FEW, heuristic=(decide, None, None, None))
    with pytest.raises(Raised):
        enumerated(failing)
    with pytest.raises(RuntimeError, match="this search has ended with an error"):
        failing.next()
    assert failing.stats()
    done = search(SMALL)
    assert [done.next() for _ in range(4)] == [bytes([1, 0, 0, 0]), None, None, None]


def test_a_search_is_not_called_from_its_own_callbacks():
    seen = []

    def decide(view):
        for call in (again.next, again.stats):
            with pytest.raises(RuntimeError, match="this search is running in another call"):
                call()
        seen.append(view)

    again = search(FEW, heuristic=(decide, None, None, None))
    enumerated(again)
    assert seen
    with pytest.raises(RuntimeError, match="only while its heuristic is called"):
        seen[0].masks()


def test_a_line_serves_one_thread_at_a_time():
    puzzle = nc.Puzzle([[3] * 22], [None] * 90)
    line = _kernel.KnownLine(native(puzzle), 0)
    known = [struct.pack("90Q", *[3] * cell, 1, *[3] * (89 - cell)) for cell in range(0, 90, 3)]

    def steps(_):
        found = []
        for candidates in known * 5:
            with contextlib.suppress(RuntimeError):
                line.know(candidates)
                found.append(line.step("line reasoning", b"", 60.0))
        return found

    def alone(candidates):
        line.know(candidates)
        return line.step("line reasoning", b"", 60.0)

    right = [*map(alone, known)]
    assert any(right)
    with ThreadPoolExecutor(2) as threads:
        for found in threads.map(steps, range(2)):
            assert all(step in right for step in found)


@pytest.mark.parametrize(
    "call",
    [
        *kernel_facts.wrong_calls(),
        lambda: _kernel.Puzzle(1, 1, 1, b"", b"", b""),
        lambda: _kernel.Puzzle(-5, 1, 1, bytes(4), b"", b""),
        lambda: _kernel.Puzzle(1, 1, 1, b"\1\0\0\0" * 2, b"\1\0\0\0", b"\1"),
        lambda: _kernel.Puzzle(1, 1, 1, b"\1\0\0\0" * 2, b"\1\0\0\0" * 3, b"\1\1\1"),
        lambda: _kernel.Puzzle(1, 1, 1, b"\1\0\0\0" * 2, b"\1\0\0\0" * 2, b"\1\2"),
        lambda: _kernel.Puzzle(1, 1, 1, b"\1\0\0\0" * 2, b"\xff\xff\xff\xff" * 2, b"\1\1"),
        lambda: _kernel.Line(0, 1, bytes(4), b"", b""),
        lambda: _kernel.Line(3, 1, b"", b"", b""),
        lambda: _kernel.Line(3, 999, bytes(4), b"", b""),
        lambda: KernelLineDomain((Block(1),), 3).tighten([3, 3]),
        lambda: KernelLineDomain((Block(1),), 3).explain([3, 3, 3], 0, 9),
        lambda: KernelLineDomain((Block(1),), 3).explain([3, 3, 3], -7, 0),
        lambda: KernelLineDomain((Block(1, 2),), 3).tighten([3, 3, 3]),
        lambda: search(SMALL, heuristic=()),
        lambda: search(SMALL, heuristic=(None, None)),
        lambda: search(SMALL, threads=0),
        lambda: _kernel.loaded(2, bytes(4), [(1,)], b"\0\0"),
        lambda: _kernel.loaded(2, bytes(4), [()], b"\0\0"),
        lambda: _kernel.CountWriter(native(SMALL), "", b""),
        lambda: _kernel.CountWriter(native(SMALL), "", b"nonocsp proof 1\npuzzle \nn 1\n"),
        lambda: _kernel.Search(
            *(native(SMALL), "givens", _kernel.Options({}), *FREE, 1, None, None)
        ),
        lambda: _kernel.propagated(native(SMALL), None, math.nan, 1),
    ],
)
def test_a_call_that_does_not_fit_is_refused(call):
    with pytest.raises((ValueError, TypeError, IndexError)):
        call()
