"""Filters: what follows from a constraint on many variables before all of them are decided.

A filter takes the domains of the variables as bit sets and returns what is left of them. It removes
no value of a solution; what it keeps is tested by `Network.check` once the variables are decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from math import ceil, floor, inf, isfinite
from typing import Any, Literal, TypeAlias

from ..model.bits import highest, is_single, mask_of, members

Relation: TypeAlias = Literal["min", "max", "exact"]

#: The least and the greatest of some numbers.
_Range: TypeAlias = tuple[float, float]


def _sum(one: _Range, other: _Range) -> _Range:
    return one[0] + other[0], one[1] + other[1]


def _product(one: _Range, other: _Range) -> _Range:
    corners = [a * b for a in one for b in other]
    return min(corners), max(corners)


class Total:
    """Bounds consistency of a sum or product: a value stays if the extremes of the others allow it.

    Args:
        kind: ``"sum"`` or ``"product"``.
        numbers: for every variable, what each of its values contributes.
        bounds: one bound; or one for each value of a further variable, the last.
        relation: ``"min"``, ``"max"``, ``"exact"``: the total is at least, at most, or is the
            bound.

    Raises:
        ValueError: something is not a finite number, or too large to compute with.

    >>> Total("sum", [[1, 2, 3], [1, 2, 3]], [5], "exact")([0b111, 0b111])
    [6, 6]
    """

    def __init__(
        self,
        kind: Literal["sum", "product"],
        numbers: Sequence[Sequence[float]],
        bounds: Sequence[float],
        relation: Relation,
    ) -> None:
        every = [number for row in (*numbers, bounds) for number in row]
        if not all(isinstance(each, int | float) and isfinite(each) for each in every):
            raise ValueError("a total is of finite numbers")
        self._add = _sum if kind == "sum" else _product
        self._neutral: _Range = (0, 0) if kind == "sum" else (1, 1)
        self._numbers, self._bounds = numbers, bounds
        self._at_least, self._at_most = relation != "max", relation != "min"
        self._slack = 0.0
        """0 for whole numbers. Floats may be added in another order elsewhere, and rounded."""
        if any(isinstance(number, float) for row in numbers for number in row):
            largest = [float(max(1, *map(abs, row))) for row in numbers]
            self._slack = 1e-9 * self._totals([(each, each) for each in largest])[-1][1]
            if not isfinite(self._slack):
                raise ValueError("the total is too large")

    def _totals(self, ranges: Sequence[_Range]) -> list[_Range]:
        """The totals of the first none, one, two, … of some ranges."""
        return list(accumulate(ranges, self._add, initial=self._neutral))

    def __call__(self, domains: Sequence[int]) -> Sequence[int]:
        lists = [list(members(domain)) for domain in domains]
        numbers = [[row[v] for v in left] for row, left in zip(self._numbers, lists, strict=False)]
        ranges = [(min(row), max(row)) for row in numbers]
        further = lists[len(ranges) :]
        bounds = [self._bounds[v] for v in further[0]] if further else self._bounds
        least, most = -inf, inf
        if self._at_least:
            least = min(bounds) - self._slack if self._slack else ceil(min(bounds))
        if self._at_most:
            most = max(bounds) + self._slack if self._slack else floor(max(bounds))
        before, after = self._totals(ranges), self._totals(ranges[::-1])[::-1]
        kept = []
        for i, (row, left) in enumerate(zip(numbers, lists, strict=False)):
            low, high = self._add(before[i], after[i + 1])
            if self._add is _sum:
                suits = [least - high <= each <= most - low for each in row]
            else:
                ends = [sorted((each * low, each * high)) for each in row]
                suits = [low <= most and least <= high for low, high in ends]
            kept.append(mask_of(v for v, suited in zip(left, suits, strict=True) if suited))
        if further:
            low = before[-1][0] - self._slack if self._at_most else -inf
            high = before[-1][1] + self._slack if self._at_least else inf
            kept.append(mask_of(v for v in further[0] if low <= self._bounds[v] <= high))
        return kept


class Different:
    """Values that are decided are removed from the other variables.

    Args:
        values: the values of every variable; the same object or equal ones are the same value.

    >>> Different([["red", "green"], ["green", "blue"]])([0b10, 0b11])
    [2, 2]
    """

    def __init__(self, values: Sequence[Sequence[Any]]) -> None:
        self._numbers = _numbered(values)
        self._masks: list[dict[int, int]] = [{} for _ in values]
        for masks, row in zip(self._masks, self._numbers, strict=True):
            for index, number in enumerate(row):
                masks[number] = masks.get(number, 0) | 1 << index

    def __call__(self, domains: Sequence[int]) -> Sequence[int]:
        kept, taken = list(domains), set()
        undecided = decided = list(range(len(kept)))
        while decided:
            decided = [i for i in undecided if is_single(kept[i])]
            undecided = [i for i in undecided if not is_single(kept[i])]
            for i in decided:
                number = self._numbers[i][highest(kept[i])]
                if number in taken:
                    kept[i] = 0
                taken.add(number)
                for j in undecided:
                    kept[j] &= ~self._masks[j].get(number, 0)
        return kept


def _numbered(values: Sequence[Sequence[Any]]) -> list[list[int]]:
    """A number for each value, the same for equal ones."""
    try:
        known: dict[Any, int] = {}
        return [[known.setdefault(value, len(known)) for value in row] for row in values]
    except TypeError:  # some cannot be hashed
        seen: list[Any] = []
        for value in chain(*values):
            if value not in seen:
                seen.append(value)
        return [[seen.index(value) for value in row] for row in values]
