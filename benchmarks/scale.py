"""What batches cost and where they end: the numbers of ``docs/explanation/scale.md``.

    python -m benchmarks.scale curves --sizes 5,10,15,20 --densities 0.3,0.5 --count 20
    python -m benchmarks.scale calls
    python -m benchmarks.scale workers --most 2
    python -m benchmarks.scale parts
    python -m benchmarks.scale dask --most 2

Each prints a table in Markdown, and takes minutes at most. Seconds are wall-clock: on a shared
machine, ratios say more than figures.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor

from nonocsp import Limits, Puzzle, is_unique, solutions
from nonocsp.batch import Answer, Workers, check_many, check_parts, count_parts, cubes

from .generated import doms, permutations, random_pictures
from .machine import commit, machine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="WHAT")
    curves = commands.add_parser("curves", help="cost by size and density of random pictures")
    curves.add_argument("--sizes", type=_numbers, default=[5, 10, 15, 20, 25, 30, 35, 40])
    curves.add_argument("--densities", type=_fractions, default=[n / 10 for n in range(2, 9)])
    curves.add_argument("--count", type=int, default=20, help="puzzles of each kind")
    curves.add_argument("--seconds", type=float, default=2.0, help="limit for each puzzle")
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
    parts.add_argument("--most", type=int, default=2, help="workers, at most")
    parts.add_argument("--dom", type=int, default=9, help="which of the n-dom family to prove")
    parts.add_argument("--permutation", type=int, default=0, help="also count this permutation")
    parts.set_defaults(run=_parts)
    chosen = parser.parse_args()
    about = machine()
    print(f"{about['cpu']}, {about['cores']} cores, {about['python']}, {commit()['commit']}\n")
    chosen.run(chosen)


def _curves(chosen: argparse.Namespace) -> None:
    head = ["size", "density", "median", "90 %", "worst", "over the limit", "a second"]
    _row(head)
    _row(["--:"] * len(head))
    with Workers(chosen.workers) as workers:
        for size in chosen.sizes:
            for density in chosen.densities:
                cases = random_pictures(size=size, density=density, count=chosen.count)
                limits = Limits(seconds=chosen.seconds)
                answers = list(check_many((c.puzzle for c in cases), workers, limits=limits))
                seconds = sorted(answer.stats.seconds for answer in answers)
                over = sum(not answer.is_final for answer in answers)
                ninth = seconds[-(-9 * len(seconds) // 10) - 1]
                each = sum(seconds) / len(seconds)
                times = [_ms(one) for one in (statistics.median(seconds), ninth, seconds[-1])]
                rate = f"{1 / each:,.0f}" if each < 0.1 else f"{1 / each:.2g}"
                _row([f"{size} × {size}", f"{density:g}", *times, f"{over}/{len(answers)}", rate])


def _calls(chosen: argparse.Namespace) -> None:
    _row(["puzzles", "chunk", "a second", "ms a puzzle"])
    _row(["--:"] * 4)
    for size in (5, 20):
        puzzles = [c.puzzle for c in random_pictures(size=size, density=0.6, count=chosen.count)]
        begun = time.perf_counter()
        for puzzle in puzzles:
            is_unique(puzzle)
        _rate(f"{size} × {size}", "no batch", len(puzzles), time.perf_counter() - begun)
        for chunk in (1, 10, 100, None):
            with Workers(1) as workers:
                workers.submit(abs, 1).result()  # the start of a worker is not measured
                seconds = _timed(puzzles, workers, chunk)
            _rate(f"{size} × {size}", str(chunk or "chosen"), len(puzzles), seconds)


def _rate(what: str, chunk: str, number: int, seconds: float) -> None:
    _row([what, chunk, f"{number / seconds:,.0f}", f"{1000 * seconds / number:.3f}"])


def _timed(puzzles: Iterable[Puzzle], executor: Executor, chunk: int | None = None) -> float:
    begun = time.perf_counter()
    answers: list[Answer] = list(check_many(puzzles, executor, chunk=chunk, ordered=False))
    assert all(answer.is_final for answer in answers)
    return time.perf_counter() - begun


def _workers(chosen: argparse.Namespace) -> None:
    def made(number: int) -> float:
        with Workers(number) as workers:
            for future in [workers.submit(time.sleep, 0.1) for _ in range(number)]:
                future.result()
            return _timed(_medium(chosen.count), workers)

    _by_workers(chosen, made)


def _dask(chosen: argparse.Namespace) -> None:
    from distributed import Client, LocalCluster

    def made(number: int) -> float:
        with (
            LocalCluster(
                n_workers=number,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                silence_logs=50,
            ) as cluster,
            Client(cluster) as client,
        ):
            list(check_many(_medium(20), client))
            return _timed(_medium(chosen.count), client.get_executor())

    _by_workers(chosen, made)


def _medium(count: int) -> list[Puzzle]:
    """Puzzles of about ten milliseconds each, none of them far from it."""
    return [case.puzzle for case in random_pictures(size=30, density=0.5, count=count)]


def _by_workers(chosen: argparse.Namespace, made: Callable[[int], float]) -> None:
    _row(["workers", "seconds", "a second", "times one worker"])
    _row(["--:"] * 4)
    base = 0.0
    for number in range(1, chosen.most + 1):
        seconds = min(made(number) for _ in range(3))
        base = base or seconds
        rate = f"{chosen.count / seconds:,.0f}"
        _row([str(number), f"{seconds:.2f}", rate, f"{base / seconds:.2f}"])


def _parts(chosen: argparse.Namespace) -> None:
    _row(["puzzle", "parts", "workers", "seconds", "nodes", "cutting"])
    _row(["--:"] * 6)
    dom = next(iter(doms(chosen.dom, chosen.dom))).puzzle
    begun = time.perf_counter()
    with solutions(dom, limit=2) as whole:
        found = len(list(whole))
    seconds = time.perf_counter() - begun
    assert found == 1
    _row([f"{chosen.dom}-dom", "whole", "–", f"{seconds:.2f}", f"{whole.stats.nodes:,}", "–"])
    for parts in (2, 8, 32, 128):
        begun = time.perf_counter()
        grids = cubes(dom, parts)
        cutting = time.perf_counter() - begun
        # The work of all parts, one after the other.
        nodes = 0
        for grid in grids:
            with solutions(dom, grid=grid, limit=2) as part:
                list(part)
            nodes += part.stats.nodes
        for number in range(1, chosen.most + 1):
            with Workers(number) as workers:
                for future in [workers.submit(time.sleep, 0.1) for _ in range(number)]:
                    future.result()
                begun = time.perf_counter()
                verdict = check_parts(dom, workers, parts=parts)
                seconds = time.perf_counter() - begun
            assert verdict.value == "unique"
            row = [str(len(grids)), str(number), f"{seconds:.2f}", f"{nodes:,}", f"{cutting:.2f}"]
            _row([f"{chosen.dom}-dom", *row])
    if chosen.permutation:
        case = next(iter(permutations(chosen.permutation, chosen.permutation)))
        for parts in (1, 8, 32):
            counted = count_parts(case.puzzle, chosen.most, parts=parts)
            assert counted.at_least == case.solutions
            row = [case.id, str(parts), str(chosen.most), f"{counted.stats.seconds:.2f}"]
            _row([*row, f"{counted.stats.residuals:,}", "–"])


def _row(cells: Sequence[str]) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"


def _numbers(words: str) -> list[int]:
    return [int(word) for word in words.split(",")]


def _fractions(words: str) -> list[float]:
    return [float(word) for word in words.split(",")]


if __name__ == "__main__":
    main()
