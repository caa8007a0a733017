"""Results about the lines of a puzzle, kept until their cells change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ...core import Line, Meter

Result = TypeVar("Result")


class LineCache:
    """Cached results for the lines of a puzzle; ``meter`` looks at the clock for each new one."""

    def __init__(self, lines: Iterable[Line], meter: Meter) -> None:
        self._meter = meter
        self._changed = list(lines)
        """All lines, then those in which cells changed, one after another."""
        self._results: dict[Line, dict[str, Any]] = {line: {} for line in self._changed}
        self._whole: dict[object, tuple[int, Any]] = {}
        self._gathered: dict[object, tuple[int, dict[Line, Any]]] = {}

    def changed(self, line: Line) -> None:
        """Drop the results of a line."""
        self._results[line].clear()
        self._changed.append(line)

    def of(self, line: Line, name: str, work: Callable[[Line], Result]) -> Result:
        """The result ``work(line)``, by name."""
        results = self._results[line]
        if name not in results:
            self._meter.tick()
            results[name] = work(line)
        found: Result = results[name]
        return found

    def whole(self, key: object, work: Callable[[], Result]) -> Result:
        """The result ``work()``, which depends on all lines, kept until one of them changes."""
        seen, found = self._whole.get(key, (0, None))
        if seen != len(self._changed):
            found = work()
            self._whole[key] = len(self._changed), found
        result: Result = found
        return result

    def gather(self, key: object, work: Callable[[Line], Result | None]) -> dict[Line, Result]:
        """The results ``work(line)`` for all lines, without None.

        Only lines that have changed since the last call with the same key are looked at again.
        """
        seen, found = self._gathered.get(key, (0, {}))
        if seen == len(self._changed):
            return found
        for line in dict.fromkeys(self._changed[seen:]):
            self._meter.tick()
            found.pop(line, None)
            result = work(line)
            if result is not None:
                found[line] = result
        self._gathered[key] = len(self._changed), found
        return found
