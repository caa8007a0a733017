"""Preprocessing of webpbn's XML: the counts of a line gathered into one attribute.

    <line><count>2</count><count color="red">1</count></line>

becomes ``<line counts="2 1:red"></line>``. A puzzle of 1000 × 1000 has half a million counts, and
an element for each of them takes most of the time of reading and most of the memory. The lines of
the text keep their numbers, but not their columns: after a fault the original text is parsed.
"""

from __future__ import annotations

import re

#: The name of the attribute.
COUNTS = "counts"

_COUNT = r"<count(?:[ ]color=\"[A-Za-z0-9#_-]+\")?>[0-9]{1,9}</count>"
_LINE = re.compile(rf"<line>(\s*(?:{_COUNT}\s*)+)</line>")
_COUNTS = re.compile(r"<count(?:[ ]color=\"([^\"]+)\")?>([0-9]+)</count>")

#: In a text with these, what looks like an element may not be one, or the name is taken.
_UNSAFE = ("<!--", "<![CDATA[", "<!ENTITY", "<!ATTLIST", COUNTS)


def gathered(text: str) -> str | None:
    """The text with the counts of each line in an attribute, or None where that is not safe.

    >>> gathered('<line><count>2</count>\\n<count color="red">1</count></line>')
    '<line counts="2 1:red">\\n</line>'
    """
    if any(mark in text for mark in _UNSAFE):
        return None
    return _LINE.sub(_gathered, text)


def _gathered(found: re.Match[str]) -> str:
    counts = " ".join(
        [f"{length}:{colour}" if colour else length for colour, length in _COUNTS.findall(found[1])]
    )
    newlines = "\n" * found[1].count("\n")
    return f'<line {COUNTS}="{counts}">{newlines}</line>'
