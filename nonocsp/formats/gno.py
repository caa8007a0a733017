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

from ..common.errors import FormatError
from ..model.clue import clue_of
from ..model.grid import Grid
from .base import Format, Parsed, SourceClue, build, dimension, exactly, number_clue, numbered

Lines = list[tuple[int, str]]

_HEADING = re.compile(r"[ \t]*\[[ \t]*([A-Za-z]{3})[^\]]*\][ \t]*\Z")
_MASKS = {"0": 0b11, "1": 0b01, "2": 0b10}


def sniff(text: str) -> str | None:
    found = re.search(r"^[ \t]*\[[ \t]*Dim[^\]\n]*\][ \t]*$", text, re.MULTILINE | re.IGNORECASE)
    return "a section [Dimensions]" if found else None


def parse(text: str) -> Parsed:
    sections: dict[str, Lines] = {}
    section: Lines | None = None
    for number, line in numbered(text):
        if heading := _HEADING.match(line):
            section = sections.setdefault(heading[1].lower(), [])
        elif section is not None:
            section.append((number, line))
        elif line.strip():
            raise FormatError("expected a heading such as [Dimensions]", line=number, text=line)
    filled = {
        key: [(number, line) for number, line in lines if line.strip()]
        for key, lines in sections.items()
    }
    sizes = [
        (number, word) for number, line in filled.get("dim", []) for word in re.split(r"\W+", line)
    ]
    sizes = [(number, word) for number, word in sizes if word]
    if len(sizes) < 2:
        raise FormatError("expected a section [Dimensions] with the numbers of rows and columns")
    height = dimension(sizes[0][1], "rows", sizes[0][0])
    width = dimension(sizes[1][1], "columns", sizes[1][0])
    goal = _grid(filled.get("sol"), height, width, "solution")
    work = _grid(filled.get("wor"), height, width, "working")
    sides = []
    for key, size, what in (("row", height, "row"), ("col", width, "column")):
        if key in filled:
            lines = exactly(
                filled[key], size, f"{size} lines of clues under [{what.title()} clues]"
            )
            sides.append([SourceClue(number_clue(line, number), number) for number, line in lines])
        elif goal is not None and goal.is_decided:
            cells = getattr(goal.picture(), f"{what}s")
            sides.append([SourceClue(clue_of(line), None) for line in cells])
        else:
            raise FormatError(f"expected a section [{what.title()} clues]")
    puzzle = build(sides[0], sides[1], **_about(sections))
    goals = [goal.picture()] if goal is not None and goal.is_decided else []
    warnings = ["a goal was left out: it has unknown cells"] if goal and not goals else []
    saved = [work] if work is not None and set(work.masks) != {0b11} else []
    return Parsed(
        [puzzle.replace(goals=goals, saved=saved) if goals or saved else puzzle], warnings
    )


def _grid(lines: Lines | None, height: int, width: int, what: str) -> Grid | None:
    if not lines:
        return None
    masks = []
    for number, line in exactly(lines, height, f"{height} rows in the {what} grid"):
        words = line.split()
        wrong = next((word for word in words if word not in _MASKS), None)
        if wrong is not None:
            raise FormatError("expected 0, 1 or 2 for every cell", line=number, text=wrong)
        if len(words) != width:
            raise FormatError(f"expected {width} cells, not {len(words)}", line=number)
        masks += [_MASKS[word] for word in words]
    return Grid(masks, width)


def _about(sections: dict[str, Lines]) -> dict[str, str]:
    said = [line.strip() for _, line in sections.get("des", [])] + [""] * 4
    grade = f"grade {said[3]} of Gnonograms" if said[3] else ""
    licence = " ".join(line.strip() for _, line in sections.get("lic", []))
    about = {
        "title": said[0],
        "author": said[1],
        "description": ", ".join(filter(None, (said[2], grade))),
        "licence": licence.strip(),
    }
    return {key: text for key, text in about.items() if text}


FORMAT = Format(
    name="gno",
    summary="Gnonograms: sections with headings in brackets",
    suffixes=(".gno",),
    sniff=sniff,
    parse=parse,
)
