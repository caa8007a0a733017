"""The XML of FreeNono: pictures, one or several in a document. Read only.

    <FreeNono><Nonograms>
    <Nonogram name="Note" author="me" width="3" height="2">
    <line>x _ x</line>
    <line>_ x _</line>
    </Nonogram>
    </Nonograms></FreeNono>

``x`` is filled and ``_`` blank; blanks between them are ignored. The puzzle is the one that the
picture makes. No document of the program itself was at hand: this follows the output of a
converter. So width and height may be missing, and ``desc`` is taken as the description.
"""

from __future__ import annotations

from ....core import Picture, Puzzle, counted
from ..format import Format, Parsed
from ..text_lines import fault
from .elements import Element, root_of, root_sign

_CELLS = {"x": 1, "X": 1, "_": 0, ".": 0}

#: The attributes that are texts about the puzzle.
_ABOUT = {"name": "title", "author": "author", "desc": "description", "description": "description"}


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
            wanted = f"{counted(len(rows[0]), 'cell')} as in the first row"
            raise line.error(f"expected {wanted}, not {len(row)}")
    stated = element.attributes
    for key, found, what in (("width", len(rows[0]), "columns"), ("height", len(rows), "rows")):
        if (size := stated.get(key, "").strip()) and size != str(found):
            raise element.error(f"expected {size[:20]} {what}, the {key} stated, not {found}")
    about = {_ABOUT[key]: stated[key] for key in _ABOUT if stated.get(key)}
    return Puzzle.from_picture(Picture(rows), **about)


def _row(line: Element) -> list[int]:
    cells = "".join(line.text.split())
    for char in cells:
        if char not in _CELLS:
            raise fault("expected 'x' or '_'", line.line, char)
    return [_CELLS[char] for char in cells]


FORMAT = Format(
    name="freenono",
    summary="the XML of FreeNono: pictures of x and _",
    suffixes=(".nonogram",),
    sniff=root_sign("XML with FreeNono", "freenono"),
    parse=parse,
)
