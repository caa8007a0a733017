"""Write the boards of this folder that nobody coded, with puzzles on them.

    python input/make_boards.py

Each is a JSON file of cells with outlines and of lines (docs/explanation/boards.md). The pictures
are drawn here: a mask on a rectangle with holes, a rosette on a ring of squares, and a floor of
octagons, squares and triangles.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from math import cos, pi, sin, sqrt
from pathlib import Path
from typing import Any

import nonocsp as nc

HERE = Path(__file__).parent / "boards"

Corners = list[list[float]]
#: The outline and the colour of every cell, by its name.
Cells = dict[str, tuple[Corners, int]]

_MASK = """
_##______##_
############
###  ##  ###
##_  __  _##
#####__#####
_####__####_
__##____##__
___#____#___
"""

_ROSETTE = ("#_______#_______", "##_##_####_##_##", "#__#__#_##_##__#")

_OCTAGONS = ("#_##", "_###", "####", "#_#_")
_SQUARES = ("#_#", "##_", "_##")


def mask() -> tuple[Cells, list[list[str]]]:
    """A rectangle with two holes, at which rows and columns end."""
    cells: Cells = {}
    for row, text in enumerate(_MASK.strip("\n").split("\n")):
        for column, mark in enumerate(text):
            if mark != " ":
                cells[f"{row},{column}"] = polygon(column, row, 4, sqrt(0.5), 1 / 8), mark == "#"
    rows = [[f"{row},{column}" for column in range(12)] for row in range(8)]
    columns = [[f"{row},{column}" for row in range(8)] for column in range(12)]
    return cells, [part for line in rows + columns for part in pieces(line, cells)]


def pieces(line: list[str], cells: Cells) -> Iterator[list[str]]:
    """A line without its holes."""
    for there, part in groupby(line, lambda name: name in cells):
        if there:
            yield list(part)


def rosette() -> tuple[Cells, list[list[str]]]:
    """Three rings of sixteen cells, each cut at the top, and the spokes from outside."""
    number, cells = 16, {}

    def corner(radius: int, sector: int) -> list[float]:
        turn = 2 * pi * sector / number
        far = 2.6 + radius
        return [round(far * sin(turn), 3), round(-far * cos(turn), 3)]

    for ring, text in enumerate(_ROSETTE):
        for sector, mark in enumerate(text):
            outer = [corner(3 - ring, sector + side) for side in (0, 1)]
            inner = [corner(2 - ring, sector + side) for side in (1, 0)]
            cells[f"{ring},{sector}"] = outer + inner, int(mark == "#")
    rings = [[f"{ring},{sector}" for sector in range(number)] for ring in range(3)]
    return cells, rings + [list(spoke) for spoke in zip(*rings, strict=True)]


def floor() -> tuple[Cells, list[list[str]]]:
    """Octagons in rows and columns; along diagonals squares between them, at the edge triangles."""
    cells: Cells = {}
    half = 1 / (2 + sqrt(2))  # of a diagonal of a square
    for row in range(4):
        for column in range(4):
            mark = _OCTAGONS[row][column] == "#"
            cells[f"o{row},{column}"] = polygon(column, row, 8, 0.5 / cos(pi / 8), 1 / 16), mark
    around = [(0.0, -half), (half, 0.0), (0.0, half), (-half, 0.0)]
    for row in range(-1, 4):
        for column in range(-1, 4):
            x, y = column + 0.5, row + 0.5
            corners = [[round(x + right, 3), round(y + down, 3)] for right, down in around]
            inside = [[u, v] for u, v in corners if -0.51 < u < 3.51 and -0.51 < v < 3.51]
            if len(inside) == 4:
                cells[f"s{row},{column}"] = inside, _SQUARES[row][column] == "#"
            elif len(inside) == 3:
                cells[f"s{row},{column}"] = inside, (row + column) % 2
    rows = [[f"o{row},{column}" for column in range(4)] for row in range(4)]
    lines = rows + [list(column) for column in zip(*rows, strict=True)]
    for start in range(-3, 4):
        diagonal = [
            f"{kind}{at - shift},{at + start - shift}"
            for at in range(-4, 6)
            for kind, shift in (("s", 1), ("o", 0))
        ]
        lines.append([name for name in diagonal if name in cells])
    return cells, lines


def polygon(x: float, y: float, corners: int, radius: float, turned: float) -> Corners:
    """A regular polygon around a point, turned by a part of a whole turn."""
    turns = (2 * pi * (corner / corners + turned) for corner in range(corners))
    return [[round(x + radius * cos(turn), 3), round(y + radius * sin(turn), 3)] for turn in turns]


def puzzle(title: str, cells: Cells, lines: list[list[str]]) -> dict[str, Any]:
    """The puzzle of a picture, with the clues in the order of the lines."""
    outlines = {name: outline for name, (outline, _) in cells.items()}
    board = nc.CustomBoard(outlines, lines)
    clues = []
    for line in lines:
        runs = groupby(cells[name][1] for name in line)
        clues.append([len(list(run)) for mark, run in runs if mark])
    order = dict(zip(board.given, clues, strict=True))
    found = nc.Puzzle.on(board, [order[line] for line in board.clued])
    assert nc.is_unique(found), title
    picture = nc.solve(found).picture
    assert picture is not None
    return {
        "title": title,
        "author": "The nonocsp authors",
        "licence": "CC0-1.0",
        "board": {
            "kind": "custom",
            "cells": [{"name": name, "outline": outline} for name, outline in outlines.items()],
            "lines": lines,
        },
        "clues": clues,
        "goals": [picture.row_texts(found.colours)],
    }


def written(value: dict[str, Any]) -> str:
    """JSON with a few cells or lines of a board on each line."""
    board = value["board"]

    def few(items: list[Any], number: int) -> str:
        texts = [json.dumps(item, separators=(",", ":")) for item in items]
        cut = [", ".join(texts[at : at + number]) for at in range(0, len(texts), number)]
        return "[\n      " + ",\n      ".join(cut) + "]"

    members = [f'  "{key}": {json.dumps(value[key])}' for key in ("title", "author", "licence")]
    parts = ['    "kind": "custom"', f'    "cells": {few(board["cells"], 2)}']
    parts.append(f'    "lines": {few(board["lines"], 2)}')
    members.append('  "board": {\n' + ",\n".join(parts) + "}")
    members += [f'  "{key}": {json.dumps(value[key])}' for key in ("clues", "goals")]
    return "{\n" + ",\n".join(members) + "\n}\n"


if __name__ == "__main__":
    for title, make in (("Mask", mask), ("Rosette", rosette), ("Floor", floor)):
        text = written(puzzle(title, *make()))
        (HERE / f"{title.lower()}.json").write_text(text, encoding="utf-8", newline="\n")
