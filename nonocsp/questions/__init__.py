"""Many puzzles, or one huge one, over many workers: processes here, or a cluster.

>>> from nonocsp import Puzzle
>>> with solve_many((Puzzle([[n]], [[1]] * n) for n in range(1, 4)), 1) as answers:
...     print(*(answer.picture for answer in answers))
# ## ###

One room, one idea a file: `questions` is the table of what can be asked, `work` what a worker does,
`workers` processes of our own, `executors` those of others, `ray_tasks` those of Ray, `stream` how
tasks are handed out and what becomes of lost ones, `store` answers in a file to go on from, `ask`
the functions for many puzzles; `cubes` cuts one puzzle into parts and `parts` puts the answers
together again.
"""

from .answers import Answer
from .ask import ask_many, check_many, count_many, rate_many, solve_many
from .cubes import cubes
from .parts import PartSolutions, check_parts, count_parts, solutions_parts, solve_parts
from .pool import Pool, WorkerLost
from .ray_tasks import RayExecutor
from .store import Store
from .stream import Answers, BatchWarning, Progress
from .tasks import Task

__all__ = [
    "Answer",
    "Answers",
    "BatchWarning",
    "PartSolutions",
    "Progress",
    "RayExecutor",
    "Store",
    "Task",
    "WorkerLost",
    "Pool",
    "ask_many",
    "check_many",
    "check_parts",
    "count_many",
    "count_parts",
    "cubes",
    "rate_many",
    "solutions_parts",
    "solve_many",
    "solve_parts",
]
