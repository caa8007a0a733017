"""Nonograms as a task set of verifiers: new puzzles or those of a file, scored by the clues.

``NonogramTaskset`` is what ``__all__`` exports, as verifiers expects. Its command line knows task
sets by the name of a package without dots: one whose ``__init__.py`` imports this class.

Source: Brown, "Verifiers: environments for LLM reinforcement learning" (2025).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core import NonocspError, missing
from ...many.grading import Grade
from .tasks import new_puzzle, score, tasks_of

try:
    import verifiers.v1 as vf
except ImportError:
    raise NonocspError(missing("this task set needs verifiers", "verifiers")) from None

__all__ = ["NonogramTaskset"]


class NonogramData(vf.TaskData):
    """A task: the prompt, a right answer, and the puzzle."""

    answer: str
    puzzle: str


class NonogramTask(vf.Task[NonogramData]):
    """One puzzle. The last reply is scored."""

    @vf.reward(weight=1.0)
    async def right(self, trace: vf.Trace) -> float:
        """1 if every clue is satisfied, else 0."""
        return float(self._grade(trace).is_right)

    @vf.reward(weight=0.0)
    async def lines(self, trace: vf.Trace) -> float:
        """The share of the lines that are right; its weight is an option of verifiers."""
        return self._grade(trace).share

    @vf.metric
    async def has_picture(self, trace: vf.Trace) -> float:
        """1 if the reply has a picture of the right size."""
        return float(self._grade(trace).picture is not None)

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Whether the answer of the task is right."""
        return score(self.data.puzzle, self.data.answer).is_right

    def _grade(self, trace: vf.Trace) -> Grade:
        return score(self.data.puzzle, trace.last_reply)


class NonogramConfig(vf.TasksetConfig):
    """The kind of puzzles."""

    path: str = ""
    """A file of puzzles in any format or table; empty makes new ones."""
    num_tasks: int = 100
    """The number of new puzzles, or of puzzles from a file at most."""
    rows: int = 5
    columns: int = 5
    colours: int = 1
    density: float = 0.5
    """The share of filled cells."""
    seed: int = 0
    """The seed of the first new puzzle; each next one has the next seed."""


class NonogramTaskset(vf.Taskset[NonogramTask, NonogramConfig]):
    """The tasks. New puzzles have one solution; those of a file may have several."""

    def load(self) -> Iterator[NonogramTask]:
        """The tasks, one by one."""
        config = self.config
        order = {"density": config.density, "colours": config.colours}
        new = (
            new_puzzle(config.rows, config.columns, config.seed + number, **order)
            for number in range(config.num_tasks)
        )
        for _, task in tasks_of(config.path or new, config.num_tasks):
            yield NonogramTask(NonogramData(**task), config.task)
