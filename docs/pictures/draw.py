"""Draws the pictures of the README and the documentation: ``python docs/pictures/draw.py``.

It writes the SVG files beside it; a test compares them. Each picture is drawn by the function of
its name, from the puzzles in ``input/``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nonocsp as nc
from nonocsp import explanation as explain
from nonocsp import generation as generate
from nonocsp import render
from nonocsp.model.bits import full, is_single
from nonocsp.model.grid import Grid
from nonocsp.model.line import Line
from nonocsp.solver.trace import frames, trace

HERE = Path(__file__).parent
INPUT = HERE.parents[1] / "input"


def parrot() -> str:
    puzzle = nc.read(INPUT / "parrot.ctu")
    return render.svg(nc.solve(puzzle), puzzle=puzzle, cell=16)


def parrot_safe() -> str:
    puzzle = nc.read(INPUT / "parrot.ctu")
    return render.svg(nc.solve(puzzle), puzzle=puzzle, cell=20, safe_colours=True)


def cat() -> str:
    return render.svg(nc.read(INPUT / "cat.json"), cell=18, title="A puzzle with unknown lengths")


def dinghy() -> str:
    puzzle = nc.read(INPUT / "dinghy.g")
    return render.svg(nc.solve(puzzle), puzzle=puzzle, cell=24, title="A trianogram")


def differ() -> str:
    space = nc.solution_space(nc.read(INPUT / "random-10x10.txt"))
    return render.svg(space, cell=18)


def marks() -> str:
    puzzle = nc.read(INPUT / "heart.txt")
    known = {(0, 2): 0, (3, 0): 0, (3, 4): 0, (1, 1): 1, (1, 3): 1}
    follows = [(row, 2) for row in range(1, 5)]
    return render.svg(
        nc.Grid([3] * 25, 5).given(known | dict.fromkeys(follows, 1)),
        puzzle=puzzle,
        lines=[Line("column", 2)],
        because=[(0, 2)],
        concluded=follows,
    )


def steps() -> str:
    puzzle = nc.read(INPUT / "tulip.ctu")
    return render.animated_svg(frames(puzzle, trace(puzzle)), seconds=0.35, cell=20)


def solving() -> str:
    """The picture of the README: the lines that decide cells, and these cells alone."""
    puzzle = nc.read(INPUT / "lighthouse.ctu")
    unknown = full(puzzle.block_colours)
    shown: list[render.Drawing] = []
    for drawing in frames(puzzle, trace(puzzle)):
        assert drawing.cells is not None
        decided = [mask if is_single(mask) else unknown for mask in drawing.cells.masks]
        frame = drawing.replace(cells=Grid.of_masks(puzzle, decided))
        if not shown or frame.cells != shown[-1].cells or not frame.lines:
            shown.append(frame)
    title = "A lighthouse appears line by line while its puzzle is solved"
    return render.animated_svg(shown, seconds=0.25, cell=15, title=title)


def squint() -> str:
    return render.svg(nc.read(INPUT / "cross-eyed.txt"), cell=18)


def squint_solved() -> str:
    puzzle = nc.read(INPUT / "cross-eyed.txt")
    return render.svg(nc.solution_space(puzzle)[0], puzzle=puzzle, cell=18)


def squint_open() -> str:
    return render.svg(nc.solution_space(nc.read(INPUT / "cross-eyed.txt")), cell=18)


def squint_step() -> str:
    puzzle = nc.read(INPUT / "cross-eyed.txt")
    steps = explain.explain(puzzle).run().steps
    _, drawing = list(explain.drawings(puzzle, steps))[40]
    return render.svg(drawing.replace(cell=18))


def wink() -> str:
    squinting = nc.solution_space(nc.read(INPUT / "cross-eyed.txt"))[0]
    mended = generate.repair(squinting)
    return render.svg(mended.after, puzzle=mended.puzzle, cell=18)


def made() -> str:
    new = generate.generate(10, 12, texture="blobs", symmetry="left-right", seed=5)
    return render.svg(new.puzzle, cell=18)


def lighthouse() -> str:
    puzzle = nc.read(INPUT / "lighthouse.ctu")
    return render.svg(nc.solve(puzzle), puzzle=puzzle, cell=14)


def duck() -> str:
    return render.svg(nc.read(INPUT / "duck.txt"), cell=16, title="Very easy")


def penguin() -> str:
    return render.svg(nc.read(INPUT / "penguin.ctu"), cell=16, title="Moderate")


def smile() -> str:
    return render.svg(nc.read(INPUT / "smile.txt"), cell=16, title="Hard")


FUNCTIONS = (
    *(parrot, parrot_safe, cat, dinghy, differ, marks, steps, solving),
    *(squint, squint_solved, squint_open, squint_step, wink, made, lighthouse),
    *(duck, penguin, smile),
)
PICTURES: dict[str, Callable[[], str]] = {
    function.__name__.replace("_", "-"): function for function in FUNCTIONS
}

if __name__ == "__main__":
    for name, function in PICTURES.items():
        (HERE / f"{name}.svg").write_text(function(), encoding="utf-8", newline="\n")
