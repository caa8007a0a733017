"""The solver: puzzles as constraint networks, every engine, solution spaces and proofs.

It knows no file, no sentence for people and no screen. This is its door: every name that two rooms
or more outside use, loaded when it is first used. They import from here, in one statement; what one
room alone takes from behind the door is listed in ``tests/project/behind_the_door.txt``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import lazy_room as lazy_room

if TYPE_CHECKING:
    from .base.arguments import checked as checked
    from .base.display import Displayable as Displayable
    from .base.errors import (
        EngineError as EngineError,
        FormatError as FormatError,
        NonocspError as NonocspError,
        OptionError as OptionError,
        PuzzleError as PuzzleError,
        brief as brief,
        check_choice as check_choice,
        check_type as check_type,
        counted as counted,
        decimal as decimal,
        excerpt as excerpt,
        quoted as quoted,
    )
    from .base.files import (
        atomic_write as atomic_write,
        cache_path as cache_path,
        checksum as checksum,
        state_folder as state_folder,
        write_lines as write_lines,
    )
    from .base.optional import missing as missing
    from .base.plain import Plain as Plain, plain as plain
    from .base.progress import report as report, watching as watching
    from .base.suggest import look_up as look_up, nearest as nearest, unknown as unknown
    from .base.whole import whole_option as whole_option
    from .kernel import interface as kernel_interface  # noqa: F401 -- exported
    from .line.domain import LineDomains as LineDomains, line_domain as line_domain
    from .model import symbols as cell_symbols  # noqa: F401 -- exported
    from .model.bits import (
        full as full,
        has_several as has_several,
        highest as highest,
        is_single as is_single,
        mask_of as mask_of,
        masks_by_place as masks_by_place,
        members as members,
    )
    from .model.board import Board as Board, rectangle as rectangle
    from .model.boards import BOARDS as BOARDS
    from .model.clue import (
        MAX_LENGTH as MAX_LENGTH,
        STAR as STAR,
        Block as Block,
        BlockLike as BlockLike,
        Clue as Clue,
        Joint as Joint,
        clue_of as clue_of,
        gimmick as gimmick,
        has_star as has_star,
        minimal_length as minimal_length,
        mirrored as mirrored,
        satisfies as satisfies,
        shared_block as shared_block,
        sound_joints as sound_joints,
        with_single_stars as with_single_stars,
    )
    from .model.colours import (
        BLACK as BLACK,
        BLANK as BLANK,
        LETTERS as LETTERS,
        MAX_COLOURS as MAX_COLOURS,
        STANDARD as STANDARD,
        Colour as Colour,
        colour_of_char as colour_of_char,
        free_char as free_char,
        named_colour as named_colour,
    )
    from .model.geometry import Outwards as Outwards
    from .model.grid import Grid as Grid, Picture as Picture
    from .model.line import Axis as Axis, Line as Line
    from .model.palette import enough_colours as enough_colours
    from .model.problems import clues_by_axis as clues_by_axis, given_by_axis as given_by_axis
    from .model.puzzle import Puzzle as Puzzle, check_fit as check_fit
    from .model.query import Asked as Asked, How as How, Query as Query
    from .model.symbols import Symbols as Symbols
    from .model.symmetry_class import puzzle_key as puzzle_key
    from .model.typed_clue import (
        EntryError as EntryError,
        typed_board as typed_board,
    )
    from .options import plugins as plugin_registry  # noqa: F401 -- exported
    from .options.events import Event as Event
    from .options.limits import (
        LIMIT_MEANINGS as LIMIT_MEANINGS,
        LIMIT_REACHED as LIMIT_REACHED,
        LimitReached as LimitReached,
        Limits as Limits,
        Meter as Meter,
        Stats as Stats,
        available_cores as available_cores,
    )
    from .options.options import Options as Options
    from .proofs.proving import prove as prove
    from .proofs.trimming import trim as trim
    from .solver import solving as solving
    from .solver.bounds import Bounds as Bounds, Status as Status
    from .solver.engines import (
        check_kernel as check_kernel,
        choose_engine as choose_engine,
        engine_named as engine_named,
        query_of as query_of,
    )
    from .solver.logged import logged as logged, question as question
    from .solver.propagation import propagated as propagated, tightenings as tightenings
    from .solver.solving import (
        Verdict as Verdict,
        first_solutions as first_solutions,
        solutions as solutions,
        solve as solve,
        verdict_of as verdict_of,
    )
    from .space.backbone import backbone as backbone
    from .space.space import SolutionSpace as SolutionSpace, solution_space as solution_space

_NAMES = {
    "base.arguments": "checked",
    "base.display": "Displayable",
    "base.errors": (
        "EngineError FormatError NonocspError OptionError PuzzleError brief check_choice "
        "check_type counted decimal excerpt quoted"
    ),
    "base.files": "atomic_write cache_path checksum state_folder write_lines",
    "base.optional": "missing",
    "base.plain": "Plain plain",
    "base.progress": "report watching",
    "base": "lazy_room",
    "base.suggest": "look_up nearest unknown",
    "base.whole": "whole_option",
    "line.domain": "LineDomains line_domain",
    "model.bits": "full has_several highest is_single mask_of masks_by_place members",
    "model.board": "Board rectangle",
    "model.boards": "BOARDS",
    "model.clue": (
        "Block BlockLike Clue Joint MAX_LENGTH STAR clue_of gimmick has_star minimal_length "
        "mirrored satisfies shared_block sound_joints with_single_stars"
    ),
    "model.colours": (
        "BLACK BLANK Colour LETTERS MAX_COLOURS STANDARD colour_of_char free_char named_colour"
    ),
    "model.geometry": "Outwards",
    "model.grid": "Grid Picture",
    "model.line": "Axis Line",
    "model.palette": "enough_colours",
    "model.problems": "clues_by_axis given_by_axis",
    "model.puzzle": "Puzzle check_fit",
    "model.query": "Asked How Query",
    "model.symbols": "Symbols",
    "model.symmetry_class": "puzzle_key",
    "model.typed_clue": "EntryError typed_board",
    "options.events": "Event",
    "options.limits": "LIMIT_MEANINGS LIMIT_REACHED LimitReached Limits Meter Stats "
    "available_cores",
    "options.options": "Options",
    "proofs.proving": "prove",
    "proofs.trimming": "trim",
    "solver.bounds": "Bounds Status",
    "solver.engines": "check_kernel choose_engine engine_named query_of",
    "solver.logged": "logged question",
    "solver.propagation": "propagated tightenings",
    "solver.solving": "Verdict first_solutions solutions solve verdict_of",
    "space.backbone": "backbone",
    "space.space": "SolutionSpace solution_space",
}
_MODULES = {
    "cell_symbols": "model.symbols",
    "kernel_interface": "kernel.interface",
    "plugin_registry": "options.plugins",
    "solving": "solver.solving",
}

__all__ = sorted([*" ".join(_NAMES.values()).split(), *_MODULES])

if not TYPE_CHECKING:  # with it, type checkers would take any name
    __getattr__, __dir__ = lazy_room(__name__, _NAMES, _MODULES)
