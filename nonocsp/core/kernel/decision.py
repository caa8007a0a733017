"""Decision heuristics in Python for the kernel's learning search.

`nonocsp.core.plugins` says what they are called with and what they answer.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from ..base.arguments import checked
from ..base.errors import PluginError, quoted
from ..model.grid import Grid
from ..model.line import Line
from ..model.puzzle import Puzzle
from ..options import plugins
from . import interface
from .interface import unpack

#: What a heuristic answers.
Decision: TypeAlias = "tuple[int, int] | int | Line | None"


class View:
    """The state of a search at a decision: read only, and valid only while the heuristic is called.

    Cells are numbered from 0, as `Puzzle.cells` gives them.

    Attributes:
        puzzle: the puzzle that is searched.
    """

    def __init__(self, puzzle: Puzzle, state: interface.compiled.SearchView) -> None:
        self.puzzle = puzzle
        self._state = state

    @cached_property
    def _lines(self) -> dict[Line, int]:
        return {line: number for number, line in enumerate(self.puzzle.lines)}

    @cached_property
    def _through(self) -> list[tuple[int, ...]]:
        """The numbers of the lines that each cell lies on."""
        board = self.puzzle.board
        return [
            tuple(board.index(line) for line, _ in board.lines_through(cell))
            for cell in range(board.size)
        ]

    @property
    def open_cells(self) -> list[int]:
        """The cells with two candidates or more, in ascending order; at least one."""
        return self._state.open_cells()

    @property
    def open_lines(self) -> list[Line]:
        """The lines with open cells, in the order of `Puzzle.lines`."""
        numbers = {line for cell in self.open_cells for line in self._through[cell]}
        return [self.puzzle.lines[number] for number in sorted(numbers)]

    def open_cells_of(self, line: Line) -> list[int]:
        """The cells of a line with two candidates or more, in their order."""
        return [cell for cell in self.puzzle.cells(line) if len(self.candidates(cell)) > 1]

    def candidates(self, cell: int) -> list[int]:
        """The colours still possible in a cell, in ascending order."""
        return self._state.candidates(cell)

    def domain_size(self, line: Line) -> int:
        """The exact number of placements of a line that agree with the candidates of its cells."""
        return int.from_bytes(self._state.domain_size(self._lines[line]), "little")

    def activity(self, cell: int) -> float:
        """How much a cell took part in recent conflicts (VSIDS); a conflict adds 1 now.

        Before the first conflict it is the certainty by line marginals, from 0 to 1 times
        `Options.guide_weight`, if the option ``guidance`` is on.
        """
        return self._state.activity(cell)

    @property
    def grid(self) -> Grid:
        """The candidates of all cells, as a new grid."""
        colours = self.puzzle.block_colours
        return Grid.of_masks(self.puzzle, unpack(self._state.masks(), colours))

    @property
    def level(self) -> int:
        """Decisions on the trail."""
        return self._state.state()[0]

    @property
    def trail(self) -> int:
        """Literals on the trail: facts about cells since the search began."""
        return self._state.state()[1]

    @property
    def nodes(self) -> int:
        """Decisions taken so far."""
        return self._state.state()[2]

    @property
    def conflicts(self) -> int:
        """Conflicts so far, those of probing included."""
        return self._state.state()[3]

    @property
    def restarts(self) -> int:
        """Restarts so far."""
        return self._state.state()[4]


class Conflict(NamedTuple):
    """A conflict, and what was learned from it."""

    level: int
    """The decision level of the conflict."""
    back: int
    """The decision level at which the search goes on."""
    trail: int
    """Literals on the trail at the conflict."""
    nogood: tuple[tuple[int, int, bool], ...]
    """The learned nogood: facts that no solution still to come has together, each a cell, a colour,
    and whether the cell has it; a solution found before may have them. Facts about positions of
    blocks (option ``positions``) are left out. Empty if nothing was learned."""
    size: int
    """Literals of the nogood, positions included; 0 if nothing was learned."""
    lbd: int
    """Decision levels among them (literal block distance); 0 if nothing was learned."""


@checked
def by_line(order: Callable[[Any, list[int]], int]) -> Callable[[View], Line]:
    """A decision heuristic from a variable ordering of the textbook engine.

    Args:
        order: a function of a state and the ascending numbers of the open lines that picks one of
            these. It can use these members of `nonocsp.core.csp.State`: ``size``, ``neighbours``
            and ``is_single``.

    >>> def smallest_domain(state, variables):
    ...     return min(variables, key=state.size)
    >>> plugins.register("decision", "smallest_domain", by_line(smallest_domain))
    """

    def heuristic(view: View) -> Line:
        numbers = [view._lines[line] for line in view.open_lines]
        return view.puzzle.lines[order(_Lines(view), numbers)]

    return heuristic


class _Lines:
    """What a search with learning has of the state of a textbook search."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._lines = view.puzzle.lines

    def size(self, variable: int) -> int:
        return self._view.domain_size(self._lines[variable])

    def is_single(self, variable: int) -> bool:
        return self.size(variable) == 1

    def neighbours(self, variable: int) -> set[int]:
        cells = self._view.puzzle.cells(self._lines[variable])
        return {line for cell in cells for line in self._view._through[cell]} - {variable}


