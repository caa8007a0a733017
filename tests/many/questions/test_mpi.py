"""Batches under MPI, as `mpiexec` starts them: two workers, one of which may be killed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mpi4py")

# The one that belongs to this Python's MPI comes first, where pip installed it.
MPIEXEC = shutil.which("mpiexec", path=str(Path(sys.executable).parent)) or shutil.which("mpiexec")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(MPIEXEC is None, reason="THERE IS NO mpiexec, so MPI is not tested"),
]

SCRIPT = """
import json, sys
from mpi4py.futures import MPIPoolExecutor
import batch_tricks
import nonocsp as nc
from nonocsp.many.questions import count_many, count_by_cubes, answering, cubes, solve_many

def ones(n):
    return nc.Puzzle([[1]] * n, [[1]] * n)

def report(**facts):
    print(json.dumps(facts))

if __name__ == "__main__":
    with MPIPoolExecutor() as executor:
        if sys.argv[1] == "ask":
            counts = list(count_many(map(ones, range(1, 7)), executor))
            report(
                counts=[answer.count for answer in counts],
                solved=[str(answer.picture) for answer in solve_many([ones(1)] * 3, executor)],
                parts=count_by_cubes(ones(7), executor, parts=6).at_least,
                cubes=len(cubes(ones(7), 6)),
                workers=len({answer.worker for answer in counts}),
                width=executor.num_workers,
            )
            with count_many((ones(3) for _ in iter(int, 1)), executor) as endless:
                report(first=[next(endless).count for _ in range(3)])
        else:
            answering.answer_chunk = batch_tricks.answer_chunk
            titles = ["slow 0.02"] * 20
            if sys.argv[1] == "kill":
                titles[10] = "kill 1000 " + sys.argv[3]
            puzzles = [nc.Puzzle([[n]], [[1]] * n, title=t) for n, t in enumerate(titles, start=1)]
            answers = list(solve_many(puzzles, executor, chunk=1, store=sys.argv[2]))
            stored = sum(answer.is_stored for answer in answers)
            report(stored=stored, solved=sum(bool(answer.pictures) for answer in answers))
"""


@pytest.fixture
def started(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        # Open MPI refuses both otherwise, in containers and on small machines.
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_rmaps_base_oversubscribe": "1",
    }

    def run(*arguments):
        command = [MPIEXEC, "-n", "3", sys.executable, "-m", "mpi4py.futures", str(script)]
        done = subprocess.run(
            [*command, *map(str, arguments)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        return done.returncode, [json.loads(x) for x in done.stdout.splitlines() if x[:1] == "{"]

    return run


def test_many_puzzles_and_the_parts_of_one(started):
    code, (reported, endless) = started("ask")
    assert code == 0
    assert reported["counts"] == [1, 2, 6, 24, 120, 720]
    assert reported["solved"] == ["#"] * 3
    assert (reported["parts"], reported["cubes"]) == (5040, 6)
    assert reported["width"] == 2  # the third process hands out
    assert 1 <= reported["workers"] <= 2
    assert endless["first"] == [6, 6, 6]


def test_a_worker_killed_ends_all_and_the_store_goes_on(started, tmp_path):
    store = tmp_path / "answers.jsonl"
    code, reported = started("kill", store, tmp_path / "killed")
    assert code != 0
    assert reported == []
    kept = store.read_text().count("\n")
    assert 0 < kept < 20
    assert started("go on", store) == (0, [{"stored": kept, "solved": 20}])
    assert store.read_text().count("\n") == 20
