"""Puzzles made to order: random ones, repaired pictures, and pictures of images.

>>> made = generate(10, 10, seed=1)
>>> made.puzzle.shape
(10, 10)
>>> from nonocsp import Picture
>>> repair(Picture(["#_", "_#"])).flipped
((0, 1),)

`random_puzzles` is `generate`, which chooses from the tables `textures`, `symmetry` and `levels`.
`fewest_changes` is `repair`. Both work on a `draft`, a picture that knows where its puzzle is
ambiguous, and improve it by `local_search`. `images` is `from_image`: `image_files` reads,
`pixelation` makes cells of pixels by `filters`, `colour_quantisation` reduces the colours. `rng` is
the random generator.
"""

from . import families
from .fewest_changes import Repair, repair
from .images import ImagePuzzle, from_image
from .levels import LEVELS, Level
from .random_puzzles import Generated, generate
from .symmetry import SYMMETRIES
from .textures import TEXTURES

__all__ = [
    "LEVELS",
    "SYMMETRIES",
    "TEXTURES",
    "Generated",
    "ImagePuzzle",
    "Level",
    "Repair",
    "families",
    "from_image",
    "generate",
    "repair",
]
