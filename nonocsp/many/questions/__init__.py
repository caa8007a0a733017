"""Questions about puzzles, one table and one pool of workers: for one, for many, for huge ones.

>>> from nonocsp import Puzzle
>>> from nonocsp.many.questions import solve_many
>>> with solve_many((Puzzle([[n]], [[1]] * n) for n in range(1, 4)), 1) as answers:
...     print(*(answer.picture for answer in answers))
# ## ###

`registry` lists the questions. They are functions in `about_solutions` and `about_reasons`, of the
type in `question`, and return an `answer` with one JSON form. `pool` runs worker processes, whose
loop is in `worker`. `asynchronous` awaits answers. `batch` answers one question about many puzzles:
the `scheduler` distributes its `tasks`, `executors` adapts other pools of workers, `ray_executor`
Ray's, and `store` keeps answers in a file to resume from. `cube_splitter` splits one puzzle into
cubes, and `cube_and_conquer` combines the answers about them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answer import Answer
    from .asynchronous import ask_async, iterate_async
    from .batch import ask_many, check_many, count_many, rate_many, solve_many
    from .cube_and_conquer import (
        CubeSolutions,
        check_by_cubes,
        count_by_cubes,
        solutions_by_cubes,
        solve_by_cubes,
    )
    from .cube_splitter import cubes
    from .pool import Pool, WorkerLost
    from .ray_executor import RayExecutor
    from .scheduler import Answers, Progress
    from .store import Store
    from .tasks import BatchWarning, Task

__all__ = [
    "Answer",
    "Answers",
    "BatchWarning",
    "CubeSolutions",
    "Pool",
    "Progress",
    "RayExecutor",
    "Store",
    "Task",
    "WorkerLost",
    "ask_async",
    "ask_many",
    "check_many",
    "check_by_cubes",
    "count_many",
    "count_by_cubes",
    "cubes",
    "iterate_async",
    "rate_many",
    "solutions_by_cubes",
    "solve_many",
    "solve_by_cubes",
]

_MODULES = {
    **dict.fromkeys(["Answers", "Progress"], "scheduler"),
    **dict.fromkeys([name for name in __all__ if name.endswith("_async")], "asynchronous"),
    **dict.fromkeys([name for name in __all__ if name.endswith("_many")], "batch"),
    **dict.fromkeys([name for name in __all__ if name.endswith("_by_cubes")], "cube_and_conquer"),
    "Answer": "answer",
    "BatchWarning": "tasks",
    "CubeSolutions": "cube_and_conquer",
    "Pool": "pool",
    "WorkerLost": "pool",
    "RayExecutor": "ray_executor",
    "Store": "store",
    "Task": "tasks",
    "cubes": "cube_splitter",
}


def __getattr__(name: str) -> Any:
    # Imported when first used: a single question and a worker of the pool need few of them.
    if name in _MODULES:
        return getattr(import_module(f".{_MODULES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
