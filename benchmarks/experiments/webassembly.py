"""Experiment: the kernel as WebAssembly against the native one, for ``measured.md``.

    python -m benchmarks.experiments.webassembly --data DIR --set survey --set random30

Both search for two solutions of each puzzle, in turn, the native kernel in this process and the
other in Node. Pictures, verdicts and counted work must agree; then the least CPU seconds of the
repeats are compared. Needs em++ and node.
"""

from __future__ import annotations

import argparse
import base64
import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import geometric_mean, median
from tempfile import TemporaryDirectory
from typing import Any

import _nonocsp_kernel

import nonocsp as nc
from benchmarks.suite.cases import Case
from benchmarks.suite.sets import cases
from nonocsp.core.kernel.browser.build import build_kernel
from nonocsp.core.kernel.interface import LARGEST, clue_arrays

from .printing import about, head, row

#: Seconds below which a ratio says more about the clock than about the kernel.
LEAST = 0.002

NODE = Path(__file__).with_suffix(".mjs")


def native(arguments: tuple[Any, ...], seconds: float) -> dict[str, Any]:
    begun = time.process_time()
    puzzle = _nonocsp_kernel.Puzzle(*arguments)
    options = _nonocsp_kernel.Options({})
    search = _nonocsp_kernel.Search(puzzle, None, options, seconds, LARGEST, 1 << 30, 1)
    found = [search.next()]
    if isinstance(found[0], bytes):
        found.append(search.next())
    took = time.process_time() - begun
    pictures = [each for each in found if isinstance(each, bytes)]
    stopped = isinstance(found[-1], str)
    return {"pictures": pictures, "isStopped": stopped, "stats": search.stats(), "seconds": took}


@contextmanager
def browser_kernel(seconds: float) -> Iterator[Any]:
    """A function that asks the WebAssembly kernel in a process of Node."""
    with TemporaryDirectory() as folder:
        built = build_kernel(Path(folder))
        print(", ".join(f"{path.name} {path.stat().st_size:,} bytes" for path in built))
        (Path(folder) / "package.json").write_text('{"type": "module"}')
        command = ["node", str(NODE), folder, str(seconds)]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        ) as node:
            assert node.stdin and node.stdout

            def ask(arguments: tuple[Any, ...]) -> dict[str, Any]:
                sent = [
                    base64.b64encode(each).decode() if isinstance(each, bytes) else each
                    for each in arguments
                ]
                print(json.dumps(sent), file=node.stdin, flush=True)
                answer = json.loads(node.stdout.readline())
                answer["pictures"] = [base64.b64decode(each) for each in answer["pictures"]]
                return answer

            yield ask
            node.stdin.close()


def times(case: Case, ask: Any, seconds: float, repeats: int) -> tuple[float, float] | None:
    """Least CPU seconds, native and as WebAssembly; None if one was stopped."""
    puzzle = case.puzzle
    clues = clue_arrays((*puzzle.rows, *puzzle.columns))
    arguments = (*puzzle.shape, puzzle.block_colours, *clues)
    ours, theirs = [], []
    for _ in range(repeats):
        ours.append(native(arguments, seconds))
        theirs.append(ask(arguments))
        if ours[-1]["isStopped"] or theirs[-1]["isStopped"]:
            return None
        assert ours[-1]["pictures"] == theirs[-1]["pictures"], case.id
        assert counted(ours[-1]) == counted(theirs[-1]), case.id
    pictures = [
        nc.Picture.from_cells(cells, puzzle.board, puzzle.block_colours)
        for cells in ours[0]["pictures"]
    ]
    assert all(puzzle.is_solved_by(picture) for picture in pictures), case.id
    verdict = ("none", "unique", "multiple")[len(pictures)]
    assert case.verdict in (None, verdict), case.id
    return tuple(min(run["seconds"] for run in runs) for runs in (ours, theirs))


def counted(answer: dict[str, Any]) -> dict[str, Any]:
    """The counted work; bytes of memory differ, because pointers have another size."""
    return {
        name: number
        for name, number in answer["stats"].items()
        if not name.startswith("seconds") and name != "peak_memory"
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", action="append", dest="sets", help="a set; may be repeated")
    parser.add_argument("--data", help="folder of the public sets")
    parser.add_argument("--seconds", type=float, default=20.0, help="limit for each puzzle")
    parser.add_argument("--repeats", type=int, default=5)
    chosen = parser.parse_args()
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    about()
    print(f"Node {node.strip()}")
    with browser_kernel(chosen.seconds) as ask:
        print()
        head("set", "both solved", "native", "WebAssembly", "median", "mean ratio", "worst")
        for name in chosen.sets or ["standard-1"]:
            every = [
                times(case, ask, chosen.seconds, chosen.repeats)
                for case in cases(name, chosen.data)
            ]
            solved = [pair for pair in every if pair]
            ratios = [b / a for a, b in solved if a >= LEAST]
            sums = [sum(pair[side] for pair in solved) for side in (0, 1)]
            middle = median(ratios), geometric_mean(ratios), max(ratios)
            shown = *(f"{each:.2f} s" for each in sums), *(f"{each:.2f}" for each in middle)
            row(name, f"{len(solved)}/{len(every)}", *shown)


if __name__ == "__main__":
    main()
