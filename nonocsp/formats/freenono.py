"""The XML of FreeNono: pictures, one or several in a document. Read only.

    <FreeNono><Nonograms>
    <Nonogram name="Note" author="me" width="3" height="2">
    <line>x _ x</line>
    <line>_ x _</line>
    </Nonogram>
    </Nonograms></FreeNono>

``x`` is filled and ``_`` blank; blanks between them say nothing. The puzzle is the one that the
picture makes. No document of the program itself was at hand: this follows what a converter wrote.
So width and height may be missing, and ``desc`` is taken as the description.
"""

from __future__ import annotations

from ..common.errors import FormatError
from ..model.grid import Picture
from ..model.puzzle import Puzzle
from .base import Format, Parsed
from .markup import Element, begins_with, root_of

_CELLS = {"x": 1, "X": 1, "_": 0, ".": 0}

#: Attributes that are text about the puzzle, and where they go.
_ABOUT = {"name": "title", "author": "author", "desc": "description", "description": "description"}


def sniff(text: str) -> str | None:
    return "XML with FreeNono" if begins_with(text, "freenono") else None


def parse(text: str) -> Parsed:
    root = root_of(text)
    found = [element for element in root.within() if element.name == "nonogram"]
    if not found:
        raise root.error("expected the element Nonogram", text=root.name)
    return Parsed([_puzzle(element) for element in found])


def _puzzle(element: Element) -> Puzzle:
    rows = [_row(line) for line in element.children("line")]
    if not rows or not rows[0]:
        raise element.error("expected the picture in elements line, as in x _ x")
    for line, row in zip(element.children("line"), rows, strict=True):
        if len(row) != len(rows[0]):
            raise line.error(f"expected {len(rows[0])} cells as in the first row, not {len(row)}")
    said = element.attributes
    for key, found, what in (("width", len(rows[0]), "columns"), ("height", len(rows), "rows")):
        if (told := said.get(key, "").strip()) and told != str(found):
            raise element.error(f"expected {told[:20]} {what} as told, not {found}")
    about = {_ABOUT[key]: said[key] for key in _ABOUT if said.get(key)}
    return Puzzle.from_picture(Picture(rows), **about)


def _row(line: Element) -> list[int]:
    cells = "".join(line.text.split())
    wrong = next((char for char in cells if char not in _CELLS), None)
    if wrong is not None:
        raise FormatError("expected 'x' or '_'", line=line.line, text=wrong)
    return [_CELLS[char] for char in cells]


FORMAT = Format(
    name="freenono",
    summary="the XML of FreeNono: pictures of x and _",
    suffixes=(".nonogram",),
    sniff=sniff,
    parse=parse,
)
