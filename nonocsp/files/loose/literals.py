"""Lists and objects of any language as nested parts: JSON, Python, JavaScript, C, Lisp, MiniZinc.

Brackets of every kind nest; between members stand commas, semicolons or blanks; a name stands
before ``:``, ``=``, ``:=``, ``=>``, or is a keyword of Lisp. What surrounds lists in a program
(``new int[][]``, ``listOf``, ``np.array``, ``const``) and remarks are ignored. Nothing is run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ..formats.text_lines import fault
from .words import axis_of, role_of

#: Brackets in brackets that are read.
_DEEPEST = 40
#: Lists between a name and its sign, as in ``int rows[3][2] =``.
_MOST_SIZES = 8

_TOKEN = re.compile(
    r"""
      (?P<remark>//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)|(?<!\S)(?:\#(?![0-9#*.])|%|--(?=[ ])|;;)[^\n]*)
    | (?P<long>\"{3}[\s\S]*?(?:\"{3}|\Z)|'{3}[\s\S]*?(?:'{3}|\Z))
    | (?P<text>"(?:[^"\\\n]|\\.)*+(?:"|\Z|(?=\n))|(?<![^\W_])'(?!\()[^'\\\n]*+'|`[^`]*+`)
    | (?P<open>\[\||[\[({])
    | (?P<close>\|\]|[\])}])
    | (?P<keyword>(?<![^\s(\[{]):[^\W\d][\w-]*)
    | (?P<sign>=>|:=|<-|[=:])
    | (?P<between>[,;|\n])
    | (?P<word>[^\s\[\](){}"`,;=:|]+)
    | (?P<other>[^\s])
    """,
    re.VERBOSE,
)


@dataclass(slots=True)
class Part:
    """A text, or a sequence of parts, with its name and its place."""

    line: int
    text: str = ""
    parts: list[Part] | None = None
    name: str = ""
    is_quoted: bool = False
    bracket: str = ""
    """What opens it."""
    is_spaced: bool = False
    """Nothing but blanks is between its parts."""

    @property
    def kids(self) -> list[Part]:
        """The parts of a sequence; none of a text."""
        return [] if self.parts is None else self.parts

    @property
    def is_object(self) -> bool:
        """Whether it has named members."""
        return any(part.name for part in self.kids)

    def walk(self) -> Iterator[Part]:
        """Itself and all parts in it."""
        yield self
        for part in self.kids:
            yield from part.walk()


def of_value(value: Any, line: int = 1, name: str = "") -> Part:
    """The parts of a value of JSON, or of tuples and arrays."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, dict):
        kids = [of_value(each, line, str(key)) for key, each in value.items()]
        return Part(line, parts=kids, name=name)
    if isinstance(value, (list, tuple)):
        return Part(line, parts=[of_value(each, line) for each in value], name=name)
    is_text = isinstance(value, str)
    word = {None: "null", True: "true", False: "false"}.get(value) if not is_text else value
    if isinstance(value, float) and value.is_integer():
        word = str(int(value))
    return Part(line, str(value) if word is None or value in (0, 1) else word, None, name, is_text)


@dataclass(slots=True)
class _Frame:
    """A sequence that is being read."""

    part: Part
    opened: str
    pending: list[Part] = field(default_factory=list)
    """What stands behind the last separator."""
    name: str = ""
    """The name that stood before it."""
    row: list[Part] | None = None
    """The rows between bars of MiniZinc, before the one that is being read."""


def parts_of(text: str, first: int = 1) -> Part:
    """The lists of a text and their names, below each other; words outside of them, too.

    Args:
        text: the text.
        first: the number of its first line.

    Raises:
        FormatError: brackets that do not close, or are nested too deeply.

    >>> whole = parts_of("rows = [[1, 1], [2]]; int cols[2] = {{1}, {2}};")
    >>> [part.name for part in whole.kids if part.kids]
    ['rows', 'cols']
    """
    frames = [_Frame(Part(first, parts=[]), "")]
    line, at = first, 0
    for token in _TOKEN.finditer(text):
        kind, found = str(token.lastgroup), token[0]
        line += text.count("\n", at, token.start())
        at = token.start()
        frame = frames[-1]
        if kind == "open":
            if len(frames) > _DEEPEST:
                raise fault("the lists are nested too deeply", line)
            opened = _Frame(Part(line, parts=[], bracket=found), found)
            opened.row = [] if found == "[|" else None
            frames.append(opened)
        elif kind == "close":
            if len(frames) == 1:
                continue  # a smiley, say
            _flush(frame)
            frames.pop()
            if frame.row is not None:
                rest = [Part(line, parts=frame.part.kids)] if frame.part.kids else []
                frame.part.parts = [*frame.row, *rest]
            frames[-1].pending.append(frame.part)
        elif kind == "between":
            if found == "|" and frame.row is not None:
                _flush(frame)
                frame.row.append(Part(frame.part.line, parts=frame.part.kids))
                frame.part.parts, frame.part.line = [], line
            elif found == ";" or (found == "\n" and len(frames) == 1 and frame.pending):
                _flush(frame)
            elif found == "," and len(frames) > 1:
                _flush(frame, is_empty=True)
        elif kind == "sign":
            _name(frame, found)
        elif kind == "keyword":
            _flush(frame)
            frame.name = found[1:]
        elif kind in ("text", "long"):
            is_long = kind == "long"
            frame.pending.append(
                Part(line, found[3:-3].strip("\n") if is_long else _unquoted(found), None, "", True)
            )
        elif kind in ("word", "other"):
            frame.pending.append(Part(line, found))
    for frame in frames[:0:-1]:
        if frame.opened != "(":
            raise fault(f"expected the end of what {frame.opened!r} begins", frame.part.line)
        _flush(frame)
        frames[-2].pending.append(frame.part)
        frames.pop()
    _flush(frames[0])
    return frames[0].part


def _unquoted(text: str) -> str:
    if text[0] == '"' and "\\" in text:
        import json  # loaded only here: most texts have no escapes

        try:
            return str(json.loads(text))
        except ValueError:
            pass
    quote, inside = text[0], text[1:].removesuffix(text[0])
    return inside.replace("\\n", "\n").replace("\\t", "\t").replace(f"\\{quote}", quote)


def _name(frame: _Frame, sign: str) -> None:
    """What stands before a sign becomes the name of what follows: ``int rows[3][2] =``."""
    if (
        frame.name and sign == "=" and not any(part.parts for part in frame.pending)
    ):  # behind a colon stood a type: ``rows: number[][] =``
        frame.pending = []
        return
    end = len(frame.pending)
    first = max(end - _MOST_SIZES, 0)
    at = next((n for n in range(end, first, -1) if not frame.pending[n - 1].parts), first)
    while at > first and frame.pending[at - 1].parts is not None:
        at -= 1
    if at == first:
        return
    name = frame.pending[at - 1].text
    frame.pending = frame.pending[: at - 1]
    _flush(frame)
    frame.name = name


def _flush(frame: _Frame, *, is_empty: bool = False) -> None:
    """End a member of a sequence."""
    found, frame.pending = frame.pending, []
    name, frame.name = frame.name, ""
    if not found:
        if is_empty and frame.part.kids:  # nothing between two commas
            frame.part.kids.append(Part(frame.part.line, name=name))
        return
    lists = [part for part in found if part.parts is not None]
    words = [part for part in found if part.parts is None]
    if not frame.opened and not name:  # ``--rows "2 1, 1"`` on a command line
        for before, part in pairwise(found):
            is_value = part.parts is None and (part.is_quoted or part.text.isdigit())
            is_name = axis_of(before.text) or role_of(before.text) in ("width", "height")
            if before.parts is None and not before.is_quoted and is_value and is_name:
                part.name = before.text
    if lists and words:
        inside = " ".join(part.text for part in lists[0].kids)
        if len(words) == len(lists) == 1 and words[0].text[:1].isdigit():
            found = [Part(words[0].line, f"{words[0].text}({inside})", is_quoted=True)]
        else:
            word = ""
            for part in found:
                if part.parts is None:
                    word = part.text if axis_of(part.text) else word
                elif part.parts or part is lists[-1]:
                    part.name, word = part.name or word, ""
            found = [part for part in lists if part.parts] or lists[-1:]
    elif name and len(found) > 1 and words:
        found = [Part(found[0].line, " ".join(part.text for part in found))]
    if name and len(found) > 1 and not any(part.name for part in found):
        found = [Part(found[0].line, parts=found)]
    elif len(found) > 1 and not lists and not frame.part.kids:
        frame.part.is_spaced = True
    for part in found:
        part.name = part.name or name
    frame.part.kids.extend(found)
