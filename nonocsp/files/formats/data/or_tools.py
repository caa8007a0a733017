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

The clues are padded with zeros to one length; zeros are ignored, wherever they stand. The text is
never run: the two lists and the two sizes are read, and everything else is skipped.
"""

from __future__ import annotations

import re

from ..clues import SourceClue, build
from ..format import Format, Parsed
from ..text_lines import fault
from .number_lists import Numbers, clues_of

_START = r"(?m)^[ \t]*{key}[ \t]*=[ \t]*\["
_SIZE = r"(?m)^[ \t]*{key}[ \t]*=[ \t]*(\d+)[ \t]*(?:#.*)?$"
_SKIPPED = re.compile(r"(?:\s|,|#[^\n]*)*")
_CLUE = re.compile(r"\[([^\[\]]*)\]")


def sniff(text: str) -> str | None:
    found = all(re.search(_START.format(key=key), text) for key in ("row_rules", "col_rules"))
    return "lists row_rules and col_rules" if found else None


def parse(text: str) -> Parsed:
    return Parsed([build(_side(text, "rows", "row_rules"), _side(text, "cols", "col_rules"))])


def _side(text: str, size: str, key: str) -> list[SourceClue]:
    start = re.search(_START.format(key=key), text)
    if start is None:
        raise fault(f"expected a list {key}")
    found: list[Numbers] = []
    at, line = 0, 1
    end = start.end()
    while True:
        skipped = _SKIPPED.match(text, end)
        end = skipped.end() if skipped else end
        at, line = end, line + text.count("\n", at, end)
        if text.startswith("]", at):
            break
        clue = _CLUE.match(text, at)
        if clue is None:
            raise fault(f"{key}: expected a list of lengths", line, text[at:][:20])
        words = re.sub(r"#[^\n]*", "", clue[1]).replace(",", " ").split()
        for word in words:
            if not re.fullmatch(r"[0-9]{1,9}", word):
                raise fault(f"{key}: expected whole numbers", line, word)
        found.append(Numbers([int(word) for word in words], line))
        end = clue.end()
    stated = re.search(_SIZE.format(key=size), text)
    if stated and stated[1].lstrip("0") != str(len(found)):
        problem = f"expected {stated[1][:9]} clues in {key}, the number {size}, not {len(found)}"
        raise fault(problem, line)
    return clues_of(found, key)


FORMAT = Format(
    name="or-tools",
    summary="the Python data of the OR-tools models: lists row_rules and col_rules",
    suffixes=(".py",),
    sniff=sniff,
    parse=parse,
)
