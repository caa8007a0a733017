"""Every choice of technique, in one table.

The fields of `Options` feed the command line, the validation, the documentation and the tests; each
says what it chooses, which values it takes and which engine listens to it. Options go to and from
JSON, so that a measurement can name exactly what it measured.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from . import plugins
from .errors import OptionError

Strategy = Literal["learning", "textbook"]
Propagation = Literal["none", "forward_checking", "ac3"]
Ordering = Literal["mrv", "mrv_degree", "in_order"]
Values = Literal["lexicographic", "least_constraining"]
Explaining = Literal["sweep", "latest_first"]
Compilation = Literal["portfolio", "search", "frontier"]

_SWITCHES = {"on": True, "true": True, "yes": True, "1": True}
_SWITCHES |= {"off": False, "false": False, "no": False, "0": False}

_BOTH = ("textbook", "kernel")
_TEXTBOOK = ("textbook",)
_KERNEL = ("kernel",)


def _choice(default: str, choices: Any, help: str, engines: tuple[str, ...]) -> Any:
    metadata = {"choices": get_args(choices), "help": help, "engines": engines}
    return field(default=default, metadata=metadata)


def _flag(default: bool, help: str, engines: tuple[str, ...] = _KERNEL) -> Any:
    return field(default=default, metadata={"help": help, "engines": engines})


def _number(default: float, low: float, high: float, help: str) -> Any:
    return field(default=default, metadata={"range": (low, high), "help": help, "engines": _KERNEL})


@dataclass(frozen=True, slots=True)
class Options:
    """The techniques an engine uses; the defaults are the recommended mix.

    Each field's metadata tells what it does and which engines listen to it. With
    ``strategy="textbook"`` and ``components=False`` the kernel walks the same tree as the textbook
    engine.

    Raises:
        OptionError: a value that the option cannot take.

    >>> Options(propagation="forward_checking").to_json()
    '{"propagation": "forward_checking"}'
    >>> Options.from_json('{"ordering": "in_order"}').ordering
    'in_order'
    """

    # The textbook search. Plugins may add to these three: `nonocsp.common.plugins`.
    propagation: Propagation | str = _choice(
        "ac3",
        Propagation,
        "what an assignment removes from other domains: nothing, what disagrees with it in the "
        "crossing lines, or everything that arc consistency refutes",
        _BOTH,
    )
    ordering: Ordering | str = _choice(
        "mrv",
        Ordering,
        "which line is assigned next: the most constrained (fewest placements), ties broken by "
        "crossings with unassigned lines, or simply the first",
        _BOTH,
    )
    values: Values | str = _choice(
        "lexicographic",
        Values,
        "which placement is tried first: the lexicographically first, or the one that removes "
        "fewest placements from the crossing lines",
        _TEXTBOOK,
    )
    components: bool = _flag(
        True, "solve the independent parts of the undecided lines apart", _TEXTBOOK
    )

    # The kernel.
    strategy: Strategy = _choice(
        "learning",
        Strategy,
        "how the kernel searches: by learning from contradictions cell by cell, or line by line "
        "like the textbook",
        _KERNEL,
    )
    seed: int = _number(0, 0, 2**63 - 1, "breaks ties; 0 keeps the natural order")
    probing: bool = _flag(True, "assume each colour of each cell once and keep what must hold")
    probe_effort: float = _number(0.5, 0, 1e6, "seconds of counted work a probing phase may take")
    lucky: bool = _flag(True, "try the simplest assignments from each corner once")
    guidance: bool = _flag(True, "first guesses from line marginals (belief propagation)")
    guide_rounds: int = _number(30, 1, 10_000, "rounds of exchanging marginals")
    guide_damping: float = _number(0.5, 0, 0.99, "share of the old message that is kept")
    guide_tolerance: float = _number(
        0.03, 0, 1, "a line speaks again only if some message to it changed by more"
    )
    guide_effort: float = _number(1.0, 0, 1e6, "seconds of counted work that guidance may take")
    guide_weight: float = _number(
        1.0, 0, 1e6, "initial activity of a cell that is certain; a conflict adds 1"
    )
    dives: bool = _flag(True, "now and then decide by guesses that are asked anew on the way")
    dive_gap: float = _number(
        1.0, 0, 1e6, "conflicts from a dive to the next, in units of dive_conflicts"
    )
    dive_gap_growth: float = _number(
        1.0, 0, 1e6, "by how much each gap is longer than the one before, in the same units"
    )
    dive_rounds: int = _number(5, 1, 10_000, "rounds of exchanging marginals in a dive")
    dive_step: float = _number(
        0.05, 0.001, 1, "share of the open cells that is settled before asking again"
    )
    dive_conflicts: int = _number(20, 1, 10**6, "a dive ends after so many conflicts")
    learning: bool = _flag(True, "learn a nogood from every conflict")
    positions: bool = _flag(True, "let nogoods speak of where blocks start, not only of cells")
    positions_after: int = _number(
        1000, 0, 10**9, "conflicts before positions get literals, at most"
    )
    positions_wait: float = _number(
        0.03, 0, 1e6, "conflicts before that, for each clause that positions take"
    )
    positions_limit: int = _number(1_000_000, 0, 10**9, "clauses at most, or no positions")
    minimise: bool = _flag(True, "drop literals of a nogood that the others imply")
    explaining: Explaining = _choice(
        "sweep", Explaining, "the order in which literals are dropped from an explanation", _KERNEL
    )
    activity: bool = _flag(True, "decide on recently conflicting cells first")
    activity_decay: float = _number(
        0.9, 0.5, 0.9999, "factor by which old activity fades at each conflict"
    )
    phase_saving: bool = _flag(True, "prefer the colour a cell had last")
    target_phases: bool = _flag(
        True, "prefer the colours of the longest assignment without conflict"
    )
    restarts: bool = _flag(True, "begin anew now and then, keeping what was learned")
    alternate: bool = _flag(True, "take turns between patient search and eager restarts")
    alternate_unit: int = _number(1000, 1, 10**9, "conflicts of the first turn")
    restart_unit: int = _number(50, 1, 10**9, "conflicts; restarts come at Luby's multiples of it")
    reduce: bool = _flag(True, "throw away half of the little used nogoods now and then")
    reduce_first: int = _number(4000, 10, 10**9, "learned nogoods before the first reduction")
    compilation: Compilation = _choice(
        "portfolio",
        Compilation,
        "how a solution space is compiled: by search with caching, by frontiers from both ends "
        "(where their states are small enough), or by both in turns until one of them is done",
        _KERNEL,
    )

    def __post_init__(self) -> None:
        for option in dataclasses.fields(self):
            _check(option, getattr(self, option.name))

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
        return cls.from_mapping(given)

    @classmethod
    def from_mapping(cls, given: Mapping[str, Any]) -> Options:
        """The options of a mapping from names to values.

        Raises:
            OptionError: an unknown name, or a value that the option cannot take.
        """
        known = {option.name for option in dataclasses.fields(cls)}
        for name in given:
            if name not in known:
                expected = ", ".join(sorted(known))
                raise OptionError(f"there is no option {name!r}; the options are {expected}")
        return cls(**given)

    @classmethod
    def from_words(cls, words: list[str]) -> Options:
        """The options of words like ``ordering=in_order`` or ``probing=off``.

        Raises:
            OptionError: a word that is no such pair, an unknown name or a wrong value.

        >>> Options.from_words(["probing=off", "seed=7"]).to_json()
        '{"seed": 7, "probing": false}'
        """
        defaults = {option.name: option.default for option in dataclasses.fields(cls)}
        given: dict[str, Any] = {}
        for word in words:
            name, equals, said = word.partition("=")
            if not equals:
                raise OptionError(f"an option is NAME=VALUE, not {word!r}")
            given[name] = said
            default = defaults.get(name)
            if isinstance(default, bool):
                given[name] = _SWITCHES.get(said.lower(), said)
            elif isinstance(default, (int, float)):
                with contextlib.suppress(ValueError):  # the check says what was expected
                    given[name] = type(default)(said)
        return cls.from_mapping(given)


def _check(option: dataclasses.Field[Any], value: Any) -> None:
    """Raise `OptionError` unless an option can take a value."""
    choices, bounds = option.metadata.get("choices"), option.metadata.get("range")
    if choices:
        # Names from outside the package are looked for last: that takes longer.
        if value not in choices and not plugins.exists(option.name, value):
            expected = ", ".join(choices)
            raise OptionError(f"option {option.name} is one of {expected}, not {value!r}")
    elif bounds:
        whole = isinstance(option.default, int)
        is_number = isinstance(value, int if whole else (int, float))
        if not is_number or isinstance(value, bool) or not bounds[0] <= value <= bounds[1]:
            kind = "a whole number" if whole else "a number"
            expected = f"{kind} from {bounds[0]} to {bounds[1]}"
            raise OptionError(f"option {option.name} is {expected}, not {value!r}")
    elif not isinstance(value, bool):
        raise OptionError(f"option {option.name} is on or off (True or False), not {value!r}")
