"""The counts of webpbn's XML gathered into one attribute a line, before the parser sees them.

    <line><count>2</count><count color="red">1</count></line>

becomes ``<line counts="2 1:red"></line>``. A puzzle of 1000 × 1000 has half a million counts, and
an element for each of them takes most of the time of reading and most of the memory. Lines of text
stay lines, columns do not: a fault is looked for again in the text as it was.
"""

from __future__ import annotations

import re

#: The name of the attribute.
COUNTS = "counts"

_COUNT = r"<count(?:[ ]color=\"[A-Za-z0-9#_-]+\")?>[0-9]{1,9}</count>"
_LINE = re.compile(rf"<line>(\s*(?:{_COUNT}\s*)+)</line>")
_SAID = re.compile(r"<count(?:[ ]color=\"([^\"]+)\")?>([0-9]+)</count>")

#: Where these stand, what looks like an element may be none; or the name is taken.
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
    said = " ".join(
        [f"{length}:{colour}" if colour else length for colour, length in _SAID.findall(found[1])]
    )
    newlines = "\n" * found[1].count("\n")
    return f'<line {COUNTS}="{said}">{newlines}</line>'
