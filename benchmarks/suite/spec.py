"""Specifications of sets and engines on the command line: ``name:key=value,key=value``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeVar

from nonocsp.core.base.errors import OptionError
from nonocsp.core.base.suggest import look_up

Value: TypeAlias = bool | int | float | str

_T = TypeVar("_T")

_SWITCHES = {"on": True, "true": True, "off": False, "false": False}


class SpecError(OptionError):
    """An unknown set or engine, or an invalid value."""


def parse(spec: str) -> tuple[str, dict[str, Value]]:
    """The name and the values of a spec.

    >>> parse("random:size=30,density=0.5")
    ('random', {'size': 30, 'density': 0.5})
    """
    name, _, rest = spec.partition(":")
    values: dict[str, Value] = {}
    for word in rest.split(",") if rest else []:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise SpecError(f"expected NAME=VALUE in {spec!r}, not {word!r}")
        values[key.strip()] = _value(value.strip())
    return name, values


def several(words: str, kind: Callable[[str], _T]) -> list[_T]:
    """The values of a parameter that are joined by ``+``.

    >>> several("10+20", int)
    [10, 20]

    Raises:
        SpecError: one of them is not of the kind.
    """
    try:
        return [kind(word) for word in words.split("+")] if words else []
    except ValueError as error:
        raise SpecError(f"expected values joined by +, not {words!r}: {error}") from None


def names(words: str, table: Iterable[str], what: str) -> list[str]:
    """Names of a table that are joined by ``+``; all of them if there are no words.

    Raises:
        SpecError: the table has no such name.
    """
    known = dict.fromkeys(table)
    found = words.split("+") if words else [*known]
    for word in found:
        look_up(known, what, word, SpecError)
    return found


def assigned(values: Mapping[str, object]) -> list[str]:
    """The inverse: NAME=VALUE for each.

    >>> assigned({"size": 30, "solve": False})
    ['size=30', 'solve=off']
    """
    words = {True: "on", False: "off"}
    return [f"{name}={words[x] if isinstance(x, bool) else x}" for name, x in values.items()]


def _value(text: str) -> Value:
    if text.lower() in _SWITCHES:
        return _SWITCHES[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
