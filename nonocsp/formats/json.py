"""JSON objects with ``rows`` and ``cols``; the one format here that carries everything.

    {"rows": [[1, 1], []], "cols": [[1], [], [1]]}

A clue is a list of lengths, ``"?"`` for an unknown one, or null when it is absent. In coloured
puzzles a block is ``[length, colour]`` with the colour's name, and ``colours`` lists the palette:
names, or objects with ``name``, ``rgb`` and ``char``, or an object from names to RGB values.
Known further members are ``blank`` (the look of blank cells, such an object), ``title`` (or
``name``), ``author``, ``copyright``, ``licence``, ``source``, ``description``, ``goals`` (lists of
rows, one character a cell) and ``saved`` (lists of rows of numbers: bit ``c`` of a number says that
the cell may have colour ``c``). The reader also takes ``columns`` for ``cols``, a clue that is a
text of lengths between blanks or commas (``"1 1"``), lengths that are texts (``["1", "1"]``),
``image`` for a goal with every non-blank character filled, a list of such objects, and one object a
line (JSON lines). Several puzzles are written as a list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from ..common.errors import FormatError, PuzzleError
from ..model.clue import Block, Clue
from ..model.colours import BLACK, BLANK, Colour, free_char
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle, check_fit
from .base import FEATURES, MAX_CELLS, TEXTS, Format, Parsed, number_clue
from .literals import document
from .places import Path, Where, with_places

_RGB = re.compile(r"#?([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")


def sniff(text: str) -> str | None:
    head = text.lstrip()[:1]
    if head == "{" and re.search(r'"(rows|cols|columns)"\s*:', text):
        return "an object with rows and columns"
    if re.match(r"\s*\[\s*\{", text) and re.search(r'"(rows|cols|columns)"\s*:', text):
        return "a list of objects with rows and columns"
    return None


def parse(text: str) -> Parsed:
    parsed = Parsed([])
    for first, document_text, value in _documents(text):
        read = partial(_puzzles, value, parsed.warnings)
        parsed.puzzles += with_places(document_text, read, first)
    if not parsed.puzzles:
        raise FormatError("expected an object with rows and cols", line=1)
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
            raise FormatError(error.problem, line=number, column=error.column) from None
    return documents


def _puzzles(value: Any, warnings: list[str], where: Where) -> list[Puzzle]:
    if not isinstance(value, list):
        return [_puzzle(value, (), warnings, where)]
    return [_puzzle(entry, (index,), warnings, where) for index, entry in enumerate(value)]


def _puzzle(entry: Any, at: Path, warnings: list[str], where: Where) -> Puzzle:
    """The puzzle of an object, to which the path ``at`` leads."""
    if not isinstance(entry, dict):
        problem = f"expected an object with rows and cols, not {_kind(entry)}"
        raise FormatError(problem, line=where(at))
    keys = {"row": "rows", "column": "cols" if "cols" in entry else "columns"}
    sides: dict[str, list[list[Any] | None]] = {}
    for axis, key in keys.items():
        clues, what = entry.get(key), "rows" if axis == "row" else "cols"
        if not isinstance(clues, list) or not clues:
            raise FormatError(f"expected a list of clues as {what}", line=where((*at, key)))
        if len(clues) > MAX_CELLS:
            problem = f"expected at most {MAX_CELLS} {what}, not {len(clues)}"
            raise FormatError(problem, line=where((*at, key)))
        sides[axis] = [
            _clue(clue, f"{axis} {index + 1}", (*at, key, index), where)
            for index, clue in enumerate(clues)
        ]
    try:
        colours = _colours(entry.get("colours", entry.get("colors")))
        blank = _colours([entry["blank"]]) if isinstance(entry.get("blank"), dict) else None
    except (FormatError, PuzzleError) as error:
        key = next((key for key in ("colours", "colors", "blank") if key in entry), "")
        raise FormatError(str(error), line=where((*at, key))) from None
    about: dict[str, Any] = {key: entry[key] for key in TEXTS if isinstance(entry.get(key), str)}
    if isinstance(entry.get("name"), str):
        about.setdefault("title", entry["name"])
    if blank and isinstance(blank[0], Colour):
        about["blank"] = blank[0]
    try:
        puzzle = Puzzle(sides["row"], sides["column"], colours, **about)
    except PuzzleError as error:
        axis, _, number = (error.line or "").partition(" ")
        path: Path = (*at, keys[axis], int(number) - 1) if number else at
        if number:
            path += _wrong_block(sides[axis][int(number) - 1])
        raise FormatError(str(error), line=where(path)) from None
    for fault in puzzle.problems():
        if fault.kind == "too_long" and fault.line:
            path = (*at, keys[fault.line.axis], fault.line.index)
            raise FormatError(fault.message, line=where(path))
    goals, saved = _goals(entry, puzzle, warnings), _saved(entry, puzzle, warnings)
    return puzzle.replace(goals=goals, saved=saved) if goals or saved else puzzle


def _wrong_block(clue: list[Any] | None) -> tuple[int, ...]:
    """Which block of a clue cannot be, as the end of the path to it; nothing if each can."""
    for index, entry in enumerate(clue or ()):
        try:
            Block(*entry) if isinstance(entry, tuple) else Block(entry)
        except PuzzleError:
            return (index,)
    return ()


def _kind(value: Any) -> str:
    return {dict: "an object", list: "a list", str: "a text", type(None): "null"}.get(
        type(value), "a number or truth value"
    )


def _clue(clue: Any, line: str, at: Path, where: Where) -> list[Any] | None:
    """A clue as `Puzzle` takes it; ``line`` is the name of its line."""
    if clue is None:
        return None
    if isinstance(clue, str):
        try:
            return list(number_clue(clue, None))
        except FormatError as error:
            problem = f"{line}: {error.problem}"
            raise FormatError(problem, line=where(at), text=error.text) from None
    if not isinstance(clue, list):
        problem = f"{line}: a clue is a list of lengths or null, not {_kind(clue)}"
        raise FormatError(problem, line=where(at))
    blocks: list[Any] = []
    for index, entry in enumerate(clue):
        if isinstance(entry, list):
            if len(entry) != 2 or isinstance(entry[0], (list, dict)):
                problem = f"{line}: a coloured block is [length, colour]"
                raise FormatError(problem, line=where((*at, index)))
            blocks.append((_length(entry[0]), entry[1]))
        elif isinstance(entry, dict) or entry is None or isinstance(entry, bool):
            problem = f"{line}: a block is a length or '?', not {_kind(entry)}"
            raise FormatError(problem, line=where((*at, index)))
        else:
            blocks.append(_length(entry))
    return blocks


def _length(said: Any) -> Any:
    """A length as a number where it is written as a text of few digits."""
    if isinstance(said, str) and said.isascii() and said.isdigit() and len(said) < 10:
        return int(said)
    return said


def _colours(given: Any) -> list[Colour | str] | None:
    """The palette in whichever of its forms it came."""
    if given is None:
        return None
    if isinstance(given, dict):
        given = [{"name": name, "rgb": _rgb_in(said)} for name, said in given.items()]
    if not isinstance(given, list) or not given:
        raise FormatError("colours is a list of names or objects, or an object")
    colours: list[Colour | str] = []
    taken = {c["char"] for c in given if isinstance(c, dict) and isinstance(c.get("char"), str)}
    for entry in given:
        if isinstance(entry, str):
            colours.append(entry)
            continue
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            raise FormatError("a colour is a name, or an object with name, rgb and char")
        name, rgb = entry["name"], entry.get("rgb")
        if not isinstance(rgb, str):
            colours.append(name)
            continue
        char = entry.get("char")
        if not isinstance(char, str):
            char = name if len(name) == 1 and name not in taken else free_char(name, taken)
            taken.add(char)
        colours.append(Colour(name, rgb, char))
    return colours


def _rgb_in(said: Any) -> str | None:
    found = _RGB.search(said) if isinstance(said, str) else None
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
        width = puzzle.shape[1]
        pictures.append([[int(not c.isspace()) for c in row.ljust(width)] for row in lines])
    goals = []
    for rows in pictures:
        try:
            goal = Picture(rows, colours=puzzle.colours)
            if goal.shape != puzzle.shape:
                raise PuzzleError("another shape")
            goals.append(goal)
        except PuzzleError:
            warnings.append("a goal was left out: it has not the shape of the puzzle")
    return goals


def _saved(entry: dict[str, Any], puzzle: Puzzle, warnings: list[str]) -> list[Grid]:
    saved = []
    states = entry.get("saved")
    for rows in states if isinstance(states, list) else []:
        try:
            grid = Grid([mask for row in rows for mask in row], len(rows[0]), puzzle.block_colours)
            check_fit(puzzle, grid)
            saved.append(grid)
        except (PuzzleError, TypeError, LookupError):
            warnings.append("a saved state was left out: it does not fit the puzzle")
    return saved


def _look(colour: Colour) -> dict[str, str]:
    return {"name": colour.name, "rgb": colour.rgb, "char": colour.char}


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    return "[\n" + ",\n".join(dump(puzzle).rstrip("\n") for puzzle in puzzles) + "\n]\n"


def dump(puzzle: Puzzle) -> str:
    """One member a line, one clue list a line: readable, and small in version control."""
    coloured = not puzzle.has_one_colour
    names = [colour.name for colour in puzzle.colours]

    def side(clues: tuple[Clue | None, ...]) -> list[Any]:
        return [
            clue if clue is None else [
                [block.length or "?", names[block.colour]] if coloured else block.length or "?"
                for block in clue
            ]
            for clue in clues
        ]  # fmt: skip

    members: dict[str, Any] = {key: getattr(puzzle, key) for key in TEXTS if getattr(puzzle, key)}
    if puzzle.colours[0] != BLANK:
        members["blank"] = _look(puzzle.colours[0])
    if puzzle.colours[1:] != (BLACK,):
        members["colours"] = [_look(colour) for colour in puzzle.colours[1:]]
    members["rows"], members["cols"] = side(puzzle.rows), side(puzzle.columns)
    if puzzle.goals:
        members["goals"] = [goal.text(puzzle.colours).split("\n") for goal in puzzle.goals]
    if puzzle.saved:
        members["saved"] = [list(grid) for grid in puzzle.saved]
    lines = [
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in members.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


FORMAT = Format(
    name="json",
    summary="JSON with rows and cols: colours, unknown and absent clues, metadata, goals",
    suffixes=(".json", ".jsonl"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    dump_all=dump_all,
    carries=frozenset(FEATURES),
)
