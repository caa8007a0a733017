"""Nonograms as a task of reasoning-gym: puzzles with one solution, answers scored by the clues.

Importing this module registers the data set ``"nonogram"`` and its curriculum.

Source: Stojanovski and others, "Reasoning Gym: reasoning environments for reinforcement learning
with verifiable rewards" (arXiv:2505.24760, 2025).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from ...core import NonocspError, OptionError, missing, whole_option
from .tasks import new_puzzle, score, task_of

try:
    from reasoning_gym.coaching.attributes import RangeAttributeDefinition
    from reasoning_gym.coaching.base_curriculum import BaseCurriculum
    from reasoning_gym.factory import ProceduralDataset, register_dataset
except ImportError:
    raise NonocspError(missing("this task needs reasoning-gym", "reasoning-gym")) from None

__all__ = ["NonogramConfig", "NonogramCurriculum", "NonogramDataset"]

#: The name under which reasoning-gym has the data set.
NAME = "nonogram"


@dataclass
class NonogramConfig:
    """The kind of puzzles; numbers are drawn from ranges, their ends included."""

    min_rows: int = 4
    max_rows: int = 10
    min_columns: int = 4
    max_columns: int = 10
    min_colours: int = 1
    max_colours: int = 1
    density: float = 0.5
    """The share of filled cells."""
    partial: float = 0.5
    """The weight of the share of right lines in a wrong answer."""
    seed: int | None = None
    size: int = 500
    """The number of tasks."""

    def validate(self) -> None:
        """Raises `OptionError`."""
        for name, most in (("rows", 100), ("columns", 100), ("colours", 16)):
            least, greatest = getattr(self, f"min_{name}"), getattr(self, f"max_{name}")
            whole_option(f"min_{name}", least, 1, most)
            whole_option(f"max_{name}", greatest, least, most)
        for name in ("density", "partial"):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"{name} is 0 to 1, not {getattr(self, name)}")
        whole_option("size", self.size, 1)


class NonogramDataset(ProceduralDataset):
    """Tasks made when they are asked for; the same seed and index give the same task."""

    def __init__(self, config: NonogramConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """A task: question, answer and metadata, as JSON values."""
        config = self.config
        chance = Random(f"{self.seed} {idx}")
        drawn = {
            name: chance.randint(getattr(config, f"min_{name}"), getattr(config, f"max_{name}"))
            for name in ("rows", "columns", "colours")
        }
        puzzle = new_puzzle(**drawn, density=config.density, seed=chance.getrandbits(32))
        task = task_of(puzzle)
        return {
            "question": task["prompt"],
            "answer": task["answer"],
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                "puzzle": task["puzzle"],
                **drawn,
                "difficulty": {
                    name: (getattr(config, f"min_{name}"), getattr(config, f"max_{name}"))
                    for name in drawn
                },
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1 if every clue is satisfied, else the share of right lines times ``partial``.

        Text around the picture does not count; see `nonocsp.many.grading.grade`.
        """
        found = score(entry["metadata"]["puzzle"], answer)
        return 1.0 if found.is_right else self.config.partial * found.share


class NonogramCurriculum(BaseCurriculum):
    """Larger puzzles, and more colours, from level to level."""

    def __init__(self) -> None:
        super().__init__(type(self).__name__, NonogramConfig)
        levels = {"rows": [4, 5, 8, 10, 15, 20], "columns": [4, 5, 8, 10, 15, 20]}
        for name, values in {**levels, "colours": [1, 2, 3, 4]}.items():
            self._define_attributes(
                RangeAttributeDefinition(
                    name=name,
                    levels=values,
                    description=f"Number of {name}",
                    lower_field_name=f"min_{name}",
                    upper_field_name=f"max_{name}",
                    ensure_interval=name != "colours",
                )
            )


register_dataset(NAME, NonogramDataset, NonogramConfig, NonogramCurriculum)
