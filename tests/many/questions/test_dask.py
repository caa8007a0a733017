"""Batches on a real Dask cluster: several worker processes on this machine, some of them killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import warnings

import batch_tricks
import pytest

import nonocsp as nc
from nonocsp import Puzzle
from nonocsp.many.questions import (
    answering,
    check_many,
    count_by_cubes,
    count_many,
    solve_many,
)
from nonocsp.many.work import executors

distributed = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="signals are posix"),
    # What the cluster does with its sockets when a worker is killed is its own affair.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def ones(n, **about):
    return Puzzle([[1]] * n, [[1]] * n, **about)


@pytest.fixture(scope="module")
def client():
    import dask

    with (
        warnings.catch_warnings(),
        dask.config.set({"distributed.comm.timeouts.connect": "30s"}),
    ):
        warnings.simplefilter("ignore")
        with (
            distributed.LocalCluster(
                n_workers=3,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                silence_logs=50,
            ) as cluster,
            distributed.Client(cluster, set_as_default=False) as client,
        ):
            yield client


def test_a_client_and_its_executor_are_taken_as_they_are(client):
    puzzles = [ones(n % 7 + 1) for n in range(60)]
    for executor in (client, client.get_executor()):
        answers = list(count_many(puzzles, executor))
        assert [answer.index for answer in answers] == list(range(60))
        assert [answer.count for answer in answers] == [
            nc.count(puzzle).at_least for puzzle in puzzles
        ]
        assert str(os.getpid()) not in {answer.worker.rpartition(":")[2] for answer in answers}
    assert client.submit(abs, -1).result() == 1  # and left running


@pytest.mark.parametrize("ordered", [True, False])
def test_a_worker_killed_in_mid_run_costs_no_answer(client, monkeypatch, ordered):
    monkeypatch.setattr(answering, "answer_chunk", batch_tricks.answer_chunk)
    puzzles = [ones(4, title=f"slow {0.01 + n / 1e6}") for n in range(120)]
    victim = client.run(os.getpid)
    got = []
    with check_many(puzzles, client, ordered=ordered, chunk=1) as answers:
        for answer in answers:
            got.append(answer)
            if len(got) == 30:
                os.kill(next(iter(victim.values())), signal.SIGKILL)
    assert sorted(answer.index for answer in got) == list(range(120))  # each once
    if ordered:
        assert [answer.index for answer in got] == list(range(120))
    assert {answer.verdict for answer in got} == {nc.Verdict.MULTIPLE}
    assert len({answer.worker for answer in got}) >= 2


@pytest.mark.slow
def test_a_puzzle_that_kills_every_worker_is_given_up_alone(client, monkeypatch, tmp_path):
    monkeypatch.setattr(answering, "answer_chunk", batch_tricks.answer_chunk)
    import dask

    puzzles = [ones(3, title=f"slow {0.01 + n / 1e6}") for n in range(20)]
    puzzles[4] = ones(4, title=f"kill 1000 {tmp_path / 'a'}")
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
        client.wait_for_workers(1)
        client.run_on_scheduler(_allow_no_failures)
        answers = list(solve_many(puzzles, client, chunk=1, retries=1))
    lost = answers[4]
    assert (lost.stopped_by, lost.crashes, lost.status) == ("crashed", 2, nc.Status.UNKNOWN)
    others = answers[:4] + answers[5:]
    assert sum(answer.stopped_by is None for answer in others) >= 17


def _allow_no_failures(dask_scheduler):
    dask_scheduler.allowed_failures = 0


class LostCall:
    """A call that ended, but whose worker died before the answer arrived, and again when it was
    repeated."""

    def add_done_callback(self, function):
        function(self)

    def result(self):
        raise distributed.scheduler.KilledWorker("task", None, 1)


def test_a_call_whose_answer_is_lost_fails():
    class Client:
        def submit(self, *call, **how):
            return LostCall()

    lost = executors._ClientExecutor(Client()).submit(abs, -1)
    assert executors.is_loss(lost.exception(timeout=300))


def test_parts_of_one_puzzle_on_a_cluster(client):
    assert count_by_cubes(ones(8), client, parts=12).at_least == 40320


def test_closing_early_cancels_what_is_waiting(client, monkeypatch):
    monkeypatch.setattr(answering, "answer_chunk", batch_tricks.answer_chunk)
    puzzles = (ones(2, title=f"slow 0.2 {n}"[:8]) for n in range(10**6))
    with solve_many(puzzles, client, chunk=1) as answers:
        assert next(answers).index == 0
    assert client.submit(abs, -5).result(timeout=300) == 5


def test_a_client_that_is_asynchronous_is_refused():
    async def made():
        async with (
            distributed.LocalCluster(
                n_workers=0, processes=False, asynchronous=True, dashboard_address="127.0.0.1:0"
            ) as cluster,
            distributed.Client(cluster, asynchronous=True, set_as_default=False) as client,
        ):
            with pytest.raises(nc.NonocspError, match="must be synchronous"):
                solve_many([ones(1)], client)

    asyncio.run(made())


@pytest.mark.slow
def test_the_command_takes_the_address_of_a_scheduler(client, tmp_path):
    path = tmp_path / "answers.jsonl"
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("1;1\n1;1\n")
    command = [sys.executable, "-m", "nonocsp", "batch", str(puzzle), "-o", str(path)]
    address = client.scheduler.address
    done = subprocess.run([*command, "--dask", address], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("1 answer: 1 satisfiable\n", 0)
    assert json.loads(path.read_text())["pictures"] == [["_#", "#_"]]
