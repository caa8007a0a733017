"""The Python data of the nonogram models that come with OR-tools. Read only.

    rows = 2
    row_rule_len = 2
    row_rules = [
        [1, 1],
        [0, 0]
    ]

    cols = 3
    col_rule_len = 1
    col_rules = [[1], [0], [1]]

The clues are padded with zeros to one length; zeros say nothing, wherever they stand. The text is
never run: what is read are the two lists and the two sizes, and everything else is skipped.
"""

from __future__ import annotations

import re

from ..common.errors import FormatError
from .base import Format, Parsed, SourceClue, build
from .literals import Numbers, clues_of

_START = r"^[ \t]*{key}[ \t]*=[ \t]*\["
_SIZE = r"^[ \t]*{key}[ \t]*=[ \t]*(\d+)[ \t]*(?:#.*)?$"
_SKIPPED = re.compile(r"(?:\s|,|#[^\n]*)*")
_CLUE = re.compile(r"\[([^\[\]]*)\]")


def sniff(text: str) -> str | None:
    found = all(
        re.search(_START.format(key=key), text, re.MULTILINE) for key in ("row_rules", "col_rules")
    )
    return "lists row_rules and col_rules" if found else None


def parse(text: str) -> Parsed:
    return Parsed([build(_side(text, "rows", "row_rules"), _side(text, "cols", "col_rules"))])


def _side(text: str, size: str, key: str) -> list[SourceClue]:
    start = re.search(_START.format(key=key), text, re.MULTILINE)
    if start is None:
        raise FormatError(f"expected a list {key}")
    found: list[Numbers] = []
    at, counted = start.end(), 0
    line = text.count("\n", 0, at) + 1
    while True:
        skipped = _SKIPPED.match(text, at)
        at = skipped.end() if skipped else at
        line += text.count("\n", counted or start.end(), at)
        counted = at
        if text.startswith("]", at):
            break
        clue = _CLUE.match(text, at)
        if clue is None:
            raise FormatError(f"{key}: expected a list of lengths", line=line, text=text[at:][:20])
        found.append((_numbers(clue[1], key, line), line))
        at = clue.end()
    told = re.search(_SIZE.format(key=size), text, re.MULTILINE)
    if told and told[1].lstrip("0") != str(len(found)):
        problem = f"expected {told[1][:9]} clues in {key} as {size} tells, not {len(found)}"
        raise FormatError(problem, line=line)
    return clues_of(found, key)


def _numbers(text: str, key: str, line: int) -> list[int]:
    words = re.sub(r"#[^\n]*", "", text).replace(",", " ").split()
    for word in words:
        if not re.fullmatch(r"[0-9]{1,9}", word):
            raise FormatError(f"{key}: expected whole numbers", line=line, text=word)
    return [int(word) for word in words]


FORMAT = Format(
    name="or-tools",
    summary="the Python data of the OR-tools models: lists row_rules and col_rules",
    suffixes=(".py",),
    sniff=sniff,
    parse=parse,
)
