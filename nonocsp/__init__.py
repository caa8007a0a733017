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
- Making puzzles: `generate`, `repair`. Drawing them: the module `render`.

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

from .common import display as _display

if _typing.TYPE_CHECKING:
    from . import csp as csp
    from . import encodings as encodings
    from . import explanation as explanation
    from . import formats as formats
    from . import generation as generation
    from . import grading as grading
    from . import learning as learning
    from . import line as line
    from . import notebook as notebook
    from . import opening as opening
    from . import plugins as plugins
    from . import proofs as proofs
    from . import questions as questions
    from . import reading as reading
    from . import render as render
    from . import sets as sets
    from . import space as space
    from . import watching as watching
    from .common.errors import FormatError as FormatError
    from .common.errors import NonocspError as NonocspError
    from .common.errors import OptionError as OptionError
    from .common.errors import PuzzleError as PuzzleError
    from .common.limits import LimitReached as LimitReached
    from .common.limits import Limits as Limits
    from .common.options import Options as Options
    from .explanation import diagnose as diagnose
    from .explanation import explain as explain
    from .explanation import rate as rate
    from .explanation.hint import hint as hint
    from .formats import write as write
    from .generation import generate as generate
    from .generation import repair as repair
    from .grading import grade as grade
    from .grading import grade_step as grade_step
    from .model.board import Rectangle as Rectangle
    from .model.clue import Block as Block
    from .model.colours import Colour as Colour
    from .model.custom_board import CustomBoard as CustomBoard
    from .model.grid import Grid as Grid
    from .model.grid import Picture as Picture
    from .model.line import Line as Line
    from .model.puzzle import Puzzle as Puzzle
    from .model.three_directions import Hexagon as Hexagon
    from .model.three_directions import Triddler as Triddler
    from .opening import read as read
    from .opening import read_all as read_all
    from .photo.photographs import read_photo as read_photo
    from .proofs import prove as prove
    from .proofs import verify as verify
    from .solver.engines import Engine as Engine
    from .solver.features import features as features
    from .solver.solving import Status as Status
    from .solver.solving import Verdict as Verdict
    from .solver.solving import count as count
    from .solver.solving import is_unique as is_unique
    from .solver.solving import solutions as solutions
    from .solver.solving import solve as solve
    from .solver.solving import verdict as verdict
    from .space import estimate as estimate
    from .space import solution_space as solution_space
    from .space.backbone import backbone as backbone
    from .watching import watch as watch

#: The public names, by the module that has them; those of "" are modules themselves.
_NAMES = {
    "": "csp encodings explanation formats generation grading learning line notebook "
    "opening plugins proofs questions reading render sets space watching",
    "common.errors": "FormatError NonocspError OptionError PuzzleError",
    "common.limits": "LimitReached Limits",
    "common.options": "Options",
    "explanation": "diagnose explain hint rate",
    "formats": "write",
    "generation": "generate repair",
    "grading": "grade grade_step",
    "model.board": "Rectangle",
    "model.clue": "Block",
    "model.colours": "Colour",
    "model.custom_board": "CustomBoard",
    "model.grid": "Grid Picture",
    "model.line": "Line",
    "model.puzzle": "Puzzle",
    "model.three_directions": "Hexagon Triddler",
    "opening": "read read_all",
    "photo.photographs": "read_photo",
    "proofs": "prove verify",
    "solver.engines": "Engine",
    "solver.features": "features",
    "solver.solving": "Status Verdict count is_unique solutions solve verdict",
    "space": "backbone estimate solution_space",
    "watching": "watch",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_MODULES)  # static tools read the imports above


__version__: str


def _load(name: str) -> _typing.Any:
    """A public name when it is first used."""
    if name == "__version__":
        return _import_module(".common.optional", __name__).own_version()
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = _MODULES[name]
    if module:
        value = globals()[name] = getattr(_import_module(f".{module}", __name__), name)
        return value
    return _import_module(f".{name}", __name__)


if not _typing.TYPE_CHECKING:  # with it, type checkers would take any name
    __getattr__ = _load


def __dir__() -> list[str]:
    return list(__all__)


def _renderer() -> _display.Renderer:
    from .notebook import RENDERER

    return RENDERER


_display.load_renderer = _renderer
