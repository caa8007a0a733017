"""How sets and engines are named on the command line: ``name:key=value,key=value``."""

from __future__ import annotations

from typing import TypeAlias

Value: TypeAlias = bool | int | float | str

_SWITCHES = {"on": True, "true": True, "off": False, "false": False}


class SpecError(ValueError):
    """A set or an engine that there is not, or a value that it cannot take."""


def parse(spec: str) -> tuple[str, dict[str, Value]]:
    """The name and the values of a spec.

    >>> parse("random:size=30,density=0.5")
    ('random', {'size': 30, 'density': 0.5})
    """
    name, _, rest = spec.partition(":")
    values: dict[str, Value] = {}
    for word in rest.split(",") if rest else []:
        key, equals, said = word.partition("=")
        if not equals or not key:
            raise SpecError(f"expected NAME=VALUE in {spec!r}, not {word!r}")
        values[key.strip()] = _value(said.strip())
    return name, values


def _value(said: str) -> Value:
    if said.lower() in _SWITCHES:
        return _SWITCHES[said.lower()]
    for kind in (int, float):
        try:
            return kind(said)
        except ValueError:
            pass
    return said
