"""Messages about unknown names, with the name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from .errors import NonocspError, OptionError, quoted

_T = TypeVar("_T")

#: Slips of the keyboard that are forgiven: one for each four letters, one in every word of three.
_LETTERS, _SHORTEST = 4, 3


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that slips of the keyboard turned into this one, or None if none is near.

    Leading dashes do not count.

    >>> nearest("chekc", ["check", "count"]), nearest("--from", ["--format"])
    ('check', None)
    """
    bare = word.lstrip("-").lower()
    most = max(len(bare) // _LETTERS, len(bare) >= _SHORTEST)
    near = {each: _slips(bare, each.lstrip("-").lower(), most) for each in known}
    best = min(near, key=near.__getitem__, default=word)
    return best if near.get(best, most + 1) <= most else None


def _slips(one: str, other: str, most: int) -> int:
    """The letters added, left out, exchanged or swapped with the next; more than ``most`` if so.

    The optimal string alignment distance.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row: list[int] = [*range(len(other) + 1)]
    for i, letter in enumerate(one, start=1):
        last, before, row = before, row, [i]
        for j, facing in enumerate(other, start=1):
            least = min(before[j - 1] + (letter != facing), before[j] + 1, row[j - 1] + 1)
            if i > 1 and j > 1 and (letter, one[i - 2]) == (other[j - 2], facing):
                least = min(least, last[j - 2] + 1)
            row.append(least)
    return row[len(other)]


def unknown(
    what: str,
    word: str,
    known: Iterable[str],
    advice: str = "",
    synonyms: Mapping[str, str] | None = None,
) -> str:
    """A message of one line about an unknown name.

    Args:
        what: what it should name.
        word: the name.
        known: the known names.
        advice: what to do if no known name is like it; by default the names are listed.
        synonyms: other words for known names.

    >>> unknown("engine", "kernal", ["kernel", "textbook"])
    "unknown engine 'kernal'; did you mean 'kernel'?"
    >>> unknown("engine", "warp", ["kernel", "textbook"])
    "unknown engine 'warp'; available: kernel, textbook"
    """
    names = list(known)
    near = (synonyms or {}).get(word) or nearest(word, names)
    rest = f"did you mean {near!r}?" if near else advice or f"available: {', '.join(names)}"
    return f"unknown {what} {quoted(word)}; {rest}"


def look_up(
    table: Mapping[str, _T], what: str, name: str, error: type[NonocspError] = OptionError
) -> _T:
    """The value of a name in a table; raises ``error`` where it has none.

    >>> look_up({"rows": 1, "columns": 2}, "direction", "column")
    Traceback (most recent call last):
    nonocsp.common.errors.OptionError: unknown direction 'column'; did you mean 'columns'?
    """
    if not isinstance(name, str) or name not in table:
        raise error(unknown(what, str(name), table))
    return table[name]
