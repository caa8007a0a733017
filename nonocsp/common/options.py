"""The options in three tiers: `Options`, `Textbook` and `Tuning`.

Each field's metadata holds its help text, its choices or range, and what reads it: an engine, or
the kernel with one of its strategies (``kernel:learning``). Validation, command line, reference and
tests are made from them. The fields themselves are written
from `kernel/params.def`, which the compiled kernel reads too. Options go to and from JSON, so that
a measurement can name exactly what was measured.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from . import arguments, plugins
from .errors import OptionError, check_choice, check_type, quoted
from .suggest import unknown

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

# What reads an option: an engine, or the kernel with one of its strategies.
_TEXTBOOK = ("textbook",)
_LEARNING = ("kernel:learning",)
_KERNEL = ("kernel:learning", "kernel:textbook")
_LINES = ("textbook", "kernel:textbook")
_BOTH = ("textbook", "kernel:learning")
_ALL = ("textbook", "kernel:learning", "kernel:textbook")


def _choice(
    default: str,
    choices: Any,
    help: str,
    readers: tuple[str, ...] = _LEARNING,
    textbook_only: tuple[str, ...] = (),
) -> Any:
    metadata = {"choices": get_args(choices), "help": help, "readers": readers}
    return field(default=default, metadata=metadata | {"textbook_only": textbook_only})


def _flag(default: bool, help: str, readers: tuple[str, ...] = _LEARNING) -> Any:
    return field(default=default, metadata={"help": help, "readers": readers})


def _number(
    default: float, least: float, most: float, help: str, readers: tuple[str, ...] = _LEARNING
) -> Any:
    metadata = {"range": (least, most), "help": help, "readers": readers}
    return field(default=default, metadata=metadata)


def _check_fields(options: Options | Textbook | Tuning) -> None:
    """Raises `OptionError` unless every field has a value that it can have.

    Functions are replaced by their names, which JSON and worker processes need.
    """
    for option in dataclasses.fields(options):
        value = getattr(options, option.name)
        if option.name in plugins.GROUPS and callable(value):
            value = plugins.name_of(option.name, value, option.metadata["choices"])
            object.__setattr__(options, option.name, value)
        if option.metadata:
            _check(option, value)


def _check(option: dataclasses.Field[Any], value: Any) -> None:
    choices, bounds = option.metadata.get("choices"), option.metadata.get("range")
    if choices:
        # The names of plugins last, for they take longer to find.
        if value not in choices and not plugins.exists(option.name, value):
            if option.name in plugins.GROUPS:
                loaded = ", ".join(plugins.names(option.name))
                choices = [*choices, f"or a plugin ({loaded or 'none is loaded'})"]
            check_choice(f"option {option.name}", value, choices)
    elif bounds:
        whole = isinstance(option.default, int)
        is_number = isinstance(value, int if whole else (int, float))
        if not is_number or isinstance(value, bool) or not bounds[0] <= value <= bounds[1]:
            kind = "a whole number" if whole else "a number"
            expected = f"{kind} from {bounds[0]} to {bounds[1]}"
            raise OptionError(f"option {option.name} is {expected}, not {quoted(value)}")
    elif not isinstance(value, bool):
        raise OptionError(f"option {option.name} is on or off (True or False), not {quoted(value)}")


@dataclass(frozen=True, slots=True)
class Textbook:
    """The choices of the textbook engine, which no other engine reads.

    Raises:
        OptionError: a value that the option cannot have.

    >>> Options(textbook=Textbook(search="backjumping")).to_json()
    '{"search": "backjumping"}'
    """

    # params.def: textbook
    values: Values | Plugin = _choice(
        "lexicographic",
        Values,
        "placement tried first: in lexicographic order, or by what it leaves to crossing lines",
        _TEXTBOOK,
    )
    domains: Domains = _choice(
        "auto",
        Domains,
        "lists of placements (explicit), candidates of cells (implicit), or whichever fits",
        _TEXTBOOK,
    )
    search: Search = _choice(
        "chronological",
        Search,
        "depth first, with conflict-directed backjumping, by discrepancies, or with restarts",
        _TEXTBOOK,
    )
    last_conflict: bool = _flag(False, "assign the variable of the last conflict first", _TEXTBOOK)
    components: bool = _flag(
        True, "solve independent parts of the undecided lines separately", _TEXTBOOK
    )
    # params.def: end

    def __post_init__(self) -> None:
        _check_fields(self)


@dataclass(frozen=True, slots=True)
class Tuning:
    """Single techniques of the kernel's search with learning, and the numbers behind them.

    The defaults are measured.

    Raises:
        OptionError: a value that the option cannot have.

    >>> Options(tuning=Tuning(restart_unit=100)).to_json()
    '{"restart_unit": 100}'
    """

    # params.def: tuning
    lucky: bool = _flag(True, "try the simplest assignments from each corner once")
    dives: bool = _flag(
        True, "dive now and then: decide by marginals that are recomputed on the way"
    )
    minimise: bool = _flag(True, "remove the literals of a nogood that the others imply")
    activity: bool = _flag(True, "decide on the cells of recent conflicts first")
    phase_saving: bool = _flag(True, "decide for the colour that a cell had last")
    target_phases: bool = _flag(
        True, "decide for the colours of the longest assignment without conflict"
    )
    alternate: bool = _flag(
        True, "alternate between stable mode (few restarts) and focused mode (many)"
    )
    reduce: bool = _flag(True, "remove half of the little used nogoods now and then")
    shaving: bool = _flag(True, "probe positions and cells again between restarts")
    probe_effort: float = _number(0.5, 0, 1e6, "seconds of counted work for one probing phase")
    probe_patience: float = _number(
        0.1, 0, 1e6, "seconds of counted work without a new fact that end probing"
    )
    probe_lead: float = _number(
        5.0, 0, 1e6, "work of probing before the first dive, in rounds of belief propagation"
    )
    probe_gain: float = _number(
        1000.0,
        0,
        1e6,
        "rounds more, for the share of the open cells that probing has decided by then",
    )
    bounds_wait: float = _number(
        100.0,
        0,
        1e9,
        "work before the next weights are tried for bounds, in units of what they cost",
    )
    guide_rounds: int = _number(
        30, 1, 10_000, "rounds of belief propagation at least; large puzzles get more"
    )
    guide_damping: float = _number(0.5, 0, 0.99, "share of the old message that is kept")
    guide_tolerance: float = _number(
        0.1, 0, 1, "change of a message below which the line that receives it is not updated"
    )
    guide_noise: float = _number(
        8.0,
        1,
        1e6,
        "greatest factor by which a seed changes messages, before the search and each dive",
    )
    guide_effort: float = _number(
        20.0, 0, 1e6, "seconds of counted work for guidance; without guidance if it takes more"
    )
    guide_weight: float = _number(
        1.0, 0, 1e6, "initial activity of a cell whose colour is certain; a conflict adds 1"
    )
    dive_gap: float = _number(
        1.0, 0, 1e6, "conflicts between two dives, in units of dive_conflicts"
    )
    dive_gap_growth: float = _number(
        1.0, 0, 1e6, "growth of the gap from dive to dive, in the same units"
    )
    dive_rounds: int = _number(5, 1, 10_000, "rounds of belief propagation in a dive")
    dive_step: float = _number(
        0.05, 0.001, 1, "share of the open cells that is decided between two rounds, at most"
    )
    dive_conflicts: int = _number(20, 1, 1_000_000, "conflicts that end a dive")
    positions_after: int = _number(
        1_000, 0, 1_000_000_000, "conflicts before positions get literals, at most"
    )
    positions_wait: float = _number(
        0.03, 0, 1e6, "conflicts before positions get literals, for each clause they add"
    )
    positions_limit: int = _number(
        1_000_000,
        0,
        1_000_000_000,
        "clauses that positions may add; without positions if there are more",
    )
    activity_decay: float = _number(0.9, 0.5, 0.9999, "factor on all activities at each conflict")
    alternate_unit: int = _number(
        1_000,
        1,
        1_000_000_000,
        "conflicts of the first mode; each pair of modes is longer by as many",
    )
    restart_unit: int = _number(
        50, 1, 1_000_000_000, "conflicts between restarts in stable mode, times Luby's sequence"
    )
    reduce_first: int = _number(
        4_000, 10, 1_000_000_000, "learned nogoods before the first reduction"
    )
    shaving_effort: float = _number(0.1, 0, 10, "counted work of shaving, as a share of all work")
    join_after: float = _number(
        0.03, 0, 1e6, "seconds of counted work before other threads join a search"
    )
    share_lbd: int = _number(
        8, 0, 1_000_000, "LBD of a learned nogood that other threads get, at most"
    )
    share_length: int = _number(
        60, 0, 1_000, "literals of a learned nogood that other threads get, at most"
    )
    # params.def: end

    def __post_init__(self) -> None:
        _check_fields(self)


@dataclass(frozen=True, slots=True)
class Options:
    """What an engine does, as far as a person chooses it; the defaults are the recommended mix.

    The rest stands in two tiers, ``tuning`` and ``textbook``; in JSON and on the command line all
    names stand side by side, as in `of`. An option that differs from its default and that the
    engine does not read is refused. With ``strategy="textbook"`` the kernel visits the same search
    tree as the textbook engine with ``components=False``. ``decision``, ``propagation``,
    ``ordering`` and ``values`` also take a function (see `nonocsp.common.plugins`), which is kept
    by its name.

    Raises:
        OptionError: a value that the option cannot have.

    >>> Options(propagation="forward_checking").to_json()
    '{"propagation": "forward_checking"}'
    >>> Options.from_json('{"ordering": "in_order"}').ordering
    'in_order'
    """

    # params.def: options
    strategy: Strategy = _choice(
        "learning",
        Strategy,
        "search by cells with nogood learning, or by lines as in the textbook",
        _KERNEL,
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
        _BOTH,
    )
    learning: bool = _flag(True, "learn a nogood from every conflict")
    positions: bool = _flag(True, "order literals: nogoods on block positions, not only on cells")
    probing: bool = _flag(
        True, "failed literal probing: assume each colour of each cell once before search"
    )
    bounds: bool = _flag(True, "bounds by weights at the root: counting over all lines")
    guidance: bool = _flag(
        True, "initial phases and activities from line marginals (belief propagation)"
    )
    restarts: bool = _flag(True, "restart the search now and then, keeping what was learned")
    propagation: Propagation | Plugin = _choice(
        "ac3",
        Propagation,
        "consistency kept after each assignment",
        _LINES,
        textbook_only=("ac2001", "ac3bit", "bounds", "sac", "rsac"),
    )
    ordering: Ordering | Plugin = _choice(
        "mrv",
        Ordering,
        "line assigned next: by placements left, degree, weight or what was learned",
        _LINES,
        textbook_only=("dom_deg", "dom_ddeg", "dom_wdeg", "impact", "activity"),
    )
    checked: bool = _flag(
        True,
        "verify the removals of plugins, and what their searches prove, by the built-in engine",
        _ALL,
    )
    # params.def: end

    textbook: Textbook = Textbook()
    """What the textbook engine alone reads."""
    tuning: Tuning = Tuning()
    """What is behind the kernel's search with learning."""

    def __post_init__(self) -> None:
        check_type("option textbook", self.textbook, Textbook)
        check_type("option tuning", self.tuning, Tuning)
        _check_fields(self)

    @staticmethod
    def table() -> Mapping[str, dataclasses.Field[Any]]:
        """Every option of the three tiers, by name."""
        return _TABLE

    def to_dict(self) -> dict[str, Any]:
        """The value of every option of the three tiers, by name."""
        tiers = self, self.textbook, self.tuning
        return {name: getattr(tier, name) for tier in tiers for name in _NAMES[type(tier)]}

    def replace(self, /, **given: Any) -> Options:
        """The same options but for some, of any tier."""
        return self.of(**{**self.to_dict(), **given})

    def to_json(self) -> str:
        """What differs from the defaults, as a JSON object."""
        changed = {
            name: value for name, value in self.to_dict().items() if value != _TABLE[name].default
        }
        return json.dumps(changed)

    @classmethod
    @arguments.checked
    def from_json(cls, text: str) -> Options:
        """The options named in a JSON object; the others keep their defaults.

        Raises:
            OptionError: the text is not a JSON object, or has an unknown option or value.
        """
        try:
            given = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise OptionError(f"options are a JSON object: {error}") from None
        if not isinstance(given, dict):
            raise OptionError("options are a JSON object of names and values")
        return cls.of(**given)

    @classmethod
    def of(cls, /, **given: Any) -> Options:
        """The options of any tier, by their names.

        Raises:
            OptionError: an unknown name, or a value that the option cannot have.

        >>> Options.of(guidance=False, restart_unit=100).tuning.restart_unit
        100
        """
        for name in given:
            if name not in _TABLE:
                raise OptionError(
                    unknown("option", name, _TABLE, "`nonocsp help options` lists them")
                )
        own, textbook, tuning = (
            {name: given[name] for name in names if name in given} for names in _NAMES.values()
        )
        return cls(**own, textbook=Textbook(**textbook), tuning=Tuning(**tuning))

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
        return cls.of(**given)


#: The names of the options of each tier, and every option by its name.
_NAMES = {
    tier: tuple(each.name for each in dataclasses.fields(tier) if each.metadata)
    for tier in (Options, Textbook, Tuning)
}
_TABLE = MappingProxyType(
    {each.name: each for tier in _NAMES for each in dataclasses.fields(tier) if each.metadata}
)
