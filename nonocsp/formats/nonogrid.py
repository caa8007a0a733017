'''The TOML of nonogrid: clues in strings of several lines, colours as definitions.

    [colors]
    defs = [
        "b = (blue) *",
    ]

    [clues]
    columns = """
        2
        1 1b
    """
    rows = """
        2
        1b
        1
    """

In the strings ``#`` and ``;`` begin a comment and a comma is as good as a new line, so that clues
copied from a program are read as they are. Empty lines say nothing: a line without blocks is ``0``.
A length without a colour is black. A length of ``?`` is unknown (an extension of ours).
'''

from __future__ import annotations

import re
from typing import Any

from ..common.errors import FormatError
from ..model.puzzle import Puzzle
from .base import Format, Parsed
from .notation import colours_of, definitions, puzzle_of, section

_KEY = r"^[ \t]*(?:clues[ \t]*\.[ \t]*)?{key}[ \t]*=[ \t]*(?:\"\"\"|'''|\[)?(\n)?"
_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)\Z", re.DOTALL)


def sniff(text: str) -> str | None:
    if not re.search(r"^[ \t]*\[clues\]", text, re.MULTILINE):
        return None
    value = r"^[ \t]*(?:rows|columns)[ \t]*=[ \t]*(?:\"\"\"|'''|\[|\"[^\"\n]*\"[ \t]*$)"
    found = re.search(value, text, re.MULTILINE)
    return "a section [clues] with strings" if found else None


def parse(text: str) -> Parsed:
    document = _load(text)
    clues = document.get("clues")
    if not isinstance(clues, dict):
        raise FormatError("expected a section [clues]")
    sides = {side: _lines(text, side, clues.get(side)) for side in ("rows", "columns")}
    colours = document.get("colors")
    defined = colours.get("defs", []) if isinstance(colours, dict) else []
    if not isinstance(defined, list) or not all(isinstance(each, str) for each in defined):
        raise FormatError("expected a list of texts as defs", line=_line(text, "defs"))
    first = _line(text, "defs")
    palette = colours_of((first + place, said) for place, said in enumerate(defined))
    return Parsed([puzzle_of(sides["rows"], sides["columns"], palette)])


def _load(text: str) -> dict[str, Any]:
    import tomllib  # here, as this module is loaded whenever a format is guessed

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise FormatError("the document is nested too deeply") from None
    except ValueError as error:  # also of numbers with more digits than Python converts
        found = _PLACE.match(str(error))
        said = found[1] if found else str(error)
        problem = f"expected TOML: {said[:1].lower()}{said[1:]}"
        line, column = (int(n) if n else None for n in found.groups()[1:]) if found else (None,) * 2
        raise FormatError(" ".join(problem.split())[:200], line=line, column=column) from None


def _line(text: str, key: str) -> int:
    """The line where the value of a key begins, which the parser does not tell."""
    found = re.search(_KEY.format(key=key), text, re.MULTILINE)
    return text.count("\n", 0, found.end()) + 1 if found else 1


def _lines(text: str, side: str, value: Any) -> list[tuple[int, str]]:
    if isinstance(value, str):
        lines = value.split("\n")
    elif isinstance(value, list) and all(isinstance(line, str) for line in value):
        lines = value
    else:
        raise FormatError(f"expected a text of several lines as {side}", line=_line(text, side))
    return list(enumerate(lines, start=_line(text, side)))


def dump(puzzle: Puzzle) -> str:
    defined = definitions(puzzle)
    # The characters and names of colours hold neither quotes nor backslashes.
    head = ["[colors]", "defs = [", *(f'    "{each}",' for each in defined), "]", ""]
    out = [*(head if defined else ()), "[clues]"]
    for side in ("columns", "rows"):
        out += [f'{side} = """', section(puzzle, side) + '"""']
    return "\n".join([*out, ""])


FORMAT = Format(
    name="nonogrid",
    summary="the TOML of nonogrid: sections of clues and colours",
    suffixes=(".toml",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries=frozenset({"colours", "unknown_lengths"}),
)
