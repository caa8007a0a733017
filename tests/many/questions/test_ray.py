"""Batches on a real Ray cluster: two worker processes on this machine, some of them killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import CancelledError
from pathlib import Path

import batch_tricks
import pytest

import nonocsp as nc
from nonocsp import Puzzle
from nonocsp.apps import cli
from nonocsp.core.base.errors import OptionError
from nonocsp.many.questions import (
    RayExecutor,
    WorkerLost,
    answering,
    check_many,
    count_by_cubes,
    count_many,
    solve_many,
)


def test_without_ray_it_is_one_line(capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(nc.NonocspError, match=r"needs Ray: python -m pip install .*ray"):
        RayExecutor()
    assert cli.main(["batch", "x", "-o", str(tmp_path / "a"), "--ray", "auto"]) == 2
    assert "--ray needs Ray: python -m pip install" in capsys.readouterr().err


def ones(n, **about):
    return Puzzle([[1]] * n, [[1]] * n, **about)


@pytest.fixture(scope="module")
def executor():
    ray = pytest.importorskip("ray")
    with pytest.MonkeyPatch.context() as patch:
        # A cluster of this test alone; its workers find the modules that this process does.
        patch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
        patch.setenv("RAY_AUTH_MODE", "disabled")
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        with pytest.raises(nc.NonocspError, match=r"call ray.init\(\) first"):
            RayExecutor()
        ray.init(
            "local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR"
        )
        yield RayExecutor()
        ray.shutdown()


# What Ray leaves open in this process is its own affair.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.mark.slow
def test_answers_come_in_order_from_the_processes_of_ray(executor):
    puzzles = [ones(n % 7 + 1) for n in range(60)]
    answers = list(count_many(puzzles, executor))
    assert [answer.index for answer in answers] == list(range(60))
    assert [answer.count for answer in answers] == [nc.count(p).at_least for p in puzzles]
    assert str(os.getpid()) not in {answer.worker.rpartition(":")[2] for answer in answers}
    assert executor.num_workers == 2
    assert count_by_cubes(ones(8), executor, parts=12).at_least == 40320


@pytest.mark.slow
def test_endless_puzzles_are_taken_as_workers_come_free(executor):
    taken = []

    def endless():
        while True:
            taken.append(len(taken))
            yield ones(len(taken) % 5 + 1)

    with solve_many(endless(), executor, chunk=1, in_flight=3) as answers:
        assert [next(answers).index for _ in range(20)] == list(range(20))
    assert len(taken) <= 20 + 2 * 3 + 1


@pytest.mark.slow
@pytest.mark.parametrize("ordered", [True, False])
def test_a_worker_killed_in_mid_run_costs_no_answer(executor, monkeypatch, ordered):
    monkeypatch.setattr(answering, "answer_chunk", batch_tricks.answer_chunk)
    puzzles = [ones(4, title=f"slow {0.01 + n / 1e6}") for n in range(80)]
    got = []
    with check_many(puzzles, executor, ordered=ordered, chunk=1) as answers:
        for answer in answers:
            got.append(answer)
            if len(got) == 20:
                os.kill(int(answer.worker.rpartition(":")[2]), signal.SIGKILL)
    assert sorted(answer.index for answer in got) == list(range(80))  # each once
    assert not ordered or [answer.index for answer in got] == list(range(80))
    assert {answer.verdict for answer in got} == {nc.Verdict.MULTIPLE}
    assert max(answer.crashes for answer in got) <= 1


@pytest.mark.slow
def test_a_puzzle_that_kills_every_worker_is_given_up_alone(executor, monkeypatch, tmp_path):
    monkeypatch.setattr(answering, "answer_chunk", batch_tricks.answer_chunk)
    puzzles = [ones(3, title=f"slow {0.01 + n / 1e6}") for n in range(20)]
    puzzles[4] = ones(4, title=f"kill 1000 {tmp_path / 'a'}")
    answers = list(solve_many(puzzles, executor))
    lost = answers[4]
    assert (lost.stopped_by, lost.crashes, lost.status) == ("crashed", 2, nc.Status.UNKNOWN)
    assert lost.detail == "WorkerLost: the worker died"
    assert {answer.status for answer in answers[:4] + answers[5:]} == {nc.Status.SATISFIABLE}


@pytest.mark.slow
def test_closing_takes_back_what_waits_and_interrupts_what_runs(executor):
    pairs = Puzzle([[1, 1]] * 30, [[1, 1]] * 30)  # far too many to count
    with count_many([ones(3), *[pairs] * 50], executor, chunk=1) as answers:
        assert next(answers).count == 6
    assert executor.submit(abs, -5).result(timeout=300) == 5


@pytest.mark.slow
def test_what_a_call_raises_comes_back_as_it_is(executor):
    assert type(executor.submit(int, "x").exception(timeout=300)) is ValueError
    lost = executor.submit(os._exit, 3).exception(timeout=300)
    assert isinstance(lost, WorkerLost)
    cancelled = executor.submit(abs, -1)
    if cancelled.cancel():
        with pytest.raises(CancelledError):
            cancelled.result()


@pytest.mark.slow
def test_a_cluster_that_cannot_import_a_call_ends_the_batch(executor, monkeypatch, tmp_path):
    (tmp_path / "only_here.py").write_text("def answer_chunk(settings, puzzles, serial): ...\n")
    monkeypatch.syspath_prepend(tmp_path)
    import only_here

    monkeypatch.setattr(answering, "answer_chunk", only_here.answer_chunk)
    with pytest.raises(nc.NonocspError, match="No module named 'only_here'") as raised:
        list(solve_many([ones(2)], executor))
    assert "\n" not in str(raised.value)


@pytest.mark.slow
def test_shut_down_it_takes_no_more_and_the_cluster_goes_on(executor):
    another = RayExecutor(num_cpus=2)
    assert another.num_workers == 1
    waiting = another.submit(pow, 2, 10)
    another.shutdown()
    assert waiting.done()
    assert waiting.result() == 1024
    with pytest.raises(RuntimeError, match="was shut down"):
        another.submit(abs, -1)
    assert executor.submit(abs, -1).result(timeout=300) == 1
    with pytest.raises(OptionError, match="unknown option for Ray"):
        RayExecutor(cores=2)


@pytest.mark.slow
def test_the_command_takes_the_address_of_a_head(executor, tmp_path):
    import ray

    puzzle, path = tmp_path / "puzzle.txt", tmp_path / "answers.jsonl"
    puzzle.write_text("1;1\n1;1\n")
    address = ray.get_runtime_context().gcs_address

    def run(address):
        command = [sys.executable, "-m", "nonocsp", "batch", str(puzzle), "-o", str(path)]
        return subprocess.run(
            [*command, "--ray", address], capture_output=True, text=True, timeout=120
        )

    done = run(address)
    assert (done.stdout, done.returncode) == ("1 answer: 1 satisfiable\n", 0), done.stderr
    assert json.loads(path.read_text())["pictures"] == [["_#", "#_"]]
    for wrong, message in (
        ("127.0.0.1:1", "cannot connect"),
        ("127.0.0.1:70000", "cannot connect"),
        ("nonsense", "expected host:port or auto"),
    ):
        done = run(wrong)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert Path(path).read_text().count("\n") == 1
