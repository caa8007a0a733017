"""JSON objects with ``rows`` and ``cols``; the only format that carries everything.

    {"rows": [[1, 1], []], "cols": [[1], [], [1]]}

A clue is a list of lengths, ``"?"`` for an unknown one and ``"*"`` for any number of blocks, or
null when it is absent. In coloured
puzzles a block is ``[length, colour]`` with the colour's name, and ``colours`` lists the palette:
names, or objects with ``name``, ``rgb`` and ``char``, or an object from names to RGB values. The
``triangle`` of such an object (``"#ffffff/#000000"``) has the halves of a cell, see `Triangle`.
A third item of a block is how it meets the one before it (`Joint`): ``[1, "corner", "attached"]``.
On other boards than rectangles there are ``board`` and ``clues`` instead of rows and columns:

    {"board": {"kind": "hexagon", "sides": [2, 1, 2, 1, 2, 1]},
     "clues": {"A": [[1], [2]], "B": [[1], [2]], "C": [[1], [2]]}}

The kind ``custom`` is any board: ``cells`` are outlines (or objects with ``name`` and ``outline``),
``lines`` are lists of names, or of the numbers of cells from 0, by direction. Lines that are one
list without directions have clues that are one list.

    {"board": {"kind": "custom",
               "cells": [[[0, 0], [1, 0], [1, 1], [0, 1]], [[1, 0], [2, 0], [1, 1]]],
               "lines": [[0, 1], [1]]},
     "clues": [[2], [1]]}

Known further members are ``blank`` (the look of blank cells, such an object), ``title`` (or
``name``), ``author``, ``copyright``, ``licence``, ``source``, ``description``, ``goals`` (lists of
rows, one character a cell) and ``saved`` (lists of rows of numbers: bit ``c`` of a number is set if
the cell may have colour ``c``). The reader also takes ``columns`` for ``cols``, ``colors`` for
``colours``, a clue that is a text of lengths between blanks or commas (``"1 1"``), lengths that are
texts (``["1", "1"]``), ``image`` for a goal with every non-blank character filled, a list of such
objects, and one object a line (JSON lines). Several puzzles are written as a list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from ....core import (
    BLACK,
    BLANK,
    Axis,
    Block,
    Board,
    Clue,
    Colour,
    FormatError,
    Grid,
    Line,
    Picture,
    Puzzle,
    PuzzleError,
    counted,
    free_char,
    given_by_axis,
    nearest,
    quoted,
    rectangle,
)
from ....core.model.boards import board_of_dict
from ....core.model.custom_board import BoardError, CustomBoard
from ..clues import MAX_CELLS, check_board, number_clue
from ..format import FEATURES, TEXTS, Format, Parsed
from ..text_lines import Path, fault
from .json_text import document, located

#: Members that make a puzzle: a list that is nearly called so would be lost in silence.
_MEMBERS = ("rows", "cols", "columns", "colours", "colors", "blank", "board", "clues")
_FURTHER = ("goals", "saved", "image")

_RGB = re.compile(r"#?([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")


def sniff(text: str) -> str | None:
    if not re.search(r'"(rows|cols|columns|board)"\s*:', text):
        return None
    if text.lstrip()[:1] == "{":
        return "an object with rows and columns"
    if re.match(r"\s*\[\s*\{", text):
        return "a list of objects with rows and columns"
    return None


def has_line(head: str) -> bool:
    """Whether the first two lines are objects: JSON lines."""
    lines = [line for line in head.split("\n") if line.strip()][:2]
    try:
        return len(lines) == 2 and all(isinstance(document(line), dict) for line in lines)
    except FormatError:
        return False


def parse(text: str) -> Parsed:
    parsed = Parsed([])

    def read(value: Any) -> list[Puzzle]:
        if not isinstance(value, list):
            return [_puzzle(value, (), parsed.warnings)]
        return [_puzzle(entry, (index,), parsed.warnings) for index, entry in enumerate(value)]

    for first, document_text, value in _documents(text):
        parsed.puzzles += located(document_text, read, value, first)
    if not parsed.puzzles:
        raise fault("expected an object with rows and cols", 1)
    return parsed


def _documents(text: str) -> list[tuple[int, str, Any]]:
    """The whole text as one document, or else every line as one: first line, text and value."""
    try:
        return [(1, text, document(text))]
    except FormatError:
        lines = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
        if len(lines) < 2 or not all(line.rstrip().endswith("}") for _, line in lines):
            raise
    documents: list[tuple[int, str, Any]] = []
    for number, line in lines:
        try:
            documents.append((number, line, document(line)))
        except FormatError as error:
            error.line = number
            raise
    return documents


def puzzle_of(value: Any) -> Puzzle:
    """The puzzle of a JSON object that is decoded already.

    Raises:
        FormatError: the object describes no puzzle; without a line number.
    """
    return _puzzle(value, (), [])


def _puzzle(entry: Any, at: Path, warnings: list[str]) -> Puzzle:
    """The puzzle of an object, to which the path ``at`` leads."""
    if not isinstance(entry, dict):
        raise fault(f"expected an object with rows and cols, not {_kind(entry)}", at)
    for name, value in entry.items():
        is_known = name in _MEMBERS or name in _FURTHER or not isinstance(value, (list, dict))
        if near := None if is_known else nearest(name, _MEMBERS):
            raise fault(f"unknown member {quoted(name)}; did you mean {near}?", (*at, name))
    for one, other in (("cols", "columns"), ("colours", "colors")):
        if entry.get(one, entry.get(other)) != entry.get(other, entry.get(one)):
            raise fault(f"{one} and {other}: expected one of them, not two that differ", at)
    board, sides = _board(entry, at)
    clues: dict[str, tuple[Path, list[Any] | None]] = {}
    for line, path, clue in sides:
        clues[str(line)] = path, _clue(clue, str(line), path)
    try:
        colours = _colours(entry.get("colours", entry.get("colors")))
        blank = _colours([entry["blank"]]) if isinstance(entry.get("blank"), dict) else None
    except (FormatError, PuzzleError) as error:
        key = next((key for key in ("colours", "colors", "blank") if key in entry), "")
        raise fault(str(error), (*at, key)) from None
    about: dict[str, Any] = {key: entry[key] for key in TEXTS if isinstance(entry.get(key), str)}
    if isinstance(entry.get("name"), str):
        about.setdefault("title", entry["name"])
    if blank and isinstance(blank[0], Colour):
        about["blank"] = blank[0]
    try:
        puzzle = Puzzle.on(board, [clue for _, clue in clues.values()], colours, **about)
    except PuzzleError as error:
        path, clue = clues.get(error.line or "", (at, None))
        raise fault(str(error), (*path, *_wrong_block(clue))) from None
    goals, saved = _goals(entry, puzzle, warnings), _saved(entry, puzzle, warnings)
    return puzzle.replace(goals=goals, saved=saved) if goals or saved else puzzle


def _board(entry: dict[str, Any], at: Path) -> tuple[Board, list[tuple[Line, Path, Any]]]:
    """The board of an object; its lines, the paths to their clues, and the clues."""
    keys: dict[Axis, str]
    given: dict[Axis, list[Any]]
    if "board" not in entry:
        keys = {"row": "rows", "column": "cols" if "cols" in entry else "columns"}
        given, where = {axis: _list(entry, at, key, axis) for axis, key in keys.items()}, at
        board: Board = rectangle(len(given["row"]), len(given["column"]))
    else:
        board = board_of(entry["board"], (*at, "board"))
        groups, where = entry.get("clues"), (*at, "clues")
        if isinstance(board, CustomBoard) and isinstance(entry["board"]["lines"], list):
            return board, _in_order(board, groups, where)
        if not isinstance(groups, dict):
            raise fault(f"expected an object with clues, not {_kind(groups)}", where)
        axes = list(dict.fromkeys(line.axis for line in board.clued))
        keys = {axis: axis for axis in axes}
        if other := next((key for key in groups if key not in keys), None):
            raise fault(f"a {board.name} has no direction {quoted(other)}", (*where, other))
        given = {axis: _list(groups, where, axis, axis) for axis in axes}
    for axis, clues in given.items():
        number = sum(line.axis == axis for line in board.clued)
        if len(clues) != number:
            lines = counted(number, "clue")
            raise fault(f"expected {lines} of direction {axis}, not {len(clues)}", (*where, axis))
    return board, [
        (line, (*where, keys[line.axis], line.index), given[line.axis][line.index])
        for line in board.clued
    ]


def _in_order(board: CustomBoard, clues: Any, at: Path) -> list[tuple[Line, Path, Any]]:
    """The clues of a board whose lines were given without directions, in the order of its lines."""
    if not isinstance(clues, list) or len(clues) != len(board.given):
        lines = counted(len(board.given), "clue")
        raise fault(f"expected a list of {lines}, one for each line of the board", at)
    paths = {line: (*at, index) for index, line in enumerate(board.given)}
    return [(line, paths[line], clues[int(paths[line][-1])]) for line in board.clued]


def _list(entry: dict[str, Any], at: Path, key: str, axis: Axis) -> list[Any]:
    """The clues of a direction, checked in number only."""
    clues, what = entry.get(key), {"row": "rows", "column": "cols"}.get(axis, f"direction {axis}")
    if not isinstance(clues, list) or not clues:
        raise fault(f"expected a list of clues as {what}", (*at, key))
    if len(clues) > MAX_CELLS:
        raise fault(f"expected at most {MAX_CELLS} {what}, not {len(clues)}", (*at, key))
    return clues


def board_of(given: Any, at: Path = ()) -> Board:
    """The board of a decoded JSON object.

    Raises:
        FormatError: the object describes no board, or one with too many cells.
    """
    try:
        board = board_of_dict(given)
    except BoardError as error:
        raise fault(str(error), (*at, *error.path)) from None
    check_board(board, (*at, "sides"))
    return board


def _wrong_block(clue: list[Any] | None) -> tuple[int, ...]:
    """The index of the wrong block of a clue, as the end of its path; nothing if none is wrong."""
    for index, entry in enumerate(clue or ()):
        try:
            Block(*entry) if isinstance(entry, tuple) else Block(entry)
        except PuzzleError:
            return (index,)
    return ()


def _kind(value: Any) -> str:
    kinds = {dict: "an object", list: "a list", str: "a text", type(None): "null"}
    return kinds.get(type(value), "a number or truth value")


def _clue(clue: Any, line: str, at: Path) -> list[Any] | None:
    """A clue as `Puzzle` takes it; ``line`` is the name of its line."""
    if clue is None:
        return None
    if isinstance(clue, str):
        try:
            return list(number_clue(clue, at))
        except FormatError as error:
            raise fault(f"{line}: {error.problem}", at, error.text) from None
    if not isinstance(clue, list):
        raise fault(f"{line}: a clue is a list of lengths or null, not {_kind(clue)}", at)
    blocks: list[Any] = []
    for index, entry in enumerate(clue):
        if isinstance(entry, list):
            if len(entry) not in (2, 3) or any(isinstance(each, (list, dict)) for each in entry):
                raise fault(f"{line}: a coloured block is [length, colour]", (*at, index))
            blocks.append((_length(entry[0]), *entry[1:]))
        elif isinstance(entry, dict) or entry is None or isinstance(entry, bool):
            problem = f"{line}: a block is a length, '?' or '*', not {_kind(entry)}"
            raise fault(problem, (*at, index))
        else:
            blocks.append(_length(entry))
    return blocks


def _length(value: Any) -> Any:
    """A length as a number where it is written as a text of few digits."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    return value


