"""Gnonograms: sections with headings in brackets. Read only.

    [Description]
    Note
    me
    2021-12-05
    4
    [Dimensions]
    2
    3
    [Row clues]
    1,1
    0
    [Column clues]
    1
    0
    1
    [Solution grid]
    2 1 2
    1 1 1

Only the first three letters of a heading count. The dimensions are rows, then columns. In the grids
0 is unknown, 1 blank and 2 filled: the solution grid is the goal, and the working grid a saved
state unless nothing is known in it. The description is name, author, date and grade, of which the
last two go together into the description of the puzzle. Clues that are missing are those of the
goal. Other sections are skipped.
"""

from __future__ import annotations

import re

from ....core import Grid, clue_of, counted
from ..clues import Side, SourceClue, build, check_size, dimension, number_clues
from ..format import Format, Parsed, sign
from ..text_lines import Lines, exactly, fault, filled, numbered

_HEADING = re.compile(r"[ \t]*\[[ \t]*([A-Za-z]{3})[^\]]*\][ \t]*\Z")
_MASKS = {"0": 0b11, "1": 0b01, "2": 0b10}


def parse(text: str) -> Parsed:
    sections = _sections(text)
    dimensions = sections.get("dim", [])
    words = [(number, word) for number, line in dimensions for word in re.findall(r"\w+", line)]
    if len(words) < 2:
        raise fault("expected a section [Dimensions] with the numbers of rows and columns")
    height = dimension(words[0][1], "rows", words[0][0])
    width = dimension(words[1][1], "columns", words[1][0])
    stated = height, width
    lines = [sections.get(name) and filled(sections[name]) for name in ("row", "col")]
    given = tuple(
        size if side is None else len(side) for size, side in zip(stated, lines, strict=True)
    )
    warnings: list[str] = []
    check_size(stated, (given[0], given[1]), warnings, dimensions[0][0])
    if given == (width, height):
        height, width = given
    goal = _grid(filled(sections.get("sol", [])), height, width, "solution")
    work = _grid(filled(sections.get("wor", [])), height, width, "working")
    solved = goal.picture() if goal and goal.is_decided else None
    if goal and not solved:
        warnings.append("a goal was left out: it has unknown cells")

    def side(what: str, clues: Lines | None, cells: tuple[tuple[int, ...], ...]) -> Side:
        if clues is not None:
            return number_clues(clues)
        if not cells:
            raise fault(f"expected a section [{what} clues]")
        return [SourceClue(clue_of(line), None) for line in cells]

    rows = side("Row", lines[0], solved.rows if solved else ())
    columns = side("Column", lines[1], solved.columns if solved else ())
    is_sized = (len(rows), len(columns)) == (height, width)
    puzzle = build(
        rows,
        columns,
        **_about(sections),
        goals=[solved] if solved and is_sized else [],
        saved=[work] if work and is_sized and set(work.masks) != {0b11} else [],
    )
    return Parsed([puzzle], warnings)


def _sections(text: str) -> dict[str, Lines]:
    """The lines of each section by the first letters of its heading."""
    sections: dict[str, Lines] = {}
    section: Lines | None = None
    for number, line in numbered(text):
        if heading := _HEADING.match(line):
            section = sections.setdefault(heading[1].lower(), [])
        elif section is not None:
            section.append((number, line))
        elif line.strip():
            raise fault("expected a heading such as [Dimensions]", number, line)
    return sections


def _grid(lines: Lines, height: int, width: int, what: str) -> Grid | None:
    if not lines:
        return None
    masks = []
    for number, line in exactly(lines, height, f"{counted(height, 'row')} in the {what} grid"):
        words = line.split()
        for word in words:
            if word not in _MASKS:
                raise fault("expected 0, 1 or 2 for every cell", number, word)
        if len(words) != width:
            raise fault(f"expected {counted(width, 'cell')}, not {len(words)}", number)
        masks += [_MASKS[word] for word in words]
    return Grid(masks, width)


def _about(sections: dict[str, Lines]) -> dict[str, str]:
    name, author, date, grade, *_ = [line.strip() for _, line in sections.get("des", [])] + [""] * 4
    about = {
        "title": name,
        "author": author,
        "description": ", ".join(filter(None, (date, grade and f"grade {grade} of Gnonograms"))),
        "licence": " ".join(line.strip() for _, line in sections.get("lic", [])).strip(),
    }
    return {key: text for key, text in about.items() if text}


FORMAT = Format(
    name="gno",
    summary="Gnonograms: sections with headings in brackets",
    suffixes=(".gno",),
    sniff=sign(r"(?mi)^[ \t]*\[[ \t]*Dim[^\]\n]*\][ \t]*$", "a section [Dimensions]"),
    parse=parse,
)
