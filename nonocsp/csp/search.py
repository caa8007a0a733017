"""Backtracking search: every solution of a network, lazily, in a fixed order.

An explicit stack instead of recursion, so the number of variables is not limited. A node is one
assignment tried. Under arc consistency a variable with one value left needs no assignment; under
weaker propagation, and under propagators from plugins, every variable is assigned.

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

from ..common.limits import Limits, Meter, Stats
from ..common.options import Options
from ..model.bits import highest, is_single
from .network import Network
from .ordering import value_order, variable_order
from .propagators import State, propagator

#: Solutions of one component that are kept for the product; further ones are searched again.
_KEPT_SOLUTIONS = 10_000


def assignments(
    network: Network, options: Options | None = None, meter: Meter | None = None
) -> Iterator[dict[Any, Any]]:
    """Every solution of a network, as a dictionary from names to values.

    The order is that of the search: values in the order of ``options.values``, variables in that of
    ``options.ordering``, components one inside the other. Nothing is kept of solutions yielded.

    Raises:
        LimitReached: a limit of the meter was reached.
    """
    for domains in solve(network, options or Options(), meter or Meter(Limits(), Stats())):
        yield {
            name: values[highest(domain)]
            for name, values, domain in zip(network.names, network.values, domains, strict=True)
        }


def solve(network: Network, options: Options, meter: Meter) -> Iterator[list[int]]:
    """Every solution of a network, as one single-valued domain a variable."""
    parts = decompose(network, options, meter)
    if parts is None:
        return
    root, components = parts
    domains = list(root)
    solutions = [_Solutions(component, options) for component in components]
    # A component without solution must be found before the product starts.
    if all(component.has_any() for component in solutions):
        for chosen in _product(solutions):
            for component, found in zip(components, chosen, strict=True):
                for variable, domain in zip(component.scope, found, strict=True):
                    domains[variable] = domain
            yield list(domains)


def count_assignments(network: Network, options: Options, meter: Meter) -> Iterator[int]:
    """Growing lower bounds on the number of solutions; the last one is exact.

    Every component is enumerated once and the counts are multiplied, so that the cost is the sum of
    the components' solutions, not their product.
    """
    parts = decompose(network, options, meter)
    if parts is None:
        yield 0
        return
    # Until every component has a solution, nothing is proven.
    searches = [search(component, options) for component in parts[1]]
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


def decompose(
    network: Network, options: Options, meter: Meter
) -> tuple[list[int], list[State]] | None:
    """Propagate once, then split into independent searches; None if there is no solution."""
    everything = range(len(network.names))
    root = State(network, meter)
    if not all(root.domains):
        return None
    # Checking against assignments has nothing to do before the first one.
    checks_only = options.propagation in ("none", "forward_checking")
    if not checks_only and not propagator(options.propagation)(root, everything):
        return None
    if not root.checks_hold():
        return None
    undecided = [v for v in everything if _is_open(root, v, options)]
    components = (
        _components(root, undecided) if options.components else [undecided] * bool(undecided)
    )
    meter.stats.components = len(components)
    return root.domains, root.split(components)


def _is_open(state: State, variable: int, options: Options) -> bool:
    """Whether the search still has to assign a variable."""
    if options.propagation == "ac3":
        return not is_single(state.domains[variable])
    return variable not in state.assigned


def _components(root: State, undecided: list[int]) -> list[list[int]]:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(undecided)
    there = set(undecided)
    for arcs in root.arcs:
        for arc in arcs:
            if {arc.variable, arc.other} <= there and not arc.is_entailed(root.domains):
                graph.add_edge(arc.variable, arc.other)
    for check in root.checks:
        nx.add_path(graph, [variable for variable in check.scope if variable in there])
    return sorted(sorted(component) for component in nx.connected_components(graph))


def search(state: State, options: Options) -> Iterator[tuple[int, ...]]:
    """Backtracking over one component: the domains of its variables, single-valued."""
    propagate = propagator(options.propagation)
    choose = variable_order(options.ordering)
    order_values = value_order(options.values)
    stack: list[tuple[int, Iterator[int], int]] = []
    while True:
        undecided = [v for v in state.scope if _is_open(state, v, options)]
        if undecided:
            variable = choose(state, undecided)
            stack.append((variable, iter(order_values(state, variable)), len(state.trail)))
        else:
            yield tuple(state.domains[v] for v in state.scope)
        while stack:
            variable, values, mark = stack[-1]
            state.undo(mark)
            state.assigned.discard(variable)
            value = next(values, None)
            if value is None:
                stack.pop()
                continue
            state.meter.node()
            state.assigned.add(variable)
            state.replace(variable, 1 << value)
            if propagate(state, (variable,)) and state.checks_hold():
                break
            state.meter.stats.backtracks += 1
        else:
            return


class _Solutions:
    """The solutions of one component, gone through once for every solution of the earlier."""

    def __init__(self, state: State, options: Options) -> None:
        self._state = state
        self._options = options
        self._kept: list[tuple[int, ...]] = []
        self._first_round: Iterator[tuple[int, ...]] | None = search(state, options)
        self._all_kept = True

    def has_any(self) -> bool:
        """Whether there is a solution; the search for it is not repeated later."""
        assert self._first_round is not None
        self._kept.extend(islice(self._first_round, 1))
        return bool(self._kept)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        yield from self._kept
        rest: Iterable[tuple[int, ...]] = ()
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


def _product(parts: Sequence[_Solutions]) -> Iterator[list[tuple[int, ...]]]:
    """One solution of every part, the last part changing fastest; one empty choice of no parts."""
    chosen: list[tuple[int, ...]] = []
    rounds: list[Iterator[tuple[int, ...]]] = []
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
