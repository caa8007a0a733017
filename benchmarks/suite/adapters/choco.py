"""Choco, a constraint solver in Java, through pychoco: an automaton for every line.

Its regular constraint reads the automata of the definition, as that of CP-SAT does. The default
default search of Choco (dom/wdeg on binary and integer variables) is used. It counts no work here:
what pychoco 0.4 gives as the number of nodes are seconds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from nonocsp import Picture, Puzzle
from nonocsp.core.line import Automaton

from .base import Adapter, Stopped


class Choco(Adapter):
    """No options."""

    packages = ("pychoco",)
    modules = imports = ("pychoco",)

    def solutions(
        self, puzzle: Puzzle, wanted: int | None, seconds: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        ends = time.perf_counter() + seconds
        model, cells = state(puzzle)
        solver = model.get_solver()
        board, colours = puzzle.board, puzzle.colours
        while True:
            left = ends - time.perf_counter()
            if left <= 0:
                raise Stopped("seconds")
            solver.limit_time(f"{max(1, int(left * 1000))}ms")
            if not solver.solve():
                break
            yield Picture.from_cells(bytes(c.get_value() for c in cells), board, colours)
        if "STOPPED" in str(solver.get_search_state()):
            raise Stopped("seconds")


def state(puzzle: Puzzle) -> tuple[Any, list[Any]]:
    """The model of a puzzle, and the variables of its cells in row-major order."""
    from pychoco import Model
    from pychoco.objects.automaton.finite_automaton import FiniteAutomaton

    model = Model()
    rows, columns = puzzle.shape
    colours = puzzle.block_colours
    cells = [model.intvar(0, colours) for _ in range(rows * columns)]
    for line in puzzle.lines:
        clue, index = puzzle.clue(line), line.index
        if clue is None:
            continue
        row, column = slice(index * columns, (index + 1) * columns), slice(index, None, columns)
        along = cells[row if line.is_row else column]
        automaton = Automaton(clue, colours, puzzle.length(line))
        machine = FiniteAutomaton()
        states = [machine.add_state() for _ in automaton.steps]
        machine.set_initial_state(states[0])
        machine.set_final(*(states[state] for state in sorted(automaton.accepting)))
        for before, colour, after in automaton.transitions:
            machine.add_transition(states[before], states[after], colour)
        model.regular(along, machine).post()
    return model, cells
