"""The JSON of Teal's solver in the browser: ``ver`` and ``hor``. Read only.

    {"ver": [[1], [2]], "hor": [[2], [1]]}

A line without blocks is ``[0]`` or ``[]``. ``ver`` is taken as the columns, whose clues stand above
the picture, and ``hor`` as the rows. Programs that use the words the other way round exist, and
nothing in a file tells, since the sums agree either way: a warning says which was assumed, and
`Puzzle.transpose` gives the other.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from ..common.errors import FormatError
from .base import Format, Parsed, build
from .literals import checked, clues_of, document
from .places import Where, with_places


def sniff(text: str) -> str | None:
    if re.match(r'\s*\{\s*"(?:ver|hor)"\s*:', text) and '"ver"' in text and '"hor"' in text:
        return "an object with ver and hor"
    return None


def parse(text: str) -> Parsed:
    value = document(text)
    if not isinstance(value, dict) or not {"ver", "hor"} <= value.keys():
        raise FormatError("expected an object with ver and hor", line=1)
    return with_places(text, partial(_read, value))


def _read(value: dict[str, Any], where: Where) -> Parsed:
    rows, columns = (clues_of(checked(value[key], key, where), key) for key in ("hor", "ver"))
    assumed = "ver was taken as the columns and hor as the rows; if not so, transpose the puzzle"
    return Parsed([build(rows, columns)], [assumed])


FORMAT = Format(
    name="teal",
    summary="the JSON of Teal's solver: an object with ver and hor",
    suffixes=(),
    sniff=sniff,
    parse=parse,
)
