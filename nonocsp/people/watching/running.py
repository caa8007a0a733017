"""Searches run under observation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import prod
from typing import Any, NamedTuple, TypeAlias

from ...core import (
    Event,
    Grid,
    LimitReached,
    Limits,
    Meter,
    OptionError,
    Options,
    Puzzle,
    Query,
    Stats,
    logged,
    query_of,
)
from ...core.csp.explicit import ExplicitState
from ...core.csp.network import Network
from ...core.csp.nonogram import candidates, state_of
from ...core.csp.observing import observed
from ...core.csp.search import search
from ...core.csp.solving import decompose
from ...core.csp.state import State
from ...core.kernel.observed import Observation
from ...core.options.events import (
    MOST_VALUES,
    Begin,
    End,
    Fail,
    Nogood,
    Part,
    Queue,
    Remove,
    Revise,
    Solution,
)
from ...core.options.readers import check_readers
from .recorder import Changes, Known, Recorder
from .tree import SearchTree

#: Events at which the propagation of the present node has not ended.
_WITHIN = Queue, Revise, Remove, Nogood


@logged
def watch(
    problem: Puzzle | Network,
    grid: Grid | None = None,
    *,
    limits: Limits | None = None,
    engine: str = "textbook",
    options: Options | None = None,
    listen: Callable[[Event], object] | None = None,
    most: int = 20_000,
) -> SearchTree:
    """Search for every solution, and keep the tree of the search with what each node knew.

    Args:
        problem: a puzzle, or any network for the textbook engine.
        grid: known cells of a puzzle; None for none.
        limits: bounds on nodes, seconds, …; a limit that is reached keeps the tree so far.
            ``Limits(solutions=1)`` ends with the first solution.
        engine: ``"textbook"``, or ``"kernel"`` for its search with learning; it also shows lucky
            phases, dives, and the assumptions of probing that fail.
        options: the techniques of the search.
        listen: called with every event (`nonocsp.core.options.events`) when it happens. What it
            raises ends the search and reaches the caller.
        most: nodes to keep. In a larger tree, complete subtrees are folded into one node each.

    Raises:
        OptionError: an engine without events, or an option that it does not read.
        PuzzleError: the grid does not fit the puzzle.

    >>> tree = watch(Puzzle([[1], [1]], [[1], [1]]))
    >>> tree.decisions, tree.solutions
    (2, 2)
    >>> [data["label"] for _, data in tree.graph.nodes(data=True)]
    ['root', 'row 1 = _#', 'row 1 = #_']
    """
    if isinstance(problem, Network):
        if grid is not None or engine != "textbook":
            raise OptionError("a network is searched by the textbook engine, without a grid")
        found = _of_network(problem, limits, options)
    else:
        found = _of_puzzle(query_of(problem, grid, limits, engine, options))
    meter, names = found.meter, tuple(map(str, found.names))

    def say(variable: int, value: Any, has: bool) -> str:
        if variable < 0:
            return "the position of a block"
        return f"{names[variable]} {'=' if has else '≠'} {found.text(value)}"

    recorder = Recorder(say, most)

    def hear(event: Event, shown: Changes = ()) -> None:
        if listen is not None:
            listen(event)
        recorder(event, shown)

    hear(Begin(engine, names))
    end = End()
    try:
        with meter:
            found.run(hear, recorder)
    except LimitReached as reached:
        end = End(reached.limit)
    hear(end)
    techniques = _techniques(engine, found.options)
    lines = tuple(map(str, found.lines))
    return SearchTree(recorder, problem, names, lines, found.text, techniques, meter.stats)


#: Called with an event, and with what is known of shown variables after it.
_Hear: TypeAlias = Callable[..., object]


class _Search(NamedTuple):
    """A search to be run."""

    meter: Meter
    options: Options
    run: Callable[[_Hear, Recorder], None]
    names: Sequence[object]
    """The variables that it decides."""
    lines: Sequence[object]
    """The variables whose domains propagation changes."""
    text: Callable[[Any], str]
    """Writes a value."""


def _of_network(network: Network, limits: Limits | None, options: Options | None) -> _Search:
    """The search of a network. Raises `OptionError`."""
    options, meter = options or Options(), Meter(limits or Limits(), Stats())
    check_readers(options, "textbook")
    run = partial(_textbook, partial(ExplicitState, network, meter), options, None)
    return _Search(meter, options, run, network.names, network.names, str)


def _of_puzzle(query: Query) -> _Search:
    """The search of a puzzle. Raises `OptionError`."""
    puzzle, options = query.puzzle, query.options
    characters = [colour.char for colour in puzzle.colours]
    if query.engine == "textbook":
        run = partial(_textbook, partial(state_of, query), options, puzzle)
        text = lambda placement: "".join(characters[colour] for colour in placement)  # noqa: E731
        return _Search(query.meter, options, run, puzzle.board.clued, puzzle.board.clued, text)
    if query.engine != "kernel" or options.strategy != "learning" or options.decision != "vsids":
        raise OptionError(
            "only the textbook engine, and the kernel's search with learning and its own "
            "decisions, report their events"
        )
    places = map(puzzle.board.place, range(puzzle.board.size))
    cells = [f"row {row + 1}, column {column + 1}" for row, column in places]
    run, text = partial(_kernel, query), characters.__getitem__
    return _Search(query.meter, options, run, cells, puzzle.lines, text)


def _textbook(
    make: Callable[[], State],
    options: Options,
    puzzle: Puzzle | None,
    hear: _Hear,
    recorder: Recorder,
) -> None:
    """Search every part once: first for one solution of each, then for the others."""
    state = make()
    view = _View(state, puzzle)
    recorder.start(view.look, view.values())

    def observe(event: Event) -> None:
        if not isinstance(event, _WITHIN):
            recorder.settle(view.look)
        if isinstance(event, Remove) and not recorder.is_full:
            hear(event, view.shown(event.variable))
        else:
            hear(event)

    state = observed(state, observe)
    parts = decompose(state, options)
    if parts is None:  # no backtrack, as there was no decision
        empty = next((v for v in state.scope if not state.domains[v]), None)
        observe(Fail(empty, state.conflict))
        return
    recorder.settle(view.look)
    if not parts:  # propagation has decided everything
        observe(Solution())
        _count(state.meter, [])
    searches = [(part.scope, search(part, options)) for part in parts]
    found = [0] * len(parts)
    for is_first in (True, False):
        for number, (scope, solutions) in enumerate(searches):
            if len(parts) > 1:
                observe(Part(scope))
            for _ in solutions:
                observe(Solution())
                found[number] += 1
                _count(state.meter, found)
                if is_first:
                    break
            if not found[number]:
                return


def _kernel(query: Query, hear: _Hear, recorder: Recorder) -> None:
    """Search with learning."""
    for number, _ in enumerate(Observation(query, hear, recorder.settle).pictures(), start=1):
        _count(query.meter, [number])


def _count(meter: Meter, found: Sequence[int]) -> None:
    """Note the number of solutions; those of parts multiply. Raises `LimitReached`."""
    limit = meter.limits.solutions
    meter.stats.solutions = prod(found)
    if limit is not None and meter.stats.solutions >= limit:
        raise LimitReached("solutions")


class _View:
    """What a textbook state knows: of a puzzle about its cells."""

    def __init__(self, state: State, puzzle: Puzzle | None) -> None:
        self._state = state
        variables = range(len(state.domains))
        if puzzle is None:
            self._every = variables
            self._cells: list[tuple[int, ...]] = [(variable,) for variable in variables]
            self._masks: Callable[[Iterable[int]], list[int]] = self._domains
        else:
            self._every = range(puzzle.board.size)
            self._cells = [tuple(puzzle.cells(line)) for line in puzzle.board.clued]
            self._masks = candidates(state, puzzle)
        # Sizes are counted again where a domain has changed.
        self._seen: list[Any] = [None] * len(variables)
        self._sizes = [0] * len(variables)

    def look(self) -> Known:
        """The masks of all that is shown, and the sizes of all domains."""
        for variable, domain in enumerate(self._state.domains):
            if domain is not self._seen[variable]:
                self._seen[variable] = domain
                self._sizes[variable] = self._state.size(variable)
        return self._masks(self._every), list(self._sizes)

    def values(self) -> list[list[Any]] | None:
        """The values of every variable; None if a domain has more than `MOST_VALUES`."""
        state, variables = self._state, range(len(self._seen))
        if any(state.size(variable) > MOST_VALUES for variable in variables):
            return None
        return [[state.actual(v, value) for value in state.values(v)] for v in variables]

    def shown(self, variable: int) -> Changes:
        """What is shown of a variable, with the masks."""
        cells = self._cells[variable]
        return tuple(zip(cells, self._masks(cells), strict=True))

    def _domains(self, variables: Iterable[int]) -> list[int]:
        return [self._state.domains[variable] for variable in variables]


def _techniques(engine: str, options: Options) -> str:
    """What distinguishes a search, in a few words."""
    if engine != "textbook":
        words = [engine]
    else:
        search = "" if options.search == "chronological" else options.search
        words = [options.propagation, options.ordering, search, options.values]
    more = (f"{n}={value}" for n, value in options.changed().items() if value not in words)
    return ", ".join([*filter(None, words), *more])