def _colours(given: Any) -> list[Colour | str] | None:
    """The palette in any of its forms."""
    if given is None:
        return None
    if isinstance(given, dict):
        given = [{"name": name, "rgb": _rgb_in(look)} for name, look in given.items()]
    if not isinstance(given, list) or not given:
        raise fault("colours is a list of names or objects, or an object")
    colours: list[Colour | str] = []
    taken = {c["char"] for c in given if isinstance(c, dict) and isinstance(c.get("char"), str)}
    for entry in given:
        if isinstance(entry, str):
            colours.append(entry)
            continue
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            raise fault("a colour is a name, or an object with name, rgb and char")
        name, rgb, char = entry["name"], entry.get("rgb"), entry.get("char")
        if not isinstance(rgb, str):
            colours.append(name)
            continue
        if not isinstance(char, str):
            char = name if len(name) == 1 and name not in taken else free_char(name, taken)
            taken.add(char)
        triangle = entry.get("triangle")
        colours.append(Colour(name, rgb, char, triangle if isinstance(triangle, str) else None))
    return colours


def _rgb_in(look: Any) -> str | None:
    found = _RGB.search(look) if isinstance(look, str) else None
    return f"#{found[1]}" if found else None


def _goals(entry: dict[str, Any], puzzle: Puzzle, warnings: list[str]) -> list[Picture]:
    chars = {colour.char: number for number, colour in enumerate(puzzle.colours)}
    pictures = []
    drawn = entry.get("goals")
    for goal in drawn if isinstance(drawn, list) else []:
        try:
            pictures.append([[chars[char] for char in row] for row in goal])
        except (KeyError, TypeError):
            warnings.append("a goal was left out: it has characters that no colour has")
    image = entry.get("image")
    lines = image.split("\n") if isinstance(image, str) else image
    if isinstance(lines, list) and all(isinstance(line, str) for line in lines):
        width = puzzle.board.longest
        pictures.append([[int(not c.isspace()) for c in row.ljust(width)] for row in lines])
    goals = []
    for rows in pictures:
        try:
            goals.append(Picture(rows, colours=puzzle.colours, board=puzzle.board))
        except PuzzleError:
            warnings.append("a goal was left out: it does not have the shape of the puzzle")
    return goals


