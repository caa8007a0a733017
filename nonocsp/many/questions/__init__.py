"""Questions about puzzles, one table and one pool of workers: for one, for many, for huge ones.

>>> from nonocsp import Puzzle
>>> from nonocsp.many.questions import solve_many
>>> with solve_many((Puzzle([[n]], [[1]] * n) for n in range(1, 4)), 1) as answers:
...     print(*(answer.picture for answer in answers))
# ## ###

`registry` lists the questions, wherever their functions are; `about_spaces` and `about_steps` have
those that combine several searches. `question` reads from a function what it takes, `members` what
it gives, and `answer` is the one JSON form. `asynchronous` awaits answers. `batch` answers one
question about many puzzles: `answering` makes work of its `tasks`, and `store` keeps answers in a
file to resume from. `cube_splitter` splits one puzzle into cubes, and `cube_and_conquer` combines
the answers about them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import lazy_room

if TYPE_CHECKING:
    from ..work.pool import Pool, WorkerLost
    from ..work.ray_executor import RayExecutor
    from ..work.work import WorkWarning
    from .about_spaces import check, components, marginals, propagate, sample
    from .about_steps import why
    from .answer import Answer
    from .answering import Answers, Progress
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
    from .question import Question
    from .registry import QUESTIONS
    from .store import Store
    from .tasks import Task
else:
    __getattr__, __dir__ = lazy_room(
        __name__,
        {
            "about_spaces": "check components marginals propagate sample",
            "about_steps": "why",
            "answer": "Answer",
            "asynchronous": "ask_async iterate_async",
            "batch": "ask_many check_many count_many rate_many solve_many",
            "cube_and_conquer": "CubeSolutions check_by_cubes count_by_cubes "
            "solutions_by_cubes solve_by_cubes",
            "cube_splitter": "cubes",
            ".work.pool": "Pool WorkerLost",
            "question": "Question",
            ".work.ray_executor": "RayExecutor",
            "registry": "QUESTIONS",
            "answering": "Answers Progress",
            "store": "Store",
            "tasks": "Task",
            ".work.work": "WorkWarning",
        },
    )

__all__ = [
    "QUESTIONS",
    "Answer",
    "Answers",
    "CubeSolutions",
    "Pool",
    "Progress",
    "Question",
    "RayExecutor",
    "Store",
    "Task",
    "WorkWarning",
    "WorkerLost",
    "ask_async",
    "ask_many",
    "check",
    "check_by_cubes",
    "check_many",
    "components",
    "count_by_cubes",
    "count_many",
    "cubes",
    "iterate_async",
    "marginals",
    "propagate",
    "rate_many",
    "sample",
    "solutions_by_cubes",
    "solve_by_cubes",
    "solve_many",
    "why",
]
