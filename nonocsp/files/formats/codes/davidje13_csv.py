"""Comma-separated tables of David Evans's short codes, a puzzle a line.

    # one comment a line
    name,rules,source,author,license
    Ring,RnP5_n,drawn,me,CC0-1.0

The first line that is not a comment names the columns: ``name`` and ``rules`` are needed,
``image``, ``source``, ``author`` and ``license`` are known, others are skipped. A value may stand
between quotes of either kind, with backslashes before quotes and backslashes. ``rules`` is a code
as in the format davidje13; where it is empty, ``image`` is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....core import FormatError, Puzzle
from ..clues import MAX_PUZZLES
from ..format import Format, Parsed, Text
from ..text_lines import Lines, fault, filled, lines_of, numbered
from .davidje13 import decode, encode_clues

_VALUE = re.compile(
    r"""\s*+(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^,"'][^,]*|))[ \t]*(?:,|(?P<end>\Z))"""
)

#: The columns that are texts about the puzzle.
_ABOUT: dict[str, Text] = {
    "name": "title",
    "source": "source",
    "author": "author",
    "license": "licence",
}


def sniff(text: str) -> str | None:
    first = next((line for _, line in _lines(text[:10_000])), "")
    names = [name.strip() for name in first.split(",")]
    return "a table with the columns name and rules" if {"name", "rules"} <= {*names} else None


def _lines(text: str) -> Lines:
    """The lines that are neither empty nor comments."""
    return [pair for pair in filled(numbered(text)) if not pair[1].lstrip().startswith("#")]


def parse(text: str) -> Parsed:
    lines = _lines(text)
    names = _values(*lines[0]) if lines else []
    if not {"name", "rules"} <= {*names}:
        at = lines[0][0] if lines else None
        raise fault("expected a line with the columns name and rules", at)
    if not 1 < len(lines) <= MAX_PUZZLES:
        raise fault(f"expected 1 to {MAX_PUZZLES} lines of puzzles, not {len(lines) - 1}")
    parsed = Parsed([])
    for number, line in lines[1:]:
        values = dict(zip(names, _values(number, line), strict=False))
        code = values.get("rules") or values.get("image") or ""
        about = {key: values[name] for name, key in _ABOUT.items() if values.get(name)}
        try:
            parsed.puzzles.append(decode(code).replace(**about))
        except FormatError as error:
            raise fault(error.problem, number, code) from None
    return parsed


def _values(number: int, line: str) -> list[str]:
    values = []
    at = 0
    while True:
        found = _VALUE.match(line, at)
        if found is None:
            raise fault("expected a comma behind the value", number, line[at:])
        quoted = found[1] if found[1] is not None else found[2]
        value = found[3].strip() if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        values.append(value)
        if found["end"] is not None:
            return values
        at = found.end()


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    name, *others = _ABOUT.values()
    used = [key for key in others if any(getattr(puzzle, key) for puzzle in puzzles)]
    columns = {key: column for column, key in _ABOUT.items()}
    lines = [["name", "rules", *(columns[key] for key in used)]]
    for puzzle in puzzles:
        title, *texts = (_quoted(getattr(puzzle, key)) for key in (name, *used))
        lines.append([title, encode_clues(puzzle), *texts])
    return lines_of(map(",".join, lines))


def _quoted(text: str | None) -> str:
    """A value, between quotes where a bare one would be read as something else."""
    flat = " ".join((text or "").split())
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
    dump=lambda puzzle: dump_all([puzzle]),
    dump_all=dump_all,
    carries=frozenset(_ABOUT.values()),
)
