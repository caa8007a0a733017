"""Small subsets that do: minimal ones by dividing, smallest ones by counterexamples.

A set of known cells that forces a conclusion, a set of lines that cannot hold together, a set of
cells to give away: each time a large set is known to do, and a small one is wanted. *Minimal* means
that no member can be spared, *smallest* that no other set has fewer members.

Minimal: U. Junker, "QuickXplain: preferred explanations and relaxations for over-constrained
problems" (AAAI 2004). Smallest: every counterexample must be ruled out by a member, so a smallest
set hits all of them; they are met one by one ("implicit hitting sets": Chandrasekaran, Karp,
Moreno-Centeno and Vempala, 2011).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item", bound=tuple[int, ...] | int)
Thing = TypeVar("Thing")


class OutOfBudget(Exception):
    """A smallest set is not worth the search."""


class Budget:
    """Tries that a search, or several together, may make before `OutOfBudget` is raised."""

    def __init__(self, tries: int) -> None:
        self.left = tries

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OutOfBudget


def minimal_subset(items: Sequence[Thing], suffices: Callable[[list[Thing]], bool]) -> list[Thing]:
    """A subset that does and of which no member can be spared, in the order of the items.

    Args:
        items: all of them together do; the earlier ones are rather kept than the later ones.
        suffices: whether some of them do; more of them must do as well. Where it says no for want
            of time, the result still does, but may have members to spare.

    Cost: about k log(n / k) questions for k kept of n items.

    >>> minimal_subset(range(10), lambda some: 3 in some and 7 in some)
    [3, 7]
    """

    def needed(sure: list[Thing], is_new: bool, among: Sequence[Thing]) -> list[Thing]:
        if is_new and suffices(sure):
            return []
        if len(among) <= 1:
            return list(among)
        half = len(among) // 2
        later = needed([*sure, *among[:half]], True, among[half:])
        return needed([*sure, *later], bool(later), among[:half]) + later

    return [] if suffices([]) else needed([], False, items)


def smallest_subset(
    counterexample: Callable[[list[Item]], frozenset[Item] | None], budget: Budget
) -> list[Item]:
    """A smallest set that leaves no counterexample.

    Args:
        counterexample: asked for one that a set does not rule out; it answers with all items that
            would, or None when there is no counterexample left.
        budget: tries in the search for hitting sets.

    Raises:
        OutOfBudget: the budget was spent first.

    >>> odd = [frozenset({1, 2}), frozenset({2, 3})]
    >>> smallest_subset(lambda s: next((o for o in odd if not o & set(s)), None), Budget(100))
    [2]
    """
    met: list[frozenset[Item]] = []
    while True:
        chosen = smallest_hitting_set(met, budget)
        found = counterexample(chosen)
        if found is None:
            return sorted(chosen)
        met.append(found)


def smallest_hitting_set(sets: Sequence[frozenset[Item]], budget: Budget) -> list[Item]:
    """Fewest items such that every set has one of them: depth-first search for ever larger sizes.

    Raises:
        OutOfBudget: the budget was spent first.

    >>> smallest_hitting_set([frozenset({1, 2}), frozenset({2, 3}), frozenset({4})], Budget(100))
    [4, 2]
    """
    size = disjoint(sets)
    while True:
        found = _hit(list(sets), size, budget)
        if found is not None:
            return found
        size += 1


def disjoint(sets: Sequence[frozenset[Item]]) -> int:
    """A number of sets without a common item: so many items are needed at least."""
    taken: set[Item] = set()
    number = 0
    for one in sorted(sets, key=len):
        if taken.isdisjoint(one):
            taken |= one
            number += 1
    return number


def _hit(sets: list[frozenset[Item]], size: int, budget: Budget) -> list[Item] | None:
    """A hitting set of at most so many items, if there is one."""
    budget.spend()
    if not sets:
        return []
    if size < disjoint(sets):
        return None
    often = Counter(item for one in sets for item in one)
    tightest = min(sets, key=len)
    for item in sorted(tightest, key=lambda item: (-often[item], item)):
        rest = _hit([one for one in sets if item not in one], size - 1, budget)
        if rest is not None:
            return [item, *rest]
    return None
