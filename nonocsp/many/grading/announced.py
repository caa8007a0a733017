"""Where a text announces its answer: a tag, a key, a box of LaTeX, or a mark as "Final answer:".

The last announcement counts, up to its end: the closing tag, the end of the value or of the box.
Keys inside one object count as `keys` says.
Behind a mark that is the end of the text. Drafts in tags as ``<think>`` announce nothing.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from .keys import Keys

#: Characters of a text that are read: the first, and the last or as many for each cell.
_FIRST, _LAST, _LAST_PER_CELL = 10_000, 50_000, 16

_NAMES = r"(?:final[ _-]?)?(?:answer|solution)"
_OPENS = r"(?<!`)<(?:final|{names})\b[^<>\n]*>(?![^\w<\n]*+(?:</\w+>)?[^\w<\n]*+tags?\b)"
_BEFORE = r"(?:(?:so|thus|hence|therefore|here is|here's|this is|my|the|step|part|\d+)[^\w\n]+)*"
_KIND = r"(?:(?:final|corrected|correct|completed?|solved|revised)[^\w\n]+)"
_THING = r"(?:grid|picture|string|matrix|board|result|output|nonogram)"
_HEADING = (
    rf"(?:^|\\n)[^\w\n]*{_BEFORE}(?:{_KIND}*(?:answer|solution)(?:\s+{_THING})?|{_KIND}+{_THING}"
    r"|final)[*_`#~ ]*+(?:\([^()\n]*\))?[*_ ]*+(?:[:：—–]|\.?[ \t]*+(?:$|\\n))"
)
#: What is said of an answer that stands before it announces none.
_SAID = (
    r"(?:\W+(?:now|also|indeed|thus|therefore|fully|not))*\W+(?:correct|right|valid|verified|wrong"
    r"|incorrect|consistent|unique|complete|confirmed|above|obtained|found|derived|shown|the same)"
)
_SENTENCE = (
    r"final answer(?<!not the final answer)(?<!not my final answer)[*_ ]*:"
    rf"|(?:the|my) (?:final )?answer\s+is\b(?!{_SAID})"
)
_ANNOUNCED = re.compile(
    "|".join(
        f"(?P<{kind}>{pattern})"
        for kind, pattern in {
            "tag": _OPENS.format(names=_NAMES),
            "box": r"\\boxed\s*(?=\{)",
            "mark": f"{_HEADING}|{_SENTENCE}",
        }.items()
    ),
    re.IGNORECASE | re.MULTILINE,
)
_CLOSES = re.compile(rf"</(?:final|{_NAMES})\s*>", re.IGNORECASE)
_DRAFT = re.compile(
    r"<(/?)(?:think|thinking|thoughts?|reasoning|scratchpad|drafts?|perception|notes?)\s*>",
    re.IGNORECASE,
)
#: "This is my final answer", and nothing behind it but words, none of which takes it back.
_THIS = re.compile(r".*\b(?:this|that) is\b", re.IGNORECASE)
_ENDS = re.compile(r"\W*(?:$|\b(?:it|which)\b)", re.IGNORECASE | re.MULTILINE)
_DENIED = re.compile(
    r"\d|\b(?:not?|none|cannot|wrong|in(?:correct|complete|valid)|im\w+|un(?!ique)\w+|fail\w*"
    r"|guess\w*|give|gave)\b|n't\b",
    re.IGNORECASE,
)
_ABOVE = re.compile(r"[^\n]*\babove\b", re.IGNORECASE)


class Section(NamedTuple):
    """What counts in a text."""

    parts: list[tuple[int, str]]
    """Its parts, with the numbers of their first lines."""
    mark: int
    """The line of the announcement; 0 without one."""
    before: list[tuple[int, str]]
    """What stands before an announcement that points back."""
    others: list[str]
    """The keys of what is not an answer."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said at all."""
        return not self.mark and not any(text.strip() for _, text in self.parts)


