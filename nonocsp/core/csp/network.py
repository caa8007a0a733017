"""A binary constraint network with explicit domains.

A domain is a bit set of the values of one variable, as an integer. A binary constraint is two arcs,
one a direction. The arc of x against y groups the values of x into classes with the same support;
each class is a pair of bit sets (its values in x, the values of y that support it). A value of x
survives a revision against y while some value that supports its class is left. In a nonogram there
is one class a colour, whatever the size of the domains, which makes explicit placements feasible.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..base.arguments import checked
from ..base.errors import OptionError, quoted


@dataclass(slots=True, eq=False)
class Arc:
    """One direction of a binary constraint: the support of ``variable`` in ``other``."""

    constraint: int
    """The number of the constraint; its two arcs share it."""
    variable: int
    other: int
    classes: tuple[tuple[int, int], ...]
    """Pairs of bit sets: values of ``variable``, and the values of ``other`` that support them."""

    def supported(self, domains: Sequence[int]) -> int:
        """The values of ``variable`` that have support in the current domain of ``other``."""
        there = domains[self.other]
        kept = 0
        for values, support in self.classes:
            if support & there:
                kept |= values
        return kept & domains[self.variable]

    def checks(self, domains: Sequence[int], tested: int) -> int:
        """Pairs of values that AC-3 checks to find the first support of some values.

        Each value is checked against the domain of ``other`` in order, up to its first support.
        Values with the same support need the same number, which is counted without the pairs.
        """
        there, number = domains[self.other], 0
        for values, support in self.classes:
            if alive := values & tested:
                common = support & there
                scanned = there & ((common & -common) * 2 - 1) if common else there
                number += alive.bit_count() * scanned.bit_count()
        return number

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Whether every pair of values left is allowed."""
        here, there = domains[self.variable], domains[self.other]
        return all(there & ~support == 0 for values, support in self.classes if values & here)


#: What is left of the domains of a constraint's variables, as far as it follows from these domains;
#: an empty one if there is no solution. See `nonocsp.core.csp.filters`.
Filter: TypeAlias = Callable[[Sequence[int]], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Check:
    """A constraint over any number of variables."""

    scope: tuple[int, ...]
    holds: Callable[..., bool]
    filter: Filter | None


class Network:
    """Variables, their values, and the constraints between them.

    >>> network = Network()
    >>> for name in "abc":
    ...     _ = network.add_variable(name, ["red", "green"])
    >>> network.constrain("a", "b", lambda x, y: x != y)
    >>> network.constrain("b", "c", lambda x, y: x != y)
    >>> from nonocsp.core.csp import assignments
    >>> [solution["a"] + solution["c"] for solution in assignments(network)]
    ['redred', 'greengreen']
    """

    def __init__(self) -> None:
        self.names: list[Hashable] = []
        self.values: list[Sequence[Any]] = []
        self.domains: list[int] = []
        """The initial domain of every variable: all its values."""
        self.arcs: list[Arc] = []
        self.checks: list[Check] = []
        self._numbers: dict[Hashable, int] = {}

    @checked
    def add_variable(self, name: Hashable, values: Sequence[Any] | str) -> int:
        """Add a variable; its values are tried in the given order. Returns its number.

        Raises:
            OptionError: the network has a variable of this name.
        """
        if name in self._numbers:
            raise OptionError(f"the network has a variable {quoted(name)} already")
        number = self._numbers[name] = len(self.names)
        self.names.append(name)
        self.values.append(values)
        self.domains.append((1 << len(values)) - 1)
        return number

    @checked
    def constrain(
        self, first: Hashable, second: Hashable, allows: Callable[[Any, Any], bool]
    ) -> None:
        """Add a binary constraint given by a predicate on two values.

        Cost: one call of the predicate for every pair of values, made here.
        """
        x, y = self._number(first), self._number(second)
        supports = [0] * len(self.values[x])
        inverse = [0] * len(self.values[y])
        for i, a in enumerate(self.values[x]):
            for j, b in enumerate(self.values[y]):
                if allows(a, b):
                    supports[i] |= 1 << j
                    inverse[j] |= 1 << i
        self._add_arcs(x, y, _grouped(supports), _grouped(inverse))

    @checked
    def agree(
        self,
        first: Hashable,
        second: Hashable,
        view_of_first: Mapping[Any, int],
        view_of_second: Mapping[Any, int],
    ) -> None:
        """Add the constraint that a function of one variable equals a function of another.

        Args:
            first, second: the variables.
            view_of_first, view_of_second: for every result, the bit set of the values that have it.

        For a crossing the function is the placement's colour there. Cost: linear in the results.
        """
        x, y = self._number(first), self._number(second)
        to_second = [(v, view_of_second.get(key, 0)) for key, v in view_of_first.items()]
        to_first = [(v, view_of_first.get(key, 0)) for key, v in view_of_second.items()]
        self._add_arcs(x, y, to_second, to_first)

    @checked
    def check(
        self,
        scope: Sequence[Hashable] | str,
        holds: Callable[..., bool],
        filter: Filter | None = None,
    ) -> None:
        """Add a constraint on any number of variables; ``holds`` takes one value of each.

        It is tested when all of them have one value left. Arc consistency and stronger propagators
        also remove values: those that ``filter`` refutes (see `nonocsp.core.csp.filters`), and
        those of the last variable that ``holds`` refutes.
        """
        numbers = tuple(map(self._number, scope))
        if not numbers:
            raise OptionError("a check is on one variable or more")
        self.checks.append(Check(numbers, holds, filter))

    @checked
    def all_different(self, names: Iterable[Hashable] | str) -> None:
        """Add "no two of these are equal" as a constraint on every pair."""
        chosen = [self.names[self._number(name)] for name in names]
        for index, first in enumerate(chosen):
            for second in chosen[index + 1 :]:
                self.constrain(first, second, lambda a, b: a != b)

    def _number(self, name: Hashable) -> int:
        if name not in self._numbers:
            raise OptionError(f"the network has no variable {quoted(name)}")
        return self._numbers[name]

    def _add_arcs(
        self, x: int, y: int, of_x: Iterable[tuple[int, int]], of_y: Iterable[tuple[int, int]]
    ) -> None:
        number = len(self.arcs) // 2
        self.arcs.append(Arc(number, x, y, tuple(of_x)))
        self.arcs.append(Arc(number, y, x, tuple(of_y)))


def _grouped(supports: list[int]) -> list[tuple[int, int]]:
    """Values with the same support, as one class each."""
    classes: dict[int, int] = {}
    for index, support in enumerate(supports):
        classes[support] = classes.get(support, 0) | 1 << index
    return [(values, support) for support, values in classes.items()]
