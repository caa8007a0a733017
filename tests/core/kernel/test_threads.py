"""Several threads give the verdicts of one, keep all limits and leave nothing behind."""

from __future__ import annotations

import gc
import json
import signal
import threading
from pathlib import Path

import oracle
import pytest
from hypothesis import given
from interruption import interrupted
from strategies import ANY, examples, random_puzzle, small_puzzles

import nonocsp as nc
from nonocsp import Limits, Options, Puzzle, Status, Verdict
from nonocsp.core.base.errors import OptionError
from nonocsp.core.options.limits import available_cores
from nonocsp.many.work.executors import share_cores

#: Other threads join at once, and exchange nogoods, positions included, after every conflict.
AT_ONCE = Options(
    probing=False,
    lucky=False,
    join_after=0,
    restart_unit=1,
    positions_after=0,
    reduce_first=10,
)
TWO, THREE = Limits(threads=2), Limits(threads=3)


#: Without its best techniques the kernel needs far more than the limits below allow.
HARD = random_puzzle(80, 0.5, 3)
SLOWLY = AT_ONCE.replace(guidance=False, dives=False)


@examples(200)
@given(small_puzzles(ANY))
def test_threads_agree_with_the_definition(drawn):
    puzzle = drawn[1]
    expected = oracle.pictures(puzzle)
    for limits in (TWO, THREE):
        found = set(nc.solutions(puzzle, limits=limits, options=AT_ONCE, engine="kernel"))
        assert {bytes(picture.cells) for picture in found} == expected
        verdict = nc.verdict(puzzle, limits=limits, options=AT_ONCE, engine="kernel")
        assert verdict is {0: Verdict.NONE, 1: Verdict.UNIQUE}.get(len(expected), Verdict.MULTIPLE)


@pytest.mark.parametrize("seed", range(30))
def test_threads_agree_with_one_thread(seed):
    n = 8 + seed % 5
    puzzle = random_puzzle(n, 0.5, seed)
    if seed % 3 == 0:  # often without a solution
        other = random_puzzle(n, 0.5, seed + 1000)
        puzzle = Puzzle([*puzzle.rows[:-1], other.rows[-1]], list(puzzle.columns))
    alone = nc.verdict(puzzle, engine="kernel")
    for limits in (TWO, THREE):
        assert nc.verdict(puzzle, limits=limits, options=AT_ONCE, engine="kernel") is alone
        result = nc.solve(puzzle, limits=limits, options=AT_ONCE, engine="kernel")
        assert (result.picture is None) == (alone is Verdict.NONE)
        assert result.picture is None or puzzle.is_solved_by(result.picture)


def test_what_threads_learn_is_shared():
    with nc.solutions(HARD, limits=Limits(nodes=4000, threads=2), options=SLOWLY) as found:
        for _ in found:
            break
    assert found.stats.threads == 2
    assert found.stats.shared > 0


def test_an_easy_puzzle_starts_no_threads():
    puzzle = random_puzzle(10, 0.5, 1)
    alone, asked = nc.solve(puzzle), nc.solve(puzzle, limits=Limits(threads=8))
    assert asked.stats.counted() == alone.stats.counted()
    assert asked.picture == alone.picture


@pytest.mark.parametrize(
    "limits", [Limits(nodes=1000), Limits(seconds=0.3), Limits(memory=3_000_000)]
)
def test_limits_hold_for_all_threads_together(limits):
    result = nc.solve(HARD, limits=limits.replace(threads=3), options=SLOWLY, engine="kernel")
    assert result.status is Status.UNKNOWN
    assert getattr(limits, result.stopped_by) is not None
    if limits.nodes is not None:
        assert result.stats.nodes <= limits.nodes


