"""A model of CPMpy, for any of its solvers: a variable a cell, a constraint a line.

Solutions of puzzle and model correspond one to one. CPMpy is not a dependency of this package:
``python -m pip install cpmpy``.

Source: T. Guns, "Increasing modeling language convenience with a universal n-dimensional array,
CPpy as Python-embedded example" (ModRef 2019).
"""

from __future__ import annotations

from typing import Any, Literal

from ...core import EngineError, Limits, Puzzle, checked, missing
from ...core.line.definition import Automaton, placements
from .python_constraint import check_number

__all__ = ["model"]


@checked
def model(
    puzzle: Puzzle,
    lines: Literal["regular", "table"] = "regular",
    limits: Limits | None = None,
) -> tuple[Any, Any]:
    """A `cpmpy.Model` and its cells, an array of variables whose values are colours, 0 for blank.

    The array has the shape of the puzzle, so ``Picture(cells.value())`` is the solution that a
    solver has found; on a board other than a rectangle it has one axis, in the order of
    `Picture.cells`. Variables have no names, so that several puzzles fit into one model.

    Args:
        puzzle: what to state.
        lines: ``"regular"`` is the automaton of each clue, ``"table"`` its placements, listed.
        limits: ``limits.placements`` bounds those listed.

    Raises:
        EngineError: CPMpy is not installed.
        ValueError: the placements would be more than the limit.

    >>> model(Puzzle([[2], [1]], [[1], [2]]))[0].solve()
    True
    """
    try:
        import cpmpy
    except ImportError:
        raise EngineError(missing("a model of CPMpy needs CPMpy", "cpmpy")) from None
    colours, board = puzzle.block_colours, puzzle.board
    if lines == "table":
        listed = [line for line in puzzle.lines if puzzle.clue(line) is not None]
        check_number(puzzle, listed, limits)
    shape = puzzle.shape if board.table else (board.size,)
    cells, stated = cpmpy.intvar(0, colours, shape=shape), cpmpy.Model()
    for line in puzzle.lines:
        # A solver knows only the cells that a constraint names, so absent clues have one too. CPMpy
        # 1.1.1 cannot decompose the automaton of a single cell.
        clue, length = puzzle.clue(line), puzzle.length(line)
        of_line = [cells.flat[cell] for cell in puzzle.cells(line)]
        if (lines == "regular" or clue is None) and length > 1:
            automaton = Automaton(clue, colours, length)
            accepting = sorted(automaton.accepting)
            stated += cpmpy.Regular(of_line, automaton.transitions, 0, accepting)
        else:
            table = [list(placement) for placement in placements(clue, length, colours)]
            stated += cpmpy.Table(of_line, table) if table else cpmpy.BoolVal(False)
    return stated, cells
