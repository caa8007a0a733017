"""Pillow, the optional package for pictures in pixels."""

from __future__ import annotations

from typing import Any

from ...core import NonocspError, missing


def pillow() -> Any:
    """Pillow, imported when something is drawn with it."""
    try:
        import PIL
        from PIL import Image, ImageDraw, ImageFont  # noqa: F401  # become attributes of PIL
    except ImportError:
        raise NonocspError(missing("pictures need Pillow", "pillow")) from None
    return PIL
