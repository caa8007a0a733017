"""The trail: changes of lists, to be undone by backtracking without copies."""

from __future__ import annotations

from typing import Any


class Trail:
    """A stack of changed entries.

    >>> trail, numbers = Trail(), [1, 2]
    >>> mark = trail.mark()
    >>> trail.change(numbers, 0, 7)
    >>> trail.undo(mark); numbers
    [1, 2]
    """

    def __init__(self) -> None:
        self.trail: list[tuple[list[Any], int, Any]] = []
        """Changed lists with the index and the value before."""

    def change(self, target: list[Any], index: int, value: Any) -> None:
        """Change an entry of a list until the search backtracks."""
        self.trail.append((target, index, target[index]))
        target[index] = value

    def mark(self) -> int:
        """The present, for `undo`."""
        return len(self.trail)

    def undo(self, mark: int) -> None:
        """Take back every change since a mark."""
        while len(self.trail) > mark:
            target, index, value = self.trail.pop()
            target[index] = value