def functions_of(name: str, puzzle: Puzzle) -> tuple[Any, Any, Any, Any]:
    """The functions that the compiled search calls, for the heuristic of that name.

    Raises:
        OptionError: there is no such plugin, or it cannot be loaded.
    """
    heuristic = plugins.load("decision", name)
    if isinstance(heuristic, type):
        heuristic = heuristic(puzzle)
    view: View | None = None

    def decide(state: interface.compiled.SearchView) -> tuple[list[int], int] | None:
        nonlocal view
        view = view or View(puzzle, state)
        try:
            return _cells_and_colour(view, heuristic(view))
        except _WrongAnswer as wrong:
            raise PluginError(f"the decision heuristic {name!r} answered {wrong}") from None

    on_conflict: Callable[[Conflict], object] | None = getattr(heuristic, "on_conflict", None)

    def conflict(*fields: Any) -> None:
        assert on_conflict is not None
        on_conflict(Conflict(*fields))

    return decide, on_conflict and conflict, getattr(heuristic, "on_restart", None), None


class _WrongAnswer(Exception):
    """An answer that is not a decision, with what was expected."""


def _cells_and_colour(view: View, answer: Any) -> tuple[list[int], int] | None:
    """The cells to choose from and the colour, -1 if it is the kernel's choice."""
    if answer is None:
        return None
    if isinstance(answer, Line):
        cells = view.open_cells_of(answer) if answer in view._lines else []
        if not cells:
            raise _WrongAnswer(f"{answer}; expected a line with open cells")
        return cells, -1
    is_pair = isinstance(answer, tuple) and len(answer) == 2
    try:
        if isinstance(answer, bool):
            raise TypeError
        cell, *colours = (operator.index(number) for number in (answer if is_pair else [answer]))
    except TypeError:
        expected = "expected (cell, colour), a cell, a Line or None"
        raise _WrongAnswer(f"{quoted(answer)}; {expected}") from None
    board = view.puzzle.board
    if not 0 <= cell < board.size:
        raise _WrongAnswer(f"cell {cell}; expected one from 0 to {board.size - 1}")
    row, column = board.place(cell)
    where = f"cell {cell} (row {row + 1}, column {column + 1})"
    candidates = view.candidates(cell)
    if len(candidates) == 1:
        raise _WrongAnswer(f"{where}, which is decided; expected an open cell")
    if colours and colours[0] not in candidates:
        open_to = ", ".join(map(str, candidates))
        raise _WrongAnswer(f"colour {colours[0]} for {where}; expected one of {open_to}")
    return [cell], colours[0] if colours else -1
