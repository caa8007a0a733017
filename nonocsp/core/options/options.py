"""The options of all engines in one flat dataclass, `Options`.

Each field's metadata holds its help text, its choices or range, its tier, and what reads it: an
engine, or the kernel with one of its strategies (``kernel:learning``). Validation, command
line, reference and tests are made from them. The fields themselves are written from
`kernel/params.def`, which the compiled kernel reads too. Options go to and from JSON, so that a
measurement can name exactly what was measured.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from ..base import arguments
from ..base.errors import OptionError, check_choice, quoted
from ..base.suggest import meant, named, unknown
from . import plugins

# params.def: types
Strategy = Literal["learning", "textbook"]
Compilation = Literal["portfolio", "search", "frontier"]
Decision = Literal["vsids"]
Propagation = Literal[
    "none", "forward_checking", "ac3", "ac2001", "ac3bit", "bounds", "sac", "rsac"
]
Ordering = Literal[
    "mrv", "mrv_degree", "in_order", "dom_deg", "dom_ddeg", "dom_wdeg", "impact", "activity"
]
Values = Literal["lexicographic", "least_constraining", "promise"]
Domains = Literal["auto", "explicit", "implicit"]
Search = Literal["chronological", "backjumping", "limited_discrepancy", "restarts"]
# params.def: end

#: The name of a plugin, or its function. Reading an option always gives the name.
Plugin: TypeAlias = Any

_SWITCHES = {"on": True, "true": True, "yes": True, "1": True}
_SWITCHES |= {"off": False, "false": False, "no": False, "0": False}

#: What reads an option, by the word in params.def: an engine, or the kernel with a strategy.
_READERS = {
    "learning": ("kernel:learning",),
    "kernel": ("kernel:learning", "kernel:textbook"),
    "lines": ("textbook", "kernel:textbook"),
    "both": ("textbook", "kernel:learning"),
    "all": ("textbook", "kernel:learning", "kernel:textbook"),
    "textbook": ("textbook",),
    "tuning": ("kernel:learning",),
}

#: The parts in which help and reference list the options, each with what reads most of them: what
#: a person chooses, what the textbook engine alone reads, what is behind the kernel's search.
TIERS = {"options": ("kernel:learning",), "textbook": ("textbook",), "tuning": ("kernel:learning",)}


def _option(default: Any, help: str, engines: str = "learning", **more: Any) -> Any:
    tier = engines if engines in TIERS else "options"
    known = {"help": help, "readers": _READERS[engines], "tier": tier}
    return field(default=default, metadata=known | more)


def _choice(
    default: str,
    choices: Any,
    help: str,
    engines: str = "learning",
    textbook_only: tuple[str, ...] = (),
) -> Any:
    return _option(default, help, engines, choices=get_args(choices), textbook_only=textbook_only)


def _number(default: float, least: float, most: float, help: str, engines: str = "learning") -> Any:
    return _option(default, help, engines, range=(least, most))


def _check(option: dataclasses.Field[Any], value: Any) -> None:
    choices, bounds = option.metadata.get("choices"), option.metadata.get("range")
    if choices:
        # The names of plugins last, for they take longer to find.
        if value not in choices and not plugins.exists(option.name, value):
            if isinstance(value, str) and (near := meant_choice(value, option.name)):
                problem = f"option {option.name} has no value {quoted(value)}"
                raise OptionError(f"{problem}; did you mean {near}?")
            if option.name in plugins.GROUPS:
                loaded = ", ".join(plugins.names(option.name))
                choices = [*choices, f"or a plugin ({loaded or 'none is loaded'})"]
            check_choice(f"option {option.name}", value, choices)
    elif bounds:
        whole = isinstance(option.default, int)
        is_number = isinstance(value, int if whole else (int, float))
        if not is_number or isinstance(value, bool) or not bounds[0] <= value <= bounds[1]:
            expected = f"a {'whole ' * whole}number from {bounds[0]} to {bounds[1]}"
            raise OptionError(f"option {option.name} is {expected}, not {quoted(value)}")
    elif not isinstance(value, bool):
        raise OptionError(f"option {option.name} is on or off (True or False), not {quoted(value)}")


def meant_choice(word: str, name: str = "") -> str | None:
    """The value that a word stands for, of an option or else of another one with its name.

    >>> meant_choice("fc", "propagation"), meant_choice("mrv", "propagation")
    ("'forward_checking'", "ordering='mrv'")
    """
    choices = {n: option.metadata.get("choices", ()) for n, option in _TABLE.items()}
    if near := meant(word, choices.pop(name, ())):
        return repr(near)
    others = {n: meant(word, known, typos=False) for n, known in choices.items()}
    return next((f"{n}={near!r}" for n, near in others.items() if near), None)


@named
@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the engines do; the defaults are the recommended mix.

    The options of all engines are together. If no engine is named, an option that the default
    engine does not read chooses the textbook engine; a named engine refuses an option that it does
    not read and that differs from its default. With ``strategy="textbook"`` the kernel visits the
    same search tree as the textbook engine with ``components=False``. ``decision``,
    ``propagation``, ``ordering`` and ``values`` also take a function (see `nonocsp.core.plugins`),
    which is kept by its name.

    Raises:
        OptionError: a value that the option cannot have.

    >>> Options(propagation="forward_checking", search="backjumping").to_json()
    '{"propagation": "forward_checking", "search": "backjumping"}'
    >>> Options.from_json('{"ordering": "in_order"}').ordering
    'in_order'
    """

    # params.def: options
    strategy: Strategy = _choice(
        "learning",
        Strategy,
        "search by cells with nogood learning, or by lines as in the textbook",
        "kernel",
    )
    compilation: Compilation = _choice(
        "portfolio",
        Compilation,
        "compile solution spaces by search, by frontier from both ends, or by both in turns",
    )
    decision: Decision | Plugin = _choice(
        "vsids", Decision, "decision heuristic: VSIDS with saved phases, or a plugin in Python"
    )
    seed: int = _number(
        0,
        0,
        9_223_372_036_854_775_807,
        "seed of random choices: ties, messages of belief propagation; 0 makes none",
        "both",
    )
    learning: bool = _option(True, "learn a nogood from every conflict")
    positions: bool = _option(True, "order literals: nogoods on block positions, not only on cells")
    probing: bool = _option(
        True,
        "failed literal probing: assume each colour of each cell, and its absence, before search",
    )
    bounds: bool = _option(True, "bounds by weights at the root: counting over all lines")
    guidance: bool = _option(
        True, "initial phases and activities from line marginals (belief propagation)"
    )
    restarts: bool = _option(True, "restart the search now and then, keeping what was learned")
    propagation: Propagation | Plugin = _choice(
        "ac3",
        Propagation,
        "consistency kept after each assignment",
        "lines",
        textbook_only=("ac2001", "ac3bit", "bounds", "sac", "rsac"),
    )
    ordering: Ordering | Plugin = _choice(
        "mrv",
        Ordering,
        "line assigned next: by placements left, degree, weight or what was learned",
        "lines",
        textbook_only=("dom_deg", "dom_ddeg", "dom_wdeg", "impact", "activity"),
    )
    checked: bool = _option(
        True,
        "verify the removals of plugins, and what their searches prove, by the built-in engine",
        "all",
    )
    # params.def: end

    # params.def: textbook
    values: Values | Plugin = _choice(
        "lexicographic",
        Values,
        "placement tried first: in lexicographic order, or by what it leaves to crossing lines",
        "textbook",
    )
    domains: Domains = _choice(
        "auto",
        Domains,
        "candidates of cells (implicit), lists (explicit), or lists where propagation needs them",
        "textbook",
    )
    search: Search = _choice(
        "chronological",
        Search,
        "depth first, with conflict-directed backjumping, by discrepancies, or with restarts",
        "textbook",
    )
    last_conflict: bool = _option(
        False, "assign the variable of the last conflict first", "textbook"
    )
    components: bool = _option(
        True, "solve independent parts of the undecided lines separately", "textbook"
    )
    # params.def: end

    # params.def: tuning
    lucky: bool = _option(True, "try the simplest assignments from each corner once", "tuning")
    dives: bool = _option(
        True, "dive now and then: decide by marginals that are recomputed on the way", "tuning"
    )
    activity: bool = _option(True, "decide on the cells of recent conflicts first", "tuning")
    probe_lead: float = _number(
        5.0,
        0,
        1e6,
        "work of probing before the first dive, in rounds of belief propagation",
        "tuning",
    )
    probe_gain: float = _number(
        150.0,
        0,
        1e6,
        "rounds more, for the share of the open cells that probing has decided by then",
        "tuning",
    )
    bounds_wait: float = _number(
        100.0,
        0,
        1e9,
        "work before the next weights are tried for bounds, in units of what they cost",
        "tuning",
    )
    dive_conflicts: int = _number(20, 1, 1_000_000, "conflicts that end a dive", "tuning")
    positions_after: int = _number(
        1_000, 0, 1_000_000_000, "conflicts before positions get literals, at most", "tuning"
    )
    restart_unit: int = _number(
        50, 1, 1_000_000_000, "conflicts between restarts, times Luby's sequence", "tuning"
    )
    reduce_first: int = _number(
        4_000, 10, 1_000_000_000, "learned nogoods before the first reduction", "tuning"
    )
    join_after: float = _number(
        0.03, 0, 1e6, "seconds of counted work before other threads join a search", "tuning"
    )
    # params.def: end

    def __post_init__(self) -> None:
        for name, option in _TABLE.items():
            if (value := getattr(self, name)) is option.default:
                continue
            # Functions are replaced by their names, which JSON and worker processes need.
            if name in plugins.GROUPS and callable(value):
                value = plugins.name_of(name, value, option.metadata["choices"])
                object.__setattr__(self, name, value)
            _check(option, value)

    @staticmethod
    def table() -> Mapping[str, dataclasses.Field[Any]]:
        """Every option, by name."""
        return _TABLE

    def to_dict(self) -> dict[str, Any]:
        """The value of every option, by name."""
        return {name: getattr(self, name) for name in _TABLE}

    def changed(self) -> dict[str, Any]:
        """The values that differ from the defaults, by name."""
        return {n: value for n, value in self.to_dict().items() if value != _TABLE[n].default}

    def replace(self, /, **given: Any) -> Options:
        """A copy with some options changed."""
        return dataclasses.replace(self, **given)

    def to_json(self) -> str:
        """The options that differ from the defaults, as a JSON object."""
        import json

        return json.dumps(self.changed())

    @classmethod
    @arguments.checked
    def from_json(cls, text: str) -> Options:
        """The options named in a JSON object; the others keep their defaults.

        Raises:
            OptionError: the text is not a JSON object, or has an unknown option or value.
        """
        import json

        try:
            given = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise OptionError(f"options are a JSON object: {error}") from None
        if not isinstance(given, dict):
            raise OptionError("options are a JSON object of names and values")
        return cls.from_dict(given)

    @classmethod
    @arguments.checked
    def from_dict(cls, given: Mapping[str, Any]) -> Options:
        """The options that a mapping names; the others keep their defaults.

        Raises:
            OptionError: an unknown name, or a value that the option cannot have.

        >>> Options.from_dict({"guidance": False, "restart_unit": 100}).restart_unit
        100
        """
        advice = "`nonocsp help options` lists them"
        for name in [each for each in given if each not in _TABLE]:
            raise OptionError(unknown("option", name, _TABLE, advice))
        return cls(**given)

    @classmethod
    @arguments.checked
    def from_words(cls, words: list[str]) -> Options:
        """The options of words like ``ordering=in_order`` or ``probing=off``.

        Raises:
            OptionError: a word that is not such a pair, an unknown name or a wrong value.

        >>> Options.from_words(["probing=off", "seed=7"]).to_json()
        '{"seed": 7, "probing": false}'
        """
        given: dict[str, Any] = {}
        for word in words:
            name, equals, value = word.partition("=")
            if not equals:
                raise OptionError(f"an option is NAME=VALUE, not {quoted(word)}")
            given[name] = value
            default = _TABLE[name].default if name in _TABLE else None
            if isinstance(default, bool):
                given[name] = _SWITCHES.get(value.lower(), value)
            elif isinstance(default, (int, float)):
                with contextlib.suppress(ValueError):  # the check names what was expected
                    given[name] = type(default)(value)
        return cls.from_dict(given)


_TABLE = MappingProxyType({each.name: each for each in dataclasses.fields(Options)})
plugins.built_in |= {n: _TABLE[n].metadata["choices"] for n in plugins.GROUPS if n in _TABLE}
