"""Puzzles in photographs and screenshots.

`image_file` decodes a file, `sheet` finds the grid in its pixels and cuts out the numbers,
`photographs` reads them and has the solver put them right. All that computes on pixels is in the
kernel, which serves the browser as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import lazy_room

if TYPE_CHECKING:
    from .photographs import DoubtfulNumber, PhotoReading
else:
    __getattr__, __dir__ = lazy_room(
        __name__,
        {
            "photographs": "DoubtfulNumber PhotoReading",
        },
    )

__all__ = ["DoubtfulNumber", "PhotoReading"]
