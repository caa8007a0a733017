"""Comma-separated tables of David Evans's short codes, a puzzle a line.

    # one comment a line
    name,rules,source,author,license
    Ring,RnP5_n,drawn,me,CC0-1.0

The first line that is no comment names the columns: ``name`` and ``rules`` are needed, ``image``,
``source``, ``author`` and ``license`` are known, others are skipped. A value may stand between
quotes of either kind, with backslashes before quotes and backslashes. ``rules`` is a code as in the
format davidje13; where it is empty, ``image`` is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..common.errors import FormatError
from ..model.puzzle import Puzzle
from .base import MAX_PUZZLES, Feature, Format, Parsed, lines_of, numbered
from .davidje13 import decode, encode_clues

_VALUE = re.compile(
    r"""\s*+(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^,"'][^,]*|))[ \t]*(?:,|(?P<end>\Z))"""
)

#: Columns that are text about the puzzle, and where they go.
_ABOUT: dict[str, Feature] = {
    "name": "title",
    "source": "source",
    "author": "author",
    "license": "licence",
}


def sniff(text: str) -> str | None:
    first = next((line for _, line in _lines(text[:10_000])), "")
    names = [name.strip() for name in first.split(",")]
    return "a table with the columns name and rules" if {"name", "rules"} <= {*names} else None


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines that are not empty and no comments."""
    return [(n, line) for n, line in numbered(text) if line.strip() and line.lstrip()[0] != "#"]


def parse(text: str) -> Parsed:
    lines = _lines(text)
    names = _values(*lines[0]) if lines else []
    if not {"name", "rules"} <= {*names}:
        at = lines[0][0] if lines else None
        raise FormatError("expected a line with the columns name and rules", line=at)
    if not 1 < len(lines) <= MAX_PUZZLES:
        raise FormatError(f"expected 1 to {MAX_PUZZLES} lines of puzzles, not {len(lines) - 1}")
    parsed = Parsed([])
    for number, line in lines[1:]:
        values = dict(zip(names, _values(number, line), strict=False))
        code = values.get("rules") or values.get("image") or ""
        about = {key: values[name] for name, key in _ABOUT.items() if values.get(name)}
        try:
            parsed.puzzles.append(decode(code).replace(**about))
        except FormatError as error:
            raise FormatError(error.problem, line=number, text=code) from None
    return parsed


def _values(number: int, line: str) -> list[str]:
    values = []
    at = 0
    while True:
        found = _VALUE.match(line, at)
        if found is None:
            raise FormatError("expected a comma behind the value", line=number, text=line[at:])
        quoted = found[1] if found[1] is not None else found[2]
        value = found[3].strip() if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        values.append(value)
        if found["end"] is not None:
            return values
        at = found.end()


def dump(puzzle: Puzzle) -> str:
    return dump_all([puzzle])


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    used = ["name", *(name for name in list(_ABOUT)[1:] if any(_said(p, name) for p in puzzles))]
    head = ",".join(["name", "rules", *used[1:]])
    rows = (
        [
            _quoted(_said(p, "name")),
            encode_clues(p),
            *(_quoted(_said(p, name)) for name in used[1:]),
        ]
        for p in puzzles
    )
    return lines_of([head, *map(",".join, rows)])


def _said(puzzle: Puzzle, name: str) -> str:
    return getattr(puzzle, _ABOUT[name]) or ""


def _quoted(text: str) -> str:
    """A value, between quotes where a bare one would be read as something else."""
    flat = " ".join(text.split())
    if re.fullmatch(r"[^\s,'\"#\\](?:[^,'\"\\]*[^\s,'\"\\])?|", flat):
        return flat
    escaped = re.sub(r'(["\\])', r"\\\1", flat)
    return f'"{escaped}"'


FORMAT = Format(
    name="csv",
    summary="tables of the short codes of David Evans, with names",
    suffixes=(".csv",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    dump_all=dump_all,
    carries=frozenset(_ABOUT.values()),
)
