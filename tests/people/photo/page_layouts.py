"""The layouts and typefaces of drawn pages, as data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

#: Typefaces by name, below the folders of Debian. One that is missing is replaced by Pillow's own.
FACES = {
    "sans": "truetype/dejavu/DejaVuSans.ttf",
    "sans bold": "truetype/dejavu/DejaVuSans-Bold.ttf",
    "condensed": "truetype/dejavu/DejaVuSansCondensed-Bold.ttf",
    "serif": "truetype/liberation/LiberationSerif-Regular.ttf",
    "grotesque": "truetype/liberation/LiberationSans-Regular.ttf",
    "narrow": "opentype/urw-base35/NimbusSansNarrow-Regular.otf",
    "mono": "truetype/dejavu/DejaVuSansMono.ttf",
    "roboto": "truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf",
    "humanist": "truetype/lato/Lato-Regular.ttf",
    "libertine": "opentype/linux-libertine/LinLibertine_R.otf",
    "round": "truetype/comfortaa/Comfortaa-Bold.ttf",
    "pixel": "truetype/dotgothic16/DotGothic16-Regular.ttf",
    "game": "truetype/aenigma/upheavtt.ttf",
    "tuffy": "truetype/tuffy/Tuffy.ttf",
    "cabin": "opentype/cabin/Cabin-Bold.otf",
    "carlito": "truetype/crosextra/Carlito-Bold.ttf",
    "fira": "truetype/firacode/FiraCode-Bold.ttf",
    "built-in": "",
}


@dataclass(frozen=True)
class Layout:
    """How a puzzle is drawn. Lengths are shares of a cell, unless they say pixels."""

    cell: tuple[int, int] = (22, 36)  # smallest and largest, in pixels
    digits: tuple[float, float] = (0.5, 0.68)  # height of the digits
    clue_lines: str = "all"  # "none"; "rules" between lines; "numbers": around cells with one
    lines: tuple[float, float, float] = (0.03, 0.07, 0.1)  # thin, every five, border
    paper: str = "#ffffff"
    block: str = "#ffffff"  # the cells to solve
    bands: tuple[str, ...] = ()  # colours of the clues of neighbouring lines, in turn
    ink: str = "#101010"
    line: str = "#303030"
    colour: str = ""  # of coloured clues: "digits" or "squares"
    corner: bool = False  # a picture in the clue corner
    played: bool = False  # clues struck out by hand, cells filled, crossed and dotted
    zeros: bool = False  # a 0 for a blank line
    around: str = ""  # "print": a title, text, drawings; "banner": a grid; "app": a bar, buttons
    shadow: bool = False  # a black edge right and below, as magazines have it


LAYOUTS = {
    "lined": Layout(),
    "grey lines": Layout(line="#8a8a8a", lines=(0.03, 0.06, 0.06)),
    "open": Layout(clue_lines="none", digits=(0.45, 0.6)),
    "grey block": Layout(clue_lines="none", block="#858585", line="#555555", digits=(0.5, 0.6)),
    "thick": Layout(
        lines=(0.04, 0.13, 0.16), digits=(0.6, 0.72), paper="#f4f2ee", block="#f4f2ee", shadow=True
    ),
    "app": Layout(
        clue_lines="none", bands=("#dfe8f5", "#c9d8ee"), line="#9aa7b8", ink="#1d2b45",
        paper="#f7f9fc", lines=(0.03, 0.06, 0.08), around="app",
    ),
    "stairs": Layout(clue_lines="numbers", bands=("#a9e0ac",), paper="#c0c0c0", around="app"),
    "dark": Layout(
        clue_lines="none", paper="#1b1d24", block="#262a33", ink="#f2f2f2", line="#5c6470",
        bands=("#2b303b", "#333946"), around="app",
    ),
    "dark lined": Layout(paper="#000000", block="#101010", ink="#ffffff", line="#8c8c8c"),
    "small": Layout(cell=(11, 14), digits=(0.62, 0.72), lines=(0.05, 0.12, 0.12)),
    "coloured digits": Layout(colour="digits", paper="#fbfaf5"),
    "coloured squares": Layout(colour="squares", digits=(0.5, 0.6)),
    "corner": Layout(corner=True, lines=(0.04, 0.1, 0.14), shadow=True),
    "struck": Layout(played=True),
    "zeros": Layout(zeros=True, line="#606060"),
    "magazine": Layout(
        around="print", corner=True, paper="#efece4", block="#f6f4ee", lines=(0.04, 0.1, 0.12)
    ),
    # As the printed pages of the largest site: measured on 22 photographs of them.
    "printed": Layout(
        clue_lines="rules", around="banner", digits=(0.5, 0.56), lines=(0.05, 0.12, 0.14),
        line="#101010",
    ),
}  # fmt: skip


@lru_cache(64)
def font(face: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    path = Path("/usr/share/fonts") / (FACES[face] or "none")
    if path.is_file():
        return ImageFont.truetype(str(path), size)
    return ImageFont.load_default(size)
