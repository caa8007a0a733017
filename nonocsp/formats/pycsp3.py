"""The JSON data of PyCSP3 models: an object of two lists, the rows and the columns. Read only.

    {"rows": [[1, 1, 1, 0, 1], [1]], "cols": [[1, 1], [1], [1], [0], [1]]}

A model takes the two lists by their order, whatever their names; names that begin with ``col`` and
``row`` are believed all the same. Some of these files have the lengths of blocks, others the
*patterns* of the MiniZinc challenge, in which a one is a filled cell and a zero the blank between
two blocks: ``1 1 1 0 1`` is the clue 3 1. They are taken as patterns if there are only ones and
zeros, and a zero stands between ones somewhere. Lists of lengths under the names rows and cols are
the format json.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from ..common.errors import FormatError
from .base import Format, Parsed, build
from .literals import checked, clues_of, clues_of_patterns, document
from .places import Where, with_places


def sniff(text: str) -> str | None:
    found = re.match(r'\s*\{\s*"([A-Za-z_]\w*)"\s*:\s*\[\s*\[', text)
    if found is None or re.search(r'[\[,]\s*"[^"]*"\s*[,\]]', text):
        return None
    if not re.search(r"[2-9]|\d\d", text) and re.search(r"1\s*,\s*0\s*,\s*1", text):
        return "an object of two lists of patterns"
    others = r'"(?:rows|cols|columns)"\s*:'
    return None if re.search(others, text) else "an object that begins with a list of lists"


def parse(text: str) -> Parsed:
    value = document(text)
    if not isinstance(value, dict) or len(value) != 2:
        raise FormatError("expected an object of two lists", line=1)
    return with_places(text, partial(_read, value))


def _read(value: dict[str, Any], where: Where) -> Parsed:
    sides: list[tuple[str, Any]] = list(value.items())
    if sides[0][0].lower().startswith("col") and sides[1][0].lower().startswith("row"):
        sides.reverse()
    lists = [checked(clues, name, where) for name, clues in sides]
    every = [numbers for clues in lists for numbers, _ in clues]
    told = all(set(numbers) <= {0, 1, -1} for numbers in every)
    are_patterns = told and any("101" in "".join(map(str, numbers)) for numbers in every)
    read = clues_of_patterns if are_patterns else clues_of
    rows, columns = (read(c, name) for c, (name, _) in zip(lists, sides, strict=True))
    return Parsed([build(rows, columns)])


FORMAT = Format(
    name="pycsp3",
    summary="the JSON data of PyCSP3: two lists, of lengths or of patterns",
    suffixes=(),
    sniff=sniff,
    parse=parse,
)
