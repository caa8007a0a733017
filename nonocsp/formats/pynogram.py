"""The INI of pynogram: the notation of nonogrid's TOML, without its quotes.

    [colors]
    b = (blue) *

    [clues]
    columns =
        2
        1 1b
    rows =
        2
        1b
        1

``#`` and ``;`` begin a comment, and a comma is as good as a new line. Empty lines say nothing: a
line without blocks is ``0``. A length without a colour is black. A length of ``?`` is unknown. A
line with ``=`` begins a value, and any other goes on with it, however it is indented.
"""

from __future__ import annotations

import re

from ..common.errors import FormatError
from ..model.puzzle import Puzzle
from .base import Format, Parsed, numbered
from .notation import colours_of, definitions, puzzle_of, section, without_comment


def sniff(text: str) -> str | None:
    found = re.search(r"^\[clues\]", text, re.MULTILINE)
    value = r"^(?:rows|columns)[ \t]*="
    return "a section [clues]" if found and re.search(value, text, re.MULTILINE) else None


def parse(text: str) -> Parsed:
    sides: dict[str, list[tuple[int, str]]] = {}
    defined: list[tuple[int, str]] = []
    heading = ""
    value: list[tuple[int, str]] | None = None
    for number, line in numbered(text):
        bare = without_comment(line)
        if not bare:
            continue
        if found := re.fullmatch(r"\[\s*(\w+)\s*\]", bare):
            heading, value = found[1].lower(), None
        elif heading == "colors":
            defined.append((number, bare))
        elif found := re.match(r"(\w+)\s*=(.*)", bare):
            key = found[1].lower()
            if heading == "clues" and key in sides:
                raise FormatError(f"expected {key} only once", line=number)
            value = [(number, found[2])]
            if heading == "clues":
                sides[key] = value
        elif value is not None:
            value.append((number, bare))
        else:
            raise FormatError("expected [clues] or a key with '='", line=number, text=bare)
    for side in ("rows", "columns"):
        if side not in sides:
            raise FormatError(f"expected {side} in a section [clues]")
    return Parsed([puzzle_of(sides["rows"], sides["columns"], colours_of(defined))])


def dump(puzzle: Puzzle) -> str:
    defined = definitions(puzzle)
    out = ["[colors]", *defined, ""] if defined else []
    sides = [f"{side} =\n{section(puzzle, side)}" for side in ("columns", "rows")]
    return "\n".join([*out, "[clues]", *sides])


FORMAT = Format(
    name="pynogram",
    summary="the INI of pynogram: sections of clues and colours",
    suffixes=(".cfg", ".ini"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries=frozenset({"colours", "unknown_lengths"}),
)
