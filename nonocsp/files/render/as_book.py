"""A booklet to play: a web page of one file with boards that check themselves against the clues.

The drawing of each board comes from its scene, so that every shape of board can be played. The
script (``book.js``) knows cells, and for every line a regular expression that its cells have to
match; it solves nothing, and the page holds no solution unless it is given one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any

from ...core import BLACK, Clue, OptionError, Picture, checked
from .as_svg import SvgPainter, escaped, outline
from .drawing import (
    Drawable,
    Drawing,
    credits_of,
    document_title,
    drawings_of,
    one_each,
    where_titles_stand,
)
from .items import Boxes, Item, Polygons
from .labels import ABSENT, NO_BLOCKS
from .page import SCRIPTS, STYLE, page
from .scene import Scene, looks

#: The character of blank in the expressions of lines; those of the colours follow it.
FIRST = 0x100

_HELP = (
    "Click or drag to fill cells with the chosen colour, again to empty them; the right button "
    "marks blank cells. Keys: arrows, Space to fill, X for blank, Delete, Z to undo, a digit for "
    "its colour. The clue of a line that fits becomes faint. Cells are kept in this browser."
)


@checked
def book(
    puzzles: Drawable | Iterable[Drawable],
    *,
    solutions: Iterable[Picture] = (),
    notes: Iterable[str] = (),
    titles: str | None = None,
    title: str | None = None,
    **look: Any,
) -> str:
    """A self-contained web page on which puzzles are played, by mouse, touch and keyboard.

    The theme is ``"auto"`` by default: light or dark like the reader's screen.

    Args:
        puzzles: puzzles, or drawings of some with clues.
        solutions: a picture for every puzzle, for a button that shows it, or nothing.
        notes: a line for every puzzle, such as its minutes, or nothing.
        titles: where titles appear: puzzles, answers (default: once the puzzle is solved) or none.
        title: of the page.
        look: fields of every drawing.

    Raises:
        OptionError, PuzzleError: as `Drawing`; a drawing without clues; more or fewer solutions or
            notes than puzzles.
    """
    drawings = drawings_of(puzzles, {"theme": "auto", **look})
    pictures = one_each("solutions", solutions, drawings)
    lines = one_each("notes", notes, drawings)
    if not all(drawing.has_clues for drawing in drawings):
        raise OptionError("only puzzles with clues can be played")
    where = where_titles_stand(titles, True)
    if title is None and where != "puzzles" and len(drawings) == 1:
        title = "Nonogram"
    data: list[dict[str, Any]] = []
    sections: list[str] = []
    for at, drawing in enumerate(drawings):
        scene = Scene.of(drawing)
        own = (drawing.puzzle.title or "") if drawing.puzzle and where != "none" else ""
        data.append(_facts(scene, own, pictures[at] if pictures else None))
        number = f"{at + 1}." if len(drawings) > 1 else ""
        heading = f'{number} <span class="title">{escaped(own) * (where == "puzzles")}</span>'
        note = " · ".join(filter(None, (lines[at] if lines else "", credits_of(drawing))))
        sections += _section(scene, at + 1, heading, note, data[-1])
    return _page(document_title(drawings, title), sections, data, drawings[0].theme)


def _page(name: str, sections: list[str], data: list[dict[str, Any]], theme: str) -> str:
    """The page of some puzzles, with their data and the script."""
    room = files(__package__)
    links = "".join(f'<a href="#puzzle-{n}">{n}</a>' for n in range(1, len(data) + 1))
    # Within a script, an opened tag would be taken for markup.
    held = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    body = (
        f"<h1>{escaped(name)}</h1>",
        f"<details><summary>How to play</summary>{_HELP}</details>",
        f'<nav aria-label="puzzles">{links}</nav>' if len(data) > 1 else "",
        "<main>",
        *sections,
        "</main>",
        f'<script type="application/json" id="puzzles">{held}</script>',
        f'<script type="module">\n{(room / "book.js").read_text("utf-8")}</script>',
    )
    style = STYLE + (room / "book.css").read_text("utf-8")
    return page(name, "\n".join(filter(None, body)), style, theme, SCRIPTS)


def pattern_of(clue: Clue | None) -> str:
    """The regular expression of the lines that satisfy a clue, a character for each cell.

    >>> from nonocsp import Puzzle
    >>> pattern_of(Puzzle([[2, 1]], [[1], [1], [], [1]]).rows[0]).translate({256: ".", 257: "#"})
    '.*#{2}.+#{1}.*'
    """
    if clue is None:
        return ".*"
    blank = chr(FIRST)
    parts: list[str] = []
    for at, block in enumerate(clue):
        before = clue[at - 1] if at else None
        if block.is_star:
            parts.append(".*")
            continue
        char = chr(FIRST + block.colour)
        if before is None:
            parts.append(f"{blank}*")
        elif before.is_star:
            parts.append(f"(?<!{char})")
        elif not block.is_attached:
            needs_blank = before.colour == block.colour and block.joint is None
            parts.append(f"{blank}{'+' if needs_blank else '*'}")
        parts.append(f"{char}{{{block.length}}}" if block.length else f"{char}+")
        if at + 1 < len(clue) and clue[at + 1].is_star:
            parts.append(f"(?!{char})")
    is_open = bool(clue) and clue[-1].is_star
    return "".join(parts) + f"{blank}*" * (not is_open)


def _facts(scene: Scene, title: str, answer: Picture | None) -> dict[str, Any]:
    """What the script has to know of a puzzle."""
    puzzle, layout = scene.drawing.puzzle, scene.layout
    assert puzzle is not None
    board = puzzle.board
    found: dict[str, Any] = {
        "id": f"nonocsp-{puzzle.fingerprint()}",
        "title": title,
        "colours": _names(scene.drawing),
        "lines": [
            {
                "cells": [*board.cells(line)],
                "fits": pattern_of(puzzle.clue(line)),
                "name": f"{line}: {_spoken(scene.drawing, puzzle.clue(line))}",
            }
            for line in board.clued
        ],
        "centres": [[round(at, 1) for at in layout.centre(cell)] for cell in layout.cells],
    }
    return found if answer is None else {**found, "answer": [*answer.cells]}


def _spoken(drawing: Drawing, clue: Clue | None) -> str:
    """A clue in words: the blocks, with their colours if there are several."""
    if not clue:
        return ABSENT if clue is None else NO_BLOCKS
    if len(drawing.palette) == 2:
        return " ".join(map(str, clue))
    names = ("" if block.is_star else f" {drawing.palette[block.colour].name}" for block in clue)
    return ", ".join(f"{block}{name}" for block, name in zip(clue, names, strict=True))


def _names(drawing: Drawing) -> list[str]:
    """The names of the colours, blank first. Black is not black on every screen."""
    colours = drawing.palette[1:]
    if [colour.name for colour in colours] == [BLACK.name]:
        return ["blank", "filled"]
    chars = [f" ({colour.char})" * drawing.shows_chars for colour in colours]
    return ["blank", *(c.name + char for c, char in zip(colours, chars, strict=True))]


def _section(
    scene: Scene, at: int, heading: str, note: str, facts: dict[str, Any]
) -> Iterator[str]:
    """A puzzle on the page, in HTML."""
    label = f"Puzzle {at}: {scene.drawing.board}"
    yield f'<section id="puzzle-{at}" aria-label="{escaped(label)}" style="{_colours(scene, at)}">'
    yield f"<h2>{heading}</h2>"
    if note:
        yield f'<p class="note">{escaped(note)}</p>'
    buttons = [
        f'<button type="button" data-colour="{n}">'
        f'<span style="background:var(--b{n},var(--c{n}))"></span>{escaped(name)}</button>'
        for n, name in enumerate(facts["colours"])
        if n
    ]
    buttons.append(
        '<button type="button" data-colour="0"><span class="mark">·</span>blank</button>'
    )
    acts = {"undo": "Undo", "clear": "Clear"} | ({"answer": "Answer"} if "answer" in facts else {})
    buttons += [f'<button type="button" data-act="{k}">{v}</button>' for k, v in acts.items()]
    yield f'<div class="tools">{"".join(buttons)}</div>'
    yield _board(scene, label, at)
    yield '<output aria-live="polite"></output>\n</section>'


def _board(scene: Scene, label: str, at: int) -> str:
    """The drawing of an empty board with a shape for every cell, and a veil for every clue."""
    painter, layout = (
        SvgPainter(scene, label.split(":")[0].removeprefix("Puzzle").strip()),
        scene.layout,
    )
    below = painter.paint([*scene.paper(), *scene.cells(looks(scene.drawing))])
    above = painter.paint([*scene.rules(), *scene.marks(), *scene.clues()])
    cells = "".join(f'<path class="cell" d="{_shape(scene, cell)}"/>' for cell in layout.cells)
    strips = (layout.strips("paper", [line]) for line in scene.drawing.board.clued)
    veils = "".join(f'<path d="{"".join(map(_outline, strip))}"/>' for strip in strips)
    parts = (
        *_gradients(scene, at),
        *below,
        f'<g fill="var(--c0)">{cells}</g><g class="dots"></g>',
        '<g class="rules">',
        *above,
        f'</g><g class="done">{veils}</g>',
    )
    drawn = painter.document("", parts)
    return drawn.replace(
        'role="img"', f'role="application" aria-label="{escaped(label)}" tabindex="0"', 1
    )


def _outline(item: Item) -> str:
    return outline(item) if isinstance(item, Boxes | Polygons) else ""


def _shape(scene: Scene, cell: int) -> str:
    """The outline of a cell as a path."""
    layout = scene.layout
    if (polygon := layout.polygon(cell)) is not None:
        return outline(Polygons("open", [polygon]))
    return outline(Boxes("open", [layout.box(*scene.drawing.board.place(cell))]))


def _colours(scene: Scene, at: int) -> str:
    """The colours of a board as properties of CSS. Undecided cells look blank, so that no colour
    is lost on them. Cells of two triangles have gradients, here those of buttons."""
    tables, theme = scene.colours, scene.drawing.theme
    roles = {"paper": "paper", "dot": "dot"}
    roles |= {f"c{n}": f"colour {n}" for n in range(len(scene.drawing.palette))}

    def look(role: str) -> str:
        if theme == "auto":
            return f"light-dark({tables.light[role]},{tables.dark[role]})"
        return tables.colour(role)

    found = {name: look(role) for name, role in roles.items()}
    for n, triangle in _triangles(scene):
        way = "bottom" if triangle.diagonal == "/" else "top"
        left, right = triangle.left, triangle.right
        found[f"c{n}"] = f"url(#half-{at}-{n})"
        found[f"b{n}"] = f"linear-gradient(to {way} right,{left} 50%,{right} 50%)"
    return ";".join(f"--{name}:{value}" for name, value in found.items())


def _gradients(scene: Scene, at: int) -> Iterator[str]:
    """The looks of cells of two triangles."""
    for n, triangle in _triangles(scene):
        ends = 'x1="0" y1="0" x2="1" y2="1"'
        if triangle.diagonal != "/":
            ends = 'x1="0" y1="1" x2="1" y2="0"'
        yield (
            f'<linearGradient id="half-{at}-{n}" {ends}>'
            f'<stop offset=".5" stop-color="{triangle.left}"/>'
            f'<stop offset=".5" stop-color="{triangle.right}"/></linearGradient>'
        )


def _triangles(scene: Scene) -> Iterator[tuple[int, Any]]:
    for number, colour in enumerate(scene.drawing.palette):
        if colour.triangle:
            yield number, colour.triangle
