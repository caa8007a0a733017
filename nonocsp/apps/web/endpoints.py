"""The HTTP interface as a table: the questions of the package, and the tools of the page.

`respond` answers one request. It runs in a worker process and returns lines of JSON; a limit that
is reached is part of the answer where something is known, and an error where nothing is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ...core import LIMIT_MEANINGS, LimitReached, NonocspError, Options
from ...many.questions.answer import Answer
from ...many.questions.members import Member
from ...many.questions.question import Progress, Question
from ...many.questions.registry import QUESTIONS
from . import photographs, tools
from .fog import fog
from .messages import MOST_SECONDS, grid_in, limits_in, member, number_in, puzzle_in, puzzle_out

#: Puzzles that an answer proposes at most.
MOST_PROPOSALS = 20


class Endpoint(NamedTuple):
    """One path of the interface and its documentation."""

    respond: Callable[[Any, Progress], dict[str, Any]]
    summary: str
    takes: dict[str, str]
    """Members of the request, each with its meaning."""
    gives: Mapping[str, Member | str]
    """Members of the answer, each with its meaning, and of a question with its type."""


def respond(name: str, data: Any, progress: Callable[[str], object]) -> str:
    """The last line of the answer: ``{"result": …}`` or ``{"error": …}``.

    Args:
        name: the name of the endpoint.
        data: the request, out of JSON.
        progress: receives the lines ``{"progress": …}`` before it.
    """

    def send(value: Any) -> None:
        if not isinstance(value, dict):
            value = Answer.of(value).result if hasattr(value, "status") else value.to_dict()
        progress(json.dumps({"progress": value}))

    try:
        return json.dumps({"result": ENDPOINTS[name].respond(data, send)})
    except LimitReached as reached:
        return error_line("limit", f"stopped: {reached}")
    except NonocspError as error:
        return error_line("input", str(error))
    except (MemoryError, RecursionError):
        return error_line("limit", "stopped: out of memory")


def error_line(kind: str, message: str) -> str:
    """The line of an error."""
    return json.dumps({"error": {"kind": kind, "message": message}})


def endpoint_of(question: Question) -> Endpoint:
    """The endpoint of a question of the table."""

    def respond(data: Any, progress: Progress) -> dict[str, Any]:
        puzzle = puzzle_in(data)
        if question.name == "repair":
            tools.check_lines(puzzle.board)
        arguments = {name: _argument_in(data, name, question) for name in question.arguments}
        grid = grid_in(data, puzzle) if question.takes_grid else None
        how = {
            "limits": limits_in(data),
            "engine": member(data, "engine", str, None),
            "options": Options.from_dict(member(data, "options", dict, {})),
        }
        answer = question.ask(puzzle, grid, progress=progress, **how, **arguments)
        reply = replace(answer, puzzles=()).to_dict()
        if "picture" in data:
            reply["puzzle"] = puzzle_out(puzzle)
        proposals = answer.puzzles[:MOST_PROPOSALS]
        return reply | {"proposals": [puzzle_out(proposed) for proposed in proposals]}

    takes = {**_PUZZLE, **(_GRID if question.takes_grid else {}), **_SECONDS, **_HOW}
    takes |= {name: argument.help for name, argument in question.arguments.items()}
    return Endpoint(respond, question.summary, takes, {**question.gives, **_ANSWER})


def _argument_in(data: Any, name: str, question: Question) -> Any:
    argument = question.arguments[name]
    if argument.kind is int:
        return number_in(data, name, argument.default)
    return member(data, name, argument.kind, argument.default)


def _tool(
    function: Callable[[Any], dict[str, Any]],
    summary: str,
    takes: dict[str, str],
    gives: dict[str, str],
) -> Endpoint:
    return Endpoint(lambda data, progress: function(data), summary, takes, gives)


_PUZZLE = {
    "puzzle": "the puzzle; or picture: rows of colour numbers with colours, and board if it is no "
    "rectangle"
}
_GRID = {"grid": "rows of masks: the known cells; optional"}
_SECONDS = {"seconds": f"{LIMIT_MEANINGS['seconds']} (at most {MOST_SECONDS:g}, default: 10)"}
_SIZE = {"rows": "number of rows", "columns": "number of columns"}
_HOW = {
    "engine": "kernel or textbook (default: kernel, or textbook where only that reads the options)",
    "options": "techniques by name, as `--set` of the command line has them",
}
_ANSWER = {
    "status": "satisfiable, unsatisfiable, or unknown if something stopped the search",
    "pictures": "solutions, as rows of the characters of colours; absent without any",
    "proposals": "puzzles that the answer proposes",
    "stopped_by": "the limit that was reached; absent without any",
    "engine": "the engine; with engine_reason if options have chosen it",
    "stats": "counted work",
    "puzzle": "the puzzle of a picture that was sent",
}

ENDPOINTS: dict[str, Endpoint] = {
    **{name: endpoint_of(question) for name, question in QUESTIONS.items()},
    "typed": _tool(
        tools.typed,
        "The puzzle of clues that a person typed, one line a clue: numbers with blanks between, 0 "
        "or nothing for an empty line, ? for an unknown length, * for no clue, 3r or 3red; +3r is "
        "attached to the block before it, ~3r needs no blank before it.",
        {
            "clues": "an object with a text for each direction, such as row and column",
            "board": "its kind and sides, if it is not a rectangle",
            "colours": "the look of colours beside the standard ones; optional",
            "blank": "the look of blank cells; optional",
        },
        {
            "puzzle": "the puzzle; null with a fault",
            "faults": "axis, index and text of each line that is not a clue",
        },
    ),
    "generate": Endpoint(
        tools.generate,
        "A random puzzle with one solution. Progress: the number of the attempt.",
        {
            **_SIZE,
            "board": "its kind and sides, instead of rows and columns",
            "colours": "block colours (default: 1)",
            "density": "share of filled cells (default: 0.55)",
            "depth": "a level, or null",
            "texture": "noise, blobs, stripes or strokes (default: blobs)",
            "seed": "random seed (default: drawn)",
            **_SECONDS,
        },
        {"puzzle": "the puzzle, without its solution", "seed": "the seed that was used"},
    ),
    "photo": _tool(
        tools.photo,
        "A picture in few cells and colours that looks like an image.",
        {
            "base64": "red, green and blue of every sample, row by row: 4 x 4 for each cell",
            "columns": "number of columns",
            "colours": "block colours (default: 1)",
            "despeckle": "regions of fewer cells are removed (default: 1)",
            "threshold": "black and white: -128 to 128, more is blacker (default: 0)",
            "detail": "black and white: weight of the surroundings in percent (default: 50)",
            "contrast": "in colours: in percent (default: 100)",
            "sharpen": "in colours: emphasise small details (default: true)",
        },
        {
            "rows": "rows of colour numbers",
            "blank": "the look of blank cells",
            "colours": "the look of the other colours",
        },
    ),
    "sheets": _tool(
        photographs.sheets,
        "The grid and the numbers of the puzzle in a photograph or a screenshot.",
        {
            "base64": "the file of the picture, such as PNG or JPEG",
            "corners": "where its solution has them if no grid is found, x and y of each in turn: "
            "top left, top right, bottom left, bottom right; with rows and columns",
            **_SIZE,
        },
        {
            "sheets": "what may be on the page, none without a grid. Each has its layout: whether "
            "the grid was found again in the straightened picture, and whether there are lines "
            "around every number of rows (lined_left) and of columns; rows, columns, points where "
            "the lines of the grid cross, by rows, x and y in turn; others, the number of further "
            "grids; is_cut_off; lines, the numbers of each with their groups of digits, box, ink "
            "and paper; crops, 24 x 32 bytes of each number; colours of blocks; and nodes, counts "
            "and arcs, what the numbers may be"
        },
    ),
    "straighten": _tool(
        photographs.straighten,
        "A part of a photograph as if it were straight: the solution, and cells beside it.",
        {
            "base64": "the file of the picture",
            "points": "where the lines of the grid cross, by rows, x and y in turn",
            **_SIZE,
            "above": "cells above the solution, at most 100 (default: 0)",
            "left": "cells at the left of it, at most 100 (default: 0)",
            "cell": "pixels to a side of a cell, 1 to 64",
        },
        {"base64": "the picture, as JPEG"},
    ),
    "readings": _tool(
        photographs.readings,
        "The likeliest readings of numbers in doubt whose puzzle has a solution.",
        {
            "sheets": "what may be on the page, each with rows, columns, colours of blocks "
            "(default: 1), nodes and counts of arcs of the graph of each line, and start, end, "
            "length, colour and cost of all arcs, in twentieths of a nat: numbers of 32 bits",
            **_SECONDS,
        },
        {
            "readings": "the best first, each with its sheet, cost, the clues of all lines, and "
            "solutions: 1, 2 for several, 0 if that is not known",
            "is_complete": "whether it is proven that no other is nearly as good",
        },
    ),
    "render": _tool(
        tools.render,
        "A drawing of a puzzle or of its solution.",
        {
            **_PUZZLE,
            "solution": "draw the picture as well (default: false)",
            "clues": "draw the clues (default: true)",
            "cell": "the side of a cell in pixels, 4 to 200",
        },
        {"svg": "the drawing, as SVG"},
    ),
    "fog": _tool(
        fog,
        "A blurred guess at the picture from the clues and the known cells: a thumbnail without "
        "spoiler.",
        {**_PUZZLE, **_GRID},
        {
            "width": "samples in a row",
            "height": "rows of samples",
            "shares": "a character from A for 0 to _ for 1 for each sample, colour after colour",
        },
    ),
    "watch": _tool(
        tools.watch,
        "A search as a tree, with what each node knew.",
        {
            **_PUZZLE,
            "problem": "4 queens, 8 queens, map of Australia or sudoku, instead of a puzzle",
            "solutions": f"{LIMIT_MEANINGS['solutions']} (default: all)",
            "engine": "textbook or kernel (default: textbook)",
            "options": _HOW["options"],
            **_SECONDS,
        },
        {
            "tree": "its nodes, each with its parent, label, look, reason, and what changed; the "
            "board, or the values of each variable",
            "stopped_by": _ANSWER["stopped_by"],
            "stats": _ANSWER["stats"],
        },
    ),
    "parse": _tool(
        tools.parse,
        "The puzzles in a text or file of any format.",
        {
            "text": "the text; or base64: the bytes",
            "name": "the file name, which helps to guess the format",
            "format": "the name of the format (default: guess)",
        },
        {
            "format": "the format it was read as",
            "summary": "what that format is",
            "warnings": "the assumptions made",
            "puzzles": "the puzzles",
        },
    ),
    "board": _tool(
        tools.board,
        "A board that is not a rectangle, with all that a drawing of it needs.",
        {"board": "its kind and sides, or cells and lines, as in files"},
        {"board": "the same with the cells of its lines, outlines of cells and places of clues"},
    ),
    "write": _tool(
        tools.write,
        "A puzzle in a format.",
        {**_PUZZLE, "format": "the name of the format"},
        {"base64": "the file", "suffix": "its suffix", "lost": "what the format does not carry"},
    ),
    "formats": _tool(
        tools.list_formats,
        "The formats and what each can carry.",
        {},
        {"formats": "one entry for each"},
    ),
}
