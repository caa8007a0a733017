"""Exercises for students: write parts of the search, and compare them with their definitions.

An error is shown by a counterexample, the smallest of those tried, which are the same for
everybody: every constraint between domains of up to three values, then larger ones at random.

Courses that give a solver with holes: L. Michel, P. Schaus and P. Van Hentenryck, "MiniCP: a
lightweight solver for constraint programming" (Mathematical Programming Computation 13, 2021).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from operator import ne
from random import Random
from typing import Any, TypeAlias

from ..base.arguments import checked
from ..base.errors import OptionError, PluginError, counted
from ..model.bits import mask_of
from ..options.limits import Limits, Meter, Stats
from .explicit import ExplicitState
from .network import Arc, Network
from .orderings import VariableOrder
from .orderings.guarded import GuardedOrder
from .propagation import Propagator, propagator_traits
from .propagation.ac3 import fixpoint
from .state import made

__all__ = ["ac3_with", "check_ordering", "check_revise"]

#: Removes from its first list, which it changes, each value that agrees with none of the second,
#: and returns whether there were any. The third argument says of a value of the first list and one
#: of the second whether they agree.
Revise: TypeAlias = Callable[[list[Any], list[Any], Callable[[Any, Any], bool]], bool]

#: A network of x and y: their numbers of values, and the pairs that are allowed.
_Case: TypeAlias = tuple[int, int, set[tuple[int, str]]]


@checked
def check_revise(revise: Revise) -> str | None:
    """The first error of a `Revise`, as a sentence with a counterexample; None if there is none.

    >>> check_revise(lambda here, there, allows: False)
    'x has 1, y has a, no pair is allowed: 1 has no support and was kept'
    """
    return next(filter(None, (_fault(revise, *case) for case in _cases())), None)


def _cases() -> Iterator[_Case]:
    """Small ones first."""
    for x, y in sorted(product((1, 2, 3), repeat=2), key=max):
        pairs = [*product(range(1, x + 1), "abc"[:y])]
        for number in range(len(pairs) + 1):
            for allowed in combinations(pairs, number):
                yield x, y, {*allowed}
    chance = Random(1)
    for _ in range(100):
        x, y, share = chance.randint(3, 9), chance.randint(3, 9), chance.random() / 2
        pairs = [*product(range(1, x + 1), "abcdefghi"[:y])]
        yield x, y, {pair for pair in pairs if chance.random() < share}


def _fault(revise: Revise, x: int, y: int, allowed: set[tuple[int, str]]) -> str | None:
    here, there = [*range(1, x + 1)], [*"abcdefghi"[:y]]
    before, other = list(here), list(there)
    calls = 0

    def allows(one: Any, two: Any) -> bool:
        nonlocal calls
        calls += 1
        if one not in before or two not in other:
            raise ValueError(f"allows({one!r}, {two!r}): expected a value of x, then one of y")
        if calls > 10 * x * y:
            raise ValueError(f"allows was called {calls} times for {x * y} pairs")
        return (one, two) in allowed

    try:
        answer = revise(here, there, allows)
        problem = _problem(before, here, allowed, answer)
        if there != other:
            problem = f"y was changed to {_listed(there)}"
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    if problem is None:
        return None
    pairs = _listed(f"{one}{two}" for one, two in sorted(allowed))
    stated = f"allowed are {pairs}" if allowed else "no pair is allowed"
    return f"x has {_listed(before)}, y has {_listed(other)}, {stated}: {problem}"


def _problem(
    before: list[int], here: list[int], allowed: set[tuple[int, str]], answer: object
) -> str | None:
    """By the definition: a value stays if it has support, and only then."""
    supports = dict(sorted(allowed, reverse=True))
    if answer and here == before and not supports.keys() >= {*before}:
        return f"{answer!r} was returned, but the list `here` itself was not changed"
    for value in before:
        if value in supports and value not in here:
            return f"{value} has support in {supports[value]} and was removed"
        if value in here and value not in supports:
            return f"{value} has no support and was kept"
    if here != [value for value in before if value in supports]:
        return f"x was changed to {_listed(here)}"
    if bool(answer) is not (here != before):
        return f"{'a' if here != before else 'no'} value was removed and {answer!r} was returned"
    return None


def _listed(values: Iterable[object]) -> str:
    return " ".join(map(str, values)) or "nothing"


@checked
def ac3_with(revise: Revise) -> Propagator:
    """AC-3 with another `Revise`, as the option ``propagation``; calls of ``allows`` are checks.

    Until `check_revise` finds nothing wrong, it is called only after assignments, and all variables
    are assigned: values that it fails to remove cost work but no answer.

    Raises:
        OptionError: it does more wrong than to keep values.

    >>> from nonocsp import Options, Puzzle, solve
    >>> def textbook(here, there, allows):
    ...     lost = [x for x in here if not any(allows(x, y) for y in there)]
    ...     here[:] = [x for x in here if x not in lost]
    ...     return bool(lost)
    >>> puzzle = Puzzle([[2], [1]], [[1], [2]])
    >>> for each in (ac3_with(textbook), "ac3"):
    ...     found = solve(puzzle, options=Options(propagation=each, domains="explicit"))
    ...     print(found.stats.checks)
    11
    11
    """

    fault = check_revise(revise)
    if fault is not None and not fault.endswith("was kept"):
        raise OptionError(f"revise is not right yet: {fault}")

    @propagator_traits(decides=fault is None, needs_lists=True)
    def ac3_of_your_own(state: ExplicitState, changed: Iterable[int]) -> bool:
        return fixpoint(state, changed, lambda arc: _revised(state, arc, revise))

    return ac3_of_your_own  # type: ignore[return-value]


def _revised(state: ExplicitState, arc: Arc, revise: Revise) -> bool:
    """What `State.revise` does, with another function that decides what stays."""
    state.meter.stats.revisions += 1
    of_x, of_y = (
        {state.actual(variable, value): value for value in state.values(variable)}
        for variable in (arc.variable, arc.other)
    )

    def allows(one: Any, two: Any) -> bool:
        state.meter.stats.checks += 1
        x, y = 1 << of_x[one], 1 << of_y[two]
        return any(values & x and support & y for values, support in arc.classes)

    here = list(of_x)
    revise(here, list(of_y), allows)
    kept = {*here}.intersection(of_x)
    return state.keep(arc, mask_of(of_x[value] for value in kept))


@checked
def check_ordering(ordering: VariableOrder) -> str | None:
    """The first error of an ordering, as a sentence with a counterexample; None if there is none.

    It should choose a variable with the fewest values left, and among those one with the most
    neighbours that are open, as ``mrv_degree`` does.

    >>> check_ordering(lambda state, variables: min(variables, key=state.size))
    'x0 (1 value, 0 open neighbours) was chosen before x2 (1 value, 1 open neighbour)'
    """
    order = GuardedOrder("ordering", "yours", made(ordering))
    for number, seed in product(range(2, 7), range(50)):
        state, variables = _some_state(number, Random(f"{number} {seed}"))
        keys = {v: (state.size(v), -len(state.neighbours(v) & {*variables})) for v in variables}
        words = {
            v: f"{state.names[v]} ({counted(size, 'value')}, {counted(-less, 'open neighbour')})"
            for v, (size, less) in keys.items()
        }
        try:
            chosen = order(state, variables)
        except Exception as error:
            kind = "" if isinstance(error, PluginError) else f"{type(error).__name__}: "
            return f"{', '.join(words.values())}: {kind}{error}"
        best = min(variables, key=keys.__getitem__)
        if keys[chosen] != keys[best]:
            return f"{words[chosen]} was chosen before {words[best]}"
    return None


def _some_state(number: int, chance: Random) -> tuple[ExplicitState, list[int]]:
    """A state with some variables assigned, and those that are open."""
    network = Network()
    for variable in range(number):
        network.add_variable(f"x{variable}", range(chance.randint(1, 3)))
    for one, other in combinations(network.names, 2):
        if chance.random() < 0.5:
            network.constrain(one, other, ne)
    state = ExplicitState(network, Meter(Limits(), Stats()))
    variables = sorted(chance.sample(range(number), chance.randint(2, number)))
    for variable in {*range(number)}.difference(variables):
        state.assign(variable, 0)
        state.assigned.add(variable)
    return state, variables
