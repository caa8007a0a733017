"""Terminals: what a text stream can show, and the escape codes of colours.

Colours are written to terminals, except dumb ones. NO_COLOR (https://no-color.org) forbids them,
and FORCE_COLOR requires them where the stream is not a terminal; the former wins. COLORTERM says
whether a terminal has all colours.

No terminal says reliably whether it is light or dark. Black and white are therefore written in the
terminal's own two colours, `INK` and `PAPER`, which are right on both.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from ...core import checked
from .colour_vision import rgb_of

#: The colours to write: any of 2^24, the nearest of the standard 256, or none.
Ansi: TypeAlias = Literal["truecolor", "256"] | None

#: When to write colours and blocks: on terminals that can show them, always, or never.
When: TypeAlias = Literal["auto", "always", "never"]

#: The terminal's own colours, of its letters and of its background.
INK, PAPER = "ink", "paper"

_RESET = "\x1b[0m"


class Terminal(NamedTuple):
    """The abilities of a text stream: its fields are keywords of `text`."""

    ansi: Ansi
    """The colours to write, or None."""
    blocks: bool
    """Block characters can be written."""
    width: int | None = None
    """Columns, or None where the length of lines is not bounded."""
    height: int | None = None
    """Lines, or None where there is no screen to fill."""

    @classmethod
    @checked
    def of(
        cls, stream: Any, environment: Mapping[str, str] | None = None, when: When = "auto"
    ) -> Terminal:
        """The abilities of a text stream.

        Args:
            stream: such as ``sys.stdout``.
            environment: the environment variables; None is those of this process.
            when: ``"never"`` is plain text as in a pipe; ``"always"`` acts like FORCE_COLOR and
                ignores NO_COLOR.
        """
        variables = os.environ if environment is None else environment
        is_terminal = _is_terminal(stream)
        width, height = _size(variables) if is_terminal else (None, None)
        if when == "never":
            return cls(None, False, width, height)
        dumb = variables.get("TERM") == "dumb"
        forced = when == "always" or variables.get("FORCE_COLOR", "") not in ("", "0", "false")
        allowed = when == "always" or not variables.get("NO_COLOR")
        may = allowed and (forced or (is_terminal and not dumb))
        ansi: Ansi = None
        if may:
            full = variables.get("COLORTERM", "").lower() in ("truecolor", "24bit")
            ansi = "truecolor" if full or variables.get("FORCE_COLOR") == "3" else "256"
        blocks = (is_terminal or forced) and not dumb and _can_encode(stream, "▀▄█·│─┼")
        return cls(ansi, blocks, width, height)

    @property
    def is_plain(self) -> bool:
        """Neither colours nor blocks: as in a file."""
        return not (self.ansi or self.blocks)


def visible(line: str) -> int:
    """The columns that a line takes in a terminal, escape codes left out."""
    return len(re.sub("\x1b[^m]*m?", "", line))


def painted(text: str, ground: str, ink: str, ansi: Ansi) -> str:
    """Text in one colour on another."""
    if ground == INK:  # the two colours change places
        return f"\x1b[7m{text}{_RESET}" if text.strip() else "█" * len(text)
    codes = escape(ground, 48, ansi) + escape(ink, 38, ansi)
    return f"{codes}{text}{_RESET}" if codes else text


def halves(upper: str, lower: str, ansi: Ansi) -> str:
    """One character with two colours, one above the other."""
    if upper == lower and upper in (INK, PAPER):
        return "█" if upper == INK else " "
    # The letter has the one that is no background, the ground the one that is no letter.
    if lower == INK or upper == PAPER:
        return painted("▄", upper, lower, ansi)
    return painted("▀", lower, upper, ansi)


def escape(colour: str, layer: int, ansi: Ansi) -> str:
    """The escape code of a colour, of letters (layer 38) or of the ground behind them (48); empty
    for the terminal's own."""
    if colour in (INK, PAPER):
        return ""
    red, green, blue = rgb_of(colour)
    if ansi == "truecolor":
        return f"\x1b[{layer};2;{red};{green};{blue}m"
    return f"\x1b[{layer};5;{nearest_of_256(red, green, blue)}m"


def nearest_of_256(red: int, green: int, blue: int) -> int:
    """The number of the nearest colour among the 240 that all terminals with 256 agree on.

    >>> nearest_of_256(255, 0, 0), nearest_of_256(128, 128, 128)
    (196, 244)
    """
    levels = (0, 95, 135, 175, 215, 255)

    def step(value: int) -> int:
        return min(range(6), key=lambda index: abs(levels[index] - value))

    def distance(*channels: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(channels, (red, green, blue), strict=True))

    r, g, b = step(red), step(green), step(blue)
    grey = min(23, max(0, round(((red + green + blue) / 3 - 8) / 10)))
    shade = 8 + 10 * grey
    if distance(shade, shade, shade) < distance(levels[r], levels[g], levels[b]):
        return 232 + grey
    return 16 + 36 * r + 6 * g + b


def _is_terminal(stream: Any) -> bool:
    """Whether a stream, which may be None or closed, is a terminal."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):  # no stream, or a closed one
        return False


def _can_encode(stream: Any, characters: str) -> bool:
    try:
        characters.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _size(variables: Mapping[str, str]) -> tuple[int, int]:
    """Columns and lines: those of the environment come first."""
    columns, lines = shutil.get_terminal_size()

    def given(name: str, measured: int) -> int:
        word = variables.get(name, "")
        is_number = word.isascii() and word.isdigit() and 0 < int(word[:6]) < 100_000
        return int(word) if is_number else measured

    return given("COLUMNS", columns), given("LINES", lines)
