"""Several environments that are stepped together, faster than one by one.

Each works on its row of arrays that all share, so that a step copies them once. It is what
``gymnasium.make_vec("nonocsp/Nonogram-v0")`` makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from ..common.errors import NonocspError, OptionError
from ..common.optional import missing
from ..common.whole import whole_option
from .environment import NonogramEnv

try:
    import numpy as np
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise NonocspError(missing("the environment needs Gymnasium", "gymnasium", "numpy")) from None

__all__ = ["NonogramVectorEnv"]


#: Environments of a vector, at most.
MOST_ENVIRONMENTS = 100_000


class NonogramVectorEnv(VectorEnv):
    """Environments as `NonogramEnv`, whose observations, rewards and masks are rows of arrays.

    After the end of an episode the next step begins another one, whatever the action is: Gymnasium
    calls this the autoreset mode ``NEXT_STEP``. With observations as texts they are a tuple.

    Args:
        num_envs: how many.
        order: the arguments of `NonogramEnv`.

    >>> env = NonogramVectorEnv(2, rows=4)
    >>> seen, info = env.reset(seed=1)
    >>> seen["cells"].shape, info["action_mask"].shape
    ((2, 4, 4), (2, 32))
    """

    metadata = NonogramEnv.metadata | {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, **order: Any) -> None:
        self.num_envs = whole_option("num_envs", num_envs, 1, MOST_ENVIRONMENTS)
        first = NonogramEnv(**order)
        self.envs = [first, *(copy(first) for _ in range(num_envs - 1))]
        self.render_mode = first.render_mode
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        self.observation_space = batch_space(first.observation_space, num_envs)
        self.action_space = batch_space(first.action_space, num_envs)
        self._arrays: dict[str, Any] = {}
        self._texts: list[str] = [""] * num_envs
        self._masks = np.zeros((num_envs, first.action_space.n), np.int8)
        self._is_over = np.zeros(num_envs, bool)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Any = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode in each, or in those of ``options["reset_mask"]``.

        Args:
            seed: of each, or of the first, the others having those that follow.
            options: as for `NonogramEnv.reset`.

        Raises:
            OptionError: another number of seeds, or of members in the mask, than of environments.
        """
        options = dict(options or {})
        chosen = options.pop("reset_mask", np.ones(self.num_envs, bool))
        seeds = (
            [seed + number for number in range(self.num_envs)]
            if isinstance(seed, int)
            else [None] * self.num_envs
            if seed is None
            else [*seed]
        )
        for name, values in (("seeds", seeds), ("members of the mask", chosen)):
            if len(values) != self.num_envs:
                raise OptionError(f"{len(values)} {name} for {self.num_envs} environments")
        for number in np.flatnonzero(chosen).tolist():
            self._begin(number, seeds[number], options)
        return self._observed(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Decide a cell in each: observations, rewards, terminations, truncations, and masks."""
        if len(actions) != self.num_envs:
            raise OptionError(f"{len(actions)} actions for {self.num_envs} environments")
        rewards = np.zeros(self.num_envs)
        terminated, truncated = np.zeros((2, self.num_envs), bool)
        ended = self._is_over.tolist()
        for number, (env, action) in enumerate(zip(self.envs, actions, strict=True)):
            if ended[number]:
                self._begin(number, None, {})
                continue
            rewards[number], terminated[number], truncated[number] = env.act(action)
            if env.observation == "text":
                self._texts[number] = env.observed()
        self._is_over = terminated | truncated
        return self._observed(), rewards, terminated, truncated, self._info()

    def render(self) -> tuple[Any, ...]:
        """What each renders."""
        return tuple(env.render() for env in self.envs)

    def _begin(self, number: int, seed: int | None, options: dict[str, Any]) -> None:
        env = self.envs[number]
        seen, _ = env.reset(seed=seed, options=options)
        self._is_over[number] = False
        self._masks[number] = env.mask
        if env.observation == "text":
            self._texts[number] = seen
            seen = {}
        for name, array in seen.items():
            if name not in self._arrays:
                self._arrays[name] = np.zeros((self.num_envs, *array.shape), array.dtype)
            self._arrays[name][number] = array
        self._share(number)

    def _share(self, number: int) -> None:
        """Let an environment change its row of the arrays of all."""
        self.envs[number].mask = self._masks[number]
        if self._arrays:
            self.envs[number].cells = self._arrays["cells"][number]

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for number in range(self.num_envs):  # the copy of a row is an array of its own
            self._share(number)

    def _observed(self) -> Any:
        if self._arrays:
            return {name: array.copy() for name, array in self._arrays.items()}
        return tuple(self._texts)

    def _info(self) -> dict[str, Any]:
        has = np.ones(self.num_envs, bool)  # Gymnasium: which of them have the member
        masks, solved = self._masks.copy(), np.array([env.is_solved for env in self.envs])
        return {"action_mask": masks, "_action_mask": has, "solved": solved, "_solved": has.copy()}
