"""Batches on real clusters, of Dask and of Ray: worker processes on this machine, some of them
killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import warnings
from concurrent.futures import CancelledError

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
from nonocsp.many.work import executors

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals are posix"),
    # What a cluster does with its sockets when a worker is killed is its own affair.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


def ones(n, **about):
    return Puzzle([[1]] * n, [[1]] * n, **about)


@pytest.fixture(scope="module")
def client():
    dask, distributed = map(pytest.importorskip, ("dask", "distributed"))
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


@pytest.fixture(scope="module", params=["client", "executor"], ids=["dask", "ray"])
def cluster(request):
    """A client of Dask, and an executor of Ray."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def harm(monkeypatch):
    """Workers whose behaviour is chosen by the title of the puzzle."""
    monkeypatch.setattr(answering, "answer_chunk", batch_tricks.answer_chunk)


@pytest.mark.slow
def test_answers_come_in_order_from_the_processes_of_a_cluster(cluster):
    puzzles = [ones(n % 7 + 1) for n in range(60)]
    for workers in (cluster, *([cluster.get_executor()] if hasattr(cluster, "scheduler") else [])):
        answers = list(count_many(puzzles, workers))
        assert [answer.index for answer in answers] == list(range(60))
        assert [answer.count for answer in answers] == [nc.count(p).at_least for p in puzzles]
        assert str(os.getpid()) not in {answer.worker.rpartition(":")[2] for answer in answers}
    assert count_by_cubes(ones(8), cluster, parts=12).at_least == 40320
    assert cluster.submit(abs, -1).result(timeout=300) == 1  # and left running


@pytest.mark.slow
@pytest.mark.parametrize("ordered", [True, False])
def test_a_worker_killed_in_mid_run_costs_no_answer(cluster, harm, ordered):
    puzzles = [ones(4, title=f"slow {0.01 + n / 1e6}") for n in range(100)]
    got = []
    with check_many(puzzles, cluster, ordered=ordered, chunk=1) as answers:
        for answer in answers:
            got.append(answer)
            if len(got) == 25:
                os.kill(int(answer.worker.rpartition(":")[2]), signal.SIGKILL)
    assert sorted(answer.index for answer in got) == list(range(100))  # each once
    assert not ordered or [answer.index for answer in got] == list(range(100))
    assert {answer.verdict for answer in got} == {nc.Verdict.MULTIPLE}
    assert len({answer.worker for answer in got}) >= 2
    assert max(answer.crashes for answer in got) <= 1


@pytest.mark.slow
def test_a_puzzle_that_kills_every_worker_is_given_up_alone(cluster, harm, tmp_path):
    puzzles = [ones(3, title=f"slow {0.01 + n / 1e6}") for n in range(20)]
    puzzles[4] = ones(4, title=f"kill 1000 {tmp_path / 'a'}")
    if is_dask := hasattr(cluster, "scheduler"):
        cluster.wait_for_workers(1)
        cluster.run_on_scheduler(_allow_no_failures)
    answers = list(solve_many(puzzles, cluster, chunk=1, retries=1))
    lost = answers.pop(4)
    assert (lost.stopped_by, lost.crashes, lost.status) == ("crashed", 2, nc.Status.UNKNOWN)
    assert is_dask or lost.detail == "WorkerLost: the worker died"
    assert sum(answer.stopped_by is None for answer in answers) >= (17 if is_dask else 19)


def _allow_no_failures(dask_scheduler):
    dask_scheduler.allowed_failures = 0


@pytest.mark.slow
def test_the_command_takes_the_address_of_a_cluster(cluster, tmp_path):
    puzzle, path = tmp_path / "puzzle.txt", tmp_path / "answers.jsonl"
    puzzle.write_text("1;1\n1;1\n")
    if hasattr(cluster, "scheduler"):
        flag, address, wrong = "--dask", cluster.scheduler.address, {}
    else:
        flag, address = "--ray", sys.modules["ray"].get_runtime_context().gcs_address
        wrong = dict.fromkeys(("127.0.0.1:1", "127.0.0.1:70000"), "cannot connect")
        wrong["nonsense"] = "expected host:port or auto"

    def run(address):
        command = [sys.executable, "-m", "nonocsp", "batch", str(puzzle), "-o", str(path)]
        return subprocess.run(
            [*command, flag, address], capture_output=True, text=True, timeout=120
        )

    done = run(address)
    assert (done.stdout, done.returncode) == ("1 answer: 1 satisfiable\n", 0), done.stderr
    for other, message in wrong.items():
        done = run(other)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr and len(done.stderr.splitlines()) == 1
    (line,) = path.read_text().splitlines()
    assert json.loads(line)["pictures"] == [["_#", "#_"]]


# Of Dask alone.


class LostCall:
    """A call that ended, but whose worker died before the answer arrived, and again when it was
    repeated."""

    def add_done_callback(self, function):
        function(self)

    def result(self):
        from distributed.scheduler import KilledWorker

        raise KilledWorker("task", None, 1)


@pytest.mark.slow
def test_a_call_whose_answer_is_lost_fails():
    pytest.importorskip("distributed")

    class Client:
        def submit(self, *call, **how):
            return LostCall()

    lost = executors._ClientExecutor(Client()).submit(abs, -1)
    assert executors.is_loss(lost.exception(timeout=300))


@pytest.mark.slow
def test_closing_early_cancels_what_is_waiting(client, harm):
    puzzles = (ones(2, title=f"slow 0.2 {n}"[:8]) for n in range(10**6))
    with solve_many(puzzles, client, chunk=1) as answers:
        assert next(answers).index == 0
    assert client.submit(abs, -5).result(timeout=300) == 5


@pytest.mark.slow
def test_a_client_that_is_asynchronous_is_refused():
    distributed = pytest.importorskip("distributed")

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


# Of Ray alone.


def test_without_ray_it_is_one_line(capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(nc.NonocspError, match=r"needs Ray: python -m pip install .*ray"):
        RayExecutor()
    assert cli.main(["batch", "x", "-o", str(tmp_path / "a"), "--ray", "auto"]) == 2
    assert "--ray needs Ray: python -m pip install" in capsys.readouterr().err


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
