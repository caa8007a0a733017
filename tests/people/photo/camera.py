"""A simulated camera: what a phone does to a page that lies on a table.

`photograph` bends the page over a cylinder, looks at it in perspective, lights it unevenly, blurs
it, adds noise and stores it as JPEG. The map from the photograph to the page is computed on a mesh.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageChops, ImageFilter

Points = np.ndarray

#: By difficulty, from 1: largest rotation in degrees, perspective, curvature, darkest light, blur
#: in pixels, standard deviation of the noise, lowest JPEG quality.
DIFFICULTIES = {
    1: (3.0, 0.03, 0.01, 0.85, 0.6, 3.0, 85),
    2: (8.0, 0.08, 0.03, 0.60, 1.0, 6.0, 75),
    3: (15.0, 0.14, 0.05, 0.40, 1.5, 10.0, 60),
}
MESH = 32


def photograph(image: Image.Image, difficulty: int, seed: int) -> Image.Image:
    """The picture of a page: 0 is a screenshot, unchanged; 1 to 3 are photographs.

    All of the page is seen. Half of the photographs show nothing else, the others a table, too.
    """
    if difficulty == 0:
        return image
    turn, slant, bend, dark, blur, grain, quality = DIFFICULTIES[difficulty]
    rng = np.random.default_rng([seed, difficulty])
    size = _size(image, rng)
    pose = Pose.drawn(turn, slant, bend, rng)
    page = _fitted(image, size, pose, rng)
    paper_colour = image.getpixel((0, image.height - 1))
    photo = _table(size, rng) if rng.random() < 0.5 else Image.new("RGB", size, paper_colour)
    paper = Image.new("L", page.size, 255)
    mesh, smooth = _mesh(page.size, size, pose), Image.Resampling.BICUBIC
    seen, mask = (
        part.transform(size, Image.Transform.MESH, mesh, smooth) for part in (page, paper)
    )
    photo.paste(seen, mask=mask)
    photo = ImageChops.multiply(photo, _light(size, dark, rng))
    photo = _blurred(photo, blur * rng.uniform(0.4, 1), rng)
    photo = _grainy(photo, grain * rng.uniform(0.5, 1), rng)
    stored = io.BytesIO()
    photo.save(stored, "JPEG", quality=int(rng.integers(quality, 96)))
    result = Image.open(stored)
    result.load()
    return result


def _size(image: Image.Image, rng: np.random.Generator) -> tuple[int, int]:
    """1 to 12 megapixels, and enough of them that the digits can be read."""
    pixels = image.width * image.height
    least = min(12e6, max(1e6, 0.25 * pixels))
    area = math.exp(rng.uniform(math.log(least), math.log(12e6)))
    ratio = rng.choice((4 / 3, 16 / 9, 1.2)) ** (1 if image.width > image.height else -1)
    return round(math.sqrt(area * ratio)), round(math.sqrt(area / ratio))


@dataclass(frozen=True)
class Pose:
    """How the page lies before the camera. Lengths are shares of the photograph's longer side."""

    angle: float
    tilt: Points  # across and down
    axis: float  # of the cylinder, from upright
    ridge: float  # where the page touches the table
    lift: float
    shift: Points  # in which direction what is lifted is displaced

    @classmethod
    def drawn(cls, turn: float, slant: float, bend: float, rng: np.random.Generator) -> Pose:
        return cls(
            angle=math.radians(rng.uniform(-turn, turn)),
            tilt=rng.uniform(-slant, slant, 2),
            axis=math.radians(rng.uniform(-12, 12)),
            ridge=rng.uniform(-0.5, 0.5),
            lift=4 * rng.uniform(-bend, bend),
            shift=np.array((rng.uniform(-0.4, 0.4), rng.choice((-1, 1)))),
        )

    def on_page(self, points: Points, page: tuple[int, int], photo: tuple[int, int]) -> Points:
        """The points of the page that are seen at points of the photograph."""
        cosine, sine = math.cos(self.angle), math.sin(self.angle)
        seen = (points - np.array(photo) / 2) / max(photo)
        seen = seen @ np.array([[cosine, -sine], [sine, cosine]])
        seen = seen / (1 + seen @ self.tilt)[..., None]
        across = seen[..., 0] * math.cos(self.axis) + seen[..., 1] * math.sin(self.axis)
        height = self.lift * (across - self.ridge) ** 2
        seen = seen + height[..., None] * self.shift
        return np.asarray(seen * max(photo) + np.array(page) / 2)


