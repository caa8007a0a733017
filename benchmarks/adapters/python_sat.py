"""python-sat: CaDiCaL on the order encoding, each solution excluded before the next is sought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonocsp import Picture, Puzzle

from ..spec import SpecError
from .base import Adapter
from .order_encoding import Encoding


class PythonSat(Adapter):
    """Options: ``solver``, a name that python-sat knows. It cannot stop itself: it is killed."""

    packages = ("python-sat",)
    modules = ("pysat",)

    def check(self) -> None:
        if set(self.options) - {"solver"}:
            raise SpecError(f"python-sat takes the option solver, not {self.options}")

    def prepare(self) -> None:
        # Imported before the clock runs. It has no types.
        import pysat.solvers  # type: ignore[import-untyped]  # noqa: F401

    def solutions(
        self, puzzle: Puzzle, wanted: int | None, seconds: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        from pysat.solvers import Solver

        encoding = Encoding(puzzle)
        work["variables"], work["clauses"] = encoding.variables, len(encoding.clauses)
        if [] in encoding.clauses:
            return
        name = str(self.options.get("solver", "cadical195"))
        with Solver(name=name, bootstrap_with=encoding.clauses) as solver:
            while solver.solve():
                picture = encoding.picture(solver.get_model())
                work.update(solver.accum_stats() or {})
                yield picture
                if not (excluding := encoding.blocking(picture)):
                    return  # the blank picture is the only one with so many cells
                solver.add_clause(excluding)
            work.update(solver.accum_stats() or {})
