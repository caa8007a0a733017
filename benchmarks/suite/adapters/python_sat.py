"""python-sat: CaDiCaL on `nonocsp.files.encodings.cnf`, each solution excluded in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonocsp import Picture, Puzzle

from .base import Adapter


class PythonSat(Adapter):
    """Options: ``solver``, a name of python-sat. It cannot stop itself and is killed."""

    packages = ("python-sat", "nonocsp")
    modules = ("pysat",)
    imports = ("pysat.solvers", "nonocsp.files.encodings.cnf")
    takes = ("solver",)

    def solutions(
        self, puzzle: Puzzle, wanted: int | None, seconds: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        from pysat.solvers import Solver

        from nonocsp.files.encodings.cnf import cnf

        stated = cnf(puzzle)
        work["variables"], work["clauses"] = stated.variables, len(stated.clauses)
        name = str(self.options.get("solver", "cadical195"))
        with Solver(name=name, bootstrap_with=stated.clauses) as solver:
            while solver.solve():
                picture = stated.picture(solver.get_model())
                work.update(solver.accum_stats() or {})
                yield picture
                if not (excluding := stated.excluding(picture)):
                    return  # no clause excludes it: it is the only picture of its clues
                solver.add_clause(excluding)
            work.update(solver.accum_stats() or {})
