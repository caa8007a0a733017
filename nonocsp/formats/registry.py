"""The table of formats, and the guess which of them a content is in.

The formats of the package come first, in the order in which they are tried: the more telling signs
before the less telling ones. Further formats are found through the entry point group
``nonocsp.formats``: any installed distribution may offer values of the class `Format` there. They
are asked only about what no format of the package knows.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ..common.errors import FormatError, excerpt
from .base import Format
from .source import Source

#: The modules of the formats, in the order in which they are tried.
MODULES = (
    "png",
    "pbm",
    "ppm",
    "jap",
    "xpm",
    "woven",
    "webpbn",
    "freenono",
    "nonograms_org",
    "gno",
    "nonogrid",
    "pynogram",
    "teal",
    "pycsp3",
    "or_tools",
    "dzn",
    "json",
    "json_lists",
    "sgriddler",
    "tournament",
    "davidje13",
    "davidje13_csv",
    "tatham",
    "picross",
    "bosch",
    "olsak",
    "non",
    "headed",
    "ctu",
    "mk",
    "plain",
    "cwc",
    "cwd",
    "nin",
    "two_line",
    "picture",
    "char_grid",
    "dimacs",
    "lp",
    "xcsp3",
    "minizinc",
    "cp_sat",
    "sheets",
)

#: The group of entry points under which other distributions offer formats.
ENTRY_POINTS = "nonocsp.formats"

#: A first line of words or of numbers, which no row of cells is.
_NO_CELLS = re.compile(r"\s*(?:[^\n]*[ :,;|/(\[{+]|[0-9]+\s*$)", re.MULTILINE)
_NUMBERS = re.compile(r"\s*\d[\d\s,;:|/?()\[\]=-]*")


class FormatWarning(UserWarning):
    """A file was read, with an assumption or something left out that is worth knowing."""


class Guess(NamedTuple):
    """The format that a content seems to be in, and why."""

    format: Format[Any]
    reason: str


@cache
def formats() -> dict[str, Format[Any]]:
    """The formats of the package by name, in the order in which they are tried."""
    return {known.name: known for name in MODULES for known in _family(name)}


@cache
def _family(name: str) -> tuple[Format[Any], ...]:
    """The formats of a module, which is loaded when they are first asked for."""
    module = import_module(f".{name}", __package__)
    # A module of close relatives has FORMATS instead of FORMAT.
    return getattr(module, "FORMATS", None) or (module.FORMAT,)


def _every() -> Iterator[Format[Any]]:
    """All formats in the order in which they are tried, each loaded when its turn comes.

    Those of others come last: looking for them takes longer than all formats of the package.
    """
    for name in MODULES:
        yield from _family(name)
    yield from foreign_formats().values()


@cache
def foreign_formats() -> dict[str, Format[Any]]:
    """The formats that other installed distributions offer, by name."""
    # Imported only here: it takes as long as the rest of the package.
    from importlib.metadata import entry_points

    found: dict[str, Format[Any]] = {}
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        try:
            offered = point.load()
        except Exception as error:  # whatever it is, it is not ours, and no reason to stop
            warnings.warn(f"format {point.name!r}: {error}", FormatWarning, stacklevel=2)
            continue
        if isinstance(offered, Format) and offered.name not in {*formats(), *found}:
            found[offered.name] = offered
        else:
            problem = f"format {point.name!r}: expected a Format with a name of its own"
            warnings.warn(problem, FormatWarning, stacklevel=2)
    return found


def format_named(name: str) -> Format[Any]:
    """The format of a name.

    Raises:
        FormatError: there is none.
    """
    chosen = formats().get(name) or foreign_formats().get(name)
    if chosen is None:
        from difflib import get_close_matches

        near = get_close_matches(name, [*formats(), *foreign_formats()], n=1)
        hint = f"did you mean {near[0]!r}?" if near else "`nonocsp formats` lists them"
        raise FormatError(f"there is no format {excerpt(name)!r}; {hint}")
    return chosen


def guess(content: str | bytes, name: str | None = None) -> Guess:
    """The format of a content, by its signs first and then by the suffix of its file's name.

    Args:
        content: what the file holds: text, or bytes, which may be text in some encoding.
        name: the file's name.

    Raises:
        FormatError: it looks like none of the known formats.

    >>> guess("4;1;3\\n1;1,1").reason
    "two lines of numbers with ';' between the clues"
    """
    source = Source.of(content)
    for known in _every():
        sample = source.data if known.binary else source.text
        if sample and known.parse and (reason := known.sniff(sample)) is not None:
            return Guess(known, reason)
    by_suffix = format_of_suffix(name, "parse")
    if suffix(name).lower() == ".txt" and _NO_CELLS.match(source.text or ""):
        by_suffix = None  # any text may be called that
    if by_suffix and by_suffix.parse and (by_suffix.binary or source.text):
        return Guess(by_suffix, f"the name ends in {suffix(name)}")
    if source.text is None:
        raise source.fault
    first = source.text.lstrip().split("\n", 1)[0]
    if _NUMBERS.fullmatch(source.text):
        problem = "numbers in no known order; expected the rows, one a line, an empty line and the"
        problem += " columns, which need as many cells; or tell which of `nonocsp formats` it is"
        raise FormatError(problem, line=1, text=first)
    raise FormatError("no known format; tell which of `nonocsp formats` it is", line=1, text=first)


def suffix(name: str | None) -> str:
    """The suffix of a file's name, that of compression set aside.

    >>> suffix("a.b/owl.non.gz")
    '.non'
    """
    path = Path(name or "")
    return Path(path.stem).suffix if path.suffix == ".gz" else path.suffix


def format_of_suffix(name: str | None, direction: Literal["parse", "dump"]) -> Format[Any] | None:
    """The first format that claims the suffix of a file's name, or None.

    Args:
        name: the file's name.
        direction: what is wanted of the format; one that cannot do it is only a last resort.
    """
    wanted = suffix(name).lower()
    last: Format[Any] | None = None
    for known in _every() if wanted else ():
        if wanted in known.suffixes:
            if getattr(known, direction) is not None:
                return known
            last = last or known
    return last