@pytest.mark.parametrize("threads", [2, 3])
def test_a_thread_without_memory_leaves_the_others_at_work(threads):
    puzzle = random_puzzle(30, 0.5, 1)
    enough = nc.solve(puzzle, options=AT_ONCE, engine="kernel").stats.peak_memory * 6 // 5
    limits = Limits(threads=threads, memory=enough)
    result = nc.solve(puzzle, limits=limits, options=AT_ONCE, engine="kernel")
    assert result.status is Status.SATISFIABLE
    assert result.stopped_by is None
    assert result.stats.threads_out < threads
    result = nc.solve(puzzle, limits=limits.replace(memory=enough // 3), options=AT_ONCE)
    assert result.stopped_by == "memory"
    assert result.stats.threads_out == threads


@pytest.mark.parametrize("seed", range(10))
def test_verdicts_with_little_memory_are_those_with_much(seed):
    puzzle = random_puzzle(10 + seed, 0.4, seed)
    alone = nc.verdict(puzzle, engine="kernel")
    for memory in (30_000, 60_000, 120_000, 250_000):
        limits = Limits(threads=2 + seed % 3, memory=memory)
        verdict = nc.verdict(puzzle, limits=limits, options=AT_ONCE, engine="kernel")
        assert verdict in (alone, Verdict.UNKNOWN)
        pictures = nc.solutions(puzzle, limits=limits, options=AT_ONCE, engine="kernel", limit=50)
        found = list(pictures)
        assert len(set(found)) == len(found)
        assert all(puzzle.is_solved_by(picture) for picture in found)
        if pictures.status is not None and alone is Verdict.UNIQUE:
            assert len(found) <= 1


@pytest.mark.parametrize("seed", range(100))
def test_every_repetition_gives_the_same_verdict(seed):
    """Threads meet at other moments each time."""
    n = 4 + seed % 6
    puzzle = random_puzzle(n, 0.4 + seed % 3 / 20, seed % 12)
    alone = nc.verdict(puzzle, engine="kernel")
    limits = Limits(threads=2 + seed % 3)
    for options in (AT_ONCE, Options(join_after=0)):
        assert nc.verdict(puzzle, limits=limits, options=options, engine="kernel") is alone


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers are posix")
@pytest.mark.parametrize("delay", [0.0001 * 1.5**step for step in range(20)])
def test_an_interrupt_at_any_moment_ends_all_threads(delay):
    before = _threads_of_the_process()
    limits = THREE.replace(nodes=100_000)  # the end of the search if the interrupt were lost
    interrupted(delay, lambda: nc.solve(HARD, limits=limits, options=SLOWLY, engine="kernel"))
    assert _threads_of_the_process() <= before


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers are posix")
def test_an_interrupt_is_not_lost_in_a_collection_of_garbage():
    collected = []

    def note(phase, info):
        collected.append(phase)

    def work():
        list(map(list, [()] * 10_000))  # enough objects for a collection
        signal.raise_signal(signal.SIGALRM)

    gc.collect()  # none is due before collections are held back
    gc.callbacks.append(note)
    try:
        interrupted(60, work)
    finally:
        gc.callbacks.remove(note)
    assert not collected
    assert gc.isenabled()


def test_ctrl_c_ends_all_threads():
    before = _threads_of_the_process()
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        nc.solve(HARD, limits=THREE, options=SLOWLY, engine="kernel")
    timer.join()
    assert _threads_of_the_process() <= before


def test_threads_run_only_during_a_call():
    before = _threads_of_the_process()
    found = nc.solutions(Puzzle([[1]] * 5, [[1]] * 5), limits=THREE, options=AT_ONCE)
    assert next(found) is not None
    assert _threads_of_the_process() <= before
    assert len(list(found)) == 119
    assert found.stats.threads == 3


def _threads_of_the_process() -> int:
    """Those of the system, of which Python does not know all; 0 where this cannot be known."""
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.exists() else 0


def test_pictures_that_threads_find_at_once_come_once_each():
    """Now and then two threads end a turn with a picture each, so this is tried often."""
    puzzle = Puzzle([[1]] * 4, [[1]] * 4)
    for limits in [THREE, Limits(threads=4)] * 1000:
        found = list(nc.solutions(puzzle, limits=limits, options=SLOWLY, engine="kernel"))
        assert (len(found), len(set(found))) == (24, 24)


def test_the_number_of_threads_is_checked():
    assert Limits(threads=None).thread_count == available_cores()
    for wrong in (0, -1, 1.5, True, "2", 10_000):
        with pytest.raises(OptionError, match="threads"):
            Limits(threads=wrong)


def test_processes_and_threads_share_the_cores(monkeypatch):
    monkeypatch.setattr("nonocsp.many.work.executors.available_cores", lambda: 8)
    monkeypatch.setattr("nonocsp.core.options.limits.available_cores", lambda: 8)
    for asked, executor, threads, processes in [
        (1, None, 1, None),  # one process for each core
        (None, None, 1, None),
        (3, None, 3, 2),
        (99, None, 8, 1),
        (3, 4, 2, 4),
        (None, 2, 4, 2),
        (2, 100, 1, 100),
    ]:
        limits, workers = share_cores(Limits(threads=asked), executor)
        assert (limits.threads, workers) == (threads, processes)


def test_a_batch_remembers_answers_whatever_the_threads(tmp_path):
    store = tmp_path / "answers.jsonl"
    puzzles = [Puzzle([[1]], [[1]])]
    list(nc.questions.check_many(puzzles, 1, store=store, limits=TWO))
    list(nc.questions.check_many(puzzles, 1, store=store))
    assert len([json.loads(line) for line in store.read_text().splitlines()]) == 1
