"""The table of formats, and guessing the format of a content.

Formats from other distributions are found through the entry point group ``nonocsp.formats``, where
any installed distribution may offer values of the class `Format`. They are tried after all formats
of the package.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ...core import FormatError, checked, unknown
from .format import Format
from .source import Source, photograph

if TYPE_CHECKING:
    from pathlib import Path

_DIGITS = "0123456789"

#: The module of every format, and what a content of ASCII must have to be in it: one of these
#: characters or words. A guess tries the formats in this order: stronger signs come first.
MODULES: dict[str, tuple[str, Iterable[str]]] = {
    "png": ("images.png", ["GIF8", "BM"]),
    "webp": ("images.png", ["RIFF"]),
    "avif": ("images.png", ["ftyp"]),
    "pbm": ("images.netpbm", ["P1", "P4"]),
    "ppm": ("images.netpbm", ["P2", "P3", "P5", "P6"]),
    "jap": ("codes.jap", ["TLS"]),
    "xpm": ("images.xpm", ["XPM"]),
    "webpbn": ("xml.webpbn", "<"),
    "freenono": ("xml.freenono", "<"),
    "nonograms-org": ("images.nonograms_org", "<"),
    "gno": ("text.gno", "["),
    "nonogrid": ("text.nonogrid_pynogram", ["[clues]"]),
    "pynogram": ("text.nonogrid_pynogram", ["[clues]"]),
    "dzn": ("data.dzn", ["row"]),
    "json": ("data.json", '"'),
    "dailyprogrammer": (".loose.dailyprogrammer", '"'),
    "pzl": ("text.pzl", _DIGITS),
    "sgriddler": ("text.sgriddler", ["MK Version"]),
    "tournament": ("text.tournament", "$"),
    "davidje13": ("codes.davidje13", "R"),
    "davidje13-picture": ("codes.davidje13", "LB"),
    "puzz-link": ("codes.puzz_link", "/"),
    "pzprv3": ("codes.puzz_link", ["pzprv3"]),
    "csv": ("codes.davidje13_csv", ["rules"]),
    "tatham": ("text.tatham", [*_DIGITS, "SAVEFILE", "sgtatham"]),
    "picross": ("text.picross", ["GRID"]),
    "bosch": ("text.bosch", "_"),
    "olsak": ("text.olsak", ":"),
    "non": ("text.non", "Oo"),
    "ctu": ("text.ctu", ","),
    "mk": ("text.nin_mk", _DIGITS),
    "nin": ("text.nin_mk", _DIGITS),
    "cwc": ("text.cwd_cwc", _DIGITS),
    "cwd": ("text.cwd_cwc", _DIGITS),
    "two-line": ("text.two_line", f"{_DIGITS}?;/|"),
    "picture": ("images.picture", [""]),
    "loose": (".loose.choice", [""]),
    "dimacs": ("solver_models", ""),
    "lp": ("solver_models", ""),
    "opb": ("solver_models", ""),
    "xcsp3": ("solver_models", ""),
    "minizinc": ("solver_models", ""),
    "cp-sat": ("solver_models", ""),
    "html": ("printable", ""),
    "pdf": ("printable", ""),
    "svg": ("printable", ""),
}

#: Formats that a text may be in by its look alone. Where it makes no sense in them, it is read as
#: a text without format.
UNSURE = {
    "json",
    "nin",
    "mk",
    "cwc",
    "cwd",
    "ctu",
    "two-line",
    "picture",
    "nonogrid",
    "pynogram",
}

#: What the beginning of a content has that is recognised and not read, and what to do about it.
REFUSED = {
    r"\A\s*WOVEN-": "a locked puzzle of number-loom; open it there and save it in another format",
    r"\A\s*\{\\rtf": "a document in rich text; save it as plain text",
    r"\A\s*language[ \t]+Essence|^letting[ \t]+\w+[ \t]+be\b": (
        "data in Essence; copy its clues as lists"
    ),
    r"^(?::-|\?-)[ \t]*[a-z]|^[a-z]\w*\([^\n]*\)[ \t]*(?::-|-->)"
    r"|^[a-z]\w*\([^().;]*\]\s*\)\.[ \t]*$": "a program in Prolog; copy its clues as lists",
    r"\A(?:%[^\n]*+|#[a-z][^\n]*+|\s++)*+"
    r"((?:[a-z]\w*\(\w+(?:[ \t]*(?:,|\.\.)[ \t]*\w+)*\)\.\s*)+)": (
        "facts of answer set programming; copy the clues as lists"
    ),
    r"^module[ \t]+[A-Z]|^[a-z]\w* :: [A-Z(\[]"
    r"|\A\s*[a-z]\w*[ \t]+\[\[[\d,\[\] \t]*?\]\][ \t]+\[\[": (
        "a program in Haskell; copy its clues as lists"
    ),
}

#: Characters of a content in which those signs are looked for.
_BEGINNING = 10_000

#: The group of entry points under which other distributions offer formats.
ENTRY_POINTS = "nonocsp.formats"


class FormatWarning(UserWarning):
    """A file was read with an assumption, or a part of it was left out."""


class Guess(NamedTuple):
    """The format that a content seems to be in, and why."""

    format: Format[Any]
    reason: str


@cache
def _in_package(name: str) -> Format[Any]:
    """A format of the package, whose module is loaded when the format is first asked for."""
    module = import_module(f".{MODULES[name][0]}", __package__)
    # A module of several formats has FORMATS instead of FORMAT.
    offered = getattr(module, "FORMATS", None) or (module.FORMAT,)
    found: Format[Any] = next(known for known in offered if known.name == name)
    return found


@cache
def formats() -> dict[str, Format[Any]]:
    """The formats of the package by name, in the order in which they are tried."""
    return {name: _in_package(name) for name in MODULES}


def _every(content: str | None = None) -> Iterator[Format[Any]]:
    """All formats in the order in which they are tried, each loaded when its turn comes; with a
    content of ASCII without those that have no sign in it.

    Those of others come last: finding them takes longer than loading all formats of the package.
    """
    for name, (_, signs) in MODULES.items():
        if content is None or any(sign in content for sign in signs):
            yield _in_package(name)
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
        except Exception as error:  # a broken distribution must not stop the others
            warnings.warn(f"format {point.name!r}: {error}", FormatWarning, stacklevel=2)
            continue
        if isinstance(offered, Format) and offered.name not in {*MODULES, *found}:
            found[offered.name] = offered
        else:
            problem = f"format {point.name!r}: expected a Format with a name of its own"
            warnings.warn(problem, FormatWarning, stacklevel=2)
    return found


@checked
def format_named(name: str) -> Format[Any]:
    """The format of a name.

    Raises:
        FormatError: no format has this name.
    """
    if name in MODULES:
        return _in_package(name)
    if name in foreign_formats():
        return foreign_formats()[name]
    known = [*MODULES, *foreign_formats()]
    raise FormatError(unknown("format", name, known, "`nonocsp formats` lists them"))


@checked
def guess(content: str | bytes, name: str | None = None) -> Guess:
    """The format of a content, by its signs, then by the suffix of its file's name; else ``loose``.

    Args:
        content: what the file holds: text, or bytes, which may be text in some encoding.
        name: the file's name.

    Raises:
        FormatError: it is empty, binary in no known format, or in a format that is not read.

    >>> guess("4;1;3\\n1;1,1").reason
    "two lines of numbers with ';' between the clues"
    """
    return guess_source(Source.of(content), name)


def guess_source(source: Source, name: str | None) -> Guess:
    """What `guess` returns, of a content that is decoded already."""
    begin = (source.text or "")[:_BEGINNING]
    for sign, problem in REFUSED.items():
        if found := re.search(sign, begin, re.MULTILINE | re.ASCII):
            first = found[found.lastindex or 0].lstrip()
            line = begin.count("\n", 0, found.end() - len(first)) + 1
            raise FormatError(problem, line=line, text=first.split("\n", 1)[0])
    if source.text is None and (advice := photograph(source.data)):
        raise FormatError(advice)
    content = source.data.decode() if source.data.isascii() else None
    for known in _every(content):
        sample = source.data if known.binary else source.text
        if sample and known.parse and (reason := known.sniff(sample)) is not None:
            return Guess(known, reason)
    by_suffix = format_of_suffix(name, "parse")
    is_sure = suffix(name).lower() != ".txt"  # that of many formats
    if is_sure and by_suffix and by_suffix.parse and (by_suffix.binary or source.text):
        return Guess(by_suffix, f"the name ends in {suffix(name)}")
    text = source.needed_text()
    for known in _every():
        if not known.binary and known.parse and (reason := known.near(text)) is not None:
            return Guess(known, reason)
    return Guess(format_named("loose"), "")


def suffix(name: str | None) -> str:
    """The suffix of a file's name, without that of compression.

    >>> suffix("a.b/owl.non.gz")
    '.non'
    """
    stem, end = os.path.splitext(name or "")
    return os.path.splitext(stem)[1] if end == ".gz" else end


def files_of(paths: Iterable[str], further: tuple[str, ...] = ()) -> list[str]:
    """The files, with each folder replaced by those in it, at any depth, whose suffix is that of a
    format that is read, or one of the further ones. Hidden files are left out.

    Raises:
        FormatError: a folder without such files.
    """
    found: list[str] = []
    for path in paths:
        if not os.path.isdir(path):
            found.append(path)
            continue
        from pathlib import Path

        inside = [str(each) for each in sorted(Path(path).rglob("*")) if _is_read(each, further)]
        if not inside:
            raise FormatError("a folder without files of a known format", file=path)
        found += inside
    return found


def _is_read(path: Path, further: tuple[str, ...]) -> bool:
    known = format_of_suffix(path.name, "parse")
    is_known = suffix(path.name).lower() in further or bool(known and known.parse)
    return is_known and path.is_file() and not path.name.startswith(".")


def format_of_suffix(name: str | None, direction: Literal["parse", "dump"]) -> Format[Any] | None:
    """The first format with the suffix of a file's name, or None.

    Args:
        name: the file's name.
        direction: what the format should be able to do; one that cannot is the last resort.
    """
    wanted = suffix(name).lower()
    last: Format[Any] | None = None
    for known in _every() if wanted else ():
        if wanted in known.suffixes:
            if getattr(known, direction) is not None:
                return known
            last = last or known
    return last
