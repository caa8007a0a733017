"""Crops as the geometry of a photograph cuts them, drawn with a known number."""

from __future__ import annotations

import math
from io import BytesIO
from random import Random

import numpy as np
from PIL import Image, ImageFilter

from .faces import Typeface
from .scenes import Scene, Scenes

WIDTH, HEIGHT = 24, 32  #: of a crop
TALL, WIDE = 24, 22  #: the box of the digits in a crop: so high, at most so wide
NOTHING, ZERO = 0, 100  #: labels: "nothing there" and the lone digit 0; a number is its own label

Box = tuple[float, float, float, float]


def draw_crops(
    faces: list[Typeface], count: int, seed: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Crops, labels, and the heights in pixels that the digits had in their pictures."""
    drawer = CropDrawer(faces, Random(seed))
    crops = np.empty((count, HEIGHT, WIDTH), np.uint8)
    labels, heights = np.empty(count, np.uint8), np.empty(count, np.uint8)
    for k in range(count):
        crops[k], labels[k], heights[k] = drawer.draw()
    return crops, labels, heights


class CropDrawer:
    def __init__(self, faces: list[Typeface], random: Random) -> None:
        self._random = random
        self._noise = np.random.default_rng(random.getrandbits(64))
        self._scenes = Scenes(faces, random)

    def draw(self) -> tuple[np.ndarray, int, int]:
        """A crop, its label, the height of its digits before it was cut."""
        r = self._random
        while True:
            height = round(math.exp(r.uniform(math.log(6.5), math.log(40))))
            label = self._label()
            is_photo = r.random() < 0.6
            scale = 3 if is_photo and height < 20 else 2 if is_photo else 1
            if label == NOTHING:
                scene = self._scenes.nothing(height * scale)
            else:
                scene = self._scenes.number(str(label % ZERO), height * scale)
            subject, everything = self._warped(scene, scale, is_photo)
            ink = (subject > 100).nonzero()
            if len(ink[0]) > 3:
                break
        box = self._jittered(
            (ink[1].min(), ink[0].min(), ink[1].max() + 1, ink[0].max() + 1), height
        )
        picture = self._photographed(everything, height, is_photo)
        crop = self._cut(picture, subject if scene.may_be_cut_out else None, box)
        return crop, label, height

    def _label(self) -> int:
        """Small numbers are frequent, and every other is well covered."""
        r = self._random
        kind = r.random()
        if kind < 0.1:
            return NOTHING
        if kind < 0.13:
            return ZERO
        if kind < 0.55:
            return r.choices(range(1, 10), [2, 1.5, 1.2, 1, 1, 1, 1, 1, 1])[0]
        return r.randint(10, 30) if kind < 0.75 else r.randint(10, 99)

    def _warped(self, scene: Scene, scale: int, is_photo: bool) -> tuple[np.ndarray, np.ndarray]:
        """Subject and all, rotated, sheared, narrowed, scaled down to the size in the picture."""
        r = self._random
        subject = scene.subject
        layers = [subject, scene.everything]
        if is_photo or r.random() < 0.3:
            angle, shear = r.gauss(0, 0.035), r.gauss(0, 0.07)
            stretch = math.exp(r.gauss(0, 0.15))
            x, y = subject.width / 2, subject.height / 2
            a, b = stretch, shear - angle
            d, e = angle, 1.0
            layers = [
                layer.transform(
                    layer.size,
                    Image.Transform.AFFINE,
                    (a, b, x - a * x - b * y, d, e, y - d * x - e * y),
                    Image.Resampling.BILINEAR,
                )
                for layer in layers
            ]
        if scale > 1:
            size = (max(3, subject.width // scale), max(3, subject.height // scale))
            layers = [layer.resize(size, Image.Resampling.BOX) for layer in layers]
        return np.asarray(layers[0]), np.asarray(layers[1])

    def _jittered(self, box: Box, height: int) -> Box:
        """As a finder of boxes would find it, which is not perfect."""
        r = self._random
        spread = 0.25 + 0.025 * height

        def near(side: float) -> float:
            return side + max(-2.0, min(2.0, r.gauss(0, spread)))

        sides = [near(side) for side in box]
        if r.random() < 0.2:  # it took in a line that touches, or lost a thin stroke
            k = r.randrange(4)
            sides[k] += r.uniform(-0.12, 0.35) * height * (1 if k > 1 else -1)
        x0, y0, x1, y1 = sides
        return x0, y0, max(x1, x0 + 1.5), max(y1, y0 + 4)

    def _photographed(self, scene: np.ndarray, height: int, is_photo: bool) -> np.ndarray:
        """Grey values of the picture: contrast, light, blur, noise, compression."""
        r = self._random
        paper = r.uniform(120, 255)
        contrast = paper * r.uniform(0.2, 1.0)
        blur = abs(r.gauss(0, 0.07 if is_photo else 0.03)) * height
        ink = Image.fromarray(scene)
        if blur > 0.25:
            ink = ink.filter(ImageFilter.GaussianBlur(min(blur, 0.13 * height)))
        picture = paper - np.asarray(ink, np.float32) * (contrast / 255)
        if is_photo:
            rows, columns = (np.linspace(-1, 1, side, dtype=np.float32) for side in scene.shape)
            light = r.gauss(0, 0.1) * rows[:, None] + r.gauss(0, 0.1) * columns
            picture *= 1 + light
            if r.random() < 0.06:  # a screen that was photographed
                waves = (
                    r.uniform(1, 3) * rows[:, None] * height + r.uniform(-3, 3) * columns * height
                )
                picture += contrast * r.uniform(0.02, 0.12) * np.sin(waves)
        noise = abs(r.gauss(0, 0.07)) * contrast if is_photo or r.random() < 0.3 else 0
        if noise:
            picture += self._noise.standard_normal(scene.shape, np.float32) * noise
        picture = picture.clip(0, 255).astype(np.uint8)
        if is_photo and r.random() < 0.25:  # what cameras do
            sharper = ImageFilter.UnsharpMask(radius=r.uniform(0.5, 2), percent=r.randint(50, 200))
            picture = np.asarray(Image.fromarray(picture).filter(sharper))
        return _compressed(picture, r.randint(25, 90)) if r.random() < 0.35 else picture

    def _cut(self, picture: np.ndarray, subject: np.ndarray | None, box: Box) -> np.ndarray:
        """With the surroundings, without them, or with the ink near the number alone."""
        r = self._random
        paper = float(np.median(picture)) + r.gauss(0, 3)
        crop = normalise(255 - picture, 255 - paper, box)
        kind = r.random()
        if subject is None:
            pass
        elif kind > 0.75:
            reach = Image.fromarray(subject).filter(ImageFilter.MaxFilter(3))
            near = _window(np.asarray(reach), box)
            crop = np.where(near > 20, crop, 0)
        elif kind > 0.45:
            rows, columns = _inside(box)
            margin = r.choice([0, 1, 1, 2])
            alone = np.zeros_like(crop)
            part = (
                slice(rows[0] - margin, rows[1] + margin),
                slice(max(0, columns[0] - margin), columns[1] + margin),
            )
            alone[part] = crop[part]
            crop = alone
        gain = math.exp(r.gauss(0, 0.08))
        return (crop * gain).clip(0, 255).astype(np.uint8)


def normalise(ink: np.ndarray, paper: float, box: Box) -> np.ndarray:
    """The crop of a picture whose ink is bright: paper 0, the darkest 2 % of the box 255."""
    crop = _window(ink, box).astype(np.float32) - paper
    rows, columns = _inside(box)
    darkest = np.percentile(crop[rows[0] : rows[1], columns[0] : columns[1]], 98)
    return (crop * (255 / max(float(darkest), 8.0))).clip(0, 255)


def _scales(box: Box) -> tuple[float, float]:
    down = TALL / (box[3] - box[1])
    return min(down, WIDE / (box[2] - box[0])), down


def _inside(box: Box) -> tuple[tuple[int, int], tuple[int, int]]:
    """The rows and columns of a crop that the box covers."""
    width = _scales(box)[0] * (box[2] - box[0])
    left = round((WIDTH - width) / 2)
    return ((HEIGHT - TALL) // 2, (HEIGHT + TALL) // 2), (left, max(left + 1, WIDTH - left))


def _window(picture: np.ndarray, box: Box) -> np.ndarray:
    across, down = _scales(box)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    height, width = picture.shape
    window = (
        min(max(0.0, x - WIDTH / 2 / across), width - 1),
        min(max(0.0, y - HEIGHT / 2 / down), height - 1),
        max(1.0, min(width, x + WIDTH / 2 / across)),
        max(1.0, min(height, y + HEIGHT / 2 / down)),
    )
    kind = Image.Resampling.BOX if max(across, down) < 1 else Image.Resampling.BILINEAR
    return np.asarray(Image.fromarray(picture).resize((WIDTH, HEIGHT), kind, window))


def _compressed(picture: np.ndarray, quality: int) -> np.ndarray:
    file = BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=quality)
    return np.asarray(Image.open(file))
