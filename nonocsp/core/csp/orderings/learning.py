"""Variable orderings that learn from every node."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from ..state import State


class LearningOrder(ABC):
    """A variable ordering that sees every node before and after it; an object for each search."""

    @abstractmethod
    def __call__(self, state: State, variables: list[int]) -> int:
        """One of the open variables, a non-empty list in ascending order."""

    @abstractmethod
    def before(self, state: State, variable: int, value: Any) -> None:
        """A value is about to be assigned."""

    @abstractmethod
    def after(self, state: State, variable: int, value: Any, succeeded: bool) -> None:
        """It was assigned and propagated, with or without a contradiction."""
