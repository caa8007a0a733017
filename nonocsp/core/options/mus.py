"""Minimal unsatisfiable subsets (MUS), for any monotone "is this set unsatisfiable?".

Cells that force a conclusion, lines that contradict each other, givens that leave one solution:
each time a large set is known to be unsatisfiable, together with something fixed, and a small
subset is wanted. *Minimal*: no member can be spared. *Smallest*: no subset has fewer members.

Minimal: QuickXplain (U. Junker, AAAI 2004), which divides and conquers where R. Bakker, F. Dikker,
F. Tempelman and P. Wognum ("Diagnosing and solving over-determined constraint satisfaction
problems", IJCAI 1993) delete one member at a time. Smallest: by the duality of unsatisfiable
subsets and correction sets a smallest MUS is a minimum hitting set of all correction sets, which
are generated one by one (A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS
extraction with minimal hitting set dualization", CP 2015; in general "implicit hitting sets":
Chandrasekaran, Karp, Moreno-Centeno and Vempala, SODA 2011).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from .limits import Meter

Item = TypeVar("Item", bound=tuple[int, ...] | int)
AnyItem = TypeVar("AnyItem")


class OutOfBudget(Exception):
    """The search for a minimum was given up."""


class Budget:
    """Nodes of the search for hitting sets, for one or several calls, before `OutOfBudget`.

    A meter ends it earlier, when its time is up.
    """

    def __init__(self, nodes: int, meter: Meter | None = None) -> None:
        self.left = nodes
        self._meter = meter

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OutOfBudget
        if self._meter is not None:
            self._meter.check_clock()


def minimal_unsatisfiable_subset(
    items: Sequence[AnyItem], is_unsatisfiable: Callable[[list[AnyItem]], bool]
) -> list[AnyItem]:
    """An unsatisfiable subset of which no member can be spared, in the order of the items.

    Args:
        items: together they are unsatisfiable; earlier ones are preferred to later ones.
        is_unsatisfiable: whether a subset is; must be monotone. If it answers False because a
            limit was reached, the result is still unsatisfiable but may not be minimal.

    Cost: about k log(n / k) calls for k of n items.

    >>> minimal_unsatisfiable_subset(range(10), lambda some: 3 in some and 7 in some)
    [3, 7]
    """

    def needed(fixed: list[AnyItem], grown: bool, items: Sequence[AnyItem]) -> list[AnyItem]:
        if grown and is_unsatisfiable(fixed):
            return []
        if len(items) <= 1:
            return list(items)
        half = len(items) // 2
        later = needed([*fixed, *items[:half]], True, items[half:])
        return needed([*fixed, *later], bool(later), items[:half]) + later

    return [] if is_unsatisfiable([]) else needed([], False, items)


def smallest_mus(
    correction_set: Callable[[list[Item]], frozenset[Item] | None],
    budget: Budget,
    items: Sequence[Item] = (),
) -> Iterator[list[Item]]:
    """Growing minimum hitting sets of correction sets; the last is a smallest unsatisfiable subset.

    Every unsatisfiable subset has at least as many members as each set that was yielded.

    Args:
        correction_set: for a satisfiable subset, the items that some model of it violates (at least
            one of them is in every unsatisfiable subset); None if the subset is unsatisfiable.
        budget: bounds the search for hitting sets.
        items: all items, if correction sets are to be made minimal: that takes more models but
            leaves fewer hitting sets.

    Raises:
        OutOfBudget: the budget was spent first.

    >>> sets = [frozenset({1, 2}), frozenset({2, 3})]
    >>> correction_set = lambda some: next((s for s in sets if not s & set(some)), None)
    >>> list(smallest_mus(correction_set, Budget(100)))
    [[], [1], [2]]
    """
    found: list[frozenset[Item]] = []
    while True:
        chosen = minimum_hitting_set(found, budget)
        yield sorted(chosen)
        correction = correction_set(chosen)
        if correction is None:
            return
        for item in items:
            if item in correction:
                satisfied = [other for other in items if other not in correction]
                fewer = correction_set([*satisfied, item])
                correction = correction if fewer is None else fewer
        found.append(correction)


def minimum_hitting_set(sets: Sequence[frozenset[Item]], budget: Budget) -> list[Item]:
    """Fewest items such that every set has one of them.

    Iterative deepening on the size, from a packing of disjoint sets as the lower bound.

    Raises:
        OutOfBudget: the budget was spent first.

    >>> minimum_hitting_set([frozenset({1, 2}), frozenset({2, 3}), frozenset({4})], Budget(100))
    [4, 2]
    """
    size = _packing(sets)
    while True:
        found = _hitting_set(list(sets), size, budget)
        if found is not None:
            return found
        size += 1


def _packing(sets: Sequence[frozenset[Item]]) -> int:
    """The size of a greedy packing of disjoint sets: a lower bound on every hitting set."""
    taken: set[Item] = set()
    number = 0
    for one in sorted(sets, key=len):
        if taken.isdisjoint(one):
            taken |= one
            number += 1
    return number


def _hitting_set(sets: list[frozenset[Item]], size: int, budget: Budget) -> list[Item] | None:
    """A hitting set of at most ``size`` items, if there is one."""
    budget.spend()
    if not sets:
        return []
    if size < _packing(sets):
        return None
    frequency = Counter(item for one in sets for item in one)
    smallest = min(sets, key=len)
    for item in sorted(smallest, key=lambda item: (-frequency[item], item)):
        rest = _hitting_set([one for one in sets if item not in one], size - 1, budget)
        if rest is not None:
            return [item, *rest]
    return None
