"""Puzzles of the suite as cells, solved by the kernel on one core, with the answer checked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, TypeVar

from nonocsp import Puzzle
from nonocsp.files.formats import dumps, parse

from .. import sets
from ..adapters.ours import Kernel
from ..cases import Case
from ..measurement import measure as measure_case
from ..protocols import PROTOCOLS
from .experiment import Cell

_P = ParamSpec("_P")
_T = TypeVar("_T")


def with_seconds(function: Callable[_P, _T], *args: _P.args, **kw: _P.kwargs) -> tuple[_T, float]:
    """What a function returns, and the CPU seconds of this process for it."""
    begun = time.process_time()
    return function(*args, **kw), time.process_time() - begun


def cells_of_sets(specs: str, data: str | None, **more: Any) -> Iterator[Cell]:
    """The puzzles of sets that are joined by ``+``, with ``/`` for the commas of their parameters.

    Those of public sets belong to their authors, so each cell holds its clues.

    Raises:
        SpecError: there is no such set.
    """
    for spec in specs.split("+"):
        for case in sets.cases(spec.replace("/", ","), data):
            yield cell_of(case, set=spec, **more)


def puzzle_of(content: str) -> Puzzle:
    """The puzzle of a cell."""
    return parse(content, "json").puzzles[0]


def cell_of(case: Case, **more: Any) -> Cell:
    """A puzzle as plain data."""
    content = dumps(case.puzzle, "json")
    return {"puzzle": case.id, "verdict": case.verdict, "content": content, **more}


def timed(
    puzzle: str, content: str, verdict: str | None, protocol: str, seconds: float
) -> dict[str, Any]:
    """The CPU seconds of the kernel, None if it does not answer within the limit."""
    case = Case("", puzzle, puzzle_of(content), verdict)
    return timed_case(case, protocol, seconds)


def timed_case(case: Case, protocol: str, seconds: float) -> dict[str, Any]:
    """The same for a case of the suite."""
    found = measure_case(Kernel({}), case, PROTOCOLS[protocol], seconds)
    # A solved puzzle has a detail where pictures refute what is published of it.
    is_other = found.status == "solved" and found.detail
    return {
        "status": "wrong" if is_other else found.status,
        "verdict": found.verdict,
        "seconds": found.cpu_seconds if found.status == "solved" else None,
        "detail": found.detail,
    }
