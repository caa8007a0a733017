"""Solution spaces in files: one JSON document with the diagram's bytes, compressed, in base64.

A checksum is over all of it, so that what was damaged on the way is refused and never answers.
"""

from __future__ import annotations

import base64
import json
import sys
import zlib
from os import PathLike, fsdecode
from typing import Any

from ..core import (
    FormatError,
    Grid,
    OptionError,
    Picture,
    SolutionSpace,
    Stats,
    atomic_write,
    check_fit,
    checked,
    checksum,
)
from ..core.options.limits import DEFAULT_MEMORY
from ..core.solver.diagram import Part
from ..core.solver.kernel_diagram import KernelDiagram, loaded
from . import formats
from .formats.data.json import puzzle_of

#: The member that identifies the format, and its value, the version; and that of the checksum.
_MARK, _VERSION, _SUM = "nonocsp solution space", 2, "checksum"

#: Packed data is at most this many times smaller than it was, if that was more than these bytes: a
#: small file takes little memory, whatever is in it.
_MOST_RATIO, _SMALL = 100, 1 << 20


@checked
def write_space(space: SolutionSpace, path: str | PathLike[str]) -> None:
    """Write a solution space to a file, whole or not at all; `read_space` reads it.

    Raises:
        OptionError: the space was not compiled by the kernel.
    """
    diagram = space.diagram
    if not isinstance(diagram, KernelDiagram):
        raise OptionError("only a space that the kernel compiled can be saved")
    document = {
        _MARK: _VERSION,
        "puzzle": json.loads(formats.dumps(space.puzzle, "json")),
        "grid": None if space.grid is None else space.grid.masks,
        "count": hex(diagram.count),
        "base": _packed(diagram.base),
        "parts": [[part.node, list(part.cells)] for part in diagram.parts],
        "diagram": _packed(diagram.array),
    }
    with atomic_write(path) as file:
        json.dump(document | {_SUM: checksum(document)}, file)
        file.write("\n")


@checked
def read_space(path: str | PathLike[str]) -> SolutionSpace:
    """Read a solution space. Everything is checked except that no solution is missing.

    Raises:
        FormatError: the file is not a saved space, or damaged.
        EngineError: the kernel is not installed.
    """
    name = fsdecode(path)
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    except OSError as error:
        raise FormatError(f"cannot be opened: {error.strerror}", file=name) from None
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or _MARK not in document:
        raise FormatError("expected a saved solution space", file=name)
    if document[_MARK] != _VERSION:
        message = f"this solution space is of version {document[_MARK]!r}, expected {_VERSION}"
        raise FormatError(message, file=name)
    try:
        if document.pop(_SUM) != checksum(document):
            raise FormatError("the checksum does not match the content")
        return _space(document)
    except FormatError as error:
        raise FormatError(f"damaged solution space: {error.problem}", file=name) from None
    except (KeyError, TypeError, ValueError, OverflowError, zlib.error) as error:
        raise FormatError(f"damaged solution space ({error})", file=name) from None


def _space(document: dict[str, Any]) -> SolutionSpace:
    puzzle = puzzle_of(document["puzzle"])
    grid = None
    if document["grid"] is not None:
        grid = Grid.of_masks(puzzle, [int(mask) for mask in document["grid"]])
        check_fit(puzzle, grid)
    base = _unpacked(document["base"])
    parts = [Part(int(node), [int(cell) for cell in cells]) for node, cells in document["parts"]]
    if len(base) not in (0, puzzle.board.size):
        raise FormatError(f"{len(base)} cells for a puzzle of {puzzle.board.size}")
    diagram = loaded(len(puzzle.colours), base, parts, _unpacked(document["diagram"]))
    if hex(diagram.count) != document["count"]:
        raise FormatError("the count does not match the diagram")
    # One solution is checked, to detect the diagram of another puzzle.
    if diagram.count:
        last = Picture.from_cells(diagram.picture(diagram.count - 1), puzzle.board)
        if not puzzle.is_solved_by(last):
            raise FormatError("the diagram does not match the puzzle")
    return SolutionSpace(puzzle, grid, diagram, Stats(diagram_bytes=diagram.size))


def _packed(data: bytes) -> str:
    packed = zlib.compress(data)
    if len(data) > _most(len(packed)):
        packed = zlib.compress(data, 0)
    return base64.b64encode(packed).decode("ascii")


def _most(packed: int) -> int:
    """The most bytes that this many packed ones may become."""
    most = max(_MOST_RATIO * packed, _SMALL)
    return min(most, DEFAULT_MEMORY, sys.maxsize)  # the last is of 32 bits in the browser


def _unpacked(text: str) -> bytes:
    unpacking = zlib.decompressobj()
    most = _most(len(text) * 3 // 4)
    data = unpacking.decompress(base64.b64decode(text, validate=True), most)
    if not unpacking.eof:
        raise FormatError("packed data is cut off or too large")
    return data
