"""Pages with nonograms, drawn as magazines, web sites and apps draw them.

The puzzle on a page is known, so what is read from its picture can be compared. Layouts are data;
one drawer serves all. `photograph` adds what a camera does to a page.

    page = make_page(7)                          # everything from one seed
    image = draw_page(puzzle, LAYOUTS["dark"], "serif", seed=1)
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw

import nonocsp as nc

from .camera import photograph
from .page_drawing import (
    Sheet,
    draw_corner,
    draw_ground,
    draw_lines,
    draw_numbers,
    draw_progress,
    draw_surroundings,
)
from .page_layouts import FACES, LAYOUTS, Layout

LIBRARY = Path(__file__).parents[3] / "input"


@dataclass(frozen=True)
class Page:
    """A picture of a page, and what it was made from."""

    name: str
    puzzle: nc.Puzzle
    layout: str
    face: str
    difficulty: int
    image: Image.Image


def make_page(seed: int, layout: str | None = None, difficulty: int | None = None) -> Page:
    """A page made from a seed; what is not given is drawn by lot."""
    draw = random.Random(f"page {seed}")
    some_layout, some_difficulty = draw.choice(list(LAYOUTS)), draw.randrange(4)
    layout = layout or some_layout
    difficulty = some_difficulty if difficulty is None else difficulty
    face = draw.choice(list(FACES))
    look = LAYOUTS[layout]
    puzzle = choose_puzzle(seed, bool(look.colour), blank_lines=look.zeros)
    image = draw_page(puzzle, look, face, seed, scale=1 if difficulty == 0 else 2)
    image = photograph(image, difficulty, seed)
    return Page(f"{layout} {difficulty} {seed}", puzzle, layout, face, difficulty, image)


@lru_cache(2)
def library(coloured: bool) -> tuple[nc.Puzzle, ...]:
    """The pictures of the project that a page can show."""
    found = []
    for entry in json.loads((LIBRARY / "index.json").read_text("utf-8")):
        board = entry["board"]
        if entry["kind"] != "picture" or board["kind"] != "rectangle" or max(board["sides"]) > 45:
            continue
        puzzle = nc.read(LIBRARY / entry["file"])
        plain = all(
            clue is not None and all(block.length and not block.joint for block in clue)
            for clue in puzzle.clues
        )
        blank_is_white = puzzle.colours[0].rgb == "#ffffff"
        if (puzzle.block_colours > 1) is coloured and blank_is_white and plain:
            found.append(puzzle)
    return tuple(found)


def choose_puzzle(seed: int, coloured: bool = False, blank_lines: bool = False) -> nc.Puzzle:
    """A puzzle with one solution, from 5x5 to 45x45: of the library, or generated."""
    draw = random.Random(f"puzzle {seed} {coloured}")
    if draw.random() < 0.4:
        puzzle = draw.choice(library(coloured))
    else:
        rows, columns = (draw.choice((5, 8, 10, 15, 20, 25, 30, 35, 40, 45)) for _ in "rc")
        rows = max(rows, columns // 2)
        made = nc.generate(
            rows,
            max(columns, rows // 2),
            density=draw.choice((0.45, 0.55, 0.65)),
            colours=draw.choice((["#d1242f", "#0969da"], ["black", "red", "green"]))
            if coloured
            else 1,
            texture=draw.choice(("blobs", "strokes", "stripes")),
            seed=seed,
            limits=nc.Limits(nodes=20_000),
        ).puzzle
        puzzle = made or library(coloured)[0]
    if blank_lines:
        clues = list(puzzle.rows), list(puzzle.columns)
        for lines in clues:
            lines.insert(draw.choice((0, len(lines))), ())
        puzzle = nc.Puzzle(*clues, colours=puzzle.colours[1:])
    return puzzle


def draw_page(
    puzzle: nc.Puzzle, layout: Layout, face: str, seed: int, scale: int = 1
) -> Image.Image:
    """A page as a screenshot or a printer's file has it: sharp, straight and evenly lit.

    Args:
        scale: the resolution; pages that are photographed need more than those on a screen.
    """
    draw = random.Random(f"drawn {seed}")
    sheet = Sheet(puzzle, layout, face, draw, scale)
    image = Image.new("RGB", sheet.size, layout.paper)
    pen = ImageDraw.Draw(image)
    if sheet.cell < 18 and draw.random() < 0.5:
        pen.fontmode = "1"  # digits without grey edges, as old web sites have them
    if layout.around:
        draw_surroundings(pen, sheet)
    draw_ground(pen, sheet)
    if layout.corner:
        draw_corner(pen, sheet)
    if layout.played:
        draw_progress(pen, sheet)
    draw_lines(pen, sheet)
    draw_numbers(pen, sheet)
    return image
