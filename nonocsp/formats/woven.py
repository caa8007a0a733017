"""The locked puzzles of number-loom: recognised, and refused with a sentence.

    WOVEN-GzQAAI...-

They are packed so that nobody sees the solution before having solved the puzzle. Whoever wants to
read one opens it in number-loom and saves it there in another format.
"""

from __future__ import annotations

from ..common.errors import FormatError
from .base import Format, Parsed


def sniff(text: str) -> str | None:
    return "it begins with WOVEN-" if text.lstrip().startswith("WOVEN-") else None


def parse(text: str) -> Parsed:
    problem = "a locked puzzle of number-loom; open it there and save it in another format"
    raise FormatError(problem, line=1)


FORMAT = Format(
    name="woven",
    summary="locked puzzles of number-loom: recognised, but not read",
    suffixes=(".woven",),
    sniff=sniff,
    parse=parse,
)
