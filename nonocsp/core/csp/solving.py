"""Every solution of a network, lazily, in a fixed order: the first propagation and components.

After the first propagation the undecided variables often fall into components that share no live
constraint. Each is searched separately, and the solutions of the network are their product; the
component with the first variable changes slowest. Without this, a failure in one component would
be repeated for every solution of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import networkx as nx

from ..base.arguments import checked
from ..options.limits import Limits, Meter, Stats
from ..options.options import Options
from ..options.readers import check_readers
from .explicit import ExplicitState
from .network import Network
from .search import search
from .search.branching import Branching
from .state import State

#: Solutions of one component that are kept for the product; further ones are searched again.
_KEPT_SOLUTIONS = 10_000


@checked
def assignments(
    network: Network, options: Options | None = None, meter: Meter | None = None
) -> Iterator[dict[Any, Any]]:
    """Every solution of a network, as a dictionary from names to values.

    The order is that of the search: values in the order of the option ``values``, variables in that
    of ``ordering``, components one inside the other. Nothing is kept of solutions yielded.

    Raises:
        LimitReached: a limit of the meter was reached.
        OptionError: an option that only the kernel reads.
    """
    root, options = _stated(network, options, meter)
    for found in solve(root, options):
        yield {name: root.actual(v, found[v]) for v, name in enumerate(network.names)}


@checked
def count_assignments(
    network: Network, options: Options | None = None, meter: Meter | None = None
) -> Iterator[int]:
    """Growing lower bounds on the number of solutions of a network; see `count`."""
    return count(*_stated(network, options, meter))


def _stated(
    network: Network, options: Options | None, meter: Meter | None
) -> tuple[State, Options]:
    options = options or Options()
    check_readers(options, "textbook")
    return ExplicitState(network, meter or Meter(Limits(), Stats())), options


def solve(root: State, options: Options) -> Iterator[list[Any]]:
    """Every solution, as the value of every variable. Raises `LimitReached`."""
    components = decompose(root, options)
    if components is None:
        return
    values: list[Any] = [None] * len(root.domains)
    for variable in set(root.scope).difference(*(component.scope for component in components)):
        values[variable] = root.value(variable)
    solutions = [_Solutions(component, options) for component in components]
    # A component without solution must be found before the product starts.
    if all(component.has_any() for component in solutions):
        for chosen in _product(solutions):
            for component, found in zip(components, chosen, strict=True):
                for variable, value in zip(component.scope, found, strict=True):
                    values[variable] = value
            yield list(values)


def count(root: State, options: Options) -> Iterator[int]:
    """Growing lower bounds on the number of solutions; the last one is exact.

    Every component is enumerated once and the counts are multiplied, so that the cost is the sum of
    the components' solutions, not their product. Raises `LimitReached`.
    """
    components = decompose(root, options)
    if components is None:
        yield 0
        return
    # Until every component has a solution, nothing is proven.
    searches = [search(component, options) for component in components]
    if not all(any(True for _ in islice(each, 1)) for each in searches):
        yield 0
        return
    known = 1
    yield known
    for each in searches:
        number = 1
        for _ in each:
            number += 1
            yield known * number
        known *= number


def decompose(root: State, options: Options) -> list[State] | None:
    """Propagate once, then split into independent searches; None if there is no solution."""
    if not all(root.domains):
        return None
    branching = Branching(root, options)
    # Checking against assignments has nothing to do before the first one.
    if not (branching.consistent(root.scope) if branching.decides else root.checks_hold()):
        return None
    undecided = list(filter(branching.is_open, root.scope))
    splits = options.components
    components = _components(root, undecided) if splits else [undecided] * bool(undecided)
    root.meter.stats.components = len(components)
    return root.split(components)


def _components(root: State, undecided: list[int]) -> list[list[int]]:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(undecided)
    for variable in undecided:
        for arc in root.arcs[variable]:
            if arc.variable in graph and not root.is_entailed(arc):
                graph.add_edge(arc.variable, variable)
    for scope in root.check_scopes():
        nx.add_path(graph, [variable for variable in scope if variable in graph])
    return sorted(sorted(component) for component in nx.connected_components(graph))


class _Solutions:
    """The solutions of one component, gone through once for every solution of the earlier."""

    def __init__(self, state: State, options: Options) -> None:
        self._state = state
        self._options = options
        self._kept: list[tuple[Any, ...]] = []
        self._first_round: Iterator[tuple[Any, ...]] | None = search(state, options)
        self._all_kept = True

    def has_any(self) -> bool:
        """Whether there is a solution; the search for it is not repeated later."""
        assert self._first_round is not None
        self._kept.extend(islice(self._first_round, 1))
        return bool(self._kept)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        yield from self._kept
        rest: Iterable[tuple[Any, ...]] = ()
        if self._first_round is not None:
            rest = self._first_round
        elif not self._all_kept:
            rest = islice(search(self._state, self._options), len(self._kept), None)
        for found in rest:
            if len(self._kept) < _KEPT_SOLUTIONS:
                self._kept.append(found)
            else:
                self._all_kept = False
            yield found
        self._first_round = None


def _product(parts: Sequence[_Solutions]) -> Iterator[list[tuple[Any, ...]]]:
    """One solution of every part, the last part changing fastest; one empty choice of no parts."""
    chosen: list[tuple[Any, ...]] = []
    rounds: list[Iterator[tuple[Any, ...]]] = []
    while True:
        if len(rounds) < len(parts):
            rounds.append(iter(parts[len(rounds)]))
        else:
            yield chosen
        while rounds:
            del chosen[len(rounds) - 1 :]
            found = next(rounds[-1], None)
            if found is not None:
                chosen.append(found)
                break
            rounds.pop()
        else:
            return
