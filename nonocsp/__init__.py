"""Nonograms as constraint satisfaction: solve, enumerate and count, black-and-white and coloured.

A short tour:

>>> import nonocsp as nc
>>> puzzle = nc.Puzzle(rows=[[2], [1]], columns=[[1], [2]])
>>> print(nc.solve(puzzle).picture)
##
_#
>>> nc.is_unique(puzzle).value
'unique'
>>> len(list(nc.solutions(nc.Puzzle(rows=[[1], [1]], columns=[[1], [1]]))))
2
>>> nc.count(nc.Puzzle([[1]] * 6, [[1]] * 6)).at_least
720

Rows and columns are the variables; the domain of a variable is every placement of its blocks; a
row and a column must agree on the cell they share. `Puzzle`, `Block`, `Colour` say what is
asked; `Grid` and `Picture` what is known and what is found; `Limits`, `Options` and `Stats`
how hard to try, by which techniques, and what it took. `read` and `write` know the file formats.

Beyond this front door, each in a room of its own, imported when it is asked for:

- `nonocsp.explanation`: solving as a person does, hints, ratings, diagnosis;
- `nonocsp.generation`: puzzles to order, at random, from pictures and from images;
- `nonocsp.render`: everything drawn, as text, SVG, PNG, HTML, PDF and animations;
- `nonocsp.questions`: many puzzles, or one in parts, over many workers;
- `nonocsp.formats`: the file formats, and how to add one;
- `nonocsp.line`, one line; `nonocsp.csp`, the textbook search over any binary
  constraint network; `nonocsp.encodings`, puzzles stated for other solvers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .common import display as shown
from .common.errors import NonocspError
from .common.limits import Limits, Stats
from .common.options import Options
from .formats import read, read_all, write
from .model.clue import Block
from .model.colours import Colour
from .model.grid import Grid, Picture
from .model.puzzle import Puzzle
from .solver.answers import Status, Verdict, count, is_unique, solutions, solve

if TYPE_CHECKING:
    from .space import solution_space

__all__ = [
    "Block",
    "Colour",
    "Grid",
    "Limits",
    "NonocspError",
    "Options",
    "Picture",
    "Puzzle",
    "Stats",
    "Status",
    "Verdict",
    "count",
    "is_unique",
    "read",
    "read_all",
    "solution_space",
    "solutions",
    "solve",
    "write",
]


def _hand() -> shown.Hand:
    # Imported when something is first drawn.
    from .render.notebook import HAND

    return HAND


shown.fetch = _hand


def __getattr__(name: str) -> Any:
    # Looked up only when asked for: it takes longer than solving a puzzle.
    if name == "solution_space":
        from .space import solution_space

        return solution_space
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("nonocsp")
        except PackageNotFoundError:  # used from a folder that was never installed
            return "0"
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
