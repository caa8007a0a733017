"""What the bindings of the kernel promise by themselves, whatever is called in whatever order."""

from __future__ import annotations

import math
import re
import signal
import threading
from pathlib import Path

import pytest
from strategies import random_puzzle

import nonocsp as nc
from nonocsp.kernel import interface as kernel

_kernel = kernel._kernel

#: No limits: seconds, nodes, memory.
FREE = math.inf, kernel.LARGEST, kernel.LARGEST

SMALL = nc.Puzzle([[1], []], [[1], []])
MANY = nc.Puzzle([[1, 1]] * 24, [[1, 1]] * 24)


def native(puzzle):
    return kernel.kernel_puzzle(puzzle)


def search(puzzle, *, threads=1, heuristic=None, proof=None, two=True):
    options = _kernel.Options({})
    return _kernel.Search(native(puzzle), None, options, two, *FREE, threads, heuristic, proof)


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
    )
    enumerated(search(MANY, heuristic=functions, two=False))


def compiled(calls, **options):
    portfolio = _kernel.Portfolio(
        native(MANY), None, _kernel.Options(options), *FREE, 1, only_count=False
    )
    while not portfolio.run(10**9):
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
        lambda calls: enumerated(search(MANY, two=False)),
        lambda calls: enumerated(search(MANY, two=False, threads=2)),
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
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for moment in (0.02, 0.03, 0.05):
            timer = threading.Timer(moment, signal.raise_signal, [signal.SIGINT])
            with pytest.raises(KeyboardInterrupt):
                timer.start()
                nc.prove(MANY, every=True)
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
        portfolio = _kernel.Portfolio(
            native(puzzle), None, _kernel.Options({}), *FREE, 1, only_count=only_count
        )
        is_over = portfolio.run(work)
        for _ in range(2):
            lower, upper = portfolio.lower_bound, portfolio.upper_bound
            assert int.from_bytes(lower, "little") <= exact
            assert upper is None or int.from_bytes(upper, "little") >= exact
            if is_over and portfolio.stopped_by is None:
                assert int.from_bytes(portfolio.solutions().count, "little") == exact


def test_the_shortest_limits_end_in_an_answer():
    for exponent in range(-60, -20):
        for puzzle in (SMALL, DECIDED):
            found = nc.count(puzzle, limits=nc.Limits(seconds=10 ** (exponent / 10)))
            assert found.at_least <= int(nc.count(puzzle)) <= (found.at_most or 1)