def _saved(entry: dict[str, Any], puzzle: Puzzle, warnings: list[str]) -> list[Grid]:
    saved = []
    states = entry.get("saved")
    for rows in states if isinstance(states, list) else []:
        try:
            saved.append(Grid(rows, block_colours=puzzle.block_colours, board=puzzle.board))
        except (PuzzleError, TypeError, LookupError):
            warnings.append("a saved state was left out: it does not fit the puzzle")
    return saved


def dump(puzzle: Puzzle) -> str:
    """One member a line, one clue list a line: readable, and small in version control."""
    coloured = not puzzle.has_one_colour
    names = [colour.name for colour in puzzle.colours]

    def blocks(clue: Clue | None) -> list[Any] | None:
        if clue is None:
            return None
        return [
            [block.entry, names[block.colour], *filter(None, [block.joint])]
            if (coloured or block.joint) and not block.is_star
            else block.entry
            for block in clue
        ]

    members: dict[str, Any] = {key: getattr(puzzle, key) for key in TEXTS if getattr(puzzle, key)}
    if puzzle.colours[0] != BLANK:
        members["blank"] = _look(puzzle.colours[0])
    if puzzle.colours[1:] != (BLACK,):
        members["colours"] = [_look(colour) for colour in puzzle.colours[1:]]
    if puzzle.board.table:
        sides = zip(("rows", "cols"), (puzzle.rows, puzzle.columns), strict=True)
        members |= {key: [*map(blocks, clues)] for key, clues in sides}
    else:
        members["board"] = puzzle.board.to_dict()
        by_axis = given_by_axis(puzzle.board, puzzle.clues)
        members["clues"] = {axis: [*map(blocks, clues)] for axis, clues in by_axis.items()}
    if puzzle.goals:
        members["goals"] = [goal.row_texts(puzzle.colours) for goal in puzzle.goals]
    if puzzle.saved:
        members["saved"] = [list(grid) for grid in puzzle.saved]
    lines = [
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in members.items()
    ]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    return text.encode(errors="backslashreplace").decode()  # halves of characters as \\ud800


def _look(colour: Colour) -> dict[str, str]:
    look = {"name": colour.name, "rgb": colour.rgb, "char": colour.char}
    return look | {"triangle": str(colour.triangle)} if colour.triangle else look


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    return "[\n" + ",\n".join(dump(puzzle).rstrip("\n") for puzzle in puzzles) + "\n]\n"


#: Suffixes of files with an object a line.
LINES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")


def in_lines(text: str) -> str:
    """What `dump` or `dump_all` wrote, with a puzzle a line."""
    entries = json.loads(text)
    every = entries if isinstance(entries, list) else [entries]
    lines = "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in every)
    return lines.encode(errors="backslashreplace").decode()


FORMAT = Format(
    name="json",
    summary="JSON with rows and cols: colours, unknown and absent clues, metadata, goals",
    suffixes=(".json", ".jsonl"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    dump_all=dump_all,
    has_line=has_line,
    escapes=True,
    carries=frozenset(FEATURES),
)