def _fitted(
    image: Image.Image, size: tuple[int, int], pose: Pose, rng: np.random.Generator
) -> Image.Image:
    """The page scaled so that it nearly fills the photograph and no part of it is cut off."""
    steps = np.linspace(0, 1, 50)
    sides = [
        np.stack(side, -1)
        for x in (0, 1)
        for side in ((0 * steps + x, steps), (steps, 0 * steps + x))
    ]
    edge = np.concatenate(sides) * size
    scale = min(size[0] / image.width, size[1] / image.height) * 1.1
    while True:
        page = max(8, round(image.width * scale)), max(8, round(image.height * scale))
        seen = pose.on_page(edge, page, size)
        if not ((seen > 0) & (seen < page)).all(axis=-1).any():
            break
        scale *= 0.97
    loose = rng.uniform(0.8, 1)
    fitted = max(8, round(page[0] * loose)), max(8, round(page[1] * loose))
    return image.resize(fitted, Image.Resampling.LANCZOS)


def _mesh(
    page: tuple[int, int], photo: tuple[int, int], pose: Pose
) -> list[tuple[tuple[int, int, int, int], tuple[float, ...]]]:
    """Rectangles of the photograph, each with its four corners on the page."""
    xs, ys = (np.linspace(0, side, MESH + 1).round().astype(int) for side in photo)
    points = pose.on_page(np.stack(np.meshgrid(xs, ys), axis=-1).astype(float), page, photo)
    mesh = []
    for row in range(MESH):
        for column in range(MESH):
            box = int(xs[column]), int(ys[row]), int(xs[column + 1]), int(ys[row + 1])
            corners = points[[row, row + 1, row + 1, row], [column, column, column + 1, column + 1]]
            mesh.append((box, tuple(corners.ravel().tolist())))
    return mesh


def _field(size: tuple[int, int], values: Points) -> Image.Image:
    """A smooth field over the picture from few values between 0 and 1."""
    small = Image.fromarray((np.clip(values, 0, 1) * 255).astype(np.uint8))
    return small.resize(size, Image.Resampling.BICUBIC)


def _table(size: tuple[int, int], rng: np.random.Generator) -> Image.Image:
    """What the page lies on: wood with its grain, cloth, or something even."""
    width = int(rng.integers(2, 60))
    field = _field(size, rng.uniform(0.35, 0.65, (int(rng.integers(2, 60)), width)))
    base = rng.uniform(0.2, 1.2) * rng.uniform(0.6, 1, 3)
    return Image.merge("RGB", [field.point(lambda v, b=part: int(v * b * 1.5)) for part in base])


def _light(size: tuple[int, int], dark: float, rng: np.random.Generator) -> Image.Image:
    """Light that falls off over the page, now and then with the shadow of a hand or a phone."""
    y, x = np.mgrid[0:48, 0:48] / 47.0
    direction = rng.uniform(0, 2 * math.pi)
    slope = (x - 0.5) * math.cos(direction) + (y - 0.5) * math.sin(direction) + 0.5
    light = 1 - (1 - dark) * rng.uniform(0.3, 1) * np.clip(slope, 0, 1)
    if rng.random() < 0.5:
        centre, reach, soft = rng.uniform(0, 1, 2), rng.uniform(0.15, 0.5), rng.uniform(0.02, 0.3)
        distance = np.hypot(x - centre[0], y - centre[1])
        shade = (1 - dark) * rng.uniform(0.3, 0.8)
        light = light * (1 - shade / (1 + np.exp((distance - reach) / (soft / 4))))
    tint = 1 - rng.uniform(0, 0.12, 3) * (1.5 - dark)
    gain = rng.uniform(0.82, 1.0)
    return Image.merge("RGB", [_field(size, light * part * gain) for part in tint])


def _blurred(photo: Image.Image, radius: float, rng: np.random.Generator) -> Image.Image:
    """Out of focus, and one time in three shaken along a line."""
    if rng.random() < 0.33:
        direction, reach = rng.uniform(0, math.pi), radius * 2
        steps = max(2, round(reach))
        for step in range(1, steps + 1):
            at = reach * step / steps
            offset = round(at * math.cos(direction)), round(at * math.sin(direction))
            photo = Image.blend(photo, ImageChops.offset(photo, *offset), 1 / (step + 2))
    return photo.filter(ImageFilter.GaussianBlur(radius))


def _grainy(photo: Image.Image, deviation: float, rng: np.random.Generator) -> Image.Image:
    """Noise of the sensor: finer in brightness than in colour."""
    width, height = photo.size
    grain = rng.standard_normal((512, 512, 3), dtype=np.float32) * 0.5
    grain = (grain + rng.standard_normal((512, 512, 1), dtype=np.float32)) * deviation
    repeats = -(-height // 512), -(-width // 512), 1
    noise = np.tile(grain.round().astype(np.int16), repeats)[:height, :width]
    noise += np.asarray(photo)
    return Image.fromarray(np.clip(noise, 0, 255).astype(np.uint8))
