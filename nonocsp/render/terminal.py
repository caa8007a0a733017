"""What a stream can show: colours, the block characters of Unicode, so many columns.

Colours are for terminals, and not for dumb ones. Two variables that many programs heed say
otherwise: NO_COLOR (https://no-color.org) forbids them, and FORCE_COLOR asks for them where the
stream is no terminal; the former wins. Whether a terminal knows all colours, COLORTERM tells.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

#: How colours are written: any of 2^24, or the nearest of the 256 that most terminals know.
Ansi: TypeAlias = Literal["truecolor", "256"] | None


@dataclass(frozen=True, slots=True)
class Terminal:
    """What can be shown."""

    ansi: Ansi
    """How colours are written, or None for none at all."""
    blocks: bool
    """Block characters can be written."""
    width: int | None
    """Columns, or None where lines may be as long as they like."""

    @classmethod
    def of(cls, stream: Any, environment: Mapping[str, str] | None = None) -> Terminal:
        """What a text stream can show.

        Args:
            stream: such as ``sys.stdout``.
            environment: the variables to heed; None is those of this process.
        """
        variables = os.environ if environment is None else environment
        is_terminal = _is_terminal(stream)
        dumb = variables.get("TERM") == "dumb"
        forced = variables.get("FORCE_COLOR", "") not in ("", "0", "false")
        may = not variables.get("NO_COLOR") and (forced or (is_terminal and not dumb))
        ansi: Ansi = None
        if may:
            full = variables.get("COLORTERM", "").lower() in ("truecolor", "24bit")
            ansi = "truecolor" if full or variables.get("FORCE_COLOR") == "3" else "256"
        blocks = (is_terminal or forced) and not dumb and _can_encode(stream, "▀▄█·│─┼")
        return cls(ansi, blocks, _width(variables) if is_terminal else None)


def _is_terminal(stream: Any) -> bool:
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


def _width(variables: Mapping[str, str]) -> int:
    columns = variables.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and 0 < int(columns[:6]) < 100_000:
        return int(columns)
    return shutil.get_terminal_size().columns
