"""Messages about unknown names, with the name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable

from .errors import quoted


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is spelt most like a word, or None if none is.

    >>> nearest("chekc", ["check", "count"]), nearest("dance", ["check", "count"])
    ('check', None)
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=0.7)), None)


def unknown(what: str, word: str, known: Iterable[str], advice: str = "") -> str:
    """A message of one line about an unknown name.

    Args:
        what: what it should name.
        word: the name.
        known: the known names.
        advice: what to do if no known name is like it; by default the names are listed.

    >>> unknown("engine", "kernal", ["kernel", "textbook"])
    "unknown engine 'kernal'; did you mean 'kernel'?"
    >>> unknown("engine", "warp", ["kernel", "textbook"])
    "unknown engine 'warp'; available: kernel, textbook"
    """
    names = list(known)
    near = nearest(word, names)
    rest = f"did you mean {near!r}?" if near else advice or f"available: {', '.join(names)}"
    return f"unknown {what} {quoted(word)}; {rest}"
