"""Pieces of a clue area, drawn: numbers, what is no number, and what lies around both."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFont

from .faces import StrokeFace, Typeface

#: Letters and symbols that no digit resembles.
LETTERS = "ACEFHKMNPRUVWXadefhkmnprtuvwx"
SYMBOLS = "★☆✓✗✚●■▲▼♥♦♠♣+×*#?%&@…—-→◆"
WORDS = ("Row", "Col", "Name", "Date", "Page", "Size", "Nono", "OK", "Easy", "Hard", "www.")
SYMBOL_FACE = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


class Scene(NamedTuple):
    """Ink is 255 and paper 0."""

    subject: Image.Image  #: what a box is found around
    everything: Image.Image
    may_be_cut_out: bool = True  #: a line without its surroundings would be a 1


class Scenes:
    """Draws numbers, and what is none, at a given height in pixels."""

    def __init__(self, faces: list[Typeface], random: Random) -> None:
        self._upright = [face for face in faces if not face.is_slanted]
        self._slanted = [face for face in faces if face.is_slanted] or faces
        self._random = random

    def number(self, text: str, height: int) -> Scene:
        """A number, and what may lie around it."""
        r = self._random
        if r.random() < 0.22:
            self._write = StrokeFace(r).draw
        else:
            face = r.choice(self._upright if r.random() < 0.9 else self._slanted)
            self._write = self._writer(face)
        subject = _padded(self._write(text, height), height)
        return Scene(subject, self._with_surroundings(subject, height))

    def nothing(self, height: int) -> Scene:
        """Something that is no number."""
        r = self._random
        self._write = self._writer(r.choice(self._upright))
        kind = r.choice(
            ["blank", "dirt", "lines", "lines", "letters", "symbol", "cross", "shape", "piece"]
        )
        if kind in ("blank", "lines"):
            width = round(height * r.uniform(0.2, 1.3))
            subject = _padded(Image.new("L", (max(2, width), height), 255), height)
            everything = Image.new("L", subject.size)
            if kind == "lines":
                self._cross_by_lines(everything, height)
            return Scene(subject, everything, may_be_cut_out=False)
        ink = {
            "dirt": self._dirt,
            "letters": lambda h: self._write(self._word(), h),
            "symbol": self._symbol,
            "cross": self._cross,
            "shape": self._shape,
            "piece": self._piece,
        }[kind](height)
        subject = _padded(ink, height)
        return Scene(subject, self._with_surroundings(subject, height))

    def _writer(self, face: Typeface) -> Callable[[str, int], Image.Image]:
        """A function that writes a text so that its ink has the height."""
        r = self._random
        spacing = r.choice([0.0, 0.0, r.uniform(-0.06, 0.25)])
        weight = r.uniform(0.0, 0.035) if r.random() < 0.25 else 0.0
        is_hard = r.random() < 0.12  # screens without smoothing

        def write(text: str, height: int) -> Image.Image:
            font = face.font(height)
            image = Image.new("L", (height * (2 + 2 * len(text)), 3 * height))
            draw = ImageDraw.Draw(image)
            draw.fontmode = "1" if is_hard else "L"
            x = float(height)
            for letter in text:
                pen = round(weight * height)
                draw.text((x, height), letter, font=font, fill=255, stroke_width=pen)
                x += font.getlength(letter) + spacing * height
            return image.crop(image.getbbox() or (0, 0, 2, 2))

        return write

    def _word(self) -> str:
        r = self._random
        return r.choice(WORDS) if r.random() < 0.3 else r.choice(LETTERS) * r.choice([1, 1, 1, 2])

    def _symbol(self, height: int) -> Image.Image:
        font = ImageFont.truetype(SYMBOL_FACE, max(6, round(height * 1.3)))
        image = Image.new("L", (3 * height, 3 * height))
        ImageDraw.Draw(image).text(
            (height, height // 2), self._random.choice(SYMBOLS), font=font, fill=255
        )
        return image.crop(image.getbbox() or (0, 0, 2, 2))

    def _cross(self, height: int) -> Image.Image:
        r = self._random
        image = Image.new("L", (height, height))
        draw = ImageDraw.Draw(image)
        pen = max(1, round(height * r.uniform(0.05, 0.25)))
        a = height * r.uniform(0, 0.15)
        draw.line((a, a, height - a, height - r.uniform(0, 1) * a), fill=255, width=pen)
        draw.line((a, height - a, height - a, a), fill=255, width=pen)
        return image

    def _shape(self, height: int) -> Image.Image:
        """A filled or empty shape, such as a cell, a dot or an icon."""
        r = self._random
        width = max(3, round(height * r.uniform(0.7, 1.5)))
        image = Image.new("L", (width, height))
        draw = ImageDraw.Draw(image)
        kind = r.choice(["box", "dot", "polygon"])
        box = (0, 0, width - 1, height - 1)
        if kind == "box":
            draw.rectangle(box, fill=255)
        elif kind == "dot":
            draw.ellipse(box, fill=255)
        else:
            corners = [(r.uniform(0, width), r.uniform(0, height)) for _ in range(r.randint(3, 7))]
            draw.polygon(corners, fill=255)
        return image.crop(image.getbbox() or box)

    def _piece(self, height: int) -> Image.Image:
        """What is left of a line or of a dark edge: a bar, thinner towards one end, uneven."""
        r = self._random
        thick, thin = height * r.uniform(0.05, 0.35), height * r.uniform(0, 0.12)
        lean = height * r.gauss(0, 0.15)
        left, right = [], []
        for k in range(6):
            y, middle = height * k / 5, height + lean * k / 5
            half = (thick + (thin - thick) * k / 5) / 2
            left.append((middle - half * r.uniform(0.6, 1.2), y))
            right.append((middle + half * r.uniform(0.6, 1.2), y))
        image = Image.new("L", (2 * height, height))
        ImageDraw.Draw(image).polygon([*left, *reversed(right)], fill=255)
        turns = (Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)
        image = image.transpose(turns[0]) if r.random() < 0.5 else image
        image = image.transpose(turns[1]) if r.random() < 0.25 else image
        return image.crop(image.getbbox() or (0, 0, 2, 2))

    def _dirt(self, height: int) -> Image.Image:
        r = self._random
        image = Image.new("L", (2 * height, height))
        draw = ImageDraw.Draw(image)
        for _ in range(r.randint(1, 6)):
            x, y = r.uniform(0.4, 1.6) * height, r.uniform(0.1, 0.9) * height
            a, b = (r.uniform(0.02, 0.15) * height for _ in range(2))
            draw.ellipse((x - a, y - b, x + a, y + b), fill=r.randint(120, 255))
        return image.crop(image.getbbox() or (0, 0, 2, 2))

    def _cross_by_lines(self, image: Image.Image, height: int) -> None:
        """One or two lines of a grid that pass the middle and leave the picture."""
        r = self._random
        draw = ImageDraw.Draw(image)
        for is_upright in r.choice([(True,), (False,), (True, False)]):
            thick = 0.7 if r.random() < 0.15 else 0.25  # the edge of a page or of a dark area
            pen = max(1, round(height * r.uniform(0.03, thick)))
            length = image.height if is_upright else image.width
            across = image.width if is_upright else image.height
            at = across / 2 + height * r.uniform(-0.5, 0.5)
            ends = (at, 0, at + r.gauss(0, 0.07) * length, length)
            draw.line(ends if is_upright else (*ends[1::-1], *ends[:1:-1]), fill=255, width=pen)

    def _with_surroundings(self, subject: Image.Image, height: int) -> Image.Image:
        r = self._random
        layer = Image.new("L", subject.size)
        box = subject.getbbox() or (0, 0, *subject.size)
        if r.random() < 0.45:
            self._lines_beside(ImageDraw.Draw(layer), box, subject.size, height)
        if r.random() < 0.2:
            self._neighbours(layer, box, height)
        if r.random() < 0.1:
            self._marks(ImageDraw.Draw(layer), box, height)
        if r.random() < 0.15:
            dirt = self._dirt(height).point(lambda v: v * 0.6)
            at = tuple(r.randint(0, max(1, side - height)) for side in subject.size)
            layer.paste(dirt, at, dirt)
        return ImageChops.lighter(subject, layer)

    def _lines_beside(
        self,
        draw: ImageDraw.ImageDraw,
        box: tuple[int, int, int, int],
        size: tuple[int, int],
        height: int,
    ) -> None:
        """Remains of lines, some of which touch the number."""
        r = self._random
        ink = r.randint(60, 255)
        is_touching = r.random() < 0.25
        for side in r.sample(range(4), r.choice([1, 1, 2, 4])):
            pen = max(1, round(height * r.uniform(0.02, 0.15)))
            away = r.uniform(-0.04, 0.04) if is_touching else r.uniform(0.08, 0.5)
            offset = height * away + pen / 2
            at = box[side] + (offset if side > 1 else -offset)
            length = size[1 - side % 2]
            ends = [0.0, float(length)]
            if r.random() < 0.5:  # most of the line was removed
                start = r.uniform(0.25, 0.7) * length
                ends = [start, start + r.uniform(0.15, 0.8) * height]
            tilt = r.gauss(0, 0.03) * (ends[1] - ends[0])
            points = [(ends[0], at), (ends[1], at + tilt)]
            draw.line([p if side % 2 else p[::-1] for p in points], fill=ink, width=pen)

    def _neighbours(self, layer: Image.Image, box: tuple[int, int, int, int], height: int) -> None:
        r = self._random
        for side in r.sample(["left", "right", "above", "below"], r.choice([1, 1, 2])):
            ink = self._write(str(r.randint(1, 20)), height)
            gap = round(height * r.uniform(0.3, 0.8))
            place = {
                "left": (box[0] - gap - ink.width, box[1]),
                "right": (box[2] + gap, box[1]),
                "above": (box[0], box[1] - gap - ink.height),
                "below": (box[0], box[3] + gap),
            }[side]
            layer.paste(ink, place, ink)

    def _marks(
        self, draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], height: int
    ) -> None:
        """What a player adds: a stroke through the number, a circle, a tick."""
        r = self._random
        x0, y0, x1, y1 = box
        pen = max(1, round(height * r.uniform(0.03, 0.1)))
        ink = r.randint(80, 230)

        def near(value: float) -> float:
            return value + r.uniform(-0.2, 0.2) * height

        kind = r.choice(["stroke", "stroke", "slash", "circle", "tick"])
        if kind == "stroke":
            y = (y0 + y1) / 2
            draw.line((near(x0 - pen), near(y), near(x1 + pen), near(y)), fill=ink, width=pen)
        elif kind == "slash":
            draw.line((near(x0), near(y1), near(x1), near(y0)), fill=ink, width=pen)
        elif kind == "circle":
            a = height * r.uniform(0.25, 0.45)
            draw.ellipse((x0 - a, y0 - a, x1 + a, y1 + a), outline=ink, width=pen)
        else:
            x, y = near(x1), near(y1)
            corner = (x + 0.15 * height, y + 0.2 * height)
            end = (x + 0.5 * height, y - height * math.sqrt(r.random()))
            draw.line((x, y, *corner, *end), fill=ink, width=pen)


def _padded(ink: Image.Image, height: int) -> Image.Image:
    """With as much paper around as a crop may need."""
    margin = height
    image = Image.new("L", (ink.width + 2 * margin, ink.height + 2 * margin))
    image.paste(ink, (margin, margin))
    return image
