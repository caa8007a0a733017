"""The events of a search, as both engines report them, and their log: a JSON object a line.

The textbook engine decides and revises *variables*: the lines of a puzzle, or those of a network.
The kernel decides *cells*, and propagates by lines and learned nogoods. `Begin` says which. A
variable is a number, in the order of ``Begin.names``. A value is a placement as bytes, one colour a
cell; the value itself for other networks; a colour, as a number, for the kernel.

An event comes before what follows from it: `Decide` before its propagation, `Revise` before its
`Remove`, `Backtrack` before the assignment is taken back. `Backtrack` follows for every assignment
that a jump or restart leaves.

>>> read_log([log_line(Decide(3, b"ab")), log_line(Solution())])
[Decide(variable=3, value=b'ab', has=True, by=None), Solution()]
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from ..base.errors import FormatError

#: A variable, a value, and whether the variable has it (or else lacks it).
Fact: TypeAlias = tuple[int, Any, bool]

#: An arc: the variable whose values need support, the one that gives it, and their constraint.
Arc: TypeAlias = tuple[int, int, int]


#: The most values that a variable may begin with for a `Remove` to list them.
MOST_VALUES = 20


@dataclass(frozen=True, slots=True)
class Begin:
    """The search begins."""

    engine: str
    names: tuple[str, ...]
    """What the variables are called."""


@dataclass(frozen=True, slots=True)
class Part:
    """The search of a component begins: variables that share no constraint with the others."""

    variables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Decide:
    """A node: a variable is assigned a value, or (in the kernel, if not ``has``) is denied it.

    The kernel also decides on positions of blocks: then the variable and the value are -1.
    """

    variable: int
    value: Any
    has: bool = True
    by: str | None = None
    """The technique of the kernel that decided: ``"lucky"``, ``"dive"``, or ``"probe"`` for an
    assumption that failed, which is not a node; None for the order of the search."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Arcs were put at the end of the queue of arc consistency, whose first one is revised next."""

    arcs: tuple[Arc, ...]
    is_new: bool = False
    """Whether the queue begins with them."""


@dataclass(frozen=True, slots=True)
class Revise:
    """An arc is revised: values of a variable without support in another one are removed."""

    variable: int
    other: int
    constraint: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Values were removed from a domain."""

    variable: int
    removed: int
    """The number of values removed."""
    left: int
    """The number of values left."""
    other: int | None = None
    """The variable whose domain gave them no support; None if no single arc is the reason."""
    constraint: int | None = None
    """The number of the constraint; None if there is no single one."""
    values: tuple[Any, ...] = ()
    """The values removed, in order; empty if some variable began with more than `MOST_VALUES`,
    unless no arc is the reason and at most that many were removed."""


@dataclass(frozen=True, slots=True)
class Propagate:
    """The kernel derived facts about cells from a line, or from a nogood."""

    line: int | None
    """The number of the line in `Puzzle.lines`; None for a nogood."""
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Fail:
    """A contradiction."""

    variable: int | None = None
    """The variable without a value left, or for the kernel the number of the line without a
    placement; None for another reason."""
    constraint: int | None = None
    """The number of the constraint that failed; None if there is no single one."""


@dataclass(frozen=True, slots=True)
class Nogood:
    """Facts that no further solution has together were learned."""

    facts: tuple[Fact, ...]
    """Facts about positions of blocks, which the kernel also learns, are left out."""
    size: int | None = None
    """The number of facts, those left out included; None if all are here."""
    lbd: int | None = None
    """The decision levels among them (literal block distance), which the kernel counts."""


@dataclass(frozen=True, slots=True)
class Backjump:
    """The search goes back to the latest of these variables; those between have no part in it."""

    conflicts: tuple[int, ...]
    """The conflict set."""


@dataclass(frozen=True, slots=True)
class Backtrack:
    """The latest assignment is undone, and all that followed from it."""

    variable: int


@dataclass(frozen=True, slots=True)
class Restart:
    """The search goes back to its root, and keeps what it learned."""


@dataclass(frozen=True, slots=True)
class Solution:
    """All variables are decided, without contradiction."""


@dataclass(frozen=True, slots=True)
class End:
    """The search has ended."""

    limit: str | None = None
    """The limit that was reached; None if the search is complete."""


Event: TypeAlias = (
    Begin
    | Part
    | Decide
    | Queue
    | Revise
    | Remove
    | Propagate
    | Fail
    | Nogood
    | Backjump
    | Backtrack
    | Restart
    | Solution
    | End
)

_TYPES: dict[str, type[Any]] = {
    kind.__name__.lower(): kind
    for kind in (
        Begin,
        Part,
        Decide,
        Queue,
        Revise,
        Remove,
        Propagate,
        Fail,
        Nogood,
        Backjump,
        Backtrack,
        Restart,
        Solution,
        End,
    )
}


def log_line(event: Event) -> str:
    """An event as one line of JSON: its name as ``event``, and its fields but for defaults.

    A placement is ``{"placement": [0, 1, …]}``. Values that JSON does not have are written as text.

    >>> log_line(Remove(2, removed=3, left=1, other=5, constraint=7))
    '{"event": "remove", "variable": 2, "removed": 3, "left": 1, "other": 5, "constraint": 7}\\n'
    """
    data = {"event": type(event).__name__.lower()}
    for field in fields(event):
        value = getattr(event, field.name)
        if value != field.default:
            data[field.name] = value
    return json.dumps(data, ensure_ascii=False, default=_plain) + "\n"


def _plain(value: object) -> Any:
    return {"placement": list(value)} if isinstance(value, bytes) else str(value)


def read_log(lines: Iterable[str]) -> list[Event]:
    """The events of a log.

    Args:
        lines: a file, or its lines.

    Raises:
        FormatError: a line is not an event; it is named.
    """
    events: list[Event] = []
    for number, line in enumerate(lines, start=1):
        try:
            data = json.loads(line, object_hook=_value)
            kind = _TYPES[data.pop("event")]
            event: Event = kind(**{name: _tuples(value) for name, value in data.items()})
        except (ValueError, TypeError, KeyError, AttributeError):
            raise FormatError(
                "expected an event of a search as JSON", line=number, text=line.strip()
            ) from None
        events.append(event)
    return events


def _value(data: dict[str, Any]) -> Any:
    return bytes(data["placement"]) if data.keys() == {"placement"} else data


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
