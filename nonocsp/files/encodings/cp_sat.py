"""A model of CP-SAT (OR-tools): a variable for every cell, an automaton constraint for every line.

The cells come first, in row-major order and named ``x_row_column`` counted from 1; their values
are colours, 0 for blank. Solutions of puzzle and model correspond one to one. OR-tools is not a
dependency of this package: ``python -m pip install ortools``.
"""

from __future__ import annotations

from typing import Any

from ...core import EngineError, Puzzle, checked, missing
from ...core.line.definition import Automaton

__all__ = ["cp_sat"]


@checked
def cp_sat(puzzle: Puzzle) -> Any:
    """The model, an `ortools.sat.python.cp_model.CpModel`; ``str`` writes it as text.

    Raises:
        EngineError: OR-tools is not installed.

    >>> len(cp_sat(Puzzle([[2], [1]], [[1], [2]])).proto.variables)
    4
    """
    try:
        from ortools.sat.python.cp_model import CpModel
    except ImportError:
        raise EngineError(missing("a model of CP-SAT needs OR-tools", "ortools")) from None
    model = CpModel()
    places = map(puzzle.board.place, range(puzzle.board.size))
    cells = [
        model.new_int_var(0, puzzle.block_colours, f"x_{row + 1}_{column + 1}")
        for row, column in places
    ]
    for line in puzzle.lines:
        clue = puzzle.clue(line)
        if clue is None:
            continue
        of_line = [cells[cell] for cell in puzzle.cells(line)]
        automaton = Automaton(clue, puzzle.block_colours, puzzle.length(line))
        model.add_automaton(of_line, 0, sorted(automaton.accepting), automaton.transitions)
    return model
