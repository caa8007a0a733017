"""Experiment: the cost and the scaling of batches, for ``docs/explanation/scale.md``.

    python -m benchmarks.experiments.batch_scaling curves --sizes 5,10,15 --densities 0.3,0.5
    python -m benchmarks.experiments.batch_scaling calls
    python -m benchmarks.experiments.batch_scaling workers --most 2
    python -m benchmarks.experiments.batch_scaling parts
    python -m benchmarks.experiments.batch_scaling dask --most 2

``curves``: time by size and density of random pictures. ``calls``: overhead of a call to a worker
by chunk size. ``workers`` and ``dask``: throughput by the number of workers. ``parts``: one puzzle
split into cubes. Each prints a table in Markdown and takes minutes at most. Seconds are wall-clock
unless the table names CPU seconds: on a shared machine, ratios are more reliable than times.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import Any

from benchmarks.suite.generated import doms, random_pictures
from nonocsp import Grid, Limits, Puzzle, is_unique, solutions
from nonocsp.many.questions import Answer, Pool, ask_many, check_by_cubes, check_many, cubes

from .printing import about, head, row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="WHAT")
    curves = commands.add_parser("curves", help="cost by size and density of random pictures")
    curves.add_argument("--sizes", type=_numbers, default=[5, 10, 15, 20, 25, 30, 35, 40])
    curves.add_argument("--densities", type=_fractions, default=[n / 10 for n in range(2, 9)])
    curves.add_argument("--count", type=int, default=20, help="puzzles of each kind")
    curves.add_argument("--seconds", type=float, default=2.0, help="limit for each puzzle")
    curves.add_argument("--question", default="check", help="check (default), solve or count")
    curves.add_argument("--workers", type=int, default=1)
    curves.set_defaults(run=_curves)
    calls = commands.add_parser("calls", help="what handing out tiny puzzles costs, by chunk")
    calls.add_argument("--count", type=int, default=3000)
    calls.set_defaults(run=_calls)
    for name, run, help in (
        ("workers", _workers, "puzzles a second by the number of workers"),
        ("dask", _dask, "the same on a Dask cluster of this machine"),
    ):
        command = commands.add_parser(name, help=help)
        command.add_argument("--most", type=int, default=2, help="workers, at most")
        command.add_argument("--count", type=int, default=200)
        command.set_defaults(run=run)
    parts = commands.add_parser("parts", help="one puzzle in parts: time and total work")
    parts.add_argument("--dom", type=_numbers, default=[8, 10, 12], help="of the n-dom family")
    parts.add_argument("--parts", type=_numbers, default=[2, 8, 32], help="how many")
    parts.set_defaults(run=_parts)
    chosen = parser.parse_args()
    about()
    if hasattr(os, "getloadavg"):
        print(f"Load {os.getloadavg()[0]:.1f}\n")
    chosen.run(chosen)


def _curves(chosen: argparse.Namespace) -> None:
    head("size", "density", "median", "90 %", "worst", "over the limit", "a second")
    with Pool(chosen.workers) as workers:
        for size in chosen.sizes:
            for density in chosen.densities:
                cases = random_pictures(size=size, density=density, count=chosen.count)
                limits = Limits(seconds=chosen.seconds)
                puzzles = [case.puzzle for case in cases]
                answers = list(ask_many(chosen.question, puzzles, workers, limits=limits))
                seconds = sorted(answer.stats.seconds for answer in answers)
                over = sum(not answer.is_final for answer in answers)
                ninth = seconds[-(-9 * len(seconds) // 10) - 1]
                each = sum(seconds) / len(seconds)
                times = [_ms(one) for one in (statistics.median(seconds), ninth, seconds[-1])]
                rate = f"{1 / each:,.0f}" if each < 0.1 else f"{1 / each:.2g}"
                row(f"{size} × {size}", f"{density:g}", *times, f"{over}/{len(answers)}", rate)


def _calls(chosen: argparse.Namespace) -> None:
    """CPU seconds, which other users of the machine do not change much."""
    head("puzzles", "chunk", "solving alone", "in the worker", "here", "here a call")
    for size in (5, 20, 30):
        puzzles = [c.puzzle for c in random_pictures(size=size, density=0.6, count=chosen.count)]
        begun = time.process_time()
        for puzzle in puzzles:
            is_unique(puzzle)
        alone = time.process_time() - begun
        for chunk in (1, 10, 100, None):
            with Pool(1) as workers:
                before = workers.submit(time.process_time).result()
                executor = _Counting(workers)
                begun = time.process_time()
                _timed(puzzles, executor, chunk)
                here = time.process_time() - begun
                there = workers.submit(time.process_time).result() - before
            each = [_ms(seconds / len(puzzles)) for seconds in (alone, there, here)]
            call = _ms(here / executor.calls)
            row(f"{size} × {size}", str(chunk or "chosen"), *each, call)


class _Counting(Executor):
    """Counts the calls that it passes on."""

    num_workers = 1

    def __init__(self, workers: Pool) -> None:
        self.calls, self._workers = 0, workers

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.calls += 1
        return self._workers.submit(function, *args, **kwargs)


def _timed(puzzles: Iterable[Puzzle], executor: Any, chunk: int | None = None) -> float:
    begun = time.perf_counter()
    answers: list[Answer] = list(check_many(puzzles, executor, chunk=chunk, ordered=False))
    assert all(answer.is_final for answer in answers)
    return time.perf_counter() - begun


def _workers(chosen: argparse.Namespace) -> None:
    def made(number: int) -> float:
        with Pool(number) as workers:
            for future in [workers.submit(time.sleep, 0.1) for _ in range(number)]:
                future.result()
            return _timed(_medium(chosen.count), workers)

    _by_workers(chosen, made)


def _dask(chosen: argparse.Namespace) -> None:
    with _cluster(1) as client:
        tiny = [case.puzzle for case in random_pictures(size=5, count=300)]
        begun = time.process_time()
        _timed(tiny, client, 1)
        each = (time.process_time() - begun) / len(tiny)
    print(f"CPU here for a call, the scheduler included: {_ms(each)}\n")

    def made(number: int) -> float:
        with _cluster(number) as client:
            _timed(_medium(20), client)
            return _timed(_medium(chosen.count), client)

    _by_workers(chosen, made)


@contextlib.contextmanager
def _cluster(workers: int) -> Iterator[Any]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=50,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def _medium(count: int) -> list[Puzzle]:
    """Puzzles of about ten milliseconds each, none of them far from it."""
    return [case.puzzle for case in random_pictures(size=30, density=0.5, count=count)]


def _by_workers(chosen: argparse.Namespace, made: Callable[[int], float]) -> None:
    head("workers", "seconds", "a second", "times one worker")
    base = 0.0
    for number in range(1, chosen.most + 1):
        seconds = min(made(number) for _ in range(3))
        base = base or seconds
        rate = f"{chosen.count / seconds:,.0f}"
        row(str(number), f"{seconds:.2f}", rate, f"{base / seconds:.2f}")


def _parts(chosen: argparse.Namespace) -> None:
    """CPU seconds again: with a core for each part, the hardest would be the time to wait."""
    head("puzzle", "parts", "cutting", "nodes of all", "all parts", "hardest part", "2 workers")
    for number in chosen.dom:
        dom = next(iter(doms(number, number))).puzzle
        seconds, nodes = _proven(dom, None)
        whole = [f"{nodes:,}", _ms(seconds), _ms(seconds), "–"]
        row(f"{number}-dom", "1", "–", *whole)
        for parts in chosen.parts:
            begun = time.process_time()
            grids = cubes(dom, parts)
            cutting = time.process_time() - begun
            each = [_proven(dom, grid) for grid in grids]
            begun = time.perf_counter()
            assert check_by_cubes(dom, 2, parts=parts).value == "unique"
            waited = time.perf_counter() - begun
            all_nodes = f"{sum(nodes for _, nodes in each):,}"
            times = (sum(s for s, _ in each), max(s for s, _ in each), waited)
            row(f"{number}-dom", str(len(grids)), _ms(cutting), all_nodes, *map(_ms, times))


def _proven(puzzle: Puzzle, grid: Grid | None) -> tuple[float, int]:
    """CPU seconds and nodes of looking for two solutions."""
    begun = time.process_time()
    with solutions(puzzle, grid=grid, limit=2) as found:
        assert len(list(found)) < 2
    return time.process_time() - begun, found.stats.nodes


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"


def _numbers(words: str) -> list[int]:
    return [int(word) for word in words.split(",")]


def _fractions(words: str) -> list[float]:
    return [float(word) for word in words.split(",")]


if __name__ == "__main__":
    main()
