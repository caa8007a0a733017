"""The steps of reading a photograph, as the page takes them.

Nothing is kept between two requests: each step that looks at the picture is sent it again.
"""

from __future__ import annotations

import base64
from io import BytesIO
from math import isqrt
from typing import Any

from ...core import BLANK, Colour, Verdict, rectangle
from ...files.foreign.pillow import pillow
from ...people.photo.image_file import load_pixels
from ...people.photo.photographs import WORK
from ...people.photo.sheet import Sheet, find_sheets, sheets_with_corners, straightened
from ...people.reading.deciphering import Reading, decipher
from ...people.reading.doubtful import UNITS, Doubtful
from .messages import MOST_CELLS, RequestError, bytes_in, limits_in, member, number_in

#: Rows, and columns, of the largest puzzle in a photograph.
MOST_LINES = isqrt(MOST_CELLS)

#: Of one picture in a request.
_MOST_SHEETS = 32

#: Of the straightened picture, which is looked at.
_QUALITY = 85

#: Numbers beyond this are none that the kernel takes; what it refuses it says.
_FAR = 10**9

_PART = "above", "left", "cell"
_SOLUTIONS = {Verdict.UNKNOWN: 0, Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2}


def sheets(data: Any) -> dict[str, Any]:
    pixels = load_pixels(bytes_in(data))
    corners = _points_in(data, "corners", 4, optional=True)
    if corners:
        found = sheets_with_corners(pixels, corners, *_size_in(data))
    else:
        found = find_sheets(pixels)
    return {"sheets": [_sheet_out(sheet) for sheet in found]}


def straighten(data: Any) -> dict[str, Any]:
    rows, columns = _size_in(data)
    flat = _points_in(data, "points", (rows + 1) * (columns + 1))
    above, left, cell = (min(number_in(data, name, 0) or 0, _FAR) for name in _PART)
    lattice = [flat[at : at + columns + 1] for at in range(0, len(flat), columns + 1)]
    picture = straightened(load_pixels(bytes_in(data)), lattice, cell, above=above, left=left)
    written = BytesIO()
    image = pillow().Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
    image.save(written, "JPEG", quality=_QUALITY)
    return {"base64": base64.b64encode(written.getvalue()).decode()}


def readings(data: Any) -> dict[str, Any]:
    every = [_doubtful_in(each) for each in member(data, "sheets", list)]
    if not 1 <= len(every) <= _MOST_SHEETS:
        raise RequestError(f"'sheets' are 1 to {_MOST_SHEETS}")
    found = decipher(*every, work=WORK, limits=limits_in(data))
    return {
        "readings": [_reading_out(reading) for reading in found.readings],
        "is_complete": found.is_complete,
    }


def _doubtful_in(data: Any) -> Doubtful:
    board = rectangle(*_size_in(data))
    number = min(number_in(data, "colours", 1) or 1, 255)
    palette = BLANK, *(Colour(f"colour {i}", f"#{i:06x}") for i in range(1, number + 1))
    parts = (bytes_in(data, name) for name in ("nodes", "counts", "arcs"))
    return Doubtful.unpacked(board, palette, *parts)


def _size_in(data: Any) -> tuple[int, int]:
    rows, columns = member(data, "rows", int), member(data, "columns", int)
    if not (1 <= rows <= MOST_LINES and 1 <= columns <= MOST_LINES):
        raise RequestError(f"rows and columns are 1 to {MOST_LINES} here")
    return rows, columns


def _points_in(
    data: Any, name: str, count: int, *, optional: bool = False
) -> list[tuple[float, float]]:
    """Points that are sent as x and y of each in turn."""
    flat = member(data, name, list, [] if optional else ...)
    if optional and not flat:
        return []
    if len(flat) != 2 * count or not all(type(each) in (int, float) for each in flat):
        raise RequestError(f"the member {name!r} is a list of x and y of {count} points")
    near = [float(min(max(each, -_FAR), _FAR)) for each in flat]
    return list(zip(near[::2], near[1::2], strict=True))


def _sheet_out(found: Sheet) -> dict[str, Any]:
    lines = [line.numbers for line in (*found.rows, *found.columns)]
    nodes, counts, arcs = (base64.b64encode(part).decode() for part in found.doubtful.packed())
    return {
        "layout": found.layout._asdict(),
        "rows": len(found.rows),
        "columns": len(found.columns),
        "points": [round(at, 2) for row in found.points for point in row for at in point],
        "others": found.others,
        "is_cut_off": found.is_cut_off,
        "lines": [
            [
                {"from": n.start, "to": n.end, "box": n.box, "ink": n.ink, "paper": n.paper}
                for n in numbers
            ]
            for numbers in lines
        ],
        "crops": base64.b64encode(b"".join(n.crop for line in lines for n in line)).decode(),
        "colours": [list(bytes.fromhex(c.rgb[1:])) for c in found.doubtful.colours[1:]],
        "nodes": nodes,
        "counts": counts,
        "arcs": arcs,
    }


def _reading_out(reading: Reading) -> dict[str, Any]:
    return {
        "sheet": reading.hypothesis,
        "cost": round(reading.cost * UNITS),
        "solutions": _SOLUTIONS[reading.verdict],
        "clues": [[[b.length, b.colour] for b in clue or ()] for clue in reading.puzzle.clues],
    }
