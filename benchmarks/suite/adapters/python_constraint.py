"""python-constraint: its own backtracking solver on the model of `nonocsp.files.encodings`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonocsp import Picture, Puzzle

from .base import Adapter, Refused


class PythonConstraint(Adapter):
    """Explicit placements; refuses puzzles with more than a million of them."""

    packages = ("python-constraint2", "nonocsp")
    modules = ("constraint",)
    imports = ("nonocsp.files.encodings.python_constraint",)

    def solutions(
        self, puzzle: Puzzle, wanted: int | None, seconds: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        from nonocsp.files.encodings import python_constraint as model

        try:
            problem = model.problem(puzzle)
        except ValueError as error:
            raise Refused(str(error)) from None
        for solution in problem.getSolutionIter():
            yield model.picture(puzzle, solution)
