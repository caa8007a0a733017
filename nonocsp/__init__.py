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
  decided; the boards `Rectangle`, `Triddler` and `Hexagon`. `read`, `read_all` and `write` guess
  the file format; the module `formats` has them all.
- Questions: `solve`, `solutions`, `count`, `estimate`, `verdict`, `is_unique`, `backbone`,
  `solution_space`;
  of many puzzles at once `solve_many`, `check_many`, `count_many`, `rate_many`. All take `Limits`,
  `Options` and an engine by keyword and report their work as `Stats`. `ask_async` and
  `iterate_async` await any of them.
- A verdict with a proof that others can check: `prove`; the module `proofs` reads them.
- Numbers that describe a puzzle, for choosing algorithms: `features`.
- Reasoning as people do: `explain`, `hint`, `rate`, `diagnose`, `argument`, `verify`.
- Making puzzles: `generate`, `repair`, `from_image`. Drawing them: the module `render`.

The modules in full: `csp`, the textbook search over any binary constraint network; `encodings`,
puzzles stated for other solvers; `line`, one line; `explanation`, `generation`, `space`;
`questions`, batches over worker processes or clusters.

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
    from . import line as line
    from . import proofs as proofs
    from . import questions as questions
    from . import render as render
    from . import space as space
    from .common.errors import EngineError as EngineError
    from .common.errors import FormatError as FormatError
    from .common.errors import NonocspError as NonocspError
    from .common.errors import OptionError as OptionError
    from .common.errors import PuzzleError as PuzzleError
    from .common.frames import to_frame as to_frame
    from .common.limits import LimitReached as LimitReached
    from .common.limits import Limits as Limits
    from .common.limits import Stats as Stats
    from .common.options import Options as Options
    from .common.options import Tuning as Tuning
    from .explanation import diagnose as diagnose
    from .explanation import explain as explain
    from .explanation import rate as rate
    from .explanation.argument import argument as argument
    from .explanation.hint import hint as hint
    from .explanation.verify import verify as verify
    from .formats import read as read
    from .formats import read_all as read_all
    from .formats import write as write
    from .generation import from_image as from_image
    from .generation import generate as generate
    from .generation import repair as repair
    from .model.board import Hexagon as Hexagon
    from .model.board import Rectangle as Rectangle
    from .model.board import Triddler as Triddler
    from .model.clue import Block as Block
    from .model.colours import Colour as Colour
    from .model.grid import Grid as Grid
    from .model.grid import Picture as Picture
    from .model.line import Line as Line
    from .model.puzzle import Puzzle as Puzzle
    from .notebook import gallery as gallery
    from .notebook import stepper as stepper
    from .proofs.proving import Proof as Proof
    from .proofs.proving import prove as prove
    from .questions import check_many as check_many
    from .questions import count_many as count_many
    from .questions import rate_many as rate_many
    from .questions import solve_many as solve_many
    from .questions.asynchronous import ask_async as ask_async
    from .questions.asynchronous import iterate_async as iterate_async
    from .solver.features import features as features
    from .solver.solving import Status as Status
    from .solver.solving import Verdict as Verdict
    from .solver.solving import count as count
    from .solver.solving import is_unique as is_unique
    from .solver.solving import solutions as solutions
    from .solver.solving import solve as solve
    from .solver.solving import verdict as verdict
    from .space import SolutionSpace as SolutionSpace
    from .space import solution_space as solution_space
    from .space.backbone import backbone as backbone
    from .space.estimation import Estimate as Estimate
    from .space.estimation import estimate as estimate

#: The public names, by the module that has them; those of "" are modules themselves.
_NAMES = {
    "": "csp encodings explanation formats generation line proofs questions render space",
    "common.errors": "EngineError FormatError NonocspError OptionError PuzzleError",
    "common.frames": "to_frame",
    "common.limits": "LimitReached Limits Stats",
    "common.options": "Options Tuning",
    "explanation": "argument diagnose explain hint rate verify",
    "formats": "read read_all write",
    "generation": "from_image generate repair",
    "model.board": "Hexagon Rectangle Triddler",
    "model.clue": "Block",
    "model.colours": "Colour",
    "model.grid": "Grid Picture",
    "model.line": "Line",
    "model.puzzle": "Puzzle",
    "notebook": "gallery stepper",
    "questions": "check_many count_many rate_many solve_many",
    "questions.asynchronous": "ask_async iterate_async",
    "proofs.proving": "Proof prove",
    "solver.features": "features",
    "solver.solving": "Status Verdict count is_unique solutions solve verdict",
    "space": "SolutionSpace backbone solution_space",
    "space.estimation": "Estimate estimate",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_MODULES)  # static tools read the imports above


__version__: str


def _load(name: str) -> _typing.Any:
    """A public name when it is first used."""
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("nonocsp")
        except PackageNotFoundError:  # used from a folder that was never installed
            return "0"
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
