"""Puzzles made to order: at random, from a picture that is mended, from an image.

>>> made = generate(10, 10, seed=1)
>>> made.puzzle.shape
(10, 10)
>>> from nonocsp import Picture
>>> repair(Picture(["#_", "_#"])).flipped
((0, 1),)

One room, one idea a file: `making` is `generate`, with `textures`, `symmetry` and `difficulty` as
the tables that an order chooses from; `repair` finds the fewest cells to change; `canvas` tells
where a picture's puzzle is faulty, `mending` changes it until it is not, and `definition` answers
its questions for engines other than the kernel; `images` is `from_image`, with `loading` for files,
`tracing` for cells and `perception` for colours; `draw` is the chance.
"""

from .difficulty import LEVELS, Level
from .images import Traced, from_image
from .making import Generated, generate
from .repair import Repair, repair
from .symmetry import SYMMETRIES
from .textures import TEXTURES

__all__ = [
    "LEVELS",
    "Generated",
    "Level",
    "Repair",
    "SYMMETRIES",
    "TEXTURES",
    "Traced",
    "from_image",
    "generate",
    "repair",
]
