"""Many puzzles over many workers: the same answers as one by one, whatever befalls the workers."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count as numbers
from multiprocessing import get_context

import batch_tricks
import pytest
import strategies as own
from hypothesis import HealthCheck, given, strategies as st
from strategies import examples

import nonocsp as nc
from nonocsp import Grid, Limits, Options, Puzzle, Status, Verdict, core
from nonocsp.core.base.errors import OptionError
from nonocsp.core.base.files import checksum
from nonocsp.core.solver.logged import ASKED
from nonocsp.many.questions import (
    Answers,
    Pool,
    Store,
    Task,
    WorkerLost,
    WorkWarning,
    answering,
    ask_many,
    check_many,
    count_many,
    rate_many,
    solve_many,
)
from nonocsp.many.questions.registry import QUESTIONS
from nonocsp.many.work import work
from nonocsp.people.explanation import rate

DOT = Puzzle([[1]], [[1]])
HOPELESS = Puzzle([[2], []], [[2], []])
needs_signals = pytest.mark.skipif(os.name != "posix", reason="signals are posix")


def ones(n, **about):
    return Puzzle([[1]] * n, [[1]] * n, **about)


@pytest.fixture(scope="module")
def two():
    with Pool(2) as workers:
        yield workers


@pytest.fixture
def harm(monkeypatch):
    """Workers whose behaviour is chosen by the title of the puzzle."""
    monkeypatch.setattr(answering, "answer_chunk", batch_tricks.answer_chunk)


@given(
    puzzles=st.lists(own.puzzles(4, 4, 2).map(lambda drawn: drawn[1]) | own.wild_puzzles()),
    ordered=st.booleans(),
    chunk=st.none() | st.integers(1, 3),
    engine=st.sampled_from(["kernel", "textbook"]),
)
@examples(20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_batch_answers_as_one_by_one(two, puzzles, ordered, chunk, engine):
    how = {"engine": engine, "ordered": ordered, "chunk": chunk}

    def asked(question):
        answers = list(ask_many(question, puzzles, two, **how))
        if ordered:
            assert [answer.index for answer in answers] == list(range(len(puzzles)))
        assert sorted(answer.index for answer in answers) == list(range(len(puzzles)))
        assert all(answer.fingerprint == puzzles[answer.index].fingerprint() for answer in answers)
        return [(puzzles[answer.index], answer) for answer in answers]

    for puzzle, answer in asked("solve"):
        result = nc.solve(puzzle, engine=engine)
        assert (answer.status, answer.picture) == (result.status, result.picture)
        assert answer.stats.counted() == result.stats.counted()
    for puzzle, answer in asked("check"):
        assert answer.verdict is nc.verdict(puzzle, engine=engine)
        assert all(map(puzzle.is_solved_by, answer.pictures))
        assert len(set(answer.pictures)) == min(2, nc.count(puzzle).at_least)
    for puzzle, answer in asked("count"):
        assert answer.count == nc.count(puzzle, engine=engine).at_least
    for puzzle, answer in asked("rate"):
        rating = rate(puzzle, engine=engine)
        assert answer.result == {k: v for k, v in rating.to_dict().items() if k != "stopped_by"}
        assert answer.status is nc.solve(puzzle, engine=engine).status
    for puzzle, answer in asked("list"):
        assert list(answer.pictures) == list(nc.solutions(puzzle, engine=engine))


def test_a_list_ends_when_its_pictures_fill_the_memory(two):
    """Forty cells in a row and column: about 9 kB a picture, rows and text included."""
    limits = Limits(memory=1 << 20)
    (answer,) = ask_many("list", [Puzzle([[1]] * 40, [[1]] * 40)], two, limits=limits)
    assert answer.stopped_by == "memory"
    assert 50 < len(answer.pictures) < (1 << 20) / 1600
    assert "may be more" in answer.detail
    (answer,) = ask_many("list", [Puzzle([[1]] * 4, [[1]] * 4)], two, limits=limits)
    assert (len(answer.pictures), answer.stopped_by) == (24, None)


def test_pictures_have_the_colours_of_their_puzzle(two):
    puzzle = Puzzle([[(2, "red")]], [[(1, "red")]] * 2)
    assert str(next(solve_many([puzzle], two)).picture) == "rr"


def test_a_puzzle_may_come_with_known_cells_and_a_name(two):
    grid = Grid([3] * 9, 3).given({(0, 0): 1})
    first, second = count_many([Task(ones(3), grid, "three"), ones(3)], two)
    assert (first.count, first.name, second.count, second.name) == (2, "three", 6, None)
    with pytest.raises(nc.NonocspError, match="does not fit"):
        Task(ones(3), Grid([3] * 4, 2))


def test_limits_and_options_are_kept_by_the_worker(two):
    pairs = Puzzle([[1, 1]] * 30, [[1, 1]] * 30)
    answers = list(count_many([pairs, ones(3)], two, limits=Limits(nodes=500)))
    assert (answers[0].count, answers[0].stopped_by, answers[0].is_final) == (None, "nodes", False)
    assert answers[1].count == 6
    counted = [
        next(count_many([ones(5)], two, engine="textbook", options=Options(propagation=p))).stats
        for p in ("none", "ac3")
    ]
    assert counted[0].nodes > counted[1].nodes > 0


def test_a_rating_that_a_limit_stopped_is_unknown(two):
    pairs = Puzzle([[1, 1]] * 9, [[1, 1]] * 9)
    stopped, rated = rate_many([pairs, ones(1)], two, limits=Limits(nodes=1))
    assert (stopped.status, stopped.stopped_by) == (Status.UNKNOWN, "nodes")
    assert (stopped.result["depth_word"], rated.result["depth_word"]) == (
        "not rated",
        "very shallow",
    )
    assert rated.is_final and not stopped.is_final


def test_a_puzzle_that_raises_is_an_error_and_stops_nothing(two):
    longest = Puzzle([[1]], [None] * 10_240)  # longer than the kernel takes
    answers = list(solve_many([DOT, longest, DOT], two))
    assert [answer.status for answer in answers] == [
        Status.SATISFIABLE,
        Status.UNKNOWN,
        Status.SATISFIABLE,
    ]
    assert "lines of up to" in answers[1].error
    missing = list(solve_many([Task(None, name="x", error="x: is not there"), DOT], two))
    assert [answer.error for answer in missing] == ["x: is not there", ""]


def test_what_cannot_be_asked_is_said_at_once():
    for keywords in (
        {"question": "dance"},
        {"engine": "warp"},
        {"limits": 3},
        {"options": "none"},
        {"chunk": 0},
        {"in_flight": 0},
        {"retries": -1},
        {"executor": 0},
        {"executor": "all"},
        {"executor": True, "chunk": 1.5},
    ):
        with pytest.raises(OptionError):
            ask_many(keywords.pop("question", "solve"), [DOT], **keywords)
    problem = r"puzzles\[1\] must be a Puzzle or a Task, not 'puzzle'"
    with pytest.raises(OptionError, match=problem):
        solve_many([DOT, "puzzle"], batch_tricks.AtOnce())
    with (
        solve_many(iter([DOT, "puzzle"]), batch_tricks.AtOnce()) as answers,
        pytest.raises(OptionError, match=problem),
    ):
        list(answers)


def test_a_fault_of_the_source_comes_after_the_answers_before_it(two):
    def source():
        yield DOT
        yield HOPELESS
        raise OSError("the disk is gone")

    seen = []
    with pytest.raises(OSError, match="the disk is gone"):
        for answer in solve_many(source(), two):
            seen.append(answer.status)
    assert seen == [Status.SATISFIABLE, Status.UNSATISFIABLE]


# Executors.


@pytest.mark.parametrize(
    "executor",
    [
        lambda: ThreadPoolExecutor(3),
        lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn")),
        lambda: batch_tricks.AtOnce(),
        lambda: batch_tricks.Held(),
    ],
    ids=["threads", "processes", "at-once", "held"],
)
@pytest.mark.parametrize("ordered", [True, False])
def test_any_executor_will_do_and_is_left_running(executor, ordered):
    executor = executor()
    puzzles = [ones(n % 6 + 1) for n in range(36)]
    answers = list(count_many(puzzles, executor, ordered=ordered, chunk=2))
    assert sorted(answer.index for answer in answers) == list(range(36))
    if ordered or isinstance(executor, batch_tricks.AtOnce):
        assert [answer.index for answer in answers] == list(range(36))
    assert all(answer.count == nc.count(puzzles[answer.index]).at_least for answer in answers)
    if isinstance(executor, batch_tricks.Held):
        assert executor.most == 2 * executor.num_workers
        return
    if isinstance(executor, batch_tricks.AtOnce):
        assert executor.shut_down == 0
    assert executor.submit(abs, -1).result() == 1
    executor.shutdown()


def test_an_interrupt_while_a_class_is_made_is_one(two):
    """Python up to 3.11 gives it another name: an import of the source may make classes."""

    class Interrupted:
        def __set_name__(self, owner, name):
            raise KeyboardInterrupt

    def source():
        yield DOT
        yield type("Made", (), {"member": Interrupted()})

    with pytest.raises(KeyboardInterrupt):
        list(solve_many(source(), two))


def test_an_endless_source_is_read_as_far_as_is_needed():
    executor = batch_tricks.AtOnce()
    taken = numbers()

    with solve_many((DOT for _ in taken), executor, chunk=4, in_flight=3) as answers:
        assert [next(answers).index for _ in range(10)] == list(range(10))
        assert answers.progress.total is None
    assert next(taken) <= 10 + 3 * 4
    assert list(answers) == []  # closed


def test_no_more_calls_are_out_than_were_allowed():
    held = batch_tricks.Held()
    held.num_workers = 5  # works when ten are waiting
    answers = solve_many([DOT] * 100, held, in_flight=10, chunk=1)
    assert len(list(answers)) == 100
    assert held.most == 10


def test_in_order_no_more_answers_wait_than_have_room(monkeypatch, harm):
    monkeypatch.setattr(work, "MOST_WAITING", 20)
    taken = numbers()
    puzzles = (ones(1, title="slow 0.7") if n == 0 else DOT for n in taken)
    with solve_many(puzzles, 2, chunk=1) as answers:
        assert next(answers).index == 0
    assert next(taken) <= 22


def test_tiny_puzzles_are_handed_out_in_chunks_that_grow():
    executor = batch_tricks.AtOnce()
    assert len(list(solve_many([DOT] * 3000, executor))) == 3000
    assert executor.submitted < 100
    executor = batch_tricks.AtOnce()
    assert len(list(solve_many([DOT] * 50, executor, chunk=1))) == 50
    assert executor.submitted == 50


def test_progress_is_told_after_every_answer(two):
    seen = []
    error = Task(None, error="no file")
    hard = Puzzle([[1, 1]] * 30, [[1, 1]] * 30)
    limits = Limits(nodes=500)
    answers = count_many([DOT, error, hard], two, progress=seen.append, limits=limits)
    assert len(list(answers)) == 3
    assert [*dict.fromkeys(progress.done for progress in seen)] == [1, 2, 3]
    assert (seen[-1].total, seen[-1].errors, seen[-1].unknown) == (3, 1, 1)
    assert answers.progress.in_flight == 0


# Workers of our own.


def pids(workers, number=2):
    """The processes that answer a number of simultaneous calls."""
    return {future.result() for future in [workers.submit(_pid, 0.1) for _ in range(number)]}


def _pid(seconds):
    time.sleep(seconds)
    return os.getpid()


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_workers_are_processes_that_end_with_the_batch():
    with solve_many([DOT] * 40, 2, chunk=1) as answers:
        workers = {answer.worker for answer in answers}
    found = {int(worker.rpartition(":")[2]) for worker in workers}
    assert os.getpid() not in found
    assert 1 <= len(found) <= 2
    assert not any(map(is_running, found))


def test_workers_are_an_executor():
    with Pool(2) as workers:
        assert list(workers.map(abs, [-1, 2, -3])) == [1, 2, 3]
        assert workers.submit(int, "7", base=8).result() == 7
        with pytest.raises(ValueError, match="invalid literal"):
            workers.submit(int, "x").result()
        with pytest.raises((AttributeError, pickle.PicklingError)):  # at once, and here
            workers.submit(lambda: 1)
    with pytest.raises(RuntimeError, match="shut down"):
        workers.submit(abs, 1)


@needs_signals
def test_closing_early_ends_the_workers_quickly(harm):
    slow = [ones(2, title="slow 0.2")] + [ones(3, title="hang")] * 9
    answers = solve_many(slow, 2, chunk=1, ordered=False)
    worker = next(answers).worker
    answers.close()  # they would sleep for 1000 seconds
    assert not is_running(int(worker.rpartition(":")[2]))
    assert list(answers) == []


def test_a_batch_that_is_forgotten_ends_its_workers(harm):
    answers = solve_many([DOT, ones(3, title="hang")], 2, chunk=1)
    pid = int(next(answers).worker.rpartition(":")[2])
    del answers
    assert not is_running(pid)


@needs_signals
@pytest.mark.slow
def test_workers_end_when_their_parent_is_killed():
    code = (
        "from nonocsp.many.questions import Pool, solve_many; import nonocsp as nc, os, time\n"
        "with Pool(1) as w:\n"
        "    print(w.submit(os.getpid).result(), flush=True)\n"
        "    w.submit(time.sleep, 1000)\n"
        "    time.sleep(1000)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as run:
        worker = int(run.stdout.readline())
        assert is_running(worker)
        run.kill()
    while is_running(worker):
        time.sleep(0.05)


@pytest.mark.slow
def test_a_script_needs_no_guard_around_its_calls(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import nonocsp as nc\n"
        "from nonocsp.many.questions import count_many\n"
        "print([a.count for a in count_many([nc.Puzzle([[1]] * 4, [[1]] * 4)] * 3, 2)])\n"
        "left = count_many([nc.Puzzle([[1]], [[1]])] * 3, 2)\n"
        "next(left)  # and neither closed nor finished\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("[24, 24, 24]\n", "", 0)


# What may befall them.


@pytest.mark.slow
@needs_signals
@pytest.mark.parametrize("chunk", [1, 3, None])
def test_a_killed_worker_costs_a_retry_and_never_an_answer(harm, tmp_path, chunk):
    puzzles = [ones(3)] * 20
    puzzles[7] = ones(4, title=f"kill 1 {tmp_path / 'a'}")
    answers = list(count_many(puzzles, 2, chunk=chunk))
    assert [answer.count for answer in answers] == [6] * 7 + [24] + [6] * 12
    alone = chunk == 1 or (chunk is None and answers[7].crashes)
    assert [answer.crashes for answer in answers] == [0] * 7 + [int(alone)] + [0] * 12


@pytest.mark.slow
@needs_signals
def test_a_puzzle_that_kills_its_worker_every_time_is_given_up_alone(harm, tmp_path):
    puzzles = [ones(3)] * 20
    puzzles[7] = ones(4, title=f"kill 100 {tmp_path / 'a'}")
    answers = list(count_many(puzzles, 2, chunk=4))
    assert [answer.count for answer in answers] == [6] * 7 + [None] + [6] * 12
    lost = answers[7]
    assert (lost.status, lost.stopped_by, lost.crashes) == (Status.UNKNOWN, "crashed", 2)
    assert "killed by signal 9" in lost.detail
    tries = len((tmp_path / "a").read_text().split())
    assert tries == 3  # with its chunk, alone, and once more
    again = list(count_many(puzzles[7:8], 1, retries=0))
    assert (again[0].stopped_by, again[0].crashes) == ("crashed", 1)


@pytest.mark.slow
@needs_signals
def test_an_accident_is_not_stored_and_the_same_batch_asks_again(harm, tmp_path):
    path = tmp_path / "answers.jsonl"
    puzzles = [ones(3), ones(4, title=f"kill 2 {tmp_path / 'a'}"), ones(5)]
    lost = [answer.stopped_by for answer in count_many(puzzles, 1, store=path, chunk=1)]
    assert lost == [None, "crashed", None]
    assert [json.loads(line)["count"] for line in path.read_text().splitlines()] == ["6", "120"]
    again = list(count_many(puzzles, 1, store=path, chunk=1))
    assert [answer.count for answer in again] == [6, 24, 120]
    assert [answer.is_stored for answer in again] == [True, False, True]
    # Nor is one believed that a file has.
    first, *others = path.read_text().splitlines()
    members = json.loads(first) | {"stopped_by": "crashed", "status": "unknown"}
    members["checksum"] = checksum({k: v for k, v in members.items() if k != "checksum"})
    path.write_text("\n".join([json.dumps(members), *others, ""]))
    stored = [answer.is_stored for answer in count_many(puzzles, 1, store=path)]
    assert stored == [False, True, True]
    assert len(path.read_text().splitlines()) == 4


@pytest.mark.parametrize("error", [MemoryError(), OSError(12, "Cannot allocate memory")])
def test_what_a_worker_lacks_is_an_accident(monkeypatch, tmp_path, error):
    def count(puzzle):
        raise error

    monkeypatch.setitem(ASKED, "count", ASKED["count"]._replace(function=count))
    (answer,) = count_many([DOT], batch_tricks.AtOnce(), store=tmp_path / "answers.jsonl")
    assert (answer.stopped_by, answer.status) == ("crashed", Status.UNKNOWN)
    assert answer.detail.startswith("the worker ") and "memory" in answer.detail
    assert not (tmp_path / "answers.jsonl").read_bytes()


@pytest.mark.parametrize("is_started", [False, True])
def test_a_signal_while_a_thread_of_the_pool_starts_ends_it_as_ever(monkeypatch, is_started):
    start = threading.Thread.start

    def interrupted(thread):
        if is_started:
            start(thread)
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(count_many([DOT], 2))
    monkeypatch.undo()
    assert [answer.count for answer in count_many([DOT], 2)] == [1]


class AfterSome:
    """A stop that is set when it has been asked some times."""

    def __init__(self, times):
        self.left = times

    def is_set(self):
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("workers", [1, "threads"])
@pytest.mark.parametrize("times", [0, 1, 4])
def test_a_batch_that_is_stopped_has_an_answer_for_each_puzzle(tmp_path, ordered, workers, times):
    path = tmp_path / "answers.jsonl"
    hard = own.random_puzzle(40, 0.3, 1)
    puzzles = [DOT, hard, ones(3), HOPELESS, *[hard.replace(title=str(n)) for n in range(5)], DOT]
    with Store(path) as store, ThreadPoolExecutor(2) as threads:
        how = {"store": store, "ordered": ordered, "chunk": 1}
        answers = count_many(
            puzzles,
            threads if workers == "threads" else workers,
            limits=Limits(stop=AfterSome(times)),
            **how,
        )
        found = list(answers)
        assert answers.stopped_by == "stop" and next(answers, None) is None
    if ordered:
        assert [answer.index for answer in found] == [*range(10)]
    found.sort(key=lambda answer: answer.index)
    for puzzle, answer in zip(puzzles, found, strict=True):
        assert answer.puzzle is puzzle
        assert answer.stopped_by == "stop" if puzzle.title or puzzle is hard else True
        assert answer.stopped_by in (None, "stop") and answer.is_final == (not answer.stopped_by)
    kept = {json.loads(line)["index"] for line in path.read_text().splitlines()}
    assert kept <= {answer.index for answer in found if answer.is_final}
    # What is in the store needs no worker, and nothing more is read from an iterator.
    stopped = Limits(stop=AfterSome(0))
    again = list(count_many(puzzles, 1, limits=stopped, store=path))
    assert len(again) == 10 and {answer.index for answer in again if answer.is_stored} >= kept
    assert len(list(count_many(iter(lambda: DOT, None), 1, limits=stopped))) == 0


def test_an_interrupt_at_once_leaves_the_cells_in_which_two_pictures_differ(monkeypatch):
    def interrupted(*arguments, **keywords):
        raise KeyboardInterrupt

    monkeypatch.setattr(core, "backbone", interrupted)
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    answer = QUESTIONS["check"].ask(puzzle, differ=True)
    assert answer.stopped_by == "interrupt" and len(answer.result["differ"]) == 4


def test_after_an_interrupt_what_is_left_is_unknown():
    class Interrupted(list):
        is_interrupted = False

        def __iter__(self):
            yield self[0]
            if not self.is_interrupted:
                self.is_interrupted = True
                raise KeyboardInterrupt
            yield from self[1:]

    puzzles = Interrupted([DOT, ones(3), ones(4)])
    answers = count_many(puzzles, 1, chunk=1)
    found = []
    with pytest.raises(KeyboardInterrupt):
        found += answers
    found += answers
    assert answers.stopped_by == "interrupt"
    assert [answer.index for answer in found] == [0, 1, 2]
    assert [answer.stopped_by for answer in found][1:] == ["interrupt"] * 2


@needs_signals
def test_a_worker_that_hangs_is_killed_after_its_limit(harm, monkeypatch):
    call = Pool.call

    def sooner(pool, function, *given, seconds):
        assert seconds > 60
        seconds = 0.1 if b"hang" in pickle.dumps(given) else seconds
        return call(pool, function, *given, seconds=seconds)

    monkeypatch.setattr(Pool, "call", sooner)
    puzzles = [DOT, ones(3, title="hang"), DOT]
    answers = list(solve_many(puzzles, 1, chunk=1, retries=1, limits=Limits(seconds=60)))
    assert [answer.stopped_by for answer in answers] == [None, "crashed", None]
    assert "gave no answer within" in answers[1].detail


def test_a_call_that_fails_is_tried_again_and_then_an_error(harm):
    answers = list(solve_many([DOT, ones(3, title="raise"), DOT], batch_tricks.AtOnce()))
    assert [answer.error for answer in answers] == ["", "ValueError: a call that fails", ""]
    assert [answer.crashes for answer in answers] == [0, 2, 0]


@needs_signals
@pytest.mark.slow
def test_a_pool_that_breaks_is_replaced_and_nobody_is_blamed(harm, tmp_path):
    puzzles = [ones(3, title="slow 0.01")] * 30
    puzzles[11] = ones(4, title=f"kill 1 {tmp_path / 'a'}")
    puzzles[13] = ones(5, title=f"kill 100 {tmp_path / 'b'}")
    with (
        ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool,
        pytest.warns(WorkWarning, match="a pool of our own goes on"),
    ):
        answers = list(count_many(puzzles, pool, chunk=1))
    expected = [6] * 30
    expected[11], expected[13] = 24, None
    assert [answer.count for answer in answers] == expected
    assert answers[13].stopped_by == "crashed"
    assert sum(answer.crashes for answer in answers) in (2, 3)  # those of 13, and maybe of 11


@needs_signals
@pytest.mark.slow
def test_a_worker_of_a_process_pool_is_killed_from_outside():
    puzzles = [ones(3 + n % 3) for n in range(200)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        victim = pool.submit(os.getpid).result()
        with pytest.warns(WorkWarning):
            answers = solve_many(puzzles, pool, chunk=1, ordered=False)
            got = [next(answers)]
            os.kill(victim, signal.SIGKILL)
            got += answers
    assert sorted(answer.index for answer in got) == list(range(200))
    assert all(puzzles[answer.index].is_solved_by(answer.picture) for answer in got)


@needs_signals
@pytest.mark.slow
def test_loky_works_and_may_lose_a_worker(harm, tmp_path):
    loky = pytest.importorskip("loky")
    puzzles = [ones(3)] * 12
    puzzles[5] = ones(4, title=f"kill 1 {tmp_path / 'a'}")
    executor = loky.get_reusable_executor(max_workers=2, timeout=20)
    try:
        assert [a.count for a in count_many([ones(3)] * 12, executor)] == [6] * 12
        with pytest.warns(WorkWarning):
            answers = list(count_many(puzzles, executor, chunk=1))
    finally:
        executor.shutdown(kill_workers=True)
    assert [answer.count for answer in answers] == [6] * 5 + [24] + [6] * 6


def test_a_worker_that_cannot_start_is_an_error_of_the_batch(monkeypatch):
    from nonocsp.many.work import pool

    monkeypatch.setattr(pool, "_BOOT", "raise SystemExit(7)")
    message = "no worker could be started; the last of 4 attempts ended with code 7"
    with pytest.raises(nc.NonocspError, match=message):
        list(solve_many([DOT], 1))


@pytest.fixture
def starts(monkeypatch):
    """Workers die as they start, by SIGKILL, where the list says so; returns the list."""
    from nonocsp.many.work import pool

    dies = []

    class Process(pool._Process):
        def __init__(self):
            super().__init__()
            if dies and dies.pop(0):
                os.kill(self.pid, signal.SIGKILL)

    monkeypatch.setattr(pool, "_Process", Process)
    return dies


@needs_signals
def test_a_worker_that_is_killed_while_it_starts_is_started_again(starts):
    starts[:] = [True] * 3
    answers = list(count_many([ones(n) for n in range(1, 6)], 1))
    assert [answer.count for answer in answers] == [1, 2, 6, 24, 120]
    assert not any(answer.crashes for answer in answers)
    assert starts == []
    starts[:] = [True] * 4
    with pytest.raises(nc.NonocspError, match="the last of 4 attempts was killed by signal 9"):
        list(count_many([DOT], 1))


@needs_signals
def test_a_batch_goes_on_with_the_workers_that_can_start(starts):
    starts[:] = [False] + [True] * 1000
    with Pool(2) as workers:
        workers.warm(1)
        answers = list(count_many([ones(3)] * 20, workers, chunk=1))
        assert [answer.count for answer in answers] == [6] * 20
        # What a thread without a worker had begun is done by the others, or ends with the pool.
        first, second = workers.call(time.sleep, 0.2), workers.call(abs, -1)
        assert (first.result(), second.result()) == (None, 1)
        assert len(starts) > 900
    assert any(starts)
    starts[:] = [False] + [True] * 1000
    workers = Pool(2)
    workers.warm(1)
    calls = [workers.call(time.sleep, 1000) for _ in range(4)]
    while len(workers._threads) > 1 or not any(call.pid for call in calls):
        time.sleep(0.01)
    workers.kill()
    for call in calls:
        assert call.cancelled() or isinstance(call.exception(), WorkerLost)


@needs_signals
def test_a_system_without_processes_is_named(monkeypatch):
    from nonocsp.many.work import pool

    def refused(*_, **__):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(pool.subprocess, "Popen", refused)
    with pytest.raises(nc.NonocspError, match="failed: Resource temporarily unavailable"):
        list(count_many([DOT], 1))


def test_a_lost_worker_is_told_by_its_executor():
    with Pool(1) as workers:
        future = workers.submit(os._exit, 3)
        with pytest.raises(WorkerLost, match="ended with code 3"):
            future.result()
        assert workers.submit(abs, -1).result() == 1  # a fresh one has taken its place


def test_the_table_of_questions_tells_what_there_is():
    assert all(name == question.name and question.summary for name, question in QUESTIONS.items())
    assert {"solve", "check", "count"} <= set(QUESTIONS)
    answer = next(check_many([HOPELESS], batch_tricks.AtOnce()))
    assert (answer.verdict, answer.status) == (Verdict.NONE, Status.UNSATISFIABLE)
    assert isinstance(check_many([], 1), Answers)


# The pool by itself.


def test_progress_arrives_before_the_result():
    seen = []
    with Pool(1) as pool:
        assert pool.call(batch_tricks.counting, 3, progress=seen.append).result() == 3
    assert seen == [0, 1, 2]


def test_an_interrupt_of_a_worker_alone_changes_nothing(tmp_path):
    with Pool(1) as pool:
        worker = pool.call(os.getpid).result()
        ours, theirs = tmp_path / "begun", tmp_path / "going on"
        call = pool.call(batch_tricks.meet, ours, theirs)
        while not ours.exists():
            time.sleep(0.01)
        for _ in range(5):
            os.kill(worker, signal.SIGINT)
        theirs.touch()
        assert call.result() is None
        assert pool.call(os.getpid).result() == worker


def test_every_fresh_worker_is_prepared():
    with Pool(1, prepare=batch_tricks.prepared) as pool:
        pool.warm()
        for _ in range(2):
            assert pool.submit(os.getenv, "NONOCSP_TEST_PREPARED").result() == "yes"
            with pytest.raises(WorkerLost):
                pool.submit(os._exit, 1).result()


def test_a_call_that_misses_its_deadline_costs_its_worker():
    with Pool(1) as pool:
        with pytest.raises(WorkerLost, match=r"gave no answer within 0\.1 s") as lost:
            pool.call(time.sleep, 1000, seconds=0.1).result()
        assert lost.value.is_late
        assert pool.submit(abs, -1).result() == 1


@pytest.mark.slow
def test_a_call_can_be_ended_while_it_waits_starts_and_runs():
    with Pool(1) as pool:
        starting, waiting = pool.call(time.sleep, 1000), pool.call(abs, -1)
        waiting.kill()
        starting.kill()
        assert waiting.cancelled()
        with pytest.raises(WorkerLost) as lost:
            starting.result()
        assert not lost.value.is_late
        running = pool.call(time.sleep, 1000)
        while running.pid is None:
            time.sleep(0.01)
        pid = running.pid
        running.kill()
        with pytest.raises(WorkerLost) as lost:
            running.result()
        assert lost.value.code == -signal.SIGKILL
        assert not is_running(pid)
        assert pool.submit(abs, -1).result() == 1


@pytest.mark.slow
def test_a_worker_that_dies_while_it_is_idle_is_replaced():
    with Pool(1) as pool:
        worker = pool.submit(os.getpid).result()
        os.kill(worker, signal.SIGKILL)
        os.waitid(os.P_PID, worker, os.WEXITED | os.WNOWAIT)
        assert pool.submit(abs, -1).result() == 1
