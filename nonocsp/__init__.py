"""Nonograms as constraint satisfaction: solve, enumerate and count, black-and-white and coloured.

>>> import nonocsp as nc
>>> puzzle = nc.Puzzle(rows=[[2], [1]], columns=[[1], [2]])
>>> print(nc.solve(puzzle).picture)
##
_#
>>> nc.is_unique(puzzle)
True
>>> len(list(nc.solutions(nc.Puzzle(rows=[[1], [1]], columns=[[1], [1]]))))
2
>>> print(nc.count(nc.Puzzle([[1]] * 6, [[1]] * 6)))
720

Rows and columns are the variables; the domain of a variable is every placement of its blocks; a
row and a column must agree on the cell they share.

- The model: `Puzzle`, `Block`, `Colour`, `Line`; `Grid`, what is known; `Picture`, every cell
  decided; the boards `Rectangle`, `Triddler` and `Hexagon`, and `CustomBoard`, which is any other.
  `read`, `read_all` and `write` guess the file format; the module `formats` has them all.
- Questions: `solve`, `solutions`, `count`, `estimate`, `verdict`, `is_unique`, `backbone`,
  `solution_space`. All take `Limits`, `Options` and an engine by keyword and report their work.
- A verdict with a proof that others can check: `prove`, and `verify`, which checks it.
- Numbers that describe a puzzle, for choosing algorithms: `features`.
- Reasoning as people do: `explain`, `hint`, `rate`, `diagnose`.
- Answers of language models, scored by the clues: `grade`; a step of one: `grade_step`.
- A search to look at, as a tree: `watch`.
- A puzzle in a photograph or a screenshot: `read_photo`.
- Making puzzles: `generate`, `repair`; whether to publish one: `card`. Drawing them: the module
  `render`.

The modules have the rest: `questions`, many puzzles over worker processes or clusters, and answers
to be awaited; `sets`, audits and tables of puzzles; `proofs`, for other checkers; `explanation`,
arguments, drawings; `generation`, puzzles from images; `reading`, clues in doubt; `learning`, an
environment and tasks for machines that learn; `notebook`, galleries, a stepper, tables for pandas;
`space`, what is known of all solutions; `line`, one line; `encodings`, puzzles stated for other
solvers; `csp`, the textbook search over any binary constraint network; `plugins`, techniques of
your own, and `Engine`, the class of whole engines.

Every name is loaded when it is first used, so that importing the package takes a few milliseconds.
"""

# Only public names have no underscore: completion shows the others too.
import typing as _typing
from importlib import import_module as _import_module

from .core.base import display as _display

if _typing.TYPE_CHECKING:
    from .apps import notebook as notebook
    from .core import csp as csp, line as line, plugins as plugins, proofs as proofs, space as space
    from .core.base.errors import (
        FormatError as FormatError,
        NonocspError as NonocspError,
        OptionError as OptionError,
        PuzzleError as PuzzleError,
    )
    from .core.model.board import Rectangle as Rectangle
    from .core.model.clue import Block as Block
    from .core.model.colours import Colour as Colour
    from .core.model.custom_board import CustomBoard as CustomBoard
    from .core.model.grid import Grid as Grid, Picture as Picture
    from .core.model.line import Line as Line
    from .core.model.puzzle import Puzzle as Puzzle
    from .core.model.three_directions import Hexagon as Hexagon, Triddler as Triddler
    from .core.options.limits import LimitReached as LimitReached, Limits as Limits
    from .core.options.options import Options as Options
    from .core.proofs import prove as prove, verify as verify
    from .core.solver.bounds import Status as Status
    from .core.solver.engines import Engine as Engine
    from .core.solver.features import features as features
    from .core.solver.solving import (
        Verdict as Verdict,
        count as count,
        is_unique as is_unique,
        solutions as solutions,
        solve as solve,
        verdict as verdict,
    )
    from .core.space import estimate as estimate, solution_space as solution_space
    from .core.space.backbone import backbone as backbone
    from .extra import learning as learning
    from .files import encodings as encodings, formats as formats, render as render
    from .files.formats import write as write
    from .files.spaces import read_space as read_space, write_space as write_space
    from .many import grading as grading, questions as questions, sets as sets
    from .many.grading import grade as grade, grade_step as grade_step
    from .people import (
        explanation as explanation,
        generation as generation,
        opening as opening,
        reading as reading,
        watching as watching,
    )
    from .people.explanation import diagnose as diagnose, explain as explain, rate as rate
    from .people.explanation.hint import hint as hint
    from .people.generation import generate as generate, repair as repair
    from .people.opening import read as read, read_all as read_all
    from .people.photo.photographs import read_photo as read_photo
    from .people.publishing import card as card
    from .people.watching import watch as watch

#: The public modules, by their houses.
_ROOMS = {
    "core": "csp line plugins proofs space",
    "files": "encodings formats render",
    "people": "explanation generation opening reading watching",
    "many": "grading questions sets",
    "extra": "learning",
    "apps": "notebook",
}

#: The other public names, by the module that has them.
_NAMES = {
    "core.base.errors": "FormatError NonocspError OptionError PuzzleError",
    "core.options.limits": "LimitReached Limits",
    "core.options.options": "Options",
    "core.model.board": "Rectangle",
    "core.model.clue": "Block",
    "core.model.colours": "Colour",
    "core.model.custom_board": "CustomBoard",
    "core.model.grid": "Grid Picture",
    "core.model.line": "Line",
    "core.model.puzzle": "Puzzle",
    "core.model.three_directions": "Hexagon Triddler",
    "core.proofs": "prove verify",
    "core.solver.engines": "Engine",
    "core.solver.features": "features",
    "core.solver.bounds": "Status",
    "core.solver.solving": "Verdict count is_unique solutions solve verdict",
    "core.space": "backbone estimate solution_space",
    "files.formats": "write",
    "files.spaces": "read_space write_space",
    "people.explanation": "diagnose explain hint rate",
    "people.generation": "generate repair",
    "people.opening": "read read_all",
    "people.photo.photographs": "read_photo",
    "people.publishing": "card",
    "people.watching": "watch",
    "many.grading": "grade grade_step",
}
_PATHS = {name: f"{house}.{name}" for house, names in _ROOMS.items() for name in names.split()}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted([*_PATHS, *_MODULES])  # static tools read the imports above


__version__: str


def _load(name: str) -> _typing.Any:
    """A public name when it is first used."""
    if name == "__version__":
        return _import_module(".core.base.optional", __name__).own_version()
    if name in _PATHS:
        value = _import_module(f".{_PATHS[name]}", __name__)
    elif name in _MODULES:
        value = getattr(_import_module(f".{_MODULES[name]}", __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


if not _typing.TYPE_CHECKING:  # with it, type checkers would take any name
    __getattr__ = _load


def __dir__() -> list[str]:
    return list(__all__)


def _renderer() -> _display.Renderer:
    from .apps.notebook import RENDERER

    return RENDERER


_display.load_renderer = _renderer
