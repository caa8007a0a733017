"""OR-tools CP-SAT: an automaton for every line, one worker thread.

A line's automaton reads its cells: a chain of states for every block, a loop on blank before,
between and after them. For two solutions, the first is excluded by a clause and the model solved
again, because the solver's own enumeration has to give up most of its presolve; for all solutions
that enumeration is the faster way. (A clause, because with `add_forbidden_assignments` CP-SAT 9.15
hangs on a checkerboard of 4 x 4.)
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from nonocsp import Picture, Puzzle
from nonocsp.files.encodings.cp_sat import cp_sat

from .base import Adapter, Stopped


class CpSat(Adapter):
    """Options: ``seed`` and ``workers`` (threads, 1 by default; 1 always for all solutions)."""

    packages = ("ortools",)
    modules = ("ortools",)
    imports = ("ortools.sat.python.cp_model",)
    takes = ("seed", "workers")

    def solutions(
        self, puzzle: Puzzle, wanted: int | None, seconds: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        ends = time.perf_counter() + seconds
        model, cells = state(puzzle)
        work.update(conflicts=0, branches=0)
        if wanted is None:
            return self._enumerate(puzzle, model, cells, ends, work)
        return self._one_by_one(puzzle, model, cells, ends, work)

    def _one_by_one(
        self, puzzle: Puzzle, model: Any, cells: list[Any], ends: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        while True:
            solver = self._solver(ends)
            status = solver.status_name(solver.solve(model))
            _count(solver, work)
            if status == "INFEASIBLE":
                return
            if status not in ("OPTIMAL", "FEASIBLE"):
                raise Stopped("seconds", status)
            values = [solver.value(cell) for cell in cells]
            yield Picture.from_cells(bytes(values), puzzle.board, puzzle.colours)
            others = []
            for cell, value in zip(cells, values, strict=True):
                # Solutions have as many cells of each colour: another one lacks a coloured cell.
                if value or None in puzzle.rows:
                    others.append(model.new_bool_var(""))
                    model.add(cell != value).only_enforce_if(others[-1])
            if not others:
                return
            model.add_bool_or(others)

    def _enumerate(
        self, puzzle: Puzzle, model: Any, cells: list[Any], ends: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        from ortools.sat.python import cp_model

        found: list[bytes] = []

        class Collector(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                found.append(bytes([self.value(cell) for cell in cells]))

        solver = self._solver(ends)
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        status = solver.status_name(solver.solve(model, Collector()))
        _count(solver, work)
        for values in found:
            yield Picture.from_cells(values, puzzle.board, puzzle.colours)
        if status not in ("OPTIMAL", "INFEASIBLE"):
            raise Stopped("seconds", status)

    def _solver(self, ends: float) -> Any:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.catch_sigint_signal = False  # it would leave Ctrl-C to the system
        solver.parameters.num_workers = int(self.options.get("workers", 1))
        solver.parameters.random_seed = int(self.options.get("seed", 1))
        solver.parameters.max_time_in_seconds = max(0.01, ends - time.perf_counter())
        return solver


def state(puzzle: Puzzle) -> tuple[Any, list[Any]]:
    """The model of a puzzle, and the variables of its cells in row-major order."""
    model = cp_sat(puzzle)
    cells = range(puzzle.board.size)
    return model, [model.get_int_var_from_proto_index(cell) for cell in cells]


def _count(solver: Any, work: dict[str, Any]) -> None:
    work["conflicts"] += solver.num_conflicts
    work["branches"] += solver.num_branches
