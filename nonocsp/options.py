"""Every choice of technique, in one table.

The fields of `Options` feed the command line, the validation and the tests; each says what it
chooses, which values it takes and which engine listens to it. Options go to and from JSON, so that
a measurement can name exactly what it measured.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from .errors import OptionError

Propagation = Literal["none", "forward_checking", "ac3"]
Ordering = Literal["mrv", "mrv_degree", "in_order"]
Values = Literal["lexicographic", "least_constraining"]


def _choice(default: str, choices: Any, help: str, engines: tuple[str, ...]) -> Any:
    metadata = {"choices": get_args(choices), "help": help, "engines": engines}
    return field(default=default, metadata=metadata)


def _flag(default: bool, help: str, engines: tuple[str, ...]) -> Any:
    return field(default=default, metadata={"help": help, "engines": engines})


@dataclass(frozen=True, slots=True)
class Options:
    """The techniques an engine uses; the defaults are the recommended mix.

    >>> Options(propagation="forward_checking").to_json()
    '{"propagation": "forward_checking"}'
    >>> Options.from_json('{"ordering": "in_order"}').ordering
    'in_order'
    """

    propagation: Propagation = _choice(
        "ac3",
        Propagation,
        "what an assignment removes from other domains: nothing, what disagrees with it in the "
        "crossing lines, or everything that arc consistency refutes",
        ("textbook",),
    )
    ordering: Ordering = _choice(
        "mrv",
        Ordering,
        "which line is assigned next: the most constrained (fewest placements), ties broken by "
        "crossings with unassigned lines, or simply the first",
        ("textbook",),
    )
    values: Values = _choice(
        "lexicographic",
        Values,
        "which placement is tried first: the lexicographically first, or the one that removes "
        "fewest placements from the crossing lines",
        ("textbook",),
    )
    components: bool = _flag(
        True,
        "solve the independent parts of the undecided lines apart",
        ("textbook",),
    )

    def __post_init__(self) -> None:
        for option in dataclasses.fields(self):
            value, choices = getattr(self, option.name), option.metadata.get("choices")
            if choices and value not in choices:
                expected = ", ".join(choices)
                raise OptionError(f"option {option.name} is one of {expected}, not {value!r}")
            if isinstance(option.default, bool) and not isinstance(value, bool):
                raise OptionError(f"option {option.name} is true or false, not {value!r}")

    def to_json(self) -> str:
        """The options that differ from the defaults, as a JSON object."""
        changed = {
            option.name: getattr(self, option.name)
            for option in dataclasses.fields(self)
            if getattr(self, option.name) != option.default
        }
        return json.dumps(changed)

    @classmethod
    def from_json(cls, text: str) -> Options:
        """The options that a JSON object names; the others keep their defaults.

        Raises:
            OptionError: the text is no JSON object, or names an unknown option or value.
        """
        try:
            given = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise OptionError(f"options are a JSON object: {error}") from None
        if not isinstance(given, dict):
            raise OptionError("options are a JSON object of names and values")
        known = {option.name for option in dataclasses.fields(cls)}
        for name in given:
            if name not in known:
                expected = ", ".join(sorted(known))
                raise OptionError(f"there is no option {name!r}; the options are {expected}")
        return cls(**given)