def section(text: str, size: int, *, is_whole: bool = False) -> Section:
    """What the last announcement announces, or all of the text, without what is not an answer.

    Args:
        text: what is read.
        size: cells of the puzzle.
        is_whole: take all of the text as it is.
    """
    parts = _parts(text if is_whole else without_drafts(text), size)
    if is_whole:
        return Section(parts, 0, [], [])
    every = [Keys(text, size) for _, text in parts]
    others = [key for keys in every for key in keys.others()]
    parts = [(first, k.without_others()) for (first, _), k in zip(parts, every, strict=True)]
    for at in reversed(range(len(parts))):
        first, text = parts[at]
        if (found := announced(text, every[at])) is not None:
            start, end = found
            number = first + text.count("\n", 0, start)
            rest = parts[at + 1 :] if end is None else []
            line = text.rfind("\n", 0, start) + 1
            is_back = end is None and not rest and points_back(text, start)
            before = [*parts[:at], (first, text[:line])] if is_back else []
            return Section([(number, _of_objects(text[start:end])), *rest], number, before, others)
    return Section(parts, 0, [], others)


def _of_objects(text: str) -> str:
    """The longest members of the objects of a list, a row each; any other text as it is."""
    try:
        value = json.loads(text) if text.lstrip()[:1] in ("[", "{") else None
    except (ValueError, RecursionError):
        return text
    while isinstance(value, dict):
        value = next((each for each in value.values() if isinstance(each, (list, dict))), None)
    if not isinstance(value, list) or not all(isinstance(row, dict) and row for row in value):
        return text
    return " ".join(max(map(json.dumps, row.values()), key=len) for row in value)


def _parts(text: str, size: int) -> list[tuple[int, str]]:
    """The parts of a text that are read, with the numbers of their first lines."""
    last = max(_LAST, _LAST_PER_CELL * size)
    if len(text) <= _FIRST + last:
        return [(1, text)]
    # What is cut through is not read: a row of which only a part is left would be another.
    head, tail = text[:_FIRST].rpartition("\n")[0], text[-last:]
    cut = re.search(r"\s", tail)
    tail = tail[cut.end() :] if cut else ""
    skipped = text.count("\n", 0, len(text) - len(tail))
    return [(1, head), (1 + skipped, tail)]


def without_drafts(text: str) -> str:
    """A text without what stands in tags of drafts, with its lines.

    >>> without_drafts("<think>11\\n01</think>\\n10")
    '\\n\\n10'
    """
    kept: list[tuple[int, int]] = []
    at, is_draft = 0, False
    for tag in _DRAFT.finditer(text):
        if not tag[1] and not is_draft:
            kept.append((at, tag.start()))
        elif tag[1] and not is_draft:
            kept = []  # a draft that began before the text
        is_draft, at = not tag[1], tag.end()
    if not is_draft:
        kept.append((at, len(text)))
    parts, at = [], 0
    for begin, end in kept:
        parts += ["\n" * text.count("\n", at, begin), text[begin:end]]
        at = end
    return "".join(parts)


def announced(text: str, keys: Keys) -> tuple[int, int | None] | None:
    """Where what a text announces last begins and ends (None: it has no end); None without one.

    >>> text = '{"draft": [0], "answer": [1], "clues": [2]}'
    >>> text[slice(*announced(text, Keys(text)))]
    '[1]'
    >>> announced("The answer is correct.", Keys(""))
    """
    value = keys.answer()
    begin, end = value.whole if value else (0, 0)
    for mark in reversed([*_ANNOUNCED.finditer(text)]):
        if begin <= mark.start() < end or (mark["mark"] and _is_aside(text, mark)):
            continue
        if value and mark.start() < begin:
            break
        start = mark.end()
        if mark["box"]:
            return start, keys.ends.get(start)
        close = _CLOSES.search(text, start)
        return start, close.start() if close else None
    return (value.start, value.end) if value else None


def points_back(text: str, start: int) -> bool:
    """Whether what is announced at a place is what stands before it, if it is a grid.

    >>> text = "This is my final answer."
    >>> points_back(text, len(text)), points_back("The final answer:", 17)
    (True, False)
    """
    line = text.rfind("\n", 0, start) + 1
    is_this = _THIS.match(text, line, start) and _ENDS.match(text, start)
    return is_this is not None and _DENIED.search(text, line) is None


def _is_aside(text: str, mark: re.Match[str]) -> bool:
    """Whether a mark speaks of what is above it, or stands in a text of JSON or of Python."""
    line = text.rfind("\n", 0, mark.start()) + 1
    quotes = text.count('"', line, mark.end()) - text.count('\\"', line, mark.end())
    is_quoted = quotes % 2 == 1
    return is_quoted or _ABOVE.match(text, mark.end()) is not None
