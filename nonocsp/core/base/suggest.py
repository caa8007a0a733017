"""Messages about unknown names, with the name that was probably meant.

`SYNONYMS` and `SENTENCES` are the table of words that people try first, for Python and for the
command line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import wraps
from typing import Any, TypeVar

from .errors import NonocspError, OptionError, quoted

_T = TypeVar("_T")

#: Typos of the keyboard that are forgiven: one for each four letters, one in every word of three.
_LETTERS, _SHORTEST = 4, 3

#: Other words for arguments, options and their values.
SYNONYMS = {
    "rows": "height row",
    "columns": "col cols column width",
    "seconds": "deadline max_time maxtime s secs t time time_limit timeout",
    "nodes": "max_nodes node_limit",
    "memory": "max_memory mem",
    "limit": "count first k max max_solutions most n num number samples top",
    "number": "count first k limit max max_solutions most n num samples top",
    "executor": "cores cpus j jobs n_jobs num_workers parallel processes threads workers",
    "workers": "cores cpus j jobs n_jobs num_workers parallel processes",
    "threads": "cores cpus j jobs n_jobs num_workers parallel processes workers",
    "seed": "random_seed random_state",
    "engine": "algorithm backend e solver",
    "options": "config opt option settings",
    "propagation": "consistency filtering inference propagator",
    "ordering": "heuristic order var_order variable_order variable_ordering",
    "values": "value_heuristic value_order value_ordering",
    "search": "backtracking",
    "none": "backtracking bt",
    "forward_checking": "fc forward forwardchecking",
    "ac3": "ac ac_3 arc_consistency mac mac3",
    "ac2001": "ac_2001 mac2001",
    "sac": "singleton singleton_arc_consistency",
    "mrv": "dom fail_first ff first_fail min_domain most_constrained smallest_domain",
    "mrv_degree": "brelaz dom_degree mrv_deg",
    "in_order": "input_order lex lexicographic static",
    "dom_wdeg": "domwdeg wdeg",
    "lexicographic": "lex in_order min_value",
    "least_constraining": "lcv least_constraining_value",
    "chronological": "backtrack backtracking bt cbt",
    "backjumping": "bj cbj conflict_directed",
    "limited_discrepancy": "lds",
}

#: Where no other word will do: what to write, by what was written.
SENTENCES = {
    "limit": "nc.solutions(puzzle, limit=…) yields at most that many",
    "rows": "nc.Puzzle(rows=…, columns=…) makes a puzzle",
    "columns": "nc.Puzzle(rows=…, columns=…) makes a puzzle",
    "str for a Puzzle": "nc.read(path) reads a file, nc.formats.parse(text).puzzles[0] a text",
    "list for a Puzzle": "nc.Puzzle(rows, columns) makes one",
    "Picture for a Puzzle": "nc.Puzzle.from_picture makes one, nc.render draws the picture",
    "text for a path": "nc.formats.parse(text).puzzles[0] reads a text",
    "Result for a list": "a Result has one solution, its picture; nc.solutions yields all",
}


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that typos of the keyboard turned into this one, or None if none is near.

    Leading dashes do not count.

    >>> nearest("chekc", ["check", "count"]), nearest("--from", ["--format"])
    ('check', None)
    """
    bare = word.lstrip("-").lower()
    most = max(len(bare) // _LETTERS, len(bare) >= _SHORTEST)
    near = {each: _typos(bare, each.lstrip("-").lower(), most) for each in known}
    best = min(near, key=near.__getitem__, default=word)
    return best if near.get(best, most + 1) <= most else None


def _typos(one: str, other: str, most: int) -> int:
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


def meant(word: str, known: Collection[str], *, typos: bool = True) -> str | None:
    """The known word that another one stands for, or with ``typos`` is near to; or None.

    >>> meant("AC-3", ["none", "ac3"]), meant("nonee", ["none"]), meant("fc", ["none"])
    ('ac3', 'none', None)
    """
    plain = re.sub("[ -]+", "_", word.strip().lower())
    for meaning, words in SYNONYMS.items():
        if meaning in known and plain in (meaning, *words.split()):
            return meaning
    return nearest(word, known) if typos else None


def unexpected(function: str, word: str, known: Collection[str]) -> TypeError:
    """The error about a keyword that a function does not take, in Python's words and with advice.

    Args:
        function: its qualified name.
        word: the keyword.
        known: the keywords that it takes.
    """
    kinds = {"limits": "Limits", "options": "Options"}
    places, is_kind = {"": known}, function.partition(".")[0] in kinds.values()
    for name, kind in kinds.items():
        if kind in _NAMES and (name in known or is_kind):
            places[f"{name}=nc.{kind}" if name in known else f"nc.{kind}"] = _NAMES[kind]
    problem = f"{function}() got an unexpected keyword argument {word!r}"
    return TypeError(f"{problem}; {_advice(word, places)}")


def _advice(word: str, places: Mapping[str, Collection[str]]) -> str:
    """What to write instead of a keyword; ``places`` have the keywords that there are."""
    for typos in (False, True):
        for place, names in places.items():
            if near := meant(word, names, typos=typos):
                return f"write {place}({near}=…)" if place else f"write {near}=…"
        if not typos and (other := meant(word, SENTENCES, typos=False)):
            return SENTENCES[other]
    if places[""] is _NAMES.get("Options"):
        return "`nonocsp help options` lists them"
    return f"expected {', '.join(places[''])}"


#: The keywords of each class that is `named`.
_NAMES: dict[str, tuple[str, ...]] = {}


def named(target: type[_T]) -> type[_T]:
    """Decorator of a class that checks values itself: here, the names of its keywords.

    >>> from nonocsp import Options
    >>> Options(timeout=5)
    Traceback (most recent call last):
    TypeError: Options.__init__() got an unexpected keyword argument 'timeout'; write \
nc.Limits(seconds=…)
    """
    make: Any = target.__init__
    code = make.__code__
    known = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
    _NAMES[target.__name__] = known

    @wraps(make)
    def __init__(self: Any, *arguments: Any, **keywords: Any) -> None:
        for name in keywords:
            if name not in known:
                raise unexpected(make.__qualname__, name, known)
        if len(arguments) == 1 and not keywords:
            kind = type(arguments[0]).__name__
            if advice := SENTENCES.get(f"{kind} for a {target.__name__}"):
                raise TypeError(f"{make.__qualname__}() got one {kind}; {advice}")
        make(self, *arguments, **keywords)

    target.__init__ = __init__  # type: ignore[method-assign]
    return target


def unknown(
    what: str,
    word: str,
    known: Iterable[str],
    advice: str = "",
    synonyms: Mapping[str, Collection[str]] | None = None,
) -> str:
    """A message of one line about an unknown name.

    Args:
        what: what it should name.
        word: the name.
        known: the known names.
        advice: what to do if no known name is like it; by default the names are listed.
        synonyms: known names by other words for them.

    >>> unknown("engine", "kernal", ["kernel", "textbook"])
    "unknown engine 'kernal'; did you mean 'kernel'?"
    >>> unknown("engine", "warp", ["kernel", "textbook"])
    "unknown engine 'warp'; available: kernel, textbook"
    """
    names = list(known)
    near = (synonyms or {}).get(word) or [each for each in [meant(word, names)] if each]
    advice = advice or f"available: {', '.join(names) or 'none'}"
    rest = f"did you mean {' or '.join(map(repr, near))}?" if near else advice
    return f"unknown {what} {quoted(word)}; {rest}"


def look_up(
    table: Mapping[str, _T], what: str, name: str, error: type[NonocspError] = OptionError
) -> _T:
    """The value of a name in a table; raises ``error`` where it has none.

    >>> look_up({"rows": 1, "columns": 2}, "direction", "column")
    Traceback (most recent call last):
    nonocsp.OptionError: unknown direction 'column'; did you mean 'columns'?
    """
    if not isinstance(name, str) or name not in table:
        raise error(unknown(what, str(name), table))
    return table[name]
