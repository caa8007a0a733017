"""Documents of keys and values in lines, as nested parts: YAML, TOML, INI, properties.

Indentation and hyphens nest, ``[name]`` alone in a line begins a section, and a value is a list in
brackets, a text in quotes, a block of lines, or the rest of its line.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .literals import Part, parts_of

_KEY = re.compile(
    r"(\"[^\"]*\"|'[^']*'|[\w.$][\w.$ -]{0,40}?)[ \t]*(?::(?=[ \t]|$)|=(?!=))[ \t]*(.*)"
)
_SECTION = re.compile(r"\[+[ \t]*([\w. \"'-]+?)[ \t]*\]+")
_REMARK = re.compile(r"(?:#|;|//).*|---|\.\.\.")
_BEHIND = re.compile(r"(?<=\s)#(?![0-9A-Fa-f]{6}\b).*$")
_DEEPEST = 20


class _Line(NamedTuple):
    number: int
    indent: int
    text: str


class _NoOutline(Exception):
    """The text is something else."""


def outline_of(text: str) -> Part | None:
    """The members of a document; None if a line is neither a key with its value nor an item.

    Raises:
        FormatError: a list in it does not end.

    >>> whole = outline_of("rows:\\n- [1, 1]\\n- 2\\ncolumns: [[1], [2]]")
    >>> [(part.name, len(part.kids)) for part in whole.kids]
    [('rows', 2), ('columns', 2)]
    """
    if not re.search(r"(?m)^[^\n]{1,45}[:=]", text[: 1 << 16]):
        return None
    lines = [
        _Line(n, len(line) - len(bare), bare.rstrip())
        for n, line in enumerate(text.split("\n"), 1)
        if (bare := line.lstrip(" \t"))
    ]
    root = section = Part(1, parts=[])
    at = 0
    try:
        while at < len(lines):
            line = lines[at]
            if _REMARK.fullmatch(line.text):
                at += 1
            elif found := _SECTION.fullmatch(line.text):
                section = Part(line.number, parts=[], name=found[1].strip("\"'"))
                root.kids.append(section)
                at += 1
            else:
                at = _members(lines, at, line.indent, section, 0)
    except _NoOutline:
        return None
    return root


def _members(lines: list[_Line], at: int, indent: int, into: Part, depth: int) -> int:
    """Read keys or items at an indentation, and what is below them; returns where they end."""
    if depth > _DEEPEST:
        raise _NoOutline
    while at < len(lines) and lines[at].indent >= indent:
        line = lines[at]
        if _REMARK.fullmatch(line.text):
            at += 1
        elif line.indent > indent or (_SECTION.fullmatch(line.text) and not depth):
            if line.indent > indent:
                raise _NoOutline
            return at
        elif line.text == "-" or line.text.startswith("- "):
            rest = line.text[1:].lstrip()
            inner = line.indent + len(line.text) - len(rest)
            if not rest:
                at = _below(lines, at + 1, indent, into, Part(line.number), depth)
            elif rest.startswith("- ") or (_KEY.match(rest) and rest[0] not in "[{\"'"):
                kid = Part(line.number, parts=[])
                lines[at] = _Line(line.number, inner, rest)
                at = _members(lines, at, inner, kid, depth + 1)
                into.kids.append(kid)
            else:
                at = _value(lines, at, rest, into, "")
        elif found := _KEY.fullmatch(line.text):
            name, rest = found[1].strip("\"'"), found[2]
            if _BEHIND.sub("", f" {rest}").strip():
                at = _value(lines, at, rest, into, name)
            else:
                at = _below(lines, at + 1, indent, into, Part(line.number, name=name), depth)
        else:
            raise _NoOutline
    return at


def _below(lines: list[_Line], at: int, indent: int, into: Part, kid: Part, depth: int) -> int:
    """Read what stands below a key: deeper lines, or items as deep as it."""
    into.kids.append(kid)
    if at < len(lines):
        inner = lines[at].indent
        if inner > indent or (inner == indent and kid.name and lines[at].text.startswith("-")):
            kid.parts = []
            if kid.name and inner == indent:  # items end where keys go on
                end = next(
                    (
                        n
                        for n in range(at, len(lines))
                        if lines[n].indent == indent and not lines[n].text.startswith("-")
                    ),
                    len(lines),
                )
                if _members(lines[at:end], 0, inner, kid, depth + 1) != end - at:
                    raise _NoOutline
                return end
            return _members(lines, at, inner, kid, depth + 1)
    return at


def _value(lines: list[_Line], at: int, rest: str, into: Part, name: str) -> int:
    """Read the value that begins behind a key or a hyphen."""
    number, indent, _ = lines[at]
    begin = rest
    if begin[0] in "|>" and len(begin) < 3:
        end = next((n for n in range(at + 1, len(lines)) if lines[n].indent <= indent), len(lines))
        text = "\n".join(line.text for line in lines[at + 1 : end])
        into.kids.append(Part(number, text, None, name, True))
        return end
    end = at + 1
    for quotes in ('"""', "'''"):
        if begin.startswith(quotes):
            texts, open_ = [begin], begin.count(quotes) < 2
            while open_ and end < len(lines):
                texts.append(lines[end].text)
                open_ = quotes not in lines[end].text
                end += 1
            inside = "\n".join(texts)[3:].split(quotes)[0].strip("\n")
            into.kids.append(Part(number, inside, None, name, True))
            return end
    if begin[0] in "[{(\"'":
        depth = _depth(begin)
        parts = [begin]
        while depth > 0 and end < len(lines):
            parts.append(lines[end].text)
            depth += _depth(lines[end].text)
            end += 1
        kids = parts_of("\n".join(parts), number).kids
        value = kids[0] if len(kids) == 1 else Part(number, parts=kids)
        value.name = name or value.name
        into.kids.append(value)
        return end
    text = _BEHIND.sub("", rest).strip()
    into.kids.append(Part(number, text, None, name, True))
    return end


def _depth(text: str) -> int:
    bare = re.sub(r"\"[^\"]*\"|'[^']*'", "", text)
    return sum(bare.count(sign) for sign in "[{(") - sum(bare.count(sign) for sign in ")}]")
