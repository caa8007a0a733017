"""Pillow, the optional package for pictures in pixels."""

from __future__ import annotations

from typing import Any

from .errors import NonocspError


def pillow() -> Any:
    """Pillow, imported when something is drawn with it."""
    try:
        import PIL
        from PIL import Image, ImageDraw, ImageFont  # noqa: F401  # become attributes of PIL
    except ImportError:
        message = "pictures need Pillow: python -m pip install 'nonocsp[pictures]'"
        raise NonocspError(message) from None
    return PIL
