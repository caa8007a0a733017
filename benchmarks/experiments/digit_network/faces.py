"""Typefaces: those of the system whose digits look like digits, and faces made of strokes."""

from __future__ import annotations

import subprocess
import zlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFont

#: The Debian packages whose typefaces the published weights learned, `fonts-` before each.
PACKAGES = """
3270 adf-gillius adf-libris adf-mekanus adf-romande adf-switzera adf-universalis
aenigma agave allerta amiga anonymous-pro averia-sans-gwf b612 bebas-neue breip cabin cantarell
century-catalogue cherrybomb clear-sans cmu comfortaa comic-neue courier-prime creep2 croscore
crosextra-caladea crosextra-carlito dejavu dkg-handwriting dosis dotgothic16 dseg dustin ebgaramond
ecolier-court engadget essays1743 eurofurence f500 fantasque-sans femkeklaver firacode freefont-ttf
gemunu-libre gfs-neohellenic glasstty gnutypewriter go hack-ttf hermit humor-sans inconsolata inter
isabella jetbrains-mono junction jura karla lato ldco league-mono league-spartan liberation
linuxlibertine lmodern lobstertwo manrope misaki monofur monoid mononoki mplus nanum national-park
noto-core noto-mono ocr-a ocr-b okolaks oldstandard open-sans opendin opendyslexic osifont oxygen
paratype play proggy quicksand ricty-diminished roadgeek roboto-hinted roboto-slab routed-gothic
rufscript sixtyfour sjfonts smc-manjari smiley-sans sora spleen staypuft stick symbola terminus-otb
texgyre thai-tlwg-ttf tiresias tomsontalks tuffy ubuntu-title urw-base35 vollkorn
yanone-kaffeesatz
"""

#: Families whose digits are those of another one, and symbols.
REPEATED = ("Noto Sans ", "Noto Serif ", "Noto Kufi", "Noto Naskh", "Noto Nastaliq", "Symbol")
KEPT = ("Noto Sans Mono", "Noto Sans Display", "Noto Serif Display")
STYLES = 4  #: at most as many faces of one family
HELD_OUT = 20


@dataclass(frozen=True)
class Typeface:
    """A face of the system."""

    file: str
    index: int
    family: str
    is_slanted: bool

    def font(self, height: int) -> ImageFont.FreeTypeFont:
        """The face with digits of about this height in pixels."""
        box = _font(self.file, self.index, 100).getbbox("0123456789")
        return _font(self.file, self.index, max(4, round(height * 100 / max(box[3] - box[1], 20))))


@lru_cache(maxsize=4000)
def _font(file: str, index: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, size, index)


def typefaces() -> tuple[list[Typeface], list[Typeface]]:
    """The faces to train with, and those of other families held out for measuring."""
    families: dict[str, list[Typeface]] = {}
    for face in _readable(_installed()):
        families.setdefault(face.family, []).append(face)
    ordered = sorted(families, key=lambda family: zlib.crc32(family.encode()))
    kept = {family: _spread(families[family]) for family in ordered}
    held = [kept[family][0] for family in ordered[:HELD_OUT]]
    return [face for family in sorted(ordered[HELD_OUT:]) for face in kept[family]], held


def _spread(faces: list[Typeface]) -> list[Typeface]:
    step = max(len(faces) / STYLES, 1)
    return [faces[int(k * step)] for k in range(min(len(faces), STYLES))]


