"""JSON objects of two lists of lists: Teal's solver (``teal``), PyCSP3 (``pycsp3``). Read only.

``pycsp3``: the data of PyCSP3 models, the rows and the columns.

    {"rows": [[1, 1, 1, 0, 1], [1]], "cols": [[1, 1], [1], [1], [0], [1]]}

A model takes the two lists by their order, whatever their names; names that begin with ``col`` and
``row`` overrule the order. Some of these files have the lengths of blocks, others the *patterns* of
the MiniZinc challenge, in which a one is a filled cell and a zero the blank between two blocks:
``1 1 1 0 1`` is the clue 3 1. They are taken as patterns if there are only ones and zeros, and a
zero stands between ones somewhere. Lists of lengths under the names rows and cols are the format
json.

``teal``: the lists are ``ver`` and ``hor``. A line without blocks is ``[0]`` or ``[]``.

    {"ver": [[1], [2]], "hor": [[2], [1]]}

``ver`` is taken as the columns, whose clues stand above the picture, and ``hor`` as the rows.
Programs that use the words the other way round exist, and both readings are consistent: a warning
names the one assumed, and `Puzzle.transpose` gives the other.
"""

from __future__ import annotations

import re
from typing import Any

from ....core import Puzzle
from ..clues import build
from ..format import Format, Parsed
from ..text_lines import fault
from .json_text import document, located
from .number_lists import clues_of, numbers_of


def _sniff_teal(text: str) -> str | None:
    if re.match(r'\s*\{\s*"(?:ver|hor)"\s*:', text) and '"ver"' in text and '"hor"' in text:
        return "an object with ver and hor"
    return None


def _sniff_pycsp3(text: str) -> str | None:
    found = re.match(r'\s*\{\s*"([A-Za-z_]\w*)"\s*:\s*\[\s*\[', text)
    if found is None or re.search(r'[\[,]\s*"[^"]*"\s*[,\]]', text):
        return None
    if not re.search(r"[2-9]|\d\d", text) and re.search(r"1\s*,\s*0\s*,\s*1", text):
        return "an object of two lists of patterns"
    others = r'"(?:rows|cols|columns)"\s*:'
    return None if re.search(others, text) else "an object that begins with a list of lists"


def _parse_teal(text: str) -> Parsed:
    value = document(text)
    if not isinstance(value, dict) or not {"ver", "hor"} <= value.keys():
        raise fault("expected an object with ver and hor", 1)
    assumed = "ver was taken as the columns and hor as the rows; if not so, transpose the puzzle"
    return Parsed([located(text, _two_lengths, value)], [assumed])


def _two_lengths(value: dict[str, Any]) -> Puzzle:
    rows, columns = (clues_of(numbers_of(value[key], key), key) for key in ("hor", "ver"))
    return build(rows, columns)


def _parse_pycsp3(text: str) -> Parsed:
    value = document(text)
    if not isinstance(value, dict) or len(value) != 2:
        raise fault("expected an object of two lists", 1)
    return Parsed([located(text, _two_lists, value)])


def _two_lists(value: dict[str, Any]) -> Puzzle:
    names = list(value)
    if names[0].lower().startswith("col") and names[1].lower().startswith("row"):
        names.reverse()
    lists = [numbers_of(value[name], name) for name in names]
    every = [numbers for side in lists for numbers, _ in side]
    patterns = all(set(numbers) <= {0, 1, -1} for numbers in every) and any(
        "101" in "".join(map(str, numbers)) for numbers in every
    )
    rows, columns = (
        clues_of(side, name, patterns=patterns) for side, name in zip(lists, names, strict=True)
    )
    return build(rows, columns)


FORMATS = (
    Format(
        name="pycsp3",
        summary="the JSON data of PyCSP3: two lists, of lengths or of patterns",
        sniff=_sniff_pycsp3,
        parse=_parse_pycsp3,
    ),
    Format(
        name="teal",
        summary="the JSON of Teal's solver: an object with ver and hor",
        sniff=_sniff_teal,
        parse=_parse_teal,
    ),
)
