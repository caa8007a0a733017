"""Nonograms for machines that learn: an environment for agents, tasks for language models.

`episode` has the rules and the rewards. `environment` makes an environment of them, which Gymnasium
knows as ``nonocsp/Nonogram-v0`` as soon as this package is imported.

`tasks` has the tasks; `reasoning_gym`, `verifiers` and `hugging_face` adapt them to these
libraries, and each needs the one that it is named after.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

from ...core import lazy_room

with suppress(ImportError):  # `environment` says what to install
    from gymnasium import register

    register("nonocsp/Nonogram-v0", entry_point="nonocsp.extra.learning:NonogramEnv")

if TYPE_CHECKING:
    from . import environment, hugging_face, reasoning_gym, tasks, verifiers
    from .environment import NonogramEnv
    from .verifiers import NonogramTaskset
else:
    __getattr__, __dir__ = lazy_room(
        __name__,
        {
            "environment": "NonogramEnv environment",
            "hugging_face": "hugging_face",
            "reasoning_gym": "reasoning_gym",
            "tasks": "tasks",
            "verifiers": "NonogramTaskset verifiers",
        },
    )

__all__ = [
    "NonogramEnv",
    "NonogramTaskset",
    "environment",
    "hugging_face",
    "reasoning_gym",
    "tasks",
    "verifiers",
]