def _installed() -> list[Typeface]:
    listed = subprocess.run(
        [
            "fc-list",
            "--format",
            "%{file}|%{index}|%{family[0]}|%{slant}\n",
            ":lang=en:scalable=True",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    faces = []
    for line in sorted(set(listed.splitlines())):
        file, index, family, slant = line.split("|")
        repeated = family.startswith(REPEATED) and not family.startswith(KEPT)
        if int(index) < 1 << 16 and not repeated and file.endswith((".ttf", ".otf", ".ttc")):
            faces.append(Typeface(file, int(index), family, slant != "0"))
    return faces


def _readable(faces: list[Typeface], least: float = 0.55) -> list[Typeface]:
    """The faces whose digits resemble the mean digits of all; the others are symbols or riddles."""
    drawn = {face: shapes for face in faces if (shapes := _shapes(face)) is not None}
    for _ in range(2):  # the mean is taken once more, of those that remain
        mean = np.mean(list(drawn.values()), axis=0)
        drawn = {face: shapes for face, shapes in drawn.items() if _resemble(shapes, mean) > least}
    return list(drawn)


def _shapes(face: Typeface) -> np.ndarray | None:
    """Each digit, stretched to one size, without its mean and with length 1."""
    shapes = []
    for digit in "0123456789":
        image = Image.new("L", (160, 160))
        try:
            ImageDraw.Draw(image).text((50, 40), digit, font=face.font(40), fill=255)
        except (OSError, ValueError):
            return None
        box = image.getbbox()
        if box is None:
            return None
        shape = np.asarray(image.crop(box).resize((16, 24)).resize((8, 12)), np.float32).ravel()
        shapes.append((shape - shape.mean()) / (np.linalg.norm(shape - shape.mean()) + 1e-6))
    return np.array(shapes)


def _resemble(shapes: np.ndarray, mean: np.ndarray) -> float:
    """The median over digits, 1 aside, whose shape is free, of the likeness to the mean."""
    likeness = (shapes * mean).sum(1) / np.linalg.norm(mean, axis=1)
    nearest = (shapes @ mean.T).argmax(1) == np.arange(10)
    return float(np.median(likeness[[0, *range(2, 10)]])) * (nearest.sum() >= 8)


#: Digits of 5 x 7 pixels, a row a number.
DOTS = {
    "0": (14, 17, 17, 17, 17, 17, 14),
    "1": (4, 12, 20, 4, 4, 4, 31),
    "2": (14, 17, 1, 2, 4, 8, 31),
    "3": (14, 17, 1, 6, 1, 17, 14),
    "4": (2, 6, 10, 18, 31, 2, 2),
    "5": (31, 16, 30, 1, 1, 17, 14),
    "6": (6, 8, 16, 30, 17, 17, 14),
    "7": (31, 1, 2, 4, 4, 8, 8),
    "8": (14, 17, 17, 14, 17, 17, 14),
    "9": (14, 17, 17, 15, 1, 2, 12),
}

Stroke = list[tuple[float, float]]


class StrokeFace:
    """A face of strokes drawn at random: seven segments, square, with cut corners or round.

    A 1 has a flag, a foot, both or none, a 7 a serif, a bar or none, a 6 and a 9 have a tail or
    none. All digits of a number are of one face, but a face is only drawn once.
    """

    def __init__(self, random: Random) -> None:
        self._random = random
        self._pixels = random.choice(["", "", "", "square", "round"])
        self._smoothing = 0 if self._pixels else random.choice([0, 0, 0, 1, 3])
        self._gap = random.uniform(0.02, 0.1) if random.random() < 0.2 else 0.0
        self._aspect = random.uniform(0.4, 0.85)
        self._weight = random.uniform(0.07, min(0.2, 0.33 * self._aspect))
        self._middle = 0.5 if self._pixels else random.uniform(0.42, 0.58)
        self._space = random.uniform(0.12, 0.4)
        self._one = random.choice(["bar", "bar", "flag", "square flag", "foot", "flag and foot"])
        self._seven = random.choice(["plain", "plain", "serif", "slanted", "slanted", "bar"])
        self._four = random.choice(["open", "open", "closed", "shifted"])
        self._tails = random.random() < 0.75
        self._zero = random.choice(["plain", "plain", "plain", "slash"])
        self._grid = random.choice([(3, 5), (4, 6), (5, 7), (5, 8), (6, 8)])

    def draw(self, text: str, height: int) -> Image.Image:
        """Ink 255 on 0, as tight as the strokes."""
        if self._pixels:
            columns, rows = self._grid
            is_square = self._pixels == "square"
            small = self._drawn(text, rows, columns, 1, 1) if is_square else self._dotted(text)
            width = max(1, round(small.width * height / small.height))
            return small.resize((width, height), Image.Resampling.NEAREST)
        scale = 2  # drawn larger: Pillow's lines have hard edges
        large = self._drawn(
            text,
            scale * height,
            round(scale * height * self._aspect),
            max(1, round(scale * height * self._weight)),
            max(1, round(scale * height * self._space)),
        )
        return large.resize((max(1, large.width // scale), height), Image.Resampling.BOX)

    def _drawn(self, text: str, height: int, width: int, pen: int, space: int) -> Image.Image:
        image = Image.new("L", ((width + space) * len(text), height))
        draw = ImageDraw.Draw(image)
        at = 0
        for digit in text:
            strokes = self._strokes(digit)
            right = max(x for stroke in strokes for x, _ in stroke)
            for stroke in strokes:
                points = [
                    (at + (pen - 1) / 2 + x * (width - pen), (pen - 1) / 2 + y * (height - pen))
                    for x, y in self._smoothed(stroke)
                ]
                self._line(draw, points, pen)
            at += pen + round(right * (width - pen)) + space
        return image.crop((0, 0, max(1, at - space), height))

    def _dotted(self, text: str) -> Image.Image:
        """Of pixels in a table, a column between the digits."""
        image = Image.new("L", (6 * len(text), 7))
        for k, digit in enumerate(text):
            bar = digit == "1" and self._one == "bar"
            for row, bits in enumerate([4] * 7 if bar else DOTS[digit]):
                for column in range(5):
                    if bits >> (4 - column) & 1:
                        image.putpixel((6 * k + column, row), 255)
        return image.crop(image.getbbox())

    def _line(self, draw: ImageDraw.ImageDraw, points: Stroke, pen: int) -> None:
        half = (pen - 1) / 2
        for (x, y), (u, v) in pairwise(points):
            if self._gap and pen > 1:
                x, u = x + self._gap * (u - x), u - self._gap * (u - x)
                y, v = y + self._gap * (v - y), v - self._gap * (v - y)
            if x == u or y == v:  # a box: its ends are square
                low = (round(min(x, u) - half), round(min(y, v) - half))
                high = (round(max(x, u) + half), round(max(y, v) + half))
                draw.rectangle((low, high), fill=255)
            else:
                draw.line((x, y, u, v), fill=255, width=pen)
                for a, b in ((x, y), (u, v)):
                    draw.ellipse((a - half, b - half, a + half, b + half), fill=255)

    def _smoothed(self, stroke: Stroke) -> Stroke:
        """Corners cut, by Chaikin's algorithm; a closed stroke stays closed enough."""
        for _ in range(self._smoothing):
            inner = [
                point
                for (x, y), (u, v) in pairwise(stroke)
                for point in (
                    (0.75 * x + 0.25 * u, 0.75 * y + 0.25 * v),
                    (0.25 * x + 0.75 * u, 0.25 * y + 0.75 * v),
                )
            ]
            stroke = [stroke[0], *inner[1:-1], stroke[-1]] if len(stroke) > 2 else stroke
        return stroke

    def _strokes(self, digit: str) -> list[Stroke]:
        m = self._middle
        curl = [(0.0, 1.0)] if self._tails else []
        box: Stroke = [(0.5, 0), (1, 0), (1, 1), (0, 1), (0, 0), (0.5, 0)]
        slash: list[Stroke] = [[(0.1, 0.9), (0.9, 0.1)]] if self._zero == "slash" else []
        table: dict[str, list[Stroke]] = {
            "0": [box, *slash],
            "1": self._of_one(),
            "2": [[(0, 0), (1, 0), (1, m), (0, m), (0, 1), (1, 1)]],
            "3": [[(0, 0), (1, 0), (1, 1), (0, 1)], [(0.2, m), (1, m)]],
            "4": self._of_four(),
            "5": [[(1, 0), (0, 0), (0, m), (1, m), (1, 1), (0, 1)]],
            "6": [[*([(1.0, 0.0)] if self._tails else []), (0, 0), (0, 1), (1, 1), (1, m), (0, m)]],
            "7": self._of_seven(),
            "8": [box, [(0, m), (1, m)]],
            "9": [[(1, m), (0, m), (0, 0), (1, 0), (1, 1), *curl]],
        }
        return table[digit]

    def _of_one(self) -> list[Stroke]:
        flag: dict[str, list[Stroke]] = {
            "bar": [[(0, 0), (0, 1)]],
            "flag": [[(0, 0.25), (0.4, 0), (0.4, 1)]],
            "square flag": [[(0, 0), (0.4, 0), (0.4, 1)]],
            "foot": [[(0, 0.0), (0.5, 0), (0.5, 1)], [(0, 1), (1, 1)]],
            "flag and foot": [[(0, 0.25), (0.5, 0), (0.5, 1)], [(0, 1), (1, 1)]],
        }
        return flag[self._one]

    def _of_four(self) -> list[Stroke]:
        m = self._middle
        shapes: dict[str, list[Stroke]] = {
            "open": [[(0, 0), (0, m), (1, m)], [(1, 0), (1, 1)]],
            "closed": [[(1, 0.7), (0, 0.7), (0.7, 0), (0.7, 1)]],
            "shifted": [[(0, 0), (0, 0.65), (1, 0.65)], [(0.7, 0.3), (0.7, 1)]],
        }
        return shapes[self._four]

    def _of_seven(self) -> list[Stroke]:
        shapes: dict[str, list[Stroke]] = {
            "plain": [[(0, 0), (1, 0), (1, 1)]],
            "serif": [[(0, 0.3), (0, 0), (1, 0), (1, 1)]],
            "slanted": [[(0, 0), (1, 0), (0.35, 1)]],
            "bar": [[(0, 0), (1, 0), (0.4, 1)], [(0.3, 0.5), (0.95, 0.5)]],
        }
        return shapes[self._seven]
